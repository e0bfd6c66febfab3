//! The rules of one game as compiled, immutable tables.
//!
//! [`Rules::compile`] turns a [`GameSpec`] into step tables (what the generator walks), attack tables (checks, pins and
//! exchanges: one piece, one target), attack sets (captures and evaluation: one piece, all its targets), castling, promotion
//! and drop tables and hash keys. Nothing above this module asks which variant is played.

mod attack_sets;
mod attacks;
mod castling;
mod compile;
mod expand;
mod geometry;
mod path;
mod spec;
pub mod steps;
mod value;
mod ways;
mod zobrist;

pub use attack_sets::{AttackSets, BoardSets, Mover};
pub use attacks::{ALWAYS, AttackTable, AttacksOn, NEVER};
pub use castling::{CastlingRule, shade};
pub use compile::RulesError;
pub use expand::expand;
pub use geometry::{Dense, Geometry};
pub use path::{Path, PathUse};
pub use spec::{
    ArmySpec, CastlingSpec, GameSpec, HoldingsSpec, KindSpec, PromotionChoice, PromotionSpec, Wing,
};
pub use ways::{Alternative, Way, usage};
pub(crate) use zobrist::mix;
pub use zobrist::{MAX_IN_HAND, Zobrist};

use crate::types::{Bits, ByColor, Color, Kind, Piece, Square};

/// Whether a Pawn that arrives on a square promotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotes {
    /// It cannot.
    #[default]
    Never,
    /// It may.
    May,
    /// It must.
    Must,
}

/// A double step that creates an en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// Where the Pawn starts.
    pub from: Square,
    /// The square it passes: where it can be captured en passant.
    pub passed: Square,
    /// Where it ends.
    pub to: Square,
}

/// The compiled rules of one game. Immutable and shared.
#[derive(Debug)]
pub struct Rules {
    /// What the rules were compiled from: names, letters, Betza strings.
    pub spec: GameSpec,
    /// Every square of the board, from a1 rank by rank.
    pub squares: Vec<Square>,
    /// Attack tables.
    pub attacks: AttackTable,
    /// What each piece attacks, as sets.
    pub sets: BoardSets,
    /// Castling by [`CastlingRule::number`].
    pub castling: [Option<CastlingRule>; 4],
    /// Hash keys.
    pub zobrist: Zobrist,
    /// Every double step of each side.
    pub double_steps: ByColor<Vec<DoubleStep>>,
    /// By square.
    numbers: Box<[u8; 256]>,
    step_starts: Vec<u32>,
    step_bytes: Vec<u8>,
    attack_bases: Box<[u32; Piece::COUNT]>,
    flags: [KindFlags; crate::types::MAX_KINDS],
    values: Vec<(i32, i32)>,
    color_bound: ByColor<Vec<bool>>,
    rights_lost: Box<[u32; 256]>,
    unmoved_bits: Box<[u32; 256]>,
    all_rights: ByColor<u32>,
    promotes: ByColor<Box<[Promotes; 256]>>,
    promotions: ByColor<Vec<Kind>>,
    start_counts: ByColor<[u8; crate::types::MAX_KINDS]>,
    en_passant_origins: ByColor<Vec<Vec<Square>>>,
    pawn_drops: ByColor<crate::types::SquareSet>,
    royal: ByColor<Kind>,
    pawn: Option<Kind>,
    /// In words of 64 numbers.
    plain_pawns: ByColor<[u64; 4]>,
    marks_promoted: bool,
    lone_mates: Vec<std::sync::OnceLock<bool>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KindFlags {
    pub(crate) pawn: bool,
    pub(crate) royal: bool,
    hops: bool,
}

impl Rules {
    /// Board size and topology.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.spec.geometry
    }

    /// The number of a square of the board among [`Rules::squares`], as [`Dense`] counts.
    #[inline]
    pub fn number(&self, square: Square) -> usize {
        usize::from(self.numbers[square.index()])
    }

    /// The squares that fit a test, as a set of their numbers.
    pub(crate) fn squares_where<B: Bits>(&self, fits: impl Fn(Square) -> bool) -> B {
        let numbered = self.squares.iter().enumerate();
        B::from_numbers(numbered.filter(|&(_, &square)| fits(square)).map(|(number, _)| number))
    }

    /// The number of kinds in the game.
    pub fn kind_count(&self) -> usize {
        self.spec.kinds.len()
    }

