//! From a choice of variant and armies to one complete game.

use thiserror::Error;

use crate::rules::{
    ArmySpec, CastlingSpec, GameSpec, Geometry, HoldingsSpec, KindSpec, PromotionChoice, PromotionSpec,
};
use crate::types::{ByColor, Color};

use super::error::Located;
use super::preset::Preset;
use super::spec::{ArmyDef, BoardSize, PieceDef, VariantDef};
use super::{Config, kinds, suggest};

/// What to play. `None` leaves it to the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    /// The variant.
    pub variant: String,
    /// White's army, by id or name.
    pub white: Option<String>,
    /// Black's army, by id or name.
    pub black: Option<String>,
    /// Whether the board is a cylinder.
    pub cylinder: Option<bool>,
    /// Whether captured pieces can be dropped.
    pub holdings: Option<bool>,
    /// What a Pawn can become.
    pub promotion: Option<PromotionChoice>,
}

impl GameChoice {
    /// A variant as it is preset.
    pub fn variant(name: impl Into<String>) -> GameChoice {
        GameChoice {
            variant: name.into(),
            white: None,
            black: None,
            cylinder: None,
            holdings: None,
            promotion: None,
        }
    }

    fn army(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.white.as_deref(),
            Color::Black => self.black.as_deref(),
        }
    }
}

impl Default for GameChoice {
    fn default() -> GameChoice {
        GameChoice::variant("normal")
    }
}

/// Why a choice makes no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is no such variant.
    #[error("unknown variant `{name}`: {hint}")]
    UnknownVariant {
        /// The name asked for.
        name: String,
        /// The nearest name and all known ones.
        hint: String,
    },
    /// There is no such army.
    #[error("unknown army `{name}`: {hint}")]
    UnknownArmy {
        /// The name asked for.
        name: String,
        /// The nearest name and all known ones.
        hint: String,
    },
    /// There is no such piece.
    #[error("unknown piece `{name}`: {hint}")]
    UnknownPiece {
        /// The name asked for.
        name: String,
        /// The nearest name and all known ones.
        hint: String,
    },
    /// There is no piece and no army of that name.
    #[error("unknown army or piece `{name}`: {hint}")]
    UnknownName {
        /// The name asked for.
        name: String,
        /// The nearest name, or where to find all known ones.
        hint: String,
    },
    /// Variants extend one another in a circle.
    #[error("`extends` goes in a circle: {} -> {}", circle.join(" -> "), circle.first().map_or("", |id| id))]
    Circle {
        /// The variants' ids.
        circle: Vec<String>,
    },
    /// The variant has no army for a side and none was chosen.
    #[error("variant `{variant}` has no army for {}: add a line `{} = ARMY`", color.name(), color.name().to_lowercase())]
    NoArmy {
        /// The variant's id.
        variant: String,
        /// The side.
        color: Color,
    },
    /// An army does not fit on the variant's board.
    #[error(
        "{}'s army `{army}` is for {} board, but variant `{variant}` is played on {board}",
        color.name(), size.with_article()
    )]
    WrongBoard {
        /// The side.
        color: Color,
        /// The army's id.
        army: String,
        /// The board the army is for.
        size: BoardSize,
        /// The variant's id.
        variant: String,
        /// The variant's board.
        board: BoardSize,
    },
    /// The armies are for different boards.
    #[error("White's army `{white}` is for {} board, Black's army `{black}` for {}: choose armies of one size",
        sizes[Color::White].with_article(), sizes[Color::Black])]
    UnlikeBoards {
        /// White's army.
        white: String,
        /// Black's army.
        black: String,
        /// The boards they are for.
        sizes: ByColor<BoardSize>,
    },
    /// A variant's setting speaks of ranks that the board lacks.
    #[error("`{key}` of variant `{variant}` reaches rank {rank}, but the {board} board has {} ranks", board.ranks)]
    NoSuchRank {
        /// The variant's id.
        variant: String,
        /// The setting.
        key: &'static str,
        /// The rank.
        rank: u8,
        /// The board.
        board: BoardSize,
    },
    /// The promotion zone covers the whole board.
    #[error("the promotion zone of variant `{variant}` is {zone} ranks, too many for the {board} board: \
        give at most {}", board.ranks - 1)]
    WideZone {
        /// The variant's id.
        variant: String,
        /// The number of ranks.
        zone: u8,
        /// The board.
        board: BoardSize,
    },
    /// There are more kinds than letters.
    #[error("no letter is left for the piece `{piece}`: choose armies with fewer kinds of pieces")]
    NoLetter {
        /// The piece's id.
        piece: String,
    },
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// An army.
    Army(&'a ArmyDef),
    /// A piece.
    Piece(&'a PieceDef),
}

/// What to say about an unknown name.
fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let all = format!("known: {}", suggest::list(known.clone()));
    match suggest::nearest(name, known) {
        Some(best) => format!("did you mean `{best}`? {all}"),
        None => all,
    }
}

