//! Static exchange evaluation: what a sequence of captures on one square wins.
//!
//! The swap algorithm, asked only whether the result reaches a threshold. Attackers come from the attack tables and are
//! looked at again on the thinned-out board before each capture, so that pieces behind others, multi-path leapers and
//! hoppers join in or drop out as their lines open and shut. Pins are not looked at.

use crate::rules::AttacksOn;
use crate::types::{Color, Move, MoveClass, Piece, Score, Square};

use super::Position;
use super::attack::Cells;

/// Captures on one square.
struct Exchange<'a> {
    position: &'a Position,
    to: Square,
    attacks: AttacksOn<'a>,
    /// By [`Piece::index`], what capturing a piece wins.
    values: &'a [Score],
    /// The board without the pieces that have captured.
    cells: Cells,
}

/// A piece that captures on the square.
#[derive(Clone, Copy)]
struct Attacker {
    from: Square,
    royal: bool,
    /// What capturing it in turn wins; the most there is for a royal piece.
    value: Score,
}

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
        let attacks = self.rules.attacks_on(to);
        let mut exchange = Exchange { position: self, to, attacks, values, cells: self.cells };
        exchange.cells[from.index()] = Piece::EMPTY;
        exchange.cells[self.captured_on(mv).index()] = Piece::EMPTY;
        exchange.cells[to.index()] = arriving;
        // From here on `balance` is the mover's, who always stands below the threshold before the reply.
        let mut side = !us;
        loop {
            let Some(next) = exchange.least_attacker(side) else { return side != us };
            exchange.cells[next.from.index()] = Piece::EMPTY;
            if next.royal {
                // It may only capture what nothing protects.
                let protected = exchange.least_attacker(!side).is_some();
                return (side == us) != protected;
            }
            // The capture wins what the last one risked; what it risks itself comes off again. Seen from the side that has
            // just captured, it is content if it is above its bound even without the capturing piece.
            balance = -balance - 1 - next.value;
            if balance >= 0 {
                return side == us;
            }
            side = !side;
        }
    }
}

impl Exchange<'_> {
    /// A side's least valuable attacker whose line is open. Most exchanges are over after one or two, so none is kept for
    /// later.
    #[inline]
    fn least_attacker(&self, color: Color) -> Option<Attacker> {
        let (position, attacks) = (self.position, self.attacks);
        let mut least: Option<Attacker> = None;
        position.any_near(self.to, color, |from| {
            let piece = self.cells[from.index()];
            // Whatever the move has taken off is no attacker.
            if !piece.is_empty() {
                let royal = position.rules.is_royal(piece.kind());
                let value = if royal { Score::MAX } else { self.values[piece.index()] };
                if least.is_none_or(|least| value < least.value)
                    && position.code_holds(&self.cells, attacks.code(piece, from), from)
                {
                    least = Some(Attacker { from, royal, value });
                }
            }
            false
        });
        least
    }
}
