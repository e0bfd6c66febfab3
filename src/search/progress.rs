//! How far a search has come, for others to look at while it runs.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::types::Move;

/// The state of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Positions looked at, a few hundred behind the truth.
    pub nodes: u64,
    /// The depth of the present iteration.
    pub depth: u32,
    /// Moves to choose from.
    pub moves: usize,
    /// How many of them come after the present one in this iteration.
    pub left: usize,
    /// The move that is being searched.
    pub current: Option<Move>,
}

/// What a search tells of itself. Each number is right by itself; together they may be torn.
#[derive(Debug, Default)]
pub(super) struct Progress {
    nodes: AtomicU64,
    depth: AtomicU32,
    moves: AtomicUsize,
    left: AtomicUsize,
    current: AtomicU32,
}

impl Progress {
    pub(super) fn set_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The search turns to the next move of the root, after which `left` of `moves` remain.
    pub(super) fn set_move(&self, mv: Move, depth: i32, moves: usize, left: usize) {
        self.current.store(mv.bits(), Relaxed);
        self.depth.store(depth.unsigned_abs(), Relaxed);
        self.moves.store(moves, Relaxed);
        self.left.store(left, Relaxed);
    }

    /// The search has ended.
    pub(super) fn finish(&self, nodes: u64) {
        self.set_nodes(nodes);
        self.left.store(0, Relaxed);
    }

    pub(super) fn status(&self) -> Status {
        Status {
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            moves: self.moves.load(Relaxed),
            left: self.left.load(Relaxed),
            current: Move::from_bits(self.current.load(Relaxed)),
        }
    }
}
