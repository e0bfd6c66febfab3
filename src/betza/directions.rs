//! Sets of directions and the letters for them, whose meaning depends on the atom.

use std::sync::OnceLock;

use super::BetzaErrorKind;

/// A set of directions, numbered clockwise: 0 forward, 1 forward right, 2 right and so on to 7 forward left.
///
/// For oblique atoms 0 is the steep leap to the right of straight forward, 1 the flat one below it, and so on to 7,
/// the steep leap to the left of straight forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// Every direction but straight back.
    pub(super) const NOT_BACK: Directions = Directions(0b1110_1111);
    /// Straight on and at right angles to either side.
    pub(super) const NO_BACK_NO_TURN_BY_45: Directions = Directions(0b0100_0101);

    /// The numbers of the directions, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |direction| self.0 >> direction & 1 != 0)
    }

    /// Whether `XBoard` would turn only a part of the set round for Black: on a first leg of `K` and `Q` it forgets the
    /// diagonals if there are straight directions, too.
    pub(super) fn half_turned_by_xboard(self) -> bool {
        let straight = self.0 & System::Orthogonal.all().0;
        let diagonal = self.0 & System::Diagonal.all().0;
        straight != 0 && diagonal.rotate_left(4) != diagonal
    }

    /// How many directions there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The meaning of direction letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// `W D H R`: letters add up.
    Orthogonal,
    /// `F A G B`: one letter is a half, two perpendicular ones a quarter.
    Diagonal,
    /// `N C Z`: one letter is a narrow pair.
    Oblique,
    /// `K Q`, and every atom after an `a`: one letter is a straight direction, two are the diagonal between.
    King,
}

/// A mistake in direction letters: where (an index into them), how many letters, what.
pub(super) type DirectionError = (usize, usize, BetzaErrorKind);

/// Directions next to the axis `f` (the letter's own direction is number 0), for each way to look at it.
const STRAIGHT: u8 = 0b0000_0001;
const STRAIGHT_AND_BESIDE: u8 = 0b1000_0011;
const NARROW: u8 = 0b1000_0001;
const WIDE: u8 = 0b1100_0011;

/// Whether a letter is read as a direction.
pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
}

fn is_half(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r')
}

/// The directions `fan`, which are those about the axis `f`, turned to the axes of `letter`.
fn about(letter: char, fan: u8) -> u8 {
    match letter {
        'f' => fan,
        'r' => fan.rotate_left(2),
        'b' => fan.rotate_left(4),
        'l' => fan.rotate_left(6),
        'v' => fan | fan.rotate_left(4),
        's' => fan.rotate_left(2) | fan.rotate_left(6),
        _ => 0,
    }
}

/// Whether two neighbouring letters are perpendicular and so are read as one.
fn combine(first: char, second: char) -> bool {
    match first {
        'f' | 'b' => matches!(second, 'l' | 'r' | 's'),
        'l' | 'r' => matches!(second, 'f' | 'b' | 'v'),
        _ => false,
    }
}

impl System {
    const COUNT: usize = 4;

    /// Every direction there is.
    pub const fn all(self) -> Directions {
        match self {
            System::Orthogonal => Directions(0b0101_0101),
            System::Diagonal => Directions(0b1010_1010),
            System::Oblique | System::King => Directions(0xFF),
        }
    }

    /// What `letters` mean, `None` if there are none.
    pub(super) fn read(self, letters: &[char]) -> Result<Option<Directions>, DirectionError> {
        if self == System::Oblique && letters.first() == Some(&'h') {
            return read_chiral(letters).map(Some);
        }
        let mut set = 0;
        let mut at = 0;
        while at < letters.len() {
            let (mask, used) = self
                .term(letters[at], letters.get(at + 1).copied())
                .map_err(|(i, kind)| (at + i, 1, kind))?;
            if mask & !set == 0 {
                return Err((at, used, BetzaErrorKind::RepeatedDirection));
            }
            set |= mask;
            at += used;
        }
        Ok((set != 0).then_some(Directions(set)))
    }

