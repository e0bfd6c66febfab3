//! The typed form of a Betza string. It knows neither boards nor colours.

use super::{Directions, System};

/// The most paths that one string may have on the largest board, so that no string can use up the memory. The richest
/// published pieces stay below a thousand.
pub(super) const MAX_PATHS: usize = 4_000;

/// The longest line on the largest board, in steps of one square.
const LONGEST_LINE: usize = 11;

/// The numbers of files a board can have.
const BOARD_WIDTHS: std::ops::RangeInclusive<i32> = 4..=12;

/// The moves of one kind of piece: what a Betza string says.
///
/// Made by [`super::parse`] only, so every value is free of contradictions. `Display` writes the canonical string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    parts: Vec<Part>,
}

impl PieceMoves {
    /// Whether some move is one that `XBoard` has no notation for.
    pub fn exceed_xboard(&self) -> bool {
        self.parts.iter().any(|part| part.landing.walk.halfling)
    }

    pub(super) fn new(parts: Vec<Part>) -> PieceMoves {
        PieceMoves { parts }
    }

    /// The moves in the order written; never empty.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Each of the moves as if it were the only one.
    pub fn singly(&self) -> impl Iterator<Item = PieceMoves> {
        self.parts.iter().map(|part| PieceMoves { parts: vec![part.clone()] })
    }
}

/// One move: an atom with everything before and after it, for instance `fmpafW` or `R4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Only for a piece that has not moved (`i`).
    pub initial: bool,
    /// The capital letter.
    pub atom: Atom,
    /// The most steps of the first leg in one direction, 0 = no limit. The later legs have [`Part::ranges`].
    pub range: u8,
    /// All legs but the last.
    pub passes: Vec<Pass>,
    /// The last leg.
    pub landing: Landing,
}

impl Part {
    /// The range of each leg, 0 = no limit. It changes after a leg that switches leaping and sliding.
    pub fn ranges(&self) -> Vec<u8> {
        let mut atom = self.atom;
        let mut range = self.range;
        let mut ranges = vec![range];
        for pass in &self.passes {
            if pass.toggle {
                atom = atom.toggled();
                range = if range == 1 { 0 } else { atom.default_range() };
            }
            ranges.push(range);
        }
        ranges
    }

    /// Whether a later leg can lead over the piece's own square, on a board without edges or, where legs wrap round,
    /// on one of any number of files. (A first leg that has come round the board ends there.)
    pub(super) fn comes_back(&self) -> bool {
        self.leg_comes_back(&self.ranges(), 0, Place { x: 0, y: 0, heading: 0, wrapped: false })
    }

    fn leg_comes_back(&self, ranges: &[u8], index: usize, start: Place) -> bool {
        let walk = self.passes.get(index).map_or(self.landing.walk, |pass| pass.walk);
        let wrapped = start.wrapped || walk.wrap;
        let steps = match ranges.get(index) {
            Some(&range) if range > 0 => i32::from(range),
            _ => LONGEST_LINE as i32,
        };
        let skip = if let Jump::Skip(count) = walk.jump { i32::from(count) } else { 0 };
        walk.directions.iter().any(|direction| {
            let heading = (direction + start.heading) % 8;
            let (dx, dy) = self.atom.vector(heading);
            (1..=steps)
                .map(|step| {
                    let (x, y) = (start.x + step * i32::from(dx), start.y + step * i32::from(dy));
                    (step, Place { x, y, heading, wrapped })
                })
                .take_while(|(_, place)| place.is_on_some_board())
                .any(|(step, place)| {
                    let turns = index < self.passes.len() && step > skip;
                    (index > 0 && place.is_origin_of_some_board())
                        || (turns && self.leg_comes_back(ranges, index + 1, place))
                })
        })
    }

