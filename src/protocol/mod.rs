//! The `XBoard`/`WinBoard` protocol, CECP version 2.
//!
//! One thread reads lines and does nothing else; the searches run on threads of their own. All of them send events
//! into one channel. The thread that reads the channel, the session, owns the whole state and is the only one that
//! writes. It never searches and never waits for a search, so it is always free for the next command: none is lost, and
//! what a search says after the session has lost interest in it is recognised by its number and dropped.
//!
//! Standard error stays silent, since `XBoard` reads it together with standard output.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod clock;
mod command;
mod event;
mod features;
mod highlight;
mod io;
mod letters;
mod options;
mod output;
mod pieces;
mod play;
mod resignation;
mod session;
mod setup;
mod strength;
mod variants;

use std::fs::{File, OpenOptions};
use std::io::{BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use crate::config::Config;

use self::io::{Output, read_lines};
use self::session::Session;

/// What a session starts with.
#[derive(Debug)]
pub struct Start {
    /// What can be played.
    pub config: Config,
    /// Where the traffic is recorded, if it is.
    pub log: Option<PathBuf>,
    /// Something that went wrong before, for the user.
    pub complaint: Option<String>,
}

/// Speaks the protocol on standard input and `out` until the GUI ends it.
///
/// # Errors
/// If the configuration has nothing that can be played, or the system can give no thread.
pub fn run(start: Start, out: &mut dyn Write) -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    let Start { config, log, mut complaint } = start;
    let log = log.and_then(|path| match open_log(&path) {
        Ok(file) => Some(file),
        Err(error) => {
            complaint.get_or_insert(format!("cannot write {}: {error}", path.display()));
            None
        }
    });
    let attended = std::io::stdin().is_terminal();
    if !attended {
        ignore_interrupts();
    }
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    let read = move || read_lines(BufReader::new(std::io::stdin()), &lines);
    std::thread::Builder::new().name("stdin".into()).spawn(read).map_err(|e| e.to_string())?;
    let mut session = Session::new(config, complaint, sender, Output::new(out, log))?;
    session.run(&receiver);
    Ok(())
}

fn open_log(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// `XBoard` interrupts engines that it takes to be thinking; without a handler that would end the program. A second
/// call fails, which does not matter.
fn ignore_interrupts() {
    let _ = ctrlc::set_handler(|| {});
}
