//! Fast games of the engine against itself, and positions from them.
//!
//! A game follows from the seed and its number alone, so the same data come out on any machine and with any number of
//! threads. It begins with random moves, is thrown away if those have decided it, and is played with a fixed number
//! of nodes a move. Positions are kept if a static evaluation can be right about them: no check, and the best move
//! neither captures nor promotes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::config::Config;
use crate::movegen;
use crate::position::{FenStyle, Position, Status};
use crate::rules::Rules;
use crate::search::{Limits, Searcher};
use crate::types::{Color, Score};

use super::data::{Game, GameResult, Sample};
use super::tables::Tables;

/// The armies whose pairings are played.
const ARMIES: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];
/// The army of orthodox chess.
const ORTHODOX: &str = "fide";

/// Which armies meet.
#[derive(Clone, Copy, Debug)]
enum Meeting {
    /// The orthodox army itself.
    Orthodox,
    /// All sixteen pairings.
    All,
    /// The twelve pairings of different armies.
    Mixed,
}

/// The share of each kind of game, in percent.
const RECIPE: [(u32, &str, Meeting); 7] = [
    (15, "normal", Meeting::Orthodox),
    (40, "fairy", Meeting::All),
    (4, "cylinder", Meeting::Orthodox),
    (6, "cylinder", Meeting::Mixed),
    (25, "crazyhouse", Meeting::Orthodox),
    (7, "crazyhouse", Meeting::Mixed),
    (3, "cylinderhouse", Meeting::Mixed),
];

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
/// The first plies after the random ones of which no position is kept.
const SETTLING: usize = 4;
/// The fewest and the most plies between two positions that are kept.
const APART: (u32, u32) = (4, 12);
/// Positions with a score beyond this teach nothing.
const CLEAR: Score = 2000;
/// Size of the transposition table of each kind of game in MiB.
const TABLE: usize = 2;

/// What is generated.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of the first game.
    pub first: u32,
    /// The number of games.
    pub games: u32,
    /// What everything random follows from.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Threads.
    pub threads: u16,
    /// Only games with holdings, or only games without.
    pub holdings: Option<bool>,
}

/// Plays games and hands the positions of each, in the order of the games, to `take`; ends early when that says so.
///
/// # Errors
/// If the configuration lacks a variant or an army of the recipe, or `take` fails.
pub fn generate<E: From<String>>(
    config: &Config,
    settings: Settings,
    mut take: impl FnMut(u32, &[Sample]) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU32::new(0);
    let quit = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..settings.threads {
            let (next, quit, sender) = (&next, &quit, sender.clone());
            scope.spawn(move || {
                let tables = Tables::new(config, settings.holdings, || Searcher::new(TABLE));
                let mut player = Player { settings, tables };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= settings.games || quit.load(Ordering::Relaxed) {
                        return;
                    }
                    let samples = player.game(settings.first + number);
                    if sender.send((number, samples)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = in_order(&receiver, |number, samples| take(settings.first + number, &samples?));
        quit.store(true, Ordering::Relaxed);
        drop(receiver);
        result
    })
}

/// Hands on what comes in any order by ascending numbers.
fn in_order<T, E>(
    receiver: &mpsc::Receiver<(u32, T)>,
    mut take: impl FnMut(u32, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (number, item) in receiver {
        waiting.insert(number, item);
        while let Some(item) = waiting.remove(&due) {
            take(due, item)?;
            due += 1;
        }
    }
    Ok(())
}

/// Plays games on one thread.
struct Player<'a> {
    settings: Settings,
    tables: Tables<'a, Searcher>,
}

impl Player<'_> {
    /// The positions of one game.
    fn game(&mut self, number: u32) -> Result<Vec<Sample>, String> {
        let seed = self.settings.seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (game, rules, searcher) = self.tables.draw(&mut random)?;
        searcher.clear();
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        loop {
            let position = opening(&rules, &mut random)?;
            if let Some(samples) = play(&game, position, searcher, &limits, &mut random) {
                return Ok(samples);
            }
        }
    }
}

/// Draws a kind of game by the recipe.
pub(super) fn choose(random: &mut Xoshiro256PlusPlus) -> Game {
    let total: u32 = RECIPE.iter().map(|&(share, ..)| share).sum();
    let mut at = random.random_range(0..total);
    let (variant, meeting) = RECIPE
        .iter()
        .find(|&&(share, ..)| {
            let found = at < share;
            at = at.saturating_sub(share);
            found
        })
        .map_or(("normal", Meeting::Orthodox), |&(_, variant, meeting)| (variant, meeting));
    let white = random.random_range(0..ARMIES.len());
    let other = (white + random.random_range(1..ARMIES.len())) % ARMIES.len();
    let (white, black) = match meeting {
        Meeting::Orthodox => (ORTHODOX, ORTHODOX),
        Meeting::All => (ARMIES[white], ARMIES[random.random_range(0..ARMIES.len())]),
        Meeting::Mixed => (ARMIES[white], ARMIES[other]),
    };
    Game::new(variant, white, black)
}

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

/// Plays a game to its end and picks positions; `None` if it is decided from the beginning.
fn play(
    game: &Game,
    mut position: Position,
    searcher: &Searcher,
    limits: &Limits,
    random: &mut Xoshiro256PlusPlus,
) -> Option<Vec<Sample>> {
    let holdings = usize::from(position.rules().has_holdings());
    let mut samples = Vec::new();
    let mut streak = Streak::default();
    let mut next = position.ply() + SETTLING;
    let mut first = true;
    let result = loop {
        if let Some(result) = finished(&position) {
            break result;
        }
        let outcome = searcher.search(&position, limits, &AtomicBool::new(false), &mut |_| ());
        let Some(best) = outcome.best else { break GameResult::Draw };
        if first && outcome.score.abs() > DECIDED[holdings] {
            return None;
        }
        first = false;
        if let Some(result) = streak.judge(&position, outcome.score) {
            break result;
        }
        if position.ply() >= next
            && position.is_quiet(best)
            && !position.in_check()
            && outcome.score.abs() <= CLEAR
        {
            let fen = position.fen(FenStyle::default());
            samples.push(Sample { game: game.clone(), result: GameResult::Draw, score: outcome.score, fen });
            next = position.ply() + random.random_range(APART.0..=APART.1) as usize;
        }
        position.make(best);
    };
    for sample in &mut samples {
        sample.result = result;
    }
    Some(samples)
}

/// The result of a game that is over by the rules, or too long.
pub(super) fn finished(position: &Position) -> Option<GameResult> {
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
pub(super) struct Streak {
    winner: Option<Color>,
    won: u32,
    drawn: u32,
}

impl Streak {
    /// The result, if the scores have told it long enough.
    pub(super) fn judge(&mut self, position: &Position, score: Score) -> Option<GameResult> {
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
