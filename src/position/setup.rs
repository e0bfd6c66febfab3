//! From the contents of a FEN to a playable position.

use std::sync::Arc;

use thiserror::Error;

use crate::rules::{MAX_IN_HAND, Promotes, Rules};
use crate::types::{ByColor, Color, MAX_KINDS, Piece, Square};

use super::sets::PieceSets;
use super::{EnPassant, PieceList, Position};

/// An unvalidated position: what a FEN says.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) cells: [Piece; 256],
    pub(super) hands: ByColor<[u8; MAX_KINDS]>,
    pub(super) side: Color,
    /// Castling rights by rule number.
    pub(super) rights: u32,
    pub(super) en_passant: Option<Square>,
    pub(super) quiet_plies: u16,
    pub(super) move_number: u16,
}

impl Setup {
    /// An empty board.
    pub fn empty(side: Color) -> Setup {
        Setup {
            cells: [Piece::EMPTY; 256],
            hands: ByColor::default(),
            side,
            rights: 0,
            en_passant: None,
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// Puts a piece on a square, or clears it.
    pub fn place(&mut self, piece: Piece, square: Square) {
        self.cells[square.index()] = piece;
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Piece {
        self.cells[square.index()]
    }

    /// Sets the number of pieces of a kind in a hand.
    pub fn set_hand(&mut self, color: Color, kind: crate::types::Kind, count: u8) {
        self.hands[color][kind.index()] = count;
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Color) {
        self.side = side;
    }

    /// Asks for all castling rights that the placement allows.
    pub fn grant_castling(&mut self) {
        self.rights = 0b1111;
    }

    /// The start array of a game: both armies, all rights, empty hands, White to move.
    pub fn start(rules: &Rules) -> Setup {
        let mut setup = Setup::empty(Color::White);
        for color in Color::ALL {
            for (row, cells) in rules.spec.armies[color].rows.iter().enumerate() {
                for (file, cell) in cells.iter().enumerate() {
                    if let Some(kind) = *cell {
                        let square = Square::new(file as u8, row as u8);
                        let piece = Piece::new(color, crate::types::Kind::new(kind));
                        setup.place(piece, rules.geometry().relative(color, square));
                    }
                }
            }
        }
        setup.grant_castling();
        setup
    }
}

/// Why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A side has no King, or several.
    #[error("{} has {}; each side needs exactly one", .color.name(), kings(*.count))]
    Kings {
        /// The side.
        color: Color,
        /// How many it has.
        count: usize,
    },
    /// The King is of the other side's kind.
    #[error("the king of {} on {square} is `{found}`, which only the other side has: write `{expected}`", .color.name())]
    WrongKing {
        /// The side.
        color: Color,
        /// Where its King stands.
        square: Square,
        /// The letter found, in the colour's case.
        found: char,
        /// The letter of the side's own King, in the colour's case.
        expected: char,
    },
    /// A Pawn stands where it would have had to promote.
    #[error("a pawn of {} stands on {square}, where it would have had to promote", .color.name())]
    UnpromotedPawn {
        /// The side.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A Pawn stands on its own back rank.
    #[error("a pawn of {} stands on {square}, behind its start row, where no pawn can get to", .color.name())]
    BackRankPawn {
        /// The side.
        color: Color,
        /// Where.
        square: Square,
    },
    /// The side that has just moved left its King attacked.
    #[error("{} is to move but could capture the king on {square}", .side.name())]
    KingCapture {
        /// The side to move.
        side: Color,
        /// Where the King stands.
        square: Square,
    },
    /// More pieces than the game can have in hands.
    #[error("{0} pieces on board and in hand; at most {MAX_IN_HAND} are possible with holdings")]
    TooManyPieces(usize),
    /// A hand in a game without holdings, or a King in a hand.
    #[error("`{letter}` cannot be in hand in this game")]
    InHand {
        /// The letter of the kind.
        letter: char,
    },
}

fn kings(count: usize) -> String {
    if count == 0 { "no king".to_owned() } else { format!("{count} kings") }
}

impl Position {
    /// The start position of a game.
    ///
    /// # Errors
    /// If the game's own start position cannot be played.
    pub fn start(rules: Arc<Rules>) -> Result<Position, super::FenError> {
        if let Some(fen) = rules.spec.start_fen.clone() {
            return Position::from_fen(rules, &fen);
        }
        let setup = Setup::start(&rules);
        Ok(Position::from_setup(rules, &setup)?)
    }

    /// Validates a setup. Castling rights whose pieces are not in place and an en passant square on which nothing can
    /// be captured are dropped, as every program in the field does.
    ///
    /// # Errors
    /// The first reason why the position cannot be played.
    pub fn from_setup(rules: Arc<Rules>, setup: &Setup) -> Result<Position, PositionError> {
        let kings =
            ByColor([find_king(&rules, setup, Color::White)?, find_king(&rules, setup, Color::Black)?]);
        check_pawns(&rules, setup)?;
        check_hands(&rules, setup)?;
        let mut position = Position {
            cells: [Piece::EMPTY; 256],
            slots: [0; 256],
            lists: ByColor([PieceList::EMPTY, PieceList::EMPTY]),
            sets: PieceSets::EMPTY,
            kings,
            hands: ByColor::default(),
            counts: ByColor::default(),
            side: setup.side,
            rights: granted_rights(&rules, setup),
            en_passant: None,
            quiet_plies: setup.quiet_plies,
            move_number: setup.move_number.max(1),
            key: 0,
            pawn_key: 0,
            material_key: 0,
            stack: Vec::with_capacity(64),
            rules,
        };
        let squares = position.rules.squares.clone();
        for square in squares {
            let piece = setup.at(square);
            match piece.color() {
                Some(color) if !position.rules.marks_promoted() => {
                    position.put(Piece::new(color, piece.kind()), square);
                }
                Some(_) => position.put(piece, square),
                None => {}
            }
        }
        for color in Color::ALL {
            for kind in position.rules.kinds() {
                for _ in 0..setup.hands[color][kind.index()] {
                    position.add_to_hand(color, kind);
                }
            }
        }
        position.key ^= position.rules.zobrist.rights(position.rights);
        if setup.side == Color::Black {
            position.key ^= position.rules.zobrist.black_to_move();
        }
        let their_king = position.kings[!setup.side];
        if position.is_attacked(their_king, setup.side) {
            return Err(PositionError::KingCapture { side: setup.side, square: their_king });
        }
        if let Some(ep) = setup.en_passant.and_then(|target| position.double_stepper(target)) {
            position.offer_en_passant(ep);
        }
        Ok(position)
    }

    /// The Pawn that can just have passed over a square by a double step.
    fn double_stepper(&self, target: Square) -> Option<EnPassant> {
        let them = !self.side;
        let step = self.rules.double_steps[them].iter().find(|step| {
            let piece = self.at(step.to);
            step.passed == target
                && piece.is(them)
                && self.rules.is_pawn(piece.kind())
                && self.at(step.from).is_empty()
                && self.at(target).is_empty()
        })?;
        Some(EnPassant { target, victim: step.to })
    }
}

fn find_king(rules: &Rules, setup: &Setup, color: Color) -> Result<Square, PositionError> {
    let mut kings = rules.squares.iter().filter(|&&square| {
        let piece = setup.at(square);
        piece.is(color) && rules.is_royal(piece.kind())
    });
    let (first, more) = (kings.next(), kings.count());
    let Some(&king) = first.filter(|_| more == 0) else {
        return Err(PositionError::Kings { color, count: usize::from(first.is_some()) + more });
    };
    let kind = setup.at(king).kind();
    if kind == rules.royal(color) {
        return Ok(king);
    }
    let letter = |kind| rules.letter_of(color, kind);
    Err(PositionError::WrongKing {
        color,
        square: king,
        found: letter(kind),
        expected: letter(rules.royal(color)),
    })
}

fn check_pawns(rules: &Rules, setup: &Setup) -> Result<(), PositionError> {
    for &square in &rules.squares {
        let piece = setup.at(square);
        let Some(color) = piece.color().filter(|_| rules.is_pawn(piece.kind())) else { continue };
        if rules.promotes(color, square) == Promotes::Must {
            return Err(PositionError::UnpromotedPawn { color, square });
        }
        let behind = rules.geometry().relative_rank(color, square) == 0
            && !rules.pawn_drops(color).contains(square)
            && !rules.spec.pawn_rows.contains(&0);
        if behind {
            return Err(PositionError::BackRankPawn { color, square });
        }
    }
    Ok(())
}

fn check_hands(rules: &Rules, setup: &Setup) -> Result<(), PositionError> {
    let held = setup.hands.iter().flatten().map(|&n| usize::from(n)).sum::<usize>();
    for kind in rules.kinds() {
        let count = setup.hands.iter().map(|hand| hand[kind.index()]).max().unwrap_or(0);
        if count > 0 && (!rules.has_holdings() || rules.is_royal(kind)) {
            return Err(PositionError::InHand { letter: rules.letter(kind) });
        }
    }
    let on_board = rules.squares.iter().filter(|&&s| !setup.at(s).is_empty()).count();
    if rules.has_holdings() && held + on_board > usize::from(MAX_IN_HAND) {
        return Err(PositionError::TooManyPieces(held + on_board));
    }
    Ok(())
}

/// The rights asked for whose pieces are in place, and the unmoved bits of pieces on their start squares.
fn granted_rights(rules: &Rules, setup: &Setup) -> u32 {
    let mut rights = 0;
    for (number, rule) in rules.castling.iter().enumerate() {
        let Some(rule) = rule else { continue };
        let in_place = setup.at(rule.king_from) == Piece::new(rule.color, rules.royal(rule.color))
            && setup.at(rule.partner_from) == Piece::new(rule.color, rule.partner);
        if in_place && setup.rights >> number & 1 != 0 {
            rights |= 1 << number;
        }
    }
    let start = Setup::start(rules);
    for &square in &rules.squares {
        if !setup.at(square).is_empty() && setup.at(square) == start.at(square) {
            rights |= rules.unmoved_bit(square);
        }
    }
    rights
}
