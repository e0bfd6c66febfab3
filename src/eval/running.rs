//! What pieces count by where they and the Kings stand, kept up to date from move to move.

use crate::position::Position;
use crate::types::{ByColor, Move, MoveClass, Piece, Square};

use super::Evaluator;
use super::tables::{Places, Traits};
use super::tapered::Tapered;

/// Sums over the pieces of each side on the board, see [`Evaluator::running`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running(pub(super) ByColor<Sums>);

/// Sums over the pieces of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Values, places and relations to both Kings.
    pub(super) score: Tapered,
    /// Pressure on the enemy's King.
    pub(super) attack: i32,
    /// Pressure on the squares around the own King.
    pub(super) defence: i32,
    /// Value of pieces other than Pawns.
    pub(super) material: i32,
}

/// The places of both Kings in the tables.
type Kings = ByColor<usize>;

impl Evaluator {
    /// The sums for a position.
    pub fn running(&self, position: &Position) -> Running {
        let kings = self.kings(position);
        Running(ByColor::from_fn(|color| {
            let places = self.tables.places(kings[color], kings[!color]);
            let mut sums = Sums::default();
            for &square in position.pieces(color) {
                sums.add(self.tables.traits(position.at(square)), places, square, 1);
            }
            sums
        }))
    }

    /// The sums for the position after a move that is legal in `position`, whose own sums are `running`. `None` if a King
    /// moves: then they must be made anew, for all pieces count by where the Kings are.
    #[inline]
    pub fn running_after(&self, running: &Running, position: &Position, mv: Move) -> Option<Running> {
        let kings = self.kings(position);
        let mut after = *running;
        let arriving = position.arriving(mv);
        match mv.class() {
            MoveClass::Castle => return None,
            MoveClass::Drop => {}
            _ => {
                let from = mv.from();
                let leaving = position.at(from);
                if self.rules.is_royal(leaving.kind()) {
                    return None;
                }
                let captured = position.captured_by(mv);
                if !captured.is_empty() {
                    self.add(&mut after, kings, captured, position.captured_on(mv), -1);
                }
                self.add(&mut after, kings, leaving, from, -1);
            }
        }
        self.add(&mut after, kings, arriving, mv.to(), 1);
        Some(after)
    }

    #[inline]
    pub(super) fn kings(&self, position: &Position) -> Kings {
        ByColor::from_fn(|color| self.tables.dense.index(position.king(color)))
    }

    /// Adds a piece on a square, or with a `sign` of -1 takes it off.
    #[inline]
    fn add(&self, running: &mut Running, kings: Kings, piece: Piece, square: Square, sign: i32) {
        let Some(color) = piece.color() else { return };
        let places = self.tables.places(kings[color], kings[!color]);
        running.0[color].add(self.tables.traits(piece), places, square, sign);
    }
}

impl Sums {
    #[inline]
    fn add(&mut self, traits: Traits, places: Places<'_>, square: Square, sign: i32) {
        let (score, attack, defence) = places.piece(traits, square);
        self.score += score * sign;
        self.attack += attack * sign;
        self.defence += defence * sign;
        if !traits.pawn {
            self.material += traits.material * sign;
        }
    }
}
