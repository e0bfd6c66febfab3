//! The squares that a piece attacks, from the step records.

use arrayvec::ArrayVec;

use crate::position::Position;
use crate::rules::{steps, usage};
use crate::types::{Piece, Square};

use super::generate::{counted, skip_alternatives};

/// Visits every square that a piece would attack from a square, whatever stands on either. A slide ends with the first
/// occupied square.
///
/// With the piece of the other colour it visits, for all but a few lame pieces, the squares from which the piece attacks
/// the square: the moves of Black are those of White turned round.
#[inline]
pub fn for_each_attack(position: &Position, piece: Piece, from: Square, mut visit: impl FnMut(Square)) {
    let rules = position.rules();
    let record = rules.steps(piece, from);
    let (first, rest) = counted(&record[1..]);
    if record[0] != steps::ORDINARY {
        let (captures, rest) = counted(rest);
        for &to in captures {
            visit(Square::from_index(to));
        }
        let rest = &rest[1 + 2 * usize::from(rest[0])..];
        if rest[0] != 0 {
            rare(position, from, rest).into_iter().for_each(visit);
        }
        return;
    }
    for &to in first {
        visit(Square::from_index(to));
    }
    let mut slides = &rest[1..];
    for _ in 0..rest[0] {
        let (squares, after) = counted(slides);
        slides = after;
        slide(position, squares.iter().copied(), &mut visit);
    }
    if slides[0] != 0 {
        rare(position, from, slides).into_iter().for_each(visit);
    }
}

/// Squares that a piece attacks by rare records.
type Targets = ArrayVec<Square, 256>;

/// Visits squares until one is occupied; returns the number of the occupied one.
#[inline]
fn slide(
    position: &Position,
    squares: impl Iterator<Item = u8>,
    visit: &mut impl FnMut(Square),
) -> Option<usize> {
    for (step, to) in squares.enumerate() {
        let to = Square::from_index(to);
        visit(to);
        if !position.at(to).is_empty() {
            return Some(step);
        }
    }
    None
}

/// The squares attacked by the rare records, see [`steps`]: `records` starts with their number. They are listed rather than
/// visited, so that what visits is never lent out and can live in registers.
#[inline(never)]
fn rare(position: &Position, from: Square, records: &[u8]) -> Targets {
    let mut targets = Targets::new();
    let visit = &mut |to| {
        let _ = targets.try_push(to);
    };
    let is_empty = |square: u8| position.at(Square::from_index(square)).is_empty();
    let mut rest = &records[1..];
    for _ in 0..records[0] {
        rest = match rest[0] {
            steps::RING => {
                let (squares, after) = counted(&rest[1..]);
                if let Some(blocked) = slide(position, squares.iter().copied(), visit) {
                    slide(position, squares[blocked + 1..].iter().rev().copied(), visit);
                }
                after
            }
            steps::CROSSING => {
                let (first, after) = counted(&rest[3..]);
                let (second, after) = counted(after);
                let (at_first, at_second) = (usize::from(rest[1]), usize::from(rest[2]));
                let blocked = slide(position, first.iter().copied(), visit).unwrap_or(first.len());
                if blocked < at_first {
                    slide(position, second.iter().copied(), visit);
                } else if slide(position, second[..at_second].iter().copied(), visit).is_none()
                    && is_empty(second[at_second])
                {
                    slide(position, second[at_second + 1..].iter().copied(), visit);
                }
                after
            }
            steps::SLIDE => {
                let (uses, length) = (rest[1], usize::from(rest[2]));
                let marks = u16::from_le_bytes([rest[3], rest[4]]);
                let squares = &rest[5..5 + length];
                if uses & usage::CAPTURE != 0 {
                    for (step, &to) in squares.iter().enumerate() {
                        if marks >> step & 1 != 0 {
                            visit(Square::from_index(to));
                        }
                        if !is_empty(to) {
                            break;
                        }
                    }
                }
                &rest[5 + length..]
            }
            steps::LEAPS => {
                let (squares, after) = counted(&rest[2..]);
                if rest[1] & usage::CAPTURE != 0 {
                    for &to in squares {
                        visit(Square::from_index(to));
                    }
                }
                after
            }
            _ => {
                let (uses, to) = (rest[1], rest[2]);
                if uses & usage::CAPTURE != 0 && position.any_holds(position.cells(), &rest[3..], from) {
                    visit(Square::from_index(to));
                }
                skip_alternatives(&rest[3..])
            }
        };
    }
    targets
}
