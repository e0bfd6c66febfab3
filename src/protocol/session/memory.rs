//! How much memory there is to use.

use std::fs;

/// What to use at most if the system does not say what it has.
const CAUTIOUS: usize = 4096;
/// The largest table that makes sense.
const LARGEST: usize = 65_536;

/// The number of megabytes asked for, or fewer if the machine has not that much to spare.
pub(super) fn affordable(wanted: usize) -> usize {
    wanted.clamp(1, available().unwrap_or(CAUTIOUS).clamp(1, LARGEST))
}

/// Three quarters of the memory that is free, in megabytes.
fn available() -> Option<usize> {
    parse(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn parse(info: &str) -> Option<usize> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024 / 4 * 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_free() {
        assert_eq!(parse("MemTotal: 16000000 kB\nMemAvailable:    8388608 kB\n"), Some(6144));
        assert_eq!(parse("something else"), None);
    }

    #[test]
    fn small_wishes_are_granted_and_none_is_zero() {
        assert_eq!(affordable(0), 1);
        assert_eq!(affordable(16), 16);
        assert!(affordable(usize::MAX) <= LARGEST);
    }
}
