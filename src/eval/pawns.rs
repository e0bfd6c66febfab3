//! Pawn structure.

use crate::rules::{ALWAYS, Geometry, NEVER, Rules};
use crate::types::{Bits, ByColor, Color, Piece, Square};

use super::scene::Scene;
use super::tables::{by_distance, file_distance, ranks_to_promotion};
use super::tapered::Tapered;
use super::weights::Weights;

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

/// What a Pawn amounts to among the other Pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    pub(super) score: Tapered,
    /// Whether no enemy Pawn can stop it, and no own one is in its way.
    pub(super) passed: bool,
}

/// Ranks as bits, and what a Pawn on a rank counts.
#[derive(Clone, Debug, Default)]
struct ByRank {
    /// The ranks before the Pawn.
    ahead: u16,
    /// The ranks beside and behind the Pawn.
    not_ahead: u16,
    /// Its own rank.
    beside: u16,
    /// The rank behind.
    behind: u16,
    /// The rank from which an enemy Pawn guards the square before this one.
    guards: u16,
    passed: Tapered,
    blocked: Tapered,
    free: Tapered,
    held: Tapered,
    phalanx: Tapered,
    supported: Tapered,
}

/// The ranks on which a side has Pawns, as bits, for each file, counted from 1. The files beyond the edge are empty, or
/// on a cylinder those of the other edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnFiles([u16; 16]);

impl PawnFiles {
    /// Adds a Pawn.
    #[inline]
    pub(super) fn insert(&mut self, square: Square) {
        self.0[(usize::from(square.file()) + 1) & 15] |= 1 << square.rank();
    }

    /// The files that have Pawns, by [`file_bit`].
    pub(super) fn taken(&self) -> u16 {
        (0..16).filter(|&file| self.0[file] != 0).fold(0, |taken, file| taken | 1 << file)
    }

    /// Joins the edges of a cylinder, once all Pawns are there.
    #[inline]
    pub(super) fn join(&mut self, geometry: Geometry) {
        if geometry.cylinder {
            let files = usize::from(geometry.files);
            self.0[0] = self.0[files & 15];
            self.0[(files + 1) & 15] = self.0[1];
        }
    }
}

/// The bit of a square's file among [`PawnFiles::taken`].
#[inline]
pub(super) fn file_bit(square: Square) -> u16 {
    2 << square.file()
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

    /// What a Pawn of a side counts by the other Pawns.
    #[inline]
    pub(super) fn judge(&self, color: Color, square: Square, own: &PawnFiles, enemy: &PawnFiles) -> Judged {
        let masks = &self.by_rank[color][usize::from(square.rank())];
        let file = usize::from(square.file());
        let around =
            |files: &PawnFiles| (files.0[file & 15], files.0[(file + 1) & 15], files.0[(file + 2) & 15]);
        let (left, same, right) = around(own);
        let (enemy_left, enemy_same, enemy_right) = around(enemy);
        let (neighbours, enemy_neighbours) = (left | right, enemy_left | enemy_right);
        let mut judged = Judged::default();
        if same & masks.ahead != 0 {
            judged.score += self.doubled;
        } else {
            judged.passed = (enemy_neighbours | enemy_same) & masks.ahead == 0;
        }
        if neighbours == 0 {
            judged.score += self.isolated;
        } else if neighbours & masks.not_ahead == 0 && enemy_neighbours & masks.guards != 0 {
            judged.score += self.backward;
        }
        if neighbours & masks.beside != 0 {
            judged.score += masks.phalanx;
        }
        if neighbours & masks.behind != 0 {
            judged.score += masks.supported;
        }
        judged
    }

    /// Whether no Pawn of a side can ever attack a square: none is left on the neighbouring files that has not passed it.
    #[inline]
    pub(super) fn is_hole(&self, color: Color, square: Square, pawns: &PawnFiles) -> bool {
        let file = usize::from(square.file());
        let neighbours = pawns.0[file & 15] | pawns.0[(file + 2) & 15];
        neighbours & self.by_rank[!color][usize::from(square.rank())].ahead == 0
    }

    /// What a passed Pawn counts as such.
    pub(super) fn passed<B: Bits>(&self, color: Color, square: Square, scene: &Scene<'_, B>) -> Tapered {
        let position = scene.position;
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
        masks.passed
            + way
            + self.own_king * distance(self.geometry, position.king(color), stop)
            + self.enemy_king * distance(self.geometry, position.king(!color), stop)
    }
}

impl ByRank {
    fn new(rules: &Rules, weights: &Weights, color: Color, rank: u8) -> ByRank {
        let bit = |rank: i32| if (0..16).contains(&rank) { 1u16 << rank } else { 0 };
        let forward = if color == Color::White { 1 } else { -1 };
        let at = i32::from(rank);
        let below = bit(at) - 1;
        let ahead = if color == Color::White { !(below | bit(at)) } else { below };
        let distance = ranks_to_promotion(rules, color, Square::new(0, rank));
        ByRank {
            ahead,
            not_ahead: !ahead,
            beside: bit(at),
            behind: bit(at - forward),
            guards: bit(at + 2 * forward),
            passed: *by_distance(&weights.passed, distance),
            blocked: *by_distance(&weights.passed_blocked, distance),
            free: *by_distance(&weights.passed_free, distance),
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
