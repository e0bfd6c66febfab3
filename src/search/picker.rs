//! The order in which the moves of a node are tried, generated in stages so that a node that is cut early does not pay
//! for the moves that it never comes to.
//!
//! The hash move; captures and promotions that do not lose by exchange, by victim and history; killers (Huberman 1968)
//! and the counter move; quiet moves and drops by history; last the captures that lose.

use crate::eval::Evaluator;
use crate::movegen::{self, Noisy, Quiet};
use crate::position::{Position, Threats};
use crate::types::{Move, MoveClass, Score};

use super::history::{Histories, Row};
use super::moves::MoveList;
use super::numbers::Numbers;
use super::table::Table;

/// The moves of a node, kept from one visit of the ply to the next so that nothing is allocated.
#[derive(Debug)]
pub(super) struct Lists(Box<Stages>);

/// A list for each stage that has one.
#[derive(Debug)]
struct Stages {
    noisy: MoveList,
    losing: MoveList,
    quiet: MoveList,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists(Box::new(Stages {
            noisy: MoveList::with_room(),
            losing: MoveList::with_room(),
            quiet: MoveList::with_room(),
        }))
    }
}

impl Lists {
    /// Fills the list of quiet moves with moves and drops that give check.
    pub(super) fn fill_with_checks(&mut self, from: &Sources<'_>) {
        self.0.quiet.clear();
        movegen::quiet_checks(from.position, from.threats, &mut self.0.quiet);
        movegen::checking_drops(from.position, from.threats, &mut self.0.quiet);
        let history = from.histories.quiet(from.position, from.before);
        self.0.quiet.rank(|mv| history.of(mv));
    }

    /// The next of these.
    pub(super) fn next_check(&mut self, from: &Sources<'_>) -> Option<Move> {
        self.0.quiet.pick().inspect(|&mv| from.prefetch(mv))
    }
}

/// What a picker looks things up in.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) position: &'a Position,
    pub(super) threats: &'a Threats,
    pub(super) evaluator: &'a Evaluator,
    pub(super) histories: &'a Histories,
    /// The moves before the node, the last first.
    pub(super) before: [Row; 2],
    pub(super) table: &'a Table,
    pub(super) numbers: &'a Numbers,
}

impl Sources<'_> {
    /// Has the processor fetch what is known of the position after a move while the move is thought about and made: memory
    /// is slow.
    #[inline]
    fn prefetch(&self, mv: Move) {
        self.table.prefetch(self.position.likely_key_after(mv));
    }
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// The hash move.
    Hash,
    /// Captures and promotions that do not lose.
    Winning,
    /// A killer or the counter move.
    Killer,
    /// Other quiet moves and drops.
    Quiet,
    /// Captures that lose.
    Losing,
    /// No more.
    Done,
}

/// Hands out the moves of a node one by one.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    begun: bool,
    hash_move: Option<Move>,
    killers: [Option<Move>; 3],
    next_killer: usize,
    lists: Lists,
    /// What an exchange must win for a capture to be among the winning ones.
    threshold: Score,
    with_quiets: bool,
    with_losing: bool,
}

impl Picker {
    /// A picker for all moves. The hash move and the killers may belong to other positions.
    pub(super) fn new(lists: Lists, hash_move: Option<Move>, killers: [Option<Move>; 3]) -> Picker {
        let [first, second, third] = killers;
        let third = third.filter(|_| third != first && third != second);
        Picker {
            stage: Stage::Hash,
            begun: false,
            hash_move,
            killers: [first, second, third],
            next_killer: 0,
            lists,
            threshold: 0,
            with_quiets: true,
            with_losing: true,
        }
    }

    /// A picker for captures and promotions that win at least `threshold` by exchange, after a hash move that is one.
    pub(super) fn noisy(lists: Lists, hash_move: Option<Move>, threshold: Score) -> Picker {
        Picker {
            threshold,
            with_quiets: false,
            with_losing: false,
            ..Picker::new(lists, hash_move, [None; 3])
        }
    }

    /// Gives the lists back.
    pub(super) fn into_lists(self) -> Lists {
        self.lists
    }

    /// From now on no quiet moves are wanted.
    pub(super) fn skip_quiets(&mut self) {
        self.with_quiets = false;
    }

