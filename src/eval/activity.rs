//! What pieces attack on the board as it is: mobility, threats, and attacks on the Kings.

use crate::movegen::for_each_attack;
use crate::position::Position;
use crate::types::{ByColor, Color, Kind, Piece, Square};

use super::tables::{FREE, OUTER, RING, Tables, mark};
use super::tapered::Tapered;
use super::{Evaluator, Side};

/// In a cell of [`Control`]: what an attack by a Pawn adds.
const BY_PAWN: u32 = 64;
/// In a cell of [`Control`]: the part that counts attacks by other pieces.
const BY_PIECES: u32 = BY_PAWN - 1;
/// In a cell of [`Control`]: both counts, without the marks of kinds.
const COUNTS: u32 = 0xfff;
/// At most so many squares for safe checks by a kind count beside the first.
const MORE_CHECKS: i32 = 3;

/// What both sides attack and see.
#[derive(Debug)]
pub(super) struct Control {
    /// How often each side attacks each square, and above that the marks of the kinds that do, Pawns apart.
    attacks: ByColor<[u32; 256]>,
    /// What each side sees of each square: [`FREE`] if neither its own pieces nor enemy Pawns keep others of it from going
    /// there, [`RING`] around the enemy King, and [`OUTER`] around that.
    sight: ByColor<[u16; 256]>,
}

/// What the activity of a side is worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activities {
    pub(super) score: Tapered,
    /// Pressure on the enemy King in 1/16 of that of the tables.
    pub(super) attack: i32,
}

impl Control {
    /// The control of an empty board but for the Kings, whose places are given.
    #[inline]
    pub(super) fn new(tables: &Tables, kings: ByColor<usize>) -> Control {
        Control {
            attacks: ByColor([[0; 256]; 2]),
            sight: ByColor::from_fn(|color: Color| *tables.sight(kings[!color])),
        }
    }

    /// Notes that a piece stands in the way of others of its side.
    #[inline]
    pub(super) fn occupy(&mut self, color: Color, square: Square) {
        self.sight[color][square.index()] &= !FREE;
    }

    /// Counts what a Pawn attacks.
    #[inline]
    pub(super) fn mark_pawn(&mut self, position: &Position, color: Color, pawn: Piece, square: Square) {
        let (attacks, sight) = (&mut self.attacks[color], &mut self.sight[!color]);
        for_each_attack(position, pawn, square, |to| {
            attacks[to.index()] += BY_PAWN;
            sight[to.index()] &= !FREE;
        });
    }

    /// Whether a side attacks a square at all.
    #[inline]
    pub(super) fn attacks(&self, color: Color, square: Square) -> bool {
        self.attacks[color][square.index()] != 0
    }

    /// Whether a Pawn of a side attacks a square.
    #[inline]
    pub(super) fn attacks_by_pawn(&self, color: Color, square: Square) -> bool {
        self.attacks[color][square.index()] & COUNTS >= BY_PAWN
    }

    /// Whether a piece of a side that gives check from a square cannot be taken there: nothing attacks the square, or only
    /// the King does while at least `covers` pieces of the side attack it.
    #[inline]
    fn is_safe(&self, color: Color, square: Square, covers: u32) -> bool {
        let guards = self.attacks[!color][square.index()] & COUNTS;
        guards == 0
            || guards == 1
                && self.sight[color][square.index()] & RING != 0
                && self.attacks[color][square.index()] & COUNTS >= covers
    }
}

impl Evaluator {
    /// Looks at what every piece attacks; `control` knows already what the Pawns attack.
    pub(super) fn activity(
        &self,
        position: &Position,
        kings: ByColor<usize>,
        sides: &ByColor<Side>,
        control: &mut Control,
    ) -> ByColor<Activities> {
        let mut found = ByColor::from_fn(|color| self.walk(position, color, &sides[color].pieces, control));
        for color in Color::ALL {
            found[color].score += self.threatened(position, color, control);
            found[color].attack += self.assault(position, color, kings[!color], control);
        }
        found
    }

