//! From single paths to the moves of a piece on one square: one [`Way`] for each target and use.
//!
//! Betza strings and cylinders can reach a square by several paths. A target must come out of the generator once,
//! so all paths to it are merged here into alternatives, and alternatives that add nothing are dropped.

use std::collections::BTreeMap;

use crate::types::Square;

use super::Path;

/// One set of conditions under which a target can be reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alternative {
    /// Squares that must be empty, in walking order.
    pub empty: Vec<Square>,
    /// Squares that must be occupied.
    pub occupied: Vec<Square>,
    /// Only for a piece that has not moved.
    pub initial: bool,
}

impl Alternative {
    /// Whether nothing is asked at all.
    pub fn is_free(&self) -> bool {
        self.empty.is_empty() && self.occupied.is_empty() && !self.initial
    }

    /// Whether `other` can only hold when `self` holds too.
    fn covers(&self, other: &Alternative) -> bool {
        self.empty.iter().all(|s| other.empty.contains(s))
            && self.occupied.iter().all(|s| other.occupied.contains(s))
            && (!self.initial || other.initial)
    }
}

/// What a way may be used for, as bits.
pub mod usage {
    /// May go to an empty target.
    pub const QUIET: u8 = 1;
    /// May capture on the target.
    pub const CAPTURE: u8 = 2;
    /// May capture en passant on the target.
    pub const EN_PASSANT: u8 = 4;
    /// Quiet or capture, like most pieces.
    pub const BOTH: u8 = QUIET | CAPTURE;
}

/// A target and the alternatives, any one of which opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The target square.
    pub target: Square,
    /// Bits of [`usage`].
    pub usage: u8,
    /// At least one; none covers another.
    pub alternatives: Vec<Alternative>,
}

impl Way {
    /// Whether the alternatives fit into the bytes of a record.
    pub fn fits_record(&self) -> bool {
        let fits = |a: &Alternative| a.empty.len() < 128 && a.occupied.len() < 256;
        self.alternatives.len() < 256 && self.alternatives.iter().all(fits)
    }

    /// Whether the target is always within reach: a plain leap.
    pub fn is_free(&self) -> bool {
        self.alternatives.iter().any(Alternative::is_free)
    }

    /// The squares walked to the target, the target last, if there is one alternative and it is a plain walk.
    pub fn walk(&self) -> Option<Vec<Square>> {
        match &self.alternatives[..] {
            [only] if only.occupied.is_empty() && !only.initial => {
                let mut squares = only.empty.clone();
                squares.push(self.target);
                Some(squares)
            }
            _ => None,
        }
    }
}

/// Merges paths into ways. Quiet and capturing use of a target become one way when their conditions are the same.
pub fn merge(paths: &[Path]) -> Vec<Way> {
    #[derive(Default)]
    struct Uses {
        quiet: Vec<Alternative>,
        capture: Vec<Alternative>,
        en_passant: bool,
    }
    let mut by_target: BTreeMap<Square, Uses> = BTreeMap::new();
    for path in paths {
        let uses = by_target.entry(path.target).or_default();
        let alternative = Alternative {
            empty: path.empty.clone(),
            occupied: path.occupied.clone(),
            initial: path.usage.initial,
        };
        if path.usage.quiet {
            uses.quiet.push(alternative.clone());
        }
        if path.usage.capture || path.usage.en_passant {
            uses.capture.push(alternative);
            uses.en_passant |= path.usage.en_passant;
        }
    }
    let mut ways = Vec::new();
    for (target, uses) in by_target {
        let quiet = reduce(uses.quiet);
        let capture = reduce(uses.capture);
        let capture_usage = if uses.en_passant { usage::CAPTURE | usage::EN_PASSANT } else { usage::CAPTURE };
        if quiet == capture {
            ways.push(Way { target, usage: usage::QUIET | capture_usage, alternatives: quiet });
        } else {
            for (usage, alternatives) in [(usage::QUIET, quiet), (capture_usage, capture)] {
                if !alternatives.is_empty() {
                    ways.push(Way { target, usage, alternatives });
                }
            }
        }
    }
    ways
}

/// Drops every alternative that another one covers.
fn reduce(mut alternatives: Vec<Alternative>) -> Vec<Alternative> {
    alternatives.sort_by_key(|a| (a.empty.len() + a.occupied.len(), a.clone()));
    let mut kept: Vec<Alternative> = Vec::new();
    for alternative in alternatives {
        if !kept.iter().any(|k| k.covers(&alternative)) {
            kept.push(alternative);
        }
    }
    kept
}
