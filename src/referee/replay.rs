//! Reads PGN and checks every move of it.

use std::io::BufRead;

use crate::config::{Config, GameChoice};
use crate::position::{Position, Status};
use crate::rules::PromotionChoice;

use super::ending::{Ending, GameResult};
use super::player::Pairing;
use super::{pgn, san};

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Games read.
    pub games: u64,
    /// Legal moves.
    pub moves: u64,
    /// What is wrong, one line each, with the number of the line in the file.
    pub errors: Vec<String>,
}

/// Checks every game of a PGN file: that its position can be set up, that each move is legal, that the result agrees
/// with a mate or draw on the board and with the tag.
///
/// # Errors
/// If the file cannot be read.
pub fn check(config: &Config, reader: impl BufRead) -> std::io::Result<Findings> {
    let mut findings = Findings::default();
    let mut game = Game::default();
    let mut in_comment = false;
    for (number, line) in reader.lines().enumerate() {
        let line = line?;
        let line = line.trim_start_matches('\u{feff}');
        if !in_comment && line.starts_with('[') {
            if game.has_moves {
                game.finish(&mut findings);
                game = Game::default();
            }
            game.tag(line, number + 1);
        } else if !in_comment && line.starts_with('%') {
            // An escape for other programs.
        } else {
            game.moves(config, line, number + 1, &mut in_comment, &mut findings);
        }
    }
    game.finish(&mut findings);
    Ok(findings)
}

/// A game that is being read.
#[derive(Debug, Default)]
struct Game {
    line: usize,
    tags: Vec<(String, String)>,
    has_moves: bool,
    position: Option<Position>,
    broken: bool,
    depth: u32,
    /// What it ends with, `*` without a result.
    result: Option<&'static str>,
}

impl Game {
    fn tag(&mut self, line: &str, number: usize) {
        if self.tags.is_empty() {
            self.line = number;
        }
        let inner = line.trim().trim_start_matches('[').trim_end_matches(']');
        if let Some((name, value)) = inner.split_once(' ') {
            let value = value.trim().trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
            self.tags.push((name.to_owned(), value));
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    fn name(&self, findings: &Findings) -> String {
        let round =
            self.get("Round").filter(|r| *r != "?").map_or(String::new(), |r| format!(" (round {r})"));
        format!("game {}{round}", findings.games + 1)
    }

    fn moves(
        &mut self,
        config: &Config,
        line: &str,
        number: usize,
        in_comment: &mut bool,
        findings: &mut Findings,
    ) {
        for token in tokens(line, in_comment) {
            match token {
                "(" => self.depth += 1,
                ")" => self.depth = self.depth.saturating_sub(1),
                _ if self.depth > 0 => {}
                token => {
                    if let Some(result) = pgn::result_token(token) {
                        self.begin(config, number, findings);
                        self.result = Some(result);
                    } else if let Some(text) = move_of(token) {
                        self.begin(config, number, findings);
                        self.play(text, number, findings);
                    }
                }
            }
        }
    }

    /// At the first move: sets up the position.
    fn begin(&mut self, config: &Config, number: usize, findings: &mut Findings) {
        if self.has_moves {
            return;
        }
        self.has_moves = true;
        if self.line == 0 {
            self.line = number;
        }
        match self.start(config) {
            Ok(position) => self.position = Some(position),
            Err(error) => {
                self.broken = true;
                findings.errors.push(format!("line {}: {}: {error}", self.line, self.name(findings)));
            }
        }
    }

    fn start(&self, config: &Config) -> Result<Position, String> {
        let pairing = Pairing::new(config, self.choice())?;
        match self.get("FEN") {
            Some(fen) => Position::from_fen(pairing.rules, fen).map_err(|e| format!("FEN `{fen}`: {e}")),
            None => Position::start(pairing.rules).map_err(|e| e.to_string()),
        }
    }

    fn choice(&self) -> GameChoice {
        let variant = match self.get("Variant").map(str::to_ascii_lowercase) {
            None => "normal".to_owned(),
            Some(name) if matches!(name.as_str(), "chess" | "standard" | "normal") => "normal".to_owned(),
            Some(name) => name,
        };
        GameChoice {
            variant,
            white: self.get("WhiteArmy").map(str::to_owned),
            black: self.get("BlackArmy").map(str::to_owned),
            cylinder: self.get("Topology").map(|t| t == "cylinder"),
            holdings: self.get("Holdings").map(|h| h == "yes"),
            promotion: self.get("Promotion").map(|p| match p {
                "either" => PromotionChoice::Either,
                _ => PromotionChoice::Own,
            }),
        }
    }

    fn play(&mut self, text: &str, number: usize, findings: &mut Findings) {
        if self.broken {
            return;
        }
        let Some(position) = &mut self.position else { return };
        let problem = if self.result.is_some() {
            Some("after the end of the game")
        } else if let Some(mv) = san::parse(position, text) {
            position.make(mv);
            findings.moves += 1;
            None
        } else {
            Some("is not legal")
        };
        if let Some(problem) = problem {
            let ply = position.ply() + 1;
            self.broken = true;
            findings
                .errors
                .push(format!("line {number}: {}, ply {ply}: `{text}` {problem}", self.name(findings)));
        }
    }

    /// At the end of the game: compares the result with the board and with the tag.
    fn finish(&mut self, findings: &mut Findings) {
        if !self.has_moves && self.tags.is_empty() {
            return;
        }
        let mut complain = |problem: String| {
            findings.errors.push(format!("line {}: game {}: {problem}", self.line, findings.games + 1));
        };
        if !self.broken {
            match self.result {
                None => complain("the result is missing".to_owned()),
                Some(said) => {
                    if let Some(tag) = self.get("Result").filter(|&tag| tag != said) {
                        complain(format!("the tag says {tag}, the moves end with {said}"));
                    }
                    if let Some(problem) = self.position.as_ref().and_then(|p| contradiction(p, said)) {
                        complain(problem);
                    }
                    if let Some(problem) = self.false_ending() {
                        complain(problem);
                    }
                }
            }
        }
        findings.games += 1;
    }

    /// The tag `Ending` must name what is on the board.
    fn false_ending(&self) -> Option<String> {
        let claimed = self.get("Ending")?;
        let on_board = Ending::of_status(self.position.as_ref()?.status());
        let by_rules = Ending::ALL[..5].iter().find(|ending| ending.name() == claimed);
        (by_rules.is_some() && by_rules != on_board.as_ref())
            .then(|| format!("it is said to end by {claimed}, which is not on the board"))
    }
}

/// What the board says against a result.
fn contradiction(position: &Position, said: &str) -> Option<String> {
    let status = position.status();
    let truth = match status {
        Status::Ongoing | Status::Check => return None,
        Status::Checkmate => GameResult::lost_by(position.side()),
        _ => GameResult::Draw,
    };
    (said != truth.text()).then(|| format!("the board says {truth} ({}), the game {said}", status.name()))
}

/// The words of a line outside comments, with parentheses as words of their own.
fn tokens<'a>(line: &'a str, in_comment: &mut bool) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices() {
        if *in_comment {
            *in_comment = c != '}';
            continue;
        }
        let ends = c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';');
        if ends {
            if let Some(from) = start.take() {
                found.push(&line[from..at]);
            }
        } else if start.is_none() {
            start = Some(at);
        }
        match c {
            '{' => *in_comment = true,
            '(' | ')' => found.push(&line[at..=at]),
            ';' => return found,
            _ => {}
        }
    }
    if let Some(from) = start {
        found.push(&line[from..]);
    }
    found
}

