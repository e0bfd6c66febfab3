//! What earlier nodes taught about moves: tables of scores that order the moves of later ones.
//!
//! * **Butterfly** (Schaeffer 1983): by colour, origin and target; drops by kind and target.
//! * **Continuation** (from the counter moves of Uiterwijk 1992): by the move one and two plies before and the present
//!   one, each by kind and target.
//! * **Captures**: by kind, target and victim.
//!
//! Every value moves toward its end the less the nearer it is ("gravity"), so that it stays within
//! [`HISTORY_MAX`] and newer results count more.

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Kind, Move, MoveClass};

use super::params::HISTORY_MAX;

/// How far back the moves are that a continuation is remembered for, in plies.
const LOOK_BACK: usize = 2;

/// A move as the histories see it: what moves or is dropped, and where to. `None` for a null move and before the root.
pub(super) type Row = Option<u32>;

/// All the histories of one search thread.
#[derive(Debug)]
pub(super) struct Histories {
    shape: Shape,
    butterfly: Vec<i16>,
    continuation: [Vec<i16>; LOOK_BACK],
    captures: Vec<i16>,
}

/// The sizes of the tables.
#[derive(Clone, Debug)]
struct Shape {
    /// Squares of the board.
    squares: usize,
    kinds: usize,
    /// Kinds on the board, and again those in hand where there are holdings.
    movers: usize,
}

impl Shape {
    fn new(rules: &Rules) -> Shape {
        let kinds = rules.kind_count();
        Shape {
            squares: rules.squares.len(),
            kinds,
            movers: if rules.has_holdings() { 2 * kinds } else { kinds },
        }
    }

    fn rows(&self) -> usize {
        self.movers * self.squares
    }

    #[inline]
    fn row(&self, position: &Position, mv: Move) -> usize {
        let mover = match mv.class() {
            MoveClass::Drop => self.kinds + mv.kind().index(),
            _ => position.at(mv.from()).kind().index(),
        };
        mover * self.squares + position.rules().number(mv.to())
    }

    /// The moves of one side.
    fn butterflies(&self) -> usize {
        (self.squares + self.kinds) * self.squares
    }

    /// A move among those of its side.
    #[inline]
    fn butterfly(&self, position: &Position, mv: Move) -> usize {
        let from = match mv.class() {
            MoveClass::Drop => self.squares + mv.kind().index(),
            _ => position.rules().number(mv.from()),
        };
        from * self.squares + position.rules().number(mv.to())
    }

    #[inline]
    fn capture(&self, position: &Position, mv: Move, victim: Kind) -> usize {
        let mover = position.side().index() * self.kinds + position.at(mv.from()).kind().index();
        (mover * self.squares + position.rules().number(mv.to())) * self.kinds + victim.index()
    }

    /// Where the rows after a move of the other side start.
    #[inline]
    fn continuation(&self, side: Color, before: u32) -> usize {
        (side.index() * self.rows() + before as usize) * self.rows()
    }
}

/// The histories of quiet moves in one position.
#[derive(Clone, Copy)]
pub(super) struct QuietHistory<'a> {
    histories: &'a Histories,
    position: &'a Position,
    /// Where the butterflies of the side begin.
    butterflies: usize,
    /// Where the rows after the moves before begin, beyond the end where nothing is known of them.
    continuation: [usize; LOOK_BACK],
}

impl QuietHistory<'_> {
    /// The score of a quiet move.
    #[inline]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let Histories { shape, butterfly, continuation, .. } = self.histories;
        let row = shape.row(self.position, mv);
        let after = |back: usize| {
            let index = self.continuation[back] + row;
            continuation[back].get(index).map_or(0, |&score| i32::from(score))
        };
        let butterfly = butterfly[self.butterflies + shape.butterfly(self.position, mv)];
        i32::from(butterfly) + after(0) + after(1)
    }
}

impl Histories {
    pub(super) fn new(rules: &Rules) -> Histories {
        let shape = Shape::new(rules);
        let rows = shape.rows();
        Histories {
            butterfly: vec![0; 2 * shape.butterflies()],
            continuation: std::array::from_fn(|_| vec![0; 2 * rows * rows]),
            captures: vec![0; 2 * shape.kinds * shape.squares * shape.kinds],
            shape,
        }
    }

    /// A move about to be made, to be handed to the nodes below it.
    #[inline]
    pub(super) fn row(&self, position: &Position, mv: Move) -> u32 {
        self.shape.row(position, mv) as u32
    }

