//! What pieces attack on the board as it is: mobility, threats, and attacks on the Kings.

use crate::movegen::for_each_attack;
use crate::position::Position;
use crate::rules::shade;
use crate::types::{ByColor, Color, Kind, Piece, Square};

use super::Evaluator;
use super::pawn_memo::PawnPicture;
use super::pawns::PawnFiles;
use super::tables::{COUNTS, OUTER, RING, SURROUNDINGS, Tables, mark};
use super::tapered::Tapered;

/// In a cell of [`Control`]: whether a Pawn attacks the square.
const BY_PAWN: u32 = 64;
/// In a cell of [`Control`]: the part that counts attacks by other pieces.
const BY_PIECES: u32 = BY_PAWN - 1;
/// At most so many squares for safe checks by a kind count beside the first.
const MORE_CHECKS: i32 = 3;

/// What both sides attack and see.
#[derive(Debug)]
pub(super) struct Control {
    /// What attacks each square: [`BY_PAWN`] if a Pawn does, the number of other pieces that do, and above that the marks of
    /// their kinds.
    attacks: ByColor<[u32; 256]>,
    /// What each side sees of each square: [`FREE`] if neither its own pieces nor enemy Pawns keep others of it from going
    /// there, and then the marks of the kinds that may give check from there; [`RING`] around the enemy King, and [`OUTER`]
    /// around that.
    sight: ByColor<[u32; 256]>,
}

/// What the activity of a side is worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activities {
    pub(super) score: Tapered,
    /// Pressure on the enemy King in 1/16 of that of the tables.
    pub(super) attack: i32,
    /// The marks of the kinds that attack a square from where they may give check.
    may_check: u32,
    /// Whether there is a colour-bound piece on either shade.
    pub(super) bound: [bool; 2],
}

impl Control {
    /// Of an empty board without Kings.
    pub(super) fn new() -> Control {
        Control { attacks: ByColor([[0; 256]; 2]), sight: ByColor([[0; 256]; 2]) }
    }

    /// Starts with a position, whose Kings are on the given places: all that stands in the way, and what Pawns attack.
    pub(super) fn set_up(
        &mut self,
        position: &Position,
        tables: &Tables,
        kings: ByColor<usize>,
        pawns: &PawnPicture,
    ) {
        let used = tables.mailbox();
        for color in Color::ALL {
            self.attacks[color][..used].fill(0);
            let sight = &mut self.sight[color];
            sight[..used].copy_from_slice(&tables.sight(color, kings[!color])[..used]);
            for square in position.pieces(color) {
                sight[square.index()] &= SURROUNDINGS;
            }
        }
        for color in Color::ALL {
            let (attacks, sight) = (&mut self.attacks[color], &mut self.sight[!color]);
            for square in &pawns.attacked[color] {
                attacks[square.index()] = BY_PAWN;
                sight[square.index()] &= SURROUNDINGS;
            }
        }
    }

    /// Whether a side attacks a square at all.
    #[inline]
    pub(super) fn attacks(&self, color: Color, square: Square) -> bool {
        self.attacks[color][square.index()] != 0
    }

    /// Whether a Pawn of a side attacks a square.
    #[inline]
    pub(super) fn attacks_by_pawn(&self, color: Color, square: Square) -> bool {
        self.attacks[color][square.index()] & BY_PAWN != 0
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
        pawns: &PawnPicture,
        control: &mut Control,
    ) -> ByColor<Activities> {
        let mut found = ByColor::from_fn(|color| self.walk(position, color, &pawns.files[!color], control));
        for color in Color::ALL {
            found[color].score += self.threatened(position, color, control);
            found[color].attack += self.assault(position, color, kings[!color], &found[color], control);
        }
        found
    }

    /// Mobility, outposts, and attacks on the squares around the enemy King.
    fn walk(
        &self,
        position: &Position,
        color: Color,
        enemy_pawns: &PawnFiles,
        control: &mut Control,
    ) -> Activities {
        let mut found = Activities::default();
        let (attacks, sight) = (&mut control.attacks[color], &control.sight[color]);
        for &square in position.pieces(color) {
            let piece = position.at(square);
            let traits = self.tables.traits(piece);
            if traits.bound {
                found.bound[usize::from(shade(square))] = true;
            }
            if traits.pawn {
                continue;
            }
            let mark = traits.mark;
            let (mut seen, mut checked) = (0, 0);
            for_each_attack(position, piece, square, |to| {
                let cell = &mut attacks[to.index()];
                *cell = (*cell + 1) | mark;
                let sight = sight[to.index()];
                seen += sight & COUNTS;
                checked |= sight;
            });
            let mobility = (seen % RING) as usize;
            let hits = (seen % OUTER / RING) as i32;
            let activity = self.tables.activity(color, piece.kind());
            found.score += activity.mobility(mobility);
            found.attack += activity.outer_attack * (seen / OUTER) as i32;
            if hits > 0 {
                found.attack += activity.ring_attacker + activity.ring_attack * hits;
            }
            found.may_check |= checked & mark;
            if attacks[square.index()] & BY_PAWN != 0 && self.pawns.is_hole(!color, square, enemy_pawns) {
                found.score += activity.outpost;
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
    fn assault(
        &self,
        position: &Position,
        color: Color,
        enemy_king: usize,
        found: &Activities,
        control: &Control,
    ) -> i32 {
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
            if found.may_check & mark(kind) != 0 && position.count(color, kind) > 0 {
                let checks = safe_checks(position, color, kind, control);
                let activity = self.tables.activity(color, kind);
                pressure += by_number(checks, activity.safe_check, activity.safe_checks_more);
            }
        }
        for kind in position.kinds_in_hand(color) {
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
