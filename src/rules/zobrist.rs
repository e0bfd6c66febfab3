//! Random keys for hashing positions.

use crate::types::{ByColor, Color, Kind, Piece, Square};

/// The most pieces of one kind a hand can hold.
pub const MAX_IN_HAND: u8 = 127;

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same on every platform and version, unlike library generators.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }
}

/// Scrambles bits so that every bit of the result depends on every bit given: the finisher of `SplitMix64`.
pub(crate) fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// The keys of one game. The same game has the same keys in every process.
#[derive(Debug)]
pub struct Zobrist {
    stride: usize,
    kinds: usize,
    pieces: Vec<u64>,
    hands: Vec<u64>,
    rights: [u64; 32],
    en_passant: Box<[u64; 256]>,
    black_to_move: u64,
    /// What one piece of a colour and kind adds to the key of the material, on the board and in hand.
    material: Vec<[u64; 2]>,
}

impl Zobrist {
    /// Keys for a game with this many kinds on a board with this many ranks.
    pub fn new(kinds: usize, ranks: u8) -> Zobrist {
        let mut rng = SplitMix64(0x0050_414E_4F50_4C59);
        let stride = usize::from(ranks) * 16;
        let mut en_passant = Box::new([0; 256]);
        en_passant.fill_with(|| rng.next());
        Zobrist {
            stride,
            kinds,
            pieces: (0..4 * kinds * stride).map(|_| rng.next()).collect(),
            hands: (0..2 * kinds * (usize::from(MAX_IN_HAND) + 1)).map(|_| rng.next()).collect(),
            rights: std::array::from_fn(|_| rng.next()),
            en_passant,
            black_to_move: rng.next(),
            material: (0..2 * kinds).map(|_| [rng.next(), rng.next()]).collect(),
        }
    }

    /// A piece on a square.
    #[inline]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        let color = piece.index() >> 7;
        let row = (color * 2 + usize::from(piece.is_promoted())) * self.kinds + piece.kind().index();
        self.pieces[row * self.stride + square.index()]
    }

    /// A number of pieces of a kind in a hand; none is zero.
    #[inline]
    pub fn in_hand(&self, color: Color, kind: Kind, count: u8) -> u64 {
        if count == 0 {
            return 0;
        }
        let row = color.index() * self.kinds + kind.index();
        self.hands[row * (usize::from(MAX_IN_HAND) + 1) + usize::from(count)]
    }

    /// The change from a number of pieces of a kind in a hand to one more, and back.
    #[inline]
    pub fn one_more_in_hand(&self, color: Color, kind: Kind, count: u8) -> u64 {
        self.in_hand(color, kind, count) ^ self.in_hand(color, kind, count + 1)
    }

    /// What one more piece on the board adds to the key of the material. Keys of material are sums, not exclusive ors,
    /// so that two of a kind differ from none.
    #[inline]
    pub fn on_board(&self, color: Color, kind: Kind) -> u64 {
        self.material[color.index() * self.kinds + kind.index()][0]
    }

    /// What one more piece in hand adds to the key of the material.
    #[inline]
    pub fn held(&self, color: Color, kind: Kind) -> u64 {
        self.material[color.index() * self.kinds + kind.index()][1]
    }

    /// A set of rights.
    #[inline]
    pub fn rights(&self, rights: u32) -> u64 {
        let mut key = 0;
        let mut left = rights;
        while left != 0 {
            key ^= self.rights[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        key
    }

    /// A capturable en passant square.
    #[inline]
    pub fn en_passant(&self, square: Square) -> u64 {
        self.en_passant[square.index()]
    }

    /// Black to move.
    #[inline]
    pub fn black_to_move(&self) -> u64 {
        self.black_to_move
    }

    /// The key of hands, from both sides' counts by kind.
    pub fn hands(&self, hands: ByColor<&[u8; crate::types::MAX_KINDS]>) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for kind in 0..self.kinds {
                key ^= self.in_hand(color, Kind::new(kind), hands[color][kind]);
            }
        }
        key
    }
}
