//! What the Pawns of a position amount to as long as none of them moves, remembered by the key of the Pawns.

use crate::position::Position;
use crate::types::{Bits, ByColor, Color};

use super::pawns::{PawnFiles, PawnTables};
use super::tapered::Tapered;
use super::zones::Zones;

/// Entries, as a power of two.
const BITS: u32 = 12;

/// What depends on the Pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnPicture<B> {
    /// The key of the Pawns; an entry that was never filled has none.
    key: Option<u64>,
    /// See [`PawnFiles::taken`].
    pub(super) files: ByColor<u16>,
    /// The squares that Pawns attack.
    pub(super) attacked: ByColor<B>,
    /// Those of them that no enemy Pawn can ever attack.
    pub(super) outposts: ByColor<B>,
    /// Pawns that no enemy Pawn can stop.
    pub(super) passed: ByColor<B>,
    /// The structure, passed Pawns apart.
    pub(super) score: ByColor<Tapered>,
}

/// A memory of [`PawnPicture`]s for one game, by the key of the Pawns.
#[derive(Debug)]
pub(super) struct PawnMemo<B> {
    size: usize,
    /// Empty until something is asked for.
    entries: Vec<PawnPicture<B>>,
}

impl<B: Bits> PawnMemo<B> {
    /// A memory with room for many Pawn structures.
    pub(super) fn new() -> PawnMemo<B> {
        PawnMemo { size: 1 << BITS, entries: Vec::new() }
    }

    /// A memory for one Pawn structure.
    pub(super) fn of_one() -> PawnMemo<B> {
        PawnMemo { size: 1, entries: Vec::new() }
    }

    /// What the Pawns of a position amount to.
    #[inline]
    pub(super) fn get(
        &mut self,
        tables: &PawnTables,
        zones: &Zones<B>,
        position: &Position,
    ) -> &PawnPicture<B> {
        if self.entries.is_empty() {
            self.entries.resize(self.size, PawnPicture::default());
        }
        let key = position.pawn_key();
        let index = key as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[index];
        if entry.key != Some(key) {
            *entry = PawnPicture::new(tables, zones, position);
            // What depends on other pieces as well cannot be remembered.
            entry.key = tables.attacks_freely().then_some(key);
        }
        entry
    }
}

impl<B: Bits> PawnPicture<B> {
    fn new(tables: &PawnTables, zones: &Zones<B>, position: &Position) -> PawnPicture<B> {
        let rules = position.rules();
        let mut picture = PawnPicture::default();
        let Some(pawn) = rules.pawn() else { return picture };
        let occupied: B = position.occupied_set();
        let pawns = |color| position.kind_set::<B>(color, pawn).numbers();
        let mut files = ByColor::<PawnFiles>::default();
        for color in Color::ALL {
            let mover = zones.attacks.mover(color, pawn);
            for from in pawns(color) {
                files[color].insert(rules.squares[from]);
                picture.attacked[color] |= zones.attacks.attacked(mover, from, occupied, position.rights());
            }
            files[color].join(rules.geometry());
            picture.files[color] = files[color].taken();
        }
        for color in Color::ALL {
            let (own, enemy) = (files[color], files[!color]);
            for number in pawns(color) {
                let judged = tables.judge(color, rules.squares[number], &own, &enemy);
                picture.score[color] += judged.score;
                if judged.passed {
                    picture.passed[color] |= B::of(number);
                }
            }
            for number in picture.attacked[color].numbers() {
                if tables.is_hole(!color, rules.squares[number], &enemy) {
                    picture.outposts[color] |= B::of(number);
                }
            }
        }
        picture
    }
}
