//! The `XBoard`/`WinBoard` protocol, CECP version 2.
//!
//! One thread reads lines and does nothing else; the searches run on threads of their own. All of them send events
//! into one channel. The thread that reads the channel, the session, owns the whole state and is the only one that
//! writes. It never searches and never waits for a search, so it is always free for the next command: none is lost, and
//! what a search says after the session has lost interest in it is recognised by its number and dropped.
//!
//! Standard error stays silent, since `XBoard` reads it together with standard output. What is of interest when something
//! has gone wrong is logged instead: the traffic as [`log::Level::Info`], what the engine makes of it as
//! [`log::Level::Debug`], what it thinks as [`log::Level::Trace`].
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod clock;
mod command;
mod event;
mod features;
mod highlight;
mod io;
mod lag;
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

use std::io::{BufReader, IsTerminal, Write};
use std::sync::mpsc;

use crate::config::Config;

use self::io::{Output, read_lines};
use self::session::Session;

/// What a session starts with.
#[derive(Debug)]
pub struct Start {
    /// What can be played.
    pub config: Config,
    /// What went wrong before, for the user.
    pub complaints: Vec<String>,
}

/// Speaks the protocol on standard input and `out` until the GUI ends it.
///
/// # Errors
/// If the configuration has nothing that can be played, or the system can give no thread.
pub fn run(start: Start, out: &mut dyn Write) -> Result<(), String> {
    // A message of a panic must not reach standard error, where XBoard would read it as ours.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let Start { config, complaints } = start;
    let attended = std::io::stdin().is_terminal();
    if !attended {
        ignore_interrupts();
    }
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    let read = move || read_lines(BufReader::new(std::io::stdin()), &lines);
    std::thread::Builder::new().name("stdin".into()).spawn(read).map_err(|e| e.to_string())?;
    let mut session = Session::new(config, complaints, sender, Output::new(out))?;
    session.run(&receiver);
    log::info!("the session has ended");
    Ok(())
}

/// `XBoard` interrupts engines that it takes to be thinking; without a handler that would end the program. A second
/// call fails, which does not matter.
fn ignore_interrupts() {
    let _ = ctrlc::set_handler(|| {});
}
