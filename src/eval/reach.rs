//! What the moves of the pieces amount to on a crowded board, in integers so that every machine agrees.
//!
//! Nothing here depends on weights: [`Reach`] is worked out once for a game, and evaluators with any weights are made
//! from it.

use crate::rules::{Dense, Geometry, Rules, Way, usage};
use crate::types::{Color, Kind, Square, SquareSet};

use super::params::{EMPTY, QUIET_SHARE};
use super::zones::BoardZones;

/// One, in the fixed point of this module.
pub(super) const ONE: u32 = 256;

/// The reach of every piece of a game.
#[derive(Debug)]
pub struct Reach {
    pub(super) dense: Dense,
    pub(super) zones: BoardZones,
    kinds: usize,
    /// By mover and place.
    mobility: Vec<i32>,
    /// By mover.
    mean: Vec<i32>,
    /// By mover, place and King's place.
    pressure: Vec<u8>,
    /// By mover and King's place.
    drop_pressure: Vec<u8>,
    /// By mover.
    attacked: Vec<i32>,
    worth: Vec<i32>,
    geometry_ratio: Vec<i32>,
    slides: Vec<i32>,
    /// By mover.
    slides_along_file: Vec<bool>,
}

impl Reach {
    /// Works the reach of all pieces out; takes some milliseconds.
    pub fn new(rules: &Rules) -> Reach {
        let dense = rules.geometry().dense();
        let movers = rules.kind_count() * 2;
        let mut reach = Reach {
            dense,
            zones: BoardZones::new(rules),
            kinds: rules.kind_count(),
            mobility: vec![0; movers * dense.len],
            mean: vec![0; movers],
            pressure: vec![0; movers * dense.len * dense.len],
            drop_pressure: vec![0; movers * dense.len],
            attacked: vec![0; movers],
            worth: Vec::new(),
            geometry_ratio: Vec::new(),
            slides: Vec::new(),
            slides_along_file: vec![false; movers],
        };
        for kind in rules.kinds() {
            for color in Color::ALL {
                let ways: Vec<(Square, Vec<Way>)> =
                    rules.squares.iter().map(|&square| (square, rules.ways(color, kind, square))).collect();
                reach.fill(rules, color, kind, &ways);
            }
            let here = reach.mean[reach.mover(Color::White, kind)];
            reach.worth.push(worth(here));
            reach
                .geometry_ratio
                .push(worth(here) * ONE as i32 / worth(mean_elsewhere(rules, kind, here)).max(1));
        }
        reach
    }

    #[inline]
    pub(super) fn mover(&self, color: Color, kind: Kind) -> usize {
        color.index() * self.kinds + kind.index()
    }

    /// The crowded mobility of a piece on a square, and its average over the board, in 1/256 targets.
    pub(super) fn mobility(&self, color: Color, kind: Kind, square: Square) -> (i32, i32) {
        let mover = self.mover(color, kind);
        (self.mobility[mover * self.dense.len + self.dense.index(square)], self.mean[mover])
    }

    /// The pressure of a piece on the surroundings of a King on any place: the sum of the probabilities that it attacks
    /// their squares, in sixteenths.
    pub(super) fn pressure(&self, color: Color, kind: Kind, square: Square) -> &[u8] {
        let row = (self.mover(color, kind) * self.dense.len + self.dense.index(square)) * self.dense.len;
        &self.pressure[row..row + self.dense.len]
    }

    /// The number of squares that a piece attacks on average on a crowded board, in 1/256.
    pub(super) fn attacked(&self, color: Color, kind: Kind) -> i32 {
        self.attacked[self.mover(color, kind)]
    }

    /// The greatest pressure that a piece can have on a King on any place.
    pub(super) fn drop_pressure(&self, color: Color, kind: Kind) -> &[u8] {
        &self.drop_pressure[self.mover(color, kind) * self.dense.len..][..self.dense.len]
    }

    /// What a kind is worth by its moves alone, in centipawns.
    pub(super) fn worth(&self, kind: Kind) -> i32 {
        self.worth[kind.index()]
    }

    /// By how much this board makes a kind worth more than a flat one of 8x8 does, in 1/256.
    pub(super) fn geometry_ratio(&self, kind: Kind) -> i32 {
        self.geometry_ratio[kind.index()]
    }

    /// The share of a kind's mobility that can be blocked, in 1/256.
    pub(super) fn slides(&self, kind: Kind) -> i32 {
        self.slides[kind.index()]
    }

    /// Whether a piece of a colour attacks several squares before it on its file.
    pub(super) fn slides_along_file(&self, color: Color, kind: Kind) -> bool {
        self.slides_along_file[self.mover(color, kind)]
    }

