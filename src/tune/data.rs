//! Positions with the results of the games they come from.
//!
//! A data file has one position a line, fields separated by tabs:
//!
//! ```text
//! variant  white's army  black's army  result  score  FEN
//! ```
//!
//! The result is White's: `1`, `0.5` or `0`. The score is what the search made of the position, in centipawns from the
//! side to move's view. Lines that begin with `#` are comments.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::config::{Config, GameChoice};
use crate::rules::Rules;

/// Which game: a variant and its armies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Game {
    /// The variant.
    pub variant: String,
    /// White's army.
    pub white: String,
    /// Black's army.
    pub black: String,
}

impl Game {
    /// A variant with two armies.
    pub fn new(variant: &str, white: &str, black: &str) -> Game {
        Game { variant: variant.to_owned(), white: white.to_owned(), black: black.to_owned() }
    }

    /// The same as a choice for the configuration.
    pub fn choice(&self) -> GameChoice {
        GameChoice {
            white: Some(self.white.clone()),
            black: Some(self.black.clone()),
            ..GameChoice::variant(self.variant.clone())
        }
    }

    /// Its rules.
    ///
    /// # Errors
    /// If the configuration has no such variant or army, or they do not go together.
    pub fn rules(&self, config: &Config) -> Result<Arc<Rules>, String> {
        let spec = config.game(&self.choice()).map_err(|error| error.to_string())?;
        Ok(Arc::new(Rules::compile(spec).map_err(|error| error.to_string())?))
    }
}

/// How a game ended, seen from White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// White has won.
    Win,
    /// Nobody has won.
    Draw,
    /// White has lost.
    Loss,
}

impl GameResult {
    /// White's points.
    pub fn points(self) -> f64 {
        match self {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Loss => 0.0,
        }
    }
}

/// One line of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game.
    pub game: Game,
    /// How it ended.
    pub result: GameResult,
    /// The score of the search for the side to move, in centipawns.
    pub score: i32,
    /// The position.
    pub fen: String,
}

/// What is wrong with a line of a data file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SampleError {
    /// A field is missing.
    #[error("there are {0} fields separated by tabs, not 6")]
    Fields(usize),
    /// The result is none.
    #[error("the result `{0}` is none of 1, 0.5 and 0")]
    Result(String),
    /// The score is no number.
    #[error("the score `{0}` is no whole number")]
    Score(String),
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { variant, white, black } = &self.game;
        let result = match self.result {
            GameResult::Win => "1",
            GameResult::Draw => "0.5",
            GameResult::Loss => "0",
        };
        write!(f, "{variant}\t{white}\t{black}\t{result}\t{}\t{}", self.score, self.fen)
    }
}

impl FromStr for Sample {
    type Err = SampleError;

    fn from_str(line: &str) -> Result<Sample, SampleError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, white, black, result, score, fen] = fields[..] else {
            return Err(SampleError::Fields(fields.len()));
        };
        Ok(Sample {
            game: Game::new(variant, white, black),
            result: match result {
                "1" => GameResult::Win,
                "0.5" => GameResult::Draw,
                "0" => GameResult::Loss,
                _ => return Err(SampleError::Result(result.to_owned())),
            },
            score: score.parse().map_err(|_| SampleError::Score(score.to_owned()))?,
            fen: fen.to_owned(),
        })
    }
}
