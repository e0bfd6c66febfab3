//! Conversations with the program as a GUI has them.
//!
//! A transcript is a text file of scenes; each has a process of its own. `tests/data/cecp/README.md` explains the format.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an expected line may take if the transcript does not say.
const PATIENCE: Duration = Duration::from_secs(20);
/// The mark of a failure to be in time, as opposed to one to do the right thing.
const LATE: &str = "late: ";
/// How long the program may take to end.
const GOODBYE: Duration = Duration::from_secs(2);

/// A running program.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
    transcript: Vec<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        Engine::of(Command::new(env!("CARGO_BIN_EXE_panoply")).args(arguments))
    }

    fn of(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let lines = listen(child.stdout.take().expect("a pipe was asked for"));
        let complaints = listen(child.stderr.take().expect("a pipe was asked for"));
        Engine { input: child.stdin.take(), child, lines, complaints, transcript: Vec::new() }
    }

    fn write(&mut self, text: &str) {
        self.transcript.push(format!("> {}", text.trim_end()));
        let input = self.input.as_mut().expect("the input has not been closed");
        // A program that has ended shows in what it does not answer.
        let _ = input.write_all(text.as_bytes()).and_then(|()| input.flush());
    }

    fn send(&mut self, line: &str) {
        self.write(&format!("{line}\n"));
    }

    /// The next line, `None` if none comes in time or the output has ended.
    fn next(&mut self, until: Instant) -> Option<String> {
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                check_line(&line);
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Waits for a line of this pattern; none of `banned` may come before.
    fn expect(&mut self, pattern: &str, banned: &[String], limit: Duration) -> Result<String, String> {
        let until = Instant::now() + limit;
        while let Some(line) = self.next(until) {
            if let Some(ban) = banned.iter().find(|ban| matches(ban, &line)) {
                return Err(format!("`{line}` came, which is `{ban}`, before `{pattern}`"));
            }
            if matches(pattern, &line) {
                return Ok(line);
            }
        }
        Err(format!("no `{pattern}` within {limit:?}"))
    }

    /// Reads on for a while; none of `banned` may come.
    fn watch(&mut self, banned: &[String], time: Duration) -> Result<(), String> {
        let until = Instant::now() + time;
        while let Some(line) = self.next(until) {
            if let Some(ban) = banned.iter().find(|ban| matches(ban, &line)) {
                return Err(format!("`{line}` came, which is `{ban}`"));
            }
        }
        thread::sleep(until.saturating_duration_since(Instant::now()));
        Ok(())
    }

    /// Waits for the end of the program, which must be a good one.
    fn expect_exit(&mut self, limit: Duration) -> Result<(), String> {
        let until = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return self.expect_silence(),
                Ok(Some(status)) => return Err(format!("ended with {status}")),
                Ok(None) if Instant::now() >= until => return Err(format!("still alive after {limit:?}")),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    fn expect_silence(&mut self) -> Result<(), String> {
        self.complaints.recv().map_or(Ok(()), |line| Err(format!("`{line}` on standard error")))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What no line may ever be.
fn check_line(line: &str) {
    assert!(line.len() < 8192, "a line of {} bytes", line.len());
    assert!(line.split(' ').all(|word| word.len() < 512), "a word too long: {line}");
    let poisonous = ["White", "Black", "checkmate", "not found", "resign"];
    assert!(line == "resign" || !poisonous.iter().any(|poison| line.starts_with(poison)), "poison: {line}");
    let is_result = ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|result| line.starts_with(result));
    assert!(is_result || !line.contains("Draw"), "poison: {line}");
    assert!(is_extended(line) || !line.contains('\t') && !line.ends_with(' '), "blanks: {line:?}");
    if line.starts_with("Illegal") {
        let words = [
            "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
            "accepted",
        ];
        assert!(!words.iter().any(|word| line.contains(word)), "misleading: {line}");
    }
}

/// Whether a line has the form of thinking output with seven numbers and a tab right before the moves.
fn is_extended(line: &str) -> bool {
    let Some((numbers, moves)) = line.split_once('\t') else { return false };
    let numbers: Vec<&str> = numbers.split(' ').collect();
    numbers.len() == 7
        && numbers.iter().all(|number| number.parse::<i64>().is_ok())
        && !moves.contains('\t')
        && moves.trim() == moves
}

/// Whether a line is one of the patterns `a || b`, where `*` stands for anything and `?` for one character.
fn matches(patterns: &str, line: &str) -> bool {
    patterns.split(" || ").any(|pattern| {
        let (pattern, line): (Vec<char>, Vec<char>) = (pattern.chars().collect(), line.chars().collect());
        glob(&pattern, &line)
    })
}

fn glob(pattern: &[char], line: &[char]) -> bool {
    match pattern.split_first() {
        None => line.is_empty(),
        Some(('*', rest)) => (0..=line.len()).any(|at| glob(rest, &line[at..])),
        Some(('?', rest)) => line.split_first().is_some_and(|(_, line)| glob(rest, line)),
        Some((c, rest)) => line.split_first().is_some_and(|(found, line)| found == c && glob(rest, line)),
    }
}

/// One process and what is said to it.
struct Scene {
    name: String,
    steps: Vec<(usize, String)>,
}

fn scenes(text: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix("== ") {
            scenes.push(Scene { name: name.to_owned(), steps: Vec::new() });
        } else if !line.is_empty() && !line.starts_with("# ") {
            let scene = scenes.last_mut().expect("a transcript begins with a scene");
            scene.steps.push((number + 1, line.to_owned()));
        }
    }
    scenes
}

fn play(scene: &Scene) -> Result<(), String> {
    let mut engine = Engine::start(&[]);
    let mut banned = Vec::new();
    let mut ended = false;
    for (number, step) in &scene.steps {
        let done = take_step(&mut engine, step, &mut banned, &mut ended);
        done.map_err(|error| describe(scene, *number, &error, &engine))?;
    }
    if !ended {
        engine.send("quit");
        engine.expect_exit(GOODBYE).map_err(|error| describe(scene, 0, &error, &engine))?;
    }
    Ok(())
}

fn describe(scene: &Scene, number: usize, error: &str, engine: &Engine) -> String {
    let start = engine.transcript.len().saturating_sub(40);
    format!("{}, line {number}: {error}\n  {}", scene.name, engine.transcript[start..].join("\n  "))
}

fn take_step(
    engine: &mut Engine,
    step: &str,
    banned: &mut Vec<String>,
    ended: &mut bool,
) -> Result<(), String> {
    let (sign, rest) = step.split_once(' ').unwrap_or((step, ""));
    let limit = |from: &str| -> Duration {
        sign.strip_prefix(from).and_then(|ms| ms.parse().ok()).map_or(PATIENCE, Duration::from_millis)
    };
    match sign.chars().next() {
        Some('>') if sign == ">>" => engine.write(rest),
        Some('>') if sign == ">x" => engine.send(&rest.replace("\\r", "\r")),
        Some('>') => engine.send(rest),
        Some('<') => {
            let in_time = engine.expect(rest, banned, limit("<"));
            in_time.map_err(|error| if sign == "<" { error } else { format!("{LATE}{error}") })?;
            banned.clear();
        }
        Some('!') => banned.push(rest.to_owned()),
        Some('~') => {
            let time = rest.parse().map_err(|_| format!("`{rest}` is no time"))?;
            engine.watch(banned, Duration::from_millis(time))?;
            banned.clear();
        }
        _ if sign == "EOF" => engine.input = None,
        _ if sign == "EXIT" => {
            let time = rest.parse().map_or(GOODBYE, Duration::from_millis);
            engine.expect_exit(time).map_err(|error| format!("{LATE}{error}"))?;
            *ended = true;
        }
        _ => return Err(format!("`{step}` is no step")),
    }
    Ok(())
}

/// Plays a scene, again if it was only late: other programs may have had the machine for themselves for a while. A
/// program that is too slow is late every time.
fn play_in_time(scene: &Scene) -> Result<(), String> {
    let mut result = play(scene);
    for _ in 0..3 {
        match &result {
            Err(error) if error.contains(LATE) => result = play(scene),
            _ => break,
        }
    }
    result
}

/// Plays all scenes of a transcript and reports all that fail.
fn perform(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cecp").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let scenes = scenes(&text);
    assert!(!scenes.is_empty(), "{file} has no scenes");
    let failures: Vec<String> = scenes.iter().filter_map(|scene| play_in_time(scene).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} scenes of {file}:\n{}",
        failures.len(),
        scenes.len(),
        failures.join("\n")
    );
}

