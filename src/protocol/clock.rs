//! The engine's clock, as far as the GUI lets us know it.

use std::time::Duration;

use crate::search::{Clock, Limits};

use super::command::Timing;
use super::lag::Lag;

/// When no time control has been given, as by somebody who types commands: one second a move.
const DEFAULT: Timing = Timing::PerMove(Duration::from_secs(1));
/// What `st 0` stands for as long as no clock is told.
const SPLIT_SECOND: Duration = Duration::from_millis(300);

/// Time control, clock and other limits of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    timing: Timing,
    /// What is left on our clock. With a fixed time for each move only known if the GUI tells.
    left: Option<Duration>,
    /// How many plies of the game had been played when the time control began.
    began_at: usize,
    depth: Option<u32>,
    nodes_per_second: Option<u64>,
    /// What the GUI's clock counts more than ours. It is the machine's, so it goes on from game to game.
    lag: Lag,
}

impl TimeControl {
    /// What holds before the GUI has said anything.
    pub(super) fn new() -> TimeControl {
        TimeControl {
            timing: DEFAULT,
            left: None,
            began_at: 0,
            depth: None,
            nodes_per_second: None,
            lag: Lag::default(),
        }
    }

    /// A new game: the limits go, the time control begins again.
    pub(super) fn start_game(&mut self) {
        self.depth = None;
        self.nodes_per_second = None;
        self.lag.forget_clock();
        self.set(self.timing, 0);
    }

    /// A position was set up: moves count from there.
    pub(super) fn restart_count(&mut self) {
        self.began_at = 0;
    }

    /// Another time control, from ply `ply` of the game on.
    pub(super) fn set(&mut self, timing: Timing, ply: usize) {
        // Some programs repeat the time control before each move.
        if self.timing != timing {
            self.lag.forget_clock();
        }
        self.timing = timing;
        self.began_at = ply;
        self.left = match timing {
            Timing::Session { base, .. } => Some(base),
            Timing::PerMove(_) => None,
        };
    }

    /// What the GUI says our clock shows.
    pub(super) fn set_left(&mut self, left: Duration) {
        self.lag.told(left);
        self.left = Some(left);
    }

    /// By how much our moves of late have counted more on the GUI's clock than on ours, at most.
    pub(super) fn lag(&self) -> Duration {
        self.lag.longest()
    }

    /// So much has passed without a move of ours.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// The clock may have been changed by other things than moves.
    pub(super) fn interrupt(&mut self) {
        self.lag.forget_clock();
    }

