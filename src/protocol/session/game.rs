//! The game: rules, position, and how its moves are written on the wire.

use std::sync::Arc;

use crate::config::{Config, GameChoice};
use crate::movegen;
use crate::position::{FenStyle, Illegal, MoveTextError, Position, Ranks, Setup};
use crate::rules::{Promotes, PromotionChoice, Rules};
use crate::types::{ByColor, Color, Move, MoveClass, Square};

use super::super::letters::{self, Letters, Recognised};
use super::super::pieces;
use super::super::setup::{self, Parent, Slots};
use super::super::variants::{self, Taken};

/// How many compiled games are kept.
const KEPT: usize = 6;
/// How long a line of moves in text may get.
const LONGEST_LINE: usize = 1000;

/// The configuration, and the games made from it so far.
#[derive(Debug)]
pub(super) struct Library {
    config: Config,
    /// The configuration of the session's beginning.
    first: Config,
    /// The one to be used from the next game on.
    next: Option<Config>,
    compiled: Vec<(GameChoice, Arc<Rules>)>,
}

impl Library {
    pub(super) fn new(config: Config) -> Library {
        Library { first: config.clone(), config, next: None, compiled: Vec::new() }
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// The configuration of the session's beginning.
    pub(super) fn first(&self) -> &Config {
        &self.first
    }

    /// The configuration of the next game.
    pub(super) fn coming(&self) -> &Config {
        self.next.as_ref().unwrap_or(&self.config)
    }

    /// Takes a configuration for the next game.
    pub(super) fn prepare(&mut self, config: Config) {
        self.next = Some(config);
    }

    /// A game begins: a configuration that has been waiting is used from now on.
    pub(super) fn change(&mut self) {
        if let Some(config) = self.next.take() {
            self.config = config;
            self.compiled.clear();
        }
    }

    /// The rules of a choice.
    fn rules(&mut self, choice: &GameChoice) -> Result<Arc<Rules>, String> {
        if let Some((_, rules)) = self.compiled.iter().find(|(known, _)| known == choice) {
            return Ok(rules.clone());
        }
        let spec = self.config.game(choice).map_err(|e| e.to_string())?;
        let rules = Arc::new(Rules::compile(spec).map_err(|e| e.to_string())?);
        if self.compiled.len() >= KEPT {
            self.compiled.remove(0);
        }
        self.compiled.push((choice.clone(), rules.clone()));
        Ok(rules)
    }
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    /// `XBoard` or `WinBoard`.
    XBoard,
    /// Another program, or somebody who types.
    Other,
}

/// The game being played.
#[derive(Debug)]
pub(super) struct Game {
    choice: GameChoice,
    position: Position,
    /// False after a position that could not be set up.
    is_playable: bool,
    letters: Letters,
    /// Whether nothing has happened since `variant`.
    is_new_variant: bool,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// With a reason that can be told.
    Because(&'static str),
    /// Without one.
    Plainly,
}

impl Game {
    /// The usual game, or if the configuration has none the first one that can be played.
    pub(super) fn usual(library: &mut Library) -> Result<Game, String> {
        let names: Vec<String> = library.config.variant_names().into_iter().map(str::to_owned).collect();
        let mut game = Game::start(library, GameChoice::default());
        for name in names {
            if game.is_ok() {
                break;
            }
            game = Game::start(library, GameChoice::variant(name));
        }
        game.map(|game| Game { is_new_variant: false, ..game })
    }

    /// The start of a game.
    pub(super) fn start(library: &mut Library, choice: GameChoice) -> Result<Game, String> {
        let position = Position::start(library.rules(&choice)?).map_err(|e| e.to_string())?;
        let letters = Letters::default();
        let mut game = Game { choice, position, is_playable: true, letters, is_new_variant: true };
        if !game.has_own_choice() {
            game.letters = Letters::of_variant(&game.choice.variant);
        }
        Ok(game)
    }

