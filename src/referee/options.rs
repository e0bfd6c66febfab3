//! What the user types: engines, time controls, tests, adjudication, shards.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::letters::LetterTable;
use super::sprt::{Model, Sprt};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// `XBoard`'s protocol, CECP version 2.
    #[default]
    Cecp,
    /// The Universal Chess Interface with `UCI_Variant`.
    Uci,
}

/// How long an engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// A clock.
    Clock {
        /// Moves for which `base` has to do, before it is added once more; `None`: the whole game.
        moves: Option<u32>,
        /// The time at the start.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// The same time for each move.
    PerMove(Duration),
    /// No limit of time.
    Unlimited,
}

/// What limits an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time.
    pub thinking: Thinking,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// As PGN writes it in the tag `TimeControl`.
    pub fn pgn(&self) -> String {
        match self.thinking {
            Thinking::Clock { moves, base, increment } => {
                let moves = moves.map_or(String::new(), |n| format!("{n}/"));
                let increment =
                    if increment.is_zero() { String::new() } else { format!("+{}", seconds(increment)) };
                format!("{moves}{}{increment}", seconds(base))
            }
            Thinking::PerMove(time) => format!("1/{}", seconds(time)),
            Thinking::Unlimited => "-".to_owned(),
        }
    }

    /// The limits for people.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        match self.thinking {
            Thinking::Clock { .. } => parts.push(format!("tc {}", self.pgn())),
            Thinking::PerMove(time) => parts.push(format!("{} s a move", seconds(time))),
            Thinking::Unlimited => {}
        }
        parts.extend(self.nodes.map(|n| format!("{n} nodes")));
        parts.extend(self.depth.map(|n| format!("depth {n}")));
        parts.join(", ")
    }
}

/// A duration in seconds without needless zeros.
pub(super) fn seconds(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(1000) {
        (millis / 1000).to_string()
    } else {
        format!("{:.3}", time.as_secs_f64()).trim_end_matches('0').to_owned()
    }
}

/// Reads a number of seconds such as `10`, `0.5` or `1:30`.
///
/// # Errors
/// If the text is no such number, or not positive.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write seconds such as 10, 0.5 or 1:30");
    let (minutes, rest) = match text.split_once(':') {
        Some((minutes, rest)) => (minutes.parse::<u32>().map_err(|_| wrong())?, rest),
        None => (0, text),
    };
    let rest: f64 = rest.parse().map_err(|_| wrong())?;
    let total = f64::from(minutes) * 60.0 + rest;
    if !(0.0..=1e7).contains(&total) {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(total))
}

/// Reads a clock such as `10+0.1`, `40/60` or `1:30+1`.
///
/// # Errors
/// If the text is no such clock.
pub fn parse_clock(text: &str) -> Result<Thinking, String> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.parse().ok().filter(|&n: &u32| n > 0);
            (Some(moves.ok_or_else(|| format!("`{text}`: the number of moves before `/` is wrong"))?), rest)
        }
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (parse_seconds(base)?, parse_seconds(increment)?),
        None => (parse_seconds(rest)?, Duration::ZERO),
    };
    if base.is_zero() {
        return Err(format!("`{text}`: a clock needs more than no time"));
    }
    Ok(Thinking::Clock { moves, base, increment })
}

/// What an engine has of its own instead of the match's limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLimits {
    /// Time.
    pub thinking: Option<Thinking>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// One `--engine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The directory it is started in.
    pub directory: Option<PathBuf>,
    /// Its name in reports.
    pub name: String,
    /// Its protocol.
    pub protocol: Protocol,
    /// Options to set, in order. Values may have placeholders.
    pub options: Vec<(String, String)>,
    /// What the engine calls the variant, with placeholders; `None`: as we do.
    pub variant: Option<String>,
    /// How it writes pieces.
    pub letters: LetterTable,
    /// Its own limits.
    pub limits: OwnLimits,
    /// Megabytes for `memory`.
    pub memory: Option<u32>,
    /// Threads for `cores`.
    pub cores: Option<u32>,
    /// Whether to start a new process for each game.
    pub restart: bool,
    /// The text it was read from, to recognise a match by.
    pub text: String,
}

