//! FEN in and out, in the dialects that GUIs and servers use.
//!
//! Read: holdings as `[QNPbp]`, `[-]`, `[]` or a further `/QNPbp` after the last rank; promoted pieces as `Q~`
//! (the mark is dropped where it means nothing, that is unless they become Pawns again in the hand); castling
//! as `KQkq`, as letters of the corner pieces' files (Shredder), as `-` or missing; counters missing; numbers above 9
//! on wide boards. Written: the bracket form, a promoted piece as `Q~`, castling as `KQkq`.

use std::iter::Peekable;
use std::str::CharIndices;
use std::sync::Arc;

use thiserror::Error;

use crate::rules::{Rules, Wing};
use crate::types::{Color, Kind, Piece, Square};

use super::{Position, PositionError, Setup};

/// How a FEN is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FenStyle {
    /// Empty hands as `[]`.
    #[default]
    Plain,
    /// Empty hands as `[-]`, as XBoard writes them.
    XBoard,
}

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing there.
    #[error("the FEN is empty")]
    Empty,
    /// A letter that no piece of this game has.
    #[error("`{letter}` at column {column} of the board is no piece of this game (it has {known})")]
    UnknownPiece {
        /// The letter.
        letter: char,
        /// Counted from 1.
        column: usize,
        /// The letters there are.
        known: String,
    },
    /// A character that means nothing in a board.
    #[error("`{0}` at column {1} of the board is neither a piece nor a number of empty squares")]
    BoardCharacter(char, usize),
    /// A mark that belongs to games of another kind.
    #[error("`{mark}` at column {column} of the board {}", foreign_mark(*.mark))]
    Foreign {
        /// The mark.
        mark: char,
        /// Counted from 1.
        column: usize,
    },
    /// A rank with too many or too few squares.
    #[error("rank {rank} `{text}` has {found} squares; the board has {expected} files")]
    RankLength {
        /// The rank as people count it.
        rank: u8,
        /// Its text.
        text: String,
        /// Squares found.
        found: usize,
        /// Squares expected.
        expected: u8,
    },
    /// Too many or too few ranks.
    #[error("the board `{text}` has {found} rank{}; this game has {expected}", if *.found == 1 { "" } else { "s" })]
    RankCount {
        /// The board's text.
        text: String,
        /// Ranks found.
        found: usize,
        /// Ranks expected.
        expected: u8,
    },
    /// Holdings without an end, or with something that cannot be held.
    #[error("`{0}` is not a list of pieces in hand, such as `[QNPbp]`")]
    Holdings(String),
    /// No side to move.
    #[error("the side to move is missing: write `w` or `b` after the board")]
    MissingSide,
    /// A side to move other than w or b.
    #[error("`{0}` is not a side to move: write `w` or `b`")]
    Side(String),
    /// A castling field that is not understood.
    #[error("`{letter}` in the castling field `{field}` is neither of KQkq- nor the file of a corner piece")]
    Castling {
        /// The letter.
        letter: char,
        /// The field.
        field: String,
    },
    /// An en passant field that is no square of the board.
    #[error("`{0}` is not an en passant square of this board; write `-` if there is none")]
    EnPassant(String),
    /// A counter that is no number.
    #[error("`{text}` is not a {what} (a number from 0 to 9999)")]
    Counter {
        /// The text.
        text: String,
        /// Which counter.
        what: &'static str,
    },
    /// Something behind the sixth field.
    #[error("`{0}` after the end of the FEN")]
    Trailing(String),
    /// The position makes no sense.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Position {
    /// Reads a FEN.
    ///
    /// # Errors
    /// If the text is no FEN of this game or the position cannot be played.
    pub fn from_fen(rules: Arc<Rules>, fen: &str) -> Result<Position, FenError> {
        let setup = Setup::from_fen(&rules, fen)?;
        Ok(Position::from_setup(rules, &setup)?)
    }

    /// Writes the position as a FEN.
    pub fn fen(&self, style: FenStyle) -> String {
        let mut text = board_text(self);
        if self.rules.has_holdings() {
            text += &holdings_text(self, style);
        }
        text += if self.side == Color::White { " w " } else { " b " };
        text += &castling_text(self);
        let en_passant = self.en_passant.map_or("-".to_owned(), |ep| ep.target.to_string());
        format!("{text} {en_passant} {} {}", self.quiet_plies, self.move_number)
    }
}

