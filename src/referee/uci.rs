//! An engine that speaks UCI, with `UCI_Variant` for the game.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::position::{FenStyle, Ranks};

use super::ending::Ending;
use super::letters::Letters;
use super::options::{EngineSpec, Thinking};
use super::player::{
    Answer, ENDLESS, Eval, Fault, Info, NewGame, Patience, Player, Refusal, Turn, Watch, ended, read_move,
};
use super::process::{Event, Process};

/// Lines before a game that count as endless output.
const MOST_LINES: u32 = 50_000;

/// A UCI engine.
#[derive(Debug)]
pub struct Uci {
    spec: EngineSpec,
    process: Process,
    patience: Patience,
    variant: String,
    /// The beginning of the `position` command: the start position in the engine's letters.
    start: String,
    letters: Option<Letters>,
}

impl Uci {
    /// Goes through the handshake.
    pub(super) fn start(spec: &EngineSpec, process: Process, patience: Patience) -> Result<Uci, Refusal> {
        let mut engine = Uci {
            spec: spec.clone(),
            process,
            patience,
            variant: "chess".to_owned(),
            start: String::new(),
            letters: None,
        };
        engine.process.send("uci\n");
        engine.wait_for("uciok", patience.start, Ending::StartFailure)?;
        engine.set_up_once();
        Ok(engine)
    }

    fn set_up_once(&mut self) {
        let mut text = String::new();
        if let Some(megabytes) = self.spec.memory {
            let _ = writeln!(text, "setoption name Hash value {megabytes}");
        }
        if let Some(cores) = self.spec.cores {
            let _ = writeln!(text, "setoption name Threads value {cores}");
        }
        for (name, value) in self.spec.options.iter().filter(|(_, value)| !value.contains('{')) {
            text += &option_line(name, value);
        }
        self.process.send(&text);
    }

    fn wait_for(&mut self, wanted: &str, patience: Duration, ending: Ending) -> Result<(), Refusal> {
        let until = Instant::now() + patience;
        let mut lines = 0;
        loop {
            match self.process.next(until) {
                Event::Line(_, line) if line.trim() == wanted => return Ok(()),
                Event::Line(..) => {
                    lines += 1;
                    if lines > MOST_LINES {
                        return Err(Fault::new(Ending::Flood, "endless output before a game").into());
                    }
                }
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout => {
                    let detail = format!("no `{wanted}` within {} s", patience.as_secs());
                    return Err(Fault::new(ending, detail).into());
                }
            }
        }
    }

    /// What the engine calls the variant of a game.
    fn variant_name(&self, game: &NewGame<'_>) -> String {
        let pairing = game.pairing;
        match (&self.spec.variant, pairing.choice.variant.as_str()) {
            (Some(name), _) => pairing.fill(name),
            (None, _) if pairing.free => pairing.armies(),
            (None, "normal") => "chess".to_owned(),
            (None, name) => name.to_owned(),
        }
    }

    fn go_line(turn: &Turn<'_>) -> String {
        let [white, black] = turn.clocks.map(|clock| clock.as_millis());
        let [white_more, black_more] = turn.increments.map(|increment| increment.as_millis());
        let mut text = "go".to_owned();
        match turn.limits.thinking {
            Thinking::Clock { .. } => {
                let _ = write!(text, " wtime {white} btime {black} winc {white_more} binc {black_more}");
                if let Some(moves) = turn.moves_to_go {
                    let _ = write!(text, " movestogo {moves}");
                }
            }
            Thinking::PerMove(time) => {
                let _ = write!(text, " movetime {}", time.as_millis());
            }
            Thinking::Unlimited => {}
        }
        if let Some(nodes) = turn.limits.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(depth) = turn.limits.depth {
            let _ = write!(text, " depth {depth}");
        }
        if text == "go" {
            let _ = write!(text, " movetime {}", ENDLESS.as_millis());
        }
        text
    }

