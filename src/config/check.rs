//! What definitions say about one another.

use crate::rules::GameSpec;

use super::error::{ConfigError, ConfigErrors};
use super::game::{GameChoice, same_name};
use super::load::{Broken, contains};
use super::spec::ArmyDef;
use super::{Config, check_variants, mirror, values};

/// Reports whatever would keep a variant from being played as it is preset.
pub(super) fn definitions(config: &Config, broken: &Broken, errors: &mut Vec<ConfigError>) {
    mirror::check(config, broken, errors);
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
    check_variants::all(config, &broken_armies, broken.variants.clone(), errors);
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
            let known = known.clone().chain(broken.pieces.iter().map(String::as_str));
            errors.push(id.place.error(values::unknown("piece", &id.value, known)));
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
