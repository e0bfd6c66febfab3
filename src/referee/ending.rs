//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::position::Status;
use crate::types::Color;

/// The name of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The King is mated.
    Checkmate,
    /// The side to move cannot move and is not in check.
    Stalemate,
    /// The position occurred a third time.
    Repetition,
    /// Fifty moves without capture or Pawn move.
    FiftyMoves,
    /// No sequence of legal moves can mate.
    DeadPosition,
    /// An engine resigned, or claimed its own loss.
    Resignation,
    /// Both engines' scores were near zero for long, and adjudication was asked for.
    DrawAdjudication,
    /// An engine's score was hopeless for long, and adjudication was asked for.
    WinAdjudication,
    /// The game reached the greatest number of plies.
    MaxPlies,
    /// An engine overstepped its time, but did move.
    TimeForfeit,
    /// An engine overstepped its time and still did not move, or did not answer a `ping`.
    Hang,
    /// The process of an engine ended.
    Crash,
    /// An engine closed its output while its process lives.
    Disconnect,
    /// An engine's move is illegal or no move at all.
    IllegalMove,
    /// An engine claimed a result that is not true, or called a legal move illegal.
    WrongClaim,
    /// An engine wrote more than anyone could read.
    Flood,
    /// An engine did not get ready to play.
    StartFailure,
}

impl Ending {
    /// Every ending, regular ones first.
    pub const ALL: [Ending; 17] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::DeadPosition,
        Ending::Resignation,
        Ending::DrawAdjudication,
        Ending::WinAdjudication,
        Ending::MaxPlies,
        Ending::TimeForfeit,
        Ending::Hang,
        Ending::Crash,
        Ending::Disconnect,
        Ending::IllegalMove,
        Ending::WrongClaim,
        Ending::Flood,
        Ending::StartFailure,
    ];

    /// The ending of a game that the rules end.
    pub fn of_status(status: Status) -> Option<Ending> {
        match status {
            Status::Ongoing | Status::Check => None,
            Status::Checkmate => Some(Ending::Checkmate),
            Status::Stalemate => Some(Ending::Stalemate),
            Status::Repetition => Some(Ending::Repetition),
            Status::Fifty => Some(Ending::FiftyMoves),
            Status::Dead => Some(Ending::DeadPosition),
        }
    }

    /// The name in reports and files.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "repetition",
            Ending::FiftyMoves => "fifty-moves",
            Ending::DeadPosition => "dead-position",
            Ending::Resignation => "resignation",
            Ending::DrawAdjudication => "draw-adjudication",
            Ending::WinAdjudication => "win-adjudication",
            Ending::MaxPlies => "max-plies",
            Ending::TimeForfeit => "time-forfeit",
            Ending::Hang => "hang",
            Ending::Crash => "crash",
            Ending::Disconnect => "disconnect",
            Ending::IllegalMove => "illegal-move",
            Ending::WrongClaim => "wrong-claim",
            Ending::Flood => "flood",
            Ending::StartFailure => "start-failure",
        }
    }

    /// Whether the loser misbehaved, so that its process is not to be trusted any more.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::TimeForfeit
                | Ending::Hang
                | Ending::Crash
                | Ending::Disconnect
                | Ending::IllegalMove
                | Ending::WrongClaim
                | Ending::Flood
                | Ending::StartFailure
        )
    }

    /// The value of the PGN tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Ending::TimeForfeit => "time forfeit",
            Ending::Hang | Ending::Crash | Ending::Disconnect | Ending::StartFailure => "abandoned",
            Ending::IllegalMove | Ending::WrongClaim | Ending::Flood => "rules infraction",
            Ending::DrawAdjudication | Ending::WinAdjudication | Ending::MaxPlies => "adjudication",
            _ => "normal",
        }
    }

    /// The ending in words, for the comment at the end of a game. `loser` is the side that lost, if one did.
    pub fn sentence(self, loser: Option<Color>) -> String {
        let side = loser.map_or("Nobody", Color::name);
        let winner = loser.map_or("Nobody", |color| (!color).name());
        match self {
            Ending::Checkmate => format!("{winner} mates"),
            Ending::Stalemate => "Stalemate".to_owned(),
            Ending::Repetition => "Draw by repetition".to_owned(),
            Ending::FiftyMoves => "Draw by fifty moves rule".to_owned(),
            Ending::DeadPosition => "Draw by insufficient mating material".to_owned(),
            Ending::Resignation => format!("{side} resigns"),
            Ending::DrawAdjudication => "Draw by adjudication".to_owned(),
            Ending::WinAdjudication => format!("{winner} wins by adjudication"),
            Ending::MaxPlies => "Draw by adjudication: greatest number of plies".to_owned(),
            Ending::TimeForfeit => format!("{side} loses on time"),
            Ending::Hang => format!("{side} hangs"),
            Ending::Crash => format!("{side} crashes"),
            Ending::Disconnect => format!("{side} disconnects"),
            Ending::IllegalMove => format!("{side} makes an illegal move"),
            Ending::WrongClaim => format!("{side} makes a wrong claim"),
            Ending::Flood => format!("{side} floods its output"),
            Ending::StartFailure => format!("{side} does not start"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody has won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result when a side has lost.
    pub fn lost_by(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::Black,
            Color::Black => GameResult::White,
        }
    }

    /// The side that lost.
    pub fn loser(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::Black),
            GameResult::Black => Some(Color::White),
            GameResult::Draw => None,
        }
    }

    /// Half points of a side: 0, 1 or 2.
    pub fn half_points(self, color: Color) -> usize {
        match self.loser() {
            None => 1,
            Some(loser) if loser == color => 0,
            Some(_) => 2,
        }
    }

    /// As PGN and the protocols write it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The result that a text begins with.
    pub fn parse_prefix(text: &str) -> Option<GameResult> {
        [GameResult::White, GameResult::Black, GameResult::Draw]
            .into_iter()
            .find(|result| text.starts_with(result.text()))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_in_files_are_the_names_in_reports() {
        for ending in Ending::ALL {
            assert_eq!(serde_json::to_string(&ending).unwrap(), format!("\"{ending}\""));
        }
    }

    #[test]
    fn results_count_for_both_sides() {
        assert_eq!(GameResult::lost_by(Color::White), GameResult::Black);
        assert_eq!(GameResult::White.half_points(Color::White), 2);
        assert_eq!(GameResult::White.half_points(Color::Black), 0);
        assert_eq!(GameResult::Draw.half_points(Color::Black), 1);
        assert_eq!(GameResult::parse_prefix("1/2-1/2 {Stalemate}"), Some(GameResult::Draw));
        assert_eq!(GameResult::parse_prefix("1/2"), None);
    }
}
