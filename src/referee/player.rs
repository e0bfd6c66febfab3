//! What the referee asks of an engine, whatever its protocol.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::{Config, GameChoice};
use crate::position::{MoveTextError, Position, Ranks};
use crate::rules::{PromotionChoice, Rules};
use crate::types::{Color, Move};

use super::Stop;
use super::ending::Ending;
use super::letters::Letters;
use super::options::{EngineSpec, Limits, Protocol, Thinking};
use super::process::Process;
use super::{cecp, san, uci};

/// Lines an engine may write in one turn.
const MOST_LINES: u32 = 50_000;

/// How long the referee waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Overstepping the time by so much is forgiven.
    pub margin: Duration,
    /// After the time is overstepped, until an engine counts as hanging.
    pub grace: Duration,
    /// For a move without a limit of time.
    pub untimed: Duration,
    /// From the start of the process until the engine is ready.
    pub start: Duration,
    /// For the answer to `ping` or `isready`.
    pub ping: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            margin: Duration::from_millis(50),
            grace: Duration::from_secs(5),
            untimed: Duration::from_secs(120),
            start: Duration::from_secs(30),
            ping: Duration::from_secs(15),
            quit: Duration::from_secs(2),
        }
    }
}

/// One game of the match's variants: armies and compiled rules.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// What was chosen.
    pub choice: GameChoice,
    /// The rules.
    pub rules: Arc<Rules>,
    /// Whether the variant leaves the armies free.
    pub free: bool,
}

impl Pairing {
    /// Resolves a choice.
    ///
    /// # Errors
    /// If the choice makes no game.
    pub fn new(config: &Config, choice: GameChoice) -> Result<Pairing, String> {
        let spec = config.game(&choice).map_err(|e| e.to_string())?;
        let rules = Rules::compile(spec).map_err(|e| e.to_string())?;
        let free = config.has_free_armies(&choice.variant).map_err(|e| e.to_string())?;
        Ok(Pairing { choice, rules: Arc::new(rules), free })
    }

    /// The id of a side's army.
    pub fn army(&self, color: Color) -> &str {
        &self.rules.spec.armies[color].id
    }

    /// The ids of both armies, White's first: `clobberers-nutters`.
    pub fn armies(&self) -> String {
        format!("{}-{}", self.army(Color::White), self.army(Color::Black))
    }

    /// Whether the game is not simply a variant as it is preset.
    pub fn is_special(&self) -> bool {
        let c = &self.choice;
        self.free
            || c.white.is_some()
            || c.black.is_some()
            || c.cylinder.is_some()
            || c.holdings.is_some()
            || c.promotion.is_some()
    }

    /// Fills in `{white}`, `{black}` (ids) and `{White}`, `{Black}` (names).
    pub fn fill(&self, text: &str) -> String {
        let name = |color: Color| self.rules.spec.armies[color].name.as_str();
        text.replace("{white}", self.army(Color::White))
            .replace("{black}", self.army(Color::Black))
            .replace("{White}", name(Color::White))
            .replace("{Black}", name(Color::Black))
    }

    /// The engine options that choose this game in Panoply.
    pub fn own_options(&self) -> Vec<(&'static str, String)> {
        let spec = &self.rules.spec;
        let either = spec.promotion.choice == PromotionChoice::Either;
        vec![
            ("White army", spec.armies[Color::White].name.clone()),
            ("Black army", spec.armies[Color::Black].name.clone()),
            ("Topology", if spec.geometry.cylinder { "cylinder" } else { "flat" }.to_owned()),
            ("Holdings", u8::from(spec.holdings.is_some()).to_string()),
            ("Promotion", if either { "either" } else { "own" }.to_owned()),
        ]
    }
}

/// A game that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct NewGame<'a> {
    /// Armies and rules.
    pub pairing: &'a Pairing,
    /// The FEN to start from, if it is not the game's own start position.
    pub start: Option<&'a Position>,
    /// The position after the opening moves, which are its history.
    pub opening: &'a Position,
    /// The engine's side.
    pub color: Color,
    /// The engine's limits.
    pub limits: &'a Limits,
    /// The opponent's name.
    pub opponent: &'a str,
}

