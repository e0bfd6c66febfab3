//! The `panoply` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    panoply::cli::run()
}
