//! What the Pawns of a position amount to as long as none of them moves, remembered by the key of the Pawns.

use crate::position::Position;
use crate::types::{Bits, ByColor, Color};

use super::pawns::{PawnSpans, PawnTables, file_bit};
use super::tapered::Tapered;
use super::zones::Zones;

/// Entries, as a power of two.
const BITS: u32 = 12;

/// What depends on the Pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnPicture<B> {
    /// The key of the Pawns; an entry that was never filled has none.
    key: Option<u64>,
    /// The files that have Pawns, by [`file_bit`].
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
        let pawns = ByColor::from_fn(|color| position.kind_set::<B>(color, pawn));
        let mut spans = ByColor::<PawnSpans<B>>::default();
        for color in Color::ALL {
            let mover = zones.attacks.mover(color, pawn);
            for from in pawns[color].numbers() {
                picture.files[color] |= file_bit(rules.squares[from]);
                picture.attacked[color] |= mover.attacked(from, occupied, position.rights());
                spans[color] = spans[color].with(&zones.pawn_spans[color][from]);
            }
        }
        for color in Color::ALL {
            let (pawns, own, enemy) = (pawns[color], &spans[color], &spans[!color]);
            picture.score[color] = tables.structure(rules, color, pawns, own, enemy);
            picture.passed[color] = PawnTables::passers(pawns, own, enemy);
            picture.outposts[color] = enemy.holes(picture.attacked[color]);
        }
        picture
    }
}
