//! An engine's process: lines in and out, with limits on everything.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Stop;
use super::options::EngineSpec;

/// Lines that wait to be read; when there are more, the engine's pipe fills and it has to wait.
const QUEUE: usize = 1024;
/// A longer line is cut.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines kept to quote.
const TAIL: usize = 20;
/// Characters of a line kept to quote.
const TAIL_WIDTH: usize = 200;
/// How long a signal to stop may stay unnoticed.
const STOP_INTERVAL: Duration = Duration::from_millis(100);
/// After its output has ended a process has so long to end itself.
const LAST_BREATH: Duration = Duration::from_millis(300);

/// What comes from an engine.
#[derive(Debug)]
pub enum Event {
    /// A line, with the time when it had arrived.
    Line(Instant, String),
    /// The output is closed.
    End,
    /// Nothing until the time given.
    Timeout,
    /// The match is being stopped.
    Stopped,
}

/// The last lines to (`>`), from (`<`) and on the error output (`!`) of an engine.
#[derive(Clone, Debug, Default)]
pub struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    /// The lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn quote(&self, mark: char, line: &str) {
        let line: String = line.chars().filter(|c| !c.is_control()).take(TAIL_WIDTH).collect();
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= TAIL {
            lines.pop_front();
        }
        lines.push_back(format!("{mark} {line}"));
    }
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Is closed when the error output has been read to its end.
    errors: Receiver<()>,
    tail: Tail,
    stop: Stop,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// If there is no such program or it cannot be run.
    pub fn start(spec: &EngineSpec, stop: &Stop) -> io::Result<Process> {
        let mut command = Command::new(spec.command.first().map_or("", String::as_str));
        command.args(spec.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        // Ctrl-C on the terminal is for the referee, who then tells the engines.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let tail = Tail::default();
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(output) = child.stdout.take() {
            let tail = tail.clone();
            thread::spawn(move || read_output(output, &sender, &tail));
        }
        let (reading, errors) = sync_channel(0);
        if let Some(output) = child.stderr.take() {
            let tail = tail.clone();
            thread::spawn(move || {
                read_errors(output, &tail);
                drop(reading);
            });
        }
        let input = child.stdin.take();
        Ok(Process { child, input, lines, errors, tail, stop: stop.clone() })
    }

    /// Sends lines, each of which ends with a newline already. An engine that does not listen any more is noticed when
    /// it does not answer.
    pub fn send(&mut self, text: &str) {
        for line in text.lines() {
            self.tail.quote('>', line);
        }
        if let Some(input) = &mut self.input {
            let sent = input.write_all(text.as_bytes()).and_then(|()| input.flush());
            if sent.is_err() {
                self.input = None;
            }
        }
    }

    /// Waits for the next line until `until`.
    pub fn next(&mut self, until: Instant) -> Event {
        loop {
            let now = Instant::now();
            let wait = until.saturating_duration_since(now);
            match self.lines.recv_timeout(wait.min(STOP_INTERVAL)) {
                Ok((at, line)) => return Event::Line(at, line),
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) if self.stop.is_set() => return Event::Stopped,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Event::Timeout,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that is there already.
    pub fn waiting(&mut self) -> Option<String> {
        self.lines.try_recv().ok().map(|(_, line)| line)
    }

    /// The exit status, if the process ends within a moment. What it said of its end is then among the last lines.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let status = self.wait(LAST_BREATH)?;
        // Others may have been given its error output and keep it open, so this has an end, too.
        let _ = self.errors.recv_timeout(LAST_BREATH);
        Some(status)
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + limit;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            // Nobody may be stuck in a full pipe.
            while self.waiting().is_some() {}
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The last lines to, from and about the engine.
    pub fn tail(&self) -> Vec<String> {
        self.tail.lines()
    }

    /// The same, to be read when the process is gone.
    pub fn tail_handle(&self) -> Tail {
        self.tail.clone()
    }

    /// Sends `quit` and waits; returns whether the process then ended by itself.
    pub fn quit(mut self, limit: Duration) -> bool {
        self.send("quit\n");
        self.input = None;
        self.wait(limit).is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_output(output: impl Read, sender: &SyncSender<(Instant, String)>, tail: &Tail) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    while let Some(line) = read_line(&mut reader, &mut bytes) {
        let at = Instant::now();
        tail.quote('<', &line);
        if sender.send((at, line)).is_err() {
            return;
        }
    }
}

fn read_errors(errors: impl Read, tail: &Tail) {
    let mut reader = BufReader::new(errors);
    let mut bytes = Vec::new();
    while let Some(line) = read_line(&mut reader, &mut bytes) {
        tail.quote('!', &line);
    }
}

/// A line without its end, cut after [`LONGEST_LINE`] bytes; `None` at the end of the stream.
fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> Option<String> {
    bytes.clear();
    match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes) {
        Ok(n) if n > 0 => {
            let text = String::from_utf8_lossy(bytes);
            Some(text.trim_end_matches(['\n', '\r']).to_owned())
        }
        _ => None,
    }
}
