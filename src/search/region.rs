//! Memory for large tables, on huge pages where the system has them: a table that is hit at random spends much of its time
//! on address translation otherwise.

use std::fmt;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// Words of a line.
pub(super) const LINE_WORDS: usize = 8;
/// What the processor fetches at once: 64 bytes.
pub(super) type Line = [AtomicU64; LINE_WORDS];

type Lines<'a> = &'a [Line];

self_cell! {
    /// A mapping and the view of it as lines.
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Lines,
    }
}

/// Zeroed lines, each within one cache line.
pub(super) struct Region(Mapping);

impl Region {
    /// A region of at most `count` lines, fewer if the system has not as much memory to give, but at least one.
    ///
    /// # Panics
    /// If there is no memory left at all.
    pub(super) fn new(count: usize) -> Region {
        let mut count = count.max(1);
        loop {
            match MmapMut::map_anon(count.saturating_mul(size_of::<Line>())) {
                Ok(map) => return Region::over(map),
                Err(error) if count == 1 => panic!("no memory for the transposition table: {error}"),
                Err(_) => count /= 2,
            }
        }
    }

    fn over(map: MmapMut) -> Region {
        // Without huge pages it works as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Region(Mapping::new(MutBorrow::new(map), |owner| {
            // Mappings begin at a page, and their length is that of whole lines.
            <[Line]>::mut_from_bytes(owner.borrow_mut()).map_or(&[], |lines| &*lines)
        }))
    }

    /// The lines.
    #[inline]
    pub(super) fn lines(&self) -> &[Line] {
        self.0.borrow_dependent()
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Region of {} lines", self.lines().len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn regions_are_zeroed_and_aligned() {
        for count in [0, 1, 3, 1_000, 100_000] {
            let region = Region::new(count);
            assert_eq!(region.lines().len(), count.max(1));
            assert!(region.lines().iter().flatten().all(|word| word.load(Relaxed) == 0));
            assert_eq!(region.lines().as_ptr().addr() % 64, 0);
        }
    }

    #[test]
    fn too_much_is_cut_down() {
        assert!(!Region::new(usize::MAX / 128).lines().is_empty());
    }
}
