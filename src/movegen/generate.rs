//! The loop over pieces and their step records.

use std::marker::PhantomData;

use crate::position::{EnPassant, Position, Threats};
use crate::rules::{Promotes, steps, usage};
use crate::types::{Color, Kind, Move, MoveClass, Piece, Square};

use super::by_sets;
use super::filter::{Filter, Free, KingSafe, Tried, Within};
use super::sink::Sink;
use super::special;

/// Which moves are generated.
pub trait Mode {
    /// Moves to empty squares, castlings and drops.
    const QUIET: bool;
    /// Captures and promotions.
    const NOISY: bool;
}

/// All moves.
pub struct All;
impl Mode for All {
    const QUIET: bool = true;
    const NOISY: bool = true;
}

/// Captures and promotions.
pub struct Noisy;
impl Mode for Noisy {
    const QUIET: bool = false;
    const NOISY: bool = true;
}

/// Moves to empty squares, castlings and drops, but no promotions.
pub struct Quiet;
impl Mode for Quiet {
    const QUIET: bool = true;
    const NOISY: bool = false;
}

/// Generates the legal moves of a mode.
#[inline]
pub fn generate<M: Mode, S: Sink>(position: &Position, sink: &mut S) {
    generate_with::<M, S>(position, &position.threats(), sink);
}

/// The same for a caller that knows [`Position::threats`] already.
#[inline]
pub fn generate_with<M: Mode, S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    if !M::QUIET {
        return by_sets::find(position, threats, by_sets::Wanted::Captures, sink);
    }
    let us = position.side();
    let mut walker = Walker::<M, S> { position, us, sink, mode: PhantomData };
    for &from in position.pieces(us) {
        walker.any(from, threats);
    }
    if threats.checkers == 0 {
        special::castlings(position, sink);
    }
    if position.hand_kinds(us) != 0 {
        special::drops(position, threats, sink);
    }
}

/// The legal moves of one piece of the side to move from its step record, castlings apart. Without quiet moves only for Pawns:
/// captures of other pieces come from sets.
pub(super) fn walk<M: Mode, S: Sink>(position: &Position, threats: &Threats, from: Square, sink: &mut S) {
    debug_assert!(M::QUIET || position.rules().is_pawn(position.at(from).kind()));
    let us = position.side();
    Walker::<M, S> { position, us, sink, mode: PhantomData }.any(from, threats);
}

/// An en passant capture from a square, if it is legal. The position knows of it only if one is, but not every Pawn beside
/// the victim may be free to make it.
pub(super) fn en_passant<S: Sink>(position: &Position, from: Square, ep: EnPassant, sink: &mut S) {
    let piece = position.at(from);
    if position.is_safe_after(&[(from, Piece::EMPTY), (ep.victim, Piece::EMPTY), (ep.target, piece)]) {
        sink.add(Move::en_passant(from, ep.target));
    }
}

/// Whether a move, which may come from another position, is legal here.
pub fn is_legal(position: &Position, threats: &Threats, mv: Move) -> bool {
    let us = position.side();
    let mut wanted = Wanted { mv, found: false };
    match mv.class() {
        MoveClass::Drop => {
            let open = threats.try_all || threats.resolve.contains(mv.to());
            let empty = position.at(mv.to()).is_empty() && position.rules().geometry().contains(mv.to());
            if open && empty && position.in_hand(us, mv.kind()) > 0 {
                special::drop_on(position, threats, mv.kind(), mv.to(), &mut wanted);
            }
        }
        MoveClass::Castle => {
            if threats.checkers == 0 {
                special::castlings(position, &mut wanted);
            }
        }
        _ if !position.at(mv.from()).is(us) => {}
        // Most are refused or found by what stands on the target.
        MoveClass::Normal if position.at(mv.to()).is_empty() => {
            walk::<Quiet, _>(position, threats, mv.from(), &mut wanted);
        }
        MoveClass::DoubleStep => walk::<Quiet, _>(position, threats, mv.from(), &mut wanted),
        _ => by_sets::find(position, threats, by_sets::Wanted::CapturesOf(mv.from()), &mut wanted),
    }
    wanted.found
}

