//! The weights of the evaluation: names, units, limits. Their values are in [`super::tuned`].
//!
//! There are two sets, one for games with holdings and one for all others. None of the weights names a piece: what
//! differs from piece to piece comes from its moves. Where pieces are told apart it is by *weight class*: 0 light (worth
//! a Knight or less), 1 middle (a Rook), 2 heavy (a Queen or more). A piece between two of them counts in part as either.

use std::fmt::Write as _;

use super::tapered::Tapered;

/// The number of weight classes.
pub(super) const CLASSES: usize = 3;
/// Ranks are counted from the own side and scaled to as many as chess has.
pub(super) const RANKS: usize = 8;
/// Files are counted from the edge and scaled to half as many as chess has.
pub(super) const FILES: usize = 4;
/// File distances to a King: 0, 1, 2, 3, more.
pub(super) const FILES_TO_KING: usize = 5;
/// Rank distances of a Pawn and a King: the Pawn behind, level, 1, 2, 3 or more ranks before it.
pub(super) const PAWN_TO_KING: usize = 6;
/// Ranks of a Pawn, by distance from promotion, one rank first.
pub(super) const PAWN_RANKS: usize = 6;

/// Numbers of Pawns that the chances of winning depend on: from none to this, less one, or more.
pub(super) const CHANCES: usize = 8;

/// Steps of the mobility tables: quarters of the mobility that the piece has on average on a crowded board.
pub(super) const MOBILITY: usize = 9;

/// Numbers that can be gone through and written as source text.
trait Numbers {
    /// Visits every number with a name that begins with `name`.
    fn each(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32));
    /// Appends the numbers as a Rust expression.
    fn write(&self, out: &mut String);
}

impl Numbers for i32 {
    fn each(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32)) {
        visit(name, self);
    }

    fn write(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

impl Numbers for Tapered {
    fn each(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32)) {
        let (mut midgame, mut endgame) = (self.midgame(), self.endgame());
        visit(&format!("{name}.midgame"), &mut midgame);
        visit(&format!("{name}.endgame"), &mut endgame);
        *self = Tapered::new(midgame, endgame);
    }

    fn write(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "t({}, {})", self.midgame(), self.endgame());
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn each(&mut self, name: &str, visit: &mut dyn FnMut(&str, &mut i32)) {
        for (index, item) in self.iter_mut().enumerate() {
            item.each(&format!("{name}[{index}]"), visit);
        }
    }

    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { ", " });
            item.write(out);
        }
        out.push(']');
    }
}

/// What there is to know about a weight beside its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, with index and phase.
    pub name: String,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// How far a tuned value is expected to be from an untuned one: the standard deviation of the prior.
    pub spread: i32,
}

/// What the file with the values begins with.
const SOURCE_HEAD: &str = "//! Values of the weights, found by `panoply tune fit`, which writes this file. What they mean is told in
//! [`super::weights`].

use super::tapered::Tapered;
use super::weights::Weights;

const fn t(midgame: i32, endgame: i32) -> Tapered {
    Tapered::new(midgame, endgame)
}
";

impl Weights {
    /// The text of the source file with the values, given those without and those with holdings.
    pub fn source_file(sets: &[Weights; 2]) -> String {
        let mut text = SOURCE_HEAD.to_owned();
        for (set, (name, games)) in sets.iter().zip([("BOARD", "without"), ("HOLDINGS", "with")]) {
            let _ = write!(
                text,
                "\n/// The weights of games {games} holdings.\n#[rustfmt::skip]\npub(super) const {name}: Weights = Weights {{\n{}}};\n",
                set.source()
            );
        }
        text
    }
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $type:ty, $low:literal..=$high:literal, spread $spread:literal;)*) => {
        /// Values for all weights, in centipawns unless said otherwise.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub(super) $name: $type,)*
        }

        impl Weights {
            /// Visits every number, always in the same order.
            pub fn visit(&mut self, visit: &mut dyn FnMut(&Entry, &mut i32)) {
                $(self.$name.each(stringify!($name), &mut |name, number| {
                    let entry = Entry { name: name.to_owned(), low: $low, high: $high, spread: $spread };
                    visit(&entry, number);
                });)*
            }

            /// The values as the fields of a Rust expression.
            fn source(&self) -> String {
                let mut out = String::new();
                $(
                    out.push_str(concat!("    ", stringify!($name), ": "));
                    self.$name.write(&mut out);
                    out.push_str(",\n");
                )*
                out
            }
        }
    };
}

