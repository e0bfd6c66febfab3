//! What pieces attack on the board as it is: mobility, threats, and attacks on the Kings.

use crate::position::Position;
use crate::types::{Bits, ByColor, Color};

use super::Evaluator;
use super::pawn_memo::PawnPicture;
use super::scene::Scene;
use super::tables::Activity;
use super::tapered::Tapered;
use super::totals::{HAND_COUNTED, Totals};
use super::zones::Zones;

/// With so many Pawns on either side a piece counts just its value.
const USUAL_PAWNS: i32 = 5;
/// And with so many other pieces, the King among them.
const USUAL_OFFICERS: i32 = 8;

/// At most so many squares for safe checks by a kind count beside the first.
const MORE_CHECKS: u32 = 3;

/// What the activity of a side is worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activities {
    pub(super) score: Tapered,
    /// Pressure on the enemy King in 1/16 of that of the tables.
    pub(super) attack: i32,
}

impl Evaluator {
    /// Looks at what every piece attacks, which is added to the scene.
    pub(super) fn activity<B: Bits>(
        &self,
        zones: &Zones<B>,
        kings: ByColor<usize>,
        pawns: &PawnPicture<B>,
        totals: &Totals,
        scene: &mut Scene<'_, B>,
    ) -> ByColor<Activities> {
        let mut found = ByColor::from_fn(|color| self.walk(zones, color, kings[!color], pawns, scene));
        for color in Color::ALL {
            found[color].score += self.threatened(color, scene) + self.prospects(zones, color, pawns, scene);
            found[color].score += self.holes(zones, color, totals.0[color].in_hand, scene);
            found[color].attack += self.assault(zones, color, kings[!color], scene);
        }
        found
    }

    /// Mobility, outposts, and attacks on the squares around the enemy King.
    fn walk<B: Bits>(
        &self,
        zones: &Zones<B>,
        color: Color,
        enemy_king: usize,
        pawns: &PawnPicture<B>,
        scene: &mut Scene<'_, B>,
    ) -> Activities {
        let mut found = Activities::default();
        let (position, occupied) = (scene.position, scene.occupied);
        let rights = position.rights();
        let (ring, outer) = (zones.ring[enemy_king], zones.outer[enemy_king]);
        let free = !(scene.sides[color].pieces | scene.sides[!color].by_pawn);
        let farther = free & zones.enemy_half[color];
        let numbers = [color, !color].map(|color| Numbers::new(position, color));
        let (mut by_piece, mut by_two) = (B::default(), B::default());
        for kind in position.kinds_on_board(color).filter(|&kind| !self.rules.is_pawn(kind)) {
            let pieces: B = position.kind_set(color, kind);
            let activity = self.tables.activity(color, kind);
            let mover = zones.attacks.mover(color, kind);
            let mut by_kind = B::default();
            for from in pieces.numbers() {
                let attacked = mover.attacked(from, occupied, rights);
                by_two |= by_piece & attacked;
                by_piece |= attacked;
                by_kind |= attacked;
                found.score += activity.mobility((attacked & free).count() as usize);
                found.score += activity.enemy_half * (attacked & farther).count() as i32;
                let hits = (attacked & ring).count() as i32;
                found.attack += activity.ring_attack * hits + activity.ring_attacker * hits.min(1);
                found.attack += activity.outer_attack * (attacked & outer).count() as i32;
            }
            scene.sides[color].by_kind[kind.index()] = by_kind;
            found.score += among_others(activity, pieces, color, pawns, numbers);
        }
        (scene.sides[color].by_piece, scene.sides[color].by_two) = (by_piece, by_two);
        found
    }

    /// What attacks on a side's pieces cost.
    fn threatened<B: Bits>(&self, color: Color, scene: &Scene<'_, B>) -> Tapered {
        let mut score = Tapered::default();
        let position = scene.position;
        let waits = usize::from(position.side() != color);
        let (own, enemy) = (&scene.sides[color], &scene.sides[!color]);
        let defended = own.attacks();
        let attacked = enemy.attacks();
        let forgotten = !(defended | attacked);
        let hanging = attacked & !defended;
        // What officers of less value attack: more of them from kind to kind, for both lists ascend.
        let mut officers = self.tables.officers.iter();
        let (mut lesser, mut by_lesser) = (0, B::default());
        for &kind in &self.tables.capturable {
            let pieces: B = position.kind_set(color, kind);
            if (pieces & (attacked | forgotten)).is_empty() {
                continue;
            }
            let times = |value: Tapered, those: B| value * (pieces & those).count() as i32;
            let activity = self.tables.activity(color, kind);
            score += times(activity.loose, forgotten);
            if (pieces & attacked).is_empty() {
                continue;
            }
            for &officer in officers.by_ref().take(activity.lesser - lesser) {
                by_lesser |= enemy.by_kind[officer.index()];
            }
            lesser = activity.lesser;
            let by_lesser = by_lesser & defended & !enemy.by_pawn;
            score += times(activity.attacked_by_pawn[waits], enemy.by_pawn)
                + times(activity.hanging[waits], hanging)
                + times(activity.attacked_by_lesser[waits], by_lesser)
                + times(activity.attacked[waits], enemy.by_piece & defended & !by_lesser);
        }
        score
    }

