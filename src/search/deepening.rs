//! The root: iterative deepening, the moves at the root, and what to answer when time is up.

use crate::eval::Evaluator;
use crate::movegen;
use crate::position::Position;
use crate::types::{MATE, MAX_PLY, Move, Score};

use super::brakes::{Brakes, Stopped};
use super::depth::Child;
use super::memory::Memory;
use super::numbers::Numbers;
use super::params::{
    ASPIRATION_DEPTH, EFFORT_PER_PERCENT, EFFORT_PERCENT, FALL_PERCENT, FALL_PERCENT_MAX, FORCED_DEPTH, PLY,
    STABILITY_PERCENT,
};
use super::picker;
use super::table::{Bound, Known, Table};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};
use super::{Limits, Outcome, Report};

/// A move at the root.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// How many nodes it took last time.
    nodes: u64,
    /// How many nodes it took in all iterations.
    effort: u64,
    /// What is added to its score to make a handicapped search err.
    error: Score,
}

/// A line that starts at the root. In a finished iteration the first ones are those of the best moves.
#[derive(Clone, Debug)]
struct Line {
    moves: Vec<Move>,
    score: Score,
}

/// Searches a position within limits, those that can be measured being in `brakes`. `thread` is the number of the thread
/// among those that search the position together, the first one being 0.
pub(super) fn search(
    (table, evaluator, numbers): (&Table, &Evaluator, &Numbers),
    (thread, memory): (usize, &mut Memory),
    position: &Position,
    limits: &Limits,
    brakes: Brakes<'_>,
    report: &mut dyn FnMut(Report),
) -> Outcome {
    let mut worker = Worker::new(position.clone(), (table, evaluator, numbers), memory, brakes);
    worker.contempt = limits.contempt;
    Deepening::new(worker, limits, report).run(thread)
}

/// Whether a thread leaves an iteration out, so that threads are not all busy with the same one. The first leaves none out;
/// the next two take turns, the four after them do so by pairs of iterations, and so on (Stockfish 8).
fn leaves_out(thread: usize, depth: i32) -> bool {
    let Some(mut phase) = thread.checked_sub(1) else { return false };
    let mut size = 1;
    while phase >= 2 * size {
        phase -= 2 * size;
        size += 1;
    }
    (depth as usize + phase) / size % 2 == 1
}

struct Deepening<'a, 'b> {
    worker: Worker<'a>,
    limits: &'b Limits,
    report: &'b mut dyn FnMut(Report),
    moves: Vec<RootMove>,
    /// The best lines so far, as many as were asked for; the first move of the first one is the answer.
    lines: Vec<Line>,
    /// The line that is being searched. The moves of those before it are settled in this iteration; they come first
    /// among the moves, and are left out.
    current: usize,
    /// The last finished depth.
    depth: i32,
    /// Finished iterations since the best move changed.
    settled: usize,
    /// By how much the score has fallen since the iteration before, in centipawns.
    fall: Score,
}

impl<'a, 'b> Deepening<'a, 'b> {
    fn new(worker: Worker<'a>, limits: &'b Limits, report: &'b mut dyn FnMut(Report)) -> Deepening<'a, 'b> {
        let mut deepening = Deepening {
            worker,
            limits,
            report,
            moves: Vec::new(),
            lines: Vec::new(),
            current: 0,
            depth: 0,
            settled: 0,
            fall: 0,
        };
        deepening.moves = deepening.root_moves();
        deepening
    }

    /// The moves to choose from, the most promising first, so that there is an answer even before the first iteration.
    fn root_moves(&self) -> Vec<RootMove> {
        let worker = &self.worker;
        let position = &worker.position;
        let hash_move = worker.table.find(position.key(), 0).and_then(|known| known.best);
        let mut moves = movegen::legal_moves(position);
        let quiet_history = worker.learnt.histories.quiet(position, [None; 2]);
        moves.retain(|mv| !self.limits.exclude.contains(mv));
        moves.sort_by_cached_key(|&mv| {
            let gain = picker::gain(position, worker.evaluator, mv);
            let history = quiet_history.of(mv);
            let class = match () {
                () if hash_move == Some(mv) => 0,
                () if position.is_quiet(mv) => 2,
                () if worker.wins(mv, 0) => 1,
                () => 3,
            };
            (class, -gain, -history)
        });
        let error = |mv| self.limits.handicap.map_or(0, |handicap| handicap.error_of(position.key(), mv));
        moves.into_iter().map(|mv| RootMove { mv, nodes: 0, effort: 0, error: error(mv) }).collect()
    }

