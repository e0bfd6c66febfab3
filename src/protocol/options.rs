//! The engine options a GUI shows, and the game they stand for.
//!
//! Some programs read only the first word of an option's name, and only the first word of each choice. For them there is
//! one option of one word for both armies. Names are taken however they are spaced and cased: `WhiteArmy` is
//! `White army`.

use crate::config::{BoardSize, Config, GameChoice};
use crate::rules::PromotionChoice;
use crate::types::{ByColor, Color};

use super::play::Play;
use super::session::{CLEAR, CONFIGURATION};

/// Names both armies at once.
const ARMIES: &str = "Armies";
/// Names of the options that name an army, White's first.
const ARMY: ByColor<&str> = ByColor(["White army", "Black army"]);
const PROMOTION: &str = "Promotion";
const TOPOLOGY: &str = "Topology";
const HOLDINGS: &str = "Holdings";
const LETTERS: &str = "Letters";

/// What the user has chosen. It takes effect with the next `new` or `variant`, in variants that leave the armies free.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Options {
    /// The ids of the armies; `None`: those of the variant.
    armies: ByColor<Option<String>>,
    promotion: Option<PromotionChoice>,
    cylinder: Option<bool>,
    holdings: Option<bool>,
    /// Whether the armies that Fairy-Max knows are announced in its letters.
    fairy_max_letters: bool,
    /// Armies asked for that there are not; another configuration may have them.
    missing: ByColor<Option<String>>,
    /// The configuration file chosen, if any.
    pub(super) file: String,
    /// How we play.
    pub(super) play: Play,
}

/// Why an option was not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionError {
    /// There is no such option.
    Unknown,
    /// It cannot have this value.
    Value,
}

impl Options {
    /// Sets an option. Names and values are taken in either case.
    pub(super) fn set(
        &mut self,
        config: &Config,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), OptionError> {
        let value = value.ok_or(OptionError::Value);
        if let Some(color) = Color::ALL.into_iter().find(|&color| is_name(ARMY[color], name)) {
            self.set_army(config, color, value?)?;
        } else if is_name(ARMIES, name) {
            self.set_armies(config, value?)?;
        } else if is_name(PROMOTION, name) {
            let choices = [("own", PromotionChoice::Own), ("either", PromotionChoice::Either)];
            self.promotion = Some(choose(value?, &choices)?);
        } else if is_name(TOPOLOGY, name) {
            self.cylinder = Some(choose(value?, &[("flat", false), ("cylinder", true)])?);
        } else if is_name(HOLDINGS, name) {
            let choices =
                [("0", false), ("1", true), ("false", false), ("true", true), ("off", false), ("on", true)];
            self.holdings = Some(choose(value?, &choices)?);
        } else if is_name(LETTERS, name) {
            self.fairy_max_letters = choose(value?, &[("ours", false), ("Fairy-Max", true)])?;
        } else {
            return self.play.set(name, value.ok());
        }
        Ok(())
    }

    fn set_army(&mut self, config: &Config, color: Color, name: &str) -> Result<(), OptionError> {
        let army = config.army(name).map(|army| army.id.clone());
        self.missing[color] = army.is_err().then(|| name.to_owned());
        self.armies[color] = Some(army.map_err(|_| OptionError::Value)?);
        Ok(())
    }

    /// Both armies at once; nothing stands for those of the variant.
    fn set_armies(&mut self, config: &Config, text: &str) -> Result<(), OptionError> {
        let armies = match text {
            "" => [None, None],
            text => config.pairing(text).ok_or(OptionError::Value)?.map(Some),
        };
        self.armies = ByColor(armies);
        self.missing = ByColor::default();
        Ok(())
    }

    /// Another configuration will be used: it may have armies that were asked for before.
    pub(super) fn reconfigure(&mut self, config: &Config) {
        for color in Color::ALL {
            if let Some(name) = self.missing[color].take() {
                let _ = self.set_army(config, color, &name);
            }
        }
    }

    /// The game to play as `variant`.
    ///
    /// An army that is made for another board than the variant's does not count, nor do settings which only repeat
    /// what an option shows from the beginning: a variant with a topology of its own keeps it.
    pub(super) fn choice(&self, config: &Config, variant: &str) -> GameChoice {
        let preset = GameChoice::variant(variant);
        if !config.has_free_armies(variant).unwrap_or(false) {
            return preset;
        }
        let mut choice = preset;
        for color in Color::ALL {
            if let Some(army) = &self.armies[color] {
                let mut changed = choice.clone();
                match color {
                    Color::White => changed.white = Some(army.clone()),
                    Color::Black => changed.black = Some(army.clone()),
                }
                if fits(config, variant, army) {
                    choice = changed;
                }
            }
        }
        choice.promotion = self.promotion.filter(|&p| p == PromotionChoice::Either);
        choice.cylinder = self.cylinder.filter(|&on| on);
        choice.holdings = self.holdings.filter(|&on| on);
        choice
    }

