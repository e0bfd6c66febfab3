//! Writing moves as Betza strings.

use std::fmt;

use super::{Directions, Gate, Hop, Jump, Landing, Part, Pass, PieceMoves, System, Walk};

/// The canonical string: reading it gives the same value, and equal values have equal strings.
impl fmt::Display for PieceMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for part in self.parts() {
            let text = part.to_string();
            if last.is_some() && text.chars().next() == last {
                f.write_str("mc")?; // or it would look like a doubled letter
            }
            f.write_str(&text)?;
            last = text.chars().last();
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.initial {
            f.write_str("i")?;
        }
        let first = (self.atom.system(), self.atom.first_directions());
        let later = (System::King, self.atom.later_directions());
        let numbering = |index| if index == 0 { first } else { later };
        for (index, pass) in self.passes.iter().enumerate() {
            write_pass(f, *pass, numbering(index))?;
        }
        write_landing(f, self.landing, numbering(self.passes.len()))?;
        write!(f, "{}", self.atom.letter())?;
        if self.range == self.atom.default_range() { Ok(()) } else { write!(f, "{}", self.range) }
    }
}

/// What direction letters mean on a leg, and the directions for which there is no need to write any.
type Numbering = (System, Directions);

fn write_pass(f: &mut fmt::Formatter<'_>, pass: Pass, numbering: Numbering) -> fmt::Result {
    write_directions(f, pass.walk.directions, numbering)?;
    f.write_str(match (pass.gate, pass.toggle) {
        (Gate::Empty, _) => "",
        (Gate::Occupied, false) => "p",
        (Gate::Occupied, true) => "g",
        (Gate::Any, false) => "mp",
        (Gate::Any, true) => "mg",
    })?;
    write_flag(f, pass.walk.wrap, "o")?;
    write_flag(f, pass.gate == Gate::Empty && pass.toggle, "y")?;
    write_jump(f, pass.walk)?;
    f.write_str("a")
}

fn write_landing(f: &mut fmt::Formatter<'_>, landing: Landing, numbering: Numbering) -> fmt::Result {
    write_directions(f, landing.walk.directions, numbering)?;
    write_flag(f, landing.walk.halfling, "hh")?;
    let plain = landing.quiet && landing.capture && !landing.en_passant;
    write_flag(f, landing.quiet && !plain, "m")?;
    write_flag(f, landing.capture && !plain, "c")?;
    write_flag(f, landing.en_passant, "e")?;
    write_flag(f, landing.hop == Hop::Cannon, "p")?;
    write_flag(f, landing.hop == Hop::Grasshopper, "g")?;
    write_flag(f, landing.walk.wrap, "o")?;
    write_jump(f, landing.walk)
}

fn write_directions(
    f: &mut fmt::Formatter<'_>,
    set: Directions,
    (system, default): Numbering,
) -> fmt::Result {
    if set == default { Ok(()) } else { f.write_str(system.write(set).unwrap_or_default()) }
}

fn write_jump(f: &mut fmt::Formatter<'_>, walk: Walk) -> fmt::Result {
    match walk.jump {
        Jump::Free => Ok(()),
        Jump::Lame => f.write_str("n"),
        Jump::Must => f.write_str("j"),
        Jump::Skip(count) => (0..count).try_for_each(|_| f.write_str("j")),
    }
}

fn write_flag(f: &mut fmt::Formatter<'_>, flag: bool, letter: &str) -> fmt::Result {
    if flag { f.write_str(letter) } else { Ok(()) }
}
