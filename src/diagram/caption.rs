//! Captions that are as wide as what they stand above.

/// The line in parts of at most so many characters: between words if possible, else within one.
pub(super) fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    for word in line.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let used = part.chars().count();
        if used > 0 && used + 1 + word.len() > width {
            parts.push(std::mem::take(&mut part));
        }
        if !part.is_empty() {
            part.push(' ');
        }
        while word.len() > width.max(1) {
            parts.push(word.drain(..width.max(1)).collect());
        }
        part.extend(word);
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_or_within_long_ones() {
        assert_eq!(wrap("a Rook, for instance", 10), ["a Rook,", "for", "instance"]);
        assert_eq!(wrap("WafmpafWafmpaf", 6), ["Wafmpa", "fWafmp", "af"]);
        assert_eq!(wrap("Panda WafmpafW", 6), ["Panda", "Wafmpa", "fW"]);
        assert_eq!(wrap("", 6), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}
