//! What pieces count by where they and the Kings stand, kept up to date from move to move.

use crate::position::Position;
use crate::types::{ByColor, Color, Move, MoveClass, Piece, Score, Square};

use super::Evaluator;
use super::tables::{Places, Traits};
use super::tapered::{FULL_PHASE, Tapered};

/// So many pieces in hand count, where their number does.
pub(super) const HAND_COUNTED: i32 = 6;

/// Sums over the pieces of each side, see [`Evaluator::totals`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals(pub(super) ByColor<SideTotals>);

/// Sums over the pieces of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideTotals {
    /// Values, places and relations to both Kings of pieces on the board, values of pieces in hand.
    pub(super) score: Tapered,
    /// Pressure on the enemy's King.
    pub(super) attack: i32,
    /// Pressure on the squares around the own King.
    pub(super) defence: i32,
    /// Value of pieces other than Pawns on the board.
    pub(super) material: i32,
    /// The number of pieces in hand.
    pub(super) in_hand: i32,
}

/// How much of the material of the start is left, without a division, for which there is no time.
#[derive(Debug)]
pub(super) struct PhaseScale {
    full: i32,
    /// `FULL_PHASE / full` in fixed point, rounded up so that no quotient comes out too small.
    factor: i64,
}

impl PhaseScale {
    const SHIFT: u32 = 40;

    /// Of the value of all pieces of the start other than Pawns in centipawns. Exact below 2^20.
    pub(super) fn new(full: i32) -> PhaseScale {
        let full = full.max(1);
        PhaseScale { full, factor: (i64::from(FULL_PHASE) << Self::SHIFT) / i64::from(full) + 1 }
    }

    /// The phase with so much material, see [`Tapered::at`].
    #[inline]
    fn phase(&self, material: i32) -> i32 {
        ((i64::from(material.min(self.full)) * self.factor) >> Self::SHIFT) as i32
    }
}

/// The places of both Kings in the tables.
type Kings = ByColor<usize>;

impl Evaluator {
    /// The totals for a position.
    pub fn totals(&self, position: &Position) -> Totals {
        let kings = self.kings(position);
        Totals(ByColor::from_fn(|color| {
            let places = self.tables.places(kings[color], kings[!color]);
            let mut totals = SideTotals::default();
            for &square in position.pieces(color) {
                totals.add(self.tables.traits(position.at(square)), places, square, 1);
            }
            for kind in position.kinds_in_hand(color) {
                let count = i32::from(position.in_hand(color, kind));
                totals.score += self.tables.hand[kind.index()] * count;
                totals.in_hand += count;
            }
            totals
        }))
    }

    /// The totals for the position after a move that is legal in `position`, whose own totals are `totals`. `None` if a King
    /// moves: then they must be made anew, for all pieces count by where the Kings are.
    #[inline]
    pub fn totals_after(&self, totals: &Totals, position: &Position, mv: Move) -> Option<Totals> {
        let kings = self.kings(position);
        let us = position.side();
        let mut after = *totals;
        let arriving = position.arriving(mv);
        match mv.class() {
            MoveClass::Castle => return None,
            MoveClass::Drop => {
                after.0[us].score -= self.tables.hand[mv.kind().index()];
                after.0[us].in_hand -= 1;
            }
            _ => {
                let from = mv.from();
                let leaving = position.at(from);
                if self.rules.is_royal(leaving.kind()) {
                    return None;
                }
                let captured = position.captured_by(mv);
                if !captured.is_empty() {
                    self.add(&mut after, kings, captured, position.captured_on(mv), -1);
                    if self.rules.has_holdings() {
                        after.0[us].score += self.tables.hand[self.rules.kind_in_hand(captured).index()];
                        after.0[us].in_hand += 1;
                    }
                }
                self.add(&mut after, kings, leaving, from, -1);
            }
        }
        self.add(&mut after, kings, arriving, mv.to(), 1);
        Some(after)
    }

    /// What the totals alone say about a position, for the side to move, in centipawns.
    #[inline]
    pub fn outline(&self, totals: &Totals, side: Color) -> Score {
        let (own, enemy) = (&totals.0[side], &totals.0[!side]);
        (own.score - enemy.score + self.tempo(totals, side)).at(self.phase(totals))
    }

    /// What it counts to be the side to move.
    #[inline]
    pub(super) fn tempo(&self, totals: &Totals, side: Color) -> Tapered {
        let hand = self.tempo_hand * totals.0[side].in_hand.min(HAND_COUNTED);
        self.tempo + Tapered::new(hand, hand)
    }

    /// The side that leads, if it has no Pawn and the score may be scaled down for that, which totals do not show.
    #[inline]
    pub fn leads_without_pawns(&self, position: &Position, score: Score) -> Option<Color> {
        let strong = if score > 0 { position.side() } else { !position.side() };
        (position.pawn_count(strong) == 0 && !self.rules.has_holdings()).then_some(strong)
    }

    /// How much of the start's material is left, see [`Tapered::at`].
    #[inline]
    pub(super) fn phase(&self, totals: &Totals) -> i32 {
        self.scale.phase(totals.0[Color::White].material + totals.0[Color::Black].material)
    }

    #[inline]
    pub(super) fn kings(&self, position: &Position) -> Kings {
        ByColor::from_fn(|color| self.tables.dense.index(position.king(color)))
    }

    /// Adds a piece on a square, or with a `sign` of -1 takes it off.
    #[inline]
    fn add(&self, totals: &mut Totals, kings: Kings, piece: Piece, square: Square, sign: i32) {
        let Some(color) = piece.color() else { return };
        let places = self.tables.places(kings[color], kings[!color]);
        totals.0[color].add(self.tables.traits(piece), places, square, sign);
    }
}

impl SideTotals {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_quotients() {
        for full in [1, 2, 3, 7, 500, 6_999, 7_000, 16_384, 1 << 20] {
            let scale = PhaseScale::new(full);
            for material in
                (0..full).step_by(1 + full as usize / 5_000).chain([full - 1, full, full + 1, i32::MAX])
            {
                let quotient = i64::from(material.min(full)) * i64::from(FULL_PHASE) / i64::from(full);
                assert_eq!(i64::from(scale.phase(material)), quotient, "{material} of {full}");
            }
        }
    }
}
