//! The names of `XBoard`'s pictures.

/// Names for the `picture` of a piece, with the numbers of `XBoard`'s slots. Left out are the slots to which `XBoard`
/// gives rules of its own, and those of the usual pieces.
const PICTURES: [(&str, usize); 43] = [
    ("archbishop", 7),
    ("marshall", 8),
    ("commoner", 10),
    ("cannon", 11),
    ("nightrider", 12),
    ("crowned-bishop", 13),
    ("crowned-rook", 14),
    ("grasshopper", 15),
    ("chancellor", 16),
    ("unicorn", 20),
    ("sword", 22),
    ("zebra", 23),
    ("camel", 24),
    ("tower", 25),
    ("wolf", 26),
    ("hat", 27),
    ("duck", 28),
    ("lance", 29),
    ("dragon", 30),
    ("gnu", 31),
    ("cub", 32),
    ("shield", 33),
    ("horse", 34),
    ("wizard", 35),
    ("copper", 36),
    ("helmet", 37),
    ("viking", 38),
    ("flag", 39),
    ("axe", 40),
    ("dolphin", 41),
    ("cat", 42),
    ("claw", 43),
    ("wheel", 44),
    ("butterfly", 45),
    ("lying-crown", 48),
    ("monarch", 50),
    ("phoenix", 51),
    ("lion", 52),
    ("elephant", 53),
    ("ball", 55),
    ("moon", 56),
    ("ring", 59),
    ("star", 60),
];

/// The number of the slot with this picture.
pub(super) fn slot(name: &str) -> Option<usize> {
    PICTURES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, slot)| slot)
}

/// Every name, in the order of the slots.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    PICTURES.iter().map(|&(name, _)| name)
}