    /// What a side can count on for the next moves: squares that the enemy does not hold, and Pawns that can step up to attack.
    fn prospects<B: Bits>(
        &self,
        zones: &Zones<B>,
        color: Color,
        pawns: &PawnPicture<B>,
        scene: &Scene<'_, B>,
    ) -> Tapered {
        let (own, enemy) = (&scene.sides[color], &scene.sides[!color]);
        let attacked = own.attacks();
        let held = enemy.by_pawn | enemy.by_two & !own.by_two;
        let contested = attacked & enemy.attacks() & !held;
        let score = self.contested * contested.count() as i32;
        let Some(pawn) = self.rules.pawn() else { return score };
        let position = scene.position;
        let tenable = !(scene.occupied | enemy.by_pawn) & (attacked | !enemy.attacks());
        let mover = zones.attacks.mover(color, pawn);
        let from_there = (pawns.steps[color] & tenable).numbers();
        let threatened = B::union(from_there.map(|from| mover.leaps(from)));
        let officers = enemy.pieces & !position.kind_set::<B>(!color, pawn);
        score + self.step_threat * (threatened & officers).count() as i32
    }

    /// What so many pieces in hand gain by squares in the enemy's half where nothing stands and the enemy attacks nothing.
    fn holes<B: Bits>(&self, zones: &Zones<B>, color: Color, hand: i32, scene: &Scene<'_, B>) -> Tapered {
        if hand == 0 {
            return Tapered::default();
        }
        let holes = zones.enemy_half[color] & !(scene.occupied | scene.sides[!color].attacks());
        (self.hand_hole * (holes.count() as i32 * hand.min(HAND_COUNTED))).divided(4)
    }

    /// Pressure on the enemy King by weak squares around it and by safe checks.
    fn assault<B: Bits>(
        &self,
        zones: &Zones<B>,
        color: Color,
        enemy_king: usize,
        scene: &Scene<'_, B>,
    ) -> i32 {
        let position = scene.position;
        let (own, enemy) = (&scene.sides[color], &scene.sides[!color]);
        let ring = zones.ring[enemy_king];
        let held = ring & (enemy.by_pawn | enemy.by_two);
        let weak = ring & own.attacks() & !held;
        let escapes = ring & !(own.attacks() | enemy.pieces);
        let no_way_out = self.danger.escapes.get(escapes.count() as usize).copied().unwrap_or(0);
        let guarded = zones.outer[enemy_king] & enemy.attacks();
        let mut pressure = self.danger.weak_ring * weak.count() as i32
            + self.danger.held_ring * held.count() as i32
            + self.danger.outer_guard * guarded.count() as i32
            + no_way_out;

        // A piece that gives check cannot be taken if nothing guards its square, or only the King does and it is covered.
        let unguarded = !enemy.attacks();
        let by_king_alone = ring & enemy.by_piece & !held;
        let checks =
            |kind| zones.attacks.mover(!color, kind).attacked(enemy_king, scene.occupied, position.rights());
        let safe = (unguarded | by_king_alone & (own.by_pawn | own.by_two)) & !own.pieces;
        let origins = zones.attacks.origins(color, enemy_king);
        for kind in position.kinds_on_board(color) {
            let within_reach = own.by_kind[kind.index()] & safe & origins[kind.index()];
            if !within_reach.is_empty() {
                let activity = self.tables.activity(color, kind);
                let number = (within_reach & checks(kind)).count();
                pressure += by_number(number, activity.safe_check, activity.safe_checks_more);
            }
        }
        let safe = (unguarded | by_king_alone & own.attacks()) & !scene.occupied;
        for kind in position.kinds_in_hand(color) {
            let activity = self.tables.activity(color, kind);
            let legal = if self.rules.is_pawn(kind) { safe & zones.pawn_drops[color] } else { safe };
            let number = (legal & checks(kind)).count();
            pressure += by_number(number, activity.safe_drop, activity.safe_drops_more);
        }
        pressure
    }
}

/// How many pieces a side has, less the usual number.
#[derive(Clone, Copy)]
struct Numbers {
    pawns: i32,
    /// Other pieces, the King among them.
    officers: i32,
}

impl Numbers {
    #[inline]
    fn new(position: &Position, color: Color) -> Numbers {
        let pawns = position.pawn_count(color) as i32;
        let officers = position.pieces(color).len() as i32 - pawns;
        Numbers { pawns: pawns - USUAL_PAWNS, officers: officers - USUAL_OFFICERS }
    }
}

/// What pieces of a kind count by what else is on the board: outposts, files without Pawns, and the numbers of pieces, own
/// and enemy.
#[inline(always)]
fn among_others<B: Bits>(
    activity: &Activity,
    pieces: B,
    color: Color,
    pawns: &PawnPicture<B>,
    [own, enemy]: [Numbers; 2],
) -> Tapered {
    let times = |value: Tapered, those: B| value * (pieces & those).count() as i32;
    let (free, open) = (pawns.half_open[color], pawns.half_open[color] & pawns.half_open[!color]);
    times(activity.outpost, pawns.outposts[color])
        + times(activity.on_half_open_file, free & !open)
        + times(activity.on_open_file, open)
        + (activity.with_own_pawns * own.pawns
            + activity.with_enemy_pawns * enemy.pawns
            + activity.with_own_officers * own.officers
            + activity.with_enemy_officers * enemy.officers)
            * pieces.count() as i32
}

/// What a number of checks counts.
#[inline]
fn by_number(checks: u32, first: i32, more: i32) -> i32 {
    if checks == 0 { 0 } else { first + more * (checks - 1).min(MORE_CHECKS) as i32 }
}
