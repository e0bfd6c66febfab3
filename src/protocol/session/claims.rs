//! The end of a game: what to claim, and when to keep silent.
//!
//! A claim that the GUI does not agree with loses the game, one that is missing costs nothing: it sees the end itself
//! or plays on. Claiming our own loss is always safe. So everything claimed is true in the present position, and
//! claims are left out where `XBoard` is known to see things differently.

use crate::position::{Position, Status};
use crate::types::{Color, Kind};

use super::super::output;
use super::{Mode, Session};

/// Pieces that `XBoard` knows to be unable to mate alone.
const KNOWN_MINOR: [&str; 5] = ["N", "B", "F", "A", "W"];

impl Session<'_> {
    /// The result line for the present position if there is one to claim.
    pub(super) fn verdict(&self, we_play: Color) -> Option<&'static str> {
        let position = self.game.position();
        let side = position.side();
        let status = visible_status(position);
        let disputable = match status {
            Status::Checkmate => side != we_play,
            Status::Stalemate => true,
            _ => false,
        };
        // XBoard may think that this King can castle out of it.
        if disputable && self.game.king_is_special(side) {
            return None;
        }
        output::result(status, side)
    }

    /// Claims the end of the game if it has come; whether it has been claimed, now or before.
    pub(super) fn claim(&mut self, we_play: Color) -> bool {
        if let Some(result) = self.verdict(we_play).filter(|_| !self.claimed) {
            self.claimed = true;
            self.out.say(result);
            return true;
        }
        false
    }

    /// Whether the option lets us resign and our last moves leave no hope. A draw that looks bad only because we are
    /// told to despise draws is no loss.
    pub(super) fn gives_up(&self) -> bool {
        let contempt = self.options.play.contempt().max(0);
        self.options
            .play
            .resignation()
            .is_some_and(|threshold| self.outlook.is_hopeless(threshold + contempt))
    }

    /// Gives up, instead of moving.
    pub(super) fn resign(&mut self) {
        self.stop();
        self.outlook.clear();
        self.mode = Mode::Force;
        self.out.say("resign");
    }

    /// An offer of a draw: accepted when our last search saw nothing to play for.
    pub(super) fn consider_draw(&mut self) {
        // What a draw is worth to us.
        let draw = -self.options.play.contempt();
        let worse = self.score.is_some_and(|score| score < draw - 20);
        let dull = self.score.is_some_and(|score| score <= draw) && self.game.position().quiet_plies() >= 20;
        if worse || dull {
            self.out.say("offer draw");
        }
    }
}

/// The state of the game as far as every GUI sees it: some dead positions are not recognised by all.
fn visible_status(position: &Position) -> Status {
    match position.status() {
        Status::Dead if !is_plainly_dead(position) => {
            if position.repetitions() >= 2 {
                Status::Repetition
            } else if position.is_fifty() {
                Status::Fifty
            } else {
                Status::Ongoing
            }
        }
        status => status,
    }
}

/// Whether there are bare Kings, or one piece more that everybody knows to be too weak.
fn is_plainly_dead(position: &Position) -> bool {
    let rules = position.rules();
    let kinds = Color::ALL
        .into_iter()
        .flat_map(|color| position.pieces(color).iter().map(|&s| position.at(s).kind()));
    let others: Vec<Kind> = kinds.filter(|&kind| !rules.is_royal(kind)).collect();
    let known = |kind: &Kind| {
        let moves = rules.spec.kinds.get(kind.index()).map(|spec| spec.moves.to_string());
        moves.is_some_and(|moves| KNOWN_MINOR.contains(&moves.as_str()))
    };
    others.len() <= 1 && others.iter().all(known)
}
