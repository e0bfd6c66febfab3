//! Lists of moves with the rank of each.

use crate::movegen::Sink;
use crate::types::{Kind, Move, Square};

/// Moves with the rank of each, picked one by one.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<(Move, i32)>,
    picked: usize,
}

impl Sink for MoveList {
    #[inline]
    fn add(&mut self, mv: Move) {
        self.moves.push((mv, 0));
    }

    fn add_drops(&mut self, kind: Kind, targets: &[Square]) {
        self.moves.extend(targets.iter().map(|&to| (Move::drop(kind, to), 0)));
    }
}

impl MoveList {
    /// An empty list with room for the moves of most positions.
    pub(super) fn with_room() -> MoveList {
        MoveList { moves: Vec::with_capacity(128), picked: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.picked = 0;
    }

    /// Adds a move with its rank.
    #[inline]
    pub(super) fn push(&mut self, mv: Move, rank: i32) {
        self.moves.push((mv, rank));
    }

    /// Gives every move its rank.
    #[inline]
    pub(super) fn rank(&mut self, rank: impl Fn(Move) -> i32) {
        for (mv, value) in &mut self.moves {
            *value = rank(*mv);
        }
    }

    /// Takes the next move in the order in which they were added.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(Move, i32)> {
        let found = *self.moves.get(self.picked)?;
        self.picked += 1;
        Some(found)
    }

    /// Takes the best move left, the first of several equals.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<(Move, i32)> {
        let rest = &mut self.moves[self.picked..];
        let (mut best, mut highest) = (0, i32::MIN);
        for (index, &(_, rank)) in rest.iter().enumerate() {
            if rank > highest {
                (best, highest) = (index, rank);
            }
        }
        let found = *rest.get(best)?;
        // The others keep their order as far as a swap can keep it; it is the same every time.
        rest.swap(0, best);
        self.picked += 1;
        Some(found)
    }
}
