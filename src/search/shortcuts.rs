//! Ways to know the score of a node without trying its moves, or only some of them.

use crate::types::Score;

use super::brakes::Stopped;
use super::node::Situation;
use super::params::{
    NULL_DEPTH, NULL_VERIFY_DEPTH, PROBCUT_DEPTH, PROBCUT_REDUCTION, RAZOR_DEPTH, REVERSE_FUTILITY_DEPTH,
};
use super::picker::Picker;
use super::table::{Bound, Known};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};

impl Worker<'_> {
    /// The static evaluation and what it says beside the window.
    pub(super) fn assess(&mut self, at: Situation) -> Situation {
        let ply = at.ply;
        if let Some(next) = self.frames.get_mut(ply + 2) {
            next.killers = [None; 2];
            next.refuted = 0;
        }
        if at.in_check {
            self.frames[ply].eval = None;
            return at;
        }
        if at.depth >= NULL_DEPTH && !at.is_pv() {
            // What a null move would look up may come from memory while the position is evaluated.
            self.table.prefetch(self.position.key_after_null());
        }
        let raw = self.evaluate(ply, at.known);
        let fixed = self.corrected(ply, raw);
        self.frames[ply].eval = Some(fixed);
        let improving = self.improves(ply, fixed);
        if at.excluded.is_none() && at.known.is_none() {
            self.learn_change(ply, fixed);
        }
        // A score from the table is a better evaluation if its bound points the right way.
        let better = at.known.filter(|known| {
            known.score.abs() < MATE_BOUND
                && match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => known.score > fixed,
                    Bound::Upper => known.score < fixed,
                }
        });
        Situation { raw, fixed, eval: better.map_or(fixed, |known| known.score), improving, ..at }
    }

    /// Whether an evaluation is better than the one of two plies ago.
    #[inline]
    fn improves(&self, ply: usize, eval: Score) -> bool {
        let earlier = |back: usize| ply.checked_sub(back).and_then(|before| self.frames[before].eval);
        earlier(2).or_else(|| earlier(4)).is_none_or(|before| eval > before)
    }

    /// The score of a node that is so far ahead that an estimate will do for reverse futility, see [`Worker::shortcut`].
    pub(super) fn far_ahead(&self, at: Situation) -> Option<Score> {
        if at.in_check
            || at.is_pv()
            || at.excluded.is_some()
            || at.known.is_some()
            || at.depth > REVERSE_FUTILITY_DEPTH
            || at.window.beta.abs() >= MATE_BOUND
        {
            return None;
        }
        let least = self.least_evaluation(at.ply)?;
        let margin = self.numbers.reverse_futility * (at.depth - i32::from(self.improves(at.ply, least)));
        let enough = least - margin >= at.window.beta;
        enough.then(|| i32::midpoint(least, at.window.beta))
    }

    /// The score if it is found without trying moves. None of the ways is sound in check, and none is used on the principal
    /// variation, near a mate or while a move is left out.
    pub(super) fn shortcut(&mut self, at: Situation) -> Result<Option<Score>, Stopped> {
        let Window { alpha, beta } = at.window;
        if at.in_check || at.is_pv() || at.excluded.is_some() || beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        // Razoring (Birmingham and Kent 1977): so far behind, only captures can help.
        if at.depth <= RAZOR_DEPTH
            && at.eval + self.numbers.razor + self.numbers.razor_per_ply * at.depth <= alpha
        {
            let score = self.quiesce(at.window, at.ply, true)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        // Reverse futility: the lead is greater than what few plies usually take away.
        let margin = self.numbers.reverse_futility * (at.depth - i32::from(at.improving));
        if at.depth <= REVERSE_FUTILITY_DEPTH && at.eval - margin >= beta && at.eval < MATE_BOUND {
            return Ok(Some(i32::midpoint(at.eval, beta)));
        }
        if let Some(score) = self.null_move(at)? {
            return Ok(Some(score));
        }
        self.probcut(at)
    }

    /// Null move (Beal 1989; Donninger 1993): if passing is good enough, some move is too. It fails in zugzwang, so not with
    /// Pawns alone, and at great depth only if a search without it agrees; not twice in a row, where it would only lose
    /// depth.
    fn null_move(&mut self, at: Situation) -> Result<Option<Score>, Stopped> {
        let beta = at.window.beta;
        if at.depth < NULL_DEPTH
            || at.eval < beta
            || at.fixed < beta + self.numbers.null_margin - self.numbers.null_margin_per_ply * at.depth
            || at.ply < self.null_from
            || self.position.last_move().is_none()
            || self.evaluator.material(&self.position, self.position.side()) == 0
        {
            return Ok(None);
        }
        let saved = (self.numbers.null_reduction + at.depth * 64) / 256;
        let depth = at.depth - saved - ((at.eval - beta) / self.numbers.null_lead).min(3);
        self.make_null(at.ply);
        let score = -self.node(Window::above(beta - 1).turned(), depth, at.ply + 1, !at.cut)?;
        self.position.unmake();
        if score < beta {
            return Ok(None);
        }
        // A mate found by passing is no mate.
        let score = if score >= MATE_BOUND { beta } else { score };
        if at.depth < NULL_VERIFY_DEPTH || self.null_from > 0 {
            return Ok(Some(score));
        }
        self.null_from = at.ply + (depth.max(1) * 3 / 4) as usize;
        let verified = self.node(Window::above(beta - 1), depth, at.ply, false)?;
        self.null_from = 0;
        Ok((verified >= beta).then_some(score))
    }

    /// Probcut (Buro 1995): a capture that is far above beta in a shallow search is hardly below it in a deep one.
    fn probcut(&mut self, at: Situation) -> Result<Option<Score>, Stopped> {
        let beta = at.window.beta + self.numbers.probcut;
        let refuted =
            at.known.is_some_and(|known| known.depth >= at.depth - PROBCUT_REDUCTION && known.score < beta);
        if at.depth < PROBCUT_DEPTH || beta >= MATE_BOUND || refuted {
            return Ok(None);
        }
        let hash_move = at.known.and_then(|known| known.best);
        let lists = self.frames[at.ply].lend_lists();
        let mut picker = Picker::noisy(lists, hash_move, beta - at.fixed);
        let score = self.try_probcut(at, beta, &mut picker);
        self.frames[at.ply].take_back(picker.into_lists());
        score
    }

    fn try_probcut(
        &mut self,
        at: Situation,
        beta: Score,
        picker: &mut Picker,
    ) -> Result<Option<Score>, Stopped> {
        let Situation { ply, .. } = at;
        let depth = at.depth - PROBCUT_REDUCTION;
        let window = Window::above(beta - 1).turned();
        while let Some((mv, _)) = picker.next(&self.sources(ply)) {
            self.make(ply, mv);
            let mut score = -self.quiesce(window, ply + 1, true)?;
            if score >= beta && depth > 1 {
                score = -self.node(window, depth - 1, ply + 1, !at.cut)?;
            }
            self.position.unmake();
            if score >= beta {
                let known = Known {
                    best: Some(mv),
                    score,
                    depth,
                    bound: Bound::Lower,
                    eval: Some(at.raw),
                    was_pv: at.was_pv,
                };
                self.table.keep(self.position.key(), ply, known);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
