//! The record of a match on disk: JSON lines, a header and then one line a game, written as games finish.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ending::{Ending, GameResult};
use super::player::Eval;

/// The version of the format.
const FORMAT: u32 = 1;

/// What a match is: enough to recognise it, and to report on it without playing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub panoply_match: u32,
    /// Names of the engines.
    pub engines: Vec<String>,
    /// How each engine was given.
    pub specs: Vec<String>,
    /// The limits of each engine, for people.
    pub limits: Vec<String>,
    /// The same as in the PGN tag `TimeControl`.
    pub time_controls: Vec<String>,
    /// The variant and what was changed of it.
    pub game: GameHeader,
    /// The pairings of armies, `white-black`.
    pub pairings: Vec<(String, String)>,
    /// The openings, with a hash of the file's contents.
    pub openings: String,
    /// Whether castling rights are left out.
    pub no_castling: bool,
    /// Whether games come in pairs.
    pub repeat: bool,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// Adjudication and the greatest number of plies, as given.
    pub adjudication: String,
    /// The shard.
    pub shard: (u32, u32),
    /// The number of games of the whole match.
    pub games: Option<u32>,
    /// The test, as given.
    pub sprt: Option<String>,
}

/// The variant of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameHeader {
    /// The variant.
    pub variant: String,
    /// Whether armies were chosen.
    pub armies: bool,
    /// Whether the board is a cylinder, if that was chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cylinder: Option<bool>,
    /// Whether pieces are dropped, if that was chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub holdings: Option<bool>,
    /// Whether Pawns become pieces of either army, if that was chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub either: Option<bool>,
}

impl Header {
    /// The format written now.
    pub const FORMAT: u32 = FORMAT;

    /// What differs from another header although both belong to one match: shard, number of games and test may.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let plain = |header: &Header| {
            let same = Header { shard: (1, 1), games: None, sprt: None, ..header.clone() };
            serde_json::to_value(same).unwrap_or_default()
        };
        let (a, b) = (plain(self), plain(other));
        let (a, b) = (a.as_object()?, b.as_object()?);
        let (key, value) = a.iter().find(|&(key, value)| b.get(key) != Some(value))?;
        let there = b.get(key).map_or_else(String::new, ToString::to_string);
        Some(format!("{key}: {value} here, {there} there"))
    }
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// Coordinate text in our letters.
    #[serde(rename = "m")]
    pub text: String,
    /// The score from the mover's view.
    #[serde(rename = "e", skip_serializing_if = "Option::is_none", default)]
    pub eval: Option<Eval>,
    /// The depth.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// The time in milliseconds; `None` for moves of the opening.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none", default)]
    pub millis: Option<u64>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 1.
    pub game: u32,
    /// Its encounter, from 0.
    pub encounter: u32,
    /// The number of White's engine.
    pub white: usize,
    /// The number of Black's engine.
    pub black: usize,
    /// The number of the pairing of armies.
    pub pairing: usize,
    /// The start position as a FEN, if it is not the game's own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// The moves, those of the opening first.
    pub moves: Vec<Ply>,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub ending: Ending,
    /// What happened in particular.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub detail: String,
    /// The last lines of an engine that misbehaved.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub quotes: Vec<String>,
    /// The day it was played, `2026.01.31`.
    pub date: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// Appends games to a file.
#[derive(Debug)]
pub struct Recorder {
    file: File,
    /// Whether to wait for the disk after each line.
    sync: bool,
}

impl Recorder {
    /// Begins a new file. With `sync` each game is on the disk before the next one can be written.
    ///
    /// # Errors
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &Header, sync: bool) -> Result<Recorder, String> {
        let file = new_file(path)?;
        let mut recorder = Recorder { file, sync };
        recorder.line(header).map_err(|e| at(path, e))?;
        Ok(recorder)
    }

    /// Goes on with a file, after cutting off a line that was not written to its end.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(path: &Path, length: u64) -> Result<Recorder, String> {
        let file = OpenOptions::new().append(true).open(path).map_err(|e| at(path, e))?;
        file.set_len(length).map_err(|e| at(path, e))?;
        Ok(Recorder { file, sync: true })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn game(&mut self, record: &GameRecord) -> Result<(), String> {
        self.line(record).map_err(|e| format!("cannot write the record of game {}: {e}", record.game))
    }

    fn line(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        let mut text = serde_json::to_string(value)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        if self.sync { self.file.sync_data() } else { Ok(()) }
    }
}

/// Opens a file that must not have contents yet.
pub(super) fn new_file(path: &Path) -> Result<File, String> {
    if path.metadata().is_ok_and(|meta| meta.len() > 0) {
        return Err(format!("{} exists: --resume goes on with it, or choose another name", path.display()));
    }
    File::create(path).map_err(|e| at(path, e))
}

fn at(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Reads a record, handing over game by game; returns the header and the length of the sound part in bytes.
///
/// # Errors
/// If the file cannot be read, or a line other than the last is damaged.
pub fn read(
    path: &Path,
    mut game: impl FnMut(GameRecord) -> Result<(), String>,
) -> Result<(Header, u64), String> {
    let mut reader = BufReader::new(File::open(path).map_err(|e| at(path, e))?);
    let mut header = None;
    let mut sound = 0;
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_line(&mut line).map_err(|e| at(path, e))?;
        if !line.ends_with('\n') {
            break;
        }
        let damaged = |e: serde_json::Error| format!("{}:{number}: {e}", path.display());
        if header.is_none() {
            let read: Header = serde_json::from_str(&line).map_err(damaged)?;
            if read.panoply_match != FORMAT {
                let found = read.panoply_match;
                return Err(format!("{}: format {found}; this program reads {FORMAT}", path.display()));
            }
            header = Some(read);
        } else {
            game(serde_json::from_str(&line).map_err(damaged)?)?;
        }
        sound += length as u64;
    }
    let header = header.ok_or_else(|| format!("{}: no record of a match", path.display()))?;
    Ok((header, sound))
}

/// Where a file is written until it takes the place of another.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// Today's date in UTC, `2026.01.31`.
pub(super) fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    date_of_day(since.as_secs() / 86_400)
}

/// The date of a day counted from 1970-01-01.
fn date_of_day(mut day: u64) -> String {
    let mut year = 1970;
    loop {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = if leap { 366 } else { 365 };
        if day < length {
            let february = if leap { 29 } else { 28 };
            for (month, days) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                if day < days {
                    return format!("{year:04}.{month:02}.{:02}", day + 1);
                }
                day -= days;
            }
        }
        day -= length;
        year += 1;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days() {
        for (day, date) in
            [(0, "1970.01.01"), (59, "1970.03.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01")]
        {
            assert_eq!(date_of_day(day), date);
        }
        assert_eq!(date_of_day(20_453), "2025.12.31");
        assert_eq!(date_of_day(20_454), "2026.01.01");
    }

    #[test]
    fn plies_are_short_in_the_file() {
        let ply =
            Ply { text: "e2e4".to_owned(), eval: Some(Eval::Mate(-3)), depth: Some(4), millis: Some(12) };
        let text = serde_json::to_string(&ply).unwrap();
        assert_eq!(text, r#"{"m":"e2e4","e":"-M3","d":4,"t":12}"#);
        assert_eq!(serde_json::from_str::<Ply>(&text).unwrap(), ply);
    }
}
