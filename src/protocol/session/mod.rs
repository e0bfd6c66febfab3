//! The session: the state of everything, and what each command does to it.

mod analysis;
mod board;
mod claims;
mod edit;
mod game;
mod journal;
mod memory;
mod options;
mod pointer;
mod search;
mod think;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::search::Searcher;
use crate::types::{Color, Move, Score};

use super::clock::TimeControl;
use super::command::Command;
use super::event::{Event, SearchId};
use super::highlight::Lifted;
use super::io::Output;
use super::options::Options;
use super::output::brief;
use super::resignation::Outlook;
use super::{features, ignore_interrupts};

pub(super) use options::{CLEAR, CONFIGURATION};

use edit::Edit;
use game::{Game, Library};
use search::{Purpose, Search};

/// How long to wait for the next event when nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// More threads are not used, whatever is asked for.
const MOST_THREADS: usize = 256;

/// What the engine does with the moves it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only keeps account.
    Force,
    /// It plays this colour.
    Play(Color),
    /// It thinks about every position and never moves.
    Analyze,
}

/// A session with a GUI.
pub(super) struct Session<'a> {
    library: Library,
    options: Options,
    out: Output<'a>,
    events: Sender<Event>,
    searcher: Searcher,
    megabytes: usize,
    /// How many threads the GUI lets us have.
    threads: usize,
    /// What the user has not been told yet.
    complaints: Vec<String>,
    /// Whether the GUI has shown itself to be `XBoard`.
    is_xboard: bool,
    game: Game,
    mode: Mode,
    control: TimeControl,
    ponders: bool,
    posts: bool,
    search: Option<Search>,
    /// When the command came in that is being obeyed: our clock may be running since then.
    heard_at: Instant,
    last_id: SearchId,
    /// What was going on before a pause.
    paused: Option<Purpose>,
    /// Commands that wait for the end of our thinking.
    deferred: VecDeque<Command>,
    edit: Option<Edit>,
    /// Whether the end of the game has been claimed in this position.
    claimed: bool,
    /// The reply we expect to our last move.
    expected: Option<Move>,
    /// The score of our last search, from our view.
    score: Option<Score>,
    /// Moves not to be searched at the root.
    excluded: Vec<Move>,
    /// The scores of our last moves.
    outlook: Outlook,
    /// What the user has picked up.
    lifted: Option<Lifted>,
    /// Decides on the errors of limited play.
    seed: u64,
    /// How many games have begun.
    games: u64,
}