    /// The directions of the next one or two letters, and how many letters that took.
    fn term(self, first: char, second: Option<char>) -> Result<(u8, usize), (usize, BetzaErrorKind)> {
        let pair = second.filter(|&second| combine(first, second));
        match (first, self) {
            ('h', System::King) => return Ok((System::King.all().0, 1)),
            ('h', _) => return Err((0, self.half_error())),
            _ => {}
        }
        match (self, pair) {
            (System::Diagonal, _) if !is_half(first) => Err((0, BetzaErrorKind::AxisOnDiagonal)),
            (System::Diagonal, Some(second)) if !is_half(second) => Err((1, BetzaErrorKind::AxisOnDiagonal)),
            (System::Diagonal, Some(second)) => {
                Ok((about(first, WIDE) & about(second, WIDE) & self.all().0, 2))
            }
            (System::Diagonal, None) => Ok((about(first, WIDE) & self.all().0, 1)),
            (System::King, Some(second)) => {
                Ok((about(first, STRAIGHT_AND_BESIDE) & about(second, STRAIGHT_AND_BESIDE), 2))
            }
            (System::Orthogonal, _) | (System::King, None) => Ok((about(first, STRAIGHT), 1)),
            (System::Oblique, Some(second)) => Ok((about(first, WIDE) & about(second, NARROW), 2)),
            (System::Oblique, None) => oblique_term(first, second),
        }
    }

    fn half_error(self) -> BetzaErrorKind {
        match self {
            System::Oblique => BetzaErrorKind::HalfMisplaced,
            System::Orthogonal | System::Diagonal | System::King => BetzaErrorKind::HalfNotOblique,
        }
    }

    /// The shortest letters for a set of directions, `None` if no letters mean exactly that set.
    pub(super) fn write(self, directions: Directions) -> Option<&'static str> {
        static TABLES: [OnceLock<Table>; System::COUNT] = [const { OnceLock::new() }; System::COUNT];
        let table = TABLES[self as usize].get_or_init(|| self.table());
        table[usize::from(directions.0)].as_deref()
    }

    /// The letters of every set that has some, found shortest first.
    fn table(self) -> Table {
        let terms = self.terms();
        let mut found: Vec<(u8, Option<char>, String)> = vec![(0, None, String::new())];
        let mut table: Table = vec![None; 256];
        for length in 0..=MAX_LETTERS {
            let shorter: Vec<_> = found.iter().filter(|(_, _, text)| text.len() == length).cloned().collect();
            for (set, last, text) in shorter {
                let slot = &mut table[usize::from(set)];
                if slot.is_none() && set != 0 {
                    *slot = Some(text.clone());
                }
                for (letters, mask) in &terms {
                    let joined = last.is_some_and(|last| self.joins(last, letters));
                    let single = letters.chars().next().filter(|_| letters.len() == 1);
                    let next = (set | mask, single);
                    if !joined && mask & !set != 0 && !found.iter().any(|(s, l, _)| (*s, *l) == next) {
                        found.push((next.0, next.1, format!("{text}{letters}")));
                    }
                }
            }
        }
        if self == System::Oblique {
            for text in ["hl", "hr"] {
                table[usize::from(chiral(text.ends_with('r')))] = Some(text.to_owned());
            }
        }
        table
    }

    /// Whether a single letter followed by these letters would be read together with the first of them.
    fn joins(self, last: char, letters: &str) -> bool {
        let Some(first) = letters.chars().next() else { return false };
        match self {
            System::Orthogonal => false,
            System::Diagonal | System::King => combine(last, first),
            System::Oblique => combine(last, first) || last == first,
        }
    }

    /// The letters that stand for themselves, singly or in pairs, with their directions.
    fn terms(self) -> Vec<(String, u8)> {
        let letters = ['f', 'b', 'v', 'l', 'r', 's', 'h'];
        let mut terms = Vec::new();
        // On K and Q an `h` says nothing that the other letters cannot say without a doubt.
        for first in letters.into_iter().filter(|&letter| self != System::King || letter != 'h') {
            for second in std::iter::once(None).chain(letters.map(Some)) {
                if let Ok((mask, used)) = self.term(first, second)
                    && used == 1 + usize::from(second.is_some())
                {
                    terms.push((second.into_iter().fold(first.to_string(), |t, c| t + &c.to_string()), mask));
                }
            }
        }
        terms
    }
}

/// The canonical letters by set.
type Table = Vec<Option<String>>;

/// No set needs more letters: eight directions with two letters each.
const MAX_LETTERS: usize = 16;

fn oblique_term(first: char, second: Option<char>) -> Result<(u8, usize), (usize, BetzaErrorKind)> {
    match second {
        Some('h') if is_half(first) => Ok((about(first, WIDE), 2)),
        Some('h') => Err((1, BetzaErrorKind::HalfMisplaced)),
        Some(second) if second == first && is_half(first) => Ok((about(first, NARROW), 2)),
        Some(second) if second == first => Err((1, BetzaErrorKind::RepeatedDirection)),
        _ => Ok((about(first, NARROW), 1)),
    }
}

