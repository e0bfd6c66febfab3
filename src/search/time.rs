//! From the clocks to a plan for one move. Pure arithmetic.

use std::time::Duration;

/// The state of the mover's clock, as a protocol tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until the next time control; `None`: all the rest of the game.
    pub moves_to_go: Option<u32>,
    /// A fixed time for each move instead (CECP `st`); `left` then is an upper bound if it is not zero.
    pub per_move: Option<Duration>,
    /// By how much moves of late have come later than planned, at most.
    pub lag: Duration,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search stops at this.
    pub hard: Duration,
}

/// What a move may take beyond its search: the way to the GUI and back and a late look at the clock.
const RESERVE: Duration = Duration::from_millis(25);
/// The same for a fixed time a move, which a GUI may take to the millisecond, at most; an eighth if that is less.
const FIXED_RESERVE: Duration = Duration::from_millis(60);
/// For how many of the next moves that is kept back.
const RESERVED_MOVES: u32 = 10;
/// A machine that has let us wait once will do so again, and perhaps when we have waited already: so many of its longest
/// delays of late are kept back.
const LAGS: u32 = 3;
/// The same for a single move, in percent of that delay.
const LAG_PERCENT: u32 = 150;
/// What is kept back at most.
const MOST_KEPT: Duration = Duration::from_millis(600);
/// With a clock that has run out a move is still due, as fast as possible.
const LEAST: Duration = Duration::from_millis(1);
/// For how many moves the time is to last when no time control is in sight.
const HORIZON: u32 = 26;
/// The same at most when one is: the moves after that are likely to come quicker.
const FAR_CONTROL: u32 = 40;
/// For how many moves what is kept back is to last when there is nothing else left.
const NEED: u32 = 160;
/// The share of the increment that a move is sure to get, in percent.
const INCREMENT_PERCENT: u32 = 80;
/// The soft limit as a share of the time a move should take on average, in percent.
const SOFT_PERCENT: u32 = 75;
/// The hard limit in such shares.
const HARD_FACTOR: u32 = 3;

impl TimePlan {
    /// The plan when some of the time has passed already.
    #[must_use]
    pub fn less(self, passed: Duration) -> TimePlan {
        let left = |limit: Duration| limit.saturating_sub(passed).max(LEAST.min(limit));
        TimePlan { soft: left(self.soft), hard: left(self.hard) }
    }
}

impl Clock {
    /// The plan for the next move. `hard` is at most what is left, less a reserve for the way to the GUI and back.
    ///
    /// With a time for each move nearly all of it is used. Otherwise some time is kept back for delays, and a move gets an
    /// even share of the rest and most of the increment: three quarters of that as the soft limit, three times that as the
    /// hard one, but never more than half of the rest, or nine tenths before a time control. When there is nothing left
    /// but what is kept back, moves are made so fast that the clock recovers.
    pub fn plan(&self) -> TimePlan {
        if let Some(per_move) = self.per_move {
            return self.fixed(per_move);
        }
        if self.left.is_zero() {
            return TimePlan { soft: LEAST, hard: LEAST };
        }
        let moves = self.moves_to_go.map_or(HORIZON, |moves| moves.clamp(1, FAR_CONTROL));
        let kept = self.kept(moves);
        let rest = self.left.saturating_sub(kept);
        let share = (rest / moves).max(self.left / NEED) + self.sure_increment(kept);
        let most = if moves == 1 { rest * 9 / 10 } else { rest / 2 };
        let hard = (share * HARD_FACTOR).min(most.max(share.min(self.left * 3 / 10)));
        TimePlan { soft: (share * SOFT_PERCENT / 100).min(hard), hard }
    }

    /// What a move may use of the increment: much less of it when even what is to be kept is not there, so that the
    /// clock recovers before the next delay.
    fn sure_increment(&self, kept: Duration) -> Duration {
        let there = 100 * self.left.min(kept).as_millis() as u32 / kept.as_millis().max(1) as u32;
        self.increment * INCREMENT_PERCENT / 100 * there / 100 * there / 100
    }

