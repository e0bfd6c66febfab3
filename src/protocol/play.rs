//! The options that concern how we play, not what.

use crate::types::Score;

use super::options::{OptionError, is_name};

/// How we play. It holds from the next move on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Play {
    /// How many lines are shown.
    lines: u32,
    /// How far behind we must be to resign, in centipawns; 0: we never do.
    resignation: u32,
    /// How much less than equal a draw is worth to us, in centipawns.
    contempt: Score,
    /// The playing strength in Elo; 0: all we have.
    strength: u32,
}

/// A number to choose: its names and its limits.
struct Spin {
    name: &'static str,
    /// What it is called by, too.
    alias: &'static str,
    least: i64,
    most: i64,
}

const LINES: Spin = Spin { name: "MultiPV", alias: "MultiPV", least: 1, most: 64 };
const RESIGNATION: Spin = Spin { name: "Resign", alias: "Resign threshold", least: 0, most: 10_000 };
const CONTEMPT: Spin = Spin { name: "Contempt", alias: "Contempt", least: -500, most: 500 };
const STRENGTH: Spin = Spin { name: "Strength", alias: "Strength limit", least: 0, most: 2_500 };

impl Default for Play {
    fn default() -> Play {
        Play { lines: 1, resignation: 0, contempt: 0, strength: 0 }
    }
}

impl Play {
    /// Sets an option, if it is one of these.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let read = |spin: &Spin| spin.read(value);
        if LINES.is(name) {
            self.lines = read(&LINES)? as u32;
        } else if RESIGNATION.is(name) {
            self.resignation = read(&RESIGNATION)? as u32;
        } else if CONTEMPT.is(name) {
            self.contempt = read(&CONTEMPT)? as Score;
        } else if STRENGTH.is(name) {
            self.strength = read(&STRENGTH)? as u32;
        } else {
            return Err(OptionError::Unknown);
        }
        Ok(())
    }

    /// The texts that announce the options, as they stand now.
    pub(super) fn announcements(&self) -> [String; 4] {
        [
            LINES.announcement(i64::from(self.lines)),
            STRENGTH.announcement(i64::from(self.strength)),
            RESIGNATION.announcement(i64::from(self.resignation)),
            CONTEMPT.announcement(i64::from(self.contempt)),
        ]
    }

    /// How many lines to show.
    pub(super) fn lines(&self) -> usize {
        self.lines as usize
    }

    /// How far behind we must be to resign, if we ever do.
    pub(super) fn resignation(&self) -> Option<Score> {
        (self.resignation > 0).then_some(self.resignation as Score)
    }

    /// How much less than equal a draw is worth to us.
    pub(super) fn contempt(&self) -> Score {
        self.contempt
    }

    /// The playing strength in Elo, if it is limited.
    pub(super) fn strength(&self) -> Option<u32> {
        (self.strength > 0).then_some(self.strength)
    }
}

impl Spin {
    fn is(&self, name: &str) -> bool {
        is_name(self.name, name) || is_name(self.alias, name)
    }

    fn read(&self, value: Option<&str>) -> Result<i64, OptionError> {
        let number = value.and_then(|value| value.parse().ok());
        number.filter(|number| (self.least..=self.most).contains(number)).ok_or(OptionError::Value)
    }

    fn announcement(&self, value: i64) -> String {
        format!("{} -spin {value} {} {}", self.name, self.least, self.most)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A program that knows only names of one word can set all of them.
    #[test]
    fn names_have_one_word() {
        assert!(Play::default().announcements().iter().all(|text| text.split(' ').nth(1) == Some("-spin")));
    }

    #[test]
    fn numbers_are_kept_in_their_limits() {
        let mut play = Play::default();
        for (name, value) in [
            ("MultiPV", "0"),
            ("MultiPV", "65"),
            ("Contempt", "x"),
            ("Strength limit", "-1"),
            ("MultiPV", ""),
        ] {
            assert_eq!(play.set(name, Some(value)), Err(OptionError::Value), "{name}={value}");
        }
        assert_eq!(play.set("MultiPV", None), Err(OptionError::Value));
        assert_eq!(play.set("Multi", Some("3")), Err(OptionError::Unknown));
        assert_eq!(play, Play::default());
        play.set("multipv", Some("3")).unwrap();
        play.set("Contempt", Some("-20")).unwrap();
        assert_eq!((play.lines(), play.contempt()), (3, -20));
        assert!(play.announcements().contains(&"MultiPV -spin 3 1 64".to_owned()));
    }

    #[test]
    fn nought_stands_for_never_and_for_no_limit() {
        let mut play = Play::default();
        assert_eq!((play.resignation(), play.strength()), (None, None));
        play.set("Resign threshold", Some("700")).unwrap();
        play.set("Strength", Some("1500")).unwrap();
        assert_eq!((play.resignation(), play.strength()), (Some(700), Some(1500)));
    }
}
