//! Fitting the weights of the evaluation to the results of games.
//!
//! The evaluation itself knows nothing of tuning: how a score depends on a weight is found by changing the weight and
//! evaluating again (central differences over several units, so that rounding matters little). On the model that is
//! linear in all weights the results are made most likely by Newton's method; then the differences are taken again at
//! the new weights. Weights that few positions tell about stay near where they were, since their spread around it is
//! assumed to be normal.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::config::Config;
use crate::eval::{Entry, Evaluator, Reach, Values, Weights};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Color;

use super::data::{Game, Sample};
use super::newton::{self, Observation, Prior, Row};

/// How many positions of the same game count as one independent result.
const CORRELATION: f64 = 3.0;
/// Newton steps on one linear model.
const ROUNDS: usize = 6;
/// Positions next to one another in the data, which are usually of the same games, are kept out together, one block
/// in [`HELD_OUT`], to see whether what was learnt holds for others.
const BLOCK: usize = 50;
const HELD_OUT: usize = 10;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often the model is linearised.
    pub rounds: u32,
    /// The share of the search's own score in the label, in percent; the rest is the result of the game.
    pub blend: u32,
    /// Threads.
    pub threads: usize,
}

/// All that is tuned for one set of games.
#[derive(Clone, Debug)]
struct Parameters {
    weights: Weights,
    values: Values,
}

impl Parameters {
    /// Visits every number, always in the same order.
    fn visit(&mut self, visit: &mut dyn FnMut(&Entry, &mut i32)) {
        self.weights.visit(visit);
        for (id, (midgame, endgame)) in &mut self.values {
            for (phase, number) in [("midgame", midgame), ("endgame", endgame)] {
                let entry =
                    Entry { name: format!("value.{id}.{phase}"), low: 20, high: 2500, spread: VALUE_SPREAD };
                visit(&entry, number);
            }
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.clone().visit(&mut |entry, _| entries.push(entry.clone()));
        entries
    }

    fn numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        self.clone().visit(&mut |_, number| numbers.push(*number));
        numbers
    }

    fn with(&self, numbers: &[i32]) -> Parameters {
        let mut changed = self.clone();
        let mut at = 0;
        changed.visit(&mut |_, number| {
            *number = numbers[at];
            at += 1;
        });
        changed
    }
}

/// How far the value of a piece may be from the configured one.
const VALUE_SPREAD: i32 = 60;

/// The positions of one kind of game.
struct Group {
    game: Game,
    rules: Arc<Rules>,
    reach: Reach,
    positions: Vec<Example>,
}

struct Example {
    position: Position,
    /// Points of the side to move.
    points: f64,
    /// The score of the search.
    searched: f64,
    held_out: bool,
}

impl Group {
    fn evaluator(&self, parameters: &Parameters) -> Evaluator {
        Evaluator::with_weights(&self.rules, &self.reach, &parameters.weights, &parameters.values)
    }

    fn scores(&self, parameters: &Parameters) -> Vec<i32> {
        let evaluator = self.evaluator(parameters);
        self.positions.iter().map(|example| evaluator.evaluate_once(&example.position)).collect()
    }
}

/// What fitting has found.
pub struct Outcome {
    /// The new weights, without and with holdings.
    pub weights: [Weights; 2],
    /// New values of pieces.
    pub values: Values,
    /// What has become better, in words.
    pub report: String,
}

/// Fits weights to positions: with and without holdings apart. Values of pieces are fitted without holdings alone.
///
/// # Errors
/// If a position or its game does not fit the configuration.
pub fn fit(config: &Config, samples: &[Sample], settings: Settings) -> Result<Outcome, String> {
    let mut outcome = Outcome {
        weights: [Weights::tuned(false), Weights::tuned(true)],
        values: Values::new(),
        report: String::new(),
    };
    let groups = groups(config, samples)?;
    let (with, without): (Vec<Group>, Vec<Group>) =
        groups.into_iter().partition(|group| group.rules.has_holdings());
    for (index, groups) in [without, with].into_iter().enumerate() {
        if groups.is_empty() {
            continue;
        }
        let values = if index == 0 { configured(&groups) } else { outcome.values.clone() };
        let start = Parameters { weights: outcome.weights[index].clone(), values };
        let mut tuner = Tuner { groups, tuned: start.entries().len(), settings, scale: 0.0 };
        if index == 1 {
            // Values are taken as they have come out without holdings.
            tuner.tuned -= 2 * start.values.len();
        }
        let found = tuner.run(&start, &mut outcome.report);
        outcome.weights[index] = found.weights;
        outcome.values = found.values;
    }
    Ok(outcome)
}

/// Sorts positions by game.
fn groups(config: &Config, samples: &[Sample]) -> Result<Vec<Group>, String> {
    let mut groups: BTreeMap<Game, Group> = BTreeMap::new();
    for (number, sample) in samples.iter().enumerate() {
        let group = match groups.entry(sample.game.clone()) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let rules = sample.game.rules(config)?;
                let (game, reach) = (sample.game.clone(), Reach::new(&rules));
                entry.insert(Group { game, rules, reach, positions: Vec::new() })
            }
        };
        let position = Position::from_fen(group.rules.clone(), &sample.fen)
            .map_err(|error| format!("FEN `{}`: {error}", sample.fen))?;
        let white = sample.result.points();
        group.positions.push(Example {
            points: if position.side() == Color::White { white } else { 1.0 - white },
            searched: f64::from(sample.score),
            held_out: (number / BLOCK).is_multiple_of(HELD_OUT),
            position,
        });
    }
    Ok(groups.into_values().collect())
}

