//! An engine that speaks CECP version 2, `XBoard`'s protocol.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::position::{FenStyle, Position, Ranks};
use crate::types::{Color, Move, Square};

use super::ending::{Ending, GameResult};
use super::letters::Letters;
use super::options::{EngineSpec, Limits, Thinking, seconds};
use super::player::{
    Answer, Eval, Fault, Info, NewGame, Patience, Player, Refusal, Turn, Watch, ended, read_move, told_clock,
};
use super::process::{Event, Process};

/// After a claim an engine that is on the move has so long to play a move that makes it true.
const CLAIM_PATIENCE: Duration = Duration::from_secs(1);
/// Features lines have stopped coming, without `done=1`.
const QUIET: Duration = Duration::from_secs(2);
/// What `feature` names are answered with `accepted`.
const ACCEPTED: [&str; 20] = [
    "ping", "setboard", "usermove", "san", "time", "sigint", "sigterm", "reuse", "myname", "variants",
    "colors", "name", "nps", "memory", "smp", "option", "done", "debug", "draw", "xedit",
];
/// Scores beyond this are mates: 100000 plus the moves.
const MATE: i32 = 100_000;
/// Or they are this minus the plies.
const MILLION: i32 = 1_000_000;
/// No mate is announced from further away.
const MOST_PLIES: i32 = 1000;

/// A CECP engine.
#[derive(Debug)]
pub struct Cecp {
    spec: EngineSpec,
    process: Process,
    patience: Patience,
    features: HashMap<String, String>,
    options: Vec<String>,
    letters: Option<Letters>,
    /// Moves of the game that the engine knows.
    told: usize,
    /// Whether the engine plays, rather than being in force mode.
    playing: bool,
    pings: u32,
    last_sent: String,
}

/// A line of an engine, understood.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    Move(&'a str),
    Claim(GameResult),
    Resign,
    IllegalMove,
    Thinking(Info),
    Other,
}

impl Cecp {
    /// Goes through the handshake.
    pub(super) fn start(spec: &EngineSpec, process: Process, patience: Patience) -> Result<Cecp, Refusal> {
        let mut engine = Cecp {
            spec: spec.clone(),
            process,
            patience,
            features: HashMap::new(),
            options: Vec::new(),
            letters: None,
            told: 0,
            playing: false,
            pings: 0,
            last_sent: String::new(),
        };
        engine.handshake()?;
        engine.set_up_once();
        Ok(engine)
    }

    fn handshake(&mut self) -> Result<(), Refusal> {
        self.process.send("xboard\nprotover 2\n");
        let begin = Instant::now();
        let until = begin + self.patience.start;
        let mut quiet = until;
        let mut lines = 0;
        loop {
            match self.process.next(until.min(quiet)) {
                Event::Line(_, line) => {
                    lines += 1;
                    if line.trim_start().starts_with("feature ") {
                        self.read_features(line.trim());
                        quiet = Instant::now() + QUIET;
                    }
                    match self.feature("done") {
                        Some("1") => return Ok(()),
                        Some(_) => quiet = until,
                        None => {}
                    }
                    if line.starts_with("Error") && line.contains("protover") {
                        return Ok(());
                    }
                    if lines > 50_000 {
                        return Err(Fault::new(Ending::Flood, "endless output at the start").into());
                    }
                }
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout if quiet < until => return Ok(()),
                Event::Timeout => {
                    let waited = begin.elapsed().as_secs();
                    let detail = format!("not ready within {waited} s (no `feature done=1`)");
                    return Err(Fault::new(Ending::StartFailure, detail).into());
                }
            }
        }
    }

    fn feature(&self, name: &str) -> Option<&str> {
        self.features.get(name).map(String::as_str)
    }

    fn has(&self, name: &str) -> bool {
        self.feature(name) == Some("1")
    }

    fn read_features(&mut self, line: &str) {
        let mut answer = String::new();
        for (name, value) in feature_pairs(line.trim_start_matches("feature ")) {
            let word = if ACCEPTED.contains(&name) { "accepted" } else { "rejected" };
            let _ = writeln!(answer, "{word} {name}");
            if name == "option" {
                self.options.push(value.split(" -").next().unwrap_or(value).to_owned());
            } else {
                self.features.insert(name.to_owned(), value.to_owned());
            }
        }
        self.process.send(&answer);
    }

