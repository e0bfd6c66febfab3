//! Every number of the evaluation, in centipawns unless said otherwise. Pairs are (midgame, endgame).
//!
//! None of them names a piece: what differs from piece to piece comes from its value and its moves.

use super::tapered::Tapered;

/// The probability that a square is empty on a crowded board, in 1/256 (0.7).
pub(super) const EMPTY: u32 = 179;
/// The share of quiet moves in the weight of a target, in 1/256 (0.4); captures have the rest.
pub(super) const QUIET_SHARE: u32 = 102;

/// How much of the value that its mobility gives a piece depends on the square it stands on, in 1/256.
pub(super) const PLACE_SHARE: Tapered = Tapered::new(51, 32);
/// Pieces worth more than this are not drawn to good squares as much: by the square of the ratio.
pub(super) const LIGHT_PIECE: i32 = 325;

/// Where holdings exist, values v shrink to `v * SATURATION / (SATURATION + v)`: strong pieces decide less when every
/// exchange gives both sides something to drop.
pub(super) const SATURATION: i32 = 1000;
/// What a piece is worth more in hand than on the board.
pub(super) const IN_HAND: Tapered = Tapered::new(18, 14);

/// Colour-bound pieces, of whatever kinds, on both light and dark squares: they cover the board together. Not
/// proportional to their values, since those of the strong ones are usually meant for pairs.
pub(super) const BOTH_SHADES: i32 = 45;

/// The side to move.
pub(super) const TEMPO: i32 = 14;
/// The side to move where pieces can be dropped.
pub(super) const TEMPO_WITH_HOLDINGS: i32 = 35;

/// A Pawn by the number of ranks it is from promotion, the first entry for one rank.
pub(super) const ADVANCED: [Tapered; 6] = [
    Tapered::new(55, 75),
    Tapered::new(28, 40),
    Tapered::new(14, 20),
    Tapered::new(6, 9),
    Tapered::new(2, 3),
    Tapered::new(0, 0),
];
/// What a passed Pawn is worth more, by ranks from promotion.
pub(super) const PASSED: [Tapered; 6] = [
    Tapered::new(70, 140),
    Tapered::new(45, 90),
    Tapered::new(25, 55),
    Tapered::new(12, 32),
    Tapered::new(6, 18),
    Tapered::new(4, 12),
];
/// A Pawn without a Pawn of its side on a neighbouring file.
pub(super) const ISOLATED: Tapered = Tapered::new(-10, -11);
/// A Pawn behind another one of its side.
pub(super) const DOUBLED: Tapered = Tapered::new(-8, -16);
/// A Pawn on one of the middle files that has left its start row, on a board with edges.
pub(super) const CENTRE_PAWN: Tapered = Tapered::new(16, 2);
/// A Pawn on one of the middle files still at home, on a board with edges.
pub(super) const CENTRE_PAWN_AT_HOME: Tapered = Tapered::new(-10, 0);

/// An own Pawn right in front of the King, beside that square too.
pub(super) const SHELTER_NEAR: i32 = 12;
/// The same one rank further.
pub(super) const SHELTER_FAR: i32 = 6;
/// For each rank that the King has left home.
pub(super) const KING_RANK: i32 = -14;
/// The most ranks counted.
pub(super) const KING_RANK_MAX: i32 = 4;
/// For each file that the King is nearer to the middle than [`KING_FILE_FREE`] files.
pub(super) const KING_FILE: i32 = -7;
/// Distance from the middle of the board that costs nothing, in half files.
pub(super) const KING_FILE_FREE: i32 = 5;
/// The King in the endgame, for each half square away from the middle of the board.
pub(super) const KING_CENTRE: i32 = -3;
/// Each castling right still held (midgame).
pub(super) const CASTLING_RIGHT: i32 = 12;

/// Own pieces near the King take this share of their pressure off the enemy's, in 1/256.
pub(super) const DEFENCE_SHARE: i32 = 90;
/// Danger is `pressure^2 / DANGER_DIVISOR` centipawns, pressure in sixteenths of a square of the King's ring.
pub(super) const DANGER_DIVISOR: i32 = 64;
/// From this pressure on danger grows along the tangent instead, so that no King is worth a mate.
pub(super) const DANGER_BEND: i32 = 144;
/// The most that danger can cost.
pub(super) const DANGER_MAX: i32 = 900;
/// The share of its greatest pressure that a piece in hand is counted with, in 1/256.
pub(super) const HAND_PRESSURE: i32 = 140;

/// Against a bare King: for each half square that it is away from the middle.
pub(super) const BARE_KING_EDGE: i32 = 9;
/// Against a bare King: for each square that the own King is nearer.
pub(super) const BARE_KING_NEAR: i32 = 6;
/// With a lead of less than this and without Pawns the stronger side can hardly win.
pub(super) const HARDLY_ENOUGH: i32 = 400;
/// What is left of such a lead, as a divisor.
pub(super) const HARDLY_WON: i32 = 4;

/// No evaluation is beyond this: scores beyond are mates.
pub(super) const MAX_EVAL: i32 = 30_000;
