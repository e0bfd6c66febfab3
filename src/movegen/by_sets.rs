//! Captures, promotions and checks from sets of squares: most pieces have none, which a set tells at once.

use crate::position::{Position, Threats};
use crate::rules::{AttackSets, BoardSets, Mover};
use crate::types::{Bits, Color, Kind, Move, Square};

use super::filter::{Filter, Free, KingSafe, Tried, Within};
use super::generate::{self, Noisy};
use super::sink::Sink;

/// Which moves are looked for.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// The captures and promotions of all pieces of the side to move.
    Captures,
    /// Those of the piece on a square.
    CapturesOf(Square),
    /// Moves of officers to empty squares from where they attack the enemy King. Kinds that do not move as they capture have
    /// none here.
    QuietChecks,
}

/// Generates legal moves of a sort.
#[inline]
pub(super) fn find<S: Sink>(position: &Position, threats: &Threats, wanted: Wanted, sink: &mut S) {
    match &position.rules().sets {
        BoardSets::Small(sets) => BySets::new(sets, position, threats, sink).find(wanted),
        BoardSets::Medium(sets) => BySets::new(sets, position, threats, sink).find(wanted),
        BoardSets::Large(sets) => BySets::new(sets, position, threats, sink).find(wanted),
    }
}

/// What finding moves takes.
struct BySets<'a, B, S> {
    sets: &'a AttackSets<B>,
    position: &'a Position,
    threats: &'a Threats,
    us: Color,
    enemies: B,
    occupied: B,
    sink: &'a mut S,
}

impl<'a, B: Bits, S: Sink> BySets<'a, B, S> {
    #[inline]
    fn new(
        sets: &'a AttackSets<B>,
        position: &'a Position,
        threats: &'a Threats,
        sink: &'a mut S,
    ) -> BySets<'a, B, S> {
        let us = position.side();
        let (enemies, occupied) = (position.side_set(!us), position.occupied_set());
        BySets { sets, position, threats, us, enemies, occupied, sink }
    }

    #[inline]
    fn find(&mut self, wanted: Wanted) {
        match wanted {
            Wanted::Captures => self.captures(),
            Wanted::CapturesOf(from) => self.captures_of(from),
            Wanted::QuietChecks => self.quiet_checks(),
        }
    }

    fn captures(&mut self) {
        for kind in self.position.kinds_on_board(self.us) {
            self.of_kind(kind, self.position.kind_set(self.us, kind));
        }
    }

    fn quiet_checks(&mut self) {
        let (position, rules, us) = (self.position, self.position.rules(), self.us);
        let king = rules.number(position.king(!us));
        let checks = position.direct_checks();
        for kind in position.kinds_on_board(us) {
            let mover = self.sets.mover(us, kind);
            if rules.is_pawn(kind) || rules.is_royal(kind) || !mover.moves_as_it_captures() {
                continue;
            }
            let reversed = self.sets.mover(!us, kind);
            let checking = reversed.attacked(king, self.occupied, position.rights()) & !self.occupied;
            if checking.is_empty() {
                continue;
            }
            for from in position.kind_set::<B>(us, kind).numbers() {
                let reached = checking & mover.attacked(from, self.occupied, position.rights());
                // Some lame pieces attack one way and not the other.
                let gives = |to: usize| checks.gives(Move::normal(rules.squares[from], rules.squares[to]));
                let targets = B::from_numbers(reached.numbers().filter(|&to| gives(to)));
                if !targets.is_empty() {
                    self.go(from, targets);
                }
            }
        }
    }

    fn captures_of(&mut self, from: Square) {
        let number = self.position.rules().number(from);
        self.of_kind(self.position.at(from).kind(), B::of(number));
    }

    /// The captures of some pieces of a kind.
    #[inline]
    fn of_kind(&mut self, kind: Kind, pieces: B) {
        let (rules, rights) = (self.position.rules(), self.position.rights());
        let mover = self.sets.mover(self.us, kind);
        if rules.is_pawn(kind) {
            return self.of_pawns(mover, pieces);
        }
        for from in pieces.numbers() {
            let victims = mover.attacked(from, self.occupied, rights) & self.enemies;
            if !victims.is_empty() {
                self.go(from, victims);
            }
        }
    }

    /// The captures of some Pawns, and the promotions of those that are near enough.
    #[inline]
    fn of_pawns(&mut self, mover: &Mover<B>, pawns: B) {
        let (position, rules) = (self.position, self.position.rules());
        let plain = pawns & rules.plain_pawns(self.us);
        for from in plain.numbers() {
            let victims = mover.leaps(from) & self.enemies;
            if !victims.is_empty() {
                self.go(from, victims);
            }
        }
        for from in (pawns & !plain).numbers() {
            generate::walk::<Noisy, _>(position, self.threats, rules.squares[from], self.sink);
        }
        if let Some(ep) = position.en_passant() {
            for &from in rules.en_passant_origins(self.us, ep.target) {
                if plain.has(rules.number(from)) {
                    generate::en_passant(position, from, ep, self.sink);
                }
            }
        }
    }

    /// Hands out moves of a piece, as far as they leave the King safe.
    #[inline]
    fn go(&mut self, from: usize, targets: B) {
        let (position, threats) = (self.position, self.threats);
        let square = position.rules().squares[from];
        if square == position.king(self.us) {
            self.go_if(square, targets, &KingSafe::new(position));
        } else if threats.leaves_free(square) {
            self.go_if(square, targets, &Free);
        } else if threats.try_all {
            self.go_if(square, targets, &Tried(position));
        } else {
            self.go_if(square, targets, &Within(threats.allowed(square)));
        }
    }

    #[inline]
    fn go_if<F: Filter>(&mut self, from: Square, targets: B, filter: &F) {
        let squares = &self.position.rules().squares;
        let targets = targets.numbers().map(|number| squares[number]);
        self.sink.add_all(from, targets.filter(|&to| filter.allows(from, to)));
    }
}
