//! What can be played: pieces, armies and variants, read from `engine.ini`.
//!
//! The text goes through three stages. `ini` cuts it into sections, keys and values, each with its place in the
//! file; `load` turns sections into typed definitions (`spec`); `check` looks at what the definitions say about one
//! another. Every stage collects its errors instead of stopping, so that one run shows all that is wrong with a file.
//! [`Config::game`] finally resolves a choice of variant and armies into a [`GameSpec`].

mod check;
mod check_variants;
mod error;
mod game;
mod ini;
mod kinds;
mod load;
mod load_army;
mod load_piece;
mod load_variant;
mod mirror;
mod pairing;
mod pictures;
mod preset;
mod spec;
mod suggest;
mod values;

pub use error::{ConfigError, ConfigErrors, ConfigWarning, Located, Place};
pub use game::{GameChoice, GameError, Named};
pub use spec::{ArmyDef, BoardSize, EngineDef, PieceDef, VariantDef};

use std::fs;
use std::path::Path;

use crate::rules::GameSpec;

/// The text of the shipped configuration.
pub const SHIPPED_TEXT: &str = include_str!("../../engine.ini");
/// What error messages call the shipped configuration.
const SHIPPED_NAME: &str = "engine.ini (shipped)";

/// A consistent set of pieces, armies and variants, and the engine's own settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The engine's own settings.
    pub engine: EngineDef,
    pieces: Vec<PieceDef>,
    armies: Vec<ArmyDef>,
    variants: Vec<VariantDef>,
}

impl Config {
    /// The shipped configuration.
    ///
    /// # Panics
    /// Never in a tested build: the shipped text is part of the program.
    pub fn shipped() -> Config {
        load::config(SHIPPED_NAME, SHIPPED_TEXT, None)
            .unwrap_or_else(|errors| panic!("the shipped configuration is wrong:\n{errors}"))
    }

    /// Reads a user's configuration. Its sections are added to the shipped ones and replace those of the same id;
    /// with `shipped = no` in `[engine]` it stands alone.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in the order of the file.
    pub fn parse(file_name: &str, text: &str) -> Result<Config, ConfigErrors> {
        load::config(file_name, text, Some(&Config::shipped()))
    }

    /// Reads a user's configuration file, see [`Config::parse`].
    ///
    /// # Errors
    /// If the file cannot be read, is not UTF-8, or has errors.
    pub fn load(path: &Path) -> Result<Config, ConfigErrors> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| ConfigErrors::unreadable(&name, &error))?;
        let text =
            std::str::from_utf8(&bytes).map_err(|error| ConfigErrors::not_utf8(&name, &bytes, error))?;
        Config::parse(&name, text)
    }

    /// Asks `accept` about every variant as it is preset, and collects its objections. This is where the rules get
    /// their say, for instance on a `start` position, which means nothing to the configuration itself.
    ///
    /// # Errors
    /// One error for each variant refused, placed at the variant's start position or else at its heading.
    pub fn check(&self, accept: impl Fn(&GameSpec) -> Result<(), String>) -> Result<(), ConfigErrors> {
        check::games(self, accept)
    }

    /// What in the definitions could be misunderstood, in the order of the pieces.
    pub fn warnings(&self) -> impl Iterator<Item = &ConfigWarning> {
        self.pieces.iter().flat_map(|piece| &piece.warnings)
    }

    /// The pieces, in file order.
    pub fn pieces(&self) -> &[PieceDef] {
        &self.pieces
    }

    /// The armies, in file order.
    pub fn armies(&self) -> &[ArmyDef] {
        &self.armies
    }

    /// The variants, in file order.
    pub fn variants(&self) -> &[VariantDef] {
        &self.variants
    }

    /// The armies' names for people, in file order.
    pub fn army_names(&self) -> Vec<&str> {
        self.armies.iter().map(|army| army.name.as_str()).collect()
    }

    /// The variants' names, in file order.
    pub fn variant_names(&self) -> Vec<&str> {
        self.variants.iter().map(|variant| variant.id.as_str()).collect()
    }
}