/// Every second leap, beginning with the one to the right or to the left of straight forward.
const fn chiral(right: bool) -> u8 {
    if right { 0b0101_0101 } else { 0b1010_1010 }
}

fn read_chiral(letters: &[char]) -> Result<Directions, DirectionError> {
    match letters {
        ['h', side @ ('l' | 'r')] => Ok(Directions(chiral(*side == 'r'))),
        ['h', 'l' | 'r', rest @ ..] => Err((2, rest.len(), BetzaErrorKind::AfterChiral)),
        _ => Err((0, 1, BetzaErrorKind::HalfMisplaced)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [System; 4] = [System::Orthogonal, System::Diagonal, System::Oblique, System::King];

    fn read(system: System, text: &str) -> Option<Vec<u8>> {
        let letters: Vec<char> = text.chars().collect();
        system.read(&letters).ok().map(|set| set.unwrap_or(system.all()).iter().collect())
    }

    #[test]
    fn letters_mean_what_they_mean_on_each_kind_of_atom() {
        let table: [(System, &str, &[u8]); 30] = [
            (System::Orthogonal, "", &[0, 2, 4, 6]),
            (System::Orthogonal, "f", &[0]),
            (System::Orthogonal, "fs", &[0, 2, 6]),
            (System::Orthogonal, "bl", &[4, 6]),
            (System::Orthogonal, "v", &[0, 4]),
            (System::Diagonal, "", &[1, 3, 5, 7]),
            (System::Diagonal, "f", &[1, 7]),
            (System::Diagonal, "l", &[5, 7]),
            (System::Diagonal, "fl", &[7]),
            (System::Diagonal, "rb", &[3]),
            (System::Diagonal, "frbl", &[1, 5]),
            (System::Diagonal, "fbr", &[1, 3, 7]),
            (System::Oblique, "f", &[0, 7]),
            (System::Oblique, "ff", &[0, 7]),
            (System::Oblique, "fh", &[0, 1, 6, 7]),
            (System::Oblique, "bh", &[2, 3, 4, 5]),
            (System::Oblique, "v", &[0, 3, 4, 7]),
            (System::Oblique, "s", &[1, 2, 5, 6]),
            (System::Oblique, "fs", &[1, 6]),
            (System::Oblique, "rf", &[0]),
            (System::Oblique, "fr", &[1]),
            (System::Oblique, "lv", &[4, 7]),
            (System::Oblique, "hr", &[0, 2, 4, 6]),
            (System::Oblique, "hl", &[1, 3, 5, 7]),
            (System::King, "f", &[0]),
            (System::King, "fs", &[1, 7]),
            (System::King, "fl", &[7]),
            (System::King, "ffs", &[0, 1, 7]),
            (System::King, "sv", &[0, 2, 4, 6]),
            (System::King, "bh", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ];
        for (system, text, expected) in table {
            assert_eq!(read(system, text).as_deref(), Some(expected), "{system:?} {text:?}");
        }
    }

    #[test]
    fn written_letters_are_read_back_as_the_same_set() {
        for system in SYSTEMS {
            let written = (0..=255).map(Directions).filter(|&set| {
                system.write(set).is_some_and(|text| {
                    let letters: Vec<char> = text.chars().collect();
                    assert_eq!(system.read(&letters), Ok(Some(set)), "{system:?} {text}");
                    true
                })
            });
            let count = written.count();
            match system {
                System::Orthogonal | System::Diagonal => assert_eq!(count, 15, "{system:?}"),
                System::Oblique => assert_eq!(count, 255),
                System::King => assert!(count > 100, "{count}"),
            }
        }
    }

    #[test]
    fn every_set_that_can_be_read_can_be_written() {
        let letters = ['f', 'b', 'l', 'r', 'v', 's', 'h'];
        let mut texts: Vec<Vec<char>> = vec![vec![]];
        for length in 0..5 {
            let longer: Vec<Vec<char>> = texts
                .iter()
                .filter(|text| text.len() == length)
                .flat_map(|text| letters.map(|letter| [text.as_slice(), &[letter]].concat()))
                .collect();
            texts.extend(longer);
        }
        for system in SYSTEMS {
            for text in texts.iter().filter(|text| system != System::King || !text.contains(&'h')) {
                if let Ok(Some(set)) = system.read(text) {
                    let written = system.write(set).unwrap_or_else(|| panic!("{system:?} {text:?}"));
                    assert!(written.len() <= text.len(), "{system:?} {text:?} {written}");
                }
            }
        }
    }
}
