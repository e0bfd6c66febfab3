//! The search at the horizon: captures and promotions until the position is quiet, every evasion when in check.

use crate::movegen::{self, All, Noisy};
use crate::types::{MATE, MAX_PLY, MoveClass, Score};

use super::brakes::Stopped;
use super::ordering::{self, Hints, looks_bad};
use super::params::DELTA;
use super::table::{Bound, Known};
use super::window::Window;
use super::worker::Worker;

impl Worker<'_> {
    /// The score of a position once the exchanges on the board are played out.
    pub(super) fn quiesce(&mut self, window: Window, ply: usize, in_check: bool) -> Result<Score, Stopped> {
        // 1. Count the node, mind the length of the line and dead positions.
        self.brakes.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        if self.is_dead() {
            return Ok(self.draw(ply));
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluator.evaluate(&self.position));
        }
        // 2. Any entry of the table has been searched at least as deep.
        let key = self.position.key();
        let known = self.table.find(key, ply);
        if let Some(known) = known.filter(|_| !window.is_open())
            && known.cuts(window)
        {
            return Ok(known.score);
        }
        // 3. Stand pat: the side to move may decline every capture, unless it is in check.
        let mut best = -MATE + ply as Score;
        let mut alpha = window.alpha;
        if !in_check {
            best = self.evaluator.evaluate(&self.position);
            if best >= window.beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let stand_pat = best;
        // 4. Try the moves.
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        self.generate_loud(&mut moves, known.and_then(|known| known.best), ply, in_check);
        let mut best_move = None;
        while let Some((mv, rank)) = moves.pick() {
            if !in_check {
                // 5. Captures that look like losses, and those that cannot reach alpha (delta pruning).
                if looks_bad(rank) {
                    break;
                }
                let hope = stand_pat + ordering::gain(&self.position, self.evaluator, mv) + DELTA;
                if hope <= alpha && mv.class() != MoveClass::Promotion {
                    best = best.max(hope);
                    continue;
                }
            }
            self.position.make(mv);
            let checks = self.position.in_check();
            let score = -self.quiesce(Window { alpha, beta: window.beta }.turned(), ply + 1, checks)?;
            self.position.unmake();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if window.is_open() {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].moves = moves;
        // 6. Remember.
        let bound = Bound::of(best, window);
        self.table.keep(key, ply, Known { best: best_move, score: best, depth: 0, bound });
        Ok(best)
    }

    fn generate_loud(
        &self,
        moves: &mut ordering::MoveList,
        hash_move: Option<crate::types::Move>,
        ply: usize,
        in_check: bool,
    ) {
        moves.clear();
        let (position, evaluator) = (&self.position, self.evaluator);
        if in_check {
            movegen::generate::<All, _>(position, moves);
        } else {
            movegen::generate::<Noisy, _>(position, moves);
        }
        let hints = Hints { hash_move, killers: self.frames[ply].killers, history: &self.history };
        moves.rank(|mv| ordering::rank_any(position, evaluator, hints, mv));
    }
}
