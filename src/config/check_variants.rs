//! What keeps variants from being played as they are preset.

use crate::types::{ByColor, Color};

use super::error::{ConfigError, Place};
use super::game::{self, GameChoice, GameError};
use super::load::contains;
use super::preset::Preset;
use super::spec::VariantDef;
use super::{Config, kinds, values};

/// Reports every error of every variant. Of armies and variants whose ids are in `bad_armies` and `bad_variants` errors
/// are known already; nothing more is said about them and what depends on them.
pub(super) fn all(
    config: &Config,
    bad_armies: &[String],
    mut bad_variants: Vec<String>,
    errors: &mut Vec<ConfigError>,
) {
    for variant in &config.variants {
        check_names(config, variant, bad_armies, &mut bad_variants, errors);
        check_circle(config, variant, &mut bad_variants, errors);
    }
    let settle = |variant| match Preset::of(config, variant) {
        Ok(preset) if !is_bad(&preset, bad_armies, &bad_variants) => objections(config, &preset),
        _ => Vec::new(),
    };
    let objections: Vec<Vec<GameError>> = config.variants.iter().map(settle).collect();
    for (variant, own) in config.variants.iter().zip(&objections) {
        for error in own.iter().filter(|error| is_first_report(config, &objections, variant, error)) {
            errors.push(place(variant, error).error(error.to_string()));
        }
    }
}

/// Reports unknown names. A variant with an unknown army joins the bad ones.
fn check_names(
    config: &Config,
    variant: &VariantDef,
    bad_armies: &[String],
    bad_variants: &mut Vec<String>,
    errors: &mut Vec<ConfigError>,
) {
    for id in variant.white.iter().chain(&variant.black) {
        if config.army(&id.value).is_err() && !contains(bad_armies, &id.value) {
            let known = config.armies.iter().map(|army| army.id.as_str());
            errors.push(id.place.error(values::unknown("army", &id.value, known)));
            bad_variants.push(variant.id.clone());
        }
    }
    if let Some(id) = &variant.extends
        && config.variant(&id.value).is_err()
        && !contains(bad_variants, &id.value)
    {
        let known =
            config.variants.iter().map(|other| other.id.as_str()).filter(|other| *other != variant.id);
        errors.push(id.place.error(values::unknown("variant", &id.value, known)));
    }
}

/// Reports a circle of `extends`, only for the first of its variants.
fn check_circle(
    config: &Config,
    variant: &VariantDef,
    bad_variants: &mut Vec<String>,
    errors: &mut Vec<ConfigError>,
) {
    let Err(error) = Preset::of(config, variant) else { return };
    let GameError::Circle { circle } = &error else { return };
    bad_variants.push(variant.id.clone());
    let first = config.variants.iter().find(|other| circle.contains(&other.id));
    if first.is_some_and(|first| first.id == variant.id) {
        let place = variant.extends.as_ref().map_or(&variant.place, |id| &id.place);
        errors.push(place.error(error.to_string()));
    }
}

fn is_bad(preset: &Preset<'_>, bad_armies: &[String], bad_variants: &[String]) -> bool {
    let bad_army = |color| preset.army(color).is_some_and(|id| contains(bad_armies, &id.value));
    preset.variants().any(|variant| contains(bad_variants, &variant.id))
        || Color::ALL.into_iter().any(bad_army)
}

/// All that keeps the variant from being played, apart from wrong names.
fn objections(config: &Config, preset: &Preset<'_>) -> Vec<GameError> {
    let [white, black] = Color::ALL.map(|color| config.preset_army(preset, color));
    let armies = match (white, black) {
        (Ok(white), Ok(black)) => ByColor([white, black]),
        (white, black) => return white.err().into_iter().chain(black.err()).collect(),
    };
    let board = match game::board(preset, &armies) {
        Ok(board) => board,
        Err(error) => return vec![error],
    };
    let choice = GameChoice::variant(preset.name());
    let mut errors = Vec::new();
    errors.extend(kinds::collect(config, &armies).err());
    errors.extend(game::promotion(preset, &choice, board).err());
    errors.extend(game::holdings(preset, &choice, board).err());
    errors.extend(game::given_pawn_rows(preset, board).err());
    errors
}

/// Whether the error arises in this variant and is not already reported for one that it extends.
fn is_first_report(config: &Config, all: &[Vec<GameError>], variant: &VariantDef, error: &GameError) -> bool {
    let failed = |id: &str| {
        let at = config.variants.iter().position(|other| other.id.eq_ignore_ascii_case(id));
        at.is_some_and(|at| !all[at].is_empty())
    };
    place(variant, error) != variant.place
        || !variant.extends.as_ref().is_some_and(|parent| failed(&parent.value))
}

/// The place of the setting that is to blame, if it is the variant's own, or else of the variant.
fn place(variant: &VariantDef, error: &GameError) -> Place {
    let army = |color| match color {
        Color::White => variant.white.as_ref().map(|id| &id.place),
        Color::Black => variant.black.as_ref().map(|id| &id.place),
    };
    let board = variant.board.as_ref().map(|board| &board.place);
    let place = match error {
        GameError::WrongBoard { color, .. } => army(*color).or(board),
        GameError::UnlikeBoards { .. } | GameError::NoLetter { .. } => {
            army(Color::Black).or(army(Color::White))
        }
        GameError::NoSuchRank { key: "pawn-rows", .. } => variant.pawn_rows.as_ref().map(|rows| &rows.place),
        GameError::NoSuchRank { .. } => variant.pawn_drops.as_ref().map(|ranks| &ranks.place),
        GameError::WideZone { .. } => variant.promotion_zone.as_ref().map(|zone| &zone.place),
        _ => None,
    };
    place.unwrap_or(&variant.place).clone()
}
