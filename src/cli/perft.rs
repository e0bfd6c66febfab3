//! `panoply perft`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::movegen;
use crate::position::{Position, Ranks};

use super::game::GameArgs;
use super::{Failure, suite};

/// Arguments of `panoply perft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Count to this depth in plies, one line a depth.
    #[arg(long, value_name = "N", required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Print the count of each root move instead.
    #[arg(long)]
    divide: bool,
    /// Search on N threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Run tables of known counts and name every mismatch.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["depth", "divide"])]
    suite: Vec<PathBuf>,
    /// With --suite: skip counts above N nodes.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with_all = ["depth", "divide"])]
    max_nodes: Option<u64>,
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        if !self.suite.is_empty() {
            return suite::run(
                config,
                &self.suite,
                self.max_nodes.unwrap_or(u64::MAX),
                usize::from(self.threads),
                out,
            );
        }
        let position = self.game.position(config)?;
        let depth = self.depth.unwrap_or(1);
        if self.divide {
            divide(&position, depth, out)?;
        } else {
            count(&position, depth, usize::from(self.threads), out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn count(position: &Position, depth: u32, threads: usize, out: &mut impl Write) -> Result<(), Failure> {
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = movegen::perft_threads(position, depth, threads);
        let time = start.elapsed();
        writeln!(out, "{depth} {nodes}")?;
        out.flush()?;
        eprintln!("depth {depth}: {}", speed(nodes, time));
    }
    Ok(())
}

fn divide(position: &Position, depth: u32, out: &mut impl Write) -> Result<(), Failure> {
    let start = Instant::now();
    let mut total = 0;
    for (mv, nodes) in movegen::divide(position, depth) {
        writeln!(out, "{} {nodes}", position.move_text(mv, Ranks::FromOne))?;
        total += nodes;
    }
    writeln!(out, "total {total}")?;
    eprintln!("{}", speed(total, start.elapsed()));
    Ok(())
}

/// Nodes, seconds and nodes a second in words.
pub(crate) fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!("{nodes} nodes in {seconds:.3} s, {:.1} million a second", nodes as f64 / seconds.max(1e-9) / 1e6)
}