    fn fixed(&self, per_move: Duration) -> TimePlan {
        let usual = FIXED_RESERVE.min(per_move / 8);
        let mut hard = per_move.saturating_sub(self.lag_of_a_move().clamp(usual, per_move / 2));
        if !self.left.is_zero() {
            hard = hard.min(self.left.saturating_sub(self.kept(1).min(self.left * 2 / 5)));
        }
        TimePlan { soft: hard, hard: hard.max(Duration::from_micros(1)) }
    }

    /// What is kept back: a constant for each of the next moves, or more where moves have been seen to come late.
    fn kept(&self, moves: u32) -> Duration {
        let moves = moves.min(RESERVED_MOVES);
        let whole = (self.lag * LAGS).clamp(RESERVE * RESERVED_MOVES, MOST_KEPT);
        (whole * moves / RESERVED_MOVES).max(self.lag_of_a_move().min(MOST_KEPT))
    }

    fn lag_of_a_move(&self) -> Duration {
        self.lag * LAG_PERCENT / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clocks() -> Vec<Clock> {
        let mut clocks = Vec::new();
        for left in [1, 2, 5, 10, 29, 30, 50, 100, 1_000, 10_000, 60_000, 300_000, 7_200_000, 400_000_000] {
            for increment in [0, 1, 10, 100, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(10), Some(40), Some(u32::MAX)] {
                    for per_move in [None, Some(1), Some(10), Some(1_000), Some(60_000)] {
                        clocks.extend([0, 1, 30, 400, 3_000].map(|lag| Clock {
                            left: left * MS,
                            increment: increment * MS,
                            moves_to_go,
                            per_move: per_move.map(|millis| millis * MS),
                            lag: lag * MS,
                        }));
                    }
                }
            }
        }
        clocks
    }

    #[test]
    fn limits_are_positive_ordered_and_leave_a_reserve() {
        for clock in clocks() {
            let plan = clock.plan();
            assert!(plan.hard > Duration::ZERO && plan.soft <= plan.hard, "{clock:?} {plan:?}");
            assert!(plan.hard + RESERVE.min(clock.left * 2 / 5) <= clock.left, "{clock:?} {plan:?}");
            if let Some(per_move) = clock.per_move {
                assert!(plan.hard < per_move, "{clock:?} {plan:?}");
            }
        }
    }

    #[test]
    fn with_little_time_the_answer_is_immediate() {
        for left in 1..30 {
            let plan = Clock { left: left * MS, ..Clock::default() }.plan();
            assert!(plan.hard <= 4 * MS, "{plan:?}");
        }
        assert_eq!(Clock::default().plan().hard, LEAST);
    }

    #[test]
    fn a_time_for_each_move_is_nearly_used_up() {
        let plan = Clock { per_move: Some(1_000 * MS), ..Clock::default() }.plan();
        assert_eq!(plan, TimePlan { soft: 940 * MS, hard: 940 * MS });
        let plan = Clock { per_move: Some(1_000 * MS), left: 500 * MS, ..Clock::default() }.plan();
        assert_eq!(plan.hard, 475 * MS);
    }

    #[test]
    fn time_that_has_passed_comes_off_the_plan() {
        let plan = TimePlan { soft: 100 * MS, hard: 300 * MS };
        assert_eq!(plan.less(30 * MS), TimePlan { soft: 70 * MS, hard: 270 * MS });
        assert_eq!(plan.less(200 * MS), TimePlan { soft: LEAST, hard: 100 * MS });
        assert_eq!(plan.less(900 * MS), TimePlan { soft: LEAST, hard: LEAST });
    }

    /// Every move takes some milliseconds more than planned, and yet the clock does not run out.
    #[test]
    fn a_small_increment_keeps_some_time_on_the_clock() {
        for delay in 1..8 {
            let mut left = 1_000 * MS;
            for _ in 0..300 {
                let plan = Clock { left, increment: 10 * MS, ..Clock::default() }.plan();
                left = left.saturating_sub(plan.soft + delay * MS) + 10 * MS;
            }
            assert!(left > 40 * MS, "{left:?} left with a delay of {delay} ms");
        }
    }

