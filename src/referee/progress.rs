//! What is shown while a match goes on: a bar on a terminal, otherwise a line a game.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::record::{GameRecord, Header};
use super::report;
use super::sprt::Sprt;
use super::tally::Tally;

/// The progress of a match.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    total: Option<u64>,
    start: Instant,
    /// Games played before this run.
    before: u64,
}

impl Progress {
    /// Begins to show progress; `total` games are to be played altogether, `before` of them are already.
    pub fn new(total: Option<u64>, before: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
            // A message that is too long for the terminal is cut rather than broken.
            let template = match total {
                Some(_) => "{bar:24} {pos}/{len} {wide_msg}",
                None => "{spinner} {pos} games {wide_msg}",
            };
            bar.set_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.set_position(before);
            bar.set_message("the first games are being played");
            bar
        });
        Progress { bar, total, start: Instant::now(), before }
    }

    /// A game has finished. Without a bar, the line to print about it is returned.
    pub fn game(
        &self,
        header: &Header,
        record: &GameRecord,
        tally: &Tally,
        sprt: Option<&Sprt>,
    ) -> Option<String> {
        let mut parts = Vec::new();
        if header.engines.len() == 2 {
            parts.push(report::summary(&tally.first_meeting()));
        }
        parts.extend(sprt.map(|sprt| format!("LLR {:.2}", sprt.ratio(&report::distribution(tally)))));
        parts.extend(self.left(tally.games).map(|left| format!("{} left", in_words(left))));
        let Some(bar) = &self.bar else {
            parts.insert(0, format!("{} played", tally.games));
            return Some(plain_line(header, record, &parts.join(", ")));
        };
        bar.set_position(tally.games);
        bar.set_message(parts.join(", "));
        None
    }

    /// A message that is not about the score.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// The match is over.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The time the rest will take if it goes on as before.
    fn left(&self, played: u64) -> Option<Duration> {
        let total = self.total?;
        let now = played.saturating_sub(self.before);
        if now == 0 {
            return None;
        }
        let each = self.start.elapsed().as_secs_f64() / now as f64;
        Some(Duration::from_secs_f64(each * total.saturating_sub(played) as f64))
    }
}

fn plain_line(header: &Header, record: &GameRecord, text: &str) -> String {
    let (white, black) = &header.pairings[record.pairing];
    let armies = if header.pairings.len() > 1 || header.game.armies {
        format!(", {white}-{black}")
    } else {
        String::new()
    };
    format!(
        "game {} {} - {}{armies}: {} {} | {text}",
        record.game, header.engines[record.white], header.engines[record.black], record.result, record.ending,
    )
}

fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_put_in_words() {
        for (seconds, text) in
            [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (7260, "2 h 1 min")]
        {
            assert_eq!(in_words(Duration::from_secs(seconds)), text);
        }
    }
}
