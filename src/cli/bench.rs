//! `panoply bench`.
use super::Failure;
use std::io::Write;
use std::process::ExitCode;
pub(crate) fn run(_out: &mut impl Write) -> Result<ExitCode, Failure> {
    Ok(ExitCode::FAILURE)
}
