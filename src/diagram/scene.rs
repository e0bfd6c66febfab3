//! A piece on a board, and the men around it.

use thiserror::Error;

use crate::rules::Geometry;
use crate::types::{ByColor, Color, Square, SquareSet};

/// A piece on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Size and topology of the board.
    pub geometry: Geometry,
    /// Whose piece it is.
    pub color: Color,
    /// Where it stands.
    pub at: Square,
    /// Whether it has not moved yet, so that its initial moves are open.
    pub unmoved: bool,
    /// The men around it.
    pub men: Men,
}

/// Squares with men on them, by the men's colour. No square has two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men(ByColor<SquareSet>);

/// Squares that make no scene.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SceneError {
    /// The text is no square.
    #[error("`{text}` is no square: write a file and a rank, such as d4")]
    NoSquare {
        /// The text.
        text: String,
    },
    /// The board has no such square.
    #[error("`{square}` is not on the {files}x{ranks} board: its squares are a1 to {last}")]
    OffBoard {
        /// The square asked for.
        square: Square,
        /// The last square of the board.
        last: Square,
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
    },
    /// A man stands on the square of the piece.
    #[error("`{0}` is where the piece itself stands: no other man can be there")]
    OnPiece(Square),
    /// Two men on one square.
    #[error("`{0}` is given twice: a square has room for one man")]
    Twice(Square),
}

impl Scene {
    /// A white piece that has moved, alone on the square in the middle of the board, where everybody looks for it: d4
    /// on the usual one.
    pub fn alone(geometry: Geometry) -> Scene {
        let at = Square::new((geometry.files - 1) / 2, (geometry.ranks - 1) / 2);
        Scene { geometry, color: Color::White, at, unmoved: false, men: Men::default() }
    }

    /// Puts the piece on a square given by its name.
    ///
    /// # Errors
    /// If there is no such square, or a man stands there.
    pub fn move_to(&mut self, name: &str) -> Result<(), SceneError> {
        let square = self.square(name)?;
        if self.men.contains(square) {
            return Err(SceneError::OnPiece(square));
        }
        self.at = square;
        Ok(())
    }

    /// Puts men of `color` on squares given by their names, with blanks or commas between them.
    ///
    /// # Errors
    /// If there is no such square, or it is taken.
    pub fn add_men(&mut self, color: Color, names: &str) -> Result<(), SceneError> {
        for name in names.split([' ', ',', '\t']).filter(|name| !name.is_empty()) {
            let square = self.square(name)?;
            if square == self.at {
                return Err(SceneError::OnPiece(square));
            }
            if self.men.contains(square) {
                return Err(SceneError::Twice(square));
            }
            self.men.0[color].insert(square);
        }
        Ok(())
    }

    fn square(&self, name: &str) -> Result<Square, SceneError> {
        let square: Square = name.parse().map_err(|_| SceneError::NoSquare { text: name.to_owned() })?;
        let Geometry { files, ranks, .. } = self.geometry;
        if self.geometry.contains(square) {
            return Ok(square);
        }
        Err(SceneError::OffBoard { square, last: Square::new(files - 1, ranks - 1), files, ranks })
    }
}

impl Men {
    /// Whether some man stands on the square.
    pub fn contains(&self, square: Square) -> bool {
        self.0.iter().any(|men| men.contains(square))
    }

    /// Whether a man of `color` stands on the square.
    pub fn has(&self, color: Color, square: Square) -> bool {
        self.0[color].contains(square)
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(SquareSet::is_empty)
    }
}
