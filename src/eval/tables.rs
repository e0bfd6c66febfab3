//! Tables that an [`Evaluator`](super::Evaluator) makes once from the rules.

use crate::rules::{Geometry, Rules, Way};
use crate::types::{Color, Kind, Piece, Square, SquareSet};

use super::params::{
    ADVANCED, CENTRE_PAWN, CENTRE_PAWN_AT_HOME, HAND_PRESSURE, IN_HAND, KING_CENTRE, KING_FILE,
    KING_FILE_FREE, KING_RANK, KING_RANK_MAX, LIGHT_PIECE, PLACE_SHARE, SATURATION,
};
use super::reach;
use super::tapered::Tapered;

/// Numbers of squares without the gaps of the mailbox.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    files: usize,
    len: usize,
}

impl Dense {
    fn new(geometry: Geometry) -> Dense {
        Dense { files: usize::from(geometry.files), len: geometry.square_count() }
    }

    #[inline]
    pub(super) fn index(&self, square: Square) -> usize {
        usize::from(square.rank()) * self.files + usize::from(square.file())
    }
}

/// What the evaluation knows about each piece on each square.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) dense: Dense,
    kinds: usize,
    /// Material and place of a piece: by mover, then square of the mailbox.
    places: Vec<(i16, i16)>,
    /// Pressure on the ring of a King, in sixteenths of a square: by mover, place, King's place.
    pressure: Vec<u8>,
    /// Pressure that a piece in hand brings: by mover, King's place.
    drop_pressure: Vec<i32>,
    /// Value of a piece on the board, by kind.
    pub(super) board: Vec<Tapered>,
    /// Value of a piece in hand, by kind.
    pub(super) hand: Vec<Tapered>,
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Tables {
        let board: Vec<Tapered> = rules.kinds().map(|kind| board_value(rules, kind)).collect();
        let dense = Dense::new(rules.geometry());
        let movers = rules.kind_count() * 2;
        let mut tables = Tables {
            kinds: rules.kind_count(),
            places: vec![(0, 0); movers * 256],
            pressure: vec![0; movers * dense.len * dense.len],
            drop_pressure: vec![0; movers * dense.len],
            hand: board.iter().map(|&value| value + IN_HAND).collect(),
            board,
            dense,
        };
        for color in Color::ALL {
            for kind in rules.kinds() {
                let ways: Vec<(Square, Vec<Way>)> =
                    rules.squares.iter().map(|&square| (square, rules.ways(color, kind, square))).collect();
                tables.fill_places(rules, color, kind, &ways);
                if !rules.is_royal(kind) {
                    tables.fill_pressure(rules, color, kind, &ways);
                }
            }
        }
        tables
    }

    #[inline]
    fn mover(&self, piece: Piece) -> usize {
        (piece.index() >> 7) * self.kinds + piece.kind().index()
    }

    /// Material and place of a piece.
    #[inline]
    pub(super) fn place(&self, piece: Piece, square: Square) -> Tapered {
        let (midgame, endgame) = self.places[self.mover(piece) * 256 + square.index()];
        Tapered::new(i32::from(midgame), i32::from(endgame))
    }

    /// The pressure of a piece on the rings of the two Kings, whose places are given.
    #[inline]
    pub(super) fn pressure(&self, piece: Piece, square: Square, kings: [usize; 2]) -> [i32; 2] {
        let base = (self.mover(piece) * self.dense.len + self.dense.index(square)) * self.dense.len;
        let row = &self.pressure[base..base + self.dense.len];
        kings.map(|king| i32::from(row[king]))
    }

    /// The pressure that a piece in hand brings on a King, whose place is given.
    #[inline]
    pub(super) fn drop_pressure(&self, color: Color, kind: Kind, king: usize) -> i32 {
        self.drop_pressure[(color.index() * self.kinds + kind.index()) * self.dense.len + king]
    }

    fn fill_places(&mut self, rules: &Rules, color: Color, kind: Kind, ways: &[(Square, Vec<Way>)]) {
        let mover = self.mover(Piece::new(color, kind));
        let mobility: Vec<i32> = ways.iter().map(|(_, ways)| reach::mobility(ways) as i32).collect();
        let mean = mobility.iter().sum::<i32>() / mobility.len().max(1) as i32;
        for (&(square, _), &mobility) in ways.iter().zip(&mobility) {
            let place = if rules.is_royal(kind) {
                king_place(rules, color, square)
            } else if rules.is_pawn(kind) {
                pawn_place(rules, color, square)
            } else {
                piece_place(rules.value(kind).0, mobility, mean)
            };
            let score = place + self.board[kind.index()];
            self.places[mover * 256 + square.index()] = (narrow(score.midgame), narrow(score.endgame));
        }
    }

    fn fill_pressure(&mut self, rules: &Rules, color: Color, kind: Kind, ways: &[(Square, Vec<Way>)]) {
        let mover = self.mover(Piece::new(color, kind));
        let len = self.dense.len;
        let mut sums = vec![0u32; len];
        for (from, ways) in ways {
            sums.fill(0);
            for (target, probability) in reach::attacks(ways) {
                for king in ring(rules.geometry(), target).iter() {
                    sums[self.dense.index(king)] += probability;
                }
            }
            let row = (mover * len + self.dense.index(*from)) * len;
            for (king, &sum) in sums.iter().enumerate() {
                let pressure = (sum / (reach::ONE / 16)).min(255);
                self.pressure[row + king] = pressure as u8;
                let dropped = &mut self.drop_pressure[mover * len + king];
                *dropped = (*dropped).max(pressure as i32);
            }
        }
        for dropped in &mut self.drop_pressure[mover * len..][..len] {
            *dropped = *dropped * HAND_PRESSURE / 256;
        }
    }
}