    /// Whether the armies that Fairy-Max knows are announced in its letters, so that it can be the second engine.
    pub(super) fn wants_fairy_max_letters(&self) -> bool {
        self.fairy_max_letters
    }

    /// The texts that announce the options, as they stand now.
    pub(super) fn announcements(&self, config: &Config) -> Vec<String> {
        // The file comes first, so that a GUI that sets all options in this order names it before its armies.
        let mut texts = vec![roomy(CONFIGURATION, "file", &self.file, LONGEST_PATH)];
        // One that sets all of them to what they show is not to have this undo the two that follow.
        texts.push(roomy(ARMIES, "string", "", LONGEST_PAIRING));
        texts.extend(Color::ALL.into_iter().map(|color| self.army_combo(config, color)));
        let either = self.promotion == Some(PromotionChoice::Either);
        texts.push(combo(PROMOTION, &["own", "either"], usize::from(either)));
        texts.push(combo(TOPOLOGY, &["flat", "cylinder"], usize::from(self.cylinder == Some(true))));
        texts.push(format!("{HOLDINGS} -check {}", u8::from(self.holdings == Some(true))));
        texts.push(combo(LETTERS, &["ours", "Fairy-Max"], usize::from(self.fairy_max_letters)));
        texts.extend(self.play.announcements());
        texts.push(format!("{CLEAR} -button"));
        texts
    }

    fn army_combo(&self, config: &Config, color: Color) -> String {
        let boards = free_boards(config);
        let fitting: Vec<_> = config.armies().iter().filter(|army| boards.contains(&army.board)).collect();
        let preset =
            config.game(&GameChoice::variant("fairy")).ok().map(|game| game.armies[color].id.clone());
        let current = self.armies[color].as_ref().or(preset.as_ref());
        let index = fitting.iter().position(|army| Some(&army.id) == current).unwrap_or(0);
        let names: Vec<&str> = fitting.iter().map(|army| army.name.as_str()).collect();
        combo(ARMY[color], &names, index)
    }
}

/// Whether a name is that of an option, whatever its case and what stands between its words.
pub(super) fn is_name(option: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    name.is_ascii() && letters(option) == letters(name)
}

fn choose<T: Copy>(value: &str, choices: &[(&str, T)]) -> Result<T, OptionError> {
    let found = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    found.map(|&(_, choice)| choice).ok_or(OptionError::Value)
}

/// The longest path and the longest names of two armies that are expected, in bytes.
const LONGEST_PATH: usize = 255;
const LONGEST_PAIRING: usize = 95;

/// A text to enter. `XBoard` 4.9.1 writes what its `-firstOptions` say over the value shown, however short that is, and
/// then crashes sooner or later; so the value is followed by blanks, which mean nothing.
fn roomy(name: &str, control: &str, value: &str, room: usize) -> String {
    format!("{name} -{control} {value:room$}")
}

fn combo(name: &str, values: &[&str], current: usize) -> String {
    let marked =
        values.iter().enumerate().map(|(n, value)| format!("{}{value}", if n == current { "*" } else { "" }));
    format!("{name} -combo {}", marked.collect::<Vec<_>>().join(" /// "))
}

/// The boards of the variants that leave the armies free.
fn free_boards(config: &Config) -> Vec<BoardSize> {
    let free = config.variants().iter().filter(|v| config.has_free_armies(&v.id).unwrap_or(false));
    let games = free.filter_map(|variant| config.game(&GameChoice::variant(variant.id.as_str())).ok());
    games.map(|game| BoardSize { files: game.geometry.files, ranks: game.geometry.ranks }).collect()
}

