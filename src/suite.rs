//! Perft tables: files of positions with known node counts.
//!
//! A table consists of blocks: `id`, `variant`, `white`, `black`, optionally `promotion`, `fen` (or `startpos`), then any
//! number of lines `perft DEPTH NODES`. `variant` is a name of `engine.ini`, or `chess`, `cylinderhouse` for the
//! combinations of topology and holdings that have no name there. Empty lines and lines that begin with `#` say nothing.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use thiserror::Error;

use crate::config::{Config, GameChoice, GameError};
use crate::position::{FenError, Position};
use crate::rules::{PromotionChoice, Rules, RulesError};

/// The greatest depth of a count.
const MAX_DEPTH: u32 = 64;

/// One block of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The line of its `id`, counted from 1.
    pub line: usize,
    /// Its name.
    pub id: String,
    /// The game.
    pub choice: GameChoice,
    /// The position, or `startpos`.
    pub fen: String,
    /// Depths and node counts.
    pub counts: Vec<(u32, u64)>,
}

/// A table that cannot be read.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        error: io::Error,
    },
    /// A line that is not understood.
    #[error("{file}:{line}: `{text}`: {problem}")]
    Line {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// A block whose position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The choice makes no game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game cannot be compiled.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position cannot be played.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// Compiled rules by the choice they were made from: a table names the same game again and again.
pub struct Games<'a> {
    config: &'a Config,
    known: Vec<(GameChoice, Arc<Rules>)>,
}

impl<'a> Games<'a> {
    /// No rules yet.
    pub fn new(config: &'a Config) -> Games<'a> {
        Games { config, known: Vec::new() }
    }

    /// The rules of a choice, compiled on first use.
    ///
    /// # Errors
    /// If the choice makes no game or the game cannot be compiled.
    pub fn rules(&mut self, choice: &GameChoice) -> Result<Arc<Rules>, SetupError> {
        if let Some((_, rules)) = self.known.iter().find(|(known, _)| known == choice) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(Rules::compile(self.config.game(choice)?)?);
        self.known.push((choice.clone(), rules.clone()));
        Ok(rules)
    }

    /// The position of a FEN or of `startpos`.
    ///
    /// # Errors
    /// If the game cannot be compiled or the position cannot be played.
    pub fn position(&mut self, choice: &GameChoice, fen: &str) -> Result<Position, SetupError> {
        let rules = self.rules(choice)?;
        Ok(if fen == "startpos" { Position::start(rules)? } else { Position::from_fen(rules, fen)? })
    }
}

/// Reads a table from a file.
///
/// # Errors
/// If the file cannot be read, or the first line that is not understood.
pub fn read(file: &Path) -> Result<Vec<Block>, TableError> {
    let name = file.display().to_string();
    match fs::read_to_string(file) {
        Ok(text) => parse(&name, &text),
        Err(error) => Err(TableError::Unreadable { file: name, error }),
    }
}

/// Reads a table. `name` is what errors call it.
///
/// # Errors
/// The first line that is not understood.
pub fn parse(name: &str, text: &str) -> Result<Vec<Block>, TableError> {
    let mut blocks: Vec<Block> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let read = match (key, blocks.last_mut()) {
            ("id", _) => {
                blocks.push(Block { line: index + 1, id: value.trim().to_owned(), ..Block::default() });
                Ok(())
            }
            (_, Some(block)) => read_line(block, key, value.trim()),
            (_, None) => Err("the first line of a block is `id NAME`".to_owned()),
        };
        read.map_err(|problem| TableError::Line {
            file: name.to_owned(),
            line: index + 1,
            text: line.to_owned(),
            problem,
        })?;
    }
    Ok(blocks)
}

fn read_line(block: &mut Block, key: &str, value: &str) -> Result<(), String> {
    match key {
        "variant" => match value {
            "chess" => block.choice.variant = "normal".to_owned(),
            "cylinderhouse" => {
                block.choice.variant = "normal".to_owned();
                block.choice.cylinder = Some(true);
                block.choice.holdings = Some(true);
            }
            name => block.choice.variant = name.to_owned(),
        },
        "white" => block.choice.white = Some(value.to_owned()),
        "black" => block.choice.black = Some(value.to_owned()),
        "promotion" => {
            block.choice.promotion = Some(match value {
                "own" => PromotionChoice::Own,
                "either" => PromotionChoice::Either,
                _ => return Err(format!("`{value}` is not a promotion rule: own or either")),
            });
        }
        "fen" => block.fen = value.to_owned(),
        "perft" => {
            let numbers = value.split_once(char::is_whitespace);
            let count = numbers.and_then(|(d, n)| Some((d.parse().ok()?, n.trim().parse().ok()?)));
            let count = count.filter(|(depth, _)| (1..=MAX_DEPTH).contains(depth));
            block.counts.push(
                count.ok_or(format!("a count is `perft DEPTH NODES`, with a depth of 1 to {MAX_DEPTH}"))?,
            );
        }
        _ => return Err(format!("`{key}` is not a key: id, variant, white, black, promotion, fen or perft")),
    }
    Ok(())
}
