//! Cuts INI text into sections, keys and values, and remembers where each began.

use std::sync::Arc;

use super::error::{ConfigError, Place};

/// A piece of the file's text, on one line and without blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text<'a> {
    pub text: &'a str,
    pub place: Place,
}

impl<'a> Text<'a> {
    /// `text` without the blanks around it, when `text` begins at `place`.
    fn trimmed(text: &'a str, place: &Place) -> Text<'a> {
        let start = text.trim_start();
        let blanks = text.chars().count() - start.chars().count();
        Text { text: start.trim_end(), place: place.moved(blanks) }
    }

    /// The parts between blanks.
    pub fn words(&self) -> Vec<Text<'a>> {
        let mut words = Vec::new();
        let mut rest = self.clone();
        while !rest.text.is_empty() {
            let (word, after) =
                rest.text.split_at(rest.text.find(char::is_whitespace).unwrap_or(rest.text.len()));
            let after = Text::trimmed(after, &rest.place.moved(word.chars().count()));
            words.push(Text { text: word, place: rest.place });
            rest = after;
        }
        words
    }

    /// An error about this text.
    pub fn error(&self, message: impl Into<String>) -> ConfigError {
        self.place.error(message)
    }
}

/// A line `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub key: Text<'a>,
    pub value: Text<'a>,
}

/// A heading and the entries below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'a> {
    /// The words between the brackets.
    pub heading: Vec<Text<'a>>,
    /// The place of the opening bracket.
    pub place: Place,
    pub entries: Vec<Entry<'a>>,
    /// Whether something in the section was not understood, so that what it lacks may be no error.
    pub damaged: bool,
}

/// Reads the whole text. Lines that make no sense become errors and are left out.
pub(super) fn sections<'a>(file: &str, text: &'a str, errors: &mut Vec<ConfigError>) -> Vec<Section<'a>> {
    let file: Arc<str> = file.into();
    let mut sections: Vec<Section<'a>> = Vec::new();
    let mut after_bad_heading = false;
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let place = Place { file: Arc::clone(&file), line: index + 1, column: 1 };
        let line = Text::trimmed(without_comment(line), &place);
        if line.text.starts_with('[') {
            let section = heading(&line).map_err(|error| errors.push(error)).ok();
            after_bad_heading = section.is_none();
            sections.extend(section);
        } else if !line.text.is_empty() && !after_bad_heading {
            add_entry(sections.last_mut(), &line, errors);
        }
    }
    sections
}

fn add_entry<'a>(section: Option<&mut Section<'a>>, line: &Text<'a>, errors: &mut Vec<ConfigError>) {
    let Some(section) = section else {
        let message =
            format!("`{}` stands before the first section: begin with a line such as [engine]", line.text);
        errors.push(line.error(message));
        return;
    };
    match entry(line) {
        Ok(entry) => section.entries.push(entry),
        Err(error) => {
            section.damaged = true;
            errors.push(error);
        }
    }
}

fn heading<'a>(line: &Text<'a>) -> Result<Section<'a>, ConfigError> {
    let Some(inner) = line.text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return Err(line.error(format!("`{}` is no heading: end it with `]`", line.text)));
    };
    let inner = Text::trimmed(inner, &line.place.moved(1));
    if inner.text.is_empty() {
        return Err(line.error("empty heading: write [engine], [piece ID], [army ID] or [variant ID]"));
    }
    Ok(Section { heading: inner.words(), place: line.place.clone(), entries: Vec::new(), damaged: false })
}

fn entry<'a>(line: &Text<'a>) -> Result<Entry<'a>, ConfigError> {
    let Some((key, value)) = line.text.split_once('=') else {
        return Err(line.error(format!("`{}` has no `=`: write `key = value`", line.text)));
    };
    let value = Text::trimmed(value, &line.place.moved(key.chars().count() + 1));
    let key = Text::trimmed(key, &line.place);
    if key.text.is_empty() {
        return Err(line.error(format!("`{}` has no key: write `key = value`", line.text)));
    }
    if value.text.is_empty() {
        let message =
            format!("`{}` has no value: write one, or delete the line to get the default", key.text);
        return Err(key.error(message));
    }
    Ok(Entry { key, value })
}

/// The line up to a `;` or `#` that begins it or follows a blank.
fn without_comment(line: &str) -> &str {
    let mut after_blank = true;
    for (index, c) in line.char_indices() {
        if after_blank && matches!(c, ';' | '#') {
            return &line[..index];
        }
        after_blank = c.is_whitespace();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Section<'_>>, Vec<String>) {
        let mut errors = Vec::new();
        let sections = sections("f", text, &mut errors);
        (sections, errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn places_are_counted_in_characters() {
        let (sections, errors) = read("; hello\r\n\n [piece  é x]\r\n\u{a0}ä = ö ü ; no\n");
        assert_eq!(errors, [""; 0]);
        let [section] = &sections[..] else { panic!("{sections:?}") };
        let places: Vec<String> = section.heading.iter().map(|w| format!("{} {}", w.place, w.text)).collect();
        assert_eq!(places, ["f:3:3 piece", "f:3:10 é", "f:3:12 x"]);
        let [entry] = &section.entries[..] else { panic!("{section:?}") };
        assert_eq!((entry.key.text, entry.key.place.column), ("ä", 2));
        assert_eq!((entry.value.text, entry.value.place.column), ("ö ü", 6));
        assert_eq!(entry.value.words()[1].place.column, 8);
    }

    #[test]
    fn comments_need_a_blank_before_them() {
        let (sections, errors) = read("#x\n[a]#b\n[c] #d\ne=f;g ;h\n");
        assert_eq!(errors, ["f:2:1: `[a]#b` is no heading: end it with `]`"]);
        assert_eq!(sections[0].entries[0].value.text, "f;g");
    }

    #[test]
    fn a_value_may_contain_an_equals_sign() {
        let (sections, _) = read("[a]\nb = c = d");
        assert_eq!(sections[0].entries[0].value.text, "c = d");
    }

    #[test]
    fn lines_below_a_bad_heading_are_not_blamed_again() {
        let (sections, errors) = read("[a\nb\nc = d\n[e]\nf\n");
        assert_eq!(
            errors,
            ["f:1:1: `[a` is no heading: end it with `]`", "f:5:1: `f` has no `=`: write `key = value`"]
        );
        assert!(sections[0].damaged && sections[0].entries.is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let (sections, errors) = read("\u{feff}[a]");
        assert_eq!((sections.len(), errors.len()), (1, 0));
    }
}
