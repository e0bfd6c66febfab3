//! The `edit` dialogue: a position made piece by piece.

use crate::position::{Position, Setup};
use crate::types::{ByColor, Color, Kind, MAX_KINDS, Piece};

use super::Session;

/// A position being edited.
#[derive(Debug)]
pub(super) struct Edit {
    setup: Setup,
    color: Color,
    held: ByColor<[u8; MAX_KINDS]>,
}

impl Session<'_> {
    pub(super) fn begin_edit(&mut self) {
        self.stop();
        let position = self.game.position();
        let setup = Setup::from_fen(self.game.rules(), &self.game.fen());
        let setup = setup.unwrap_or_else(|_| Setup::empty(position.side()));
        let held = ByColor::from_fn(|color| {
            let mut counts = [0; MAX_KINDS];
            for (kind, count) in self.game.rules().kinds().zip(&mut counts) {
                *count = position.in_hand(color, kind);
            }
            counts
        });
        self.edit = Some(Edit { setup, color: Color::White, held });
    }

    /// A line of the dialogue. What makes no sense is skipped.
    pub(super) fn edit_line(&mut self, line: &str) {
        let Some(mut edit) = self.edit.take() else { return };
        match line.trim() {
            "." => return self.end_edit(edit),
            "#" => {
                edit.setup = Setup::empty(self.game.position().side());
                edit.held = ByColor::default();
            }
            "c" => edit.color = !edit.color,
            text => self.edit_piece(&mut edit, text).unwrap_or_default(),
        }
        self.edit = Some(edit);
    }

    /// `Pa4` puts a piece, `Qa4~` or `Qa4+` a promoted one, `xa4` takes one away, `P@2` is two in hand.
    fn edit_piece(&self, edit: &mut Edit, text: &str) -> Option<()> {
        let mut chars = text.chars();
        let letter = chars.next()?;
        let rest = chars.as_str();
        let rules = self.game.rules();
        let kind = || rules.kind_of_letter(self.game.letters().exchange(edit.color, letter));
        if let Some(count) = rest.strip_prefix('@') {
            let kind: Kind = kind()?;
            *edit.held[edit.color].get_mut(kind.index())? = count.trim().parse().ok()?;
            return Some(());
        }
        let name = rest.trim_end_matches(['+', '~']);
        let square = self.game.square(name)?;
        let piece =
            if letter == 'x' || letter == 'X' { Piece::EMPTY } else { Piece::new(edit.color, kind()?) };
        let promoted = name.len() < rest.len() && !piece.is_empty();
        edit.setup.place(if promoted { piece.promoted() } else { piece }, square);
        Some(())
    }

    fn end_edit(&mut self, mut edit: Edit) {
        let rules = self.game.rules().clone();
        for color in Color::ALL {
            for (kind, &count) in rules.kinds().zip(&edit.held[color]) {
                edit.setup.set_hand(color, kind, count);
            }
        }
        edit.setup.grant_castling();
        match Position::from_setup(rules, &edit.setup) {
            Ok(position) => self.game.set_position(position),
            Err(reason) => self.reject_position(&reason.to_string()),
        }
        self.control.restart_count();
        self.outlook.clear();
        self.position_changed();
    }
}
