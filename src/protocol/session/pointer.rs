//! Help for a user who moves a piece on the board of the GUI: where it can go, and what it can become.

use super::super::command::Pointer;
use super::super::highlight::{self, Lifted};
use super::Session;

impl Session<'_> {
    /// The user does something on a square, or with a piece in hand. No search is disturbed.
    pub(super) fn pointer(&mut self, pointer: Pointer, place: &str) {
        let place = place.trim_end_matches(',').trim();
        match pointer {
            Pointer::Lift => self.lift(place),
            Pointer::Hover => self.hover(place),
            Pointer::Put => self.put(place),
        }
    }

    fn lift(&mut self, place: &str) {
        self.lifted = self.lifted_at(place).filter(|_| self.game.is_playable());
        let Some(lifted) = self.lifted else { return };
        let position = self.game.position();
        let moves = highlight::moves(position, lifted);
        let colors = highlight::colors(position, &moves, None);
        self.out.say(&format!("highlight {colors}"));
    }

    /// What stands on a square or, before an `@`, is held, if it is for the side to move.
    fn lifted_at(&self, place: &str) -> Option<Lifted> {
        let position = self.game.position();
        let side = position.side();
        if let Some((letter, _)) = place.split_once('@') {
            let letter = self.game.letters().exchange(side, letter.chars().next()?);
            let kind = self.game.rules().kind_of_letter(letter)?;
            return (position.in_hand(side, kind) > 0).then_some(Lifted::Held(kind));
        }
        let square = self.game.square(place)?;
        position.at(square).is(side).then_some(Lifted::From(square))
    }

    fn hover(&mut self, place: &str) {
        let (Some(lifted), Some(square)) = (self.lifted, self.game.square(place)) else { return };
        let position = self.game.position();
        let moves = highlight::moves(position, lifted);
        if highlight::is_passing_capture(&moves, square) {
            let colors = highlight::colors(position, &moves, Some(square));
            self.out.say(&format!("highlight {colors}"));
        }
    }

    fn put(&mut self, place: &str) {
        let (Some(lifted), Some(square)) = (self.lifted.take(), self.game.square(place)) else { return };
        let position = self.game.position();
        let kinds = highlight::promotions(position, &highlight::moves(position, lifted), square);
        let letter = |kind| self.game.letters().exchange(position.side(), position.rules().letter(kind));
        let letters: String = kinds.into_iter().map(letter).collect();
        if !letters.is_empty() {
            self.out.say(&format!("choice {letters}"));
        }
    }
}