    /// What is known of quiet moves after the moves `before`, the last one first.
    #[inline]
    pub(super) fn quiet<'a>(&'a self, position: &'a Position, before: [Row; LOOK_BACK]) -> QuietHistory<'a> {
        let (shape, side) = (&self.shape, position.side());
        let nowhere = self.continuation[0].len();
        QuietHistory {
            histories: self,
            position,
            butterflies: side.index() * shape.butterflies(),
            continuation: before
                .map(|before| before.map_or(nowhere, |before| shape.continuation(side, before))),
        }
    }

    /// The score of a capture.
    #[inline]
    pub(super) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let victim = position.captured_by(mv);
        if victim.is_empty() {
            return 0;
        }
        i32::from(self.captures[self.shape.capture(position, mv, victim.kind())])
    }

    /// Credits a quiet move, or debits it if `bonus` is negative.
    pub(super) fn learn_quiet(
        &mut self,
        position: &Position,
        before: [Row; LOOK_BACK],
        mv: Move,
        bonus: i32,
    ) {
        let side = position.side();
        let row = self.shape.row(position, mv);
        self.learn_butterfly(position, side, mv, bonus);
        self.learn_continuation(side, before, row, bonus);
    }

    /// The same for a move that has been made already, to be credited as if it had not.
    pub(super) fn learn_made(
        &mut self,
        position: &Position,
        before: [Row; LOOK_BACK],
        (mv, row): (Move, u32),
        bonus: i32,
    ) {
        let side = !position.side();
        self.learn_butterfly(position, side, mv, bonus);
        self.learn_continuation(side, before, row as usize, bonus);
    }

    /// Credits or debits a quiet move of a side whatever came before. The move may have been made already.
    pub(super) fn learn_butterfly(&mut self, position: &Position, side: Color, mv: Move, bonus: i32) {
        let place = side.index() * self.shape.butterflies() + self.shape.butterfly(position, mv);
        add(&mut self.butterfly[place], bonus);
    }

    fn learn_continuation(&mut self, side: Color, before: [Row; LOOK_BACK], row: usize, bonus: i32) {
        for (back, before) in before.into_iter().enumerate() {
            if let Some(before) = before {
                add(&mut self.continuation[back][self.shape.continuation(side, before) + row], bonus);
            }
        }
    }

    /// Credits or debits a capture.
    pub(super) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = position.captured_by(mv);
        if !victim.is_empty() {
            add(&mut self.captures[self.shape.capture(position, mv, victim.kind())], bonus);
        }
    }
}

/// Moves a value toward its end, the less the nearer it is.
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::{Config, GameChoice};
    use crate::movegen::{self, Quiet};

    #[test]
    fn scores_stay_within_their_bounds_and_follow_the_news() {
        let mut score = 0;
        for _ in 0..1_000 {
            add(&mut score, 1_800);
        }
        assert!(i32::from(score) <= HISTORY_MAX && score > 14_000, "{score}");
        for _ in 0..1_000 {
            add(&mut score, -1_800);
        }
        assert!(i32::from(score) >= -HISTORY_MAX && score < -14_000, "{score}");
    }

    #[test]
    fn a_move_that_has_been_made_is_credited_as_if_it_had_not() {
        for variant in ["normal", "crazyhouse"] {
            let game = Config::shipped().game(&GameChoice::variant(variant)).unwrap();
            let rules = Arc::new(Rules::compile(game).unwrap());
            let fen = "r3k2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R[Bq] w KQkq - 0 1";
            let fen = if rules.has_holdings() { fen.to_owned() } else { fen.replace("[Bq]", "") };
            let mut position = Position::from_fen(rules.clone(), &fen).unwrap();
            let mut moves = Vec::new();
            movegen::generate::<Quiet, _>(&position, &mut moves);
            for mv in moves {
                let (mut expected, mut found) = (Histories::new(&rules), Histories::new(&rules));
                let before = [Some(3), Some(5)];
                expected.learn_quiet(&position, before, mv, 700);
                let row = found.row(&position, mv);
                position.make(mv);
                found.learn_made(&position, before, (mv, row), 700);
                position.unmake();
                assert_eq!(found.butterfly, expected.butterfly, "{mv:?}");
                assert_eq!(found.continuation, expected.continuation, "{mv:?}");
            }
        }
    }
}
