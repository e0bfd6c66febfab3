//! What to send.

use std::time::Duration;

use panoply::movegen::legal_moves;
use panoply::position::{FenStyle, Position};
use panoply::rules::PromotionChoice;
use panoply::types::Color;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::model::{Library, Meaning, Setting, State, letter_on_wire};

type Line = (String, Meaning);
/// Draws one sort of line.
type Way<'a> = fn(&mut Chooser<'a>, &State) -> Line;

/// Lines that are noted or ignored in silence.
const SILENT: [&str; 26] = [
    "",
    "   ",
    "\t",
    "random",
    "name Somebody Else",
    "rating 2000 1900",
    "ics -",
    "ics freechess.org",
    "computer",
    "rejected debug",
    "rejected option foo -bar",
    "accepted ping",
    "accepted option",
    "accepted done",
    "xboard",
    "otim 12345",
    "otim",
    "cores 1",
    "egtpath syzygy /some/dir with blanks",
    "partner",
    "partner Somebody",
    "ptell hello",
    "holding [PP] [Q]",
    "holding [] []",
    "setscore 20 5",
    "memory 2",
];

/// Lines that have to be answered by an error.
const WRONG: [&str; 28] = [
    "foo",
    "zzz",
    "Nf3",
    "e2-e4",
    "e2e4e6",
    "e2",
    "NEW",
    "Ping 1",
    "newgame",
    "forces",
    "usermovee2e4",
    "12345",
    "1-0",
    "move e2e4",
    "{comment}",
    "-1",
    "%s%n%s",
    "level",
    "level x y z",
    "level 40",
    "st",
    "st x",
    "sd -1",
    "nps",
    "time x",
    "usermove",
    "variant",
    "option",
];

/// Lines for the edit dialogue that change nothing.
const EDIT_JUNK: [&str; 14] =
    ["", "Ka99", "Kz1", "K", "?a1", "ping 77", "castle", "ep", "go", "new", "Pa", "P@x", "Pa4b", "\u{e9}a1"];

/// Positions that cannot be set up in any game.
const BAD_FENS: [&str; 9] = [
    "",
    "garbage",
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
    "8/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "????????/8/8/8/8/8/8/???????? w - - 0 1",
];

/// Draws lines to send.
pub struct Chooser<'a> {
    random: Xoshiro256PlusPlus,
    library: &'a Library,
    /// Settings that do not change the game.
    settings: Vec<String>,
    ways: Vec<Way<'a>>,
}

