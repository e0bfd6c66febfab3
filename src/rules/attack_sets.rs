//! The squares that a piece attacks, as sets.
//!
//! For each piece and square there are the leaps, always attacked, and rays: the squares that a slide passes, of which it
//! attacks those up to the first that is occupied. Along a ray the numbers of the squares only rise or only fall, so that
//! the first occupied square is the lowest or the highest bit, which a few instructions find however long the ray is.
//! Slides that turn, run round a cylinder or may not stop everywhere take several steps, and what hoppers and initial
//! captures attack is listed with its conditions.

use std::ops::Range;
use std::sync::Arc;

use ethnum::U256;

use crate::types::{Bits, Color, Kind, Square};

use super::{Alternative, Dense, Geometry, Way, usage};

/// The attack sets of a board, in integers that are as wide as they must be.
#[derive(Clone, Debug)]
pub enum BoardSets {
    /// Of at most 64 squares.
    Small(Arc<AttackSets<u64>>),
    /// Of at most 128 squares.
    Medium(Arc<AttackSets<u128>>),
    /// Of more.
    Large(Arc<AttackSets<U256>>),
}

/// The squares that each kind of piece attacks from each square, by [`Dense`] numbers.
#[derive(Debug)]
pub struct AttackSets<B> {
    kinds: usize,
    squares: usize,
    /// By kind and colour.
    movers: Vec<Mover<B>>,
    /// For each colour, target and kind the squares from where such a piece may attack the target.
    origins: Vec<B>,
}

/// What a kind of one colour attacks.
#[derive(Debug)]
pub struct Mover<B> {
    /// By square.
    leaps: Vec<B>,
    /// By square, so many for each.
    stars: Vec<Star<B>>,
    width: usize,
    /// By square; none if the kind has no rare attacks at all.
    rare: Vec<Rare>,
    legs: Vec<Leg<B>>,
    conditions: Vec<Condition<B>>,
    moves_as_it_captures: bool,
}

/// Four rays, empty ones among them. All squares of a mover have as many stars, so that loops over its pieces take the
/// same turns.
#[derive(Clone, Copy, Debug, Default)]
struct Star<B> {
    rising: [B; 2],
    falling: [B; 2],
}

/// What a piece on one square attacks neither by leaps nor by plain rays.
#[derive(Clone, Debug)]
struct Rare {
    legs: Range<usize>,
    conditions: Range<usize>,
}

/// A part of a slide.
#[derive(Clone, Copy, Debug)]
struct Leg<B> {
    squares: B,
    /// Those of its squares where the slide may capture.
    stops: B,
    rising: bool,
    /// Whether the slide begins with it. If not, it goes on here if it has met nothing so far.
    begins: bool,
}

/// A target and the conditions under which it is attacked.
#[derive(Clone, Copy, Debug)]
struct Condition<B> {
    target: B,
    empty: B,
    occupied: B,
    /// Rights that the piece must have: that of not having moved.
    rights: u32,
}

impl BoardSets {
    /// The sets for a board, given the ways of each kind of each colour in turn from every square.
    pub(super) fn new(
        geometry: Geometry,
        unmoved_bits: &[u32; 256],
        movers: &[Vec<(Square, Vec<Way>)>],
    ) -> BoardSets {
        match geometry.square_count() {
            0..=64 => BoardSets::Small(Arc::new(AttackSets::new(geometry, unmoved_bits, movers))),
            65..=128 => BoardSets::Medium(Arc::new(AttackSets::new(geometry, unmoved_bits, movers))),
            _ => BoardSets::Large(Arc::new(AttackSets::new(geometry, unmoved_bits, movers))),
        }
    }
}

impl<B: Bits> AttackSets<B> {
    fn new(
        geometry: Geometry,
        unmoved_bits: &[u32; 256],
        movers: &[Vec<(Square, Vec<Way>)>],
    ) -> AttackSets<B> {
        let (kinds, squares) = (movers.len() / 2, geometry.square_count());
        let mut sets = AttackSets {
            kinds,
            squares,
            movers: Vec::new(),
            origins: vec![B::default(); movers.len() * squares],
        };
        let dense = geometry.dense();
        for (mover, ways) in movers.iter().enumerate() {
            let attacks =
                |(from, ways): &(Square, Vec<Way>)| Attacks::new(dense, unmoved_bits[from.index()], ways);
            let attacks: Vec<Attacks<B>> = ways.iter().map(attacks).collect();
            sets.movers.push(Mover::new(&attacks));
            for (from, attacks) in attacks.iter().enumerate() {
                for target in attacks.all().numbers() {
                    sets.origins[(mover % 2 * squares + target) * kinds + mover / 2] |= B::of(from);
                }
            }
        }
        sets
    }

