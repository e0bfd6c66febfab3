//! Match statistics: Elo with its error, likelihood of superiority, normalised Elo.
//!
//! The unit of observation is a *pair*: two games from one start position with the engines changing sides (and thereby
//! armies). Its score takes one of five values, so the results form a pentanomial distribution. Games that were not
//! played in pairs form a trinomial one; everything here works for both.

/// Elo a unit of normalised t-value: `800 / ln 10`.
pub const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;
/// The standard normal quantile of a two-sided 95 % interval.
pub const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// How often each score occurred, from all lost to all won; the scores are spaced evenly from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    counts: Vec<u64>,
}

impl Distribution {
    /// Single games: losses, draws, wins.
    pub fn trinomial(counts: [u64; 3]) -> Distribution {
        Distribution { counts: counts.to_vec() }
    }

    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub fn pentanomial(counts: [u64; 5]) -> Distribution {
        Distribution { counts: counts.to_vec() }
    }

    /// The number of observations.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of games in one observation.
    pub fn games_each(&self) -> f64 {
        if self.counts.len() == 5 { 2.0 } else { 1.0 }
    }

    /// The scores from 0 to 1 with their frequencies.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let steps = (self.counts.len() - 1) as f64;
        self.counts.iter().enumerate().map(move |(n, &count)| (n as f64 / steps, count as f64))
    }

    /// Mean and variance of the score of one observation; `None` without any.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let total = self.total() as f64;
        if total == 0.0 {
            return None;
        }
        let mean = self.points().map(|(score, n)| score * n).sum::<f64>() / total;
        let variance = self.points().map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>() / total;
        Some((mean, variance))
    }
}

/// A value with the half width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half of the width of the interval.
    pub error: f64,
}

/// The Elo difference that an expected score from 0 to 1 stands for; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    // The sum turns -0 into 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The expected score, from 0 to 1, at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Logistic Elo: of the mean score, with the interval of the mean carried over to Elo. Where the interval reaches a score
/// of 0 or 1, the slope of the formula at the mean is taken instead; at a mean of 0 or 1 both are infinite.
pub fn elo(results: &Distribution) -> Option<Estimate> {
    let (mean, variance) = results.moments()?;
    let half = QUANTILE_95 * (variance / results.total() as f64).sqrt();
    let error = if mean <= 0.0 || mean >= 1.0 {
        f64::INFINITY
    } else if mean + half < 1.0 && mean - half > 0.0 {
        (elo_of_score(mean + half) - elo_of_score(mean - half)) / 2.0
    } else {
        half * 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean))
    };
    Some(Estimate { value: elo_of_score(mean), error })
}

/// Normalised Elo: the mean's distance from 1/2 in standard deviations of a game, times `800 / ln 10`. Unlike logistic
/// Elo it says how many games are needed to see a difference, whatever the draw rate.
pub fn normalised_elo(results: &Distribution) -> Option<Estimate> {
    let (mean, variance) = results.moments()?;
    let total = results.total() as f64;
    let deviation = (variance * results.games_each()).sqrt();
    let error = NORMALISED_UNIT * QUANTILE_95 / (total * results.games_each()).sqrt();
    let distance = mean - 0.5;
    let value = if distance.abs() < f64::EPSILON { 0.0 } else { distance / deviation * NORMALISED_UNIT };
    Some(Estimate { value, error })
}

/// The likelihood of superiority: the probability, from 0 to 1, that the true mean score is above 1/2.
pub fn superiority(results: &Distribution) -> Option<f64> {
    let (mean, variance) = results.moments()?;
    let deviation = (variance / results.total() as f64).sqrt();
    if deviation == 0.0 {
        return Some(if mean > 0.5 {
            1.0
        } else if mean < 0.5 {
            0.0
        } else {
            0.5
        });
    }
    Some(normal_cdf((mean - 0.5) / deviation))
}

/// The distribution function of the standard normal distribution, to about 1e-7 (Abramowitz and Stegun 26.2.17).
pub fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    /// Pairs as fastchess lists them: LL, LD, WL, DD, WD, WW.
    fn pairs(n: [u64; 6]) -> Distribution {
        Distribution::pentanomial([n[0], n[1], n[2] + n[3], n[4], n[5]])
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() <= expected.abs() * 1e-3 + 0.005, "{value} instead of {expected}");
    }

    /// Values from the unit tests of fastchess (`elo_test.cpp`).
    #[test]
    fn pentanomial_figures_agree_with_published_ones() {
        let first = pairs([34, 54, 31, 32, 64, 75]);
        near(normalised_elo(&first).unwrap().value, 57.94);
        near(normalised_elo(&first).unwrap().error, 28.28);
        near(elo(&first).unwrap().value, 55.58);
        near(elo(&first).unwrap().error, 27.65);
        let second = pairs([332, 433, 457, 41, 333, 334]);
        near(normalised_elo(&second).unwrap().value, -9.17);
        near(normalised_elo(&second).unwrap().error, 10.96);
        near(elo(&second).unwrap().value, -8.64);
        near(elo(&second).unwrap().error, 10.33);
        near(superiority(&second).unwrap(), 0.0505);
        let third = pairs([7895, 8757, 5485, 200, 568, 9999]);
        near(normalised_elo(&third).unwrap().value, -19.01);
        near(elo(&third).unwrap().value, -21.04);
        near(elo(&third).unwrap().error, 2.95);
    }

    /// Values from the unit tests of fastchess, which lists wins, losses, draws.
    #[test]
    fn trinomial_figures_agree_with_published_ones() {
        let first = Distribution::trinomial([89, 123, 76]);
        near(normalised_elo(&first).unwrap().value, -20.76);
        near(normalised_elo(&first).unwrap().error, 40.13);
        near(superiority(&first).unwrap(), 0.1553);
        let second = Distribution::trinomial([96, 111, 136]);
        near(normalised_elo(&second).unwrap().value, 49.77);
        near(elo(&second).unwrap().value, 40.70);
        near(elo(&second).unwrap().error, 30.43);
        near(superiority(&second).unwrap(), 0.9960);
        let third = Distribution::trinomial([356, 0, 34]);
        near(normalised_elo(&third).unwrap().value, -508.44);
        near(normalised_elo(&third).unwrap().error, 34.48);
    }

    #[test]
    fn nothing_played_has_no_figures_and_a_clean_sweep_is_infinite() {
        assert_eq!(elo(&Distribution::trinomial([0, 0, 0])), None);
        let sweep = Distribution::trinomial([0, 0, 10]);
        assert_eq!(elo(&sweep).unwrap().value, f64::INFINITY);
        assert_eq!(elo(&sweep).unwrap().error, f64::INFINITY);
        assert_eq!(superiority(&sweep), Some(1.0));
        let nearly = elo(&Distribution::trinomial([0, 1, 3])).unwrap();
        assert!(nearly.error.is_finite() && nearly.error > 200.0);
        assert_eq!(format!("{:+.1}", elo(&Distribution::trinomial([2, 1, 2])).unwrap().value), "+0.0");
        assert_eq!(normalised_elo(&Distribution::trinomial([0, 9, 0])).unwrap().value, 0.0);
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        near(score_of_elo(0.0), 0.5);
        near(score_of_elo(400.0), 10.0 / 11.0);
        for elo in [-321.0, -5.0, 0.5, 20.0, 200.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_has_its_known_quantiles() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (2.326_348, 0.99)] {
            assert!((normal_cdf(x) - p).abs() < 1e-6, "{x}");
        }
    }
}
