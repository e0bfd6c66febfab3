//! Readers for single values.

use std::ops::RangeInclusive;

use crate::betza::{self, PieceMoves};
use crate::rules::{CastlingSpec, Geometry};

use super::error::{ConfigError, ConfigWarning, Located};
use super::ini::Text;
use super::spec::BoardSize;
use super::{pictures, suggest};

type Result<T> = std::result::Result<T, ConfigError>;

/// The text itself.
pub(super) fn string(text: &Text<'_>) -> String {
    text.text.to_owned()
}

/// The text itself and its place.
pub(super) fn located(text: &Text<'_>) -> Located<String> {
    Located { value: string(text), place: text.place.clone() }
}

/// A name for sections: letters, digits, `-` and `_`.
pub(super) fn id(text: &Text<'_>) -> Result<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if text.text.chars().all(allowed) {
        Ok(string(text))
    } else {
        Err(text.error(format!("`{}` is no id: use only letters a-z, digits, `-` and `_`", text.text)))
    }
}

/// A reference to a section.
pub(super) fn reference(text: &Text<'_>) -> Result<Located<String>> {
    Ok(Located { value: id(text)?, place: text.place.clone() })
}

/// A whole number within `range`.
pub(super) fn number<T>(text: &Text<'_>, range: RangeInclusive<T>) -> Result<T>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    match text.text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let (low, high) = range.into_inner();
            Err(text.error(format!(
                "`{}` is not possible here: give a whole number from {low} to {high}",
                text.text
            )))
        }
    }
}

/// One of several words.
pub(super) fn one_of<T: Copy>(text: &Text<'_>, choices: &[(&str, T)]) -> Result<T> {
    let found = choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.text));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<String> = choices.iter().map(|(word, _)| format!("`{word}`")).collect();
        text.error(format!("`{}` is not possible here: write {}", text.text, words.join(" or ")))
    })
}

/// `yes` or `no`.
pub(super) fn boolean(text: &Text<'_>) -> Result<bool> {
    one_of(text, &[("yes", true), ("no", false)])
}

/// A board size such as `10x8`.
pub(super) fn board(text: &Text<'_>) -> Result<BoardSize> {
    let Some((files, ranks)) = text.text.split_once(['x', 'X']) else {
        return Err(text.error(format!("`{}` is no board size: write files x ranks, such as 8x8", text.text)));
    };
    let size =
        |number: &str, max| number.parse::<u8>().ok().filter(|n| (Geometry::MIN_SIZE..=max).contains(n));
    match (size(files, Geometry::MAX_FILES), size(ranks, Geometry::MAX_RANKS)) {
        (Some(files), Some(ranks)) => Ok(BoardSize { files, ranks }),
        _ => Err(text.error(format!(
            "`{}` is no board size: files and ranks are whole numbers from {} to {}, such as 8x8",
            text.text,
            Geometry::MIN_SIZE,
            Geometry::MAX_FILES
        ))),
    }
}

/// A piece's letter.
pub(super) fn letter(text: &Text<'_>) -> Result<char> {
    let mut chars = text.text.chars();
    match (chars.next(), chars.next()) {
        (Some(c @ ('X' | 'O')), None) => {
            Err(text.error(format!("the letter `{c}` is used for captures or castling: choose another")))
        }
        (Some(c @ 'A'..='Z'), None) => Ok(c),
        _ => {
            Err(text.error(format!("`{}` is no letter for a piece: write one capital letter A-Z", text.text)))
        }
    }
}

/// Moves in Betza notation, and what in them could be misunderstood.
pub(super) fn moves(text: &Text<'_>) -> Result<(PieceMoves, Vec<ConfigWarning>)> {
    let place = |column: usize| text.place.moved(column.saturating_sub(1));
    let (moves, warnings) = betza::parse_with_warnings(text.text).map_err(|error| {
        let message = error.to_string();
        let message = message.strip_prefix(&format!("column {}: ", error.column)).unwrap_or(&message);
        place(error.column).error(format!("betza `{}`: {message}", text.text))
    })?;
    let warnings = warnings.into_iter().map(|warning| ConfigWarning {
        place: place(warning.column),
        message: format!("betza `{}`: `{}`: {}", text.text, warning.text, warning.kind),
        is_remark: warning.kind.is_remark(),
    });
    Ok((moves, warnings.collect()))
}

/// The number of a picture.
pub(super) fn picture(text: &Text<'_>) -> Result<usize> {
    pictures::slot(text.text).ok_or_else(|| text.error(unknown("picture", text.text, pictures::names())))
}

/// The most a piece can be worth, in centipawns.
const MAX_VALUE: i32 = 5000;

