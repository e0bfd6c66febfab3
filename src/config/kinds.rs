//! The kinds of piece in one game, and their letters.

use crate::rules::KindSpec;
use crate::types::{ByColor, Color};

use super::Config;
use super::game::GameError;
use super::spec::{ArmyDef, PieceDef};

/// The kinds of both armies: White's in the order in which they appear in its array, then those only Black has.
pub(super) fn collect(config: &Config, armies: &ByColor<&ArmyDef>) -> Result<Vec<KindSpec>, GameError> {
    let mut pieces: Vec<&PieceDef> = Vec::new();
    for color in Color::ALL {
        for id in armies[color].pieces().map(|id| config.standing(color, &id.value)) {
            if pieces.iter().all(|piece| !piece.id.eq_ignore_ascii_case(id)) {
                pieces.push(config.piece(id)?);
            }
        }
    }
    let letters = letters(&pieces)?;
    Ok(pieces.iter().zip(letters).map(|(piece, letter)| kind(piece, letter)).collect())
}

fn kind(piece: &PieceDef, letter: char) -> KindSpec {
    KindSpec {
        id: piece.id.clone(),
        name: piece.name.clone(),
        letter,
        moves: piece.moves.clone(),
        value: piece.value,
        royal: piece.royal,
        pawn: piece.pawn,
        picture: piece.picture,
    }
}

/// The number of the kind with this id.
pub(super) fn index(kinds: &[KindSpec], id: &str) -> Result<usize, GameError> {
    let found = kinds.iter().position(|kind| kind.id.eq_ignore_ascii_case(id));
    found.ok_or_else(|| GameError::UnknownPiece {
        name: id.to_owned(),
        hint: "it is in neither army".to_owned(),
    })
}

/// One letter for each piece, no two alike.
///
/// A piece keeps its letter unless an earlier piece has the same; so White's army always keeps its letters, and pieces
/// that both armies share have the same letter for both. When all that can keep their letters have them, each of the
/// others, in order, takes the first free letter of its name, or else of the alphabet. Letters with a meaning of
/// their own in moves are never taken.
fn letters(pieces: &[&PieceDef]) -> Result<Vec<char>, GameError> {
    let mut letters: Vec<Option<char>> = Vec::new();
    for piece in pieces {
        let free = !letters.contains(&Some(piece.letter));
        letters.push(free.then_some(piece.letter));
    }
    for (index, piece) in pieces.iter().enumerate() {
        if letters[index].is_none() {
            let name = piece.name.chars().map(|c| c.to_ascii_uppercase());
            let letter = name.chain('A'..='Z').find(|c| may_be_taken(*c) && !letters.contains(&Some(*c)));
            letters[index] = Some(letter.ok_or_else(|| GameError::NoLetter { piece: piece.id.clone() })?);
        }
    }
    Ok(letters.into_iter().flatten().collect())
}

fn may_be_taken(letter: char) -> bool {
    letter.is_ascii_uppercase() && !matches!(letter, 'K' | 'P' | 'X' | 'O')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betza;
    use crate::config::Place;

    fn piece(name: &str, letter: char) -> PieceDef {
        PieceDef {
            id: name.to_lowercase(),
            name: name.to_owned(),
            letter,
            moves: betza::parse("W").unwrap(),
            value: None,
            royal: false,
            pawn: false,
            picture: None,
            mirror: None,
            warnings: Vec::new(),
            place: Place { file: "f".into(), line: 1, column: 1 },
        }
    }

    fn given(wanted: &[(&str, char)]) -> Result<String, GameError> {
        let pieces: Vec<PieceDef> = wanted.iter().map(|&(name, letter)| piece(name, letter)).collect();
        letters(&pieces.iter().collect::<Vec<_>>()).map(|letters| letters.into_iter().collect())
    }

    #[test]
    fn later_pieces_give_way() {
        assert_eq!(given(&[("Rook", 'R'), ("Raven", 'R'), ("Ant", 'A')]).unwrap(), "RVA");
    }

    #[test]
    fn a_letter_wanted_by_anyone_is_not_taken_from_them() {
        assert_eq!(given(&[("Cat", 'C'), ("Cab", 'C'), ("Axe", 'A'), ("Bat", 'B')]).unwrap(), "CDAB");
    }

    #[test]
    fn reserved_letters_and_signs_are_skipped() {
        assert_eq!(given(&[("Xebec", 'Q'), ("Kopx-é 1q", 'Q'), ("Opk", 'Q')]).unwrap(), "QAB");
    }

    #[test]
    fn too_many_pieces_are_refused() {
        let wanted: Vec<(&str, char)> = vec![("Xx", 'Z'); 22];
        assert_eq!(given(&wanted).unwrap().len(), 22);
        let wanted: Vec<(&str, char)> = vec![("Xx", 'Z'); 23];
        assert_eq!(given(&wanted), Err(GameError::NoLetter { piece: "xx".to_owned() }));
    }
}
