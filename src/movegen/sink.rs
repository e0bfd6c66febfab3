//! Where generated moves go.

use crate::types::{Kind, Move, Square};

/// Takes generated moves.
pub trait Sink {
    /// Takes a move.
    fn add(&mut self, mv: Move);

    /// Takes an ordinary move or capture.
    #[inline]
    fn add_normal(&mut self, from: Square, to: Square) {
        self.add(Move::normal(from, to));
    }

    /// Takes an ordinary move or capture to each of the squares.
    #[inline]
    fn add_all(&mut self, from: Square, targets: impl Iterator<Item = Square>) {
        targets.for_each(|to| self.add_normal(from, to));
    }

    /// Takes drops of one kind on each of the squares.
    fn add_drops(&mut self, kind: Kind, targets: &[Square]);
}

impl Sink for Vec<Move> {
    #[inline]
    fn add(&mut self, mv: Move) {
        self.push(mv);
    }

    fn add_drops(&mut self, kind: Kind, targets: &[Square]) {
        self.extend(targets.iter().map(|&to| Move::drop(kind, to)));
    }
}

/// Counts moves without writing them down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter(pub u64);

impl Sink for Counter {
    #[inline]
    fn add(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn add_normal(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline]
    fn add_all(&mut self, _: Square, targets: impl Iterator<Item = Square>) {
        self.0 += targets.count() as u64;
    }

    #[inline]
    fn add_drops(&mut self, _: Kind, targets: &[Square]) {
        self.0 += targets.len() as u64;
    }
}