/// An engine's turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position, the moves of the game being its history.
    pub position: &'a Position,
    /// The engine's limits.
    pub limits: &'a Limits,
    /// Time left, by colour.
    pub clocks: [Duration; 2],
    /// What each clock gains a move.
    pub increments: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// The time after which the engine has overstepped; `None`: none.
    pub allowed: Option<Duration>,
}

/// A score as an engine gives it, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many moves, negative when being mated.
    Mate(i32),
}

impl Eval {
    /// Centipawns, a mate counting 1000 pawns.
    pub fn centipawns(self) -> i32 {
        match self {
            Eval::Centipawns(n) => n,
            Eval::Mate(n) if n > 0 => 100_000,
            Eval::Mate(_) => -100_000,
        }
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Eval> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'+' => (false, &text[1..]),
            b'-' => (true, &text[1..]),
            _ => (false, text),
        };
        let sign = if negative { -1 } else { 1 };
        if let Some(moves) = rest.strip_prefix('M') {
            return moves.parse::<i32>().ok().map(|n| Eval::Mate(sign * n));
        }
        let pawns: f64 = rest.parse().ok().filter(|p: &f64| p.abs() < 1e6)?;
        Some(Eval::Centipawns(sign * (pawns * 100.0).round() as i32))
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Eval::Centipawns(0) => f.write_str("0.00"),
            Eval::Centipawns(n) => write!(f, "{:+.2}", f64::from(n) / 100.0),
            Eval::Mate(n) => write!(f, "{}M{}", if n > 0 { '+' } else { '-' }, n.abs()),
        }
    }
}

impl Serialize for Eval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Eval {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Eval, D::Error> {
        let text = String::deserialize(deserializer)?;
        Eval::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no score")))
    }
}

/// What an engine said about its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The score.
    pub eval: Option<Eval>,
    /// The depth in plies.
    pub depth: Option<u32>,
}

/// A misdeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name.
    pub ending: Ending,
    /// What happened.
    pub detail: String,
}

impl Fault {
    /// A fault with its details.
    pub fn new(ending: Ending, detail: impl Into<String>) -> Fault {
        Fault { ending, detail: detail.into() }
    }
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It misbehaved.
    Fault(Fault),
    /// It gave up, in these words.
    Resigns(String),
    /// The match is being stopped.
    Stopped,
    /// The program cannot be run at all.
    NoSuchProgram(String),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

/// A move with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move, legal in the turn's position.
    pub mv: Move,
    /// What the engine said.
    pub info: Info,
    /// The time it took.
    pub used: Duration,
}

/// An engine in the hands of the referee.
pub trait Player: Send {
    /// Sets up a game and waits until the engine is ready.
    ///
    /// # Errors
    /// If the engine cannot or does not.
    fn new_game(&mut self, game: &NewGame<'_>) -> Result<(), Refusal>;

    /// Asks for a move.
    ///
    /// # Errors
    /// If a legal move does not come in time.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Refusal>;

    /// Tells the engine how the game ended.
    fn game_over(&mut self, result: &str, comment: &str);

    /// Whether the process can play another game.
    fn reusable(&self) -> bool;

    /// The last lines to, from and about the engine.
    fn tail(&self) -> Vec<String>;

    /// Ends the engine; returns whether it went by itself when told to.
    fn quit(self: Box<Self>) -> bool;
}

/// Starts an engine and waits until it can be talked to.
///
/// # Errors
/// If the program cannot be run or does not get ready; with the last lines to and from it.
pub fn start(
    spec: &EngineSpec,
    patience: Patience,
    stop: &Stop,
) -> Result<Box<dyn Player>, (Refusal, Vec<String>)> {
    let process = Process::start(spec, stop).map_err(|error| {
        let command = spec.command.join(" ");
        let why = format!("engine {}: cannot run `{command}`: {error}", spec.name);
        (Refusal::NoSuchProgram(why), Vec::new())
    })?;
    let tail = process.tail_handle();
    let started = match spec.protocol {
        Protocol::Cecp => cecp::Cecp::start(spec, process, patience).map(|p| Box::new(p) as Box<dyn Player>),
        Protocol::Uci => uci::Uci::start(spec, process, patience).map(|p| Box::new(p) as Box<dyn Player>),
    };
    started.map_err(|refusal| (refusal, tail.lines()))
}

/// The fault of an engine whose output has ended.
pub(super) fn ended(process: &mut Process) -> Fault {
    match process.exit_status() {
        Some(status) => Fault::new(Ending::Crash, format!("the process ended ({status})")),
        None => Fault::new(Ending::Disconnect, "it closed its output while the process goes on"),
    }
}

/// Reads an engine's move.
pub(super) fn read_move(
    position: &Position,
    letters: &Letters,
    text: &str,
    ranks: Ranks,
) -> Result<Move, Fault> {
    let ours = letters.read_move(position.side(), text);
    let refused = |error: &MoveTextError| Fault::new(Ending::IllegalMove, format!("`{text}`: {error}"));
    position
        .parse_move(&ours, ranks)
        .or_else(|error| san::parse(position, text).ok_or_else(|| refused(&error)))
}

/// Watches the time of one turn.
#[derive(Debug)]
pub(super) struct Watch {
    start: Instant,
    allowed: Option<Duration>,
    patience: Patience,
    asked: bool,
    lines: u32,
}

impl Watch {
    /// Begins to count.
    pub(super) fn new(allowed: Option<Duration>, patience: Patience) -> Watch {
        Watch { start: Instant::now(), allowed, patience, asked: false, lines: 0 }
    }

