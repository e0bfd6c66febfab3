//! How other programs write the pieces.
//!
//! Some programs give letters to the kinds of each army separately, so that one letter means different pieces of White
//! and Black. A [`LetterTable`] says so army by army; [`Letters`] is what comes of it in one game.

use std::str::FromStr;

use crate::rules::Rules;
use crate::types::{ByColor, Color, Kind, MAX_KINDS};

/// Fairy-Max's letters.
const FAIRY_MAX: &str = "clobberers:LECA nutters:THUC rookies:SWHM";

/// Letters by army: those of its kinds in the order in which they stand on the back rank from the a-file on, the King
/// left out. Armies not named are written in our letters.
///
/// As text `clobberers:LECA nutters:THUC`, or the name of a known table: `fairy-max`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LetterTable {
    armies: Vec<(String, Vec<char>)>,
}

impl FromStr for LetterTable {
    type Err = String;

    fn from_str(text: &str) -> Result<LetterTable, String> {
        let text = match text {
            "ours" => "",
            "fairy-max" | "fairymax" => FAIRY_MAX,
            other => other,
        };
        let mut armies = Vec::new();
        for part in text.split_whitespace() {
            let letters = part.split_once(':').map(|(army, letters)| (army, letters.chars().collect()));
            match letters {
                Some((army, letters)) if part.is_ascii() => {
                    let letters: Vec<char> = letters;
                    armies.push((
                        army.to_ascii_lowercase(),
                        letters.iter().map(char::to_ascii_uppercase).collect(),
                    ));
                }
                _ => {
                    return Err(format!(
                        "`{part}` is no table of letters: ours, fairy-max, or ARMY:LETTERS such as clobberers:LECA"
                    ));
                }
            }
        }
        Ok(LetterTable { armies })
    }
}

/// The letters of one game on an engine's wire.
#[derive(Clone, Debug)]
pub struct Letters {
    /// Upper-case letters by kind, for the pieces of each side.
    by_kind: ByColor<[char; MAX_KINDS]>,
    ours: ByColor<[char; MAX_KINDS]>,
    /// Kinds in the order in which a side's letter is looked up: its own army's first.
    order: ByColor<Vec<usize>>,
}

impl Letters {
    /// The letters of a table in a game.
    pub fn new(table: &LetterTable, rules: &Rules) -> Letters {
        let mut ours = [' '; MAX_KINDS];
        for kind in rules.kinds() {
            ours[kind.index()] = rules.letter(kind);
        }
        let mut by_kind = ByColor([ours, ours]);
        for color in Color::ALL {
            // What a side has of the enemy's army is written as the enemy writes it, unless its own army has it too.
            for army in [!color, color].map(|c| &rules.spec.armies[c]) {
                let letters = table.armies.iter().find(|(id, _)| *id == army.id);
                let letters = letters.map_or(&[][..], |(_, letters)| letters);
                for (&kind, &letter) in army.promotions.iter().zip(letters) {
                    by_kind[color][kind] = letter;
                }
            }
        }
        let order = ByColor::from_fn(|color| {
            let own = &rules.spec.armies[color].promotions;
            let others = (0..rules.kind_count()).filter(|kind| !own.contains(kind));
            own.iter().copied().chain(others).collect()
        });
        Letters { by_kind, ours: ByColor([ours, ours]), order }
    }

    /// Whether they are simply ours.
    pub fn are_ours(&self) -> bool {
        self.by_kind == self.ours
    }

    /// The engine's upper-case letter for a side's kind.
    pub fn letter(&self, color: Color, kind: Kind) -> char {
        self.by_kind[color][kind.index()]
    }

    /// Our upper-case letter for what the engine writes for a side's piece.
    fn ours(&self, color: Color, letter: char) -> char {
        let upper = letter.to_ascii_uppercase();
        let found = self.order[color].iter().copied().find(|&kind| self.by_kind[color][kind] == upper);
        found.map_or(upper, |kind| self.ours[color][kind])
    }

