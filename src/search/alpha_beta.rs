//! The tree search.

use std::sync::atomic::AtomicBool;

use crate::movegen;
use crate::position::Position;

use super::{Limits, Outcome, Report};

/// What searches share and keep.
#[derive(Debug)]
pub struct Shared {}

impl Shared {
    pub fn new(_megabytes: usize) -> Shared {
        Shared {}
    }

    pub fn clear(&self) {}
}

pub fn search(
    _shared: &Shared,
    position: &Position,
    limits: &Limits,
    _stop: &AtomicBool,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    let best = movegen::legal_moves(position).into_iter().find(|mv| !limits.exclude.contains(mv));
    report(Report {
        depth: 1,
        selective_depth: 1,
        score: 0,
        time: std::time::Duration::ZERO,
        nodes: 1,
        line: best.into_iter().collect(),
    });
    Outcome { best, ponder: None, score: 0, depth: 1, nodes: 1 }
}