/// The configured values of all pieces that have one. Pawns, whose ranks have weights, stay the measure of all things.
fn configured(groups: &[Group]) -> Values {
    let kinds =
        groups.iter().flat_map(|group| &group.rules.spec.kinds).filter(|kind| !kind.royal && !kind.pawn);
    kinds.filter_map(|kind| Some((kind.id.clone(), kind.value?))).collect()
}

struct Tuner {
    groups: Vec<Group>,
    /// How many of the parameters are tuned, the first ones.
    tuned: usize,
    settings: Settings,
    /// What a centipawn counts in the exponent.
    scale: f64,
}

impl Tuner {
    fn run(&mut self, start: &Parameters, report: &mut String) -> Parameters {
        let before: Vec<Vec<i32>> = self.groups.iter().map(|group| group.scores(start)).collect();
        let pairs = self.groups.iter().zip(&before).flat_map(|(group, scores)| {
            group.positions.iter().zip(scores).map(|(example, &score)| (f64::from(score), example.points))
        });
        self.scale = newton::best_scale(&pairs);
        let seeds = start.numbers();
        let mut current = start.clone();
        for round in 1..=self.settings.rounds {
            current = self.round(&seeds, &current);
            let after: Vec<Vec<i32>> = self.groups.iter().map(|group| group.scores(&current)).collect();
            let [learnt, held_out] = self.surprise(&after, None);
            eprintln!("round {round}: {learnt:.5} on what was learnt from, {held_out:.5} on the rest");
        }
        let after: Vec<Vec<i32>> = self.groups.iter().map(|group| group.scores(&current)).collect();
        self.tell(&before, &after, &current, report);
        current
    }

    /// One linear model, and the best weights on it.
    fn round(&self, seeds: &[i32], current: &Parameters) -> Parameters {
        let observations = self.observations(current);
        let numbers = current.numbers();
        let entries = current.entries();
        let priors: Vec<Prior> = (0..self.tuned)
            .map(|index| Prior {
                mean: f64::from(seeds[index] - numbers[index]),
                spread: f64::from(entries[index].spread),
            })
            .collect();
        let shifts = newton::fit(&observations, &priors, self.scale, CORRELATION, ROUNDS);
        let mut changed = numbers;
        for ((number, shift), entry) in changed.iter_mut().zip(shifts).zip(&entries) {
            *number = (*number + shift.round() as i32).clamp(entry.low, entry.high);
        }
        current.with(&changed)
    }

    /// The positions to learn from with their derivatives.
    fn observations(&self, current: &Parameters) -> Vec<Observation> {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            while let Some(group) = self.groups.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                found.extend(self.of_group(group, current));
            }
            found
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.settings.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        })
    }

    fn of_group(&self, group: &Group, current: &Parameters) -> Vec<Observation> {
        let (numbers, entries) = (current.numbers(), current.entries());
        let scores = group.scores(current);
        let mut rows = vec![Row::new(); scores.len()];
        for index in 0..self.tuned {
            let width = (entries[index].spread / 2).max(2);
            let at = |shift: i32| {
                let mut changed = numbers.clone();
                changed[index] += shift;
                group.scores(&current.with(&changed))
            };
            for ((row, up), down) in rows.iter_mut().zip(at(width)).zip(at(-width)) {
                if up != down {
                    row.push((index as u16, (up - down) as f32 / (2 * width) as f32));
                }
            }
        }
        let learnt =
            group.positions.iter().zip(scores).zip(rows).filter(|((example, _), _)| !example.held_out);
        learnt
            .map(|((example, score), row)| Observation {
                score: f64::from(score),
                row,
                label: self.label(example),
            })
            .collect()
    }

    fn label(&self, example: &Example) -> f64 {
        let blend = f64::from(self.settings.blend) / 100.0;
        (1.0 - blend) * example.points + blend * newton::prediction(example.searched, self.scale)
    }

    /// The mean surprise of the results, of the positions learnt from and of those held out; of all variants or of one.
    fn surprise(&self, scores: &[Vec<i32>], variant: Option<&str>) -> [f64; 2] {
        let (mut sums, mut counts) = ([0.0; 2], [0.0f64; 2]);
        for (group, scores) in self.groups.iter().zip(scores) {
            if variant.is_some_and(|variant| variant != group.game.variant) {
                continue;
            }
            for (example, &score) in group.positions.iter().zip(scores) {
                let set = usize::from(example.held_out);
                sums[set] += newton::surprise(f64::from(score), self.scale, example.points);
                counts[set] += 1.0;
            }
        }
        [sums[0] / counts[0].max(1.0), sums[1] / counts[1].max(1.0)]
    }

    fn tell(&self, before: &[Vec<i32>], after: &[Vec<i32>], found: &Parameters, report: &mut String) {
        let mut variants: Vec<&str> = self.groups.iter().map(|group| &*group.game.variant).collect();
        variants.dedup();
        let _ = writeln!(report, "scale {:.5} per centipawn", self.scale);
        for variant in variants.into_iter().map(Some).chain([None]) {
            let [old, new] = [before, after].map(|scores| self.surprise(scores, variant));
            let count: usize = self
                .groups
                .iter()
                .filter(|group| variant.is_none_or(|variant| variant == group.game.variant))
                .map(|group| group.positions.len())
                .sum();
            let _ = writeln!(
                report,
                "{}: {count} positions, learnt {:.5} -> {:.5}, held out {:.5} -> {:.5}",
                variant.unwrap_or("all"),
                old[0],
                new[0],
                old[1],
                new[1]
            );
        }
        for group in &self.groups {
            if let Ok(start) = Position::start(group.rules.clone()) {
                let score = group.evaluator(found).evaluate_once(&start);
                let Game { variant, white, black } = &group.game;
                let _ = writeln!(report, "start {variant} {white}-{black} {score}");
            }
        }
    }
}
