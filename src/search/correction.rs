//! How wrong the static evaluation was in earlier positions of a kind: it is corrected by the average error of those
//! with the same Pawns, the same material on board and in hand, and after the same move.
//!
//! Correction history, from the chess engine Caissa (Witek 2023).

use crate::position::Position;
use crate::types::{Color, Score};

use super::history::Row;
use super::numbers::Numbers;
use super::params::CORRECTION_MAX;

/// Entries of each table and colour.
const ENTRIES: usize = 1 << 14;
/// Errors are kept in 1/256 centipawns.
const GRAIN: i32 = 256;

/// What the errors are remembered by.
const KEYS: usize = 3;

/// The errors of the static evaluation.
#[derive(Debug)]
pub(super) struct Corrections {
    errors: Vec<i32>,
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections { errors: vec![0; KEYS * 2 * ENTRIES] }
    }

    /// What to add to the static evaluation of a position that came about by the move `last`, in centipawns.
    #[inline]
    pub(super) fn of(&self, numbers: &Numbers, position: &Position, last: Row) -> Score {
        let places = places(position, last);
        let weights = [numbers.correction_pawns, numbers.correction_material, numbers.correction_last];
        let sum: i32 = places.iter().zip(weights).map(|(&place, weight)| self.errors[place] * weight).sum();
        sum / (GRAIN * 256)
    }

    /// Learns that the static evaluation, before correction, was off by `error` centipawns, as a search to a depth found.
    pub(super) fn learn(
        &mut self,
        numbers: &Numbers,
        position: &Position,
        last: Row,
        error: Score,
        depth: i32,
    ) {
        let rate = (depth + 1).min(16);
        let target = error.clamp(-CORRECTION_MAX, CORRECTION_MAX) * GRAIN;
        for place in places(position, last) {
            let entry = &mut self.errors[place];
            *entry += (target - *entry) * rate / numbers.correction_rate;
        }
    }
}

/// Where the errors of a position are kept.
#[inline]
fn places(position: &Position, last: Row) -> [usize; KEYS] {
    let last = u64::from(last.map_or(0, |row| row + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let keys = [position.pawn_key(), position.material_key(), last];
    let side = usize::from(position.side() == Color::Black);
    std::array::from_fn(|n| (n * 2 + side) * ENTRIES + (keys[n] as usize & (ENTRIES - 1)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::rules::Rules;

    #[test]
    fn errors_seen_again_and_again_are_corrected_and_only_where_they_were_seen() {
        let game = Config::shipped().game(&GameChoice::variant("normal")).unwrap();
        let rules = Arc::new(Rules::compile(game).unwrap());
        let position = |fen: &str| Position::from_fen(rules.clone(), fen).unwrap();
        let seen = position("4k3/8/8/8/8/8/4P3/4K2N w - - 0 1");
        let unseen = position("4k3/8/8/8/8/3P4/8/4K2B w - - 0 1");
        let numbers = Numbers::tuned(false);
        let mut corrections = Corrections::new();
        assert_eq!(corrections.of(&numbers, &seen, None), 0);
        for _ in 0..200 {
            corrections.learn(&numbers, &seen, Some(7), 100, 10);
        }
        // The weights add up to three quarters.
        let corrected = corrections.of(&numbers, &seen, Some(7));
        assert!((70..=80).contains(&corrected), "{corrected}");
        assert_eq!(corrections.of(&numbers, &unseen, Some(8)), 0);
        // The same Pawns alone, or the same material alone, bring a part of it.
        let same_pawns = position("4k3/8/8/8/8/8/4P3/4K2B w - - 0 1");
        let part = corrections.of(&numbers, &same_pawns, Some(8));
        assert!(part > 10 && part < corrected - 20, "{part}");
        // An error beyond the bound counts as the bound.
        for _ in 0..2_000 {
            corrections.learn(&numbers, &seen, Some(7), -100_000, 10);
        }
        assert!(corrections.of(&numbers, &seen, Some(7)) >= -2 * CORRECTION_MAX);
    }
}
