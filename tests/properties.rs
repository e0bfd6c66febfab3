//! Properties that hold in every position of every game, tried on random positions.
//!
//! Two pools of games: the shipped ones in every combination, and the odd pieces, boards and rules of
//! `common/strange.ini`. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` try more and other positions.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::{
    Pool, Recipe, SHIPPED, STRANGE_GAMES, cases, generator_is_right, legal_texts, noisy_moves, texts,
};
use panoply::config::{Config, GameChoice};
use panoply::movegen::{self, brute_force_moves, count_legal, legal_moves, perft};
use panoply::position::{FenStyle, Position, Ranks};
use panoply::rules::{AttackSets, BoardSets, NEVER, Rules, usage};
use panoply::types::{Bits, Color, Kind, Move, MoveClass, Piece, Square};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

/// Runs a property on random positions of a pool.
fn hold(
    pool: &'static Pool,
    number: u32,
    fits: impl Fn(&GameChoice) -> bool,
    property: impl Fn(&Recipe, Position) -> Result<(), TestCaseError>,
) {
    let mut runner = TestRunner::new(cases(number));
    let result = runner.run(&pool.recipes(fits), |recipe| property(&recipe, recipe.position()));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The same on both pools.
fn hold_everywhere(number: u32, property: impl Fn(&Recipe, Position) -> Result<(), TestCaseError> + Copy) {
    hold(&SHIPPED, number, |_| true, property);
    hold(&STRANGE_GAMES, number, |_| true, property);
}

fn any_game(_: &GameChoice) -> bool {
    true
}

/// Moves in an order that can be compared.
fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

#[test]
fn the_pools_are_as_large_as_they_should_be() {
    // 36 pairings on 8x8 and four on 10x10 in eight combinations are the least.
    assert!(SHIPPED.len() >= 320, "{}", SHIPPED.len());
    assert!(STRANGE_GAMES.len() >= 1000, "{}", STRANGE_GAMES.len());
}

#[test]
fn random_positions_show_every_class_of_move() {
    let mut runner = TestRunner::new(cases(300));
    let seen = std::cell::RefCell::new(HashSet::new());
    let checks = std::cell::Cell::new(0);
    let result = runner.run(&SHIPPED.recipes(any_game), |recipe| {
        let position = recipe.position();
        checks.set(checks.get() + u32::from(position.in_check()));
        seen.borrow_mut().extend(legal_moves(&position).into_iter().map(Move::class));
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(seen.borrow().len(), 6, "{:?}", seen.borrow());
    assert!(checks.get() >= 10, "only {} positions with check", checks.get());
}

/// Makes and unmakes every move two plies deep (below the first ply only some), and looks at every field.
fn make_and_unmake(position: &mut Position, depth: u32) -> Result<(), TestCaseError> {
    let before = position.clone();
    let moves = legal_moves(position);
    for (number, &mv) in moves.iter().enumerate() {
        position.make(mv);
        if let Err(complaint) = position.check_consistency() {
            return Err(TestCaseError::fail(format!("after {mv:?}: {complaint}")));
        }
        prop_assert_eq!(position.key(), position.computed_key(), "key after {:?}", mv);
        for &square in &position.rules().squares {
            let stale = position.is_unmoved(square) && position.at(square).is_empty();
            prop_assert!(!stale, "{square} is empty after {mv:?}, but its piece counts as unmoved");
        }
        if depth > 1 && number % (1 + moves.len() / 12) == 0 {
            make_and_unmake(position, depth - 1)?;
        }
        position.unmake();
        prop_assert!(position.is_identical(&before), "{mv:?} made and unmade is not what it was");
        prop_assert_eq!(position.check_consistency(), Ok(()));
    }
    if !position.in_check() {
        position.make_null();
        prop_assert_eq!(position.key(), position.computed_key(), "key after a null move");
        position.unmake();
        prop_assert!(position.is_identical(&before), "a null move made and unmade is not what it was");
    }
    prop_assert_eq!(legal_moves(position), moves, "moves after making and unmaking");
    Ok(())
}

#[test]
fn make_and_unmake_restore_every_field() {
    hold_everywhere(40, |_, mut position| make_and_unmake(&mut position, 2));
}

#[test]
fn legal_moves_are_those_of_brute_force() {
    hold(&SHIPPED, 150, any_game, |_, position| generator_is_right(&position));
}

#[test]
fn legal_moves_of_strange_pieces_are_those_of_brute_force() {
    hold(&STRANGE_GAMES, 180, any_game, |_, position| generator_is_right(&position));
}

#[test]
fn legal_moves_are_those_of_brute_force_throughout_games_with_strange_pieces() {
    hold(&STRANGE_GAMES, 10, any_game, |recipe, mut position| {
        let mut dice = recipe.dice();
        for _ in 0..12 {
            common::play(&mut position, &mut dice);
            generator_is_right(&position)?;
        }
        Ok(())
    });
}

#[test]
fn counting_moves_agrees_with_listing_them() {
    hold_everywhere(150, |_, position| {
        let moves = legal_moves(&position);
        prop_assert_eq!(count_legal(&position), moves.len() as u64);
        prop_assert_eq!(movegen::has_legal_move(&position), !moves.is_empty());
        Ok(())
    });
}

#[test]
fn noisy_moves_are_the_captures_and_promotions() {
    hold_everywhere(200, |_, position| {
        let noisy = |&mv: &Move| mv.class() == MoveClass::Promotion || !position.captured_by(mv).is_empty();
        let expected: Vec<Move> = legal_moves(&position).into_iter().filter(noisy).collect();
        prop_assert_eq!(sorted(noisy_moves(&position)), sorted(expected));
        Ok(())
    });
}

#[test]
fn stages_of_the_generator_add_up_to_all_moves() {
    hold_everywhere(60, |_, position| {
        let threats = position.threats();
        let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
        movegen::generate_with::<movegen::Noisy, _>(&position, &threats, &mut noisy);
        movegen::generate_with::<movegen::Quiet, _>(&position, &threats, &mut quiet);
        let is_noisy =
            |mv: &Move| mv.class() == MoveClass::Promotion || !position.captured_by(*mv).is_empty();
        prop_assert!(noisy.iter().all(is_noisy) && !quiet.iter().any(is_noisy));
        noisy.extend(quiet);
        prop_assert_eq!(sorted(noisy), sorted(legal_moves(&position)));
        Ok(())
    });
}

/// A move of any class from anywhere to anywhere, as a hash table may bring one from another position.
fn any_move(rules: &Rules, dice: &mut common::Dice) -> Move {
    let mut square = || rules.squares[dice.below(rules.squares.len())];
    let (from, to, passed) = (square(), square(), square());
    let kind = rules.kinds().nth(dice.below(rules.kind_count())).unwrap();
    match dice.below(6) {
        0 => Move::drop(kind, to),
        1 => Move::promotion(from, to, kind),
        2 => Move::castle(from, to, dice.below(4) as u8),
        3 => Move::en_passant(from, to),
        4 => Move::double_step(from, to, passed),
        _ => Move::normal(from, to),
    }
}

#[test]
fn a_move_is_legal_if_it_is_among_the_legal_moves() {
    hold_everywhere(60, |recipe, position| {
        let threats = position.threats();
        let moves = legal_moves(&position);
        for &mv in &moves {
            prop_assert!(movegen::is_legal(&position, &threats, mv), "{mv:?}");
        }
        let mut dice = recipe.dice();
        for _ in 0..2_000 {
            let mv = any_move(position.rules(), &mut dice);
            prop_assert_eq!(movegen::is_legal(&position, &threats, mv), moves.contains(&mv), "{:?}", mv);
        }
        Ok(())
    });
}

#[test]
fn checking_drops_are_the_drops_that_attack_the_king() {
    hold_everywhere(60, |_, mut position| {
        let mut found = Vec::new();
        movegen::checking_drops(&position, &position.threats(), &mut found);
        let mut expected = legal_moves(&position);
        expected.retain(|&mv| mv.class() == MoveClass::Drop && position.direct_checks().gives(mv));
        prop_assert_eq!(sorted(found.clone()), sorted(expected));
        for mv in found {
            let hops = position.rules().hops(mv.kind());
            position.make(mv);
            // A hopper may lose its check by standing on the platform itself.
            prop_assert!(position.in_check() || hops, "{mv:?}");
            position.unmake();
        }
        Ok(())
    });
}

/// What the side to move gains by the captures on a square, each with the least valuable piece, if it may stop at any
/// time: by making the captures on the board, pins and checks left out of account.
fn swaps(cells: &mut Position, to: Square, values: &[i32]) -> i32 {
    let us = cells.side();
    let rules = cells.rules().clone();
    let mut attackers: Vec<Square> = cells.attackers(to, us).collect();
    attackers.sort_by_key(|&from| {
        let piece = cells.at(from);
        if rules.is_royal(piece.kind()) { i32::MAX } else { values[piece.index()] }
    });
    let Some(&from) = attackers.first() else { return 0 };
    let gain = values[cells.at(to).index()];
    let royal = rules.is_royal(cells.at(from).kind());
    cells.make(Move::normal(from, to));
    let result = if royal && cells.is_attacked(to, cells.side()) {
        // The King may not capture, nor may anything else that is worth more.
        0
    } else {
        (gain - swaps(cells, to, values)).max(0)
    };
    cells.unmake();
    result
}

#[test]
fn exchanges_win_what_trying_the_captures_wins() {
    let simple = |choice: &GameChoice| choice.holdings != Some(true);
    hold(&SHIPPED, 150, simple, |_, mut position| {
        let rules = position.rules().clone();
        // Values that differ, so that the order of the captures is never a matter of taste.
        let mut values = vec![0; Piece::COUNT];
        for color in Color::ALL {
            for kind in rules.kinds().filter(|&kind| !rules.is_royal(kind)) {
                let value = rules.value(kind).0 + kind.index() as i32;
                values[Piece::new(color, kind).index()] = value;
                values[Piece::new(color, kind).promoted().index()] = value;
            }
        }
        for mv in legal_moves(&position) {
            if mv.class() != MoveClass::Normal || rules.is_royal(position.at(mv.from()).kind()) {
                continue;
            }
            let gain = values[position.captured_by(mv).index()];
            position.make(mv);
            let wins = gain - swaps(&mut position, mv.to(), &values);
            position.unmake();
            for threshold in [wins - 1, wins, wins + 1] {
                let answer = position.exchange_wins(mv, gain, &values, threshold);
                prop_assert_eq!(answer, wins >= threshold, "{:?} wins {}, asked {}", mv, wins, threshold);
            }
        }
        Ok(())
    });
}

/// Whether some piece stands where it may have an initial move: a FEN does not say whether it has moved and come back.
fn has_initial_moves(rules: &Rules) -> bool {
    rules.squares.iter().any(|&square| rules.unmoved_bit(square) != 0)
}

#[test]
fn a_position_written_as_fen_and_read_again_is_the_same() {
    hold_everywhere(200, |_, position| {
        for style in [FenStyle::Plain, FenStyle::XBoard] {
            let fen = position.fen(style);
            let read = Position::from_fen(position.rules().clone(), &fen);
            let read = read.map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
            prop_assert_eq!(read.fen(style), fen);
            prop_assert_eq!(read.check_consistency(), Ok(()));
            if !has_initial_moves(position.rules()) {
                prop_assert_eq!(read.key(), position.key());
                prop_assert_eq!(sorted(legal_moves(&read)), sorted(legal_moves(&position)));
            }
        }
        Ok(())
    });
}

/// The FEN with the ranks turned upside down and the colours exchanged, in the letters of other rules.
fn flipped(position: &Position, rules: &Rules) -> String {
    let own = position.rules();
    let swap = |c: char| {
        let Some(kind) = own.kind_of_letter(c) else { return c };
        let id = SHIPPED.mirror_image(&own.spec.kinds[kind.index()].id);
        let same =
            rules.spec.kinds.iter().find(|kind| kind.id == id).expect("both games have the same kinds");
        if c.is_ascii_uppercase() { same.letter.to_ascii_lowercase() } else { same.letter }
    };
    let swap_case =
        |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let fen = position.fen(FenStyle::Plain);
    let fields: Vec<&str> = fen.split(' ').collect();
    let (board, hands) = fields[0].split_at(fields[0].find('[').unwrap_or(fields[0].len()));
    let board = board.split('/').rev().collect::<Vec<_>>().join("/");
    let board: String = board.chars().chain(hands.chars()).map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap_case).collect();
    let en_passant = fields[3].parse::<Square>().map_or("-".to_owned(), |square| {
        Square::new(square.file(), own.geometry().ranks - 1 - square.rank()).to_string()
    });
    format!("{board} {side} {castling} {en_passant} {} {}", fields[4], fields[5])
}

#[test]
fn colours_are_alike() {
    hold(&SHIPPED, 60, any_game, |recipe, mut position| {
        let choice = recipe.choice();
        let swapped =
            GameChoice { white: choice.black.clone(), black: choice.white.clone(), ..choice.clone() };
        // Chigorin's game and others with armies of their own are not mirrored by exchanging what was not chosen.
        let rules = SHIPPED.compile(&swapped);
        let same_armies = rules.spec.armies[Color::White].id == position.rules().spec.armies[Color::Black].id
            && rules.spec.armies[Color::Black].id == position.rules().spec.armies[Color::White].id;
        prop_assume!(same_armies);
        let fen = flipped(&position, &rules);
        let read = Position::from_fen(rules, &fen);
        let mut mirrored = read.map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
        prop_assert_eq!(count_legal(&mirrored), count_legal(&position), "{}", fen);
        if count_legal(&position) < 60 {
            prop_assert_eq!(perft(&mut mirrored, 2), perft(&mut position, 2), "{}", fen);
        }
        prop_assert_eq!(mirrored.status(), position.status(), "{}", fen);
        Ok(())
    });
}

/// The FEN without castling rights, every man moved some files to the right and round the edge.
fn turned(position: &Position, by: u8) -> String {
    let rules = position.rules();
    let (files, ranks) = (rules.geometry().files, rules.geometry().ranks);
    let fen = position.fen(FenStyle::Plain);
    let fields: Vec<&str> = fen.split(' ').collect();
    let hands = &fields[0][fields[0].find('[').unwrap_or(fields[0].len())..];
    let letter = |piece: Piece| {
        let letter = rules.letter(piece.kind());
        let letter = if piece.is(Color::White) { letter } else { letter.to_ascii_lowercase() };
        format!("{letter}{}", if piece.is_promoted() { "~" } else { "" })
    };
    let rank_text = |rank: u8| -> String {
        let cells = (0..files).map(|file| position.at(Square::new((file + files - by) % files, rank)));
        cells.map(|piece| if piece.is_empty() { "1".to_owned() } else { letter(piece) }).collect::<String>()
    };
    let board = (0..ranks).rev().map(rank_text).collect::<Vec<_>>().join("/");
    let en_passant = position.en_passant().map_or("-".to_owned(), |ep| {
        Square::new((ep.target.file() + by) % files, ep.target.rank()).to_string()
    });
    format!("{}{hands} {} - {en_passant} 0 1", separated(&board), fields[1])
}

/// Numbers of empty squares written as one: `11` would be read as eleven.
fn separated(board: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for c in board.chars() {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(c);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

#[test]
fn a_cylinder_can_be_turned_about_its_axis() {
    for pool in [&*SHIPPED, &*STRANGE_GAMES] {
        hold(
            pool,
            80,
            |choice| choice.cylinder == Some(true),
            |recipe, position| {
                let rules = position.rules();
                prop_assume!(!has_initial_moves(rules));
                let by = (1 + recipe.dice().below(usize::from(rules.geometry().files) - 1)) as u8;
                let read = |by| {
                    let fen = turned(&position, by);
                    Position::from_fen(rules.clone(), &fen)
                        .map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))
                };
                let (mut here, mut there) = (read(0)?, read(by)?);
                prop_assert_eq!(here.en_passant().is_some(), position.en_passant().is_some());
                prop_assert_eq!(count_legal(&here), count_legal(&there));
                if count_legal(&here) < 60 {
                    prop_assert_eq!(perft(&mut here, 2), perft(&mut there, 2));
                }
                Ok(())
            },
        );
    }
}

/// The orthodox pieces, spelled otherwise.
const OTHER_SPELLINGS: [&str; 3] = [
    "
[piece king]
name = King
letter = K
betza = WF
royal = yes
[piece queen]
name = Queen
letter = Q
betza = WFRB
[piece rook]
name = Rook
letter = R
betza = vRsR
[piece bishop]
name = Bishop
letter = B
betza = fBbB
[piece knight]
name = Knight
letter = N
betza = fhNbhN
[piece pawn]
name = Pawn
letter = P
betza = fmWfceFifmR2
pawn = yes
",
    "
[piece king]
name = King
letter = K
betza = vWsWfFbF
royal = yes
[piece queen]
name = Queen
letter = Q
betza = fRbRsRflBfrBblBbrB
[piece rook]
name = Rook
letter = R
betza = WmRcR
[piece bishop]
name = Bishop
letter = B
betza = FB3B7
[piece knight]
name = Knight
letter = N
betza = vNsN
[piece pawn]
name = Pawn
letter = P
betza = ifmnDfceFfmW
pawn = yes
",
    "
[piece king]
name = King
letter = K
betza = Q1
royal = yes
[piece queen]
name = Queen
letter = Q
betza = Q
[piece rook]
name = Rook
letter = R
betza = R1R2R3R7
[piece bishop]
name = Bishop
letter = B
betza = mBcB
[piece knight]
name = Knight
letter = N
betza = mNcN
[piece pawn]
name = Pawn
letter = P
betza = fmWfceFifmW2
pawn = yes
",
];

#[test]
fn pieces_spelled_otherwise_move_the_same() {
    for spelling in OTHER_SPELLINGS {
        let config = Config::parse("spelling.ini", spelling).unwrap_or_else(|errors| panic!("{errors}"));
        for variant in ["normal", "crazyhouse", "cylinder"] {
            let compile = |config: &Config| {
                let game = config.game(&GameChoice::variant(variant)).expect("a game");
                Arc::new(Rules::compile(game).expect("rules"))
            };
            let (usual, other) = (compile(&Config::shipped()), compile(&config));
            let nodes = |rules: &Arc<Rules>| perft(&mut Position::start(rules.clone()).expect("a start"), 3);
            assert_eq!(nodes(&other), nodes(&usual), "{variant} with {spelling}");
            if variant == "normal" {
                assert_eq!(nodes(&other), 8902, "{spelling}");
            }
            let fits = |choice: &GameChoice| choice.variant == variant && choice.white.is_none();
            hold(&SHIPPED, 25, fits, |_, position| {
                let read = Position::from_fen(other.clone(), &position.fen(FenStyle::Plain));
                let read = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(legal_texts(&read), legal_texts(&position), "{}", spelling);
                prop_assert_eq!(read.status(), position.status(), "{}", spelling);
                Ok(())
            });
        }
    }
}

#[test]
fn a_move_written_and_read_again_is_the_same() {
    hold_everywhere(60, |_, position| {
        for ranks in [Ranks::FromOne, Ranks::Wire] {
            let mut known = HashSet::new();
            for mv in legal_moves(&position) {
                let text = position.move_text(mv, ranks);
                prop_assert_eq!(position.parse_move(&text, ranks), Ok(mv), "{}", &text);
                prop_assert!(known.insert(text.clone()), "{text} names two moves");
                let mut after = position.clone();
                after.make(mv);
                prop_assert_eq!(&after.move_text(mv, ranks), &text, "the history of a game is written alike");
                let either_case = match mv.class() {
                    MoveClass::Drop => text.to_ascii_lowercase(),
                    MoveClass::Promotion => {
                        let (squares, letter) = text.split_at(text.len() - 1);
                        format!("{squares}={}", letter.to_ascii_uppercase())
                    }
                    _ => continue,
                };
                prop_assert_eq!(position.parse_move(&either_case, ranks), Ok(mv), "{}", either_case);
            }
        }
        Ok(())
    });
}

#[test]
fn castling_has_a_name_of_its_own_where_the_king_could_walk() {
    let fen = "r3k2r/8/8/8/8/8/8/RG2K2R w KQkq - 0 1";
    let position = odd("odd-kings", "odd-kings", fen);
    let castlings: Vec<Move> =
        legal_moves(&position).into_iter().filter(|mv| mv.class() == MoveClass::Castle).collect();
    assert_eq!(texts(&position, &castlings), ["O-O"]);
    let walk = Move::normal(Square::new(4, 0), Square::new(6, 0));
    assert_eq!(position.parse_move("e1g1", Ranks::FromOne), Ok(walk));
    assert_eq!(position.parse_move("O-O", Ranks::FromOne), Ok(castlings[0]));
}

#[test]
fn texts_of_moves_that_are_not_legal_are_refused() {
    hold_everywhere(25, |_, position| {
        let legal = legal_moves(&position);
        let squares = &position.rules().squares;
        for (&from, &to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to))) {
            let text = format!("{from}{to}");
            let plays =
                legal.iter().any(|mv| mv.class() != MoveClass::Drop && mv.from() == from && mv.to() == to);
            prop_assert_eq!(position.parse_move(&text, Ranks::FromOne).is_ok(), plays, "{}", text);
        }
        Ok(())
    });
}

