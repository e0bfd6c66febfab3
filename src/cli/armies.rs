//! `panoply armies`.

use std::io::Write;
use std::process::ExitCode;

use crate::config::{ArmyDef, Config};
use crate::diagram;
use crate::rules::Rules;
use crate::types::{Color, Kind};

use super::{Failure, game};

/// Arguments of `panoply armies`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Only armies with one of these words in their ids or names.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        let wanted = |army: &ArmyDef| {
            let names = [army.id.to_lowercase(), army.name.to_lowercase()];
            words.is_empty() || words.iter().any(|word| names.iter().any(|name| name.contains(word.as_str())))
        };
        let armies: Vec<&ArmyDef> = config.armies().iter().filter(|army| wanted(army)).collect();
        if armies.is_empty() {
            // The message for an unknown army knows what could have been meant.
            config.army(&self.words.join(" "))?;
        }
        let common = common_kinds(config)?;
        for army in armies {
            let rules = game::of_armies(config, &army.id, &army.id)?;
            let array: String =
                rules.spec.armies[Color::White].rows.iter().map(|row| array(&rules, row)).collect();
            writeln!(out, "{}  {}, {}{array}", army.id, army.name, army.board)?;
            let kinds = rules.kinds().filter(|&kind| !common.contains(&rules.spec.kinds[kind.index()].id));
            table(&rules, &kinds.collect::<Vec<_>>(), out)?;
            writeln!(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A rank of the array in letters, with a blank before it. One that is full of one kind says nothing.
fn array(rules: &Rules, row: &[Option<usize>]) -> String {
    if row.iter().all(|cell| *cell == row[0]) {
        return String::new();
    }
    let letters = row.iter().map(|cell| cell.map_or('.', |kind| rules.letter(Kind::new(kind))));
    format!("  {}", letters.collect::<String>())
}

/// The royal pieces and Pawns of the first army: what everybody has is not repeated with each army.
fn common_kinds(config: &Config) -> Result<Vec<String>, Failure> {
    let Some(first) = config.armies().first() else { return Ok(Vec::new()) };
    let rules = game::of_armies(config, &first.id, &first.id)?;
    let common = rules.kinds().filter(|&kind| rules.is_royal(kind) || rules.is_pawn(kind));
    Ok(common.map(|kind| rules.spec.kinds[kind.index()].id.clone()).collect())
}

/// One line a kind: letter, name, value and moves.
fn table(rules: &Rules, kinds: &[Kind], out: &mut impl Write) -> Result<(), Failure> {
    let spec = |kind: &Kind| &rules.spec.kinds[kind.index()];
    let value = |kind: &Kind| {
        if spec(kind).royal { "-".to_owned() } else { diagram::value(rules.value(*kind)) }
    };
    let widest = |text: &dyn Fn(&Kind) -> usize| kinds.iter().map(text).max().unwrap_or(0);
    let names = widest(&|kind| spec(kind).name.chars().count());
    let values = widest(&|kind| value(kind).len());
    for kind in kinds {
        let (spec, value) = (spec(kind), value(kind));
        writeln!(
            out,
            "  {}  {:names$}  {value:>values$}  {}  {}",
            spec.letter, spec.name, spec.id, spec.moves
        )?;
    }
    Ok(())
}
