//! `[piece ID]`.

use super::error::ConfigError;
use super::ini::Section;
use super::load::Fields;
use super::spec::PieceDef;
use super::values;

const KEYS: [&str; 8] = ["name", "letter", "betza", "value", "royal", "pawn", "picture", "mirror"];

/// The piece that the section defines, `None` after an error.
pub(super) fn piece(id: &str, section: &Section<'_>, errors: &mut Vec<ConfigError>) -> Option<PieceDef> {
    let mut fields = Fields::new(section, &KEYS, errors);
    let name = fields.required("name", |text| Ok(values::string(text)));
    let letter = fields.required("letter", values::letter);
    let moves = fields.required("betza", values::moves);
    let value = fields.optional("value", values::piece_value);
    let royal = fields.optional("royal", values::boolean).unwrap_or(false);
    let pawn = fields.optional("pawn", values::boolean).unwrap_or(false);
    let picture = fields.optional("picture", values::picture);
    let mirror = fields.optional("mirror", values::reference);
    check_letter(&mut fields, letter, royal, pawn);
    if let (true, true, Some(text)) = (royal, pawn, fields.text("pawn")) {
        fields.error(text.error("a royal piece cannot be a Pawn: delete `royal` or `pawn`"));
    }
    if !fields.sound() {
        return None;
    }
    let (moves, warnings) = moves?;
    Some(PieceDef {
        id: id.to_owned(),
        name: name?,
        letter: letter?,
        moves,
        value,
        royal,
        pawn,
        picture,
        mirror,
        warnings,
        place: section.place.clone(),
    })
}

fn check_letter(fields: &mut Fields<'_, '_>, letter: Option<char>, royal: bool, pawn: bool) {
    let message = match letter {
        Some('K') if !royal => "the letter `K` is for royal pieces: choose another, or add `royal = yes`",
        Some('P') if !pawn => "the letter `P` is for Pawns: choose another, or add `pawn = yes`",
        _ => return,
    };
    if let Some(text) = fields.text("letter") {
        fields.error(text.error(message));
    }
}
