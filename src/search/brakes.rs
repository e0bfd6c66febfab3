//! What ends a search: the stop flag, the clock, the node limit.

use std::sync::atomic::{AtomicBool, Ordering};
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
    next_look: u64,
    look_every: u64,
}

impl<'a> Brakes<'a> {
    pub(super) fn new(
        limits: &Limits,
        stop: &'a AtomicBool,
        progress: &'a Progress,
        start: Instant,
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
            next_look: 0,
            look_every: if hurry { LOOK_EVERY_IN_A_HURRY } else { LOOK_EVERY },
        }
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
        self.progress.set_nodes(self.nodes);
        let late = self.hard.is_some_and(|hard| self.elapsed() >= hard);
        if self.nodes >= self.node_limit || late || self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + self.look_every).min(self.node_limit);
        Ok(())
    }

    /// Where others can see how far the search is.
    pub(super) fn progress(&self) -> &Progress {
        self.progress
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