macro_rules! transcripts {
    ($($name:ident: $file:literal,)*) => { $(#[test] fn $name() { perform($file); })* };
}

transcripts! {
    handshake: "handshake.txt",
    moves: "moves.txt",
    thinking: "thinking.txt",
    time_control: "time.txt",
    results: "results.txt",
    nonsense: "nonsense.txt",
    crazyhouse: "crazyhouse.txt",
    armies: "armies.txt",
    variants: "variants.txt",
    analysis: "analysis.txt",
    known_cases: "cases.txt",
    options: "options.txt",
    highlights: "highlight.txt",
}

/// The transcript runner itself must notice what is wrong.
#[test]
fn wrong_transcripts_fail() {
    let wrong = [
        "== a\n> ping 1\n<300 pong 2",
        "== b\n> ping 1\n! pong*\n~ 300",
        "== c\n> ping 1\n! pong*\n< pong 1",
        "== d\n> ping 1\nEXIT 200",
        "== e\n> foo\n! Error*\n> ping 1\n< pong 1",
    ];
    for text in wrong {
        for scene in scenes(text) {
            assert!(play(&scene).is_err(), "{text}");
        }
    }
}

/// Every item of the checklist is shown somewhere.
#[test]
fn the_checklist_is_covered() {
    let read = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let exists = |kind: &str, name: &str| match kind {
        "test" => include_str!("protocol.rs").contains(&format!("fn {name}(")),
        "ci" => !read(&format!(".ci/{name}")).is_empty(),
        file => scenes(&read(&format!("tests/data/cecp/{file}"))).iter().any(|scene| scene.name == name),
    };
    let mut shown = [false; 51];
    let list = read("tests/data/cecp/checklist.txt");
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (number, rest) = line.split_once(' ').unwrap();
        let (kind, name) = rest.trim().split_once(": ").unwrap();
        assert!(exists(kind, name), "{line}");
        shown[number.parse::<usize>().unwrap()] = true;
    }
    assert!(shown[1..].iter().all(|&shown| shown), "{shown:?}");
}

/// A move left out begins no line, one that is let in again does. With all lines shown every move begins one.
#[test]
fn excluded_moves_lead_no_line() {
    let mut engine = Engine::start(&[]);
    let first_move = |line: &str| line.split(' ').nth(4).map(str::to_owned);
    let lines = |engine: &mut Engine, count: usize| -> Vec<Option<String>> {
        (0..count).map(|_| first_move(&engine.expect("? *", &[], PATIENCE).unwrap())).collect()
    };
    let unwanted = Some("e2e4".to_owned());
    for line in ["option MultiPV=64", "new", "post", "analyze", "exclude e2e4", "ping 1"] {
        engine.send(line);
    }
    engine.expect("pong 1", &[], PATIENCE).unwrap();
    assert!(!lines(&mut engine, 38).contains(&unwanted));
    for line in ["include all", "ping 2"] {
        engine.send(line);
    }
    engine.expect("pong 2", &[], PATIENCE).unwrap();
    assert!(lines(&mut engine, 40).contains(&unwanted));
}

/// Plays a game of the program against itself, with `setup` sent to both first. The clocks, in hundredths of a
/// second, are those of the game if there are any.
fn self_play(setup: &[&str], mut clocks: Option<[i64; 2]>, increment: i64, plies: usize) -> usize {
    let mut engines = [Engine::start(&[]), Engine::start(&[])];
    for engine in &mut engines {
        for line in setup {
            engine.send(line);
        }
        engine.send("ping 1");
        engine.expect("pong 1", &[], PATIENCE).unwrap();
    }
    engines[1].send("force");
    let mut inbox: VecDeque<String> = VecDeque::new();
    for ply in 0..plies {
        let mover = ply % 2;
        let engine = &mut engines[mover];
        if let Some(clocks) = clocks {
            engine.send(&format!("time {}", clocks[mover]));
            engine.send(&format!("otim {}", clocks[1 - mover]));
        }
        let began = Instant::now();
        if let Some(mv) = inbox.pop_front() {
            engine.send(&format!("usermove {mv}"));
        }
        if ply < 2 {
            engine.send("go");
        }
        let said = engine.expect(
            "move * || 1-0* || 0-1* || 1/2*",
            &["Illegal*".to_owned(), "Error*".to_owned()],
            PATIENCE,
        );
        let said =
            said.unwrap_or_else(|error| panic!("ply {ply}: {error}\n{}", engine.transcript.join("\n")));
        if let Some(clocks) = &mut clocks {
            let spent = i64::try_from(began.elapsed().as_millis() / 10).unwrap();
            assert!(spent <= clocks[mover], "ply {ply}: {spent} of {} spent", clocks[mover]);
            clocks[mover] += increment - spent;
        }
        match said.strip_prefix("move ") {
            Some(mv) => inbox.push_back(mv.to_owned()),
            None => return ply,
        }
    }
    plies
}

#[test]
fn two_programs_agree_for_a_whole_game() {
    let fairy = ["option White army=Clobberers", "option Black army=Nutters", "new", "variant fairy", "sd 1"];
    for setup in [
        &["new", "sd 1"][..],
        &["new", "variant crazyhouse", "sd 1"],
        &["new", "variant cylinder", "sd 1"],
        &fairy,
    ] {
        assert!(self_play(setup, None, 0, 200) > 4, "{setup:?}");
    }
    assert!(self_play(&["new", "variant grand", "sd 1"], None, 0, 60) > 4);
}

#[test]
fn nobody_oversteps_the_time() {
    self_play(&["new", "level 0 0 0.05"], Some([60, 60]), 5, 60);
}

/// What a move may take at most, as the log of a program says whose moves count more on the GUI's clock than on its own.
fn hard_limit_when_late(centiseconds: i64) -> f64 {
    let (path, argument) = log_file(&format!("late-{centiseconds}"));
    let mut engine = Engine::start(&["--log", &argument]);
    let late = format!("time {}", 1000 - centiseconds);
    for line in ["new", "level 2 0:10 0", "sd 1", "time 1000", "usermove e2e4", &late, "time 1000"] {
        engine.send(line);
        if line.starts_with("usermove") {
            engine.expect("move *", &[], PATIENCE).unwrap();
        }
    }
    engine.send("usermove d2d4");
    engine.expect("move *", &["Illegal*".to_owned()], PATIENCE).unwrap();
    let found = entries(&path);
    let told = found.iter().any(|entry| matches("DEBUG our move counted * ms more than we think", entry));
    assert!(told || centiseconds == 0, "{found:#?}");
    let search = found.iter().find(|entry| entry.contains("search 2 begins")).expect("a second search");
    let (limits, _) = search.split_once(" ms, depth 1").expect("a limit of time");
    limits.rsplit(' ').next().and_then(|ms| ms.parse().ok()).expect("milliseconds")
}

/// A program whose moves come late keeps more time back.
#[test]
fn delays_on_the_way_to_the_gui_are_learnt_from() {
    assert!(hard_limit_when_late(200) < hard_limit_when_late(0) - 300.0);
}

/// A pondering program answers at once, whether its guess was right or not, and moves when the pondering has ended
/// before the guess came true.
#[test]
fn pondering_ends_with_a_move() {
    let mut engine = Engine::start(&[]);
    for line in ["new", "hard", "sd 4", "usermove e2e4"] {
        engine.send(line);
    }
    engine.expect("move *", &[], PATIENCE).unwrap();
    engine.watch(&["move *".to_owned()], Duration::from_millis(700)).unwrap();
    engine.send("ping 9");
    engine.expect("pong 9", &[], Duration::from_millis(300)).unwrap();
    engine.send("hint");
    engine.send("ping 10");
    let hint = engine.expect("Hint: * || pong 10", &[], PATIENCE).unwrap();
    let reply = hint.strip_prefix("Hint: ").unwrap_or("a2a3").to_owned();
    engine.send(&format!("usermove {reply}"));
    engine.expect("move *", &["Illegal*".to_owned()], PATIENCE).unwrap();
}

/// A user may allow pondering while the program waits for his move.
#[test]
fn pondering_begins_when_it_is_allowed() {
    let (path, argument) = log_file("hard");
    let mut engine = Engine::start(&["--log", &argument]);
    for line in ["new", "easy", "sd 3", "usermove g1f3"] {
        engine.send(line);
    }
    engine.expect("move *", &[], PATIENCE).unwrap();
    for (line, pong) in [("hard", "ping 1"), ("easy", "ping 2")] {
        engine.send(line);
        engine.send(pong);
        engine.expect("pong *", &["move *".to_owned()], PATIENCE).unwrap();
    }
    let found = entries(&path);
    assert_logged(&found, &["INFO  < move *", "INFO  > hard", "DEBUG search 2 begins for the reply to *"]);
}

/// A whole line of blank-free nonsense must not come back as one.
#[test]
fn long_nonsense_is_answered_in_short() {
    let mut engine = Engine::start(&[]);
    let long = "x".repeat(100_000);
    for (line, answer) in [
        (long.clone(), "Error (unknown command): x*"),
        (format!("level {long}"), "Error (bad argument): level x*"),
        (format!("usermove {long}"), "Illegal move: x*"),
        (format!("variant {long}"), "Error (unsupported variant): x*"),
        (format!("option {long}=1"), "Error (unknown option): x*"),
        (format!("option Topology={long}"), "Error (bad option value): Topology=x*"),
    ] {
        engine.send(&line);
        engine.expect(answer, &[], PATIENCE).unwrap();
    }
}

/// A file for a log, which is not there yet.
fn log_file(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("log-{name}-{}.txt", std::process::id()));
    let _ = fs::remove_file(&path);
    let argument = path.to_string_lossy().into_owned();
    (path, argument)
}

