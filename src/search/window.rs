//! The scores between which a node matters.

use crate::types::{MATE, Score};

/// An open interval of scores: below `alpha` the side to move has better elsewhere, from `beta` on the other side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) const FULL: Window = Window { alpha: -MATE - 1, beta: MATE + 1 };

    /// The window just above `alpha`, which only asks whether a score is better.
    pub(super) const fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window from the other side's view.
    #[must_use]
    pub(super) const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window with all scores changed by so much.
    #[must_use]
    pub(super) const fn moved(self, by: Score) -> Window {
        Window { alpha: self.alpha + by, beta: self.beta + by }
    }

    /// Whether there is room between the bounds: a node of the principal variation.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}
