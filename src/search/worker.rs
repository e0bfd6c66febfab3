//! What one search thread works with.

use arrayvec::ArrayVec;

use crate::eval::Evaluator;
use crate::movegen;
use crate::position::Position;
use crate::types::{Color, MATE, MAX_PLY, Move, Score};

use super::brakes::Brakes;
use super::ordering::{History, MoveList};
use super::table::Table;

/// Scores from this on, either way, are mates.
pub(super) const MATE_BOUND: Score = MATE - MAX_PLY as Score;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) position: Position,
    pub(super) table: &'a Table,
    pub(super) evaluator: &'a Evaluator,
    pub(super) brakes: Brakes<'a>,
    pub(super) history: History,
    /// One frame for each ply from the root.
    pub(super) frames: Vec<Frame>,
    pub(super) reductions: Reductions,
    /// The depth of the present iteration.
    pub(super) root_depth: i32,
    /// The longest line looked at in this iteration, in plies.
    pub(super) selective_depth: usize,
    /// How much less than equal a draw is worth to the side to move at the root.
    pub(super) contempt: Score,
    /// [`Position::ply`] of the root.
    root_ply: usize,
}

/// What a node remembers of itself, kept from one visit of the ply to the next so that nothing is allocated.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) moves: MoveList,
    pub(super) killers: [Option<Move>; 2],
    /// The static evaluation, `None` in check.
    pub(super) eval: Option<Score>,
    /// The best line found, from this ply on.
    pub(super) line: ArrayVec<Move, { MAX_PLY + 1 }>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        position: Position,
        table: &'a Table,
        evaluator: &'a Evaluator,
        brakes: Brakes<'a>,
    ) -> Worker<'a> {
        let frame =
            || Frame { moves: MoveList::with_room(), killers: [None; 2], eval: None, line: ArrayVec::new() };
        Worker {
            root_ply: position.ply(),
            position,
            table,
            evaluator,
            brakes,
            history: History::new(),
            frames: (0..=MAX_PLY + 1).map(|_| frame()).collect(),
            reductions: Reductions::new(),
            root_depth: 0,
            selective_depth: 0,
            contempt: 0,
        }
    }

    /// Takes every move back that a stopped search left on the board.
    pub(super) fn return_to_root(&mut self) {
        while self.position.ply() > self.root_ply {
            self.position.unmake();
        }
    }

    /// Makes the best line of a ply from a move and the line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let (line, rest) = (&mut upper[ply].line, &lower[0].line);
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY));
    }

    /// The score of a draw `ply` plies from the root.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// Whether the position is drawn by rule, whatever is played. A mate on the board goes before the fifty moves.
    pub(super) fn is_drawn(&self, in_check: bool) -> bool {
        let position = &self.position;
        let mated = || in_check && !movegen::has_legal_move(position);
        position.is_repetition(self.root_ply) || position.is_fifty() && !mated() || self.is_dead()
    }

    /// Whether no side can mate any more. Only looked at with few men, the only case that is not rare.
    pub(super) fn is_dead(&self) -> bool {
        let men = |color| self.position.pieces(color).len();
        men(Color::White) + men(Color::Black) <= FEW_MEN && self.position.is_dead()
    }
}

/// Positions with more men are not looked at for being dead.
const FEW_MEN: usize = 5;

/// By how many plies late moves are reduced.
#[derive(Debug)]
pub(super) struct Reductions {
    /// Binary logarithms in 1/256.
    logarithms: [i64; 256],
}

impl Reductions {
    fn new() -> Reductions {
        Reductions { logarithms: std::array::from_fn(|n| binary_logarithm(n as u64)) }
    }

    /// The reduction of the `count`th move at a depth: a constant and the product of the logarithms.
    #[inline]
    pub(super) fn plies(&self, depth: i32, count: usize) -> i32 {
        let product = self.logarithms[depth.clamp(0, 255) as usize] * self.logarithms[count.min(255)];
        // Two factors of 1/256 make 1/65536, the unit of the parameters.
        ((super::params::LATE_BASE * 65_536 + product * super::params::LATE_FACTOR) >> 32) as i32
    }
}

/// The binary logarithm in 1/256, by squaring, in integers so that every machine agrees. Zero for 0.
fn binary_logarithm(n: u64) -> i64 {
    let Some(whole) = n.checked_ilog2() else { return 0 };
    let mut logarithm = i64::from(whole);
    // The mantissa, at least 1 and below 2, in 1/2^16.
    let mut mantissa = (n << 16) >> whole;
    for _ in 0..8 {
        mantissa = (mantissa * mantissa) >> 16;
        logarithm <<= 1;
        if mantissa >= 2 << 16 {
            mantissa >>= 1;
            logarithm |= 1;
        }
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..256u64 {
            let exact = (n as f64).log2() * 256.0;
            assert!((binary_logarithm(n) as f64 - exact).abs() < 1.1, "{n}: {}", binary_logarithm(n));
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_count() {
        let reductions = Reductions::new();
        assert_eq!(reductions.plies(3, 4), 1);
        for depth in 1..40 {
            for count in 1..100 {
                let plies = reductions.plies(depth, count);
                let exact = 0.595 + f64::from(depth).log2() * (count as f64).log2() * 0.209;
                assert!((f64::from(plies) - exact.floor()).abs() <= 1.0, "{depth} {count}: {plies} {exact}");
                assert!(plies <= reductions.plies(depth + 1, count));
                assert!(plies <= reductions.plies(depth, count + 1));
            }
        }
    }
}
