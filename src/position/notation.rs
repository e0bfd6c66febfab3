//! Moves as coordinate text: `e2e4`, `e7e8q`, `e1g1`, `N@f3`, `a9a10`.

use thiserror::Error;

use crate::movegen;
use crate::types::{Color, Kind, Move, MoveClass, Piece, Square};

use super::Position;

/// How ranks are numbered in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// From 1, as in FEN and in our own notation.
    #[default]
    FromOne,
    /// From 0 if the board has ten ranks, else from 1: XBoard and cutechess write squares so.
    Wire,
}

impl Ranks {
    fn first(self, ranks: u8) -> u8 {
        u8::from(!(self == Ranks::Wire && ranks == 10))
    }
}

/// Why a move that can be read cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// Nothing stands on the origin.
    #[error("no such piece")]
    NoPiece,
    /// The piece on the origin is the other side's.
    #[error("wrong side")]
    WrongSide,
    /// The piece does not move like that, or something is in its way.
    #[error("path blocked or not a move of this piece")]
    NotItsMove,
    /// The King is in check and would still be.
    #[error("in check")]
    InCheck,
    /// The King would be in check.
    #[error("moving into check")]
    IntoCheck,
    /// The hand has no such piece.
    #[error("empty holdings")]
    EmptyHand,
    /// The square for a drop is taken.
    #[error("square taken")]
    Occupied,
    /// A Pawn must not be dropped there.
    #[error("no pawn drop there")]
    PawnDrop,
    /// The kind is not one a Pawn can become now, or no promotion happens.
    #[error("bad promotion")]
    Promotion,
    /// Castling is not possible now.
    #[error("castling not allowed")]
    Castling,
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// Not the text of a move.
    #[error("`{0}` is not a move such as e2e4, e7e8q or N@f3")]
    Syntax(String),
    /// A square off the board.
    #[error("`{square}` in `{text}` is off the board")]
    OffBoard {
        /// The square.
        square: String,
        /// The whole text.
        text: String,
    },
    /// A letter that no piece has.
    #[error("`{letter}` in `{text}` is no piece of this game")]
    UnknownPiece {
        /// The letter.
        letter: char,
        /// The whole text.
        text: String,
    },
    /// A move that is not legal.
    #[error("`{text}` is illegal here: {reason}")]
    Illegal {
        /// The whole text.
        text: String,
        /// Why.
        reason: Illegal,
    },
}

/// A move as text says it, before it is looked for among the legal ones.
enum Spoken {
    Castle(bool),
    Drop(char, Square),
    Board { from: Square, to: Square, promotion: Option<char> },
}

impl Position {
    /// Writes a move that is legal here, or was or will be in this game. A castling is written as the King's move, or as
    /// `O-O` or `O-O-O` where a King could go to the same square without castling.
    pub fn move_text(&self, mv: Move, ranks: Ranks) -> String {
        let to = self.square_text(mv.to(), ranks);
        match mv.class() {
            MoveClass::Castle if self.king_also_steps(mv) => {
                (if mv.castling_rule().is_multiple_of(2) { "O-O" } else { "O-O-O" }).to_owned()
            }
            MoveClass::Drop => format!("{}@{to}", self.rules.letter(mv.kind())),
            MoveClass::Promotion => {
                let letter = self.rules.letter(mv.kind()).to_ascii_lowercase();
                format!("{}{to}{letter}", self.square_text(mv.from(), ranks))
            }
            _ => format!("{}{to}", self.square_text(mv.from(), ranks)),
        }
    }

    /// Whether the King's own way of moving leads to the square where a castling takes it. The King may have castled
    /// already, so the board does not matter.
    fn king_also_steps(&self, castling: Move) -> bool {
        let Some(rule) = &self.rules.castling[castling.castling_rule()] else { return false };
        let ways = self.rules.ways(rule.color, self.rules.royal(rule.color), castling.from());
        ways.iter().any(|way| way.target == castling.to() && way.usage & crate::rules::usage::QUIET != 0)
    }

    /// Writes a square.
    pub fn square_text(&self, square: Square, ranks: Ranks) -> String {
        let first = ranks.first(self.rules.geometry().ranks);
        format!("{}{}", char::from(b'a' + square.file()), square.rank() + first)
    }

    /// Reads a move and finds it among the legal ones. A promotion without a letter is one to the strongest kind,
    /// unless the Pawn may also go there without promoting.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal.
    pub fn parse_move(&self, text: &str, ranks: Ranks) -> Result<Move, MoveTextError> {
        let spoken = self.spoken(text, ranks)?;
        let illegal = |reason| MoveTextError::Illegal { text: text.to_owned(), reason };
        match spoken {
            Spoken::Castle(king_wing) => {
                let number = self.side.index() * 2 + usize::from(!king_wing);
                let castle = |mv: &Move| mv.class() == MoveClass::Castle && mv.castling_rule() == number;
                movegen::legal_moves(self).into_iter().find(castle).ok_or_else(|| illegal(Illegal::Castling))
            }
            Spoken::Drop(letter, to) => {
                let kind = self.kind_named(letter, text)?;
                let wanted = Move::drop(kind, to);
                if movegen::legal_moves(self).contains(&wanted) {
                    Ok(wanted)
                } else {
                    Err(illegal(self.why_no_drop(kind, to)))
                }
            }
            Spoken::Board { from, to, promotion } => {
                let kind = promotion.map(|letter| self.kind_named(letter, text)).transpose()?;
                self.find_board_move(from, to, kind).map_err(illegal)
            }
        }
    }

