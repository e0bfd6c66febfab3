//! What the program must answer.
//!
//! The program is free in one thing only: when it ends a search. So the model keeps a set of hypotheses, each a state
//! of the game together with the number of lines that have been obeyed so far. A line of output may mean that more
//! lines have been obeyed, or that a search has ended; hypotheses that cannot explain it are given up. When none is
//! left, the output was wrong.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use panoply::config::{BoardSize, Config, GameChoice};
use panoply::movegen::{has_legal_move, legal_moves};
use panoply::position::{FenStyle, MoveTextError, Position, Ranks, Setup, Status};
use panoply::rules::{PromotionChoice, Rules};
use panoply::types::{Color, Kind, Move, Piece, Square};

/// What a line that is sent means.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// No answer and no effect on what is modelled.
    Nothing,
    /// `accepted analyze`: the GUI is XBoard.
    XBoard,
    Handshake,
    Ping,
    New,
    /// A name with what it stands for: the variant and whether it asks for holdings; `None`: nothing.
    Variant(Option<(String, bool)>),
    Force,
    Go,
    PlayOther,
    Side(Color),
    Level {
        base: Duration,
        increment: Duration,
        sessions: bool,
    },
    PerMove(Duration),
    Depth(u32),
    Nodes(u64),
    Time(Duration),
    Move(String),
    MoveNow,
    Draw,
    Result,
    /// The position, in our letters with ranks from 1; `None`: none that can be set up.
    SetBoard(Option<String>),
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
    Option(Setting),
    IncludeAll,
    ExcludeAll,
    Include(String),
    Exclude(String),
    /// A square is touched.
    Touch,
    /// Something to be answered by an error.
    Wrong,
    Quit,
}

/// An option that shapes games.
#[derive(Clone, Debug)]
pub enum Setting {
    Army(Color, String),
    Promotion(PromotionChoice),
    Cylinder(bool),
    Holdings(bool),
    FairyMaxLetters(bool),
}

/// A line that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub text: String,
    pub meaning: Meaning,
}