/// The entries of a log, each of which has the form it is to have, without the two time stamps.
fn entries(path: &Path) -> Vec<String> {
    let log = fs::read_to_string(path).unwrap();
    let mut last = 0.0;
    let mut entry = |line: &str| {
        assert!(matches("20??-??-??T??:??:??.???Z *", line), "no time of day: {line}");
        let (millis, rest) = line[24..].trim_start().split_once(' ').unwrap();
        let millis: f64 = millis.parse().unwrap();
        // Two threads write; each of them may be held up for a moment.
        assert!(rest.contains("process") || millis > last - 100.0, "time goes back: {log}");
        last = millis;
        rest.to_owned()
    };
    log.lines().map(&mut entry).collect()
}

fn assert_logged(found: &[String], patterns: &[&str]) {
    let mut rest = found.iter();
    for pattern in patterns {
        assert!(rest.any(|entry| matches(pattern, entry)), "no {pattern} in its place in {found:#?}");
    }
}

#[test]
fn the_log_has_the_traffic_of_all_sessions_and_what_the_engine_made_of_it() {
    let (path, argument) = log_file("all");
    for number in 1..=2 {
        let mut engine = Engine::start(&["--log", &argument]);
        for line in ["option MultiPV=2", "variant crazyhouse", "force", "usermove e2e4", "sd 2", "go"] {
            engine.send(line);
        }
        engine.expect("move *", &[], PATIENCE).unwrap();
        engine.send(&format!("ping {number}"));
        engine.expect(&format!("pong {number}"), &[], PATIENCE).unwrap();
        engine.send("quit");
        engine.expect_exit(GOODBYE).unwrap();
    }
    let found = entries(&path);
    fs::remove_file(&path).unwrap();
    let session = |ping: &'static str, pong: &'static str| {
        let begin = ["INFO  Panoply *, process *", "INFO  the built-in configuration is used"];
        let middle = [
            "DEBUG option MultiPV is 2 now",
            "DEBUG game: crazyhouse, FIDE against FIDE, *",
            "DEBUG search 1 begins for our move in */4P3/* b *, *depth 2*, 2 lines",
            "DEBUG search 1 ends: *, score *, depth 2, * nodes, * ms",
            "INFO  < move *",
        ];
        [&begin[..], &middle, &[ping, pong, "INFO  > quit", "INFO  the session has ended"]].concat()
    };
    let both =
        [session("INFO  > ping 1", "INFO  < pong 1"), session("INFO  > ping 2", "INFO  < pong 2")].concat();
    assert_logged(&found, &both);
    assert_logged(&found, &["INFO  > variant crazyhouse", "INFO  > go"]);
    assert!(!found.iter().any(|entry| entry.starts_with("TRACE")), "{found:#?}");
}

