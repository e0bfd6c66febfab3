//! Reading Betza strings.

use std::str::FromStr;

use super::ast::MAX_PATHS;
use super::directions::is_direction;
use super::{
    Atom, BetzaError, BetzaErrorKind, BetzaWarning, BetzaWarningKind, Directions, Gate, Hop, Jump, Landing,
    Part, Pass, PieceMoves, System, Walk, warning,
};

/// The modifiers in the only order in which `XBoard` reads them.
const MODIFIERS: &str = "mcdetpgoynj";
/// No board has a longer line.
const MAX_RANGE: u32 = 15;
/// What fits into `XBoard`'s buffer for the second and later legs, with room for a changed range and the end mark.
const MAX_CHAIN: usize = 77;
/// A slide that skips so many squares finds none behind them on any board.
const MAX_SKIP: u8 = 10;

/// Reads a string in the dialect of `XBoard` 4.9.1.
///
/// # Errors
/// Everything that `XBoard` would skip, misread or never do, and everything the engine cannot do.
pub fn parse(text: &str) -> Result<PieceMoves, BetzaError> {
    parse_with_warnings(text).map(|(moves, _)| moves)
}

/// Reads a string like [`parse`], and tells which parts of it other texts and programs read differently, from left to
/// right.
///
/// # Errors
/// As [`parse`].
pub fn parse_with_warnings(text: &str) -> Result<(PieceMoves, Vec<BetzaWarning>), BetzaError> {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = Reader { chars: &chars, at: 0, parts: Vec::new(), warnings: Vec::new() };
    while reader.at < chars.len() {
        reader.part()?;
    }
    if reader.parts.is_empty() {
        return Err(reader.error(0, 0, BetzaErrorKind::Empty));
    }
    let moves = PieceMoves::new(reader.parts.into_iter().map(|(_, part)| part).collect());
    Ok((moves, reader.warnings))
}

impl FromStr for PieceMoves {
    type Err = BetzaError;

    fn from_str(text: &str) -> Result<PieceMoves, BetzaError> {
        parse(text)
    }
}

struct Reader<'a> {
    chars: &'a [char],
    /// Index of the next character.
    at: usize,
    /// What was read, each move with the index where it begins.
    parts: Vec<(usize, Part)>,
    warnings: Vec<BetzaWarning>,
}

