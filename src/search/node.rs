//! An inner node of the tree: principal variation search (Marsland and Campbell 1982).

use arrayvec::ArrayVec;

use crate::types::{MATE, MAX_PLY, Move, Score};

use super::brakes::Stopped;
use super::depth::Child;
use super::params::{
    EXCHANGE_DEPTH, FUTILITY_DEPTH, HISTORY_PRUNING_DEPTH, MOVE_COUNT_DEPTH, NO_HASH_MOVE_DEPTH, PLY,
    SINGULAR_DEPTH, SINGULAR_DOUBLES, SINGULAR_TRUST,
};
use super::picker::{Picker, Stage};
use super::table::{Bound, Known};
use super::window::Window;
use super::worker::{MATE_BOUND, Worker};

/// From so many plies without progress on, scores of the table may be too old to trust.
const NEAR_FIFTY: u16 = 90;
/// The most moves of a node that histories learn from.
const MAX_TRIED: usize = 64;

/// What a node knows before it tries moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) in_check: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut: bool,
    pub(super) known: Option<Known>,
    /// The evaluation before it is corrected; meaningless in check, as are the next two.
    pub(super) raw: Score,
    /// The corrected evaluation.
    pub(super) fixed: Score,
    /// The best guess without a search: the corrected evaluation or a score of the table.
    pub(super) eval: Score,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether the position has been on a principal variation.
    pub(super) was_pv: bool,
    /// A move that is left out, to see whether there is another as good.
    pub(super) excluded: Option<Move>,
}

impl Situation {
    pub(super) fn is_pv(&self) -> bool {
        self.window.is_open()
    }

    fn hash_move(&self) -> Option<Move> {
        self.known.and_then(|known| known.best)
    }
}

/// The moves of a node while they are being tried.
pub(super) struct Trial {
    pub(super) best: Score,
    pub(super) best_move: Option<Move>,
    alpha: Score,
    /// Moves searched or skipped.
    pub(super) count: usize,
    pub(super) quiets: ArrayVec<Move, MAX_TRIED>,
    pub(super) captures: ArrayVec<Move, MAX_TRIED>,
    /// Whether the hash move captures or promotes.
    pub(super) noisy_hash_move: bool,
}

/// A move on its way to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) stage: Stage,
    pub(super) quiet: bool,
    pub(super) checks: bool,
    pub(super) history: i32,
}

/// What looking for a move as good as the hash move has shown.
enum Singular {
    /// The hash move is to be searched so many plies deeper.
    Extend(i32),
    /// Another move refutes as well.
    Cut(Score),
}

