//! `panoply tune`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use crate::config::Config;
use crate::eval::Weights;
use crate::search::Numbers;
use crate::tune::data::Sample;
use crate::tune::duel::Duels;
use crate::tune::fit;
use crate::tune::generate::{self, Settings};
use crate::tune::spsa::Spsa;

use super::Failure;

/// Arguments of `panoply tune`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Debug)]
enum Step {
    /// Play fast games of the engine against itself and write positions with the results.
    Generate(Generate),
    /// Fit the weights to positions that `generate` has written.
    Fit(Fit),
    /// Tune the numbers of the search by games that begin with random moves, each pair between two changes of all of them.
    Search(Search),
}

/// Arguments of `panoply tune generate`.
#[derive(clap::Args, Debug)]
struct Generate {
    /// Write the positions to FILE; an existing one is replaced.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,
    /// The number of the first game, to go on where another run with the same seed has ended.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// What everything random follows from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    /// Score the positions that are kept by a search of N nodes each; by default by the one that chose the move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    score_nodes: Option<u64>,
    /// Play on N threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Only games with holdings, or only games without; by default both.
    #[arg(long, value_name = "BOOL")]
    holdings: Option<bool>,
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match self.step {
            Step::Generate(args) => args.run(config, out),
            Step::Fit(args) => args.run(config, out),
            Step::Search(args) => args.run(config, out),
        }
    }
}

impl Generate {
    fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let name = self.file.display();
        let file = File::create(&self.file).map_err(|error| Failure(format!("{name}: {error}")))?;
        let mut file = BufWriter::new(file);
        let settings = Settings {
            first: self.first,
            games: self.games,
            seed: self.seed,
            nodes: self.nodes,
            score_nodes: self.score_nodes,
            threads: self.threads,
            holdings: self.holdings,
        };
        let mut positions = 0;
        generate::generate(config, settings, |number, samples| {
            for sample in samples {
                writeln!(file, "{sample}")?;
            }
            positions += samples.len();
            if (number + 1).is_multiple_of(PROGRESS) {
                file.flush()?;
                eprintln!("{} games, {positions} positions", number + 1);
            }
            Ok::<(), Failure>(())
        })?;
        file.flush()?;
        writeln!(out, "{positions} positions of {} games", self.games)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `panoply tune search`.
#[derive(clap::Args, Debug)]
struct Search {
    /// Tune the numbers for games with holdings instead of those for games without.
    #[arg(long)]
    holdings: bool,
    /// The number of pairs of games.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// What everything random follows from. What runs with different seeds agree on is there, the rest is chance.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// At the end of the run a game won moves each number by this part of its change, in 1/1000.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rate: u32,
}

impl Search {
    fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut numbers = Numbers::tuned(self.holdings);
        let mut start = Vec::new();
        numbers.visit(&mut |entry, number| start.push((entry, *number)));
        let steps: Vec<(i32, i32)> = start.iter().map(|&(entry, number)| (number, entry.step)).collect();
        let mut spsa = Spsa::new(&steps, self.pairs, f64::from(self.rate) / 1000.0);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut duels = Duels::new(config, self.holdings, self.nodes);
        while spsa.done() < self.pairs {
            let change = spsa.change(&mut random);
            let sets = change.sets.each_ref().map(|set| numbers.with(set));
            let points = duels.pair(&sets, &mut random)?;
            spsa.learn(&change, points);
            if spsa.done().is_multiple_of(PAIRS_PROGRESS) {
                let moved = spsa.moved().fold(0.0, |most: f64, moved| most.max(moved.abs()));
                eprintln!("{} pairs, the largest move is {moved:.2} steps", spsa.done());
            }
        }
        for (((entry, before), number), moved) in start.iter().zip(spsa.numbers()).zip(spsa.moved()) {
            writeln!(out, "{} {before} -> {number:.1} ({moved:+.2} steps)", entry.name)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `panoply tune fit`.
#[derive(clap::Args, Debug)]
struct Fit {
    /// The files with the positions.
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// Write the weights to FILE, as source text: src/eval/tuned.rs.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// How often the evaluation is made linear.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// The share of the search's own scores in what is learnt, in percent; the rest is the results of the games.
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u32).range(0..=100))]
    blend: u32,
    /// Use N threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Fit {
    fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut samples = Vec::new();
        for file in &self.data {
            samples.extend(read(file)?);
        }
        let settings =
            fit::Settings { rounds: self.rounds, blend: self.blend, threads: usize::from(self.threads) };
        let outcome = fit::fit(config, &samples, settings)?;
        write!(out, "{}", outcome.report)?;
        for (id, (midgame, endgame)) in &outcome.values {
            writeln!(out, "[piece {id}] value = {midgame} {endgame}")?;
        }
        let source = Weights::source_file(&outcome.weights);
        match &self.write {
            Some(path) => {
                std::fs::write(path, source)
                    .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
            }
            None => write!(out, "{source}")?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The positions of a data file.
fn read(path: &Path) -> Result<Vec<Sample>, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure(format!("{name}: {error}")))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| line.parse().map_err(|error| Failure(format!("{name}:{}: {error}", index + 1))))
        .collect()
}

/// Progress is told once in so many games.
const PROGRESS: u32 = 500;
/// Pairs of games between two messages about progress.
const PAIRS_PROGRESS: u32 = 100;
