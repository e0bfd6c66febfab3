//! Typed definitions, as written: names are not resolved yet.

use std::fmt;

use crate::betza::PieceMoves;
use crate::rules::{CastlingSpec, PromotionChoice};

use super::error::{ConfigWarning, Located, Place};

/// `[engine]`: the engine's own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineDef {
    /// The size of the hash table in megabytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Whether a user's file adds to the shipped one instead of replacing it.
    pub shipped: bool,
}

impl Default for EngineDef {
    fn default() -> EngineDef {
        EngineDef { hash: 64, threads: 1, shipped: true }
    }
}

/// `[piece ID]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDef {
    /// The id, unique among pieces.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter it would like to have, upper case.
    pub letter: char,
    /// The moves.
    pub moves: PieceMoves,
    /// Midgame and endgame value in centipawns.
    pub value: Option<(i32, i32)>,
    /// Whether losing it loses the game.
    pub royal: bool,
    /// Whether it is a Pawn.
    pub pawn: bool,
    /// The number of the picture that it would like to have in `XBoard`.
    pub picture: Option<usize>,
    /// The id of the piece that moves as this one does in a mirror, for pieces that turn to one side only.
    pub mirror: Option<Located<String>>,
    /// What in the moves could be misunderstood.
    pub warnings: Vec<ConfigWarning>,
    /// Where the section begins.
    pub place: Place,
}

/// Number of files and ranks of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl BoardSize {
    /// The usual board.
    pub const CHESS: BoardSize = BoardSize { files: 8, ranks: 8 };

    /// The size with its article, for instance `an 8x8`.
    pub(super) fn with_article(self) -> String {
        let article = if matches!(self.files, 8 | 11) { "an" } else { "a" };
        format!("{article} {self}")
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// `[army ID]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyDef {
    /// The id, unique among armies.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The board the army is made for.
    pub board: BoardSize,
    /// Piece ids, ranks from the own back rank up, each from the a-file on. Every row is as long as the board is wide.
    pub rows: Vec<Vec<Option<Located<String>>>>,
    /// How the army castles.
    pub castling: CastlingSpec,
    /// The id of the piece the King castles with, if it is not the one in the corner.
    pub castling_piece: Option<Located<String>>,
    /// Where the section begins.
    pub place: Place,
}

impl ArmyDef {
    /// Whether White's array of this army has the piece.
    pub fn has_piece(&self, id: &str) -> bool {
        self.pieces().any(|piece| piece.value.eq_ignore_ascii_case(id))
    }

    /// The piece ids in the order of the array.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &Located<String>> {
        self.rows.iter().flatten().flatten()
    }
}

/// `[variant ID]`. What is `None` comes from the variant it extends, or is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantDef {
    /// The id, unique among variants.
    pub id: String,
    /// The id of the variant from which missing settings come.
    pub extends: Option<Located<String>>,
    /// The board; default: the one White's army is made for.
    pub board: Option<Located<BoardSize>>,
    /// The id of White's army.
    pub white: Option<Located<String>>,
    /// The id of Black's army.
    pub black: Option<Located<String>>,
    /// Whether the user chooses the armies; default: no.
    pub free_armies: Option<bool>,
    /// Whether the board is a cylinder; default: no.
    pub cylinder: Option<bool>,
    /// Whether captured pieces can be dropped; default: no.
    pub holdings: Option<bool>,
    /// Whether a captured promoted piece goes to the hand as a Pawn; default: yes.
    pub demotion: Option<bool>,
    /// The ranks on which Pawns can be dropped, counted from the own side with 1 first; default: all but the first
    /// and the last.
    pub pawn_drops: Option<Located<(u8, u8)>>,
    /// What a Pawn can become; default: own army.
    pub promotion: Option<PromotionChoice>,
    /// The number of ranks where Pawns promote; default: 1.
    pub promotion_zone: Option<Located<u8>>,
    /// Whether Pawns can become only what their side has lost; default: no.
    pub promotion_limited: Option<bool>,
    /// The ranks on which a Pawn counts as unmoved, from the own side with 1 first, ascending; default: the rearmost
    /// rank where a Pawn starts.
    pub pawn_rows: Option<Located<Vec<u8>>>,
    /// Whether the fifty-move rule applies; default: only without holdings.
    pub fifty: Option<bool>,
    /// The start position; default: the armies' arrays.
    pub start: Option<Located<String>>,
    /// Where the section begins.
    pub place: Place,
}