const ENGINE_KEYS: &str =
    "cmd, name, proto, dir, variant, letters, tc, st, nodes, depth, memory, cores, restart or option.NAME";

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let mut spec = EngineSpec {
            command: Vec::new(),
            directory: None,
            name: String::new(),
            protocol: Protocol::default(),
            options: Vec::new(),
            variant: None,
            letters: LetterTable::default(),
            limits: OwnLimits::default(),
            memory: None,
            cores: None,
            restart: false,
            text: text.to_owned(),
        };
        for part in split_commas(text) {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is no KEY=VALUE (a comma in a value is written `\\,`)"))?;
            set(&mut spec, key.trim(), value)?;
        }
        let program = spec.command.first().ok_or("an engine needs cmd=PROGRAM")?;
        if spec.name.is_empty() {
            spec.name = program.rsplit('/').next().unwrap_or(program).to_owned();
        }
        Ok(spec)
    }
}

fn set(spec: &mut EngineSpec, key: &str, value: &str) -> Result<(), String> {
    if let Some(name) = key.strip_prefix("option.") {
        spec.options.push((name.to_owned(), value.to_owned()));
        return Ok(());
    }
    match key {
        "cmd" => spec.command = split_words(value)?,
        "name" => spec.name = value.to_owned(),
        "dir" => spec.directory = Some(PathBuf::from(value)),
        "variant" => spec.variant = Some(value.to_owned()),
        "letters" => spec.letters = value.parse()?,
        "tc" => spec.limits.thinking = Some(parse_clock(value)?),
        "st" => spec.limits.thinking = Some(Thinking::PerMove(parse_seconds(value)?)),
        "nodes" => spec.limits.nodes = Some(number(key, value)?),
        "depth" => spec.limits.depth = Some(number(key, value)?),
        "memory" => spec.memory = Some(number(key, value)?),
        "cores" => spec.cores = Some(number(key, value)?),
        "restart" => {
            spec.restart = match value {
                "on" | "1" => true,
                "off" | "auto" | "0" => false,
                _ => return Err(format!("restart is `on` or `off`, not `{value}`")),
            }
        }
        "proto" => {
            spec.protocol = match value {
                "xboard" | "cecp" => Protocol::Cecp,
                "uci" => Protocol::Uci,
                _ => return Err(format!("proto is `xboard` or `uci`, not `{value}`")),
            }
        }
        _ => return Err(format!("`{key}` is no key of an engine: {ENGINE_KEYS}")),
    }
    Ok(())
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.trim().parse().map_err(|_| format!("{key} is a number, not `{value}`"))
}

/// Splits at commas that no backslash precedes.
fn split_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ',' => parts.push(String::new()),
            '\\' if chars.peek() == Some(&',') => {
                chars.next();
                if let Some(part) = parts.last_mut() {
                    part.push(',');
                }
            }
            c => {
                if let Some(part) = parts.last_mut() {
                    part.push(c);
                }
            }
        }
    }
    parts
}

/// Splits a command at blanks; words with blanks are put in single or double quotes.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote in `{text}` is not closed"));
    }
    words.extend(word);
    Ok(words)
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt { elo0: 0.0, elo1: f64::NAN, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        for (key, value) in pairs(text)? {
            match key {
                "elo0" => sprt.elo0 = number(key, value)?,
                "elo1" => sprt.elo1 = number(key, value)?,
                "alpha" => sprt.alpha = number(key, value)?,
                "beta" => sprt.beta = number(key, value)?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => Model::Logistic,
                        "normalised" | "normalized" => Model::Normalised,
                        _ => return Err(format!("model is `logistic` or `normalised`, not `{value}`")),
                    }
                }
                _ => return Err(format!("`{key}` is none of elo0, elo1, alpha, beta, model")),
            }
        }
        let probability = |p: f64| p > 0.0 && p < 0.5;
        if !(sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1) {
            return Err("elo1 must be given and greater than elo0".to_owned());
        }
        if !probability(sprt.alpha) || !probability(sprt.beta) {
            return Err("alpha and beta must be between 0 and 0.5".to_owned());
        }
        Ok(sprt)
    }
}

fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    text.split(',')
        .map(|part| part.trim().split_once('=').ok_or_else(|| format!("`{part}` is no KEY=VALUE")))
        .collect()
}

/// When a game counts as drawn: both engines' scores were small for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawAdjudication {
    /// Not before this move.
    pub from_move: u32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// No score further from zero than this, in centipawns.
    pub score: i32,
}

