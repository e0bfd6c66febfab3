//! Every number of the search. Margins are in centipawns, depths in plies, histories between plus and minus
//! [`HISTORY_MAX`].
//!
//! The starting points come from published constants of engines with a hand-crafted evaluation. From there most margins,
//! reductions and history numbers were tuned together by simultaneous perturbation (SPSA, Spall 1992) in some 10,000 pairs of
//! games of all variants at 3,000 nodes a move. Doubts, hindsight, second looks, refutations and changes of the evaluation
//! came later and have not been tuned.

use crate::types::Score;

/// Nodes between two looks at the clock and the stop flag.
pub(super) const LOOK_EVERY: u64 = 256;
/// The same when less than [`HURRY_MILLIS`] are left for the move.
pub(super) const LOOK_EVERY_IN_A_HURRY: u64 = 16;
/// What counts as a hurry, in milliseconds.
pub(super) const HURRY_MILLIS: u128 = 200;

/// From this depth on the root window is narrow at first.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// Half of its width, without holdings and with, where scores swing more.
pub(super) const ASPIRATION: [Score; 2] = [18, 36];

/// Lazy evaluation: how far an estimate may move from the truth by a move that captures nothing, without holdings and with.
/// The differences met in the tree have a standard deviation of 36 and of 57.
pub(super) const DOUBT_QUIET: [Score; 2] = [60, 100];
/// The same for a capture, where it is 57 and 111.
pub(super) const DOUBT_CAPTURE: [Score; 2] = [80, 140];

/// Razoring: up to this depth a node far below alpha is left to quiescence.
pub(super) const RAZOR_DEPTH: i32 = 2;
/// Razoring: how far below.
pub(super) const RAZOR: Score = 305;
/// Razoring: and how much farther for each ply of depth.
pub(super) const RAZOR_PER_PLY: Score = 250;

/// Reverse futility: how much a side must be ahead for each ply of depth left.
pub(super) const REVERSE_FUTILITY: Score = 64;
/// Reverse futility: only up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Null move: only from this depth on.
pub(super) const NULL_DEPTH: i32 = 3;
/// Null move: plies saved, in addition to a quarter of the depth.
pub(super) const NULL_REDUCTION: i32 = 4;
/// Null move: one ply more for each such lead over beta, at most three.
pub(super) const NULL_LEAD: Score = 104;
/// Null move: how far above beta the static evaluation must be ...
pub(super) const NULL_MARGIN: Score = 58;
/// ... less this for each ply of depth.
pub(super) const NULL_MARGIN_PER_PLY: Score = 11;
/// Null move: from this depth on the result is verified by a search without null moves.
pub(super) const NULL_VERIFY_DEPTH: i32 = 14;

/// Probcut: only from this depth on.
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// Probcut: how far above beta a capture must bring the score in a shallow search, without holdings and with.
pub(super) const PROBCUT: [Score; 2] = [114, 154];
/// Probcut: how many plies shallower that search is.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Internal reduction: from this depth on a node without a hash move is searched one ply less.
pub(super) const NO_HASH_MOVE_DEPTH: i32 = 4;

/// Singular extension: only from this depth on.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: the hash move's score may be from so many plies less.
pub(super) const SINGULAR_TRUST: i32 = 3;
/// Singular extension: how much worse all others must be, for each ply of depth.
pub(super) const SINGULAR_MARGIN: Score = 1;
/// Singular extension: how much worse still for a second ply.
pub(super) const SINGULAR_DOUBLE: Score = 11;
/// Singular extension: the most second plies in one line.
pub(super) const SINGULAR_DOUBLES: u8 = 6;

/// Check extension: only from this depth on.
pub(super) const CHECK_DEPTH: i32 = 7;

/// Move count pruning: how many moves are tried at least where the evaluation improves, and half as many where it does not:
/// a constant and a factor of the square of the depth, both in 1/100.
pub(super) const MOVE_COUNT: [i32; 2] = [680, 164];
/// Move count pruning: only up to this depth.
pub(super) const MOVE_COUNT_DEPTH: i32 = 8;
/// Futility: only up to this depth after the move, reductions taken off.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Futility: the lead that a quiet move is allowed to make up for.
pub(super) const FUTILITY: Score = 65;
/// Futility: the same for each ply of depth.
pub(super) const FUTILITY_PER_PLY: Score = 80;
/// History pruning: only up to this depth after the move, reductions taken off.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 3;
/// History pruning: how bad the history must be for each ply of depth.
pub(super) const HISTORY_PRUNING: i32 = -5_200;
/// Exchange pruning: only up to this depth.
pub(super) const EXCHANGE_DEPTH: i32 = 8;
/// Exchange pruning: what a quiet move may lose, times the square of the depth.
pub(super) const EXCHANGE_QUIET: Score = -17;
/// Exchange pruning: what a capture may lose, times the depth.
pub(super) const EXCHANGE_NOISY: Score = -108;

