//! Attack tables: whether a piece on one square attacks another, and on what conditions.
//!
//! The step tables read from the target's end. Looking a pair of squares up for every enemy piece finds checks, pins
//! and attacked squares in the same way for leapers, sliders, multi-path leapers and hoppers, on every geometry.

use std::collections::HashMap;

use crate::types::{Piece, Square};

use super::steps::encode_alternatives;
use super::ways::{Way, usage};

/// Attack code of a pair of squares: no attack.
pub const NEVER: u16 = 0;
/// Attack code of a pair of squares: always an attack, whatever stands elsewhere. Higher codes name conditions.
pub const ALWAYS: u16 = 1;

/// Codes for every (mover, target, origin) and the conditions they stand for.
#[derive(Debug, Default)]
pub struct AttackTable {
    /// Squares in a row of the table: 16 times the number of ranks.
    stride: usize,
    codes: Vec<u16>,
    starts: Vec<u32>,
    conditions: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
}

/// The attacks on one square: what is the same for all pieces looked up once.
#[derive(Clone, Copy, Debug)]
pub struct AttacksOn<'a> {
    /// By the index of the piece: where the codes of its mover begin.
    bases: &'a [u32; Piece::COUNT],
    /// The codes from the target's row of the first mover on.
    codes: &'a [u16],
}

impl AttacksOn<'_> {
    /// The code of the attack by a piece on a square.
    #[inline]
    pub fn code(&self, piece: Piece, from: Square) -> u16 {
        self.codes[self.bases[piece.index()] as usize + from.index()]
    }
}

impl AttackTable {
    /// An empty table for a board with `ranks` ranks.
    pub fn new(ranks: u8) -> AttackTable {
        AttackTable { stride: usize::from(ranks) * 16, starts: vec![0, 0], ..AttackTable::default() }
    }

    /// Adds a mover (a kind of one colour), given its ways from every square; returns the base to look it up with.
    /// Movers that attack alike share one base.
    pub fn add(&mut self, ways: &[(Square, Vec<Way>)]) -> u32 {
        let base = self.codes.len();
        let size = self.stride * self.stride;
        let mut codes = vec![NEVER; size];
        for (from, ways) in ways {
            for way in ways.iter().filter(|w| w.usage & usage::CAPTURE != 0) {
                codes[way.target.index() * self.stride + from.index()] = self.code(way);
            }
        }
        if let Some(same) = self.codes.chunks_exact(size.max(1)).position(|c| c == codes) {
            return (same * size) as u32;
        }
        self.codes.extend(codes);
        base as u32
    }

    fn code(&mut self, way: &Way) -> u16 {
        if way.is_free() {
            return ALWAYS;
        }
        let bytes = encode_alternatives(&way.alternatives);
        if let Some(&code) = self.known.get(&bytes) {
            return code;
        }
        // Past the last code the table is void, which `is_complete` tells.
        let code = u16::try_from(self.starts.len()).unwrap_or(u16::MAX);
        self.starts.push(self.conditions.len() as u32);
        self.conditions.extend(&bytes);
        self.known.insert(bytes, code);
        code
    }

    /// Whether all conditions have got a code of their own.
    pub fn is_complete(&self) -> bool {
        u16::try_from(self.starts.len()).is_ok()
    }

    /// Frees what only building needs.
    pub fn finish(&mut self) {
        self.known = HashMap::new();
        self.codes.shrink_to_fit();
        self.conditions.shrink_to_fit();
    }

    /// The attacks on a square by the movers with these bases.
    #[inline]
    pub fn on<'a>(&'a self, target: Square, bases: &'a [u32; Piece::COUNT]) -> AttacksOn<'a> {
        AttacksOn { bases, codes: &self.codes[target.index() * self.stride..] }
    }

    /// The encoded alternatives (see [`super::steps`]) behind a code above [`ALWAYS`]; bytes of others follow.
    #[inline]
    pub fn alternatives(&self, code: u16) -> &[u8] {
        &self.conditions[self.starts[code as usize] as usize..]
    }
}
