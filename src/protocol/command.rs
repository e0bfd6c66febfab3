//! From a line to a command. Every line is some command; what is none is [`Command::Unknown`].

use std::time::Duration;

/// How the clock works from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    /// So many moves (`None`: all) in a time, with an increment for each.
    Session {
        /// Moves in a session.
        moves: Option<u32>,
        /// Time for a session.
        base: Duration,
        /// Time added for each move.
        increment: Duration,
    },
    /// A fixed time for each move. Zero stands for less than a second.
    PerMove(Duration),
}

/// Moves kept out of the search at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootFilter {
    /// Search all again.
    IncludeAll,
    /// Search none but those included later.
    ExcludeAll,
    /// Search this one again.
    Include(String),
    /// Do not search this one.
    Exclude(String),
}

/// What the user does with a piece on the board of the GUI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointer {
    /// Picks it up.
    Lift,
    /// Lets it go.
    Put,
    /// Holds it over a square.
    Hover,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing to do: an empty line, or news we have no use for.
    Ignored,
    /// A GUI is there.
    XBoard,
    /// The GUI knows this feature.
    Accepted(String),
    /// The version of the protocol.
    ProtocolVersion(u32),
    New,
    Variant(String),
    Quit,
    Force,
    Go,
    PlayOther,
    White,
    Black,
    Timing(Timing),
    Depth(u32),
    /// So many nodes count as a second; 0: processor time.
    NodesPerSecond(u64),
    /// The engine's clock.
    Time(Duration),
    Move(String),
    MoveNow,
    Ping(String),
    Draw,
    Result,
    SetBoard(String),
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Ponder(bool),
    Post(bool),
    Analyze,
    Status,
    Exit,
    Pause,
    Resume,
    /// Play is to be varied, or not to be any more.
    Random,
    /// The user does something on a square.
    Pointer(Pointer, String),
    /// The memory to use, in megabytes.
    Memory(usize),
    /// The number of threads to search with.
    Cores(usize),
    /// An option with its value, if it has one.
    Option(String, Option<String>),
    RootFilter(RootFilter),
    /// A known command with something wrong behind it.
    Malformed(String),
    /// No command at all.
    Unknown(String),
}

/// News that changes nothing for us.
const IGNORED: [&str; 13] = [
    "name", "rating", "ics", "computer", "rejected", "otim", "egtpath", "partner", "ptell", "holding",
    "setscore", "opponent", "prompt",
];

impl Command {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let command = with_argument(word, rest).or_else(|| plain(word).map(Ok));
        match command {
            Some(Ok(command)) => command,
            Some(Err(Malformed)) => Command::Malformed(line.to_owned()),
            None if line.is_empty() || IGNORED.contains(&word) => Command::Ignored,
            None if rest.is_empty() && looks_like_move(word) => Command::Move(word.to_owned()),
            None => Command::Unknown(line.to_owned()),
        }
    }
}

/// A command lacks its argument or has one that makes no sense.
struct Malformed;

fn plain(word: &str) -> Option<Command> {
    Some(match word {
        "xboard" => Command::XBoard,
        "new" => Command::New,
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::White,
        "black" => Command::Black,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "result" => Command::Result,
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "." => Command::Status,
        "exit" => Command::Exit,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "random" => Command::Random,
        _ => return None,
    })
}

fn with_argument(word: &str, rest: &str) -> Option<Result<Command, Malformed>> {
    Some(match word {
        "protover" => number(rest).map(Command::ProtocolVersion),
        "variant" => text(rest).map(Command::Variant),
        "level" => level(rest).map(Command::Timing),
        "st" => seconds(rest).map(|time| Command::Timing(Timing::PerMove(time))),
        "sd" => number(rest).map(Command::Depth),
        "nps" => number(rest).map(Command::NodesPerSecond),
        "time" => centiseconds(rest).map(Command::Time),
        "usermove" => text(rest).map(Command::Move),
        "accepted" => Ok(Command::Accepted(rest.to_owned())),
        "ping" => Ok(Command::Ping(rest.to_owned())),
        "setboard" => Ok(Command::SetBoard(rest.to_owned())),
        "lift" => text(rest).map(|text| Command::Pointer(Pointer::Lift, text)),
        "put" => text(rest).map(|text| Command::Pointer(Pointer::Put, text)),
        "hover" => text(rest).map(|text| Command::Pointer(Pointer::Hover, text)),
        "memory" => number(rest).map(Command::Memory),
        "cores" => number(rest).map(Command::Cores),
        "option" => option(rest),
        "exclude" => root_filter(rest, RootFilter::ExcludeAll, RootFilter::Exclude),
        "include" => root_filter(rest, RootFilter::IncludeAll, RootFilter::Include),
        _ => return None,
    })
}

