//! Diagrams and start positions as SVG.
//!
//! Everything is written with attributes, without styles or scripts, so that a picture looks alike by itself, inside a
//! page and on paper. Each colour comes with a shape: slides have a dot, leaps a ring, hops an arch, moves that cannot
//! capture a square, captures that cannot be moves a cross.

use std::fmt::Write;

use crate::rules::Geometry;
use crate::types::{Color, Square};

use super::caption::wrap;
use super::{Cell, Diagram, Look};

/// Side of a square.
const SQUARE: i32 = 24;
/// Room for the numbers of ranks, left of the board.
const LEFT: i32 = 20;
/// Room for the letters of files, below the board.
const BELOW: i32 = 16;
/// Height of a line above the board.
const LINE: i32 = 15;
/// Room between and around pictures.
const GAP: i32 = 18;
/// Width of a letter of a caption.
const LETTER: i32 = 7;
/// What a man in a position is drawn as: its side and letter.
pub(super) type Man = (Color, char);

const LIGHT: &str = "#fbfaf6";
const DARK: &str = "#e2ddd2";
const INK: &str = "#222";

/// A part of a picture with its size.
struct Drawing {
    text: String,
    width: i32,
    height: i32,
}

/// One picture with all diagrams, as nearly square as they can be arranged, and a legend.
pub fn pictures(diagrams: &[Diagram]) -> String {
    let drawings: Vec<Drawing> = diagrams.iter().map(captioned).collect();
    let abreast = (1..=drawings.len()).find(|n| n * n >= drawings.len()).unwrap_or(1);
    let width = drawings.iter().map(|drawing| drawing.width).max().unwrap_or(0);
    let mut text = String::new();
    let mut y = GAP;
    for row in drawings.chunks(abreast) {
        // Boards of a row stand on one line, whatever is above them.
        let height = row.iter().map(|drawing| drawing.height).max().unwrap_or(0);
        for (column, drawing) in (0..).zip(row) {
            let x = GAP + column * (width + GAP);
            let top = y + height - drawing.height;
            let _ = writeln!(text, "<g transform=\"translate({x} {top})\">\n{}</g>", drawing.text);
        }
        y += height + GAP;
    }
    let least = GAP + abreast as i32 * (width + GAP);
    let legend = legend(diagrams, least - 2 * GAP);
    let _ = writeln!(text, "<g transform=\"translate({GAP} {y})\">\n{}</g>", legend.text);
    y += legend.height + GAP;
    document(&text, least.max(legend.width + 2 * GAP), y)
}

/// The picture of one diagram without its caption, for a page that has one of its own.
pub(super) fn board(diagram: &Diagram) -> String {
    let Drawing { text, width, height } = diagram_board(diagram);
    document(&text, width, height)
}

/// The picture of a position.
pub(super) fn position(geometry: Geometry, man: impl Fn(Square) -> Option<Man>) -> String {
    let mut drawing = squares(geometry);
    for square in geometry.squares() {
        if let Some((color, letter)) = man(square) {
            disc(&mut drawing.text, geometry, square, color, letter);
        }
    }
    document(&drawing.text, drawing.width, drawing.height)
}

/// The sample of a look for a legend.
pub(super) fn sample(look: Look) -> String {
    let mut text = String::new();
    cell(&mut text, (0, 0), ground(look));
    shape(&mut text, (SQUARE / 2, SQUARE / 2), look);
    document(&text, SQUARE, SQUARE)
}

fn document(content: &str, width: i32, height: i32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{content}</svg>\n"
    )
}

fn captioned(diagram: &Diagram) -> Drawing {
    let board = diagram_board(diagram);
    let letters = usize::try_from((board.width - LEFT) / LETTER).unwrap_or(1);
    let lines: Vec<(usize, String)> = (0..)
        .zip(&diagram.caption)
        .flat_map(|(number, line)| wrap(line, letters).into_iter().map(move |part| (number, part)))
        .collect();
    let above = LINE * lines.len() as i32;
    let mut text = String::new();
    for (row, (number, line)) in (1..).zip(&lines) {
        let face = if *number == 0 { "font-weight=\"bold\"" } else { "font-family=\"monospace\"" };
        let _ = writeln!(
            text,
            "<text x=\"{LEFT}\" y=\"{}\" font-size=\"12\" {face} fill=\"{INK}\">{}</text>",
            row * LINE - 4,
            escaped(line)
        );
    }
    let _ = writeln!(text, "<g transform=\"translate(0 {above})\">\n{}</g>", board.text);
    Drawing { text, width: board.width, height: board.height + above }
}

