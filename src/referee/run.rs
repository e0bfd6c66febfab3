//! Plays a whole match: workers with their engines, results to disk, and when to stop.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::config::{Config, GameChoice};
use crate::rules::PromotionChoice;
use crate::types::Color;

use super::Stop;
use super::ending::GameResult;
use super::game::{self, Adjudication, NoResult, Played, Setting};
use super::openings::{Opening, Openings};
use super::options::{EngineSpec, Limits};
use super::player::{self, Pairing, Patience, Player};
use super::progress::Progress;
use super::record::{self, GameHeader, GameRecord, Header, Recorder};
use super::schedule::{Plan, Schedule};
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;
use super::{pgn, report};

/// A match that can be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// What it is, as recorded.
    pub header: Header,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The engines' limits.
    pub limits: Vec<Limits>,
    /// The pairings of armies.
    pub pairings: Vec<Pairing>,
    /// The openings of each pairing.
    pub openings: Vec<Openings>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// When games are broken off.
    pub adjudication: Adjudication,
    /// How long to wait for engines.
    pub patience: Patience,
    /// Games at the same time.
    pub concurrency: usize,
    /// The number of games of the whole match, all shards together; `None`: until the test has decided.
    pub games: Option<u32>,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The file of records.
    pub json: Option<PathBuf>,
    /// The file of games.
    pub pgn: Option<PathBuf>,
    /// Whether to go on with those files.
    pub resume: bool,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results.
    pub tally: Tally,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// The pairings that a header names.
///
/// # Errors
/// If the configuration has no such variant or armies.
pub fn pairings(config: &Config, header: &Header) -> Result<Vec<Pairing>, String> {
    header.pairings.iter().map(|armies| Pairing::new(config, choice(&header.game, armies))).collect()
}

fn choice(game: &GameHeader, (white, black): &(String, String)) -> GameChoice {
    let army = |id: &String| game.armies.then(|| id.clone());
    let promotion = |either: bool| if either { PromotionChoice::Either } else { PromotionChoice::Own };
    GameChoice {
        variant: game.variant.clone(),
        white: army(white),
        black: army(black),
        cylinder: game.cylinder,
        holdings: game.holdings,
        promotion: game.either.map(promotion),
    }
}

/// What all workers share.
struct Shared<'a> {
    state: Mutex<State>,
    plan: &'a Match,
    stop: &'a Stop,
    progress: Progress,
}

struct State {
    next: u32,
    done: HashSet<u32>,
    tally: Tally,
    recorder: Option<Recorder>,
    pgn: Option<File>,
    decided: bool,
    error: Option<String>,
}

