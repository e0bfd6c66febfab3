//! Why a Betza string is refused.

use thiserror::Error;

/// A refused string: where, what, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {}{kind}", quoted(text))]
pub struct BetzaError {
    /// The column of the first offending character, counted in characters from 1.
    pub column: usize,
    /// The offending characters; empty if something is missing.
    pub text: String,
    /// What is wrong with them.
    pub kind: BetzaErrorKind,
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`: ") }
}

/// What is wrong with a piece of a Betza string. The message says what to write instead where that is known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BetzaErrorKind {
    /// The string is empty.
    #[error("a piece needs at least one move, for instance `K`")]
    Empty,
    /// Lower-case letters at the end.
    #[error("no atom follows: a move ends with one of the capital letters W F D N A H C Z G K R B Q")]
    MissingAtom,
    /// A capital letter that `XBoard` does not know.
    #[error("not an atom: the atoms are W F D N A H C Z G K R B Q")]
    UnknownAtom,
    /// `O`.
    #[error("castling is set in the army, not in the piece: leave it out")]
    Castling,
    /// `NNN`, `NN4` and the like.
    #[error(
        "a doubled letter is a rider without a limit, and nothing belongs to it: write `{0}0` or a range"
    )]
    DoubledAtom(char),
    /// `RR` and the like.
    #[error("XBoard reads a doubled letter as the same move twice: write `{0}` once")]
    DoubledSlider(char),
    /// A move given twice.
    #[error("the same move is already given in column {0}: leave it out")]
    Duplicate(usize),
    /// A range not behind an atom.
    #[error("a range stands right behind an atom, for instance `R4`")]
    RangeWithoutAtom,
    /// A range such as `04`.
    #[error("a range has no leading zero: write `0` alone for no limit")]
    RangeLeadingZero,
    /// A range longer than any board.
    #[error("no board is that long: write `0` for no limit")]
    RangeTooLong,
    /// `@` and a drop zone.
    #[error(
        "brackets and drop or promotion zones after `@` are not part of the dialect: set zones in the variant"
    )]
    Zone,
    /// Brackets.
    #[error("brackets and `@` are not part of the dialect: write each move out")]
    Bracket,
    /// `=` and promotion choices.
    #[error("promotion is set in the variant, not in the piece: leave it out")]
    Promotion,
    /// Any other character.
    #[error("not part of the notation: it has letters and digits only")]
    UnknownCharacter,
    /// A lower-case letter without meaning.
    #[error("XBoard skips this letter without a word: the modifiers are m c e p g o y n j and a")]
    UnknownModifier,
    /// `d`.
    #[error("capturing own pieces is not supported: leave it out")]
    OwnCapture,
    /// `t`.
    #[error("hops over own pieces only are not supported: leave it out")]
    OwnPlatform,
    /// `z`.
    #[error("XBoard has no crooked moves: write the turns out with `a`, for instance `FafrF`")]
    Crooked,
    /// A direction behind a modifier.
    #[error("XBoard ignores directions after a modifier: write the directions first, `{0}`")]
    DirectionAfterModifier(String),
    /// Modifiers in an order in which `XBoard` drops some.
    #[error("XBoard reads modifiers only in the order m c e p g o y n j: write `{0}`")]
    ModifierOrder(String),
    /// A modifier given twice.
    #[error("the same modifier twice: write it once")]
    ModifierTwice,
    /// `i` elsewhere than at the beginning of a move.
    #[error("`i` stands before everything else of a move, also before directions")]
    InitialMisplaced,
    /// `ii`.
    #[error("`ii` is not supported: the ranks of unmoved Pawns are set in the variant, write `i`")]
    InitialTwice,
    /// `h` on an orthogonal or diagonal atom.
    #[error("only the directions of N, C and Z can be halved: leave it out")]
    HalfNotOblique,
    /// `h` on a later leg.
    #[error("after an `a`, `h` adds all eight directions: leave it out, or write the directions singly")]
    HalfAfterLeg,
    /// `hh` on anything else than a plain slide.
    #[error("`hh` halves plain slides without a limit only, such as `hhB` or `fhhmR`: leave it out")]
    Halfling,
    /// `h` that halves nothing.
    #[error("`h` stands after f, b, l or r (`fhN`), or alone before l or r (`hlN`)")]
    HalfMisplaced,
    /// A direction behind `hl` or `hr`.
    #[error("XBoard ignores directions after `hl` and `hr`: leave it out")]
    AfterChiral,
    /// `s` or `v` on a diagonal atom.
    #[error("diagonals are neither sideways nor vertical, XBoard would take all four: leave it out")]
    AxisOnDiagonal,
    /// A direction that adds nothing.
    #[error("adds no direction that was not there before: leave it out")]
    RepeatedDirection,
    /// `n` on steps of one square.
    #[error("a step of one square passes nothing, XBoard would allow no move at all: leave out `n`")]
    LameStep,
    /// `fflK` and the like.
    #[error(
        "XBoard turns only the straight directions of such a mixture round for Black: write straight and diagonal \
         moves apart, with W and F or R and B"
    )]
    HalfTurned,
    /// `o` with `n` or `j` on leaps.
    #[error("XBoard looks beside the board for the square leapt over: leave out `o`, or `n` and `j`")]
    WrapLeaptOver,
    /// `o` with `p` or `g`.
    #[error("round the board XBoard hops over the piece itself, which is not supported: leave out `o`")]
    WrapHop,
    /// `n` with `j`.
    #[error("`n` and `j` contradict each other: leave one out")]
    LameJump,
    /// `jj` on a leaper.
    #[error("only slides can skip more than one square: write `j` once")]
    JumpTwice,
    /// `j` on a leap after an `a`.
    #[error(
        "after an `a` XBoard takes the piece's own square for an occupied one: `j` works on the first leg only"
    )]
    JumpOnLaterLeg,
    /// `j` skips every square in range.
    #[error("skips every square in range, no move is left: write a longer range, `{0}0` for no limit")]
    SkipsAll(char),
    /// `j` skips more squares than a board has in a line.
    #[error("no board is that long: write fewer `j`")]
    SkipsBoard,
    /// A hop without room.
    #[error("a hop needs room for the piece hopped over: write a range, `{0}0` for no limit")]
    HopWithoutRoom(char),
    /// Two modifiers that exclude each other.
    #[error("excludes `{0}` of the same leg: leave one out")]
    Excludes(char),
    /// `y` without a following leg.
    #[error("`y` changes the range of the next leg: write `ya` and another leg")]
    ToggleAtEnd,
    /// `c` or `e` before an `a`.
    #[error("capturing on the way is not supported: only the last leg may capture")]
    CaptureOnTheWay,
    /// `a` with an oblique atom.
    #[error(
        "XBoard forgets the oblique direction on the second leg: `a` works with all atoms but N, C and Z"
    )]
    ObliqueChain,
    /// Legs that lead over or to the square where the move began.
    #[error("leads back over its own square, which is not supported: choose directions that turn less")]
    ComesBack,
    /// Longer than `XBoard`'s own buffer.
    #[error("XBoard reads at most {0} characters after the first `a` of a move: write fewer legs")]
    ChainTooLong(usize),
    /// An explosion of paths.
    #[error("too many ways to move, more than {0}: write shorter ranges or fewer legs")]
    TooManyPaths(usize),
}