/// Whether moves of a kind to empty squares are listed among the quiet checks.
fn has_quiet_checks(rules: &Rules, color: Color, kind: Kind) -> bool {
    let alike = match &rules.sets {
        BoardSets::Small(sets) => sets.mover(color, kind).moves_as_it_captures(),
        BoardSets::Medium(sets) => sets.mover(color, kind).moves_as_it_captures(),
        BoardSets::Large(sets) => sets.mover(color, kind).moves_as_it_captures(),
    };
    alike && !rules.is_pawn(kind) && !rules.is_royal(kind)
}

/// The quiet checks that are found, and those that there are.
fn quiet_checks(position: &Position) -> [Vec<Move>; 2] {
    let mut found = Vec::new();
    movegen::quiet_checks(position, &position.threats(), &mut found);
    let mut expected = legal_moves(position);
    expected.retain(|&mv| {
        mv.class() == MoveClass::Normal
            && position.is_quiet(mv)
            && has_quiet_checks(position.rules(), position.side(), position.at(mv.from()).kind())
            && position.direct_checks().gives(mv)
    });
    [sorted(found), sorted(expected)]
}

#[test]
fn quiet_checks_are_moves_to_empty_squares_that_attack_the_king() {
    let totals = std::cell::Cell::new((0, 0));
    let look = |_: &_, position: Position| {
        let [found, expected] = quiet_checks(&position);
        prop_assert!(found.iter().all(|mv| expected.contains(mv)), "{found:?} {expected:?}");
        let (all_found, all_expected) = totals.get();
        totals.set((all_found + found.len(), all_expected + expected.len()));
        Ok(())
    };
    hold(&STRANGE_GAMES, 100, any_game, look);
    totals.set((0, 0));
    hold(&SHIPPED, 300, any_game, look);
    // Where a lame piece attacks one way and not the other, some are left out.
    let (found, expected) = totals.get();
    assert!(found * 100 > expected * 95 && found > 100, "{found} of {expected}");
}

