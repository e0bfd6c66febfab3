//! Every number of the search. Margins are in centipawns, depths in plies.
//!
//! The starting points come from published constants of hand-crafted engines; none has been tuned for this one yet.

use crate::types::Score;

/// Nodes between two looks at the clock and the stop flag.
pub(super) const LOOK_EVERY: u64 = 256;
/// The same when less than [`HURRY_MILLIS`] are left for the move.
pub(super) const LOOK_EVERY_IN_A_HURRY: u64 = 16;
/// What counts as a hurry, in milliseconds.
pub(super) const HURRY_MILLIS: u128 = 200;

/// From this depth on the root window is narrow at first.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// Half of its width.
pub(super) const ASPIRATION: Score = 25;
/// The same with holdings, where scores swing more.
pub(super) const ASPIRATION_WITH_HOLDINGS: Score = 50;

/// Reverse futility: how much a side must be ahead for each ply of depth left.
pub(super) const REVERSE_FUTILITY: Score = 85;
/// Reverse futility: only up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// Null move: only from this depth on.
pub(super) const NULL_DEPTH: i32 = 3;
/// Null move: plies saved, in addition to a quarter of the depth.
pub(super) const NULL_REDUCTION: i32 = 3;
/// Null move: one ply more for each such lead over beta, at most three.
pub(super) const NULL_LEAD: Score = 150;

/// Internal reduction: from this depth on a node without a hash move is searched one ply less.
pub(super) const NO_HASH_MOVE_DEPTH: i32 = 4;

/// Move count pruning: only up to this depth.
pub(super) const MOVE_COUNT_DEPTH: i32 = 6;
/// Futility: only up to this depth.
pub(super) const FUTILITY_DEPTH: i32 = 5;
/// Futility: the lead that a quiet move is allowed to make up for.
pub(super) const FUTILITY: Score = 90;
/// Futility: the same for each ply of depth.
pub(super) const FUTILITY_PER_PLY: Score = 80;

/// Late move reductions: only from this depth on.
pub(super) const LATE_DEPTH: i32 = 3;
/// Late move reductions: moves before this one are searched in full.
pub(super) const LATE_MOVE: usize = 3;
/// Late move reductions: the constant of the formula, in 1/65536 plies (0.6).
pub(super) const LATE_BASE: i64 = 39_000;
/// Late move reductions: the factor of `lg(depth) * lg(move)`, in 1/65536 (0.21, that is `ln * ln / 2.3`).
pub(super) const LATE_FACTOR: i64 = 13_700;
/// Late move reductions: a ply less or more for each such history of the move.
pub(super) const LATE_HISTORY: i32 = 8_000;

/// Quiescence: what a capture may gain beside its victim.
pub(super) const DELTA: Score = 130;

/// History: the largest value.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// History: gain for a move that refutes, for each ply of depth.
pub(super) const HISTORY_BONUS: i32 = 170;
/// History: the largest gain.
pub(super) const HISTORY_BONUS_MAX: i32 = 1_800;

/// Time: an answer that is forced is searched this deep, for the sake of score and ponder move.
pub(super) const FORCED_DEPTH: i32 = 4;
/// Time: iterations without a new best move until an answer counts as settled.
pub(super) const SETTLED: u32 = 5;
/// Time: the percentage of the soft limit after which no iteration is begun, when the answer is settled.
pub(super) const SETTLED_PERCENT: u32 = 55;
