//! A position of a game: board, hands, rights and clocks, with make and unmake.
//!
//! Invariants, checked by [`Position::check_consistency`] against recomputation: the piece lists hold exactly the
//! occupied squares and `slots` is their inverse; the keys, sets and `counts` agree with board and hands; each side
//! has one royal piece; the en passant square is present only if a legal capture on it exists.

mod attack;
mod consistency;
mod counts;
mod dead;
mod exchange;
mod fen;
mod make;
mod notation;
mod sets;
mod setup;
mod status;

pub use attack::{DirectChecks, Threats};
pub use fen::{FenError, FenStyle};
pub use notation::{Illegal, MoveTextError, Ranks};
pub use setup::{PositionError, Setup};
pub use status::Status;

use std::sync::Arc;

use crate::rules::Rules;
use crate::types::{Bits, ByColor, Color, Kind, Move, MoveClass, Piece, Square};

use counts::Counts;
use sets::PieceSets;

/// The most pieces of one side: a full board of the largest size.
const MAX_PIECES: usize = 144;

/// The squares of one side's pieces, in no particular order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PieceList {
    squares: [Square; MAX_PIECES],
    len: u8,
}

impl PieceList {
    const EMPTY: PieceList = PieceList { squares: [Square::from_index(0); MAX_PIECES], len: 0 };

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }
}

/// A Pawn that can be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square it has passed, where the capturing Pawn lands.
    pub target: Square,
    /// The square it stands on.
    pub victim: Square,
}

/// What unmaking a move needs beside the move.
#[derive(Clone, Copy, Debug)]
struct Undo {
    key: u64,
    pawn_key: u64,
    material_key: u64,
    mv: Option<Move>,
    rights: u32,
    quiet_plies: u16,
    en_passant: Option<EnPassant>,
    captured: Piece,
    captured_slot: u8,
}

/// A position with the history that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Arc<Rules>,
    cells: [Piece; 256],
    slots: [u8; 256],
    lists: ByColor<PieceList>,
    sets: PieceSets,
    kings: ByColor<Square>,
    hands: ByColor<Counts>,
    counts: ByColor<Counts>,
    side: Color,
    rights: u32,
    en_passant: Option<EnPassant>,
    quiet_plies: u16,
    move_number: u16,
    key: u64,
    pawn_key: u64,
    material_key: u64,
    stack: Vec<Undo>,
}

impl Position {
    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The content of a square.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.cells[square.index()]
    }

    #[inline]
    pub(crate) fn cells(&self) -> &[Piece; 256] {
        &self.cells
    }

    /// The squares of a side's pieces, the royal one among them, in no particular order.
    #[inline]
    pub fn pieces(&self, color: Color) -> &[Square] {
        self.lists[color].as_slice()
    }

    /// The squares of a side's pieces as a set, see [`Dense`](crate::rules::Dense).
    #[inline]
    pub fn side_set<B: Bits>(&self, color: Color) -> B {
        self.sets.side(color)
    }

    /// The squares of a side's Pawns as a set.
    #[inline]
    pub fn pawn_set<B: Bits>(&self, color: Color) -> B {
        self.rules.pawn().map_or(B::default(), |pawn| self.kind_set(color, pawn))
    }

    /// How many Pawns a side has on the board; none in a game without Pawns.
    #[inline]
    pub fn pawn_count(&self, color: Color) -> usize {
        self.rules.pawn().map_or(0, |pawn| usize::from(self.count(color, pawn)))
    }

    /// All occupied squares as a set.
    #[inline]
    pub fn occupied_set<B: Bits>(&self) -> B {
        self.side_set::<B>(Color::White) | self.side_set(Color::Black)
    }

    /// The squares of a side's pieces of a kind as a set.
    #[inline]
    pub fn kind_set<B: Bits>(&self, color: Color, kind: Kind) -> B {
        self.sets.kind(color, kind)
    }

    /// The square of a side's royal piece.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    /// How many of a kind a side has in hand.
    #[inline]
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        self.hands[color].of(kind)
    }

    /// The kinds a side has in hand, as a bit mask by kind number.
    #[inline]
    pub fn hand_kinds(&self, color: Color) -> u32 {
        self.hands[color].kinds()
    }

    /// The same one by one, by ascending number.
    #[inline]
    pub fn kinds_in_hand(&self, color: Color) -> impl Iterator<Item = Kind> + use<> {
        Kind::in_mask(self.hand_kinds(color))
    }

    /// How many of a kind a side has on the board, promoted ones included.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u8 {
        self.counts[color].of(kind)
    }

    /// The kinds a side has on the board, as a bit mask by kind number.
    #[inline]
    pub fn board_kinds(&self, color: Color) -> u32 {
        self.counts[color].kinds()
    }

    /// The same one by one, by ascending number.
    #[inline]
    pub fn kinds_on_board(&self, color: Color) -> impl Iterator<Item = Kind> + use<> {
        Kind::in_mask(self.board_kinds(color))
    }

    /// Castling rights and unmoved pieces, as bits that [`Rules`] explains.
    #[inline]
    pub fn rights(&self) -> u32 {
        self.rights
    }

    /// The Pawn that can legally be captured en passant, if any.
    #[inline]
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// Plies since the last capture, drop or Pawn move.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move, 1 at the start, raised after each move of Black.
    #[inline]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// The hash key: placement with promoted flags, side, rights, capturable en passant square and hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A hash key of the Pawns of both sides alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// A hash key of what both sides have on the board and in hand, wherever it stands.
    #[inline]
    pub fn material_key(&self) -> u64 {
        self.material_key
    }

    /// The number of moves made on this position since it was set up, null moves included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.stack.len()
    }

    /// The last move made, `None` at the start and after a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.stack.last().and_then(|undo| undo.mv)
    }

    /// The last move made, unless it captured or promoted.
    #[inline]
    pub fn last_quiet_move(&self) -> Option<Move> {
        let undo = self.stack.last()?;
        undo.mv.filter(|mv| undo.captured.is_empty() && mv.class() != MoveClass::Promotion)
    }

    /// The moves made since the position was set up; `None` for a null move.
    pub fn moves(&self) -> impl Iterator<Item = Option<Move>> + '_ {
        self.stack.iter().map(|undo| undo.mv)
    }

    /// Whether a move that is legal here neither captures nor promotes.
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        mv.class() != MoveClass::Promotion && self.captured_by(mv).is_empty()
    }

    /// The piece captured by a move that is legal here, [`Piece::EMPTY`] if it captures nothing.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Piece {
        match mv.class() {
            MoveClass::Castle | MoveClass::Drop => Piece::EMPTY,
            _ => self.at(self.captured_on(mv)),
        }
    }

    /// Where a move that is legal here and captures takes its victim off.
    #[inline]
    pub fn captured_on(&self, mv: Move) -> Square {
        match (mv.class(), self.en_passant) {
            (MoveClass::EnPassant, Some(ep)) => ep.victim,
            _ => mv.to(),
        }
    }
}
