//! How deep a move is searched: extensions, reductions, and what is thought of them afterwards.

use crate::types::Score;

use super::brakes::Stopped;
use super::node::{Candidate, Situation, Trial};
use super::params::{
    CHECK_DEPTH, DEEPER_PER_PLY, HINDSIGHT_DEEPER, HINDSIGHT_SHALLOWER, LATE_DEPTH, PLY, REFUTED_OFTEN,
};
use super::picker::Stage;
use super::window::Window;
use super::worker::Worker;

/// How a move just made is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The depth left after the move.
    pub(super) depth: i32,
    /// Plies by which it is tried less deep first.
    pub(super) reduction: i32,
    /// Whether it is the first move of the node.
    pub(super) first: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut: bool,
    /// The best score of the moves before.
    pub(super) best: Score,
}

impl Worker<'_> {
    /// How many plies deeper than usual a move is searched: the hash move as much as it is singular, others if they give
    /// check far from the horizon and lose nothing.
    pub(super) fn extension(&self, at: Situation, candidate: Candidate, singular: i32) -> i32 {
        if candidate.stage == Stage::Hash && singular != 0 {
            return singular;
        }
        let in_proportion = at.ply < self.root_depth as usize * 2;
        let extends = candidate.checks && in_proportion && at.depth >= CHECK_DEPTH;
        i32::from(extends && self.wins(candidate.mv, 0))
    }

    /// By how much a late move is reduced (Romstad 2004).
    pub(super) fn reduction(&self, at: Situation, trial: &Trial, candidate: Candidate) -> i32 {
        let early = 1 + usize::from(at.is_pv());
        let spared = !candidate.quiet && candidate.stage != Stage::Losing;
        if at.depth < LATE_DEPTH || trial.count <= early || spared {
            return 0;
        }
        let numbers = &self.numbers;
        let mut grains = self.reductions.grains(at.depth, trial.count);
        let when = |condition: bool, grains: i32| if condition { grains } else { 0 };
        grains += when(at.cut, numbers.late_cut) + when(trial.noisy_hash_move, numbers.late_noisy_hash_move);
        grains -= when(at.is_pv(), numbers.late_pv)
            + when(at.was_pv, numbers.late_was_pv)
            + when(at.improving, numbers.late_improving)
            + when(candidate.stage == Stage::Killer, numbers.late_killer)
            + when(candidate.checks || at.in_check, numbers.late_check);
        grains += when(self.frames[at.ply + 1].refuted > REFUTED_OFTEN, numbers.late_refuted);
        if candidate.quiet {
            grains -= candidate.history * PLY / numbers.late_history;
        }
        (grains / PLY).clamp(0, (at.depth - 2).max(0))
    }

    /// Searches the position after a move: the first with the whole window, the others only to see that they are not
    /// better, and again if they are.
    pub(super) fn child(&mut self, window: Window, child: Child, ply: usize) -> Result<Score, Stopped> {
        let Child { depth, reduction, first, cut, best } = child;
        if first && window.is_open() {
            return Ok(-self.node(window.turned(), depth, ply + 1, false)?);
        }
        let narrow = Window::above(window.alpha).turned();
        let reduced = depth - reduction;
        self.frames[ply].reduced = reduction;
        // What is reduced is expected to be refuted; what is not, unless this node is expected to be.
        let mut score = -self.node(narrow, reduced, ply + 1, reduction > 0 || !cut)?;
        self.frames[ply].reduced = 0;
        if reduction > 0 && score > window.alpha {
            let better = score > best + self.numbers.deeper + DEEPER_PER_PLY * depth;
            let hardly = score < best + self.numbers.shallower;
            let depth = depth + i32::from(better) - i32::from(hardly);
            if depth > reduced {
                score = -self.node(narrow, depth, ply + 1, !cut)?;
            }
        }
        if window.is_open() && score > window.alpha && score < window.beta {
            score = -self.node(window.turned(), depth, ply + 1, false)?;
        }
        Ok(score)
    }

    /// By how many plies a node is to be searched deeper than its last move was reduced to: now that it has been made, it may
    /// turn out not to have made things worse, or much worse.
    pub(super) fn hindsight(&self, at: Situation) -> i32 {
        let Some(before) = at.ply.checked_sub(1).map(|ply| &self.frames[ply]) else { return 0 };
        let Some(earlier) = before.eval.filter(|_| !at.in_check && at.excluded.is_none()) else { return 0 };
        // What the side that has made the move has lost by it.
        let loss = at.fixed + earlier;
        if before.reduced >= HINDSIGHT_DEEPER && loss <= self.numbers.hindsight_gain {
            1
        } else if before.reduced >= HINDSIGHT_SHALLOWER && at.depth >= 2 && loss > self.numbers.hindsight_loss
        {
            -1
        } else {
            0
        }
    }
}
