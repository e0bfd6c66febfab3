//! What the options set off.

use std::path::Path;

use crate::config::Config;
use crate::search::Limits;

use super::super::options::{OptionError, is_name};
use super::super::output::brief;
use super::super::strength;
use super::{Mode, Session};

/// The button that empties the transposition table.
pub(in super::super) const CLEAR: &str = "Clear Hash";
/// The option that names a configuration file.
pub(in super::super) const CONFIGURATION: &str = "Configuration";

impl Session<'_> {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        if is_name(CLEAR, name) {
            return self.searcher.clear();
        }
        if is_name(CONFIGURATION, name) {
            return self.configure(value.unwrap_or_default());
        }
        let before = self.options.play.clone();
        match self.options.set(self.library.coming(), name, value) {
            Ok(()) => log::debug!("option {name} is {} now", value.unwrap_or_default()),
            Err(OptionError::Unknown) => self.out.say(&format!("Error (unknown option): {}", brief(name))),
            Err(OptionError::Value) => {
                let value = value.unwrap_or_default();
                self.out.say(&format!("Error (bad option value): {}={}", brief(name), brief(value)));
            }
        }
        if before.contempt() != self.options.play.contempt() {
            // The table is full of draws that are worth something else now.
            self.searcher.clear();
        }
        if self.mode == Mode::Analyze && before.lines() != self.options.play.lines() {
            self.analyze();
        }
    }

    /// Takes another configuration for the next game. All that is wrong with it is told, a line each.
    fn configure(&mut self, path: &str) {
        let loaded = match path {
            "" => Ok(self.library.first().clone()),
            path => Config::load(Path::new(path)),
        };
        match loaded {
            Ok(config) => {
                log::info!("configuration {path:?} is used from the next game on");
                self.options.reconfigure(&config);
                self.options.file = path.to_owned();
                self.library.prepare(config);
            }
            Err(errors) => {
                for error in errors.to_string().lines() {
                    self.out.say(&format!("tellusererror {error}"));
                }
            }
        }
    }

    /// The limits with what the options add to them when we play.
    pub(super) fn as_player(&self, limits: Limits) -> Limits {
        let play = &self.options.play;
        let mut limits = Limits { lines: play.lines(), contempt: play.contempt(), ..limits };
        if let Some(elo) = play.strength() {
            let nodes = strength::nodes(elo);
            limits.nodes = Some(limits.nodes.map_or(nodes, |other| other.min(nodes)));
            limits.handicap = Some(strength::handicap(elo, self.seed));
        }
        limits
    }
}
