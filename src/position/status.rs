//! Whether a game is over.

use crate::movegen;

use super::Position;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on.
    Ongoing,
    /// The game goes on; the side to move is in check.
    Check,
    /// The side to move is mated and has lost.
    Checkmate,
    /// The side to move has no move and is not in check: a draw.
    Stalemate,
    /// The position has occurred three times: a draw.
    Repetition,
    /// Fifty moves by both sides without capture or Pawn move: a draw.
    Fifty,
    /// No sequence of legal moves can mate: a draw.
    Dead,
}

impl Status {
    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        !matches!(self, Status::Ongoing | Status::Check)
    }

    /// The name printed by `panoply moves`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::Check => "check",
            Status::Checkmate => "checkmate",
            Status::Stalemate => "stalemate",
            Status::Repetition => "repetition",
            Status::Fifty => "fifty",
            Status::Dead => "dead",
        }
    }
}

impl Position {
    /// The state of the game. Mate goes before every draw, as it ends the game on the board.
    pub fn status(&self) -> Status {
        let in_check = self.in_check();
        if !movegen::has_legal_move(self) {
            return if in_check { Status::Checkmate } else { Status::Stalemate };
        }
        if self.is_dead() {
            Status::Dead
        } else if self.repetitions() >= 2 {
            Status::Repetition
        } else if self.is_fifty() {
            Status::Fifty
        } else if in_check {
            Status::Check
        } else {
            Status::Ongoing
        }
    }

    /// Whether the fifty-move rule of the game, if it has one, draws it now.
    #[inline]
    pub fn is_fifty(&self) -> bool {
        self.rules.spec.fifty_plies.is_some_and(|limit| self.quiet_plies >= limit)
    }

    /// How often the position has occurred before: same placement, side, rights, capturable en passant and hands.
    ///
    /// Without holdings no position before the last capture or Pawn move can come back; with holdings any can.
    pub fn repetitions(&self) -> usize {
        let reach = if self.rules.has_holdings() { self.stack.len() } else { usize::from(self.quiet_plies) };
        self.stack.iter().rev().take(reach).skip(1).step_by(2).filter(|undo| undo.key == self.key).count()
    }

    /// Whether a search should count the position as drawn by repetition: it has occurred before since `root_ply`
    /// moves were made, or twice before in the game. Positions before a null move do not count.
    pub fn is_repetition(&self, root_ply: usize) -> bool {
        let reach = if self.rules.has_holdings() { self.stack.len() } else { usize::from(self.quiet_plies) };
        let mut before = false;
        for (back, undo) in self.stack.iter().enumerate().rev().take(reach) {
            if undo.mv.is_none() {
                return false;
            }
            if undo.key == self.key {
                if before || back >= root_ply {
                    return true;
                }
                before = true;
            }
        }
        false
    }
}
