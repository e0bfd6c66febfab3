//! The command line: what is typed, and what it sets off.

mod armies;
mod bench;
mod check;
mod game;
mod journal;
mod matches;
mod moves;
mod pages;
mod perft;
mod pieces;
mod plugin;
mod suite;
mod tune;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::config::Config;
use crate::protocol::{self, Start};

/// A chess-variant engine for XBoard: Chess with Different Armies, Crazyhouse, Cylinder Chess and plain chess, in
/// every combination.
///
/// Without a command it speaks the XBoard/WinBoard protocol (CECP version 2) on standard input and output: load it in
/// XBoard with `xboard -fcp panoply -variant fairy` and choose the armies in the engine's settings.
#[derive(Parser, Debug)]
#[command(name = "panoply", version, about, long_about, after_long_help = EXAMPLES)]
struct Cli {
    /// Read pieces, armies and variants from FILE beside the built-in ones.
    ///
    /// Sections of FILE replace built-in ones of the same name. Without this option a file `engine.ini` beside the
    /// program is read if there is one.
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    #[command(flatten)]
    journal: journal::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  panoply perft --depth 5                                      chess, start position
  panoply perft --white clobberers --black nutters --depth 4   Chess with Different Armies
  panoply perft --variant crazyhouse --depth 4 --divide
  panoply moves --topology cylinder a2a4 h7h5 a4h5             play moves, then list the legal ones
  panoply armies knights                                       list armies: pieces, moves, values
  panoply pieces clobberers-nutters --html sheet.html          a rule sheet; without --html in the terminal
  panoply check my-armies.ini                                  look for errors in a configuration";

#[derive(Subcommand, Debug)]
enum Command {
    /// Count the leaves of the tree of legal moves.
    Perft(perft::Args),
    /// Play moves from a position and print the FEN, the state of the game and the legal moves.
    Moves(moves::Args),
    /// Search fixed positions of all variants; the node count is the same on every run and machine.
    Bench,
    /// Play a match between engines and referee it.
    Match(Box<matches::Args>),
    /// List the armies with their pieces, moves and values.
    Armies(armies::Args),
    /// Show how pieces move, or write rule sheets.
    Pieces(Box<pieces::Args>),
    /// Fit the weights of the evaluation to games of the engine against itself.
    Tune(tune::Args),
    /// Look for errors in a configuration file, or in the built-in one.
    Check(check::Args),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print or install the file that makes XBoard list the engine: panoply.eng in its plugin folder.
    Plugin(plugin::Args),
    /// Print the manual page, or that of one command.
    Man {
        /// The command.
        command: Option<String>,
    },
}

/// A command that failed, with what to tell the user.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    match dispatch(cli, &mut out).and_then(|code| out.flush().map(|()| code).map_err(Failure::from)) {
        Ok(code) => code,
        Err(Failure(message)) if message.contains("Broken pipe") => ExitCode::SUCCESS,
        Err(Failure(message)) => {
            eprintln!("panoply: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(cli: Cli, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let config = |path: Option<PathBuf>| load_config(path);
    if cli.command.is_some() && cli.journal.is_wanted() {
        return Err(Failure("--log records the protocol: it does not go with a command".to_owned()));
    }
    match cli.command {
        None => converse(cli.config, &cli.journal, out),
        Some(Command::Perft(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Moves(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Match(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Armies(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Pieces(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Tune(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Bench) => bench::run(out),
        Some(Command::Check(args)) => args.run(out),
        Some(Command::Completions { shell }) => pages::completions(shell, &mut Cli::command(), out),
        Some(Command::Plugin(args)) => args.run(out),
        Some(Command::Man { command }) => pages::manual(Cli::command(), command.as_deref(), out),
    }
}

/// Speaks the protocol. With a GUI at the other end, which shows nobody what a program says before it ends, a faulty
/// configuration or a log that cannot be written are complained about in the protocol, and the built-in configuration is
/// used, or no log is written.
fn converse(
    path: Option<PathBuf>,
    journal: &journal::Args,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let started = journal.start();
    let loaded = load_config(path);
    let mut complaints = Vec::new();
    for error in [started.err(), loaded.as_ref().err().map(|Failure(message)| message.clone())] {
        match error {
            Some(error) if io::stdin().is_terminal() => return Err(Failure(error)),
            error => complaints.extend(error),
        }
    }
    let config = loaded.unwrap_or_else(|_| Config::shipped());
    protocol::run(Start { config, complaints }, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The configuration named, or the one beside the program, or the built-in one.
fn load_config(path: Option<PathBuf>) -> Result<Config, Failure> {
    let beside = || {
        let file = std::env::current_exe().ok()?.with_file_name("engine.ini");
        file.is_file().then_some(file)
    };
    let Some(path) = path.or_else(beside) else {
        log::info!("the built-in configuration is used");
        return Ok(Config::shipped());
    };
    let loaded = Config::load(&path);
    match &loaded {
        Ok(_) => log::info!("configuration {} has been read", path.display()),
        Err(errors) => log::warn!("configuration {} is not used: {errors}", path.display()),
    }
    Ok(loaded?)
}