    /// What a kind of one colour attacks.
    #[inline]
    pub fn mover(&self, color: Color, kind: Kind) -> &Mover<B> {
        &self.movers[kind.index() * 2 + color.index()]
    }

    /// For each kind the squares from where such a piece may attack a target, whatever stands between.
    #[inline]
    pub fn origins(&self, color: Color, target: usize) -> &[B] {
        &self.origins[(color.index() * self.squares + target) * self.kinds..][..self.kinds]
    }
}

impl<B: Bits> Mover<B> {
    /// Made from what such a piece attacks from every square.
    fn new(squares: &[Attacks<B>]) -> Mover<B> {
        let most = |count: fn(&Attacks<B>) -> usize| squares.iter().map(count).max().unwrap_or(0);
        let width = most(|of| of.rising.len().max(of.falling.len())).div_ceil(2);
        let is_rare = most(|of| of.legs.len() + of.conditions.len()) > 0;
        let mut mover = Mover {
            leaps: Vec::new(),
            stars: Vec::new(),
            width,
            rare: Vec::new(),
            legs: Vec::new(),
            conditions: Vec::new(),
            moves_as_it_captures: squares.iter().all(|of| of.moves_alike),
        };
        for of in squares {
            mover.leaps.push(of.leaps);
            let ray = |rays: &[B], index: usize| rays.get(index).copied().unwrap_or_default();
            mover.stars.extend((0..width).map(|star| Star {
                rising: [0, 1].map(|index| ray(&of.rising, star * 2 + index)),
                falling: [0, 1].map(|index| ray(&of.falling, star * 2 + index)),
            }));
            if is_rare {
                let (legs, conditions) = (mover.legs.len(), mover.conditions.len());
                mover.legs.extend(&of.legs);
                mover.conditions.extend(&of.conditions);
                let (legs, conditions) = (legs..mover.legs.len(), conditions..mover.conditions.len());
                mover.rare.push(Rare { legs, conditions });
            }
        }
        mover
    }

    /// Whether such pieces go to empty squares just where they could capture.
    #[inline]
    pub fn moves_as_it_captures(&self) -> bool {
        self.moves_as_it_captures
    }

    /// The squares that a piece attacks by leaps from a square.
    #[inline]
    pub fn leaps(&self, from: usize) -> B {
        self.leaps[from]
    }

    /// The squares that a piece would attack from a square, whatever stands on either, in a position with these squares
    /// occupied and these rights.
    ///
    /// With the piece of the other colour these are, for all but a few lame pieces, the squares from which the piece attacks
    /// the square: the moves of Black are those of White turned round.
    #[inline]
    pub fn attacked(&self, from: usize, occupied: B, rights: u32) -> B {
        let mut attacked = self.leaps[from];
        for star in self.stars.iter().skip(from * self.width).take(self.width) {
            let rising = |ray: B| ray & (ray & occupied).up_to_lowest();
            let falling = |ray: B| ray & (ray & occupied).down_to_highest();
            attacked |= rising(star.rising[0]) | rising(star.rising[1]);
            attacked |= falling(star.falling[0]) | falling(star.falling[1]);
        }
        if self.rare.is_empty() {
            return attacked;
        }
        attacked | self.rarely_attacked(from, occupied, rights)
    }

    #[inline(never)]
    fn rarely_attacked(&self, from: usize, occupied: B, rights: u32) -> B {
        let rare = &self.rare[from];
        let mut attacked = B::default();
        let mut open = true;
        for leg in &self.legs[rare.legs.clone()] {
            open |= leg.begins;
            if open {
                let met = leg.squares & occupied;
                attacked |= leg.stops & if leg.rising { met.up_to_lowest() } else { met.down_to_highest() };
                open = met.is_empty();
            }
        }
        for condition in &self.conditions[rare.conditions.clone()] {
            if (condition.empty & occupied).is_empty()
                && condition.occupied & occupied == condition.occupied
                && condition.rights & rights == condition.rights
            {
                attacked |= condition.target;
            }
        }
        attacked
    }
}

