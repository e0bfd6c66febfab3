use std::sync::Arc;

use super::*;
use crate::config::{Config, GameChoice};
use crate::movegen;
use crate::position::{FenStyle, Setup};
use crate::types::MoveClass;

fn rules(variant: &str, white: Option<&str>, black: Option<&str>) -> Arc<Rules> {
    rules_of(&Config::shipped(), variant, white, black)
}

fn rules_of(config: &Config, variant: &str, white: Option<&str>, black: Option<&str>) -> Arc<Rules> {
    let choice = GameChoice {
        white: white.map(str::to_owned),
        black: black.map(str::to_owned),
        ..GameChoice::variant(variant)
    };
    Arc::new(Rules::compile(config.game(&choice).unwrap()).unwrap())
}

fn score(rules: &Arc<Rules>, fen: &str) -> Score {
    Evaluator::new(rules).evaluate_once(&Position::from_fen(rules.clone(), fen).unwrap())
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
                let score = evaluator.evaluate_once(&plain);
                scores.insert(score);
                assert_eq!(
                    score,
                    image_evaluator.evaluate_once(&image),
                    "{variant} {}",
                    plain.fen(FenStyle::default())
                );
            }
        }
        assert!(scores.len() > 50, "{variant}: nearly all scores are the same");
    }
}