    /// The greatest depth to search.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth.max(1));
    }

    /// So many nodes take the place of a second; zero goes back to real time.
    pub(super) fn set_nodes_per_second(&mut self, nodes: u64) {
        self.nodes_per_second = (nodes > 0).then_some(nodes);
    }

    /// Whether the time is counted in nodes.
    pub(super) fn counts_nodes(&self) -> bool {
        self.nodes_per_second.is_some()
    }

    /// The limit on depth alone.
    pub(super) fn depth_limit(&self) -> Limits {
        Limits { depth: self.depth, ..Limits::default() }
    }

    /// Our clock for the move at ply `ply` of the game.
    pub(super) fn clock(&self, ply: usize) -> Clock {
        Clock { lag: self.lag(), ..self.punctual_clock(ply) }
    }

    /// The same without any delays.
    fn punctual_clock(&self, ply: usize) -> Clock {
        match self.timing {
            Timing::Session { moves, increment, .. } => Clock {
                left: self.left.unwrap_or_default(),
                increment,
                moves_to_go: moves.map(|moves| moves - self.moves_made(ply) % moves),
                ..Clock::default()
            },
            Timing::PerMove(time) if time.is_zero() => Clock {
                left: Duration::ZERO,
                per_move: Some(self.left.map_or(SPLIT_SECOND, |left| SPLIT_SECOND.min(left / 2))),
                ..Clock::default()
            },
            Timing::PerMove(time) => {
                Clock { left: self.left.unwrap_or_default(), per_move: Some(time), ..Clock::default() }
            }
        }
    }

    /// All limits for the move at ply `ply` of the game.
    pub(super) fn limits(&self, ply: usize) -> Limits {
        let clock = self.clock(ply);
        let plan = clock.plan();
        match self.nodes_per_second {
            None => Limits { time: Some(plan), ..self.depth_limit() },
            Some(rate) => {
                let time = clock.per_move.unwrap_or(plan.soft);
                let nodes = (time.as_secs_f64() * rate as f64) as u64;
                Limits { nodes: Some(nodes.max(1)), ..self.depth_limit() }
            }
        }
    }

    /// Our clock after a move at ply `ply` on which we spent `spent`, until the GUI tells better. That was `overrun` more
    /// than the move should have got at most.
    pub(super) fn moved(&mut self, spent: Duration, overrun: Duration, ply: usize) {
        self.lag.moved(overrun);
        let Timing::Session { moves, base, increment } = self.timing else { return };
        let session_over = moves.is_some_and(|moves| (self.moves_made(ply) + 1).is_multiple_of(moves));
        let left = self.left.unwrap_or_default().saturating_sub(spent) + increment;
        let left = if session_over { left + base } else { left };
        self.lag.await_clock(left, overrun);
        self.left = Some(left);
    }

    /// Our moves since the time control began, if we are to move at ply `ply`.
    fn moves_made(&self, ply: usize) -> u32 {
        u32::try_from(ply.saturating_sub(self.began_at) / 2).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(moves: u32, base: u64, increment: u64) -> Timing {
        Timing::Session {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs(base),
            increment: Duration::from_secs(increment),
        }
    }

    #[test]
    fn moves_to_go_are_counted_from_the_level_command() {
        let mut control = TimeControl::new();
        control.set(session(40, 300, 0), 0);
        let to_go = |control: &TimeControl, ply| control.clock(ply).moves_to_go;
        assert_eq!(to_go(&control, 0), Some(40));
        assert_eq!(to_go(&control, 1), Some(40));
        assert_eq!(to_go(&control, 2), Some(39));
        assert_eq!(to_go(&control, 78), Some(1));
        assert_eq!(to_go(&control, 80), Some(40));
        control.set(session(20, 1320, 0), 41);
        assert_eq!(to_go(&control, 41), Some(20));
        assert_eq!(to_go(&control, 43), Some(19));
        control.set(session(0, 60, 1), 0);
        assert_eq!(to_go(&control, 30), None);
    }

    #[test]
    fn the_last_time_control_wins_and_the_gui_knows_the_clock() {
        let mut control = TimeControl::new();
        control.set(session(40, 300, 2), 0);
        control.set_left(Duration::from_secs(7));
        assert_eq!(control.clock(0).left, Duration::from_secs(7));
        control.set(Timing::PerMove(Duration::from_secs(3)), 0);
        let clock = control.clock(0);
        assert_eq!((clock.per_move, clock.left), (Some(Duration::from_secs(3)), Duration::ZERO));
        control.set_left(Duration::from_millis(500));
        assert_eq!(control.clock(0).left, Duration::from_millis(500));
    }

    #[test]
    fn st_zero_obeys_the_clock() {
        let mut control = TimeControl::new();
        control.set(Timing::PerMove(Duration::ZERO), 0);
        assert!(control.clock(0).per_move.is_some_and(|t| t < Duration::from_secs(1)));
        control.set_left(Duration::from_millis(50));
        assert!(control.clock(0).per_move.is_some_and(|t| t < Duration::from_millis(45)));
    }

    #[test]
    fn our_own_book_keeping() {
        let mut control = TimeControl::new();
        control.set(session(2, 10, 1), 0);
        control.moved(Duration::from_secs(3), Duration::ZERO, 0);
        assert_eq!(control.clock(2).left, Duration::from_secs(8));
        control.moved(Duration::from_secs(3), Duration::ZERO, 2);
        assert_eq!(control.clock(4).left, Duration::from_secs(16));
    }

    /// What the clock of the GUI shows less than ours is kept in mind, in the next game, too.
    #[test]
    fn the_clock_that_is_told_shows_how_late_we_are() {
        let mut control = TimeControl::new();
        control.set(session(0, 60, 1), 0);
        let quiet = control.limits(0).time;
        control.moved(Duration::from_secs(3), Duration::ZERO, 0);
        control.set(session(0, 60, 1), 2);
        control.set_left(Duration::from_millis(57_800));
        assert_eq!(control.clock(2).lag, Duration::from_millis(200));
        control.start_game();
        control.set_left(Duration::from_secs(1));
        assert_eq!(control.clock(0).lag, Duration::from_millis(200));
        control.set_left(Duration::from_secs(60));
        assert!(control.limits(0).time.map(|plan| plan.hard) < quiet.map(|plan| plan.hard));
    }

    #[test]
    fn nodes_for_time() {
        let mut control = TimeControl::new();
        control.set(Timing::PerMove(Duration::from_secs(2)), 0);
        control.set_nodes_per_second(5000);
        let limits = control.limits(0);
        assert_eq!((limits.nodes, limits.time), (Some(10_000), None));
        control.set_nodes_per_second(0);
        assert!(control.limits(0).time.is_some());
    }

    #[test]
    fn a_new_game_forgets_the_limits() {
        let mut control = TimeControl::new();
        control.set(session(0, 60, 0), 0);
        control.set_left(Duration::from_secs(1));
        control.set_depth(3);
        control.set_nodes_per_second(7);
        control.start_game();
        assert_eq!(control.limits(0).depth, None);
        assert!(!control.counts_nodes());
        assert_eq!(control.clock(0).left, Duration::from_secs(60));
    }
}
