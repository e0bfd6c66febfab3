//! Pairs of fast games between two sets of numbers of the search.

use rand::rngs::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::position::Position;
use crate::search::{Limits, Numbers, Searcher};
use crate::types::ByColor;

use super::data::GameResult;
use super::play::{self, opening};
use super::tables::Tables;

/// Size of the transposition table of each player.
const MEGABYTES: usize = 4;

/// Plays pairs of games.
pub struct Duels<'a> {
    limits: Limits,
    tables: Tables<'a, [Searcher; 2]>,
}

impl<'a> Duels<'a> {
    /// Games with or without holdings, with so many nodes a move.
    pub fn new(config: &'a Config, holdings: bool, nodes: u64) -> Duels<'a> {
        let players = || [Searcher::new(MEGABYTES), Searcher::new(MEGABYTES)];
        Duels {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            tables: Tables::new(config, Some(holdings), players),
        }
    }

    /// Two games from the same position, each set once with White: the points by which the first one wins, from -2 to 2.
    ///
    /// # Errors
    /// If the configuration lacks a variant or an army of the recipe.
    pub fn pair(&mut self, sets: &[Numbers; 2], random: &mut Xoshiro256PlusPlus) -> Result<f64, String> {
        let (_, rules, players) = self.tables.draw(random)?;
        for (player, numbers) in players.iter_mut().zip(sets) {
            player.use_numbers(numbers.clone());
        }
        loop {
            let position = opening(&rules, random)?;
            let Some(first) = play(position.clone(), players, &self.limits) else { continue };
            players.reverse();
            let second = play(position, players, &self.limits);
            players.reverse();
            if let Some(second) = second {
                // A win is worth two points more than a loss here, not one.
                return Ok(2.0 * (first.points() - second.points()));
            }
        }
    }
}

/// The result of a game of two players, White first; `None` if it is decided from the beginning.
fn play(position: Position, players: &mut [Searcher; 2], limits: &Limits) -> Option<GameResult> {
    for player in players.iter_mut() {
        player.clear();
    }
    play::play(position, ByColor(players.each_ref()), limits, |_, _| ())
}
