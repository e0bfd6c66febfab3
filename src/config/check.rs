//! What definitions say about one another.

use crate::rules::GameSpec;
use crate::types::{ByColor, Color};

use super::error::{ConfigError, ConfigErrors, Place};
use super::game::{self, GameChoice, GameError, same_name};
use super::load::{Broken, contains};
use super::preset::Preset;
use super::spec::{ArmyDef, VariantDef};
use super::{Config, kinds, values};

/// Reports whatever would keep a variant from being played as it is preset.
pub(super) fn definitions(config: &Config, broken: &Broken, errors: &mut Vec<ConfigError>) {
    let mut broken_armies = broken.armies.clone();
    for (index, army) in config.armies.iter().enumerate() {
        let before = errors.len();
        check_name(army, &config.armies[..index], errors);
        let whole = check_pieces(config, army, broken, errors);
        if whole {
            check_kings(config, army, errors);
        }
        if errors.len() > before || !whole {
            broken_armies.push(army.id.clone());
        }
    }
    check_variants(config, &broken_armies, broken, errors);
}

fn check_name(army: &ArmyDef, earlier: &[ArmyDef], errors: &mut Vec<ConfigError>) {
    if let Some(other) = earlier.iter().find(|other| same_name(&other.name, &army.name)) {
        let message = format!("army `{}` has the same name as army `{}`: change one", army.id, other.id);
        errors.push(army.place.error(message));
    }
}

/// Whether every piece of the army is defined without errors. Unknown ones are reported, once each.
fn check_pieces(config: &Config, army: &ArmyDef, broken: &Broken, errors: &mut Vec<ConfigError>) -> bool {
    let mut reported: Vec<&str> = Vec::new();
    let mut whole = true;
    let known = config.pieces.iter().map(|piece| piece.id.as_str());
    for id in army.pieces().chain(&army.castling_piece) {
        let found = known.clone().any(|name| name.eq_ignore_ascii_case(&id.value));
        let damaged = contains(&broken.pieces, &id.value);
        whole &= found && !damaged;
        if !found && !damaged && !reported.contains(&id.value.as_str()) {
            reported.push(&id.value);
            errors.push(id.place.error(values::unknown("piece", &id.value, known.clone())));
        }
    }
    whole
}

fn check_kings(config: &Config, army: &ArmyDef, errors: &mut Vec<ConfigError>) {
    let royal = |id: &str| config.piece(id).is_ok_and(|piece| piece.royal);
    let mut kings = army.pieces().filter(|id| royal(&id.value));
    if kings.next().is_none() {
        let message = format!("army `{}` has no royal piece: put one, such as `king`, on rank1", army.id);
        errors.push(army.place.error(message));
    }
    if let Some(second) = kings.next() {
        let message = format!("`{}` is a second royal piece: an army has exactly one", second.value);
        errors.push(second.place.error(message));
    }
    let Some(partner) = &army.castling_piece else { return };
    let same = |id: &str| id.eq_ignore_ascii_case(&partner.value);
    let home = army.rows.iter().find(|row| row.iter().flatten().any(|id| royal(&id.value)));
    if royal(&partner.value) || !home.is_some_and(|row| row.iter().flatten().any(|id| same(&id.value))) {
        let message =
            format!("no `{}` stands beside the royal piece on its rank: name one that does", partner.value);
        errors.push(partner.place.error(message));
    }
}

fn check_variants(config: &Config, broken_armies: &[String], broken: &Broken, errors: &mut Vec<ConfigError>) {
    let objections = |variant| {
        if touches(config, variant, broken_armies, broken) { Vec::new() } else { objections(config, variant) }
    };
    let all: Vec<Vec<GameError>> = config.variants.iter().map(objections).collect();
    for (variant, objections) in config.variants.iter().zip(&all) {
        for error in objections {
            if is_first_report(config, &all, variant, error) {
                errors.push(place(variant, error).error(message(config, variant, error)));
            }
        }
    }
}

/// All that keeps the variant from being played as it is preset.
fn objections(config: &Config, variant: &VariantDef) -> Vec<GameError> {
    let preset = match Preset::of(config, variant) {
        Ok(preset) => preset,
        Err(error) => {
            let own = variant.white.iter().chain(&variant.black);
            return own.filter_map(|id| config.army(&id.value).err()).chain([error]).collect();
        }
    };
    let [white, black] = Color::ALL.map(|color| config.preset_army(&preset, color));
    let armies = match (white, black) {
        (Ok(white), Ok(black)) => ByColor([white, black]),
        (white, black) => return white.err().into_iter().chain(black.err()).collect(),
    };
    let board = match game::board(&preset, &armies) {
        Ok(board) => board,
        Err(error) => return vec![error],
    };
    let choice = GameChoice::variant(&variant.id);
    let mut errors = Vec::new();
    errors.extend(kinds::collect(config, &armies).err());
    errors.extend(game::promotion(&preset, &choice, board).err());
    errors.extend(game::holdings(&preset, &choice, board).err());
    errors.extend(game::given_pawn_rows(&preset, board).err());
    errors
}

