//! Perft tables: files of positions with known node counts.
//!
//! A table consists of blocks: `id`, `variant`, `white`, `black`, optionally `promotion`, `fen` (or `startpos`), then any
//! number of lines `perft DEPTH NODES`. `variant` is a name of `engine.ini`, or `chess`, `cylinderhouse` for the
//! combinations of topology and holdings that have no name there.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use crate::config::{Config, GameChoice};
use crate::movegen;
use crate::position::Position;
use crate::rules::PromotionChoice;

use super::Failure;
use super::game::compile;
use super::perft::speed;

/// One block of a table.
#[derive(Clone, Debug, Default)]
struct Block {
    line: usize,
    id: String,
    choice: GameChoice,
    fen: String,
    counts: Vec<(u32, u64)>,
}

/// Runs tables; exit status 1 if any count differs.
pub(crate) fn run(
    config: &Config,
    files: &[PathBuf],
    max_nodes: u64,
    threads: usize,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let (mut right, mut wrong, mut skipped, mut nodes) = (0u64, 0u64, 0u64, 0u64);
    for file in files {
        for block in read(file)? {
            let place = format!("{}:{}: {}", file.display(), block.line, block.id);
            let position = position(config, &block).map_err(|Failure(e)| Failure(format!("{place}: {e}")))?;
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

fn position(config: &Config, block: &Block) -> Result<Position, Failure> {
    let rules = compile(config, &block.choice)?;
    if block.fen == "startpos" {
        Ok(Position::start(rules)?)
    } else {
        Ok(Position::from_fen(rules, &block.fen)?)
    }
}

fn read(file: &Path) -> Result<Vec<Block>, Failure> {
    let text = fs::read_to_string(file).map_err(|e| Failure(format!("{}: {e}", file.display())))?;
    let mut blocks: Vec<Block> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if key == "id" {
            let choice = GameChoice::variant("normal");
            blocks.push(Block { line: number + 1, id: value.to_owned(), choice, ..Block::default() });
            continue;
        }
        let mut problem = String::new();
        match blocks.last_mut() {
            Some(block) => {
                if let Err(error) = read_line(block, key, value.trim()) {
                    problem = error;
                }
            }
            None => problem.push_str("the first line of a block is `id NAME`"),
        }
        if !problem.is_empty() {
            let mut message = format!("{}:{}: `{line}`: ", file.display(), number + 1);
            let _ = write!(message, "{problem}");
            return Err(Failure(message));
        }
    }
    Ok(blocks)
}

fn read_line(block: &mut Block, key: &str, value: &str) -> Result<(), String> {
    match key {
        "variant" => match value {
            "chess" => block.choice.variant = "normal".to_owned(),
            "cylinderhouse" => {
                block.choice.variant = "normal".to_owned();
                block.choice.cylinder = Some(true);
                block.choice.holdings = Some(true);
            }
            name => block.choice.variant = name.to_owned(),
        },
        "white" => block.choice.white = Some(value.to_owned()),
        "black" => block.choice.black = Some(value.to_owned()),
        "promotion" => {
            block.choice.promotion = Some(match value {
                "own" => PromotionChoice::Own,
                "either" => PromotionChoice::Either,
                _ => return Err(format!("`{value}` is not a promotion rule: own or either")),
            });
        }
        "fen" => block.fen = value.to_owned(),
        "perft" => {
            let numbers = value.split_once(char::is_whitespace);
            let count = numbers.and_then(|(d, n)| Some((d.parse().ok()?, n.trim().parse().ok()?)));
            block.counts.push(count.ok_or("a count is `perft DEPTH NODES`")?);
        }
        _ => return Err(format!("`{key}` is not a key: id, variant, white, black, promotion, fen or perft")),
    }
    Ok(())
}
