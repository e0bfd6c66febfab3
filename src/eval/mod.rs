//! Static evaluation from the rules' data alone: no piece and no variant is named here.
//!
//! The score in centipawns, from the side to move's view, is
//!
//! ```text
//! scale * taper(white - black) + taper(tempo)
//! side  = sum over pieces of (value + place + relation to both Kings) + sum over the hand of values
//!       + both shades + pawn structure + castling rights - danger
//! ```
//!
//! * **value**: midgame and endgame value of the kind from the rules, adjusted to what the geometry of the board does
//!   to its mobility, and to the numbers of Pawns and of other pieces on either side. With holdings
//!   `scale * v / (v + saturation)`, on the board as in hand, since every capture then counts twice; several of a kind in
//!   hand count less.
//! * **place**: how much the crowded mobility of the piece on its square differs from its average over the board, times
//!   the slope of the value formula, of which a share is counted; and its rank and file.
//! * **relation to both Kings**: by the distance in files and in ranks. Pawns have tables of their own, which make up
//!   the shelter of a King and the storm against it.
//! * **shades**: a bonus for colour-bound pieces on light and on dark squares, the Bishop pair for any such pieces; and each
//!   by the own Pawns on its colour.
//! * **pawn structure**: passed (blocked, held back, free to go on, with a clear way or an escorted one), isolated,
//!   doubled, backward, beside or behind another one. Files are neighbours as the geometry has it, so the edge files of a
//!   cylinder are.
//! * **mobility**: the squares that a piece really attacks, without those of own pieces and those guarded by Pawns,
//!   against what it has on average on a crowded board; those in the enemy's half of the board once more. Pieces that slide
//!   along their file: whether it has Pawns.
//! * **threats**: pieces attacked by Pawns, attacked and not defended, attacked by lesser pieces, or attacked at all; loose
//!   pieces, and those that stand where their own Pawns defend them and no enemy Pawn can drive them away; pieces that a
//!   Pawn's step would attack, and squares that both sides attack and the other one does not hold firmly. With pieces in
//!   hand, empty squares in the enemy's half that the enemy does not attack.
//! * **danger**: every piece puts pressure on the enemy King's ring: the sum over the ring's squares of the
//!   probability that it attacks them on a crowded board, in sixteenths, looked up and not walked. So do pieces in
//!   hand, with a share of the greatest pressure they can have that grows with the empty squares of the ring. A share
//!   of the defenders' own pressure is taken off. Real attacks on the ring and on the squares around it, squares of the ring
//!   that only the King defends or that its side holds firmly, squares around them that it attacks, the lack of squares to
//!   step to, files near the King without Pawns, moves and drops that give check where nothing can take the piece, and
//!   what is in hand change the pressure. The danger grows with the square of what is left, and at last linearly. More of
//!   it counts if the other side is to move.
//! * **tempo**: to be the side to move, the more the more pieces it has in hand.
//! * **taper**: by the value of the pieces on the board other than Pawns, against that of the start array. Of a lead in the
//!   endgame a share counts that depends on the number of Pawns of the side that has it; all against a bare King.
//! * **scale**: a quarter if the stronger side has no Pawn and leads by too little to mate, else one. Against a bare
//!   King, driving it to the edge and coming nearer with the own King count.
//!
//! What the terms weigh is in [`Weights`], one set for games with holdings and one for all others. The numbers are
//! fitted to games of the engine against itself, see [`crate::tune`].
//!
//! What pieces count by themselves, value, place and relation to both Kings, is kept from move to move by the caller
//! ([`Totals`]); what the Pawns count among themselves is remembered by the key of the Pawns ([`Scratch`]).
//! The rest is worked out anew for every position, most of it from sets of squares ([`Bits`]): what each kind attacks,
//! once and twice, makes up mobility, threats and attacks on the Kings in a few instructions each.
//!
//! All arithmetic is on integers: scores are the same on every machine.

mod activity;
mod params;
mod pawn_memo;
mod pawns;
mod reach;
mod scene;
mod tables;
mod tapered;
mod totals;
mod tuned;
mod weights;
mod zones;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ethnum::U256;

