//! Pairs of fast games between two sets of numbers of the search.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::rngs::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{Limits, Numbers, Searcher};
use crate::types::Color;

use super::data::{Game, GameResult};
use super::generate::{Streak, choose, finished, opening};

/// Size of the transposition table of each player.
const MEGABYTES: usize = 4;

/// Plays pairs of games.
pub struct Duels<'a> {
    config: &'a Config,
    holdings: bool,
    limits: Limits,
    /// The kinds of games met so far, `None` if it is not a kind that is wanted.
    tables: BTreeMap<Game, Option<Table>>,
}

/// Where a kind of game is played.
struct Table {
    rules: Arc<Rules>,
    players: [Searcher; 2],
}

impl<'a> Duels<'a> {
    /// Games with or without holdings, with so many nodes a move.
    pub fn new(config: &'a Config, holdings: bool, nodes: u64) -> Duels<'a> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Duels { config, holdings, limits, tables: BTreeMap::new() }
    }

    /// Two games from the same position, each set once with White: the points by which the first one wins, from -2 to 2.
    ///
    /// # Errors
    /// If the configuration lacks a variant or an army of the recipe.
    pub fn pair(&mut self, sets: &[Numbers; 2], random: &mut Xoshiro256PlusPlus) -> Result<f64, String> {
        loop {
            let game = choose(random);
            if !self.tables.contains_key(&game) {
                let made = self.make(&game)?;
                self.tables.insert(game.clone(), made);
            }
            let Some(Some(Table { rules, players })) = self.tables.get_mut(&game) else { continue };
            for (player, numbers) in players.iter_mut().zip(sets) {
                player.use_numbers(numbers.clone());
            }
            let position = opening(rules, random)?;
            let first = play(position.clone(), players, &self.limits);
            players.reverse();
            let second = play(position, players, &self.limits);
            players.reverse();
            return Ok(first - second);
        }
    }

    fn make(&self, game: &Game) -> Result<Option<Table>, String> {
        let spec = self.config.game(&game.choice()).map_err(|error| error.to_string())?;
        let rules = Rules::compile(spec).map_err(|error| error.to_string())?;
        let wanted = rules.has_holdings() == self.holdings;
        let players = || [Searcher::new(MEGABYTES), Searcher::new(MEGABYTES)];
        Ok(wanted.then(|| Table { rules: Arc::new(rules), players: players() }))
    }
}

/// The result of a game of two players, White first, from White's view: 1, 0 or -1.
fn play(mut position: Position, players: &mut [Searcher; 2], limits: &Limits) -> f64 {
    for player in players.iter_mut() {
        player.clear();
    }
    let mut streak = Streak::default();
    let result = loop {
        if let Some(result) = finished(&position) {
            break result;
        }
        let player = &players[usize::from(position.side() == Color::Black)];
        let outcome = player.search(&position, limits, &AtomicBool::new(false), &mut |_| ());
        let Some(best) = outcome.best else { break GameResult::Draw };
        if let Some(result) = streak.judge(&position, outcome.score) {
            break result;
        }
        position.make(best);
    };
    match result {
        GameResult::Win => 1.0,
        GameResult::Draw => 0.0,
        GameResult::Loss => -1.0,
    }
}
