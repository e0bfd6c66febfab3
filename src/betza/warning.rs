//! Strings that are read differently elsewhere.

use std::fmt;

use thiserror::Error;

use super::{Atom, System};

/// A part of a string that other texts or programs read differently: where, what, and what it means here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaWarning {
    /// The column of the first character, counted in characters from 1.
    pub column: usize,
    /// The characters.
    pub text: String,
    /// What is to be known about them.
    pub kind: BetzaWarningKind,
}

impl fmt::Display for BetzaWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: `{}`: {}", self.column, self.text, self.kind)
    }
}

/// Why a part of a string can be misunderstood. The message says what it means here and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BetzaWarningKind {
    /// `fK` and the like: one square for `XBoard`, three in older texts.
    #[error(
        "one straight direction here, as in XBoard; older texts mean the diagonals beside it, too: write `{letter}{}`, \
         or `{letter}{}{letter}{}` for all three", straight(*.atom), straight(*.atom), diagonal(*.atom)
    )]
    OneOfThree {
        /// The direction letter.
        letter: char,
        /// `K` or `Q`.
        atom: Atom,
    },
    /// Several directions on `K` or `Q`.
    #[error(
        "on K and Q single letters are straight directions here and pairs such as `fs` and `fl` diagonals, as in \
         XBoard; older texts add up whole sides: write straight and diagonal moves apart, with {} and {}",
        straight(*.0), diagonal(*.0)
    )]
    KingDirections(Atom),
    /// `bhK` and the like: `h` adds every direction for `XBoard`.
    #[error(
        "all eight directions here, as in XBoard, where `h` adds them all; older texts mean a half: write it with {} \
         and {}, or leave the letters out", straight(*.0), diagonal(*.0)
    )]
    HalfKing(Atom),
    /// `fN` and the like: two leaps for `XBoard`, four in older texts.
    #[error(
        "the two narrow leaps here, as in XBoard; older texts mean all four of that half: write \
         `{letter}{letter}{}`, or `{letter}h{}` for all four", .atom.letter(), .atom.letter()
    )]
    NarrowHalf {
        /// The direction letter.
        letter: char,
        /// The oblique atom.
        atom: Atom,
    },
    /// `NN` and the like: a rider in older texts, the same leap twice for `XBoard`.
    #[error(
        "the rider of older texts; XBoard would read the same leap twice, so it is told `{0}0`: write that"
    )]
    DoubledAtom(char),
    /// `J` and `L`, which older texts exchange.
    #[error("the ({},3) leap here, as in XBoard; the ({},3) leap in older texts: write `{}`, or `{}` for the latter",
        if *.0 == 'J' { 1 } else { 2 }, if *.0 == 'J' { 2 } else { 1 },
        if *.0 == 'J' { 'C' } else { 'Z' }, if *.0 == 'J' { 'Z' } else { 'C' })]
    SwappedAtom(char),
    /// `mfR`: `XBoard` ignores directions behind a modifier.
    #[error(
        "without any effect here, as in XBoard, which ignores directions behind a modifier; older texts mean `{0}`: \
         write that, or leave the directions out"
    )]
    IgnoredDirections(String),
    /// `nH`: only the first of the squares passed is tested.
    #[error(
        "only the first square passed must be empty here, as in XBoard; older texts mean every one: write `{0}`"
    )]
    LameLong(String),
    /// `nN`: only one of two paths is tested.
    #[error(
        "only the {} square beside the piece must be empty here, as in XBoard; older texts may mean any path: \
         {}", if *.0 == Atom::Zebra { "diagonal" } else { "orthogonal" },
        if *.0 == Atom::Knight { "write `afsK` for a leap that one of both paths is enough for" }
        else { "write the steps out with `a`" }
    )]
    LameOblique(Atom),
    /// `hhB`: an extension of ours.
    #[error(
        "an extension: at most half of the squares to the edge, rounded up. XBoard cannot be told this, and takes \
         every move of such a piece for legal"
    )]
    Halfling,
}

impl BetzaWarningKind {
    /// Whether it is no more than a remark: there is nothing to write instead.
    pub fn is_remark(&self) -> bool {
        matches!(self, BetzaWarningKind::Halfling)
    }
}

/// The straight half of `K` or `Q`.
fn straight(atom: Atom) -> char {
    if atom.default_range() == 0 { 'R' } else { 'W' }
}

/// The diagonal half of `K` or `Q`.
fn diagonal(atom: Atom) -> char {
    if atom.default_range() == 0 { 'B' } else { 'F' }
}

/// What there is to know about directions written on a first leg.
pub(super) fn directions(letters: &[char], atom: Atom) -> Option<BetzaWarningKind> {
    match (atom.system(), letters) {
        (System::King, [letter @ ('f' | 'b' | 'l' | 'r')]) => {
            Some(BetzaWarningKind::OneOfThree { letter: *letter, atom })
        }
        (System::King, letters) if letters.contains(&'h') && !letters.ends_with(&['h', 'h']) => {
            Some(BetzaWarningKind::HalfKing(atom))
        }
        (System::King, [_, ..]) => Some(BetzaWarningKind::KingDirections(atom)),
        (System::Oblique, [letter @ ('f' | 'b' | 'l' | 'r')]) => {
            Some(BetzaWarningKind::NarrowHalf { letter: *letter, atom })
        }
        _ => None,
    }
}

/// What there is to know about a lame leap in such directions.
pub(super) fn lame(letters: &str, atom: Atom) -> Option<BetzaWarningKind> {
    match atom {
        Atom::Threeleaper => Some(BetzaWarningKind::LameLong(format!("{letters}afafW"))),
        Atom::Tripper => Some(BetzaWarningKind::LameLong(format!("{letters}afafF"))),
        Atom::Knight | Atom::Camel | Atom::Zebra => Some(BetzaWarningKind::LameOblique(atom)),
        _ => None,
    }
}