impl Reader<'_> {
    fn error(&self, at: usize, length: usize, kind: BetzaErrorKind) -> BetzaError {
        let text = self.chars.iter().skip(at).take(length).collect();
        BetzaError { column: at + 1, text, kind }
    }

    /// Index of the first character from `from` on that is not of the given sort.
    fn end_of(&self, from: usize, sort: impl Fn(&char) -> bool) -> usize {
        from + self.chars[from..].iter().take_while(|c| sort(c)).count()
    }

    /// Reads one move.
    fn part(&mut self) -> Result<(), BetzaError> {
        let start = self.at;
        let atom_at = self.end_of(start, char::is_ascii_lowercase);
        let initial = self.chars[start] == 'i';
        if initial && self.chars.get(start + 1) == Some(&'i') {
            return Err(self.error(start, 2, BetzaErrorKind::InitialTwice));
        }
        let atom = self.atom(start, atom_at)?;
        let (range, end) = self.range(atom, atom_at + 1)?;
        let (passes, landing) = self.legs(start + usize::from(initial), atom_at, end, atom)?;
        let part = Part { initial, atom, range, passes, landing };
        self.check_reach(start, atom_at, &part)?;
        if let Some((earlier, _)) = self.parts.iter().find(|(_, other)| *other == part) {
            return Err(self.error(start, end - start, BetzaErrorKind::Duplicate(earlier + 1)));
        }
        self.warn(start + usize::from(initial), atom_at, end, &part);
        self.parts.push((start, part));
        let bound = self.parts.iter().fold(0_usize, |sum, (_, part)| sum.saturating_add(part.path_bound()));
        if bound > MAX_PATHS {
            return Err(self.error(start, end - start, BetzaErrorKind::TooManyPaths(MAX_PATHS)));
        }
        if self.parts.last().is_some_and(|(_, part)| part.comes_back()) {
            return Err(self.error(start, end - start, BetzaErrorKind::ComesBack));
        }
        self.at = end;
        Ok(())
    }

    /// Notes what other texts read differently in the move whose letters begin at `start`.
    fn warn(&mut self, start: usize, atom_at: usize, end: usize, part: &Part) {
        let atom = part.atom;
        let mut found: Vec<(usize, usize, BetzaWarningKind)> = Vec::new();
        let first = self.direction_count(start, atom_at);
        let letters = &self.chars[start..start + first];
        found.extend(warning::directions(letters, atom).map(|kind| (start, atom_at + 1 - start, kind)));
        if part.landing.walk.halfling {
            found.push((start + first - 2, 2, BetzaWarningKind::Halfling));
        }
        let last =
            self.chars[start..atom_at].iter().rposition(|&c| c == 'a').map_or(start, |a| start + a + 1);
        let modifiers = last + self.direction_count(last, atom_at);
        let ignored = self.chars[modifiers..atom_at].iter().position(|&c| is_direction(c));
        if let Some(ignored) = ignored.map(|at| modifiers + at) {
            let meant =
                [&self.chars[ignored..atom_at], &self.chars[last..ignored], &self.chars[atom_at..end]];
            let kind = BetzaWarningKind::IgnoredDirections(meant.concat().into_iter().collect());
            found.push((ignored, atom_at - ignored, kind));
        }
        if part.landing.walk.jump == Jump::Lame {
            let letters: String = letters.iter().collect();
            found.extend(warning::lame(&letters, atom).map(|kind| (start, atom_at + 1 - start, kind)));
        }
        let letter = self.chars[atom_at];
        if matches!(letter, 'J' | 'L') {
            found.push((atom_at, 1, BetzaWarningKind::SwappedAtom(letter)));
        }
        if self.chars.get(atom_at + 1) == Some(&letter) {
            found.push((atom_at, 2, BetzaWarningKind::DoubledAtom(atom.letter())));
        }
        for (at, length, kind) in found {
            let text = self.chars[at..at + length].iter().collect();
            self.warnings.push(BetzaWarning { column: at + 1, text, kind });
        }
    }

    /// How many direction letters there are from `start` on, before `end`.
    fn direction_count(&self, start: usize, end: usize) -> usize {
        self.chars[start..end].iter().take_while(|&&c| is_direction(c)).count()
    }

    /// The capital letter at `at`, after lower-case letters from `start` on.
    fn atom(&self, start: usize, at: usize) -> Result<Atom, BetzaError> {
        let Some(&letter) = self.chars.get(at) else {
            return Err(self.error(start, at - start, BetzaErrorKind::MissingAtom));
        };
        let kind = match letter {
            'O' => BetzaErrorKind::Castling,
            'A'..='Z' => match Atom::from_letter(letter) {
                Some(atom) if at == start && at > 0 && self.chars[at - 1] == letter => {
                    return Err(self.error(at - 1, 2, doubled(atom)));
                }
                Some(atom) => return Ok(atom),
                None => BetzaErrorKind::UnknownAtom,
            },
            '0'..='9' => BetzaErrorKind::RangeWithoutAtom,
            '@' => BetzaErrorKind::Zone,
            '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' => BetzaErrorKind::Bracket,
            '=' => BetzaErrorKind::Promotion,
            _ => BetzaErrorKind::UnknownCharacter,
        };
        Err(self.error(at, 1, kind))
    }

    /// The range that the digits at `at` give, or a doubled letter, and where that ends.
    fn range(&self, atom: Atom, at: usize) -> Result<(u8, usize), BetzaError> {
        if atom.default_range() != 0 && self.chars.get(at) == self.chars.get(at - 1) {
            return match self.chars.get(at + 1) {
                Some(digit) if digit.is_ascii_digit() => {
                    Err(self.error(at - 1, 2, BetzaErrorKind::DoubledAtom(atom.letter())))
                }
                _ => Ok((0, at + 1)),
            };
        }
        let end = self.end_of(at, char::is_ascii_digit);
        let digits = &self.chars[at..end];
        let error = |kind| Err(self.error(at, end - at, kind));
        match digits {
            [] => return Ok((atom.default_range(), end)),
            ['0', _, ..] => return error(BetzaErrorKind::RangeLeadingZero),
            _ => {}
        }
        let value = digits
            .iter()
            .filter_map(|digit| digit.to_digit(10))
            .fold(0_u32, |value, digit| value.saturating_mul(10).saturating_add(digit));
        if value > MAX_RANGE {
            return error(BetzaErrorKind::RangeTooLong);
        }
        Ok((value as u8, end))
    }

    /// The legs written between `start` and the atom at `atom_at`; the move ends before `end`.
    fn legs(
        &self,
        start: usize,
        atom_at: usize,
        end: usize,
        atom: Atom,
    ) -> Result<(Vec<Pass>, Landing), BetzaError> {
        let mut passes = Vec::new();
        let mut at = start;
        while let Some(length) = self.chars[at..atom_at].iter().position(|&c| c == 'a') {
            let leg = Leg { reader: self, at, end: at + length, atom, first: at == start };
            if atom.system() == System::Oblique {
                return Err(self.error(at + length, 1, BetzaErrorKind::ObliqueChain));
            }
            if leg.first && end - leg.end - 1 > MAX_CHAIN {
                return Err(self.error(start, end - start, BetzaErrorKind::ChainTooLong(MAX_CHAIN)));
            }
            passes.push(leg.pass()?);
            at += length + 1;
        }
        let leg = Leg { reader: self, at, end: atom_at, atom, first: at == start };
        Ok((passes, leg.landing()?))
    }

    /// Refuses skips and hops that the range leaves no room for.
    fn check_reach(&self, start: usize, atom_at: usize, part: &Part) -> Result<(), BetzaError> {
        let letter = part.atom.letter();
        let whole = |kind| Err(self.error(start, atom_at + 1 - start, kind));
        let walks = part.passes.iter().map(|pass| pass.walk).chain([part.landing.walk]);
        if part.landing.walk.halfling && (part.range != 0 || !part.passes.is_empty()) {
            return whole(BetzaErrorKind::Halfling);
        }
        for (walk, range) in walks.zip(part.ranges()) {
            if matches!(walk.jump, Jump::Skip(skip) if range != 0 && skip >= range) {
                return whole(BetzaErrorKind::SkipsAll(letter));
            }
            if matches!(walk.jump, Jump::Skip(skip) if skip > MAX_SKIP) {
                return whole(BetzaErrorKind::SkipsBoard);
            }
        }
        let skip = if let Jump::Skip(skip) = part.landing.walk.jump { skip } else { 0 };
        let room = part.ranges().last().map_or(0, |&range| if range == 0 { u8::MAX } else { range - skip });
        if part.landing.hop != Hop::None && room < 2 {
            return whole(BetzaErrorKind::HopWithoutRoom(letter));
        }
        Ok(())
    }
}

