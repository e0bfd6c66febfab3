//! The vocabulary of the engine: squares, colours, pieces, moves, scores.
//!
//! Nothing here knows a rule of any game, and nothing here depends on another module of the crate.

mod bits;
mod color;
mod mv;
mod piece;
mod score;
mod square;

pub use bits::Bits;
pub use color::{ByColor, Color};
pub use mv::{Move, MoveClass};
pub use piece::{Kind, MAX_KINDS, Piece};
pub use score::{MATE, MAX_PLY, Score};
pub use square::{MAX_FILES, MAX_RANKS, Square, SquareSet};
