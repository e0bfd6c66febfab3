//! The options that choose a game, shared by several commands.

use std::sync::Arc;

use clap::ValueEnum;

use crate::config::{Config, GameChoice};
use crate::position::Position;
use crate::rules::{PromotionChoice, Rules};
use crate::types::Color;

use super::Failure;

/// Which game. The other options change what the variant presets.
#[derive(clap::Args, Debug, Clone)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameArgs {
    /// The variant, one of those in engine.ini: normal, crazyhouse, cylinder, fairy, grand, ...
    #[arg(long, value_name = "NAME", default_value = "normal")]
    pub variant: String,
    /// White's army: fide, clobberers, nutters, rookies, shooters, ...
    #[arg(long, value_name = "ARMY")]
    pub white: Option<String>,
    /// Black's army.
    #[arg(long, value_name = "ARMY")]
    pub black: Option<String>,
    /// The shape of the board.
    #[arg(long, value_enum)]
    pub topology: Option<Topology>,
    /// Captured pieces change sides and can be dropped (Crazyhouse).
    #[arg(long)]
    pub holdings: bool,
    /// What Pawns promote to: pieces of their own army, or of either army.
    #[arg(long, value_enum)]
    pub promotion: Option<Promotion>,
    /// The position to start from; the variant's start position when absent.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

/// The shape of the board.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topology {
    /// Edges on all sides.
    Flat,
    /// The last file is next to the first.
    Cylinder,
}

/// What Pawns promote to.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotion {
    /// Pieces of the own army.
    Own,
    /// Pieces of either army.
    Either,
}

impl GameArgs {
    /// What the options choose.
    pub(crate) fn choice(&self) -> GameChoice {
        GameChoice {
            variant: self.variant.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            cylinder: self.topology.map(|t| t == Topology::Cylinder),
            holdings: self.holdings.then_some(true),
            promotion: self.promotion.map(|p| match p {
                Promotion::Own => PromotionChoice::Own,
                Promotion::Either => PromotionChoice::Either,
            }),
        }
    }

    /// The position that the options name.
    pub(crate) fn position(&self, config: &Config) -> Result<Position, Failure> {
        let rules = compile(config, &self.choice())?;
        match self.fen.as_deref() {
            None | Some("startpos") => Ok(Position::start(rules)?),
            Some(fen) => Position::from_fen(rules, fen).map_err(|e| Failure(format!("FEN `{fen}`: {e}"))),
        }
    }
}

/// Resolves and compiles a choice.
pub(crate) fn compile(config: &Config, choice: &GameChoice) -> Result<Arc<Rules>, Failure> {
    Ok(Arc::new(Rules::compile(config.game(choice)?)?))
}

/// The game of two armies on the board they are made for, in the variant for that board: one that leaves the armies free
/// if there is one.
pub(crate) fn choice_of_armies(config: &Config, white: &str, black: &str) -> Result<GameChoice, Failure> {
    let board = config.army(white)?.board;
    let free = |variant: &str| config.has_free_armies(variant).unwrap_or(false);
    let on_its_board =
        |variant: &str| config.preset_armies(variant).is_ok_and(|armies| armies[Color::White].board == board);
    let mut variants = config.variant_names();
    variants.sort_by_key(|variant| (!on_its_board(variant), !free(variant)));
    let choice = |variant: &str| GameChoice {
        white: Some(white.to_owned()),
        black: Some(black.to_owned()),
        ..GameChoice::variant(variant)
    };
    let fitting = variants.iter().map(|variant| choice(variant)).find(|choice| config.game(choice).is_ok());
    match (fitting, variants.first()) {
        (Some(choice), _) => Ok(choice),
        (None, Some(variant)) => Ok(choice(variant)), // Its error says what is wrong.
        (None, None) => Err(Failure("there is no variant to play".to_owned())),
    }
}

/// The rules of [`choice_of_armies`].
pub(crate) fn of_armies(config: &Config, white: &str, black: &str) -> Result<Arc<Rules>, Failure> {
    compile(config, &choice_of_armies(config, white, black)?)
}