use crate::position::Position;
use crate::rules::{BoardSets, Rules};
use crate::types::{Bits, ByColor, Color, Kind, Piece, Score};

use params::{BARE_KING_EDGE, BARE_KING_NEAR, DANGER_BEND, DANGER_MAX, HARDLY_ENOUGH, HARDLY_WON, MAX_EVAL};
use pawn_memo::PawnMemo;
use pawns::{PawnTables, distance};
use scene::Scene;
use tables::{Tables, from_centre};
use tapered::{FULL_SHARE, Tapered};
use totals::{HAND_COUNTED, PhaseScale, SideTotals};
use weights::CHANCES;
use zones::{BoardZones, Zones};

pub use reach::Reach;
pub use tables::Values;
pub use totals::Totals;
pub use weights::{Entry, Weights};

/// The evaluation of positions of one game. Immutable, so threads can share it.
#[derive(Debug)]
pub struct Evaluator {
    rules: Arc<Rules>,
    tables: Tables,
    zones: BoardZones,
    pawns: PawnTables,
    danger: Danger,
    both_shades: Tapered,
    bound_pawns: Tapered,
    contested: Tapered,
    step_threat: Tapered,
    castling_right: Tapered,
    /// In 1/256, by the number of Pawns.
    chances: [i32; CHANCES],
    tempo: Tapered,
    tempo_hand: Score,
    hand_again: Tapered,
    hand_hole: Tapered,
    scale: PhaseScale,
    capture_values: Vec<Score>,
}

/// What one thread needs to evaluate positions of a game. One memory is used, that for the width of the board.
#[derive(Debug, Default)]
pub struct Scratch {
    small: PawnMemo<u64>,
    medium: PawnMemo<u128>,
    large: PawnMemo<U256>,
}

impl Scratch {
    /// With room to remember many Pawn structures.
    pub fn new(rules: &Rules) -> Scratch {
        let mut scratch = Scratch::default();
        match &rules.sets {
            BoardSets::Small(_) => scratch.small.make_room(),
            BoardSets::Medium(_) => scratch.medium.make_room(),
            BoardSets::Large(_) => scratch.large.make_room(),
        }
        scratch
    }
}

impl Weights {
    /// The weights for games with or without holdings.
    pub fn tuned(holdings: bool) -> Weights {
        if holdings { tuned::HOLDINGS } else { tuned::BOARD }
    }
}

impl Evaluator {
    /// Makes the tables for a game; takes some milliseconds.
    pub fn new(rules: &Arc<Rules>) -> Evaluator {
        let weights = Weights::tuned(rules.has_holdings());
        Evaluator::with_weights(rules, &Reach::new(rules), &weights, &Values::new())
    }

