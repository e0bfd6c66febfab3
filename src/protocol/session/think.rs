//! Thinking about our moves, on our time and on the opponent's.

use std::time::Instant;

use crate::movegen;
use crate::position::Position;
use crate::search::{self, Limits, Outcome, Report};
use crate::types::Move;

use super::super::event::{Reporter, SearchId};
use super::super::output;
use super::search::{Purpose, Search};
use super::{Mode, Session, journal};

impl Session<'_> {
    /// Starts to think about our move, or says that the game is over.
    pub(super) fn think(&mut self) {
        let position = self.game.position();
        let side = position.side();
        if !self.game.is_playable() {
            return;
        }
        if !movegen::has_legal_move(position) {
            if let Some(result) = output::result(position.status(), side) {
                self.claimed = true;
                self.out.say(result);
            }
            return;
        }
        if self.claim(side) {
            return;
        }
        let ply = self.game.position().ply();
        let limits = Limits { exclude: self.exclusions(), ..self.control.limits(ply) };
        let mut limits = self.as_player(limits);
        // What the command has waited for us comes off our time, but for the least that a search needs.
        limits.time = limits.time.map(|plan| plan.less(self.heard_at.elapsed()));
        let due = limits.time.map(|plan| Instant::now() + plan.hard);
        self.begin_search(Purpose::Move, self.game.position().clone(), limits);
        if let Some(search) = &mut self.search {
            search.began = self.heard_at;
            search.end_at(due);
        }
    }

    /// The moves not to be searched, unless that were all.
    fn exclusions(&self) -> Vec<Move> {
        let legal = movegen::legal_moves(self.game.position());
        let mut excluded = self.excluded.clone();
        if self.is_xboard {
            excluded.extend(self.game.misunderstood());
        }
        if legal.iter().all(|mv| excluded.contains(mv)) { Vec::new() } else { excluded }
    }

    /// Starts a search in the place of any other.
    pub(super) fn begin_search(&mut self, purpose: Purpose, root: Position, limits: Limits) {
        self.drop_search();
        let limits = Limits { threads: self.threads, ..limits };
        let id = self.last_id.next();
        self.last_id = id;
        log::debug!("search {id} begins {}", journal::beginning(&self.game, purpose, &limits));
        let mut reporter = Reporter::new(id, self.events.clone());
        // Without a thread the reporter is dropped, and the session hears that the search is lost.
        let running = self.searcher.start(root.clone(), limits, move |event| reporter.send(event)).ok();
        self.search = Some(Search::new(id, purpose, root, running));
    }

    /// Ends any search without a result.
    pub(super) fn stop(&mut self) {
        self.drop_search();
        self.paused = None;
    }

    fn drop_search(&mut self) {
        if let Some(search) = self.search.take().filter(|search| search.outcome.is_none()) {
            log::debug!("search {} is dropped", search.id);
        }
    }

    /// Ends a search for our move without a result.
    pub(super) fn stop_thinking(&mut self) {
        if self.is_thinking() {
            self.stop();
        }
    }

    /// A search says something.
    pub(super) fn search_event(&mut self, id: SearchId, event: search::Event) {
        let Some(search) = self.search.as_mut().filter(|search| search.id == id) else { return };
        match event {
            search::Event::Report(report) => {
                if search.enough.is_some_and(|enough| Instant::now() >= enough) {
                    search.stop();
                }
                log::trace!("search {id}: {}", journal::thought(&self.game, search, &report));
                let shown = !matches!(search.purpose, Purpose::Ponder(_));
                if report.rank == 1 {
                    search.last = Some(report.clone());
                }
                if shown {
                    self.show(&report);
                }
            }
            search::Event::Done(outcome) => {
                log::debug!("search {id} ends: {}", journal::result(&self.game, search, &outcome));
                search.outcome = Some(outcome);
                search.status = search.status();
                // Its thread has nothing more to do, but may not get to run for a while: our move does not wait for
                // that.
                let ended = search.running.take();
                if search.purpose == Purpose::Move {
                    self.finish(outcome);
                }
                drop(ended);
            }
        }
    }

    /// A search broke off: make the best of what it has said so far.
    pub(super) fn search_lost(&mut self, id: SearchId) {
        let Some(search) = self.search.as_ref().filter(|search| search.id == id) else { return };
        let last = search.last.as_ref();
        let outcome = Outcome {
            best: last.and_then(|report| report.line.first().copied()),
            ponder: None,
            score: last.map_or(0, |report| report.score),
            depth: last.map_or(0, |report| report.depth),
            nodes: last.map_or(0, |report| report.nodes),
        };
        log::error!("search {id} broke off");
        self.search_event(id, search::Event::Done(outcome));
    }

    /// Shows the last thing the search has found.
    fn show_last(&mut self) {
        if let Some(report) = self.search.as_ref().and_then(|search| search.last.clone()) {
            self.show(&report);
        }
    }

    /// Shows something the search has found.
    fn show(&mut self, report: &Report) {
        let wanted = self.posts || self.mode == Mode::Analyze;
        let Some(search) = self.search.as_mut().filter(|_| wanted) else { return };
        search.shown = true;
        let text = self.game.write_line(&search.root, &report.line);
        self.out.say(&output::thinking(report, &text, self.is_xboard));
    }

    /// The search for our move has ended: make the move.
    fn finish(&mut self, outcome: Outcome) {
        let Some(mut search) = self.search.take() else { return };
        let legal = movegen::legal_moves(&search.root);
        let found = outcome.best.filter(|mv| legal.contains(mv));
        let Some(mv) = found.or_else(|| legal.first().copied()) else { return };
        if !search.shown {
            let time = search.began.elapsed();
            let Outcome { score, depth, nodes, .. } = outcome;
            let report =
                Report { depth, rank: 1, selective_depth: depth, score, time, nodes, line: vec![mv] };
            search.last = Some(search.last.take().unwrap_or(report));
            self.search = Some(search);
            self.show_last();
        }
        self.make_our_move(mv, outcome);
    }

    fn make_our_move(&mut self, mv: Move, outcome: Outcome) {
        self.outlook.add(outcome.score);
        if self.gives_up() {
            return self.resign();
        }
        let search = self.search.take();
        let side = self.game.position().side();
        let ply = self.game.position().ply();
        let text = self.game.write_move(self.game.position(), mv);
        self.game.play(mv);
        self.position_changed();
        self.score = Some(outcome.score);
        let replies = movegen::legal_moves(self.game.position());
        self.expected = outcome.ponder.filter(|reply| outcome.best == Some(mv) && replies.contains(reply));
        self.out.say(&format!("move {text}"));
        if let Some(search) = search {
            self.control.moved(search.began.elapsed(), search.overrun(), ply);
        }
        if !self.claim(side) {
            self.ponder();
        }
    }

    pub(super) fn move_now(&mut self) {
        if let Some(search) = self.search.as_mut().filter(|search| search.purpose == Purpose::Move) {
            search.stop();
        }
    }

    /// Stops the search if its deadline has come.
    pub(super) fn check_deadline(&mut self) {
        let Some(search) = &mut self.search else { return };
        if search.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            search.stop();
        }
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        let pondering =
            self.search.as_ref().is_some_and(|search| matches!(search.purpose, Purpose::Ponder(_)));
        if !on && pondering {
            self.stop();
        }
        if on && self.search.is_none() && self.paused.is_none() {
            self.ponder();
        }
    }

    /// Whether more thinking is no advantage we are to have.
    fn is_limited(&self) -> bool {
        self.control.counts_nodes() || self.options.play.strength().is_some()
    }

    /// Thinks about the reply to the move we expect, if we are to.
    fn ponder(&mut self) {
        let waiting = self.mode == Mode::Play(!self.game.position().side());
        let Some(expected) = self.expected.filter(|_| self.ponders && waiting && !self.is_limited()) else {
            return;
        };
        let mut root = self.game.position().clone();
        root.make(expected);
        if !root.status().is_over() {
            let limits = self.as_player(self.control.depth_limit());
            self.begin_search(Purpose::Ponder(expected), root, limits);
        }
    }

    /// Whether a move of the opponent's is the one we are pondering on.
    pub(super) fn hits_ponder(&self, mv: Move) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Ponder(mv))
    }

    /// The opponent has made the move we expected: the search becomes one for our move.
    pub(super) fn ponder_hit(&mut self) {
        self.claimed = false;
        self.expected = None;
        self.excluded.clear();
        let side = self.game.position().side();
        if self.mode != Mode::Play(side) || self.claim(side) {
            return self.stop();
        }
        let plan = self.control.clock(self.game.position().ply()).plan();
        let Some(search) = &mut self.search else { return };
        search.purpose = Purpose::Move;
        let now = self.heard_at;
        // Half of the time spent so far counts.
        let head_start = now.saturating_duration_since(search.began) / 2;
        search.end_at(Some(now + plan.hard));
        search.enough = Some(now + plan.soft.saturating_sub(head_start));
        search.began = now;
        let outcome = search.outcome;
        self.show_last();
        if let Some(outcome) = outcome {
            self.finish(outcome);
        }
    }

    pub(super) fn pause(&mut self) {
        let Some(search) = self.search.take() else { return };
        log::debug!("search {} is dropped for a pause", search.id);
        if search.purpose == Purpose::Move {
            self.control.spend(search.began.elapsed());
        }
        self.paused = Some(search.purpose);
    }

    pub(super) fn resume(&mut self) {
        match self.paused.take() {
            Some(Purpose::Move) => self.think(),
            Some(Purpose::Ponder(_)) => self.ponder(),
            Some(Purpose::Analysis) => self.analyze(),
            None => {}
        }
    }
}
