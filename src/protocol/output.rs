//! What the engine says about its thinking and about the end of a game.

use std::time::Duration;

use crate::position::Status;
use crate::search::Report;
use crate::types::{Color, MATE, MAX_PLY, Score};

/// What mates are counted from in thinking lines.
const WIRE_MATE: i64 = 100_000;

/// A line of thinking: depth, score, time in hundredths of a second, nodes, moves. `XBoard` has columns for more:
/// selective depth, thousands of nodes a second, and hits in endgame tables; a tab has to follow.
pub(super) fn thinking(report: &Report, line: &str, extended: bool) -> String {
    let score = wire_score(report.score);
    let text = format!("{} {score} {} {}", report.depth.max(1), centiseconds(report.time), report.nodes);
    match line {
        "" => text,
        _ if extended => {
            let speed = u128::from(report.nodes) / report.time.as_millis().max(1);
            format!("{text} {} {speed} 0\t{line}", report.selective_depth)
        }
        _ => format!("{text} {line}"),
    }
}

/// Hundredths of a second, rounded down.
pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// The score as GUIs want it: mates as 100000 and the number of moves.
fn wire_score(score: Score) -> i64 {
    let plies = MATE - score.abs();
    let nearest_mate = 2 * MAX_PLY as Score;
    if plies > nearest_mate {
        return i64::from(score).clamp(1 - WIRE_MATE, WIRE_MATE - 1);
    }
    let plies = i64::from(plies.max(0));
    if score > 0 { WIRE_MATE + (plies + 1) / 2 } else { -WIRE_MATE - plies / 2 }
}

/// How many bytes of what has been received are repeated in an answer.
const LONGEST_ECHO: usize = 400;

/// As much of a text as an answer repeats of it: GUIs have little room for words.
pub(super) fn brief(text: &str) -> &str {
    let end = (0..=LONGEST_ECHO.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.get(..end.unwrap_or(0)).unwrap_or_default().trim_end()
}

/// The result line for a game that is over, with `side` to move; `None` while it goes on.
pub(super) fn result(status: Status, side: Color) -> Option<&'static str> {
    match (status, side) {
        (Status::Ongoing | Status::Check, _) => None,
        (Status::Checkmate, Color::White) => Some("0-1 {Black mates}"),
        (Status::Checkmate, Color::Black) => Some("1-0 {White mates}"),
        (Status::Stalemate, _) => Some("1/2-1/2 {Stalemate}"),
        (Status::Repetition, _) => Some("1/2-1/2 {Draw by repetition}"),
        (Status::Fifty, _) => Some("1/2-1/2 {50-move rule}"),
        (Status::Dead, _) => Some("1/2-1/2 {Insufficient material}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(wire_score(MATE - 1), 100_001);
        assert_eq!(wire_score(MATE - 3), 100_002);
        assert_eq!(wire_score(MATE - 5), 100_003);
        assert_eq!(wire_score(-MATE + 2), -100_001);
        assert_eq!(wire_score(-MATE + 4), -100_002);
        assert_eq!(wire_score(-MATE), -100_000);
        assert_eq!(wire_score(25), 25);
        assert_eq!(wire_score(-900), -900);
    }

    #[test]
    fn columns_are_separated_by_blanks_and_nothing_trails() {
        let report = Report {
            depth: 9,
            rank: 1,
            selective_depth: 15,
            score: 156,
            time: Duration::from_millis(10_849),
            nodes: 48_000,
            line: Vec::new(),
        };
        assert_eq!(thinking(&report, "e2e4 e7e5", false), "9 156 1084 48000 e2e4 e7e5");
        assert_eq!(thinking(&report, "e2e4 e7e5", true), "9 156 1084 48000 15 4 0\te2e4 e7e5");
        assert_eq!(thinking(&report, "", true), "9 156 1084 48000");
    }

    #[test]
    fn long_texts_are_not_repeated_in_full() {
        assert_eq!(brief("foo"), "foo");
        assert_eq!(brief(&"x".repeat(9000)).len(), LONGEST_ECHO);
        assert_eq!(brief(&"\u{fffd}".repeat(9000)).len(), LONGEST_ECHO - LONGEST_ECHO % 3);
    }

    #[test]
    fn the_side_to_move_is_the_one_that_is_mated() {
        assert_eq!(result(Status::Checkmate, Color::White), Some("0-1 {Black mates}"));
        assert_eq!(result(Status::Checkmate, Color::Black), Some("1-0 {White mates}"));
        assert_eq!(result(Status::Check, Color::Black), None);
    }
}