/// What a piece attacks from one square.
#[derive(Debug)]
struct Attacks<B> {
    leaps: B,
    rising: Vec<B>,
    falling: Vec<B>,
    legs: Vec<Leg<B>>,
    conditions: Vec<Condition<B>>,
    /// Whether the piece goes to an empty square just where it could capture.
    moves_alike: bool,
}

/// The squares that a slide passes, and whether it may capture on each.
struct Slide {
    squares: Vec<Square>,
    stops: Vec<bool>,
}

impl<B: Bits> Attacks<B> {
    /// `unmoved` is the right that says that a piece on the square has not moved, 0 where none can have it.
    fn new(dense: Dense, unmoved: u32, ways: &[Way]) -> Attacks<B> {
        let set = |squares: &[Square]| B::from_numbers(squares.iter().map(|&square| dense.index(square)));
        let captures: Vec<&Way> = ways.iter().filter(|way| way.usage & usage::CAPTURE != 0).collect();
        let leaps: Vec<Square> = captures.iter().filter(|way| way.is_free()).map(|way| way.target).collect();
        let mut attacks = Attacks {
            leaps: set(&leaps),
            rising: Vec::new(),
            falling: Vec::new(),
            legs: Vec::new(),
            conditions: Vec::new(),
            moves_alike: ways.iter().all(|way| way.usage & usage::BOTH == usage::BOTH),
        };
        let mut walks = Vec::new();
        for way in captures.iter().filter(|way| !way.is_free()) {
            for Alternative { empty, occupied, initial } in &way.alternatives {
                if occupied.is_empty() && !initial {
                    walks.push(empty.iter().copied().chain([way.target]).collect());
                } else if !initial || unmoved != 0 {
                    attacks.conditions.push(Condition {
                        target: B::of(dense.index(way.target)),
                        empty: set(empty),
                        occupied: set(occupied),
                        rights: if *initial { unmoved } else { 0 },
                    });
                }
            }
        }
        for slide in slides(walks, &leaps) {
            attacks.add(dense, &slide);
        }
        attacks
    }

    /// All targets, whatever stands in the way.
    fn all(&self) -> B {
        let rays = self.rising.iter().chain(&self.falling).copied();
        let legs = self.legs.iter().map(|leg| leg.stops);
        let others = self.conditions.iter().map(|condition| condition.target);
        rays.chain(legs).chain(others).fold(self.leaps, |all, targets| all | targets)
    }

    fn add(&mut self, dense: Dense, slide: &Slide) {
        let numbers: Vec<usize> = slide.squares.iter().map(|&square| dense.index(square)).collect();
        let mut legs: Vec<Leg<B>> = Vec::new();
        let mut begin = 0;
        while begin < numbers.len() {
            let end = begin + monotone(&numbers[begin..]);
            let mut leg = Leg {
                squares: B::default(),
                stops: B::default(),
                rising: end - begin < 2 || numbers[begin] < numbers[begin + 1],
                begins: begin == 0,
            };
            for (&number, stops) in numbers[begin..end].iter().zip(&slide.stops[begin..end]) {
                leg.squares |= B::of(number);
                if *stops {
                    leg.stops |= B::of(number);
                }
            }
            legs.push(leg);
            begin = end;
        }
        match legs[..] {
            [leg] if leg.squares == leg.stops && leg.rising => self.rising.push(leg.squares),
            [leg] if leg.squares == leg.stops => self.falling.push(leg.squares),
            _ => self.legs.extend(legs),
        }
    }
}

/// How many numbers from the first on only rise or only fall.
fn monotone(numbers: &[usize]) -> usize {
    let run = |rises: bool| 1 + numbers.windows(2).take_while(|pair| (pair[0] < pair[1]) == rises).count();
    run(true).max(run(false)).min(numbers.len())
}

/// Joins walks, squares to be passed and a target, into slides. A slide may also capture where the piece leaps.
fn slides(mut walks: Vec<Vec<Square>>, leaps: &[Square]) -> Vec<Slide> {
    walks.sort_by_key(|walk| std::cmp::Reverse(walk.len()));
    let mut slides: Vec<Slide> = Vec::new();
    for walk in walks {
        let last = walk.len() - 1;
        if let Some(slide) = slides.iter_mut().find(|slide| slide.squares.starts_with(&walk)) {
            slide.stops[last] = true;
        } else {
            let mut stops: Vec<bool> = walk.iter().map(|square| leaps.contains(square)).collect();
            stops[last] = true;
            slides.push(Slide { squares: walk, stops });
        }
    }
    slides
}