impl<'a> Chooser<'a> {
    pub fn new(seed: u64, library: &'a Library) -> Chooser<'a> {
        let weighted: [(usize, Way<'a>); 25] = [
            (300, Chooser::legal_move),
            (50, Chooser::any_move),
            (90, |_, _| plain("go", Meaning::Go)),
            (40, |_, _| plain("?", Meaning::MoveNow)),
            (40, |_, _| plain("force", Meaning::Force)),
            (12, |_, _| plain("new", Meaning::New)),
            (25, Chooser::variant),
            (25, Chooser::position),
            (40, |_, _| plain("undo", Meaning::Undo)),
            (20, |_, _| plain("remove", Meaning::Remove)),
            (60, Chooser::ping),
            (80, Chooser::time_control),
            (60, Chooser::switch),
            (40, Chooser::question),
            (20, |_, _| plain("analyze", Meaning::Analyze)),
            (25, |_, _| plain("exit", Meaning::Exit)),
            (15, |_, _| plain("pause", Meaning::Pause)),
            (25, |_, _| plain("resume", Meaning::Resume)),
            (15, |_, _| plain("playother", Meaning::PlayOther)),
            (40, Chooser::option),
            (30, Chooser::root_filter),
            (10, |_, _| plain("edit", Meaning::Edit)),
            (50, Chooser::silence),
            (60, Chooser::nonsense),
            (20, Chooser::rare),
        ];
        let ways = weighted.iter().flat_map(|&(weight, way)| std::iter::repeat_n(way, weight)).collect();
        Chooser { random: Xoshiro256PlusPlus::seed_from_u64(seed), library, settings: Vec::new(), ways }
    }

    /// Takes up options that the program has announced and the model does not need to know.
    pub fn learn(&mut self, options: &[String]) {
        for option in options {
            let Some((name, control)) = option.split_once(" -") else { continue };
            let shapes_games = ["White army", "Black army", "Promotion", "Topology", "Holdings", "Letters"];
            // The program may resign only if it is asked to, and a file may hold other games.
            if shapes_games.contains(&name) || name.to_lowercase().contains("resign") {
                continue;
            }
            let (kind, rest) = control.split_once(' ').unwrap_or((control, ""));
            match kind {
                "check" => self.settings.extend(["0", "1"].map(|value| format!("{name}={value}"))),
                // Much memory takes time.
                "spin" | "slider" if name.to_lowercase().contains("hash") => {}
                "spin" | "slider" => {
                    self.settings.extend(rest.split(' ').map(|value| format!("{name}={value}")));
                }
                "combo" => {
                    let values = rest.split(" /// ").map(|value| value.trim_start_matches('*'));
                    self.settings.extend(values.map(|value| format!("{name}={value}")));
                }
                "button" => self.settings.push(name.to_owned()),
                _ => {}
            }
        }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random.random_range(0..limit)
    }

    /// Happens once in so many times.
    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(&mut self.random).expect("there is something to choose from")
    }

    /// A line as bytes, with blanks and an end such as GUIs write.
    pub fn bytes(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(rest) = text.strip_prefix(BINARY) {
            // What is no text: the model is not interested in it.
            bytes.push(0xff);
            bytes.extend(rest.chars().map(|c| c as u8));
        } else {
            if self.chance(40) {
                bytes.extend(b"  ");
            }
            bytes.extend(text.as_bytes());
            if self.chance(40) {
                bytes.extend(b" \t");
            }
        }
        bytes.extend(if self.chance(10) { &b"\r\n"[..] } else { &b"\n"[..] });
        bytes
    }

    /// The next line.
    pub fn line(&mut self, state: &State) -> Line {
        if state.is_editing() {
            return self.edit_line(state);
        }
        let ways = std::mem::take(&mut self.ways);
        let way = self.pick(&ways);
        self.ways = ways;
        way(self, state)
    }

    fn usermove(&mut self, text: String) -> Line {
        let is_bare = self.chance(4);
        (if is_bare { text.clone() } else { format!("usermove {text}") }, Meaning::Move(text))
    }

    fn legal_move(&mut self, state: &State) -> Line {
        let mut legal = state.game.legal();
        if legal.is_empty() {
            return self.any_move(state);
        }
        if state.thinking.is_some() && self.chance(2) {
            // A guess at what we will have to answer.
            let mut next = state.game.position.clone();
            next.make(self.pick(&legal));
            legal = legal_moves(&next);
            if legal.is_empty() {
                return self.any_move(state);
            }
        }
        let mv = self.pick(&legal);
        let mut text = state.game.text(mv);
        if self.chance(8) && !text.contains('-') {
            let last = text.pop().expect("a move has letters");
            if last.is_ascii_digit() {
                text.push(last);
            } else {
                match self.below(4) {
                    0 => text.push(last.to_ascii_uppercase()),
                    1 => text.extend(['=', last]),
                    2 => text.push('.'),
                    _ => {}
                }
            }
        }
        self.usermove(text)
    }

    fn any_move(&mut self, state: &State) -> Line {
        let geometry = state.game.rules().geometry();
        let square = |chooser: &mut Self| {
            let file = char::from(b'a' + chooser.below(usize::from(geometry.files) + 1) as u8);
            format!("{file}{}", chooser.below(usize::from(geometry.ranks) + 2))
        };
        let text = match self.below(12) {
            0 => self.pick(&["O-O", "O-O-O", "0-0", "o-o-o"]).to_owned(),
            1 => self.pick(&["@@@@", "pass", "--", "null"]).to_owned(),
            2 => {
                let letter = self.pick(&['P', 'N', 'Q', 'X', 'p', 'K']);
                format!("{letter}@{}", square(self))
            }
            3 => format!("{}{}{}", square(self), square(self), self.pick(&['q', 'k', 'x', '=', '.', 'L'])),
            4 => "b2b3".to_owned(),
            5 => {
                let text =
                    self.pick(&["foo", "e2", "e2e4e6", "Nf3", "e9e10q!", "\u{e9}2e4", "e2 e4"]).to_owned();
                return (format!("usermove {text}"), Meaning::Move(text));
            }
            _ => format!("{}{}", square(self), square(self)),
        };
        self.usermove(text)
    }

    fn variant(&mut self, _: &State) -> Line {
        let names = self.library.config.variant_names();
        let (text, meaning) = match self.below(12) {
            0 => {
                let name =
                    self.pick(&["nosuchthing", "atomic", "8x8_fairy", "10x8+0_fairy", "8x8+0_zzz", "x+_"]);
                (name, None)
            }
            1 => ("8x8+5_fairy", Some(("fairy", true))),
            2 => ("8x8+0_fairy", Some(("fairy", false))),
            3 => ("standard", Some(("normal", false))),
            4..=7 => ("fairy", Some(("fairy", false))),
            8 => ("crazyhouse", Some(("crazyhouse", false))),
            _ => {
                let name = self.pick(&names);
                (name, Some((name, false)))
            }
        };
        let meaning = meaning.map(|(name, holdings)| (name.to_owned(), holdings));
        (format!("variant {text}"), Meaning::Variant(meaning))
    }

    /// A position from a random game of the present variant, or one that is none.
    fn position(&mut self, state: &State) -> Line {
        if self.chance(4) {
            let fen = self.pick(&BAD_FENS);
            return (format!("setboard {fen}").trim_end().to_owned(), Meaning::SetBoard(None));
        }
        let rules = state.game.rules().clone();
        let start = Position::start(rules).expect("it has been played");
        let mut position = start.clone();
        for _ in 0..self.below(60) {
            let legal = legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            position.make(self.pick(&legal));
        }
        let board = |fen: &str| fen.split_once(' ').map(|(board, _)| board.to_owned());
        let mut fen = position.fen(FenStyle::XBoard);
        if board(&fen) == board(&start.fen(FenStyle::XBoard)) {
            // Then all castling rights might be granted.
            fen = start.fen(FenStyle::XBoard);
        }
        if self.chance(5) {
            fen = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        }
        (format!("setboard {}", state.game.fen_on_wire(&fen)), Meaning::SetBoard(Some(fen)))
    }

    fn ping(&mut self, _: &State) -> Line {
        let text = match self.below(10) {
            0 => "ping".to_owned(),
            1 => "ping abc".to_owned(),
            _ => format!("ping {}", 1000 + self.below(1000)),
        };
        (text, Meaning::Ping)
    }

    fn time_control(&mut self, _: &State) -> Line {
        let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("a number"));
        match self.below(12) {
            0..=3 => {
                let depth = self.pick(&[1, 1, 2, 2, 3]);
                (format!("sd {depth}"), Meaning::Depth(depth))
            }
            4 => {
                let text = self.pick(&["0", "0.01", "0.05", "0.2", "5", "60"]);
                (format!("st {text}"), Meaning::PerMove(seconds(text)))
            }
            5 | 6 => {
                let centiseconds = self.pick(&[0, 1, 5, 20, 100, 6000, 360_000]);
                (format!("time {centiseconds}"), Meaning::Time(Duration::from_millis(centiseconds * 10)))
            }
            7 => {
                let nodes = self.pick(&[0, 1, 100, 3000, 100_000]);
                // With a fixed time of at most a minute.
                (format!("nps {nodes}"), Meaning::Nodes(nodes * 60))
            }
            _ => {
                let (text, base, increment, sessions) = self.pick(&[
                    ("level 0 0:01 0.01", "1", "0.01", false),
                    ("level 0 0 0.05", "0", "0.05", false),
                    ("level 40 0:10 0.05", "10", "0.05", true),
                    ("level 1 0:01 0", "1", "0", true),
                    ("level 40 5 0", "300", "0", true),
                    ("level 0 2x 12", "120", "12", false),
                    ("level 999999999 99999999999 0", "10000000", "0", true),
                ]);
                let (base, increment) = (seconds(base), seconds(increment));
                (text.to_owned(), Meaning::Level { base, increment, sessions })
            }
        }
    }

