//! When to give up.

use crate::types::Score;

/// How many of our moves in a row must look lost.
const PATIENCE: usize = 3;
/// A score that has become better by more than this part of what it was gives hope: a twentieth.
const HOPE: Score = 20;

/// The scores of our last moves in a game, from our view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    scores: Vec<Score>,
}

impl Outlook {
    /// Forgets them: the next move belongs to another game, or to another line of it.
    pub(super) fn clear(&mut self) {
        self.scores.clear();
    }

    /// Adds the score of our next move.
    pub(super) fn add(&mut self, score: Score) {
        if self.scores.len() == PATIENCE {
            self.scores.remove(0);
        }
        self.scores.push(score);
    }

    /// Whether we have been behind by so much for some moves, and the opponent has given us no reason to hope: its moves
    /// have not made things better for us.
    pub(super) fn is_hopeless(&self, threshold: Score) -> bool {
        let [first, .., last] = self.scores[..] else { return false };
        self.scores.len() == PATIENCE
            && self.scores.iter().all(|&score| score <= -threshold)
            && last - first <= first.abs() / HOPE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_hopeless(scores: &[Score]) -> bool {
        let mut outlook = Outlook::default();
        for &score in scores {
            outlook.add(score);
        }
        outlook.is_hopeless(500)
    }

    #[test]
    fn one_bad_score_is_not_enough_nor_is_an_opponent_that_errs() {
        assert!(!is_hopeless(&[-900]));
        assert!(!is_hopeless(&[-900, -950]));
        assert!(is_hopeless(&[-900, -950, -990]));
        assert!(is_hopeless(&[-900, -890, -880]));
        assert!(!is_hopeless(&[-600, -590, -560]));
        assert!(is_hopeless(&[-1867, -1846, -1839]));
        assert!(is_hopeless(&[0, -500, -500, -500]));
        assert!(!is_hopeless(&[-500, -500, -499]));
        assert!(!is_hopeless(&[-900, -700, -600]), "it is getting better");
        assert!(!is_hopeless(&[-900, -400, -900, -900]));
    }
}
