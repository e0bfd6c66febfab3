//! The program at the other end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::Chooser;
use crate::model::{Library, Meaning, Model, State, is_thought};

/// How long nothing may happen though something is due.
const LIMIT: Duration = Duration::from_secs(1);
/// How long the program may take to start, on top of that.
const HEAD_START: Duration = Duration::from_secs(2);
/// How long to wait before looking at the clock again.
const SLICE: Duration = Duration::from_millis(10);
/// We do not wait longer for a move but ask for it.
const LONG: Duration = Duration::from_millis(300);

/// A session with the program.
pub struct Driver<'a> {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    complaints: Receiver<String>,
    model: Model<'a>,
    forecast: Option<State>,
    patience: u32,
    log: Vec<String>,
    pings: usize,
    /// How long the program may take in addition to get going.
    head_start: Duration,
    /// The options that have been announced.
    pub options: Vec<String>,
    /// The lines sent.
    pub lines: usize,
    /// The moves received.
    pub moves: usize,
    /// The longest time that passed without anything though something was due.
    pub longest_wait: Duration,
}

impl<'a> Driver<'a> {
    pub fn start(library: &'a Library, patience: u32) -> Driver<'a> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_panoply"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let output = listen(child.stdout.take().expect("a pipe was asked for"));
        let complaints = listen(child.stderr.take().expect("a pipe was asked for"));
        Driver {
            input: child.stdin.take(),
            child,
            output,
            complaints,
            model: Model::new(library),
            forecast: None,
            patience,
            log: Vec::new(),
            pings: 0,
            head_start: HEAD_START,
            options: Vec::new(),
            lines: 0,
            moves: 0,
            longest_wait: Duration::ZERO,
        }
    }

    /// The end of the conversation.
    pub fn tail(&self) -> String {
        self.log[self.log.len().saturating_sub(80)..].join("\n")
    }

    /// The state if no search ends.
    pub fn forecast(&mut self) -> &State {
        self.forecast.get_or_insert_with(|| self.model.forecast())
    }

    /// Sends a line, perhaps in pieces.
    pub fn send(&mut self, text: &str, meaning: Meaning, chooser: &mut Chooser) -> Result<(), String> {
        let raw = chooser.bytes(text);
        self.note_sent(text, meaning);
        if chooser.chance(30) && raw.len() > 1 {
            let (start, rest) = raw.split_at(chooser.below(raw.len() - 1) + 1);
            self.write(start)?;
            thread::sleep(Duration::from_micros(chooser.below(3000) as u64));
            return self.write(rest);
        }
        self.write(&raw)
    }

    /// What a GUI begins with.
    pub fn shake_hands(&mut self) -> Result<(), String> {
        self.say("xboard", Meaning::Nothing)?;
        self.say("protover 2", Meaning::Handshake)?;
        self.catch_up()
    }

    fn say(&mut self, text: &str, meaning: Meaning) -> Result<(), String> {
        self.note_sent(text, meaning);
        self.write(format!("{text}\n").as_bytes())
    }

    fn note_sent(&mut self, text: &str, meaning: Meaning) {
        let shown: String = text.chars().take(300).collect();
        self.log.push(format!("> {}", shown.escape_debug()));
        self.lines += 1;
        self.model.sent(text, meaning);
        self.forecast = None;
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().expect("the input is open");
        let written = input.write_all(bytes).and_then(|()| input.flush());
        written.map_err(|error| format!("{error}; {}", self.what_is_left()))
    }

    /// What the program has left behind when it has ended unexpectedly.
    fn what_is_left(&mut self) -> String {
        let complaints: Vec<String> = self.complaints.try_iter().collect();
        format!("ended with {:?}, said {complaints:?} on standard error", self.child.try_wait())
    }

    /// Takes what has come without waiting.
    pub fn read_what_has_come(&mut self) -> Result<(), String> {
        while let Ok(line) = self.output.try_recv() {
            self.take(&line)?;
        }
        Ok(())
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        self.log.push(format!("< {line}"));
        check_line(line)?;
        self.model.saw(line)?;
        self.moves += usize::from(line.starts_with("move "));
        if let Some(option) = line.strip_prefix("feature option=\"") {
            self.options.push(option.trim_end_matches('"').to_owned());
        }
        self.forecast = None;
        Ok(())
    }

