//! Numbers of the evaluation that are not tuned: the crowded board and the endgames that self-play hardly reaches.

/// The probability that a square is empty on a crowded board, in 1/256 (0.7).
pub(super) const EMPTY: u32 = 179;
/// The share of quiet moves in the weight of a target, in 1/256 (0.4); captures have the rest.
pub(super) const QUIET_SHARE: u32 = 102;

/// The values in centipawns, by the formula from the moves, that stand for light, middle and heavy pieces.
pub(super) const CLASS_WORTH: [i32; super::weights::CLASSES] = [325, 510, 900];
/// Pieces worth more than this are not drawn to good squares as much: by the square of the ratio.
pub(super) const LIGHT_PIECE: i32 = 325;

/// From this pressure on danger grows along the tangent instead, so that no King is worth a mate.
pub(super) const DANGER_BEND: i32 = 144;
/// The most that danger can cost, in centipawns.
pub(super) const DANGER_MAX: i32 = 900;

/// Against a bare King: centipawns for each half square that it is away from the middle.
pub(super) const BARE_KING_EDGE: i32 = 14;
/// Against a bare King: centipawns for each square that the own King is nearer.
pub(super) const BARE_KING_NEAR: i32 = 6;
/// With a lead of less than this and without Pawns the stronger side can hardly win, in centipawns.
pub(super) const HARDLY_ENOUGH: i32 = 400;
/// What is left of such a lead, as a divisor.
pub(super) const HARDLY_WON: i32 = 4;

/// No evaluation is beyond this: scores beyond are mates.
pub(super) const MAX_EVAL: i32 = 30_000;
