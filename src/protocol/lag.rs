//! How much later our moves count than we think they do.
//!
//! The GUI's clock runs from before we hear of a move until after we have said ours. What it counts more than we do comes
//! from the way between us, from its own work, and from a machine that lets neither of us run for a while. It shows when
//! the GUI tells our clock the next time. Such delays are rare and long rather than frequent and short, so it is the
//! longest one of late that we have to be prepared for.

use std::time::Duration;

/// A difference that is greater has another reason: somebody has set the clock.
const IMPLAUSIBLE: Duration = Duration::from_secs(3);
/// With each move a delay loses such a part of its weight, so that half of it is left after 700 moves, some ten games.
const FADING: u32 = 1024;

/// The longest delay of late.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lag {
    longest: Duration,
    /// What the GUI should tell next, and what we know already to have come on top of our plan.
    awaited: Option<Awaited>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Awaited {
    left: Duration,
    overrun: Duration,
}

impl Lag {
    /// The longest delay of late.
    pub(super) fn longest(&self) -> Duration {
        self.longest
    }

    /// We have moved, `overrun` later than planned.
    pub(super) fn moved(&mut self, overrun: Duration) {
        self.longest -= self.longest / FADING;
        self.note(overrun);
        self.awaited = None;
    }

    /// After that move our clock should show `left`.
    pub(super) fn await_clock(&mut self, left: Duration, overrun: Duration) {
        self.awaited = Some(Awaited { left, overrun });
    }

    /// Our clock shows `left`.
    pub(super) fn told(&mut self, left: Duration) {
        if let Some(awaited) = self.awaited.take() {
            self.note(awaited.left.saturating_sub(left) + awaited.overrun);
        }
    }

    /// The next clock told has nothing to do with the last one.
    pub(super) fn forget_clock(&mut self) {
        self.awaited = None;
    }

    fn note(&mut self, delay: Duration) {
        if delay <= IMPLAUSIBLE {
            self.longest = self.longest.max(delay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A move after which the clock should show a second.
    fn moved(lag: &mut Lag, overrun: Duration) {
        lag.moved(overrun);
        lag.await_clock(1_000 * MS, overrun);
    }

    #[test]
    fn what_the_gui_counts_more_than_we_do_is_a_delay() {
        let mut lag = Lag::default();
        moved(&mut lag, Duration::ZERO);
        lag.told(940 * MS);
        assert_eq!(lag.longest(), 60 * MS);
        moved(&mut lag, 30 * MS);
        lag.told(920 * MS);
        assert_eq!(lag.longest(), 110 * MS);
        lag.told(10 * MS);
        assert_eq!(lag.longest(), 110 * MS, "every move counts once");
        moved(&mut lag, Duration::ZERO);
        lag.told(1_200 * MS);
        assert!(lag.longest() < 110 * MS, "more time is no delay");
    }

    #[test]
    fn our_own_delays_count_even_if_no_clock_is_told() {
        let mut lag = Lag::default();
        lag.moved(25 * MS);
        assert_eq!(lag.longest(), 25 * MS);
    }

    #[test]
    fn clocks_that_are_set_are_no_delay() {
        let mut lag = Lag::default();
        moved(&mut lag, Duration::ZERO);
        lag.forget_clock();
        lag.told(100 * MS);
        lag.moved(Duration::ZERO);
        lag.await_clock(3_600_000 * MS, Duration::ZERO);
        lag.told(1_000 * MS);
        assert_eq!(lag.longest(), Duration::ZERO);
    }

    #[test]
    fn delays_fade() {
        let mut lag = Lag::default();
        lag.moved(128 * MS);
        for _ in 0..700 {
            lag.moved(Duration::ZERO);
        }
        assert!(lag.longest() > 60 * MS && lag.longest() < 68 * MS, "{:?}", lag.longest());
    }
}