    fn kind_named(&self, letter: char, text: &str) -> Result<Kind, MoveTextError> {
        let unknown = || MoveTextError::UnknownPiece { letter, text: text.to_owned() };
        self.rules.kind_of_letter(letter).ok_or_else(unknown)
    }

    fn spoken(&self, text: &str, ranks: Ranks) -> Result<Spoken, MoveTextError> {
        let syntax = || MoveTextError::Syntax(text.to_owned());
        match text {
            "O-O" | "0-0" | "o-o" => return Ok(Spoken::Castle(true)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Ok(Spoken::Castle(false)),
            _ => {}
        }
        let mut chars = text.chars();
        if let (Some(letter), Some('@')) = (chars.next().filter(char::is_ascii_alphabetic), chars.next()) {
            let (square, rest) = self.read_square(chars.as_str(), text, ranks)?;
            return if rest.is_empty() { Ok(Spoken::Drop(letter, square)) } else { Err(syntax()) };
        }
        let (from, rest) = self.read_square(text, text, ranks)?;
        let (to, rest) = self.read_square(rest, text, ranks)?;
        let rest = rest.strip_prefix('=').unwrap_or(rest);
        let mut suffix = rest.chars();
        let promotion = match (suffix.next(), suffix.next()) {
            (None, _) => None,
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
            // XBoard writes a promotion without a choice as `e7e8.`.
            (Some(c), None) if c.is_ascii_punctuation() => None,
            _ => return Err(syntax()),
        };
        Ok(Spoken::Board { from, to, promotion })
    }

    fn read_square<'a>(
        &self,
        rest: &'a str,
        text: &str,
        ranks: Ranks,
    ) -> Result<(Square, &'a str), MoveTextError> {
        let geometry = self.rules.geometry();
        let syntax = || MoveTextError::Syntax(text.to_owned());
        let file = rest.bytes().next().filter(u8::is_ascii_lowercase).ok_or_else(syntax)? - b'a';
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).take(2).collect();
        let first = ranks.first(geometry.ranks);
        // `a1` of `a10` is only meant if there is no rank 10.
        for length in (1..=digits.len()).rev() {
            let number: u8 = digits[..length].parse().map_err(|_| syntax())?;
            if number >= first
                && number - first < geometry.ranks
                && file < geometry.files
                && !digits.starts_with("00")
            {
                return Ok((Square::new(file, number - first), &rest[1 + length..]));
            }
        }
        if digits.is_empty() {
            return Err(syntax());
        }
        Err(MoveTextError::OffBoard { square: rest[..=digits.len()].to_owned(), text: text.to_owned() })
    }

    fn find_board_move(&self, from: Square, to: Square, promotion: Option<Kind>) -> Result<Move, Illegal> {
        let legal = movegen::legal_moves(self);
        let same: Vec<Move> = legal
            .into_iter()
            .filter(|mv| mv.class() != MoveClass::Drop && mv.from() == from && mv.to() == to)
            .collect();
        let wanted = same.iter().find(|mv| match (mv.class(), promotion) {
            (MoveClass::Promotion, Some(kind)) => mv.kind() == kind,
            (MoveClass::Promotion, None) | (_, Some(_)) => false,
            (_, None) => true,
        });
        match (wanted, promotion) {
            (Some(&mv), _) => Ok(mv),
            (None, None) if !same.is_empty() => Ok(same[0]),
            (None, Some(_)) if !same.is_empty() => Err(Illegal::Promotion),
            _ => Err(self.why_not(from, to, promotion)),
        }
    }

    fn why_no_drop(&self, kind: Kind, to: Square) -> Illegal {
        if self.in_hand(self.side, kind) == 0 {
            Illegal::EmptyHand
        } else if !self.at(to).is_empty() {
            Illegal::Occupied
        } else if self.rules.is_pawn(kind) && !self.rules.pawn_drops(self.side).contains(to) {
            Illegal::PawnDrop
        } else {
            Illegal::InCheck
        }
    }

    fn why_not(&self, from: Square, to: Square, promotion: Option<Kind>) -> Illegal {
        let piece = self.at(from);
        if piece.is_empty() {
            return Illegal::NoPiece;
        }
        if !piece.is(self.side) {
            return Illegal::WrongSide;
        }
        let castles =
            |r: &crate::rules::CastlingRule| r.color == self.side && r.king_from == from && r.king_to == to;
        if self.rules.is_royal(piece.kind()) && self.rules.castling.iter().flatten().any(castles) {
            return Illegal::Castling;
        }
        if promotion.is_some() && !self.rules.is_pawn(piece.kind()) {
            return Illegal::Promotion;
        }
        if !self.is_pseudo_legal(piece, from, to) {
            return Illegal::NotItsMove;
        }
        if self.in_check() { Illegal::InCheck } else { Illegal::IntoCheck }
    }

    /// Whether the piece's own way of moving would take it there, King safety aside.
    fn is_pseudo_legal(&self, piece: Piece, from: Square, to: Square) -> bool {
        use crate::rules::usage;
        let target = self.at(to);
        let color: Color = self.side;
        let needed = match target.color() {
            None => usage::QUIET,
            Some(owner) if owner == color => return false,
            Some(_) => usage::CAPTURE,
        };
        self.rules.ways(color, piece.kind(), from).iter().any(|way| {
            way.target == to
                && way.usage & needed != 0
                && way.alternatives.iter().any(|a| {
                    (!a.initial || self.is_unmoved(from) || self.rules.is_pawn(piece.kind()))
                        && a.empty.iter().all(|&s| self.at(s).is_empty())
                        && a.occupied.iter().all(|&s| !self.at(s).is_empty())
                })
        })
    }
}
