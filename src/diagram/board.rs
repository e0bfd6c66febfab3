//! What is drawn of a piece: a caption and a board full of cells.

use crate::betza::PieceMoves;
use crate::rules::Geometry;
use crate::types::{Color, Square};

use super::{Look, Mark, Scene, marks};

/// One square of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing of interest.
    Empty,
    /// The piece itself, by its letter: a capital if it is White's.
    Piece(char),
    /// A square that the piece reaches.
    Reached(Mark),
    /// A man of the other side that the piece can capture.
    Prey(Mark),
    /// A man in the way: of the own side, or of the other.
    Man {
        /// Whether it is of the piece's own side.
        own: bool,
    },
}

/// A piece on a board with the squares that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The lines above the board; may be of different lengths.
    pub caption: Vec<String>,
    /// Size and topology of the board.
    pub geometry: Geometry,
    /// Whose piece it is.
    pub color: Color,
    cells: Vec<Cell>,
}

impl Diagram {
    /// The diagram of a piece with these moves; `letter` stands for the piece itself.
    pub fn new(caption: Vec<String>, letter: char, moves: &PieceMoves, scene: &Scene) -> Diagram {
        let marks = marks(moves, scene);
        let letter = if scene.color == Color::White { letter } else { letter.to_ascii_lowercase() };
        let cell = |square: Square| {
            let mark = marks.get(&square).copied();
            match (mark, scene.men.contains(square)) {
                _ if square == scene.at => Cell::Piece(letter),
                (Some(mark), true) => Cell::Prey(mark),
                (None, true) => Cell::Man { own: scene.men.has(scene.color, square) },
                (Some(mark), false) => Cell::Reached(mark),
                (None, false) => Cell::Empty,
            }
        };
        let cells = scene.geometry.squares().map(cell).collect();
        Diagram { caption, geometry: scene.geometry, color: scene.color, cells }
    }

    /// The cell of a square of the board.
    pub fn cell(&self, square: Square) -> Cell {
        let index =
            usize::from(square.rank()) * usize::from(self.geometry.files) + usize::from(square.file());
        self.cells.get(index).copied().unwrap_or(Cell::Empty)
    }

    /// The squares of a rank with their cells, from the a-file on.
    pub(super) fn rank(&self, rank: u8) -> impl Iterator<Item = (Square, Cell)> {
        (0..self.geometry.files).map(move |file| Square::new(file, rank)).map(|at| (at, self.cell(at)))
    }

    /// Whether some square has this look; squares that are reached by initial moves only count `with_initial`.
    pub fn has(&self, look: Look, with_initial: bool) -> bool {
        self.marks().any(|mark| mark.look == look && (with_initial || !mark.initial))
    }

    /// Whether some square is reached by an initial move only.
    pub fn has_initial(&self) -> bool {
        self.marks().any(|mark| mark.initial)
    }

    /// Whether some square has this cell, as it is drawn: prey is prey however it is reached.
    pub(super) fn shows(&self, wanted: Cell) -> bool {
        self.cells.iter().any(|cell| match (cell, wanted) {
            (Cell::Prey(_), Cell::Prey(_)) => true,
            (cell, wanted) => *cell == wanted,
        })
    }

    fn marks(&self) -> impl Iterator<Item = Mark> {
        self.cells.iter().filter_map(|cell| match cell {
            Cell::Reached(mark) | Cell::Prey(mark) => Some(*mark),
            Cell::Empty | Cell::Piece(_) | Cell::Man { .. } => None,
        })
    }
}
