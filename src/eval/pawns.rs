//! Pawn structure.

use crate::rules::{ALWAYS, Geometry, NEVER, Rules};
use crate::types::{Bits, ByColor, Color, Piece, Square};

use super::scene::Scene;
use super::tables::{by_distance, file_distance, ranks_to_promotion};
use super::tapered::Tapered;
use super::weights::Weights;
use super::zones::Zones;

/// What Pawns are judged by.
#[derive(Debug)]
pub(super) struct PawnTables {
    geometry: Geometry,
    by_rank: ByColor<Vec<ByRank>>,
    isolated: Tapered,
    doubled: Tapered,
    backward: Tapered,
    own_king: Tapered,
    enemy_king: Tapered,
    attacks_freely: bool,
}

/// What a Pawn on a rank counts.
#[derive(Clone, Debug, Default)]
struct ByRank {
    passed: Tapered,
    blocked: Tapered,
    free: Tapered,
    clear: Tapered,
    escorted: Tapered,
    held: Tapered,
    phalanx: Tapered,
    supported: Tapered,
}

/// The bit of a square's file in a mask of files.
#[inline]
pub(super) fn file_bit(square: Square) -> u16 {
    1 << square.file()
}

/// The squares on which a Pawn matters to other Pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnSpans<B> {
    /// Own Pawns here have it before them.
    doubled: B,
    /// Enemy Pawns here cannot pass it.
    stopped: B,
    /// Squares that it can attack some day, as far as other pieces let it.
    attackable: B,
    /// The files beside it.
    neighbours: B,
    /// Those of their squares that it is beside or behind.
    accompanied: B,
    /// Enemy Pawns here find it guarding the square before them.
    guarded: B,
    /// The squares beside it.
    beside: B,
    /// The squares beside the one before it.
    supported: B,
}

impl<B: Bits> PawnSpans<B> {
    /// Of a Pawn of a colour on a square.
    pub(super) fn new(rules: &Rules, color: Color, pawn: Square) -> PawnSpans<B> {
        let geometry = rules.geometry();
        let rank = |square| i32::from(geometry.relative_rank(color, square));
        // Whether a square is on the file so many to the right, or to the left; and how many ranks before the Pawn.
        let beside = |square: Square, files: i8| {
            [-files, files].into_iter().any(|dx| {
                geometry.step(pawn, dx, 0, false).is_some_and(|other| other.file() == square.file())
            })
        };
        let those = |wanted: &dyn Fn(bool, bool, i32) -> bool| {
            rules.squares_where(|square| {
                wanted(beside(square, 0), beside(square, 1), rank(square) - rank(pawn))
            })
        };
        PawnSpans {
            doubled: those(&|same, _, ahead| same && ahead < 0),
            stopped: those(&|same, near, ahead| (same || near) && ahead > 0),
            attackable: those(&|_, near, ahead| near && ahead > 0),
            neighbours: those(&|_, near, _| near),
            accompanied: those(&|_, near, ahead| near && ahead >= 0),
            guarded: those(&|_, near, ahead| near && ahead == 2),
            beside: those(&|_, near, ahead| near && ahead == 0),
            supported: those(&|_, near, ahead| near && ahead == 1),
        }
    }

    /// Where several Pawns matter.
    #[inline]
    pub(super) fn with(self, other: &PawnSpans<B>) -> PawnSpans<B> {
        PawnSpans {
            doubled: self.doubled | other.doubled,
            stopped: self.stopped | other.stopped,
            attackable: self.attackable | other.attackable,
            neighbours: self.neighbours | other.neighbours,
            accompanied: self.accompanied | other.accompanied,
            guarded: self.guarded | other.guarded,
            beside: self.beside | other.beside,
            supported: self.supported | other.supported,
        }
    }

    /// Those of the Pawns whose spans these are that no enemy Pawn can stop, with no own one in their way.
    #[inline]
    pub(super) fn passers(&self, pawns: B, enemy: &PawnSpans<B>) -> B {
        pawns & !(self.doubled | enemy.stopped)
    }

    /// Those of some squares that none of these Pawns can ever attack.
    #[inline]
    pub(super) fn holes(&self, squares: B) -> B {
        squares & !self.attackable
    }
}

impl PawnTables {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> PawnTables {
        let geometry = rules.geometry();
        let of = |color| (0..geometry.ranks).map(|rank| ByRank::new(rules, weights, color, rank)).collect();
        PawnTables {
            geometry,
            by_rank: ByColor::from_fn(of),
            isolated: weights.isolated,
            doubled: weights.doubled,
            backward: weights.backward,
            own_king: weights.passed_own_king,
            enemy_king: weights.passed_enemy_king,
            attacks_freely: attack_freely(rules),
        }
    }

