//! The root: iterative deepening, the moves at the root, and what to answer when time is up.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::eval::Evaluator;
use crate::movegen;
use crate::position::Position;
use crate::types::{MATE, MAX_PLY, Move, Score};

use super::brakes::{Brakes, Stopped};
use super::node::Child;
use super::ordering::{self, Hints};
use super::params::{
    ASPIRATION, ASPIRATION_DEPTH, ASPIRATION_WITH_HOLDINGS, FORCED_DEPTH, LATE_DEPTH, LATE_MOVE, SETTLED,
    SETTLED_PERCENT,
};
use super::table::{Bound, Known, Table};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};
use super::{Limits, Outcome, Report};

/// A move at the root and how many nodes it took last time.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    nodes: u64,
}

/// Searches a position within limits. `start` is when the search was asked for.
pub(super) fn search(
    table: &Table,
    evaluator: &Evaluator,
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
    start: Instant,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    table.grow_older();
    let worker = Worker::new(position.clone(), table, evaluator, Brakes::new(limits, stop, start));
    Deepening::new(worker, limits, report).run()
}

struct Deepening<'a, 'b> {
    worker: Worker<'a>,
    limits: &'b Limits,
    report: &'b mut dyn FnMut(Report),
    moves: Vec<RootMove>,
    /// The best line so far; its first move is the answer.
    line: Vec<Move>,
    score: Score,
    /// The last finished depth.
    depth: i32,
    /// Finished iterations since the best move changed.
    settled: u32,
}

impl<'a, 'b> Deepening<'a, 'b> {
    fn new(worker: Worker<'a>, limits: &'b Limits, report: &'b mut dyn FnMut(Report)) -> Deepening<'a, 'b> {
        let mut deepening = Deepening {
            worker,
            limits,
            report,
            moves: Vec::new(),
            line: Vec::new(),
            score: 0,
            depth: 0,
            settled: 0,
        };
        deepening.moves = deepening.root_moves();
        deepening
    }

    /// The moves to choose from, the most promising first, so that there is an answer even before the first iteration.
    fn root_moves(&self) -> Vec<RootMove> {
        let worker = &self.worker;
        let position = &worker.position;
        let hash_move = worker.table.find(position.key(), 0).and_then(|known| known.best);
        let hints = Hints { hash_move, killers: [None; 2], history: &worker.history };
        let mut moves = movegen::legal_moves(position);
        moves.retain(|mv| !self.limits.exclude.contains(mv));
        moves.sort_by_key(|&mv| -ordering::rank_any(position, worker.evaluator, hints, mv));
        moves.into_iter().map(|mv| RootMove { mv, nodes: 0 }).collect()
    }

    fn run(mut self) -> Outcome {
        let Some(first) = self.moves.first() else { return self.outcome() };
        self.line = vec![first.mv];
        let deepest =
            self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        for depth in 1..=deepest {
            if self.iterate(depth) == Err(Stopped) {
                self.worker.return_to_root();
                break;
            }
            self.depth = depth;
            self.tell(depth);
            if self.is_done() {
                break;
            }
        }
        self.outcome()
    }

