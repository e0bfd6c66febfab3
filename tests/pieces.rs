//! `panoply pieces`: where a piece can go, as a list, and as it is drawn.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

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
    assert!(
        board[7].starts_with("* slide: ") && board[7].ends_with("% man of the other side"),
        "{}",
        board[7]
    );
    assert_eq!(board.last(), Some(&"targets a1 a2 a3 b1 b3 c1 c2 c3 d2"));
}

#[test]
fn an_army_is_shown_side_by_side_with_a_legend() {
    let text = shown(&["nutters"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["Turret", "T", "Horse", "I", "Unicorn", "U"]
    );
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["fsRbWbF", "vNF", "fhNbsWbF"]);
    let boards = lines.iter().filter(|line| line.starts_with("8 "));
    assert_eq!(boards.count(), 2, "three pieces abreast: {text}");
    assert!(lines.iter().all(|line| line.chars().count() <= 80 || line.starts_with("* ")), "{text}");
    let legend = lines.last().expect("a legend");
    let words = ["* slide", "o leap", "m move only", "x capture only", "i only before"];
    assert!(words.iter().all(|word| legend.contains(word)), "{legend}");
}

/// What the program prints with an environment variable set.
fn with_variable(name: &str, value: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_panoply"));
    for known in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(known);
    }
    let output = command.env(name, value).args(["pieces", "--betza", "RmNcA"]).output().expect("it starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn colors_are_for_terminals_and_add_nothing_but_color() {
    let plain = with_variable("NO_COLOR", "1");
    let colored = with_variable("CLICOLOR_FORCE", "1");
    assert!(!plain.contains('\u{1b}') && colored.contains('\u{1b}'));
    assert_eq!(with_variable("UNRELATED", "1"), plain, "a pipe is no terminal");
    let mut stripped = String::new();
    let mut escape = false;
    for c in colored.chars() {
        match c {
            '\u{1b}' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            c => stripped.push(c),
        }
    }
    let boards =
        |text: &str| text.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(boards(&stripped), boards(&plain));
    for color in ["48;5;226", "48;5;83", "48;5;203"] {
        assert!(colored.contains(color), "{color} is missing");
    }
}

