//! Playing worse on purpose: scores of root moves with a random error.

use crate::rules::mix;
use crate::types::{Move, Score};

/// An error added to the score of every root move. It depends on nothing but seed, position and move, so that a search
/// can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The standard deviation of the error, in centipawns.
    pub error: Score,
    /// Another seed makes other errors.
    pub seed: u64,
}

/// How many uniform errors make one that is nearly normal.
const SUMMANDS: u64 = 4;

impl Handicap {
    /// The error of a move in the position with this key.
    pub(super) fn error_of(&self, key: u64, mv: Move) -> Score {
        let base = mix(self.seed ^ mix(key ^ mix(u64::from(mv.bits()))));
        let uniform = |n| (mix(base ^ n) >> 32) as i64 - (1 << 31);
        let sum: i64 = (1..=SUMMANDS).map(uniform).sum();
        // A uniform error from -1/2 to 1/2 has the variance 1/12, and four of them 1/3.
        let error = i128::from(sum) * i128::from(self.error) * 1_732 / 1_000;
        (error >> 32) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn errors_have_the_spread_asked_for_and_can_be_repeated() {
        let handicap = Handicap { error: 100, seed: 7 };
        let mv = Move::normal(Square::new(4, 1), Square::new(4, 3));
        let errors: Vec<f64> = (0..10_000).map(|key| f64::from(handicap.error_of(key, mv))).collect();
        let mean = errors.iter().sum::<f64>() / 1e4;
        let deviation = (errors.iter().map(|error| error * error).sum::<f64>() / 1e4).sqrt();
        assert!(mean.abs() < 5.0 && (deviation - 100.0).abs() < 5.0, "{mean} {deviation}");
        assert_eq!(handicap.error_of(1, mv), handicap.error_of(1, mv));
        assert_ne!(handicap.error_of(1, mv), Handicap { seed: 8, ..handicap }.error_of(1, mv));
    }
}
