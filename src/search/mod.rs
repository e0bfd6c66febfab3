//! Choosing a move.
//!
//! [`Searcher`] owns what lasts from one search to the next (the transposition table); each search runs on a thread
//! of its own, reports through a callback and stops at once when asked to. Nothing here prints or knows a protocol.

mod brakes;
mod correction;
mod deepening;
mod depth;
mod estimate;
mod handicap;
mod history;
mod learning;
mod memory;
mod moves;
mod node;
mod numbers;
mod params;
mod picker;
mod progress;
mod quiescence;
mod region;
mod shared;
mod shortcuts;
mod table;
mod time;
mod window;
mod worker;

#[cfg(test)]
mod tests;

pub use handicap::Handicap;
pub use numbers::{Entry as NumberEntry, Numbers};
pub use progress::Status;
pub use time::{Clock, TimePlan};

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

use progress::Progress;
use shared::Shared;

/// When a search ends by itself. With no limit set it goes on until it is stopped or the greatest depth is reached.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes of all threads; exact with one thread, overshot by some hundreds with more.
    pub nodes: Option<u64>,
    /// When to stop by the clock.
    pub time: Option<TimePlan>,
    /// Root moves not to be searched. If that leaves none, the search ends at once without a move.
    pub exclude: Vec<Move>,
    /// How many of the best moves get a line and a score of their own; 0 means one, too.
    pub lines: usize,
    /// How much less than equal a draw is worth to the side that is to move at the root, in centipawns.
    pub contempt: Score,
    /// What keeps the search from playing its best. With one the search has a single thread.
    pub handicap: Option<Handicap>,
    /// Threads that search together; 0 means one, too. With more than one no two searches are alike.
    pub threads: usize,
}

/// A line of a finished iteration, or a new best move within one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Depth in plies.
    pub depth: u32,
    /// The place of the line among those of the iteration, best first; 1 if only one was asked for.
    pub rank: usize,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The score from the mover's view, see [`crate::types::MATE`].
    pub score: Score,
    /// Time since the search began.
    pub time: Duration,
    /// Positions looked at.
    pub nodes: u64,
    /// The line expected, its first move the best one.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move chosen; `None` only if there was none to choose from.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The score of the last finished iteration, from the mover's view.
    pub score: Score,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// What a running search has to say.
#[derive(Clone, Debug)]
pub enum Event {
    /// It has found something.
    Report(Report),
    /// It has ended: the last event of a search.
    Done(Outcome),
}

/// Starts searches and keeps what they learn.
#[derive(Debug)]
pub struct Searcher {
    shared: Arc<Shared>,
    /// Other numbers than the tuned ones, while they are being tuned.
    numbers: Option<Numbers>,
}

/// A running search. Dropping it stops the search and waits for its thread.
#[derive(Debug)]
pub struct Running {
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    thread: Option<JoinHandle<()>>,
}

impl Searcher {
    /// A searcher with a transposition table of at most `megabytes` MiB.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher { shared: Arc::new(Shared::new(megabytes)), numbers: None }
    }

    /// Replaces the table by an empty one of another size. Running searches keep the old one.
    pub fn resize(&mut self, megabytes: usize) {
        self.shared = Arc::new(Shared::new(megabytes));
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.shared.clear();
    }

    /// Makes the tables that searches in a game need, which takes some milliseconds, so that the first search of the
    /// game does not have to. Searching without it is right, too.
    pub fn prepare(&self, rules: &Arc<Rules>) {
        self.shared.prepare(rules);
    }

    /// From now on searches with these numbers, whatever the game.
    pub fn use_numbers(&mut self, numbers: Numbers) {
        self.numbers = Some(numbers);
    }

    /// The numbers for a game.
    fn numbers(&self, rules: &Rules) -> Numbers {
        self.numbers.clone().unwrap_or_else(|| Numbers::tuned(rules.has_holdings()))
    }

    /// Searches on the calling thread.
    pub fn search(
        &self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let numbers = self.numbers(position.rules());
        self.shared.search(position, limits, &numbers, (stop, &Progress::default()), report)
    }

    /// Searches on a thread of its own, which hands each event to `on_event`.
    ///
    /// # Errors
    /// If the system can give no thread.
    pub fn start(
        &self,
        position: Position,
        limits: Limits,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<Running> {
        let stop = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(Progress::default());
        let (shared, flag, told) = (self.shared.clone(), stop.clone(), progress.clone());
        let numbers = self.numbers(position.rules());
        let body = move || {
            let outcome = shared.search(&position, &limits, &numbers, (&flag, &told), &mut |report| {
                on_event(Event::Report(report));
            });
            on_event(Event::Done(outcome));
        };
        let thread = std::thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(body)?;
        Ok(Running { stop, progress, thread: Some(thread) })
    }
}

/// Stack of a search thread: enough for the deepest recursion in a debug build.
const STACK_BYTES: usize = 64 << 20;

impl Running {
    /// Asks the search to end; its [`Event::Done`] follows within about a millisecond.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How far it has come.
    pub fn status(&self) -> Status {
        self.progress.status()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the search has already been reported by the panic hook.
            let _ = thread.join();
        }
    }
}