/// Whether the piece on a square attacks another, straight from its ways.
fn attacks_by_its_ways(position: &Position, from: Square, target: Square) -> bool {
    let piece = position.at(from);
    let color = piece.color().expect("a piece");
    position.rules().ways(color, piece.kind(), from).iter().any(|way| {
        way.target == target
            && way.usage & usage::CAPTURE != 0
            && way.alternatives.iter().any(|alternative| {
                (!alternative.initial || position.is_unmoved(from))
                    && alternative.empty.iter().all(|&square| position.at(square).is_empty())
                    && alternative.occupied.iter().all(|&square| !position.at(square).is_empty())
            })
    })
}

#[test]
fn attacked_squares_are_those_with_attackers() {
    hold_everywhere(40, |recipe, position| {
        let mut dice = recipe.dice();
        let squares = &position.rules().squares;
        for target in
            [position.king(Color::White), position.king(Color::Black), dice.pick(squares), dice.pick(squares)]
        {
            for by in Color::ALL {
                let attackers: HashSet<Square> = position.attackers(target, by).collect();
                let pieces = position.pieces(by).iter().copied();
                let expected = pieces.filter(|&from| attacks_by_its_ways(&position, from, target)).collect();
                prop_assert_eq!(&attackers, &expected, "attackers of {}", target);
                prop_assert_eq!(position.is_attacked(target, by), !attackers.is_empty(), "{}", target);
            }
        }
        Ok(())
    });
}

