//! A referee: plays matches between engines by our rules, whatever protocol, names and letters they use.
//!
//! [`run::run`] plays a [`run::Match`] with several games at once. A game is played by [`game::play`], which talks to
//! engines through [`player::Player`] ([`cecp`], [`uci`]) and never trusts them. Finished games go to disk at once
//! ([`record`], [`pgn`]), then into the [`tally`], from which [`report`] prints tables; the formulas are in [`stats`]
//! and [`sprt`]. Nothing depends on when and where a game is played ([`schedule`], [`openings`]), so that a match can
//! be resumed, split and put together again.

pub mod cecp;
pub mod ending;
pub mod game;
pub mod letters;
pub mod openings;
pub mod options;
pub mod pgn;
pub mod player;
pub mod process;
pub mod progress;
pub mod record;
pub mod replay;
pub mod report;
pub mod run;
pub mod san;
pub mod schedule;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod uci;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by everything that waits.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests it.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was requested.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
