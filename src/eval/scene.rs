//! What the pieces of a position attack.

use crate::position::Position;
use crate::types::{Bits, ByColor, Color, MAX_KINDS};

use super::pawn_memo::PawnPicture;

/// What the pieces of a position attack, as sets of squares by their dense numbers.
#[derive(Debug)]
pub(super) struct Scene<'a, B> {
    pub(super) position: &'a Position,
    pub(super) occupied: B,
    pub(super) sides: ByColor<Side<B>>,
}

/// The same for one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<B> {
    pub(super) pieces: B,
    /// What Pawns attack.
    pub(super) by_pawn: B,
    /// What other pieces attack.
    pub(super) by_piece: B,
    /// What at least two other pieces attack.
    pub(super) by_two: B,
    /// What the pieces of each kind attack, by its number; nothing for Pawns.
    pub(super) by_kind: [B; MAX_KINDS],
}

impl<'a, B: Bits> Scene<'a, B> {
    /// A position of which nothing but the attacks of Pawns is known.
    #[inline]
    pub(super) fn new(position: &'a Position, pawns: &PawnPicture<B>) -> Scene<'a, B> {
        let side = |color| Side {
            pieces: position.side_set(color),
            by_pawn: pawns.attacked[color],
            by_piece: B::default(),
            by_two: B::default(),
            by_kind: [B::default(); MAX_KINDS],
        };
        let sides = ByColor([side(Color::White), side(Color::Black)]);
        Scene { position, occupied: position.occupied_set(), sides }
    }
}

impl<B: Bits> Side<B> {
    /// What the side attacks at all.
    #[inline]
    pub(super) fn attacks(&self) -> B {
        self.by_pawn | self.by_piece
    }
}
