use std::sync::Arc;

use super::params::{IN_HAND, SATURATION, TEMPO, TEMPO_WITH_HOLDINGS};
use super::*;
use crate::config::{Config, GameChoice};
use crate::movegen;
use crate::position::Setup;

fn rules(variant: &str, white: Option<&str>, black: Option<&str>) -> Arc<Rules> {
    let choice = GameChoice {
        white: white.map(str::to_owned),
        black: black.map(str::to_owned),
        ..GameChoice::variant(variant)
    };
    Arc::new(Rules::compile(Config::shipped().game(&choice).unwrap()).unwrap())
}

fn score(rules: &Arc<Rules>, fen: &str) -> Score {
    Evaluator::new(rules).evaluate(&Position::from_fen(rules.clone(), fen).unwrap())
}

/// The position without castling rights, and its image with ranks, colours and armies exchanged.
fn with_image(position: &Position, image_rules: &Arc<Rules>) -> (Position, Position) {
    let rules = position.rules();
    let other = |kind: Kind| {
        let id = &rules.spec.kinds[kind.index()].id;
        Kind::new(image_rules.spec.kinds.iter().position(|k| k.id == *id).unwrap())
    };
    let mut plain = Setup::empty(position.side());
    let mut image = Setup::empty(!position.side());
    for &square in &rules.squares {
        let piece = position.at(square);
        let Some(color) = piece.color() else { continue };
        let mut reversed = Piece::new(!color, other(piece.kind()));
        if piece.is_promoted() {
            reversed = reversed.promoted();
        }
        plain.place(piece, square);
        image.place(reversed, rules.geometry().relative(Color::Black, square));
    }
    for color in Color::ALL {
        for kind in rules.kinds() {
            plain.set_hand(color, kind, position.in_hand(color, kind));
            image.set_hand(!color, other(kind), position.in_hand(color, kind));
        }
    }
    (
        Position::from_setup(rules.clone(), &plain).unwrap(),
        Position::from_setup(image_rules.clone(), &image).unwrap(),
    )
}

#[test]
fn exchanging_the_sides_changes_nothing() {
    for (variant, white, black) in [
        ("normal", None, None),
        ("fairy", Some("clobberers"), Some("nutters")),
        ("fairy", Some("rookies"), Some("shooters")),
        ("crazyhouse", Some("nutters"), Some("fide")),
        ("cylinder", None, None),
        ("cylinderhouse", Some("shooters2"), Some("rookies")),
        ("grand", Some("grand"), Some("grandshooters")),
        ("berolina", None, None),
    ] {
        let rules = rules(variant, white, black);
        let image_rules = self::rules(variant, black, white);
        let (evaluator, image_evaluator) = (Evaluator::new(&rules), Evaluator::new(&image_rules));
        let mut state = 12_345u64;
        let mut scores = std::collections::HashSet::new();
        for _ in 0..5 {
            let mut position = Position::start(rules.clone()).unwrap();
            for _ in 0..60 {
                let moves = movegen::legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.make(moves[(state >> 33) as usize % moves.len()]);
                let (plain, image) = with_image(&position, &image_rules);
                let score = evaluator.evaluate(&plain);
                scores.insert(score);
                assert_eq!(
                    score,
                    image_evaluator.evaluate(&image),
                    "{variant} {}",
                    plain.fen(crate::position::FenStyle::default())
                );
            }
        }
        assert!(scores.len() > 50, "{variant}: nearly all scores are the same");
    }
}

#[test]
fn the_start_position_is_worth_the_tempo() {
    for (variant, tempo) in [("normal", TEMPO), ("crazyhouse", TEMPO_WITH_HOLDINGS), ("cylinder", TEMPO)] {
        let rules = rules(variant, None, None);
        let start = Position::start(rules.clone()).unwrap();
        assert_eq!(Evaluator::new(&rules).evaluate(&start), tempo, "{variant}");
    }
}

#[test]
fn the_obvious_is_seen() {
    let chess = rules("normal", None, None);
    let start = score(&chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let knight_out = score(&chess, "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    let knight_in_the_corner = score(&chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 0 1");
    assert!(knight_out > start + 20 && knight_in_the_corner < start - 5);
    // A passed Pawn is worth more the further it is.
    let [behind, ahead] = ["7k/8/8/8/8/P7/8/7K w - - 0 1", "7k/8/P7/8/8/8/8/7K w - - 0 1"];
    assert!(score(&chess, ahead) > score(&chess, behind) + 40);
    // A Knight more does not win without Pawns; a Rook more does.
    assert!(score(&chess, "7k/8/8/8/8/8/8/6NK w - - 0 1") < 120);
    assert!(score(&chess, "7k/8/8/8/8/8/8/6RK w - - 0 1") > 450);
    // The bare King belongs to the edge.
    let [middle, edge] = ["8/8/8/3k4/8/8/8/6RK w - - 0 1", "3k4/8/8/8/8/8/8/6RK w - - 0 1"];
    assert!(score(&chess, edge) > score(&chess, middle) + 20);
}

#[test]
fn hands_count_and_threaten_the_king() {
    let crazyhouse = rules("crazyhouse", None, None);
    let fen = |hand: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{hand}] w KQkq - 0 1");
    let empty = score(&crazyhouse, &fen(""));
    let pawn = score(&crazyhouse, &fen("P"));
    let queen = score(&crazyhouse, &fen("Q"));
    assert!(pawn > empty + 80 && queen > pawn + 200);
    assert_eq!(score(&crazyhouse, &fen("Pp")), empty);
    // An open King suffers more from the same hand.
    let open = |hand: &str| format!("rnbq1bnr/8/8/3k4/8/8/PPPPPPPP/RNBQKBNR[{hand}] w KQ - 0 1");
    assert!(
        score(&crazyhouse, &open("NN")) - score(&crazyhouse, &open(""))
            > score(&crazyhouse, &fen("NN")) - empty
    );
}

#[test]
fn capturing_is_worth_double_with_holdings() {
    let (chess, crazyhouse) = (rules("normal", None, None), rules("crazyhouse", None, None));
    let value = |rules: &Arc<Rules>, promoted: bool| {
        let queen = Piece::new(Color::Black, rules.kind_of_letter('Q').unwrap());
        Evaluator::new(rules).capture_value(if promoted { queen.promoted() } else { queen })
    };
    assert_eq!(value(&chess, false), 950);
    assert_eq!(value(&chess, true), 950);
    let board = 950 * SATURATION / (SATURATION + 950);
    assert_eq!(value(&crazyhouse, false), 2 * board + IN_HAND.midgame);
    // A promoted Queen is a Pawn in the hand.
    assert!(value(&crazyhouse, true) < 2 * board);
    assert_eq!(Evaluator::new(&chess).capture_value(Piece::EMPTY), 0);
}
