//! Tables that an [`Evaluator`](super::Evaluator) makes once from the rules and the weights.

use std::collections::BTreeMap;

use crate::rules::{Dense, Geometry, Rules};
use crate::types::{ByColor, Color, Kind, Piece, Square};

use super::params::{CLASS_WORTH, LIGHT_PIECE};
use super::reach::Reach;
use super::tapered::Tapered;
use super::weights::{CLASSES, FILES, FILES_TO_KING, MOBILITY, PAWN_TO_KING, RANKS, Weights};

/// Midgame and endgame values in centipawns that replace those of the configuration, by the id of the piece.
pub type Values = BTreeMap<String, (i32, i32)>;

/// What a piece on a square counts while a King stands on another. Eight bytes, so that it is loaded at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(8))]
struct Entry {
    midgame: i16,
    endgame: i16,
    /// Pressure on the King's surroundings.
    pressure: i16,
}

/// What there is to know about the pieces of a side with both Kings where they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<'a> {
    tables: &'a Tables,
    own: &'a [Entry],
    enemy: &'a [Entry],
}

impl Places<'_> {
    /// What a piece counts, its pressure on the enemy King and on the own King.
    #[inline]
    pub(super) fn piece(&self, traits: Traits, square: Square) -> (Tapered, i32, i32) {
        let at = traits.first as usize + self.tables.dense.index(square);
        let (own, enemy) = (self.own[at], self.enemy[at]);
        let score = Tapered::new(
            i32::from(own.midgame) + i32::from(enemy.midgame),
            i32::from(own.endgame) + i32::from(enemy.endgame),
        );
        (score, i32::from(enemy.pressure), i32::from(own.pressure))
    }
}

/// How many attacked squares the mobility tables tell apart.
const MOST_ATTACKED: usize = 32;

/// What a piece counts by what it attacks and what attacks it.
#[derive(Clone, Debug, Default)]
pub(super) struct Activity {
    mobility: [Tapered; MOST_ATTACKED],
    /// Of the side to move, and of the other one.
    pub(super) attacked_by_pawn: [Tapered; 2],
    pub(super) hanging: [Tapered; 2],
    pub(super) attacked_by_lesser: [Tapered; 2],
    pub(super) attacked: [Tapered; 2],
    pub(super) loose: Tapered,
    pub(super) outpost: Tapered,
    pub(super) enemy_half: Tapered,
    pub(super) on_half_open_file: Tapered,
    pub(super) on_open_file: Tapered,
    pub(super) with_own_pawns: Tapered,
    pub(super) with_enemy_pawns: Tapered,
    pub(super) with_own_officers: Tapered,
    pub(super) with_enemy_officers: Tapered,
    /// How many of [`Tables::officers`] are of clearly less value.
    pub(super) lesser: usize,
    /// In 1/16.
    pub(super) ring_attack: i32,
    pub(super) ring_attacker: i32,
    pub(super) outer_attack: i32,
    pub(super) safe_check: i32,
    pub(super) safe_checks_more: i32,
    pub(super) safe_drop: i32,
    pub(super) safe_drops_more: i32,
}

/// What is the same for a piece wherever it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    /// The first row of its mover in the tables by place.
    first: u32,
    /// Value on the board, midgame.
    pub(super) material: i32,
    pub(super) pawn: bool,
}

impl Activity {
    /// What attacking so many squares counts.
    #[inline]
    pub(super) fn mobility(&self, squares: usize) -> Tapered {
        self.mobility[squares.min(MOST_ATTACKED - 1)]
    }
}

