//! Recomputation of everything that is kept up to date incrementally. For tests and debug builds.

use crate::types::{ByColor, Color, Piece};

use super::Position;
use super::counts::Counts;
use super::sets::PieceSets;

impl Position {
    /// The hash key, computed from nothing but board, hands, side, rights and en passant square.
    pub fn computed_key(&self) -> u64 {
        let zobrist = &self.rules.zobrist;
        let mut key = zobrist.rights(self.rights)
            ^ zobrist.hands(ByColor::from_fn(|color| self.hands[color].numbers()));
        for &square in &self.rules.squares {
            if !self.at(square).is_empty() {
                key ^= zobrist.piece(self.at(square), square);
            }
        }
        if let Some(ep) = self.en_passant {
            key ^= zobrist.en_passant(ep.target);
        }
        if self.side == Color::Black {
            key ^= zobrist.black_to_move();
        }
        key
    }

    /// The keys of the Pawns and of the material, computed from board and hands.
    fn computed_structure(&self) -> (u64, u64) {
        let zobrist = &self.rules.zobrist;
        let (mut pawns, mut material) = (0, 0u64);
        for &square in &self.rules.squares {
            let piece = self.at(square);
            let Some(color) = piece.color() else { continue };
            material = material.wrapping_add(zobrist.on_board(color, piece.kind()));
            if self.rules.is_pawn(piece.kind()) {
                pawns ^= zobrist.piece(piece, square);
            }
        }
        for color in Color::ALL {
            for kind in self.rules.kinds() {
                let held = zobrist.held(color, kind).wrapping_mul(u64::from(self.in_hand(color, kind)));
                material = material.wrapping_add(held);
            }
        }
        (pawns, material)
    }

    /// Compares every incremental field with its recomputation.
    ///
    /// # Errors
    /// A sentence that names the first field that is wrong.
    pub fn check_consistency(&self) -> Result<(), String> {
        if self.key != self.computed_key() {
            return Err(format!("key {:x} is not {:x}", self.key, self.computed_key()));
        }
        if (self.pawn_key, self.material_key) != self.computed_structure() {
            return Err("the key of the Pawns or of the material is wrong".to_owned());
        }
        let mut counts: ByColor<Counts> = ByColor::default();
        let mut sets = PieceSets::EMPTY;
        let mut pieces = 0;
        for index in 0..=255u8 {
            let square = crate::types::Square::from_index(index);
            let piece = self.at(square);
            let Some(color) = piece.color() else { continue };
            if !self.rules.geometry().contains(square) {
                return Err(format!("a piece stands off the board on {square}"));
            }
            pieces += 1;
            counts[color].add(piece.kind());
            sets.toggle(piece, self.rules.number(square));
            if self.pieces(color).get(usize::from(self.slots[square.index()])) != Some(&square) {
                return Err(format!("the piece list does not know {square}"));
            }
            if self.rules.is_royal(piece.kind()) && self.kings[color] != square {
                return Err(format!("the king on {square} is not where it is said to be"));
            }
        }
        if pieces != self.pieces(Color::White).len() + self.pieces(Color::Black).len() {
            return Err("the piece lists hold more than the board".to_owned());
        }
        if sets != self.sets {
            return Err("the sets of pieces are wrong".to_owned());
        }
        if counts != self.counts {
            return Err("the piece counts are wrong".to_owned());
        }
        for color in Color::ALL {
            let mask =
                self.rules.kinds().filter(|&k| self.in_hand(color, k) > 0).fold(0, |m, k| m | 1 << k.index());
            if mask != self.hand_kinds(color) {
                return Err("the mask of kinds in hand is wrong".to_owned());
            }
            if self.at(self.kings[color]) != Piece::new(color, self.rules.royal(color)) {
                return Err(format!("{} has no king", color.name()));
            }
        }
        Ok(())
    }

    /// Whether every field is the same, history included: the identity that make and unmake must keep.
    pub fn is_identical(&self, other: &Position) -> bool {
        self.cells == other.cells
            && self.lists.iter().zip(other.lists.iter()).all(|(a, b)| a.as_slice() == b.as_slice())
            && self
                .rules
                .squares
                .iter()
                .all(|s| self.at(*s).is_empty() || self.slots[s.index()] == other.slots[s.index()])
            && self.sets == other.sets
            && self.kings == other.kings
            && self.hands == other.hands
            && self.counts == other.counts
            && self.side == other.side
            && self.rights == other.rights
            && self.en_passant == other.en_passant
            && self.quiet_plies == other.quiet_plies
            && self.move_number == other.move_number
            && self.key == other.key
            && self.pawn_key == other.pawn_key
            && self.material_key == other.material_key
            && self.stack.len() == other.stack.len()
    }
}
