//! What keeps moves from leaving the own King in check.

use std::cell::OnceCell;

use crate::position::Position;
use crate::types::{Piece, Square, SquareSet};

/// Decides whether a move leaves the own King safe.
pub(super) trait Filter {
    fn allows(&self, from: Square, to: Square) -> bool;
}

/// Lets every move pass: the piece is not pinned and there is no check.
pub(super) struct Free;
impl Filter for Free {
    #[inline]
    fn allows(&self, _: Square, _: Square) -> bool {
        true
    }
}

/// Lets moves to some squares pass: those that end a check or keep a pin.
pub(super) struct Within(pub(super) SquareSet);
impl Filter for Within {
    #[inline]
    fn allows(&self, _: Square, to: Square) -> bool {
        self.0.contains(to)
    }
}

/// Tries every move out.
pub(super) struct Tried<'a>(pub(super) &'a Position);
impl Filter for Tried<'_> {
    fn allows(&self, from: Square, to: Square) -> bool {
        self.0.is_safe_after(&[(from, Piece::EMPTY), (to, self.0.at(from))])
    }
}

/// Lets the King step to squares that are not attacked once it has left its own.
pub(super) struct KingSafe<'a> {
    position: &'a Position,
    /// Made for the first square that is asked for: most Kings have none to go to.
    without_king: OnceCell<[Piece; 256]>,
}
impl<'a> KingSafe<'a> {
    #[inline]
    pub(super) fn new(position: &'a Position) -> KingSafe<'a> {
        KingSafe { position, without_king: OnceCell::new() }
    }
}
impl Filter for KingSafe<'_> {
    #[inline]
    fn allows(&self, _: Square, to: Square) -> bool {
        let cells = self.without_king.get_or_init(|| self.position.cells_without_king());
        !self.position.attacked_on::<false>(cells, to, !self.position.side())
    }
}
