//! Step tables: where a piece of a colour and kind can go from a square, as bytes that the generator walks.
//!
//! Geometry is consumed here. A record is a list of target squares in walking order, so board edges, the seam of a
//! cylinder, ranges and colours cost the generator nothing.
//!
//! # Record of an ordinary kind
//! ```text
//! ORDINARY
//! leaps  n, n squares                 always within reach
//! slides n, n times: length, squares  walked until a square is occupied
//! rare   n, n rare records
//! ```
//! # Record of a Pawn
//! As all Pawns of chess are on nearly all squares:
//! ```text
//! PLAIN_PAWN, quiet, capture, capture, passed, target      a square each, NOWHERE if there is none; the last two as below
//! ```
//! Otherwise:
//! ```text
//! PAWN, or PROMOTER if a move from here can promote
//! quiet   n, n squares
//! capture n, n squares                also en passant
//! double  n, n times: passed, target  both must be empty; may be answered en passant on the passed square
//! rare    n, n rare records
//! ```
//! # Rare records, by their first byte
//! ```text
//! RING   length, squares        a slide around a cylinder and the same slide the other way round
//! CROSSING index, index, length, squares, length, squares     two slides that share the square with these indices
//! SLIDE  usage, length, marks (2 bytes, little-endian), squares   bit k of marks: the piece may stop on square k
//! LEAPS  usage, n, n squares
//! PATHS  usage, target, alternatives (see below)
//! ```
//! Alternatives, also used by the attack tables: `n`, then n times: number of squares that must be empty (bit 7: only
//! for a piece that has not moved), number of squares that must be occupied, these squares. One alternative that holds
//! is enough.

use crate::types::{Square, SquareSet};

use super::ways::{Alternative, Way, merge, usage};
use super::{Path, PathUse};

/// First byte of the record of an ordinary kind.
pub const ORDINARY: u8 = 0;
/// First byte of the record of a Pawn none of whose moves promotes.
pub const PAWN: u8 = 1;
/// First byte of the record of a Pawn that may promote.
pub const PROMOTER: u8 = 2;
/// First byte of the record of a Pawn with one step, at most two captures and one double step, none of which promotes.
pub const PLAIN_PAWN: u8 = 3;
/// In the record of a plain Pawn: no such square. It is in the margin of the mailbox, where nothing ever stands.
pub const NOWHERE: u8 = 0xFF;
/// Tag of a ring record.
pub const RING: u8 = 1;
/// Tag of a pair of slides that cross.
pub const CROSSING: u8 = 5;
/// Tag of a slide with marks.
pub const SLIDE: u8 = 2;
/// Tag of leaps that only move or only capture.
pub const LEAPS: u8 = 3;
/// Tag of a target with alternatives.
pub const PATHS: u8 = 4;
/// Bit of an alternative's first byte: only for a piece that has not moved.
pub const INITIAL: u8 = 0x80;

/// The longest slide that fits into the marks of a [`SLIDE`] record.
const MAX_MARKED: usize = 16;

/// The moves of a piece on one square, sorted into the shapes of the record.
#[derive(Default)]
struct Shapes {
    leaps: Vec<Square>,
    slides: Vec<Vec<Square>>,
    rare: Vec<Vec<u8>>,
}

/// Compiles the record of an ordinary kind from the paths of one square.
pub fn ordinary_record(paths: &[Path]) -> Vec<u8> {
    let (rounds, rest) = take_rounds(paths);
    let mut shapes = shapes_of(merge(&rest));
    shapes.rare.splice(0..0, rounds);
    let mut record = tagged(&[ORDINARY], &shapes.leaps);
    record.push(shapes.slides.len() as u8);
    for slide in &shapes.slides {
        record.extend(counted(slide));
    }
    push_rare(&mut record, &shapes.rare);
    record
}