#[test]
fn names_that_stand_for_nothing() {
    let cases: [(&[&str], &str); 9] = [
        (&["heroo"], "unknown army or piece `heroo`: did you mean `hero`?"),
        (&["qqqqqq"], "unknown army or piece `qqqqqq`: `panoply armies` lists all armies with their pieces"),
        (
            &["hero", "--html", "x.html"],
            "`hero` is a piece: a rule sheet is of one army or of a pairing of two; `--svg FILE` draws pieces",
        ),
        (
            &["fide", "fide", "fide", "--html", "x.html"],
            "a rule sheet is of one army or of a pairing of two: name no more",
        ),
        (&["--betza", "N", "--at", "i1"], "--at: `i1` is not on the 8x8 board: its squares are a1 to h8"),
        (&["--betza", "N", "--at", "d44"], "--at: `d44` is no square: write a file and a rank, such as d4"),
        (
            &["--betza", "N", "--white", "a1 d4"],
            "--white: `d4` is where the piece itself stands: no other man can be there",
        ),
        (
            &["--betza", "N", "--white", "a1", "--black", "b1,a1"],
            "--black: `a1` is given twice: a square has room for one man",
        ),
        (
            &["--betza", "Nx"],
            "betza `Nx`: column 2: `x`: no atom follows: a move ends with one of the capital letters W F D N A H C Z G K R B Q",
        ),
    ];
    for (options, message) in cases {
        let output = panoply(&[&["pieces"], options].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        assert_eq!(stderr(&output), format!("panoply: {message}\n"), "{options:?}");
        assert!(stdout(&output).is_empty());
    }
    for options in [
        &["pieces"] as &[&str],
        &["pieces", "--betza", "N", "--size", "3x8"],
        &["pieces", "--betza", "N", "hero"],
    ] {
        assert_eq!(panoply(options).status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn a_doubtful_string_is_shown_with_a_warning() {
    let output = panoply(&["pieces", "--betza", "NN", "--at", "a1"]);
    assert!(
        stderr(&output).starts_with("panoply: warning: betza `NN`: column 1: `NN`: the rider"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).ends_with("targets b3 c2 c5 d7 e3 g4\n"), "{}", stdout(&output));
}

/// A file of this test run.
fn scratch(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().expect("UTF-8").to_owned()
}

/// What the program writes to a file.
fn written(options: &[&str], name: &str) -> String {
    let file = scratch(name);
    let text = shown(&[options, &[file.as_str()]].concat());
    assert!(text.is_empty(), "{text}");
    fs::read_to_string(file).expect("the file was written")
}

/// Checks that every element is closed in its turn and that nothing comes from elsewhere.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim_start_matches("<!DOCTYPE html>");
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').expect("every tag has an end");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "before {rest:.60}");
        } else if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let links = text.matches("http").count() - text.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
    assert_eq!(links, 0, "nothing is loaded from elsewhere");
    assert!(!text.contains("<script") && !text.contains("<link") && !text.contains("NaN"));
}

#[test]
fn pictures_have_every_piece_and_all_colors() {
    let svg = written(&["fizzies", "--svg"], "fizzies.svg");
    assert_well_formed(&svg);
    for word in
        ["Eagle Scout E", "Crabinal C", "Right Rhino H", "Pawn P", "#ffe34d", "#ffab40", "#7ddb7d", "#ff7a6b"]
    {
        assert!(svg.contains(word), "{word} is missing");
    }
    let file = scratch("one.svg");
    assert_eq!(shown(&["--betza", "mW", "--color", "black", "--svg", &file]), "targets c4 d3 d5 e4\n");
    let one = fs::read_to_string(file).expect("the file was written");
    assert_well_formed(&one);
    assert!(one.contains(">mW</text>") && one.contains("fill=\"#333\""), "{one}");
}

/// What `engine.ini` says that a piece is worth, in Pawns, as it is shown.
fn configured_value(piece: &str) -> String {
    let config = panoply::config::Config::shipped();
    let game = config.game(&panoply::config::GameChoice {
        white: Some("clobberers".to_owned()),
        black: Some("nutters".to_owned()),
        ..panoply::config::GameChoice::variant("fairy")
    });
    let rules = panoply::rules::Rules::compile(game.expect("the game is there")).expect("it compiles");
    let kind = rules.kinds().find(|kind| rules.spec.kinds[kind.index()].id == piece);
    panoply::diagram::value(rules.value(kind.expect("the piece is in the game")))
}

#[test]
fn a_rule_sheet_tells_the_whole_game() {
    let page = written(&["clobberers-nutters", "--html"], "sheet.html");
    assert_well_formed(&page);
    let again = written(&["clobberers", "Nutters", "--html"], "again.html");
    assert_eq!(page, again);
    let colonel =
        format!("<figcaption>Colonel C<span>fsRbWfhNF</span><span>{}</span>", configured_value("colonel"));
    for sentence in [
        "<h1>Clobberers against Nutters</h1>",
        "White, toward the first file: the King goes from e1 to b1, the Leaping Bishop from a1 to c1.",
        "Black, toward the first file: the King goes from e8 to c8, the Turret from a8 to d8.",
        "On the last rank a Pawn becomes a piece of its own army: White's Archbishop, Leaping Bishop, Clobberer or \
         Elephant, Black's Colonel, Turret, Unicorn or Horse.",
        colonel.as_str(),
        "name=\"viewport\"",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
    let pictures = page.matches("<svg ").count();
    assert_eq!(pictures, 1 + 10 + 4, "start position, ten kinds, four samples");
    let grand = written(&["grand-grandshooters", "--topology", "cylinder", "--html"], "grand.html");
    assert_well_formed(&grand);
    assert!(
        grand.contains("From rank 8 of its side on a Pawn can become, and on rank 10 must become"),
        "{grand}"
    );
    assert!(grand.contains("There is no castling.") && grand.contains("The board is a cylinder"));
}

#[test]
fn every_army_has_a_rule_sheet_and_pictures() {
    let text = stdout(&panoply(&["armies"])).to_owned();
    let ids: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with(' ') && !line.is_empty())
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(ids.len(), panoply::config::Config::shipped().armies().len());
    for id in ids.iter().step_by(5) {
        assert_well_formed(&written(&[id, "--html"], "army.html"));
        assert_well_formed(&written(&[id, "--svg"], "army.svg"));
    }
}

#[test]
fn armies_are_listed_with_moves_and_values() {
    let text = stdout(&panoply(&["armies", "clobberers", "PIZZA"])).to_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "clobberers  Clobberers, 8x8  LEFAKFEL");
    for (line, name, id) in
        [(lines[1], "  L  Leaping Bishop ", "bede  BD"), (lines[2], "  E  Elephant ", "elephant  WA")]
    {
        let piece = id.split(' ').next().unwrap_or(id);
        let end = format!(" {}  {id}", configured_value(piece));
        assert!(line.starts_with(name) && line.ends_with(&end), "{line}");
    }
    let heads: BTreeSet<&str> =
        lines.iter().filter(|l| !l.starts_with(' ')).filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(heads.into_iter().collect::<Vec<_>>(), ["clobberers", "clobberers2", "pizza"]);
    let output = panoply(&["armies", "martians"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).starts_with("panoply: unknown army `martians`: known: fide, "),
        "{}",
        stderr(&output)
    );
    let all = stdout(&panoply(&["armies"])).to_owned();
    assert!(
        all.contains("  E  Berolina Pawn") || all.contains("  P  Berolina Pawn"),
        "what is not the usual Pawn is listed: {all}"
    );
    assert!(!all.contains("king  K"), "what everybody has is not repeated");
}

/// The picture without the lines that tell values, which tests may not depend on.
fn without_values(svg: &str) -> Vec<&str> {
    let is_value = |line: &str| {
        let text = line.split_once('>').map_or("", |(_, text)| text).trim_end_matches("</text>");
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ' ' || c == 't' || c == 'o')
            && text.contains('.')
    };
    svg.lines().filter(|line| !is_value(line)).collect()
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("README.md");
    let mut pictures = 0;
    for line in readme.lines().filter(|line| line.starts_with("<!-- panoply pieces ")) {
        let command = line.trim_start_matches("<!-- panoply ").trim_end_matches(" -->");
        let mut words: Vec<&str> = command.split(' ').collect();
        let file = words.pop().expect("a file");
        assert!(readme.contains(&format!("]({file})")), "{file} is shown");
        let shipped = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file);
        let drawn = written(&words[1..], "readme.svg");
        assert_eq!(without_values(&shipped), without_values(&drawn), "draw it again: panoply {command}");
        pictures += 1;
    }
    assert_eq!(pictures, 2);
}
