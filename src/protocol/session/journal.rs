//! What the log says about searches.

use std::time::Duration;

use crate::search::{Limits, Outcome, Report};

use super::game::Game;
use super::search::{Purpose, Search};

/// What a search is for, and what ends it.
pub(super) fn beginning(game: &Game, purpose: Purpose, limits: &Limits) -> String {
    let what = match purpose {
        Purpose::Move => "our move".to_owned(),
        Purpose::Ponder(mv) => format!("the reply to {}", game.write_move(game.position(), mv)),
        Purpose::Analysis => "analysis".to_owned(),
    };
    format!("for {what} in {}, {}", game.fen(), limits_in_words(limits))
}

fn limits_in_words(limits: &Limits) -> String {
    let Limits { depth, nodes, time, exclude, lines, contempt, handicap, .. } = limits;
    let mut words: Vec<String> = Vec::new();
    words.extend(time.map(|plan| format!("{} to {} ms", millis(plan.soft), millis(plan.hard))));
    words.extend(depth.map(|depth| format!("depth {depth}")));
    words.extend(nodes.map(|nodes| format!("{nodes} nodes")));
    if words.is_empty() {
        words.push("without limit".to_owned());
    }
    if !exclude.is_empty() {
        words.push(format!("{} moves left out", exclude.len()));
    }
    if *lines > 1 {
        words.push(format!("{lines} lines"));
    }
    if *contempt != 0 {
        words.push(format!("contempt {contempt}"));
    }
    words.extend(handicap.map(|handicap| format!("errors of {}", handicap.error)));
    words.join(", ")
}

/// What a search has found in the end.
pub(super) fn result(game: &Game, search: &Search, outcome: &Outcome) -> String {
    let Outcome { best, ponder, score, depth, nodes } = *outcome;
    let moves: Vec<_> = best.into_iter().chain(ponder).collect();
    let line = game.write_line(&search.root, &moves);
    let time = millis(search.began.elapsed());
    format!("{line}, score {score}, depth {depth}, {nodes} nodes, {time} ms")
}

/// What a search has found on its way.
pub(super) fn thought(game: &Game, search: &Search, report: &Report) -> String {
    let Report { depth, rank, score, nodes, time, .. } = *report;
    let line = game.write_line(&search.root, &report.line);
    format!("depth {depth}, line {rank}, score {score}, {nodes} nodes, {} ms: {line}", millis(time))
}

/// A time in milliseconds with a digit behind the point.
pub(super) fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}
