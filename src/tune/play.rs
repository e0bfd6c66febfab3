//! Fast games of the engine against itself: from random moves to the end, or until the scores have told it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::movegen;
use crate::position::{Position, Status};
use crate::rules::Rules;
use crate::search::{Limits, Outcome, Searcher};
use crate::types::{ByColor, Color, Score};

use super::data::GameResult;

/// The least and the most random plies, without and with holdings.
const RANDOM_PLIES: [(u32, u32); 2] = [(5, 9), (3, 6)];
/// A game is thrown away if the score after the random moves is beyond this, without and with holdings.
const DECIDED: [Score; 2] = [250, 400];
/// A game is broken off as won when the score is beyond this for [`WON_PLIES`], without and with holdings.
const WON: [Score; 2] = [1000, 3000];
const WON_PLIES: u32 = 6;
/// A game without holdings is broken off as drawn when the score is within this for [`DRAWN_PLIES`] after
/// [`DRAWN_FROM`].
const DRAWN: Score = 8;
const DRAWN_PLIES: u32 = 14;
const DRAWN_FROM: usize = 80;
/// No game is longer; it counts as drawn.
const MAX_PLIES: usize = 400;

/// The start position after some random moves that leave the game open.
pub(super) fn opening(rules: &Arc<Rules>, random: &mut Xoshiro256PlusPlus) -> Result<Position, String> {
    let start = Position::start(rules.clone()).map_err(|error| error.to_string())?;
    let (least, most) = RANDOM_PLIES[usize::from(rules.has_holdings())];
    loop {
        let mut position = start.clone();
        for _ in 0..random.random_range(least..=most) {
            let Some(&mv) = movegen::legal_moves(&position).choose(random) else { break };
            position.make(mv);
        }
        if !position.status().is_over() {
            return Ok(position);
        }
    }
}

/// Plays a game to its end; `None` if it is decided from the beginning. `watch` is told what was found in each position.
pub(super) fn play(
    mut position: Position,
    players: ByColor<&Searcher>,
    limits: &Limits,
    mut watch: impl FnMut(&Position, &Outcome),
) -> Option<GameResult> {
    let holdings = usize::from(position.rules().has_holdings());
    let mut streak = Streak::default();
    let mut first = true;
    loop {
        if let Some(result) = finished(&position) {
            return Some(result);
        }
        let player = players[position.side()];
        let outcome = player.search(&position, limits, &AtomicBool::new(false), &mut |_| ());
        let Some(best) = outcome.best else { return Some(GameResult::Draw) };
        if first && outcome.score.abs() > DECIDED[holdings] {
            return None;
        }
        first = false;
        if let Some(result) = streak.judge(&position, outcome.score) {
            return Some(result);
        }
        watch(&position, &outcome);
        position.make(best);
    }
}

/// The result of a game that is over by the rules, or too long.
fn finished(position: &Position) -> Option<GameResult> {
    match position.status() {
        Status::Ongoing | Status::Check => (position.ply() >= MAX_PLIES).then_some(GameResult::Draw),
        Status::Checkmate => Some(won_by(!position.side())),
        _ => Some(GameResult::Draw),
    }
}

fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::Win,
        Color::Black => GameResult::Loss,
    }
}

/// For how many plies the scores have said the same.
#[derive(Default)]
struct Streak {
    winner: Option<Color>,
    won: u32,
    drawn: u32,
}

impl Streak {
    /// The result, if the scores have told it long enough.
    fn judge(&mut self, position: &Position, score: Score) -> Option<GameResult> {
        let holdings = usize::from(position.rules().has_holdings());
        let side = position.side();
        let winner = (score.abs() >= WON[holdings]).then_some(if score > 0 { side } else { !side });
        self.won = if winner.is_some() && winner == self.winner { self.won + 1 } else { 0 };
        self.winner = winner;
        self.drawn = if score.abs() <= DRAWN { self.drawn + 1 } else { 0 };
        match winner {
            Some(winner) if self.won >= WON_PLIES => Some(won_by(winner)),
            _ => (holdings == 0 && self.drawn >= DRAWN_PLIES && position.ply() >= DRAWN_FROM)
                .then_some(GameResult::Draw),
        }
    }
}
