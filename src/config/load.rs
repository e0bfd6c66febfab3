//! From sections to definitions, and one file over another.

use super::check;
use super::error::{ConfigError, ConfigErrors, Place};
use super::ini::{self, Section, Text};
use super::spec::{ArmyDef, EngineDef, PieceDef, VariantDef};
use super::{Config, suggest, values};
use super::{load_army, load_piece, load_variant};

/// Reads `text` over `base`.
pub(super) fn config(file: &str, text: &str, base: Option<&Config>) -> Result<Config, ConfigErrors> {
    let mut errors = Vec::new();
    let sections = ini::sections(file, text, &mut errors);
    let mut draft = Draft::default();
    for section in &sections {
        draft.add(section, &mut errors);
    }
    let broken = std::mem::take(&mut draft.broken);
    let config = draft.over(base);
    check::definitions(&config, &broken, &mut errors);
    if config.variants.is_empty() && errors.is_empty() {
        let message = "there is no variant to play: add a section [variant ID], or delete `shipped = no`";
        errors.push(Place { file: file.into(), line: 0, column: 0 }.error(message));
    }
    ConfigErrors::unless_empty(errors)?;
    Ok(config)
}

/// The ids of sections with errors. They exist, so using them is no error, but nothing more can be said about them.
#[derive(Default)]
pub(super) struct Broken {
    pub pieces: Vec<String>,
    pub armies: Vec<String>,
    pub variants: Vec<String>,
}

/// Whether `id` is among `ids`.
pub(super) fn contains(ids: &[String], id: &str) -> bool {
    ids.iter().any(|known| known.eq_ignore_ascii_case(id))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SectionKind {
    Engine,
    Piece,
    Army,
    Variant,
}

const SECTION_KINDS: [(&str, SectionKind); 4] = [
    ("engine", SectionKind::Engine),
    ("piece", SectionKind::Piece),
    ("army", SectionKind::Army),
    ("variant", SectionKind::Variant),
];

/// What one file defines.
#[derive(Default)]
struct Draft {
    engine: Option<EngineDef>,
    pieces: Vec<PieceDef>,
    armies: Vec<ArmyDef>,
    variants: Vec<VariantDef>,
    broken: Broken,
    /// Kind, id and line of every section so far.
    seen: Vec<(SectionKind, String, usize)>,
}

impl Draft {
    fn add(&mut self, section: &Section<'_>, errors: &mut Vec<ConfigError>) {
        match heading(section).and_then(|(kind, id)| self.note(section, kind, &id).map(|()| (kind, id))) {
            Ok((kind, id)) => self.read(section, kind, id, errors),
            Err(error) => errors.push(error),
        }
    }

    /// Refuses a second section with the same heading.
    fn note(&mut self, section: &Section<'_>, kind: SectionKind, id: &str) -> Result<(), ConfigError> {
        let same = |seen: &&(SectionKind, String, usize)| seen.0 == kind && seen.1.eq_ignore_ascii_case(id);
        if let Some((_, _, line)) = self.seen.iter().find(same) {
            let title = title(section);
            return Err(section
                .place
                .error(format!("[{title}] is already on line {line}: rename or delete one")));
        }
        self.seen.push((kind, id.to_owned(), section.place.line));
        Ok(())
    }

    fn read(&mut self, section: &Section<'_>, kind: SectionKind, id: String, errors: &mut Vec<ConfigError>) {
        match kind {
            SectionKind::Engine => self.engine = Some(engine(section, errors)),
            SectionKind::Piece => match load_piece::piece(&id, section, errors) {
                Some(piece) => self.pieces.push(piece),
                None => self.broken.pieces.push(id),
            },
            SectionKind::Army => match load_army::army(&id, section, errors) {
                Some(army) => self.armies.push(army),
                None => self.broken.armies.push(id),
            },
            SectionKind::Variant => match load_variant::variant(&id, section, errors) {
                Some(variant) => self.variants.push(variant),
                None => self.broken.variants.push(id),
            },
        }
    }

    fn over(self, base: Option<&Config>) -> Config {
        let engine = self.engine.or(base.map(|base| base.engine)).unwrap_or_default();
        let base = base.filter(|_| engine.shipped);
        Config {
            engine,
            pieces: merged(base.map(|base| &base.pieces), self.pieces, |piece| &piece.id),
            armies: merged(base.map(|base| &base.armies), self.armies, |army| &army.id),
            variants: merged(base.map(|base| &base.variants), self.variants, |variant| &variant.id),
        }
    }
}

/// The base list with `own` items put in the place of those with the same id, or else at the end.
fn merged<T: Clone>(base: Option<&Vec<T>>, own: Vec<T>, id: impl Fn(&T) -> &String) -> Vec<T> {
    let mut all = base.cloned().unwrap_or_default();
    for item in own {
        match all.iter_mut().find(|old| id(old).eq_ignore_ascii_case(id(&item))) {
            Some(old) => *old = item,
            None => all.push(item),
        }
    }
    all
}

fn title(section: &Section<'_>) -> String {
    section.heading.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

fn heading(section: &Section<'_>) -> Result<(SectionKind, String), ConfigError> {
    let Some((word, rest)) = section.heading.split_first() else {
        return Err(section.place.error("empty heading"));
    };
    let known = SECTION_KINDS.iter().map(|(name, _)| *name);
    let Some(&(name, kind)) = SECTION_KINDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word.text))
    else {
        return Err(word.error(values::unknown("section", word.text, known)));
    };
    match (kind, rest) {
        (SectionKind::Engine, []) => Ok((kind, String::new())),
        (SectionKind::Engine, [extra, ..]) => {
            Err(extra.error(format!("`{}` does not belong here: write [engine]", extra.text)))
        }
        (_, []) => Err(section.place.error(format!("[{name}] has no id: write [{name} ID]"))),
        (_, [id]) => Ok((kind, values::id(id)?)),
        (_, [_, extra, ..]) => Err(extra
            .error(format!("`{}` does not belong here: an id is one word, write [{name} ID]", extra.text))),
    }
}

