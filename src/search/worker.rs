//! What one search thread works with.

use arrayvec::ArrayVec;

use crate::eval::{Evaluator, Totals};
use crate::movegen;
use crate::position::{Position, Threats};
use crate::types::{Color, MATE, MAX_PLY, Move, Score};

use super::brakes::Brakes;
use super::estimate::Trace;
use super::history::Row;
use super::memory::{Learnt, Memory};
use super::numbers::Numbers;
use super::picker::{self, Lists, Sources};
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
    pub(super) learnt: &'a mut Learnt,
    /// One frame for each ply from the root.
    pub(super) frames: &'a mut [Frame],
    pub(super) reductions: Reductions,
    pub(super) numbers: Numbers,
    /// The depth of the present iteration.
    pub(super) root_depth: i32,
    /// The longest line looked at in this iteration, in plies.
    pub(super) selective_depth: usize,
    /// No null moves are made before this ply.
    pub(super) null_from: usize,
    /// How much less than equal a draw is worth to the side to move at the root.
    pub(super) contempt: Score,
    /// [`Position::ply`] of the root.
    root_ply: usize,
}

/// What a node remembers of itself.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// Checks and pins.
    pub(super) threats: Threats,
    /// Totals of the evaluation.
    pub(super) totals: Totals,
    /// What the last evaluation on the way here leaves to estimate the next ones by.
    pub(super) trace: Trace,
    /// Lists of moves, kept from one visit of the ply to the next so that nothing is allocated.
    lists: Option<Lists>,
    pub(super) killers: [Option<Move>; 2],
    /// The corrected evaluation, `None` in check.
    pub(super) eval: Option<Score>,
    /// The move that is being searched.
    row: Row,
    /// A move that the next visit is to leave out.
    pub(super) excluded: Option<Move>,
    /// By how many plies the move that is being searched is reduced.
    pub(super) reduced: i32,
    /// How often nodes of this ply have been refuted since the last node two plies before began.
    pub(super) refuted: u8,
    /// How often the line here has been extended by two plies.
    pub(super) doubles: u8,
    /// The best line found, from this ply on.
    pub(super) line: ArrayVec<Move, { MAX_PLY + 1 }>,
}

impl Frame {
    /// A frame with room for the moves of most positions.
    pub(super) fn new() -> Frame {
        Frame { lists: Some(Lists::default()), ..Frame::default() }
    }

    /// Forgets all but what every node writes before it reads it.
    fn reset(&mut self) {
        self.trace = Trace::default();
        self.killers = [None; 2];
        self.eval = None;
        self.row = None;
        self.excluded = None;
        self.reduced = 0;
        self.refuted = 0;
        self.doubles = 0;
        self.line.clear();
    }

    pub(super) fn lend_lists(&mut self) -> Lists {
        self.lists.take().unwrap_or_default()
    }

    pub(super) fn take_back(&mut self, lists: Lists) {
        self.lists = Some(lists);
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        position: Position,
        (table, evaluator, numbers): (&'a Table, &'a Evaluator, &'a Numbers),
        memory: &'a mut Memory,
        brakes: Brakes<'a>,
    ) -> Worker<'a> {
        let Memory { learnt, frames, .. } = memory;
        frames.iter_mut().for_each(Frame::reset);
        frames[0].threats = position.threats();
        frames[0].totals = evaluator.totals(&position);
        Worker {
            root_ply: position.ply(),
            position,
            table,
            evaluator,
            brakes,
            learnt,
            frames,
            reductions: Reductions::new(numbers),
            numbers: numbers.clone(),
            root_depth: 0,
            selective_depth: 0,
            null_from: 0,
            contempt: 0,
        }
    }

    /// Makes a move `ply` plies from the root.
    #[inline]
    pub(super) fn make(&mut self, ply: usize, mv: Move) {
        self.frames[ply].row = Some(self.learnt.histories.row(&self.position, mv));
        let totals = self.evaluator.totals_after(&self.frames[ply].totals, &self.position, mv);
        let doubt = self.doubt_after(Some(mv));
        self.position.make(mv);
        self.frames[ply + 1].totals = totals.unwrap_or_else(|| self.evaluator.totals(&self.position));
        self.frames[ply + 1].trace = self.frames[ply].trace.fainter(doubt);
        self.position.find_threats(&mut self.frames[ply + 1].threats);
    }

    /// Passes the turn `ply` plies from the root.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.frames[ply].row = None;
        self.position.make_null();
        self.frames[ply + 1].totals = self.frames[ply].totals;
        self.frames[ply + 1].trace = self.frames[ply].trace.fainter(self.doubt_after(None));
        self.position.find_threats(&mut self.frames[ply + 1].threats);
    }

    /// Whether the side to move is in check `ply` plies from the root.
    #[inline]
    pub(super) fn in_check(&self, ply: usize) -> bool {
        self.frames[ply].threats.checkers > 0
    }

    /// The moves before a node, the last first.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Row; 2] {
        let back = |plies: usize| ply.checked_sub(plies).and_then(|ply| self.frames[ply].row);
        [back(1), back(2)]
    }

    /// The killers of a node and the counter move to the last move.
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = self.frames[ply].killers;
        let last = self.before(ply)[0];
        [first, second, last.and_then(|last| self.learnt.counters.of(self.position.side(), last))]
    }

    /// What ordering the moves of a node takes.
    #[inline]
    pub(super) fn sources(&self, ply: usize) -> Sources<'_> {
        Sources {
            position: &self.position,
            threats: &self.frames[ply].threats,
            evaluator: self.evaluator,
            histories: &self.learnt.histories,
            before: self.before(ply),
            table: self.table,
            numbers: &self.numbers,
        }
    }

    /// Whether a move wins at least so much by exchange.
    #[inline]
    pub(super) fn wins(&self, mv: Move, threshold: Score) -> bool {
        picker::wins(&self.position, self.evaluator, mv, threshold)
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
    /// In 1/65536 plies, as is the factor.
    base: i64,
    factor: i64,
    /// Binary logarithms in 1/256.
    logarithms: [i64; 256],
}

impl Reductions {
    fn new(numbers: &Numbers) -> Reductions {
        Reductions {
            base: i64::from(numbers.late_base),
            factor: i64::from(numbers.late_factor),
            logarithms: std::array::from_fn(|n| binary_logarithm(n as u64)),
        }
    }

    /// The reduction of the `count`th move at a depth, in 1/1024 plies: a constant and the product of the logarithms.
    #[inline]
    pub(super) fn grains(&self, depth: i32, count: usize) -> i32 {
        let product = self.logarithms[depth.clamp(0, 255) as usize] * self.logarithms[count.min(255)];
        // Two factors of 1/256 make 1/65536, the unit of the parameters.
        ((self.base * 65_536 + product * self.factor) >> 22) as i32
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
        let reductions = Reductions::new(&Numbers::tuned(false));
        for depth in 1..40 {
            for count in 1..100 {
                let grains = reductions.grains(depth, count);
                let exact = 1.282 + f64::from(depth).log2() * (count as f64).log2() * 0.2136;
                assert!(
                    (f64::from(grains) / 1024.0 - exact).abs() <= 0.05,
                    "{depth} {count}: {grains} {exact}"
                );
                assert!(grains <= reductions.grains(depth + 1, count));
                assert!(grains <= reductions.grains(depth, count + 1));
            }
        }
    }
}