    /// Writes the pieces in Fairy-Max's letters if it knows both armies. They cannot say that a Pawn becomes a piece of
    /// the other army, so such games stay as they are.
    pub(super) fn use_fairy_max_letters(&mut self) {
        let spec = &self.rules().spec;
        let armies = ByColor([spec.armies[Color::White].id.as_str(), spec.armies[Color::Black].id.as_str()]);
        let own = spec.promotion.choice == PromotionChoice::Own;
        if self.is_shaped()
            && own
            && let Some(letters) = Letters::of_fairy_max(armies)
        {
            self.letters = letters;
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        self.position.rules()
    }

    pub(super) fn is_playable(&self) -> bool {
        self.is_playable
    }

    /// Moves are refused until a proper position comes.
    pub(super) fn spoil(&mut self) {
        self.is_playable = false;
    }

    /// A position made by hand takes the place of the game so far.
    pub(super) fn set_position(&mut self, position: Position) {
        self.position = position;
        self.is_playable = true;
        self.is_new_variant = false;
    }

    pub(super) fn letters(&self) -> Letters {
        self.letters
    }

    /// The lines that tell `XBoard` about the game.
    pub(super) fn announcement(&self) -> Vec<String> {
        let rules = self.rules();
        match variants::taken(&self.choice.variant) {
            Taken::Nothing if !self.has_own_choice() => Vec::new(),
            Taken::Pieces => pieces::lines_for_both(rules),
            Taken::All | Taken::Nothing => {
                let slots = Slots::of(rules);
                let parent = self.parent();
                let mut lines: Vec<String> =
                    setup::line(rules, &slots, parent, self.letters).into_iter().collect();
                lines.extend(pieces::lines(rules, &slots, self.letters));
                lines
            }
        }
    }

    /// Whether the user's choice makes it something else than the variant is by itself.
    fn has_own_choice(&self) -> bool {
        self.choice != GameChoice::variant(self.choice.variant.clone())
    }

    /// Under the name `fairy` the parent can only be `fairy`.
    fn parent(&self) -> Parent {
        let is_fairy = self.choice.variant.eq_ignore_ascii_case("fairy");
        if self.rules().has_holdings() && !is_fairy { Parent::Crazyhouse } else { Parent::Fairy }
    }

    /// Whether `XBoard` may not see that a side is mated: because it thinks that the King can castle out of check, or
    /// because it cannot know of the check.
    pub(super) fn king_is_special(&self, color: Color) -> bool {
        let rules = self.rules();
        variants::taken(&self.choice.variant) == Taken::All
            && (pieces::king_has_castling(rules, color) || pieces::has_secret_checks(rules))
    }

    /// Sets up a FEN from `sender`. On failure the game stays as it was.
    pub(super) fn set_fen(&mut self, library: &mut Library, fen: &str, sender: Sender) -> Result<(), String> {
        let fen = self.own_ranks(fen);
        let free = library.config.has_free_armies(&self.choice.variant).unwrap_or(false);
        let recognised =
            if free && !self.has_own_arrays(&fen) { letters::recognise(&library.config, &fen) } else { None };
        let tried = match recognised.filter(|found| !self.has_armies(found)) {
            Some(found) => self.read_with(library, found, &fen, sender),
            None => self
                .read(self.rules().clone(), self.letters, &fen, sender)
                .map(|p| (p, self.letters, self.choice.clone())),
        };
        let guessed = || letters::guess(&library.config, &fen).filter(|_| free);
        let read = match tried {
            Err(error) => match guessed() {
                Some(found) => self.read_with(library, found, &fen, sender)?,
                None => return Err(error),
            },
            Ok(read) => read,
        };
        (self.position, self.letters, self.choice) = read;
        self.is_playable = true;
        Ok(())
    }

    /// Whether a FEN has the start arrays of this game on both back ranks. Other armies may be written with the same
    /// letters.
    fn has_own_arrays(&self, fen: &str) -> bool {
        let back_ranks = |fen: &str| {
            let board = fen.split([' ', '[']).next().unwrap_or_default();
            let mut ranks = board.split('/');
            let last_rank = usize::from(self.rules().geometry().ranks).saturating_sub(2);
            Some((ranks.next()?.to_owned(), ranks.nth(last_rank)?.to_owned()))
        };
        let start = Position::start(self.rules().clone()).ok();
        let start = start.map(|start| self.letters.exchange_in_fen(&start.fen(FenStyle::XBoard)));
        back_ranks(fen).is_some() && back_ranks(fen) == start.and_then(|start| back_ranks(&start))
    }

    /// Whether the game is already one of these armies, written like this.
    fn has_armies(&self, found: &Recognised) -> bool {
        let same =
            |color: Color| self.rules().spec.armies[color].id.eq_ignore_ascii_case(&found.armies[color]);
        Color::ALL.into_iter().all(same) && found.letters == self.letters
    }

    /// Reads a FEN of other armies.
    fn read_with(
        &self,
        library: &mut Library,
        found: Recognised,
        fen: &str,
        sender: Sender,
    ) -> Result<(Position, Letters, GameChoice), String> {
        let mut choice = self.choice.clone();
        let [white, black] = found.armies.0;
        (choice.white, choice.black) = (Some(white), Some(black));
        if !found.letters.are_ours() {
            // Such letters have no way to say that a Pawn becomes a piece of the other army.
            choice.promotion = Some(PromotionChoice::Own);
        }
        let rules = library.rules(&choice)?;
        Ok((self.read(rules, found.letters, fen, sender)?, found.letters, choice))
    }

    fn read(
        &self,
        rules: Arc<Rules>,
        letters: Letters,
        fen: &str,
        sender: Sender,
    ) -> Result<Position, String> {
        let fen = if letters.are_ours() { fen.to_owned() } else { letters.exchange_in_fen(fen) };
        let mut setup = Setup::from_fen(&rules, &fen).map_err(|e| e.to_string())?;
        if self.may_have_lost_rights(letters, sender) && is_start(&rules, &setup) {
            setup.grant_castling();
        }
        Position::from_setup(rules, &setup).map_err(|e| e.to_string())
    }

    /// Whether castling rights may have got lost on the way. The tables of other engines make `XBoard` lose them, which
    /// then hands their start position on to us, right after the variant. Anybody else who sends the start array without
    /// castling rights means what he says, unless it is written in the letters of such an engine.
    fn may_have_lost_rights(&self, letters: Letters, sender: Sender) -> bool {
        let may_lose = sender == Sender::XBoard || !letters.are_ours();
        may_lose && self.is_new_variant && self.is_shaped()
    }

    /// Whether `XBoard` knows the game only by an engine's `setup`.
    fn is_shaped(&self) -> bool {
        variants::taken(&self.choice.variant) == Taken::All
    }

    /// The FEN with ranks counted from 1: on ten ranks the wire counts from 0.
    fn own_ranks(&self, fen: &str) -> String {
        if self.rules().geometry().ranks != 10 {
            return fen.to_owned();
        }
        let shift = |field: &str| {
            let (file, rank) = field.split_at_checked(1)?;
            let rank: u8 = rank.parse().ok().filter(|&rank| rank < 10)?;
            file.starts_with(|c: char| c.is_ascii_lowercase()).then(|| format!("{file}{}", rank + 1))
        };
        let fields = fen.split_whitespace().map(|field| shift(field).unwrap_or_else(|| field.to_owned()));
        fields.collect::<Vec<_>>().join(" ")
    }

    /// The square of this name, with ranks as on the wire.
    pub(super) fn square(&self, name: &str) -> Option<Square> {
        let geometry = self.rules().geometry();
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a')?;
        let first = u8::from(geometry.ranks != 10);
        let rank = rank.parse::<u8>().ok()?.checked_sub(first)?;
        (file < geometry.files && rank < geometry.ranks).then(|| Square::new(file, rank))
    }

    /// Reads a move of the side to move.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        if !self.is_playable {
            return Err(Refusal::Plainly);
        }
        let text = self.letters.exchange_in_move(self.position.side(), text);
        self.position.parse_move(&text, Ranks::Wire).map_err(|error| refusal(&error))
    }

