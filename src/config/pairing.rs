//! Two armies in one text.

use super::Config;

/// What may stand between the two.
const SEPARATORS: [char; 3] = ['-', ':', '/'];

impl Config {
    /// Reads `WHITE-BLACK`, or one army for both sides: the ids of the armies, White's first. Ids and names are taken in
    /// either case, and may have hyphens themselves.
    pub fn pairing(&self, text: &str) -> Option<[String; 2]> {
        let id = |name: &str| self.army(name.trim()).ok().map(|army| army.id.clone());
        if let Some(army) = id(text) {
            return Some([army.clone(), army]);
        }
        text.match_indices(SEPARATORS).find_map(|(at, separator)| {
            let (white, rest) = text.split_at_checked(at)?;
            Some([id(white)?, id(rest.strip_prefix(separator)?)?])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_are_read_even_with_hyphens_in_names() {
        let config = Config::shipped();
        let pairing = |text: &str| config.pairing(text).map(|ids| ids.join(" "));
        for (text, ids) in [
            ("fide-Clobberers", "fide clobberers"),
            ("Nutters : rookies", "nutters rookies"),
            ("chigorin-knights-chigorin-bishops", "chigorin-knights chigorin-bishops"),
            ("Hoppel-Poppel/FIDE", "hoppelpoppel fide"),
            ("chigorin-knights", "chigorin-knights chigorin-knights"),
            ("shooters", "shooters shooters"),
        ] {
            assert_eq!(pairing(text).as_deref(), Some(ids), "{text}");
        }
        for text in ["", "-", "fide-", "-fide", "fide-martians", "fide-fide-fide", "é-fide"] {
            assert_eq!(pairing(text), None, "{text}");
        }
    }
}
