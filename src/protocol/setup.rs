//! The `setup` line: which piece has which of `XBoard`'s 66 slots, and the start position.
//!
//! A slot decides on the picture, on the moves of a piece that has no `piece` line, and on several things that
//! `XBoard` does by itself: the piece in slot 3 is the one to castle with; a Pawn promotes by default to the piece in
//! slot 4 or the next one above; lone pieces in slots 1, 2, 5, 6 and 9 are taken for unable to mate. So the corner
//! pieces stand in slot 3 of their own colour and in slot 47 of the other, and the low slots are kept for the pieces
//! they are meant for. With holdings a slot has to mean the same for both colours; then White's corner piece alone
//! stands in slot 3, and Black's King is told how to castle.

use crate::betza;
use crate::position::{FenError, FenStyle, Position};
use crate::rules::Rules;
use crate::types::{Color, Kind};

use super::letters::Letters;
use super::pieces;

use std::sync::Arc;

/// The slot of the own corner piece: `XBoard`'s Rook.
const CORNER: usize = 3;
/// The slot of the other side's corner piece.
const OTHER_CORNER: usize = 47;
/// The Queen's slot: the first choice for promotion.
const FIRST_CHOICE: usize = 4;
/// The King's slot, always written last.
const KING: usize = 65;
/// How far above a piece its promoted form is, in games with holdings.
const PROMOTED: usize = 11;
/// The slots of pieces that can have promoted forms, best ones first. The forms of 7 and 10 would be in slots 18 and
/// 21, which `XBoard` treats specially, so these two come last.
const DROPPABLE: [usize; 10] = [4, 8, 9, 6, 5, 2, 1, 10, 7, 3];
/// The fewest letters in a half of the table.
const SHORTEST_HALF: usize = 6;

/// Slots that belong to certain moves.
const FIXED: [(&str, usize); 20] = [
    ("N", 1),
    ("B", 2),
    ("R", 3),
    ("RB", 4),
    ("Q", 4),
    ("F", 5),
    ("A", 6),
    ("W", 9),
    ("BN", 7),
    ("RN", 8),
    ("K", 10),
    ("FAD", 13),
    ("fsRbWfhNF", 16),
    ("fhNbsWbF", 20),
    ("WD", 25),
    ("HFD", 28),
    ("WDFAmafmpafWmpafmafWmafmpafFmpafmafF", 30),
    ("vNF", 34),
    ("FAmafmpafFmpafmafF", 35),
    ("WA", 53),
];

/// Slots whose pieces may make any move as far as `XBoard` is concerned, if they have no `piece` line: for moves that it
/// has no notation for.
const WILD: [usize; 2] = [17, 19];

/// The slots for everything else, without those that `XBoard` treats specially.
fn free_slots() -> impl Iterator<Item = usize> {
    (11..=16).chain([20]).chain(22..=45).chain(48..=63)
}

/// The slots of one game: for each colour and kind the number of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    white: Vec<usize>,
    black: Vec<usize>,
}

impl Slots {
    /// Chooses the slots for a game. With `holdings` every piece gets a slot with a promoted form if possible.
    pub(super) fn of(rules: &Rules) -> Slots {
        Slots { white: assign(rules, Color::White), black: assign(rules, Color::Black) }
    }

    /// The slot of a kind in the half of a colour.
    pub(super) fn get(&self, color: Color, kind: Kind) -> Option<usize> {
        let half = match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        half.get(kind.index()).copied()
    }
}