    fn switch(&mut self, _: &State) -> Line {
        match self.below(8) {
            0..=2 => plain("post", Meaning::Post(true)),
            3 => plain("nopost", Meaning::Post(false)),
            4 => plain("hard", Meaning::Ponder(true)),
            5 | 6 => plain("easy", Meaning::Ponder(false)),
            _ => {
                let color = self.pick(&Color::ALL);
                (if color == Color::White { "white" } else { "black" }.to_owned(), Meaning::Side(color))
            }
        }
    }

    fn question(&mut self, _: &State) -> Line {
        match self.below(5) {
            0 => plain("hint", Meaning::Hint),
            1 => plain("bk", Meaning::Book),
            2 => plain("draw", Meaning::Draw),
            _ => plain(".", Meaning::Status),
        }
    }

    fn option(&mut self, _: &State) -> Line {
        if !self.settings.is_empty() && self.chance(4) {
            let setting = self.below(self.settings.len());
            return (format!("option {}", self.settings[setting]), Meaning::Nothing);
        }
        let on = self.chance(2);
        let (text, setting) = match self.below(12) {
            0..=5 => {
                let color = self.pick(&Color::ALL);
                let armies = self.library.config.armies();
                let classic = ["fide", "clobberers", "nutters", "rookies", "shooters"];
                let id = if self.chance(4) {
                    self.pick(&armies.iter().map(|army| army.id.as_str()).collect::<Vec<_>>())
                } else {
                    self.pick(&classic)
                };
                let name = &self.library.config.army(id).expect("it is there").name;
                let side = if color == Color::White { "White" } else { "Black" };
                (format!("{side} army={name}"), Setting::Army(color, id.to_owned()))
            }
            6 => {
                let (name, choice) =
                    if on { ("either", PromotionChoice::Either) } else { ("own", PromotionChoice::Own) };
                (format!("Promotion={name}"), Setting::Promotion(choice))
            }
            7 => (format!("Topology={}", if on { "cylinder" } else { "flat" }), Setting::Cylinder(on)),
            8 => (format!("Holdings={}", u8::from(on)), Setting::Holdings(on)),
            9 => {
                let letters = if on { "Fairy-Max" } else { "ours" };
                (format!("Letters={letters}"), Setting::FairyMaxLetters(on))
            }
            _ => {
                let texts =
                    ["White army=Martians", "Topology=", "Holdings=7", "Promotion", "=", "No such thing=1"];
                return (format!("option {}", self.pick(&texts)), Meaning::Wrong);
            }
        };
        (format!("option {text}"), Meaning::Option(setting))
    }