/// Late move reductions: only from this depth on.
pub(super) const LATE_DEPTH: i32 = 2;
/// Late move reductions: the constant of the formula, in 1/65536 plies (1.28).
pub(super) const LATE_BASE: i64 = 84_000;
/// Late move reductions: the factor of `lg(depth) * lg(move)`, in 1/65536 (0.214, that is `ln * ln / 2.25`).
pub(super) const LATE_FACTOR: i64 = 14_000;
/// One ply in the arithmetic of reductions.
pub(super) const PLY: i32 = 1_024;
/// Late move reductions: less on the principal variation, in 1/1024 plies.
pub(super) const LATE_PV: i32 = 520;
/// Late move reductions: less where the position has been on a principal variation, in 1/1024 plies.
pub(super) const LATE_WAS_PV: i32 = 650;
/// Late move reductions: more where the node is expected to fail high, in 1/1024 plies.
pub(super) const LATE_CUT: i32 = 2_048;
/// Late move reductions: less where the evaluation has improved, in 1/1024 plies.
pub(super) const LATE_IMPROVING: i32 = 480;
/// Late move reductions: more where the hash move is a capture, in 1/1024 plies.
pub(super) const LATE_NOISY_HASH_MOVE: i32 = 880;
/// Late move reductions: less for killers and counter moves, in 1/1024 plies.
pub(super) const LATE_KILLER: i32 = 1_100;
/// Late move reductions: less for checks, in 1/1024 plies.
pub(super) const LATE_CHECK: i32 = 750;
/// Late move reductions: a ply less or more for each such history of the move.
pub(super) const LATE_HISTORY: i32 = 11_000;
/// Late move reductions: more in a node whose moves are refuted again and again (Stockfish 2022), in 1/1024 plies.
pub(super) const LATE_REFUTED: i32 = 900;
/// Late move reductions: more than so many refutations count as that.
pub(super) const REFUTED_OFTEN: u8 = 3;
/// Late move reductions: a move is searched a ply deeper than usual if its reduced search was better than the moves before by
/// so much (Stockfish 2022), without holdings and with ...
pub(super) const DEEPER: [Score; 2] = [40, 90];
/// ... and this for each ply of depth, ...
pub(super) const DEEPER_PER_PLY: Score = 2;
/// ... and a ply less deep if it was better by less than this.
pub(super) const SHALLOWER: Score = 9;
/// Hindsight: a node whose move was reduced by so much is searched a ply deeper if the move has not made things worse
/// (Stockfish 2024).
pub(super) const HINDSIGHT_DEEPER: i32 = 3;
/// Hindsight: a node whose move was reduced by so much is searched a ply less deep ...
pub(super) const HINDSIGHT_SHALLOWER: i32 = 2;
/// ... if the move has lost more than this, without holdings and with.
pub(super) const HINDSIGHT_LOSS: [Score; 2] = [120, 250];

/// Quiescence: what a capture may gain beside its victim.
pub(super) const DELTA: Score = 110;
/// Quiescence: how many evasions that do not capture are tried once there is one that is not mate.
pub(super) const QUIET_EVASIONS: usize = 2;

/// Ranks of captures: the weight of a centipawn of gain beside history.
pub(super) const GAIN_RANK: i32 = 33;
/// Ranks of quiet moves: the bonus for a check.
pub(super) const CHECK_RANK: i32 = 5_300;

/// History: the largest value.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// History: gain of a move that refutes: so much for the square of the depth, for the depth and beside, ...
pub(super) const BONUS: [i32; 3] = [5, 250, -225];
/// ... at most.
pub(super) const BONUS_MAX: i32 = 2_250;
/// History: loss of a move that was tried before one that refutes, likewise, ...
pub(super) const MALUS: [i32; 3] = [5, 210, -180];
/// ... at most.
pub(super) const MALUS_MAX: i32 = 1_350;

/// History: a move after which nothing reaches alpha gains the same, divided by this.
pub(super) const LAST_BONUS_DIVISOR: i32 = 2;
/// History: gain of a move for each centipawn by which it makes the evaluation better, ...
pub(super) const CHANGE_FACTOR: i32 = 6;
/// ... when so many are added to it, ...
pub(super) const CHANGE_OFFSET: Score = 15;
/// ... at most, either way.
pub(super) const CHANGE_MAX: i32 = 900;

/// Corrections: weights of the errors by Pawns, by material and by the last move, in 1/256.
pub(super) const CORRECTION_WEIGHTS: [i32; 3] = [65, 86, 43];
/// Corrections: larger errors count as this much.
pub(super) const CORRECTION_MAX: Score = 300;
/// Corrections: each new error at depth `d` has the weight `(d + 1) / CORRECTION_RATE`.
pub(super) const CORRECTION_RATE: i32 = 300;

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
