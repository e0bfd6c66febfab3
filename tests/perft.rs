//! Every table of known node counts, through the library.

mod common;

use std::fs;
use std::path::PathBuf;

use panoply::config::Config;
use panoply::movegen;
use panoply::suite::{self, Games};

/// Files, blocks and counts of `tests/data/perft`.
const SIZE: (usize, usize, usize) = (8, 277, 821);

fn tables() -> Vec<PathBuf> {
    let entries = fs::read_dir(common::data("perft")).expect("the tables are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    files
}

#[test]
fn every_table_is_read_whole() {
    let files = tables();
    let blocks: Vec<_> =
        files.iter().flat_map(|file| suite::read(file).expect("the table can be read")).collect();
    let counts = blocks.iter().map(|block| block.counts.len()).sum();
    assert_eq!((files.len(), blocks.len(), counts), SIZE);
    let lines: usize = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("the table can be read"))
        .map(|text| text.lines().filter(|line| line.starts_with("perft ")).count())
        .sum();
    assert_eq!(lines, counts, "counts in the files and counts read");
}

#[test]
fn node_counts_agree_with_the_tables() {
    let cap = common::node_cap(100_000);
    let config = Config::shipped();
    let mut games = Games::new(&config);
    let mut mismatches = Vec::new();
    let (mut blocks, mut done) = (0, 0);
    for file in tables() {
        let name = file.file_name().unwrap_or_default().display().to_string();
        for block in suite::read(&file).expect("the table can be read") {
            blocks += 1;
            let place = format!("{name}:{}: {}", block.line, block.id);
            let mut position =
                games.position(&block.choice, &block.fen).unwrap_or_else(|error| panic!("{place}: {error}"));
            for (depth, expected) in block.counts {
                if expected > cap {
                    continue;
                }
                done += 1;
                let found = movegen::perft(&mut position, depth);
                if found != expected {
                    mismatches.push(format!("{place}: perft {depth} is {found}, the table says {expected}"));
                }
            }
        }
    }
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), mismatches.join("\n"));
    assert_eq!(blocks, SIZE.1);
    assert!(done >= blocks, "a cap of {cap} nodes leaves only {done} counts of {blocks} positions");
}

#[test]
fn threads_count_what_one_thread_counts() {
    let config = Config::shipped();
    let mut games = Games::new(&config);
    for block in suite::read(&common::data("perft/combined-positions.perft")).expect("the table can be read")
    {
        if let Some(&(depth, nodes)) =
            block.counts.iter().rev().find(|(depth, nodes)| *depth == 3 && *nodes < 20_000)
        {
            let position = games.position(&block.choice, &block.fen).expect("the position is sound");
            assert_eq!(movegen::perft_threads(&position, depth, 3), nodes, "{}", block.id);
            let divided: u64 = movegen::divide(&position, depth).iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(divided, nodes, "{}", block.id);
        }
    }
}