fn engine(section: &Section<'_>, errors: &mut Vec<ConfigError>) -> EngineDef {
    let mut fields = Fields::new(section, &["hash", "threads", "shipped"], errors);
    let default = EngineDef::default();
    EngineDef {
        hash: fields.optional("hash", |text| values::number(text, 1..=65536)).unwrap_or(default.hash),
        threads: fields.optional("threads", |text| values::number(text, 1..=256)).unwrap_or(default.threads),
        shipped: fields.optional("shipped", values::boolean).unwrap_or(default.shipped),
    }
}

/// Takes values out of a section and notes what goes wrong.
pub(super) struct Fields<'s, 'a> {
    section: &'s Section<'a>,
    errors: &'s mut Vec<ConfigError>,
    /// Keys that a misspelt key probably meant.
    meant: Vec<String>,
    sound: bool,
}

impl<'s, 'a> Fields<'s, 'a> {
    /// The fields of `section`, after a look for keys that are not `known` or occur twice.
    pub fn new(section: &'s Section<'a>, known: &[&str], errors: &'s mut Vec<ConfigError>) -> Fields<'s, 'a> {
        let mut fields = Fields { section, errors, meant: Vec::new(), sound: !section.damaged };
        for (index, entry) in section.entries.iter().enumerate() {
            let key = &entry.key;
            let earlier = section.entries[..index].iter().find(|e| e.key.text.eq_ignore_ascii_case(key.text));
            if !known.iter().any(|name| name.eq_ignore_ascii_case(key.text)) {
                fields.unknown(key, known);
            } else if let Some(earlier) = earlier {
                let line = earlier.key.place.line;
                fields.error(key.error(format!("`{}` is already on line {line}: delete one", key.text)));
            }
        }
        fields
    }

    fn unknown(&mut self, key: &Text<'_>, known: &[&str]) {
        self.meant.extend(suggest::nearest(key.text, known.iter().copied()).map(str::to_owned));
        let hint = suggest::hint(key.text, known.iter().copied());
        let title = title(self.section);
        self.error(key.error(format!("unknown key `{}` in [{title}]: {hint}", key.text)));
    }

    /// Notes an error.
    pub fn error(&mut self, error: ConfigError) {
        self.sound = false;
        self.errors.push(error);
    }

    /// Whether there was no error so far.
    pub fn sound(&self) -> bool {
        self.sound
    }

    /// The text of a value.
    pub fn text(&self, key: &str) -> Option<&'s Text<'a>> {
        self.section
            .entries
            .iter()
            .find(|entry| entry.key.text.eq_ignore_ascii_case(key))
            .map(|entry| &entry.value)
    }

    /// A value, `None` if it is missing or wrong.
    pub fn optional<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Text<'a>) -> Result<T, ConfigError>,
    ) -> Option<T> {
        match read(self.text(key)?) {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(error);
                None
            }
        }
    }

    /// A value that must be there.
    pub fn required<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Text<'a>) -> Result<T, ConfigError>,
    ) -> Option<T> {
        let explained = self.section.damaged || self.meant.iter().any(|meant| meant == key);
        if self.text(key).is_none() && !explained {
            let message = format!("[{}] has no `{key}`: add a line `{key} = ...`", title(self.section));
            self.error(self.section.place.error(message));
        }
        self.optional(key, read)
    }
}
