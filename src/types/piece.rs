//! Piece kinds and the content of a board cell.

use super::Color;

/// The most kinds of piece in one game. Kinds are written with the 26 letters, so this is no limit in practice.
pub const MAX_KINDS: usize = 32;

/// A kind of piece (Rook, Bede, ...), numbered within one game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The kind with the given number.
    ///
    /// # Panics
    /// If `index` is [`MAX_KINDS`] or more.
    #[track_caller]
    #[inline]
    pub const fn new(index: usize) -> Kind {
        assert!(index < MAX_KINDS, "kinds are numbered below MAX_KINDS");
        Kind(index as u8)
    }

    /// The kinds whose bits are set in a mask, by ascending number.
    #[inline]
    pub fn in_mask(mut mask: u32) -> impl Iterator<Item = Kind> {
        std::iter::from_fn(move || {
            let kind = (mask != 0).then(|| Kind::new(mask.trailing_zeros() as usize))?;
            mask &= mask - 1;
            Some(kind)
        })
    }

    /// The number, below [`MAX_KINDS`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }
}

/// The content of a board cell: nothing, or a piece of a colour and kind that may be a promoted Pawn.
///
/// Layout: bits 0-4 kind, bit 5 promoted, bit 6 White, bit 7 Black; zero is the empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piece(u8);

const PROMOTED: u8 = 1 << 5;

impl Piece {
    /// The empty cell.
    pub const EMPTY: Piece = Piece(0);
    /// The number of distinct values, for tables indexed by [`Piece::index`].
    pub const COUNT: usize = 256;

    /// An unpromoted piece.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece(kind.0 | 1 << (6 + color as u8))
    }

    /// The same piece, marked as a promoted Pawn.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Piece {
        Piece(self.0 | PROMOTED)
    }

    /// Whether the cell is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a piece of `color`.
    #[inline]
    pub const fn is(self, color: Color) -> bool {
        self.0 >> (6 + color as u8) & 1 != 0
    }

    /// The colour, `None` for an empty cell.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self.0 >> 6 {
            0 => None,
            1 => Some(Color::White),
            _ => Some(Color::Black),
        }
    }

    /// The kind; meaningless for an empty cell.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & 31)
    }

    /// Whether the piece is a promoted Pawn.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 & PROMOTED != 0
    }

    /// The value as an array index, below 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