/// Compares what a set says each piece attacks with the attack tables, and where each could come from.
fn sets_are_right<B: Bits>(sets: &AttackSets<B>, position: &Position) -> Result<(), TestCaseError> {
    let rules = position.rules();
    let squares = |set: B| set.numbers().map(|number| rules.squares[number]).collect::<HashSet<Square>>();
    let occupied: B = position.occupied_set();
    for color in Color::ALL {
        let pieces: HashSet<Square> = position.pieces(color).iter().copied().collect();
        prop_assert_eq!(squares(position.side_set(color)), pieces.clone());
        for &from in &pieces {
            let kind = position.at(from).kind();
            prop_assert!(position.kind_set::<B>(color, kind).has(rules.number(from)));
            let mover = sets.mover(color, kind);
            let attacked = mover.attacked(rules.number(from), occupied, position.rights());
            let expected = rules.squares.iter().copied().filter(|&to| position.attacks(from, to)).collect();
            prop_assert_eq!(squares(attacked), expected, "{}", from);
            let origins = sets.origins(color, rules.number(position.king(!color)))[kind.index()];
            let code = rules.attacks_on(position.king(!color)).code(position.at(from), from);
            prop_assert!(origins.has(rules.number(from)) || code == NEVER, "{}", from);
        }
    }
    Ok(())
}