    /// An upper bound of the number of paths on the largest board.
    pub(super) fn path_bound(&self) -> usize {
        let walks = self.passes.iter().map(|pass| pass.walk).chain([self.landing.walk]);
        let rays = walks.zip(self.ranges()).map(|(walk, range)| {
            walk.directions.len().saturating_mul(self.atom.steps_on_largest_board(range))
        });
        let legs = rays.fold(1_usize, usize::saturating_mul);
        match self.landing.hop {
            Hop::Cannon => legs.saturating_mul(LONGEST_LINE / 2),
            Hop::None | Hop::Grasshopper => legs,
        }
    }
}

/// Where some legs have led on a board without edges, counted from the piece's own square.
#[derive(Clone, Copy)]
struct Place {
    x: i32,
    y: i32,
    /// The direction of the last leg.
    heading: u8,
    /// Whether some leg could have gone round the board.
    wrapped: bool,
}

impl Place {
    fn is_on_some_board(self) -> bool {
        let longest = LONGEST_LINE as i32;
        self.y.abs() <= longest && (self.wrapped || self.x.abs() <= longest)
    }

    fn is_origin_of_some_board(self) -> bool {
        self.y == 0
            && (self.x == 0 || (self.wrapped && BOARD_WIDTHS.clone().any(|files| self.x % files == 0)))
    }
}

/// A leg that is followed by another one (by an `a`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// How the leg goes.
    pub walk: Walk,
    /// What must be on the square where the next leg begins.
    pub gate: Gate,
    /// Whether the following legs slide instead of leap or the other way round (`y`, `g`).
    pub toggle: bool,
}

/// The leg that ends the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// How the leg goes.
    pub walk: Walk,
    /// May end on an empty square (`m`).
    pub quiet: bool,
    /// May capture (`c`).
    pub capture: bool,
    /// May capture en passant (`e`).
    pub en_passant: bool,
    /// What it must hop over.
    pub hop: Hop,
}

/// What passing and landing legs have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where the leg may go: seen by White on a first leg, relative to the leg before on all others.
    pub directions: Directions,
    /// Whether the files wrap round (`o`).
    pub wrap: bool,
    /// What it asks of the squares leapt over.
    pub jump: Jump,
    /// Whether it goes at most half of the way there is, rounded up (`hh`).
    pub halfling: bool,
}

/// What must be on the square between two legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Nothing.
    Empty,
    /// A piece of either colour (`p`, `g`).
    Occupied,
    /// It does not matter (`mp`, `mg`).
    Any,
}

/// What a last leg must hop over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// No piece: it stops at the first one.
    None,
    /// Exactly one piece anywhere on its way (`p`).
    Cannon,
    /// Exactly one piece, landing on the next square of the line (`g`).
    Grasshopper,
}

/// What a leg asks of squares leapt over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// Nothing.
    Free,
    /// The first square of each leap must be empty (`n`).
    Lame,
    /// The first square of each leap must be occupied (`j` on leaps of two or more squares).
    Must,
    /// So many squares at the beginning are passed whatever is on them (`j` on steps of one square).
    Skip(u8),
}

/// A capital letter of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// `W`, one square orthogonally.
    Wazir,
    /// `F`, one square diagonally.
    Ferz,
    /// `D`, a leap of two squares orthogonally.
    Dabbaba,
    /// `N`, the (1,2) leap.
    Knight,
    /// `A`, a leap of two squares diagonally.
    Alfil,
    /// `H`, a leap of three squares orthogonally.
    Threeleaper,
    /// `C`, the (1,3) leap.
    Camel,
    /// `Z`, the (2,3) leap.
    Zebra,
    /// `G`, a leap of three squares diagonally.
    Tripper,
    /// `K`, one square in any direction.
    King,
    /// `R`, an orthogonal slide.
    Rook,
    /// `B`, a diagonal slide.
    Bishop,
    /// `Q`, a slide in any direction.
    Queen,
}

