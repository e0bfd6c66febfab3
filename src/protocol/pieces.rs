//! The `piece` lines: how the pieces move.

use crate::betza::{Atom, Directions, PieceMoves};
use crate::rules::{CastlingRule, Rules};
use crate::types::{Color, Kind};

use super::letters::Letters;
use super::setup::{self, Slots};

/// Slots where `XBoard` knows these moves without being told.
const BUILT_IN: [(&str, usize); 5] = [("N", 1), ("B", 2), ("R", 3), ("RB", 4), ("Q", 4)];
/// The Pawn `XBoard` knows.
const PAWN: &str = "fmWfceFifmnD";

/// The lines for a game whose table has been announced.
pub(super) fn lines(rules: &Rules, slots: &Slots, letters: Letters) -> Vec<String> {
    let mut lines = Vec::new();
    for kind in rules.kinds().filter(|&kind| !rules.is_royal(kind)) {
        for color in Color::ALL {
            if !needs_line(rules, slots, color, kind) {
                continue;
            }
            let letter = letters.exchange(color, letter(rules, color, kind));
            lines.push(format!("piece {letter} {}", moves_text(rules, kind)));
        }
    }
    lines.extend(Color::ALL.into_iter().filter_map(|color| king_line(rules, color)));
    lines
}

/// The lines for a game with the usual pieces for both sides in their usual slots, for those that do not move as usual.
pub(super) fn lines_for_both(rules: &Rules) -> Vec<String> {
    let line = |kind| {
        let moves = moves_text(rules, kind);
        let usual = moves == PAWN || moves == "K" || BUILT_IN.iter().any(|&(known, _)| known == moves);
        (!usual).then(|| format!("piece {}& {moves}", rules.letter(kind)))
    };
    rules.kinds().filter_map(line).collect()
}

/// Whether the King of a side is described as castling in a way that makes `XBoard` think it can castle out of check.
/// A claim of mate against such a King may be held against us.
pub(super) fn king_has_castling(rules: &Rules, color: Color) -> bool {
    !castles_as_usual(rules, color)
}

/// Whether some piece of the game moves in a way that `XBoard` has no notation for: of its checks it knows nothing.
pub(super) fn has_secret_checks(rules: &Rules) -> bool {
    rules.kinds().any(|kind| exceeds(rules, kind))
}

fn needs_line(rules: &Rules, slots: &Slots, color: Color, kind: Kind) -> bool {
    if exceeds(rules, kind) {
        return false; // It is in a slot where XBoard takes every move for legal.
    }
    let moves = moves_text(rules, kind);
    if rules.is_pawn(kind) {
        return moves != PAWN;
    }
    !BUILT_IN.iter().any(|&(known, slot)| known == moves && slots.get(color, kind) == Some(slot))
}

fn king_line(rules: &Rules, color: Color) -> Option<String> {
    let kind = rules.royal(color);
    let moves = moves_text(rules, kind);
    let castling = if castles_as_usual(rules, color) { String::new() } else { castling_text(rules, color) };
    let line = || format!("piece {} {moves}{castling}", letter(rules, color, kind));
    (moves != "K" || !castling.is_empty()).then(line)
}

