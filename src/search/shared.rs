//! What searches share and keep: the transposition table, the evaluator of the last game and the memories of its search
//! threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::eval::Evaluator;
use crate::position::Position;
use crate::rules::Rules;

use super::brakes::Brakes;
use super::memory::Memory;
use super::numbers::Numbers;
use super::progress::Progress;
use super::table::Table;
use super::{Limits, Outcome, Report, STACK_BYTES, deepening};

/// What searches share and keep.
#[derive(Debug)]
pub(super) struct Shared {
    table: Table,
    evaluator: Mutex<Option<Arc<Evaluator>>>,
    memories: Mutex<Vec<Memory>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(megabytes: usize) -> Shared {
        Shared { table: Table::new(megabytes), evaluator: Mutex::new(None), memories: Mutex::default() }
    }

    pub(super) fn clear(&self) {
        self.table.clear();
        lock(&self.memories).clear();
    }

    /// The evaluator for some rules, made when they are first met.
    pub(super) fn evaluator(&self, rules: &Arc<Rules>) -> Arc<Evaluator> {
        let mut kept = lock(&self.evaluator);
        match &*kept {
            Some(evaluator) if evaluator.is_for(rules) => evaluator.clone(),
            _ => kept.insert(Arc::new(Evaluator::new(rules))).clone(),
        }
    }

    /// Memories for so many threads, those of the last search if it was of the same game.
    fn take_memories(&self, rules: &Arc<Rules>, count: usize) -> Vec<Memory> {
        let mut memories = std::mem::take(&mut *lock(&self.memories));
        memories.retain(|memory| memory.is_for(rules));
        memories.truncate(count);
        memories.resize_with(count, || Memory::new(rules));
        memories
    }

    /// Makes what the first search of a game would have to make.
    pub(super) fn prepare(&self, rules: &Arc<Rules>) {
        self.evaluator(rules);
        let memories = self.take_memories(rules, 1);
        *lock(&self.memories) = memories;
    }

    /// Lazy SMP (Oestlund 2013): all threads search the same position and meet in the table. The first one decides when to
    /// stop, and answers unless another one has come deeper and found something better.
    pub(super) fn search(
        &self,
        position: &Position,
        limits: &Limits,
        numbers: &Numbers,
        (stop, progress): (&AtomicBool, &Progress),
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let start = Instant::now();
        let evaluator = self.evaluator(position.rules());
        let threads = if limits.handicap.is_some() { 1 } else { limits.threads.max(1) };
        let mut memories = self.take_memories(position.rules(), threads);
        self.table.grow_older();
        let (first, others) = memories.split_at_mut(1);
        let team = Team { shared: self, evaluator: &evaluator, numbers, position, limits, start };
        let outcome = team.search(&mut first[0], others, (stop, progress), report);
        *lock(&self.memories) = memories;
        outcome
    }
}

/// What a helper has found.
struct Found {
    outcome: Outcome,
    /// The last line it would have reported.
    last: Option<Report>,
}

/// The best of what others have found, if it is deeper than an outcome and has a better score.
fn better(outcome: &Outcome, others: Vec<Found>) -> Option<Found> {
    let better = |found: &Found| {
        let Outcome { best, score, depth, .. } = found.outcome;
        best.is_some() && depth > outcome.depth && score > outcome.score
    };
    others.into_iter().filter(better).max_by_key(|found| found.outcome.score)
}

/// The threads of one search.
struct Team<'a> {
    shared: &'a Shared,
    evaluator: &'a Evaluator,
    numbers: &'a Numbers,
    position: &'a Position,
    limits: &'a Limits,
    start: Instant,
}

impl Team<'_> {
    fn search(
        &self,
        memory: &mut Memory,
        others: &mut [Memory],
        (stop, progress): (&AtomicBool, &Progress),
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let counts: Vec<AtomicU64> = others.iter().map(|_| AtomicU64::new(0)).collect();
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .zip(&counts)
                .zip(1..)
                .filter_map(|((memory, count), number)| {
                    let (team, over) = (&self, &over);
                    // Without a thread the search goes on with those there are.
                    std::thread::Builder::new()
                        .name("helper".into())
                        .stack_size(STACK_BYTES)
                        .spawn_scoped(scope, move || team.help((number, memory), over, count))
                        .ok()
                })
                .collect();
            let brakes = Brakes::new(self.limits, stop, progress, self.start, &counts);
            let tables = (&self.shared.table, self.evaluator, self.numbers);
            let outcome = deepening::search(tables, (0, memory), self.position, self.limits, brakes, report);
            over.store(true, Ordering::Relaxed);
            // A panic of a helper has already been reported by the panic hook.
            let found: Vec<Found> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
            // Of several lines, and at a fixed depth, the first thread's are those that were asked for.
            let free = self.limits.lines <= 1 && self.limits.depth.is_none();
            let Some(found) = better(&outcome, found).filter(|_| free) else { return outcome };
            let nodes = outcome.nodes;
            if let Some(last) = found.last {
                report(Report { nodes, time: self.start.elapsed(), ..last });
            }
            Outcome { nodes, ..found.outcome }
        })
    }

    /// Searches for the sake of the table until the search is over.
    fn help(&self, thread: (usize, &mut Memory), over: &AtomicBool, count: &AtomicU64) -> Found {
        let limits = Limits { time: None, nodes: None, depth: None, lines: 1, ..self.limits.clone() };
        let progress = Progress::default();
        let brakes = Brakes::new(&limits, over, &progress, self.start, &[]).counting(count);
        let tables = (&self.shared.table, self.evaluator, self.numbers);
        let mut last = None;
        let report = &mut |report| last = Some(report);
        let outcome = deepening::search(tables, thread, self.position, &limits, brakes, report);
        Found { outcome, last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, Square};

    #[test]
    fn another_thread_answers_if_it_is_deeper_and_better() {
        let found = |score, depth, file| {
            let best = Some(Move::normal(Square::new(file, 1), Square::new(file, 2)));
            Found { outcome: Outcome { best, ponder: None, score, depth, nodes: 1 }, last: None }
        };
        let first = found(20, 9, 0).outcome;
        let answer = |others| better(&first, others).and_then(|found| found.outcome.best);
        assert_eq!(answer(vec![found(50, 9, 1), found(10, 10, 2), found(20, 11, 3)]), None);
        let deeper = vec![found(30, 10, 1), found(50, 10, 2), found(90, 9, 3)];
        assert_eq!(answer(deeper), found(0, 0, 2).outcome.best);
        let without = Found { outcome: Outcome { best: None, ..found(90, 12, 0).outcome }, last: None };
        assert_eq!(answer(vec![without]), None);
    }
}
