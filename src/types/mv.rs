//! Moves.

use std::fmt;
use std::num::NonZeroU32;

use super::{Kind, Square};

/// What a move does beside taking a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveClass {
    /// An ordinary move or capture.
    Normal = 1,
    /// A Pawn's double step that can be answered by an en passant capture.
    DoubleStep = 2,
    /// A capture of a Pawn that has just made a double step.
    EnPassant = 3,
    /// A castling, written as the King's move.
    Castle = 4,
    /// A Pawn's move or capture with promotion.
    Promotion = 5,
    /// A piece from the holdings put on an empty square.
    Drop = 6,
}

/// A move, packed into 28 bits: target, origin, class, and by class the kind promoted to or dropped, the castling rule or
/// the square passed.
///
/// A move means something only together with the position it was generated for; it carries no text form,
/// since that differs from protocol to protocol.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    #[inline]
    const fn pack(from: Square, to: Square, class: MoveClass, extra: u8) -> Move {
        let bits = to.byte() as u32 | (from.byte() as u32) << 8 | (class as u32) << 16 | (extra as u32) << 20;
        // The class is never zero, so neither are the bits.
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// An ordinary move or capture.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, MoveClass::Normal, 0)
    }

    /// A Pawn's double step over `passed`.
    #[inline]
    pub const fn double_step(from: Square, to: Square, passed: Square) -> Move {
        Move::pack(from, to, MoveClass::DoubleStep, passed.byte())
    }

    /// An en passant capture; `to` is the square passed over.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, MoveClass::EnPassant, 0)
    }

    /// A castling by the rule numbered `rule` (0-3), written as the King's move.
    #[inline]
    pub const fn castle(from: Square, to: Square, rule: u8) -> Move {
        Move::pack(from, to, MoveClass::Castle, rule)
    }

    /// A promotion, with or without capture.
    #[inline]
    pub const fn promotion(from: Square, to: Square, kind: Kind) -> Move {
        Move::pack(from, to, MoveClass::Promotion, kind.index() as u8)
    }

    /// A drop. Origin and target are the same square.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move::pack(to, to, MoveClass::Drop, kind.index() as u8)
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.0.get() as u8)
    }

    /// The origin; for a drop the target.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() >> 8) as u8)
    }

    /// The class.
    #[inline]
    pub const fn class(self) -> MoveClass {
        match self.0.get() >> 16 & 7 {
            2 => MoveClass::DoubleStep,
            3 => MoveClass::EnPassant,
            4 => MoveClass::Castle,
            5 => MoveClass::Promotion,
            6 => MoveClass::Drop,
            _ => MoveClass::Normal,
        }
    }

    /// The kind dropped or promoted to; meaningless for other classes.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new((self.0.get() >> 20 & 31) as usize)
    }

    /// The castling rule (0-3); meaningless for other classes.
    #[inline]
    pub const fn castling_rule(self) -> usize {
        (self.0.get() >> 20 & 3) as usize
    }

    /// The square passed by a double step; meaningless for other classes.
    #[inline]
    pub const fn passed(self) -> Square {
        Square::from_index((self.0.get() >> 20) as u8)
    }

    /// The packed bits, below 2^28 and never zero.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these packed bits, `None` for zero. The move may be meaningless: check it against a position.
    #[inline]
    pub fn from_bits(bits: u32) -> Option<Move> {
        NonZeroU32::new(bits).map(Move)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class() {
            MoveClass::Drop => write!(f, "#{}@{}", self.kind().index(), self.to()),
            MoveClass::Promotion => write!(f, "{}{}=#{}", self.from(), self.to(), self.kind().index()),
            class => write!(f, "{}{}({class:?})", self.from(), self.to()),
        }
    }
}