#[test]
fn the_level_of_the_log_can_be_chosen() {
    let run = |arguments: &[&str], variable: Option<&str>| {
        let (path, argument) = log_file("level");
        let mut command = Command::new(env!("CARGO_BIN_EXE_panoply"));
        command.args(["--log", &argument]).args(arguments).env_remove("RUST_LOG");
        command.envs(variable.map(|value| ("RUST_LOG", value)));
        let mut engine = Engine::of(&mut command);
        for line in ["sd 2", "go"] {
            engine.send(line);
        }
        engine.expect("move *", &[], PATIENCE).unwrap();
        engine.send("quit");
        engine.expect_exit(GOODBYE).unwrap();
        entries(&path)
    };
    assert_eq!(run(&["--log-level", "warn"], None), Vec::<String>::new());
    assert_logged(&run(&["--log-level", "trace"], Some("warn")), &["TRACE search 1: depth 1, line 1, *: *"]);
    let found = run(&[], Some("info"));
    assert_logged(&found, &["INFO  > go", "INFO  < move *"]);
    assert!(!found.iter().any(|entry| entry.starts_with("DEBUG")), "{found:#?}");
}

/// A program that is killed has logged everything up to then.
#[test]
fn a_killed_program_leaves_its_log() {
    let (path, argument) = log_file("killed");
    let mut engine = Engine::start(&["--log", &argument]);
    for line in ["st 60", "go", "ping 1"] {
        engine.send(line);
    }
    let until = Instant::now() + PATIENCE;
    while !fs::read_to_string(&path).is_ok_and(|log| log.ends_with("INFO  > ping 1\n")) {
        assert!(Instant::now() < until, "{:#?}", entries(&path));
        thread::sleep(Duration::from_millis(5));
    }
    drop(engine);
    assert_logged(&entries(&path), &["INFO  > st 60", "INFO  > go", "INFO  > ping 1"]);
}

