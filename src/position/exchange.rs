//! Static exchange evaluation: what a sequence of captures on one square wins.
//!
//! The swap algorithm, asked only whether the result reaches a threshold. Attackers come from the attack tables and are
//! looked at again on the thinned-out board before each capture, so that pieces behind others, multi-path leapers and
//! hoppers join in or drop out as their lines open and shut. Pins are not looked at.

use arrayvec::ArrayVec;

use crate::rules::NEVER;
use crate::types::{Color, Move, MoveClass, Piece, Score, Square};

use super::Position;
use super::attack::Cells;

/// More attackers of one square are not looked at.
const MAX_ATTACKERS: usize = 32;

/// A piece that may capture on the square, if its line is open.
#[derive(Clone, Copy)]
struct Attacker {
    from: Square,
    piece: Piece,
    code: u16,
    value: Score,
}

type Attackers = ArrayVec<Attacker, MAX_ATTACKERS>;

impl Position {
    /// Whether a legal move, and the captures on its target that may follow, win at least `threshold` centipawns for
    /// the mover when both sides capture with the least valuable piece first and may stop at any time.
    ///
    /// `gain` is what the move itself wins at once; `values`, by [`Piece::index`], is what capturing a piece wins.
    pub fn exchange_wins(&self, mv: Move, gain: Score, values: &[Score], threshold: Score) -> bool {
        if mv.class() == MoveClass::Castle {
            return threshold <= 0;
        }
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let arriving = self.arriving(mv);
        // The worst that can happen is that the piece is lost for nothing more.
        balance -= values[arriving.index()];
        if balance >= 0 {
            return true;
        }
        let mut cells = self.cells;
        cells[from.index()] = Piece::EMPTY;
        if let (MoveClass::EnPassant, Some(ep)) = (mv.class(), self.en_passant) {
            cells[ep.victim.index()] = Piece::EMPTY;
        }
        cells[to.index()] = arriving;
        let mut attackers = [Attackers::new(), Attackers::new()];
        self.add_attackers(&mut attackers[0], &cells, to, us, values);
        self.add_attackers(&mut attackers[1], &cells, to, !us, values);
        // From here on `balance` is the mover's, who always stands below the threshold before the reply.
        let mut side = 1;
        loop {
            let Some(next) = self.take_least(&cells, &mut attackers[side]) else { return side == 1 };
            cells[next.from.index()] = Piece::EMPTY;
            if self.rules.is_royal(next.piece.kind()) {
                // It may only capture what nothing protects.
                let protected = self.take_least(&cells, &mut attackers[1 - side]).is_some();
                return (side == 0) != protected;
            }
            // The capture wins what the last one risked; what it risks itself comes off again. Seen from the side that has
            // just captured, it is content if it is above its bound even without the capturing piece.
            balance = -balance - 1 - next.value;
            if balance >= 0 {
                return side == 0;
            }
            side = 1 - side;
        }
    }

    #[inline]
    fn add_attackers(
        &self,
        found: &mut Attackers,
        cells: &Cells,
        to: Square,
        color: Color,
        values: &[Score],
    ) {
        for &from in self.pieces(color) {
            let piece = cells[from.index()];
            // Whatever the move has taken off or put on the square itself is no attacker.
            if from == to || piece.is_empty() {
                continue;
            }
            let code = self.rules.attacks.code_of(self.rules.attack_base(piece), from, to);
            if code != NEVER {
                let value =
                    if self.rules.is_royal(piece.kind()) { Score::MAX } else { values[piece.index()] };
                if found.try_push(Attacker { from, piece, code, value }).is_err() {
                    break;
                }
            }
        }
    }

    /// Takes the least valuable attacker out whose line is open.
    fn take_least(&self, cells: &Cells, attackers: &mut Attackers) -> Option<Attacker> {
        let mut best: Option<usize> = None;
        for (index, attacker) in attackers.iter().enumerate() {
            if best.is_none_or(|best| attacker.value < attackers[best].value)
                && self.code_holds(cells, attacker.code, attacker.from)
            {
                best = Some(index);
            }
        }
        best.map(|index| attackers.swap_remove(index))
    }
}