impl Setup {
    /// Reads a FEN without asking whether the position can be played.
    ///
    /// # Errors
    /// If the text is no FEN of this game.
    pub fn from_fen(rules: &Rules, fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut board = fields.next().ok_or(FenError::Empty)?.to_owned();
        let mut next = fields.next();
        // Some programs put a blank between board and holdings.
        if let Some(holdings) = next.filter(|field| field.starts_with('[')) {
            board += holdings;
            next = fields.next();
        }
        let mut setup = Setup::empty(side(next)?);
        read_board(rules, &board, &mut setup)?;
        if let Some(field) = fields.next() {
            setup.rights = castling(rules, field, &setup)?;
        }
        if let Some(field) = fields.next().filter(|&f| f != "-") {
            let square = field.parse::<Square>().ok().filter(|&s| rules.geometry().contains(s));
            setup.en_passant = Some(square.ok_or_else(|| FenError::EnPassant(field.to_owned()))?);
        }
        if let Some(field) = fields.next() {
            setup.quiet_plies = counter(field, "half-move clock")?;
        }
        if let Some(field) = fields.next() {
            setup.move_number = counter(field, "move number")?;
        }
        match fields.next() {
            Some(text) => Err(FenError::Trailing(text.to_owned())),
            None => Ok(setup),
        }
    }
}

/// What is to be said of a mark that `XBoard` writes in the FENs of other games, empty for all other characters.
fn foreign_mark(mark: char) -> &'static str {
    match mark {
        '+' => "marks a promoted piece of Shogi; here one is written with `~` behind its letter, as in `Q~`",
        '\'' | '!' => {
            "belongs to a piece with a name of two characters; every piece of this game has one letter"
        }
        '*' => "is a hole in the board; the board of this game has none",
        _ => "",
    }
}

fn side(field: Option<&str>) -> Result<Color, FenError> {
    match field {
        Some("w") => Ok(Color::White),
        Some("b") => Ok(Color::Black),
        Some(other) => Err(FenError::Side(other.to_owned())),
        None => Err(FenError::MissingSide),
    }
}

fn counter(text: &str, what: &'static str) -> Result<u16, FenError> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse::<u16>().ok() } else { None };
    number.filter(|&n| n <= 9999).ok_or_else(|| FenError::Counter { text: text.to_owned(), what })
}

fn read_board(rules: &Rules, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let geometry = rules.geometry();
    let (board, holdings) = match text.find('[') {
        Some(start) => (&text[..start], Some(&text[start..])),
        None => (text, None),
    };
    let mut ranks: Vec<&str> = board.split('/').collect();
    let mut held = holdings.map(|text| {
        let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        inner.ok_or_else(|| FenError::Holdings(text.to_owned()))
    });
    if held.is_none() && rules.has_holdings() && ranks.len() == usize::from(geometry.ranks) + 1 {
        held = ranks.pop().map(Ok);
    }
    if ranks.len() != usize::from(geometry.ranks) {
        return Err(FenError::RankCount {
            text: board.to_owned(),
            found: ranks.len(),
            expected: geometry.ranks,
        });
    }
    let mut column = 1;
    for (row, rank_text) in ranks.iter().enumerate() {
        let rank = geometry.ranks - 1 - row as u8;
        read_rank(rules, rank_text, rank, column, setup)?;
        column += rank_text.chars().count() + 1;
    }
    match held.transpose()? {
        Some(held) => read_holdings(rules, held, setup),
        None => Ok(()),
    }
}

fn read_rank(rules: &Rules, text: &str, rank: u8, column: usize, setup: &mut Setup) -> Result<(), FenError> {
    let files = rules.geometry().files;
    let mut file = 0usize;
    let mut chars = text.char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        let here = column + text[..offset].chars().count();
        if c.is_ascii_digit() {
            file += empty_squares(c, &mut chars);
        } else if c.is_ascii_alphabetic() {
            let mut piece = piece(rules, c, here)?;
            if chars.next_if(|&(_, c)| c == '~').is_some() && rules.marks_promoted() {
                piece = piece.promoted();
            }
            if file < usize::from(files) {
                setup.place(piece, Square::new(file as u8, rank));
            }
            file += 1;
        } else {
            let foreign = !foreign_mark(c).is_empty();
            let unknown = FenError::BoardCharacter(c, here);
            return Err(if foreign { FenError::Foreign { mark: c, column: here } } else { unknown });
        }
    }
    if file == usize::from(files) {
        Ok(())
    } else {
        Err(FenError::RankLength { rank: rank + 1, text: text.to_owned(), found: file, expected: files })
    }
}