    /// The engine's upper-case letter for one of our letters.
    fn theirs(&self, color: Color, letter: char) -> char {
        let upper = letter.to_ascii_uppercase();
        let found = self.order[color].iter().copied().find(|&kind| self.ours[color][kind] == upper);
        found.map_or(upper, |kind| self.by_kind[color][kind])
    }

    /// A move of a side as the engine writes it, from our text.
    pub fn write_move(&self, color: Color, text: &str) -> String {
        in_move(text, |letter| self.theirs(color, letter))
    }

    /// A move of a side in our text, from what the engine writes.
    pub fn read_move(&self, color: Color, text: &str) -> String {
        in_move(text, |letter| self.ours(color, letter))
    }

    /// A FEN as the engine writes it, from ours.
    pub fn write_fen(&self, fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let board: String = board
            .chars()
            .map(|c| match c {
                'A'..='Z' => self.theirs(Color::White, c),
                'a'..='z' => self.theirs(Color::Black, c).to_ascii_lowercase(),
                other => other,
            })
            .collect();
        format!("{board} {rest}")
    }
}

/// Exchanges the letter of a drop or promotion in the coordinate text of a move.
fn in_move(text: &str, exchange: impl Fn(char) -> char) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let dropped = chars.get(1) == Some(&'@');
    let at = if dropped { 0 } else { chars.len().saturating_sub(1) };
    let is_move = dropped || (chars.len() >= 5 && chars[0].is_ascii_lowercase() && chars[1].is_ascii_digit());
    if is_move && chars.get(at).is_some_and(char::is_ascii_alphabetic) {
        let upper = chars[at].is_ascii_uppercase();
        let letter = exchange(chars[at]);
        chars[at] = if upper { letter } else { letter.to_ascii_lowercase() };
    }
    chars.into_iter().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::{Config, GameChoice};

    fn letters(table: &str, white: &str, black: &str) -> Letters {
        let choice = GameChoice {
            white: Some(white.to_owned()),
            black: Some(black.to_owned()),
            ..GameChoice::variant("fairy")
        };
        let rules = Rules::compile(Config::shipped().game(&choice).unwrap()).unwrap();
        Letters::new(&table.parse().unwrap(), &rules)
    }

    #[test]
    fn one_letter_means_different_pieces_by_colour() {
        let letters = letters("fairy-max", "clobberers", "nutters");
        assert!(!letters.are_ours());
        assert_eq!(
            letters.write_fen("tiuckuit/pppppppp/8/8/8/8/PPPPPPPP/LEFAKFEL w KQkq - 0 1"),
            "thuckuht/pppppppp/8/8/8/8/PPPPPPPP/LECAKCEL w KQkq - 0 1"
        );
        assert_eq!(letters.read_move(Color::White, "a7a8c"), "a7a8f");
        assert_eq!(letters.read_move(Color::Black, "a2a1c"), "a2a1c");
        assert_eq!(letters.read_move(Color::Black, "h2h1h"), "h2h1i");
        assert_eq!(letters.write_move(Color::White, "a7a8f"), "a7a8c");
        assert_eq!(letters.write_move(Color::White, "c2c4"), "c2c4");
        assert_eq!(letters.write_move(Color::White, "F@c3"), "C@c3");
        assert_eq!(letters.read_move(Color::Black, "O-O-O"), "O-O-O");
    }

    #[test]
    fn rookies_and_fide_are_written_as_we_do() {
        assert!(letters("fairy-max", "rookies", "fide").are_ours());
        assert!(letters("ours", "clobberers", "nutters").are_ours());
    }

    #[test]
    fn tables_of_the_users_own_are_read() {
        let letters = letters("nutters:GITL", "nutters", "fide");
        assert_eq!(letters.read_move(Color::White, "a7a8l"), "a7a8c");
        assert_eq!(letters.write_move(Color::White, "a7a8t"), "a7a8g");
    }
}