fn text(rest: &str) -> Result<String, Malformed> {
    if rest.is_empty() { Err(Malformed) } else { Ok(rest.to_owned()) }
}

/// The first word as a whole number.
fn number<T: std::str::FromStr>(rest: &str) -> Result<T, Malformed> {
    rest.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or(Malformed)
}

/// A number of seconds, perhaps with decimals, in reasonable limits.
fn seconds(rest: &str) -> Result<Duration, Malformed> {
    let word = rest.split_whitespace().next().ok_or(Malformed)?;
    let value: f64 = word.replace(',', ".").parse().map_err(|_| Malformed)?;
    if value.is_finite() { Ok(Duration::from_secs_f64(value.clamp(0.0, 1e7))) } else { Err(Malformed) }
}

/// A clock in hundredths of a second. It may be overdrawn.
fn centiseconds(rest: &str) -> Result<Duration, Malformed> {
    let value: f64 = rest.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or(Malformed)?;
    if value.is_finite() {
        Ok(Duration::from_secs_f64(value.clamp(0.0, 1e9) / 100.0))
    } else {
        Err(Malformed)
    }
}

/// `MOVES MINUTES[:SECONDS] INCREMENT`.
fn level(rest: &str) -> Result<Timing, Malformed> {
    let mut words = rest.split_whitespace();
    let moves: u32 = words.next().and_then(|word| word.parse().ok()).ok_or(Malformed)?;
    let base = minutes(words.next().ok_or(Malformed)?)?;
    let increment = words.next().map_or(Ok(Duration::ZERO), seconds)?;
    Ok(Timing::Session { moves: (moves > 0).then_some(moves), base, increment })
}

/// `MINUTES[:SECONDS]` with anything behind it.
fn minutes(word: &str) -> Result<Duration, Malformed> {
    let (minutes, rest) = leading_number(word);
    let minutes = minutes.ok_or(Malformed)?;
    let seconds = rest.strip_prefix(':').map_or(Some(0), |rest| leading_number(rest).0).ok_or(Malformed)?;
    Ok(Duration::from_secs(minutes.saturating_mul(60).saturating_add(seconds).min(10_000_000)))
}

fn leading_number(text: &str) -> (Option<u64>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    (digits.parse().ok(), rest)
}

/// `NAME`, or `NAME=VALUE`, where the value may hold anything.
fn option(rest: &str) -> Result<Command, Malformed> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (rest, None),
    };
    if name.is_empty() { Err(Malformed) } else { Ok(Command::Option(name.to_owned(), value)) }
}

fn root_filter(rest: &str, all: RootFilter, one: fn(String) -> RootFilter) -> Result<Command, Malformed> {
    match rest {
        "" => Err(Malformed),
        "all" => Ok(Command::RootFilter(all)),
        mv => Ok(Command::RootFilter(one(mv.to_owned()))),
    }
}

/// Whether a word can only be meant as a move: `e2e4`, `e7e8=Q`, `a9a10`, `N@f3`, `O-O`, or a null move.
pub(super) fn looks_like_move(word: &str) -> bool {
    if is_null_move(word) || matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o") {
        return true;
    }
    let mut chars = word.chars();
    if let (Some(piece), Some('@')) = (chars.next(), chars.next()) {
        return piece.is_ascii_alphabetic() && square(chars.as_str()).is_some_and(str::is_empty);
    }
    let Some(rest) = square(word).and_then(square) else { return false };
    let rest = rest.strip_prefix('=').unwrap_or(rest);
    rest.chars().count() <= 1 && rest.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_punctuation())
}