    /// Every kind in the game.
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.spec.kinds.len()).map(Kind::new)
    }

    /// The upper-case letter of a kind.
    pub fn letter(&self, kind: Kind) -> char {
        self.spec.kinds[kind.index()].letter
    }

    /// The letter of a kind in the case of a colour: upper for White, lower for Black.
    pub fn letter_of(&self, color: Color, kind: Kind) -> char {
        match color {
            Color::White => self.letter(kind),
            Color::Black => self.letter(kind).to_ascii_lowercase(),
        }
    }

    /// The kind with a letter, of either case.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        self.spec.kinds.iter().position(|k| k.letter == upper).map(Kind::new)
    }

    /// Whether the kind is a Pawn.
    #[inline]
    pub fn is_pawn(&self, kind: Kind) -> bool {
        self.flags[kind.index()].pawn
    }

    /// Whether the kind is royal.
    #[inline]
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.flags[kind.index()].royal
    }

    /// Whether some attack of the kind needs a platform, so that filling a square can open a line.
    #[inline]
    pub fn hops(&self, kind: Kind) -> bool {
        self.flags[kind.index()].hops
    }

    /// The royal kind of a side.
    #[inline]
    pub fn royal(&self, color: Color) -> Kind {
        self.royal[color]
    }

    /// The kind that captured promoted pieces turn into, if the game has Pawns.
    #[inline]
    pub fn pawn(&self) -> Option<Kind> {
        self.pawn
    }

    /// The squares on which the Pawns of a side have [`steps::PLAIN_PAWN`] records: they capture by leaps alone, and no move of
    /// theirs promotes.
    #[inline]
    pub fn plain_pawns<B: Bits>(&self, color: Color) -> B {
        B::from_words(|word| self.plain_pawns[color][word])
    }

    /// Midgame and endgame value of a kind in centipawns: the configured one, or one computed from the moves.
    pub fn value(&self, kind: Kind) -> (i32, i32) {
        self.values[kind.index()]
    }

    /// Whether a kind of a colour never leaves the colour of its square.
    pub fn is_color_bound(&self, color: Color, kind: Kind) -> bool {
        self.color_bound[color][kind.index()]
    }

    /// The step record of a piece on a square, see [`steps`]; bytes of other records follow it.
    #[inline]
    pub fn steps(&self, piece: Piece, square: Square) -> &[u8] {
        let start =
            self.step_starts[(piece.kind().index() * 2 + (piece.index() >> 7)) * 256 + square.index()];
        &self.step_bytes[start as usize..]
    }

    /// The attacks on a square.
    #[inline]
    pub fn attacks_on(&self, target: Square) -> AttacksOn<'_> {
        self.attacks.on(target, &self.attack_bases)
    }

    /// The rights that are lost when something leaves or arrives on a square.
    #[inline]
    pub fn rights_lost(&self, square: Square) -> u32 {
        self.rights_lost[square.index()]
    }

    /// The right that says that the piece on a square has not moved yet; zero where no piece with an initial move starts.
    #[inline]
    pub fn unmoved_bit(&self, square: Square) -> u32 {
        self.unmoved_bits[square.index()]
    }

    /// All castling rights a side can have.
    pub fn castling_rights(&self, color: Color) -> u32 {
        self.all_rights[color]
    }

    /// Whether a Pawn of `color` promotes on a square.
    #[inline]
    pub fn promotes(&self, color: Color, square: Square) -> Promotes {
        self.promotes[color][square.index()]
    }

    /// What a Pawn of `color` can become, strongest first.
    #[inline]
    pub fn promotions(&self, color: Color) -> &[Kind] {
        &self.promotions[color]
    }

    /// How many of a kind a side starts with.
    #[inline]
    pub fn start_count(&self, color: Color, kind: Kind) -> u8 {
        self.start_counts[color][kind.index()]
    }

    /// The squares from which a Pawn of `color` can capture en passant on `target`.
    #[inline]
    pub fn en_passant_origins(&self, color: Color, target: Square) -> &[Square] {
        self.en_passant_origins[color].get(target.index()).map_or(&[], Vec::as_slice)
    }

    /// The squares on which `color` may drop a Pawn.
    #[inline]
    pub fn pawn_drops(&self, color: Color) -> &crate::types::SquareSet {
        &self.pawn_drops[color]
    }

    /// Whether captured pieces go to the hand.
    #[inline]
    pub fn has_holdings(&self) -> bool {
        self.spec.holdings.is_some()
    }

    /// The ways of a piece from a square: slow, for tables and tests.
    pub fn ways(&self, color: Color, kind: Kind, from: Square) -> Vec<Way> {
        compile::ways(&self.spec, color, kind, from)
    }

    /// The ways of one of White's pieces, not a Pawn, on another board: slow, for tables.
    pub fn ways_on(&self, geometry: Geometry, kind: Kind, from: Square) -> Vec<Way> {
        ways::merge(&expand(&self.spec.kinds[kind.index()].moves, geometry, Color::White, from))
    }
}

impl Rules {
    /// Whether it matters that a piece is a promoted Pawn: only where it becomes a Pawn again in the hand. Elsewhere
    /// pieces are not marked, so that positions that are the same have the same key.
    #[inline]
    pub fn marks_promoted(&self) -> bool {
        self.marks_promoted
    }

    #[inline]
    pub(crate) fn flags_of(&self, kind: Kind) -> KindFlags {
        self.flags[kind.index()]
    }

    /// What a captured piece becomes in the hand.
    #[inline]
    pub fn kind_in_hand(&self, captured: Piece) -> Kind {
        match self.pawn {
            Some(pawn) if captured.is_promoted() => pawn,
            _ => captured.kind(),
        }
    }
}

impl Rules {
    /// Whether a King and one piece can mate a bare King; `work_out` finds it, once a kind and colour.
    pub(crate) fn can_mate_alone(&self, color: Color, kind: Kind, work_out: impl FnOnce() -> bool) -> bool {
        *self.lone_mates[color.index() * self.spec.kinds.len() + kind.index()].get_or_init(work_out)
    }
}
