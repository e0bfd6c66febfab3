//! `panoply perft --suite`: tables of known counts, see [`crate::suite`].

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::config::Config;
use crate::movegen;
use crate::suite::{self, Games};

use super::Failure;
use super::perft::speed;

/// Runs tables; exit status 1 if any count differs. A block that cannot be set up counts as wrong, and the rest goes on.
pub(crate) fn run(
    config: &Config,
    files: &[PathBuf],
    max_nodes: u64,
    threads: usize,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let mut games = Games::new(config);
    let (mut right, mut wrong, mut skipped, mut nodes) = (0u64, 0u64, 0u64, 0u64);
    for file in files {
        for block in suite::read(file)? {
            let place = format!("{}:{}: {}", file.display(), block.line, block.id);
            let position = match games.position(&block.choice, &block.fen) {
                Ok(position) => position,
                Err(error) => {
                    eprintln!("panoply: {place}: {error}");
                    wrong += block.counts.len() as u64;
                    continue;
                }
            };
            for &(depth, expected) in &block.counts {
                if expected > max_nodes {
                    skipped += 1;
                    continue;
                }
                let found = movegen::perft_threads(&position, depth, threads);
                nodes += found;
                if found == expected {
                    right += 1;
                } else {
                    wrong += 1;
                    writeln!(out, "{place}: perft {depth} is {found}, the table says {expected}")?;
                }
            }
        }
    }
    writeln!(out, "{right} counts right, {wrong} wrong, {skipped} skipped")?;
    eprintln!("{}", speed(nodes, start.elapsed()));
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
