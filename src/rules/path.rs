//! One way for a piece to reach a square: what every Betza string comes down to on a board.

use crate::types::Square;

/// What a [`Path`] may be used for, a set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathUse {
    /// May go to an empty target.
    pub quiet: bool,
    /// May capture an enemy piece on the target.
    pub capture: bool,
    /// May capture en passant: the target is the square a Pawn has just passed over.
    pub en_passant: bool,
    /// Only for a piece that has not moved yet (Betza `i`).
    pub initial: bool,
}

/// A target square with the conditions on other squares under which a piece standing on some origin can reach it.
///
/// The origin itself appears nowhere in a path: it counts as vacated by the moving piece, and no path passes over
/// or ends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    /// Where the piece ends.
    pub target: Square,
    /// What the path is good for.
    pub usage: PathUse,
    /// Squares that must be empty, in walking order. For a slide these are exactly the squares passed, so the
    /// path to the next square of the slide has this path's `empty` plus this path's `target`.
    pub empty: Vec<Square>,
    /// Squares that must be occupied, by either colour (hopper platforms).
    pub occupied: Vec<Square>,
}
