//! [`Rules::compile`]: from a resolved game to tables.

use std::collections::HashMap;

use thiserror::Error;

use crate::types::{ByColor, Color, Kind, MAX_KINDS, Piece, Square, SquareSet};

use super::attack_sets::BoardSets;
use super::attacks::AttackTable;
use super::ways::{Way, merge, usage};
use super::{
    ArmySpec, DoubleStep, GameSpec, Geometry, KindFlags, Path, PathUse, Promotes, PromotionChoice, Rules,
    Zobrist, castling, expand, steps, value,
};

/// A game that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// More kinds than a board cell can tell apart.
    #[error("the game has {0} kinds of piece; at most {MAX_KINDS} are possible")]
    TooManyKinds(usize),
    /// A side needs exactly one royal piece in its array.
    #[error("the army `{army}` starts with {count} royal pieces; it needs exactly one")]
    RoyalPieces {
        /// The army.
        army: String,
        /// How many were found.
        count: usize,
    },
    /// A side has more than one kind of Pawn, which the hand could not tell apart after a demotion.
    #[error("the game has {0} kinds of Pawn; at most one is possible")]
    TooManyPawns(usize),
    /// A row of an army does not fit the board.
    #[error("the army `{army}` does not fit a board of {files}x{ranks}")]
    ArmySize {
        /// The army.
        army: String,
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
    },
    /// Too many pieces with initial moves to keep track of.
    #[error("{0} squares start with a piece that has an initial move; at most 28 can be tracked")]
    TooManyInitial(usize),
    /// A piece can do more from one square than a step record can say.
    #[error("the piece `{piece}` has too many ways to move from {square}")]
    TooManyWays {
        /// The piece.
        piece: String,
        /// The square.
        square: Square,
    },
    /// The pieces' lines of attack have too many different conditions.
    #[error("the pieces of this game attack in more different ways than the attack tables can hold")]
    TooManyConditions,
}

/// The first bit of the rights used for unmoved pieces; those below are castling rights.
const FIRST_UNMOVED_BIT: u32 = 4;

impl Rules {
    /// Compiles a game.
    ///
    /// # Errors
    /// If the game is outside what the tables can hold, see [`RulesError`].
    pub fn compile(spec: GameSpec) -> Result<Rules, RulesError> {
        check(&spec)?;
        let geometry = spec.geometry;
        let movers = Movers::compile(&spec)?;
        let castling = castling::compile(&spec, &|color, kind| movers.color_bound[color][kind.index()]);
        let mut rights_lost = castling::rights_lost(&castling);
        let unmoved_bits = unmoved_bits(&spec)?;
        for square in geometry.squares() {
            rights_lost[square.index()] |= unmoved_bits[square.index()];
        }
        let promotes = ByColor::from_fn(|color| promotion_squares(&spec, color));
        let double_steps = ByColor::from_fn(|color| double_steps(&spec, color));
        let mut rules = Rules {
            squares: geometry.squares().collect(),
            attacks: movers.attacks,
            sets: BoardSets::new(geometry, &unmoved_bits, &movers.ways),
            all_rights: castling::all_rights(&castling),
            castling,
            zobrist: Zobrist::new(spec.kinds.len(), geometry.ranks),
            double_steps,
            numbers: numbers(geometry),
            step_starts: movers.step_starts,
            step_bytes: movers.step_bytes,
            attack_bases: movers.attack_bases,
            flags: movers.flags,
            values: movers.values,
            color_bound: movers.color_bound,
            rights_lost,
            unmoved_bits,
            promotes,
            promotions: ByColor::default(),
            start_counts: ByColor::from_fn(|color| start_counts(&spec.armies[color])),
            en_passant_origins: ByColor::from_fn(|color| en_passant_origins(&spec, color)),
            pawn_drops: ByColor::from_fn(|color| pawn_drops(&spec, color)),
            royal: ByColor::from_fn(|color| royal_kind(&spec, color)),
            lone_mates: vec![std::sync::OnceLock::new(); spec.kinds.len() * 2],
            pawn: spec.kinds.iter().position(|k| k.pawn).map(Kind::new),
            plain_pawns: ByColor::default(),
            marks_promoted: spec.holdings.as_ref().is_some_and(|holdings| holdings.demote),
            spec,
        };
        rules.promotions = ByColor::from_fn(|color| promotions(&rules, color));
        rules.plain_pawns = ByColor::from_fn(|color| plain_pawns(&rules, color));
        Ok(rules)
    }
}

