//! What a finished node teaches the nodes to come.

use crate::types::{Move, Score};

use super::node::{Situation, Trial};
use super::numbers::Numbers;
use super::params::HISTORY_SQUARE;
use super::table::Bound;
use super::worker::{MATE_BOUND, Worker};

impl Worker<'_> {
    /// Learns from a move that refuted, and from those that were tried before it and did not.
    pub(super) fn learn(&mut self, at: Situation, trial: &Trial, best: Move) {
        let (bonus, malus) = (self.bonus(at.depth), -self.malus(at.depth));
        let before = self.before(at.ply);
        let position = &self.position;
        let learnt = &mut *self.learnt;
        if position.is_quiet(best) {
            learnt.histories.learn_quiet(position, before, best, bonus);
            for &mv in &trial.quiets {
                learnt.histories.learn_quiet(position, before, mv, malus);
            }
            if let Some(last) = before[0] {
                learnt.counters.keep(position.side(), last, best);
            }
            let killers = &mut self.frames[at.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        } else {
            learnt.histories.learn_capture(position, best, bonus);
        }
        for &mv in &trial.captures {
            learnt.histories.learn_capture(position, mv, malus);
        }
    }

    /// The gain of a move that refutes at a depth.
    fn bonus(&self, depth: i32) -> i32 {
        let Numbers { bonus_linear, bonus_constant, bonus_max, .. } = self.numbers;
        by_depth(bonus_linear, bonus_constant, depth).clamp(0, bonus_max)
    }

    /// The loss of a move that was tried before it.
    fn malus(&self, depth: i32) -> i32 {
        let Numbers { malus_linear, malus_constant, malus_max, .. } = self.numbers;
        by_depth(malus_linear, malus_constant, depth).clamp(0, malus_max)
    }

    /// Credits the quiet move that led to a node where nothing reaches alpha (Stockfish 2016).
    pub(super) fn learn_last(&mut self, at: Situation) {
        let Some(mv) = self.position.last_quiet_move() else { return };
        let Some(row) = self.before(at.ply)[0] else { return };
        let bonus = self.bonus(at.depth) * self.numbers.last_bonus / 256;
        let before = self.before(at.ply - 1);
        self.learnt.histories.learn_made(&self.position, before, (mv, row), bonus);
    }

    /// Credits or debits the quiet move that led to a node by how it has changed the corrected evaluation
    /// (Stockfish 2020).
    pub(super) fn learn_change(&mut self, ply: usize, eval: Score) {
        let Some(mv) = self.position.last_quiet_move() else { return };
        let Some(before) = ply.checked_sub(1).and_then(|ply| self.frames[ply].eval) else { return };
        let gain = -eval - before;
        let Numbers { change_factor, change_offset, change_max, .. } = self.numbers;
        let bonus = (change_factor * (gain + change_offset) / 16).clamp(-change_max, change_max);
        let side = !self.position.side();
        self.learnt.histories.learn_butterfly(&self.position, side, mv, bonus);
    }

    /// Learns how far off the evaluation was, if the score tells: not where a capture explains the difference, and not
    /// where the score is a bound on the wrong side.
    pub(super) fn learn_correction(&mut self, at: Situation, trial: &Trial, bound: Bound) {
        let telling = match bound {
            Bound::Exact => true,
            Bound::Lower => trial.best > at.fixed,
            Bound::Upper => trial.best < at.fixed,
        };
        let quiet = trial.best_move.is_none_or(|mv| self.position.is_quiet(mv));
        if !at.in_check && telling && quiet && trial.best.abs() < MATE_BOUND {
            let last = self.before(at.ply)[0];
            self.learnt.corrections.learn(&self.numbers, &self.position, last, trial.best - at.raw, at.depth);
        }
    }
}

/// A polynomial of the depth: what shallow searches find is worth little.
fn by_depth(linear: i32, constant: i32, depth: i32) -> i32 {
    (HISTORY_SQUARE * depth + linear) * depth + constant
}
