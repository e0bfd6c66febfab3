//! An inner node of the tree: principal variation search (Marsland and Campbell 1982) with the usual shortcuts.

use crate::movegen::{self, All};
use crate::types::{MATE, MAX_PLY, Move, Score};

use super::brakes::Stopped;
use super::ordering::{self, Hints, MoveList};
use super::params::{
    FUTILITY, FUTILITY_DEPTH, FUTILITY_PER_PLY, LATE_DEPTH, LATE_HISTORY, LATE_MOVE, MOVE_COUNT_DEPTH,
    NO_HASH_MOVE_DEPTH, NULL_DEPTH, NULL_LEAD, NULL_REDUCTION, REVERSE_FUTILITY, REVERSE_FUTILITY_DEPTH,
};
use super::table::{Bound, Known};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};

/// How a move just made is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The depth left after the move.
    pub(super) depth: i32,
    /// Plies by which it is tried less deep first.
    pub(super) reduction: i32,
    /// Whether it is the first move of the node.
    pub(super) first: bool,
    /// Whether it gives check.
    pub(super) checks: bool,
}

/// What a node knows before it tries moves.
#[derive(Clone, Copy, Debug)]
struct Situation {
    window: Window,
    depth: i32,
    ply: usize,
    in_check: bool,
    /// The static evaluation; meaningless in check.
    eval: Score,
    /// Whether the evaluation is better than two plies ago.
    improving: bool,
}

impl Situation {
    fn is_pv(&self) -> bool {
        self.window.is_open()
    }
}

/// The moves of a node while they are being tried.
struct Trial {
    best: Score,
    best_move: Option<Move>,
    alpha: Score,
    count: usize,
}

