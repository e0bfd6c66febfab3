//! Betza moves laid out on a board.

use std::collections::{HashMap, HashSet};

use crate::betza::{Gate, Hop, Jump, Landing, Part, Pass, PieceMoves, Walk};
use crate::types::{Color, Square};

use super::{Geometry, Path, PathUse};

/// Every way in which a piece of `color` on `from` can reach another square.
///
/// Black's moves are White's turned by half a turn, as in `XBoard`. The squares of one slide come one after the other
/// in walking order. The same path never comes twice, and where a target can be reached unconditionally, paths with
/// conditions that are good for nothing more are left out. A square that is reached in several ways otherwise has
/// several paths.
pub fn expand(moves: &PieceMoves, geometry: Geometry, color: Color, from: Square) -> Vec<Path> {
    let heading = match color {
        Color::White => 0,
        Color::Black => 4,
    };
    let mut paths = Vec::new();
    for part in moves.parts() {
        let mut unroll = Unroll { geometry, from, part, ranges: part.ranges(), paths: &mut paths };
        unroll.leg(0, from, heading, &Conditions::default());
    }
    without_redundant(paths)
}

/// What was asked so far of the squares on the way.
#[derive(Clone, Default)]
struct Conditions {
    empty: Vec<Square>,
    occupied: Vec<Square>,
}

impl Conditions {
    /// Asks that `square` be empty; `None` if it must be occupied already.
    fn require_empty(&mut self, square: Square) -> Option<()> {
        add(&mut self.empty, &self.occupied, square)
    }

    /// Asks that `square` be occupied; `None` if it must be empty already.
    fn require_occupied(&mut self, square: Square) -> Option<()> {
        add(&mut self.occupied, &self.empty, square)
    }
}

fn add(list: &mut Vec<Square>, opposite: &[Square], square: Square) -> Option<()> {
    if opposite.contains(&square) {
        return None;
    }
    if !list.contains(&square) {
        list.push(square);
    }
    Some(())
}

/// One leg in one direction.
#[derive(Clone, Copy)]
struct Ray {
    start: Square,
    step: (i8, i8),
    walk: Walk,
}

impl Ray {
    fn skip(self) -> u8 {
        if let Jump::Skip(count) = self.walk.jump { count } else { 0 }
    }
}

/// The unrolling of one part on one square.
struct Unroll<'a> {
    geometry: Geometry,
    from: Square,
    part: &'a Part,
    ranges: Vec<u8>,
    paths: &'a mut Vec<Path>,
}

