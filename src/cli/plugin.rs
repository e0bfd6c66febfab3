//! The plugin file of `XBoard`, from which it learns that there is an engine.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Failure;

/// What other games programs must know of an engine: the command that starts it, and what it plays.
const PLUGIN: &str = include_str!("panoply.eng");
/// The command in it.
const COMMAND: &str = "panoply";
/// Where `XBoard` looks, besides the folder that belongs to the system's own packages.
const FOLDER: &str = "/usr/local/share/games/plugins/xboard";

/// Arguments of `panoply plugin`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Write the file into FOLDER instead of printing it.
    ///
    /// The file names the program by its path if it is not found without.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = FOLDER)]
    install: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match self.install {
            None => out.write_all(PLUGIN.as_bytes())?,
            Some(folder) => {
                let file = folder.join("panoply.eng");
                let cannot = |error| Failure(format!("cannot write {}: {error}", file.display()));
                fs::create_dir_all(&folder).map_err(cannot)?;
                fs::write(&file, text()).map_err(cannot)?;
                writeln!(
                    out,
                    "{} is written: XBoard lists the engine from its next start on",
                    file.display()
                )?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The plugin file with a command that starts this program.
fn text() -> String {
    let here = std::env::current_exe().and_then(|path| path.canonicalize());
    match here {
        Ok(path) if !is_found_by_name(&path) => PLUGIN.replacen(COMMAND, &path.display().to_string(), 1),
        _ => PLUGIN.to_owned(),
    }
}

/// Whether a shell that is told only the name runs this program.
fn is_found_by_name(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&folders).map(|folder| folder.join(COMMAND)).find(|path| path.is_file());
    found.is_some_and(|path| path.canonicalize().is_ok_and(|path| path == program))
}