/// The number of each square of a board, 0 for others.
fn numbers(geometry: Geometry) -> Box<[u8; 256]> {
    let mut numbers = Box::new([0; 256]);
    for square in geometry.squares() {
        numbers[square.index()] = geometry.dense().index(square) as u8;
    }
    numbers
}

fn check(spec: &GameSpec) -> Result<(), RulesError> {
    if spec.kinds.len() > MAX_KINDS {
        return Err(RulesError::TooManyKinds(spec.kinds.len()));
    }
    let pawns = spec.kinds.iter().filter(|k| k.pawn).count();
    if pawns > 1 {
        return Err(RulesError::TooManyPawns(pawns));
    }
    let Geometry { files, ranks, .. } = spec.geometry;
    for army in spec.armies.iter() {
        if army.rows.len() > usize::from(ranks) || army.rows.iter().any(|row| row.len() != usize::from(files))
        {
            return Err(RulesError::ArmySize { army: army.id.clone(), files, ranks });
        }
        let count = army.rows.iter().flatten().flatten().filter(|&&kind| spec.kinds[kind].royal).count();
        if count != 1 {
            return Err(RulesError::RoyalPieces { army: army.id.clone(), count });
        }
    }
    Ok(())
}

/// Everything that is compiled piece by piece.
struct Movers {
    step_starts: Vec<u32>,
    step_bytes: Vec<u8>,
    attacks: AttackTable,
    /// By kind and colour.
    ways: Vec<Vec<(Square, Vec<Way>)>>,
    attack_bases: Box<[u32; Piece::COUNT]>,
    flags: [KindFlags; MAX_KINDS],
    values: Vec<(i32, i32)>,
    color_bound: ByColor<Vec<bool>>,
}

impl Movers {
    fn compile(spec: &GameSpec) -> Result<Movers, RulesError> {
        let mut movers = Movers {
            step_starts: vec![0; spec.kinds.len() * 2 * 256],
            step_bytes: Vec::new(),
            attacks: AttackTable::new(spec.geometry.ranks),
            ways: Vec::new(),
            attack_bases: Box::new([0; Piece::COUNT]),
            flags: [KindFlags::default(); MAX_KINDS],
            values: Vec::new(),
            color_bound: ByColor::from_fn(|_| vec![false; spec.kinds.len()]),
        };
        let mut known = HashMap::new();
        for (index, kind_spec) in spec.kinds.iter().enumerate() {
            let kind = Kind::new(index);
            for color in Color::ALL {
                let all_ways = movers.add_steps(spec, color, kind, &mut known)?;
                let base = movers.attacks.add(&all_ways);
                let piece = Piece::new(color, kind);
                movers.attack_bases[piece.index()] = base;
                movers.attack_bases[piece.promoted().index()] = base;
                movers.color_bound[color][index] = value::is_color_bound(&all_ways);
                let hops = all_ways.iter().flat_map(|(_, ways)| ways).any(|way| {
                    way.usage & usage::CAPTURE != 0 && way.alternatives.iter().any(|a| !a.occupied.is_empty())
                });
                movers.flags[index].hops |= hops;
                if color == Color::White {
                    movers.values.push(kind_spec.value.unwrap_or_else(|| value::piece_value(&all_ways)));
                }
                movers.ways.push(all_ways);
            }
            movers.flags[index].pawn = kind_spec.pawn;
            movers.flags[index].royal = kind_spec.royal;
        }
        if !movers.attacks.is_complete() {
            return Err(RulesError::TooManyConditions);
        }
        movers.attacks.finish();
        movers.step_bytes.shrink_to_fit();
        Ok(movers)
    }