/// The user is told in the protocol, whether the GUI shakes hands or not, and can play all the same.
#[test]
fn a_log_that_cannot_be_written_is_complained_about() {
    let complaint = "tellusererror cannot write the log no/such/directory/log.txt: *";
    let log = ["--log", "no/such/directory/log.txt"];
    let mut engine = Engine::start(&log);
    for line in ["xboard", "protover 2"] {
        engine.send(line);
    }
    engine.expect("feature done=1", &["tellusererror*".to_owned()], PATIENCE).unwrap();
    engine.expect(complaint, &[], PATIENCE).unwrap();
    engine.send("sd 1");
    engine.send("usermove e2e4");
    engine.expect("move *", &["tellusererror*".to_owned()], PATIENCE).unwrap();

    let mut engine = Engine::start(&log);
    engine.send("ping 1");
    engine.expect(complaint, &["pong 1".to_owned()], PATIENCE).unwrap();
    engine.expect("pong 1", &[], PATIENCE).unwrap();

    let mut engine = Engine::start(&log);
    engine.input = None;
    engine.expect(complaint, &[], PATIENCE).unwrap();
    engine.expect_exit(GOODBYE).unwrap();
}

#[test]
fn a_faulty_configuration_is_complained_about_in_the_protocol() {
    let mut engine = Engine::start(&["--config", "there/is/no/such/file.ini"]);
    engine.send("xboard");
    engine.send("protover 2");
    engine.expect("tellusererror *", &[], PATIENCE).unwrap();
    engine.send("usermove e2e4");
    engine.expect("move *", &["Illegal*".to_owned()], Duration::from_secs(20)).unwrap();
    engine.send("quit");
    engine.expect_exit(GOODBYE).unwrap();
}

