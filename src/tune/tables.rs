//! What kinds of games the engine plays against itself, and who plays them.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::rules::Rules;

use super::data::Game;

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

/// Draws a kind of game by the recipe.
fn choose(random: &mut Xoshiro256PlusPlus) -> Game {
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