impl<'a> Session<'a> {
    /// A session at the start position of the usual game.
    pub(super) fn new(
        config: Config,
        complaints: Vec<String>,
        events: Sender<Event>,
        out: Output<'a>,
    ) -> Result<Session<'a>, String> {
        let megabytes = memory::affordable(config.engine.hash);
        let threads = config.engine.threads.clamp(1, MOST_THREADS);
        let mut library = Library::new(config);
        let game = Game::usual(&mut library)?;
        Ok(Session {
            library,
            options: Options::default(),
            out,
            events,
            searcher: Searcher::new(megabytes),
            megabytes,
            threads,
            complaints,
            is_xboard: false,
            game,
            mode: Mode::Play(Color::Black),
            control: TimeControl::new(),
            ponders: false,
            posts: false,
            search: None,
            heard_at: Instant::now(),
            last_id: SearchId::default(),
            paused: None,
            deferred: VecDeque::new(),
            edit: None,
            claimed: false,
            expected: None,
            score: None,
            excluded: Vec::new(),
            outlook: Outlook::default(),
            lifted: None,
            seed: 0,
            games: 0,
        })
    }

    /// Handles events until the GUI is gone.
    pub(super) fn run(&mut self, events: &Receiver<Event>) {
        loop {
            let flow = match events.recv_timeout(self.until_deadline()) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
                Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            };
            self.check_deadline();
            if flow.is_break() || self.out.is_broken() {
                self.search = None;
                return;
            }
        }
    }

    fn until_deadline(&self) -> Duration {
        let deadline = self.search.as_ref().and_then(|search| search.deadline);
        deadline.map_or(IDLE, |deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line, arrived) => {
                self.heard_at = arrived;
                if self.edit.is_some() {
                    self.edit_line(&line);
                    return ControlFlow::Continue(());
                }
                self.receive(Command::parse(&line))?;
            }
            Event::End => {
                self.complain();
                return ControlFlow::Break(());
            }
            Event::Search(id, event) => self.search_event(id, event),
            Event::SearchLost(id) => self.search_lost(id),
        }
        self.catch_up()
    }

    /// A command comes in: now is its time, or after our move.
    fn receive(&mut self, command: Command) -> ControlFlow<()> {
        if !self.is_thinking() {
            return self.obey(command);
        }
        match command {
            Command::Quit | Command::MoveNow => self.obey(command),
            command if cancels(&command) => {
                self.drop_thinking()?;
                self.obey(command)
            }
            Command::Go => ControlFlow::Continue(()),
            Command::Ping(_) | Command::Move(_) => {
                self.deferred.push_back(command);
                ControlFlow::Continue(())
            }
            // A move that waits may change what later commands mean.
            command if self.deferred.iter().any(|waiting| matches!(waiting, Command::Move(_))) => {
                self.deferred.push_back(command);
                ControlFlow::Continue(())
            }
            command => self.obey(command),
        }
    }

    /// Ends our thinking without a move, and does what has been waiting for it.
    fn drop_thinking(&mut self) -> ControlFlow<()> {
        self.stop();
        while let Some(command) = self.deferred.pop_front() {
            self.obey(command)?;
            self.stop_thinking();
        }
        ControlFlow::Continue(())
    }

    /// Does what has been waiting for the end of our thinking.
    fn catch_up(&mut self) -> ControlFlow<()> {
        while !self.is_thinking() {
            let Some(command) = self.deferred.pop_front() else { break };
            self.heard_at = Instant::now();
            self.obey(command)?;
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        if !matches!(command, Command::XBoard | Command::ProtocolVersion(_) | Command::Ignored) {
            self.complain();
        }
        match command {
            Command::Quit => return ControlFlow::Break(()),
            Command::Ignored => {}
            Command::Accepted(feature) => self.is_xboard |= feature == "analyze",
            Command::XBoard => ignore_interrupts(),
            Command::ProtocolVersion(version) => self.shake_hands(version),
            Command::Ping(number) => self.out.say(format!("pong {number}").trim_end()),
            Command::Post(on) => self.posts = on,
            Command::Ponder(on) => self.set_pondering(on),
            Command::Memory(megabytes) => self.set_memory(megabytes),
            Command::Cores(threads) => self.set_threads(threads),
            Command::Option(name, value) => self.set_option(&name, value.as_deref()),
            Command::Timing(timing) => self.control.set(timing, self.game.position().ply()),
            Command::Time(left) => self.set_clock(left),
            Command::Depth(depth) => self.control.set_depth(depth),
            Command::NodesPerSecond(nodes) => self.control.set_nodes_per_second(nodes),
            Command::Book => self.say_all(&[" no book".to_owned(), String::new()]),
            Command::Malformed(text) => self.out.say(&format!("Error (bad argument): {}", brief(&text))),
            Command::Unknown(text) => self.out.say(&format!("Error (unknown command): {}", brief(&text))),
            command => self.obey_in_game(command),
        }
        ControlFlow::Continue(())
    }

    /// The commands that concern the game.
    fn obey_in_game(&mut self, command: Command) {
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.begin_edit(),
            Command::Force => self.set_mode(Mode::Force),
            Command::Result => self.game_over(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::White => self.set_side(Color::White),
            Command::Black => self.set_side(Color::Black),
            Command::Move(text) => self.their_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.give_hint(),
            Command::Analyze => self.set_mode(Mode::Analyze),
            Command::Exit => self.leave_analysis(),
            Command::Status => self.say_status(),
            Command::RootFilter(filter) => self.filter_root(&filter),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Random => self.vary(),
            Command::Pointer(pointer, place) => self.pointer(pointer, &place),
            _ => {}
        }
    }

    fn say_all(&mut self, lines: &[String]) {
        for line in lines {
            self.out.say(line);
        }
    }

    fn shake_hands(&mut self, version: u32) {
        ignore_interrupts();
        if version >= 2 {
            let lines = features::lines(self.library.coming(), &self.options);
            self.say_all(&lines);
        }
        self.complain();
    }

    /// Tells the user what went wrong before the session began: after the handshake, or with the first command if
    /// there is none.
    fn complain(&mut self) {
        for complaint in std::mem::take(&mut self.complaints) {
            for line in complaint.lines() {
                self.out.say(&format!("tellusererror {line}"));
            }
        }
    }

    fn set_clock(&mut self, left: Duration) {
        let before = self.control.lag();
        self.control.set_left(left);
        if self.control.lag() > before {
            log::debug!("our move counted {} ms more than we think", journal::millis(self.control.lag()));
        }
    }

    /// With how many threads searches are made from now on.
    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
        log::debug!("{} threads allowed", self.threads);
    }

    fn set_memory(&mut self, megabytes: usize) {
        let megabytes = memory::affordable(megabytes);
        if megabytes != self.megabytes {
            self.megabytes = megabytes;
            self.searcher.resize(megabytes);
            self.searcher.prepare(self.game.rules());
        }
    }
}

/// Whether a command makes our thinking pointless: no move may follow.
fn cancels(command: &Command) -> bool {
    matches!(
        command,
        Command::Force
            | Command::New
            | Command::Variant(_)
            | Command::SetBoard(_)
            | Command::Edit
            | Command::Result
            | Command::Analyze
            | Command::Undo
            | Command::Remove
            | Command::PlayOther
            | Command::White
            | Command::Black
    )
}