    fn fill(&mut self, rules: &Rules, color: Color, kind: Kind, ways: &[(Square, Vec<Way>)]) {
        let (mover, len) = (self.mover(color, kind), self.dense.len);
        let mut total = 0;
        for (square, ways) in ways {
            let mobility = mobility(ways) as i32;
            self.mobility[mover * len + self.dense.index(*square)] = mobility;
            total += mobility;
        }
        self.mean[mover] = total / ways.len().max(1) as i32;
        let attacked: u32 = ways.iter().flat_map(|(_, ways)| attacks(ways)).map(|(_, open)| open).sum();
        self.attacked[mover] = attacked as i32 / ways.len().max(1) as i32;
        let geometry = rules.geometry();
        let ahead = |from: Square, to: Square| {
            from.file() == to.file()
                && geometry.relative_rank(color, to) > geometry.relative_rank(color, from)
        };
        let before_it =
            |(from, ways): &(Square, Vec<Way>)| attacks(ways).filter(|&(to, _)| ahead(*from, to)).count();
        self.slides_along_file[mover] = ways.iter().any(|of| before_it(of) > 2);
        if color == Color::White {
            let free = |way: &&Way| way.is_free();
            let leaps: i32 = ways
                .iter()
                .flat_map(|(_, ways)| ways.iter().filter(free))
                .map(|way| weight(way) as i32)
                .sum();
            self.slides.push((total - leaps) * ONE as i32 / total.max(1));
        }
        if !rules.is_royal(kind) {
            self.fill_pressure(rules.geometry(), mover, ways);
        }
    }

    fn fill_pressure(&mut self, geometry: Geometry, mover: usize, ways: &[(Square, Vec<Way>)]) {
        let len = self.dense.len;
        let mut sums = vec![0u32; len];
        for (from, ways) in ways {
            sums.fill(0);
            for (target, probability) in attacks(ways) {
                for king in around(geometry, target) {
                    sums[self.dense.index(king)] += probability;
                }
            }
            let row = (mover * len + self.dense.index(*from)) * len;
            for (king, &sum) in sums.iter().enumerate() {
                let pressure = (sum / (ONE / 16)).min(255) as u8;
                self.pressure[row + king] = pressure;
                let dropped = &mut self.drop_pressure[mover * len + king];
                *dropped = pressure.max(*dropped);
            }
        }
    }
}

/// The average mobility of a kind on the board of chess, where values are given for; `here` is what it has on the board
/// of the game.
fn mean_elsewhere(rules: &Rules, kind: Kind, here: i32) -> i32 {
    if rules.geometry() == Geometry::CHESS || rules.is_pawn(kind) || rules.is_royal(kind) {
        return here;
    }
    let squares = Geometry::CHESS.squares();
    let total: u32 =
        squares.clone().map(|square| mobility(&rules.ways_on(Geometry::CHESS, kind, square))).sum();
    total as i32 / squares.count() as i32
}

/// The value of a piece with an average mobility in 1/256 targets: `mobility * (56 + mobility)` centipawns.
fn worth(mean: i32) -> i32 {
    (i64::from(mean) * i64::from(56 * ONE as i32 + mean) / i64::from(ONE * ONE)) as i32
}

/// A square and its neighbours.
fn around(geometry: Geometry, square: Square) -> impl Iterator<Item = Square> {
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    let set: SquareSet = steps.filter_map(|(dx, dy)| geometry.step(square, dx, dy, false)).collect();
    geometry.squares().filter(move |&square| set.contains(square))
}

/// The probability, in 1/256, that a target is within reach when any square is empty with probability [`EMPTY`]
/// (Ralph Betza's crowded board).
fn open(way: &Way) -> u32 {
    let mut shut = ONE;
    for alternative in &way.alternatives {
        // Four more bits while multiplying, so that long slides do not round to nothing.
        let mut open = ONE << 4;
        for _ in &alternative.empty {
            open = open * EMPTY / ONE;
        }
        for _ in &alternative.occupied {
            open = open * (ONE - EMPTY) / ONE;
        }
        if alternative.initial {
            open /= 4;
        }
        shut = shut * ((ONE << 4) - open) / (ONE << 4);
    }
    ONE - shut
}

/// The crowded mobility of a piece from one square in 1/256 targets: captures count more than quiet moves.
fn mobility(ways: &[Way]) -> u32 {
    ways.iter().map(weight).sum()
}

fn weight(way: &Way) -> u32 {
    let quiet = if way.usage & usage::QUIET != 0 { QUIET_SHARE } else { 0 };
    let capture = if way.usage & usage::CAPTURE != 0 { ONE - QUIET_SHARE } else { 0 };
    open(way) * (quiet + capture) / ONE
}

/// Each target that the piece attacks, with the probability in 1/256.
fn attacks(ways: &[Way]) -> impl Iterator<Item = (Square, u32)> + '_ {
    ways.iter().filter(|way| way.usage & usage::CAPTURE != 0).map(|way| (way.target, open(way)))
}
