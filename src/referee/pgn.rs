//! Games as PGN, written from their records.

use std::fmt::Write as _;

use crate::position::{FenStyle, Position, Ranks};
use crate::types::Color;

use super::ending::GameResult;
use super::player::Pairing;
use super::record::{GameHeader, GameRecord, Header, Ply};
use super::san;

/// The width of lines of moves.
const WIDTH: usize = 80;

/// Writes a game.
///
/// # Errors
/// If the record does not fit the pairing: it holds a move that is not legal.
pub fn write(header: &Header, pairing: &Pairing, record: &GameRecord) -> Result<String, String> {
    let start = match &record.start {
        Some(fen) => Position::from_fen(pairing.rules.clone(), fen),
        None => Position::start(pairing.rules.clone()),
    }
    .map_err(|e| format!("game {}: {e}", record.game))?;
    let mut text = tags(header, pairing, record, &start);
    text.push('\n');
    text += &wrap(&movetext(record, start)?);
    text.push('\n');
    Ok(text)
}

fn tags(header: &Header, pairing: &Pairing, record: &GameRecord, start: &Position) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "Panoply match");
    tag("Site", "?");
    tag("Date", &record.date);
    tag("Round", &record.game.to_string());
    tag("White", &header.engines[record.white]);
    tag("Black", &header.engines[record.black]);
    tag("Result", record.result.text());
    game_tags(&header.game, pairing, &mut tag);
    let usual = pairing.choice.variant == "normal" && !pairing.is_special();
    if record.start.is_some() || !usual {
        tag("SetUp", "1");
        tag("FEN", &start.fen(FenStyle::XBoard));
    }
    let controls = [&header.time_controls[record.white], &header.time_controls[record.black]];
    if controls[0] == controls[1] {
        tag("TimeControl", controls[0]);
    } else {
        tag("WhiteTimeControl", controls[0]);
        tag("BlackTimeControl", controls[1]);
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", record.ending.termination());
    tag("Ending", record.ending.name());
    text
}

/// The tags by which the game's rules can be found again.
fn game_tags(game: &GameHeader, pairing: &Pairing, tag: &mut impl FnMut(&str, &str)) {
    let usual = pairing.choice.variant == "normal" && !pairing.is_special();
    if usual {
        return;
    }
    tag("Variant", &game.variant);
    if pairing.free || game.armies {
        tag("WhiteArmy", pairing.army(Color::White));
        tag("BlackArmy", pairing.army(Color::Black));
    }
    if let Some(cylinder) = game.cylinder {
        tag("Topology", if cylinder { "cylinder" } else { "flat" });
    }
    if let Some(holdings) = game.holdings {
        tag("Holdings", if holdings { "yes" } else { "no" });
    }
    if let Some(either) = game.either {
        tag("Promotion", if either { "either" } else { "own" });
    }
}

/// Numbers, moves, comments and the result, as words that a line may be broken between.
fn movetext(record: &GameRecord, mut position: Position) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let last = record.moves.len().wrapping_sub(1);
    let ending = ending_comment(record);
    for (n, ply) in record.moves.iter().enumerate() {
        let number = position.move_number();
        match position.side() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if n == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        let mv = position
            .parse_move(&ply.text, Ranks::FromOne)
            .map_err(|error| format!("game {}, ply {}: {error}", record.game, n + 1))?;
        words.push(san::write(&position, mv));
        let mut comment = comment(ply);
        if n == last {
            comment = format!("{comment}, {ending}");
        }
        words.extend(format!("{{{comment}}}").split(' ').map(str::to_owned));
        position.make(mv);
    }
    if record.moves.is_empty() {
        words.extend(format!("{{{ending}}}").split(' ').map(str::to_owned));
    }
    words.push(record.result.text().to_owned());
    Ok(words)
}

fn ending_comment(record: &GameRecord) -> String {
    let sentence = record.ending.sentence(record.result.loser());
    if record.detail.is_empty() {
        return sentence;
    }
    let detail: String = record
        .detail
        .chars()
        .map(|c| match c {
            '{' | '}' => '|',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    format!("{sentence}: {detail}")
}

/// `+0.23/12 0.15s` as cutechess writes it, `book` for a move of the opening.
fn comment(ply: &Ply) -> String {
    let Some(millis) = ply.millis else { return "book".to_owned() };
    let mut text = String::new();
    if let Some(eval) = ply.eval {
        let _ = write!(text, "{eval}/{} ", ply.depth.unwrap_or(0));
    }
    let seconds = millis as f64 / 1000.0;
    let digits = if millis < 10_000 { 3 } else { 1 };
    let _ = write!(text, "{seconds:.digits$}s");
    text
}

fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().filter(|word| !word.is_empty()) {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text.push('\n');
    text
}

/// What ends a game in PGN, if a word does: a result, or `*` for none.
pub(super) fn result_token(token: &str) -> Option<&'static str> {
    if token == "*" {
        return Some("*");
    }
    GameResult::parse_prefix(token).map(GameResult::text).filter(|&text| text == token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::player::Eval;

    #[test]
    fn comments_have_score_depth_and_seconds() {
        let ply = |eval, millis| Ply { text: String::new(), eval, depth: Some(12), millis };
        assert_eq!(comment(&ply(Some(Eval::Centipawns(23)), Some(150))), "+0.23/12 0.150s");
        assert_eq!(comment(&ply(Some(Eval::Mate(-2)), Some(12_345))), "-M2/12 12.3s");
        assert_eq!(comment(&ply(None, Some(5))), "0.005s");
        assert_eq!(comment(&ply(None, None)), "book");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let text = wrap(&vec!["abcdefghi".to_owned(); 20]);
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')), "{text}");
        assert_eq!(text.split_whitespace().count(), 20);
    }
}
