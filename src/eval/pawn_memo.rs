//! What the Pawns of a position amount to as long as none of them moves, remembered by the key of the Pawns.

use crate::movegen::for_each_attack;
use crate::position::Position;
use crate::types::{ByColor, Color, Square, SquareSet};

use super::pawns::{PawnFiles, PawnTables};
use super::tapered::Tapered;

/// Entries, as a power of two.
const BITS: u32 = 12;

/// What depends on the Pawns alone.
#[derive(Clone, Debug, Default)]
pub(super) struct PawnPicture {
    /// The key of the Pawns; an entry that was never filled has none.
    key: Option<u64>,
    pub(super) files: ByColor<PawnFiles>,
    /// The squares that Pawns attack, each once.
    pub(super) attacked: ByColor<Vec<Square>>,
    /// Pawns that no enemy Pawn can stop.
    pub(super) passed: ByColor<Vec<Square>>,
    /// The structure, passed Pawns apart.
    pub(super) score: ByColor<Tapered>,
}

/// A memory of [`PawnPicture`]s for one game, by the key of the Pawns.
#[derive(Debug)]
pub(super) struct PawnMemo {
    entries: Vec<PawnPicture>,
}

impl PawnMemo {
    /// A memory with room for many Pawn structures.
    pub(super) fn new() -> PawnMemo {
        PawnMemo { entries: vec![PawnPicture::default(); 1 << BITS] }
    }

    /// A memory for one Pawn structure.
    pub(super) fn of_one() -> PawnMemo {
        PawnMemo { entries: vec![PawnPicture::default()] }
    }

    /// What the Pawns of a position amount to.
    #[inline]
    pub(super) fn get(&mut self, tables: &PawnTables, position: &Position) -> &PawnPicture {
        let key = position.pawn_key();
        let index = key as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[index];
        if entry.key != Some(key) {
            entry.fill(tables, position);
            // What depends on other pieces as well cannot be remembered.
            entry.key = tables.attacks_freely().then_some(key);
        }
        entry
    }
}

impl PawnPicture {
    fn fill(&mut self, tables: &PawnTables, position: &Position) {
        let rules = position.rules();
        let pawns = |color| {
            let is_pawn = |&&square: &&Square| rules.is_pawn(position.at(square).kind());
            position.pieces(color).iter().filter(is_pawn)
        };
        for color in Color::ALL {
            let mut files = PawnFiles::default();
            let mut attacked = SquareSet::default();
            self.attacked[color].clear();
            for &square in pawns(color) {
                files.insert(square);
                for_each_attack(position, position.at(square), square, |to| {
                    if !attacked.contains(to) {
                        attacked.insert(to);
                        self.attacked[color].push(to);
                    }
                });
            }
            files.join(rules.geometry());
            self.files[color] = files;
        }
        for color in Color::ALL {
            self.passed[color].clear();
            let (own, enemy) = (&self.files[color], &self.files[!color]);
            let mut score = Tapered::default();
            for &square in pawns(color) {
                let judged = tables.judge(color, square, own, enemy);
                score += judged.score;
                if judged.passed {
                    self.passed[color].push(square);
                }
            }
            self.score[color] = score;
        }
    }
}
