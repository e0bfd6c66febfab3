//! `panoply tune`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use crate::config::Config;
use crate::eval::Weights;
use crate::tune::data::Sample;
use crate::tune::fit;
use crate::tune::generate::{self, Settings};

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
