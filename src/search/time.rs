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
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search stops at this.
    pub hard: Duration,
}

impl Clock {
    /// The plan for the next move. `hard` is at most what is left, less a reserve for the way to the GUI and back.
    pub fn plan(&self) -> TimePlan {
        let hard = self.left / 20;
        TimePlan { soft: hard / 2, hard }
    }
}