fn empty_squares(first: char, chars: &mut Peekable<CharIndices>) -> usize {
    let mut number = first.to_digit(10).unwrap_or(0) as usize;
    while let Some((_, c)) = chars.next_if(|&(_, c)| c.is_ascii_digit()) {
        number = (number * 10 + c.to_digit(10).unwrap_or(0) as usize).min(1000);
    }
    number
}

fn piece(rules: &Rules, letter: char, column: usize) -> Result<Piece, FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let kind = rules.kind_of_letter(letter).ok_or_else(|| FenError::UnknownPiece {
        letter,
        column,
        known: rules.kinds().map(|k| rules.letter(k)).collect(),
    })?;
    Ok(Piece::new(color, kind))
}

fn read_holdings(rules: &Rules, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let kind = rules.kind_of_letter(letter).filter(|_| letter.is_ascii_alphabetic());
        let kind = kind.ok_or_else(|| FenError::Holdings(text.to_owned()))?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let count = &mut setup.hands[color][kind.index()];
        *count = count.saturating_add(1);
    }
    Ok(())
}

fn castling(rules: &Rules, field: &str, setup: &Setup) -> Result<u32, FenError> {
    let mut rights = 0;
    if field == "-" {
        return Ok(rights);
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let wing = match letter.to_ascii_uppercase() {
            'K' => Some(Wing::King),
            'Q' => Some(Wing::Queen),
            file => wing_of_file(rules, color, file, setup),
        };
        let wing = wing.ok_or_else(|| FenError::Castling { letter, field: field.to_owned() })?;
        rights |= 1 << crate::rules::CastlingRule::number(color, wing);
    }
    Ok(rights)
}

/// Shredder castling letters: the file of the corner piece.
fn wing_of_file(rules: &Rules, color: Color, letter: char, setup: &Setup) -> Option<Wing> {
    let file = u8::try_from(u32::from(letter).checked_sub(u32::from('A'))?).ok()?;
    if file >= rules.geometry().files {
        return None;
    }
    let known = rules.castling.iter().flatten().filter(|r| r.color == color);
    let wing = known.clone().find(|r| r.partner_from.file() == file).map(|r| r.wing);
    // A file without a corner piece of this game still is a castling letter: the right is dropped later.
    wing.or_else(|| {
        let king = rules.squares.iter().find(|&&s| setup.at(s) == Piece::new(color, rules.royal(color)))?;
        Some(if file > king.file() { Wing::King } else { Wing::Queen })
            .filter(|wing| known.clone().all(|r| r.wing != *wing))
    })
}

fn board_text(position: &Position) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    let mut text = String::new();
    for rank in (0..geometry.ranks).rev() {
        let mut empty = 0;
        for file in 0..geometry.files {
            let piece = position.at(Square::new(file, rank));
            let Some(color) = piece.color() else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(rules.letter_of(color, piece.kind()));
            if piece.is_promoted() {
                text.push('~');
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Hands, White's first, each from the most valuable kind down.
fn holdings_text(position: &Position, style: FenStyle) -> String {
    let rules = position.rules();
    let mut kinds: Vec<Kind> = rules.kinds().collect();
    kinds.sort_by_key(|&k| (std::cmp::Reverse(rules.value(k).0), rules.letter(k)));
    let mut held = String::new();
    for color in Color::ALL {
        for &kind in &kinds {
            for _ in 0..position.in_hand(color, kind) {
                held.push(rules.letter_of(color, kind));
            }
        }
    }
    if held.is_empty() && style == FenStyle::XBoard {
        held.push('-');
    }
    format!("[{held}]")
}

fn castling_text(position: &Position) -> String {
    let letters: String =
        (0..4).zip("KQkq".chars()).filter(|(n, _)| position.rights() >> n & 1 != 0).map(|(_, c)| c).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}
