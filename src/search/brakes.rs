//! What ends a search: the stop flag, the clock, the node limit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Limits;
use super::params::{HURRY_MILLIS, LOOK_EVERY, LOOK_EVERY_IN_A_HURRY};
use super::progress::Progress;

/// The search was stopped: what was being computed has no score. Going up through `?`, it ends the whole search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Counts nodes and looks now and then whether to go on.
#[derive(Debug)]
pub(super) struct Brakes<'a> {
    stop: &'a AtomicBool,
    progress: &'a Progress,
    start: Instant,
    hard: Option<Duration>,
    node_limit: u64,
    nodes: u64,
    /// What the other threads of the search have counted.
    others: &'a [AtomicU64],
    /// Where this thread tells the others what it has counted.
    told: Option<&'a AtomicU64>,
    next_look: u64,
    look_every: u64,
}

impl<'a> Brakes<'a> {
    pub(super) fn new(
        limits: &Limits,
        stop: &'a AtomicBool,
        progress: &'a Progress,
        start: Instant,
        others: &'a [AtomicU64],
    ) -> Brakes<'a> {
        let hard = limits.time.map(|plan| plan.hard);
        let hurry = hard.is_some_and(|hard| hard.as_millis() < HURRY_MILLIS);
        Brakes {
            stop,
            progress,
            start,
            hard,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            others,
            told: None,
            next_look: 0,
            look_every: if hurry { LOOK_EVERY_IN_A_HURRY } else { LOOK_EVERY },
        }
    }

    /// The same, telling how many nodes it has counted.
    pub(super) fn counting(self, told: &'a AtomicU64) -> Brakes<'a> {
        Brakes { told: Some(told), ..self }
    }

    /// Counts a node, unless the search is to end.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    fn look(&mut self) -> Result<(), Stopped> {
        let nodes = self.nodes();
        self.progress.set_nodes(nodes);
        if let Some(told) = self.told {
            told.store(self.nodes, Ordering::Relaxed);
        }
        let late = self.hard.is_some_and(|hard| self.elapsed() >= hard);
        if nodes >= self.node_limit || late || self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let left = self.node_limit.saturating_sub(nodes);
        self.next_look = self.nodes + self.look_every.min(left);
        Ok(())
    }

    /// Where others can see how far the search is.
    pub(super) fn progress(&self) -> &Progress {
        self.progress
    }

    /// Nodes of all threads, those of the others as they were told last.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.others.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Nodes of this thread.
    pub(super) fn own_nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
