//! Attacks, checks and pins, all from the attack tables.

use arrayvec::ArrayVec;

use crate::rules::{ALWAYS, AttacksOn, BoardSets, NEVER, steps};
use crate::types::{Color, Move, Piece, Square, SquareSet};

use super::Position;

/// The cells of a board.
pub(crate) type Cells = [Piece; 256];

/// What restricts the side to move: checks and pins on its King.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Number of pieces that give check.
    pub checkers: usize,
    /// Where a piece other than the King must go to end every check: all squares if there is none.
    pub resolve: SquareSet,
    /// Squares of pinned pieces.
    pub pinned: SquareSet,
    /// Each pin: the pinned piece and the squares it may go to. A piece pinned twice appears twice.
    pub pins: ArrayVec<(Square, SquareSet), 8>,
    /// Whether a piece that hops bears on the King, so that every move must be tried out.
    pub try_all: bool,
}

/// The attacks on the King of the side that is not to move.
#[derive(Clone, Copy, Debug)]
pub struct DirectChecks<'a> {
    position: &'a Position,
    attacks: AttacksOn<'a>,
}

impl DirectChecks<'_> {
    /// Whether the piece that a move brings to its target attacks the enemy King from there, with everything else as it
    /// stands now. Discovered checks, and lines that the move itself opens or shuts, are not seen.
    #[inline]
    pub fn gives(&self, mv: Move) -> bool {
        let code = self.attacks.code(self.position.arriving(mv), mv.to());
        self.position.code_holds(&self.position.cells, code, mv.to())
    }
}

/// The outcome of one condition of an attack.
enum Line {
    Open,
    Blocked(Square),
    Shut,
}

impl Position {
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.kings[self.side], !self.side)
    }

    /// Whether some piece of `by` attacks a square, whatever stands on it.
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        self.attacked_on::<false>(&self.cells, target, by)
    }

    /// The squares of the pieces of `by` that attack a square.
    pub fn attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        self.pieces(by).iter().copied().filter(move |&from| self.attacks(from, target))
    }

    /// Whether the piece on `from` attacks `target`.
    pub fn attacks(&self, from: Square, target: Square) -> bool {
        let code = self.rules.attacks_on(target).code(self.at(from), from);
        self.code_holds(&self.cells, code, from)
    }

    /// To ask of many moves whether they give check, see [`DirectChecks::gives`].
    #[inline]
    pub fn direct_checks(&self) -> DirectChecks<'_> {
        DirectChecks { position: self, attacks: self.rules.attacks_on(self.kings[!self.side]) }
    }

    /// Whether a piece attacks `target` on a board that may differ from the position's by pieces lifted or put.
    /// `CHECK`: pieces of `by` may have been lifted.
    #[inline(always)]
    pub(crate) fn attacked_on<const CHECK: bool>(&self, cells: &Cells, target: Square, by: Color) -> bool {
        let attacks = self.rules.attacks_on(target);
        self.any_near(target, by, |from| {
            let piece = cells[from.index()];
            if CHECK && !piece.is(by) {
                return false;
            }
            self.code_holds(cells, attacks.code(piece, from), from)
        })
    }

    /// Tries the pieces of a side that attack a square if nothing is in their way, until one passes a test. Says whether one
    /// did.
    #[inline(always)]
    pub(super) fn any_near(&self, target: Square, by: Color, mut test: impl FnMut(Square) -> bool) -> bool {
        let rules = &self.rules;
        let (target, squares) = (rules.number(target), &rules.squares);
        let mut test = |number: usize| test(squares[number]);
        let kinds = self.kinds_on_board(by);
        match &rules.sets {
            BoardSets::Small(sets) => self.sets.any(by, kinds, sets.origins(by, target), &mut test),
            BoardSets::Medium(sets) => self.sets.any(by, kinds, sets.origins(by, target), &mut test),
            BoardSets::Large(sets) => self.sets.any(by, kinds, sets.origins(by, target), &mut test),
        }
    }

    #[inline(always)]
    pub(super) fn code_holds(&self, cells: &Cells, code: u16, from: Square) -> bool {
        match code {
            NEVER => false,
            ALWAYS => true,
            _ => self.any_holds(cells, self.rules.attacks.alternatives(code), from),
        }
    }

    /// Whether one of the encoded alternatives of a piece on `from` holds.
    #[inline]
    pub(crate) fn any_holds(&self, cells: &Cells, alternatives: &[u8], from: Square) -> bool {
        let mut rest = &alternatives[1..];
        for _ in 0..alternatives[0] {
            let (empty, occupied) = (usize::from(rest[0] & !steps::INITIAL), usize::from(rest[1]));
            let squares = &rest[2..2 + empty + occupied];
            let moved = rest[0] & steps::INITIAL != 0 && !self.is_unmoved(from);
            if !moved
                && squares[..empty].iter().all(|&s| cells[usize::from(s)].is_empty())
                && squares[empty..].iter().all(|&s| !cells[usize::from(s)].is_empty())
            {
                return true;
            }
            rest = &rest[2 + empty + occupied..];
        }
        false
    }

    /// Whether the piece on a square still has its initial moves.
    #[inline]
    pub fn is_unmoved(&self, square: Square) -> bool {
        self.rights & self.rules.unmoved_bit(square) != 0
    }

    /// Whether the King of the side to move is safe once these cells have changed. Slow, for rare moves.
    pub(crate) fn is_safe_after(&self, changes: &[(Square, Piece)]) -> bool {
        let mut cells = self.cells;
        let mut king = self.kings[self.side];
        for &(square, piece) in changes {
            cells[square.index()] = piece;
            if piece.is(self.side) && self.rules.is_royal(piece.kind()) {
                king = square;
            }
        }
        !self.attacked_on::<true>(&cells, king, !self.side)
    }

    /// The cells with the King of the side to move lifted, to see which squares it could step to.
    #[inline]
    pub(crate) fn cells_without_king(&self) -> Cells {
        let mut cells = self.cells;
        cells[self.kings[self.side].index()] = Piece::EMPTY;
        cells
    }

    /// Finds checks and pins on the King of the side to move.
    #[inline]
    pub fn threats(&self) -> Threats {
        let mut threats = Threats::default();
        self.find_threats(&mut threats);
        threats
    }

    /// The same, written over what is there already.
    pub fn find_threats(&self, threats: &mut Threats) {
        let them = !self.side;
        let king = self.kings[self.side];
        let attacks = self.rules.attacks_on(king);
        threats.clear();
        self.any_near(king, them, |from| {
            match attacks.code(self.at(from), from) {
                NEVER => {}
                ALWAYS => threats.add_check(from, &SquareSet::EMPTY),
                code => self.add_lines(threats, from, code),
            }
            false
        });
    }

    /// Looks at each condition of a possible attack on the King: one that holds is a check, one that a single own
    /// piece blocks is a pin.
    fn add_lines(&self, threats: &mut Threats, from: Square, code: u16) {
        threats.try_all |= self.rules.hops(self.at(from).kind());
        let alternatives = self.rules.attacks.alternatives(code);
        let mut rest = &alternatives[1..];
        let mut open: Option<SquareSet> = None;
        for _ in 0..alternatives[0] {
            let (empty, occupied) = (usize::from(rest[0] & !steps::INITIAL), usize::from(rest[1]));
            let line = &rest[2..2 + empty];
            let platforms = &rest[2 + empty..2 + empty + occupied];
            let moved = rest[0] & steps::INITIAL != 0 && !self.is_unmoved(from);
            rest = &rest[2 + empty + occupied..];
            if moved || platforms.iter().any(|&s| self.cells[usize::from(s)].is_empty()) {
                continue;
            }
            match self.line(line) {
                Line::Open => {
                    let squares: SquareSet = line.iter().map(|&s| Square::from_index(s)).collect();
                    open = Some(open.map_or(squares, |known| known.and(&squares)));
                }
                Line::Blocked(pinned) => {
                    let mut allowed: SquareSet = line.iter().map(|&s| Square::from_index(s)).collect();
                    allowed.insert(from);
                    threats.add_pin(pinned, allowed);
                }
                Line::Shut => {}
            }
        }
        if let Some(common) = open {
            threats.add_check(from, &common);
        }
    }

    /// Whether a line toward the King is open, blocked by a single own piece, or shut.
    #[inline]
    fn line(&self, squares: &[u8]) -> Line {
        let mut blocker = None;
        for &square in squares {
            let piece = self.cells[usize::from(square)];
            if !piece.is_empty() {
                if blocker.is_some() || !piece.is(self.side) {
                    return Line::Shut;
                }
                blocker = Some(Square::from_index(square));
            }
        }
        blocker.map_or(Line::Open, Line::Blocked)
    }
}