/// Values of the configuration are far smaller; larger ones count as this much.
fn narrow(score: i32) -> i16 {
    score.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

/// What a piece on the board counts; nothing for a royal one, which is never given up.
fn board_value(rules: &Rules, kind: Kind) -> Tapered {
    if rules.is_royal(kind) {
        return Tapered::default();
    }
    let (midgame, endgame) = rules.value(kind);
    if rules.has_holdings() {
        let saturate = |value: i32| value * SATURATION / (SATURATION + value);
        Tapered::new(saturate(midgame), saturate(endgame))
    } else {
        Tapered::new(midgame, endgame)
    }
}

/// A square's worth to a piece: how much its mobility there differs from the average, both in 1/256 targets, times the
/// slope of the value formula `mobility * (56 + mobility)`, of which [`PLACE_SHARE`] is counted.
fn piece_place(value: i32, mobility: i32, mean: i32) -> Tapered {
    let slope = 56 + 2 * mean / 256;
    let heavy = value.max(LIGHT_PIECE);
    let scale = |share: i32| {
        let full = i64::from((mobility - mean) * slope) * i64::from(share) / (256 * 256);
        (full * i64::from(LIGHT_PIECE * LIGHT_PIECE) / i64::from(heavy * heavy)) as i32
    };
    Tapered::new(scale(PLACE_SHARE.midgame), scale(PLACE_SHARE.endgame))
}

fn pawn_place(rules: &Rules, color: Color, square: Square) -> Tapered {
    let mut place = *by_distance(&ADVANCED, ranks_to_promotion(rules, color, square));
    let geometry = rules.geometry();
    if !geometry.cylinder && from_middle(square.file(), geometry.files) <= 1 {
        let home = rules.spec.pawn_rows.contains(&geometry.relative_rank(color, square));
        place += if home { CENTRE_PAWN_AT_HOME } else { CENTRE_PAWN };
    }
    place
}

/// The entry of a table by distance that holds for `distance` ranks, at least 1.
pub(super) fn by_distance(table: &[Tapered; 6], distance: usize) -> &Tapered {
    &table[distance.clamp(1, table.len()) - 1]
}

/// How many ranks a Pawn is from the nearest rank on which it promotes; at least 1.
pub(super) fn ranks_to_promotion(rules: &Rules, color: Color, square: Square) -> usize {
    let forward = if color == Color::White { 1 } else { -1 };
    let mut distance = 0;
    let mut at = Some(square);
    while let Some(square) = at
        && rules.promotes(color, square) == crate::rules::Promotes::Never
    {
        distance += 1;
        at = rules.geometry().step(square, 0, forward, false);
    }
    distance.max(1)
}

/// Shelter is worth looking for at home and away from the middle, but in the endgame the middle is good.
fn king_place(rules: &Rules, color: Color, square: Square) -> Tapered {
    let geometry = rules.geometry();
    let rank = i32::from(geometry.relative_rank(color, square));
    let mut midgame = KING_RANK * rank.min(KING_RANK_MAX);
    if !geometry.cylinder {
        midgame += KING_FILE * (KING_FILE_FREE - from_middle(square.file(), geometry.files)).max(0) / 2;
    }
    let endgame = if rules.has_holdings() { midgame } else { KING_CENTRE * from_centre(geometry, square) };
    Tapered::new(midgame, endgame)
}

/// The distance from the middle of a row, in half squares.
fn from_middle(at: u8, size: u8) -> i32 {
    (i32::from(at) * 2 - (i32::from(size) - 1)).abs()
}

/// The distance from the middle of the board in half squares, files and ranks added; on a cylinder only ranks count.
pub(super) fn from_centre(geometry: Geometry, square: Square) -> i32 {
    let files = if geometry.cylinder { 0 } else { from_middle(square.file(), geometry.files) };
    files + from_middle(square.rank(), geometry.ranks)
}

/// A square and its neighbours.
pub(super) fn ring(geometry: Geometry, square: Square) -> SquareSet {
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    steps.filter_map(|(dx, dy)| geometry.step(square, dx, dy, false)).collect()
}
