//! Standard algebraic notation in our letters.
//!
//! Drops are written `N@f3` and `P@e4`, castling always `O-O` or `O-O-O`, whatever squares the King goes to. A Pawn that
//! does not capture is written by its target alone, unless two Pawns could go there.

use crate::movegen;
use crate::position::{Position, Ranks};
use crate::rules::Wing;
use crate::types::{Move, MoveClass};

/// Writes a move that is legal in the position.
pub fn write(position: &Position, mv: Move) -> String {
    let legal = movegen::legal_moves(position);
    let mut text = body(position, mv, &legal);
    let mut after = position.clone();
    after.make(mv);
    if after.in_check() {
        text.push(if movegen::has_legal_move(&after) { '+' } else { '#' });
    }
    text
}

/// Finds the legal move that a text in this notation means, `None` if there is none or more than one. Marks of check and
/// quality are ignored, `=` before a promotion and `x` may be missing, castling may be written with zeros.
pub fn parse(position: &Position, text: &str) -> Option<Move> {
    let wanted = plain(text);
    if wanted.is_empty() {
        return None;
    }
    let legal = movegen::legal_moves(position);
    let mut exact = legal.iter().filter(|&&mv| plain(&body(position, mv, &legal)) == wanted);
    if let Some(&mv) = exact.next() {
        return Some(mv);
    }
    let mut longer = legal.iter().filter(|&&mv| full(position, mv).contains(&wanted));
    let found = *longer.next()?;
    longer.next().is_none().then_some(found)
}

/// The text without marks that change nothing.
fn plain(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if matches!(text, "0-0" | "0-0-0") {
        return text.replace('0', "O");
    }
    text.chars().filter(|&c| c != 'x' && c != '=').collect()
}

/// The move without marks of check.
fn body(position: &Position, mv: Move, legal: &[Move]) -> String {
    let rules = position.rules();
    let to = position.square_text(mv.to(), Ranks::FromOne);
    match mv.class() {
        MoveClass::Drop => return format!("{}@{to}", rules.letter(mv.kind())),
        MoveClass::Castle => {
            let wing = rules.castling[mv.castling_rule()].as_ref().map(|rule| rule.wing);
            return if wing == Some(Wing::King) { "O-O" } else { "O-O-O" }.to_owned();
        }
        _ => {}
    }
    let kind = position.at(mv.from()).kind();
    let pawn = rules.is_pawn(kind);
    let captures = !position.captured_by(mv).is_empty();
    let mut text = String::new();
    if !pawn {
        text.push(rules.letter(kind));
    }
    text += &origin(position, mv, legal, pawn && captures);
    if captures {
        text.push('x');
    }
    text += &to;
    if mv.class() == MoveClass::Promotion {
        text.push('=');
        text.push(rules.letter(mv.kind()));
    }
    text
}

/// As much of the origin as is needed: nothing, the file, the rank, or both.
fn origin(position: &Position, mv: Move, legal: &[Move], file_at_least: bool) -> String {
    let kind = position.at(mv.from()).kind();
    let is_rival = |other: &&Move| {
        other.from() != mv.from()
            && other.to() == mv.to()
            && !matches!(other.class(), MoveClass::Drop | MoveClass::Castle)
            && position.at(other.from()).kind() == kind
    };
    let rivals: Vec<&Move> = legal.iter().filter(is_rival).collect();
    let square = position.square_text(mv.from(), Ranks::FromOne);
    let (file, rank) = square.split_at(1);
    let same_file = rivals.iter().any(|other| other.from().file() == mv.from().file());
    let same_rank = rivals.iter().any(|other| other.from().rank() == mv.from().rank());
    if rivals.is_empty() && !file_at_least {
        String::new()
    } else if !same_file {
        file.to_owned()
    } else if !same_rank && !file_at_least {
        rank.to_owned()
    } else {
        square
    }
}

