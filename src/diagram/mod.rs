//! Pictures of how pieces move: which squares a piece reaches, drawn for terminals, as SVG and as HTML rule sheets.
//!
//! A [`Scene`] is a piece on a board, perhaps with men around it. [`targets`] lists the squares that the piece may move
//! to or capture on there; [`marks`] tells for every square of interest in what way it is reached; a [`Diagram`] is what
//! is drawn of that. The colours are those of the `WinBoard` rules pages: yellow for slides, orange for leaps, green for
//! moves that cannot capture, red for captures that cannot be moves. Every colour comes with a sign of its own, so that
//! nothing depends on seeing it.

mod board;
mod caption;
mod mark;
mod scene;
mod sheet;
mod svg;
mod text;

pub use board::{Cell, Diagram};
pub use mark::{Look, Mark, marks, targets};
pub use scene::{Men, Scene, SceneError};
pub use sheet::{diagram as of_kind, rule_sheet, value};
pub use svg::pictures;
pub use text::{legend, side_by_side};

/// The looks that occur in some of the diagrams, in the order of legends.
fn occurring(diagrams: &[Diagram]) -> impl Iterator<Item = Look> {
    Look::ALL.into_iter().filter(|&look| diagrams.iter().any(|diagram| diagram.has(look, true)))
}
