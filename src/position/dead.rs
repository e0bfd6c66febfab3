//! Dead positions: no sequence of legal moves can mate.
//!
//! Recognised: bare Kings; a King and one piece that has no mate position at all against a bare King (found by trying
//! every placement, once a kind); and any number of colour-bound pieces that all stand on one colour, where the square
//! next to a King on that colour can never be taken from it. Positions that are dead because Pawns block each other are
//! not recognised.

use crate::movegen;
use crate::rules::NEVER;
use crate::types::{Color, Kind, Piece, Square};

use super::{Position, Setup};

impl Position {
    /// Whether the position is recognised as dead. With holdings none is.
    pub fn is_dead(&self) -> bool {
        if self.rules.has_holdings() {
            return false;
        }
        let mut others = Color::ALL
            .into_iter()
            .flat_map(|color| self.pieces(color).iter().map(move |&square| (color, square)))
            .filter(|&(color, square)| square != self.kings[color]);
        let Some(first) = others.next() else { return true };
        let Some(second) = others.next() else {
            let kind = self.at(first.1).kind();
            return !self.rules.is_pawn(kind) && !self.can_mate_alone(first.0, kind);
        };
        self.has_step_kings() && self.all_on_one_shade([first, second].into_iter().chain(others))
    }

    fn all_on_one_shade(&self, mut pieces: impl Iterator<Item = (Color, Square)>) -> bool {
        let mut shade = None;
        pieces.all(|(color, square)| {
            let kind = self.at(square).kind();
            !self.rules.is_pawn(kind)
                && self.rules.is_color_bound(color, kind)
                && *shade.get_or_insert(crate::rules::shade(square)) == crate::rules::shade(square)
        })
    }

    /// Whether both Kings step one square in all eight directions, which the argument about colours needs.
    fn has_step_kings(&self) -> bool {
        let middle = Square::new(self.rules.geometry().files / 2, self.rules.geometry().ranks / 2);
        Color::ALL.into_iter().all(|color| {
            let king = Piece::new(color, self.rules.royal(color));
            let mut steps =
                (-1i8..=1).flat_map(|dx| (-1i8..=1).map(move |dy| (dx, dy))).filter(|&d| d != (0, 0));
            steps.all(|(dx, dy)| {
                let target = self.rules.geometry().step(middle, dx, dy, false);
                target.is_some_and(|t| self.rules.attacks_on(t).code(king, middle) == crate::rules::ALWAYS)
            })
        })
    }

    /// Whether a King and this piece have any mate position against a bare King. Worked out on first use.
    fn can_mate_alone(&self, color: Color, kind: Kind) -> bool {
        self.rules.can_mate_alone(color, kind, || {
            let piece = Piece::new(color, kind);
            let squares = &self.rules.squares;
            squares.iter().any(|&at| {
                squares.iter().filter(|&&victim| self.rules.attacks_on(victim).code(piece, at) != NEVER).any(
                    |&victim| {
                        squares
                            .iter()
                            .filter(|&&king| king != at && king != victim)
                            .filter(|&&king| self.leaves_no_obvious_flight((piece, at), king, victim))
                            .any(|&king| self.is_mate_with([(piece, at)], color, king, victim))
                    },
                )
            })
        })
    }

    /// Whether every step of a bare King might be covered by the enemy King or the piece, as far as lines are open: a
    /// quick look that rules most placements out before a position is made of them.
    fn leaves_no_obvious_flight(&self, (piece, at): (Piece, Square), king: Square, victim: Square) -> bool {
        let Some(color) = piece.color() else { return false };
        let royal = |color| Piece::new(color, self.rules.royal(color));
        self.rules.squares.iter().all(|&flight| {
            let attacks = self.rules.attacks_on(flight);
            attacks.code(royal(!color), victim) == NEVER
                || attacks.code(royal(color), king) != NEVER
                || flight != at && attacks.code(piece, at) != NEVER
        })
    }

    fn is_mate_with<const N: usize>(
        &self,
        men: [(Piece, Square); N],
        color: Color,
        king: Square,
        victim: Square,
    ) -> bool {
        let mut setup = Setup::empty(!color);
        setup.place(Piece::new(color, self.rules.royal(color)), king);
        setup.place(Piece::new(!color, self.rules.royal(!color)), victim);
        for (piece, square) in men {
            setup.place(piece, square);
        }
        Position::from_setup(self.rules.clone(), &setup)
            .is_ok_and(|position| position.in_check() && !movegen::has_legal_move(&position))
    }
}