fn doubled(atom: Atom) -> BetzaErrorKind {
    if atom.default_range() == 0 {
        BetzaErrorKind::DoubledSlider(atom.letter())
    } else {
        BetzaErrorKind::DoubledAtom(atom.letter())
    }
}

/// The directions and modifiers of one leg.
struct Leg<'a> {
    reader: &'a Reader<'a>,
    at: usize,
    end: usize,
    atom: Atom,
    first: bool,
}

impl Leg<'_> {
    fn letters(&self) -> &[char] {
        &self.reader.chars[self.at..self.end]
    }

    /// The error about `length` letters from the `index`th of the leg on.
    fn error(&self, index: usize, length: usize, kind: BetzaErrorKind) -> BetzaError {
        self.reader.error(self.at + index, length, kind)
    }

    /// The error about the modifier `letter` of the leg.
    fn error_at(&self, letter: char, kind: BetzaErrorKind) -> BetzaError {
        let index = self.letters().iter().position(|&c| c == letter).unwrap_or(0);
        self.error(index, 1, kind)
    }

    fn has(&self, letter: char) -> bool {
        self.letters().contains(&letter)
    }

    fn pass(&self) -> Result<Pass, BetzaError> {
        let walk = self.walk()?;
        if walk.halfling {
            return Err(self.error(0, self.letters().len(), BetzaErrorKind::Halfling));
        }
        if let Some(letter) = ['c', 'e'].into_iter().find(|&letter| self.has(letter)) {
            return Err(self.error_at(letter, BetzaErrorKind::CaptureOnTheWay));
        }
        self.refuse_both('p', 'g')?;
        self.refuse_both('p', 'y')?;
        self.refuse_both('g', 'y')?;
        let gate = match (self.has('p') || self.has('g'), self.has('m')) {
            (true, true) => Gate::Any,
            (true, false) => Gate::Occupied,
            (false, _) => Gate::Empty,
        };
        self.refuse_wrapped_hop(gate == Gate::Occupied || self.has('g'))?;
        Ok(Pass { walk, gate, toggle: self.has('y') || self.has('g') })
    }

    fn landing(&self) -> Result<Landing, BetzaError> {
        let walk = self.walk()?;
        if walk.halfling && (self.has('p') || self.has('g') || walk.jump != Jump::Free) {
            return Err(self.error(0, self.letters().len(), BetzaErrorKind::Halfling));
        }
        self.refuse_both('p', 'g')?;
        if self.has('y') {
            return Err(self.error_at('y', BetzaErrorKind::ToggleAtEnd));
        }
        let hop = match (self.has('p'), self.has('g')) {
            (true, _) => Hop::Cannon,
            (false, true) => Hop::Grasshopper,
            (false, false) => Hop::None,
        };
        self.refuse_wrapped_hop(hop != Hop::None)?;
        let (quiet, capture, en_passant) = match (self.has('m'), self.has('c'), self.has('e')) {
            (false, false, false) => (true, true, false),
            given => given,
        };
        Ok(Landing { walk, quiet, capture, en_passant, hop })
    }

    /// Round the board XBoard takes the piece itself for a platform. A square passed whatever is on it needs none.
    fn refuse_wrapped_hop(&self, hops: bool) -> Result<(), BetzaError> {
        if hops && self.has('o') {
            return Err(self.error_at('o', BetzaErrorKind::WrapHop));
        }
        Ok(())
    }

    fn refuse_both(&self, first: char, second: char) -> Result<(), BetzaError> {
        if self.has(first) && self.has(second) {
            return Err(self.error_at(second, BetzaErrorKind::Excludes(first)));
        }
        Ok(())
    }

    fn walk(&self) -> Result<Walk, BetzaError> {
        let split = self.letters().iter().take_while(|&&c| is_direction(c)).count();
        self.check_modifiers(split)?;
        let halfling =
            self.atom.system() != System::Oblique && self.letters()[..split].ends_with(&['h', 'h']);
        let directions = self.directions(if halfling { split - 2 } else { split })?;
        Ok(Walk { directions, wrap: self.has('o'), jump: self.jump()?, halfling })
    }

    fn directions(&self, count: usize) -> Result<Directions, BetzaError> {
        let (system, default) = if self.first {
            (self.atom.system(), self.atom.first_directions())
        } else {
            (System::King, self.atom.later_directions())
        };
        let letters = &self.letters()[..count];
        if let (false, Some(at)) = (self.first, letters.iter().position(|&c| c == 'h')) {
            return Err(self.error(at, 1, BetzaErrorKind::HalfAfterLeg));
        }
        let read = system.read(letters);
        let set = read.map_err(|(index, length, kind)| self.error(index, length, kind))?.unwrap_or(default);
        if self.first && system == System::King && set.half_turned_by_xboard() {
            return Err(self.error(0, count, BetzaErrorKind::HalfTurned));
        }
        Ok(set)
    }

    fn jump(&self) -> Result<Jump, BetzaError> {
        let jumps = self.letters().iter().filter(|&&c| c == 'j').count();
        let steps = self.atom.length() == 1;
        if self.has('o') && !steps && (self.has('n') || jumps > 0) {
            return Err(self.error_at('o', BetzaErrorKind::WrapLeaptOver));
        }
        match (self.has('n'), jumps) {
            (true, 0) if steps => Err(self.error_at('n', BetzaErrorKind::LameStep)),
            (true, 0) => Ok(Jump::Lame),
            (true, _) => Err(self.error_at('j', BetzaErrorKind::LameJump)),
            (false, 0) => Ok(Jump::Free),
            (false, count) if steps => Ok(Jump::Skip(u8::try_from(count).unwrap_or(u8::MAX))),
            (false, 1) if !self.first => Err(self.error_at('j', BetzaErrorKind::JumpOnLaterLeg)),
            (false, 1) => Ok(Jump::Must),
            (false, _) => Err(self.error_at('j', BetzaErrorKind::JumpTwice)),
        }
    }

    /// Checks that the letters from index `split` on are modifiers in `XBoard`'s order.
    fn check_modifiers(&self, split: usize) -> Result<(), BetzaError> {
        let mut last = None;
        for (index, &letter) in self.letters().iter().enumerate().skip(split) {
            if self.ends_in_ignored_directions(index) {
                return Ok(());
            }
            let rank = MODIFIERS.find(letter);
            let kind = match letter {
                _ if is_direction(letter) => BetzaErrorKind::DirectionAfterModifier(self.sorted()),
                'i' => BetzaErrorKind::InitialMisplaced,
                'd' => BetzaErrorKind::OwnCapture,
                't' => BetzaErrorKind::OwnPlatform,
                'z' => BetzaErrorKind::Crooked,
                _ if rank.is_none() => BetzaErrorKind::UnknownModifier,
                _ if rank < last => BetzaErrorKind::ModifierOrder(self.sorted()),
                _ if rank == last && letter != 'j' => BetzaErrorKind::ModifierTwice,
                _ => {
                    last = rank;
                    continue;
                }
            };
            return Err(self.error(index, 1, kind));
        }
        Ok(())
    }

    /// Whether the letters from `index` on are directions behind a modifier of the last leg, which `XBoard` ignores.
    fn ends_in_ignored_directions(&self, index: usize) -> bool {
        self.reader.chars.get(self.end).is_some_and(char::is_ascii_uppercase)
            && self.letters()[index..].iter().all(|&c| is_direction(c))
    }

    /// The letters of the leg in the order in which `XBoard` reads them.
    fn sorted(&self) -> String {
        let mut letters = self.letters().to_vec();
        letters.sort_by_key(|&letter| (!is_direction(letter), MODIFIERS.find(letter)));
        letters.into_iter().collect()
    }
}