    fn root_filter(&mut self, state: &State) -> Line {
        let legal = state.game.legal();
        let text = if legal.is_empty() || self.chance(6) {
            "a1a1".to_owned()
        } else {
            let mv = self.pick(&legal);
            state.game.text(mv)
        };
        match self.below(8) {
            0 => plain("include all", Meaning::IncludeAll),
            1 => plain("exclude all", Meaning::ExcludeAll),
            2..=4 => (format!("include {text}"), Meaning::Include(text)),
            _ => (format!("exclude {text}"), Meaning::Exclude(text)),
        }
    }

    fn silence(&mut self, _: &State) -> Line {
        plain(self.pick(&SILENT), Meaning::Nothing)
    }

    fn nonsense(&mut self, _: &State) -> Line {
        let text = match self.below(8) {
            0 => {
                let bytes = (0..self.below(60)).map(|_| char::from(self.random.random_range(0..=255u8)));
                let bytes: String = bytes.collect::<String>().replace('\n', "x");
                format!("{BINARY}{bytes}")
            }
            1 if self.chance(20) => "x".repeat(1 << (10 + self.below(8))),
            1 if self.chance(20) => "lorem ipsum ".repeat(1 << (8 + self.below(5))),
            1 => "Draw offer by White".to_owned(),
            _ => self.pick(&WRONG).to_owned(),
        };
        (text, Meaning::Wrong)
    }

    fn rare(&mut self, state: &State) -> Line {
        match self.below(8) {
            0 => plain("protover 2", Meaning::Handshake),
            1 => plain("protover 1", Meaning::Nothing),
            2 => plain("result * {xboard exit}", Meaning::Result),
            3 => plain("result 1-0 {White mates}", Meaning::Result),
            4 => plain("result 1/2-1/2 {Draw agreed}", Meaning::Result),
            5 if self.chance(8) => plain("accepted analyze", Meaning::XBoard),
            _ => {
                let color = state.game.position.side();
                let squares = state.game.position.pieces(color);
                let square = state
                    .game
                    .position
                    .square_text(squares[self.below(squares.len())], panoply::position::Ranks::Wire);
                let word = self.pick(&["lift", "hover", "put"]);
                (format!("{word} {square}"), Meaning::Touch)
            }
        }
    }

    fn edit_line(&mut self, state: &State) -> Line {
        let rules = state.game.rules();
        let geometry = rules.geometry();
        let text = match self.below(20) {
            0..=2 => ".".to_owned(),
            3 => "#".to_owned(),
            4 | 5 => "c".to_owned(),
            6 | 7 => self.pick(&EDIT_JUNK).to_owned(),
            8 => format!("x{}", self.pick(&["a1", "e2", "h8", "d5"])),
            9 => format!("P@{}", self.below(4)),
            kind => {
                let kinds: Vec<_> = rules.kinds().collect();
                let chosen = self.pick(&kinds);
                // Mostly one King each, so that many of the positions can be played.
                let royal = kind < 13;
                let kind = if royal { rules.royal(Color::White) } else { chosen };
                let letter = letter_on_wire(&state.game, Color::White, kind);
                let file = char::from(b'a' + self.below(usize::from(geometry.files)) as u8);
                let rank = self.below(usize::from(geometry.ranks)) + usize::from(geometry.ranks != 10);
                let suffix = self.pick(&["", "", "", "~", "+"]);
                format!("{letter}{file}{rank}{suffix}")
            }
        };
        (text, Meaning::Nothing)
    }
}

/// Stands at the beginning of lines that are no text.
const BINARY: char = '\u{fffd}';

fn plain(text: &str, meaning: Meaning) -> Line {
    (text.to_owned(), meaning)
}
