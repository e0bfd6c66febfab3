//! Tuning the evaluation: games of the engine against itself, and weights fitted to their results.

pub mod data;
pub mod fit;
pub mod generate;
mod newton;

#[cfg(test)]
mod tests;