impl FromStr for DrawAdjudication {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawAdjudication, String> {
        let mut rule = DrawAdjudication { from_move: 40, moves: 8, score: 10 };
        for (key, value) in pairs(text)? {
            match key {
                "from" | "movenumber" => rule.from_move = number(key, value)?,
                "moves" | "movecount" => rule.moves = number(key, value)?,
                "score" => rule.score = number(key, value)?,
                _ => return Err(format!("`{key}` is none of from, moves, score")),
            }
        }
        Ok(rule)
    }
}

/// When a game counts as lost: the loser's scores were hopeless for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignAdjudication {
    /// So many moves of a side in a row.
    pub moves: u32,
    /// Every score at least so bad, in centipawns.
    pub score: i32,
    /// Whether the other side must see it as well.
    pub two_sided: bool,
}

impl FromStr for ResignAdjudication {
    type Err = String;

    fn from_str(text: &str) -> Result<ResignAdjudication, String> {
        let mut rule = ResignAdjudication { moves: 3, score: 600, two_sided: false };
        for (key, value) in pairs(text)? {
            match key {
                "moves" | "movecount" => rule.moves = number(key, value)?,
                "score" => rule.score = number(key, value)?,
                "twosided" => rule.two_sided = matches!(value, "true" | "1" | "on"),
                _ => return Err(format!("`{key}` is none of moves, score, twosided")),
            }
        }
        Ok(rule)
    }
}

/// One of several independent pieces of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = text.split_once('/').and_then(|(index, count)| {
            let shard = Shard { index: index.parse().ok()?, count: count.parse().ok()? };
            (shard.index >= 1 && shard.index <= shard.count).then_some(shard)
        });
        shard.ok_or_else(|| format!("`{text}` is no shard: write I/N with I from 1 to N"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_with_blanks_and_commas_in_values() {
        let text = "cmd=./a \"x y\" -c,name=new one,proto=uci,option.Clear Hash=,option.List=a\\,b,\
                    variant={white}-{black},tc=40/1:30+0.5,nodes=1000,memory=16";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!(spec.command, ["./a", "x y", "-c"]);
        assert_eq!(spec.name, "new one");
        assert_eq!(spec.protocol, Protocol::Uci);
        assert_eq!(spec.options[0], ("Clear Hash".to_owned(), String::new()));
        assert_eq!(spec.options[1], ("List".to_owned(), "a,b".to_owned()));
        assert_eq!(spec.variant.as_deref(), Some("{white}-{black}"));
        let (base, increment) = (Duration::from_secs(90), Duration::from_millis(500));
        assert_eq!(spec.limits.thinking, Some(Thinking::Clock { moves: Some(40), base, increment }));
        assert_eq!((spec.limits.nodes, spec.memory), (Some(1000), Some(16)));
        assert_eq!("cmd=/x/y/engine".parse::<EngineSpec>().unwrap().name, "engine");
    }

    #[test]
    fn wrong_engines_are_refused_with_the_reason() {
        for (text, part) in [
            ("name=x", "cmd"),
            ("cmd=x,proto=foo", "proto"),
            ("cmd=x,nmae=y", "nmae"),
            ("cmd=x,oops", "oops"),
            ("cmd=x,tc=abc", "abc"),
            ("cmd='x", "quote"),
            ("cmd=x,letters=klingon", "klingon"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn clocks_are_read_and_written() {
        for (text, pgn) in
            [("10+0.1", "10+0.1"), ("0.25", "0.25"), ("40/60", "40/60"), ("1:30+1", "90+1"), ("5+0", "5")]
        {
            let thinking = parse_clock(text).unwrap();
            assert_eq!(Limits { thinking, nodes: None, depth: None }.pgn(), pgn);
        }
        for bad in ["", "0", "x", "1+", "-1", "0/5", "1e99", "nan"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tests_and_shards_are_read() {
        let sprt: Sprt = "elo0=-1,elo1=4,alpha=0.1,beta=0.2,model=normalised".parse().unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-1.0, 4.0, 0.1, 0.2));
        assert_eq!(sprt.model, Model::Normalised);
        for bad in ["elo0=0", "elo0=5,elo1=5", "elo1=5,alpha=0.9", "elo1=5,x=1", "elo1"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for bad in ["0/3", "4/3", "1", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        assert_eq!("score=20".parse::<DrawAdjudication>().unwrap().score, 20);
        assert!("twosided=on".parse::<ResignAdjudication>().unwrap().two_sided);
    }
}