impl Default for Threats {
    /// No check and no pin.
    #[inline]
    fn default() -> Threats {
        Threats {
            checkers: 0,
            resolve: SquareSet::ALL,
            pinned: SquareSet::EMPTY,
            pins: ArrayVec::new(),
            try_all: false,
        }
    }
}

impl Threats {
    #[inline]
    fn clear(&mut self) {
        self.checkers = 0;
        self.resolve = SquareSet::ALL;
        self.pinned = SquareSet::EMPTY;
        self.pins.clear();
        self.try_all = false;
    }

    /// Adds a check that ends when the checker is captured or one of the squares `between` is filled.
    fn add_check(&mut self, checker: Square, between: &SquareSet) {
        let mut resolve = *between;
        resolve.insert(checker);
        self.resolve = self.resolve.and(&resolve);
        self.checkers += 1;
    }

    fn add_pin(&mut self, pinned: Square, allowed: SquareSet) {
        self.pinned.insert(pinned);
        if self.pins.try_push((pinned, allowed)).is_err() {
            self.try_all = true;
        }
    }

    /// Whether the piece on `from`, not the King, may go where it likes.
    #[inline]
    pub fn leaves_free(&self, from: Square) -> bool {
        self.checkers == 0 && !self.try_all && (self.pins.is_empty() || !self.pinned.contains(from))
    }

    /// Where the piece on `from`, not the King, may go as far as checks and pins are concerned.
    #[inline]
    pub fn allowed(&self, from: Square) -> SquareSet {
        let mut allowed = self.resolve;
        for (_, squares) in self.pins.iter().filter(|(pinned, _)| *pinned == from) {
            allowed = allowed.and(squares);
        }
        allowed
    }
}
