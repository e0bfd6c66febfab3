//! Simultaneous perturbation (SPSA, Spall 1992): many numbers are changed at once, each by its step one way or the other, the
//! two opposite changes play against each other, and all numbers move a little towards the side that wins.
//!
//! One pair of games says next to nothing about one number, but it says as much about each of fifty as about a single one.
//! How far to trust what comes out is seen from two runs with different seeds: what both have found is there.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// At the end of a run the numbers are changed by so many of their steps, at the beginning by more.
const WIDTH: f64 = 1.6;
/// How the changes become smaller and the moves shorter, and after which share of the run (Spall 1998).
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;
const STABILITY: f64 = 0.1;

/// The numbers in the course of a run.
#[derive(Clone, Debug)]
pub struct Spsa {
    start: Vec<f64>,
    steps: Vec<f64>,
    numbers: Vec<f64>,
    /// How many comparisons there will be, and how many there have been.
    planned: u32,
    done: u32,
    /// At the end of the run a comparison won by one point moves each number by this share of its change.
    rate: f64,
}

/// Two opposite changes of all numbers.
#[derive(Clone, Debug)]
pub struct Change {
    signs: Vec<f64>,
    /// The numbers with the change, and with the opposite one.
    pub sets: [Vec<i32>; 2],
}

impl Spsa {
    /// A run of so many comparisons that begins with these numbers, each with its step.
    pub fn new(start: &[(i32, i32)], planned: u32, rate: f64) -> Spsa {
        let numbers: Vec<f64> = start.iter().map(|&(number, _)| f64::from(number)).collect();
        let steps = start.iter().map(|&(_, step)| f64::from(step)).collect();
        Spsa { start: numbers.clone(), steps, numbers, planned: planned.max(1), done: 0, rate }
    }

    /// How many comparisons there have been.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// The numbers as they are now.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.numbers.iter().copied()
    }

    /// How far the numbers are from where they began, in steps.
    pub fn moved(&self) -> impl Iterator<Item = f64> + '_ {
        let pairs = self.numbers.iter().zip(&self.start).zip(&self.steps);
        pairs.map(|((number, start), step)| (number - start) / step)
    }

    /// The next change to be tried. No number changes its sign.
    pub fn change(&self, random: &mut Xoshiro256PlusPlus) -> Change {
        let signs: Vec<f64> =
            self.steps.iter().map(|_| if random.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let width = WIDTH * self.widening();
        let sets = [1.0, -1.0].map(|way| {
            let changed = |n: usize| {
                // Rounded at random, so that on average nothing is lost.
                let exact = self.numbers[n] + way * signs[n] * width * self.steps[n];
                same_sign((exact + random.random_range(0.0..1.0)).floor(), self.start[n]) as i32
            };
            (0..signs.len()).map(changed).collect()
        });
        Change { signs, sets }
    }

    /// Learns from the points by which the first set has beaten the second one.
    pub fn learn(&mut self, change: &Change, points: f64) {
        let widening = self.widening();
        let planned = f64::from(self.planned);
        let settling = planned * STABILITY;
        let length = ((planned + settling) / (f64::from(self.done + 1) + settling)).powf(ALPHA);
        for (n, sign) in change.signs.iter().enumerate() {
            let number =
                self.numbers[n] + self.rate * length / widening * WIDTH * self.steps[n] * points * sign;
            self.numbers[n] = same_sign(number, self.start[n]);
        }
        self.done += 1;
    }

    /// By how much the changes are greater than at the end of the run.
    fn widening(&self) -> f64 {
        (f64::from(self.planned) / f64::from(self.done + 1)).powf(GAMMA)
    }
}

/// A number, or the nearest whole one that has the sign of another number; any if that is 0.
fn same_sign(number: f64, other: f64) -> f64 {
    match other {
        positive if positive > 0.0 => number.max(1.0),
        negative if negative < 0.0 => number.min(-1.0),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn numbers_move_to_where_games_are_won() {
        let best = [130.0, -40.0, 20.0];
        let cost = |set: &[i32]| -> f64 {
            set.iter().zip(best).map(|(&number, best)| ((f64::from(number) - best) / 10.0).powi(2)).sum()
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut spsa = Spsa::new(&[(100, 10), (-60, 10), (20, 10)], 4_000, 0.01);
        for _ in 0..4_000 {
            let change = spsa.change(&mut random);
            // The better set wins more often, but not always.
            let [first, second] = [cost(&change.sets[0]), cost(&change.sets[1])];
            let chance = 1.0 / (1.0 + ((first - second) / 8.0).exp());
            let points = if random.random_bool(chance) { 1.0 } else { -1.0 };
            spsa.learn(&change, points);
        }
        assert_eq!(spsa.done(), 4_000);
        for (number, best) in spsa.numbers().zip(best) {
            assert!((number - best).abs() < 8.0, "{number} {best}");
        }
        let moved: Vec<f64> = spsa.moved().collect();
        assert!(moved[0] > 2.0 && moved[1] > 1.0 && moved[2].abs() < 0.8, "{moved:?}");
    }

    #[test]
    fn no_number_changes_its_sign() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut spsa = Spsa::new(&[(1, 50), (-1, 50), (0, 50)], 10, 1.0);
        let mut negative = false;
        for _ in 0..10 {
            let change = spsa.change(&mut random);
            for set in &change.sets {
                assert!(set[0] >= 1 && set[1] <= -1, "{set:?}");
                negative |= set[2] < 0;
            }
            spsa.learn(&change, -2.0);
            let numbers: Vec<f64> = spsa.numbers().collect();
            assert!(numbers[0] >= 1.0 && numbers[1] <= -1.0, "{numbers:?}");
        }
        assert!(negative);
    }
}
