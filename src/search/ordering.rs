//! The order in which moves are tried.
//!
//! The hash move, captures and promotions by gain (MVV-LVA), killers (Huberman 1968), quiet moves by history
//! (Schaeffer 1983), and last the captures that look like losses.

use crate::eval::Evaluator;
use crate::movegen::Sink;
use crate::position::Position;
use crate::types::{Color, Kind, MAX_KINDS, Move, MoveClass, Score, Square};

use super::params::{HISTORY_BONUS, HISTORY_BONUS_MAX, HISTORY_MAX};

/// The ranks of the classes of moves; within a class moves differ by less.
const HASH_MOVE: i32 = 4 << 20;
const GOOD: i32 = 2 << 20;
const KILLER: i32 = 1 << 20;
const BAD: i32 = -(2 << 20);

/// Moves with the rank of each, picked one by one.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    moves: Vec<(Move, i32)>,
    picked: usize,
}

impl Sink for MoveList {
    #[inline]
    fn add(&mut self, mv: Move) {
        self.moves.push((mv, 0));
    }

    fn add_drops(&mut self, kind: Kind, targets: &[Square]) {
        self.moves.extend(targets.iter().map(|&to| (Move::drop(kind, to), 0)));
    }
}

impl MoveList {
    /// An empty list with room for the moves of most positions.
    pub(super) fn with_room() -> MoveList {
        MoveList { moves: Vec::with_capacity(128), picked: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.picked = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Gives every move its rank.
    pub(super) fn rank(&mut self, rank: impl Fn(Move) -> i32) {
        for (mv, value) in &mut self.moves {
            *value = rank(*mv);
        }
    }

    /// Takes the best move left, the first of several equals.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<(Move, i32)> {
        let rest = &mut self.moves[self.picked..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].1 > rest[best].1 {
                best = index;
            }
        }
        let found = *rest.get(best)?;
        // The others keep their order as far as a swap can keep it; it is the same every time.
        rest.swap(0, best);
        self.picked += 1;
        Some(found)
    }

    /// The moves picked so far.
    pub(super) fn picked(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.picked].iter().map(|&(mv, _)| mv)
    }
}

/// Whether a move was ranked as a capture or promotion that seems to lose.
pub(super) fn looks_bad(rank: i32) -> bool {
    rank < BAD / 2
}

/// Whether a move neither captures nor promotes.
#[inline]
pub(super) fn is_quiet(position: &Position, mv: Move) -> bool {
    mv.class() != MoveClass::Promotion && position.captured_by(mv).is_empty()
}

/// The rank of a capture or promotion.
///
/// Captures of a cheaper piece that is defended look bad; what else stands behind attackers and defenders is not
/// looked at.
#[inline]
pub(super) fn rank_noisy(position: &Position, evaluator: &Evaluator, mv: Move) -> i32 {
    let gain = gain(position, evaluator, mv);
    if mv.class() == MoveClass::Promotion {
        return if gain > 0 { GOOD + gain * 16 } else { BAD };
    }
    let risk = evaluator.capture_value(position.at(mv.from()));
    let royal = position.rules().is_royal(position.at(mv.from()).kind());
    let class =
        if risk > gain && !royal && position.is_attacked(mv.to(), !position.side()) { BAD } else { GOOD };
    class + gain * 16 - risk
}

/// What a move gains at once, in centipawns.
#[inline]
pub(super) fn gain(position: &Position, evaluator: &Evaluator, mv: Move) -> Score {
    let promoted = if mv.class() == MoveClass::Promotion { evaluator.promotion_gain(mv.kind()) } else { 0 };
    evaluator.capture_value(position.captured_by(mv)) + promoted
}

/// What ranking needs to know beside the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    pub(super) hash_move: Option<Move>,
    pub(super) killers: [Option<Move>; 2],
    pub(super) history: &'a History,
}

/// The rank of any move.
#[inline]
pub(super) fn rank_any(position: &Position, evaluator: &Evaluator, hints: Hints<'_>, mv: Move) -> i32 {
    if hints.hash_move == Some(mv) {
        HASH_MOVE
    } else if !is_quiet(position, mv) {
        rank_noisy(position, evaluator, mv)
    } else if hints.killers[0] == Some(mv) {
        KILLER + 1
    } else if hints.killers[1] == Some(mv) {
        KILLER
    } else {
        hints.history.of(position, mv)
    }
}

/// How well quiet moves did elsewhere in the tree: by colour, kind (dropped kinds apart from moved ones) and target.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<i16>,
}

impl History {
    pub(super) fn new() -> History {
        History { scores: vec![0; Color::ALL.len() * MAX_KINDS * 2 * 256] }
    }

    fn index(position: &Position, mv: Move) -> usize {
        let row = match mv.class() {
            MoveClass::Drop => MAX_KINDS + mv.kind().index(),
            _ => position.at(mv.from()).kind().index(),
        };
        (position.side().index() * MAX_KINDS * 2 + row) * 256 + mv.to().index()
    }

    /// The history of a quiet move, between plus and minus [`HISTORY_MAX`].
    #[inline]
    pub(super) fn of(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.scores[History::index(position, mv)])
    }

    /// Credits the quiet move that refuted at some depth, and debits those that were tried before it.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        best: Move,
        tried: impl Iterator<Item = Move>,
        depth: i32,
    ) {
        let bonus = (HISTORY_BONUS * depth).min(HISTORY_BONUS_MAX);
        self.add(position, best, bonus);
        for mv in tried.filter(|&mv| mv != best && is_quiet(position, mv)) {
            self.add(position, mv, -bonus);
        }
    }

    /// Moves a value toward its end, the less the nearer it is ("gravity").
    fn add(&mut self, position: &Position, mv: Move, bonus: i32) {
        let score = &mut self.scores[History::index(position, mv)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}
