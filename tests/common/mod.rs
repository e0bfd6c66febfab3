//! What the test files share: games to draw from, random positions, and the program itself.
#![allow(dead_code, reason = "every test file uses only a part of this")]

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, LazyLock, OnceLock};

use panoply::config::{Config, GameChoice};
use panoply::movegen::{self, Noisy};
use panoply::position::{FenStyle, Position, Ranks, Setup};
use panoply::rules::{PromotionChoice, Rules};
use panoply::types::{Color, Move, MoveClass, Piece, Square};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};

/// Pieces, armies and boards that no shipped game has.
pub const STRANGE: &str = include_str!("strange.ini");

/// A file below `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The greatest node count that the tests of tables run: `default`, or what `PANOPLY_PERFT_NODES` says.
pub fn node_cap(default: u64) -> u64 {
    match std::env::var("PANOPLY_PERFT_NODES") {
        Ok(text) => text.parse().expect("PANOPLY_PERFT_NODES is a number"),
        Err(_) => default,
    }
}

/// Runs the program.
pub fn panoply(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_panoply"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// What the program printed.
pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the output is UTF-8")
}

/// What the program complained of.
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("the messages are UTF-8")
}

/// A table of a test: lines of `columns` fields between tabs; empty lines and those that begin with `#` are skipped.
pub fn table(text: &str, columns: usize) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    for row in &rows {
        assert_eq!(row.len(), columns, "a row needs {columns} columns: {row:?}");
    }
    rows
}

/// Moves as sorted text.
pub fn texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv, Ranks::FromOne)).collect();
    texts.sort_unstable();
    texts
}

/// The legal moves as sorted text.
pub fn legal_texts(position: &Position) -> Vec<String> {
    texts(position, &movegen::legal_moves(position))
}

/// Captures and promotions.
pub fn noisy_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    movegen::generate::<Noisy, _>(position, &mut moves);
    moves
}

/// Some games, compiled when first needed.
pub struct Pool {
    config: Config,
    games: Vec<(GameChoice, OnceLock<Arc<Rules>>)>,
}