/// What the evaluation knows about each piece on each square.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) dense: Dense,
    kinds: usize,
    /// By the index of the piece.
    traits: Box<[Traits; Piece::COUNT]>,
    /// By the own King's place, mover and place: value, place, and what depends on the own King. The Kings come first since
    /// all pieces of a position share them, so that what one position looks at lies close together.
    own: Vec<Entry>,
    /// By the enemy King's place, mover and place: what depends on the enemy King.
    enemy: Vec<Entry>,
    /// Pressure that a piece in hand brings: by mover, King's place.
    drop_pressure: Vec<i32>,
    /// The kinds that are neither Pawns nor royal, by ascending value.
    pub(super) officers: Vec<Kind>,
    /// The kinds that are bound to squares of one colour, as a mask.
    pub(super) bound: ByColor<u32>,
    /// The kinds that are not royal, by ascending value.
    pub(super) capturable: Vec<Kind>,
    /// By mover.
    activity: Vec<Activity>,
    /// Value of a piece on the board, by kind.
    pub(super) board: Vec<Tapered>,
    /// Value of a piece in hand, by kind.
    pub(super) hand: Vec<Tapered>,
}

impl Tables {
    pub(super) fn new(rules: &Rules, reach: &Reach, weights: &Weights, values: &Values) -> Tables {
        let dense = reach.dense;
        let movers = rules.kind_count() * 2;
        let board: Vec<Tapered> =
            rules.kinds().map(|kind| board_value(rules, reach, weights, values, kind)).collect();
        let in_hand = |kind: Kind| board[kind.index()] + hand_bonus(rules, reach, weights, kind);
        let mut tables = Tables {
            dense,
            kinds: rules.kind_count(),
            traits: Box::new([Traits::default(); Piece::COUNT]),
            own: vec![Entry::default(); movers * dense.len * dense.len],
            enemy: vec![Entry::default(); movers * dense.len * dense.len],
            drop_pressure: vec![0; movers * dense.len],
            officers: by_value(rules, &board, |kind| !rules.is_pawn(kind) && !rules.is_royal(kind)),
            bound: ByColor::from_fn(|color| {
                let bound = rules.kinds().filter(|&kind| rules.is_color_bound(color, kind));
                bound.fold(0, |mask, kind| mask | 1 << kind.index())
            }),
            capturable: by_value(rules, &board, |kind| !rules.is_royal(kind)),
            activity: Vec::new(),
            hand: rules.kinds().map(in_hand).collect(),
            board,
        };
        for color in Color::ALL {
            for kind in rules.kinds() {
                let traits = Traits {
                    first: (reach.mover(color, kind) * dense.len) as u32,
                    material: tables.board[kind.index()].midgame(),
                    pawn: rules.is_pawn(kind),
                };
                let piece = Piece::new(color, kind);
                tables.traits[piece.index()] = traits;
                tables.traits[piece.promoted().index()] = traits;
                let judge = Judge::new(rules, reach, weights, color, kind);
                tables.fill(&judge);
                tables.activity.push(judge.activity(tables.lesser(kind)));
            }
        }
        tables
    }

    /// What is the same for a piece wherever it stands.
    #[inline]
    pub(super) fn traits(&self, piece: Piece) -> Traits {
        self.traits[piece.index()]
    }

    /// How many entries there are for one place of a King.
    #[inline]
    fn block(&self) -> usize {
        self.kinds * 2 * self.dense.len
    }

