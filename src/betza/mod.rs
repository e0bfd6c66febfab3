//! Betza notation: how the moves of a piece are written down.
//!
//! A string is read in the dialect of `XBoard` 4.9.1, the GUI these moves are announced to, so that engine and GUI
//! can never disagree on what a piece does. Whatever `XBoard` would silently skip or misread is refused here with the
//! column and, where there is one, the right way to write it. Strings that have a meaning to `XBoard`, but another one in
//! older texts, are read as `XBoard` reads them, and [`parse_with_warnings`] tells what to write instead. The one
//! exception are doubled letters: `NN` is the rider `N0`, as in older texts, and `XBoard` is told so.
//!
//! A string is a list of moves, each `i`, directions, modifiers, an atom and a range, in this order:
//!
//! | letter | meaning |
//! |---|---|
//! | `W` `D` `H` | orthogonal leap of 1, 2, 3 squares |
//! | `F` `A` `G` | diagonal leap of 1, 2, 3 squares |
//! | `N` `C` `Z` | oblique leap (1,2), (1,3), (2,3); `J` is read as `C`, `L` as `Z` |
//! | `R` `B` `Q` | unlimited slide: `W0`, `F0`, both |
//! | `K` | `W` and `F` |
//! | digits | the most steps in one direction, 0 = no limit: `R4`, `N0` |
//! | `f` `b` `l` `r` | forward, backward, left, right, from the owner's point of view |
//! | `v` `s` | both of `f` `b`, both of `l` `r` |
//! | `h` | after `f` `b` `l` `r` of an oblique atom: all four leaps of that half; `hl` `hr`: the four that turn left or right |
//! | `i` | only while the piece has not moved |
//! | `m` `c` `e` | may move to an empty square, capture, capture en passant; none of them = `mc` |
//! | `p` | must hop over exactly one piece; before `a`: this leg ends on a piece of either colour and passes it |
//! | `g` | like `p`, and lands right behind the piece; before `a`: like `p`, and switches the range |
//! | `o` | the board wraps round for this leg as on a cylinder |
//! | `y` | before `a`: the following legs slide if this one leaps, and the other way round |
//! | `n` | lame: the first square of each leap must be empty (for an oblique leap the orthogonal or diagonal one) |
//! | `j` | leaps of 2 or more: that square must be occupied; slides: skips the first square whatever is on it |
//! | `hh` | **an extension, unknown to `XBoard`**: behind the directions of a slide without a limit (`hhB`, `fhhR`), at most half of the squares to the edge, rounded up |
//! | `a` | and then again: another leg with the same atom, ahead of which the first must end on an empty square (`mp`: on any square) |
//!
//! Directions mean different things on different atoms. On an orthogonal atom they add up (`fsR`). On a diagonal
//! one a single letter is a half (`fB` two directions) and two perpendicular ones a quarter (`flB`). On an oblique
//! one a single letter is the two narrow leaps (`fN`), two perpendicular ones are a part of that half (`fsN` the
//! two flat forward leaps, `rfN` one leap). On `K`, `Q` and on every leg after an `a` a single letter is one straight
//! direction (`fK`), two perpendicular ones are the diagonal between (`flK`). After an `a` directions are relative
//! to the leg before; none given = every direction but straight back (and, if the atom is not `K` or `Q`, no
//! direction at 45 degrees).
//!
//! A move never leads over or to the square where it began; strings whose legs could are refused. Also refused are
//! captures on the way (`ca`), because a move here captures at most one piece, on the square where it ends.

mod ast;
mod directions;
mod error;
mod parse;
mod print;
mod warning;

pub use ast::{Atom, Gate, Hop, Jump, Landing, Part, Pass, PieceMoves, Walk};
pub use directions::{Directions, System};
pub use error::{BetzaError, BetzaErrorKind};
pub use parse::{parse, parse_with_warnings};
pub use warning::{BetzaWarning, BetzaWarningKind};
