//! The static evaluation in the tree, and estimates of it where they are enough.
//!
//! Lazy evaluation: what the totals say is kept from move to move and costs nothing; what the last real evaluation on the way
//! to a node had above that is taken to be still there. How far the truth may have moved since then depends on the moves
//! in between. Where an estimate is outside the window by more than that, the real evaluation is not made.

use crate::types::{Color, Move, Score};

use super::table::Known;
use super::window::Window;
use super::worker::Worker;

/// Static evaluations, corrected, stay within this.
const MAX_EVAL: Score = 30_000;

/// What the last real evaluation on the way to a node leaves behind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// What it had above what the totals say, from White's view.
    surplus: Score,
    /// How far that may be off by now.
    doubt: Score,
}

impl Trace {
    /// The same after a move that makes it more doubtful by so much.
    #[inline]
    pub(super) fn fainter(self, doubt: Score) -> Trace {
        Trace { doubt: self.doubt + doubt, ..self }
    }
}

/// An estimate of a static evaluation.
struct Estimate {
    score: Score,
    /// How far off it is taken to be at most.
    doubt: Score,
}

impl Worker<'_> {
    /// By how much a legal move, `None` for passing, makes an estimate more doubtful, in centipawns.
    #[inline]
    pub(super) fn doubt_after(&self, mv: Option<Move>) -> Score {
        let captures = mv.is_some_and(|mv| !self.position.captured_by(mv).is_empty());
        if captures { self.numbers.doubt_capture } else { self.numbers.doubt_quiet }
    }

    /// The static evaluation of the position `ply` plies from the root, from the table if it is there.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize, known: Option<Known>) -> Score {
        self.evaluate_above(ply, known, self.outline(ply))
    }

    /// The same or, if that is outside a window, an estimate. Says whether it is the real one.
    #[inline]
    pub(super) fn evaluate_roughly(
        &mut self,
        ply: usize,
        known: Option<Known>,
        window: Window,
    ) -> (Score, bool) {
        let outline = self.outline(ply);
        if !window.is_open()
            && known.is_none_or(|known| known.eval.is_none())
            && let Some(Estimate { score, doubt }) = self.estimate(ply, outline)
            && (score - doubt >= window.beta || score + doubt <= window.alpha)
        {
            return (score, false);
        }
        (self.evaluate_above(ply, known, outline), true)
    }

    /// The least that the static evaluation is taken to be, corrected, without making it.
    #[inline]
    pub(super) fn least_evaluation(&self, ply: usize) -> Option<Score> {
        let Estimate { score, doubt } = self.estimate(ply, self.outline(ply))?;
        Some(self.corrected(ply, score) - doubt)
    }

    /// A static evaluation, less the error that it had in similar positions.
    #[inline]
    pub(super) fn corrected(&self, ply: usize, raw: Score) -> Score {
        let correction = self.learnt.corrections.of(&self.numbers, &self.position, self.before(ply)[0]);
        (raw + correction).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// An estimate, unless it is one that the evaluation may scale down.
    #[inline]
    fn estimate(&self, ply: usize, outline: Score) -> Option<Estimate> {
        let Trace { surplus, doubt } = self.frames[ply].trace;
        let score = outline + from_white(self.position.side(), surplus);
        let scaled = self.evaluator.leads_without_pawns(&self.position, score).is_some();
        (!scaled).then_some(Estimate { score, doubt })
    }

    /// What the totals alone say.
    #[inline]
    fn outline(&self, ply: usize) -> Score {
        self.evaluator.outline(&self.frames[ply].totals, self.position.side())
    }

    /// The static evaluation; leaves a trace.
    #[inline]
    fn evaluate_above(&mut self, ply: usize, known: Option<Known>, outline: Score) -> Score {
        let frame = &mut self.frames[ply];
        let score = known.and_then(|known| known.eval).unwrap_or_else(|| {
            self.evaluator.evaluate(&self.position, &frame.totals, &mut self.learnt.scratch)
        });
        frame.trace = Trace { surplus: from_white(self.position.side(), score - outline), doubt: 0 };
        score
    }
}

/// A score for a side from White's view, or the other way round.
#[inline]
fn from_white(side: Color, score: Score) -> Score {
    if side == Color::White { score } else { -score }
}