    /// The next move and the stage it comes from.
    #[inline]
    pub(super) fn next(&mut self, from: &Sources<'_>) -> Option<(Move, Stage)> {
        loop {
            let found = match self.stage {
                Stage::Hash => self.hash(from),
                Stage::Winning => self.winning(from),
                Stage::Killer => self.killer(from),
                Stage::Quiet => self.quiet(from),
                Stage::Losing => self.losing(),
                Stage::Done => return None,
            };
            if let Some(mv) = found {
                return Some((mv, self.stage));
            }
            self.advance();
        }
    }

    fn advance(&mut self) {
        self.begun = false;
        self.stage = match self.stage {
            Stage::Hash => Stage::Winning,
            Stage::Winning => Stage::Killer,
            Stage::Killer => Stage::Quiet,
            Stage::Quiet if !self.with_losing => Stage::Done,
            Stage::Quiet => Stage::Losing,
            Stage::Losing | Stage::Done => Stage::Done,
        };
    }

    /// Whether this is the first call of the stage.
    fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }

    fn hash(&mut self, from: &Sources<'_>) -> Option<Move> {
        if !self.begins() {
            return None;
        }
        let wanted = |&mv: &Move| {
            movegen::is_legal(from.position, from.threats, mv)
                && (self.with_losing
                    || !from.position.is_quiet(mv) && wins(from.position, from.evaluator, mv, self.threshold))
        };
        self.hash_move = self.hash_move.filter(wanted).inspect(|&mv| from.prefetch(mv));
        self.hash_move
    }

    fn winning(&mut self, from: &Sources<'_>) -> Option<Move> {
        if self.begins() {
            self.lists.0.noisy.clear();
            self.lists.0.losing.clear();
            movegen::generate_with::<Noisy, _>(from.position, from.threats, &mut self.lists.0.noisy);
            self.lists.0.noisy.rank(|mv| {
                let gain = gain(from.position, from.evaluator, mv);
                gain * from.numbers.gain_rank + from.histories.capture(from.position, mv)
            });
        }
        while let Some(mv) = self.lists.0.noisy.pick() {
            if self.hash_move == Some(mv) {
                continue;
            }
            from.prefetch(mv);
            if wins(from.position, from.evaluator, mv, self.threshold) {
                return Some(mv);
            }
            self.lists.0.losing.push(mv);
        }
        None
    }

    fn killer(&mut self, from: &Sources<'_>) -> Option<Move> {
        while self.with_quiets && self.next_killer < self.killers.len() {
            let slot = &mut self.killers[self.next_killer];
            self.next_killer += 1;
            let legal = |&mv: &Move| {
                self.hash_move != Some(mv)
                    && mv.class() != MoveClass::Promotion
                    && movegen::is_legal(from.position, from.threats, mv)
                    && from.position.is_quiet(mv)
            };
            *slot = slot.filter(legal);
            if let Some(mv) = *slot {
                from.prefetch(mv);
                return Some(mv);
            }
        }
        None
    }

    fn quiet(&mut self, from: &Sources<'_>) -> Option<Move> {
        if !self.with_quiets {
            return None;
        }
        if self.begins() {
            self.lists.0.quiet.clear();
            movegen::generate_with::<Quiet, _>(from.position, from.threats, &mut self.lists.0.quiet);
            let history = from.histories.quiet(from.position, from.before);
            let checks = from.position.direct_checks();
            self.lists
                .0
                .quiet
                .rank(|mv| history.of(mv) + if checks.gives(mv) { from.numbers.check_rank } else { 0 });
        }
        while let Some(mv) = self.lists.0.quiet.pick() {
            if self.hash_move != Some(mv) && !self.killers.contains(&Some(mv)) {
                from.prefetch(mv);
                return Some(mv);
            }
        }
        None
    }

    fn losing(&mut self) -> Option<Move> {
        self.lists.0.losing.next()
    }
}

/// What a move gains at once, in centipawns.
#[inline]
pub(super) fn gain(position: &Position, evaluator: &Evaluator, mv: Move) -> Score {
    let promoted = if mv.class() == MoveClass::Promotion { evaluator.promotion_gain(mv.kind()) } else { 0 };
    evaluator.capture_value(position.captured_by(mv)) + promoted
}

/// Whether a move wins at least so much, captures on its target included.
#[inline]
pub(super) fn wins(position: &Position, evaluator: &Evaluator, mv: Move, threshold: Score) -> bool {
    position.exchange_wins(mv, gain(position, evaluator, mv), evaluator.capture_values(), threshold)
}
