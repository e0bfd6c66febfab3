//! Analysis, hints and the choice of root moves.

use crate::movegen;
use crate::search::{Limits, Status};

use super::super::command::RootFilter;
use super::super::output::centiseconds;
use super::search::Purpose;
use super::{Mode, Session};

impl Session<'_> {
    /// Begins to analyse the present position.
    pub(super) fn analyze(&mut self) {
        self.stop();
        if self.game.is_playable() && movegen::has_legal_move(self.game.position()) {
            let lines = self.options.play.lines();
            let limits = Limits { exclude: self.excluded.clone(), lines, ..Limits::default() };
            self.begin_search(Purpose::Analysis, self.game.position().clone(), limits);
        }
    }

    pub(super) fn leave_analysis(&mut self) {
        if self.mode == Mode::Analyze {
            self.set_mode(Mode::Force);
        }
    }

    /// The answer to `.`: how far the analysis is.
    pub(super) fn say_status(&mut self) {
        if self.mode != Mode::Analyze {
            return;
        }
        let Some(search) = &self.search else {
            let moves = movegen::count_legal(self.game.position());
            return self.out.say(&format!("stat01: 0 0 0 0 {moves}"));
        };
        let status = search.status();
        let current = status.current.map(|mv| format!(" {}", self.game.write_move(&search.root, mv)));
        let (time, current) = (centiseconds(search.began.elapsed()), current.unwrap_or_default());
        let Status { nodes, depth, left, mut moves, .. } = status;
        if moves == 0 {
            // It has hardly begun.
            moves = movegen::legal_moves(&search.root).len().saturating_sub(self.excluded.len());
        }
        self.out.say(&format!("stat01: {time} {nodes} {depth} {left} {moves}{current}"));
    }

    pub(super) fn give_hint(&mut self) {
        let searched = self.search.as_ref().filter(|search| !matches!(search.purpose, Purpose::Ponder(_)));
        let best = searched.and_then(|search| search.last.as_ref()?.line.first().copied());
        let position = self.game.position();
        let hint = best.or(self.expected).filter(|mv| movegen::legal_moves(position).contains(mv));
        if let Some(mv) = hint {
            let text = self.game.write_move(position, mv);
            self.out.say(&format!("Hint: {text}"));
        }
    }

    pub(super) fn filter_root(&mut self, filter: &RootFilter) {
        match filter {
            RootFilter::IncludeAll => self.excluded.clear(),
            RootFilter::ExcludeAll => self.excluded = movegen::legal_moves(self.game.position()),
            RootFilter::Include(text) => {
                let Ok(mv) = self.game.read_move(text) else { return };
                self.excluded.retain(|&other| other != mv);
            }
            RootFilter::Exclude(text) => {
                let Ok(mv) = self.game.read_move(text) else { return };
                if !self.excluded.contains(&mv) {
                    self.excluded.push(mv);
                }
            }
        }
        if self.mode == Mode::Analyze {
            self.analyze();
        }
    }
}
