//! Shell completions and the manual page.

use std::io::Write;
use std::process::ExitCode;

use clap::Command;

use super::Failure;

pub(crate) fn completions(
    shell: clap_complete::Shell,
    command: &mut Command,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "panoply", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn manual(command: Command, out: &mut impl Write) -> Result<ExitCode, Failure> {
    clap_mangen::Man::new(command).render(out)?;
    Ok(ExitCode::SUCCESS)
}