/// Whether the variant needs a definition that is broken, so that nothing can be said about it.
fn touches(config: &Config, variant: &VariantDef, broken_armies: &[String], broken: &Broken) -> bool {
    let mut chain = vec![variant];
    while let Some(parent) = chain.last().and_then(|last| last.extends.as_ref()) {
        match config.variant(&parent.value) {
            _ if contains(&broken.variants, &parent.value) => return true,
            Ok(next) if chain.len() <= config.variants.len() => chain.push(next),
            _ => break,
        }
    }
    let mut armies = chain.iter().flat_map(|variant| variant.white.iter().chain(&variant.black));
    armies.any(|army| contains(broken_armies, &army.value))
}

/// Whether the error arises in this variant and is not already reported for one that it extends.
fn is_first_report(config: &Config, all: &[Vec<GameError>], variant: &VariantDef, error: &GameError) -> bool {
    let failed = |id: &str| {
        let at = config.variants.iter().position(|other| other.id.eq_ignore_ascii_case(id));
        at.is_some_and(|at| !all[at].is_empty())
    };
    let parent = variant.extends.as_ref().map(|parent| parent.value.as_str());
    match error {
        GameError::Circle { circle } => {
            let first = config.variants.iter().find(|other| circle.contains(&other.id));
            first.is_some_and(|first| first.id == variant.id)
        }
        GameError::UnknownVariant { name, .. } => parent == Some(name),
        _ => place(variant, error) != variant.place || !parent.is_some_and(failed),
    }
}

fn message(config: &Config, variant: &VariantDef, error: &GameError) -> String {
    match error {
        GameError::UnknownVariant { name, .. } => {
            let others = config.variants.iter().map(|other| other.id.as_str());
            values::unknown("variant", name, others.filter(|id| *id != variant.id))
        }
        GameError::UnknownArmy { name, .. } => {
            values::unknown("army", name, config.armies.iter().map(|army| army.id.as_str()))
        }
        _ => error.to_string(),
    }
}

/// The place of the setting that is to blame, if it is the variant's own, or else of the variant.
fn place(variant: &VariantDef, error: &GameError) -> Place {
    let army = |color| match color {
        Color::White => variant.white.as_ref(),
        Color::Black => variant.black.as_ref(),
    };
    let unknown = |name: &str| Color::ALL.into_iter().filter_map(army).find(|id| id.value == name);
    let place = match error {
        GameError::UnknownVariant { .. } | GameError::Circle { .. } => {
            variant.extends.as_ref().map(|id| &id.place)
        }
        GameError::UnknownArmy { name, .. } => unknown(name).map(|id| &id.place),
        GameError::WrongBoard { color, .. } => {
            army(*color).map(|id| &id.place).or(variant.board.as_ref().map(|board| &board.place))
        }
        GameError::UnlikeBoards { .. } | GameError::NoLetter { .. } => army(Color::Black).map(|id| &id.place),
        GameError::NoSuchRank { key: "pawn-rows", .. } => variant.pawn_rows.as_ref().map(|rows| &rows.place),
        GameError::NoSuchRank { .. } => variant.pawn_drops.as_ref().map(|ranks| &ranks.place),
        GameError::WideZone { .. } => variant.promotion_zone.as_ref().map(|zone| &zone.place),
        GameError::NoArmy { .. } | GameError::UnknownPiece { .. } => None,
    };
    place.unwrap_or(&variant.place).clone()
}

/// Asks `accept` about every variant's game.
pub(super) fn games(
    config: &Config,
    accept: impl Fn(&GameSpec) -> Result<(), String>,
) -> Result<(), ConfigErrors> {
    let mut errors = Vec::new();
    for variant in &config.variants {
        let game = config.game(&GameChoice::variant(&variant.id)).map_err(|error| error.to_string());
        if let Err(objection) = game.and_then(|game| accept(&game)) {
            let place = variant.start.as_ref().map_or(&variant.place, |start| &start.place);
            errors.push(place.error(format!("variant `{}`: {objection}", variant.id)));
        }
    }
    ConfigErrors::unless_empty(errors)
}
