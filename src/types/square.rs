//! Squares of a 16-wide mailbox board and sets of them.

use std::fmt;
use std::str::FromStr;

/// The most files a board can have; the 16-wide rows leave a margin beside them.
pub const MAX_FILES: u8 = 12;
/// The most ranks a board can have.
pub const MAX_RANKS: u8 = 12;

/// A square, numbered `rank * 16 + file` with a1 = 0.
///
/// The number is an index into a `[T; 256]`, so a board access needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank`, both counted from 0.
    ///
    /// # Panics
    /// If either is 16 or more.
    #[track_caller]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < 16 && rank < 16, "a board has at most 16 files and ranks");
        Square(rank << 4 | file)
    }

    /// The square with the given number, see [`Square`].
    #[inline]
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The number as an array index, below 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number as a byte.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The file, a = 0.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, first rank = 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square name such as `e4` or `j10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let mut chars = text.chars();
        let file = match chars.next() {
            Some(c @ 'a'..='p') => c as u8 - b'a',
            _ => return Err(ParseSquareError),
        };
        let digits = chars.as_str();
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseSquareError);
        }
        match digits.parse::<u8>() {
            Ok(rank @ 1..=16) => Ok(Square::new(file, rank - 1)),
            _ => Err(ParseSquareError),
        }
    }
}

/// A set of squares, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);
    /// Every square of the mailbox.
    pub const ALL: SquareSet = SquareSet([!0; 4]);

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// The squares in both sets.
    #[inline]
    #[must_use]
    pub const fn and(&self, other: &SquareSet) -> SquareSet {
        SquareSet([
            self.0[0] & other.0[0],
            self.0[1] & other.0[1],
            self.0[2] & other.0[2],
            self.0[3] & other.0[3],
        ])
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of squares.
    pub const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..=255u8).map(Square::from_index).filter(|&s| self.contains(s))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_reject_nonsense() {
        for file in 0..MAX_FILES {
            for rank in 0..MAX_RANKS {
                let square = Square::new(file, rank);
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        for bad in ["", "e", "4", "e0", "e04", "e17", "z1", "E4", "e4 ", "e-4", "e+4", "é4"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad:?}");
        }
    }

    #[test]
    fn sets_hold_what_was_inserted() {
        let squares = [Square::new(0, 0), Square::new(9, 9), Square::new(3, 4)];
        let set: SquareSet = squares.into_iter().collect();
        assert_eq!(set.len(), 3);
        assert!(squares.iter().all(|&s| set.contains(s)));
        assert!(!set.contains(Square::new(1, 0)));
    }
}