    fn run(mut self, thread: usize) -> Outcome {
        if self.moves.is_empty() {
            return self.outcome();
        }
        let first = self.moves.iter().take(self.limits.lines.max(1));
        self.lines = first.map(|root_move| Line { moves: vec![root_move.mv], score: 0 }).collect();
        let deepest =
            self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        for depth in (1..=deepest).filter(|&depth| !leaves_out(thread, depth)) {
            if self.iterate(depth) == Err(Stopped) {
                self.worker.return_to_root();
                break;
            }
            self.depth = depth;
            self.tell_all(depth);
            if self.is_done() {
                break;
            }
        }
        self.worker.brakes.progress().finish(self.worker.brakes.nodes());
        self.outcome()
    }

    /// One iteration: all the lines asked for, each without the moves of those before it.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        self.worker.root_depth = depth;
        self.worker.selective_depth = 0;
        let (before, score) = (self.lines[0].moves[0], self.lines[0].score);
        for current in 0..self.lines.len() {
            self.current = current;
            self.search_line(depth)?;
        }
        if self.lines.len() > 1 {
            self.sort_lines();
        }
        self.settled = if self.lines[0].moves[0] == before { self.settled + 1 } else { 0 };
        self.fall = (score - self.lines[0].score).max(0);
        Ok(())
    }

    /// Puts the best line first. A later one may have turned out to be better, since searches are not exact.
    fn sort_lines(&mut self) {
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (n, line) in self.lines.iter().enumerate() {
            let is_its_move = |root_move: &RootMove| root_move.mv == line.moves[0];
            if let Some(at) = self.moves.iter().position(is_its_move) {
                self.moves[n..=at.max(n)].rotate_right(1);
            }
        }
    }

    /// One line: the window around the last score, widened until the score is inside.
    fn search_line(&mut self, depth: i32) -> Result<(), Stopped> {
        let expected = self.lines[self.current].score;
        let mut width = self.worker.numbers.aspiration;
        let mut window = Window::FULL;
        if depth >= ASPIRATION_DEPTH && expected.abs() < MATE_BOUND {
            window = Window { alpha: expected - width, beta: expected + width };
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
                self.lines[self.current].score = score;
                return Ok(());
            }
            width *= 2;
        }
    }

    /// Searches every root move that is left within a window.
    fn root(&mut self, window: Window, depth: i32) -> Result<Score, Stopped> {
        let raw = self.worker.evaluate(0, None);
        let fixed = self.worker.corrected(0, raw);
        self.worker.frames[0].eval = (!self.worker.in_check(0)).then_some(fixed);
        let mut alpha = window.alpha;
        let mut best = -MATE;
        let mut best_index = None;
        for index in self.current..self.moves.len() {
            let mv = self.moves[index].mv;
            let nodes = self.worker.brakes.own_nodes();
            let score = self.root_move(mv, index, Window { alpha, ..window }, depth)?;
            let taken = self.worker.brakes.own_nodes() - nodes;
            self.moves[index].nodes = taken;
            self.moves[index].effort += taken;
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
            self.moves[self.current..=index].rotate_right(1);
            self.moves[self.current + 1..].sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
        }
        Ok(best)
    }

    fn root_move(&mut self, mv: Move, index: usize, window: Window, depth: i32) -> Result<Score, Stopped> {
        let error = self.moves[index].error;
        let (count, number) = (self.moves.len(), index - self.current);
        let worker = &mut self.worker;
        worker.brakes.progress().set_move(mv, depth, count, count - 1 - index);
        let quiet = worker.position.is_quiet(mv);
        worker.make(0, mv);
        let checks = worker.in_check(1);
        let reducible = quiet && !checks && !worker.in_check(0) && depth > 2 && number > 2;
        let plies = if reducible { worker.reductions.grains(depth, number + 1) / PLY - 1 } else { 0 };
        let child = Child {
            depth: depth - 1 + i32::from(checks),
            reduction: plies.clamp(0, (depth - 2).max(0)),
            first: number == 0,
            cut: false,
            best: window.alpha,
        };
        let score = worker.child(window.moved(-error), child, 0)?;
        worker.position.unmake();
        // A mate is a mate, with a handicap, too.
        Ok(if score.abs() < MATE_BOUND { score + error } else { score })
    }

    /// Takes over a better move. From now on it is the answer, even if the iteration does not finish.
    fn improve(&mut self, mv: Move, score: Score, depth: i32) {
        self.worker.extend_line(0, mv);
        let line = &mut self.lines[self.current];
        let changed = line.moves[0] != mv;
        line.moves = self.worker.frames[0].line.to_vec();
        if changed && depth > 1 {
            line.score = score;
            // Of several lines only finished ones are of interest.
            if self.lines.len() == 1 {
                self.tell(depth, 0);
            }
        }
    }

    fn remember(&self, best: Score, best_index: Option<usize>, window: Window, depth: i32) {
        // With moves left out, or errors added, this is not the score of the position.
        if self.limits.exclude.is_empty() && self.current == 0 && self.limits.handicap.is_none() {
            let best_move = best_index.map(|index| self.moves[index].mv);
            let bound = Bound::of(best, window);
            let known = Known { best: best_move, score: best, depth, bound, eval: None, was_pv: true };
            self.worker.table.keep(self.worker.position.key(), 0, known);
        }
    }

    fn tell_all(&mut self, depth: i32) {
        for index in 0..self.lines.len() {
            self.tell(depth, index);
        }
    }

    fn tell(&mut self, depth: i32, index: usize) {
        let line = &self.lines[index];
        (self.report)(Report {
            depth: depth as u32,
            rank: index + 1,
            selective_depth: self.worker.selective_depth.max(depth as usize) as u32,
            score: line.score,
            time: self.worker.brakes.elapsed(),
            nodes: self.worker.brakes.nodes(),
            line: line.moves.clone(),
        });
    }

    /// Whether another iteration is not worth beginning.
    fn is_done(&self) -> bool {
        let limited =
            self.limits.time.is_some() || self.limits.nodes.is_some() || self.limits.depth.is_some();
        // A mate that was looked for to its full length cannot be bettered.
        let score = self.lines[0].score;
        if limited && score.abs() >= MATE_BOUND && MATE - score.abs() <= self.depth {
            return true;
        }
        let Some(plan) = self.limits.time else { return false };
        if self.moves.len() == 1 && self.depth >= FORCED_DEPTH {
            return true;
        }
        // With a fixed time a move nothing is gained by answering early.
        let soft = if plan.soft < plan.hard { plan.soft.mul_f64(self.urgency()) } else { plan.soft };
        self.worker.brakes.elapsed() >= soft
    }

    /// How much longer than usual the answer is worth thinking about: longer while it changes, while other moves take
    /// most of the work, and when the score falls.
    fn urgency(&self) -> f64 {
        let effort = |root_move: &RootMove| root_move.effort;
        let total: u64 = self.moves.iter().map(effort).sum();
        let answer = self.lines[0].moves[0];
        let best = self.moves.iter().find(|root_move| root_move.mv == answer).map_or(0, effort);
        let share = (best * 100 / total.max(1)) as u32;
        let stability = STABILITY_PERCENT[self.settled.min(STABILITY_PERCENT.len() - 1)];
        let effort = EFFORT_PERCENT.saturating_sub(share * EFFORT_PER_PERCENT);
        let fall = 100 + (FALL_PERCENT * self.fall.unsigned_abs()).min(FALL_PERCENT_MAX);
        [stability, effort, fall].into_iter().map(|percent| f64::from(percent) / 100.0).product()
    }

    fn outcome(&self) -> Outcome {
        let line = self.lines.first();
        let best = line.and_then(|line| line.moves.first().copied());
        Outcome {
            best,
            ponder: line.and_then(|line| line.moves.get(1).copied()).or_else(|| self.reply_to(best?)),
            score: line.map_or(0, |line| line.score),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_turns() {
        assert!((1..100).all(|depth| !leaves_out(0, depth)));
        for depth in 1..100 {
            assert_ne!(leaves_out(1, depth), leaves_out(2, depth));
            assert_ne!(leaves_out(3, depth), leaves_out(5, depth));
            for thread in 1..20 {
                // None leaves out many in a row.
                assert!((depth..depth + 5).any(|depth| !leaves_out(thread, depth)), "{thread} {depth}");
            }
        }
    }
}