    /// Adds the step records of a kind of one colour; equal records are stored once.
    fn add_steps(
        &mut self,
        spec: &GameSpec,
        color: Color,
        kind: Kind,
        known: &mut HashMap<Vec<u8>, u32>,
    ) -> Result<Vec<(Square, Vec<Way>)>, RulesError> {
        let row = (kind.index() * 2 + color.index()) * 256;
        let kind_spec = &spec.kinds[kind.index()];
        let mut all_ways = Vec::new();
        for from in spec.geometry.squares() {
            let paths = expand(&kind_spec.moves, spec.geometry, color, from);
            let record = if kind_spec.pawn {
                steps::pawn_record(
                    &paths,
                    is_unmoved_pawn(spec, color, from),
                    |path| double_step(spec, color, path),
                    |square| promotion_on(spec, color, square) != Promotes::Never,
                )
            } else {
                steps::ordinary_record(&paths)
            };
            let start = *known.entry(record).or_insert_with_key(|record| {
                let start = self.step_bytes.len() as u32;
                self.step_bytes.extend(record);
                start
            });
            self.step_starts[row + from.index()] = start;
            let ways = merge(&available(spec, color, kind, from, paths));
            if ways.len() > 255 || !ways.iter().all(Way::fits_record) {
                return Err(RulesError::TooManyWays { piece: kind_spec.id.clone(), square: from });
            }
            all_ways.push((from, ways));
        }
        Ok(all_ways)
    }
}

/// The ways of a piece from a square.
pub(super) fn ways(spec: &GameSpec, color: Color, kind: Kind, from: Square) -> Vec<Way> {
    let paths = expand(&spec.kinds[kind.index()].moves, spec.geometry, color, from);
    merge(&available(spec, color, kind, from, paths))
}

/// The paths of a square; a Pawn's initial ones are unconditional on its start rows and absent elsewhere.
fn available(spec: &GameSpec, color: Color, kind: Kind, from: Square, paths: Vec<Path>) -> Vec<Path> {
    if !spec.kinds[kind.index()].pawn {
        return paths;
    }
    let unmoved = is_unmoved_pawn(spec, color, from);
    paths
        .into_iter()
        .filter(|p| unmoved || !p.usage.initial)
        .map(|p| Path { usage: PathUse { initial: false, ..p.usage }, ..p })
        .collect()
}

fn is_unmoved_pawn(spec: &GameSpec, color: Color, from: Square) -> bool {
    spec.pawn_rows.contains(&spec.geometry.relative_rank(color, from))
}

/// A bit for every start square of a kind, other than a Pawn, that has an initial move.
fn unmoved_bits(spec: &GameSpec) -> Result<Box<[u32; 256]>, RulesError> {
    let mut bits = Box::new([0u32; 256]);
    let mut count = 0;
    for color in Color::ALL {
        for (row, cells) in spec.armies[color].rows.iter().enumerate() {
            for (file, cell) in cells.iter().enumerate() {
                let Some(kind) = *cell else { continue };
                let square = spec.geometry.relative(color, Square::new(file as u8, row as u8));
                let initial = !spec.kinds[kind].pawn
                    && expand(&spec.kinds[kind].moves, spec.geometry, color, square)
                        .iter()
                        .any(|p| p.usage.initial);
                if initial {
                    bits[square.index()] = 1u32.checked_shl(FIRST_UNMOVED_BIT + count).unwrap_or(0);
                    count += 1;
                }
            }
        }
    }
    if count + FIRST_UNMOVED_BIT > u32::BITS {
        return Err(RulesError::TooManyInitial(count as usize));
    }
    Ok(bits)
}

