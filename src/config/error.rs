//! Places in a file and the errors found there.

use std::error::Error;
use std::fmt;
use std::io;
use std::str::Utf8Error;
use std::sync::Arc;

/// A place in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's name as the user gave it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place `characters` further along the line.
    #[must_use]
    pub fn moved(&self, characters: usize) -> Place {
        Place { column: self.column + characters, ..self.clone() }
    }

    /// An error at this place.
    pub fn error(&self, message: impl Into<String>) -> ConfigError {
        ConfigError { place: self.clone(), message: message.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A value and where it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it begins.
    pub place: Place,
}

/// One thing wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Where. Line 0 stands for the file as a whole.
    pub place: Place,
    /// What, naming the offending text, and what to do about it.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.line {
            0 => write!(f, "{}: {}", self.place.file, self.message),
            _ => write!(f, "{}: {}", self.place, self.message),
        }
    }
}

impl Error for ConfigError {}

/// Something that is right, but could be misunderstood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigWarning {
    /// Where.
    pub place: Place,
    /// What it means, and what to write instead, if anything.
    pub message: String,
    /// Whether it is no more than a remark, with nothing to write instead.
    pub is_remark: bool,
}

impl fmt::Display for ConfigWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_remark { "note" } else { "warning" };
        write!(f, "{}: {word}: {}", self.place, self.message)
    }
}

/// Everything wrong with a configuration, one line each; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigErrors(Vec<ConfigError>);

impl ConfigErrors {
    /// `Ok` if there are no errors, else all of them in file order.
    pub(super) fn unless_empty(mut errors: Vec<ConfigError>) -> Result<(), ConfigErrors> {
        errors.sort_by(|a, b| a.place.cmp(&b.place));
        if errors.is_empty() { Ok(()) } else { Err(ConfigErrors(errors)) }
    }

    pub(super) fn unreadable(file: &str, error: &io::Error) -> ConfigErrors {
        let place = Place { file: file.into(), line: 0, column: 0 };
        ConfigErrors(vec![place.error(format!("cannot read the file: {error}"))])
    }

    pub(super) fn not_utf8(file: &str, bytes: &[u8], error: Utf8Error) -> ConfigErrors {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = String::from_utf8_lossy(good);
        let last_line = good.rsplit('\n').next().unwrap_or_default();
        let place = Place {
            file: file.into(),
            line: good.matches('\n').count() + 1,
            column: last_line.chars().count() + 1,
        };
        let byte = bad.first().copied().unwrap_or_default();
        ConfigErrors(vec![place.error(format!("byte {byte:#04x} is not UTF-8 text: save the file as UTF-8"))])
    }

    /// The errors, in file order.
    pub fn iter(&self) -> impl Iterator<Item = &ConfigError> {
        self.0.iter()
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for ConfigErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_listed_in_file_order() {
        let place = |line, column| Place { file: "f".into(), line, column };
        let errors = vec![place(10, 1).error("c"), place(2, 5).error("b"), place(2, 3).error("a")];
        let errors = ConfigErrors::unless_empty(errors).unwrap_err();
        assert_eq!(errors.to_string(), "f:2:3: a\nf:2:5: b\nf:10:1: c");
        assert_eq!(ConfigErrors::unless_empty(Vec::new()), Ok(()));
    }

    #[test]
    fn a_bad_byte_is_located_in_characters() {
        let bytes = "é\nüx".bytes().chain([0xff]).collect::<Vec<_>>();
        let error = std::str::from_utf8(&bytes).unwrap_err();
        assert_eq!(
            ConfigErrors::not_utf8("f", &bytes, error).to_string(),
            "f:2:3: byte 0xff is not UTF-8 text: save the file as UTF-8"
        );
    }
}