    /// Whether Pawns attack the same squares whatever stands around them.
    #[inline]
    pub(super) fn attacks_freely(&self) -> bool {
        self.attacks_freely
    }

    /// What a side's Pawns count by one another and by those of the enemy.
    pub(super) fn structure<B: Bits>(
        &self,
        rules: &Rules,
        color: Color,
        pawns: B,
        own: &PawnSpans<B>,
        enemy: &PawnSpans<B>,
    ) -> Tapered {
        let times = |value: Tapered, those: B| value * those.count() as i32;
        let alone = own.neighbours & !own.accompanied & enemy.guarded;
        let mut score = times(self.doubled, pawns & own.doubled)
            + times(self.isolated, pawns & !own.neighbours)
            + times(self.backward, pawns & alone);
        let by_rank = |number: usize| &self.by_rank[color][usize::from(rules.squares[number].rank())];
        for number in (pawns & own.beside).numbers() {
            score += by_rank(number).phalanx;
        }
        for number in (pawns & own.supported).numbers() {
            score += by_rank(number).supported;
        }
        score
    }

    /// What one Pawn counts, given whether it is doubled, isolated, backward, beside another one, and supported.
    #[cfg(test)]
    pub(super) fn judged(&self, color: Color, pawn: Square, is: [bool; 5]) -> Tapered {
        let ByRank { phalanx, supported, .. } = self.by_rank[color][usize::from(pawn.rank())];
        let terms = [self.doubled, self.isolated, self.backward, phalanx, supported];
        let counted = terms.into_iter().zip(is).filter(|&(_, is)| is);
        counted.fold(Tapered::default(), |sum, (value, _)| sum + value)
    }

    /// What a passed Pawn counts as such.
    pub(super) fn passed<B: Bits>(
        &self,
        zones: &Zones<B>,
        color: Color,
        number: usize,
        scene: &Scene<'_, B>,
    ) -> Tapered {
        let position = scene.position;
        let square = position.rules().squares[number];
        let masks = &self.by_rank[color][usize::from(square.rank())];
        let forward = if color == Color::White { 1 } else { -1 };
        let Some(stop) = self.geometry.step(square, 0, forward, false) else { return masks.passed };
        let attacks = |color: Color| scene.sides[color].attacks().has(position.rules().number(stop));
        let way = if !position.at(stop).is_empty() {
            masks.blocked
        } else if !attacks(!color) {
            masks.free
        } else if !attacks(color) {
            masks.held
        } else {
            Tapered::default()
        };
        // What is behind an enemy Pawn on the square lies before this one.
        let path = zones.pawn_spans[!color][number].doubled;
        let attacked = path & scene.sides[!color].attacks();
        let clear = (attacked | path & scene.occupied).is_empty();
        let escorted = (attacked & !scene.sides[color].attacks()).is_empty();
        masks.passed
            + way
            + masks.clear * i32::from(clear)
            + masks.escorted * i32::from(escorted)
            + self.own_king * distance(self.geometry, position.king(color), stop)
            + self.enemy_king * distance(self.geometry, position.king(!color), stop)
    }
}

impl ByRank {
    fn new(rules: &Rules, weights: &Weights, color: Color, rank: u8) -> ByRank {
        let distance = ranks_to_promotion(rules, color, Square::new(0, rank));
        ByRank {
            passed: *by_distance(&weights.passed, distance),
            blocked: *by_distance(&weights.passed_blocked, distance),
            free: *by_distance(&weights.passed_free, distance),
            clear: *by_distance(&weights.passed_clear, distance),
            escorted: *by_distance(&weights.passed_escorted, distance),
            held: *by_distance(&weights.passed_held, distance),
            phalanx: *by_distance(&weights.phalanx, distance),
            supported: *by_distance(&weights.supported, distance),
        }
    }
}

/// Whether all Pawns attack the same squares whatever stands around them.
fn attack_freely(rules: &Rules) -> bool {
    let pawns = rules.pawn().into_iter().flat_map(|kind| Color::ALL.map(|color| Piece::new(color, kind)));
    rules.squares.iter().all(|&target| {
        let attacks = rules.attacks_on(target);
        let free = |pawn, &from: &Square| matches!(attacks.code(pawn, from), NEVER | ALWAYS);
        pawns.clone().all(|pawn| rules.squares.iter().all(|from| free(pawn, from)))
    })
}

/// King's steps from one square to another.
pub(super) fn distance(geometry: Geometry, a: Square, b: Square) -> i32 {
    let ranks = usize::from(a.rank().abs_diff(b.rank()));
    file_distance(geometry, a, b).max(ranks) as i32
}
