//! Static evaluation from the rules' data alone: no piece and no variant is named here.
//!
//! The score in centipawns, from the side to move's view, is
//!
//! ```text
//! scale * taper(white - black) + tempo
//! side  = sum over pieces of (value + place) + sum over the hand of (value + 18)
//!       + both shades + pawn structure + shelter + castling rights - danger
//! ```
//!
//! * **value**: midgame and endgame value of the kind from the rules. With holdings `1000 v / (1000 + v)`, on the
//!   board as in hand, since every capture then counts twice.
//! * **place**: how much the crowded mobility of the piece on its square differs from its average over the board, times
//!   the slope of the value formula, of which a fifth (endgame: an eighth) is counted. Pawns: ranks to promotion and the
//!   middle files. Kings: home and away from the middle; in the endgame the middle of the board.
//! * **both shades**: 45 for colour-bound pieces on light and on dark squares: the Bishop pair, for any such pieces.
//! * **pawn structure**: passed, isolated, doubled. Files are neighbours as the geometry has it, so the edge files of a
//!   cylinder are.
//! * **danger**: every piece puts pressure on the enemy King's ring: the sum over the ring's squares of the
//!   probability that it attacks them on a crowded board, in sixteenths, looked up and not walked. So do pieces in
//!   hand, with a bit more than half of the greatest pressure they can have. A third of the defenders' own pressure
//!   is taken off. The danger is `pressure^2 / 64` centipawns, linear beyond a pressure of 144.
//! * **taper**: by the value of the pieces on the board other than Pawns, against that of the start array. With holdings
//!   danger and shelter count fully in the endgame too.
//! * **scale**: a quarter if the stronger side has no Pawn and leads by too little to mate, else one. Against a bare
//!   King, driving it to the edge and coming nearer with the own King count.
//!
//! All arithmetic is on integers: scores are the same on every machine.

mod params;
mod pawns;
mod reach;
mod tables;
mod tapered;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::position::Position;
use crate::rules::{Rules, shade};
use crate::types::{ByColor, Color, Kind, Piece, Score, Square, SquareSet};

use params::{
    BARE_KING_EDGE, BARE_KING_NEAR, BOTH_SHADES, CASTLING_RIGHT, DANGER_BEND, DANGER_DIVISOR, DANGER_MAX,
    DEFENCE_SHARE, HARDLY_ENOUGH, HARDLY_WON, MAX_EVAL, TEMPO, TEMPO_WITH_HOLDINGS,
};
use pawns::PawnTables;
use tables::{Tables, from_centre};
use tapered::{FULL_PHASE, Tapered};

/// The most Pawns of one side that are looked at.
const MAX_PAWNS: usize = 64;

/// The evaluation of positions of one game. Immutable.
#[derive(Debug)]
pub struct Evaluator {
    rules: Arc<Rules>,
    tables: Tables,
    pawns: PawnTables,
    /// Value of all pieces of the start arrays other than Pawns, at least 1.
    full_material: i32,
    capture_values: Vec<Score>,
}

/// What one pass over a side's pieces finds.
#[derive(Debug, Default)]
struct Side {
    score: Tapered,
    /// Pressure on the enemy's King.
    attack: i32,
    /// Pressure on the squares around the own King.
    defence: i32,
    /// Value of pieces other than Pawns.
    material: i32,
    /// Whether there is a colour-bound piece on either shade.
    bound: [bool; 2],
    pawn_squares: ArrayVec<Square, MAX_PAWNS>,
    pawns: SquareSet,
}

impl Evaluator {
    /// Makes the tables for a game; takes some milliseconds.
    pub fn new(rules: &Arc<Rules>) -> Evaluator {
        let tables = Tables::new(rules);
        let full_material = Color::ALL
            .into_iter()
            .flat_map(|color| rules.kinds().map(move |kind| (color, kind)))
            .filter(|&(_, kind)| !rules.is_pawn(kind))
            .map(|(color, kind)| {
                i32::from(rules.start_count(color, kind)) * tables.board[kind.index()].midgame
            })
            .sum::<i32>();
        let capture_values = (0..Piece::COUNT).map(|index| capture_value(rules, &tables, index)).collect();
        Evaluator {
            rules: rules.clone(),
            pawns: PawnTables::new(rules),
            tables,
            full_material: full_material.max(1),
            capture_values,
        }
    }

    /// Whether this is the evaluator for these rules.
    pub fn is_for(&self, rules: &Arc<Rules>) -> bool {
        Arc::ptr_eq(&self.rules, rules)
    }

    /// By how much capturing a piece changes the score: its value, and with holdings also what it is worth in hand.
    #[inline]
    pub fn capture_value(&self, piece: Piece) -> Score {
        self.capture_values[piece.index()]
    }

    /// [`Evaluator::capture_value`] of every piece, by [`Piece::index`].
    #[inline]
    pub fn capture_values(&self) -> &[Score] {
        &self.capture_values
    }

    /// What promoting to a kind gains.
    #[inline]
    pub fn promotion_gain(&self, kind: Kind) -> Score {
        let pawn = self.rules.pawn().map_or(0, |pawn| self.tables.board[pawn.index()].midgame);
        self.tables.board[kind.index()].midgame - pawn
    }

    /// The value of a side's pieces on the board other than Pawns.
    pub fn material(&self, position: &Position, color: Color) -> Score {
        let pieces = self.rules.kinds().filter(|&kind| !self.rules.is_pawn(kind));
        pieces
            .map(|kind| i32::from(position.count(color, kind)) * self.tables.board[kind.index()].midgame)
            .sum()
    }