    /// Makes the tables with weights and values of pieces other than those of the program. `reach` must be that of the
    /// rules.
    pub fn with_weights(rules: &Arc<Rules>, reach: &Reach, weights: &Weights, values: &Values) -> Evaluator {
        let tables = Tables::new(rules, reach, weights, values);
        let full_material = Color::ALL
            .into_iter()
            .flat_map(|color| rules.kinds().map(move |kind| (color, kind)))
            .filter(|&(_, kind)| !rules.is_pawn(kind))
            .map(|(color, kind)| {
                i32::from(rules.start_count(color, kind)) * tables.board[kind.index()].midgame()
            })
            .sum::<i32>();
        let capture_values = (0..Piece::COUNT).map(|index| capture_value(rules, &tables, index)).collect();
        Evaluator {
            rules: rules.clone(),
            pawns: PawnTables::new(rules, weights),
            danger: Danger::new(weights),
            both_shades: weights.both_shades,
            bound_pawns: weights.bound_pawns,
            contested: weights.contested,
            step_threat: weights.step_threat,
            castling_right: weights.castling_right,
            chances: weights.chances,
            tempo: weights.tempo,
            tempo_hand: weights.tempo_hand,
            hand_again: weights.hand_again,
            hand_hole: weights.hand_hole,
            tables,
            zones: reach.zones.clone(),
            scale: PhaseScale::new(full_material),
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
        let pawn = self.rules.pawn().map_or(0, |pawn| self.tables.board[pawn.index()].midgame());
        self.tables.board[kind.index()].midgame() - pawn
    }

    /// The value of a side's pieces on the board other than Pawns.
    pub fn material(&self, position: &Position, color: Color) -> Score {
        let pieces = self.rules.kinds().filter(|&kind| !self.rules.is_pawn(kind));
        pieces
            .map(|kind| i32::from(position.count(color, kind)) * self.tables.board[kind.index()].midgame())
            .sum()
    }

    /// The score of a position for the side to move, in centipawns, at most 30000 either way. `totals` must be that of the
    /// position, and `scratch` never be lent to another evaluator.
    pub fn evaluate(&self, position: &Position, totals: &Totals, scratch: &mut Scratch) -> Score {
        match &self.zones {
            BoardZones::Small(zones) => self.work_out(zones, position, totals, &mut scratch.small),
            BoardZones::Medium(zones) => self.work_out(zones, position, totals, &mut scratch.medium),
            BoardZones::Large(zones) => self.work_out(zones, position, totals, &mut scratch.large),
        }
    }

    /// [`Evaluator::evaluate`] of a single position.
    pub fn evaluate_once(&self, position: &Position) -> Score {
        self.evaluate(position, &self.totals(position), &mut Scratch::default())
    }

    fn work_out<B: Bits>(
        &self,
        zones: &Zones<B>,
        position: &Position,
        totals: &Totals,
        memo: &mut PawnMemo<B>,
    ) -> Score {
        let kings = self.kings(position);
        let pawns = memo.get(&self.pawns, zones, position);
        let mut scene = Scene::new(position, pawns);
        let activity = self.activity(zones, kings, pawns, totals, &mut scene);
        let mut sides = totals.0;
        for color in Color::ALL {
            sides[color].score += activity[color].score;
            let lines = self.lines(zones.files[kings[!color]], pawns.files[!color], pawns.files[color]);
            sides[color].attack += (activity[color].attack + lines) / 16;
            if position.hand_kinds(color) != 0 {
                let empty = (zones.ring[kings[!color]] & !scene.occupied).count() as i32;
                sides[color].attack += self.drop_pressure(position, color, kings[!color], empty);
                let hand = totals.0[color].in_hand;
                let kinds = position.hand_kinds(color).count_ones() as i32;
                sides[color].score += self.hand_again * (hand - kinds);
                sides[!color].attack += self.danger.hand_guard * hand.min(HAND_COUNTED) / 16;
            }
        }
        for color in Color::ALL {
            let rights = position.rights() & self.rules.castling_rights(color);
            sides[color].score += self.castling_right * rights.count_ones() as i32 + pawns.score[color];
            sides[color].score += self.shades(zones, position, color);
            for number in pawns.passed[color].numbers() {
                sides[color].score += self.pawns.passed(zones, color, number, &scene);
            }
            let waits = position.side() != color;
            let danger = self.danger.of(sides[!color].attack, sides[color].defence, waits);
            sides[color].score -= danger;
        }
        let phase = self.phase(totals);
        let us = position.side();
        let lead = sides[us].score - sides[!us].score;
        let strong = if lead.endgame() > 0 { us } else { !us };
        let score = lead.with_endgame_share(self.chances_of(position, strong)).at(phase);
        let score = self.scaled(position, score, &sides);
        (score + self.tempo(totals, us).at(phase)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The share of its lead in the endgame that a side can hope to make good, in 1/256: all of it against a bare King.
    #[inline]
    fn chances_of(&self, position: &Position, strong: Color) -> i32 {
        let pawns = position.pawn_count(strong);
        if pawns == 0 && position.pieces(!strong).len() == 1 {
            return FULL_SHARE;
        }
        self.chances[pawns.min(CHANCES - 1)]
    }

    /// What colour-bound pieces count: those on squares of either colour together, and each by the own Pawns in its way.
    fn shades<B: Bits>(&self, zones: &Zones<B>, position: &Position, color: Color) -> Tapered {
        let bound = Kind::in_mask(self.tables.bound[color] & position.board_kinds(color));
        let bound = B::union(bound.map(|kind| position.kind_set(color, kind)));
        if bound.is_empty() {
            return Tapered::default();
        }
        let pawns = position.pawn_set::<B>(color);
        let [light, dark] = zones.shades.map(|shade| (bound & shade).count() as i32);
        let [on_light, on_dark] = zones.shades.map(|shade| (pawns & shade).count() as i32);
        self.bound_pawns * (light * on_light + dark * on_dark)
            + self.both_shades * i32::from(light > 0 && dark > 0)
    }

    /// Pressure on the enemy King by pieces in hand, with so many empty squares around it.
    fn drop_pressure(&self, position: &Position, color: Color, enemy_king: usize, empty: i32) -> i32 {
        let mut pressure = 0;
        for kind in position.kinds_in_hand(color) {
            let count = i32::from(position.in_hand(color, kind));
            // The second and the third of a kind add half as much each, more of them nothing.
            pressure += self.tables.drop_pressure(color, kind, enemy_king) * (count.min(3) + 1) / 2;
        }
        pressure * (256 + self.danger.hand_empty * empty) / 256
    }

    /// Pressure on a King by those of the files near it that have no Pawns, in 1/16; its own Pawns first.
    fn lines(&self, near: u16, own: u16, enemy: u16) -> i32 {
        let number = |files: u16| files.count_ones() as i32;
        self.danger.open_file * number(near & !own) + self.danger.bare_file * number(near & !own & !enemy)
    }

    /// Adjusts a score from the side to move's view to how hard it is to win.
    fn scaled(&self, position: &Position, score: Score, sides: &ByColor<SideTotals>) -> Score {
        if score == 0 {
            return score;
        }
        let Some(strong) = self.leads_without_pawns(position, score) else { return score };
        let weak = !strong;
        if sides[strong].material - sides[weak].material < HARDLY_ENOUGH {
            return score / HARDLY_WON;
        }
        if position.pieces(weak).len() == 1 {
            let geometry = self.rules.geometry();
            let (king, bare) = (position.king(strong), position.king(weak));
            let edge = from_centre(geometry, bare) * BARE_KING_EDGE;
            return score + score.signum() * (edge - distance(geometry, king, bare) * BARE_KING_NEAR);
        }
        score
    }
}

/// What pressure on a King costs.
#[derive(Debug)]
struct Danger {
    weak_ring: i32,
    held_ring: i32,
    outer_guard: i32,
    hand_guard: i32,
    waits: i32,
    escapes: [i32; 3],
    open_file: i32,
    bare_file: i32,
    hand_empty: i32,
    defence_share: i32,
    square: i32,
    linear: i32,
    share: Tapered,
}

impl Danger {
    fn new(weights: &Weights) -> Danger {
        Danger {
            weak_ring: weights.weak_ring,
            held_ring: weights.held_ring,
            outer_guard: weights.outer_guard,
            hand_guard: weights.hand_guard,
            waits: weights.danger_waits,
            escapes: weights.escapes,
            open_file: weights.open_file,
            bare_file: weights.bare_file,
            hand_empty: weights.hand_pressure_empty,
            defence_share: weights.defence_share,
            square: weights.danger_square,
            linear: weights.danger_linear,
            share: weights.danger_share,
        }
    }

    /// The cost of the enemy's pressure on a King against that of its own side around it.
    fn of(&self, attack: i32, defence: i32, waits: bool) -> Tapered {
        let pressure = (attack - defence * self.defence_share / 256).max(0);
        let bent = if pressure <= DANGER_BEND {
            pressure * pressure
        } else {
            DANGER_BEND * (2 * pressure - DANGER_BEND)
        };
        let danger = bent * self.square / 4096 + pressure * self.linear / 256;
        let danger = danger.clamp(0, DANGER_MAX);
        let danger = danger + if waits { danger * self.waits / 256 } else { 0 };
        (self.share * danger).divided(256)
    }
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
        if rules.has_holdings() { tables.hand[rules.kind_in_hand(piece).index()].midgame() } else { 0 };
    tables.board[kind_index].midgame() + gained
}