    fn set_up_once(&mut self) {
        let mut text = String::new();
        if let Some(megabytes) = self.spec.memory.filter(|_| self.has("memory")) {
            let _ = writeln!(text, "memory {megabytes}");
        }
        if let Some(cores) = self.spec.cores.filter(|_| self.has("smp")) {
            let _ = writeln!(text, "cores {cores}");
        }
        for (name, value) in self.spec.options.iter().filter(|(_, value)| !value.contains('{')) {
            text += &option_line(name, value);
        }
        self.process.send(&text);
    }

    /// Whether the engine has options that choose the armies, as Panoply has.
    fn chooses_armies(&self) -> bool {
        self.options.iter().any(|name| name.eq_ignore_ascii_case("White army"))
    }

    /// The lines that choose the game: options that depend on it, `new`, `variant`.
    fn game_lines(&self, game: &NewGame<'_>) -> Result<String, Fault> {
        let pairing = game.pairing;
        let mut text = String::new();
        for (name, value) in self.spec.options.iter().filter(|(_, value)| value.contains('{')) {
            text += &option_line(name, &pairing.fill(value));
        }
        let variant = match &self.spec.variant {
            Some(name) => pairing.fill(name),
            None if pairing.is_special() && self.chooses_armies() => {
                for (name, value) in pairing.own_options() {
                    if self.options.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                        text += &option_line(name, &value);
                    }
                }
                if pairing.free { pairing.choice.variant.clone() } else { "fairy".to_owned() }
            }
            None if pairing.is_special() && !self.spec.options.iter().any(|(_, v)| v.contains('{')) => {
                let detail = "it has no options for armies and rules: give it variant=NAME or option.NAME=VALUE \
                              with {white} and {black}";
                return Err(Fault::new(Ending::StartFailure, detail));
            }
            None => pairing.choice.variant.clone(),
        };
        text += "new\n";
        if variant != "normal" {
            let _ = writeln!(text, "variant {variant}");
        }
        Ok(text)
    }

    fn position_lines(&self, game: &NewGame<'_>, letters: &Letters) -> Result<String, Fault> {
        let Some(start) = game.start else { return Ok(String::new()) };
        if self.has("setboard") {
            let told = told_position(start, game.opening);
            return Ok(format!("setboard {}\n", letters.write_fen(&told.fen(FenStyle::XBoard))));
        }
        if lacks_rights(start) {
            let detail = "without `setboard` it cannot be told that nobody may castle";
            return Err(Fault::new(Ending::StartFailure, detail));
        }
        Ok(edit_lines(start, letters))
    }

    /// Waits for the answer to a `ping`, so that whatever was sent before is done and its output read.
    fn wait_until_ready(&mut self) -> Result<(), Refusal> {
        if self.feature("ping") != Some("1") {
            return self.pass_over(Duration::from_millis(300));
        }
        self.pings += 1;
        let wanted = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}\n", self.pings));
        let until = Instant::now() + self.patience.ping;
        let mut lines = 0;
        loop {
            match self.process.next(until) {
                Event::Line(_, line) if line.trim() == wanted => return Ok(()),
                Event::Line(_, line) => {
                    lines += 1;
                    self.look_for_refusal(&line)?;
                    if lines > 50_000 {
                        return Err(Fault::new(Ending::Flood, "endless output before a game").into());
                    }
                }
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout => {
                    let detail = format!("no `{wanted}` within {} s", self.patience.ping.as_secs());
                    return Err(Fault::new(Ending::Hang, detail).into());
                }
            }
        }
    }

    fn pass_over(&mut self, time: Duration) -> Result<(), Refusal> {
        let until = Instant::now() + time;
        loop {
            match self.process.next(until) {
                Event::Line(_, line) => self.look_for_refusal(&line)?,
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout => return Ok(()),
            }
        }
    }

    /// Before a game: an engine may say that it cannot play it.
    fn look_for_refusal(&self, line: &str) -> Result<(), Fault> {
        let lower = line.to_ascii_lowercase();
        let about_variant = lower.contains("variant")
            && (lower.starts_with("error")
                || lower.contains("not supported")
                || lower.contains("unsupported"));
        if about_variant || lower.starts_with("tellusererror") {
            return Err(Fault::new(Ending::StartFailure, format!("it says `{}`", line.trim())));
        }
        if lower.starts_with("illegal move") && !self.last_sent.is_empty() && line.contains(&self.last_sent) {
            return Err(Fault::new(Ending::WrongClaim, format!("it says `{}`", line.trim())));
        }
        Ok(())
    }

    /// Sends the moves that the engine does not know yet; returns them as lines.
    fn move_lines(&mut self, position: &Position) -> String {
        let Some(letters) = &self.letters else { return String::new() };
        let word = if self.has("usermove") { "usermove " } else { "" };
        let lines = moves_since(position, self.told, word, letters);
        if let Some(last) = lines.last() {
            self.last_sent = last[word.len()..].to_owned();
        }
        self.told = position.ply();
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// What came while it was not the engine's turn.
    fn catch_up(&mut self, position: &Position, watch: &mut Watch) -> Result<(), Refusal> {
        let us = position.side();
        while let Some(line) = self.process.waiting() {
            watch.line()?;
            match understand(&line) {
                Line::Resign => return Err(Refusal::Resigns(line)),
                Line::Claim(result) if result.loser() == Some(us) => return Err(Refusal::Resigns(line)),
                Line::Claim(_) => return Err(wrong_claim(&line).into()),
                _ => {}
            }
        }
        Ok(())
    }

    fn go(&mut self, turn: &Turn<'_>) {
        let us = turn.position.side();
        let moves = self.move_lines(turn.position);
        let mut text = String::new();
        if !self.playing {
            text += &moves;
        }
        if !(turn.limits.nodes.is_some() && turn.limits.thinking == Thinking::Unlimited) {
            let mine = told_clock(turn.limits, turn.clocks[us.index()]);
            let other = match turn.limits.thinking {
                Thinking::Clock { .. } => turn.clocks[(!us).index()],
                _ => mine,
            };
            let _ = write!(text, "time {}\notim {}\n", centiseconds(mine), centiseconds(other));
        }
        if self.playing {
            text += &moves;
        } else {
            text += "go\n";
            self.playing = true;
        }
        self.process.send(&text);
    }

    /// Reads lines until the engine has moved.
    fn listen(&mut self, turn: &Turn<'_>, watch: &mut Watch) -> Result<Answer, Refusal> {
        let us = turn.position.side();
        let mut info = Info::default();
        let mut claim: Option<(GameResult, String, Instant)> = None;
        loop {
            let until = claim.as_ref().map_or(watch.until(), |(_, _, until)| watch.until().min(*until));
            let (at, line) = match self.process.next(until) {
                Event::Line(at, line) => (at, line),
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout => {
                    if let Some((_, line, _)) = claim {
                        return Err(wrong_claim(&line).into());
                    }
                    watch.overdue(&mut self.process, "?\n")?;
                    continue;
                }
            };
            watch.line()?;
            match understand(&line) {
                Line::Thinking(new) => info = new,
                Line::Resign => return Err(Refusal::Resigns(line)),
                Line::Claim(result) if result.loser() == Some(us) => return Err(Refusal::Resigns(line)),
                Line::Claim(result) => claim = Some((result, line, Instant::now() + CLAIM_PATIENCE)),
                Line::IllegalMove if !self.last_sent.is_empty() && line.contains(&self.last_sent) => {
                    return Err(wrong_claim(&line).into());
                }
                Line::IllegalMove | Line::Other => {}
                Line::Move(text) => {
                    let used = watch.used(at)?;
                    let answer = self.answer(turn.position, text, info, used)?;
                    if let Some((result, line, _)) = claim {
                        check_claim(turn.position, &answer, result, &line)?;
                    }
                    return Ok(answer);
                }
            }
        }
    }

    fn answer(
        &mut self,
        position: &Position,
        text: &str,
        info: Info,
        used: Duration,
    ) -> Result<Answer, Fault> {
        let Some(letters) = &self.letters else {
            return Err(Fault::new(Ending::StartFailure, "no game was begun"));
        };
        let mv = read_move(position, letters, text, Ranks::Wire)?;
        self.told = position.ply() + 1;
        self.last_sent.clear();
        Ok(Answer { mv, info, used })
    }
}