    fn limit(&self) -> Duration {
        self.allowed.map_or(self.patience.untimed, |allowed| allowed + self.patience.margin)
    }

    /// When something must have come.
    pub(super) fn until(&self) -> Instant {
        let grace = if self.asked { self.patience.grace } else { Duration::ZERO };
        self.start + self.limit() + grace
    }

    /// Nothing came. The first time the engine is told to move now, the second time it hangs.
    pub(super) fn overdue(&mut self, process: &mut Process, move_now: &str) -> Result<(), Fault> {
        if self.asked {
            return Err(self.hang());
        }
        process.send(move_now);
        self.asked = true;
        Ok(())
    }

    /// Counts a line.
    pub(super) fn line(&mut self) -> Result<(), Fault> {
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(Fault::new(Ending::Flood, format!("more than {MOST_LINES} lines in one turn")));
        }
        Ok(())
    }

    /// The fault of an engine that did not answer.
    fn hang(&self) -> Fault {
        let waited = self.start.elapsed().as_secs_f64();
        Fault::new(Ending::Hang, format!("no move within {waited:.2} s{}", self.allowance()))
    }

    fn allowance(&self) -> String {
        self.allowed.map_or(String::new(), |allowed| format!(", {:.2} s allowed", allowed.as_secs_f64()))
    }

    /// The time used by a move that came at `at`.
    pub(super) fn used(&self, at: Instant) -> Result<Duration, Fault> {
        let used = at.saturating_duration_since(self.start);
        if used > self.limit() {
            let detail = format!("used {:.3} s{}", used.as_secs_f64(), self.allowance());
            return Err(Fault::new(Ending::TimeForfeit, detail));
        }
        Ok(used)
    }
}

/// A whole game's time in words of both protocols: what the engine is told when nothing limits it.
pub(super) const ENDLESS: Duration = Duration::from_secs(3600);

/// The time to tell an engine.
pub(super) fn told_clock(limits: &Limits, clock: Duration) -> Duration {
    match limits.thinking {
        Thinking::Unlimited => ENDLESS,
        Thinking::PerMove(time) => time,
        Thinking::Clock { .. } => clock,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_in_pgn_and_read_back() {
        for (eval, text) in [
            (Eval::Centipawns(23), "+0.23"),
            (Eval::Centipawns(-1450), "-14.50"),
            (Eval::Centipawns(0), "0.00"),
            (Eval::Mate(5), "+M5"),
            (Eval::Mate(-3), "-M3"),
        ] {
            assert_eq!(eval.to_string(), text);
            assert_eq!(Eval::parse(text), Some(eval));
        }
        assert_eq!(Eval::parse("abc"), None);
        assert_eq!(Eval::parse(""), None);
    }
}