/// The move in a word: without its number; nothing for numbers and glyphs.
fn move_of(token: &str) -> Option<&str> {
    if token.starts_with('$') {
        return None;
    }
    let digits = token.len() - token.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &token[digits..];
    let text = if digits > 0 && (rest.is_empty() || rest.starts_with('.')) {
        rest.trim_start_matches('.')
    } else {
        token.trim_start_matches('.')
    };
    (!text.is_empty() && text != "e.p.").then_some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Findings {
        check(&Config::shipped(), text.as_bytes()).unwrap()
    }

    #[test]
    fn sound_games_are_counted() {
        let text = "[Event \"x\"]\n[Result \"0-1\"]\n\n1. f3 {a (comment} e5 ; more\n2.g4 (2. e4 {never} Nf6) $4 \
                    Qh4# 0-1\n\n[Event \"y\"]\n[Variant \"crazyhouse\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 \
                    3. P@e4 {multi\nline} *\n";
        let found = findings(text);
        assert_eq!(found.errors, Vec::<String>::new());
        assert_eq!((found.games, found.moves), (2, 9));
    }

    #[test]
    fn games_with_armies_are_set_up_from_their_tags() {
        let text = "[Variant \"fairy\"]\n[WhiteArmy \"clobberers\"]\n[BlackArmy \"nutters\"]\n[Result \"*\"]\n\n\
                    1. Ed3 Ic6 *\n";
        assert_eq!(findings(text).errors, Vec::<String>::new());
        assert_eq!(findings(text).moves, 2);
    }

    #[test]
    fn whatever_is_wrong_is_found_with_its_line() {
        for (text, line, part) in [
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n", 3, "ply 3: `Ke3` is not legal"),
            ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", 1, "board says 0-1 (checkmate)"),
            ("[Result \"1-0\"]\n\n1. e4 0-1\n", 1, "tag says 1-0"),
            ("[Result \"1-0\"]\n\n1. e4\n", 1, "result is missing"),
            ("[Result \"*\"]\n\n1. e4 * e5\n", 3, "after the end"),
            ("[Variant \"nonsense\"]\n\n1. e4 *\n", 1, "unknown variant"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *\n", 1, "FEN"),
            ("[Ending \"checkmate\"]\n\n1. e4 1-0\n", 1, "not on the board"),
        ] {
            let found = findings(text);
            assert_eq!(found.errors.len(), 1, "{text}: {:?}", found.errors);
            let error = &found.errors[0];
            assert!(error.starts_with(&format!("line {line}: game 1")) && error.contains(part), "{error}");
        }
    }
}
