//! Commands that change the game from outside: new ones, positions, moves of the other side.

use crate::types::Color;

use super::super::command::is_null_move;
use super::super::output::brief;
use super::super::variants;
use super::game::{Game, Refusal, Sender};
use super::search::Purpose;
use super::{Mode, Session};

impl Session<'_> {
    pub(super) fn new_game(&mut self) {
        self.stop();
        self.library.change();
        self.games += 1;
        self.seed = self.games;
        match Game::usual(&mut self.library) {
            Ok(game) => self.game = game,
            // It worked when the session began.
            Err(error) => log::error!("no new game: {error}"),
        }
        self.control.start_game();
        self.outlook.clear();
        self.searcher.clear();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.position_changed();
    }

    pub(super) fn set_variant(&mut self, name: &str) {
        self.stop();
        self.library.change();
        match self.find_variant(name) {
            Ok(game) => {
                self.game = game;
                self.control.restart_count();
                self.outlook.clear();
                log::debug!("game: {}", self.game.describe());
                let lines = self.game.announcement();
                self.say_all(&lines);
            }
            Err(reason) => {
                log::debug!("variant {name}: {reason}");
                self.out.say(&format!("Error (unsupported variant): {}", brief(name)));
            }
        }
        self.position_changed();
    }

    /// The start of the game that a variant name and the options stand for.
    fn find_variant(&mut self, text: &str) -> Result<Game, String> {
        let wanted = variants::split_size(text);
        let name = if wanted.name.eq_ignore_ascii_case("standard") { "normal" } else { wanted.name };
        let config = self.library.config();
        let known = config.variant(name).or_else(|_| config.variant(text)).map_err(|e| e.to_string())?;
        let mut choice = self.options.choice(config, &known.id.clone());
        if let Some((.., held)) = wanted.size
            && held > 0
        {
            choice.holdings = Some(true);
        }
        let mut game = Game::start(&mut self.library, choice)?;
        if self.options.wants_fairy_max_letters() {
            game.use_fairy_max_letters();
        }
        let geometry = game.rules().geometry();
        let fits =
            wanted.size.is_none_or(|(files, ranks, _)| (files, ranks) == (geometry.files, geometry.ranks));
        if fits { Ok(game) } else { Err(format!("{name} is not played on such a board")) }
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        self.stop();
        let sender = if self.is_xboard { Sender::XBoard } else { Sender::Other };
        match self.game.set_fen(&mut self.library, fen, sender) {
            Ok(()) => log::debug!("position: {}", self.game.describe()),
            Err(reason) => self.reject_position(&reason),
        }
        self.control.restart_count();
        self.outlook.clear();
        self.position_changed();
    }

    /// The position that was to be set up cannot be played: no moves are accepted until another comes.
    pub(super) fn reject_position(&mut self, reason: &str) {
        self.game.spoil();
        self.out.say(&format!("tellusererror Illegal position ({reason})"));
    }

    /// Errors are to differ from those of other sessions, or not to differ any more.
    pub(super) fn vary(&mut self) {
        self.seed = if self.seed == self.games { rand::random() } else { self.games };
    }

    /// Forgets what was true of another position only.
    pub(super) fn position_changed(&mut self) {
        self.searcher.prepare(self.game.rules());
        self.claimed = false;
        self.expected = None;
        self.lifted = None;
        self.excluded.clear();
        if self.mode == Mode::Analyze {
            self.analyze();
        }
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.stop();
        self.control.interrupt();
        if self.mode == Mode::Analyze && mode != Mode::Analyze {
            // What was left out of an analysis is not left out of what comes after it.
            self.excluded.clear();
        }
        self.mode = mode;
        if mode == Mode::Analyze {
            self.analyze();
        }
    }

    pub(super) fn game_over(&mut self) {
        if self.mode != Mode::Analyze {
            self.set_mode(Mode::Force);
        }
    }

    pub(super) fn go(&mut self) {
        self.stop();
        self.mode = Mode::Play(self.game.position().side());
        self.think();
    }

    pub(super) fn play_other(&mut self) {
        self.stop();
        self.mode = Mode::Play(!self.game.position().side());
    }

    /// The obsolete way to set the side to move; the engine plays the other one.
    pub(super) fn set_side(&mut self, color: Color) {
        self.stop();
        if self.game.position().side() != color && self.game.pass().is_err() {
            return;
        }
        if matches!(self.mode, Mode::Play(_)) {
            self.mode = Mode::Play(!color);
        }
        self.position_changed();
    }

    pub(super) fn their_move(&mut self, text: &str) {
        if is_null_move(text) && !matches!(self.mode, Mode::Play(_)) {
            match self.game.pass() {
                Ok(()) => self.moved(),
                Err(refusal) => self.refuse(text, refusal),
            }
            return;
        }
        let mv = match self.game.read_move(text) {
            Ok(mv) => mv,
            Err(refusal) => return self.refuse(text, refusal),
        };
        if self.hits_ponder(mv) {
            self.game.play(mv);
            return self.ponder_hit();
        }
        self.game.play(mv);
        self.moved();
    }

    /// A move has been made that was not ours.
    fn moved(&mut self) {
        self.stop();
        self.position_changed();
        if self.mode == Mode::Play(self.game.position().side()) {
            self.think();
        }
    }

    fn refuse(&mut self, text: &str, refusal: Refusal) {
        // This is how cutechess says that Black is to move in the position that comes next.
        let is_formality = text == "b2b3" && self.mode == Mode::Force && self.game.position().ply() == 0;
        if is_formality && self.game.is_playable() {
            return;
        }
        let text = brief(text);
        match refusal {
            Refusal::Because(reason) => self.out.say(&format!("Illegal move ({reason}): {text}")),
            Refusal::Plainly => self.out.say(&format!("Illegal move: {text}")),
        }
    }

    /// Takes back moves. If we were thinking before two were taken back, we have to move again.
    pub(super) fn take_back(&mut self, plies: usize) {
        self.stop();
        for _ in 0..plies {
            self.game.take_back();
        }
        self.control.interrupt();
        self.outlook.clear();
        self.position_changed();
    }

    /// Thinking about our own move.
    pub(super) fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }
}
