//! Where a piece that the user has picked up can go, in the colours of `highlight`.

use crate::movegen;
use crate::position::Position;
use crate::types::{Kind, Move, MoveClass, Square};

/// What the user has picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lifted {
    /// The piece on a square.
    From(Square),
    /// A piece in hand.
    Held(Kind),
}

/// The legal moves of it.
pub(super) fn moves(position: &Position, lifted: Lifted) -> Vec<Move> {
    let mut moves = movegen::legal_moves(position);
    moves.retain(|mv| match (mv.class(), lifted) {
        (MoveClass::Drop, Lifted::Held(kind)) => mv.kind() == kind,
        (MoveClass::Drop, _) | (_, Lifted::Held(_)) => false,
        (_, Lifted::From(square)) => mv.from() == square,
    });
    moves
}

/// The board with the targets of the moves in colours. What is captured en passant by a move to the square under the
/// pointer is marked in green, too.
pub(super) fn colors(position: &Position, moves: &[Move], pointer: Option<Square>) -> String {
    let passes = pointer.is_some_and(|square| is_passing_capture(moves, square));
    let victim = position.en_passant().filter(|_| passes).map(|ep| ep.victim);
    // A small letter only marks.
    board(position, |square| if Some(square) == victim { Some('g') } else { color(position, moves, square) })
}

/// The colour of a square: `M` for promotions, `R` for captures, `Y` for other moves.
fn color(position: &Position, moves: &[Move], square: Square) -> Option<char> {
    let mut color = None;
    for &mv in moves.iter().filter(|mv| mv.to() == square) {
        if mv.class() == MoveClass::Promotion {
            return Some('M');
        }
        color = Some(if position.captured_by(mv).is_empty() { 'Y' } else { 'R' });
    }
    color
}

/// Whether a move to the square captures en passant.
pub(super) fn is_passing_capture(moves: &[Move], square: Square) -> bool {
    moves.iter().any(|mv| mv.class() == MoveClass::EnPassant && mv.to() == square)
}

/// The kinds that a Pawn moving to a square can become, the best first; empty if it does not promote.
pub(super) fn promotions(position: &Position, moves: &[Move], to: Square) -> Vec<Kind> {
    let promotes = |mv: &&Move| mv.class() == MoveClass::Promotion && mv.to() == to;
    let mut kinds: Vec<Kind> = moves.iter().filter(promotes).map(|mv| mv.kind()).collect();
    kinds.sort_by_key(|&kind| std::cmp::Reverse(position.rules().value(kind).0));
    kinds
}

/// A board with a letter on some squares, written like that of a FEN.
fn board(position: &Position, letter: impl Fn(Square) -> Option<char>) -> String {
    let geometry = position.rules().geometry();
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..geometry.files {
            match letter(Square::new(file, rank)) {
                None => empty += 1,
                Some(letter) => {
                    push_number(&mut text, &mut empty);
                    text.push(letter);
                }
            }
        }
        push_number(&mut text, &mut empty);
        text
    };
    (0..geometry.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn push_number(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::rules::Rules;
    use std::sync::Arc;

    fn position(variant: &str, fen: &str) -> Position {
        let game = Config::shipped().game(&GameChoice::variant(variant)).unwrap();
        Position::from_fen(Arc::new(Rules::compile(game).unwrap()), fen).unwrap()
    }

    fn lift(position: &Position, file: u8, rank: u8) -> Vec<Move> {
        moves(position, Lifted::From(Square::new(file, rank)))
    }

    #[test]
    fn colors_tell_moves_captures_and_promotions_apart() {
        let position = position("normal", "1n2k3/P7/8/8/3pP3/8/8/4K2R b K e3 0 1");
        assert_eq!(colors(&position, &lift(&position, 3, 3), None), "8/8/8/8/8/3YR3/8/8");
        let over = Some(Square::new(4, 2));
        assert_eq!(colors(&position, &lift(&position, 3, 3), over), "8/8/8/8/4g3/3YR3/8/8");
        assert_eq!(colors(&position, &lift(&position, 0, 6), None), "8/8/8/8/8/8/8/8", "not its turn");
    }

    #[test]
    fn promotions_are_offered_best_first() {
        let position = position("normal", "1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        let pawn = lift(&position, 0, 6);
        assert_eq!(colors(&position, &pawn, None), "MM6/8/8/8/8/8/8/8");
        let letters = |to| promotions(&position, &pawn, to).into_iter().map(|k| position.rules().letter(k));
        assert_eq!(letters(Square::new(0, 7)).collect::<String>(), "QRNB");
        assert_eq!(letters(Square::new(2, 7)).count(), 0);
        assert_eq!(colors(&position, &lift(&position, 4, 0), None), "8/8/8/8/8/8/3YYY2/3Y1YY1");
    }

    #[test]
    fn ten_files_are_written_in_decimal() {
        let start = "r8r/1nbqkmbn2/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMBN2/R8R w - - 0 1";
        let position = position("grand", start);
        assert_eq!(colors(&position, &[], None), ["10"; 10].join("/"));
        assert_eq!(colors(&position, &lift(&position, 9, 2), None), "10/10/10/10/10/9Y/9Y/10/10/10");
    }
}
