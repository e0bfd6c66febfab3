//! Pieces that turn left where others turn right.
//!
//! Black's moves are White's turned round, which makes no left turn a right one. If the start position is to be a mirror
//! image all the same, Black's array needs the mirror images of such pieces.

use std::collections::BTreeSet;

use crate::rules::{Geometry, Path, expand};
use crate::types::{Color, Square};

use super::error::ConfigError;
use super::load::{Broken, contains};
use super::spec::PieceDef;
use super::{Config, values};

impl Config {
    /// The id of the piece that stands in a side's array where the army's definition has `id`.
    pub fn standing<'a>(&'a self, color: Color, id: &'a str) -> &'a str {
        if color == Color::White {
            return id;
        }
        let names = |piece: &PieceDef, name: &str| {
            piece.mirror.as_ref().is_some_and(|mirror| mirror.value.eq_ignore_ascii_case(name))
        };
        let own = self.pieces.iter().find(|piece| piece.id.eq_ignore_ascii_case(id));
        let named = own.and_then(|piece| piece.mirror.as_ref()).map(|mirror| mirror.value.as_str());
        let naming = || self.pieces.iter().find(|piece| names(piece, id)).map(|piece| piece.id.as_str());
        named.or_else(naming).unwrap_or(id)
    }
}

/// Reports mirror images that are none.
pub(super) fn check(config: &Config, broken: &Broken, errors: &mut Vec<ConfigError>) {
    for piece in &config.pieces {
        let Some(mirror) = &piece.mirror else { continue };
        let known = config.pieces.iter().map(|piece| piece.id.as_str());
        let Some(other) = config.pieces.iter().find(|other| other.id.eq_ignore_ascii_case(&mirror.value))
        else {
            if !contains(&broken.pieces, &mirror.value) {
                errors.push(mirror.place.error(values::unknown("piece", &mirror.value, known)));
            }
            continue;
        };
        if (piece.royal, piece.pawn) != (other.royal, other.pawn) {
            let message = format!("`{}` is not royal or a Pawn just as `{}` is", mirror.value, piece.id);
            errors.push(mirror.place.error(message));
        } else if !are_mirrored(piece, other) {
            let message = format!(
                "`{}` does not move as `{}` does in a mirror: exchange `l` and `r` in one of them",
                mirror.value, piece.id
            );
            errors.push(mirror.place.error(message));
        }
    }
}

fn are_mirrored(piece: &PieceDef, other: &PieceDef) -> bool {
    let board = Geometry::CHESS;
    let mirrored = |square: Square| Square::new(board.files - 1 - square.file(), square.rank());
    let mirrored_path = |path: &Path| Path {
        target: mirrored(path.target),
        usage: path.usage,
        empty: path.empty.iter().copied().map(mirrored).collect(),
        occupied: path.occupied.iter().copied().map(mirrored).collect(),
    };
    board.squares().all(|from| {
        let ours: BTreeSet<Path> =
            expand(&piece.moves, board, Color::White, from).iter().map(mirrored_path).collect();
        let theirs: BTreeSet<Path> =
            expand(&other.moves, board, Color::White, mirrored(from)).into_iter().collect();
        ours == theirs
    })
}
