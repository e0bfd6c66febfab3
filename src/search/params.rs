//! Numbers of the search that are the same for all games: limits of depth, units, and those of time. The tuned ones are in
//! [`super::numbers`].

use crate::types::Score;

/// Nodes between two looks at the clock and the stop flag.
pub(super) const LOOK_EVERY: u64 = 256;
/// The same when less than [`HURRY_MILLIS`] are left for the move.
pub(super) const LOOK_EVERY_IN_A_HURRY: u64 = 16;
/// What counts as a hurry, in milliseconds.
pub(super) const HURRY_MILLIS: u128 = 200;

/// From this depth on the root window is narrow at first.
pub(super) const ASPIRATION_DEPTH: i32 = 5;

/// Razoring: up to this depth a node far below alpha is left to quiescence.
pub(super) const RAZOR_DEPTH: i32 = 2;

/// Reverse futility: only up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Null move: only from this depth on.
pub(super) const NULL_DEPTH: i32 = 3;
/// Null move: from this depth on the result is verified by a search without null moves.
pub(super) const NULL_VERIFY_DEPTH: i32 = 14;

/// Probcut: only from this depth on.
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// Probcut: how many plies shallower that search is.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Internal reduction: from this depth on a node without a hash move is searched one ply less.
pub(super) const NO_HASH_MOVE_DEPTH: i32 = 4;

/// Singular extension: only from this depth on.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: the hash move's score may be from so many plies less.
pub(super) const SINGULAR_TRUST: i32 = 3;
/// Singular extension: the most second plies in one line.
pub(super) const SINGULAR_DOUBLES: u8 = 6;

/// Check extension: only from this depth on.
pub(super) const CHECK_DEPTH: i32 = 7;

/// Move count pruning: only up to this depth.
pub(super) const MOVE_COUNT_DEPTH: i32 = 8;
/// Futility: only up to this depth after the move, reductions taken off.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// History pruning: only up to this depth after the move, reductions taken off.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 3;
/// Exchange pruning: only up to this depth.
pub(super) const EXCHANGE_DEPTH: i32 = 8;

/// Late move reductions: only from this depth on.
pub(super) const LATE_DEPTH: i32 = 2;
/// One ply in the arithmetic of reductions.
pub(super) const PLY: i32 = 1_024;
/// Late move reductions: more than so many refutations count as that.
pub(super) const REFUTED_OFTEN: u8 = 3;
/// ... and this for each ply of depth, ...
pub(super) const DEEPER_PER_PLY: Score = 2;
/// Hindsight: a node whose move was reduced by so much is searched a ply deeper if the move has not made things worse
/// (Stockfish 2024).
pub(super) const HINDSIGHT_DEEPER: i32 = 3;
/// Hindsight: a node whose move was reduced by so much is searched a ply less deep ...
pub(super) const HINDSIGHT_SHALLOWER: i32 = 2;

/// Quiescence: how many evasions that do not capture are tried once there is one that is not mate.
pub(super) const QUIET_EVASIONS: usize = 2;

/// History: the largest value.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// History: gains and losses grow by so much with the square of the depth.
pub(super) const HISTORY_SQUARE: i32 = 5;

/// Corrections: larger errors count as this much.
pub(super) const CORRECTION_MAX: Score = 300;

/// Time: an answer that is forced is searched this deep, for the sake of score and ponder move.
pub(super) const FORCED_DEPTH: i32 = 4;
/// Time: percent of the soft limit by the number of iterations since the best move changed; the last one is for more.
pub(super) const STABILITY_PERCENT: [u32; 6] = [150, 115, 100, 90, 82, 75];
/// Time: percent of the soft limit when no work went into the best move ...
pub(super) const EFFORT_PERCENT: u32 = 165;
/// ... less this for each percent of the work that did.
pub(super) const EFFORT_PER_PERCENT: u32 = 1;
/// Time: percent more for each centipawn that the score has fallen since the iteration before, ...
pub(super) const FALL_PERCENT: u32 = 1;
/// ... at most.
pub(super) const FALL_PERCENT_MAX: u32 = 60;