/// Whether a word passes the turn.
pub(super) fn is_null_move(word: &str) -> bool {
    matches!(word, "@@@@" | "pass" | "--" | "null")
}

/// What follows a square name.
fn square(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    if (1..=2).contains(&digits) { rest.get(digits..) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(moves: u32, base: f64, increment: f64) -> Command {
        Command::Timing(Timing::Session {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        })
    }

    #[test]
    fn all_forms_of_time_control() {
        let cases = [
            ("level 40 5 0", session(40, 300.0, 0.0)),
            ("level 0 0:03 0", session(0, 3.0, 0.0)),
            ("level 0 2 12", session(0, 120.0, 12.0)),
            ("level 40 0:10 0.05", session(40, 10.0, 0.05)),
            ("level 0 0 0.05", session(0, 0.0, 0.05)),
            ("level 20 22 0", session(20, 1320.0, 0.0)),
            ("level 0 4:32 3.0", session(0, 272.0, 3.0)),
            ("level  0  2x  1", session(0, 120.0, 1.0)),
            ("level 0 60", session(0, 3600.0, 0.0)),
            ("st 30", Command::Timing(Timing::PerMove(Duration::from_secs(30)))),
            ("st 10.0", Command::Timing(Timing::PerMove(Duration::from_secs(10)))),
            ("st 0", Command::Timing(Timing::PerMove(Duration::ZERO))),
            ("sd 4", Command::Depth(4)),
            ("nps 5000", Command::NodesPerSecond(5000)),
            ("time 1005", Command::Time(Duration::from_millis(10_050))),
            ("time 0", Command::Time(Duration::ZERO)),
            ("time -12", Command::Time(Duration::ZERO)),
            ("otim 1005", Command::Ignored),
        ];
        for (line, command) in cases {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }

    #[test]
    fn known_commands_with_nonsense_are_malformed() {
        for line in [
            "level",
            "level x y z",
            "level 40",
            "level 40 5 x",
            "st",
            "st x",
            "st inf",
            "sd",
            "sd -1",
            "nps",
            "time",
            "time x",
            "memory",
            "memory lots",
            "option",
            "option =3",
            "usermove",
            "variant",
            "protover x",
            "exclude",
        ] {
            assert_eq!(Command::parse(line), Command::Malformed(line.to_owned()), "{line}");
        }
    }

    #[test]
    fn blanks_do_not_matter_and_arguments_keep_theirs() {
        assert_eq!(Command::parse("  ping   7 "), Command::Ping("7".to_owned()));
        assert_eq!(Command::parse("\tnew"), Command::New);
        assert_eq!(Command::parse("   "), Command::Ignored);
        assert_eq!(Command::parse("result 1-0 {White mates}"), Command::Result);
        let option =
            |name: &str, value: Option<&str>| Command::Option(name.to_owned(), value.map(str::to_owned));
        assert_eq!(Command::parse("option White army=Clobberers"), option("White army", Some("Clobberers")));
        assert_eq!(Command::parse("option A=b=c"), option("A", Some("b=c")));
        assert_eq!(Command::parse("option Clear Hash"), option("Clear Hash", None));
    }

    #[test]
    fn moves_are_told_from_words() {
        for text in [
            "e2e4", "a7a8q", "a7a8=Q", "a7a8.", "N@f3", "p@e4", "a9a10", "a10a11", "e1e3", "O-O", "O-O-O",
            "@@@@", "--",
        ] {
            assert_eq!(Command::parse(text), Command::Move(text.to_owned()), "{text}");
        }
        for text in [
            "foo",
            "e2",
            "e2e4e6",
            "Nf3",
            "e2-e4",
            "é2e4",
            "N@",
            "N@f3f",
            "1e2e4",
            "e2e4 e7e5",
            "a7a8qq",
            "a111a2",
        ] {
            assert_eq!(Command::parse(text), Command::Unknown(text.to_owned()), "{text}");
        }
    }
}