    /// Writes a move that is legal in a position of this game.
    pub(super) fn write_move(&self, position: &Position, mv: Move) -> String {
        self.letters.exchange_in_move(position.side(), &position.move_text(mv, Ranks::Wire))
    }

    /// Writes a line of moves, as far as it can be played.
    pub(super) fn write_line(&self, root: &Position, moves: &[Move]) -> String {
        let mut position = root.clone();
        let mut text = String::new();
        for &mv in moves {
            if text.len() > LONGEST_LINE || !movegen::legal_moves(&position).contains(&mv) {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &self.write_move(&position, mv);
            position.make(mv);
        }
        text
    }

    /// Moves that `XBoard` cannot follow: it promotes a Pawn of its own Grand Chess wherever it can, in a game that we have
    /// set up only on the last rank; it drops none on the first rank, and has no more kinds of piece in hand than ranks.
    /// Empty if there are no other moves.
    pub(super) fn misunderstood(&self) -> Vec<Move> {
        let rules = self.rules();
        let legal = movegen::legal_moves(&self.position);
        let side = self.position.side();
        let not_shown = if rules.has_holdings() { setup::not_shown(rules, side) } else { Vec::new() };
        let is_strange = |mv: &&Move| match mv.class() {
            MoveClass::Normal => {
                let kind = self.position.at(mv.from()).kind();
                !self.is_shaped() && rules.is_pawn(kind) && rules.promotes(side, mv.to()) == Promotes::May
            }
            MoveClass::Promotion => self.is_shaped() && rules.promotes(side, mv.to()) == Promotes::May,
            MoveClass::Drop => {
                let far_back = rules.geometry().relative_rank(side, mv.to()) == 0;
                not_shown.contains(&mv.kind()) || rules.is_pawn(mv.kind()) && far_back
            }
            _ => false,
        };
        let found: Vec<Move> = legal.iter().filter(is_strange).copied().collect();
        if found.len() == legal.len() { Vec::new() } else { found }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        self.is_new_variant = false;
        self.position.make(mv);
    }

    /// Passes the turn if that is possible.
    pub(super) fn pass(&mut self) -> Result<(), Refusal> {
        if !self.is_playable {
            return Err(Refusal::Plainly);
        }
        if self.position.in_check() {
            return Err(Refusal::Because("in check"));
        }
        self.is_new_variant = false;
        self.position.make_null();
        Ok(())
    }

    /// Takes back a move; whether there was one.
    pub(super) fn take_back(&mut self) -> bool {
        let any = self.position.ply() > 0;
        if any {
            self.position.unmake();
        }
        any
    }

    /// Variant, armies and position, for the log.
    pub(super) fn describe(&self) -> String {
        let armies = &self.rules().spec.armies;
        let [white, black] = Color::ALL.map(|color| armies[color].name.as_str());
        format!("{}, {white} against {black}, {}", self.choice.variant, self.fen())
    }

    /// The position as a FEN, in our letters.
    pub(super) fn fen(&self) -> String {
        self.position.fen(FenStyle::XBoard)
    }
}

/// Whether a setup has the placement of the start position, with White to move.
fn is_start(rules: &Arc<Rules>, setup: &Setup) -> bool {
    let start = Setup::start(rules);
    rules.spec.start_fen.is_none() && rules.squares.iter().all(|&square| setup.at(square) == start.at(square))
}

/// The reason to give, out of those that `XBoard` does not take for something else.
fn refusal(error: &MoveTextError) -> Refusal {
    let MoveTextError::Illegal { reason, .. } = error else { return Refusal::Plainly };
    match reason {
        Illegal::NoPiece => Refusal::Because("no such piece"),
        Illegal::WrongSide => Refusal::Because("wrong side"),
        Illegal::InCheck => Refusal::Because("in check"),
        Illegal::IntoCheck => Refusal::Because("moving into check"),
        Illegal::EmptyHand => Refusal::Because("empty holdings"),
        Illegal::Promotion => Refusal::Because("bad promotion"),
        Illegal::Castling => Refusal::Because("castling not allowed"),
        Illegal::NotItsMove | Illegal::Occupied | Illegal::PawnDrop => Refusal::Plainly,
    }
}
