//! What the referee of `panoply match` costs: the time it adds to a move, and the processor it takes.
//!
//! Both engines are this program itself. They answer after a given time and note when they were asked and when they
//! answered, so that what is between the answer of one and the question to the other is the referee's, pipes and
//! scheduler included. Linux only, as the processor time comes from `/proc`.
//!
//! ```sh
//! cargo bench --bench referee
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use panoply::config::{Config, GameChoice};
use panoply::movegen::legal_moves;
use panoply::position::{Position, Ranks};
use panoply::rules::Rules;

/// What is measured: the time an engine takes for a move, and how many games are played.
const RUNS: [(u64, u32); 2] = [(0, 300), (12, 25)];
/// A game ends after so many plies.
const PLIES: u32 = 120;
/// Lines of thinking with each move.
const THOUGHTS: u32 = 10;
/// How often the processor time of the referee is looked at.
const SAMPLING: Duration = Duration::from_millis(20);
/// Clock ticks of the kernel in a second, the unit of `/proc/PID/stat`.
const TICKS: f64 = 100.0;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("respond") => respond(Path::new(&args[2]), args[3].parse().expect("milliseconds")),
        _ => RUNS.iter().for_each(|&(think, games)| measure(think, games)),
    }
}

/// What an engine has noted: its moves, its own time, and the time between its answers and the next questions.
#[derive(Clone, Copy, Debug, Default)]
struct Notes {
    moves: u32,
    own: Duration,
    questions: u32,
    away: Duration,
}

impl Notes {
    fn read(path: &Path) -> Notes {
        let text = fs::read_to_string(path).expect("the engine has written its notes");
        let numbers: Vec<u64> = text.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let [moves, own, questions, away] = numbers[..] else { panic!("{text}") };
        Notes {
            moves: moves as u32,
            own: Duration::from_nanos(own),
            questions: questions as u32,
            away: Duration::from_nanos(away),
        }
    }

    fn write(&self, path: &Path) {
        let Notes { moves, own, questions, away } = self;
        let text = format!("{moves} {} {questions} {}", own.as_nanos(), away.as_nanos());
        fs::write(path, text).expect("the notes can be written");
    }
}

fn measure(think: u64, games: u32) {
    let files = [0, 1].map(|n| notes_file(think, n));
    let mut child = start(&files, think, games);
    let began = Instant::now();
    let mut ticks = 0;
    while child.try_wait().expect("the match can be waited for").is_none() {
        ticks = processor_time(&child).unwrap_or(ticks);
        thread::sleep(SAMPLING);
    }
    let wall = began.elapsed();
    let [first, second] = files.each_ref().map(|file| Notes::read(file));
    let own = (first.own + second.own) / (first.moves + second.moves);
    let away = (first.away + second.away) / (first.questions + second.questions);
    println!(
        "{games} games, {} plies, {think} ms a move: the way of a move through the referee takes {:.3} ms, the referee \
         {:.2} % of a core (engines {:.2} ms a move, load {})",
        first.moves + second.moves,
        away.saturating_sub(own).as_secs_f64() * 500.0,
        100.0 * ticks as f64 / TICKS / wall.as_secs_f64(),
        own.as_secs_f64() * 1000.0,
        fs::read_to_string("/proc/loadavg").unwrap_or_default().trim(),
    );
}

fn notes_file(think: u64, number: usize) -> PathBuf {
    std::env::temp_dir().join(format!("panoply-referee-{}-{think}-{number}", std::process::id()))
}

fn start(files: &[PathBuf; 2], think: u64, games: u32) -> Child {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_panoply"));
    command.arg("match");
    for (number, file) in files.iter().enumerate() {
        let engine =
            format!("cmd='{}' respond '{}' {think},name=engine{number}", program.display(), file.display());
        command.args(["--engine", &engine]);
    }
    command.args(["--tc", "60+1", "--repeat", "--random-plies", "4", "--max-plies", &PLIES.to_string()]);
    command.args(["--games", &games.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the match can be started")
}

/// The processor time that the referee has used, without its engines.
fn processor_time(child: &Child) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields = stat.rsplit(')').next()?.split_whitespace();
    let ticks: Vec<u64> = fields.skip(11).take(2).filter_map(|ticks| ticks.parse().ok()).collect();
    Some(ticks.iter().sum())
}

/// An engine that plays legal moves of chess.
fn respond(file: &Path, think: u64) {
    let rules = Config::shipped().game(&GameChoice::default()).expect("chess can be played");
    let rules = Arc::new(Rules::compile(rules).expect("chess has rules"));
    let start = || Position::start(rules.clone()).expect("chess has a start position");
    let (mut position, mut playing, mut notes) = (start(), false, Notes::default());
    let mut answered: Option<Instant> = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let asked = Instant::now();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "protover" => {
                say("feature ping=1 setboard=1 usermove=1 colors=0 name=1 variants=\"normal\" done=1\n");
            }
            "ping" => say(&format!("pong {rest}\n")),
            "new" => (position, playing) = (start(), false),
            "force" => (playing, answered) = (false, None),
            "go" => playing = true,
            "usermove" => {
                position.make(position.parse_move(rest, Ranks::Wire).expect("a legal move"));
            }
            _ => {}
        }
        if playing && matches!(word, "go" | "usermove") {
            if let Some(answered) = answered {
                notes.questions += 1;
                notes.away += asked - answered;
            }
            answer(&mut position, think);
            answered = Some(Instant::now());
            notes.moves += 1;
            notes.own += asked.elapsed();
        }
    }
    notes.write(file);
}

fn answer(position: &mut Position, think: u64) {
    thread::sleep(Duration::from_millis(think));
    let moves = legal_moves(position);
    let mv = moves[position.ply() * 7 % moves.len()];
    let text = position.move_text(mv, Ranks::Wire);
    let mut lines = String::new();
    for depth in 1..=THOUGHTS {
        let _ = writeln!(lines, "{depth} 12 1 {} {text}", depth * 1000);
    }
    position.make(mv);
    say(&format!("{lines}move {text}\n"));
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("the referee listens");
}