    /// Mobility, and attacks on the squares around the enemy King.
    fn walk(
        &self,
        position: &Position,
        color: Color,
        pieces: &[Square],
        control: &mut Control,
    ) -> Activities {
        let mut found = Activities::default();
        let (attacks, sight) = (&mut control.attacks[color], &control.sight[color]);
        for &square in pieces {
            let piece = position.at(square);
            let mark = mark(piece.kind());
            let mut seen = 0;
            for_each_attack(position, piece, square, |to| {
                let cell = &mut attacks[to.index()];
                *cell = (*cell + 1) | mark;
                seen += usize::from(sight[to.index()]);
            });
            let mobility = seen % usize::from(RING);
            let hits = (seen % usize::from(OUTER) / usize::from(RING)) as i32;
            let activity = self.tables.activity(color, piece.kind());
            found.score += activity.mobility(mobility);
            found.attack += activity.outer_attack * (seen / usize::from(OUTER)) as i32;
            if hits > 0 {
                found.attack += activity.ring_attacker + activity.ring_attack * hits;
            }
        }
        found
    }

    /// What attacks on a side's pieces cost.
    fn threatened(&self, position: &Position, color: Color, control: &Control) -> Tapered {
        let mut score = Tapered::default();
        let waits = usize::from(position.side() != color);
        for &square in position.pieces(color) {
            let attackers = control.attacks[!color][square.index()];
            let activity = self.tables.activity(color, position.at(square).kind());
            if attackers == 0 {
                if !control.attacks(color, square) {
                    score += activity.loose;
                }
                continue;
            }
            let by_pawn = control.attacks_by_pawn(!color, square);
            if by_pawn {
                score += activity.attacked_by_pawn[waits];
            }
            if !control.attacks(color, square) {
                score += activity.hanging[waits];
            } else if attackers & activity.lesser != 0 && !by_pawn {
                score += activity.attacked_by_lesser[waits];
            } else if attackers & BY_PIECES != 0 {
                score += activity.attacked[waits];
            }
        }
        score
    }

    /// Pressure on the enemy King by weak squares around it and by safe checks.
    fn assault(&self, position: &Position, color: Color, enemy_king: usize, control: &Control) -> i32 {
        let (own, enemy) = (&control.attacks[color], &control.attacks[!color]);
        let (mut weak, mut escapes) = (0, 0);
        for square in self.tables.around(enemy_king) {
            let attacked = own[square.index()] != 0;
            weak += i32::from(attacked && enemy[square.index()] & COUNTS <= 1);
            escapes += usize::from(!attacked && !position.at(*square).is(!color));
        }
        let no_way_out = self.danger.escapes.get(escapes).copied().unwrap_or(0);
        let mut pressure = self.danger.weak_ring * weak + no_way_out;
        for &kind in &self.checkers {
            if position.count(color, kind) > 0 {
                let checks = safe_checks(position, color, kind, control);
                let activity = self.tables.activity(color, kind);
                pressure += by_number(checks, activity.safe_check, activity.safe_checks_more);
            }
        }
        let mut in_hand = position.hand_kinds(color);
        while in_hand != 0 {
            let kind = Kind::new(in_hand.trailing_zeros() as usize);
            in_hand &= in_hand - 1;
            let drops = self.safe_drops(position, color, kind, control);
            let activity = self.tables.activity(color, kind);
            pressure += by_number(drops, activity.safe_drop, activity.safe_drops_more);
        }
        pressure
    }

    /// The number of squares where a piece in hand can be dropped with check and cannot be taken.
    fn safe_drops(&self, position: &Position, color: Color, kind: Kind, control: &Control) -> i32 {
        let mut count = 0;
        let pawn = self.rules.is_pawn(kind);
        for_each_attack(position, Piece::new(!color, kind), position.king(!color), |from| {
            let legal =
                position.at(from).is_empty() && (!pawn || self.rules.pawn_drops(color).contains(from));
            count += i32::from(legal && control.is_safe(color, from, 1));
        });
        count
    }
}

/// The number of squares to which a piece of a kind can go with check and cannot be taken.
fn safe_checks(position: &Position, color: Color, kind: Kind, control: &Control) -> i32 {
    let mut count = 0;
    let mark = mark(kind);
    for_each_attack(position, Piece::new(!color, kind), position.king(!color), |from| {
        let reached = control.attacks[color][from.index()] & mark != 0 && !position.at(from).is(color);
        count += i32::from(reached && control.is_safe(color, from, 2));
    });
    count
}

/// What a number of checks counts.
#[inline]
fn by_number(checks: i32, first: i32, more: i32) -> i32 {
    if checks == 0 { 0 } else { first + more * (checks - 1).min(MORE_CHECKS) }
}