/// Longer ways to write a move, as other programs do.
fn full(position: &Position, mv: Move) -> Vec<String> {
    if matches!(mv.class(), MoveClass::Drop | MoveClass::Castle) {
        return Vec::new();
    }
    let rules = position.rules();
    let kind = position.at(mv.from()).kind();
    let letter = if rules.is_pawn(kind) { String::new() } else { rules.letter(kind).to_string() };
    let from = position.square_text(mv.from(), Ranks::FromOne);
    let to = position.square_text(mv.to(), Ranks::FromOne);
    let promotion =
        if mv.class() == MoveClass::Promotion { rules.letter(mv.kind()).to_string() } else { String::new() };
    let (file, rank) = from.split_at(1);
    [file, rank, from.as_str()].iter().map(|origin| format!("{letter}{origin}{to}{promotion}")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::rules::Rules;
    use std::sync::Arc;

    fn position(variant: &str, armies: Option<(&str, &str)>, fen: Option<&str>) -> Position {
        let choice = GameChoice {
            white: armies.map(|(white, _)| white.to_owned()),
            black: armies.map(|(_, black)| black.to_owned()),
            ..GameChoice::variant(variant)
        };
        let rules = Arc::new(Rules::compile(Config::shipped().game(&choice).unwrap()).unwrap());
        match fen {
            Some(fen) => Position::from_fen(rules, fen).unwrap(),
            None => Position::start(rules).unwrap(),
        }
    }

    fn san(position: &Position, text: &str) -> String {
        write(position, position.parse_move(text, Ranks::FromOne).unwrap())
    }

    #[test]
    fn ordinary_moves_are_written_by_the_standard() {
        let p = position("normal", None, None);
        assert_eq!((san(&p, "e2e4").as_str(), san(&p, "g1f3").as_str()), ("e4", "Nf3"));
        let p = position("normal", None, Some("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1"));
        assert_eq!(san(&p, "b7b8q"), "b8=Q+");
        assert_eq!(san(&p, "e1g1"), "O-O");
        assert_eq!(san(&p, "e1c1"), "O-O-O");
        let p = position("normal", None, Some("k7/8/8/3pP3/8/8/8/K6R w - d6 0 1"));
        assert_eq!(san(&p, "e5d6"), "exd6");
        let p = position("normal", None, Some("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"));
        assert_eq!(san(&p, "f7g7"), "Qg7#");
    }

    #[test]
    fn origins_tell_pieces_apart() {
        let p = position("normal", None, Some("1k6/8/8/8/8/8/R6R/K2R4 w - - 0 1"));
        assert_eq!(san(&p, "a2d2"), "Rad2");
        assert_eq!(san(&p, "d1d2"), "Rdd2");
        let p = position("normal", None, Some("6k1/8/8/Q6Q/8/8/K7/Q7 w - - 0 1"));
        assert_eq!(san(&p, "a5d2"), "Qd2");
        let p = position("normal", None, Some("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1"));
        assert_eq!(san(&p, "h4e1"), "Qh4e1");
        assert_eq!(san(&p, "h1e1"), "Q1e1");
    }

    #[test]
    fn drops_and_strange_castlings_have_their_own_form() {
        let p = position("crazyhouse", None, Some("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1"));
        assert_eq!((san(&p, "P@e4").as_str(), san(&p, "N@c7").as_str()), ("P@e4", "N@c7+"));
        let fen = "4k3/8/8/8/8/8/8/L3K2L w KQ - 0 1";
        let p = position("fairy", Some(("clobberers", "fide")), Some(fen));
        assert_eq!(san(&p, "e1b1"), "O-O-O");
    }

    #[test]
    fn what_is_written_is_read_back_in_every_variant() {
        for (variant, armies, fen) in [
            ("normal", None, Some("r3k2r/pP3ppp/8/3pP3/8/8/P1P2PPP/R3K2R w KQkq d6 0 1")),
            ("crazyhouse", None, Some("r3k2r/pP3ppp/8/8/8/8/P1P2PPP/R3K2R[QNPbp] w KQkq - 0 1")),
            ("berolina", None, None),
            ("cylinder", None, None),
            ("grand", None, None),
            ("fairy", Some(("nutters", "rookies")), None),
        ] {
            let p = position(variant, armies, fen);
            let legal = movegen::legal_moves(&p);
            for &mv in &legal {
                let text = write(&p, mv);
                assert_eq!(parse(&p, &text), Some(mv), "{variant} {text}");
                assert_eq!(parse(&p, &format!("{text}!?")), Some(mv), "{variant} {text}");
            }
        }
    }

    #[test]
    fn what_means_no_legal_move_is_refused() {
        let p = position("normal", None, None);
        for text in ["e5", "Ke2", "Nd2", "", "x", "O-O", "N@f3", "e2e5"] {
            assert_eq!(parse(&p, text), None, "{text}");
        }
        assert_eq!(parse(&p, "Ng1f3"), parse(&p, "Nf3"));
        assert_eq!(parse(&p, "e2-e4"), None);
    }
}
