//! Every army against every army: legal moves, node counts, whole games.
//!
//! The ordinary tests take an even sample of all pairings; `PANOPLY_PAIRINGS` sets its size. Those that are ignored take
//! all, which is several minutes of work: `cargo test --test canon -- --ignored`.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use common::{Dice, SHIPPED, generator_is_right, table};
use panoply::config::{Config, GameChoice};
use panoply::movegen::{legal_moves, perft};
use panoply::position::{FenStyle, Position};
use panoply::rules::Rules;
use panoply::search::{Limits, Searcher};
use panoply::types::Color;

const PAIRINGS: &str = include_str!("data/perft/pairings.tsv");
/// Longer games are broken off.
const MAX_PLIES: u32 = 200;
/// How far a player of a fast game looks.
const FAST: u64 = 300;

/// So many of the numbers below `all`, evenly spread and beginning with the first; all of them if that is fewer.
fn sample(all: usize, number: usize) -> impl Iterator<Item = usize> {
    // An odd step meets every combination of topology, holdings and promotion.
    let step = (all / number.max(1)).max(1) | 1;
    (0..all).step_by(step)
}

/// How many pairings to try.
fn wanted(usual: usize) -> usize {
    std::env::var("PANOPLY_PAIRINGS").map_or(usual, |number| number.parse().expect("a number"))
}

/// Does something with numbers on two threads.
fn on_two_threads(numbers: &[usize], work: impl Fn(usize) + Sync) {
    let (first, second) = numbers.split_at(numbers.len() / 2);
    thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(|| half.iter().copied().for_each(&work));
        }
    });
}

/// Compares the fast generator with brute force in a few positions of a game.
fn check_generator(game: usize) {
    for seed in 0..3 {
        let recipe = SHIPPED.recipe(game, seed);
        if let Err(error) = generator_is_right(&recipe.position()) {
            panic!("{:?}: {recipe:?}: {error}", SHIPPED.choice(game));
        }
    }
}

#[test]
fn legal_moves_of_a_sample_of_all_pairings_are_those_of_brute_force() {
    let games: Vec<usize> = sample(SHIPPED.len(), wanted(120)).collect();
    assert!(games.len() >= 100);
    let armies: BTreeSet<&str> =
        games.iter().filter_map(|&game| SHIPPED.choice(game).white.as_deref()).collect();
    assert!(armies.len() >= 30, "nearly every army has its turn: {armies:?}");
    on_two_threads(&games, check_generator);
}

#[test]
#[ignore = "takes long: every game"]
fn legal_moves_of_all_pairings_are_those_of_brute_force() {
    on_two_threads(&(0..SHIPPED.len()).collect::<Vec<_>>(), check_generator);
}

/// A pairing, and the numbers of moves and of answers from its start position, flat and on the cylinder.
struct Row<'a> {
    armies: [&'a str; 2],
    counts: [[u64; 2]; 2],
}

fn rows() -> Vec<Row<'static>> {
    let row = |fields: &Vec<&'static str>| {
        let count = |field: usize| fields[field].parse::<u64>().unwrap_or_else(|_| panic!("{fields:?}"));
        Row { armies: [fields[0], fields[1]], counts: [[count(2), count(3)], [count(4), count(5)]] }
    };
    table(PAIRINGS, 6).iter().map(row).collect()
}

fn rules(config: &Config, armies: [&str; 2], cylinder: bool) -> Arc<Rules> {
    let [white, black] = armies.map(|army| Some(army.to_owned()));
    let choice = GameChoice { white, black, cylinder: Some(cylinder), ..GameChoice::variant("fairy") };
    let spec = config.game(&choice).unwrap_or_else(|error| panic!("{armies:?}: {error}"));
    Arc::new(Rules::compile(spec).unwrap_or_else(|error| panic!("{armies:?}: {error}")))
}

/// Compares the counts of a pairing with the table, and with those of the game with colours exchanged.
fn check_counts(config: &Config, row: &Row<'_>) {
    for (cylinder, expected) in [(false, row.counts[0]), (true, row.counts[1])] {
        let [white, black] = row.armies;
        let mut start = Position::start(rules(config, row.armies, cylinder)).expect("a start position");
        let found = [perft(&mut start, 1), perft(&mut start, 2)];
        assert_eq!(found, expected, "{white}-{black}, cylinder {cylinder}");
        let mut exchanged =
            Position::start(rules(config, [black, white], cylinder)).expect("a start position");
        exchanged.make_null();
        let mirrored = [perft(&mut exchanged, 1), perft(&mut exchanged, 2)];
        assert_eq!(mirrored, expected, "{black}-{white} with Black to move, cylinder {cylinder}");
    }
}

