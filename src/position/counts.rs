//! How many pieces of each kind there are, on the board or in hand.

use crate::types::{Kind, MAX_KINDS};

/// The numbers of one side's pieces by kind. The kinds of which there is any are kept as a mask, so that loops over them pass
/// the others by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    numbers: [u8; MAX_KINDS],
    kinds: u32,
}

impl Counts {
    /// How many there are of a kind.
    #[inline]
    pub(super) fn of(&self, kind: Kind) -> u8 {
        self.numbers[kind.index()]
    }

    /// The kinds of which there is any, as a bit mask by kind number.
    #[inline]
    pub(super) fn kinds(&self) -> u32 {
        self.kinds
    }

    /// All numbers, by kind number.
    pub(super) fn numbers(&self) -> &[u8; MAX_KINDS] {
        &self.numbers
    }

    /// Counts one more.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind) {
        self.numbers[kind.index()] += 1;
        self.kinds |= 1 << kind.index();
    }

    /// Counts one less; there must be one.
    #[inline]
    pub(super) fn remove(&mut self, kind: Kind) {
        let number = &mut self.numbers[kind.index()];
        *number -= 1;
        self.kinds &= !(u32::from(*number == 0) << kind.index());
    }
}
