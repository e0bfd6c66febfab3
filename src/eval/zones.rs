//! Sets of squares that the evaluation asks about, made once for a game.

use std::sync::Arc;

use ethnum::U256;

use crate::rules::{AttackSets, BoardSets, Geometry, Rules, shade, usage};
use crate::types::{Bits, ByColor, Color, Square};

use super::pawns::{PawnSpans, distance, file_bit};

/// Sets of squares, by their dense numbers.
#[derive(Debug)]
pub(super) struct Zones<B> {
    pub(super) attacks: Arc<AttackSets<B>>,
    /// By the King's place: it and the squares beside it.
    pub(super) ring: Vec<B>,
    /// By the King's place: the squares two steps from it.
    pub(super) outer: Vec<B>,
    /// By the King's place: the files it stands on and beside, as [`file_bit`] has them.
    pub(super) files: Vec<u16>,
    pub(super) pawn_drops: ByColor<B>,
    /// By square; none in a game without Pawns.
    pub(super) pawn_spans: ByColor<Vec<PawnSpans<B>>>,
    /// By square: where a Pawn may step, if nothing is there; none in a game without Pawns.
    pub(super) pawn_steps: ByColor<Vec<B>>,
    /// By file: its squares.
    pub(super) columns: Vec<B>,
    /// By the colour of a side: the half of the board, less the middle rank of an odd number, where its enemy starts.
    pub(super) enemy_half: ByColor<B>,
    /// The squares of either colour.
    pub(super) shades: [B; 2],
}

/// The zones of a board, in integers that are as wide as they must be.
#[derive(Clone, Debug)]
pub(super) enum BoardZones {
    /// Of at most 64 squares.
    Small(Arc<Zones<u64>>),
    /// Of at most 128 squares.
    Medium(Arc<Zones<u128>>),
    /// Of more.
    Large(Arc<Zones<U256>>),
}

impl BoardZones {
    pub(super) fn new(rules: &Rules) -> BoardZones {
        match &rules.sets {
            BoardSets::Small(attacks) => BoardZones::Small(Arc::new(Zones::new(rules, attacks))),
            BoardSets::Medium(attacks) => BoardZones::Medium(Arc::new(Zones::new(rules, attacks))),
            BoardSets::Large(attacks) => BoardZones::Large(Arc::new(Zones::new(rules, attacks))),
        }
    }
}

impl<B: Bits> Zones<B> {
    fn new(rules: &Rules, attacks: &Arc<AttackSets<B>>) -> Zones<B> {
        let geometry = rules.geometry();
        let around = |wanted: &dyn Fn(i32) -> bool| -> Vec<B> {
            let zone =
                |&king: &Square| rules.squares_where(|square| wanted(distance(geometry, king, square)));
            rules.squares.iter().map(zone).collect()
        };
        Zones {
            attacks: attacks.clone(),
            ring: around(&|steps| steps <= 1),
            outer: around(&|steps| steps == 2),
            files: rules.squares.iter().map(|&king| files_near(geometry, king)).collect(),
            pawn_drops: ByColor::from_fn(|color| {
                rules.squares_where(|square| rules.pawn_drops(color).contains(square))
            }),
            pawn_spans: ByColor::from_fn(|color| pawn_spans(rules, color)),
            pawn_steps: ByColor::from_fn(|color| pawn_steps(rules, color)),
            columns: (0..geometry.files)
                .map(|file| rules.squares_where(|square| square.file() == file))
                .collect(),
            enemy_half: ByColor::from_fn(|color| {
                rules.squares_where(|square| {
                    geometry.relative_rank(color, square) >= geometry.ranks.div_ceil(2)
                })
            }),
            shades: [0, 1].map(|wanted| rules.squares_where(|square| shade(square) == wanted)),
        }
    }
}

fn pawn_spans<B: Bits>(rules: &Rules, color: Color) -> Vec<PawnSpans<B>> {
    let squares = rules.squares.iter().filter(|_| rules.pawn().is_some());
    squares.map(|&square| PawnSpans::new(rules, color, square)).collect()
}

fn pawn_steps<B: Bits>(rules: &Rules, color: Color) -> Vec<B> {
    let Some(pawn) = rules.pawn() else { return Vec::new() };
    let steps = |&from: &Square| {
        let ways = rules.ways(color, pawn, from);
        let steps = ways.iter().filter(|way| way.is_free() && way.usage & usage::QUIET != 0);
        B::from_numbers(steps.map(|way| rules.number(way.target)))
    };
    rules.squares.iter().map(steps).collect()
}

/// The files of a square and of those beside it.
fn files_near(geometry: Geometry, square: Square) -> u16 {
    let near = [-1, 0, 1].into_iter().filter_map(|dx| geometry.step(square, dx, 0, false));
    near.fold(0, |files, square| files | file_bit(square))
}
