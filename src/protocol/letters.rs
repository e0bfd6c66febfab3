//! Armies recognised by their start arrays, in our letters or in those of Fairy-Max.
//!
//! In a match `XBoard` lets the first engine choose the start position and hands it to the second one as a FEN in the
//! first one's letters. Fairy-Max writes different pieces of White's and Black's with the same letter, so that letters
//! then have to be read colour by colour.

use crate::config::{ArmyDef, BoardSize, Config};
use crate::types::{ByColor, Color};

/// Fairy-Max's letters: the army, its back rank, and its letters paired with ours where they differ.
const FAIRY_MAX: [(&str, &str, Pairs); 4] = [
    ("fide", "RNBQKBNR", &[]),
    ("clobberers", "LECAKCEL", &[('C', 'F')]),
    ("nutters", "THUCKUHT", &[('H', 'I')]),
    ("rookies", "SWHMKHWS", &[]),
];

/// How one side's letters on the wire differ from ours, as pairs of the letter there and here.
type Pairs = &'static [(char, char)];

/// The letters of a game on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Letters {
    pairs: ByColor<Pairs>,
}

/// In Grand Chess the Marshall is written `C`, after its other name, by everyone else.
const GRAND: Pairs = &[('C', 'M')];

impl Letters {
    /// The letters of a variant under the name that others know it by.
    pub(super) fn of_variant(variant: &str) -> Letters {
        let pairs: Pairs = if variant.eq_ignore_ascii_case("grand") { GRAND } else { &[] };
        Letters { pairs: ByColor([pairs, pairs]) }
    }

    /// Fairy-Max's letters for two armies, if it knows both.
    pub(super) fn of_fairy_max(armies: ByColor<&str>) -> Option<Letters> {
        let pairs = |army: &str| {
            FAIRY_MAX.iter().find(|(id, ..)| id.eq_ignore_ascii_case(army)).map(|&(.., pairs)| pairs)
        };
        let [white, black] = armies.0;
        Some(Letters { pairs: ByColor([pairs(white)?, pairs(black)?]) })
    }

    /// Whether they are simply ours.
    pub(super) fn are_ours(self) -> bool {
        self.pairs.iter().all(|pairs| pairs.is_empty())
    }

    /// Our letter for one of a side's pieces, or the letter on the wire for one of ours: pairs change places.
    pub(super) fn exchange(self, color: Color, letter: char) -> char {
        exchange(self.pairs[color], letter)
    }

    /// A FEN with the letters of each side exchanged: one of the wire in our letters, or one of ours for the wire.
    pub(super) fn exchange_in_fen(self, fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let read =
            |c: char| self.exchange(if c.is_ascii_uppercase() { Color::White } else { Color::Black }, c);
        format!("{} {rest}", board.chars().map(read).collect::<String>())
    }

    /// A move of a side with the letter in it exchanged: the one that follows the squares, or precedes the `@`.
    pub(super) fn exchange_in_move(self, color: Color, text: &str) -> String {
        if self.are_ours() {
            return text.to_owned();
        }
        let dropped = text.chars().nth(1) == Some('@');
        let last = text.chars().count().saturating_sub(1);
        let is_letter = |at: usize, c: char| {
            c.is_ascii_alphabetic() && if dropped { at == 0 } else { at == last && at > 2 }
        };
        text.chars()
            .enumerate()
            .map(|(at, c)| if is_letter(at, c) { self.exchange(color, c) } else { c })
            .collect()
    }
}

/// The other letter of the pair that has this one, in the same case. The letters of a pair change places: each of them
/// means the other's piece, so that no two pieces are written alike.
fn exchange(pairs: Pairs, letter: char) -> char {
    let upper = letter.to_ascii_uppercase();
    let partner = |&(there, here): &(char, char)| match upper {
        c if c == there => Some(here),
        c if c == here => Some(there),
        _ => None,
    };
    let Some(new) = pairs.iter().find_map(partner) else { return letter };
    if letter.is_ascii_uppercase() { new } else { new.to_ascii_lowercase() }
}

/// Two armies, and how their pieces are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recognised {
    /// The ids of the armies.
    pub(super) armies: ByColor<String>,
    /// Their letters.
    pub(super) letters: Letters,
}

/// The armies whose start arrays stand in a FEN, each side's on its own back rank.
pub(super) fn recognise(config: &Config, fen: &str) -> Option<Recognised> {
    let board = fen.split_whitespace().next()?;
    let board = board.split('[').next()?;
    let mut ranks = board.split('/');
    let black = recognise_rank(config, Color::Black, ranks.next()?)?;
    let white = recognise_rank(config, Color::White, ranks.nth(6)?)?;
    let letters = Letters { pairs: ByColor([white.1, black.1]) };
    Some(Recognised { armies: ByColor([white.0, black.0]), letters })
}

/// The armies in Fairy-Max's alphabet that have all the letters of a FEN, for positions in the middle of a game.
pub(super) fn guess(config: &Config, fen: &str) -> Option<Recognised> {
    let board = fen.split_whitespace().next()?;
    let army = |color: Color| {
        let own = |c: &char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == (color == Color::White);
        let letters: Vec<char> = board.chars().filter(own).map(|c| c.to_ascii_uppercase()).collect();
        let fits = |array: &str| letters.iter().all(|&c| c == 'P' || array.contains(c));
        let &(id, _, pairs) = FAIRY_MAX.iter().find(|(_, array, _)| fits(array))?;
        config.army(id).ok().map(|army| (army.id.clone(), pairs))
    };
    let (white, black) = (army(Color::White)?, army(Color::Black)?);
    let letters = Letters { pairs: ByColor([white.1, black.1]) };
    Some(Recognised { armies: ByColor([white.0, black.0]), letters })
}