#[test]
fn attack_sets_say_the_same_as_attack_tables() {
    hold_everywhere(60, |_, position| match &position.rules().sets {
        BoardSets::Small(sets) => sets_are_right(sets, &position),
        BoardSets::Medium(sets) => sets_are_right(sets, &position),
        BoardSets::Large(sets) => sets_are_right(sets, &position),
    });
}

#[test]
fn a_position_that_has_been_seen_is_counted() {
    hold_everywhere(60, |recipe, mut position| {
        let mut dice = recipe.dice();
        // What makes two positions the same, as the FEN says it.
        let placement = |position: &Position| {
            let fen = position.fen(FenStyle::Plain);
            fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned()
        };
        let exact = !has_initial_moves(position.rules());
        let base = Position::from_fen(position.rules().clone(), &position.fen(FenStyle::Plain));
        position = base.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut seen = vec![placement(&position)];
        for _ in 0..24 {
            // Going back where one came from, if that is possible, brings positions back.
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let own_last = position.moves().collect::<Vec<_>>().iter().rev().nth(1).copied().flatten();
            let back = own_last.map(|mv| Move::normal(mv.to(), mv.from()));
            let quiet: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| mv.class() == MoveClass::Normal && mv.from() == position.king(position.side()))
                .collect();
            let mv = match back.filter(|mv| moves.contains(mv) && !dice.chance(8)) {
                Some(mv) => mv,
                None if !quiet.is_empty() && !dice.chance(3) => dice.pick(&quiet),
                None => dice.pick(&moves),
            };
            position.make(mv);
            let now = placement(&position);
            let before = seen.iter().filter(|earlier| **earlier == now).count();
            if exact {
                prop_assert_eq!(position.repetitions(), before, "{}", now);
            } else {
                prop_assert!(position.repetitions() <= before, "{now}");
            }
            seen.push(now);
        }
        Ok(())
    });
}