    /// Waits until everything has been obeyed.
    pub fn catch_up(&mut self) -> Result<(), String> {
        if self.forecast().is_editing() {
            self.say(".", Meaning::Nothing)?;
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.say(&format!("ping {}", self.pings), Meaning::Ping)?;
        let mut waited = Duration::ZERO;
        let head_start = std::mem::take(&mut self.head_start);
        let mut allowed = self.hurry()? + head_start;
        loop {
            let began = Instant::now();
            let next = self.output.recv_timeout(SLICE);
            // When the machine is so busy that we wake up late, the program does not run either.
            waited += began.elapsed().min(2 * SLICE);
            match next {
                Ok(line) => {
                    self.take(&line)?;
                    if is_thought(&line) {
                        continue;
                    }
                    self.longest_wait = self.longest_wait.max(waited);
                    if line == pong {
                        self.model.settle();
                        self.forecast = None;
                        return Ok(());
                    }
                    waited = Duration::ZERO;
                    allowed = self.hurry()?;
                }
                Err(RecvTimeoutError::Timeout) if waited > (LIMIT + allowed) * self.patience => {
                    return Err(format!("no `{pong}`, nothing for {waited:?}"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(Duration::from_millis(50));
                    return Err(format!("no `{pong}`: {}", self.what_is_left()));
                }
            }
        }
    }

    /// Asks for the move if it might take long; how long it may take.
    fn hurry(&mut self) -> Result<Duration, String> {
        match self.model.due() {
            Some(due) if due > LONG => {
                self.say("?", Meaning::MoveNow)?;
                Ok(Duration::ZERO)
            }
            due => Ok(due.unwrap_or_default()),
        }
    }

    /// Ends the session in one of several ways; the program has to end at once, with success and in silence.
    pub fn end(&mut self, chooser: &mut Chooser) -> Result<(), String> {
        match chooser.below(4) {
            0 => {
                if self.forecast().is_editing() {
                    self.say(".", Meaning::Nothing)?;
                }
                self.say("quit", Meaning::Quit)?;
            }
            1 => {
                // Half a line at the end is a line.
                self.note_sent("ping 123", Meaning::Ping);
                self.write(b"ping 123")?;
            }
            2 => {
                self.note_sent("use", Meaning::Wrong);
                self.write(b"use")?;
            }
            _ => self.log.push("> (end of input)".to_owned()),
        }
        let began = Instant::now();
        self.input = None;
        let status = loop {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            if began.elapsed() > LIMIT * self.patience {
                return Err(format!("still there {LIMIT:?} after the end of input"));
            }
            thread::sleep(Duration::from_millis(1));
        };
        self.longest_wait = self.longest_wait.max(began.elapsed());
        while let Ok(line) = self.output.recv() {
            self.take(&line)?;
        }
        let complaints: Vec<String> = self.complaints.iter().collect();
        if !status.success() || !complaints.is_empty() {
            return Err(format!("ended with {status}, said {complaints:?} on standard error"));
        }
        Ok(())
    }
}

impl Drop for Driver<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned();
            if sender.send(text).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

/// What no line may be.
pub fn check_line(line: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {line:?}"));
    if line.len() >= 8192 {
        return wrong("too long");
    }
    if line.split(' ').any(|word| word.len() >= 512) {
        return wrong("a word too long");
    }
    // What we send comes back in these; GUIs do not look for other words in them.
    if line.starts_with("Error (") || line.starts_with("pong ") {
        return Ok(());
    }
    let starts = ["White", "Black", "checkmate", "opponent mates", "computer mates", "resign", "warning"];
    if starts.iter().any(|start| line.starts_with(start)) {
        return wrong("poison");
    }
    let is_result = ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|result| line.starts_with(result));
    let words = ["Draw", "not found", "No such file", "Permission denied", "can't alloc", "panicked"];
    if !is_result && words.iter().any(|word| line.contains(word)) {
        return wrong("poison");
    }
    if line.ends_with(' ') || line.contains('\t') && !is_thought(line) {
        return wrong("blanks");
    }
    if let Some(reason) = line.strip_prefix("Illegal move (").and_then(|rest| rest.split(')').next()) {
        let words = [
            "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
            "accepted",
        ];
        if words.iter().any(|word| reason.contains(word)) {
            return wrong("misleading");
        }
    }
    Ok(())
}
