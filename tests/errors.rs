//! What the program says when something is wrong: tables of exact messages in `tests/data/errors`.

mod common;

use std::fs;

use common::{data, panoply, stderr, table};

/// Checks a table of messages. `run` gives what came out and what should have.
fn check(file: &str, columns: usize, least: usize, run: impl Fn(&[&str]) -> (String, String)) {
    let text = fs::read_to_string(data(&format!("errors/{file}"))).expect("the table is there");
    let rows = table(&text, columns);
    assert!(rows.len() >= least, "{file} has only {} rows", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .map(|row| (row, run(row)))
        .filter(|(_, (found, expected))| found != expected)
        .map(|(row, (found, expected))| format!("{row:?}\n   found: {found}\nexpected: {expected}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} rows of {file} wrong:\n{}",
        wrong.len(),
        rows.len(),
        wrong.join("\n")
    );
}

/// Exit status and message, in one text.
fn outcome(status: i32, message: &str) -> String {
    format!("{status} {}", message.trim_end())
}

/// Runs `panoply` and gives exit status and message. Whatever fails prints nothing on standard output.
fn run(args: &[&str]) -> String {
    let output = panoply(args);
    assert!(output.stdout.is_empty(), "{args:?} printed {}", String::from_utf8_lossy(&output.stdout));
    outcome(output.status.code().expect("an exit status"), stderr(&output))
}

#[test]
fn wrong_fens() {
    check("fen.tsv", 3, 45, |row| {
        let &[options, fen, message] = row else { unreachable!("the table has three columns") };
        let mut args = vec!["moves"];
        args.extend(options.split(' ').filter(|option| !option.is_empty()));
        args.extend(["--fen", fen]);
        (run(&args), outcome(1, &format!("panoply: FEN `{fen}`: {message}")))
    });
}

#[test]
fn wrong_moves() {
    check("move.tsv", 4, 50, |row| {
        let &[options, fen, mv, message] = row else { unreachable!("the table has four columns") };
        let mut args = vec!["moves"];
        args.extend(options.split(' ').filter(|option| !option.is_empty()));
        args.extend(["--fen", fen, "--", mv]);
        (run(&args), outcome(1, &format!("panoply: move 1: {message}")))
    });
}

#[test]
fn wrong_command_lines() {
    check("cli.tsv", 3, 35, |row| {
        let &[args, status, first_line] = row else { unreachable!("the table has three columns") };
        let args: Vec<&str> = args.split(' ').collect();
        let output = panoply(&args);
        let mut found = stderr(&output).lines().next().unwrap_or_default().to_owned();
        // Lists of all known names grow with the configuration: the table leaves them open.
        if let Some(head) = first_line.strip_suffix("...").filter(|head| found.starts_with(head)) {
            found = format!("{head}...");
        }
        let status = status.parse().expect("an exit status is a number");
        (outcome(output.status.code().expect("an exit status"), &found), outcome(status, first_line))
    });
}

#[test]
fn a_configuration_that_is_wrong_is_reported_whole() {
    let output = panoply(&["--config", "tests/data/errors/cli-config.ini", "moves"]);
    let lines: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[1].contains("cli-config.ini:8:1: ") && lines[1].contains("`rank7`"), "{}", lines[1]);
}
