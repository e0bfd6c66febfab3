//! Pawn structure.

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{ByColor, Color, Square, SquareSet};

use super::tables::{by_distance, file_distance, ranks_to_promotion};
use super::tapered::Tapered;
use super::weights::Weights;

/// Sets of squares and scores that Pawns are judged by, for each square of the mailbox.
#[derive(Debug)]
pub(super) struct PawnTables {
    spans: ByColor<Vec<Spans>>,
    isolated: Tapered,
    doubled: Tapered,
    backward: Tapered,
    own_king: Tapered,
    enemy_king: Tapered,
}

#[derive(Clone, Debug, Default)]
struct Spans {
    /// Squares before the Pawn on its own file.
    ahead: SquareSet,
    /// Squares before the Pawn on its own file and the neighbouring ones: no enemy Pawn there, and it is passed.
    stoppers: SquareSet,
    /// The neighbouring files.
    neighbours: SquareSet,
    /// The neighbouring files beside and behind the Pawn: whatever stands there may come to support it.
    helpers: SquareSet,
    /// Where an enemy Pawn guards the square before this one.
    guards: SquareSet,
    /// The squares beside.
    beside: SquareSet,
    /// The squares diagonally behind.
    behind: SquareSet,
    /// The square before the Pawn.
    stop: Option<Square>,
    passed: Tapered,
    blocked: Tapered,
    phalanx: Tapered,
    supported: Tapered,
}

impl PawnTables {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> PawnTables {
        let of = |color| {
            let mut all = vec![Spans::default(); 256];
            for &square in &rules.squares {
                all[square.index()] = Spans::new(rules, weights, color, square);
            }
            all
        };
        PawnTables {
            spans: ByColor::from_fn(of),
            isolated: weights.isolated,
            doubled: weights.doubled,
            backward: weights.backward,
            own_king: weights.passed_own_king,
            enemy_king: weights.passed_enemy_king,
        }
    }

    /// The structure of one side's Pawns.
    pub(super) fn structure(
        &self,
        position: &Position,
        color: Color,
        squares: &[Square],
        own: &SquareSet,
        enemy: &SquareSet,
    ) -> Tapered {
        let mut score = Tapered::default();
        for &square in squares {
            let spans = &self.spans[color][square.index()];
            if !own.and(&spans.ahead).is_empty() {
                score += self.doubled;
            } else if enemy.and(&spans.stoppers).is_empty() {
                score += self.passed(position, color, spans);
            }
            if own.and(&spans.neighbours).is_empty() {
                score += self.isolated;
            } else if own.and(&spans.helpers).is_empty() && !enemy.and(&spans.guards).is_empty() {
                score += self.backward;
            }
            if !own.and(&spans.beside).is_empty() {
                score += spans.phalanx;
            }
            if !own.and(&spans.behind).is_empty() {
                score += spans.supported;
            }
        }
        score
    }

    fn passed(&self, position: &Position, color: Color, spans: &Spans) -> Tapered {
        let Some(stop) = spans.stop else { return spans.passed };
        let rules = position.rules();
        let blocked = if position.at(stop).is_empty() { Tapered::default() } else { spans.blocked };
        spans.passed
            + blocked
            + self.own_king * distance(rules, position.king(color), stop)
            + self.enemy_king * distance(rules, position.king(!color), stop)
    }
}

impl Spans {
    fn new(rules: &Rules, weights: &Weights, color: Color, square: Square) -> Spans {
        let geometry = rules.geometry();
        let forward = if color == Color::White { 1i8 } else { -1 };
        let ranks = geometry.ranks as i8;
        let step = |dx: i8, dy: i8| geometry.step(square, dx, dy * forward, false);
        let block = |files: &[i8], from: i8, to: i8| -> SquareSet {
            files.iter().flat_map(|&dx| (from..=to).filter_map(move |dy| step(dx, dy))).collect()
        };
        let distance = ranks_to_promotion(rules, color, square);
        Spans {
            ahead: block(&[0], 1, ranks),
            stoppers: block(&[-1, 0, 1], 1, ranks),
            neighbours: block(&[-1, 1], -ranks, ranks),
            helpers: block(&[-1, 1], -ranks, 0),
            guards: block(&[-1, 1], 2, 2),
            beside: block(&[-1, 1], 0, 0),
            behind: block(&[-1, 1], -1, -1),
            stop: step(0, 1),
            passed: *by_distance(&weights.passed, distance),
            blocked: *by_distance(&weights.passed_blocked, distance),
            phalanx: *by_distance(&weights.phalanx, distance),
            supported: *by_distance(&weights.supported, distance),
        }
    }
}

/// King's steps from one square to another.
pub(super) fn distance(rules: &Rules, a: Square, b: Square) -> i32 {
    let ranks = usize::from(a.rank().abs_diff(b.rank()));
    file_distance(rules.geometry(), a, b).max(ranks) as i32
}