    /// The score of a position for the side to move, in centipawns, at most 30000 either way.
    pub fn evaluate(&self, position: &Position) -> Score {
        let kings = Color::ALL.map(|color| self.tables.dense.index(position.king(color)));
        let mut sides = ByColor::from_fn(|color| self.count(position, color, kings));
        for color in Color::ALL {
            let extra = self.structure(position, color, &sides);
            sides[color].score += extra;
        }
        let material = sides[Color::White].material + sides[Color::Black].material;
        let phase = (material * FULL_PHASE / self.full_material).min(FULL_PHASE);
        let us = position.side();
        let score = (sides[us].score - sides[!us].score).at(phase);
        let score = self.scaled(position, score, &sides);
        let tempo = if self.rules.has_holdings() { TEMPO_WITH_HOLDINGS } else { TEMPO };
        (score + tempo).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// One pass over the pieces of a side, on the board and in hand.
    fn count(&self, position: &Position, color: Color, kings: [usize; 2]) -> Side {
        let mut side = Side::default();
        for &square in position.pieces(color) {
            let piece = position.at(square);
            let kind = piece.kind();
            side.score += self.tables.place(piece, square);
            let pressure = self.tables.pressure(piece, square, kings);
            side.attack += pressure[(!color).index()];
            side.defence += pressure[color.index()];
            let value = self.tables.board[kind.index()].midgame;
            if self.rules.is_pawn(kind) {
                side.pawns.insert(square);
                let _ = side.pawn_squares.try_push(square);
            } else {
                side.material += value;
            }
            if self.rules.is_color_bound(color, kind) {
                side.bound[usize::from(shade(square))] = true;
            }
        }
        let mut in_hand = position.hand_kinds(color);
        while in_hand != 0 {
            let kind = Kind::new(in_hand.trailing_zeros() as usize);
            in_hand &= in_hand - 1;
            let count = i32::from(position.in_hand(color, kind));
            side.score += self.tables.hand[kind.index()] * count;
            // The second and the third of a kind add half as much each, more of them nothing.
            let pressure = self.tables.drop_pressure(color, kind, kings[(!color).index()]);
            side.attack += pressure * (count.min(3) + 1) / 2;
        }
        side
    }

    /// What depends on more than single pieces.
    fn structure(&self, position: &Position, color: Color, sides: &ByColor<Side>) -> Tapered {
        let (own, enemy) = (&sides[color], &sides[!color]);
        let both_shades = if own.bound == [true; 2] { BOTH_SHADES } else { 0 };
        let shelter = self.pawns.shelter(color, position.king(color), &own.pawns);
        let rights = position.rights() & self.rules.castling_rights(color);
        let safety = shelter - danger(enemy.attack, own.defence);
        Tapered::both(both_shades)
            + self.pawns.structure(color, &own.pawn_squares, &own.pawns, &enemy.pawns)
            + Tapered::new(safety, if self.rules.has_holdings() { safety } else { 0 })
            + Tapered::new(rights.count_ones() as i32 * CASTLING_RIGHT, 0)
    }

    /// Adjusts a score from the side to move's view to how hard it is to win.
    fn scaled(&self, position: &Position, score: Score, sides: &ByColor<Side>) -> Score {
        if self.rules.has_holdings() || score == 0 {
            return score;
        }
        let (strong, sign) = if score > 0 { (position.side(), 1) } else { (!position.side(), -1) };
        let weak = !strong;
        if !sides[strong].pawn_squares.is_empty() {
            return score;
        }
        if sides[strong].material - sides[weak].material < HARDLY_ENOUGH {
            return score / HARDLY_WON;
        }
        if position.pieces(weak).len() == 1 {
            let geometry = self.rules.geometry();
            let (king, bare) = (position.king(strong), position.king(weak));
            let edge = from_centre(geometry, bare) * BARE_KING_EDGE;
            return score + sign * (edge - distance(&self.rules, king, bare) * BARE_KING_NEAR);
        }
        score
    }
}

/// What the pressure on a King costs, in centipawns.
fn danger(attack: i32, defence: i32) -> i32 {
    let pressure = (attack - defence * DEFENCE_SHARE / 256).max(0);
    let bent = if pressure <= DANGER_BEND {
        pressure * pressure
    } else {
        DANGER_BEND * (2 * pressure - DANGER_BEND)
    };
    (bent / DANGER_DIVISOR).min(DANGER_MAX)
}

/// King's steps from one square to another.
fn distance(rules: &Rules, a: Square, b: Square) -> i32 {
    let geometry = rules.geometry();
    let straight = (i32::from(a.file()) - i32::from(b.file())).abs();
    let files = if geometry.cylinder { straight.min(i32::from(geometry.files) - straight) } else { straight };
    files.max((i32::from(a.rank()) - i32::from(b.rank())).abs())
}

/// What the piece with an index is worth to its captor.
fn capture_value(rules: &Rules, tables: &Tables, index: usize) -> Score {
    let kind_index = index & (crate::types::MAX_KINDS - 1);
    if index >> 6 == 0 || kind_index >= rules.kind_count() {
        return 0;
    }
    let kind = Kind::new(kind_index);
    let mut piece = Piece::new(Color::White, kind);
    if index & 32 != 0 {
        piece = piece.promoted();
    }
    let gained =
        if rules.has_holdings() { tables.hand[rules.kind_in_hand(piece).index()].midgame } else { 0 };
    tables.board[kind_index].midgame + gained
}