    /// One iteration: the window around the last score, widened until the score is inside.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        self.worker.root_depth = depth;
        self.worker.selective_depth = 0;
        let before = self.line[0];
        let holdings = self.worker.position.rules().has_holdings();
        let mut width = if holdings { ASPIRATION_WITH_HOLDINGS } else { ASPIRATION };
        let mut window = Window::FULL;
        if depth >= ASPIRATION_DEPTH && self.score.abs() < MATE_BOUND {
            window = Window { alpha: self.score - width, beta: self.score + width };
        }
        loop {
            let score = self.root(window, depth)?;
            if score <= window.alpha {
                window = Window {
                    alpha: widened(score - width, -MATE_BOUND),
                    beta: i32::midpoint(window.alpha, window.beta),
                };
            } else if score >= window.beta {
                window.beta = widened(score + width, MATE_BOUND);
            } else {
                self.score = score;
                break;
            }
            width *= 2;
        }
        self.settled = if self.line[0] == before { self.settled + 1 } else { 0 };
        Ok(())
    }

    /// Searches every root move within a window.
    fn root(&mut self, window: Window, depth: i32) -> Result<Score, Stopped> {
        let in_check = self.worker.position.in_check();
        self.worker.frames[0].eval =
            (!in_check).then(|| self.worker.evaluator.evaluate(&self.worker.position));
        let mut alpha = window.alpha;
        let mut best = -MATE;
        let mut best_index = None;
        for index in 0..self.moves.len() {
            let mv = self.moves[index].mv;
            let nodes = self.worker.brakes.nodes();
            let score = self.root_move(mv, index, Window { alpha, ..window }, depth, in_check)?;
            self.moves[index].nodes = self.worker.brakes.nodes() - nodes;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_index = Some(index);
                self.improve(mv, score, depth);
                if score >= window.beta {
                    break;
                }
            }
        }
        self.remember(best, best_index, window, depth);
        if let Some(index) = best_index {
            // The best first, the others by the work they made, which tells how hard they were to refute.
            self.moves[..=index].rotate_right(1);
            self.moves[1..].sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
        }
        Ok(best)
    }

    fn root_move(
        &mut self,
        mv: Move,
        index: usize,
        window: Window,
        depth: i32,
        in_check: bool,
    ) -> Result<Score, Stopped> {
        let worker = &mut self.worker;
        let quiet = ordering::is_quiet(&worker.position, mv);
        worker.position.make(mv);
        let checks = worker.position.in_check();
        let reducible = quiet && !checks && !in_check && depth >= LATE_DEPTH && index >= LATE_MOVE;
        let plies = if reducible { worker.reductions.plies(depth, index + 1) - 1 } else { 0 };
        let child = Child {
            depth: depth - 1 + i32::from(checks),
            reduction: plies.clamp(0, (depth - 2).max(0)),
            first: index == 0,
            checks,
        };
        let score = worker.child(window, child, 0)?;
        worker.position.unmake();
        Ok(score)
    }

    /// Takes over a better move. From now on it is the answer, even if the iteration does not finish.
    fn improve(&mut self, mv: Move, score: Score, depth: i32) {
        self.worker.extend_line(0, mv);
        let changed = self.line[0] != mv;
        self.line = self.worker.frames[0].line.to_vec();
        if changed && depth > 1 {
            self.score = score;
            self.tell(depth);
        }
    }

    fn remember(&self, best: Score, best_index: Option<usize>, window: Window, depth: i32) {
        // With moves excluded this is not the score of the position.
        if self.limits.exclude.is_empty() {
            let best_move = best_index.map(|index| self.moves[index].mv);
            let known = Known { best: best_move, score: best, depth, bound: Bound::of(best, window) };
            self.worker.table.keep(self.worker.position.key(), 0, known);
        }
    }

    fn tell(&mut self, depth: i32) {
        (self.report)(Report {
            depth: depth as u32,
            selective_depth: self.worker.selective_depth.max(depth as usize) as u32,
            score: self.score,
            time: self.worker.brakes.elapsed(),
            nodes: self.worker.brakes.nodes(),
            line: self.line.clone(),
        });
    }

    /// Whether another iteration is not worth beginning.
    fn is_done(&self) -> bool {
        let limited =
            self.limits.time.is_some() || self.limits.nodes.is_some() || self.limits.depth.is_some();
        // A mate that was looked for to its full length cannot be bettered.
        if limited && self.score.abs() >= MATE_BOUND && MATE - self.score.abs() <= self.depth {
            return true;
        }
        let Some(plan) = self.limits.time else { return false };
        if self.moves.len() == 1 && self.depth >= FORCED_DEPTH {
            return true;
        }
        // With a fixed time a move nothing is gained by answering early.
        let early = self.settled >= SETTLED && plan.soft < plan.hard;
        let soft = if early { plan.soft * SETTLED_PERCENT / 100 } else { plan.soft };
        self.worker.brakes.elapsed() >= soft
    }

    fn outcome(&self) -> Outcome {
        let best = self.line.first().copied();
        Outcome {
            best,
            ponder: self.line.get(1).copied().or_else(|| self.reply_to(best?)),
            score: self.score,
            depth: self.depth as u32,
            nodes: self.worker.brakes.nodes(),
        }
    }

    /// The reply that the table expects, if it is one.
    fn reply_to(&self, mv: Move) -> Option<Move> {
        let mut position = self.worker.position.clone();
        position.make(mv);
        let reply = self.worker.table.find(position.key(), 1)?.best?;
        movegen::legal_moves(&position).into_iter().find(|&legal| legal == reply)
    }
}

/// A bound of the root window; one that is far out is given up.
fn widened(bound: Score, limit: Score) -> Score {
    const FAR: Score = 1_500;
    match limit.signum() {
        1 if bound > FAR => Window::FULL.beta,
        -1 if bound < -FAR => Window::FULL.alpha,
        _ => bound,
    }
}
