//! Fast games of the engine against itself, and positions from them.
//!
//! A game follows from the seed and its number alone, so the same data come out on any machine and with any number of
//! threads. It begins with random moves, is thrown away if those have decided it, and is played with a fixed number
//! of nodes a move. Positions are kept if a static evaluation can be right about them: no check, and the best move
//! neither captures nor promotes. Their score is that of the search that chose the move, or of a longer one of its own:
//! a position is worth learning from only as far as its label is better than the evaluation.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::config::Config;
use crate::position::{FenStyle, Position};
use crate::search::{Limits, Outcome, Searcher};
use crate::types::{ByColor, Score};

use super::data::{Game, GameResult, Sample};
use super::play::{opening, play};
use super::tables::Tables;

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
    /// Nodes of a search of its own for the score of each position that is kept, if not that which chose the move.
    pub score_nodes: Option<u64>,
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
        loop {
            let position = opening(&rules, &mut random)?;
            if let Some(samples) = samples(&game, position, searcher, self.settings, &mut random) {
                return Ok(samples);
            }
        }
    }
}

/// So many nodes.
fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

/// Whether a static evaluation can be right about a position in which a search has found this.
fn is_calm(position: &Position, outcome: &Outcome) -> bool {
    outcome.best.is_some_and(|best| position.is_quiet(best)) && outcome.score.abs() <= CLEAR
}

/// Plays a game and picks positions from it; `None` if it is decided from the beginning.
fn samples(
    game: &Game,
    position: Position,
    searcher: &Searcher,
    settings: Settings,
    random: &mut Xoshiro256PlusPlus,
) -> Option<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut next = position.ply() + SETTLING;
    let result = play(position, ByColor([searcher; 2]), &nodes(settings.nodes), |position, outcome| {
        if position.ply() < next || position.in_check() || !is_calm(position, outcome) {
            return;
        }
        let longer = settings
            .score_nodes
            .map(|count| searcher.search(position, &nodes(count), &AtomicBool::new(false), &mut |_| ()));
        let outcome = longer.as_ref().unwrap_or(outcome);
        if is_calm(position, outcome) {
            let fen = position.fen(FenStyle::default());
            samples.push(Sample { game: game.clone(), result: GameResult::Draw, score: outcome.score, fen });
            next = position.ply() + random.random_range(APART.0..=APART.1) as usize;
        }
    })?;
    for sample in &mut samples {
        sample.result = result;
    }
    Some(samples)
}
