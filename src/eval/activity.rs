//! What pieces attack on the board as it is: mobility, threats, and attacks on the Kings.

use crate::movegen::for_each_attack;
use crate::position::Position;
use crate::types::{ByColor, Color, Kind, Piece, Square};

use super::tables::{FREE, RING, Tables};
use super::tapered::Tapered;
use super::{Evaluator, Side};

/// In a cell of [`Control`]: what an attack by a Pawn adds.
const BY_PAWN: u8 = 32;
/// In a cell of [`Control`]: the part that counts attacks by other pieces.
const BY_PIECES: u8 = BY_PAWN - 1;
/// At most so many squares for safe checking drops of a kind count beside the first.
const MORE_DROPS: i32 = 3;

/// What both sides attack and see.
#[derive(Debug)]
pub(super) struct Control {
    /// How often each side attacks each square.
    attacks: ByColor<[u8; 256]>,
    /// What each side sees of each square: [`FREE`] if neither its own pieces nor enemy Pawns keep others of it from going
    /// there, and [`RING`] around the enemy King.
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
            attacks[to.index()] = attacks[to.index()].wrapping_add(BY_PAWN);
            sight[to.index()] &= !FREE;
        });
    }

    /// Whether a side attacks a square at all.
    #[inline]
    fn attacks(&self, color: Color, square: Square) -> bool {
        self.attacks[color][square.index()] != 0
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
            let mut seen = 0;
            for_each_attack(position, piece, square, |to| {
                let times = &mut attacks[to.index()];
                *times = times.wrapping_add(1);
                seen += usize::from(sight[to.index()]);
            });
            let (mobility, hits) = (seen % usize::from(RING), (seen / usize::from(RING)) as i32);
            let activity = self.tables.activity(color, piece.kind());
            found.score += activity.mobility(mobility);
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
            if attackers == 0 {
                continue;
            }
            let activity = self.tables.activity(color, position.at(square).kind());
            if attackers >= BY_PAWN {
                score += activity.attacked_by_pawn[waits];
            }
            if !control.attacks(color, square) {
                score += activity.hanging[waits];
            } else if attackers & BY_PIECES != 0 {
                score += activity.attacked[waits];
            }
        }
        score
    }

    /// Pressure on the enemy King by weak squares around it and by drops that give check.
    fn assault(&self, position: &Position, color: Color, enemy_king: usize, control: &Control) -> i32 {
        let (own, enemy) = (&control.attacks[color], &control.attacks[!color]);
        let around = self.tables.around(enemy_king).iter();
        let weak = around.filter(|square| own[square.index()] != 0 && enemy[square.index()] <= 1).count();
        let mut pressure = self.danger.weak_ring * weak as i32;
        let mut in_hand = position.hand_kinds(color);
        while in_hand != 0 {
            let kind = Kind::new(in_hand.trailing_zeros() as usize);
            in_hand &= in_hand - 1;
            let drops = self.safe_checks(position, color, kind, control);
            if drops > 0 {
                let activity = self.tables.activity(color, kind);
                pressure += activity.safe_drop + activity.safe_drops_more * (drops - 1).min(MORE_DROPS);
            }
        }
        pressure
    }

    /// The number of squares where a piece in hand can be dropped with check and cannot be taken: nothing attacks the
    /// square, or only the King does and it is covered.
    fn safe_checks(&self, position: &Position, color: Color, kind: Kind, control: &Control) -> i32 {
        let mut count = 0;
        let king = position.king(!color);
        let sight = &control.sight[color];
        let pawn = self.rules.is_pawn(kind);
        for_each_attack(position, Piece::new(!color, kind), king, |from| {
            let legal =
                position.at(from).is_empty() && (!pawn || self.rules.pawn_drops(color).contains(from));
            let guards = control.attacks[!color][from.index()];
            let by_king = u8::from(sight[from.index()] & RING != 0);
            let safe = guards == 0 || guards <= by_king && control.attacks(color, from);
            count += i32::from(legal && safe);
        });
        count
    }
}