/// Plays a match. Without a terminal for a bar, a line a game goes to `out`.
///
/// # Errors
/// If a file cannot be written or does not belong to this match, or an engine cannot be run at all.
pub fn run(plan: &Match, stop: &Stop, out: &mut impl Write) -> Result<Outcome, String> {
    let state = begin(plan)?;
    let total = plan.games.map(|games| u64::from(plan.schedule.share(games)));
    let progress = Progress::new(total, state.tally.games);
    let shared = Shared { state: Mutex::new(state), plan, stop, progress };
    thread::scope(|scope| {
        let (sender, lines) = channel();
        for _ in 0..plan.concurrency.max(1) {
            let (shared, lines) = (&shared, sender.clone());
            scope.spawn(move || work(shared, lines));
        }
        drop(sender);
        for line in lines {
            // Nobody to read it is no reason to end the match.
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    shared.progress.finish();
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(Outcome { tally: state.tally, stopped: stop.is_set() }),
    }
}

/// Opens the files, after reading what was played already.
fn begin(plan: &Match) -> Result<State, String> {
    let mut state = State {
        next: 1,
        done: HashSet::new(),
        tally: Tally::new(&plan.header),
        recorder: None,
        pgn: None,
        decided: false,
        error: None,
    };
    let written = |path: &&PathBuf| path.metadata().is_ok_and(|meta| meta.len() > 0);
    match (&plan.json, plan.resume) {
        (Some(path), true) if written(&path) => {
            resume(plan, path, &mut state)?;
        }
        (json, _) => {
            state.pgn = plan.pgn.as_deref().map(record::new_file).transpose()?;
            let create = |path: &PathBuf| Recorder::create(path, &plan.header, true);
            state.recorder = json.as_ref().map(create).transpose()?;
        }
    }
    state.decide(plan);
    Ok(state)
}

/// Counts the games of a record, and writes the PGN anew from it, since the two may have parted in a crash.
fn resume(plan: &Match, path: &Path, state: &mut State) -> Result<(), String> {
    let fail = |e: std::io::Error| format!("PGN: {e}");
    let new = plan.pgn.as_deref().map(record::beside);
    let mut file = new.as_deref().map(File::create).transpose().map_err(fail)?;
    let (header, length) = record::read(path, |game| {
        if !is_possible(plan, &game) {
            return Err(format!("{}: game {} is none of this match", path.display(), game.game));
        }
        if !state.done.insert(game.game) {
            return Err(format!("{}: game {} is there twice", path.display(), game.game));
        }
        if let Some(file) = &mut file {
            let text = pgn::write(&plan.header, &plan.pairings[game.pairing], &game)?;
            file.write_all(text.as_bytes()).map_err(fail)?;
        }
        state.tally.add(&game);
        Ok(())
    })?;
    if let Some(difference) = plan.header.difference(&header) {
        return Err(format!("{} is the record of another match: {difference}", path.display()));
    }
    if header.shard != plan.header.shard {
        return Err(format!(
            "{} is the record of shard {}/{}",
            path.display(),
            header.shard.0,
            header.shard.1
        ));
    }
    if let (Some(new), Some(pgn)) = (new, &plan.pgn) {
        std::fs::rename(&new, pgn).map_err(fail)?;
        state.pgn = Some(OpenOptions::new().append(true).open(pgn).map_err(fail)?);
    }
    state.recorder = Some(Recorder::go_on(path, length)?);
    Ok(())
}

fn is_possible(plan: &Match, game: &GameRecord) -> bool {
    game.game > 0
        && game.pairing < plan.pairings.len()
        && plan.schedule.plan(game.game).is_some_and(|p| p.white == game.white && p.black == game.black)
}

impl State {
    fn decide(&mut self, plan: &Match) {
        if let Some(sprt) = &plan.sprt {
            let ratio = sprt.ratio(&report::distribution(&self.tally));
            self.decided = sprt.verdict(ratio) != Verdict::Continue;
        }
    }

    /// The next game to play.
    fn next(&mut self, plan: &Match) -> Option<Plan> {
        if self.decided || self.error.is_some() {
            return None;
        }
        while plan.games.is_none_or(|games| self.next <= games) {
            let game = self.next;
            self.next += 1;
            if let Some(found) = plan.schedule.plan(game).filter(|_| !self.done.contains(&game)) {
                return Some(found);
            }
        }
        None
    }

    /// Writes a game down and counts it.
    fn finish(&mut self, plan: &Match, record: &GameRecord) -> Result<(), String> {
        if let Some(recorder) = &mut self.recorder {
            recorder.game(record)?;
        }
        if let Some(file) = &mut self.pgn {
            let text = pgn::write(&plan.header, &plan.pairings[record.pairing], record)?;
            file.write_all(text.as_bytes()).map_err(|e| format!("PGN: {e}"))?;
        }
        self.tally.add(record);
        self.decide(plan);
        Ok(())
    }
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: String) {
        self.lock().error.get_or_insert(error);
        self.stop.set();
    }
}

/// One worker: plays game after game with engines of its own.
fn work(shared: &Shared<'_>, lines: Sender<String>) {
    let mut worker = Worker { shared, lines, seats: shared.plan.engines.iter().map(|_| None).collect() };
    while !shared.stop.is_set() {
        let Some(next) = shared.lock().next(shared.plan) else { break };
        match worker.game(&next) {
            Ok(record) => worker.finish(&record),
            Err(Trouble::Stopped) => break,
            Err(Trouble::Fatal(error)) => shared.fail(error),
        }
    }
    worker.go_home(|_| true);
}

enum Trouble {
    Stopped,
    Fatal(String),
}

impl From<NoResult> for Trouble {
    fn from(reason: NoResult) -> Trouble {
        match reason {
            NoResult::Stopped => Trouble::Stopped,
            NoResult::NoSuchProgram(why) => Trouble::Fatal(why),
        }
    }
}

type Seat = Option<Box<dyn Player>>;

struct Worker<'a> {
    shared: &'a Shared<'a>,
    lines: Sender<String>,
    seats: Vec<Seat>,
}