/// The slot of each kind in the half of one colour.
fn assign(rules: &Rules, color: Color) -> Vec<usize> {
    // A piece that changes sides keeps its slot, so with holdings both halves must be alike.
    let corners = if rules.has_holdings() {
        vec![(corner(rules, Color::White), CORNER)]
    } else {
        vec![(corner(rules, color), CORNER), (corner(rules, !color), OTHER_CORNER)]
    };
    let mut slots: Vec<Option<usize>> = vec![None; rules.kind_count()];
    let mut taken: Vec<usize> = Vec::new();
    for (kind, slot) in corners {
        let entry = kind.and_then(|kind| slots.get_mut(kind.index()));
        if let Some(entry) = entry.filter(|entry| entry.is_none()) {
            *entry = Some(slot);
            taken.push(slot);
        }
    }
    // Both halves must be alike but for the corners, so nothing else may go there.
    taken.extend([CORNER, OTHER_CORNER]);
    let wild: Vec<Kind> = rules.kinds().filter(|&kind| pieces::exceeds(rules, kind)).collect();
    for (&kind, slot) in wild.iter().zip(WILD) {
        put(kind, Some(slot), &mut slots, &mut taken);
        if rules.has_holdings() {
            // The slot is not free to be another piece's promoted form.
            taken.push(slot - PROMOTED);
        }
    }
    let mut rest: Vec<Kind> = rules.kinds().filter(|&kind| is_ordinary(rules, kind)).collect();
    rest.retain(|kind| slots.get(kind.index()) == Some(&None));
    // Strongest first; the order of the game decides between equals.
    rest.sort_by_key(|&kind| std::cmp::Reverse(rules.value(kind).0));
    if rules.has_holdings() {
        place_droppable(rules, &rest, &mut slots, &mut taken);
    }
    place_fixed(rules, &rest, &mut slots, &mut taken);
    place_strongest(rules, &rest, &mut slots, &mut taken);
    place_free(&rest, &mut slots, &mut taken);
    (0..)
        .zip(slots)
        .map(|(n, slot): (usize, _)| slot.unwrap_or(if rules.is_royal(Kind::new(n)) { KING } else { 0 }))
        .collect()
}

/// Whether a kind is neither King nor Pawn.
fn is_ordinary(rules: &Rules, kind: Kind) -> bool {
    !rules.is_pawn(kind) && !rules.is_royal(kind)
}

/// Whether the piece a side castles with has the slot that `XBoard` looks for.
pub(super) fn corner_is_known(rules: &Rules, color: Color) -> bool {
    let mut partners =
        rules.castling.iter().flatten().filter(|rule| rule.color == color).map(|rule| rule.partner);
    let first = partners.next();
    partners.all(|partner| Some(partner) == first)
        && first.is_none_or(|partner| !pieces::exceeds(rules, partner))
        && (!rules.has_holdings() || corner(rules, color) == corner(rules, Color::White))
}

/// The piece a side castles with, or else the one in its corner.
fn corner(rules: &Rules, color: Color) -> Option<Kind> {
    let partner = rules.castling.iter().flatten().find(|rule| rule.color == color).map(|rule| rule.partner);
    let first = || rules.spec.armies[color].rows.first()?.first().copied().flatten().map(Kind::new);
    partner.or_else(first).filter(|&kind| is_ordinary(rules, kind) && !pieces::exceeds(rules, kind))
}

/// Gives as many kinds as possible a slot with a promoted form.
fn place_droppable(rules: &Rules, rest: &[Kind], slots: &mut [Option<usize>], taken: &mut Vec<usize>) {
    for &kind in rest {
        let slot = fixed(rules, kind).filter(|slot| DROPPABLE.contains(slot) && !matches!(slot, 7 | 10));
        put(kind, slot, slots, taken);
    }
    for &kind in rest {
        put(kind, DROPPABLE.into_iter().find(|slot| !taken.contains(slot)), slots, taken);
    }
    // The promoted forms.
    taken.extend(12..=21);
}

fn place_fixed(rules: &Rules, rest: &[Kind], slots: &mut [Option<usize>], taken: &mut Vec<usize>) {
    for &kind in rest {
        put(kind, fixed(rules, kind), slots, taken);
    }
}

