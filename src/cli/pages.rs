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

/// The manual page of the program, or of the command named.
pub(crate) fn manual(
    mut program: Command,
    command: Option<&str>,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
            let list = known.join(", ");
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| Failure(format!("there is no command `{name}`: the commands are {list}")))?
        }
    };
    clap_mangen::Man::new(page).render(out)?;
    Ok(ExitCode::SUCCESS)
}