#[cfg(unix)]
fn signal(engine: &Engine, name: &str) {
    let pid = engine.child.id().to_string();
    let status = Command::new("kill").args([name, &pid]).status().expect("there is a kill");
    assert!(status.success());
}

/// An engine that has begun to think under a time control.
#[cfg(unix)]
fn thinking_engine(time: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    for line in ["xboard", "new", time, "ping 1", "go"] {
        engine.send(line);
    }
    engine.expect("pong 1", &[], PATIENCE).unwrap();
    engine
}

/// `XBoard` interrupts engines; that must not end them, nor their thinking.
#[cfg(unix)]
#[test]
fn interrupts_are_ignored() {
    let mut engine = thinking_engine("st 1");
    signal(&engine, "-INT");
    engine.expect("move *", &[], PATIENCE).unwrap();
    signal(&engine, "-INT");
    engine.send("ping 2");
    engine.expect("pong 2", &[], PATIENCE).unwrap();
}

/// A terminated program may end in any way, but it ends.
#[cfg(unix)]
#[test]
fn termination_is_obeyed() {
    let mut engine = thinking_engine("st 60");
    signal(&engine, "-TERM");
    let until = Instant::now() + GOODBYE;
    while engine.child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "still alive");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The processor time a program has used, in hundredths of a second.
