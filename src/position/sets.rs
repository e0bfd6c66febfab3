//! Where the pieces stand, as sets of squares by their dense numbers.

use crate::types::{Bits, Color, Kind, MAX_KINDS, Piece};

/// Words of a set, enough for the largest board.
const WORDS: usize = 4;

/// Kinds of both colours.
const SLOTS: usize = 2 * MAX_KINDS;

/// The squares of each kind of piece and of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceSets {
    /// By word, so that small boards look at a small part of it, and slot.
    kinds: [[u64; SLOTS]; WORDS],
    sides: [[u64; 2]; WORDS],
}

impl PieceSets {
    /// Of an empty board.
    pub(super) const EMPTY: PieceSets = PieceSets { kinds: [[0; SLOTS]; WORDS], sides: [[0; 2]; WORDS] };

    /// Puts a piece on the square with a number, or takes it off if it is there.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, number: usize) {
        let (word, bit) = (number / 64 % WORDS, 1 << (number % 64));
        let black = piece.index() >> 7;
        self.kinds[word][black * MAX_KINDS + piece.kind().index() % MAX_KINDS] ^= bit;
        self.sides[word][black] ^= bit;
    }

    /// The pieces of a kind.
    #[inline]
    pub(super) fn kind<B: Bits>(&self, color: Color, kind: Kind) -> B {
        B::from_words(|word| self.kinds[word][color.index() * MAX_KINDS + kind.index()])
    }

    /// Tries the pieces of some kinds of a side that may come from certain squares, given for every kind, until one passes a
    /// test. Says whether one did.
    #[inline(always)]
    pub(super) fn any<B: Bits>(
        &self,
        color: Color,
        kinds: impl Iterator<Item = Kind>,
        origins: &[B],
        mut test: impl FnMut(usize) -> bool,
    ) -> bool {
        for kind in kinds {
            let mut pieces = origins[kind.index()] & self.kind(color, kind);
            while let Some(number) = pieces.pop() {
                if test(number) {
                    return true;
                }
            }
        }
        false
    }

    /// All pieces of a side.
    #[inline]
    pub(super) fn side<B: Bits>(&self, color: Color) -> B {
        B::from_words(|word| self.sides[word][color.index()])
    }
}
