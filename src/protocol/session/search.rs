//! A search as the session sees it.

use std::time::{Duration, Instant};

use crate::position::Position;
use crate::search::{Outcome, Report, Running, Status};
use crate::types::Move;

use super::super::event::SearchId;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Our move.
    Move,
    /// Our reply to this move of the opponent's, which it may or may not make.
    Ponder(Move),
    /// The user's information.
    Analysis,
}

/// A search that is going on, or has ended before its result was due.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) id: SearchId,
    pub(super) purpose: Purpose,
    /// The position searched.
    pub(super) root: Position,
    pub(super) began: Instant,
    pub(super) running: Option<Running>,
    /// When the session has to stop it. A search looks at the clock itself, but its thread may start late, and one that
    /// began as pondering knows of no clock.
    pub(super) deadline: Option<Instant>,
    /// The same, to remember after it has been stopped.
    due: Option<Instant>,
    /// When the end of an iteration is a good moment to stop.
    pub(super) enough: Option<Instant>,
    pub(super) last: Option<Report>,
    pub(super) outcome: Option<Outcome>,
    /// Whether anything of it has been shown.
    pub(super) shown: bool,
    /// How far it had come when it ended.
    pub(super) status: Status,
}

impl Search {
    /// A search that has just begun, without an end.
    pub(super) fn new(id: SearchId, purpose: Purpose, root: Position, running: Option<Running>) -> Search {
        Search {
            id,
            purpose,
            root,
            began: Instant::now(),
            running,
            deadline: None,
            due: None,
            enough: None,
            last: None,
            outcome: None,
            shown: false,
            status: Status::default(),
        }
    }

    /// How far it has come.
    pub(super) fn status(&self) -> Status {
        self.running.as_ref().map_or(self.status, Running::status)
    }

    /// Has it end at this time.
    pub(super) fn end_at(&mut self, due: Option<Instant>) {
        self.deadline = due;
        self.due = due;
    }

    /// How much too late it is now.
    pub(super) fn overrun(&self) -> Duration {
        self.due.map_or(Duration::ZERO, |due| due.elapsed())
    }

    /// Asks it to come to an end.
    pub(super) fn stop(&mut self) {
        self.deadline = None;
        self.enough = None;
        if let Some(running) = &self.running {
            running.stop();
        }
    }
}
