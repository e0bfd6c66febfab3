//! `[army ID]`.

use crate::rules::CastlingSpec;

use super::error::{ConfigError, Located};
use super::ini::Section;
use super::load::Fields;
use super::spec::{ArmyDef, BoardSize};
use super::values;

const KEYS: [&str; 7] = ["name", "board", "rank1", "rank2", "rank3", "castling", "castling-piece"];
/// What stands on the second rank unless the army says otherwise.
const DEFAULT_PAWN: &str = "pawn";

type Row = Vec<Option<Located<String>>>;

/// The army that the section defines, `None` after an error.
pub(super) fn army(id: &str, section: &Section<'_>, errors: &mut Vec<ConfigError>) -> Option<ArmyDef> {
    let mut fields = Fields::new(section, &KEYS, errors);
    let name = fields.required("name", |text| Ok(values::string(text)));
    let has_board = fields.text("board").is_some();
    let board = fields.optional("board", values::board);
    let Some(board) = board.or((!has_board).then_some(BoardSize::CHESS)) else {
        return None; // Without the board's size nothing can be said about ranks and files.
    };
    let rows = rows(&mut fields, board);
    let castling = fields.optional("castling", |text| values::castling(text, board));
    let castling_piece = fields.optional("castling-piece", values::reference);
    if !fields.sound() {
        return None;
    }
    Some(ArmyDef {
        id: id.to_owned(),
        name: name?,
        board,
        rows: rows?,
        castling: castling.unwrap_or(CastlingSpec::Auto),
        castling_piece,
        place: section.place.clone(),
    })
}

fn rows(fields: &mut Fields<'_, '_>, board: BoardSize) -> Option<Vec<Row>> {
    let first = fields.required("rank1", |text| values::row(text, board));
    let second = fields.optional("rank2", |text| values::row(text, board));
    let third = fields.optional("rank3", |text| values::row(text, board));
    match (fields.text("rank2"), fields.text("rank3")) {
        (None, Some(text)) => {
            fields.error(text.error("rank3 is given without rank2: add a line `rank2 = ...`"));
            return None;
        }
        (_, Some(text)) if board.ranks < 6 => {
            let message = format!(
                "two armies of three ranks do not fit on {} board: delete rank3",
                board.with_article()
            );
            fields.error(text.error(message));
        }
        _ => {}
    }
    let first = first?;
    let second = second.unwrap_or_else(|| pawns(fields, board));
    Some([first, second].into_iter().chain(third).collect())
}

/// A rank of Pawns, placed where rank1 is.
fn pawns(fields: &Fields<'_, '_>, board: BoardSize) -> Row {
    let pawn = fields
        .text("rank1")
        .map(|text| Located { value: DEFAULT_PAWN.to_owned(), place: text.place.clone() });
    vec![pawn; usize::from(board.files)]
}
