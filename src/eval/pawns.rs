//! Pawn structure and the King's shelter.

use crate::rules::Rules;
use crate::types::{ByColor, Color, Square, SquareSet};

use super::params::{DOUBLED, ISOLATED, PASSED, SHELTER_FAR, SHELTER_NEAR};
use super::tables::{by_distance, ranks_to_promotion};
use super::tapered::Tapered;

/// Sets of squares and scores that Pawns are judged by, for each square of the mailbox.
#[derive(Debug)]
pub(super) struct PawnTables {
    spans: ByColor<Vec<Spans>>,
}

#[derive(Clone, Debug, Default)]
struct Spans {
    /// Squares before the Pawn on its own file.
    ahead: SquareSet,
    /// Squares before the Pawn on its own file and the neighbouring ones: no enemy Pawn there, and it is passed.
    stoppers: SquareSet,
    /// The neighbouring files.
    neighbours: SquareSet,
    /// The three squares right in front of a King.
    near: SquareSet,
    /// The three squares behind those.
    far: SquareSet,
    passed: Tapered,
}

impl PawnTables {
    pub(super) fn new(rules: &Rules) -> PawnTables {
        let of = |color| {
            let mut all = vec![Spans::default(); 256];
            for &square in &rules.squares {
                all[square.index()] = Spans::new(rules, color, square);
            }
            all
        };
        PawnTables { spans: ByColor::from_fn(of) }
    }

    /// The structure of one side's Pawns.
    pub(super) fn structure(
        &self,
        color: Color,
        squares: &[Square],
        own: &SquareSet,
        enemy: &SquareSet,
    ) -> Tapered {
        let mut score = Tapered::default();
        for &square in squares {
            let spans = &self.spans[color][square.index()];
            let doubled = !own.and(&spans.ahead).is_empty();
            if doubled {
                score += DOUBLED;
            } else if enemy.and(&spans.stoppers).is_empty() {
                score += spans.passed;
            }
            if own.and(&spans.neighbours).is_empty() {
                score += ISOLATED;
            }
        }
        score
    }

    /// The shelter that a side's Pawns give its King, in centipawns.
    pub(super) fn shelter(&self, color: Color, king: Square, own: &SquareSet) -> i32 {
        let spans = &self.spans[color][king.index()];
        own.and(&spans.near).len() as i32 * SHELTER_NEAR + own.and(&spans.far).len() as i32 * SHELTER_FAR
    }
}

impl Spans {
    fn new(rules: &Rules, color: Color, square: Square) -> Spans {
        let geometry = rules.geometry();
        let forward = if color == Color::White { 1i8 } else { -1 };
        let ranks = geometry.ranks as i8;
        let column = |dx: i8, steps: &mut dyn Iterator<Item = i8>| -> SquareSet {
            steps.filter_map(|dy| geometry.step(square, dx, dy * forward, false)).collect()
        };
        let block = |files: &[i8], from: i8, to: i8| -> SquareSet {
            files.iter().flat_map(|&dx| column(dx, &mut (from..=to)).iter().collect::<Vec<_>>()).collect()
        };
        Spans {
            ahead: block(&[0], 1, ranks),
            stoppers: block(&[-1, 0, 1], 1, ranks),
            neighbours: block(&[-1, 1], -ranks, ranks),
            near: block(&[-1, 0, 1], 1, 1),
            far: block(&[-1, 0, 1], 2, 2),
            passed: *by_distance(&PASSED, ranks_to_promotion(rules, color, square)),
        }
    }
}