impl Atom {
    /// The atom a capital letter stands for.
    pub fn from_letter(letter: char) -> Option<Atom> {
        Some(match letter {
            'W' => Atom::Wazir,
            'F' => Atom::Ferz,
            'D' => Atom::Dabbaba,
            'N' => Atom::Knight,
            'A' => Atom::Alfil,
            'H' => Atom::Threeleaper,
            'C' | 'J' => Atom::Camel,
            'Z' | 'L' => Atom::Zebra,
            'G' => Atom::Tripper,
            'K' => Atom::King,
            'R' => Atom::Rook,
            'B' => Atom::Bishop,
            'Q' => Atom::Queen,
            _ => return None,
        })
    }

    /// The capital letter.
    pub const fn letter(self) -> char {
        match self {
            Atom::Wazir => 'W',
            Atom::Ferz => 'F',
            Atom::Dabbaba => 'D',
            Atom::Knight => 'N',
            Atom::Alfil => 'A',
            Atom::Threeleaper => 'H',
            Atom::Camel => 'C',
            Atom::Zebra => 'Z',
            Atom::Tripper => 'G',
            Atom::King => 'K',
            Atom::Rook => 'R',
            Atom::Bishop => 'B',
            Atom::Queen => 'Q',
        }
    }

    /// What direction letters mean on a first leg of the atom.
    pub const fn system(self) -> System {
        match self {
            Atom::Wazir | Atom::Dabbaba | Atom::Threeleaper | Atom::Rook => System::Orthogonal,
            Atom::Ferz | Atom::Alfil | Atom::Tripper | Atom::Bishop => System::Diagonal,
            Atom::Knight | Atom::Camel | Atom::Zebra => System::Oblique,
            Atom::King | Atom::Queen => System::King,
        }
    }

    /// The directions of a first leg without direction letters.
    pub const fn first_directions(self) -> Directions {
        self.system().all()
    }

    /// The directions of a later leg without direction letters.
    pub const fn later_directions(self) -> Directions {
        match self.system() {
            System::King | System::Oblique => Directions::NOT_BACK,
            System::Orthogonal | System::Diagonal => Directions::NO_BACK_NO_TURN_BY_45,
        }
    }

    /// The range without digits, 0 = no limit.
    pub const fn default_range(self) -> u8 {
        match self {
            Atom::Rook | Atom::Bishop | Atom::Queen => 0,
            _ => 1,
        }
    }

    /// The length of one step in squares, along the longer side of an oblique leap.
    pub const fn length(self) -> i8 {
        match self {
            Atom::Dabbaba | Atom::Alfil | Atom::Knight => 2,
            Atom::Threeleaper | Atom::Tripper | Atom::Camel | Atom::Zebra => 3,
            Atom::Wazir | Atom::Ferz | Atom::King | Atom::Rook | Atom::Bishop | Atom::Queen => 1,
        }
    }

    /// One step in direction `direction` (0 to 7, clockwise, see [`Directions`]): files to the right, ranks up.
    pub const fn vector(self, direction: u8) -> (i8, i8) {
        let long = self.length();
        let short = match self {
            Atom::Knight | Atom::Camel => 1,
            Atom::Zebra => 2,
            _ if direction.is_multiple_of(2) => 0,
            _ => long,
        };
        match direction % 8 {
            0 => (short, long),
            1 | 2 => (long, if direction % 2 == 1 { short } else { -short }),
            3 => (short, -long),
            4 => (-short, -long),
            5 | 6 => (-long, if direction % 2 == 1 { -short } else { short }),
            _ => (-short, long),
        }
    }

    /// The atom with leaping and sliding exchanged, where there is a letter for it.
    const fn toggled(self) -> Atom {
        match self {
            Atom::Wazir => Atom::Rook,
            Atom::Rook => Atom::Wazir,
            Atom::Ferz => Atom::Bishop,
            Atom::Bishop => Atom::Ferz,
            Atom::King => Atom::Queen,
            Atom::Queen => Atom::King,
            other => other,
        }
    }

    fn steps_on_largest_board(self, range: u8) -> usize {
        let fitting = LONGEST_LINE / usize::from(self.length().unsigned_abs());
        if range == 0 { fitting } else { fitting.min(usize::from(range)) }
    }
}
