//! Sets of numbers as bits of an integer, for boards of several sizes.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use ethnum::U256;

/// A set of numbers from 0 up to the width of an integer, one bit each. Code that works on sets of the squares of a board
/// is written once and compiled for each width, so that small boards do not pay for large ones.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// The numbers are below this.
    const WIDTH: usize;

    /// The set of one number, which must be below [`Bits::WIDTH`].
    fn of(number: usize) -> Self;

    /// The set of these numbers, each below [`Bits::WIDTH`].
    #[inline]
    fn from_numbers(numbers: impl IntoIterator<Item = usize>) -> Self {
        Self::union(numbers.into_iter().map(Self::of))
    }

    /// What is in any of the sets.
    #[inline]
    fn union(sets: impl IntoIterator<Item = Self>) -> Self {
        sets.into_iter().fold(Self::default(), |union, set| union | set)
    }

    /// The set whose numbers from `64 * n` on are the bits of `word(n)`.
    fn from_words(word: impl Fn(usize) -> u64) -> Self;

    /// Whether there is none.
    fn is_empty(self) -> bool;

    /// How many there are.
    fn count(self) -> u32;

    /// All numbers up to the lowest in the set, that one included; all there are if the set is empty.
    #[must_use]
    fn up_to_lowest(self) -> Self;

    /// All numbers down to the highest in the set, that one included; all there are if the set is empty.
    #[must_use]
    fn down_to_highest(self) -> Self;

    /// Takes the lowest number out.
    fn pop(&mut self) -> Option<usize>;

    /// The numbers in ascending order.
    #[inline]
    fn numbers(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    /// Whether a number is in the set.
    #[inline]
    fn has(self, number: usize) -> bool {
        !(self & Self::of(number)).is_empty()
    }
}

macro_rules! bits_of_integer {
    ($integer:ty) => {
        impl Bits for $integer {
            const WIDTH: usize = <$integer>::BITS as usize;

            #[inline]
            fn of(number: usize) -> Self {
                Self::from(1u8) << number
            }

            #[inline]
            fn from_words(word: impl Fn(usize) -> u64) -> Self {
                (0..Self::WIDTH / 64).fold(Self::MIN, |set, n| set | Self::from(word(n)) << (64 * n))
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == Self::MIN
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(Self::from(1u8))
            }

            #[inline]
            fn down_to_highest(self) -> Self {
                // With bit 0 set the empty set needs no case of its own.
                Self::MAX << (Self::BITS - 1 - (self | Self::from(1u8)).leading_zeros())
            }

            #[inline]
            fn pop(&mut self) -> Option<usize> {
                let lowest = (*self != Self::MIN).then(|| self.trailing_zeros() as usize);
                *self &= self.wrapping_sub(Self::from(1u8));
                lowest
            }
        }
    };
}

bits_of_integer!(u64);
bits_of_integer!(u128);
bits_of_integer!(U256);

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<B: Bits>() {
        assert!(B::default().is_empty() && B::default().count() == 0);
        assert_eq!(B::default().up_to_lowest(), !B::default());
        assert_eq!(B::default().down_to_highest(), !B::default());
        for low in 0..B::WIDTH {
            for high in low..B::WIDTH {
                let set = B::of(low) | B::of(high);
                let numbers: Vec<usize> = set.numbers().collect();
                let word = |number: usize, n: usize| if number / 64 == n { 1 << (number % 64) } else { 0 };
                assert_eq!(B::from_words(|n| word(low, n) | word(high, n)), set);
                assert_eq!(numbers, if low == high { vec![low] } else { vec![low, high] });
                assert_eq!(set.count() as usize, numbers.len());
                assert!((0..B::WIDTH).all(|n| set.has(n) == (n == low || n == high)));
                let (up, down) = (set.up_to_lowest(), set.down_to_highest());
                assert!((0..B::WIDTH).all(|n| up.has(n) == (n <= low) && down.has(n) == (n >= high)));
            }
        }
    }

    #[test]
    fn sets_of_all_widths_behave() {
        behaves::<u64>();
        behaves::<u128>();
        behaves::<U256>();
    }
}
