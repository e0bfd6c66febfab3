//! What pieces attack on the board as it is: mobility, threats, and attacks on the Kings.

use crate::movegen::for_each_attack;
use crate::position::Position;
use crate::types::{ByColor, Color, Kind, Piece, Square};

use super::tapered::Tapered;
use super::{Evaluator, Side};

/// In a cell of [`Control`]: what an attack by a Pawn adds.
const BY_PAWN: u8 = 32;
/// In a cell of [`Control`]: the part that counts attacks by other pieces.
const BY_PIECES: u8 = BY_PAWN - 1;
/// At most so many squares for safe checking drops of a kind count beside the first.
const MORE_DROPS: i32 = 3;

/// How often each side attacks each square.
#[derive(Debug)]
pub(super) struct Control(ByColor<[u8; 256]>);

/// What the activity of a side is worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activities {
    pub(super) score: Tapered,
    /// Pressure on the enemy King in 1/16 of that of the tables.
    pub(super) attack: i32,
}

impl Control {
    pub(super) fn new() -> Control {
        Control(ByColor([[0; 256]; 2]))
    }

    /// Counts what a Pawn attacks.
    #[inline]
    pub(super) fn mark_pawn(&mut self, position: &Position, color: Color, pawn: Piece, square: Square) {
        let attacked = &mut self.0[color];
        for_each_attack(position, pawn, square, |to| {
            attacked[to.index()] = attacked[to.index()].wrapping_add(BY_PAWN);
        });
    }

    /// Whether a side attacks a square at all.
    #[inline]
    fn attacks(&self, color: Color, square: Square) -> bool {
        self.0[color][square.index()] != 0
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
        let mut found = ByColor::from_fn(|color| {
            self.walk(position, color, kings[!color], &sides[color].pieces, control)
        });
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
        enemy_king: usize,
        pieces: &[Square],
        control: &mut Control,
    ) -> Activities {
        let mut found = Activities::default();
        let near = self.tables.near(enemy_king);
        let [white, black] = &mut control.0.0;
        let (mine, theirs) = if color == Color::White { (white, &*black) } else { (black, &*white) };
        for &square in pieces {
            let piece = position.at(square);
            let (mut mobility, mut hits) = (0, 0);
            for_each_attack(position, piece, square, |to| {
                let cell = &mut mine[to.index()];
                *cell = cell.wrapping_add(1);
                hits += i32::from(near[to.index()]);
                let free = theirs[to.index()] < BY_PAWN && !position.at(to).is(color);
                mobility += usize::from(free);
            });
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
            let attackers = control.0[!color][square.index()];
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
        let (own, enemy) = (&control.0[color], &control.0[!color]);
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
        let near = self.tables.near(self.tables.dense.index(king));
        let pawn = self.rules.is_pawn(kind);
        for_each_attack(position, Piece::new(!color, kind), king, |from| {
            let legal =
                position.at(from).is_empty() && (!pawn || self.rules.pawn_drops(color).contains(from));
            let guards = control.0[!color][from.index()];
            let safe = guards == 0 || guards <= near[from.index()] && control.attacks(color, from);
            count += i32::from(legal && safe);
        });
        count
    }
}