fn diagram_board(diagram: &Diagram) -> Drawing {
    let geometry = diagram.geometry;
    let mut drawing = squares(geometry);
    let text = &mut drawing.text;
    for square in geometry.squares() {
        let center = center(geometry, square);
        match diagram.cell(square) {
            Cell::Empty => {}
            Cell::Piece(letter) => disc(text, geometry, square, diagram.color, letter),
            Cell::Man { own } => man(text, center, own),
            Cell::Reached(mark) => {
                cell(text, corner(geometry, square), ground(mark.look));
                if mark.initial { letter(text, center, 'i', INK) } else { shape(text, center, mark.look) }
            }
            Cell::Prey(mark) => {
                cell(text, corner(geometry, square), ground(mark.look));
                man(text, center, false);
            }
        }
    }
    drawing
}

/// The empty board with its letters and numbers.
fn squares(geometry: Geometry) -> Drawing {
    let (files, ranks) = (i32::from(geometry.files), i32::from(geometry.ranks));
    let mut text = String::new();
    for square in geometry.squares() {
        let shade = if (square.file() + square.rank()) % 2 == 1 { LIGHT } else { DARK };
        cell(&mut text, corner(geometry, square), shade);
    }
    let (width, height) = (files * SQUARE, ranks * SQUARE);
    let _ = writeln!(
        text,
        "<rect x=\"{LEFT}\" y=\"0.5\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#8c8577\"/>"
    );
    for rank in 0..geometry.ranks {
        let (_, y) = center(geometry, Square::new(0, rank));
        label(&mut text, LEFT - 10, y + 4, &(rank + 1).to_string());
    }
    for file in 0..geometry.files {
        let (x, _) = center(geometry, Square::new(file, 0));
        label(&mut text, x, height + 13, &char::from(b'a' + file).to_string());
    }
    Drawing { text, width: LEFT + width + 1, height: height + BELOW }
}

/// The upper left corner of a square.
fn corner(geometry: Geometry, square: Square) -> (i32, i32) {
    let down = i32::from(geometry.ranks - 1 - square.rank());
    (LEFT + i32::from(square.file()) * SQUARE, down * SQUARE)
}

fn center(geometry: Geometry, square: Square) -> (i32, i32) {
    let (x, y) = corner(geometry, square);
    (x + SQUARE / 2, y + SQUARE / 2)
}

fn cell(text: &mut String, (x, y): (i32, i32), fill: &str) {
    let _ =
        writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>");
}

fn label(text: &mut String, x: i32, y: i32, name: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\" fill=\"#666\">{name}</text>"
    );
}

fn letter(text: &mut String, (x, y): (i32, i32), letter: char, fill: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{}\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
        y + 5,
        escaped(&letter.to_string())
    );
}

/// A piece as a disc with its letter.
fn disc(text: &mut String, geometry: Geometry, square: Square, color: Color, name: char) {
    let (x, y) = center(geometry, square);
    let (fill, ink) = match color {
        Color::White => ("#fff", INK),
        Color::Black => ("#333", "#fff"),
    };
    let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"{fill}\" stroke=\"{INK}\"/>");
    letter(text, (x, y), name.to_ascii_uppercase(), ink);
}

/// A man without a name: filled if it is the piece's own.
fn man(text: &mut String, (x, y): (i32, i32), own: bool) {
    let fill = if own { "#8c8577" } else { "#fff" };
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\"/>"
    );
}

/// The sign of a look, in the middle of its square.
fn shape(text: &mut String, (x, y): (i32, i32), look: Look) {
    let _ = match look {
        Look::Slide => writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{INK}\"/>"),
        Look::Leap => writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"
        ),
        Look::Hop => writeln!(
            text,
            "<path d=\"M{} {}a5 7 0 0 1 10 0\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            x - 5,
            y + 4
        ),
        Look::Move => writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"8\" height=\"8\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            x - 4,
            y - 4
        ),
        Look::Capture => writeln!(
            text,
            "<path d=\"M{} {}l9 9m0 -9l-9 9\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            f64::from(x) - 4.5,
            f64::from(y) - 4.5
        ),
    };
}

/// The colours of the `WinBoard` rules pages, and blue for hops.
fn ground(look: Look) -> &'static str {
    match look {
        Look::Slide => "#ffe34d",
        Look::Leap => "#ffab40",
        Look::Hop => "#8fd0f5",
        Look::Move => "#7ddb7d",
        Look::Capture => "#ff7a6b",
    }
}

/// The looks that occur in some of the diagrams with their meaning, line by line within a width.
fn legend(diagrams: &[Diagram], width: i32) -> Drawing {
    let mut text = String::new();
    let (mut x, mut y, mut widest) = (0, 0, 0);
    for look in super::occurring(diagrams) {
        let room = SQUARE + 8 + LETTER * look.meaning().len() as i32 + GAP;
        if x > 0 && x + room > width {
            (x, y) = (0, y + SQUARE + 4);
        }
        cell(&mut text, (x, y), ground(look));
        shape(&mut text, (x + SQUARE / 2, y + SQUARE / 2), look);
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"{INK}\">{}</text>",
            x + SQUARE + 8,
            y + 16,
            look.meaning()
        );
        x += room;
        widest = widest.max(x);
    }
    Drawing { text, width: widest, height: y + SQUARE }
}

/// Text for SVG and HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
