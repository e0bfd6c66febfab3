//! Lines in, lines out.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::event::Event;

/// How much of a line is kept. Longer ones mean nothing to us, but must not eat up the memory.
const LONGEST_INPUT: usize = 1 << 16;
/// How long a line we write may be, with its end: `XBoard` gives up on engines that write 8192 bytes or more.
const LONGEST_OUTPUT: usize = 8000;
/// How long a word in it may be: `XBoard` has room for 511 bytes. Only what we repeat after others is ever that long.
const LONGEST_WORD: usize = 400;

/// Reads lines and sends them on until the input ends.
pub(super) fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    while let Some(line) = next_line(&mut input) {
        let arrived = Instant::now();
        log::info!("> {line}");
        if events.send(Event::Line(line, arrived)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// The next line without its end, `None` at the end of the input or if it cannot be read any more.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line: Vec<u8> = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if buffer.is_empty() {
            return (!line.is_empty()).then(|| text(line));
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.unwrap_or(buffer.len());
        let room = LONGEST_INPUT.saturating_sub(line.len());
        line.extend(buffer.iter().take(used.min(room)));
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            return Some(text(line));
        }
    }
}

fn text(line: Vec<u8>) -> String {
    let mut text =
        String::from_utf8(line).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
    while text.ends_with('\r') {
        text.pop();
    }
    text
}

/// The output: whole lines, each flushed.
///
/// Nothing is to be done about output that nobody reads: the first failure is noted, and the session ends.
pub(super) struct Output<'a> {
    out: &'a mut dyn Write,
    broken: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output { out, broken: false }
    }

    /// Writes one line.
    pub(super) fn say(&mut self, line: &str) {
        let mut line = one_line(line);
        // Before it is written: an answer must not come before it in the log.
        log::info!("< {line}");
        line.push('\n');
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.flush());
        if let Err(error) = &written {
            log::warn!("nobody reads any more: {error}");
        }
        self.broken |= written.is_err();
    }

    /// Whether the other end is gone.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }
}

/// The text as one line that is not too long, of words that are not too long.
fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }).collect();
    let words = line.split(' ').map(|word| word.get(..word_end(word)).unwrap_or_default());
    let mut line = words.collect::<Vec<_>>().join(" ");
    if line.len() > LONGEST_OUTPUT {
        let cut = (0..=LONGEST_OUTPUT).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        let cut = line.get(..cut).and_then(|start| start.rfind(' ')).unwrap_or(cut);
        line.truncate(cut);
    }
    line
}

/// Where to cut a word.
fn word_end(word: &str) -> usize {
    let longest = LONGEST_WORD.min(word.len());
    (0..=longest).rev().find(|&at| word.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor, Read};
    use std::sync::mpsc;

    fn lines(input: impl Read, capacity: usize) -> Vec<String> {
        let (sender, receiver) = mpsc::channel();
        read_lines(BufReader::with_capacity(capacity, input), &sender);
        let mut events: Vec<Event> = receiver.try_iter().collect();
        assert!(matches!(events.pop(), Some(Event::End)), "the end is the last event");
        events
            .into_iter()
            .map(|e| if let Event::Line(line, _) = e { line } else { unreachable!("{e:?}") })
            .collect()
    }

    #[test]
    fn lines_are_put_together_whatever_pieces_they_come_in() {
        for capacity in [1, 2, 3, 7, 100] {
            let found = lines(Cursor::new("xboard\r\nping 1\n\nnew\r\r\nlast"), capacity);
            assert_eq!(found, ["xboard", "ping 1", "", "new", "last"], "capacity {capacity}");
        }
    }

    #[test]
    fn endless_lines_and_bytes_that_are_no_text_do_no_harm() {
        let mut input = vec![b'a'; 3 * LONGEST_INPUT];
        input.extend_from_slice(b"\nna\xffme\nping 2\n");
        let found = lines(Cursor::new(input), 4096);
        assert_eq!(found.first().map(String::len), Some(LONGEST_INPUT));
        assert_eq!(found.get(1..), Some(&["na\u{fffd}me".to_owned(), "ping 2".to_owned()][..]));
    }

    #[test]
    fn output_is_cut_between_words_and_never_broken_in_two() {
        assert_eq!(one_line("a\nb"), "a b");
        let long = one_line(&"e2e4 ".repeat(3000));
        assert!(long.len() <= LONGEST_OUTPUT && long.ends_with("e2e4"), "{}", long.len());
        let wide = one_line(&"é".repeat(LONGEST_OUTPUT));
        assert!(wide.len() <= LONGEST_WORD && wide.len() > LONGEST_WORD - 2);
        assert_eq!(one_line("a  b\tc "), "a  b\tc ");
    }

    #[test]
    fn a_closed_pipe_is_noted() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut closed = Closed;
        let mut output = Output::new(&mut closed);
        assert!(!output.is_broken());
        output.say("pong 1");
        assert!(output.is_broken());
    }
}