    fn position_line(&self, turn: &Turn<'_>) -> String {
        let position = turn.position;
        let mut text = format!("position {}", self.start);
        let Some(letters) = &self.letters else { return text };
        let mut color = if position.ply().is_multiple_of(2) { position.side() } else { !position.side() };
        for (n, mv) in position.moves().flatten().enumerate() {
            text += if n == 0 { " moves " } else { " " };
            text += &letters.write_move(color, &position.move_text(mv, Ranks::FromOne));
            color = !color;
        }
        text
    }

    fn listen(&mut self, turn: &Turn<'_>, watch: &mut Watch) -> Result<Answer, Refusal> {
        let mut info = Info::default();
        loop {
            let (at, line) = match self.process.next(watch.until()) {
                Event::Line(at, line) => (at, line),
                Event::End => return Err(ended(&mut self.process).into()),
                Event::Stopped => return Err(Refusal::Stopped),
                Event::Timeout => {
                    watch.overdue(&mut self.process, "stop\n")?;
                    continue;
                }
            };
            watch.line()?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut info),
                Some("bestmove") => {
                    let used = watch.used(at)?;
                    let Some(letters) = &self.letters else {
                        return Err(Fault::new(Ending::StartFailure, "no game was begun").into());
                    };
                    let text = words.next().unwrap_or("");
                    let mv = read_move(turn.position, letters, text, Ranks::FromOne)?;
                    return Ok(Answer { mv, info, used });
                }
                _ => {}
            }
        }
    }
}

impl Player for Uci {
    fn new_game(&mut self, game: &NewGame<'_>) -> Result<(), Refusal> {
        let letters = Letters::new(&self.spec.letters, &game.pairing.rules);
        let mut text = String::new();
        for (name, value) in self.spec.options.iter().filter(|(_, value)| value.contains('{')) {
            text += &option_line(name, &game.pairing.fill(value));
        }
        let variant = self.variant_name(game);
        if variant != self.variant {
            text += &option_line("UCI_Variant", &variant);
            self.variant = variant;
        }
        text += "ucinewgame\nisready\n";
        self.start = match game.start {
            Some(start) => format!("fen {}", letters.write_fen(&start.fen(FenStyle::Plain))),
            None => "startpos".to_owned(),
        };
        self.letters = Some(letters);
        self.process.send(&text);
        self.wait_for("readyok", self.patience.ping, Ending::Hang)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Refusal> {
        let mut watch = Watch::new(turn.allowed, self.patience);
        while self.process.waiting().is_some() {
            watch.line()?;
        }
        let text = format!("{}\n{}\n", self.position_line(turn), Uci::go_line(turn));
        self.process.send(&text);
        self.listen(turn, &mut watch)
    }

    fn game_over(&mut self, _result: &str, _comment: &str) {}

    fn reusable(&self) -> bool {
        !self.spec.restart
    }

    fn tail(&self) -> Vec<String> {
        self.process.tail()
    }

    fn quit(self: Box<Self>) -> bool {
        self.process.quit(self.patience.quit)
    }
}

fn option_line(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}\n")
    } else {
        format!("setoption name {name} value {value}\n")
    }
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, info: &mut Info) {
    let mut new = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => new.depth = words.next().and_then(|n| n.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                new.eval = match (words.next(), words.next().and_then(|n| n.parse().ok())) {
                    (Some("cp"), Some(n)) => Some(Eval::Centipawns(n)),
                    (Some("mate"), Some(n)) => Some(Eval::Mate(n)),
                    _ => None,
                }
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    if new.eval.is_some() {
        *info = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> Info {
        let mut info = Info::default();
        read_info(text.split_ascii_whitespace(), &mut info);
        info
    }

    #[test]
    fn thinking_is_understood() {
        let line = "depth 3 seldepth 3 multipv 1 score cp -676 nodes 236 time 2 pv b1d3 f7f6";
        assert_eq!(info(line), Info { eval: Some(Eval::Centipawns(-676)), depth: Some(3) });
        assert_eq!(info("depth 9 score mate -2 pv e2e4").eval, Some(Eval::Mate(-2)));
        assert_eq!(info("depth 9 multipv 2 score cp 5"), Info::default());
        assert_eq!(info("string depth 9 score cp 5"), Info::default());
        assert_eq!(info("depth 9 currmove e2e4"), Info::default());
    }
}
