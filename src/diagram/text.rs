//! Diagrams for terminals and pipes.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use crate::types::Square;

use super::caption::wrap;
use super::{Cell, Diagram, Look, Mark};

/// Columns between diagrams that stand side by side.
const GAP: usize = 4;
/// Columns of a square.
const SQUARE: usize = 2;

/// The diagrams, as many side by side as fit into so many columns, at least one. With `colors` squares are coloured;
/// the signs on them are the same without.
pub fn side_by_side(diagrams: &[Diagram], columns: usize, colors: bool) -> String {
    let width = diagrams.iter().map(width).max().unwrap_or(1);
    let abreast = ((columns + GAP) / (width + GAP)).max(1);
    let rows: Vec<String> = diagrams.chunks(abreast).map(|row| abreast_lines(row, width, colors)).collect();
    rows.join("\n")
}

fn abreast_lines(diagrams: &[Diagram], width: usize, colors: bool) -> String {
    let captions: Vec<Vec<String>> = diagrams.iter().map(caption).collect();
    let height = captions.iter().map(Vec::len).max().unwrap_or(0);
    let blocks: Vec<Vec<Line>> = diagrams
        .iter()
        .zip(captions)
        .map(|(diagram, mut caption)| {
            caption.resize(height, String::new());
            caption.into_iter().map(Line::plain).chain(board(diagram, colors)).collect()
        })
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut pending = 0;
        for block in &blocks {
            let line = block.get(row).cloned().unwrap_or_default();
            if line.width > 0 {
                text.extend(std::iter::repeat_n(' ', pending));
                pending = 0;
            }
            text.push_str(&line.text);
            pending += (width + GAP).saturating_sub(line.width);
        }
        text.push('\n');
    }
    text
}

/// A line and the number of columns that it takes on the screen.
#[derive(Clone, Default)]
struct Line {
    text: String,
    width: usize,
}

impl Line {
    fn plain(text: String) -> Line {
        Line { width: text.chars().count(), text }
    }

    /// Adds text in a style.
    fn push(&mut self, text: &str, style: Style) {
        self.width += text.chars().count();
        let _ = write!(self.text, "{style}{text}{style:#}");
    }
}

fn width(diagram: &Diagram) -> usize {
    label_width(diagram) + 1 + SQUARE * usize::from(diagram.geometry.files)
}

/// Columns of the ranks' numbers.
fn label_width(diagram: &Diagram) -> usize {
    diagram.geometry.ranks.to_string().len()
}

/// The caption in lines that are no wider than the board.
fn caption(diagram: &Diagram) -> Vec<String> {
    diagram.caption.iter().flat_map(|line| wrap(line, width(diagram))).collect()
}

/// The lines of the board.
fn board(diagram: &Diagram, colors: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let label = label_width(diagram);
    for rank in (0..diagram.geometry.ranks).rev() {
        let mut line = Line::plain(format!("{:>label$} ", rank + 1));
        for (square, cell) in diagram.rank(rank) {
            let style = if colors { style(square, cell) } else { Style::new() };
            line.push(&format!("{} ", sign(cell)), style);
        }
        lines.push(line);
    }
    let files: Vec<String> =
        (0..diagram.geometry.files).map(|file| char::from(b'a' + file).to_string()).collect();
    lines.push(Line::plain(format!("{} {}", " ".repeat(label), files.join(" "))));
    lines
}

fn sign(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Piece(letter) => letter,
        Cell::Reached(mark) if mark.initial => 'i',
        Cell::Reached(mark) => mark.look.sign(),
        Cell::Prey(_) => 'X',
        Cell::Man { own: true } => '#',
        Cell::Man { own: false } => '%',
    }
}

fn style(square: Square, cell: Cell) -> Style {
    let light = (square.file() + square.rank()) % 2 == 1;
    let board = if light { 252 } else { 248 };
    let (ground, bold) = match cell {
        Cell::Empty | Cell::Man { .. } => (board, false),
        Cell::Piece(_) => (board, true),
        Cell::Reached(mark) => (ground(mark.look), false),
        Cell::Prey(mark) => (ground(mark.look), true),
    };
    let style =
        Style::new().bg_color(Some(Ansi256Color(ground).into())).fg_color(Some(Ansi256Color(16).into()));
    if bold { style.bold() } else { style }
}

/// The colours of the `WinBoard` rules pages.
fn ground(look: Look) -> u8 {
    match look {
        Look::Slide => 226,
        Look::Leap => 214,
        Look::Hop => 117,
        Look::Move => 83,
        Look::Capture => 203,
    }
}

/// What the signs mean that occur in the diagrams.
pub fn legend(diagrams: &[Diagram], colors: bool) -> String {
    let mut line = Line::default();
    let mut entry = |sign: char, meaning: &str, ground: Option<u8>| {
        if line.width > 0 {
            line.push("   ", Style::new());
        }
        let style = Style::new().bg_color(ground.filter(|_| colors).map(|color| Ansi256Color(color).into()));
        let style =
            if ground.is_some() && colors { style.fg_color(Some(Ansi256Color(16).into())) } else { style };
        line.push(&format!("{sign} "), style);
        line.push(&format!(" {meaning}")[usize::from(!colors)..], Style::new());
    };
    for look in Look::ALL.into_iter().filter(|&look| diagrams.iter().any(|d| d.has(look, colors))) {
        entry(look.sign(), look.meaning(), Some(ground(look)));
    }
    if diagrams.iter().any(Diagram::has_initial) {
        entry('i', "only before it has moved", None);
    }
    let prey = Cell::Prey(Mark { look: Look::Leap, initial: false });
    let men = [
        (prey, "can be captured"),
        (Cell::Man { own: true }, "own man"),
        (Cell::Man { own: false }, "man of the other side"),
    ];
    for (cell, meaning) in men {
        if diagrams.iter().any(|diagram| diagram.shows(cell)) {
            entry(sign(cell), meaning, None);
        }
    }
    line.text
}