/// A position of the game `odd` of `strange.ini`.
fn odd(white: &str, black: &str, fen: &str) -> Position {
    let choice = GameChoice {
        white: Some(white.to_owned()),
        black: Some(black.to_owned()),
        ..GameChoice::variant("odd")
    };
    Position::from_fen(STRANGE_GAMES.compile(&choice), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_piece_that_has_castled_has_moved() {
    let mut position = odd("starters", "starters", "3qk3/8/8/8/8/8/8/S3K2S w KQ - 0 1");
    let (corner, other) = (Square::new(7, 0), Square::new(0, 0));
    assert!(position.is_unmoved(corner) && position.is_unmoved(other));
    position.make(position.parse_move("e1g1", Ranks::FromOne).expect("castling is legal"));
    assert!(!position.is_unmoved(corner) && position.is_unmoved(other));
    let read = Position::from_fen(position.rules().clone(), &position.fen(FenStyle::Plain)).expect("a FEN");
    assert_eq!(read.key(), position.key());
}

#[test]
fn a_double_step_is_no_other_move_as_well() {
    let fen = "4k3/8/8/8/2p2p2/8/P1P1PP2/4K3 w - - 0 1";
    for army in ["sprinters", "jumpers"] {
        let position = odd(army, army, fen);
        let classes = |from: u8| -> Vec<MoveClass> {
            let two = |mv: &Move| mv.from() == Square::new(from, 1) && mv.to() == Square::new(from, 3);
            legal_moves(&position).into_iter().filter(two).map(Move::class).collect()
        };
        assert_eq!(classes(0), [MoveClass::DoubleStep], "{army}");
        assert_eq!(classes(2), [], "{army}: the target is taken");
    }
    let blocked = odd("jumpers", "jumpers", "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1");
    let leap = Move::normal(Square::new(0, 1), Square::new(0, 3));
    assert_eq!(blocked.parse_move("a2a4", Ranks::FromOne), Ok(leap), "over a man that stands in between");
}

#[test]
fn a_double_step_may_promote() {
    let legal = |army: &str, fen: &str| {
        let position = odd(army, army, fen);
        let legal = legal_texts(&position);
        assert_eq!(legal, texts(&position, &brute_force_moves(&position)));
        legal.into_iter().filter(|mv| mv.starts_with("c2")).collect::<Vec<_>>()
    };
    // Four ranks: two steps lead from the second to the last.
    assert_eq!(legal("smallest", "k3/4/2P1/K3 w - - 0 1"), ["c2c3", "c2c4b", "c2c4r"]);
    assert_eq!(legal("five", "k4/5/5/2P2/K4 w - - 0 1"), ["c2c3", "c2c4"]);
}

#[test]
fn promoted_pieces_are_like_others_unless_they_become_pawns_again() {
    let after = |variant: &str| {
        let rules = SHIPPED.compile(&GameChoice::variant(variant));
        let mut position = Position::from_fen(rules, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").expect("a FEN");
        position.make(position.parse_move("a7a8q", Ranks::FromOne).expect("a promotion"));
        let plain =
            Position::from_fen(position.rules().clone(), "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1").expect("a FEN");
        (position.key() == plain.key(), position.fen(FenStyle::Plain).contains('~'))
    };
    assert_eq!(after("normal"), (true, false));
    assert_eq!(after("loop"), (true, false), "a game in which captured pieces stay what they are");
    assert_eq!(after("crazyhouse"), (false, true));
}
