//! `[variant ID]`.

use crate::rules::{Geometry, PromotionChoice};

use super::error::{ConfigError, Located};
use super::ini::{Section, Text};
use super::load::Fields;
use super::spec::VariantDef;
use super::values;

const KEYS: [&str; 15] = [
    "extends",
    "board",
    "white",
    "black",
    "armies",
    "topology",
    "holdings",
    "demotion",
    "pawn-drops",
    "promotion",
    "promotion-zone",
    "promotion-limited",
    "pawn-rows",
    "fifty",
    "start",
];

/// The variant that the section defines, `None` after an error.
pub(super) fn variant(id: &str, section: &Section<'_>, errors: &mut Vec<ConfigError>) -> Option<VariantDef> {
    let mut fields = Fields::new(section, &KEYS, errors);
    let variant = VariantDef {
        id: id.to_owned(),
        extends: fields.optional("extends", values::reference),
        board: fields.optional("board", |text| with_place(text, values::board)),
        white: fields.optional("white", values::reference),
        black: fields.optional("black", values::reference),
        free_armies: fields.optional("armies", |text| values::one_of(text, &ARMIES)),
        cylinder: fields.optional("topology", |text| values::one_of(text, &TOPOLOGIES)),
        holdings: fields.optional("holdings", values::boolean),
        demotion: fields.optional("demotion", values::boolean),
        pawn_drops: fields.optional("pawn-drops", values::ranks),
        promotion: fields.optional("promotion", |text| values::one_of(text, &PROMOTIONS)),
        promotion_zone: fields.optional("promotion-zone", |text| with_place(text, zone)),
        promotion_limited: fields.optional("promotion-limited", values::boolean),
        pawn_rows: fields.optional("pawn-rows", values::rank_list),
        fifty: fields.optional("fifty", values::boolean),
        start: fields.optional("start", |text| Ok(values::located(text))),
        place: section.place.clone(),
    };
    fields.sound().then_some(variant)
}

const ARMIES: [(&str, bool); 2] = [("fixed", false), ("free", true)];
const TOPOLOGIES: [(&str, bool); 2] = [("flat", false), ("cylinder", true)];
const PROMOTIONS: [(&str, PromotionChoice); 2] =
    [("own", PromotionChoice::Own), ("either", PromotionChoice::Either)];

fn zone(text: &Text<'_>) -> Result<u8, ConfigError> {
    values::number(text, 1..=Geometry::MAX_RANKS - 1)
}

fn with_place<T>(
    text: &Text<'_>,
    read: impl FnOnce(&Text<'_>) -> Result<T, ConfigError>,
) -> Result<Located<T>, ConfigError> {
    Ok(Located { value: read(text)?, place: text.place.clone() })
}
