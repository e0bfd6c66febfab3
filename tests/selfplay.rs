//! Whole games of the real program against itself over pipes, refereed by the rules library: no panic, no illegal
//! move, no wrong claim, no overstepped clock.
//!
//! `PANOPLY_SELFPLAY_GAMES` sets the number of games (default 8), two at a time. A debug build is what this is meant
//! for: its assertions and overflow checks are on.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use panoply::config::{Config, GameChoice};
use panoply::movegen::legal_moves;
use panoply::position::{Position, Ranks, Status};
use panoply::rules::{PromotionChoice, Rules};
use panoply::types::Color;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Each side's time for the game.
const BASE: Duration = Duration::from_secs(1);
/// Added after each move.
const INCREMENT: Duration = Duration::from_millis(10);
/// Pipes and the referee itself take time that is not the engine's.
const MARGIN: Duration = Duration::from_millis(50);
/// Longer games are broken off.
const MAX_PLIES: usize = 240;

const ARMIES: [&str; 6] = ["FIDE", "Clobberers", "Nutters", "Rookies", "Shooters", "Shooters2"];
const GRAND: [&str; 2] = ["Grand", "GrandShooters"];

/// One game's rules and seed.
#[derive(Debug, Clone)]
struct Game {
    number: usize,
    variant: &'static str,
    armies: [&'static str; 2],
    cylinder: bool,
    holdings: bool,
    either: bool,
}

impl Game {
    /// Every pairing comes up, with topology, holdings and promotion cycling at different periods.
    fn new(number: usize) -> Game {
        let grand = number % 10 == 9;
        let pick = number / 10 * 9 + number % 10;
        let armies = if grand {
            [GRAND[number / 10 % 2], GRAND[number / 20 % 2]]
        } else {
            [ARMIES[pick % 6], ARMIES[pick / 6 % 6]]
        };
        Game {
            number,
            variant: if grand { "grand" } else { "fairy" },
            armies,
            cylinder: !grand && number % 3 == 1,
            holdings: !grand && number % 4 >= 2,
            either: number % 5 < 2,
        }
    }

    fn position(&self) -> Position {
        let config = Config::shipped();
        let choice = GameChoice {
            variant: self.variant.to_owned(),
            white: Some(self.armies[0].to_owned()),
            black: Some(self.armies[1].to_owned()),
            cylinder: Some(self.cylinder),
            holdings: Some(self.holdings),
            promotion: Some(if self.either { PromotionChoice::Either } else { PromotionChoice::Own }),
        };
        let rules = Rules::compile(config.game(&choice).unwrap()).unwrap();
        Position::start(Arc::new(rules)).unwrap()
    }

    fn set_up(&self, engine: &mut Engine) {
        engine.send("xboard");
        engine.send("protover 2");
        engine.send("new");
        engine.send(&format!("option White army={}", self.armies[0]));
        engine.send(&format!("option Black army={}", self.armies[1]));
        engine.send(&format!("option Topology={}", if self.cylinder { "cylinder" } else { "flat" }));
        engine.send(&format!("option Holdings={}", u8::from(self.holdings)));
        engine.send(&format!("option Promotion={}", if self.either { "either" } else { "own" }));
        engine.send(&format!("variant {}", self.variant));
        engine.send("level 0 0:01 0.01");
        engine.send("post");
        engine.send("easy");
        engine.send("force");
        engine.send("ping 1");
        engine.wait_for("pong 1", Duration::from_secs(20));
    }
}

/// A running engine with the lines it prints.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    log: Vec<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_panoply"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Engine { input: child.stdin.take().unwrap(), child, lines, log: Vec::new() }
    }

    fn send(&mut self, line: &str) {
        self.log.push(format!("> {line}"));
        writeln!(self.input, "{line}").unwrap();
    }

    fn next(&mut self, wait: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(wait).ok()?;
        self.log.push(format!("< {line}"));
        Some(line)
    }

    fn wait_for(&mut self, wanted: &str, wait: Duration) {
        let start = Instant::now();
        while start.elapsed() < wait {
            if self.next(wait).is_some_and(|line| line == wanted) {
                return;
            }
        }
        panic!("no `{wanted}` within {wait:?}; the end of the traffic:\n{}", self.tail());
    }

    fn tail(&self) -> String {
        self.log[self.log.len().saturating_sub(40)..].join("\n")
    }

    fn quit(mut self) {
        self.send("quit");
        let status = self.child.wait().unwrap();
        assert!(status.success(), "exit status {status}; the end of the traffic:\n{}", self.tail());
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "", "nothing belongs on standard error");
    }
}

