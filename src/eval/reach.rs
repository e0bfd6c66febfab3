//! How likely a piece can use each of its moves on a crowded board, in integers so that every machine agrees.

use crate::rules::{Way, usage};
use crate::types::Square;

use super::params::{EMPTY, QUIET_SHARE};

/// One, in the fixed point of this module.
pub(super) const ONE: u32 = 256;

/// The probability, in 1/256, that a target is within reach when any square is empty with probability [`EMPTY`]
/// (Ralph Betza's crowded board).
fn open(way: &Way) -> u32 {
    let mut shut = ONE;
    for alternative in &way.alternatives {
        // Four more bits while multiplying, so that long slides do not round to nothing.
        let mut open = ONE << 4;
        for _ in &alternative.empty {
            open = open * EMPTY / ONE;
        }
        for _ in &alternative.occupied {
            open = open * (ONE - EMPTY) / ONE;
        }
        if alternative.initial {
            open /= 4;
        }
        shut = shut * ((ONE << 4) - open) / (ONE << 4);
    }
    ONE - shut
}

/// The crowded mobility of a piece from one square in 1/256 targets: captures count more than quiet moves.
pub(super) fn mobility(ways: &[Way]) -> u32 {
    ways.iter().map(|way| open(way) * share(way) / ONE).sum()
}

fn share(way: &Way) -> u32 {
    let quiet = if way.usage & usage::QUIET != 0 { QUIET_SHARE } else { 0 };
    let capture = if way.usage & usage::CAPTURE != 0 { ONE - QUIET_SHARE } else { 0 };
    quiet + capture
}

/// Each target that the piece attacks, with the probability in 1/256.
pub(super) fn attacks(ways: &[Way]) -> impl Iterator<Item = (Square, u32)> + '_ {
    ways.iter().filter(|way| way.usage & usage::CAPTURE != 0).map(|way| (way.target, open(way)))
}