impl Worker<'_> {
    /// The score of the position for the side to move, searched to a depth. Fail-soft: outside the window it is a bound.
    pub(super) fn node(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. At the horizon only captures matter.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(window, ply, true);
        }
        let excluded = self.frames[ply].excluded.take();
        self.brakes.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        let in_check = self.in_check(ply);
        // 2. Draws by rule. The first repetition counts: what could be done once can be done again.
        if self.is_drawn(in_check) {
            return Ok(self.draw(ply));
        }
        // 3. Mate distance: not even mating at once can improve on a shorter mate found elsewhere.
        let window = Window {
            alpha: window.alpha.max(-MATE + ply as Score),
            beta: window.beta.min(MATE - ply as Score - 1),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // 4. The transposition table.
        let known = self.table.find(self.position.key(), ply);
        let was_pv = Known::was_pv(known, window);
        let known = known.filter(|_| excluded.is_none());
        if let Some(known) = known.filter(|known| !window.is_open() && known.depth >= depth)
            && known.cuts(window)
            && self.position.quiet_plies() < NEAR_FIFTY
        {
            return Ok(known.score);
        }
        // 5. Look at the position without moving.
        let at = Situation {
            window,
            depth,
            ply,
            in_check,
            cut,
            known,
            raw: 0,
            fixed: 0,
            eval: 0,
            improving: false,
            was_pv,
            excluded,
        };
        if let Some(score) = self.far_ahead(at) {
            return Ok(score);
        }
        let at = self.assess(at);
        let at = Situation { depth: at.depth + self.hindsight(at), ..at };
        if let Some(score) = self.shortcut(at)? {
            return Ok(score);
        }
        // 6. Without a hash move the order is poor: search a little less deep and leave one behind (internal iterative
        //    reduction, Schröder 2022).
        let missing = at.hash_move().is_none() && at.depth >= NO_HASH_MOVE_DEPTH && (cut || at.is_pv());
        let at = Situation { depth: at.depth - i32::from(missing && excluded.is_none()), ..at };
        // 7. Is the hash move the only good one?
        let extension = match self.singular(at)? {
            Singular::Extend(plies) => plies,
            Singular::Cut(score) => return Ok(score),
        };
        // 8. Try the moves. The lists belong to the frame; they are lent out here.
        let killers = self.killers(ply);
        let mut picker = Picker::new(self.frames[ply].lend_lists(), at.hash_move(), killers);
        let score = self.try_moves(at, &mut picker, extension);
        self.frames[ply].take_back(picker.into_lists());
        score
    }

    /// Whether the hash move is so much better than all others that it deserves a deeper search (Anantharaman, Campbell
    /// and Hsu 1988), found by a shallower search without it.
    fn singular(&mut self, at: Situation) -> Result<Singular, Stopped> {
        let Situation { depth, ply, .. } = at;
        let fit = |known: &Known| {
            depth >= SINGULAR_DEPTH
                && known.depth >= depth - SINGULAR_TRUST
                && known.bound != Bound::Upper
                && known.score.abs() < MATE_BOUND
                && at.excluded.is_none()
                && ply < self.root_depth as usize * 2
        };
        let Some(known) = at.known.filter(fit) else { return Ok(Singular::Extend(0)) };
        let Some(mv) = known.best.filter(|&mv| self.is_legal(ply, mv)) else {
            return Ok(Singular::Extend(0));
        };
        let bound = known.score - self.numbers.singular_margin * depth / 16;
        self.frames[ply].excluded = Some(mv);
        let score = self.node(Window::above(bound - 1), (depth - 1) / 2, ply, at.cut)?;
        let doubles = self.frames[ply].doubles;
        Ok(if score < bound {
            let double =
                !at.is_pv() && score < bound - self.numbers.singular_double && doubles < SINGULAR_DOUBLES;
            Singular::Extend(1 + i32::from(double))
        } else if bound >= at.window.beta {
            Singular::Cut(bound)
        } else if known.score >= at.window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    fn try_moves(&mut self, at: Situation, picker: &mut Picker, extension: i32) -> Result<Score, Stopped> {
        let Situation { window, ply, .. } = at;
        let mut trial = Trial {
            best: -MATE + ply as Score,
            best_move: None,
            alpha: window.alpha,
            count: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
            noisy_hash_move: at.hash_move().is_some_and(|mv| !self.position.is_quiet(mv)),
        };
        while let Some((mv, stage)) = picker.next(&self.sources(ply)) {
            if at.excluded == Some(mv) {
                continue;
            }
            trial.count += 1;
            let candidate = self.candidate(ply, mv, stage);
            // 9. Moves that are late or hopeless are not tried at all once there is something better than mate.
            if trial.best > -MATE_BOUND && self.is_hopeless(at, &trial, candidate, picker) {
                continue;
            }
            let child = Child {
                depth: at.depth - 1 + self.extension(at, candidate, extension),
                reduction: self.reduction(at, &trial, candidate),
                first: trial.count == 1,
                cut: at.cut,
                best: trial.best,
            };
            self.frames[ply + 1].doubles = self.frames[ply].doubles + u8::from(child.depth > at.depth);
            self.make(ply, mv);
            let score = self.child(Window { alpha: trial.alpha, ..window }, child, ply)?;
            self.position.unmake();
            if score > trial.best {
                trial.best = score;
                if score > trial.alpha {
                    trial.alpha = score;
                    trial.best_move = Some(mv);
                    if at.is_pv() {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        self.frames[ply].refuted = self.frames[ply].refuted.saturating_add(1);
                        break;
                    }
                }
            }
            let tried = if candidate.quiet { &mut trial.quiets } else { &mut trial.captures };
            let _ = tried.try_push(mv);
        }
        Ok(self.conclude(at, &trial))
    }

    fn candidate(&self, ply: usize, mv: Move, stage: Stage) -> Candidate {
        let quiet = match stage {
            Stage::Killer | Stage::Quiet => true,
            Stage::Hash => self.position.is_quiet(mv),
            _ => false,
        };
        let histories = &self.learnt.histories;
        let history = if quiet {
            histories.quiet(&self.position, self.before(ply)).of(mv)
        } else {
            histories.capture(&self.position, mv)
        };
        Candidate { mv, stage, quiet, checks: self.position.direct_checks().gives(mv), history }
    }

    /// The score of a node whose moves have been tried, and what is to be learnt from it.
    fn conclude(&mut self, at: Situation, trial: &Trial) -> Score {
        if trial.count == 0 {
            return match at.excluded {
                Some(_) => at.window.alpha,
                None if at.in_check => trial.best,
                None => self.draw(at.ply),
            };
        }
        let bound = Bound::of(trial.best, at.window);
        if let Some(mv) = trial.best_move.filter(|_| bound == Bound::Lower) {
            self.learn(at, trial, mv);
        } else if bound == Bound::Upper && at.excluded.is_none() && at.ply > 0 {
            self.learn_last(at);
        }
        if at.excluded.is_none() {
            let known = Known {
                best: trial.best_move,
                score: trial.best,
                depth: at.depth,
                bound,
                eval: (!at.in_check).then_some(at.raw),
                was_pv: at.was_pv,
            };
            self.table.keep(self.position.key(), at.ply, known);
            self.learn_correction(at, trial, bound);
        }
        trial.best
    }

    /// Whether a move is not worth trying: many were tried at little depth (move count pruning), it would have to gain too
    /// much (futility, Heinz 1998), it was bad elsewhere or it loses material. Checks gain more than an
    /// evaluation can see.
    fn is_hopeless(&self, at: Situation, trial: &Trial, candidate: Candidate, picker: &mut Picker) -> bool {
        let Situation { depth, .. } = at;
        let Candidate { mv, stage, quiet, checks, history } = candidate;
        if !quiet {
            return stage == Stage::Losing
                && depth <= EXCHANGE_DEPTH
                && !self.wins(mv, self.numbers.exchange_noisy * depth);
        }
        let enough = self.numbers.move_count + self.numbers.move_count_square * depth * depth;
        let enough = enough / if at.improving { 100 } else { 200 };
        if depth <= MOVE_COUNT_DEPTH && trial.count > enough as usize {
            picker.skip_quiets();
            return true;
        }
        // The depth that would be left after the move.
        let late = (depth - 1 - self.reductions.grains(depth, trial.count) / PLY).max(0);
        if late <= HISTORY_PRUNING_DEPTH && history < self.numbers.history_pruning * depth {
            return true;
        }
        if !at.in_check
            && !checks
            && late <= FUTILITY_DEPTH
            && at.eval + self.numbers.futility + self.numbers.futility_per_ply * late <= trial.alpha
        {
            return true;
        }
        late <= EXCHANGE_DEPTH && !self.wins(mv, self.numbers.exchange_quiet * late * late)
    }
}