fn fits(config: &Config, variant: &str, army: &str) -> bool {
    let game = config.game(&GameChoice::variant(variant));
    let size = game.map(|game| BoardSize { files: game.geometry.files, ranks: game.geometry.ranks });
    size.is_ok_and(|size| config.army(army).is_ok_and(|army| army.board == size))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn combos_mark_what_is_chosen() {
        let config = Config::shipped();
        let mut options = Options::default();
        let texts = options.announcements(&config);
        assert!(
            texts.iter().any(|t| t.starts_with("White army -combo *FIDE /// Clobberers /// ")),
            "{texts:?}"
        );
        assert!(texts.contains(&"Promotion -combo *own /// either".to_owned()));
        assert!(texts.contains(&"Topology -combo *flat /// cylinder".to_owned()));
        assert!(texts.contains(&"Holdings -check 0".to_owned()));
        options.set(&config, "black ARMY", Some("nutters")).unwrap();
        options.set(&config, "Topology", Some("Cylinder")).unwrap();
        options.set(&config, "Holdings", Some("1")).unwrap();
        let texts = options.announcements(&config);
        assert!(
            texts.iter().any(|t| t.starts_with("Black army -combo FIDE /// Clobberers /// *Nutters /// "))
        );
        assert!(texts.contains(&"Topology -combo flat /// *cylinder".to_owned()));
        assert!(texts.contains(&"Holdings -check 1".to_owned()));
    }

    #[test]
    fn no_name_is_the_beginning_of_another_nor_has_signs_of_the_protocol() {
        let texts = Options::default().announcements(&Config::shipped());
        let names: Vec<&str> = texts.iter().map(|t| t.split(" -").next().unwrap()).collect();
        for name in &names {
            assert!(!name.contains([',', '=', '"']), "{name}");
            let begins = |other: &&String| other.to_ascii_lowercase().starts_with(&name.to_ascii_lowercase());
            assert_eq!(texts.iter().filter(begins).count(), 1, "{name}");
        }
    }

    #[test]
    fn texts_have_room_for_longer_ones() {
        let options = Options { file: "mine.ini".to_owned(), ..Options::default() };
        let texts = options.announcements(&Config::shipped());
        for (start, room) in [("Configuration -file mine.ini  ", 255), ("Armies -string  ", 95)] {
            let text = texts.iter().find(|text| text.starts_with(start)).unwrap();
            assert_eq!(text.split_once(" -").unwrap().1.split_once(' ').unwrap().1.len(), room, "{text}");
        }
    }

    #[test]
    fn names_are_known_however_they_are_written() {
        for name in ["White army", "WhiteArmy", "white-army", "WHITE_ARMY"] {
            assert!(is_name("White army", name), "{name}");
        }
        for name in ["White", "Black army", "White armyé", ""] {
            assert!(!is_name("White army", name), "{name}");
        }
    }

    #[test]
    fn both_armies_are_set_at_once_by_a_name_of_one_word() {
        let config = Config::shipped();
        let mut options = Options::default();
        options.set(&config, "Armies", Some("Clobberers-nutters")).unwrap();
        let choice = options.choice(&config, "fairy");
        assert_eq!((choice.white.as_deref(), choice.black.as_deref()), (Some("clobberers"), Some("nutters")));
        options.set(&config, "BlackArmy", Some("Rookies")).unwrap();
        assert_eq!(options.choice(&config, "fairy").black.as_deref(), Some("rookies"));
        assert_eq!(options.set(&config, "Armies", Some("Clobberers-Martians")), Err(OptionError::Value));
        assert_eq!(options.choice(&config, "fairy").black.as_deref(), Some("rookies"));
        options.set(&config, "Armies", Some("")).unwrap();
        assert_eq!(options.choice(&config, "fairy"), GameChoice::variant("fairy"));
    }

    #[test]
    fn nonsense_is_refused_and_changes_nothing() {
        let config = Config::shipped();
        let mut options = Options::default();
        assert_eq!(options.set(&config, "Hash", Some("abc")), Err(OptionError::Unknown));
        assert_eq!(options.set(&config, "White army", None), Err(OptionError::Value));
        assert_eq!(options.set(&config, "Holdings", Some("2")), Err(OptionError::Value));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn an_army_can_be_named_before_the_file_that_has_it() {
        let config = Config::shipped();
        let mut options = Options::default();
        options.set(&config, "Black army", Some("nutters")).unwrap();
        assert_eq!(options.set(&config, "Black army", Some("Martians")), Err(OptionError::Value));
        assert_eq!(options.choice(&config, "fairy").black.as_deref(), Some("nutters"));
        let army =
            "[army martians]\nname = Martians\nrank1 = rook knight bishop king queen bishop knight rook";
        let other = Config::parse("other", army).unwrap();
        options.reconfigure(&other);
        assert_eq!(options.choice(&other, "fairy").black.as_deref(), Some("martians"));
        assert_eq!(options.choice(&config, "fairy").black, None, "such an army there is not");
    }

    #[test]
    fn options_shape_only_variants_with_free_armies_and_only_with_armies_that_fit() {
        let config = Config::shipped();
        let mut options = Options::default();
        options.set(&config, "White army", Some("CLOBBERERS")).unwrap();
        options.set(&config, "Black army", Some("GrandShooters")).unwrap();
        options.set(&config, "Promotion", Some("either")).unwrap();
        let fairy = options.choice(&config, "fairy");
        assert_eq!((fairy.white.as_deref(), fairy.black.as_deref()), (Some("clobberers"), None));
        assert_eq!(fairy.promotion, Some(PromotionChoice::Either));
        let grand = options.choice(&config, "grand");
        assert_eq!((grand.white.as_deref(), grand.black.as_deref()), (None, Some("grandshooters")));
        assert_eq!(options.choice(&config, "normal"), GameChoice::variant("normal"));
    }
}