    /// The time used in a game of 80 moves on a machine that now and then does not let us run: every `seldom` moves
    /// on average for up to `stall`; `None` if the game is lost.
    fn use_of_a_game(seed: u32, increment: Duration, seldom: u32, stall: Duration) -> Option<Duration> {
        let mut dice = seed;
        let mut below = |limit: u32| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(dice) * u64::from(limit)) >> 32) as u32
        };
        let mut clock = Clock { left: 1_000 * MS, increment, ..Clock::default() };
        let mut used = Duration::ZERO;
        for _ in 0..80 {
            let plan = clock.plan();
            // Most searches end soon after the soft limit, some go on to the hard one.
            let taken = (plan.soft * (60 + below(180)) / 100).min(plan.hard);
            let delay = if below(seldom) == 0 { stall * below(100) / 100 } else { MS / 4 };
            used += taken;
            clock.lag = clock.lag.max(delay);
            clock.left = clock.left.checked_sub(taken + delay)? + increment;
        }
        Some(used)
    }

    #[test]
    fn stalls_of_the_machine_lose_no_game() {
        let games = |increment: u32, stall: u32| {
            (0..500).filter_map(move |seed| use_of_a_game(seed, increment * MS, 50, stall * MS)).count()
        };
        assert_eq!((games(10, 150), games(0, 75)), (500, 500));
        assert!(games(10, 2_000) < 500, "it can be lost");
    }

    #[test]
    fn on_a_quiet_machine_little_is_given_away() {
        let used = |increment: u32, ends: u32| use_of_a_game(1, increment * MS, u32::MAX, ends * MS);
        assert!(used(10, 0) > Some(1_450 * MS), "{:?} of 1790 ms", used(10, 0));
        assert!(used(0, 0) > Some(720 * MS), "{:?} of 1000 ms", used(0, 0));
    }

    #[test]
    fn most_of_the_time_is_used_before_a_control() {
        let plan = Clock { left: 10_000 * MS, moves_to_go: Some(1), ..Clock::default() }.plan();
        assert!(plan.hard >= 8_000 * MS && plan.soft >= 5_000 * MS, "{plan:?}");
    }

    /// Plays a game in which every move takes the hard limit and the way to the GUI and back `lag`.
    fn play(mut clock: Clock, moves: u32, lag: Duration) -> Option<Duration> {
        let (start, control) = (clock.left, clock.moves_to_go);
        let mut used = Duration::ZERO;
        for _ in 0..moves {
            let taken = clock.plan().hard + lag;
            clock.left = clock.left.checked_sub(taken)? + clock.increment;
            used += taken;
            if let Some(to_go) = clock.moves_to_go {
                clock.moves_to_go = Some(to_go - 1);
                if to_go == 1 {
                    clock.moves_to_go = control;
                    clock.left += start;
                }
            }
        }
        Some(used)
    }

    #[test]
    fn no_game_is_lost_on_time() {
        let clock = |left: u32, increment: u32, moves_to_go| Clock {
            left: left * MS,
            increment: increment * MS,
            moves_to_go,
            ..Clock::default()
        };
        for (clock, lag) in [
            (clock(60_000, 0, None), Duration::ZERO),
            (clock(1_000, 0, None), Duration::ZERO),
            (clock(60_000, 600, None), 5 * MS),
            (clock(2_000, 20, None), 10 * MS),
            (clock(300_000, 0, Some(40)), 10 * MS),
            (clock(1_000, 0, Some(40)), MS / 4),
            (clock(10_000, 100, Some(1)), 5 * MS),
            (clock(5_400_000, 30_000, Some(40)), 15 * MS),
        ] {
            assert!(play(clock, 400, lag).is_some(), "{clock:?} lag {lag:?}");
        }
        // The simulation can fail: with a lag that the clock cannot bear it does.
        assert_eq!(play(clock(1_000, 0, None), 400, 50 * MS), None);
    }
}
