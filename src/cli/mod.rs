//! The command line: what is typed, and what it sets off.

mod bench;
mod check;
mod game;
mod matches;
mod moves;
mod pages;
mod perft;
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
    /// Append the protocol traffic, with time stamps, to FILE.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  panoply perft --depth 5                                      chess, start position
  panoply perft --white clobberers --black nutters --depth 4   Chess with Different Armies
  panoply perft --variant crazyhouse --depth 4 --divide
  panoply moves --topology cylinder a2a4 h7h5 a4h5             play moves, then list the legal ones
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
    /// Fit the weights of the evaluation to games of the engine against itself.
    Tune(tune::Args),
    /// Look for errors in a configuration file, or in the built-in one.
    Check(check::Args),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the file that makes XBoard list the engine: it belongs into XBoard's plugin folder as panoply.eng.
    Plugin,
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
    if cli.command.is_some() && cli.log.is_some() {
        return Err(Failure("--log records the protocol: it does not go with a command".to_owned()));
    }
    match cli.command {
        None => converse(cli.config, cli.log, out),
        Some(Command::Perft(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Moves(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Match(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Tune(args)) => args.run(&config(cli.config)?, out),
        Some(Command::Bench) => bench::run(out),
        Some(Command::Check(args)) => args.run(out),
        Some(Command::Completions { shell }) => pages::completions(shell, &mut Cli::command(), out),
        Some(Command::Plugin) => pages::plugin(out),
        Some(Command::Man { command }) => pages::manual(Cli::command(), command.as_deref(), out),
    }
}

/// Speaks the protocol. With a GUI at the other end, which shows nobody what a program says before it ends, a faulty
/// configuration is complained about in the protocol, and the built-in one is used.
fn converse(
    config: Option<PathBuf>,
    log: Option<PathBuf>,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let (config, complaint) = match load_config(config) {
        Ok(config) => (config, None),
        Err(failure) if io::stdin().is_terminal() => return Err(failure),
        Err(Failure(message)) => (Config::shipped(), Some(message)),
    };
    protocol::run(Start { config, log, complaint }, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The configuration named, or the one beside the program, or the built-in one.
fn load_config(path: Option<PathBuf>) -> Result<Config, Failure> {
    let beside = || {
        let file = std::env::current_exe().ok()?.with_file_name("engine.ini");
        file.is_file().then_some(file)
    };
    match path.or_else(beside) {
        Some(path) => Ok(Config::load(&path)?),
        None => Ok(Config::shipped()),
    }
}