impl Unroll<'_> {
    /// Unrolls leg number `index` and all after it, beginning on `start`. `heading` is the direction that the leg's
    /// directions are relative to.
    fn leg(&mut self, index: usize, start: Square, heading: u8, conditions: &Conditions) {
        let part = self.part;
        let pass = part.passes.get(index);
        let walk = pass.map_or(part.landing.walk, |pass| pass.walk);
        let limit = match self.ranges.get(index) {
            Some(&range) if range > 0 => range,
            _ => u8::MAX,
        };
        for direction in walk.directions.iter() {
            let absolute = (direction + heading) % 8;
            let ray = Ray { start, step: part.atom.vector(absolute), walk };
            if let Some(pass) = pass {
                self.pass(index, *pass, ray, absolute, limit, conditions.clone());
            } else {
                let limit = if walk.halfling { self.half_of(ray) } else { limit };
                self.land(ray, start, (ray.skip(), limit), part.landing.hop, conditions.clone());
            }
        }
    }

    /// Half of the steps that the board has room for, rounded up. A line round the board ends where it began.
    fn half_of(&self, ray: Ray) -> u8 {
        let (dx, dy) = ray.step;
        let onward =
            |at: &Square| self.geometry.step(*at, dx, dy, ray.walk.wrap).filter(|&at| at != ray.start);
        let steps = std::iter::successors(Some(ray.start), onward).skip(1).count();
        u8::try_from(steps.div_ceil(2)).unwrap_or(u8::MAX)
    }

    /// Walks a leg and begins the next one on every square where that is possible.
    fn pass(
        &mut self,
        index: usize,
        pass: Pass,
        ray: Ray,
        direction: u8,
        limit: u8,
        mut conditions: Conditions,
    ) {
        let mut at = ray.start;
        for taken in 0..limit {
            let Some(next) = self.advance(ray, at, &mut conditions) else { return };
            at = next;
            if taken < ray.skip() {
                continue;
            }
            let mut onward = conditions.clone();
            let possible = match pass.gate {
                Gate::Empty => onward.require_empty(at),
                Gate::Occupied => onward.require_occupied(at),
                Gate::Any => Some(()),
            };
            if possible.is_some() {
                self.leg(index + 1, at, direction, &onward);
            }
            if conditions.require_empty(at).is_none() {
                return;
            }
        }
    }

    /// Walks the last leg from `at` on, which may skip some squares and is limited to a number of them (`reach`).
    fn land(&mut self, ray: Ray, mut at: Square, reach: (u8, u8), hop: Hop, mut conditions: Conditions) {
        let (skip, limit) = reach;
        for taken in 0..limit {
            let Some(next) = self.advance(ray, at, &mut conditions) else { return };
            at = next;
            if taken < skip {
                continue;
            }
            let left = limit - taken - 1;
            match hop {
                Hop::None => self.emit(at, &conditions),
                Hop::Cannon => self.land_behind(ray, at, left, conditions.clone()),
                Hop::Grasshopper => self.land_behind(ray, at, left.min(1), conditions.clone()),
            }
            if conditions.require_empty(at).is_none() {
                return;
            }
        }
    }

    /// Walks on behind the hopped piece on `platform`.
    fn land_behind(&mut self, ray: Ray, platform: Square, left: u8, mut conditions: Conditions) {
        if conditions.require_occupied(platform).is_some() {
            self.land(ray, platform, (0, left), Hop::None, conditions);
        }
    }

    /// The square one step on; `None` at the edge, where the line closes, or where the step is impossible.
    fn advance(&self, ray: Ray, at: Square, conditions: &mut Conditions) -> Option<Square> {
        let (dx, dy) = ray.step;
        let next = self.geometry.step(at, dx, dy, ray.walk.wrap)?;
        if next == self.from || next == ray.start {
            return None;
        }
        if matches!(ray.walk.jump, Jump::Lame | Jump::Must) {
            let passed = self.geometry.step(at, dx / 2, dy / 2, ray.walk.wrap)?;
            if passed == self.from {
                return None;
            }
            if ray.walk.jump == Jump::Lame {
                conditions.require_empty(passed)?;
            } else {
                conditions.require_occupied(passed)?;
            }
        }
        Some(next)
    }

    /// Adds the path to `target`. If the way has already led over the target, what that asked of it limits the use.
    fn emit(&mut self, target: Square, conditions: &Conditions) {
        let Landing { quiet, capture, en_passant, .. } = self.part.landing;
        let must_be_empty = conditions.empty.contains(&target);
        let must_be_occupied = conditions.occupied.contains(&target);
        let usage = PathUse {
            quiet: quiet && !must_be_occupied,
            capture: capture && !must_be_empty,
            en_passant: en_passant && !must_be_occupied,
            initial: self.part.initial,
        };
        if usage.quiet || usage.capture || usage.en_passant {
            let others = |list: &[Square]| list.iter().copied().filter(|&square| square != target).collect();
            let (empty, occupied) = (others(&conditions.empty), others(&conditions.occupied));
            self.paths.push(Path { target, usage, empty, occupied });
        }
    }
}

/// Whether a path with the use `all` can do whatever one with the use `some` can.
fn covers(all: PathUse, some: PathUse) -> bool {
    (all.quiet || !some.quiet)
        && (all.capture || !some.capture)
        && (all.en_passant || !some.en_passant)
        && (!all.initial || some.initial)
}

fn unconditional(path: &Path) -> bool {
    path.empty.is_empty() && path.occupied.is_empty()
}

/// The paths without repetitions and without conditional ones that an unconditional one makes needless.
fn without_redundant(mut paths: Vec<Path>) -> Vec<Path> {
    let mut free: HashMap<Square, Vec<PathUse>> = HashMap::new();
    for path in paths.iter().filter(|path| unconditional(path)) {
        free.entry(path.target).or_default().push(path.usage);
    }
    let needless = |path: &Path| {
        let uses = free.get(&path.target).map_or(&[][..], Vec::as_slice);
        !unconditional(path) && uses.iter().any(|&usage| covers(usage, path.usage))
    };
    let mut seen = HashSet::new();
    paths.retain(|path| !needless(path) && seen.insert(path.clone()));
    paths
}