#[test]
fn the_table_has_every_pairing() {
    let config = Config::shipped();
    let board = config.army("fide").expect("the first army").board;
    let mut expected: BTreeSet<[&str; 2]> = BTreeSet::new();
    for white in config.armies().iter().filter(|army| army.board == board) {
        let rivals = config.armies().iter().filter(|black| config.can_meet(white, black));
        expected.extend(rivals.map(|black| [white.id.as_str(), black.id.as_str()]));
    }
    let found: BTreeSet<[&str; 2]> = rows().iter().map(|row| row.armies).collect();
    assert_eq!(found, expected);
    assert_eq!((found.len(), rows().len()), (36 * 36 + 1, 36 * 36 + 1));
}

#[test]
fn counts_of_a_sample_of_the_start_positions_are_those_of_the_table() {
    let (config, rows) = (Config::shipped(), rows());
    let sample: Vec<usize> = sample(rows.len(), wanted(60)).collect();
    on_two_threads(&sample, |number| check_counts(&config, &rows[number]));
}

#[test]
#[ignore = "takes long: every pairing"]
fn counts_of_all_start_positions_are_those_of_the_table() {
    let (config, rows) = (Config::shipped(), rows());
    on_two_threads(&(0..rows.len()).collect::<Vec<_>>(), |number| check_counts(&config, &rows[number]));
}

/// Plays one game of a pool's rules against itself, as fast as makes sense. Every move must be legal, and the position
/// consistent after it.
fn play_fast(game: usize) {
    let rules = SHIPPED.rules(game);
    let mut position = Position::start(rules).expect("a start position");
    let mut dice = Dice::new(game as u64);
    for _ in 0..2 + game % 3 {
        let moves = legal_moves(&position);
        if !moves.is_empty() {
            position.make(dice.pick(&moves));
        }
    }
    let searcher = Searcher::new(1);
    let limits = Limits { nodes: Some(FAST), ..Limits::default() };
    while !position.status().is_over() && (position.ply() as u32) < MAX_PLIES {
        let outcome = searcher.search(&position, &limits, &AtomicBool::new(false), &mut |_| ());
        let place = || format!("{:?} {}", SHIPPED.choice(game), position.fen(FenStyle::Plain));
        let mv = outcome.best.unwrap_or_else(|| panic!("no move: {}", place()));
        assert!(legal_moves(&position).contains(&mv), "{mv:?} is illegal: {}", place());
        position.make(mv);
        assert_eq!(position.check_consistency(), Ok(()), "after {mv:?}: {}", position.fen(FenStyle::Plain));
    }
}

/// One game for every pairing, with topology, holdings and promotion changing from one to the next.
fn one_game_a_pairing() -> Vec<usize> {
    let mut seen: BTreeSet<[Option<&str>; 2]> = BTreeSet::new();
    let mut games = Vec::new();
    for game in (0..SHIPPED.len()).step_by(8) {
        let choice = SHIPPED.choice(game);
        if choice.white.is_some() && seen.insert([choice.white.as_deref(), choice.black.as_deref()]) {
            games.push((game + game / 8 % 8).min(SHIPPED.len() - 1));
        }
    }
    games
}

#[test]
fn a_sample_of_the_pairings_is_played_without_a_mistake() {
    let all = one_game_a_pairing();
    assert!(all.len() >= 1300, "{}", all.len());
    let games: Vec<usize> = sample(all.len(), wanted(12)).map(|number| all[number]).collect();
    on_two_threads(&games, play_fast);
}

#[test]
#[ignore = "takes long: every pairing"]
fn every_pairing_is_played_without_a_mistake() {
    on_two_threads(&one_game_a_pairing(), play_fast);
}

#[test]
fn all_armies_castle_with_their_corner_pieces() {
    let config = Config::shipped();
    for army in config.armies().iter().filter(|army| army.board == panoply::config::BoardSize::CHESS) {
        let rules = rules(&config, [&army.id, &army.id], false);
        for color in Color::ALL {
            let wings = rules.castling.iter().flatten().filter(|rule| rule.color == color).count();
            assert_eq!(wings, 2, "{}", army.id);
        }
    }
}
