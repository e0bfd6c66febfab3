//! "Did you mean" for misspelt names.

/// What to add to a message about the unknown `name`: the nearest of the `known` ones if any is near, or else all.
pub(super) fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(best) => format!("did you mean `{best}`?"),
        None => format!("known: {}", list(known)),
    }
}

/// Longer lists are cut short: nobody reads them.
const LONGEST_LIST: usize = 60;
/// How much is left of a list that is too long.
const BEGINNING: usize = 20;

/// The names separated by commas.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > LONGEST_LIST => {
            format!("{} and {} more", names[..BEGINNING].join(", "), count - BEGINNING)
        }
        _ => names.join(", "),
    }
}

/// The name that `name` is most probably a misspelling of.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    known
        .map(|candidate| (strsim::osa_distance(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, candidate)| distance <= (length.max(candidate.chars().count()) / 3).min(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 3] = ["hash", "threads", "shipped"];

    #[test]
    fn the_nearest_name_is_proposed() {
        assert_eq!(hint("thraeds", KNOWN.into_iter()), "did you mean `threads`?");
        assert_eq!(hint("HASCH", KNOWN.into_iter()), "did you mean `hash`?");
        assert_eq!(hint("clobers", ["fide", "clobberers"].into_iter()), "did you mean `clobberers`?");
    }

    #[test]
    fn a_wholly_different_name_gets_the_list() {
        assert_eq!(hint("ponder", KNOWN.into_iter()), "known: hash, threads, shipped");
        assert_eq!(hint("ponder", [].into_iter()), "known: none");
        assert_eq!(hint("b", ["a"].into_iter()), "known: a");
    }

    #[test]
    fn long_lists_are_cut_short() {
        assert_eq!(list(std::iter::repeat_n("ab", 60)).matches("ab").count(), 60);
        let cut = list(std::iter::repeat_n("ab", 61));
        assert!(cut.matches("ab").count() == 20 && cut.ends_with("ab and 41 more"), "{cut}");
    }
}
