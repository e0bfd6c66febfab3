//! What the session hears about.

use std::fmt;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::search;

/// Tells the searches of a session apart, so that nothing a stopped search still says is taken for news.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchId(u64);

impl SearchId {
    /// The id of the search after this one.
    pub(super) fn next(self) -> SearchId {
        SearchId(self.0.wrapping_add(1))
    }
}

impl fmt::Display for SearchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One thing that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line arrived, without its end, at this time.
    Line(String, Instant),
    /// There will be no more lines.
    End,
    /// A search has something to say.
    Search(SearchId, search::Event),
    /// A search ended without a result.
    SearchLost(SearchId),
}

/// The way from a search to the session. Should the search break off without a result, the session hears of that too.
#[derive(Debug)]
pub(super) struct Reporter {
    id: SearchId,
    events: Sender<Event>,
    done: bool,
}

impl Reporter {
    pub(super) fn new(id: SearchId, events: Sender<Event>) -> Reporter {
        Reporter { id, events, done: false }
    }

    /// Passes an event on. Once the session is gone there is nobody to tell, and no need to.
    pub(super) fn send(&mut self, event: search::Event) {
        self.done |= matches!(event, search::Event::Done(_));
        let _ = self.events.send(Event::Search(self.id, event));
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if !self.done {
            let _ = self.events.send(Event::SearchLost(self.id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_search_that_breaks_off_is_noticed() {
        let (sender, receiver) = mpsc::channel();
        let id = SearchId::default().next();
        drop(Reporter::new(id, sender.clone()));
        assert!(matches!(receiver.try_recv(), Ok(Event::SearchLost(lost)) if lost == id));

        let mut reporter = Reporter::new(id, sender);
        let outcome = search::Outcome { best: None, ponder: None, score: 0, depth: 0, nodes: 0 };
        reporter.send(search::Event::Done(outcome));
        drop(reporter);
        assert!(matches!(receiver.try_recv(), Ok(Event::Search(..))));
        assert!(receiver.try_recv().is_err());
    }
}
