//! Lists of moves with the rank of each.

use crate::movegen::Sink;
use crate::types::{Kind, Move, Square};

/// Moves with the rank of each, picked one by one. Ranks are kept apart from moves, so that the processor can compare several
/// at once.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<Move>,
    /// As many as moves once they are ranked.
    ranks: Vec<i32>,
    picked: usize,
}

impl Sink for MoveList {
    #[inline]
    fn add(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    fn add_drops(&mut self, kind: Kind, targets: &[Square]) {
        self.moves.extend(targets.iter().map(|&to| Move::drop(kind, to)));
    }
}

impl MoveList {
    /// An empty list with room for the moves of most positions.
    pub(super) fn with_room() -> MoveList {
        MoveList { moves: Vec::with_capacity(128), ranks: Vec::with_capacity(128), picked: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.ranks.clear();
        self.picked = 0;
    }

    /// Adds a move to a list that needs no ranks.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Gives every move its rank.
    #[inline]
    pub(super) fn rank(&mut self, rank: impl Fn(Move) -> i32) {
        self.ranks.clear();
        self.ranks.extend(self.moves.iter().map(|&mv| rank(mv)));
    }

    /// Takes the next move in the order in which they were added.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let found = *self.moves.get(self.picked)?;
        self.picked += 1;
        Some(found)
    }

    /// Takes the best of the ranked moves that are left, the first of several equals.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<Move> {
        let ranks = &mut self.ranks[self.picked..];
        let highest = ranks.iter().copied().fold(i32::MIN, i32::max);
        let best = ranks.iter().position(|&rank| rank == highest)?;
        // The others keep their order as far as a swap can keep it; it is the same every time.
        ranks.swap(0, best);
        let moves = &mut self.moves[self.picked..];
        moves.swap(0, best);
        self.picked += 1;
        moves.first().copied()
    }
}