impl Player for Cecp {
    fn new_game(&mut self, game: &NewGame<'_>) -> Result<(), Refusal> {
        let letters = Letters::new(&self.spec.letters, &game.pairing.rules);
        let mut text = self.game_lines(game)?;
        text += "force\n";
        text += &self.position_lines(game, &letters)?;
        text += &limit_lines(game.limits, self.has("nps"))?;
        text += "post\neasy\ncomputer\n";
        if self.has("name") {
            let _ = writeln!(text, "name {}", game.opponent);
        }
        self.letters = Some(letters);
        let start = game.start.filter(|_| self.has("setboard"));
        self.told = start.map_or(0, |start| told_position(start, game.opening).ply());
        self.playing = false;
        self.last_sent.clear();
        text += &self.move_lines(game.opening);
        self.process.send(&text);
        self.wait_until_ready()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Refusal> {
        let mut watch = Watch::new(turn.allowed, self.patience);
        self.catch_up(turn.position, &mut watch)?;
        self.go(turn);
        self.listen(turn, &mut watch)
    }

    fn game_over(&mut self, result: &str, comment: &str) {
        self.process.send(&format!("force\nresult {result} {{{comment}}}\n"));
        self.playing = false;
    }

    fn reusable(&self) -> bool {
        !self.spec.restart && self.feature("reuse") != Some("0")
    }

    fn tail(&self) -> Vec<String> {
        self.process.tail()
    }

    fn quit(self: Box<Self>) -> bool {
        self.process.quit(self.patience.quit)
    }
}

fn option_line(name: &str, value: &str) -> String {
    if value.is_empty() { format!("option {name}\n") } else { format!("option {name}={value}\n") }
}

fn centiseconds(time: Duration) -> u128 {
    (time.as_millis() / 10).max(1)
}

/// The moves of a game from ply `told` on, each as a line that begins with `word`.
fn moves_since(position: &Position, told: usize, word: &str, letters: &Letters) -> Vec<String> {
    let first = side_at(position, 0);
    let line = |(ply, mv): (usize, Option<Move>)| {
        let color = if ply % 2 == 0 { first } else { !first };
        let text = position.move_text(mv?, Ranks::Wire);
        Some(format!("{word}{}", letters.write_move(color, &text)))
    };
    position.moves().enumerate().skip(told).filter_map(line).collect()
}

/// The side to move after `ply` plies of a position's history.
fn side_at(position: &Position, ply: usize) -> Color {
    if (position.ply() - ply).is_multiple_of(2) { position.side() } else { !position.side() }
}

fn wrong_claim(line: &str) -> Fault {
    Fault::new(Ending::WrongClaim, format!("it says `{}`", line.trim()))
}

/// A claim made with a move must come true by it.
fn check_claim(position: &Position, answer: &Answer, claim: GameResult, line: &str) -> Result<(), Fault> {
    let mut after = position.clone();
    after.make(answer.mv);
    let truth = Ending::of_status(after.status()).map(|ending| match ending {
        Ending::Checkmate => GameResult::lost_by(after.side()),
        _ => GameResult::Draw,
    });
    if truth == Some(claim) { Ok(()) } else { Err(wrong_claim(line)) }
}

fn limit_lines(limits: &Limits, has_nps: bool) -> Result<String, Fault> {
    let mut text = String::new();
    match limits.thinking {
        Thinking::Clock { moves, base, increment } => {
            let base = base.as_millis().div_ceil(1000);
            let (minutes, rest) = (base / 60, base % 60);
            let base = if rest == 0 { minutes.to_string() } else { format!("{minutes}:{rest:02}") };
            let _ = writeln!(text, "level {} {base} {}", moves.unwrap_or(0), seconds(increment));
        }
        Thinking::PerMove(time) => {
            let _ = writeln!(text, "st {}", seconds(time));
        }
        Thinking::Unlimited => text += "level 0 60 0\n",
    }
    if let Some(nodes) = limits.nodes {
        if !has_nps {
            let detail = "it has no `feature nps=1`, so it cannot be limited to nodes";
            return Err(Fault::new(Ending::StartFailure, detail));
        }
        let _ = write!(text, "st 1\nnps {nodes}\n");
    }
    if let Some(depth) = limits.depth {
        let _ = writeln!(text, "sd {depth}");
    }
    Ok(text)
}

/// The position to set up. Some engines take the start array without castling rights for one whose rights got lost on the
/// way, as `XBoard` loses those of Fairy-Max, so that one is told after the opening moves where there are any. Without
/// any, such an engine castles and loses; Panoply does not.
fn told_position<'a>(start: &'a Position, opening: &'a Position) -> &'a Position {
    if lacks_rights(start) { opening } else { start }
}

/// Whether a side could castle by where its pieces stand, but must not.
fn lacks_rights(start: &Position) -> bool {
    let rules = start.rules();
    rules.castling.iter().flatten().any(|rule| {
        let number = crate::rules::CastlingRule::number(rule.color, rule.wing);
        let in_place =
            |square: Square, kind| start.at(square).is(rule.color) && start.at(square).kind() == kind;
        in_place(rule.king_from, rules.royal(rule.color))
            && in_place(rule.partner_from, rule.partner)
            && start.rights() >> number & 1 == 0
    })
}

/// The `edit` dialogue that sets up a position, with the `xedit` form of holdings.
fn edit_lines(start: &Position, letters: &Letters) -> String {
    let rules = start.rules();
    let mut text = String::new();
    if start.side() == Color::Black {
        // The only way to give Black the move: White makes one on the old board.
        text += "a2a3\n";
    }
    text += "edit\n#\n";
    for color in Color::ALL {
        if color == Color::Black {
            text += "c\n";
        }
        let mut squares = start.pieces(color).to_vec();
        squares.sort_unstable();
        for square in squares {
            let piece = start.at(square);
            let mark = if piece.is_promoted() && rules.has_holdings() { "+" } else { "" };
            let letter = letters.letter(color, piece.kind());
            let _ = writeln!(text, "{letter}{}{mark}", start.square_text(square, Ranks::Wire));
        }
        for kind in rules.kinds().filter(|&kind| start.in_hand(color, kind) > 0) {
            let _ = writeln!(text, "{}@{}", letters.letter(color, kind), start.in_hand(color, kind));
        }
    }
    text + ".\n"
}

fn understand(line: &str) -> Line<'_> {
    let line = line.trim();
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else { return Line::Other };
    if let Some(result) = GameResult::parse_prefix(line) {
        return Line::Claim(result);
    }
    match first {
        "move" => words.next().map_or(Line::Other, Line::Move),
        "resign" => Line::Resign,
        _ if line.to_ascii_lowercase().starts_with("illegal move") => Line::IllegalMove,
        _ if first.ends_with('.') && words.next() == Some("...") => {
            words.next().map_or(Line::Other, Line::Move)
        }
        _ => thinking(line).map_or(Line::Other, Line::Thinking),
    }
}