#[cfg(target_os = "linux")]
fn processor_time(engine: &Engine) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/stat", engine.child.id())).unwrap();
    let fields = status.rsplit(')').next().unwrap().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

/// The processor time a program uses in half a second.
#[cfg(target_os = "linux")]
fn use_of_half_a_second(engine: &mut Engine) -> u64 {
    engine.send("ping 99");
    engine.expect("pong 99", &["move *".to_owned()], PATIENCE).unwrap();
    let before = processor_time(engine);
    thread::sleep(Duration::from_millis(500));
    processor_time(engine) - before
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_waits_uses_no_processor() {
    const NOTHING: u64 = 3;
    let mut engine = Engine::start(&[]);
    for line in ["new", "easy", "sd 2", "usermove e2e4"] {
        engine.send(line);
    }
    engine.expect("move *", &[], PATIENCE).unwrap();
    assert!(use_of_half_a_second(&mut engine) <= NOTHING, "waiting for the opponent");
    engine.send("analyze");
    assert!(use_of_half_a_second(&mut engine) > NOTHING, "the measurement shows when it works");
    engine.send("exit");
    // Paused while thinking, it goes on afterwards.
    for line in ["new", "st 2", "go", "pause", "ping 3"] {
        engine.send(line);
    }
    assert!(use_of_half_a_second(&mut engine) <= NOTHING, "paused");
    engine.send("resume");
    engine.expect("move *", &[], PATIENCE).unwrap();
}

/// With `st 1` and `nps 5000` a move gets 5000 nodes.
#[test]
fn nodes_for_seconds_are_kept() {
    let mut engine = Engine::start(&[]);
    for line in ["new", "post", "st 1", "nps 5000", "go"] {
        engine.send(line);
    }
    let mut nodes = 0;
    loop {
        let line = engine.expect("*", &[], PATIENCE).unwrap();
        if line.starts_with("move ") {
            break;
        }
        nodes = line.split(' ').nth(3).unwrap().parse().unwrap();
        assert!(nodes <= 5000, "{line}");
    }
    assert!(nodes > 100, "{nodes}");
}

/// A line of 100 kB is some unknown command, and the answer is short.
#[test]
fn endless_lines_are_unknown_commands() {
    let mut engine = Engine::start(&[]);
    for line in ["x".repeat(100_000), "x ".repeat(50_000), format!("usermove {}", "e".repeat(100_000))] {
        engine.send(&line);
        engine.expect("Error* || Illegal move*", &[], PATIENCE).unwrap();
    }
    engine.send(&format!("setboard {}", "8/".repeat(50_000)));
    engine.expect("tellusererror Illegal position*", &[], PATIENCE).unwrap();
    engine.send("ping 1");
    engine.expect("pong 1", &["Error*".to_owned()], PATIENCE).unwrap();
}

/// The time a game of 3000 plies takes must not grow with the square of its length.
#[test]
fn very_long_games_are_no_burden() {
    const PLIES: usize = 3000;
    let mut engine = Engine::start(&[]);
    let illegal = ["Illegal*".to_owned(), "Error*".to_owned()];
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let began = Instant::now();
    let game = moves.map(|mv| format!("usermove {mv}\n")).concat().repeat(PLIES / moves.len());
    engine.write(&format!("new\nforce\n{game}ping 1\n"));
    engine.expect("pong 1", &illegal, Duration::from_secs(20)).unwrap();
    engine.send("go");
    engine.expect("1/2-1/2 {Draw by repetition}", &illegal, PATIENCE).unwrap();
    // Everything can be taken back.
    engine.write(&format!("force\n{}usermove e2e4\nping 2\n", "undo\n".repeat(PLIES)));
    engine.expect("pong 2", &illegal, Duration::from_secs(20)).unwrap();
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

/// When nobody reads any more, the program ends.
#[test]
fn a_closed_output_ends_the_program() {
    let mut engine = Engine::start(&[]);
    let (_, nobody) = mpsc::channel();
    engine.lines = nobody;
    // The listener notices with the next line that nobody wants it, and closes the pipe.
    let until = Instant::now() + PATIENCE;
    while engine.child.try_wait().unwrap().is_none() && Instant::now() < until {
        engine.send("ping 1");
        thread::sleep(Duration::from_millis(20));
    }
    engine.expect_exit(GOODBYE).unwrap();
}
