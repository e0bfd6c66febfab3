//! What searches share and keep: the transposition table and the evaluator of the last game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::eval::Evaluator;
use crate::position::Position;
use crate::rules::Rules;

use super::brakes::Brakes;
use super::progress::Progress;
use super::table::Table;
use super::{Limits, Outcome, Report, deepening};

/// What searches share and keep.
#[derive(Debug)]
pub(super) struct Shared {
    table: Table,
    evaluator: Mutex<Option<Arc<Evaluator>>>,
}

impl Shared {
    pub(super) fn new(megabytes: usize) -> Shared {
        Shared { table: Table::new(megabytes), evaluator: Mutex::new(None) }
    }

    pub(super) fn clear(&self) {
        self.table.clear();
    }

    /// The evaluator for some rules, made when they are first met.
    pub(super) fn evaluator(&self, rules: &Arc<Rules>) -> Arc<Evaluator> {
        let mut kept = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(evaluator) if evaluator.is_for(rules) => evaluator.clone(),
            _ => kept.insert(Arc::new(Evaluator::new(rules))).clone(),
        }
    }

    pub(super) fn search(
        &self,
        position: &Position,
        limits: &Limits,
        (stop, progress): (&AtomicBool, &Progress),
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        let start = Instant::now();
        let evaluator = self.evaluator(position.rules());
        let brakes = Brakes::new(limits, stop, progress, start);
        deepening::search(&self.table, &evaluator, position, limits, brakes, report)
    }
}