weights! {
    /// The side to move.
    tempo: Tapered, 0..=150, spread 15;
    /// The side to move, for each of its pieces in hand, at most six.
    tempo_hand: i32, -20..=60, spread 8;
    /// Colour-bound pieces, of whatever kinds, on both light and dark squares: they cover the board together.
    both_shades: Tapered, 0..=150, spread 20;
    /// A colour-bound piece, for each Pawn of its side on the colour of its squares.
    bound_pawns: Tapered, -30..=30, spread 4;
    /// Each castling right still held.
    castling_right: Tapered, -20..=80, spread 10;

    /// The share of a lead in the endgame that counts, by the number of Pawns of the side that leads, in 1/256.
    chances: [i32; CHANCES], 64..=320, spread 25;

    /// How much of the difference that another geometry makes to the mobility of a piece goes into its value, in 1/256.
    geometry_share: i32, 0..=512, spread 100;
    /// With holdings values v shrink to `scale * v / (v + saturation)`: strong pieces decide less when every exchange
    /// gives both sides something to drop. This is `scale`.
    scale: Tapered, 200..=3000, spread 150;
    /// The `saturation` of that formula.
    saturation: Tapered, 200..=3000, spread 150;
    /// With holdings: what a piece that only slides is worth more than one that only leaps.
    slider: Tapered, -200..=200, spread 30;
    /// With holdings: a Pawn in hand, more than on the board.
    pawn_in_hand: Tapered, -100..=200, spread 25;
    /// With holdings: a leaping piece in hand, more than on the board.
    leaper_in_hand: Tapered, -100..=200, spread 25;
    /// With holdings: a sliding piece in hand, more than on the board.
    slider_in_hand: Tapered, -100..=200, spread 25;

    /// With holdings: each piece of a kind in hand beside the first.
    hand_again: Tapered, -80..=80, spread 10;

    /// How much of the value that its mobility gives a piece depends on the square it stands on, in 1/256.
    place_share: Tapered, -128..=512, spread 40;
    /// A piece by its rank, by weight class.
    rank: [[Tapered; RANKS]; CLASSES], -150..=150, spread 12;
    /// A piece by its file, on a board with edges, by weight class.
    file: [[Tapered; FILES]; CLASSES], -150..=150, spread 10;
    /// A piece by the files between it and the own King, by weight class.
    own_king_file: [[Tapered; FILES_TO_KING]; CLASSES], -150..=150, spread 8;
    /// A piece by the ranks that it is before the own King, from -1 on, by weight class.
    own_king_rank: [[Tapered; RANKS]; CLASSES], -150..=150, spread 8;
    /// A piece by the files between it and the enemy King, by weight class.
    enemy_king_file: [[Tapered; FILES_TO_KING]; CLASSES], -150..=150, spread 10;
    /// A piece by the ranks that the enemy King is before it, from -2 on, by weight class.
    enemy_king_rank: [[Tapered; RANKS]; CLASSES], -150..=150, spread 10;

    /// The King by its rank.
    king_rank: [Tapered; RANKS], -250..=150, spread 25;
    /// The King by its file, on a board with edges.
    king_file: [Tapered; FILES], -150..=150, spread 15;

    /// A Pawn by the number of ranks it is from promotion, the first entry for one rank.
    pawn_rank: [Tapered; PAWN_RANKS], -150..=250, spread 20;
    /// A Pawn by its file, on a board with edges.
    pawn_file: [Tapered; FILES], -100..=100, spread 10;
    /// A Pawn on one of the middle files still at home, on a board with edges.
    centre_pawn_at_home: Tapered, -100..=50, spread 10;
    /// A Pawn by the files (0 to 3) and ranks between it and the own King.
    pawn_own_king: [[Tapered; PAWN_TO_KING]; FILES], -150..=150, spread 15;
    /// A Pawn by the files (0 to 3) and ranks between it and the enemy King, seen from that King.
    pawn_enemy_king: [[Tapered; PAWN_TO_KING]; FILES], -150..=150, spread 15;
    /// What a passed Pawn is worth more, by ranks from promotion.
    passed: [Tapered; PAWN_RANKS], 0..=400, spread 25;
    /// A passed Pawn with a piece on the square before it, by ranks from promotion.
    passed_blocked: [Tapered; PAWN_RANKS], -250..=50, spread 15;
    /// A passed Pawn that may step forward without being attacked there, by ranks from promotion.
    passed_free: [Tapered; PAWN_RANKS], -50..=200, spread 15;
    /// A passed Pawn whose next square is empty but held by the enemy alone, by ranks from promotion.
    passed_held: [Tapered; PAWN_RANKS], -200..=50, spread 15;
    /// A passed Pawn with no piece and no attack of the enemy on its way to promotion, by ranks from there.
    passed_clear: [Tapered; PAWN_RANKS], -50..=300, spread 15;
    /// A passed Pawn with no square on its way that the enemy attacks and its own side does not, by ranks from promotion.
    passed_escorted: [Tapered; PAWN_RANKS], -50..=200, spread 15;
    /// A passed Pawn, for each square between the own King and the square before it.
    passed_own_king: Tapered, -40..=20, spread 5;
    /// A passed Pawn, for each square between the enemy King and the square before it.
    passed_enemy_king: Tapered, -20..=50, spread 5;
    /// A Pawn without a Pawn of its side on a neighbouring file.
    isolated: Tapered, -80..=20, spread 10;
    /// A Pawn behind another one of its side.
    doubled: Tapered, -80..=20, spread 10;
    /// A Pawn that no other can support any more, on a file without an enemy Pawn before it, or before a guarded square.
    backward: Tapered, -80..=20, spread 10;
    /// A Pawn beside another one of its side, by ranks from promotion.
    phalanx: [Tapered; PAWN_RANKS], -50..=150, spread 10;
    /// A Pawn with another one of its side diagonally behind it, by ranks from promotion.
    supported: [Tapered; PAWN_RANKS], -50..=150, spread 10;

    /// A piece by the squares it attacks that are neither taken by its own side nor guarded by an enemy Pawn, against what
    /// it has on average on a crowded board, by weight class.
    mobility: [[Tapered; MOBILITY]; CLASSES], -200..=200, spread 12;
    /// Each of these squares that is in the enemy's half of the board, by the weight class of the piece.
    enemy_half: [Tapered; CLASSES], -30..=40, spread 5;
    /// A piece that slides forward along its file, on a file without a Pawn of its side, by weight class.
    on_half_open_file: [Tapered; CLASSES], -40..=80, spread 10;
    /// The same on a file without any Pawn.
    on_open_file: [Tapered; CLASSES], -40..=80, spread 10;
    /// A piece for each Pawn that its side has more than five, less for each that it has fewer, by weight class.
    with_own_pawns: [Tapered; CLASSES], -40..=40, spread 5;
    /// The same for the Pawns of the enemy.
    with_enemy_pawns: [Tapered; CLASSES], -40..=40, spread 5;
    /// The same for the pieces of its side other than Pawns, the King among them, against eight.
    with_own_officers: [Tapered; CLASSES], -40..=40, spread 5;
    /// The same for those of the enemy.
    with_enemy_officers: [Tapered; CLASSES], -40..=40, spread 5;
    /// A piece that an enemy Pawn attacks: of the side to move and of the other one, by weight class.
    attacked_by_pawn: [[Tapered; CLASSES]; 2], -200..=50, spread 20;
    /// A piece attacked and not defended: of the side to move and of the other one, Pawns, then weight classes.
    hanging: [[Tapered; 1 + CLASSES]; 2], -200..=50, spread 20;
    /// A piece that a piece of clearly less value attacks, but no Pawn, and that is defended: of the side to move and of the
    /// other one, by weight class.
    attacked_by_lesser: [[Tapered; CLASSES]; 2], -200..=50, spread 15;
    /// A piece attacked by another piece than a Pawn, not of less value, and defended: of the side to move and of the other
    /// one, by weight class.
    attacked: [[Tapered; CLASSES]; 2], -200..=50, spread 15;

    /// A piece that nothing of its side defends and nothing attacks, by weight class.
    loose: [Tapered; CLASSES], -60..=30, spread 8;
    /// A square that both sides attack and the other one does not hold firmly: by a Pawn, or twice against one attack.
    contested: Tapered, -20..=60, spread 6;
    /// With holdings: an empty square in the enemy's half that the enemy does not attack, times the pieces in hand, at most
    /// six, in 1/4.
    hand_hole: Tapered, -20..=40, spread 3;
    /// A piece of the enemy, not a Pawn, that a Pawn could attack after a step to a square where it is not lost at once.
    step_threat: Tapered, -20..=120, spread 15;
    /// A piece that its own Pawns defend where no enemy Pawn can drive it away, by weight class.
    outpost: [Tapered; CLASSES], -30..=100, spread 12;

    /// What the pressure of a piece on the enemy King's surroundings counts, in 1/256: Pawns, then weight classes.
    pressure: [i32; 4], 0..=1500, spread 80;
    /// What the greatest pressure of a piece in hand counts, in 1/256: Pawns, then weight classes.
    hand_pressure: [i32; 4], 0..=1500, spread 80;
    /// With holdings: how much more of it counts for each empty square around the King, in 1/256.
    hand_pressure_empty: i32, 0..=300, spread 15;
    /// Pressure for each square around the enemy King that a piece attacks, in 1/16, by weight class.
    ring_attack: [i32; CLASSES], -200..=600, spread 48;
    /// Pressure for each piece that attacks a square around the enemy King, in 1/16, by weight class.
    ring_attacker: [i32; CLASSES], -200..=600, spread 64;
    /// Pressure for each square around a King that is attacked and defended by nothing but the King, in 1/16.
    weak_ring: i32, -100..=600, spread 64;
    /// Pressure for each square around a King that its side holds firmly, by a Pawn or two pieces, in 1/16.
    held_ring: i32, -300..=200, spread 32;
    /// Pressure for each square two steps from a King that its side attacks, in 1/16.
    outer_guard: i32, -200..=200, spread 20;
    /// Pressure for each piece in the hand of the King's side, at most six, in 1/16.
    hand_guard: i32, -200..=200, spread 20;
    /// Pressure for each square two steps from the enemy King that a piece attacks, in 1/16, by weight class.
    outer_attack: [i32; CLASSES], -100..=300, spread 24;
    /// Pressure by the number of squares that the King could step to, in 1/16: none, one, two.
    escapes: [i32; 3], -200..=1200, spread 80;
    /// Pressure for each of the King's own and neighbouring files without a Pawn of its side, in 1/16.
    open_file: i32, -200..=600, spread 48;
    /// Pressure for each of these files without any Pawn, in 1/16.
    bare_file: i32, -200..=600, spread 48;
    /// Pressure for a kind on the board that can give check where nothing can take it, in 1/16, by weight class.
    safe_check: [i32; CLASSES], -100..=1200, spread 100;
    /// The same for each further square, at most three.
    safe_checks_more: [i32; CLASSES], -100..=600, spread 50;
    /// Pressure for a kind in hand that can be dropped with check where nothing can take it, in 1/16: Pawns, then weight
    /// classes.
    safe_drop: [i32; 1 + CLASSES], -100..=1200, spread 100;
    /// The same for each further square, at most three.
    safe_drops_more: [i32; 1 + CLASSES], -100..=600, spread 50;
    /// Own pieces near the King take this share of their pressure off the enemy's, in 1/256.
    defence_share: i32, 0..=400, spread 40;
    /// Danger grows with the square of the pressure left: `pressure^2 * this / 4096`, pressure in sixteenths of a square
    /// of the King's surroundings.
    danger_square: i32, 0..=400, spread 25;
    /// Danger grows with the pressure left: `pressure * this / 256`.
    danger_linear: i32, -400..=800, spread 50;
    /// The share of the danger that counts, in 1/256.
    danger_share: Tapered, 0..=512, spread 64;
    /// How much more of the danger counts for the side that is not to move, in 1/256.
    danger_waits: i32, -256..=256, spread 24;
}
