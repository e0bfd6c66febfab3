//! Where games of the engine against itself are played.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::rules::Rules;

use super::data::Game;
use super::generate::choose;

/// Draws kinds of games by the recipe and keeps, for each, its rules and the players `T`.
pub(super) struct Tables<'a, T> {
    config: &'a Config,
    /// Only games with holdings, or only games without.
    holdings: Option<bool>,
    make_players: fn() -> T,
    rules: BTreeMap<Game, Arc<Rules>>,
    players: BTreeMap<Game, T>,
}

impl<'a, T> Tables<'a, T> {
    pub(super) fn new(config: &'a Config, holdings: Option<bool>, make_players: fn() -> T) -> Tables<'a, T> {
        Tables { config, holdings, make_players, rules: BTreeMap::new(), players: BTreeMap::new() }
    }

    /// Draws games until one is wanted.
    ///
    /// # Errors
    /// If the configuration lacks a variant or an army of the recipe.
    pub(super) fn draw(
        &mut self,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<(Game, Arc<Rules>, &mut T), String> {
        loop {
            let game = choose(random);
            let rules = match self.rules.get(&game) {
                Some(rules) => rules.clone(),
                None => self.rules.entry(game.clone()).or_insert(game.rules(self.config)?).clone(),
            };
            if self.holdings.is_none_or(|wanted| wanted == rules.has_holdings()) {
                let players = self.players.entry(game.clone()).or_insert_with(self.make_players);
                return Ok((game, rules, players));
            }
        }
    }
}
