//! The shape of a board. The only place that knows how squares are joined.

use crate::types::{Color, MAX_FILES, MAX_RANKS, Square};

/// Board size and topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// Number of files, 4 to 12.
    pub files: u8,
    /// Number of ranks, 4 to 12.
    pub ranks: u8,
    /// Whether the last file is next to the first for every piece.
    pub cylinder: bool,
}

/// Numbers of squares without the gaps of the mailbox.
#[derive(Clone, Copy, Debug)]
pub struct Dense {
    files: usize,
    /// How many squares there are.
    pub len: usize,
}

impl Dense {
    /// The number of a square of the board, counted rank by rank from a1.
    #[inline]
    pub fn index(self, square: Square) -> usize {
        usize::from(square.rank()) * self.files + usize::from(square.file())
    }
}

impl Geometry {
    /// The flat 8x8 board.
    pub const CHESS: Geometry = Geometry { files: 8, ranks: 8, cylinder: false };
    /// The smallest number of files or ranks.
    pub const MIN_SIZE: u8 = 4;
    /// The largest number of files.
    pub const MAX_FILES: u8 = MAX_FILES;
    /// The largest number of ranks.
    pub const MAX_RANKS: u8 = MAX_RANKS;

    /// Every square, rank by rank from a1.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square::new(file, rank)))
    }

    /// Whether the square is on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The number of squares.
    pub const fn square_count(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Numbers for the squares of the board, in the order of [`Geometry::squares`].
    pub fn dense(self) -> Dense {
        Dense { files: usize::from(self.files), len: self.square_count() }
    }

    /// The square `dx` files to the right and `dy` ranks up. Files wrap round when the topology is a cylinder or
    /// `wrap` asks for it; ranks never do.
    pub fn step(self, from: Square, dx: i8, dy: i8, wrap: bool) -> Option<Square> {
        let rank = i16::from(from.rank()) + i16::from(dy);
        let mut file = i16::from(from.file()) + i16::from(dx);
        if wrap || self.cylinder {
            file = file.rem_euclid(i16::from(self.files));
        }
        let on_board =
            (0..i16::from(self.files)).contains(&file) && (0..i16::from(self.ranks)).contains(&rank);
        on_board.then(|| Square::new(file as u8, rank as u8))
    }

    /// The square seen from the other side: the rank mirrored for Black, unchanged for White.
    pub const fn relative(self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => Square::new(square.file(), self.ranks - 1 - square.rank()),
        }
    }

    /// The rank counted from `color`'s side of the board, own back rank = 0.
    pub const fn relative_rank(self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => square.rank(),
            Color::Black => self.ranks - 1 - square.rank(),
        }
    }
}