impl Worker<'_> {
    /// The score of the position for the side to move, searched to a depth. Fail-soft: outside the window it is a bound.
    pub(super) fn node(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        in_check: bool,
    ) -> Result<Score, Stopped> {
        // 1. At the horizon only captures matter.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(window, ply, in_check);
        }
        self.brakes.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        // 2. Draws by rule. The first repetition counts: what could be done once can be done again.
        if self.is_drawn(in_check) {
            return Ok(self.draw(ply));
        }
        // 3. Mate distance: not even mating at once can improve on a shorter mate found elsewhere.
        let window = Window {
            alpha: window.alpha.max(-MATE + ply as Score),
            beta: window.beta.min(MATE - ply as Score - 1),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // 4. The transposition table.
        let known = self.table.find(self.position.key(), ply);
        if let Some(known) = known.filter(|known| !window.is_open() && known.depth >= depth)
            && known.cuts(window)
            && self.position.quiet_plies() < NEAR_FIFTY
        {
            return Ok(known.score);
        }
        // 5. Look at the position without moving.
        let situation = self.assess(window, depth, ply, in_check, known);
        if let Some(score) = self.shortcut(situation)? {
            return Ok(score);
        }
        // 6. Without a hash move the order is poor: search a little less deep and leave one behind (internal iterative
        //    reduction, Schröder 2022).
        let hash_move = known.and_then(|known| known.best);
        let missing = hash_move.is_none() && depth >= NO_HASH_MOVE_DEPTH;
        let situation = Situation { depth: depth - i32::from(missing), ..situation };
        // 7. Try the moves. The list belongs to the frame; it is lent out here.
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let hints = Hints { hash_move, killers: self.frames[ply].killers, history: &self.history };
        moves.clear();
        movegen::generate::<All, _>(&self.position, &mut moves);
        moves.rank(|mv| ordering::rank_any(&self.position, self.evaluator, hints, mv));
        let score = self.try_moves(situation, &mut moves);
        self.frames[ply].moves = moves;
        score
    }

    /// The static evaluation and what it says beside the window.
    fn assess(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        in_check: bool,
        known: Option<Known>,
    ) -> Situation {
        let mut eval = -MATE + ply as Score;
        let mut improving = false;
        self.frames[ply].eval = None;
        if !in_check {
            eval = self.evaluator.evaluate(&self.position);
            self.frames[ply].eval = Some(eval);
            let before = ply.checked_sub(2).and_then(|before| self.frames[before].eval);
            improving = before.is_none_or(|before| eval > before);
            // A score from the table is a better evaluation if its bound points the right way.
            if let Some(known) = known
                && known.score.abs() < MATE_BOUND
                && match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => known.score > eval,
                    Bound::Upper => known.score < eval,
                }
            {
                eval = known.score;
            }
        }
        if let Some(next) = self.frames.get_mut(ply + 2) {
            next.killers = [None; 2];
        }
        Situation { window, depth, ply, in_check, eval, improving }
    }

    /// Ways to know without trying a move that the score is at least beta. None is sound in check, and none is used
    /// on the principal variation or near a mate.
    fn shortcut(&mut self, at: Situation) -> Result<Option<Score>, Stopped> {
        let beta = at.window.beta;
        if at.in_check || at.is_pv() || beta.abs() >= MATE_BOUND || at.eval < beta {
            return Ok(None);
        }
        // Reverse futility: the lead is greater than what few plies usually take away.
        let margin = REVERSE_FUTILITY * (at.depth - i32::from(at.improving));
        if at.depth <= REVERSE_FUTILITY_DEPTH && at.eval - margin >= beta {
            return Ok(Some(i32::midpoint(at.eval, beta)));
        }
        // Null move (Beal 1989; Donninger 1993): if passing is good enough, some move is too. It fails in zugzwang, so not
        // with Pawns alone; not twice in a row, where it would only lose depth.
        let us = self.position.side();
        if at.depth < NULL_DEPTH
            || self.position.last_move().is_none()
            || self.evaluator.material(&self.position, us) == 0
        {
            return Ok(None);
        }
        let reduction = NULL_REDUCTION + at.depth / 4 + ((at.eval - beta) / NULL_LEAD).min(3);
        self.position.make_null();
        let score =
            -self.node(Window::above(beta - 1).turned(), at.depth - 1 - reduction, at.ply + 1, false)?;
        self.position.unmake();
        // A mate found by passing is no mate.
        Ok((score >= beta).then_some(if score >= MATE_BOUND { beta } else { score }))
    }

    fn try_moves(&mut self, at: Situation, moves: &mut MoveList) -> Result<Score, Stopped> {
        let Situation { window, depth, ply, in_check, .. } = at;
        let mut trial = Trial { best: -MATE + ply as Score, best_move: None, alpha: window.alpha, count: 0 };
        if moves.is_empty() {
            return Ok(if in_check { trial.best } else { self.draw(ply) });
        }
        let key = self.position.key();
        while let Some((mv, rank)) = moves.pick() {
            let quiet = ordering::is_quiet(&self.position, mv);
            // 8. Quiet moves that are late or hopeless are not tried at all once there is something better than mate.
            if quiet && self.is_futile(at, &trial, mv) {
                continue;
            }
            let history = if quiet { self.history.of(&self.position, mv) } else { 0 };
            self.position.make(mv);
            let checks = self.position.in_check();
            trial.count += 1;
            // 9. Checks are extended, as long as the line is not out of proportion.
            let extension = i32::from(checks && ply < self.root_depth as usize * 2);
            let late = quiet || ordering::looks_bad(rank);
            let reduction = if late && !checks { self.reduction(at, trial.count, history) } else { 0 };
            let child = Child { depth: depth - 1 + extension, reduction, first: trial.count == 1, checks };
            let score = self.child(Window { alpha: trial.alpha, ..window }, child, ply)?;
            self.position.unmake();
            if score <= trial.best {
                continue;
            }
            trial.best = score;
            if score > trial.alpha {
                trial.alpha = score;
                trial.best_move = Some(mv);
                if at.is_pv() {
                    self.extend_line(ply, mv);
                }
                if score >= window.beta {
                    if quiet {
                        self.learn(mv, moves, depth, ply);
                    }
                    break;
                }
            }
        }
        // 10. Remember.
        let bound = Bound::of(trial.best, window);
        self.table.keep(key, ply, Known { best: trial.best_move, score: trial.best, depth, bound });
        Ok(trial.best)
    }

    /// Searches the position after a move: the first with the whole window, the others only to see that they are not
    /// better, and again if they are.
    pub(super) fn child(&mut self, window: Window, child: Child, ply: usize) -> Result<Score, Stopped> {
        let Child { depth, reduction, first, checks } = child;
        if first {
            return Ok(-self.node(window.turned(), depth, ply + 1, checks)?);
        }
        let narrow = Window::above(window.alpha).turned();
        let mut score = -self.node(narrow, depth - reduction, ply + 1, checks)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(narrow, depth, ply + 1, checks)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(window.turned(), depth, ply + 1, checks)?;
        }
        Ok(score)
    }

    /// Whether a quiet move is not worth trying: many were tried at little depth (move count pruning), or it would have
    /// to gain too much (futility, Heinz 1998). Checks gain more than an evaluation can see.
    fn is_futile(&self, at: Situation, trial: &Trial, mv: Move) -> bool {
        if at.is_pv() || at.in_check || trial.best <= -MATE_BOUND || self.position.checks_directly(mv) {
            return false;
        }
        let enough = (3 + at.depth * at.depth) as usize / if at.improving { 1 } else { 2 };
        at.depth <= MOVE_COUNT_DEPTH && trial.count >= enough
            || at.depth <= FUTILITY_DEPTH && at.eval + FUTILITY + FUTILITY_PER_PLY * at.depth <= trial.alpha
    }

    /// By how much a late move is reduced (Romstad 2004): less on the principal variation, out of check and with a good
    /// history.
    fn reduction(&self, at: Situation, count: usize, history: i32) -> i32 {
        if at.depth < LATE_DEPTH || count <= LATE_MOVE || at.in_check {
            return 0;
        }
        let plies = self.reductions.plies(at.depth, count) - i32::from(at.is_pv()) - history / LATE_HISTORY;
        plies.clamp(0, at.depth - 2)
    }

    /// Learns from a quiet move that refuted.
    fn learn(&mut self, mv: Move, moves: &MoveList, depth: i32, ply: usize) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history.reward(&self.position, mv, moves.picked(), depth);
    }
}

/// From so many plies without progress on, scores of the table may be too old to trust.
const NEAR_FIFTY: u16 = 84;
