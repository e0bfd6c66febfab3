//! Playing strength in Elo, roughly: how much to search and how much to err.

use crate::search::Handicap;

/// The weakest play there is.
const LEAST: u32 = 600;
/// Without errors, limited by nodes alone.
const FAULTLESS: u32 = 2_500;
/// The nodes of the weakest play.
const LEAST_NODES: f64 = 30.0;
/// Below this errors decide more than nodes.
const SOBER: u32 = 1_300;
/// How many Elo go with twice the nodes, below that and above.
const DOUBLING: [f64; 2] = [200.0, 125.0];
/// The error of the weakest play, in centipawns.
const WORST_ERROR: f64 = 300.0;

/// The nodes to search for a move.
pub(super) fn nodes(elo: u32) -> u64 {
    let (low, high) = (elo.clamp(LEAST, SOBER) - LEAST, elo.saturating_sub(SOBER));
    let [slow, quick] = DOUBLING;
    (LEAST_NODES * (f64::from(low) / slow + f64::from(high) / quick).exp2()) as u64
}

/// The errors to make.
pub(super) fn handicap(elo: u32, seed: u64) -> Handicap {
    let below = f64::from(FAULTLESS.saturating_sub(elo.max(LEAST)));
    let share = below / f64::from(FAULTLESS - LEAST);
    Handicap { error: (WORST_ERROR * share * share) as i32, seed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_strength_is_more_nodes_and_less_error() {
        let levels: Vec<u32> = (LEAST..=FAULTLESS).step_by(100).collect();
        for pair in levels.windows(2) {
            let [weak, strong] = [pair.first(), pair.last()].map(|elo| elo.copied().unwrap_or_default());
            assert!(nodes(weak) < nodes(strong), "{weak}");
            assert!(handicap(weak, 0).error >= handicap(strong, 0).error, "{weak}");
        }
        assert!(handicap(LEAST, 0).error > 200 && handicap(1_500, 0).error < 100);
        assert_eq!(handicap(FAULTLESS, 0).error, 0);
        assert_eq!(nodes(0), nodes(LEAST));
    }
}