/// The strongest piece of all must have the lowest slot from 4 on: it is what a click promotes to.
fn place_strongest(rules: &Rules, rest: &[Kind], slots: &mut [Option<usize>], taken: &mut Vec<usize>) {
    let Some(&strongest) = rest.first() else { return };
    let weaker_below = taken.iter().any(|slot| (FIRST_CHOICE..OTHER_CORNER).contains(slot));
    if fixed(rules, strongest).is_none() && weaker_below {
        put(strongest, Some(FIRST_CHOICE), slots, taken);
    }
}

fn place_free(rest: &[Kind], slots: &mut [Option<usize>], taken: &mut Vec<usize>) {
    for &kind in rest {
        let slot = free_slots().find(|slot| !taken.contains(slot));
        put(kind, slot, slots, taken);
    }
}

/// Gives a kind a slot if it has none and the slot is free.
fn put(kind: Kind, slot: Option<usize>, slots: &mut [Option<usize>], taken: &mut Vec<usize>) {
    let (Some(slot), Some(entry)) = (slot, slots.get_mut(kind.index())) else { return };
    if entry.is_none() && !taken.contains(&slot) {
        *entry = Some(slot);
        taken.push(slot);
    }
}

fn fixed(rules: &Rules, kind: Kind) -> Option<usize> {
    let spec = rules.spec.kinds.get(kind.index())?;
    if spec.picture.is_some() {
        return spec.picture;
    }
    let moves = &spec.moves;
    let same = |known: &str| betza::parse(known).is_ok_and(|known| known == *moves);
    FIXED.iter().find(|(known, _)| same(known)).map(|&(_, slot)| slot)
}

/// The `setup` line of a game.
///
/// # Errors
/// If the game has no start position.
pub(super) fn line(
    rules: &Arc<Rules>,
    slots: &Slots,
    parent: Parent,
    letters: Letters,
) -> Result<String, FenError> {
    let geometry = rules.geometry();
    let start = letters.exchange_in_fen(&Position::start(rules.clone())?.fen(FenStyle::XBoard));
    let parent_name = match parent {
        Parent::Fairy => "fairy",
        Parent::Crazyhouse => "crazyhouse",
    };
    let held = held_kinds(rules);
    let table = table(rules, slots, letters);
    Ok(format!("setup ({table}) {}x{}+{held}_{parent_name} {start}", geometry.files, geometry.ranks))
}

/// How many kinds can be shown in hand. `XBoard` has a row for each; were there more of them than ranks, it would add
/// ranks to the board, and lose its ideas of Pawns.
fn held_kinds(rules: &Rules) -> usize {
    let kinds = rules.kinds().filter(|&kind| !rules.is_royal(kind)).count();
    if rules.has_holdings() { kinds.min(usize::from(rules.geometry().ranks)) } else { 0 }
}

/// The kinds of which `XBoard` cannot show a piece in the hand of a colour: those in the highest slots.
pub(super) fn not_shown(rules: &Rules, color: Color) -> Vec<Kind> {
    let slots = Slots::of(rules);
    let mut kinds: Vec<Kind> = rules.kinds().filter(|&kind| !rules.is_royal(kind)).collect();
    kinds.sort_by_key(|&kind| slots.get(color, kind));
    kinds.split_off(held_kinds(rules).min(kinds.len()))
}

/// The variant whose rules `XBoard` applies where we say nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// No drops, or only simple ones.
    Fairy,
    /// Captured pieces change sides.
    Crazyhouse,
}

/// The table: White's half, then Black's.
fn table(rules: &Rules, slots: &Slots, letters: Letters) -> String {
    let demotes = rules.spec.holdings.as_ref().is_some_and(|holdings| holdings.demote);
    let halves = Color::ALL.map(|color| half(rules, slots, color, demotes));
    let length = halves.iter().map(Vec::len).max().unwrap_or(0).max(SHORTEST_HALF - 1);
    let mut text = String::new();
    for (half, color) in halves.into_iter().zip(Color::ALL) {
        let half: Vec<char> = half.into_iter().map(|letter| letters.exchange(color, letter)).collect();
        let padding = std::iter::repeat_n('.', length.saturating_sub(half.len()));
        let letters = half.into_iter().chain(padding).chain([rules.letter(rules.royal(color))]);
        let cased = |c: char| if color == Color::White { c } else { c.to_ascii_lowercase() };
        text.extend(letters.map(cased));
    }
    text
}