/// How a referee would write the end of a game.
fn result(position: &Position, status: Status) -> &'static str {
    match (status, position.side()) {
        (Status::Checkmate, Color::White) => "0-1",
        (Status::Checkmate, Color::Black) => "1-0",
        _ => "1/2-1/2",
    }
}

fn play(game: &Game) -> Status {
    let mut position = game.position();
    let mut engines = [Engine::start(), Engine::start()];
    for engine in &mut engines {
        game.set_up(engine);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game.number as u64);
    for _ in 0..rng.random_range(2..6) {
        if let Some(&mv) = legal_moves(&position).choose(&mut rng) {
            let text = position.move_text(mv, Ranks::Wire);
            for engine in &mut engines {
                engine.send(&format!("usermove {text}"));
            }
            position.make(mv);
        }
    }
    let mut clocks = [BASE; 2];
    let mut started = [false; 2];
    while !position.status().is_over() && position.ply() < MAX_PLIES {
        let mover = position.side().index();
        let text = next_move(game, &position, &mut engines[mover], &mut clocks, &mut started[mover]);
        let mv = position.parse_move(&text, Ranks::Wire).unwrap_or_else(|error| {
            panic!("{game:?}: {error}; the end of the traffic:\n{}", engines[mover].tail());
        });
        position.make(mv);
        position.check_consistency().unwrap();
        let other = &mut engines[1 - mover];
        if started[1 - mover] {
            let left = |clock: Duration| clock.as_millis() / 10;
            other.send(&format!("time {}", left(clocks[1 - mover])));
            other.send(&format!("otim {}", left(clocks[mover])));
        }
        other.send(&format!("usermove {text}"));
    }
    let status = position.status();
    for mut engine in engines {
        check_claims(game, &position, status, &mut engine);
        engine.quit();
    }
    status
}

/// Lets an engine think and takes the time.
fn next_move(
    game: &Game,
    position: &Position,
    engine: &mut Engine,
    clocks: &mut [Duration; 2],
    started: &mut bool,
) -> String {
    let mover = position.side().index();
    let begin = Instant::now();
    if !*started {
        *started = true;
        engine.send("go");
    }
    let allowed = clocks[mover] + MARGIN;
    let text = loop {
        match engine.next(Duration::from_secs(20)) {
            Some(line) if line.starts_with("move ") => break line[5..].to_owned(),
            Some(line) => assert!(
                !["1-0", "0-1", "1/2", "Illegal", "Error", "tellusererror", "resign"]
                    .iter()
                    .any(|word| line.starts_with(word)),
                "{game:?}: `{line}` in the middle of a game:\n{}",
                engine.tail()
            ),
            None => panic!("{game:?}: no move came:\n{}", engine.tail()),
        }
    };
    let used = begin.elapsed();
    assert!(used <= allowed, "{game:?}: used {used:?} of {:?}:\n{}", clocks[mover], engine.tail());
    clocks[mover] = (clocks[mover] + INCREMENT).saturating_sub(used);
    text
}

/// After the game an engine may claim its result, and nothing else.
fn check_claims(game: &Game, position: &Position, status: Status, engine: &mut Engine) {
    engine.send("force");
    engine.send("ping 2");
    loop {
        let line = engine.next(Duration::from_secs(20)).unwrap_or_default();
        if line == "pong 2" {
            return;
        }
        assert!(!line.is_empty(), "{game:?}: no pong:\n{}", engine.tail());
        let claim = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|r| line.starts_with(r));
        if let Some(claim) = claim {
            let truth = if status.is_over() { result(position, status) } else { "none" };
            assert_eq!(claim, truth, "{game:?}: wrong claim `{line}`:\n{}", engine.tail());
        }
    }
}

#[test]
fn games_against_itself_are_clean() {
    let games = std::env::var("PANOPLY_SELFPLAY_GAMES").map_or(8, |n| n.parse::<usize>().unwrap());
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let status = play(&Game::new(number));
                    println!("game {number}: {}", status.name());
                    finished.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(finished.load(Ordering::Relaxed), games);
}