/// What has to come, or may.
#[derive(Clone, Debug)]
enum Answer {
    Exactly(String),
    StartsWith(&'static str),
    Ends(&'static str, String),
    /// `Illegal move` with this at its end.
    Illegal(String),
    /// Any number of lines that begin with one of these.
    AnyOf(&'static [&'static str]),
    /// At most one.
    MaybeOne(String),
    /// A legal move of this position as a hint, or none.
    MaybeHint,
    /// This result, or none.
    MaybeResult(&'static str),
}

impl Answer {
    fn is_due(&self) -> bool {
        !matches!(self, Answer::AnyOf(_) | Answer::MaybeOne(_) | Answer::MaybeHint | Answer::MaybeResult(_))
    }

    fn repeats(&self) -> bool {
        matches!(self, Answer::AnyOf(_))
    }

    fn fits(&self, line: &str, state: &State) -> bool {
        match self {
            Answer::Exactly(text) | Answer::MaybeOne(text) => line == text,
            Answer::StartsWith(start) => line.starts_with(start),
            Answer::Ends(start, end) => line.starts_with(start) && line.ends_with(end.as_str()),
            Answer::Illegal(text) => {
                line.starts_with("Illegal move") && (text.len() > 80 || line.ends_with(&format!(": {text}")))
            }
            Answer::AnyOf(starts) => starts.iter().any(|start| line.starts_with(start)),
            Answer::MaybeHint => {
                line.strip_prefix("Hint: ").is_some_and(|mv| state.game.written(mv).is_some())
            }
            Answer::MaybeResult(result) => line.starts_with(result),
        }
    }
}

/// The letters of one side that mean each other's pieces on the wire.
type Pairs = &'static [(char, char)];

/// Armies that Fairy-Max knows, with its letters.
const FAIRY_MAX: [(&str, Pairs); 4] =
    [("fide", &[]), ("clobberers", &[('C', 'F')]), ("nutters", &[('H', 'I')]), ("rookies", &[])];

fn exchange(pairs: Pairs, letter: char) -> char {
    let upper = letter.to_ascii_uppercase();
    let other = pairs.iter().find_map(|&(a, b)| match upper {
        c if c == a => Some(b),
        c if c == b => Some(a),
        _ => None,
    });
    match other {
        None => letter,
        Some(other) if letter.is_ascii_uppercase() => other,
        Some(other) => other.to_ascii_lowercase(),
    }
}

/// The game that the program must be in.
#[derive(Clone, Debug)]
pub struct Game {
    pub choice: GameChoice,
    pub position: Position,
    pub playable: bool,
    letters: [Pairs; 2],
}

impl Game {
    pub fn rules(&self) -> &Arc<Rules> {
        self.position.rules()
    }

    pub fn legal(&self) -> Vec<Move> {
        legal_moves(&self.position)
    }

    /// A move in the letters of the wire, or from them.
    fn exchanged(&self, side: Color, text: &str) -> String {
        let pairs = self.letters[side.index()];
        let dropped = text.chars().nth(1) == Some('@');
        let last = text.chars().count().saturating_sub(1);
        let is_letter = |at: usize| if dropped { at == 0 } else { at == last && at > 2 };
        text.chars().enumerate().map(|(at, c)| if is_letter(at) { exchange(pairs, c) } else { c }).collect()
    }

    pub fn text(&self, mv: Move) -> String {
        write(self, &self.position, mv)
    }

    /// The legal move that is written exactly like this.
    fn written(&self, text: &str) -> Option<Move> {
        self.legal().into_iter().find(|&mv| self.text(mv) == text)
    }

    fn read(&self, text: &str) -> Result<Move, MoveTextError> {
        self.position.parse_move(&self.exchanged(self.position.side(), text), Ranks::Wire)
    }

    /// A FEN of this game as the wire has it.
    pub fn fen_on_wire(&self, fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let side = |c: char| usize::from(!c.is_ascii_uppercase());
        let board: String = board.chars().map(|c| exchange(self.letters[side(c)], c)).collect();
        let fields = rest.split(' ').enumerate().map(|(n, field)| {
            if n == 2 && field != "-" && self.rules().geometry().ranks == 10 {
                let (file, rank) = field.split_at(1);
                format!("{file}{}", rank.parse::<u8>().unwrap() - 1)
            } else {
                field.to_owned()
            }
        });
        format!("{board} {}", fields.collect::<Vec<_>>().join(" "))
    }
}

fn write(game: &Game, position: &Position, mv: Move) -> String {
    game.exchanged(position.side(), &position.move_text(mv, Ranks::Wire))
}

/// How a game is over, as the line about it begins.
fn result(position: &Position) -> Option<&'static str> {
    match (position.status(), position.side()) {
        (Status::Ongoing | Status::Check, _) => None,
        (Status::Checkmate, Color::White) => Some("0-1 {"),
        (Status::Checkmate, Color::Black) => Some("1-0 {"),
        _ => Some("1/2-1/2 {"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    Force,
    Play(Color),
    Analyze,
}

/// A search for our move.
#[derive(Clone, Debug)]
pub struct Thinking {
    excluded: Vec<Move>,
    /// How long it may take.
    pub due: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Paused {
    Thinking,
    Analysis,
}

#[derive(Clone, Debug)]
struct Edit {
    setup: Setup,
    color: Color,
    held: [Vec<u8>; 2],
}

/// As much of the time control as bounds the time for a move.
#[derive(Clone, Copy, Debug)]
struct Clock {
    per_move: Option<Duration>,
    left: Duration,
    base: Duration,
    increment: Duration,
    sessions: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Clock {
    fn due(&self, ponders: bool) -> Duration {
        let by_clock = match self.per_move {
            Some(time) if time.is_zero() => Duration::from_millis(300),
            Some(time) => time,
            None => self.left,
        };
        // What was searched before a ponder hit does not know of limits that came later.
        let few_nodes = self.per_move.is_some() && self.nodes.is_some_and(|nodes| nodes < 5000);
        let quick = few_nodes || self.depth.is_some_and(|depth| depth <= 2);
        if quick && !ponders { by_clock.min(Duration::from_millis(200)) } else { by_clock }
    }
}

/// What the program must know.
#[derive(Clone, Debug)]
pub struct State {
    pub game: Game,
    pub mode: Mode,
    pub thinking: Option<Thinking>,
    analysing: bool,
    paused: Option<Paused>,
    deferred: VecDeque<Sent>,
    edit: Option<Edit>,
    posts: bool,
    ponders: bool,
    is_xboard: bool,
    excluded: Vec<Move>,
    clock: Clock,
    armies: [Option<String>; 2],
    either: bool,
    cylinder: bool,
    holdings: bool,
    fairy_max_letters: bool,
}

impl State {
    pub fn is_editing(&self) -> bool {
        self.edit.is_some()
    }

    fn stop(&mut self) {
        self.thinking = None;
        self.analysing = false;
        self.paused = None;
    }

    fn think(&mut self) {
        if !self.game.playable {
            return;
        }
        let all_excluded = self.game.legal().iter().all(|mv| self.excluded.contains(mv));
        let excluded = if all_excluded || self.is_xboard { Vec::new() } else { self.excluded.clone() };
        self.thinking = Some(Thinking { excluded, due: self.clock.due(self.ponders) });
    }

    fn analyze(&mut self) {
        self.stop();
        self.analysing = self.game.playable && has_legal_move(&self.game.position);
    }

    fn position_changed(&mut self) {
        self.excluded.clear();
        if self.mode == Mode::Analyze {
            self.analyze();
        }
    }

    fn set_mode(&mut self, mode: Mode) {
        self.stop();
        if self.mode == Mode::Analyze && mode != Mode::Analyze {
            self.excluded.clear();
        }
        self.mode = mode;
        if mode == Mode::Analyze {
            self.analyze();
        }
    }

    fn moved(&mut self) {
        self.stop();
        self.position_changed();
        if self.mode == Mode::Play(self.game.position.side()) {
            self.think();
        }
    }

    fn take_back(&mut self, plies: usize) {
        self.stop();
        for _ in 0..plies {
            if self.game.position.ply() > 0 {
                self.game.position.unmake();
            }
        }
        self.position_changed();
    }

    fn set_side(&mut self, color: Color) {
        self.stop();
        if self.game.position.side() != color {
            if self.game.position.in_check() || !self.game.playable {
                return;
            }
            self.game.position.make_null();
        }
        if matches!(self.mode, Mode::Play(_)) {
            self.mode = Mode::Play(!color);
        }
        self.position_changed();
    }

    fn begin_edit(&mut self) {
        self.stop();
        let position = &self.game.position;
        let setup = Setup::from_fen(position.rules(), &position.fen(FenStyle::XBoard));
        let setup = setup.unwrap_or_else(|_| Setup::empty(position.side()));
        let held = Color::ALL
            .map(|color| position.rules().kinds().map(|kind| position.in_hand(color, kind)).collect());
        self.edit = Some(Edit { setup, color: Color::White, held });
    }

    fn edit_line(&mut self, line: &str, answers: &mut VecDeque<Answer>) {
        let Some(mut edit) = self.edit.take() else { return };
        match line.trim() {
            "." => return self.end_edit(edit, answers),
            "#" => {
                edit.setup = Setup::empty(self.game.position.side());
                edit.held.iter_mut().flatten().for_each(|count| *count = 0);
            }
            "c" => edit.color = !edit.color,
            text => {
                self.edit_piece(&mut edit, text);
            }
        }
        self.edit = Some(edit);
    }

    fn edit_piece(&self, edit: &mut Edit, text: &str) -> Option<()> {
        let letter = text.chars().next()?;
        let rest = &text[letter.len_utf8()..];
        let rules = self.game.rules();
        let own = exchange(self.game.letters[edit.color.index()], letter);
        let kind = rules.kind_of_letter(own);
        if let Some(count) = rest.strip_prefix('@') {
            edit.held[edit.color.index()][kind?.index()] = count.trim().parse().ok()?;
            return Some(());
        }
        let name = rest.trim_end_matches(['+', '~']);
        let file = name.bytes().next()?.checked_sub(b'a')?;
        let geometry = rules.geometry();
        let rank = name.get(1..)?.parse::<u8>().ok()?.checked_sub(u8::from(geometry.ranks != 10))?;
        if file >= geometry.files || rank >= geometry.ranks {
            return None;
        }
        let piece = match letter {
            'x' | 'X' => Piece::EMPTY,
            _ if name.len() < rest.len() => Piece::new(edit.color, kind?).promoted(),
            _ => Piece::new(edit.color, kind?),
        };
        edit.setup.place(piece, Square::new(file, rank));
        Some(())
    }

    fn end_edit(&mut self, mut edit: Edit, answers: &mut VecDeque<Answer>) {
        let rules = self.game.rules().clone();
        for color in Color::ALL {
            for (kind, &count) in rules.kinds().zip(&edit.held[color.index()]) {
                edit.setup.set_hand(color, kind, count);
            }
        }
        edit.setup.grant_castling();
        if let Ok(position) = Position::from_setup(rules, &edit.setup) {
            self.game.position = position;
            self.game.playable = true;
        } else {
            self.game.playable = false;
            answers.push_back(Answer::StartsWith("tellusererror Illegal position"));
        }
        self.position_changed();
    }

    /// A move or what was meant as one.
    fn their_move(&mut self, text: &str, answers: &mut VecDeque<Answer>) {
        let illegal = Answer::Illegal(text.to_owned());
        let passes = matches!(text, "@@@@" | "pass" | "--" | "null") && !matches!(self.mode, Mode::Play(_));
        if passes {
            if self.game.position.in_check() || !self.game.playable {
                answers.push_back(illegal);
            } else {
                self.game.position.make_null();
                self.moved();
            }
            return;
        }
        match self.game.read(text) {
            Ok(mv) if self.game.playable => {
                self.game.position.make(mv);
                self.moved();
            }
            _ => {
                let early = self.mode == Mode::Force && self.game.position.ply() == 0;
                if !(text == "b2b3" && early && self.game.playable) {
                    answers.push_back(illegal);
                }
            }
        }
    }

    fn filter(&mut self, meaning: &Meaning) {
        let read = |text: &String| {
            let playable = self.game.playable;
            self.game.read(text).ok().filter(|_| playable)
        };
        match meaning {
            Meaning::IncludeAll => self.excluded.clear(),
            Meaning::ExcludeAll => self.excluded = self.game.legal(),
            Meaning::Include(text) => {
                let Some(mv) = read(text) else { return };
                self.excluded.retain(|&other| other != mv);
            }
            Meaning::Exclude(text) => {
                let Some(mv) = read(text) else { return };
                self.excluded.push(mv);
            }
            _ => {}
        }
        if self.mode == Mode::Analyze {
            self.analyze();
        }
    }
}

/// What can be played, compiled when first needed.
#[derive(Debug)]
pub struct Library {
    pub config: Config,
    compiled: Mutex<Vec<(GameChoice, Option<Arc<Rules>>)>>,
}

impl Library {
    pub fn new() -> Library {
        Library { config: Config::shipped(), compiled: Mutex::default() }
    }

    fn rules(&self, choice: &GameChoice) -> Option<Arc<Rules>> {
        let mut compiled = self.compiled.lock().unwrap();
        if let Some((_, rules)) = compiled.iter().find(|(known, _)| known == choice) {
            return rules.clone();
        }
        let rules = self.config.game(choice).ok().and_then(|spec| Rules::compile(spec).ok()).map(Arc::new);
        compiled.push((choice.clone(), rules.clone()));
        rules
    }

    fn board(&self, variant: &str) -> Option<BoardSize> {
        let geometry = self.config.game(&GameChoice::variant(variant)).ok()?.geometry;
        Some(BoardSize { files: geometry.files, ranks: geometry.ranks })
    }

    /// The start of a variant with what the options make of it.
    fn start(&self, state: &State, variant: &str, holdings: bool) -> Option<Game> {
        let mut choice = GameChoice::variant(variant);
        if self.config.has_free_armies(variant).ok()? {
            let fits = |army: &&String| {
                self.config.army(army).is_ok_and(|army| Some(army.board) == self.board(variant))
            };
            choice.white = state.armies[0].as_ref().filter(fits).cloned();
            choice.black = state.armies[1].as_ref().filter(fits).cloned();
            choice.promotion = state.either.then_some(PromotionChoice::Either);
            choice.cylinder = state.cylinder.then_some(true);
            choice.holdings = state.holdings.then_some(true);
        }
        if holdings {
            choice.holdings = Some(true);
        }
        let rules = self.rules(&choice)?;
        let position = Position::start(rules.clone()).ok()?;
        let mut letters: [Pairs; 2] = [&[], &[]];
        if variant == "grand" && choice == GameChoice::variant(variant) {
            letters = [&[('C', 'M')], &[('C', 'M')]];
        }
        if state.fairy_max_letters && rules.spec.promotion.choice == PromotionChoice::Own {
            let pairs = |color: Color| {
                let army = &rules.spec.armies[color].id;
                FAIRY_MAX.iter().find(|(id, _)| id == army).map(|&(_, pairs)| pairs)
            };
            if let (Some(white), Some(black)) = (pairs(Color::White), pairs(Color::Black)) {
                letters = [white, black];
            }
        }
        Some(Game { choice, position, playable: true, letters })
    }
}

/// A way in which things may stand.
#[derive(Clone, Debug)]
struct Hypothesis {
    state: State,
    /// How many of the lines sent have been obeyed.
    obeyed: usize,
    answers: VecDeque<Answer>,
}

/// Everything that may be the case.
pub struct Model<'a> {
    library: &'a Library,
    sent: Vec<Sent>,
    hypotheses: Vec<Hypothesis>,
}

impl<'a> Model<'a> {
    pub fn new(library: &'a Library) -> Model<'a> {
        let rules = library.rules(&GameChoice::variant("normal")).expect("chess can be played");
        let position = Position::start(rules).expect("chess has a start position");
        let choice = GameChoice::variant("normal");
        let state = State {
            game: Game { choice, position, playable: true, letters: [&[], &[]] },
            mode: Mode::Play(Color::Black),
            thinking: None,
            analysing: false,
            paused: None,
            deferred: VecDeque::new(),
            edit: None,
            posts: false,
            ponders: false,
            is_xboard: false,
            excluded: Vec::new(),
            clock: Clock {
                per_move: Some(Duration::from_secs(1)),
                left: Duration::ZERO,
                base: Duration::ZERO,
                increment: Duration::ZERO,
                sessions: false,
                depth: None,
                nodes: None,
            },
            armies: [None, None],
            either: false,
            cylinder: false,
            holdings: false,
            fairy_max_letters: false,
        };
        let hypothesis = Hypothesis { state, obeyed: 0, answers: VecDeque::new() };
        Model { library, sent: Vec::new(), hypotheses: vec![hypothesis] }
    }

    /// A line has been sent.
    pub fn sent(&mut self, text: &str, meaning: Meaning) {
        self.sent.push(Sent { text: text.to_owned(), meaning });
    }

    /// A line has come.
    ///
    /// # Errors
    /// If it should not have.
    pub fn saw(&mut self, line: &str) -> Result<(), String> {
        let mut found = Vec::new();
        let before = std::mem::take(&mut self.hypotheses);
        for hypothesis in before.clone() {
            self.explain(hypothesis, line, &mut found);
        }
        if found.is_empty() {
            let expected: Vec<String> = before.iter().map(describe).collect();
            return Err(format!("`{line}` should not have come; possible were\n{}", expected.join("\n")));
        }
        let mut seen = HashSet::new();
        found.retain(|hypothesis| seen.insert(fingerprint(hypothesis)));
        if found.len() > 500 {
            return Err(format!("{} hypotheses", found.len()));
        }
        self.hypotheses = found;
        Ok(())
    }

    /// All hypotheses that explain a line.
    fn explain(&self, mut hypothesis: Hypothesis, line: &str, found: &mut Vec<Hypothesis>) {
        loop {
            while let Some(answer) = hypothesis.answers.front() {
                let fits = answer.fits(line, &hypothesis.state);
                let (is_due, repeats) = (answer.is_due(), answer.repeats());
                if fits {
                    let mut taken = hypothesis.clone();
                    if !repeats {
                        taken.answers.pop_front();
                    }
                    found.push(taken);
                }
                if is_due {
                    return;
                }
                hypothesis.answers.pop_front();
            }
            if is_thought(line) {
                // That it may have come later makes no difference.
                if thinks_aloud(&hypothesis.state) && is_line_of(&hypothesis.state, line) {
                    found.push(hypothesis);
                    return;
                }
            } else if let Some(after) = after_search(&hypothesis, line) {
                found.push(after);
            }
            if !self.advance(&mut hypothesis) {
                return;
            }
        }
    }

    /// The next thing is done that needs no search to end; whether there was one.
    fn advance(&self, hypothesis: &mut Hypothesis) -> bool {
        let Hypothesis { state, obeyed, answers } = hypothesis;
        if state.thinking.is_none()
            && let Some(sent) = state.deferred.pop_front()
        {
            self.obey(state, &sent, answers);
            return true;
        }
        let Some(sent) = self.sent.get(*obeyed) else { return false };
        *obeyed += 1;
        self.receive(state, sent, answers);
        true
    }

    /// Goes on as far as possible without any answers.
    fn run_on(&self, hypothesis: &mut Hypothesis) {
        while self.advance(hypothesis) {
            hypothesis.answers.clear();
        }
    }

    /// The state after everything that has been sent if no search ends.
    pub fn forecast(&self) -> State {
        let mut hypothesis = self.hypotheses[0].clone();
        self.run_on(&mut hypothesis);
        hypothesis.state
    }

    /// How long it may take from now on until our next move is due; `None`: none is.
    pub fn due(&self) -> Option<Duration> {
        let due = |hypothesis: &Hypothesis| {
            let mut hypothesis = hypothesis.clone();
            self.run_on(&mut hypothesis);
            hypothesis.state.thinking.map(|thinking| thinking.due)
        };
        self.hypotheses.iter().filter_map(due).max()
    }

    /// After the answer to a ping that nothing was sent after: everything must have been answered.
    pub fn settle(&mut self) {
        let mut hypotheses = std::mem::take(&mut self.hypotheses);
        for hypothesis in &mut hypotheses {
            while !hypothesis.answers.iter().any(Answer::is_due) && self.advance(hypothesis) {}
        }
        hypotheses.retain(|h| h.obeyed == self.sent.len() && !h.answers.iter().any(Answer::is_due));
        for hypothesis in &mut hypotheses {
            hypothesis.obeyed = 0;
            hypothesis.answers.clear();
        }
        let mut seen = HashSet::new();
        hypotheses.retain(|hypothesis| seen.insert(fingerprint(hypothesis)));
        assert!(!hypotheses.is_empty(), "the model lost track");
        self.hypotheses = hypotheses;
        self.sent.clear();
    }

    fn receive(&self, state: &mut State, sent: &Sent, answers: &mut VecDeque<Answer>) {
        if state.edit.is_some() {
            return state.edit_line(&sent.text, answers);
        }
        if state.thinking.is_none() {
            return self.obey(state, sent, answers);
        }
        let move_waits = state.deferred.iter().any(|sent| matches!(sent.meaning, Meaning::Move(_)));
        match &sent.meaning {
            Meaning::MoveNow | Meaning::Quit => self.obey(state, sent, answers),
            meaning if cancels(meaning) => {
                state.stop();
                while let Some(deferred) = state.deferred.pop_front() {
                    self.obey(state, &deferred, answers);
                    if state.thinking.take().is_some() {
                        answers.extend(result(&state.game.position).map(Answer::MaybeResult));
                    }
                }
                self.obey(state, sent, answers);
            }
            Meaning::Go => {}
            Meaning::Ping | Meaning::Move(_) => state.deferred.push_back(sent.clone()),
            _ if move_waits => state.deferred.push_back(sent.clone()),
            _ => self.obey(state, sent, answers),
        }
    }

    fn obey(&self, state: &mut State, sent: &Sent, answers: &mut VecDeque<Answer>) {
        match &sent.meaning {
            Meaning::XBoard => state.is_xboard = true,
            Meaning::Handshake => answers.extend([
                Answer::Exactly("feature done=0".to_owned()),
                Answer::AnyOf(&["feature "]),
                Answer::Exactly("feature done=1".to_owned()),
            ]),
            Meaning::Ping => {
                let number = sent.text.trim().trim_start_matches("ping").trim();
                answers.push_back(Answer::Exactly(format!("pong {number}").trim_end().to_owned()));
            }
            Meaning::Level { .. }
            | Meaning::PerMove(_)
            | Meaning::Depth(_)
            | Meaning::Nodes(_)
            | Meaning::Time(_) => set_clock(&mut state.clock, &sent.meaning),
            Meaning::Draw => answers.push_back(Answer::MaybeOne("offer draw".to_owned())),
            Meaning::Hint => answers.push_back(Answer::MaybeHint),
            Meaning::Book => {
                answers.extend([Answer::AnyOf(&[" ", "\t"]), Answer::Exactly(String::new())]);
            }
            Meaning::Post(on) => state.posts = *on,
            Meaning::Ponder(on) => state.ponders = *on,
            Meaning::Status if state.mode == Mode::Analyze => {
                answers.push_back(Answer::StartsWith("stat01: "));
            }
            Meaning::Nothing | Meaning::Quit | Meaning::Status => {}
            Meaning::Option(setting) => set_option(state, setting),
            Meaning::Touch => answers.push_back(Answer::AnyOf(&["highlight ", "choice "])),
            Meaning::Wrong => answers.push_back(Answer::StartsWith("Error (")),
            _ => self.obey_in_game(state, sent, answers),
        }
    }

    fn obey_in_game(&self, state: &mut State, sent: &Sent, answers: &mut VecDeque<Answer>) {
        match &sent.meaning {
            Meaning::New => self.new_game(state),
            Meaning::Variant(wanted) => self.set_variant(state, wanted.as_ref(), &sent.text, answers),
            Meaning::Force => state.set_mode(Mode::Force),
            Meaning::Analyze => state.set_mode(Mode::Analyze),
            Meaning::Exit if state.mode == Mode::Analyze => state.set_mode(Mode::Force),
            Meaning::Result if state.mode != Mode::Analyze => state.set_mode(Mode::Force),
            Meaning::Go => {
                state.stop();
                state.mode = Mode::Play(state.game.position.side());
                state.think();
            }
            Meaning::PlayOther => {
                state.stop();
                state.mode = Mode::Play(!state.game.position.side());
            }
            Meaning::Side(color) => state.set_side(*color),
            Meaning::Move(text) => state.their_move(text, answers),
            Meaning::MoveNow => {
                if let Some(thinking) = &mut state.thinking {
                    thinking.due = Duration::ZERO;
                }
            }
            Meaning::SetBoard(fen) => {
                state.stop();
                let rules = state.game.rules().clone();
                let position = fen.as_ref().map(|fen| Position::from_fen(rules, fen).expect("a FEN of ours"));
                state.game.playable = position.is_some();
                match position {
                    Some(position) => state.game.position = position,
                    None => answers.push_back(Answer::StartsWith("tellusererror Illegal position")),
                }
                state.position_changed();
            }
            Meaning::Edit => state.begin_edit(),
            Meaning::Undo => state.take_back(1),
            Meaning::Remove => state.take_back(2),
            Meaning::Pause => {
                if state.thinking.take().is_some() {
                    state.paused = Some(Paused::Thinking);
                } else if state.analysing {
                    state.analysing = false;
                    state.paused = Some(Paused::Analysis);
                }
            }
            Meaning::Resume => match state.paused.take() {
                Some(Paused::Thinking) => state.think(),
                Some(Paused::Analysis) => state.analyze(),
                None => {}
            },
            filter => state.filter(filter),
        }
    }

    fn new_game(&self, state: &mut State) {
        state.stop();
        let rules = self.library.rules(&GameChoice::variant("normal")).expect("chess can be played");
        let position = Position::start(rules).expect("chess has a start position");
        let choice = GameChoice::variant("normal");
        state.game = Game { choice, position, playable: true, letters: [&[], &[]] };
        state.clock.depth = None;
        state.clock.nodes = None;
        state.clock.left = state.clock.base;
        if state.mode != Mode::Analyze {
            state.mode = Mode::Play(Color::Black);
        }
        state.position_changed();
    }

    fn set_variant(
        &self,
        state: &mut State,
        wanted: Option<&(String, bool)>,
        text: &str,
        answers: &mut VecDeque<Answer>,
    ) {
        state.stop();
        let game = wanted.and_then(|(name, holdings)| self.library.start(state, name, *holdings));
        if let Some(game) = game {
            if game.choice.variant == "fairy" {
                let start = game.fen_on_wire(&game.position.fen(FenStyle::XBoard));
                answers.push_back(Answer::Ends("setup (", format!(" {start}")));
            }
            answers.push_back(Answer::AnyOf(&["setup (", "piece "]));
            state.game = game;
        } else {
            let name = text.trim().trim_start_matches("variant").trim();
            answers.push_back(Answer::Exactly(format!("Error (unsupported variant): {name}")));
        }
        state.position_changed();
    }
}

/// Whether a line makes a search for our move pointless.
fn cancels(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Force
            | Meaning::New
            | Meaning::Variant(_)
            | Meaning::SetBoard(_)
            | Meaning::Edit
            | Meaning::Result
            | Meaning::Analyze
            | Meaning::Undo
            | Meaning::Remove
            | Meaning::PlayOther
            | Meaning::Side(_)
    )
}

fn set_clock(clock: &mut Clock, meaning: &Meaning) {
    match *meaning {
        Meaning::Level { base, increment, sessions } => {
            *clock = Clock { per_move: None, left: base, base, increment, sessions, ..*clock };
        }
        Meaning::PerMove(time) => clock.per_move = Some(time),
        Meaning::Depth(depth) => clock.depth = Some(depth),
        Meaning::Nodes(nodes) => clock.nodes = (nodes > 0).then_some(nodes),
        Meaning::Time(left) => clock.left = left,
        _ => {}
    }
}

fn set_option(state: &mut State, setting: &Setting) {
    match setting {
        Setting::Army(color, army) => state.armies[color.index()] = Some(army.clone()),
        Setting::Promotion(choice) => state.either = *choice == PromotionChoice::Either,
        Setting::Cylinder(on) => state.cylinder = *on,
        Setting::Holdings(on) => state.holdings = *on,
        Setting::FairyMaxLetters(on) => state.fairy_max_letters = *on,
    }
}

/// Whether a line is about what a search has found.
pub fn is_thought(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit()) && !line.contains('{')
}

fn thinks_aloud(state: &State) -> bool {
    state.analysing || state.thinking.is_some() && state.posts
}

/// Whether a line of thinking has the right form, and moves that can be played one after the other.
fn is_line_of(state: &State, line: &str) -> bool {
    let fields = line.split_once('\t').or_else(|| {
        let (end, _) = line.match_indices(' ').nth(3).unwrap_or((line.len(), ""));
        Some(line.split_at(end))
    });
    let Some((numbers, moves)) = fields else { return false };
    let numbers: Vec<&str> = numbers.split(' ').collect();
    if numbers.len() < 4 || numbers.iter().any(|number| number.parse::<i64>().is_err()) {
        return false;
    }
    let excluded = match &state.thinking {
        Some(thinking) => &thinking.excluded,
        None => &state.excluded,
    };
    let mut position = state.game.position.clone();
    for (number, word) in moves.trim_end_matches(['?', '!']).split_whitespace().enumerate() {
        let legal = legal_moves(&position);
        let found = legal.iter().find(|&&mv| write(&state.game, &position, mv) == word);
        let Some(&mv) = found else { return false };
        if number == 0 && excluded.contains(&mv) {
            return false;
        }
        position.make(mv);
    }
    true
}

/// What follows if a search ends with this line.
fn after_search(before: &Hypothesis, line: &str) -> Option<Hypothesis> {
    let thinking = before.state.thinking.as_ref()?;
    let mut after = before.clone();
    after.state.thinking = None;
    if result(&before.state.game.position).is_some_and(|result| line.starts_with(result)) {
        return Some(after);
    }
    if line == "offer draw" {
        return Some(before.clone());
    }
    let mv = before.state.game.written(line.strip_prefix("move ")?)?;
    if thinking.excluded.contains(&mv) {
        return None;
    }
    after.state.game.position.make(mv);
    after.state.position_changed();
    let clock = &mut after.state.clock;
    clock.left += clock.increment;
    if clock.sessions {
        clock.left += clock.base;
    }
    after.answers.extend(result(&after.state.game.position).map(Answer::MaybeResult));
    Some(after)
}

/// What tells hypotheses apart.
fn fingerprint(hypothesis: &Hypothesis) -> impl Eq + std::hash::Hash + use<> {
    let Hypothesis { state, obeyed, answers } = hypothesis;
    let flags = (state.thinking.is_some(), state.analysing, state.paused, state.edit.is_some(), state.posts);
    let counts = (*obeyed, answers.len(), state.deferred.len(), state.excluded.len());
    let position = &state.game.position;
    (position.key(), position.ply(), state.mode, state.game.playable, flags, counts)
}

fn describe(hypothesis: &Hypothesis) -> String {
    let Hypothesis { state, obeyed, answers } = hypothesis;
    format!(
        "  {:?} after {obeyed} lines: {:?}, {}{}, {} deferred, {}: {}",
        answers,
        state.mode,
        if state.thinking.is_some() { "thinking" } else { "idle" },
        if state.analysing { ", analysing" } else { "" },
        state.deferred.len(),
        state.game.choice.variant,
        state.game.position.fen(FenStyle::XBoard),
    )
}

/// The letter of a kind in a side's case, as the wire has it.
pub fn letter_on_wire(game: &Game, color: Color, kind: Kind) -> char {
    exchange(game.letters[color.index()], game.rules().letter(kind))
}
