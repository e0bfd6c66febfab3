//! Pairs of a midgame and an endgame score.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A midgame and an endgame score in centipawns.
///
/// Both are kept in one number, the midgame score in the upper half, so that they are added at once; a negative endgame
/// score borrows from the midgame score, which reading it gives back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    #[inline]
    pub(super) const fn new(midgame: i32, endgame: i32) -> Tapered {
        Tapered(((midgame as i64) << 32) + endgame as i64)
    }

    /// The score in the midgame.
    #[inline]
    pub(super) const fn midgame(self) -> i32 {
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The score in the endgame.
    #[inline]
    pub(super) const fn endgame(self) -> i32 {
        self.0 as i32
    }

    /// Both scores divided by a number.
    pub(super) const fn divided(self, by: i32) -> Tapered {
        Tapered::new(self.midgame() / by, self.endgame() / by)
    }

    /// With a share of the endgame score, see [`FULL_SHARE`].
    #[inline]
    pub(super) fn with_endgame_share(self, share: i32) -> Tapered {
        Tapered::new(self.midgame(), self.endgame() * share / FULL_SHARE)
    }

    /// The score at a phase: 256 is the midgame, 0 the endgame.
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        (self.midgame() * phase + self.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// All of a score.
pub(super) const FULL_SHARE: i32 = 256;

/// The phase of a position with all its pieces.
pub(super) const FULL_PHASE: i32 = 256;

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tapered({}, {})", self.midgame(), self.endgame())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * i64::from(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scores_are_kept_apart() {
        let scores = [0, 1, -1, 250, -250, 30_000, -30_000, i32::MAX / 4, i32::MIN / 4];
        for (a, b) in scores.into_iter().flat_map(|a| scores.map(|b| (a, b))) {
            let both = Tapered::new(a, b);
            assert_eq!((both.midgame(), both.endgame()), (a, b));
            let sum = both + Tapered::new(b, a) * -3;
            assert_eq!((sum.midgame(), sum.endgame()), (a - 3 * b, b - 3 * a));
            let difference = both - Tapered::new(b, a);
            assert_eq!((difference.midgame(), difference.endgame()), (a - b, b - a));
            assert_eq!(both.divided(7), Tapered::new(a / 7, b / 7));
        }
    }
}
