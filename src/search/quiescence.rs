//! The search at the horizon: captures and promotions until the position is quiet, moves and drops that give check at first,
//! every evasion when in check.

use crate::movegen;
use crate::types::{MATE, MAX_PLY, Move, Score};

use super::brakes::Stopped;
use super::params::QUIET_EVASIONS;
use super::picker::{self, Picker, Stage};
use super::table::{Bound, Known};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};

/// A node of quiescence while its moves are being tried.
struct Quiet {
    window: Window,
    ply: usize,
    in_check: bool,
    /// The score without a move, the least a side out of check can have.
    stand_pat: Score,
    best: Score,
    best_move: Option<Move>,
    alpha: Score,
    /// Evasions tried that do not capture.
    quiets: usize,
}

impl Worker<'_> {
    /// The score of a position once the exchanges on the board are played out. `checks`: whether moves and drops that give
    /// check are looked at, too.
    pub(super) fn quiesce(&mut self, window: Window, ply: usize, checks: bool) -> Result<Score, Stopped> {
        // 1. Count the node, mind the length of the line and dead positions.
        self.brakes.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        if self.is_dead() {
            return Ok(self.draw(ply));
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(ply, None));
        }
        // 2. Any entry of the table has been searched at least as deep.
        let in_check = self.in_check(ply);
        let known = self.table.find(self.position.key(), ply);
        if let Some(known) = known.filter(|_| !window.is_open())
            && known.cuts(window)
        {
            return Ok(known.score);
        }
        let was_pv = Known::was_pv(known, window);
        // 3. Stand pat: the side to move may decline every capture, unless it is in check.
        let mated = -MATE + ply as Score;
        let mut at = Quiet {
            window,
            ply,
            in_check,
            stand_pat: mated,
            best: mated,
            best_move: None,
            alpha: window.alpha,
            quiets: 0,
        };
        let mut raw = None;
        if !in_check {
            let (eval, real) = self.evaluate_roughly(ply, known, window);
            raw = real.then_some(eval);
            at.stand_pat = self.corrected(ply, eval);
            at.best = at.stand_pat;
            if at.best >= window.beta {
                if known.is_none() {
                    let known = Known {
                        best: None,
                        score: at.best,
                        depth: 0,
                        bound: Bound::Lower,
                        eval: raw,
                        was_pv,
                    };
                    self.table.keep(self.position.key(), ply, known);
                }
                return Ok(at.best);
            }
            at.alpha = at.alpha.max(at.best);
        }
        // 4. Try the moves.
        let hash_move = known.and_then(|known| known.best);
        let lists = self.frames[ply].lend_lists();
        let mut picker = if in_check {
            Picker::new(lists, hash_move, [None; 3])
        } else {
            Picker::noisy(lists, hash_move, 0)
        };
        let tried = self.try_loud(&mut at, &mut picker);
        self.frames[ply].take_back(picker.into_lists());
        tried?;
        if checks && !in_check && at.best < window.beta {
            self.try_checks(&mut at)?;
        }
        // 5. Remember.
        let bound = Bound::of(at.best, window);
        let known = Known { best: at.best_move, score: at.best, depth: 0, bound, eval: raw, was_pv };
        self.table.keep(self.position.key(), ply, known);
        Ok(at.best)
    }

    fn try_loud(&mut self, at: &mut Quiet, picker: &mut Picker) -> Result<(), Stopped> {
        while let Some((mv, stage)) = picker.next(&self.sources(at.ply)) {
            if at.in_check && at.best > -MATE_BOUND {
                // One evasion is known. Others that lose material, or are quiet and late, are not looked at.
                if stage == Stage::Losing {
                    break;
                }
                let quiet = self.position.is_quiet(mv);
                at.quiets += usize::from(quiet);
                if at.quiets > QUIET_EVASIONS {
                    picker.skip_quiets();
                    continue;
                }
            } else if !at.in_check {
                // Captures that cannot reach alpha (delta pruning).
                let hope =
                    at.stand_pat + picker::gain(&self.position, self.evaluator, mv) + self.numbers.delta;
                if hope <= at.alpha {
                    at.best = at.best.max(hope);
                    continue;
                }
            }
            if self.try_one(at, mv)? {
                break;
            }
        }
        Ok(())
    }

    /// Tries moves and drops that give check and lose nothing: attacks on the King are made of them.
    fn try_checks(&mut self, at: &mut Quiet) -> Result<(), Stopped> {
        let mut lists = self.frames[at.ply].lend_lists();
        lists.fill_with_checks(&self.sources(at.ply));
        let mut result = Ok(());
        while let Some(mv) = lists.next_check(&self.sources(at.ply)) {
            if !self.wins(mv, 0) {
                continue;
            }
            match self.try_one(at, mv) {
                Ok(false) => {}
                Ok(true) => break,
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            }
        }
        self.frames[at.ply].take_back(lists);
        result
    }

    /// Tries a move; says whether it refutes.
    fn try_one(&mut self, at: &mut Quiet, mv: Move) -> Result<bool, Stopped> {
        self.make(at.ply, mv);
        let window = Window { alpha: at.alpha, beta: at.window.beta }.turned();
        let score = -self.quiesce(window, at.ply + 1, false)?;
        self.position.unmake();
        if score > at.best {
            at.best = score;
            if score > at.alpha {
                at.alpha = score;
                at.best_move = Some(mv);
                if at.window.is_open() {
                    self.extend_line(at.ply, mv);
                }
                return Ok(score >= at.window.beta);
            }
        }
        Ok(false)
    }

    /// Whether a move is legal in the position `ply` plies from the root.
    pub(super) fn is_legal(&self, ply: usize, mv: Move) -> bool {
        movegen::is_legal(&self.position, &self.frames[ply].threats, mv)
    }
}