/// Looks for a move among those generated.
struct Wanted {
    mv: Move,
    found: bool,
}

impl Sink for Wanted {
    #[inline]
    fn add(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }

    fn add_drops(&mut self, kind: Kind, targets: &[Square]) {
        self.found |= targets.iter().any(|&to| Move::drop(kind, to) == self.mv);
    }
}

/// Walks step records. Their layout is described in [`steps`].
struct Walker<'a, M: Mode, S: Sink> {
    position: &'a Position,
    us: Color,
    sink: &'a mut S,
    mode: PhantomData<M>,
}

impl<M: Mode, S: Sink> Walker<'_, M, S> {
    /// The moves of the piece on a square.
    #[inline(always)]
    fn any(&mut self, from: Square, threats: &Threats) {
        if from == self.position.king(self.us) {
            self.king(from);
        } else if threats.leaves_free(from) {
            self.piece(self.position.at(from), from, &Free);
        } else {
            self.bound_piece(self.position.at(from), from, threats);
        }
    }

    #[inline(never)]
    fn king(&mut self, from: Square) {
        let filter = KingSafe::new(self.position);
        let piece = self.position.at(from);
        self.ordinary(piece, from, self.position.rules().steps(piece, from), &filter);
    }

    /// Moves of a piece that a check or a pin binds.
    #[inline(never)]
    fn bound_piece(&mut self, piece: Piece, from: Square, threats: &Threats) {
        if threats.try_all {
            self.piece(piece, from, &Tried(self.position));
        } else {
            self.piece(piece, from, &Within(threats.allowed(from)));
        }
    }

    #[inline(always)]
    fn piece<F: Filter>(&mut self, piece: Piece, from: Square, filter: &F) {
        let record = self.position.rules().steps(piece, from);
        match record[0] {
            steps::ORDINARY => self.ordinary(piece, from, record, filter),
            steps::PLAIN_PAWN => self.plain_pawn(from, record, filter),
            _ => self.pawn(piece, from, record, filter),
        }
    }

    #[inline]
    fn at(&self, square: u8) -> Piece {
        self.position.at(Square::from_index(square))
    }

    /// Whether a mode with quiet moves wants a move to a cell that holds this.
    #[inline]
    fn wants(us: Color, target: Piece) -> bool {
        if M::NOISY { !target.is(us) } else { target.is_empty() }
    }

    /// Moves in a mode with quiet ones.
    #[inline(always)]
    fn ordinary<F: Filter>(&mut self, piece: Piece, from: Square, record: &[u8], filter: &F) {
        let (position, us) = (self.position, self.us);
        let (leaps, rest) = counted(&record[1..]);
        let wanted = |to: &Square| Self::wants(us, position.at(*to)) && filter.allows(from, *to);
        self.sink.add_all(from, squares_of(leaps).filter(wanted));
        let mut slides = &rest[1..];
        for _ in 0..rest[0] {
            let (squares, after) = counted(slides);
            slides = after;
            self.slide(from, squares.iter().copied(), filter);
        }
        if slides[0] != 0 {
            self.rare(piece, from, slides, filter);
        }
    }

    /// Walks squares until one is occupied; returns the number of the occupied one.
    #[inline]
    fn slide<F: Filter>(
        &mut self,
        from: Square,
        squares: impl ExactSizeIterator<Item = u8> + Clone,
        filter: &F,
    ) -> Option<usize> {
        let length = squares.len();
        let blocked = squares.clone().enumerate().find(|&(_, to)| !self.at(to).is_empty());
        let open = blocked.map_or(length, |(step, _)| step);
        let captures = M::NOISY && blocked.is_some_and(|(_, to)| self.at(to).is(!self.us));
        let targets = squares.take(open + usize::from(captures));
        let allowed = |to: &Square| filter.allows(from, *to);
        self.sink.add_all(from, targets.map(Square::from_index).filter(allowed));
        blocked.map(|(step, _)| step)
    }

    #[inline(always)]
    fn plain_pawn<F: Filter>(&mut self, from: Square, record: &[u8], filter: &F) {
        let Some(&[_, step, left, right, passed, target]) = record.first_chunk() else { return };
        if M::QUIET {
            let to = Square::from_index(step);
            if self.at(step).is_empty() && filter.allows(from, to) {
                self.sink.add_normal(from, to);
            }
            let to = Square::from_index(target);
            if target != steps::NOWHERE
                && self.at(passed).is_empty()
                && self.at(target).is_empty()
                && filter.allows(from, to)
            {
                self.sink.add(Move::double_step(from, to, Square::from_index(passed)));
            }
        }
        if M::NOISY {
            for square in [left, right] {
                let to = Square::from_index(square);
                if self.at(square).is(!self.us) && filter.allows(from, to) {
                    self.sink.add_normal(from, to);
                }
            }
            if self.position.en_passant().is_some() {
                for square in [left, right] {
                    self.offer_en_passant(from, square);
                }
            }
        }
    }

    /// A Pawn of any kind.
    #[inline(never)]
    fn pawn<F: Filter>(&mut self, piece: Piece, from: Square, record: &[u8], filter: &F) {
        let (position, us) = (self.position, self.us);
        let (quiet, rest) = counted(&record[1..]);
        let (captures, rest) = counted(rest);
        if record[0] == steps::PROMOTER {
            self.promoter(from, quiet, captures, filter);
        } else {
            let allowed = |to: &Square| filter.allows(from, *to);
            if M::QUIET {
                let free = squares_of(quiet).filter(|&to| position.at(to).is_empty());
                self.sink.add_all(from, free.filter(allowed));
            }
            if M::NOISY {
                let victims = squares_of(captures).filter(|&to| position.at(to).is(!us));
                self.sink.add_all(from, victims.filter(allowed));
            }
        }
        if position.en_passant().is_some() {
            for &to in captures {
                self.offer_en_passant(from, to);
            }
        }
        let doubles = usize::from(rest[0]) * 2;
        if M::QUIET {
            for step in rest[1..=doubles].chunks_exact(2) {
                let to = Square::from_index(step[1]);
                if self.at(step[0]).is_empty() && self.at(step[1]).is_empty() && filter.allows(from, to) {
                    self.sink.add(Move::double_step(from, to, Square::from_index(step[0])));
                }
            }
        }
        let rest = &rest[1 + doubles..];
        if rest[0] != 0 {
            self.rare(piece, from, rest, filter);
        }
    }

    /// Moves and captures of a Pawn some of which promote.
    #[inline(never)]
    fn promoter<F: Filter>(&mut self, from: Square, quiet: &[u8], captures: &[u8], filter: &F) {
        for &to in quiet {
            if self.at(to).is_empty() {
                self.offer_pawn(from, to, false, filter);
            }
        }
        for &to in captures {
            if self.at(to).is(!self.us) {
                self.offer_pawn(from, to, true, filter);
            }
        }
    }

    /// A Pawn's move or capture, with every promotion it may bring.
    #[inline]
    fn offer_pawn<F: Filter>(&mut self, from: Square, to: u8, capture: bool, filter: &F) {
        let to = Square::from_index(to);
        let promotes = self.position.rules().promotes(self.us, to);
        let plain_wanted = if capture { M::NOISY } else { M::QUIET };
        if promotes == Promotes::Never && !plain_wanted || !filter.allows(from, to) {
            return;
        }
        if promotes != Promotes::Must && plain_wanted {
            self.sink.add_normal(from, to);
        }
        if promotes != Promotes::Never && M::NOISY {
            special::promotions(self.position, from, to, self.sink);
        }
    }

    /// An en passant capture, if this is the square.
    #[inline]
    fn offer_en_passant(&mut self, from: Square, to: u8) {
        let ep = self.position.en_passant().filter(|ep| M::NOISY && ep.target.byte() == to);
        if let Some(ep) = ep {
            en_passant(self.position, from, ep, self.sink);
        }
    }

    /// The rare records: `records` starts with their number.
    #[inline(never)]
    fn rare<F: Filter>(&mut self, piece: Piece, from: Square, records: &[u8], filter: &F) {
        let mut rest = &records[1..];
        for _ in 0..records[0] {
            rest = match rest[0] {
                steps::RING => {
                    let (squares, after) = counted(&rest[1..]);
                    self.ring(from, squares, filter);
                    after
                }
                steps::CROSSING => {
                    let (first, after) = counted(&rest[3..]);
                    let (second, after) = counted(after);
                    self.crossing(from, first, usize::from(rest[1]), second, usize::from(rest[2]), filter);
                    after
                }
                steps::SLIDE => {
                    let (usage, length) = (rest[1], usize::from(rest[2]));
                    let marks = u16::from_le_bytes([rest[3], rest[4]]);
                    self.marked_slide(piece, from, usage, marks, &rest[5..5 + length], filter);
                    &rest[5 + length..]
                }
                steps::LEAPS => {
                    let (squares, after) = counted(&rest[2..]);
                    for &to in squares {
                        self.offer_for(piece, from, to, rest[1], filter);
                    }
                    after
                }
                _ => {
                    let (usage, to) = (rest[1], rest[2]);
                    let alternatives = &rest[3..];
                    if self.position.any_holds(self.position.cells(), alternatives, from) {
                        self.offer_for(piece, from, to, usage, filter);
                    }
                    skip_alternatives(alternatives)
                }
            };
        }
    }

    /// A slide round a cylinder: forward, and backward unless the way round is free. A piece met from both sides is
    /// one target.
    #[inline]
    fn ring<F: Filter>(&mut self, from: Square, squares: &[u8], filter: &F) {
        if let Some(blocked) = self.slide(from, squares.iter().copied(), filter) {
            let behind = &squares[blocked + 1..];
            self.slide(from, behind.iter().rev().copied(), filter);
            // The backward slide ends at the latest before the square that stopped the forward one.
        }
    }

    /// Two slides that share a square: the second stops there only if the first has not come so far.
    #[inline]
    fn crossing<F: Filter>(
        &mut self,
        from: Square,
        first: &[u8],
        shared_first: usize,
        second: &[u8],
        shared_second: usize,
        filter: &F,
    ) {
        let blocked = self.slide(from, first.iter().copied(), filter).unwrap_or(first.len());
        if blocked < shared_first {
            self.slide(from, second.iter().copied(), filter);
        } else if self.slide(from, second[..shared_second].iter().copied(), filter).is_none()
            && self.at(second[shared_second]).is_empty()
        {
            self.slide(from, second[shared_second + 1..].iter().copied(), filter);
        }
    }

    fn marked_slide<F: Filter>(
        &mut self,
        piece: Piece,
        from: Square,
        usage: u8,
        marks: u16,
        squares: &[u8],
        filter: &F,
    ) {
        for (step, &to) in squares.iter().enumerate() {
            if marks >> step & 1 != 0 {
                self.offer_for(piece, from, to, usage, filter);
            }
            if !self.at(to).is_empty() {
                return;
            }
        }
    }

    /// A move to a square within reach by a path that is only good for some uses.
    fn offer_for<F: Filter>(&mut self, piece: Piece, from: Square, to: u8, usage: u8, filter: &F) {
        let target = self.at(to);
        let usable = if target.is_empty() {
            usage & usage::QUIET != 0
        } else {
            usage & usage::CAPTURE != 0 && target.is(!self.us)
        };
        if self.position.rules().is_pawn(piece.kind()) {
            if usable {
                self.offer_pawn(from, to, !target.is_empty(), filter);
            } else if usage & usage::EN_PASSANT != 0 && target.is_empty() {
                self.offer_en_passant(from, to);
            }
        } else if usable && Self::wants(self.us, target) && filter.allows(from, Square::from_index(to)) {
            self.sink.add_normal(from, Square::from_index(to));
        }
    }
}

#[inline]
fn squares_of(bytes: &[u8]) -> impl Iterator<Item = Square> + '_ {
    bytes.iter().map(|&byte| Square::from_index(byte))
}

/// Splits bytes that start with a number of squares.
#[inline]
fn counted(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes[1..].split_at(usize::from(bytes[0]))
}

fn skip_alternatives(alternatives: &[u8]) -> &[u8] {
    let mut rest = &alternatives[1..];
    for _ in 0..alternatives[0] {
        let squares = usize::from(rest[0] & !steps::INITIAL) + usize::from(rest[1]);
        rest = &rest[2 + squares..];
    }
    rest
}
