//! `panoply moves`.

use std::io::Write;
use std::process::ExitCode;

use crate::config::Config;
use crate::movegen;
use crate::position::{FenStyle, Position, Ranks};

use super::Failure;
use super::game::GameArgs;

/// Arguments of `panoply moves`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Moves to play first: e2e4, e7e8q, N@f3, e1g1 or O-O.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut position = self.game.position(config)?;
        for (number, text) in self.moves.iter().enumerate() {
            let mv = position
                .parse_move(text, Ranks::FromOne)
                .map_err(|error| Failure(format!("move {}: {error}", number + 1)))?;
            position.make(mv);
        }
        report(&position, out)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn report(position: &Position, out: &mut impl Write) -> Result<(), Failure> {
    let mut moves: Vec<String> =
        movegen::legal_moves(position).into_iter().map(|mv| position.move_text(mv, Ranks::FromOne)).collect();
    moves.sort_unstable();
    writeln!(out, "fen {}", position.fen(FenStyle::Plain))?;
    writeln!(out, "status {}", position.status().name())?;
    let list: String = moves.iter().flat_map(|mv| [" ", mv]).collect();
    writeln!(out, "legal {}{list}", moves.len())?;
    Ok(())
}