fn promotion_squares(spec: &GameSpec, color: Color) -> Box<[Promotes; 256]> {
    let mut promotes = Box::new([Promotes::Never; 256]);
    for square in spec.geometry.squares() {
        promotes[square.index()] = promotion_on(spec, color, square);
    }
    promotes
}

fn promotion_on(spec: &GameSpec, color: Color, square: Square) -> Promotes {
    match spec.geometry.ranks - 1 - spec.geometry.relative_rank(color, square) {
        0 => Promotes::Must,
        n if n < spec.promotion.zone => Promotes::May,
        _ => Promotes::Never,
    }
}

/// The square passed if a Pawn's path is a double step that can be answered en passant. One that ends where Pawns
/// promote is a move like any other.
fn double_step(spec: &GameSpec, color: Color, path: &Path) -> Option<Square> {
    steps::double_step(path).filter(|_| promotion_on(spec, color, path.target) == Promotes::Never)
}

fn promotions(rules: &Rules, color: Color) -> Vec<Kind> {
    let spec = &rules.spec;
    let mut kinds = spec.armies[color].promotions.clone();
    if spec.promotion.choice == PromotionChoice::Either {
        for &kind in &spec.armies[!color].promotions {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds.sort_by_key(|&kind| std::cmp::Reverse(rules.value(Kind::new(kind)).0));
    kinds.into_iter().map(Kind::new).collect()
}

fn plain_pawns(rules: &Rules, color: Color) -> [u64; 4] {
    let mut words = [0; 4];
    let Some(pawn) = rules.pawn else { return words };
    for (number, &square) in rules.squares.iter().enumerate() {
        let is_plain = rules.steps(Piece::new(color, pawn), square)[0] == steps::PLAIN_PAWN;
        words[number / 64] |= u64::from(is_plain) << (number % 64);
    }
    words
}

fn double_steps(spec: &GameSpec, color: Color) -> Vec<DoubleStep> {
    let mut all = Vec::new();
    for kind in spec.kinds.iter().filter(|k| k.pawn) {
        for from in spec.geometry.squares().filter(|&s| is_unmoved_pawn(spec, color, s)) {
            for path in expand(&kind.moves, spec.geometry, color, from) {
                if let Some(passed) = double_step(spec, color, &path) {
                    all.push(DoubleStep { from, passed, to: path.target });
                }
            }
        }
    }
    all
}

fn en_passant_origins(spec: &GameSpec, color: Color) -> Vec<Vec<Square>> {
    let mut origins = vec![Vec::new(); 256];
    for kind in spec.kinds.iter().filter(|k| k.pawn) {
        for from in spec.geometry.squares() {
            for path in expand(&kind.moves, spec.geometry, color, from) {
                if path.usage.en_passant && !origins[path.target.index()].contains(&from) {
                    origins[path.target.index()].push(from);
                }
            }
        }
    }
    origins
}

fn start_counts(army: &ArmySpec) -> [u8; MAX_KINDS] {
    let mut counts = [0; MAX_KINDS];
    for kind in army.rows.iter().flatten().flatten() {
        counts[*kind] += 1;
    }
    counts
}

fn pawn_drops(spec: &GameSpec, color: Color) -> SquareSet {
    let Some(holdings) = &spec.holdings else { return SquareSet::EMPTY };
    let (first, last) = holdings.pawn_ranks;
    spec.geometry
        .squares()
        .filter(|&s| (first..=last).contains(&spec.geometry.relative_rank(color, s)))
        .collect()
}

fn royal_kind(spec: &GameSpec, color: Color) -> Kind {
    let royal = spec.armies[color].rows.iter().flatten().flatten().find(|&&kind| spec.kinds[kind].royal);
    Kind::new(royal.copied().unwrap_or(0))
}