    /// What there is to know about the pieces of a side, given where both Kings are.
    #[inline]
    pub(super) fn places(&self, own_king: usize, enemy_king: usize) -> Places<'_> {
        let block = self.block();
        Places {
            tables: self,
            own: &self.own[own_king * block..][..block],
            enemy: &self.enemy[enemy_king * block..][..block],
        }
    }

    /// The pressure that a piece in hand brings on a King, whose place is given.
    #[inline]
    pub(super) fn drop_pressure(&self, color: Color, kind: Kind, king: usize) -> i32 {
        self.drop_pressure[(color.index() * self.kinds + kind.index()) * self.dense.len + king]
    }

    /// What a kind of a colour counts by what it attacks and what attacks it.
    #[inline]
    pub(super) fn activity(&self, color: Color, kind: Kind) -> &Activity {
        &self.activity[color.index() * self.kinds + kind.index()]
    }

    /// How many officers are worth at least a fifth less than a kind.
    fn lesser(&self, than: Kind) -> usize {
        let worth = |kind: Kind| self.board[kind.index()].midgame();
        self.officers.partition_point(|&kind| worth(kind) * 5 <= worth(than) * 4)
    }

    fn fill(&mut self, judge: &Judge<'_>) {
        let (rules, reach, len) = (judge.rules, judge.reach, self.dense.len);
        let (color, kind) = (judge.color, judge.kind);
        for &square in &rules.squares {
            let here = reach.mover(color, kind) * len + self.dense.index(square);
            let place = self.board[kind.index()] + judge.place(square);
            let pressure = reach.pressure(color, kind, square);
            for (index, &king) in rules.squares.iter().enumerate() {
                let (own, enemy) = judge.near_kings(square, king);
                let defence = i32::from(pressure[index]);
                let at = index * self.block() + here;
                self.own[at] = Entry::new(place + own, defence);
                self.enemy[at] = Entry::new(enemy, defence * judge.pressure / 256);
            }
        }
        let first = reach.mover(color, kind) * len;
        for (king, &pressure) in reach.drop_pressure(color, kind).iter().enumerate() {
            self.drop_pressure[first + king] = i32::from(pressure) * judge.hand_pressure / 256;
        }
    }
}

/// The wanted kinds by ascending value.
fn by_value(rules: &Rules, board: &[Tapered], wanted: impl Fn(Kind) -> bool) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = rules.kinds().filter(|&kind| wanted(kind)).collect();
    kinds.sort_by_key(|kind| board[kind.index()].midgame());
    kinds
}

impl Entry {
    fn new(score: Tapered, pressure: i32) -> Entry {
        Entry {
            midgame: narrow(score.midgame()),
            endgame: narrow(score.endgame()),
            pressure: narrow(pressure),
        }
    }
}

/// Values of the configuration are far smaller; larger ones count as this much.
fn narrow(score: i32) -> i16 {
    score.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

/// What a piece on the board counts; nothing for a royal one, which is never given up.
fn board_value(rules: &Rules, reach: &Reach, weights: &Weights, values: &Values, kind: Kind) -> Tapered {
    if rules.is_royal(kind) {
        return Tapered::default();
    }
    let spec = &rules.spec.kinds[kind.index()];
    let (midgame, endgame) = values.get(&spec.id).copied().unwrap_or_else(|| rules.value(kind));
    // Values in the configuration are meant for the board of chess.
    let ratio = if spec.value.is_some() { reach.geometry_ratio(kind) } else { 256 };
    let factor = 256 + (ratio - 256) * weights.geometry_share / 256;
    let value = Tapered::new(midgame * factor / 256, endgame * factor / 256);
    if !rules.has_holdings() {
        return value;
    }
    let saturate = |value: i32, scale: i32, saturation: i32| value * scale / (value + saturation).max(1);
    let slides = if rules.is_pawn(kind) { 0 } else { reach.slides(kind) };
    Tapered::new(
        saturate(value.midgame(), weights.scale.midgame(), weights.saturation.midgame()),
        saturate(value.endgame(), weights.scale.endgame(), weights.saturation.endgame()),
    ) + (weights.slider * slides).divided(256)
}

/// What a piece is worth more in hand than on the board.
fn hand_bonus(rules: &Rules, reach: &Reach, weights: &Weights, kind: Kind) -> Tapered {
    if rules.is_pawn(kind) {
        return weights.pawn_in_hand;
    }
    let slides = reach.slides(kind);
    (weights.leaper_in_hand * (256 - slides) + weights.slider_in_hand * slides).divided(256)
}

/// How much a piece belongs to each weight class, in 1/256.
fn class_shares(worth: i32) -> [i32; CLASSES] {
    let [light, middle, heavy] = CLASS_WORTH;
    let mut shares = [0; CLASSES];
    if worth <= middle {
        let up = ((worth - light) * 256 / (middle - light)).clamp(0, 256);
        (shares[0], shares[1]) = (256 - up, up);
    } else {
        let up = ((worth - middle) * 256 / (heavy - middle)).clamp(0, 256);
        (shares[1], shares[2]) = (256 - up, up);
    }
    shares
}

/// Applies the weights to one kind of one colour.
struct Judge<'a> {
    rules: &'a Rules,
    reach: &'a Reach,
    weights: &'a Weights,
    color: Color,
    kind: Kind,
    classes: [i32; CLASSES],
    pressure: i32,
    hand_pressure: i32,
    near_own: Near,
    near_enemy: Near,
}

