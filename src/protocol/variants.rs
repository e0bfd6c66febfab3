//! Variant names as `XBoard` 4.9.1 understands them, and what it takes from an engine under each.

use crate::config::Config;

/// Names that `XBoard` finds anywhere in a name, in either case.
const FOUND_ANYWHERE: [&str; 13] = [
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];
/// Names that `XBoard` finds at the beginning of a name, unless a letter follows.
const FOUND_IN_FRONT: [&str; 23] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
];
/// Names of engine variants that `XBoard` does not show.
const NOT_SHOWN: [&str; 12] =
    ["tenjiku", "dai", "dada", "maka", "tai", "kyoku", "checkers", "go", "reversi", "dark", "alien", "multi"];
/// The variants of `XBoard`'s own that our rules agree with.
const AGREED: [&str; 10] = [
    "normal",
    "crazyhouse",
    "cylinder",
    "fairy",
    "capablanca",
    "gothic",
    "janus",
    "knightmate",
    "berolina",
    "grand",
];

/// What `XBoard` takes from an engine in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing: it has rules of its own.
    Nothing,
    /// The moves of pieces.
    Pieces,
    /// Start position, pictures and moves, on top of the rules of a parent variant, which it knows by name.
    All,
}

/// What `XBoard` takes from us in the variant.
pub(super) fn taken(variant: &str) -> Taken {
    match variant.to_ascii_lowercase().as_str() {
        "fairy" => Taken::All,
        "cylinder" | "berolina" => Taken::Pieces,
        name if AGREED.contains(&name) => Taken::Nothing,
        _ => Taken::All,
    }
}

/// The names to announce: first the usual ones, then all others that `XBoard` does not take for something else.
pub(super) fn announced(config: &Config) -> Vec<&str> {
    let first = ["normal", "fairy", "crazyhouse", "cylinder"];
    let all = config.variant_names();
    let mut names: Vec<&str> = first.into_iter().filter(|name| all.contains(name)).collect();
    names.extend(all.into_iter().filter(|name| !first.contains(name) && is_safe(name)));
    names
}

/// The names of `fairy` with pieces in hand. When we have set up such a game, `XBoard` asks for it by size.
pub(super) fn sized_fairy() -> impl Iterator<Item = String> {
    (5..=8).map(|held| format!("8x8+{held}_fairy"))
}

/// Whether `XBoard` takes the name for what we mean by it.
fn is_safe(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    if AGREED.contains(&lower.as_str()) {
        return true;
    }
    let plain = lower.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let in_front = |known: &str| {
        let rest = lower.strip_prefix(known);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    plain
        && !lower.starts_with(|c: char| c.is_ascii_digit())
        && !FOUND_ANYWHERE.iter().any(|known| lower.contains(known))
        && !FOUND_IN_FRONT.iter().any(|known| in_front(known))
        && !NOT_SHOWN.contains(&lower.as_str())
        && !["normal", "unknown", "frc", "960"].iter().any(|known| lower.contains(known))
        && !names_a_wild(&lower)
}

/// `w` or `wild` followed by a number is a variant of an Internet server.
fn names_a_wild(name: &str) -> bool {
    name.match_indices('w').any(|(at, _)| {
        let rest = name.get(at + 1..).unwrap_or_default();
        let rest = rest.strip_prefix("ild").unwrap_or(rest);
        let rest = rest.strip_prefix(['/', '-']).unwrap_or(rest);
        rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The board size and the number of kinds in hand that `8x8+5_fairy` asks for, and the name behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SizedName<'a> {
    /// The name without the size.
    pub(super) name: &'a str,
    /// Files, ranks and kinds in hand.
    pub(super) size: Option<(u8, u8, u8)>,
}

/// Takes `WxH+S_` off a variant name.
pub(super) fn split_size(variant: &str) -> SizedName<'_> {
    let read = || {
        let (size, name) = variant.split_once('_')?;
        let (files, rest) = size.split_once('x')?;
        let (ranks, held) = rest.split_once('+')?;
        Some(SizedName { name, size: Some((files.parse().ok()?, ranks.parse().ok()?, held.parse().ok()?)) })
    };
    read().unwrap_or(SizedName { name: variant, size: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_variants_come_first_and_all_shipped_ones_are_announced() {
        let config = Config::shipped();
        let names = announced(&config);
        assert!(names.starts_with(&["normal", "fairy", "crazyhouse", "cylinder"]), "{names:?}");
        for name in config.variant_names() {
            assert_eq!(names.iter().filter(|&&n| n == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn names_that_would_be_mistaken_are_not_announced() {
        for name in [
            "shatranjian-shooters",
            "fairy-x",
            "super-x",
            "myatomic",
            "Losers2",
            "wild5",
            "w7",
            "chess960",
            "go",
            "a_b",
            "3check",
            "8x8",
            "my normal",
        ] {
            assert!(!is_safe(name), "{name}");
        }
        for name in [
            "cwda",
            "fide-clobberers",
            "nutters",
            "cylinderhouse",
            "fairyhouse",
            "grandiose",
            "amazon",
            "widow",
        ] {
            assert!(is_safe(name), "{name}");
        }
    }

    #[test]
    fn sizes_in_front_of_names() {
        assert_eq!(split_size("8x8+5_fairy"), SizedName { name: "fairy", size: Some((8, 8, 5)) });
        assert_eq!(split_size("10x10+0_grand"), SizedName { name: "grand", size: Some((10, 10, 0)) });
        for name in ["fairy", "my_game", "8x8_fairy", "x+_fairy", "999x8+0_fairy"] {
            assert_eq!(split_size(name), SizedName { name, size: None });
        }
    }
}
