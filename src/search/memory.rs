//! What a search thread keeps from one search of a game to the next.

use std::sync::Arc;

use crate::eval::Scratch;
use crate::rules::Rules;
use crate::types::{Color, MAX_KINDS, MAX_PLY, Move};

use super::correction::Corrections;
use super::history::Histories;
use super::worker::Frame;

/// The memory of one search thread.
#[derive(Debug)]
pub(super) struct Memory {
    rules: Arc<Rules>,
    pub(super) learnt: Learnt,
    /// One frame for each ply from the root. What they hold is of no use to the next search, the room for it is.
    pub(super) frames: Vec<Frame>,
}

/// What earlier nodes have taught.
#[derive(Debug)]
pub(super) struct Learnt {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) counters: Counters,
    /// What the evaluation of the game works with.
    pub(super) scratch: Scratch,
}

impl Memory {
    /// An empty memory for a game.
    pub(super) fn new(rules: &Arc<Rules>) -> Memory {
        let squares = rules.geometry().square_count();
        let learnt = Learnt {
            histories: Histories::new(rules),
            corrections: Corrections::new(),
            counters: Counters::new(2 * MAX_KINDS * squares),
            scratch: Scratch::new(rules),
        };
        let frames = (0..MAX_PLY + 3).map(|_| Frame::new()).collect();
        Memory { rules: rules.clone(), learnt, frames }
    }

    /// Whether this is the memory of a game with these rules.
    pub(super) fn is_for(&self, rules: &Arc<Rules>) -> bool {
        Arc::ptr_eq(&self.rules, rules)
    }
}

/// The quiet moves that refuted others (Uiterwijk 1992), by the move refuted.
#[derive(Debug)]
pub(super) struct Counters {
    rows: usize,
    moves: Vec<Option<Move>>,
}

impl Counters {
    fn new(rows: usize) -> Counters {
        Counters { rows, moves: vec![None; 2 * rows] }
    }

    /// The move with which `color` last refuted a move.
    #[inline]
    pub(super) fn of(&self, color: Color, refuted: u32) -> Option<Move> {
        self.moves[color.index() * self.rows + refuted as usize]
    }

    /// Remembers with what `color` refuted a move.
    pub(super) fn keep(&mut self, color: Color, refuted: u32, by: Move) {
        self.moves[color.index() * self.rows + refuted as usize] = Some(by);
    }
}