/// What a piece counts by the files (0 to 4) and ranks to a King.
type Near = [[Tapered; RANKS]; FILES_TO_KING];

/// The ranks that a piece is before its own King in the first entry of a row.
const OWN_KING_FROM: i32 = -1;
/// The ranks that the enemy King is before a piece in the first entry of a row.
const ENEMY_KING_FROM: i32 = -2;

impl<'a> Judge<'a> {
    fn new(rules: &'a Rules, reach: &'a Reach, weights: &'a Weights, color: Color, kind: Kind) -> Judge<'a> {
        let classes = class_shares(reach.worth(kind));
        let of_class = |list: &[i32; 1 + CLASSES]| {
            if rules.is_pawn(kind) {
                list[0]
            } else {
                classes.iter().zip(&list[1..]).map(|(share, weight)| share * weight).sum::<i32>() / 256
            }
        };
        let (pressure, hand_pressure) = (of_class(&weights.pressure), of_class(&weights.hand_pressure));
        let mut judge = Judge {
            rules,
            reach,
            weights,
            color,
            kind,
            classes,
            pressure,
            hand_pressure,
            near_own: Near::default(),
            near_enemy: Near::default(),
        };
        let (own, enemy) = (&weights.own_king_rank, &weights.enemy_king_rank);
        judge.near_own = judge.near(&weights.pawn_own_king, &weights.own_king_file, own, OWN_KING_FROM);
        judge.near_enemy =
            judge.near(&weights.pawn_enemy_king, &weights.enemy_king_file, enemy, ENEMY_KING_FROM);
        judge
    }

    /// What the piece counts by its distance from one of the Kings; the first entry of a row is for `from` ranks.
    fn near(
        &self,
        pawn: &[[Tapered; PAWN_TO_KING]; FILES],
        files: &[[Tapered; FILES_TO_KING]; CLASSES],
        ranks: &[[Tapered; RANKS]; CLASSES],
        from: i32,
    ) -> Near {
        let bucket = |rank: usize| (rank as i32 + from + 1).clamp(0, PAWN_TO_KING as i32 - 1) as usize;
        std::array::from_fn(|file| {
            std::array::from_fn(|rank| {
                if self.rules.is_royal(self.kind) {
                    Tapered::default()
                } else if self.rules.is_pawn(self.kind) {
                    pawn[file.min(FILES - 1)][bucket(rank)]
                } else {
                    self.by_class(files, file) + self.by_class(ranks, rank)
                }
            })
        })
    }

    /// The sum of the weights of the classes, as far as the piece belongs to each.
    fn by_class<const N: usize>(&self, table: &[[Tapered; N]; CLASSES], index: usize) -> Tapered {
        let sum = self
            .classes
            .iter()
            .zip(table)
            .fold(Tapered::default(), |sum, (&share, row)| sum + row[index] * share);
        sum.divided(256)
    }

    /// What the piece counts by what it attacks and what attacks it.
    fn activity(&self, lesser: usize) -> Activity {
        let weights = self.weights;
        if self.rules.is_royal(self.kind) {
            return Activity::default();
        }
        let pawn = self.rules.is_pawn(self.kind);
        let of_class = |list: &[i32]| {
            let classes = &list[list.len() - CLASSES..];
            if pawn {
                if list.len() > CLASSES { list[0] } else { 0 }
            } else {
                self.classes.iter().zip(classes).map(|(share, weight)| share * weight).sum::<i32>() / 256
            }
        };
        let mix = |list: &[Tapered]| {
            let part = |number: fn(&Tapered) -> i32| of_class(&list.iter().map(number).collect::<Vec<_>>());
            Tapered::new(part(|t| t.midgame()), part(|t| t.endgame()))
        };
        let slides_on = self.reach.slides_along_file(self.color, self.kind);
        let along_file = |list: &[Tapered]| if slides_on { mix(list) } else { Tapered::default() };
        let sides = |list: &dyn Fn(usize) -> Tapered| [list(0), list(1)];
        Activity {
            mobility: std::array::from_fn(|squares| self.mobility(squares)),
            attacked_by_pawn: sides(&|side| mix(&weights.attacked_by_pawn[side])),
            hanging: sides(&|side| mix(&weights.hanging[side])),
            attacked_by_lesser: sides(&|side| mix(&weights.attacked_by_lesser[side])),
            attacked: sides(&|side| mix(&weights.attacked[side])),
            loose: mix(&weights.loose),
            outpost: mix(&weights.outpost),
            enemy_half: mix(&weights.enemy_half),
            on_half_open_file: along_file(&weights.on_half_open_file),
            on_open_file: along_file(&weights.on_open_file),
            with_own_pawns: mix(&weights.with_own_pawns),
            with_enemy_pawns: mix(&weights.with_enemy_pawns),
            with_own_officers: mix(&weights.with_own_officers),
            with_enemy_officers: mix(&weights.with_enemy_officers),
            lesser,
            ring_attack: of_class(&weights.ring_attack),
            ring_attacker: of_class(&weights.ring_attacker),
            outer_attack: of_class(&weights.outer_attack),
            safe_check: of_class(&weights.safe_check),
            safe_checks_more: of_class(&weights.safe_checks_more),
            safe_drop: of_class(&weights.safe_drop),
            safe_drops_more: of_class(&weights.safe_drops_more),
        }
    }

    /// What attacking so many squares counts: between two steps of the table in proportion.
    fn mobility(&self, squares: usize) -> Tapered {
        if self.rules.is_pawn(self.kind) {
            return Tapered::default();
        }
        let expected = self.reach.attacked(self.color, self.kind).max(1);
        let at = (squares as i32 * 4 * 256 * 256 / expected).min((MOBILITY as i32 - 1) * 256);
        let (step, part) = ((at / 256) as usize, at % 256);
        let table = &self.weights.mobility;
        let next = (step + 1).min(MOBILITY - 1);
        (self.by_class(table, step) * (256 - part) + self.by_class(table, next) * part).divided(256)
    }

    /// What a square is worth to the piece.
    fn place(&self, square: Square) -> Tapered {
        let geometry = self.rules.geometry();
        let rank = scaled(usize::from(geometry.relative_rank(self.color, square)), geometry.ranks, RANKS);
        let file = (!geometry.cylinder).then(|| scaled_file(geometry, square));
        let weights = self.weights;
        if self.rules.is_royal(self.kind) {
            weights.king_rank[rank] + file.map_or(Tapered::default(), |file| weights.king_file[file])
        } else if self.rules.is_pawn(self.kind) {
            self.pawn_place(square, file)
        } else {
            self.mobility_place(square)
                + self.by_class(&weights.rank, rank)
                + file.map_or(Tapered::default(), |file| self.by_class(&weights.file, file))
        }
    }

    /// How much the mobility on a square differs from the average, both in 1/256 targets, times the slope of the value
    /// formula, of which `place_share` is counted.
    fn mobility_place(&self, square: Square) -> Tapered {
        let (mobility, mean) = self.reach.mobility(self.color, self.kind, square);
        let slope = 56 + 2 * mean / 256;
        let heavy = self.reach.worth(self.kind).max(LIGHT_PIECE);
        let scale = |share: i32| {
            let full = i64::from((mobility - mean) * slope) * i64::from(share) / (256 * 256);
            (full * i64::from(LIGHT_PIECE * LIGHT_PIECE) / i64::from(heavy * heavy)) as i32
        };
        Tapered::new(scale(self.weights.place_share.midgame()), scale(self.weights.place_share.endgame()))
    }

    fn pawn_place(&self, square: Square, file: Option<usize>) -> Tapered {
        let geometry = self.rules.geometry();
        let distance = ranks_to_promotion(self.rules, self.color, square);
        let mut place = *by_distance(&self.weights.pawn_rank, distance);
        if let Some(file) = file {
            place += self.weights.pawn_file[file];
            let home = self.rules.spec.pawn_rows.contains(&geometry.relative_rank(self.color, square));
            if file == FILES - 1 && home {
                place += self.weights.centre_pawn_at_home;
            }
        }
        place
    }

    /// What the piece on a square counts if a King, its own or the enemy's, stands on another.
    fn near_kings(&self, square: Square, king: Square) -> (Tapered, Tapered) {
        let geometry = self.rules.geometry();
        let file = file_distance(geometry, square, king).min(FILES_TO_KING - 1);
        let rank = |square| i32::from(geometry.relative_rank(self.color, square));
        let before = rank(square) - rank(king);
        let bucket = |ranks: i32| ranks.clamp(0, RANKS as i32 - 1) as usize;
        (
            self.near_own[file][bucket(before - OWN_KING_FROM)],
            self.near_enemy[file][bucket(-before - ENEMY_KING_FROM)],
        )
    }
}

/// A rank or file of a board of any size as one of `buckets`.
fn scaled(at: usize, size: u8, buckets: usize) -> usize {
    at * (buckets - 1) / usize::from(size - 1).max(1)
}

/// A file, counted from the edge, as one of as many as half a board of chess has.
fn scaled_file(geometry: Geometry, square: Square) -> usize {
    let edge = square.file().min(geometry.files - 1 - square.file());
    scaled(usize::from(edge), geometry.files.div_ceil(2), FILES)
}

/// The files from one square to another, the short way round a cylinder.
pub(super) fn file_distance(geometry: Geometry, a: Square, b: Square) -> usize {
    let straight = a.file().abs_diff(b.file());
    usize::from(if geometry.cylinder { straight.min(geometry.files - straight) } else { straight })
}

/// The entry of a table by distance that holds for `distance` ranks, at least 1.
pub(super) fn by_distance(table: &[Tapered; 6], distance: usize) -> &Tapered {
    &table[distance.clamp(1, table.len()) - 1]
}

/// How many ranks a Pawn is from the nearest rank on which it promotes; at least 1.
pub(super) fn ranks_to_promotion(rules: &Rules, color: Color, square: Square) -> usize {
    let forward = if color == Color::White { 1 } else { -1 };
    let mut distance = 0;
    let mut at = Some(square);
    while let Some(square) = at
        && rules.promotes(color, square) == crate::rules::Promotes::Never
    {
        distance += 1;
        at = rules.geometry().step(square, 0, forward, false);
    }
    distance.max(1)
}

/// The distance from the middle of a row, in half squares.
fn from_middle(at: u8, size: u8) -> i32 {
    (i32::from(at) * 2 - (i32::from(size) - 1)).abs()
}

/// The distance from the middle of the board in half squares, files and ranks added; on a cylinder only ranks count.
pub(super) fn from_centre(geometry: Geometry, square: Square) -> i32 {
    let files = if geometry.cylinder { 0 } else { from_middle(square.file(), geometry.files) };
    files + from_middle(square.rank(), geometry.ranks)
}
