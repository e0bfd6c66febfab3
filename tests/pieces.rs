//! `panoply pieces`: where a piece can go, as a list, and as it is drawn.

mod common;

use common::{panoply, stderr, stdout};
use panoply::betza::parse;
use panoply::diagram::{Scene, targets};
use panoply::rules::Geometry;
use panoply::types::Color;
use serde_json::Value;

const MOVES: &str = include_str!("data/betza/moves.json");

fn rows() -> Vec<Value> {
    serde_json::from_str(MOVES).expect("JSON")
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().expect(key)
}

fn unmoved(row: &Value) -> bool {
    row["unmoved"].as_bool().unwrap_or(false)
}

/// The scene of a row of the reference.
fn scene(row: &Value) -> Scene {
    let mut scene = Scene::alone(Geometry::CHESS);
    scene.color = if text(row, "color") == "white" { Color::White } else { Color::Black };
    scene.unmoved = unmoved(row);
    scene.move_to(text(row, "at")).expect("a square");
    scene.add_men(Color::White, text(row, "white")).expect("squares");
    scene.add_men(Color::Black, text(row, "black")).expect("squares");
    scene
}

/// What the program prints about a string.
fn shown(options: &[&str]) -> String {
    let output = panoply(&[&["pieces"], options].concat());
    assert!(output.status.success(), "{options:?}: {}", stderr(&output));
    stdout(&output).to_owned()
}

/// The squares on the last line of what the program prints.
fn printed_targets(options: &[&str]) -> String {
    let text = shown(options);
    let last = text.lines().last().unwrap_or_default();
    let squares = last.strip_prefix("targets").unwrap_or_else(|| panic!("{options:?}: {text}"));
    squares.trim_start().to_owned()
}

#[test]
fn every_row_of_the_reference_has_its_targets() {
    let rows = rows();
    let mut wrong = Vec::new();
    for row in &rows {
        let moves = parse(text(row, "betza")).expect("a string of the dialect");
        let found: Vec<String> = targets(&moves, &scene(row)).iter().map(ToString::to_string).collect();
        if found.join(" ") != text(row, "targets") {
            wrong.push(format!("{row}\n   found: {}", found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert_eq!(rows.len(), 1020);
}

#[test]
fn the_program_prints_the_targets_of_the_reference() {
    let rows = rows();
    let special = rows.iter().filter(|row| row["unmoved"].is_boolean() || text(row, "targets").is_empty());
    let every = rows.iter().step_by(60);
    for row in special.take(10).chain(every) {
        let mut options = vec![
            "--betza",
            text(row, "betza"),
            "--at",
            text(row, "at"),
            "--color",
            text(row, "color"),
            "--white",
            text(row, "white"),
            "--black",
            text(row, "black"),
        ];
        options.extend(unmoved(row).then_some("--unmoved"));
        assert_eq!(printed_targets(&options), text(row, "targets"), "{row}");
    }
}

#[test]
fn boards_of_other_sizes_and_shapes() {
    let cases: [(&[&str], &str); 6] = [
        (&["--betza", "W"], "c4 d3 d5 e4"),
        (&["--betza", "W", "--at", "a1", "--topology", "cylinder"], "a2 b1 h1"),
        (&["--betza", "sR", "--at", "b10", "--size", "10x10"], "a10 c10 d10 e10 f10 g10 h10 i10 j10"),
        (&["--betza", "sR", "--size", "4x12", "--topology", "cylinder"], "a6 c6 d6"),
        (&["--betza", "fR", "--at", "l2", "--size", "12x12", "--color", "black"], "l1"),
        (&["--betza", "fR", "--at", "a8", "--white", "b1, c1", "--black", ""], ""),
    ];
    for (options, expected) in cases {
        assert_eq!(printed_targets(options), expected, "{options:?}");
    }
}

#[test]
fn men_are_drawn_with_what_can_be_done_to_them() {
    let text =
        shown(&["--betza", "RmF", "--size", "5x4", "--at", "b2", "--white", "b4", "--black", "d2 e2 b1"]);
    let board: Vec<&str> = text.lines().collect();
    assert_eq!(board[1..6], ["4 . # . . . ", "3 m * m . . ", "2 * @ * X % ", "1 m X m . . ", "  a b c d e"]);
    assert!(board[7].starts_with("* slide") && board[7].ends_with("% man of the other side"), "{}", board[7]);
    assert_eq!(board.last(), Some(&"targets a1 a2 a3 b1 b3 c1 c2 c3 d2"));
}