impl Config {
    /// The piece with this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn piece(&self, id: &str) -> Result<&PieceDef, GameError> {
        let found = self.pieces.iter().find(|piece| piece.id.eq_ignore_ascii_case(id));
        let known = self.pieces.iter().map(|piece| piece.id.as_str());
        found.ok_or_else(|| GameError::UnknownPiece { name: id.to_owned(), hint: hint(id, known) })
    }

    /// The army with this id or name.
    ///
    /// # Errors
    /// If there is none.
    pub fn army(&self, name: &str) -> Result<&ArmyDef, GameError> {
        let by_id = self.armies.iter().find(|army| army.id.eq_ignore_ascii_case(name));
        let found = by_id.or_else(|| self.armies.iter().find(|army| same_name(&army.name, name)));
        let known = self.armies.iter().map(|army| army.id.as_str());
        found.ok_or_else(|| GameError::UnknownArmy { name: name.to_owned(), hint: hint(name, known) })
    }

    /// The army or else the piece with this id, or else with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(&self, name: &str) -> Result<Named<'_>, GameError> {
        if let Ok(army) = self.army(name) {
            return Ok(Named::Army(army));
        }
        let by_name = || self.pieces.iter().find(|piece| same_name(&piece.name, name));
        if let Some(piece) = self.piece(name).ok().or_else(by_name) {
            return Ok(Named::Piece(piece));
        }
        let armies = self.armies.iter().flat_map(|army| [army.id.as_str(), &army.name]);
        let pieces = self.pieces.iter().flat_map(|piece| [piece.id.as_str(), &piece.name]);
        let hint = match suggest::nearest(name, armies.chain(pieces)) {
            Some(best) => format!("did you mean `{best}`?"),
            None => "`panoply armies` lists all armies with their pieces".to_owned(),
        };
        Err(GameError::UnknownName { name: name.to_owned(), hint })
    }

    /// The variant with this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn variant(&self, name: &str) -> Result<&VariantDef, GameError> {
        let found = self.variants.iter().find(|variant| variant.id.eq_ignore_ascii_case(name));
        let known = self.variants.iter().map(|variant| variant.id.as_str());
        found.ok_or_else(|| GameError::UnknownVariant { name: name.to_owned(), hint: hint(name, known) })
    }

    /// Whether two armies can play against one another: on one board, and with one kind of Pawn.
    pub fn can_meet(&self, white: &ArmyDef, black: &ArmyDef) -> bool {
        let pawn = |id: &&Located<String>| self.piece(&id.value).is_ok_and(|piece| piece.pawn);
        let mut pawns = white.pieces().chain(black.pieces()).filter(pawn);
        let first = pawns.next();
        white.board == black.board
            && pawns.all(|pawn| first.is_some_and(|first| first.value.eq_ignore_ascii_case(&pawn.value)))
    }

    /// Whether a variant leaves the choice of armies to the user.
    ///
    /// # Errors
    /// If there is no such variant.
    pub fn has_free_armies(&self, variant: &str) -> Result<bool, GameError> {
        let preset = Preset::of(self, self.variant(variant)?)?;
        Ok(preset.get(|variant| variant.free_armies).unwrap_or(false))
    }

    /// The armies with which a variant is played unless the user chooses others.
    ///
    /// # Errors
    /// If there is no such variant, or it names no armies.
    pub fn preset_armies(&self, variant: &str) -> Result<ByColor<&ArmyDef>, GameError> {
        let preset = Preset::of(self, self.variant(variant)?)?;
        Ok(ByColor([self.preset_army(&preset, Color::White)?, self.preset_army(&preset, Color::Black)?]))
    }

    /// The game that a choice stands for.
    ///
    /// # Errors
    /// If a name is unknown or the parts do not fit together.
    pub fn game(&self, choice: &GameChoice) -> Result<GameSpec, GameError> {
        let preset = Preset::of(self, self.variant(&choice.variant)?)?;
        let side = |color| match choice.army(color) {
            Some(name) => self.army(name),
            None => self.preset_army(&preset, color),
        };
        let armies = ByColor([side(Color::White)?, side(Color::Black)?]);
        let board = board(&preset, &armies)?;
        let kinds = kinds::collect(self, &armies)?;
        let army = |color: Color| army(self, color, armies[color], &kinds);
        let specs = ByColor([army(Color::White)?, army(Color::Black)?]);
        let cylinder = choice.cylinder.or(preset.get(|variant| variant.cylinder)).unwrap_or(false);
        let own_armies = choice.white.is_some() || choice.black.is_some();
        let holdings = holdings(&preset, choice, board)?;
        let fifty = preset.get(|variant| variant.fifty).unwrap_or(holdings.is_none());
        Ok(GameSpec {
            variant: preset.name().to_owned(),
            geometry: Geometry { files: board.files, ranks: board.ranks, cylinder },
            pawn_rows: given_pawn_rows(&preset, board)?.unwrap_or_else(|| rearmost_pawn_row(&specs, &kinds)),
            promotion: promotion(&preset, choice, board)?,
            holdings,
            fifty_plies: fifty.then_some(100),
            start_fen: preset.start().filter(|_| !own_armies).map(str::to_owned),
            kinds,
            armies: specs,
        })
    }

    /// The army of a side as the variant presets it.
    pub(super) fn preset_army(&self, preset: &Preset<'_>, color: Color) -> Result<&ArmyDef, GameError> {
        let id = preset.army(color);
        let id = id.ok_or_else(|| GameError::NoArmy { variant: preset.name().to_owned(), color })?;
        self.army(&id.value)
    }
}

