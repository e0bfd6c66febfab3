//! Scores of positions.

/// A score in centipawns from the side to move's view, or a mate distance: see [`MATE`].
pub type Score = i32;

/// The score of being mated now is `-MATE`; a mate in `n` plies counts `MATE - n`.
pub const MATE: Score = 32_000;

/// The deepest the search goes, in plies from the root.
pub const MAX_PLY: usize = 128;
