//! Panoply: a chess-variant engine for XBoard.
//!
//! It plays Chess with Different Armies (any army against any, defined in `engine.ini` in Betza notation), Crazyhouse,
//! Cylinder Chess and plain chess, and every combination of them.
//!
//! # How it is built
//!
//! Rules are data. [`config`] reads `engine.ini` and resolves a choice of variant and armies into a
//! [`rules::GameSpec`]; [`rules::Rules::compile`] turns that into tables once: step tables that the generator walks,
//! attack tables that find checks and pins, castling, promotion and drop tables, hash keys. Nothing behind that point
//! asks which variant is played.
//!
//! The board is a mailbox with rows of sixteen cells. Since every record of the step tables lists target squares,
//! edges, the seam of a cylinder, ranges and colours cost nothing while playing.
//!
//! Modules depend on one another in one direction only:
//!
//! ```text
//! cli, protocol -> search -> eval -> movegen, position -> rules -> types
//!              \-> config -> betza -------------------------^
//! cli -> referee -> config, movegen, position
//! cli -> diagram -> position, rules, betza
//! cli -> tune -> search, config
//! ```
//!
//! `position` and `movegen` know each other: the state of a game needs its legal moves. Text of a protocol appears in
//! `protocol` alone, and nothing below `cli` and `protocol` prints.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use panoply::config::{Config, GameChoice};
//! use panoply::movegen::perft;
//! use panoply::position::Position;
//! use panoply::rules::Rules;
//!
//! let choice = GameChoice {
//!     white: Some("clobberers".into()),
//!     black: Some("nutters".into()),
//!     ..GameChoice::variant("fairy")
//! };
//! let game = Config::shipped().game(&choice)?;
//! let rules = Arc::new(Rules::compile(game)?);
//! let mut position = Position::start(rules)?;
//! assert_eq!(perft(&mut position, 2), 728);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod betza;
pub mod cli;
pub mod config;
pub mod diagram;
pub mod eval;
pub mod movegen;
pub mod position;
pub mod protocol;
pub mod referee;
pub mod rules;
pub mod search;
pub mod suite;
pub mod tune;
pub mod types;
