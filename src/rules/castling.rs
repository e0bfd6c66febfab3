//! Castling as tables: explicit squares for each side and wing.

use crate::types::{ByColor, Color, Kind, Square};

use super::{ArmySpec, CastlingSpec, GameSpec, Wing};

/// One castling: who goes where, and what must be empty and safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlingRule {
    /// Whose castling it is.
    pub color: Color,
    /// The wing.
    pub wing: Wing,
    /// The King's start square.
    pub king_from: Square,
    /// The King's target.
    pub king_to: Square,
    /// The corner piece's start square.
    pub partner_from: Square,
    /// The corner piece's target, next to the King on the inner side.
    pub partner_to: Square,
    /// The corner piece.
    pub partner: Kind,
    /// Squares that must be empty: all that King and corner piece pass or land on, apart from their own.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked: those the King passes and lands on.
    pub safe: Vec<Square>,
}

impl CastlingRule {
    /// The number of the rule, which is also the number of its bit among the rights: White's King's and Queen's wing,
    /// Black's King's and Queen's wing.
    pub fn number(color: Color, wing: Wing) -> usize {
        color.index() * 2 + usize::from(wing == Wing::Queen)
    }
}

/// The castling rules of a game by [`CastlingRule::number`]. `color_bound` tells whether a kind never leaves the
/// colour of its square.
pub fn compile(game: &GameSpec, color_bound: &dyn Fn(Color, Kind) -> bool) -> [Option<CastlingRule>; 4] {
    let mut rules = [None, None, None, None];
    for color in Color::ALL {
        for wing in [Wing::King, Wing::Queen] {
            rules[CastlingRule::number(color, wing)] = rule(game, color, wing, color_bound);
        }
    }
    rules
}

fn rule(
    game: &GameSpec,
    color: Color,
    wing: Wing,
    color_bound: &dyn Fn(Color, Kind) -> bool,
) -> Option<CastlingRule> {
    let army = &game.armies[color];
    if army.castling == CastlingSpec::None {
        return None;
    }
    let (row, king_file) = king_place(game, army)?;
    let (partner_file, partner) = partner_place(army, row, king_file, wing)?;
    let outward: i8 = if wing == Wing::King { 1 } else { -1 };
    let at = |file: i16| -> Option<Square> {
        let file = u8::try_from(file).ok().filter(|&f| f < game.geometry.files)?;
        Some(game.geometry.relative(color, Square::new(file, row as u8)))
    };
    let target = |steps: i16| i16::from(king_file) + steps * i16::from(outward);
    let king_to_file = match (army.castling, wing) {
        (CastlingSpec::Files { queen, .. }, Wing::Queen) => i16::from(queen),
        (CastlingSpec::Files { king, .. }, Wing::King) => i16::from(king),
        _ => {
            let partner_to = at(target(2) - i16::from(outward))?;
            let changes_color = shade(partner_to) != shade(at(i16::from(partner_file))?);
            target(if changes_color && color_bound(color, partner) { 3 } else { 2 })
        }
    };
    let partner_to_file = king_to_file - i16::from(outward);
    let king_path = between(i16::from(king_file), king_to_file);
    let partner_path = between(i16::from(partner_file), partner_to_file);
    let mut empty: Vec<i16> = king_path.clone().chain(partner_path).collect();
    empty.sort_unstable();
    empty.dedup();
    empty.retain(|&f| f != i16::from(king_file) && f != i16::from(partner_file));
    Some(CastlingRule {
        color,
        wing,
        king_from: at(i16::from(king_file))?,
        king_to: at(king_to_file)?,
        partner_from: at(i16::from(partner_file))?,
        partner_to: at(partner_to_file)?,
        partner,
        empty: empty.into_iter().map(at).collect::<Option<_>>()?,
        safe: king_path.filter(|&f| f != i16::from(king_file)).map(at).collect::<Option<_>>()?,
    })
}

fn king_place(game: &GameSpec, army: &ArmySpec) -> Option<(usize, u8)> {
    army.rows.iter().enumerate().find_map(|(row, cells)| {
        let file = cells.iter().position(|cell| cell.is_some_and(|kind| game.kinds[kind].royal))?;
        Some((row, file as u8))
    })
}

fn partner_place(army: &ArmySpec, row: usize, king_file: u8, wing: Wing) -> Option<(u8, Kind)> {
    let cells = &army.rows[row];
    let wanted = |file: usize| -> Option<(u8, Kind)> {
        let kind = cells[file]?;
        let fits = army.castling_partner.is_none_or(|partner| partner == kind);
        fits.then(|| (file as u8, Kind::new(kind)))
    };
    let inner = usize::from(king_file);
    match (wing, army.castling_partner) {
        (Wing::Queen, None) => (inner > 0).then(|| wanted(0)).flatten(),
        (Wing::King, None) => (inner + 1 < cells.len()).then(|| wanted(cells.len() - 1)).flatten(),
        (Wing::Queen, Some(_)) => (0..inner).find_map(wanted),
        (Wing::King, Some(_)) => (inner + 1..cells.len()).rev().find_map(wanted),
    }
}

fn between(a: i16, b: i16) -> std::ops::RangeInclusive<i16> {
    a.min(b)..=a.max(b)
}

/// 0 or 1, the colour of a square.
pub fn shade(square: Square) -> u8 {
    (square.file() + square.rank()) & 1
}

/// Which rights are lost when something leaves or arrives on a square, as a mask for every square.
pub fn rights_lost(rules: &[Option<CastlingRule>; 4]) -> Box<[u32; 256]> {
    let mut lost = Box::new([0u32; 256]);
    for (number, rule) in rules.iter().enumerate() {
        if let Some(rule) = rule {
            lost[rule.king_from.index()] |= 1 << number;
            lost[rule.partner_from.index()] |= 1 << number;
        }
    }
    lost
}

/// The mask of all rights that exist, for each side.
pub fn all_rights(rules: &[Option<CastlingRule>; 4]) -> ByColor<u32> {
    ByColor::from_fn(|color| {
        rules
            .iter()
            .enumerate()
            .filter(|(_, r)| r.as_ref().is_some_and(|r| r.color == color))
            .map(|(n, _)| 1 << n)
            .sum()
    })
}
