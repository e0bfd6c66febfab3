//! `panoply check`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use crate::config::{Config, ConfigErrors, Place};
use crate::position::Position;
use crate::rules::{GameSpec, Rules};

use super::Failure;

/// Arguments of `panoply check`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file to check; the built-in configuration when absent.
    file: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let name = self.file.as_ref().map(|file| file.display().to_string());
        let loaded = self.file.map_or_else(|| Ok(Config::shipped()), |file| Config::load(&file));
        match loaded.and_then(|config| check(&config).map(|()| config)) {
            Ok(config) => {
                // What is built in is nothing to bother the author of a file with.
                let asked = |place: &Place| name.as_deref().is_none_or(|name| &*place.file == name);
                for warning in config.warnings().filter(|warning| asked(&warning.place)) {
                    writeln!(out, "{warning}")?;
                }
                writeln!(
                    out,
                    "no errors: {} pieces, {} armies, {} variants",
                    config.pieces().len(),
                    config.armies().len(),
                    config.variants().len()
                )?;
                Ok(ExitCode::SUCCESS)
            }
            Err(errors) => {
                writeln!(out, "{errors}")?;
                Ok(ExitCode::FAILURE)
            }
        }
    }
}

/// Compiles every variant and sets up its start position.
fn check(config: &Config) -> Result<(), ConfigErrors> {
    config.check(|game: &GameSpec| {
        let rules = Rules::compile(game.clone()).map_err(|e| e.to_string())?;
        Position::start(Arc::new(rules)).map(|_| ()).map_err(|e| e.to_string())
    })
}
