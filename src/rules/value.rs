//! Piece values from the moves alone.
//!
//! A piece is worth what it can do on a board where some squares are taken: its *crowded mobility*, the average over
//! all squares of the probability that each target is within reach when any square is empty with probability
//! [`EMPTY`] (Ralph Betza's "magic number", about 0.7). Moves that can capture count more than moves that cannot.
//! The value is `mobility * (56 + mobility)` centipawns, less a tenth for a piece bound to one colour. Constants are
//! fitted to the orthodox pieces: Knight 322, Bishop 315, Rook 517, Queen 967 on 8x8.

use super::castling::shade;
use super::ways::{Way, usage};
use crate::types::Square;

/// The probability that a square is empty.
const EMPTY: f64 = 0.7;
/// Share of a quiet move in a target's weight; the rest is for the capture.
const QUIET_SHARE: f64 = 0.4;

/// The average number of targets on a board where squares are empty with probability [`EMPTY`].
pub fn crowded_mobility(ways: &[(Square, Vec<Way>)]) -> f64 {
    let total: f64 = ways.iter().flat_map(|(_, ways)| ways).map(weight).sum();
    total / ways.len().max(1) as f64
}

fn weight(way: &Way) -> f64 {
    let shut: f64 = way
        .alternatives
        .iter()
        .map(|a| {
            let open = power(EMPTY, a.empty.len()) * power(1.0 - EMPTY, a.occupied.len());
            1.0 - if a.initial { open / 4.0 } else { open }
        })
        .product();
    let mut share = 0.0;
    if way.usage & usage::QUIET != 0 {
        share += QUIET_SHARE;
    }
    if way.usage & usage::CAPTURE != 0 {
        share += 1.0 - QUIET_SHARE;
    }
    (1.0 - shut) * share
}

/// `base` to a small power by multiplication, which rounds alike on every platform.
fn power(base: f64, exponent: usize) -> f64 {
    std::iter::repeat_n(base, exponent).product()
}

/// Whether no move ever changes the colour of the piece's square.
pub fn is_color_bound(ways: &[(Square, Vec<Way>)]) -> bool {
    ways.iter().all(|(from, ways)| ways.iter().all(|w| shade(w.target) == shade(*from)))
}

/// Midgame and endgame value in centipawns.
pub fn piece_value(ways: &[(Square, Vec<Way>)]) -> (i32, i32) {
    let mobility = crowded_mobility(ways);
    let bound = if is_color_bound(ways) { 0.9 } else { 1.0 };
    let value = (mobility * (56.0 + mobility) * bound).round() as i32;
    (value, value)
}
