//! Betza strings from text to squares.

use std::collections::{BTreeMap, BTreeSet};

use panoply::betza::{PieceMoves, parse, parse_with_warnings};
use panoply::rules::{Geometry, Path, expand};
use panoply::types::{Color, Square};
use proptest::prelude::*;
use serde_json::Value;

const MOVES: &str = include_str!("data/betza/moves.json");
const ERRORS: &str = include_str!("data/errors/betza.tsv");
const WARNINGS: &str = include_str!("data/betza/warnings.tsv");

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name}"))
}

fn names(row: &Value, key: &str) -> BTreeSet<Square> {
    row[key].as_str().expect(key).split_whitespace().map(square).collect()
}

fn paths(text: &str, geometry: Geometry, color: Color, from: &str) -> Vec<Path> {
    let moves = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    expand(&moves, geometry, color, square(from))
}

/// What a path must be good for: `q`uiet, `c`apture, `e`n passant, `i`nitial.
fn usage(path: &Path) -> String {
    let flags = [
        (path.usage.quiet, 'q'),
        (path.usage.capture, 'c'),
        (path.usage.en_passant, 'e'),
        (path.usage.initial, 'i'),
    ];
    flags.into_iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect()
}

/// A path as `target use -empty +occupied`.
fn show(path: &Path) -> String {
    let empty = path.empty.iter().map(|square| format!(" -{square}"));
    let occupied = path.occupied.iter().map(|square| format!(" +{square}"));
    format!("{} {}", path.target, usage(path)) + &empty.chain(occupied).collect::<String>()
}

fn shown(text: &str, geometry: Geometry, color: Color, from: &str) -> Vec<String> {
    paths(text, geometry, color, from).iter().map(show).collect()
}

/// The squares that a piece can move to or capture on.
fn targets(
    paths: &[Path],
    friends: &BTreeSet<Square>,
    enemies: &BTreeSet<Square>,
    unmoved: bool,
) -> BTreeSet<Square> {
    let occupied = |square: &Square| friends.contains(square) || enemies.contains(square);
    let fits = |path: &&Path| {
        !path.empty.iter().any(occupied)
            && path.occupied.iter().all(occupied)
            && (unmoved || !path.usage.initial)
            && if occupied(&path.target) {
                path.usage.capture && enemies.contains(&path.target)
            } else {
                path.usage.quiet
            }
    };
    paths.iter().filter(fits).map(|path| path.target).collect()
}

