//! What the Pawns of a position amount to as long as none of them moves, remembered by the key of the Pawns.

use crate::position::Position;
use crate::types::{Bits, ByColor, Color};

use super::pawns::{PawnSpans, PawnTables, file_bit};
use super::tapered::Tapered;
use super::zones::Zones;

/// Entries, as a power of two.
const BITS: u32 = 14;

/// What depends on the Pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnPicture<B> {
    /// The key of the Pawns; an entry that was never filled has none.
    key: Option<u64>,
    /// The files that have Pawns, by [`file_bit`].
    pub(super) files: ByColor<u16>,
    /// The squares of files without Pawns of the side.
    pub(super) half_open: ByColor<B>,
    /// The squares that Pawns attack.
    pub(super) attacked: ByColor<B>,
    /// The squares that Pawns may step to, if nothing is there.
    pub(super) steps: ByColor<B>,
    /// Attacked squares that no enemy Pawn can ever attack.
    pub(super) outposts: ByColor<B>,
    /// Pawns that no enemy Pawn can stop.
    pub(super) passed: ByColor<B>,
    /// The structure, passed Pawns apart.
    pub(super) score: ByColor<Tapered>,
}

/// A memory of [`PawnPicture`]s for one game, by the key of the Pawns. By default it has room for one.
#[derive(Debug)]
pub(super) struct PawnMemo<B> {
    /// A power of two.
    entries: Vec<PawnPicture<B>>,
}

impl<B: Bits> Default for PawnMemo<B> {
    fn default() -> PawnMemo<B> {
        PawnMemo { entries: vec![PawnPicture::default()] }
    }
}

impl<B: Bits> PawnMemo<B> {
    /// Makes room for many Pawn structures.
    pub(super) fn make_room(&mut self) {
        self.entries.resize(1 << BITS, PawnPicture::default());
    }

    /// What the Pawns of a position amount to.
    #[inline]
    pub(super) fn get(
        &mut self,
        tables: &PawnTables,
        zones: &Zones<B>,
        position: &Position,
    ) -> &PawnPicture<B> {
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
                picture.steps[color] |= zones.pawn_steps[color][from];
                spans[color] = spans[color].with(&zones.pawn_spans[color][from]);
            }
        }
        for color in Color::ALL {
            let (pawns, own, enemy) = (pawns[color], &spans[color], &spans[!color]);
            let free = |file: &usize| picture.files[color] & 1 << file == 0;
            let free = (0..zones.columns.len()).filter(free).map(|file| zones.columns[file]);
            picture.half_open[color] = B::union(free);
            picture.score[color] = tables.structure(rules, color, pawns, own, enemy);
            picture.passed[color] = own.passers(pawns, enemy);
            picture.outposts[color] = enemy.holes(picture.attacked[color]);
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::rngs::StdRng;
    use rand::seq::SliceRandom as _;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::eval::tables::file_distance;
    use crate::eval::{BoardZones, Evaluator};
    use crate::position::Setup;
    use crate::rules::Rules;
    use crate::types::{Piece, Square};

    /// The Pawns of a picture, square by square.
    struct Naive<'a> {
        rules: &'a Rules,
        pawns: ByColor<Vec<Square>>,
    }

    impl Naive<'_> {
        /// Whether there is a Pawn of a side so many files away from a square and a number of ranks before it, as `wanted`
        /// has it, seen by the side `view`.
        fn any(
            &self,
            of: Color,
            view: Color,
            from: Square,
            files: std::ops::RangeInclusive<usize>,
            wanted: impl Fn(i32) -> bool,
        ) -> bool {
            let geometry = self.rules.geometry();
            let rank = |square| i32::from(geometry.relative_rank(view, square));
            self.pawns[of].iter().any(|&pawn| {
                files.contains(&file_distance(geometry, pawn, from)) && wanted(rank(pawn) - rank(from))
            })
        }

        fn is_passed(&self, color: Color, pawn: Square) -> bool {
            let ahead = |ranks| ranks > 0;
            !self.any(color, color, pawn, 0..=0, ahead) && !self.any(!color, color, pawn, 0..=1, ahead)
        }

        fn is_hole(&self, color: Color, square: Square) -> bool {
            !self.any(!color, color, square, 1..=1, |ranks| ranks > 0)
        }

        fn score(&self, tables: &PawnTables, color: Color) -> Tapered {
            let mut score = Tapered::default();
            for &pawn in &self.pawns[color] {
                let near = |wanted: fn(i32) -> bool| self.any(color, color, pawn, 1..=1, wanted);
                let guarded = self.any(!color, color, pawn, 1..=1, |ranks| ranks == 2);
                let is = [
                    self.any(color, color, pawn, 0..=0, |ranks| ranks > 0),
                    !near(|_| true),
                    near(|_| true) && !near(|ranks| ranks <= 0) && guarded,
                    near(|ranks| ranks == 0),
                    near(|ranks| ranks == -1),
                ];
                score += tables.judged(color, pawn, is);
            }
            score
        }
    }

    #[test]
    fn pictures_agree_with_looking_at_every_pair_of_pawns() {
        let mut random = StdRng::seed_from_u64(5);
        for variant in ["normal", "cylinder"] {
            let rules = Config::shipped().game(&GameChoice::variant(variant)).unwrap();
            let rules = Arc::new(Rules::compile(rules).unwrap());
            let evaluator = Evaluator::new(&rules);
            let BoardZones::Small(zones) = &evaluator.zones else { panic!("a small board") };
            for _ in 0..300 {
                let mut setup = Setup::empty(Color::White);
                let mut squares = rules.squares.clone();
                squares.shuffle(&mut random);
                let mut next = || squares.pop().unwrap();
                for color in Color::ALL {
                    setup.place(Piece::new(color, rules.royal(color)), next());
                }
                let mut pawns = ByColor::<Vec<Square>>::default();
                for _ in 0..random.random_range(0..=20) {
                    let (square, color) = (next(), Color::ALL[random.random_range(0..2)]);
                    if (1..=6).contains(&square.rank()) && pawns[color].len() < 8 {
                        pawns[color].push(square);
                        setup.place(Piece::new(color, rules.pawn().unwrap()), square);
                    }
                }
                let Ok(position) = Position::from_setup(rules.clone(), &setup) else { continue };
                let picture = PawnPicture::new(&evaluator.pawns, zones, &position);
                let naive = Naive { rules: &rules, pawns };
                for color in Color::ALL {
                    assert_eq!(picture.score[color], naive.score(&evaluator.pawns, color), "{position:?}");
                    for (number, &square) in rules.squares.iter().enumerate() {
                        let stands = naive.pawns[color].contains(&square);
                        let passed = stands && naive.is_passed(color, square);
                        assert_eq!(picture.passed[color].has(number), passed, "{square} {position:?}");
                        let hole = picture.attacked[color].has(number) && naive.is_hole(color, square);
                        assert_eq!(picture.outposts[color].has(number), hole, "{square} {position:?}");
                    }
                }
            }
        }
    }
}