/// Compiles the record of a Pawn from the paths of one square. `unmoved`: the square is on one of the Pawn's start
/// rows, so that its initial moves are available; `double_step` gives the square passed if a path is a double step, and
/// `promotes` tells whether Pawns promote on a square.
pub fn pawn_record(
    paths: &[Path],
    unmoved: bool,
    double_step: impl Fn(&Path) -> Option<Square>,
    promotes: impl Fn(Square) -> bool,
) -> Vec<u8> {
    let mut doubles: Vec<(Square, Square)> = Vec::new();
    let mut rest = Vec::new();
    for path in paths {
        if !path.usage.initial {
            rest.push(path.clone());
        } else if unmoved {
            match double_step(path) {
                Some(passed) if doubles.iter().all(|&(_, to)| to != path.target) => {
                    doubles.push((passed, path.target));
                }
                Some(_) => {}
                None => rest.push(Path { usage: PathUse { initial: false, ..path.usage }, ..path.clone() }),
            }
        }
    }
    let rest: Vec<Path> = rest.into_iter().flat_map(|path| without_double(path, &doubles)).collect();
    let (mut quiet, mut capture, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for way in merge(&rest) {
        match (way.is_free(), way.usage) {
            (true, usage::QUIET) => quiet.push(way.target),
            (true, u) if u == usage::CAPTURE | usage::EN_PASSANT => capture.push(way.target),
            _ => others.push(way),
        }
    }
    let mut shapes = shapes_of(others);
    if !shapes.leaps.is_empty() {
        shapes.rare.push(tagged(&[LEAPS, usage::BOTH], &shapes.leaps));
    }
    for slide in &shapes.slides {
        shapes.rare.push(marked_slide(usage::BOTH, slide, !0));
    }
    let tag = if paths.iter().any(|path| promotes(path.target)) { PROMOTER } else { PAWN };
    if let (PAWN, [step], 0..=2, 0..=1, []) =
        (tag, &quiet[..], capture.len(), doubles.len(), &shapes.rare[..])
    {
        let byte = |square: Option<&Square>| square.map_or(NOWHERE, |square| square.byte());
        let (passed, target) = doubles.first().map(|(passed, target)| (passed, target)).unzip();
        let captures = [byte(capture.first()), byte(capture.get(1))];
        return vec![PLAIN_PAWN, step.byte(), captures[0], captures[1], byte(passed), byte(target)];
    }
    let mut record = tagged(&[tag], &quiet);
    record.extend(counted(&capture));
    record.push(doubles.len() as u8);
    record.extend(doubles.iter().flat_map(|(passed, to)| [passed.byte(), to.byte()]));
    push_rare(&mut record, &shapes.rare);
    record
}

/// What a path is still good for beside a double step to the same target: a step that can be answered en passant is no
/// other move as well. Where the square passed is taken, the path stays.
fn without_double(path: Path, doubles: &[(Square, Square)]) -> Vec<Path> {
    let double = doubles.iter().find(|(_, to)| *to == path.target && path.usage.quiet);
    let Some(&(passed, _)) = double else { return vec![path] };
    let mut left = Vec::new();
    if path.usage.capture || path.usage.en_passant {
        left.push(Path { usage: PathUse { quiet: false, ..path.usage }, ..path.clone() });
    }
    if !path.empty.contains(&passed) {
        let usage = PathUse { capture: false, en_passant: false, ..path.usage };
        let mut occupied = path.occupied;
        if !occupied.contains(&passed) {
            occupied.push(passed);
        }
        left.push(Path { usage, occupied, ..path });
    }
    left
}

/// The square passed by a double step: an initial quiet move over one square that must be empty.
pub fn double_step(path: &Path) -> Option<Square> {
    match path.empty[..] {
        [passed] if path.usage.initial && path.usage.quiet && path.occupied.is_empty() => Some(passed),
        _ => None,
    }
}

/// Encodes alternatives, see the module's documentation.
pub fn encode_alternatives(alternatives: &[Alternative]) -> Vec<u8> {
    let mut bytes = vec![alternatives.len() as u8];
    for alternative in alternatives {
        let flag = if alternative.initial { INITIAL } else { 0 };
        bytes.extend([alternative.empty.len() as u8 | flag, alternative.occupied.len() as u8]);
        bytes.extend(alternative.empty.iter().chain(&alternative.occupied).map(|s| s.byte()));
    }
    bytes
}

fn counted(squares: &[Square]) -> Vec<u8> {
    tagged(&[], squares)
}

fn tagged(head: &[u8], squares: &[Square]) -> Vec<u8> {
    let mut bytes = head.to_vec();
    bytes.push(squares.len() as u8);
    bytes.extend(squares.iter().map(|s| s.byte()));
    bytes
}

fn marked_slide(usage: u8, squares: &[Square], marks: u16) -> Vec<u8> {
    let mut bytes = vec![SLIDE, usage, squares.len() as u8];
    bytes.extend(marks.to_le_bytes());
    bytes.extend(squares.iter().map(|s| s.byte()));
    bytes
}

fn push_rare(record: &mut Vec<u8>, rare: &[Vec<u8>]) {
    record.push(rare.len() as u8);
    for bytes in rare {
        record.extend(bytes);
    }
}

/// Sorts ways into leaps, plain slides and rare records.
fn shapes_of(ways: Vec<Way>) -> Shapes {
    struct Chain {
        usage: u8,
        squares: Vec<Square>,
        marks: u16,
    }
    let mut chains: Vec<Chain> = Vec::new();
    let mut shapes = Shapes::default();
    let (mut walks, conditional): (Vec<Way>, Vec<Way>) = ways.into_iter().partition(|w| w.walk().is_some());
    walks.sort_by_key(|w| std::cmp::Reverse(w.alternatives[0].empty.len()));
    for way in walks {
        let Some(squares) = way.walk() else { continue };
        let last = squares.len() - 1;
        let longer = chains.iter_mut().find(|c| c.usage == way.usage && c.squares.starts_with(&squares));
        match longer {
            Some(chain) => chain.marks |= 1 << last,
            None if squares.len() > MAX_MARKED => shapes.rare.push(paths_record(&way)),
            None => chains.push(Chain { usage: way.usage, squares, marks: 1 << last }),
        }
    }
    let mut partial_leaps: Vec<(u8, Vec<Square>)> = Vec::new();
    for chain in chains {
        let full = u16::try_from((1u32 << chain.squares.len()) - 1).unwrap_or(u16::MAX);
        if let [target] = chain.squares[..] {
            if chain.usage == usage::BOTH {
                shapes.leaps.push(target);
            } else {
                match partial_leaps.iter_mut().find(|(usage, _)| *usage == chain.usage) {
                    Some((_, squares)) => squares.push(target),
                    None => partial_leaps.push((chain.usage, vec![target])),
                }
            }
        } else if chain.usage == usage::BOTH && chain.marks == full {
            shapes.slides.push(chain.squares);
        } else {
            shapes.rare.push(marked_slide(chain.usage, &chain.squares, chain.marks));
        }
    }
    shapes.leaps.sort_unstable();
    for (usage, mut squares) in partial_leaps {
        squares.sort_unstable();
        shapes.rare.push(tagged(&[LEAPS, usage], &squares));
    }
    shapes.rare.extend(conditional.iter().map(paths_record));
    shapes
}

fn paths_record(way: &Way) -> Vec<u8> {
    let mut bytes = vec![PATHS, way.usage, way.target.byte()];
    bytes.extend(encode_alternatives(&way.alternatives));
    bytes
}

/// Finds what only cylinders have and takes it out of the paths: slides that run round the board and meet themselves
/// coming the other way (rings), and pairs of slides that cross on one square. Both could be expressed by alternatives,
/// but these shapes are walked much faster. A square that some further path reaches too rules a shape out.
fn take_rounds(paths: &[Path]) -> (Vec<Vec<u8>>, Vec<Path>) {
    let mut records = Vec::new();
    let mut taken = SquareSet::EMPTY;
    let slides = full_slides(paths);
    let visits = |square: &Square| paths.iter().filter(|p| p.target == *square).count();
    for (number, first) in slides.iter().enumerate() {
        for second in &slides[number + 1..] {
            let record = ring(first, second, visits).or_else(|| crossing(first, second, visits));
            let Some(record) = record else { continue };
            if !first.iter().chain(second).any(|&s| taken.contains(s)) {
                records.push(record);
                first.iter().chain(second).for_each(|&s| taken.insert(s));
            }
        }
    }
    (records, paths.iter().filter(|p| !taken.contains(p.target)).cloned().collect())
}

/// The record of two slides that run round the board on the same squares in opposite directions. Neither lists the
/// square next to the origin on its far side, since that is within reach anyway.
fn ring(first: &[Square], second: &[Square], visits: impl Fn(&Square) -> usize) -> Option<Vec<u8>> {
    let meets = first[1..].iter().eq(second[1..].iter().rev());
    let alone =
        visits(&first[0]) == 1 && visits(&second[0]) == 1 && first[1..].iter().all(|s| visits(s) == 2);
    if !meets || !alone {
        return None;
    }
    let all: Vec<Square> = first.iter().chain(&second[..1]).copied().collect();
    Some(tagged(&[RING], &all))
}

/// The record of two slides that share exactly one square, which nothing else reaches.
fn crossing(first: &[Square], second: &[Square], visits: impl Fn(&Square) -> usize) -> Option<Vec<u8>> {
    let mut shared =
        first.iter().enumerate().filter_map(|(i, s)| Some((i, second.iter().position(|t| t == s)?)));
    let (at_first, at_second) = shared.next()?;
    let alone = |squares: &[Square], shared: usize| {
        squares.iter().enumerate().all(|(i, s)| visits(s) == if i == shared { 2 } else { 1 })
    };
    if shared.next().is_some() || !alone(first, at_first) || !alone(second, at_second) {
        return None;
    }
    let mut bytes = tagged(&[CROSSING, at_first as u8, at_second as u8], first);
    bytes.extend(counted(second));
    Some(bytes)
}

/// The longest slides that may stop, and capture, on each of their squares.
fn full_slides(paths: &[Path]) -> Vec<Vec<Square>> {
    let plain = PathUse { quiet: true, capture: true, ..PathUse::default() };
    let walks: Vec<Vec<Square>> = paths
        .iter()
        .filter(|p| p.usage == plain && p.occupied.is_empty())
        .map(|p| p.empty.iter().copied().chain([p.target]).collect())
        .collect();
    let stops_everywhere =
        |walk: &[Square]| (1..walk.len()).all(|n| walks.iter().any(|w| w[..] == walk[..n]));
    let goes_on = |walk: &Vec<Square>| walks.iter().any(|w| w.len() > walk.len() && w.starts_with(walk));
    walks.iter().filter(|w| w.len() >= 2 && !goes_on(w) && stops_everywhere(w)).cloned().collect()
}