/// The army with this back rank on the usual board, in our letters or else in Fairy-Max's.
fn recognise_rank(config: &Config, color: Color, rank: &str) -> Option<(String, Pairs)> {
    let rank = rank.to_ascii_uppercase();
    let ours = config.armies().iter().find(|army| back_rank(config, color, army).as_deref() == Some(&rank));
    if let Some(army) = ours {
        return Some((army.id.clone(), &[]));
    }
    let &(id, _, pairs) = FAIRY_MAX.iter().find(|(_, array, _)| *array == rank)?;
    config.army(id).ok().map(|army| (army.id.clone(), pairs))
}

/// The letters of an army's back rank. Armies with other Pawns than the usual ones are not recognised by it.
fn back_rank(config: &Config, color: Color, army: &ArmyDef) -> Option<String> {
    let second = army.rows.get(1)?.iter().flatten().next()?;
    if army.board != BoardSize::CHESS || !second.value.eq_ignore_ascii_case("pawn") {
        return None;
    }
    let cells = army.rows.first()?.iter();
    let letter = |id: &str| config.piece(config.standing(color, id)).ok().map(|piece| piece.letter);
    cells.map(|cell| letter(&cell.as_ref()?.value)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ids(fen: &str) -> String {
        recognise(&Config::shipped(), fen).map_or_else(String::new, |found| found.armies.0.join("-"))
    }

    #[test]
    fn all_arrays_are_recognised_in_both_alphabets() {
        let middle = "pppppppp/8/8/8/8/PPPPPPPP";
        assert_eq!(ids(&format!("lecakcel/{middle}/RNBQKBNR w KQ - 0 1")), "fide-clobberers");
        assert_eq!(ids(&format!("thuckuht/{middle}/LECAKCEL w - - 0 1")), "clobberers-nutters");
        assert_eq!(ids(&format!("swhmkhws/{middle}/THUCKUHT w - - 0 1")), "nutters-rookies");
        assert_eq!(ids(&format!("tiuckuit/{middle}/LEFAKFEL w - - 0 1")), "clobberers-nutters");
        assert_eq!(ids(&format!("gnyzkyng/{middle}/SWHMKHWS w - - 0 1")), "rookies-shooters");
        assert_eq!(ids("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "");
        assert_eq!(ids("rubbish"), "");
    }

    #[test]
    fn every_army_is_recognised_on_both_sides_by_its_own_letters() {
        let config = Config::shipped();
        let mut seen: Vec<String> = Vec::new();
        let ranks = |army: &ArmyDef| Color::ALL.map(|color| back_rank(&config, color, army));
        for army in config.armies() {
            let [Some(white), Some(black)] = ranks(army) else { continue };
            if seen.contains(&white) {
                continue; // Another army stands there in the same letters: that one is found.
            }
            let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1", black.to_ascii_lowercase());
            assert_eq!(ids(&fen), format!("{}-{}", army.id, army.id));
            seen.push(white);
        }
        assert!(seen.len() >= 33, "{seen:?}");
        let mirrored = "ictgksal/pppppppp/8/8/8/8/PPPPPPPP/LASGKTCI w - - 0 1";
        assert_eq!(ids(mirrored), "bozos-bozos", "Black's array has the mirror images");
    }

    #[test]
    fn the_same_letter_means_different_pieces_by_colour() {
        let fen = "thuckuht/pppppppp/8/8/8/8/PPPPPPPP/LECAKCEL w - - 0 1";
        let letters = recognise(&Config::shipped(), fen).unwrap().letters;
        assert!(!letters.are_ours());
        assert_eq!(letters.exchange_in_fen(fen), "tiuckuit/pppppppp/8/8/8/8/PPPPPPPP/LEFAKFEL w - - 0 1");
        assert_eq!(letters.exchange_in_move(Color::White, "a7a8c"), "a7a8f");
        assert_eq!(letters.exchange_in_move(Color::White, "a7a8=C"), "a7a8=F");
        assert_eq!(letters.exchange_in_move(Color::Black, "a2a1c"), "a2a1c");
        assert_eq!(letters.exchange_in_move(Color::Black, "h2h1h"), "h2h1i");
        assert_eq!(letters.exchange_in_move(Color::White, "c7c8f"), "c7c8c");
        assert_eq!(letters.exchange_in_move(Color::White, "c2c4"), "c2c4", "files are no pieces");
        assert_eq!(letters.exchange_in_move(Color::White, "F@c3"), "C@c3");
    }

    #[test]
    fn positions_from_the_middle_of_a_game_are_guessed_by_their_letters() {
        let found = guess(&Config::shipped(), "4k2t/8/8/2u5/8/2E5/8/LC2K3 w - - 0 30").unwrap();
        assert_eq!(found.armies.0, ["clobberers", "nutters"]);
        assert_eq!(found.letters.exchange(Color::White, 'C'), 'F');
        assert_eq!(guess(&Config::shipped(), "4k2y/8/8/8/8/8/8/4K3 w - - 0 30"), None);
    }

    #[test]
    fn our_own_letters_stay_as_they_are() {
        let fen = "tiuckuit/pppppppp/8/8/8/8/PPPPPPPP/LEFAKFEL w - - 0 1";
        let letters = recognise(&Config::shipped(), fen).unwrap().letters;
        assert!(letters.are_ours());
        assert_eq!(letters.exchange_in_fen(fen), fen);
        assert_eq!(letters.exchange_in_move(Color::White, "a7a8f"), "a7a8f");
    }
}
