//! The handshake: what the engine can do.

use crate::config::Config;

use super::options::Options;
use super::variants;

/// What every session can do. Everything named here is implemented.
const FEATURES: [&str; 3] = [
    "ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1",
    "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=1 pause=1 nps=1 debug=1",
    "memory=1 smp=1 exclude=1 highlight=1 level=1",
];
/// Keeps the list of variants well below the 512 bytes that `XBoard` reads of a word.
const LONGEST_LIST: usize = 450;

/// The answer to `protover`.
pub(super) fn lines(config: &Config, options: &Options) -> Vec<String> {
    let mut lines = vec!["feature done=0".to_owned()];
    lines.push(format!("feature myname=\"Panoply {}\"", env!("CARGO_PKG_VERSION")));
    lines.extend(FEATURES.iter().map(|names| format!("feature {names}")));
    lines.push(format!("feature variants=\"{}\"", variant_list(config)));
    lines.extend(options.announcements(config).iter().map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_owned());
    lines
}

fn variant_list(config: &Config) -> String {
    let mut list = String::new();
    let sized = variants::sized_fairy().filter(|_| config.has_free_armies("fairy").unwrap_or(false));
    for name in variants::announced(config).into_iter().map(str::to_owned).chain(sized) {
        if list.len() + 1 + name.len() > LONGEST_LIST {
            break;
        }
        if !list.is_empty() {
            list.push(',');
        }
        list.push_str(&name);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn done_frames_the_rest_and_words_are_short() {
        let lines = lines(&Config::shipped(), &Options::default());
        assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
        assert_eq!(lines.iter().filter(|line| line.contains("done=")).count(), 2);
        assert!(lines.iter().flat_map(|line| line.split(' ')).all(|word| word.len() < 512));
        assert!(lines.iter().all(|line| line.matches('"').count() % 2 == 0));
    }

    #[test]
    fn a_very_long_list_of_variants_is_cut() {
        let mut text = String::new();
        for n in 0..200 {
            let _ = writeln!(text, "[variant my-variant-{n}]\nextends = normal");
        }
        let list = Config::parse("test", &text).map(|config| variant_list(&config));
        let list = list.unwrap_or_default();
        assert!(list.starts_with("normal,fairy,") && list.len() <= LONGEST_LIST, "{list}");
    }
}
