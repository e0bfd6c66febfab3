//! The published armies: whether `engine.ini` has each of them as it was published.

use std::collections::BTreeSet;
use std::sync::Arc;

use panoply::betza::parse;
use panoply::config::{Config, GameChoice, SHIPPED_TEXT};
use panoply::rules::{GameSpec, Geometry, Path, Rules, Wing, expand};
use panoply::types::{Color, Square};
use serde_json::Value;

const ARMIES: &str = include_str!("data/armies.json");

fn published() -> Vec<Value> {
    serde_json::from_str(ARMIES).expect("JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}"))
}

fn game(white: &str, black: &str) -> GameSpec {
    let choice = GameChoice {
        white: Some(white.to_owned()),
        black: Some(black.to_owned()),
        ..GameChoice::variant("fairy")
    };
    Config::shipped().game(&choice).unwrap_or_else(|error| panic!("{white} - {black}: {error}"))
}

/// Everything that pieces with these moves can do, on two boards.
fn all_paths(moves: &panoply::betza::PieceMoves, color: Color) -> BTreeSet<(Square, Path)> {
    let boards = [Geometry::CHESS, Geometry { files: 10, ranks: 8, cylinder: true }];
    let from = |board: Geometry| board.squares().map(move |from| (board, from));
    let paths = |(board, from)| expand(moves, board, color, from).into_iter().map(move |path| (from, path));
    boards.into_iter().flat_map(from).flat_map(paths).collect()
}

/// What the Crabinal does, which has no string in the publication that `XBoard` could read.
const CRABINAL: &str = "ffNbsNhhB";

#[test]
fn every_published_army_stands_as_published() {
    let armies = published();
    for army in &armies {
        let id = text(army, "id");
        let game = game(id, id);
        for color in Color::ALL {
            let row = if color == Color::Black && army["row_black"].is_array() { "row_black" } else { "row" };
            let expected: Vec<&str> =
                army[row].as_array().expect(row).iter().filter_map(Value::as_str).collect();
            assert_eq!(expected.len(), 8);
            for (file, (name, kind)) in expected.iter().zip(&game.armies[color].rows[0]).enumerate() {
                let kind = &game.kinds[kind.expect("a piece on every file")];
                if *name == "K" {
                    assert!(kind.royal && kind.id == "king", "{id}: {}", kind.id);
                    continue;
                }
                let published = army["pieces"][name].as_str().unwrap_or(CRABINAL);
                let published = parse(published).unwrap_or_else(|error| panic!("{published}: {error}"));
                for owner in Color::ALL {
                    let same = all_paths(&kind.moves, owner) == all_paths(&published, owner);
                    assert!(same, "{id}, file {file}: {} `{}` is not `{published}`", kind.id, kind.moves);
                }
            }
            let pawns = game.armies[color].rows[1].iter().all(|kind| game.kinds[kind.expect("a Pawn")].pawn);
            assert!(pawns && game.armies[color].rows.len() == 2, "{id}");
        }
    }
    assert_eq!(armies.len(), 25);
}

#[test]
fn only_what_has_no_other_string_is_an_extension() {
    let armies = published();
    let without: Vec<(&str, &String)> = armies
        .iter()
        .flat_map(|army| {
            army["pieces"].as_object().expect("pieces").iter().map(|piece| (text(army, "id"), piece))
        })
        .filter(|(_, (_, betza))| betza.is_null())
        .map(|(army, (name, _))| (army, name))
        .collect();
    assert_eq!(without, [("fizzies", &"crabinal".to_owned())]);
    let config = Config::shipped();
    let beyond = config.pieces().iter().filter(|piece| piece.moves.exceed_xboard());
    assert_eq!(beyond.map(|piece| piece.id.as_str()).collect::<Vec<_>>(), ["crabinal"]);
}

#[test]
fn inventors_are_named_above_their_armies() {
    for army in published() {
        let inventor = text(&army, "inventor").split('(').next().unwrap_or_default().trim();
        let heading = format!("[army {}]", text(&army, "id"));
        let above = SHIPPED_TEXT.split_once(&heading).unwrap_or_else(|| panic!("{heading}")).0;
        let comment = above.rsplit("\n\n").next().unwrap_or_default();
        assert!(inventor.starts_with("not ") || comment.contains(inventor), "{heading}: {inventor}");
    }
}

#[test]
fn corners_bound_to_a_colour_make_the_king_go_three_squares() {
    for army in published() {
        let id = text(&army, "id");
        let rules = Arc::new(Rules::compile(game(id, id)).expect("the army can be compiled"));
        let long = rules
            .castling
            .iter()
            .flatten()
            .filter(|rule| rule.king_from.file().abs_diff(rule.king_to.file()) == 3);
        let long: Vec<(Color, Wing)> = long.map(|rule| (rule.color, rule.wing)).collect();
        assert_eq!(rules.castling.iter().flatten().count(), 4, "{id}");
        let bound = army["colorbound_corner"].as_bool().expect("a flag");
        let expected: &[(Color, Wing)] =
            if bound { &[(Color::White, Wing::Queen), (Color::Black, Wing::Queen)] } else { &[] };
        assert_eq!(long, expected, "{id}");
    }
}

#[test]
fn chiral_pieces_stand_mirrored_and_turn_to_the_same_side_of_the_board() {
    for id in ["bozos", "fizzies"] {
        let game = game(id, id);
        let top = |square: Square| Square::new(square.file(), 7 - square.rank());
        for file in 0..8_usize {
            let kind = |color: Color| &game.kinds[game.armies[color].rows[0][file].expect("a piece")];
            let targets = |color, from| -> BTreeSet<Square> {
                expand(&kind(color).moves, Geometry::CHESS, color, from)
                    .iter()
                    .map(|path| path.target)
                    .collect()
            };
            for from in Geometry::CHESS.squares() {
                let white = targets(Color::White, from).into_iter().map(top).collect::<BTreeSet<_>>();
                assert_eq!(targets(Color::Black, top(from)), white, "{id}: file {file} from {from}");
            }
        }
    }
    let against = game("bozos", "fide");
    let ids = |color: Color| -> Vec<&str> {
        against.armies[color].promotions.iter().map(|&kind| against.kinds[kind].id.as_str()).collect()
    };
    assert_eq!(ids(Color::White)[..3], ["left-griffon", "left-aanca", "left-sastik"]);
    assert_eq!(ids(Color::Black), ["rook", "knight", "bishop", "queen"]);
}
