//! A cache of evaluations, shared by all threads.
//!
//! An entry is one word: the score in the low bits, where the key gives the index, and the rest of the key above. So it
//! is never torn, and a hit is as certain as the key itself.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::types::Score;

/// Entries, as a power of two; at least 16, so that the index and what is kept of the key make up all of it.
const BITS: u32 = 16;
const SCORE_MASK: u64 = (1 << 16) - 1;
/// Added to scores to make them positive.
const OFFSET: i32 = 1 << 15;

/// A cache of evaluations by the key of the position.
#[derive(Debug)]
pub(super) struct Cache(Vec<AtomicU64>);

impl Cache {
    pub(super) fn new() -> Cache {
        Cache((0..1 << BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// A cache that keeps nothing.
    pub(super) fn none() -> Cache {
        Cache(Vec::new())
    }

    /// The score of a position, from the cache or else worked out.
    #[inline]
    pub(super) fn get(&self, key: u64, work_out: impl FnOnce() -> Score) -> Score {
        let Some(entry) = self.0.get((key & SCORE_MASK) as usize) else { return work_out() };
        let known = entry.load(Ordering::Relaxed);
        // No score is kept as zero, so an entry that was never written fits no key.
        if (known ^ key) & !SCORE_MASK == 0 && known & SCORE_MASK != 0 {
            return (known & SCORE_MASK) as Score - OFFSET;
        }
        let score = work_out();
        entry.store(key & !SCORE_MASK | (score + OFFSET) as u64 & SCORE_MASK, Ordering::Relaxed);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_worked_out_is_kept() {
        let cache = Cache::new();
        for (key, score) in [(0, -30_000), (0xFFFF_0000_0000_1234, 30_000), (5, 0), (1 << 16 | 5, -1)] {
            assert_eq!(cache.get(key, || score), score);
            assert_eq!(cache.get(key, || unreachable!("it is kept")), score);
        }
        // The last one took the place of the one before.
        assert_eq!(cache.get(5, || 7), 7);
        let none = Cache::none();
        assert_eq!((none.get(5, || 1), none.get(5, || 2)), (1, 2));
    }
}