/// One or two values in centipawns.
pub(super) fn piece_value(text: &Text<'_>) -> Result<(i32, i32)> {
    match &text.words()[..] {
        [both] => number(both, 0..=MAX_VALUE).map(|value| (value, value)),
        [midgame, endgame] => Ok((number(midgame, 0..=MAX_VALUE)?, number(endgame, 0..=MAX_VALUE)?)),
        _ => Err(text.error(format!(
            "`{}` is no value: write centipawns for the midgame and, if different, the endgame",
            text.text
        ))),
    }
}

/// A rank such as `2`, at most the tallest board's.
fn rank(text: &Text<'_>) -> Result<u8> {
    number(text, 1..=Geometry::MAX_RANKS)
}

/// A range of ranks such as `2-7`.
pub(super) fn ranks(text: &Text<'_>) -> Result<Located<(u8, u8)>> {
    let part = |part: &'_ str| rank(&Text { text: part.trim(), place: text.place.clone() }).ok();
    match text.text.split_once('-').map(|(from, to)| (part(from), part(to))) {
        Some((Some(from), Some(to))) if from <= to => {
            Ok(Located { value: (from, to), place: text.place.clone() })
        }
        _ => Err(text.error(format!(
            "`{}` is no range of ranks: write the first and the last, such as 2-7",
            text.text
        ))),
    }
}

/// A list of ranks such as `2 3`.
pub(super) fn rank_list(text: &Text<'_>) -> Result<Located<Vec<u8>>> {
    let mut value = text.words().iter().map(rank).collect::<Result<Vec<u8>>>()?;
    value.sort_unstable();
    value.dedup();
    Ok(Located { value, place: text.place.clone() })
}

/// `auto`, `none`, or the King's target files on the Queen's and the King's wing.
pub(super) fn castling(text: &Text<'_>, board: BoardSize) -> Result<CastlingSpec> {
    let words = text.words();
    match &words[..] {
        [queen, king] => {
            let (queen_file, king_file) = (file(queen, board)?, file(king, board)?);
            if queen_file < king_file {
                return Ok(CastlingSpec::Files { queen: queen_file, king: king_file });
            }
            Err(text.error(format!("`{}`: write the file nearer to the a-file first", text.text)))
        }
        [word] => match word.text.to_ascii_lowercase().as_str() {
            "auto" => Ok(CastlingSpec::Auto),
            "none" => Ok(CastlingSpec::None),
            _ => Err(no_castling(text)),
        },
        _ => Err(no_castling(text)),
    }
}

fn no_castling(text: &Text<'_>) -> ConfigError {
    text.error(format!(
        "`{}` is no castling: write `auto`, `none`, or the King's two target files, such as `c g`",
        text.text
    ))
}

fn file(text: &Text<'_>, board: BoardSize) -> Result<u8> {
    let mut chars = text.text.chars();
    let file = match (chars.next(), chars.next()) {
        (Some(c @ 'a'..='z'), None) => Some(c as u8 - b'a'),
        _ => None,
    };
    file.filter(|&file| file < board.files).ok_or_else(|| {
        let last = char::from(b'a' + board.files - 1);
        text.error(format!("`{}` is no file of the {board} board: write a letter a-{last}", text.text))
    })
}

/// A rank of an army: piece ids, `.` for an empty square, either with `*` and a repetition.
pub(super) fn row(text: &Text<'_>, board: BoardSize) -> Result<Vec<Option<Located<String>>>> {
    let mut squares = Vec::new();
    for word in text.words() {
        let (square, times) = repeated(&word)?;
        squares.extend(std::iter::repeat_n(square, times));
    }
    if squares.len() == usize::from(board.files) {
        return Ok(squares);
    }
    let squares = match squares.len() {
        1 => "1 square".to_owned(),
        count => format!("{count} squares"),
    };
    Err(text.error(format!(
        "this rank has {squares}, but the {board} board has {} files: \
        write one word for each, `.` for an empty square",
        board.files
    )))
}

fn repeated(word: &Text<'_>) -> Result<(Option<Located<String>>, usize)> {
    let (name, times) = match word.text.split_once('*') {
        None => (word.text, 1),
        Some(("", _) | (_, "")) => {
            return Err(word.error(format!("`{}` is no repetition: write one such as `pawn*8`", word.text)));
        }
        Some((name, times)) => {
            let place = word.place.moved(name.chars().count() + 1);
            (name, number(&Text { text: times, place }, 1..=usize::from(Geometry::MAX_FILES))?)
        }
    };
    if name == "." {
        return Ok((None, times));
    }
    Ok((Some(reference(&Text { text: name, place: word.place.clone() })?), times))
}

/// The message for a name that stands for nothing.
pub(super) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    format!("unknown {what} `{name}`: {}", suggest::hint(name, known))
}
