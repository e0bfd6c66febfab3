//! Which squares a piece reaches, and in what way.

use std::collections::BTreeMap;

use crate::betza::{Jump, Part, PieceMoves};
use crate::rules::{Path, expand};
use crate::types::Square;

use super::Scene;

/// In what way a square is reached: what decides on its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// Whatever stands elsewhere, to move or to capture.
    Leap,
    /// Over squares that must be empty, to move or to capture.
    Slide,
    /// Over squares that must not be empty, to move or to capture.
    Hop,
    /// Only to move.
    Move,
    /// Only to capture.
    Capture,
}

impl Look {
    /// Every look, in the order of legends.
    pub const ALL: [Look; 5] = [Look::Slide, Look::Leap, Look::Hop, Look::Move, Look::Capture];

    /// The sign that stands for it where there are no colours.
    pub const fn sign(self) -> char {
        match self {
            Look::Leap => 'o',
            Look::Slide => '*',
            Look::Hop => '^',
            Look::Move => 'm',
            Look::Capture => 'x',
        }
    }

    /// What it means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Look::Leap => "leap",
            Look::Slide => "slide: needs empty squares on its way",
            Look::Hop => "hop: needs a man on its way",
            Look::Move => "move only",
            Look::Capture => "capture only",
        }
    }
}

/// How one square is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The way.
    pub look: Look,
    /// Whether only a piece that has not moved can do it.
    pub initial: bool,
}

/// How easily a square is reached for moves or for captures: the fewer conditions, the smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    initial: bool,
    look: Look,
}

#[derive(Default)]
struct Reaches {
    quiet: Option<Reach>,
    capture: Option<Reach>,
}

/// The squares that the piece may move to or capture on, by file and then by rank.
///
/// En passant captures are none of them, as no Pawn has just moved.
pub fn targets(moves: &PieceMoves, scene: &Scene) -> Vec<Square> {
    let paths = expand(moves, scene.geometry, scene.color, scene.at);
    let mut targets: Vec<Square> =
        paths.iter().filter(|path| is_open(path, scene)).map(|path| path.target).collect();
    targets.sort_unstable_by_key(|square| (square.file(), square.rank()));
    targets.dedup();
    targets
}

/// Whether the men let the piece go the way.
fn is_open(path: &Path, scene: &Scene) -> bool {
    let men = &scene.men;
    (scene.unmoved || !path.usage.initial)
        && !path.empty.iter().any(|&square| men.contains(square))
        && path.occupied.iter().all(|&square| men.contains(square))
        && match (men.contains(path.target), men.has(scene.color, path.target)) {
            (true, own) => path.usage.capture && !own,
            (false, _) => path.usage.quiet,
        }
}

/// The squares to mark. Among men these are the [`targets`]; on an empty board all squares that the piece could ever
/// reach from its own, whatever that would take.
pub fn marks(moves: &PieceMoves, scene: &Scene) -> BTreeMap<Square, Mark> {
    let mut reaches: BTreeMap<Square, Reaches> = BTreeMap::new();
    for alone in moves.singly() {
        let [part] = alone.parts() else { continue };
        for path in expand(&alone, scene.geometry, scene.color, scene.at) {
            if scene.men.is_empty() || is_open(&path, scene) {
                note(reaches.entry(path.target).or_default(), part, &path);
            }
        }
    }
    reaches.into_iter().filter_map(|(square, reaches)| Some((square, mark(&reaches)?))).collect()
}

fn note(reaches: &mut Reaches, part: &Part, path: &Path) {
    let reach = Reach { initial: path.usage.initial, look: way(part, path) };
    let better = |old: Option<Reach>| Some(old.map_or(reach, |old| old.min(reach)));
    if path.usage.quiet {
        reaches.quiet = better(reaches.quiet);
    }
    if path.usage.capture || path.usage.en_passant {
        reaches.capture = better(reaches.capture);
    }
}

/// Leap, slide or hop. The first square of a slide is a part of the slide, although nothing is before it.
fn way(part: &Part, path: &Path) -> Look {
    if !path.occupied.is_empty() {
        return Look::Hop;
    }
    let one_leap = part.passes.is_empty() && part.range == 1 && part.landing.walk.jump != Jump::Lame;
    let jumps_all = !part.passes.is_empty() && path.empty.is_empty();
    if one_leap || jumps_all { Look::Leap } else { Look::Slide }
}

fn mark(reaches: &Reaches) -> Option<Mark> {
    Some(match (reaches.quiet, reaches.capture) {
        (Some(quiet), Some(capture)) if quiet.initial == capture.initial => {
            Mark { look: quiet.look.max(capture.look), initial: quiet.initial }
        }
        // What an unmoved piece can do more is left out where the piece can always do something.
        (Some(Reach { initial: false, .. }), _) | (Some(Reach { initial: true, .. }), None) => {
            Mark { look: Look::Move, initial: reaches.quiet?.initial }
        }
        (_, Some(capture)) => Mark { look: Look::Capture, initial: capture.initial },
        (None, None) => return None,
    })
}