/// One half without its King: the letters by slot, up to the last one used.
fn half(rules: &Rules, slots: &Slots, color: Color, demotes: bool) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    let mut write = |slot: usize, letter: char| {
        if letters.len() <= slot {
            letters.resize(slot + 1, '.');
        }
        if let Some(cell) = letters.get_mut(slot) {
            *cell = letter;
        }
    };
    if let Some(pawn) = pawn(rules, color) {
        write(0, rules.letter(pawn));
    }
    for kind in rules.kinds().filter(|&kind| is_ordinary(rules, kind)) {
        let Some(slot) = slots.get(color, kind) else { continue };
        write(slot, rules.letter(kind));
        if demotes && DROPPABLE.contains(&slot) {
            write(slot + PROMOTED, '~');
        }
    }
    letters
}

/// The Pawn of a side's army.
fn pawn(rules: &Rules, color: Color) -> Option<Kind> {
    let mut cells = rules.spec.armies[color].rows.iter().flatten().flatten().map(|&kind| Kind::new(kind));
    cells.find(|&kind| rules.is_pawn(kind)).or(rules.pawn())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::config::{ArmyDef, Config, GameChoice};
    use crate::types::ByColor;

    const APPENDIX: &str = include_str!("../../tests/data/cecp/appendix-a.txt");

    fn rules(config: &Config, choice: &GameChoice) -> Arc<Rules> {
        Arc::new(Rules::compile(config.game(choice).unwrap()).unwrap())
    }

    fn pairing(white: &str, black: &str) -> GameChoice {
        GameChoice {
            white: Some(white.to_owned()),
            black: Some(black.to_owned()),
            ..GameChoice::variant("fairy")
        }
    }

    fn setup_of(config: &Config, choice: &GameChoice, parent: Parent) -> String {
        let rules = rules(config, choice);
        line(&rules, &Slots::of(&rules), parent, Letters::default()).unwrap()
    }

    /// What `XBoard` needs a table to be.
    /// Only pieces with the letters in `secret` may have no moves that it knows of.
    fn check(setup: &str, secret: &str) {
        let table = setup.split_once('(').unwrap().1.split_once(')').unwrap().0;
        assert!(table.len() >= 12 && table.len().is_multiple_of(2) && table.len() < 512, "{setup}");
        assert!(table.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c == '~'), "{setup}");
        let (white, black) = table.split_at(table.len() / 2);
        assert_eq!(
            white.replace(|c: char| c.is_ascii_uppercase(), ""),
            black.replace(|c: char| c.is_ascii_lowercase(), "")
        );
        let mut letters: Vec<char> = white.chars().filter(char::is_ascii_alphabetic).collect();
        let count = letters.len();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), count, "a letter twice: {setup}");
        for slot in [17, 18, 19, 21] {
            let cell = white.chars().nth(slot).filter(|_| slot + 1 < white.len());
            let allowed = |c: char| c == '.' || c == '~' || secret.contains(c) && WILD.contains(&slot);
            assert!(cell.is_none_or(allowed), "slot {slot}: {setup}");
        }
        assert!(white.starts_with('P') && setup.split(' ').all(|word| word.len() < 512), "{setup}");
    }

    #[test]
    fn the_tables_of_the_known_pairings_are_as_verified() {
        let config = Config::shipped();
        let mut pairings = 0;
        let mut lines = APPENDIX.lines();
        while let (Some(names), Some(expected)) = (lines.next(), lines.next()) {
            let (white, black) = names.split_once('-').unwrap();
            assert_eq!(setup_of(&config, &pairing(white, black), Parent::Fairy), expected, "{names}");
            pairings += 1;
        }
        assert_eq!(pairings, 25);
    }

    #[test]
    fn tables_in_the_letters_of_fairy_max_differ_only_in_letters() {
        let config = Config::shipped();
        let rules = rules(&config, &pairing("clobberers", "nutters"));
        let slots = Slots::of(&rules);
        let letters = Letters::of_fairy_max(ByColor(["clobberers", "nutters"])).unwrap();
        let theirs = line(&rules, &slots, Parent::Fairy, letters).unwrap();
        let ours = line(&rules, &slots, Parent::Fairy, Letters::default()).unwrap();
        assert!(theirs.ends_with("thuckuht/pppppppp/8/8/8/8/PPPPPPPP/LECAKCEL w KQkq - 0 1"), "{theirs}");
        let table = |line: &str| line.split_once('(').unwrap().1.split_once(')').unwrap().0.to_owned();
        let (white, black) = ("FCfihc", "CFfhic");
        for (a, b) in table(&ours).chars().zip(table(&theirs).chars()) {
            assert!(a == b || white.contains(a) && black.contains(b), "{ours}\n{theirs}");
        }
        assert!(Letters::of_fairy_max(ByColor(["clobberers", "shooters"])).is_none());
    }

    #[test]
    fn all_armies_of_one_size_have_a_proper_table_with_the_corner_pieces_to_castle_with() {
        let config = Config::shipped();
        for white in config.armies() {
            // Two sorts of Pawns in one game are refused.
            let pawns = |army: &ArmyDef| {
                army.rows.iter().flatten().flatten().any(|piece| piece.value == "berolina-pawn")
            };
            let same_size = |army: &&ArmyDef| army.board == white.board && pawns(army) == pawns(white);
            for (number, black) in config.armies().iter().filter(same_size).enumerate() {
                // A sample of the pairings, with every army on both sides.
                if !(number + line_of(white)).is_multiple_of(7) && white.id != black.id {
                    continue;
                }
                let armies = pairing(&white.id, &black.id);
                let variant = config.variants().iter().find(|v| {
                    let choice = GameChoice { variant: v.id.clone(), ..armies.clone() };
                    config.game(&choice).is_ok()
                });
                let choice = GameChoice { variant: variant.unwrap().id.clone(), ..armies };
                for (holdings, parent) in [(None, Parent::Fairy), (Some(true), Parent::Crazyhouse)] {
                    let rules = rules(&config, &GameChoice { holdings, ..choice.clone() });
                    let slots = Slots::of(&rules);
                    let setup = line(&rules, &slots, parent, Letters::default()).unwrap();
                    let secret = rules.kinds().filter(|&kind| pieces::exceeds(&rules, kind));
                    check(&setup, &secret.map(|kind| rules.letter(kind)).collect::<String>());
                    for rule in
                        rules.castling.iter().flatten().filter(|rule| corner_is_known(&rules, rule.color))
                    {
                        assert_eq!(slots.get(rule.color, rule.partner), Some(CORNER), "{setup}");
                    }
                }
            }
        }
    }

    /// Some number of its own for each army.
    fn line_of(army: &ArmyDef) -> usize {
        army.place.line
    }

    #[test]
    fn pieces_beyond_the_notation_of_xboard_may_make_any_move() {
        let config = Config::shipped();
        for (holdings, parent) in [(None, Parent::Fairy), (Some(true), Parent::Crazyhouse)] {
            let choice = GameChoice { holdings, ..pairing("fizzies", "rookies") };
            let rules = rules(&config, &choice);
            let secret = rules.kinds().find(|&kind| pieces::exceeds(&rules, kind)).unwrap();
            let slots = Slots::of(&rules);
            assert_eq!(slots.get(Color::White, secret), Some(17));
            assert_eq!(slots.get(Color::Black, secret), Some(17));
            let setup = line(&rules, &slots, parent, Letters::default()).unwrap();
            check(&setup, "C");
            assert!(
                setup.starts_with("setup (P") && setup.find('C') == Some("setup (".len() + 17),
                "{setup}"
            );
            let lines = pieces::lines(&rules, &slots, Letters::default());
            assert!(
                !lines.iter().any(|line| line.starts_with("piece C") || line.starts_with("piece c")),
                "{lines:?}"
            );
            assert!(pieces::has_secret_checks(&rules));
        }
    }

    #[test]
    fn a_king_between_unlike_corners_is_told_how_to_castle() {
        let config = Config::shipped();
        let rules = rules(&config, &pairing("bozos", "fide"));
        assert!(!corner_is_known(&rules, Color::White) && corner_is_known(&rules, Color::Black));
        let lines = pieces::lines(&rules, &Slots::of(&rules), Letters::default());
        assert!(lines.contains(&"piece K KisO2".to_owned()), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("piece k")), "{lines:?}");
    }

    #[test]
    fn halves_differ_in_the_corner_pieces_only() {
        let config = Config::shipped();
        let rules = rules(&config, &pairing("shooters", "amazon"));
        let slots = Slots::of(&rules);
        for kind in rules.kinds() {
            let both = (slots.get(Color::White, kind), slots.get(Color::Black, kind));
            let corners = [(Some(CORNER), Some(OTHER_CORNER)), (Some(OTHER_CORNER), Some(CORNER))];
            assert!(both.0 == both.1 || corners.contains(&both), "{both:?}");
        }
    }

    #[test]
    fn with_holdings_both_halves_are_alike() {
        let config = Config::shipped();
        let choice = GameChoice { holdings: Some(true), ..pairing("clobberers", "nutters") };
        let setup = setup_of(&config, &choice, Parent::Crazyhouse);
        let table = setup.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let (white, black) = table.split_at(table.len() / 2);
        assert_eq!(white.to_ascii_lowercase(), black);
        let rules = rules(&config, &choice);
        assert!(corner_is_known(&rules, Color::White) && !corner_is_known(&rules, Color::Black));
    }

    #[test]
    fn pieces_in_hand_have_promoted_forms_eleven_slots_up() {
        let config = Config::shipped();
        let choice = GameChoice { holdings: Some(true), ..pairing("clobberers", "nutters") };
        let setup = setup_of(&config, &choice, Parent::Crazyhouse);
        assert!(setup.contains(") 8x8+8_crazyhouse ") && setup.contains("[-] w KQkq"), "{setup}");
        let table = setup.split_once('(').unwrap().1;
        let white: Vec<char> = table.chars().take_while(|c| !c.is_ascii_lowercase()).collect();
        for slot in 1..=10 {
            let promoted = white.get(slot + PROMOTED) == Some(&'~');
            assert_eq!(
                white.get(slot).is_some_and(char::is_ascii_alphabetic),
                promoted,
                "slot {slot}: {setup}"
            );
        }
        let usual = setup_of(&config, &GameChoice::variant("loop"), Parent::Crazyhouse);
        assert!(
            usual.starts_with("setup (PNBRQKpnbrqk) 8x8+5_crazyhouse "),
            "without demotion no promoted forms: {usual}"
        );
    }

    const USERS: &str = "
[piece dragon]
name = Dragon
letter = D
betza = RFAD
value = 1200
[piece moose]
name = Moose
letter = M
betza = C
value = 200
[army dragons]
name = Dragons
rank1 = moose knight bishop dragon king bishop knight moose
";

    #[test]
    fn pieces_of_the_users_get_slots_by_rule() {
        let config = Config::parse("test", USERS).unwrap();
        let setup = setup_of(&config, &pairing("dragons", "clobberers"), Parent::Fairy);
        check(&setup, "");
        assert!(
            setup.starts_with("setup (PNBMD.."),
            "the strongest piece is the first choice for promotion: {setup}"
        );
        let setup = setup_of(&config, &pairing("dragons", "dragons"), Parent::Fairy);
        assert!(setup.starts_with("setup (PNBM.......DKpnbm.......dk) "), "{setup}");
    }
}
