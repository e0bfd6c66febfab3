//! Captures and promotions from sets of squares: most pieces have none, which a set tells at once.

use std::cell::OnceCell;

use crate::position::{Position, Threats};
use crate::rules::{AttackSets, BoardSets, Mover};
use crate::types::{Bits, Color, Kind, Square};

use super::filter::{Filter, Free, KingSafe, Tried, Within};
use super::generate::{self, Noisy};
use super::sink::Sink;

/// The captures and promotions of all pieces of the side to move.
pub(super) fn all<S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    match &position.rules().sets {
        BoardSets::Small(sets) => Captures::new(sets, position, threats, sink).all(),
        BoardSets::Medium(sets) => Captures::new(sets, position, threats, sink).all(),
        BoardSets::Large(sets) => Captures::new(sets, position, threats, sink).all(),
    }
}

/// The captures and promotions of one piece of the side to move.
pub(super) fn of_piece<S: Sink>(position: &Position, threats: &Threats, from: Square, sink: &mut S) {
    match &position.rules().sets {
        BoardSets::Small(sets) => Captures::new(sets, position, threats, sink).of_piece(from),
        BoardSets::Medium(sets) => Captures::new(sets, position, threats, sink).of_piece(from),
        BoardSets::Large(sets) => Captures::new(sets, position, threats, sink).of_piece(from),
    }
}

/// What finding captures takes.
struct Captures<'a, B, S> {
    sets: &'a AttackSets<B>,
    position: &'a Position,
    threats: &'a Threats,
    us: Color,
    enemies: B,
    occupied: B,
    sink: &'a mut S,
}

impl<'a, B: Bits, S: Sink> Captures<'a, B, S> {
    #[inline]
    fn new(
        sets: &'a AttackSets<B>,
        position: &'a Position,
        threats: &'a Threats,
        sink: &'a mut S,
    ) -> Captures<'a, B, S> {
        let us = position.side();
        let (enemies, occupied) = (position.side_set(!us), position.occupied_set());
        Captures { sets, position, threats, us, enemies, occupied, sink }
    }

    fn all(&mut self) {
        for kind in self.position.kinds_on_board(self.us) {
            self.of_kind(kind, self.position.kind_set(self.us, kind));
        }
    }

    fn of_piece(&mut self, from: Square) {
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
                self.take(from, victims);
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
                self.take(from, victims);
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

    /// Hands out the captures of a piece, as far as they leave the King safe.
    #[inline]
    fn take(&mut self, from: usize, victims: B) {
        let (position, threats) = (self.position, self.threats);
        let square = position.rules().squares[from];
        if square == position.king(self.us) {
            self.take_if(square, victims, &KingSafe { position, without_king: OnceCell::new() });
        } else if threats.leaves_free(square) {
            self.take_if(square, victims, &Free);
        } else if threats.try_all {
            self.take_if(square, victims, &Tried(position));
        } else {
            self.take_if(square, victims, &Within(threats.allowed(square)));
        }
    }

    #[inline]
    fn take_if<F: Filter>(&mut self, from: Square, victims: B, filter: &F) {
        let squares = &self.position.rules().squares;
        let targets = victims.numbers().map(|number| squares[number]);
        self.sink.add_all(from, targets.filter(|&to| filter.allows(from, to)));
    }
}