#[test]
fn the_start_position_is_worth_the_tempo() {
    for variant in ["normal", "crazyhouse", "cylinder"] {
        let rules = rules(variant, None, None);
        let start = Position::start(rules.clone()).unwrap();
        let tempo = Weights::tuned(rules.has_holdings()).tempo.midgame();
        assert_eq!(Evaluator::new(&rules).evaluate_once(&start), tempo, "{variant}");
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
    assert!(pawn > empty + 50 && queen > pawn + 200);
    // The same in both hands is of some use to the side to move, but not of much.
    let both = score(&crazyhouse, &fen("Pp"));
    assert!((empty + 1..empty + 50).contains(&both), "{empty} {both}");
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
    let queen = chess.kind_of_letter('Q').map(|kind| chess.value(kind).0).unwrap();
    assert_eq!(value(&chess, false), queen);
    assert_eq!(value(&chess, true), queen);
    // A promoted Queen is a Pawn in the hand.
    let pawn = chess.kind_of_letter('P').map(|kind| chess.value(kind).0).unwrap();
    assert!(value(&crazyhouse, false) > value(&crazyhouse, true) + 2 * pawn);
    assert_eq!(Evaluator::new(&chess).capture_value(Piece::EMPTY), 0);
}

/// Positions of random games, with and without holdings, flat and round.
fn random_positions(visit: &mut dyn FnMut(&Arc<Rules>, &Position)) {
    let mut state = 99u64;
    for (variant, white, black) in [
        ("fairy", Some("clobberers"), Some("shooters")),
        ("crazyhouse", None, None),
        ("cylinderhouse", Some("nutters"), Some("rookies")),
        ("grand", None, None),
        ("normal", None, None),
        ("fairy", Some("nutters"), Some("rookies")),
    ] {
        random_game(&rules(variant, white, black), &mut state, visit);
    }
}

fn random_game(rules: &Arc<Rules>, state: &mut u64, visit: &mut dyn FnMut(&Arc<Rules>, &Position)) {
    let mut position = Position::start(rules.clone()).unwrap();
    for _ in 0..120 {
        visit(rules, &position);
        let moves = movegen::legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position.make(moves[(*state >> 33) as usize % moves.len()]);
    }
}

/// A variant whose Pawns capture along diagonals, so that what they attack depends on other pieces.
fn rules_with_sliding_pawns() -> Arc<Rules> {
    let text = format!(
        "{}\n[piece sliding-pawn]\nname = Sliding Pawn\nletter = P\nbetza = fmWfcB\nvalue = 200\npawn = yes\n\
         [army sliding-pawns]\nname = Sliding Pawns\nrank1 = rook knight bishop queen king bishop knight rook\n\
         rank2 = sliding-pawn*8\n[variant sliding-pawns]\nextends = normal\nwhite = sliding-pawns\nblack = sliding-pawns\n",
        include_str!("../../engine.ini")
    );
    rules_of(&Config::parse("sliders", &text).unwrap(), "sliding-pawns", None, None)
}

#[test]
fn what_is_kept_along_a_line_is_what_is_made_anew() {
    type Kept = (Evaluator, Position, Totals, Scratch);
    let mut kept: Option<Kept> = None;
    let mut castled = 0;
    let mut visit = |rules: &Arc<Rules>, position: &Position| {
        let (evaluator, totals, mut scratch) = match kept.take() {
            Some((evaluator, before, totals, scratch)) if evaluator.is_for(rules) => {
                let mv = position.last_move().unwrap();
                castled += u32::from(mv.class() == MoveClass::Castle);
                let after = evaluator.totals_after(&totals, &before, mv);
                let made_anew = evaluator.totals(position);
                (evaluator, after.unwrap_or(made_anew), scratch)
            }
            _ => {
                let weights = Weights::tuned(rules.has_holdings());
                let evaluator = Evaluator::with_weights(rules, &Reach::new(rules), &weights, &Values::new());
                let totals = evaluator.totals(position);
                (evaluator, totals, Scratch::new(rules))
            }
        };
        let fen = position.fen(FenStyle::default());
        assert_eq!(totals, evaluator.totals(position), "{fen}");
        let score = evaluator.evaluate(position, &totals, &mut scratch);
        assert_eq!(score, evaluator.evaluate_once(position), "{fen}");
        kept = Some((evaluator, position.clone(), totals, scratch));
    };
    let mut state = 7;
    let sliders = rules_with_sliding_pawns();
    for _ in 0..4 {
        random_positions(&mut visit);
        random_game(&sliders, &mut state, &mut visit);
    }
    for _ in 0..20 {
        random_game(&rules("fairy", Some("fide"), Some("rookies")), &mut state, &mut visit);
    }
    assert!(castled > 0);
}

#[test]
fn scores_are_bounded() {
    let mut evaluator = None;
    random_positions(&mut |rules, position| {
        let kept = evaluator.take().filter(|kept: &Evaluator| kept.is_for(rules));
        let kept = kept.unwrap_or_else(|| Evaluator::new(rules));
        assert!(kept.evaluate_once(position).abs() <= MAX_EVAL);
        evaluator = Some(kept);
    });
}

#[test]
fn weights_have_names_of_their_own_and_keep_to_their_limits() {
    for holdings in [false, true] {
        let mut names = std::collections::HashSet::new();
        Weights::tuned(holdings).visit(&mut |entry, number| {
            assert!(names.insert(entry.name.clone()), "{} comes twice", entry.name);
            assert!((entry.low..=entry.high).contains(number), "{} is {number}", entry.name);
            assert!(entry.low < entry.high && entry.spread > 0, "{}", entry.name);
        });
        assert!(names.len() > 400);
    }
}

#[test]
fn the_source_of_the_weights_is_what_the_tuner_writes() {
    let sets = [Weights::tuned(false), Weights::tuned(true)];
    assert_eq!(Weights::source_file(&sets), include_str!("tuned.rs"));
}

#[test]
fn every_weight_counts_somewhere() {
    // A change of any weight must change the score of some position, or it is not part of the evaluation.
    let mut missing: Vec<std::collections::BTreeSet<String>> = vec![std::collections::BTreeSet::new(); 2];
    for (set, names) in missing.iter_mut().enumerate() {
        Weights::tuned(set == 1).visit(&mut |entry, _| {
            names.insert(entry.name.split(['[', '.']).next().unwrap_or_default().to_owned());
        });
    }
    let mut positions: Vec<(Arc<Rules>, Vec<Position>)> = Vec::new();
    random_positions(&mut |rules, position| match positions.last_mut() {
        Some((known, list)) if Arc::ptr_eq(known, rules) => list.push(position.clone()),
        _ => positions.push((rules.clone(), vec![position.clone()])),
    });
    // Random games seldom come to a Pawn with nothing before it.
    for (variant, hands) in [("normal", ""), ("crazyhouse", "[]")] {
        let rules = rules(variant, None, None);
        let fen = format!("4k3/8/8/P7/8/8/8/4K3{hands} w - - 0 1");
        let position = Position::from_fen(rules.clone(), &fen).unwrap();
        positions.push((rules, vec![position]));
    }
    for (rules, positions) in &positions {
        let set = usize::from(rules.has_holdings());
        let (reach, weights) = (Reach::new(rules), Weights::tuned(rules.has_holdings()));
        let scores = |weights: &Weights| {
            let evaluator = Evaluator::with_weights(rules, &reach, weights, &Values::new());
            positions.iter().map(|position| evaluator.evaluate_once(position)).collect::<Vec<_>>()
        };
        let plain = scores(&weights);
        for name in missing[set].clone() {
            let mut changed = weights.clone();
            let mut index = 0;
            changed.visit(&mut |entry, number| {
                if entry.name.split(['[', '.']).next() == Some(&name) {
                    // Not by the same everywhere, which would cancel out between the Kings.
                    index += 1;
                    *number += index * entry.spread;
                }
            });
            if scores(&changed) != plain {
                missing[set].remove(&name);
            }
        }
    }
    let only_holdings = [
        "tempo_hand",
        "hand_again",
        "hand_hole",
        "hand_guard",
        "scale",
        "saturation",
        "slider",
        "pawn_in_hand",
        "leaper_in_hand",
        "slider_in_hand",
        "hand_pressure",
        "hand_pressure_empty",
        "safe_drop",
        "safe_drops_more",
    ];
    for name in only_holdings {
        assert!(missing[0].remove(name), "{name} counts without holdings");
    }
    assert!(missing.iter().all(std::collections::BTreeSet::is_empty), "{missing:?}");
}