fn letter(rules: &Rules, color: Color, kind: Kind) -> char {
    let letter = rules.letter(kind);
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// Whether `XBoard` has no notation for the moves of a kind.
pub(super) fn exceeds(rules: &Rules, kind: Kind) -> bool {
    rules.spec.kinds.get(kind.index()).is_some_and(|spec| spec.moves.exceed_xboard())
}

/// The moves of a kind as `XBoard` is to be told them.
fn moves_text(rules: &Rules, kind: Kind) -> String {
    let Some(spec) = rules.spec.kinds.get(kind.index()) else { return String::new() };
    if rules.geometry().cylinder { wrapped(&spec.moves) } else { spec.moves.to_string() }
}

/// The moves with `o` on every leg that can leave its file: how a piece moves on a cylinder.
pub(super) fn wrapped(moves: &PieceMoves) -> String {
    let wrap_part = |part: &crate::betza::Part| {
        let mut part = part.clone();
        let atom = part.atom;
        let passes = part.passes.iter_mut().map(|pass| &mut pass.walk);
        for (leg, walk) in passes.chain([&mut part.landing.walk]).enumerate() {
            // The directions of later legs depend on those of the legs before.
            walk.wrap |= leg > 0 || !is_upright(walk.directions, atom);
        }
        part.to_string()
    };
    moves.parts().iter().map(wrap_part).collect()
}

/// Whether all directions of a first leg keep to the file.
fn is_upright(directions: Directions, atom: Atom) -> bool {
    directions.iter().all(|direction| atom.vector(direction).0 == 0)
}

/// The rules of a side's castling.
fn castlings(rules: &Rules, color: Color) -> impl Iterator<Item = &CastlingRule> {
    rules.castling.iter().flatten().filter(move |rule| rule.color == color)
}

/// Whether a side castles as `XBoard` does by itself: to the third file or the last but one. One that does not castle
/// at all does so, too, as it never has the right.
fn castles_as_usual(rules: &Rules, color: Color) -> bool {
    let files = rules.geometry().files;
    let known = setup::corner_is_known(rules, color);
    castlings(rules, color).all(|rule| {
        let usual = if rule.king_to.file() < rule.king_from.file() { 2 } else { files - 2 };
        known && rule.king_to.file() == usual
    })
}

/// Castling as a part of the King's moves. Left and right are the player's.
fn castling_text(rules: &Rules, color: Color) -> String {
    let distance = |rule: &CastlingRule| rule.king_from.file().abs_diff(rule.king_to.file());
    let distances: Vec<u8> = castlings(rules, color).map(distance).collect();
    if let [a, b] = distances.as_slice()
        && a == b
    {
        return format!("isO{a}");
    }
    let wing = |rule: &CastlingRule| {
        let toward_h = rule.king_to.file() > rule.king_from.file();
        let direction = if toward_h == (color == Color::White) { 'r' } else { 'l' };
        format!("i{direction}O{}", distance(rule))
    };
    castlings(rules, color).map(wing).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::betza;

    #[test]
    fn wrapping_marks_every_leg_that_leaves_its_file() {
        let cases = [
            ("fmWfceFifmnD", "fmWfceoFifmnD"),
            ("K", "oK"),
            ("RB", "oRoB"),
            ("N", "oN"),
            ("R4", "oR4"),
            ("fsRbWbF", "fsoRbWboF"),
            ("vNF", "voNoF"),
            ("fR", "fR"),
        ];
        for (moves, expected) in cases {
            let text = wrapped(&betza::parse(moves).unwrap());
            assert_eq!(text, expected);
            assert_eq!(
                betza::parse(&text).unwrap().to_string(),
                expected,
                "what is written can be read again"
            );
        }
        let hero = wrapped(&betza::parse("WDmafmpafWmpafmafW").unwrap());
        assert!(betza::parse(&hero).is_ok(), "{hero}");
        let unmarked = hero
            .split(|c: char| c == 'a' || c.is_ascii_uppercase())
            .filter(|leg| !leg.is_empty() && !leg.contains('o'));
        assert_eq!(unmarked.count(), 0, "{hero}");
    }

    #[test]
    fn all_shipped_moves_fit_into_the_lines_of_xboard() {
        let config = crate::config::Config::shipped();
        for piece in config.pieces().iter().filter(|piece| !piece.moves.exceed_xboard()) {
            for part in piece.moves.singly() {
                for text in [part.to_string(), wrapped(&part)] {
                    let chain = text.split_once('a').map_or("", |(_, chain)| chain);
                    assert!(chain.len() <= 77, "{}: {text}", piece.id);
                }
            }
            let lines = [piece.moves.to_string(), wrapped(&piece.moves)];
            assert!(lines.iter().all(|line| line.len() < 500), "{}", piece.id);
        }
    }
}
