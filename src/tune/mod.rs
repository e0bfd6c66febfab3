//! Tuning: games of the engine against itself, weights of the evaluation fitted to their results, and numbers of the search
//! that win them.

pub mod data;
pub mod duel;
pub mod fit;
pub mod generate;
mod newton;
mod play;
pub mod spsa;
mod tables;

#[cfg(test)]
mod tests;
