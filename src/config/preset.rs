//! A variant together with those it extends.

use crate::types::Color;

use super::Config;
use super::error::Located;
use super::game::GameError;
use super::spec::VariantDef;

/// A variant's settings with what it inherits: the variant first, then what it extends, and so on.
pub(super) struct Preset<'a> {
    chain: Vec<&'a VariantDef>,
}

impl<'a> Preset<'a> {
    /// Follows `extends` from `variant` on.
    pub fn of(config: &'a Config, variant: &'a VariantDef) -> Result<Preset<'a>, GameError> {
        let mut chain = vec![variant];
        let mut last = variant;
        while let Some(parent) = &last.extends {
            last = config.variant(&parent.value)?;
            if let Some(start) = chain.iter().position(|seen| seen.id == last.id) {
                let circle = chain[start..].iter().map(|variant| variant.id.clone()).collect();
                return Err(GameError::Circle { circle });
            }
            chain.push(last);
        }
        Ok(Preset { chain })
    }

    /// The variant and all that it extends.
    pub fn variants(&self) -> impl Iterator<Item = &'a VariantDef> {
        self.chain.iter().copied()
    }

    /// The nearest setting.
    pub fn get<T>(&self, setting: impl Fn(&'a VariantDef) -> Option<T>) -> Option<T> {
        self.chain.iter().find_map(|variant| setting(variant))
    }

    /// The variant's own name.
    pub fn name(&self) -> &'a str {
        self.get(|variant| Some(variant.id.as_str())).unwrap_or_default()
    }

    /// The id of a side's army.
    pub fn army(&self, color: Color) -> Option<&'a Located<String>> {
        self.get(|variant| match color {
            Color::White => variant.white.as_ref(),
            Color::Black => variant.black.as_ref(),
        })
    }

    /// The start position. It is not inherited by a variant that changes the board or an army.
    pub fn start(&self) -> Option<&'a str> {
        for variant in &self.chain {
            if let Some(start) = &variant.start {
                return Some(&start.value);
            }
            if variant.white.is_some() || variant.black.is_some() || variant.board.is_some() {
                return None;
            }
        }
        None
    }
}
