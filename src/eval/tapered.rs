//! Pairs of a midgame and an endgame score.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A midgame and an endgame score in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    pub(super) midgame: i32,
    pub(super) endgame: i32,
}

impl Tapered {
    pub(super) const fn new(midgame: i32, endgame: i32) -> Tapered {
        Tapered { midgame, endgame }
    }

    /// Both scores divided by a number.
    pub(super) const fn divided(self, by: i32) -> Tapered {
        Tapered::new(self.midgame / by, self.endgame / by)
    }

    /// The score at a phase: 256 is the midgame, 0 the endgame.
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        (self.midgame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// The phase of a position with all its pieces.
pub(super) const FULL_PHASE: i32 = 256;

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.midgame + other.midgame, self.endgame + other.endgame)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.midgame - other.midgame, self.endgame - other.endgame)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        Tapered::new(self.midgame * factor, self.endgame * factor)
    }
}