impl Pool {
    fn new(config: Config, choices: Vec<GameChoice>) -> Pool {
        let games = choices.into_iter().map(|choice| (choice, OnceLock::new())).collect();
        Pool { config, games }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// What was chosen for a game.
    pub fn choice(&self, game: usize) -> &GameChoice {
        &self.games[game].0
    }

    /// The rules of a game.
    pub fn rules(&self, game: usize) -> Arc<Rules> {
        let (choice, rules) = &self.games[game];
        rules.get_or_init(|| self.compile(choice)).clone()
    }

    /// The rules of any choice.
    pub fn compile(&self, choice: &GameChoice) -> Arc<Rules> {
        let spec = self.config.game(choice).unwrap_or_else(|error| panic!("{choice:?}: {error}"));
        Arc::new(Rules::compile(spec).unwrap_or_else(|error| panic!("{choice:?}: {error}")))
    }

    /// The id of the piece that stands in Black's array where White's has this one.
    pub fn mirror_image(&self, id: &str) -> String {
        self.config.standing(Color::Black, id).to_owned()
    }

    /// A random position of a game.
    pub fn recipe(&'static self, game: usize, seed: u64) -> Recipe {
        let mut dice = Dice::new(seed ^ (game as u64) << 20);
        let mut below = |limit| dice.below(limit);
        let (before, thin, edits, after) = (below(60), below(100) as u8, below(10), below(10));
        Recipe { pool: self, game, seed, before, thin, edits, after }
    }

    /// The games for which something holds, as a strategy.
    pub fn recipes(&'static self, fits: impl Fn(&GameChoice) -> bool) -> impl Strategy<Value = Recipe> {
        let games: Vec<usize> = (0..self.len()).filter(|&game| fits(self.choice(game))).collect();
        assert!(!games.is_empty(), "some game fits");
        let tail = (any::<u64>(), 0..60usize, 0..100u8, 0..10usize, 0..10usize);
        (prop::sample::select(games), tail).prop_map(move |(game, (seed, before, thin, edits, after))| {
            Recipe { pool: self, game, seed, before, thin, edits, after }
        })
    }
}

/// Every pairing of armies of one size on both topologies, with and without holdings, with both promotion rules.
fn every_game(config: &Config, variant: &str) -> Vec<GameChoice> {
    let mut choices = Vec::new();
    for white in config.armies() {
        for black in config.armies().iter().filter(|army| army.board == white.board) {
            for bits in 0..8u8 {
                choices.push(GameChoice {
                    variant: variant.to_owned(),
                    white: Some(white.id.clone()),
                    black: Some(black.id.clone()),
                    cylinder: Some(bits & 1 != 0),
                    holdings: Some(bits & 2 != 0),
                    promotion: Some(if bits & 4 == 0 {
                        PromotionChoice::Own
                    } else {
                        PromotionChoice::Either
                    }),
                });
            }
        }
    }
    choices
}

/// Whether a game of this choice can be compiled: two kinds of Pawn in one game cannot.
fn compiles(config: &Config, choice: &GameChoice) -> bool {
    config.game(choice).is_ok_and(|spec| spec.kinds.iter().filter(|kind| kind.pawn).count() <= 1)
}

/// The shipped games: every combination of armies, board shape, holdings and promotion, and every variant.
pub static SHIPPED: LazyLock<Pool> = LazyLock::new(|| {
    let config = Config::shipped();
    let mut choices: Vec<GameChoice> = every_game(&config, "fairy");
    for choice in &mut choices {
        if choice.white.as_deref().is_some_and(|army| army.starts_with("grand")) {
            "grand".clone_into(&mut choice.variant);
        }
    }
    choices.extend(config.variant_names().into_iter().map(GameChoice::variant));
    choices.retain(|choice| compiles(&config, choice));
    Pool::new(config, choices)
});

/// The games of `strange.ini`.
pub static STRANGE_GAMES: LazyLock<Pool> = LazyLock::new(|| {
    let config = Config::parse("strange.ini", STRANGE).unwrap_or_else(|errors| panic!("{errors}"));
    let variants: Vec<String> = config.variants().iter().map(|variant| variant.id.clone()).collect();
    let mut choices: Vec<GameChoice> =
        variants.iter().flat_map(|variant| every_game(&config, variant)).collect();
    choices.retain(|choice| compiles(&config, choice));
    Pool::new(config, choices)
});

/// How a random position comes about. Everything follows from the numbers, so a failure can be repeated.
#[derive(Clone)]
pub struct Recipe {
    pool: &'static Pool,
    pub game: usize,
    seed: u64,
    before: usize,
    thin: u8,
    edits: usize,
    after: usize,
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { seed, before, thin, edits, after, .. } = self;
        write!(
            f,
            "{:?}, seed {seed}, {before} moves, {thin} % thinner, {edits} edits, {after} moves: {} (last move {:?})",
            self.pool.choice(self.game),
            self.position().fen(FenStyle::Plain),
            self.position().last_move()
        )
    }
}

impl Recipe {
    /// What was chosen.
    pub fn choice(&self) -> &'static GameChoice {
        self.pool.choice(self.game)
    }

    /// Random numbers of this recipe, after those that made the position.
    pub fn dice(&self) -> Dice {
        Dice(self.seed ^ 0x5555)
    }

    /// The position: some moves from the start, then men taken away and put elsewhere, then some more moves.
    pub fn position(&self) -> Position {
        let rules = self.pool.rules(self.game);
        let mut dice = Dice(self.seed);
        let mut position = Position::start(rules).expect("the start position is sound");
        for _ in 0..self.before {
            play(&mut position, &mut dice);
        }
        if self.thin > 30 || self.edits > 3 {
            position = edited(&position, self, &mut dice);
            let doubles = |mv: &Move| mv.class() == MoveClass::DoubleStep;
            let doubles: Vec<Move> = movegen::legal_moves(&position).into_iter().filter(doubles).collect();
            if !doubles.is_empty() && dice.chance(2) {
                position.make(dice.pick(&doubles));
            }
        }
        for _ in 0..self.after {
            play(&mut position, &mut dice);
        }
        position
    }
}

