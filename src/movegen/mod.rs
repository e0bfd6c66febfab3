//! Legal moves from step tables.
//!
//! The generator never makes a move to see whether it is legal, except for en passant captures, castlings and
//! positions in which a hopper bears on the King: [`Position::threats`] tells beforehand which squares end a check and
//! which squares a pinned piece may go to.

mod by_sets;
mod filter;
mod generate;
mod perft;
mod sink;
mod special;

pub use generate::{All, Mode, Noisy, Quiet, generate, generate_with, is_legal};
pub use perft::{brute_force_moves, divide, perft, perft_threads};
pub use sink::{Counter, Sink};

use crate::position::{Position, Threats};
use crate::types::Move;

/// All legal moves, in an order that is fixed for a position with its history.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    generate::<All, _>(position, &mut moves);
    moves
}

/// The number of legal moves.
pub fn count_legal(position: &Position) -> u64 {
    let mut counter = Counter::default();
    generate::<All, _>(position, &mut counter);
    counter.0
}

/// Whether the side to move has a legal move.
pub fn has_legal_move(position: &Position) -> bool {
    count_legal(position) > 0
}

/// Hands out moves of officers to empty squares from where they attack the enemy King, to a caller that knows
/// [`Position::threats`]. Kinds that do not move as they capture are left out, and so are lines that a move itself opens or shuts.
pub fn quiet_checks<S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    by_sets::find(position, threats, by_sets::Wanted::QuietChecks, sink);
}

/// Hands out the legal drops that attack the enemy King from their square, to a caller that knows
/// [`Position::threats`].
pub fn checking_drops<S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    special::checking_drops(position, threats, sink);
}
