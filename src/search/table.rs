//! The transposition table: what is known of positions, by hash key.
//!
//! Entries are pairs of atomic words, the key xor the data and the data (Hyatt and Mann, "A lock-less transposition
//! table implementation", 2002): threads share the table without locks, and an entry torn by two writers does not match
//! its key.
//!
//! Data, from bit 0: move (28 bits), score (16), depth (8), bound (2), age (8), principal variation (1). The other word
//! holds the low 48 bits of the key and the static evaluation; the high bits of the key choose the bucket.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use crate::types::{MATE, MAX_PLY, Move, Score};

use super::region::{Line, Region};
use super::window::Window;

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The best move, or the one that refuted. It may belong to another position: look for it among the legal ones.
    pub(super) best: Option<Move>,
    /// The score for the side to move; mates are counted from this position.
    pub(super) score: Score,
    /// The depth searched, 0 for quiescence.
    pub(super) depth: i32,
    /// What the score says.
    pub(super) bound: Bound,
    /// The static evaluation before it is corrected, if it was made.
    pub(super) eval: Option<Score>,
    /// Whether it has been on a principal variation.
    pub(super) was_pv: bool,
}

impl Bound {
    /// What a score found with a window says.
    pub(super) fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Known {
    /// Whether a node with this window is on the principal variation, or its position has been.
    #[inline]
    pub(super) fn was_pv(known: Option<Known>, window: Window) -> bool {
        window.is_open() || known.is_some_and(|known| known.was_pv)
    }

    /// Whether the score settles a node with this window.
    #[inline]
    pub(super) fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

/// The part of the key that a slot keeps.
const KEY_MASK: u64 = (1 << 48) - 1;
/// What stands for a missing evaluation.
const NO_EVAL: i16 = i16::MIN;
const MOVE_MASK: u64 = (1 << 28) - 1;
/// How many plies of depth an entry of the search before is worth less.
const AGE_WEIGHT: i32 = 8;

/// A place for one entry: two words of a line.
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Slot<'_> {
    /// The data, and the evaluation that belongs to it, if they are about the position with this key.
    #[inline]
    fn read(&self, key: u64) -> Option<(u64, i16)> {
        let data = self.data.load(Relaxed);
        let check = self.check.load(Relaxed) ^ data;
        ((check ^ key) & KEY_MASK == 0 && data != 0).then_some((data, (check >> 48) as u16 as i16))
    }

    fn write(&self, key: u64, data: u64, eval: i16) {
        let check = key & KEY_MASK | u64::from(eval as u16) << 48;
        self.check.store(check ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// A transposition table.
#[derive(Debug)]
pub(super) struct Table {
    /// Four slots share a line.
    region: Region,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `megabytes` MiB; the smallest has four entries.
    pub(super) fn new(megabytes: usize) -> Table {
        let count = megabytes.saturating_mul(1 << 20) / size_of::<Line>();
        Table { region: Region::new(count), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for word in self.region.lines().iter().flatten() {
            word.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins a new search: older entries give way first.
    pub(super) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.region.lines().len() as u128) >> 64) as usize
    }

    #[inline]
    fn line(&self, key: u64) -> &Line {
        &self.region.lines()[self.index(key)]
    }

    #[inline]
    fn slots(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        self.line(key).chunks_exact(2).map(|words| Slot { check: &words[0], data: &words[1] })
    }

    /// Has the processor fetch what is known of the position with a key while other work goes on.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(self.region.lines(), self.index(key));
    }

    /// What is known of a position `ply` plies from the root.
    #[inline]
    pub(super) fn find(&self, key: u64, ply: usize) -> Option<Known> {
        self.slots(key).find_map(|slot| {
            let (data, eval) = slot.read(key)?;
            unpack(data, eval, ply)
        })
    }

    /// Remembers what was found out about a position `ply` plies from the root.
    pub(super) fn keep(&self, key: u64, ply: usize, mut known: Known) {
        let age = self.age.load(Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.slots(key) {
            if let Some((data, _)) = slot.read(key) {
                let old_depth = depth_of(data);
                if known.bound != Bound::Exact && known.depth + 3 < old_depth && age_of(data) == age {
                    return;
                }
                // A bound often comes without a move; the old one is better than none.
                known.best = known.best.or(Move::from_bits((data & MOVE_MASK) as u32));
                place = Some(slot);
                break;
            }
            let data = slot.data.load(Relaxed);
            let worth = if data == 0 {
                -i32::from(u8::MAX) * AGE_WEIGHT
            } else {
                depth_of(data) - i32::from(age.wrapping_sub(age_of(data))) * AGE_WEIGHT
            };
            if worth < least {
                least = worth;
                place = Some(slot);
            }
        }
        if let Some(slot) = place {
            slot.write(key, pack(&known, ply, age), known.eval.map_or(NO_EVAL, |eval| eval as i16));
        }
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 44 & 0xff) as i32
}

fn age_of(data: u64) -> u8 {
    (data >> 54) as u8
}

/// Scores of mates are told from the root in the tree, but from the position in the table, where it may be met again at
/// another distance.
fn pack(known: &Known, ply: usize, age: u8) -> u64 {
    let from_here = match known.score {
        mate if mate >= MATE - MAX_PLY as Score => mate + ply as Score,
        mated if mated <= -MATE + MAX_PLY as Score => mated - ply as Score,
        score => score,
    };
    known.best.map_or(0, |mv| u64::from(mv.bits()) & MOVE_MASK)
        | u64::from(from_here as i16 as u16) << 28
        | (known.depth.clamp(0, 255) as u64) << 44
        | (known.bound as u64) << 52
        | u64::from(age) << 54
        | u64::from(known.was_pv) << 62
}

fn unpack(data: u64, eval: i16, ply: usize) -> Option<Known> {
    let bound = match data >> 52 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = match Score::from((data >> 28) as u16 as i16) {
        mate if mate >= MATE - MAX_PLY as Score => mate - ply as Score,
        mated if mated <= -MATE + MAX_PLY as Score => mated + ply as Score,
        score => score,
    };
    let eval = (eval != NO_EVAL).then_some(Score::from(eval));
    Some(Known {
        best: Move::from_bits((data & MOVE_MASK) as u32),
        score,
        depth: depth_of(data),
        bound,
        eval,
        was_pv: data >> 62 & 1 != 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Kind, Square};

    fn known(best: Option<Move>, score: Score, depth: i32, bound: Bound) -> Known {
        Known { best, score, depth, bound, eval: None, was_pv: false }
    }

    #[test]
    fn data_survives_packing() {
        let moves = [
            None,
            Some(Move::drop(Kind::new(31), Square::from_index(255))),
            Some(Move::normal(Square::new(0, 0), Square::new(11, 11))),
            Some(Move::double_step(Square::new(4, 1), Square::new(4, 3), Square::new(4, 2))),
        ];
        for best in moves {
            for score in [0, 1, -1, 30_000, -30_000, MATE - 10, -MATE + 10, MATE - 128, -MATE + 128] {
                for (depth, ply) in [(0, 0), (1, 5), (127, 64), (255, 0)] {
                    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                        let entry = Known { was_pv: depth == 1, ..known(best, score, depth, bound) };
                        assert_eq!(unpack(pack(&entry, ply, 200), NO_EVAL, ply), Some(entry));
                        assert_eq!(age_of(pack(&entry, ply, 200)), 200);
                    }
                }
            }
        }
        assert_eq!(unpack(0, 0, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = Table::new(1);
        table.keep(7, 4, known(None, MATE - 6, 3, Bound::Exact));
        assert_eq!(table.find(7, 10).map(|k| k.score), Some(MATE - 12));
        table.keep(9, 4, known(None, -MATE + 6, 3, Bound::Exact));
        assert_eq!(table.find(9, 0).map(|k| k.score), Some(-MATE + 2));
    }

    #[test]
    fn a_bound_keeps_the_old_move_and_clearing_forgets() {
        let table = Table::new(1);
        let mv = Move::normal(Square::new(4, 1), Square::new(4, 2));
        table.keep(3, 0, known(Some(mv), 10, 5, Bound::Exact));
        table.keep(3, 0, known(None, 20, 6, Bound::Lower));
        assert_eq!(table.find(3, 0), Some(known(Some(mv), 20, 6, Bound::Lower)));
        table.clear();
        assert_eq!(table.find(3, 0), None);
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.keep(key, 0, known(None, 0, 20, Bound::Exact));
        }
        for key in 5..20 {
            table.keep(key, 0, known(None, 0, 1, Bound::Exact));
        }
        assert_eq!((1..=4).filter(|&key| table.find(key, 0).is_some()).count(), 3);
        for _ in 0..4 {
            table.grow_older();
        }
        for key in 20..24 {
            table.keep(key, 0, known(None, 0, 1, Bound::Exact));
        }
        assert!((1..=4).all(|key| table.find(key, 0).is_none()));
    }

    #[test]
    fn a_torn_entry_does_not_match() {
        let table = Table::new(0);
        table.keep(5, 0, known(None, 3, 1, Bound::Exact));
        table.region.lines()[0][1].fetch_xor(1 << 30, Relaxed);
        assert_eq!(table.find(5, 0), None);
    }
}