/// Random numbers (xorshift64*).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D).wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits ^= bits >> 32;
        bits = bits.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        bits ^= bits >> 32;
        (bits % limit as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Plays a random move, more often a rare one than the number of moves suggests; nothing if there is none.
pub fn play(position: &mut Position, dice: &mut Dice) {
    let moves = movegen::legal_moves(position);
    if moves.is_empty() {
        return;
    }
    let class = |mv: Move| mv.class();
    let rare = match dice.below(8) {
        0 | 1 => noisy_moves(position),
        2 => moves.iter().copied().filter(|&mv| class(mv) == MoveClass::DoubleStep).collect(),
        3 => moves
            .iter()
            .copied()
            .filter(|&mv| matches!(class(mv), MoveClass::EnPassant | MoveClass::Castle))
            .collect(),
        4 => moves.iter().copied().filter(|&mv| class(mv) != MoveClass::Drop).collect(),
        _ => Vec::new(),
    };
    let mv = dice.pick(if rare.is_empty() { &moves } else { &rare });
    position.make(mv);
}

/// Takes men away and puts others elsewhere, as long as the position stays one that can be played.
fn edited(position: &Position, recipe: &Recipe, dice: &mut Dice) -> Position {
    let rules = position.rules().clone();
    let mut setup =
        Setup::from_fen(&rules, &position.fen(FenStyle::Plain)).expect("a FEN of ours can be read");
    let mut best = position.clone();
    let mut attempt = |setup: &mut Setup, change: &mut dyn FnMut(&mut Setup)| {
        let mut changed = setup.clone();
        change(&mut changed);
        if let Ok(position) = Position::from_setup(rules.clone(), &changed) {
            best = position;
            *setup = changed;
        }
    };
    let partners: Vec<Square> = rules.castling.iter().flatten().map(|rule| rule.partner_from).collect();
    for &square in &rules.squares {
        let piece = setup.at(square);
        let spared =
            piece.is_empty() || rules.is_royal(piece.kind()) || partners.contains(&square) && !dice.chance(4);
        if !spared && dice.below(100) < usize::from(recipe.thin) {
            attempt(&mut setup, &mut |setup| setup.place(Piece::EMPTY, square));
        }
    }
    let kinds: Vec<_> = rules.kinds().filter(|&kind| !rules.is_royal(kind)).collect();
    for _ in 0..recipe.edits {
        let square = dice.pick(&rules.squares);
        let color = dice.pick(&Color::ALL);
        let kind = if dice.chance(3) { rules.pawn().unwrap_or(kinds[0]) } else { dice.pick(&kinds) };
        let mut piece = Piece::new(color, kind);
        if rules.marks_promoted() && !rules.is_pawn(kind) && dice.chance(3) {
            piece = piece.promoted();
        }
        if !rules.is_royal(setup.at(square).kind()) || setup.at(square).is_empty() {
            attempt(&mut setup, &mut |setup| setup.place(piece, square));
        }
        if rules.has_holdings() && dice.chance(3) {
            let count = dice.below(3) as u8;
            attempt(&mut setup, &mut |setup| setup.set_hand(color, kind, count));
        }
    }
    if dice.chance(2) {
        attempt(&mut setup, &mut Setup::grant_castling);
    }
    let steps = &rules.double_steps[position.side()];
    if !steps.is_empty() && dice.chance(2) {
        let step = dice.pick(steps);
        let origins = rules.en_passant_origins(!position.side(), step.passed);
        let pawn = |color| rules.pawn().map_or(Piece::EMPTY, |kind| Piece::new(color, kind));
        let beside = if origins.is_empty() { step.from } else { dice.pick(origins) };
        let kings = [position.king(Color::White), position.king(Color::Black)];
        if ![step.from, step.passed, step.to, beside].iter().any(|square| kings.contains(square)) {
            attempt(&mut setup, &mut |setup| {
                setup.place(pawn(!position.side()), beside);
                setup.place(pawn(position.side()), step.from);
                setup.place(Piece::EMPTY, step.passed);
                setup.place(Piece::EMPTY, step.to);
            });
        }
    }
    best
}

/// How many cases to run and from which seed: fixed, unless `PROPTEST_CASES` or `PROPTEST_RNG_SEED` says otherwise.
pub fn cases(number: u32) -> ProptestConfig {
    let given = |name: &str| std::env::var_os(name).is_some();
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if !given("PROPTEST_CASES") {
        config.cases = number;
    }
    if !given("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(0x0050_414E_4F50_4C59);
    }
    config
}

/// Whether the fast generator gives the same moves as brute force, each once.
pub fn generator_is_right(position: &Position) -> Result<(), TestCaseError> {
    let moves = movegen::legal_moves(position);
    let set: HashSet<Move> = moves.iter().copied().collect();
    prop_assert_eq!(set.len(), moves.len(), "a move comes twice: {:?}", texts(position, &moves));
    let expected = in_order(movegen::brute_force_moves(position));
    if in_order(moves.clone()) != expected {
        let extra: Vec<Move> = moves.iter().copied().filter(|mv| !expected.contains(mv)).collect();
        let missing: Vec<Move> = expected.into_iter().filter(|mv| !set.contains(mv)).collect();
        return Err(TestCaseError::fail(format!(
            "{}: extra {extra:?}, missing {missing:?}",
            position.fen(FenStyle::Plain)
        )));
    }
    Ok(())
}

/// Moves in an order that can be compared.
fn in_order(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}