#[test]
fn every_row_of_the_reference_has_its_squares() {
    let rows: Vec<Value> = serde_json::from_str(MOVES).expect("JSON");
    let mut failures: BTreeMap<String, String> = BTreeMap::new();
    let mut strings = BTreeSet::new();
    for row in &rows {
        let text = row["betza"].as_str().expect("betza");
        strings.insert(text);
        let color = match row["color"].as_str() {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            other => panic!("{other:?}"),
        };
        let (white, black) = (names(row, "white"), names(row, "black"));
        let (friends, enemies) = if color == Color::White { (white, black) } else { (black, white) };
        let moves = match parse(text) {
            Ok(moves) => moves,
            Err(error) => {
                failures.insert(text.to_owned(), error.to_string());
                continue;
            }
        };
        let initial = moves.parts().iter().any(|part| part.initial);
        assert_eq!(initial, row["unmoved"].is_boolean(), "{text}");
        let unmoved = row["unmoved"].as_bool().unwrap_or(false);
        let all = expand(&moves, Geometry::CHESS, color, square(row["at"].as_str().expect("at")));
        let found = targets(&all, &friends, &enemies, unmoved);
        if found != names(row, "targets") {
            failures.entry(text.to_owned()).or_insert_with(|| format!("{found:?} in {row}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert_eq!(rows.len(), 1020);
    assert_eq!(strings.len(), 170);
}

#[test]
fn refused_strings_say_where_and_why() {
    let rows: Vec<(&str, &str)> = ERRORS.lines().map(|line| line.split_once('\t').expect("a tab")).collect();
    for (text, message) in &rows {
        match parse(text) {
            Ok(moves) => panic!("{text} was read as {moves}"),
            Err(error) => assert_eq!(error.to_string(), *message, "{text}"),
        }
    }
    let messages: BTreeSet<&str> =
        rows.iter().filter_map(|(_, message)| message.split_once(": ").map(|(_, rest)| rest)).collect();
    assert!(rows.len() >= 60 && messages.len() >= 55, "{} rows, {} messages", rows.len(), messages.len());
}

#[test]
fn strings_that_older_texts_read_differently_are_read_as_by_xboard_with_a_warning() {
    let rows: Vec<Vec<&str>> = WARNINGS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    for row in &rows {
        let &[text, same, warning] = &row[..] else { panic!("{row:?}") };
        let (moves, warnings) = parse_with_warnings(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [warning], "{text}");
        for color in Color::ALL {
            for from in Geometry::CHESS.squares() {
                let all =
                    |moves| expand(moves, Geometry::CHESS, color, from).into_iter().collect::<BTreeSet<_>>();
                assert_eq!(all(&moves), all(&parse(same).expect(same)), "{text} from {from}");
            }
        }
    }
    assert!(rows.len() >= 15);
    let many = parse_with_warnings("ifKNNmfL").expect("each of them can be read").1;
    let places: Vec<(usize, &str)> = many.iter().map(|w| (w.column, w.text.as_str())).collect();
    assert_eq!(places, [(2, "fK"), (4, "NN"), (7, "f"), (8, "L")]);
}

#[test]
fn strings_that_all_read_alike_raise_no_warning() {
    for text in
        ["K", "ffN", "fhNvN", "fsRbWbF", "KafsmpafK", "nDnA", "N0", "WmafmpafWmpafmafW", "flFfmR", "hlN"]
    {
        assert_eq!(parse_with_warnings(text).map(|(_, warnings)| warnings), Ok(Vec::new()), "{text}");
    }
    let rows: Vec<Value> = serde_json::from_str(MOVES).expect("JSON");
    let strings: BTreeSet<&str> = rows.iter().filter_map(|row| row["betza"].as_str()).collect();
    let doubtful = strings.iter().filter(|text| parse_with_warnings(text).is_ok_and(|(_, w)| !w.is_empty()));
    let share = doubtful.count();
    assert!(share > 0 && share < strings.len() / 4, "{share} of {}", strings.len());
}

#[test]
fn a_halfling_goes_half_of_the_way_to_the_edge_rounded_up() {
    let targets = |text, geometry, color, from| -> Vec<String> {
        paths(text, geometry, color, from).iter().map(|path| path.target.to_string()).collect()
    };
    assert_eq!(targets("hhB", Geometry::CHESS, Color::White, "a1"), ["b2", "c3", "d4", "e5"], "4 of 7");
    assert_eq!(
        targets("hhR", Geometry::CHESS, Color::White, "d4"),
        ["d5", "d6", "e4", "f4", "d3", "d2", "c4", "b4"]
    );
    assert_eq!(targets("fhhmR", Geometry::CHESS, Color::Black, "b2"), ["b1"], "the only square there is");
    assert_eq!(targets("fhhR", Geometry::CHESS, Color::White, "b8"), [""; 0]);
    let shown = shown("rhhQ", Geometry { files: 6, ranks: 4, cylinder: false }, Color::White, "a1");
    assert_eq!(shown, ["b1 qc", "c1 qc -b1", "d1 qc -b1 -c1"]);
    let cylinder = Geometry { files: 6, ranks: 4, cylinder: true };
    assert_eq!(targets("rhhR", cylinder, Color::White, "d1"), ["e1", "f1", "a1"], "half of the way round");
    assert!(parse("FhhB").expect("ours").exceed_xboard() && !parse("FB").expect("plain").exceed_xboard());
}

#[test]
fn the_pawn_steps_captures_and_makes_a_lame_double_step() {
    let white = shown("fmWfceFifmnD", Geometry::CHESS, Color::White, "e2");
    assert_eq!(white, ["e3 q", "f3 ce", "d3 ce", "e4 qi -e3"]);
    let black = shown("fmWfceFifmnD", Geometry::CHESS, Color::Black, "h7");
    assert_eq!(black, ["h6 q", "g6 ce", "h5 qi -h6"]);
    let berolina = shown("fmFfceWifmnA", Geometry::CHESS, Color::White, "b2");
    assert_eq!(berolina, ["c3 q", "a3 q", "b3 ce", "d4 qi -c3"]);
}

#[test]
fn a_hero_has_two_ways_to_the_third_square() {
    let found = shown("fWfDfmafmpafWfmpafmafW", Geometry::CHESS, Color::White, "d1");
    assert_eq!(found, ["d2 qc", "d3 qc", "d4 qc -d2", "d4 qc -d3"]);
    let whole = shown("WDmafmpafWmpafmafW", Geometry::CHESS, Color::White, "a1");
    let expected = ["a2 qc", "b1 qc", "a3 qc", "c1 qc", "a4 qc -a2", "d1 qc -b1", "a4 qc -a3", "d1 qc -c1"];
    assert_eq!(whole, expected);
}

#[test]
fn slides_list_what_they_pass_in_walking_order() {
    let rook = shown("rR", Geometry::CHESS, Color::Black, "e5");
    assert_eq!(rook, ["d5 qc", "c5 qc -d5", "b5 qc -d5 -c5", "a5 qc -d5 -c5 -b5"]);
    let rider = shown("rfN0", Geometry::CHESS, Color::White, "a1");
    assert_eq!(rider, ["b3 qc", "c5 qc -b3", "d7 qc -b3 -c5"]);
    let ski = shown("fjR4", Geometry::CHESS, Color::White, "a1");
    assert_eq!(ski, ["a3 qc", "a4 qc -a3", "a5 qc -a3 -a4"]);
}

#[test]
fn hoppers_need_their_platform() {
    let cannon = shown("fcpR4", Geometry::CHESS, Color::White, "a1");
    let expected = [
        "a3 c +a2",
        "a4 c -a3 +a2",
        "a5 c -a3 -a4 +a2",
        "a4 c -a2 +a3",
        "a5 c -a2 -a4 +a3",
        "a5 c -a2 -a3 +a4",
    ];
    assert_eq!(cannon, expected);
    let grasshopper = shown("fgR4", Geometry::CHESS, Color::White, "a1");
    assert_eq!(grasshopper, ["a3 qc +a2", "a4 qc -a2 +a3", "a5 qc -a2 -a3 +a4"]);
    assert_eq!(shown("fjD", Geometry::CHESS, Color::White, "a1"), ["a3 qc +a2"]);
    assert_eq!(shown("fgafR", Geometry::CHESS, Color::White, "a5"), ["a7 qc +a6", "a8 qc -a6 +a7"]);
}

#[test]
fn lame_leaps_test_the_square_that_xboard_tests() {
    assert_eq!(shown("frnN", Geometry::CHESS, Color::White, "a1"), ["c2 qc -b1"]);
    assert_eq!(shown("fnH", Geometry::CHESS, Color::White, "a1"), ["a4 qc -a2"]);
    assert_eq!(shown("rfnZ", Geometry::CHESS, Color::White, "a1"), ["c4 qc -b2"]);
    assert_eq!(shown("frnA0", Geometry::CHESS, Color::White, "a1")[1], "e5 qc -b2 -c3 -d4");
}

#[test]
fn a_way_that_returns_to_a_square_cannot_ask_it_to_be_both() {
    let back = shown("fafarararW", Geometry::CHESS, Color::White, "a1");
    assert_eq!(
        back,
        ["a2 q -a3 -b3 -b2"],
        "the square was empty on the way out, so there is nothing to capture"
    );
    let platform = shown("fpafarararW", Geometry::CHESS, Color::White, "a1");
    assert_eq!(platform, ["a2 c -a3 -b3 -b2"], "the square was occupied on the way out");
    let through = shown("fpafarararafW", Geometry::CHESS, Color::White, "b1");
    assert!(through.is_empty(), "{through:?}");
}

#[test]
fn an_unconditional_path_replaces_weaker_ones_only() {
    assert_eq!(shown("fDfnD", Geometry::CHESS, Color::White, "a1"), ["a3 qc"]);
    assert_eq!(shown("fmDfnD", Geometry::CHESS, Color::White, "a1"), ["a3 q", "a3 qc -a2"]);
    assert_eq!(shown("ifDfnD", Geometry::CHESS, Color::White, "a1"), ["a3 qci", "a3 qc -a2"]);
    assert_eq!(shown("fDifnD", Geometry::CHESS, Color::White, "a1"), ["a3 qc"]);
}

#[test]
fn on_a_cylinder_a_square_is_reached_both_ways_round() {
    let cylinder = Geometry { files: 4, ranks: 4, cylinder: true };
    let both = ["b1 qc", "c1 qc -b1", "d1 qc -b1 -c1", "d1 qc", "c1 qc -d1", "b1 qc -d1 -c1"];
    let kept: Vec<&str> =
        both.into_iter().filter(|path| !["d1 qc -b1 -c1", "b1 qc -d1 -c1"].contains(path)).collect();
    assert_eq!(shown("sR", cylinder, Color::White, "a1"), kept);
    let flat = Geometry { cylinder: false, ..cylinder };
    assert_eq!(shown("soR", flat, Color::White, "a1"), kept);
    assert_eq!(shown("sR", flat, Color::White, "a1"), both[..3]);
    assert_eq!(shown("sD", cylinder, Color::White, "a1"), ["c1 qc"], "twice the same path");
    let pawn = shown("fceoF", Geometry::CHESS, Color::Black, "a5");
    assert_eq!(pawn, ["h4 ce", "b4 ce"]);
}

#[test]
fn a_slide_round_a_cylinder_ends_where_the_leg_began() {
    let cylinder = Geometry { files: 4, ranks: 4, cylinder: true };
    let found = shown("fyarmW", cylinder, Color::White, "a3");
    assert_eq!(found, ["b4 q -a4", "c4 q -a4 -b4", "d4 q -a4 -b4 -c4"]);
}

#[test]
fn canonical_strings() {
    let table = [
        ("K", "K"),
        ("mcR0", "R"),
        ("W1", "W"),
        ("R2", "R2"),
        ("fbR", "vR"),
        ("sfW", "fsW"),
        ("rbF", "brF"),
        ("frlfblbrF", "F"),
        ("lrfbW", "W"),
        ("ffN", "fN"),
        ("fhbhN", "N"),
        ("hlN", "hlN"),
        ("lffrN", "frlfN"),
        ("fmWfceFifmnD", "fmWfceFifmnD"),
        ("WDmafmpafWmpafmafW", "WDafmpafWmpafafW"),
        ("myafslW", "yafslW"),
        ("FyafsF", "FyafsF"),
        ("gaflQ", "gaflQ"),
        ("mgamQ", "mgamQ"),
        ("fbK", "vK"),
        ("jjR", "jjR"),
        ("afslrW", "asfsW"),
        ("jZmcZmcZ0", "jZmcZmcZ0"),
        ("oR4ceoF", "oR4ceoF"),
        ("fNNJ", "fN0C"),
        ("mfsL", "mZ"),
        ("WWFF", "W0F0"),
        ("ffNbsNhhB", "fNbsNhhB"),
        ("fhhmcoQ0", "fhhoQ"),
    ];
    for (text, canonical) in table {
        assert_eq!(parse(text).map(|moves| moves.to_string()), Ok(canonical.to_owned()), "{text}");
    }
}

/// The square seen from the other side of the board.
fn turned(geometry: Geometry, square: Square) -> Square {
    Square::new(geometry.files - 1 - square.file(), geometry.ranks - 1 - square.rank())
}

fn turned_path(geometry: Geometry, path: &Path) -> Path {
    let turn = |squares: &[Square]| squares.iter().map(|&square| turned(geometry, square)).collect();
    Path {
        target: turned(geometry, path.target),
        usage: path.usage,
        empty: turn(&path.empty),
        occupied: turn(&path.occupied),
    }
}

/// A leg before an `a`.
fn pass() -> impl Strategy<Value = String> {
    "[fblrvs]{0,3}(m|p|mp|g|mg|o|mo|y|my|oy)?j?a"
}

fn one_move() -> impl Strategy<Value = String> {
    let landing = "[fblrvsh]{0,4}(hh)?(m|c|e|mc|me|ce|mce)?(p|g|o)?(n|j)?";
    let passes = prop_oneof![
        4 => Just(Vec::new()),
        1 => prop::collection::vec(pass(), 1..4),
    ];
    let atom = "[WFDNAHCZGKRBQLJ]((1[0-5])|[0-9])?";
    ("i?", passes, landing, atom)
        .prop_map(|(initial, passes, landing, atom)| format!("{initial}{}{landing}{atom}", passes.concat()))
}

/// Strings made by the grammar that make sense.
fn moves() -> impl Strategy<Value = (String, PieceMoves)> {
    let sensible = one_move().prop_filter_map("refused", |text| parse(&text).ok().map(|_| text));
    prop::collection::vec(sensible, 1..4).prop_filter_map("refused together", |texts| {
        let text = texts.concat();
        parse(&text).ok().map(|moves| (text, moves))
    })
}

fn geometry() -> impl Strategy<Value = Geometry> {
    (4..=12_u8, 4..=12_u8, any::<bool>()).prop_map(|(files, ranks, cylinder)| Geometry {
        files,
        ranks,
        cylinder,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_local_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back((text, moves) in moves()) {
        let written = moves.to_string();
        prop_assert_eq!(parse(&written), Ok(moves), "{} {}", text, written);
        prop_assert_eq!(parse(&written).map(|again| again.to_string()), Ok(written));
    }

    #[test]
    fn black_moves_like_white_turned_round((_, moves) in moves(), board in geometry(), at in any::<prop::sample::Index>()) {
        let from = board.squares().nth(at.index(board.square_count())).expect("on the board");
        let white: Vec<Path> = expand(&moves, board, Color::White, from)
            .iter()
            .map(|path| turned_path(board, path))
            .collect();
        let black = expand(&moves, board, Color::Black, turned(board, from));
        prop_assert_eq!(white, black);
    }

    #[test]
    fn paths_are_sound((text, moves) in moves(), board in geometry(), at in any::<prop::sample::Index>()) {
        let from = board.squares().nth(at.index(board.square_count())).expect("on the board");
        let paths = expand(&moves, board, Color::White, from);
        let mut seen = BTreeSet::new();
        for path in &paths {
            let conditions = || path.empty.iter().chain(&path.occupied);
            prop_assert!(conditions().chain([&path.target]).all(|&s| s != from && board.contains(s)), "{}", text);
            prop_assert!(conditions().all(|s| *s != path.target), "{} {}", text, show(path));
            let distinct: BTreeSet<&Square> = conditions().collect();
            prop_assert_eq!(distinct.len(), conditions().count(), "{} {}", text, show(path));
            prop_assert!(path.usage.quiet || path.usage.capture || path.usage.en_passant);
            prop_assert!(seen.insert(path.clone()), "{} has {} twice", text, show(path));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        if let Err(error) = parse(&text) {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
        }
    }

    #[test]
    fn errors_point_at_the_text_they_name(text in "[a-zA-Z0-9@(=]{0,12}") {
        if let Err(error) = parse(&text) {
            let named: String = text.chars().skip(error.column - 1).take(error.text.chars().count()).collect();
            prop_assert_eq!(named, error.text);
        }
    }
}
