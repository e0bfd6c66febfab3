//! What a game is made of, before it is compiled: the meeting point of configuration and rules.
//!
//! A [`GameSpec`] is one complete choice of armies, board, topology, holdings and promotion, with every name
//! resolved. `config` makes it, [`super::Rules::compile`] turns it into tables.

use crate::betza::PieceMoves;
use crate::types::ByColor;

use super::Geometry;

/// A kind of piece as one game uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// The name in `engine.ini`, for instance `charging-rook`.
    pub id: String,
    /// The name for people, for instance `Charging Rook`.
    pub name: String,
    /// The letter, upper case, unique in the game.
    pub letter: char,
    /// The moves, seen from White's side.
    pub moves: PieceMoves,
    /// Midgame and endgame value in centipawns; `None`: computed from the moves.
    pub value: Option<(i32, i32)>,
    /// Whether losing it loses the game. Each side has exactly one royal piece.
    pub royal: bool,
    /// Whether it is a Pawn: promotes, resets the fifty-move count, makes and suffers en passant captures.
    pub pawn: bool,
    /// The number of the picture that a GUI is asked to show.
    pub picture: Option<usize>,
}

/// Which wing a castling is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Toward the last file.
    King,
    /// Toward the first file.
    Queen,
}

/// How a side castles. Wings without a partner piece on the royal piece's rank simply do not castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSpec {
    /// No castling.
    None,
    /// The King goes two squares, or three if the corner piece is
    /// colour-bound and two would change the colour it stands on.
    Auto,
    /// The King goes to these files (0 = a), on the Queen's and the King's wing.
    Files {
        /// The King's target file on the side of the first file.
        queen: u8,
        /// The King's target file on the side of the last file.
        king: u8,
    },
}

/// One side's army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmySpec {
    /// The name in `engine.ini`, for instance `clobberers`.
    pub id: String,
    /// The name for people, for instance `Clobberers`.
    pub name: String,
    /// The start array: ranks from the own back rank up, each with one entry a file, an index into
    /// [`GameSpec::kinds`]. Not mirrored: both sides write it from the a-file on.
    pub rows: Vec<Vec<Option<usize>>>,
    /// The kinds a Pawn of this army may promote to with own-army promotion: all kinds of the army that are neither
    /// royal nor Pawns, in the order in which they first appear in the array.
    pub promotions: Vec<usize>,
    /// How the army castles.
    pub castling: CastlingSpec,
    /// The kind that castles with the King: on each wing the outermost one of it on the King's rank. `None`: whatever
    /// stands in the corner.
    pub castling_partner: Option<usize>,
}

/// Which kinds a Pawn can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionChoice {
    /// Kinds of the own army.
    Own,
    /// Kinds of either army in the game.
    Either,
}

/// Promotion rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionSpec {
    /// What a Pawn can become.
    pub choice: PromotionChoice,
    /// The number of ranks, counted from the far edge, on which a Pawn may promote; on the last it must.
    pub zone: u8,
    /// Whether a kind is available only while its side has fewer of it on the board than at the start.
    pub limited: bool,
}

/// Holdings rules (Crazyhouse).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldingsSpec {
    /// Whether a captured promoted piece goes to the hand as a Pawn.
    pub demote: bool,
    /// The ranks, counted from the own side with 0 first, on which Pawns may be dropped: from, to (inclusive).
    pub pawn_ranks: (u8, u8),
}

/// One complete game, every name resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The variant's name in `engine.ini`.
    pub variant: String,
    /// Board size and topology.
    pub geometry: Geometry,
    /// Every kind that can appear, both armies' together. Each has its own letter.
    pub kinds: Vec<KindSpec>,
    /// The two armies.
    pub armies: ByColor<ArmySpec>,
    /// Ranks, counted from the own side with 0 first, on which a Pawn counts as unmoved (its `i` moves are available).
    pub pawn_rows: Vec<u8>,
    /// Promotion rules.
    pub promotion: PromotionSpec,
    /// Holdings rules; `None`: captured pieces are gone.
    pub holdings: Option<HoldingsSpec>,
    /// Half-moves without capture or Pawn move that draw the game; `None`: no such rule.
    pub fifty_plies: Option<u16>,
    /// The start position; `None`: both arrays with all castling rights and empty hands, White to move.
    pub start_fen: Option<String>,
}
