//! The sequential probability ratio test on match results.
//!
//! The log-likelihood ratio is the generalised one: the likelihoods of the observed frequencies under the most
//! likely distribution that has exactly Elo `elo1`, and under the most likely one that has exactly `elo0`. Elo is
//! logistic Elo (a mean score) by default, or normalised Elo (a mean score in standard deviations), see
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf> and
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use super::stats::{Distribution, NORMALISED_UNIT, score_of_elo};

/// Scores that never occurred count as if seen so often, so that every score stays possible.
const NEVER_SEEN: f64 = 1e-3;

/// What `elo0` and `elo1` mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo of the mean score.
    Logistic,
    /// Normalised Elo.
    Normalised,
}

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis, in Elo.
    pub elo0: f64,
    /// The difference of the other hypothesis, in Elo; greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` at `elo0`.
    pub alpha: f64,
    /// The probability of accepting `elo0` at `elo1`.
    pub beta: f64,
    /// The kind of Elo.
    pub model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not decided yet.
    Continue,
    /// `elo0` is accepted.
    Null,
    /// `elo1` is accepted.
    Alternative,
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends: lower, upper.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of results; zero without any.
    pub fn ratio(&self, results: &Distribution) -> f64 {
        if results.total() == 0 {
            return 0.0;
        }
        let (total, seen) = frequencies(results);
        let fit = |elo: f64| match self.model {
            Model::Logistic => most_likely_with_mean(&seen, score_of_elo(elo)),
            Model::Normalised => {
                most_likely_with_t(&seen, elo / NORMALISED_UNIT * results.games_each().sqrt())
            }
        };
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        total
            * seen
                .iter()
                .zip(null.iter().zip(&alternative))
                .map(|(&(_, p), (p0, p1))| p * (p1 / p0).ln())
                .sum::<f64>()
    }

    /// What a log-likelihood ratio decides.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Alternative
        } else if ratio <= lower {
            Verdict::Null
        } else {
            Verdict::Continue
        }
    }
}

/// The number of observations and the scores with their relative frequencies, none of them zero.
fn frequencies(results: &Distribution) -> (f64, Vec<(f64, f64)>) {
    let seen: Vec<(f64, f64)> =
        results.points().map(|(score, n)| (score, if n == 0.0 { NEVER_SEEN } else { n })).collect();
    let total: f64 = seen.iter().map(|&(_, n)| n).sum();
    (total, seen.into_iter().map(|(score, n)| (score, n / total)).collect())
}

/// The probabilities of the most likely distribution, given frequencies, whose mean is `mean`.
fn most_likely_with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let shifted: Vec<(f64, f64)> = seen.iter().map(|&(score, p)| (score - mean, p)).collect();
    tilted(&shifted)
}

/// The probabilities of the most likely distribution, given frequencies, whose mean is `t` standard deviations above
/// 1/2. Found by iterating the same with a linearised condition.
fn most_likely_with_t(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut found = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..50 {
        let mean: f64 = seen.iter().zip(&found).map(|(&(score, _), p)| score * p).sum();
        let variance: f64 = seen.iter().zip(&found).map(|(&(score, _), p)| (score - mean).powi(2) * p).sum();
        let deviation = variance.sqrt();
        let condition: Vec<(f64, f64)> = seen
            .iter()
            .map(|&(score, p)| {
                let bend = 1.0 + ((mean - score) / deviation).powi(2);
                (score - 0.5 - t * deviation * bend / 2.0, p)
            })
            .collect();
        let next = tilted(&condition);
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// The probabilities `p / (1 + x a)` with the `x` that makes the mean of `a` zero under them.
fn tilted(points: &[(f64, f64)]) -> Vec<f64> {
    let least = points.iter().map(|&(a, _)| a).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|&(a, _)| a).fold(f64::NEG_INFINITY, f64::max);
    let mean = |x: f64| points.iter().map(|&(a, p)| p * a / (1.0 + x * a)).sum::<f64>();
    // The mean falls as x grows, from plus to minus infinity between the two poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    points.iter().map(|&(a, p)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 0.01 * expected.abs(), "{value} instead of {expected}");
    }

    /// Pairs as fastchess lists them: LL, LD, WL, DD, WD, WW.
    fn pairs(n: [u64; 6]) -> Distribution {
        Distribution::pentanomial([n[0], n[1], n[2] + n[3], n[4], n[5]])
    }

    /// Values from the unit tests of fastchess (`sprt_test.cpp`), which agree with fishtest.
    #[test]
    fn ratios_of_pairs_agree_with_published_ones() {
        let normalised = |elo0, elo1, n| sprt(elo0, elo1, Model::Normalised).ratio(&pairs(n));
        near(normalised(0.0, 2.0, [365, 16618, 36029, 200, 16974, 390]), 2.25);
        near(normalised(-1.75, 0.25, [127, 4883, 10311, 401, 5150, 104]), 3.01);
        let logistic = |elo0, elo1, n| sprt(elo0, elo1, Model::Logistic).ratio(&pairs(n));
        near(logistic(0.5, 2.5, [223, 9863, 20279, 1000, 10037, 246]), -3.07);
        near(logistic(0.0, 2.0, [871, 26175, 55003, 980, 26678, 821]), -4.98);
    }

    /// The same source, losses, draws, wins.
    #[test]
    fn ratios_of_games_agree_with_published_ones() {
        let games = |l, d, w| Distribution::trinomial([l, d, w]);
        let normalised = |elo0, elo1, n: Distribution| sprt(elo0, elo1, Model::Normalised).ratio(&n);
        near(normalised(0.0, 2.0, games(36027, 68692, 36433)), 0.92);
        near(normalised(-1.75, 0.25, games(10650, 20431, 10871)), 2.30);
        let logistic = |elo0, elo1, n: Distribution| sprt(elo0, elo1, Model::Logistic).ratio(&n);
        near(logistic(0.5, 2.5, games(21184, 40708, 21404)), -1.57);
        near(logistic(0.0, 2.0, games(57030, 106_593, 57433)), -2.59);
    }

    #[test]
    fn bounds_and_verdicts_are_walds() {
        let test = sprt(0.0, 5.0, Model::Logistic);
        let (lower, upper) = test.bounds();
        near(lower, -2.944_439);
        near(upper, 2.944_439);
        assert_eq!(test.verdict(2.95), Verdict::Alternative);
        assert_eq!(test.verdict(-2.95), Verdict::Null);
        assert_eq!(test.verdict(2.9), Verdict::Continue);
        assert_eq!(test.ratio(&pairs([0; 6])), 0.0);
    }

    #[test]
    fn the_ratio_changes_sign_with_the_results() {
        let test = sprt(-10.0, 10.0, Model::Logistic);
        let good = test.ratio(&pairs([3, 10, 20, 20, 15, 9]));
        let bad = test.ratio(&pairs([9, 15, 20, 20, 10, 3]));
        assert!(good > 0.0 && (good + bad).abs() < 1e-9, "{good} {bad}");
    }
}
