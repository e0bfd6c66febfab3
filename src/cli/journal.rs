//! The log: what went on in a session with a GUI, to be sent with the report of a mistake.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use env_logger::fmt::Formatter;
use env_logger::{Builder, Target, WriteStyle};
use log::{LevelFilter, Record};

/// The environment variable that says how much is written, for those who are used to it.
const VARIABLE: &str = "RUST_LOG";

/// Where to write a log, and how much.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Append a log to FILE: the protocol traffic with time stamps, searches, options, configuration.
    ///
    /// Each entry has the time of day (UTC), the milliseconds since the program started, the level, and then `>` and a
    /// line that came in, `<` and a line that went out, or a note. Every entry is in the file before the program goes on.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How much to log: error, warn, info (the traffic), debug (what the engine does) or trace (whatever it thinks).
    /// Without this the environment variable `RUST_LOG` is looked at, and otherwise it is debug.
    #[arg(long, value_name = "LEVEL", requires = "log", value_parser = level)]
    log_level: Option<LevelFilter>,
}

impl Args {
    /// Whether a log is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.log.is_some()
    }

    /// Begins to log, if that is wanted.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn start(&self) -> Result<(), String> {
        let Some(path) = &self.log else { return Ok(()) };
        start(path, self.log_level)
            .map_err(|error| format!("cannot write the log {}: {error}", path.display()))
    }
}

fn level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| "the levels are error, warn, info, debug and trace".to_owned())
}

/// No buffer comes between an entry and the file, so that nothing is missing after a crash.
fn start(path: &Path, level: Option<LevelFilter>) -> Result<(), String> {
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(|e| e.to_string())?;
    let began = Instant::now();
    let mut builder = Builder::new();
    builder.filter_level(LevelFilter::Debug);
    match level {
        Some(level) => builder.filter_level(level),
        None => builder.parse_env(VARIABLE),
    };
    builder.target(Target::Pipe(Box::new(file))).write_style(WriteStyle::Never);
    builder.format(move |out, record| write_entry(out, record, began));
    builder.try_init().map_err(|e| e.to_string())?;
    log::info!("Panoply {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id());
    Ok(())
}

fn write_entry(out: &mut Formatter, record: &Record<'_>, began: Instant) -> io::Result<()> {
    let (time, millis) = (out.timestamp_millis(), began.elapsed().as_secs_f64() * 1000.0);
    let text = record.args().to_string().replace('\n', " | ");
    writeln!(out, "{time} {millis:>11.3} {:<5} {text}", record.level())
}