/// Compares names for people without case.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// The board, once all agree on it.
pub(super) fn board(preset: &Preset<'_>, armies: &ByColor<&ArmyDef>) -> Result<BoardSize, GameError> {
    let sizes = ByColor([armies[Color::White].board, armies[Color::Black].board]);
    if let Some(board) = preset.get(|variant| variant.board.as_ref()) {
        let board = board.value;
        let wrong = Color::ALL.into_iter().find(|&color| sizes[color] != board);
        return wrong.map_or(Ok(board), |color| {
            let (army, variant) = (armies[color].id.clone(), preset.name().to_owned());
            Err(GameError::WrongBoard { color, army, size: sizes[color], variant, board })
        });
    }
    if sizes[Color::White] != sizes[Color::Black] {
        let [white, black] = armies.0.map(|army| army.id.clone());
        return Err(GameError::UnlikeBoards { white, black, sizes });
    }
    Ok(sizes[Color::White])
}

fn army(config: &Config, color: Color, def: &ArmyDef, kinds: &[KindSpec]) -> Result<ArmySpec, GameError> {
    let index = |id: &Located<String>| kinds::index(kinds, config.standing(color, &id.value));
    let square = |id: &Option<Located<String>>| id.as_ref().map(index).transpose();
    let row = |row: &Vec<_>| row.iter().map(square).collect::<Result<Vec<_>, GameError>>();
    let rows = def.rows.iter().map(row).collect::<Result<Vec<_>, GameError>>()?;
    let mut promotions: Vec<usize> = Vec::new();
    for &kind in rows.iter().flatten().flatten() {
        if !kinds[kind].royal && !kinds[kind].pawn && !promotions.contains(&kind) {
            promotions.push(kind);
        }
    }
    let partner = def.castling_piece.as_ref().filter(|_| def.castling != CastlingSpec::None);
    Ok(ArmySpec {
        id: def.id.clone(),
        name: def.name.clone(),
        rows,
        promotions,
        castling: def.castling,
        castling_partner: partner.map(index).transpose()?,
    })
}

/// The promotion rules.
pub(super) fn promotion(
    preset: &Preset<'_>,
    choice: &GameChoice,
    board: BoardSize,
) -> Result<PromotionSpec, GameError> {
    let zone = preset.get(|variant| variant.promotion_zone.as_ref()).map_or(1, |zone| zone.value);
    if zone >= board.ranks {
        return Err(GameError::WideZone { variant: preset.name().to_owned(), zone, board });
    }
    let kinds = choice.promotion.or(preset.get(|variant| variant.promotion));
    Ok(PromotionSpec {
        choice: kinds.unwrap_or(PromotionChoice::Own),
        zone,
        limited: preset.get(|variant| variant.promotion_limited).unwrap_or(false),
    })
}

/// The holdings rules.
pub(super) fn holdings(
    preset: &Preset<'_>,
    choice: &GameChoice,
    board: BoardSize,
) -> Result<Option<HoldingsSpec>, GameError> {
    let (from, to) = match preset.get(|variant| variant.pawn_drops.as_ref()) {
        Some(ranks) => ranks.value,
        None => (2, board.ranks - 1),
    };
    existing_rank(preset, "pawn-drops", to, board)?;
    let wanted = choice.holdings.or(preset.get(|variant| variant.holdings)).unwrap_or(false);
    Ok(wanted.then(|| HoldingsSpec {
        demote: preset.get(|variant| variant.demotion).unwrap_or(true),
        pawn_ranks: (from - 1, to - 1),
    }))
}

/// The rows where a Pawn counts as unmoved, if the variant names them.
pub(super) fn given_pawn_rows(preset: &Preset<'_>, board: BoardSize) -> Result<Option<Vec<u8>>, GameError> {
    let Some(rows) = preset.get(|variant| variant.pawn_rows.as_ref()) else { return Ok(None) };
    for &rank in &rows.value {
        existing_rank(preset, "pawn-rows", rank, board)?;
    }
    Ok(Some(rows.value.iter().map(|rank| rank - 1).collect()))
}

/// The rearmost row on which a Pawn starts.
fn rearmost_pawn_row(armies: &ByColor<ArmySpec>, kinds: &[KindSpec]) -> Vec<u8> {
    let has_pawn = |row: &Vec<Option<usize>>| row.iter().flatten().any(|&kind| kinds[kind].pawn);
    let rearmost = armies.iter().filter_map(|army| army.rows.iter().position(has_pawn)).min();
    rearmost.map(|row| row as u8).into_iter().collect()
}

fn existing_rank(
    preset: &Preset<'_>,
    key: &'static str,
    rank: u8,
    board: BoardSize,
) -> Result<(), GameError> {
    if rank <= board.ranks {
        return Ok(());
    }
    Err(GameError::NoSuchRank { variant: preset.name().to_owned(), key, rank, board })
}