/// `DEPTH SCORE TIME NODES PV`; a mark may follow the depth.
fn thinking(line: &str) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?;
    let depth: u32 = depth.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    words.next()?.parse::<f64>().ok()?;
    words.next()?.parse::<u64>().ok()?;
    Some(Info { eval: Some(eval_of(score)), depth: Some(depth) })
}

/// Mates are 100000 plus the moves; some engines count plies down from a million instead.
fn eval_of(score: i32) -> Eval {
    let distance = match score.abs() {
        s if (MILLION - MOST_PLIES..=MILLION).contains(&s) => (MILLION - s + 1) / 2,
        s if (MATE..MATE + MOST_PLIES).contains(&s) => s - MATE,
        _ => return Eval::Centipawns(score),
    };
    Eval::Mate(score.signum() * distance.max(1))
}

/// `NAME=VALUE` pairs, values possibly in double quotes.
fn feature_pairs(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, remainder) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = remainder.trim_start();
    }
    pairs
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::referee::letters::LetterTable;
    use crate::rules::Rules;
    use std::sync::Arc;

    #[test]
    fn features_are_split_with_and_without_quotes() {
        let pairs = feature_pairs("myname=\"A = b\" ping=1 option=\"Hash -spin 1 1 9\" done=0");
        assert_eq!(
            pairs,
            [("myname", "A = b"), ("ping", "1"), ("option", "Hash -spin 1 1 9"), ("done", "0")]
        );
        assert_eq!(feature_pairs("setboard=0 xedit=1  ping=1").len(), 3);
    }

    #[test]
    fn lines_are_understood() {
        let info = |cp, depth| Line::Thinking(Info { eval: Some(cp), depth: Some(depth) });
        assert_eq!(understand(" 9 156 1084 48000 e2e4 e7e5"), info(Eval::Centipawns(156), 9));
        assert_eq!(understand("4 100003 30 5000 d1h5"), info(Eval::Mate(3), 4));
        assert_eq!(understand("9. -100002 0.3 5000 d1h5"), info(Eval::Mate(-2), 9));
        assert_eq!(understand("4 999994 1 5000 N@d7"), info(Eval::Mate(3), 4));
        assert_eq!(understand("4 -31999 1 5000 e2e4"), info(Eval::Centipawns(-31_999), 4));
        assert_eq!(understand("move e7e8c"), Line::Move("e7e8c"));
        assert_eq!(understand("1. ... e5"), Line::Move("e5"));
        assert_eq!(understand("1-0 {White mates}"), Line::Claim(GameResult::White));
        assert_eq!(understand("1/2-1/2 {Draw by repetition}"), Line::Claim(GameResult::Draw));
        assert_eq!(understand("resign"), Line::Resign);
        assert_eq!(understand("Illegal move (in check): e2e4"), Line::IllegalMove);
        assert_eq!(understand("8 | *R | *N |"), Line::Other);
        assert_eq!(understand("# 1-0"), Line::Other);
        assert_eq!(understand(""), Line::Other);
    }

    #[test]
    fn limits_are_told_in_the_forms_of_xboard() {
        let limits = |thinking, nodes, depth| limit_lines(&Limits { thinking, nodes, depth }, true).unwrap();
        let clock = |moves, base, increment| Thinking::Clock {
            moves,
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(limits(clock(None, 10_000, 100), None, None), "level 0 0:10 0.1\n");
        assert_eq!(limits(clock(Some(40), 300_000, 0), None, None), "level 40 5 0\n");
        assert_eq!(limits(clock(None, 200, 10), None, None), "level 0 0:01 0.01\n");
        assert_eq!(limits(Thinking::PerMove(Duration::from_millis(500)), None, Some(4)), "st 0.5\nsd 4\n");
        assert_eq!(limits(Thinking::Unlimited, Some(5000), None), "level 0 60 0\nst 1\nnps 5000\n");
        let nodes = Limits { thinking: Thinking::Unlimited, nodes: Some(1), depth: None };
        assert_eq!(limit_lines(&nodes, false).unwrap_err().ending, Ending::StartFailure);
    }

    #[test]
    fn positions_are_edited_in_the_engines_letters() {
        let choice = GameChoice {
            white: Some("clobberers".to_owned()),
            black: Some("nutters".to_owned()),
            ..GameChoice::variant("fairy")
        };
        let rules = Arc::new(Rules::compile(Config::shipped().game(&choice).unwrap()).unwrap());
        let letters = Letters::new(&"fairy-max".parse::<LetterTable>().unwrap(), &rules);
        let fen = "4k2i/8/8/8/8/8/4P3/F3K3 b - - 0 1";
        let position = Position::from_fen(Arc::clone(&rules), fen).unwrap();
        assert_eq!(edit_lines(&position, &letters), "a2a3\nedit\n#\nCa1\nKe1\nPe2\nc\nKe8\nHh8\n.\n");
        let bare = "tiuckuit/pppppppp/8/8/8/8/PPPPPPPP/LEFAKFEL w - - 0 1";
        assert!(lacks_rights(&Position::from_fen(Arc::clone(&rules), bare).unwrap()));
        assert!(!lacks_rights(&Position::start(rules).unwrap()));
    }

    /// Other engines may not know `O-O`.
    #[test]
    fn castling_is_told_as_the_kings_move() {
        let rules =
            Arc::new(Rules::compile(Config::shipped().game(&GameChoice::default()).unwrap()).unwrap());
        let mut position = Position::start(rules).unwrap();
        for text in ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "O-O", "O-O"] {
            position.make(position.parse_move(text, Ranks::Wire).unwrap());
        }
        let letters = Letters::new(&LetterTable::default(), position.rules());
        let lines = moves_since(&position, 4, "usermove ", &letters);
        assert_eq!(lines, ["usermove f1c4", "usermove f8c5", "usermove e1g1", "usermove e8g8"]);
    }

    #[test]
    fn without_castling_rights_the_position_after_the_opening_is_told() {
        let rules =
            Arc::new(Rules::compile(Config::shipped().game(&GameChoice::default()).unwrap()).unwrap());
        let start = Position::start(Arc::clone(&rules)).unwrap();
        let fen = start.fen(FenStyle::Plain).replace("KQkq", "-");
        let bare = Position::from_fen(rules, &fen).unwrap();
        for (start, told) in [(start, 0), (bare, 1)] {
            let mut opening = start.clone();
            opening.make(opening.parse_move("e2e4", Ranks::Wire).unwrap());
            assert_eq!(told_position(&start, &opening).ply(), told);
        }
    }
}
