//! Panoply: a chess-variant engine for XBoard.
#![forbid(unsafe_code)]

pub mod betza;
pub mod cli;
pub mod config;
pub mod movegen;
pub mod position;
pub mod rules;
pub mod search;
pub mod types;