impl Worker<'_> {
    fn game(&mut self, plan: &Plan) -> Result<GameRecord, Trouble> {
        let start = Instant::now();
        let what = self.shared.plan;
        let pairing = &what.pairings[plan.pairing];
        let opening = what.openings[plan.pairing].get(pairing, plan.opening).map_err(Trouble::Fatal)?;
        self.go_home(|engine| engine != plan.white && engine != plan.black);
        let (played, quotes) = self.play(plan, pairing, &opening)?;
        Ok(GameRecord {
            game: plan.game,
            encounter: plan.encounter,
            white: plan.white,
            black: plan.black,
            pairing: plan.pairing,
            start: game::start_fen(&opening),
            moves: played.moves,
            result: played.result,
            ending: played.ending,
            detail: played.detail,
            quotes,
            date: record::today(),
            seconds: game::seconds_since(start),
        })
    }

    /// Seats both engines and lets them play; returns the game with the last lines of an engine that misbehaved, which
    /// is gone then.
    fn play(
        &mut self,
        plan: &Plan,
        pairing: &Pairing,
        opening: &Opening,
    ) -> Result<(Played, Vec<String>), Trouble> {
        let what = self.shared.plan;
        let sides = [plan.white, plan.black];
        for (color, engine) in Color::ALL.into_iter().zip(sides) {
            if self.seats[engine].is_some() {
                continue;
            }
            match player::start(&what.engines[engine], what.patience, self.shared.stop) {
                Ok(player) => self.seats[engine] = Some(player),
                Err((refusal, quotes)) => {
                    return Ok((Played::refused(game::opening_plies(opening), color, refusal)?, quotes));
                }
            }
        }
        let [Some(mut white), Some(mut black)] = sides.map(|engine| self.seats[engine].take()) else {
            return Err(Trouble::Fatal("an engine would have to play against itself".to_owned()));
        };
        let setting = Setting {
            pairing,
            opening,
            limits: sides.map(|engine| &what.limits[engine]),
            names: sides.map(|engine| what.engines[engine].name.as_str()),
            adjudication: what.adjudication,
        };
        let played = game::play(&setting, [&mut *white, &mut *black]);
        let mut quotes = Vec::new();
        for (color, player) in [(Color::White, white), (Color::Black, black)] {
            let engine = sides[color.index()];
            match &played {
                Ok(p) if p.ending.is_fault() && p.result == GameResult::lost_by(color) => {
                    quotes = player.tail();
                }
                _ if player.reusable() => self.seats[engine] = Some(player),
                _ => self.dismiss(engine, player),
            }
        }
        Ok((played?, quotes))
    }

    fn finish(&self, record: &GameRecord) {
        let shared = self.shared;
        let mut state = shared.lock();
        match state.finish(shared.plan, record) {
            Ok(()) => {
                let (header, sprt) = (&shared.plan.header, shared.plan.sprt.as_ref());
                if let Some(line) = shared.progress.game(header, record, &state.tally, sprt) {
                    let _ = self.lines.send(line);
                }
                if record.ending.is_fault() {
                    let name = &shared.plan.header.engines
                        [if record.result == GameResult::Black { record.white } else { record.black }];
                    let (game, ending) = (record.game, record.ending);
                    shared.progress.say(&format!("game {game}: {name}: {ending}: {}", record.detail));
                }
            }
            Err(error) => {
                drop(state);
                shared.fail(error);
            }
        }
    }

    /// Ends the engines that are not needed.
    fn go_home(&mut self, which: impl Fn(usize) -> bool) {
        for engine in 0..self.seats.len() {
            if which(engine)
                && let Some(player) = self.seats[engine].take()
            {
                self.dismiss(engine, player);
            }
        }
    }

    fn dismiss(&self, engine: usize, player: Box<dyn Player>) {
        if !player.quit() {
            *self.shared.lock().tally.ignored_quit.entry(engine).or_default() += 1;
        }
    }
}
