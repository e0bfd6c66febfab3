//! Numbers of the search that are tuned, for games without holdings and with: there scores swing more and moves are many.
//!
//! Margins are in centipawns, depths in plies, histories between plus and minus [`HISTORY_MAX`](super::params::HISTORY_MAX).
//! The starting points come from published constants of engines with a hand-crafted evaluation. From there most were tuned
//! together by `panoply tune search` or its forerunner: for all games in some 10,000 pairs of games, then for those with
//! holdings in two runs of 2,800 pairs, whose mean they are, both at 3,000 nodes a move. Without holdings doubts, hindsight,
//! second looks, refutations and changes of the evaluation came later; two runs of 2,600 pairs over all numbers hardly agreed,
//! and their mean won nothing in 1,200 games, so these are as published.

use crate::types::Score;

/// What there is to know about a number beside its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// A change that is likely to matter, and not likely to spoil everything.
    pub step: i32,
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident: [$without:expr, $with:expr], step $step:literal;)*) => {
        /// The numbers for one kind of games.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Numbers {
            $($(#[$doc])* pub(super) $name: Score,)*
        }

        /// The numbers for games without holdings and with.
        const TUNED: [Numbers; 2] = [Numbers { $($name: $without,)* }, Numbers { $($name: $with,)* }];

        impl Numbers {
            /// Visits every number, always in the same order.
            pub fn visit(&mut self, visit: &mut dyn FnMut(Entry, &mut i32)) {
                $(visit(Entry { name: stringify!($name), step: $step }, &mut self.$name);)*
            }
        }
    };
}

numbers! {
    /// Lazy evaluation: how far an estimate may move from the truth by a move that captures nothing. The differences met in
    /// the tree have a standard deviation of 36 without holdings and of 57 with.
    doubt_quiet: [60, 110], step 10;
    /// The same for a capture, where it is 57 and 111.
    doubt_capture: [80, 146], step 12;
    /// Half the width of the window at the root.
    aspiration: [18, 42], step 4;
    /// Razoring: how far below alpha a node must be to be left to quiescence ...
    razor: [305, 318], step 40;
    /// ... and how much farther for each ply of depth.
    razor_per_ply: [250, 255], step 35;
    /// Reverse futility: how much a side must be ahead for each ply of depth left.
    reverse_futility: [64, 63], step 8;
    /// Null move: plies saved in addition to a quarter of the depth, in 1/256.
    null_reduction: [1_024, 1_100], step 110;
    /// Null move: one ply more for each such lead over beta, at most three.
    null_lead: [104, 109], step 15;
    /// Null move: how far above beta the static evaluation must be ...
    null_margin: [58, 72], step 14;
    /// ... less this for each ply of depth.
    null_margin_per_ply: [11, 10], step 3;
    /// Probcut: how far above beta a capture must bring the score in a shallow search.
    probcut: [114, 147], step 18;
    /// Singular extension: how much worse all other moves must be, for each ply of depth, in 1/16.
    singular_margin: [16, 17], step 4;
    /// Singular extension: how much worse still for a second ply.
    singular_double: [11, 13], step 3;
    /// Move count pruning: how many moves are tried at least where the evaluation improves, in 1/100, and half as many where
    /// it does not: a constant ...
    move_count: [680, 740], step 70;
    /// ... and a factor of the square of the depth.
    move_count_square: [164, 186], step 18;
    /// Futility: the lead that a quiet move is allowed to make up for ...
    futility: [65, 65], step 14;
    /// ... and the same for each ply of depth.
    futility_per_ply: [80, 71], step 11;
    /// History pruning: how bad the history must be for each ply of depth.
    history_pruning: [-5_200, -5_550], step 600;
    /// Exchange pruning: what a quiet move may lose, times the square of the depth.
    exchange_quiet: [-17, -22], step 3;
    /// Exchange pruning: what a capture may lose, times the depth.
    exchange_noisy: [-108, -124], step 15;
    /// Late move reductions: the constant of the formula, in 1/65536 plies (1.28).
    late_base: [84_000, 81_100], step 6_000;
    /// Late move reductions: the factor of `lg(depth) * lg(move)`, in 1/65536 (0.214, that is `ln * ln / 2.25`).
    late_factor: [14_000, 14_200], step 900;
    /// Late move reductions: less on the principal variation, in 1/1024 plies.
    late_pv: [520, 562], step 150;
    /// Late move reductions: less where the position has been on a principal variation, in 1/1024 plies.
    late_was_pv: [650, 594], step 150;
    /// Late move reductions: more where the node is expected to fail high, in 1/1024 plies.
    late_cut: [2_048, 2_080], step 200;
    /// Late move reductions: less where the evaluation has improved, in 1/1024 plies.
    late_improving: [480, 546], step 130;
    /// Late move reductions: more where the hash move is a capture, in 1/1024 plies.
    late_noisy_hash_move: [880, 841], step 150;
    /// Late move reductions: less for killers and counter moves, in 1/1024 plies.
    late_killer: [1_100, 1_130], step 160;
    /// Late move reductions: less for checks, in 1/1024 plies.
    late_check: [750, 846], step 150;
    /// Late move reductions: a ply less or more for each such history of the move.
    late_history: [11_000, 10_610], step 1_200;
    /// Late move reductions: more in a node whose moves are refuted again and again (Stockfish 2022), in 1/1024 plies.
    late_refuted: [900, 911], step 160;
    /// Late move reductions: a move is searched a ply deeper than usual if its reduced search was better than the moves before
    /// by so much (Stockfish 2022), beside what each ply of depth adds ...
    deeper: [40, 82], step 10;
    /// ... and a ply less deep if it was better by less than this.
    shallower: [9, 10], step 3;
    /// Hindsight: a node whose move was much reduced is searched a ply deeper if the move has lost at most this
    /// (Stockfish 2024) ...
    hindsight_gain: [0, 2], step 10;
    /// ... and one whose move was reduced a ply less deep if the move has lost more than this.
    hindsight_loss: [120, 241], step 25;
    /// Quiescence: what a capture may gain beside its victim.
    delta: [110, 106], step 20;
    /// Ranks of captures: the weight of a centipawn of gain beside history.
    gain_rank: [33, 29], step 4;
    /// Ranks of quiet moves: the bonus for a check.
    check_rank: [5_300, 6_230], step 800;
    /// History: gain of a move that refutes, for each ply of depth, beside a little for the square of the depth, ...
    bonus_linear: [250, 264], step 25;
    /// ... and at any depth, ...
    bonus_constant: [-225, -208], step 30;
    /// ... at most.
    bonus_max: [2_250, 2_240], step 220;
    /// History: loss of a move that was tried before one that refutes, likewise for each ply of depth, ...
    malus_linear: [210, 193], step 25;
    /// ... and at any depth, ...
    malus_constant: [-180, -150], step 30;
    /// ... at most.
    malus_max: [1_350, 1_340], step 150;
    /// History: a move after which nothing reaches alpha gains this share of the same, in 1/256.
    last_bonus: [128, 160], step 24;
    /// History: gain of a move for each centipawn by which it makes the evaluation better, in 1/16, ...
    change_factor: [96, 71], step 16;
    /// ... when so many are added to it, ...
    change_offset: [15, 25], step 6;
    /// ... at most, either way.
    change_max: [900, 853], step 130;
    /// Corrections: weights of the errors by Pawns, ...
    correction_pawns: [65, 65], step 9;
    /// ... by material, ...
    correction_material: [86, 86], step 11;
    /// ... and by the last move, in 1/256.
    correction_last: [43, 37], step 8;
    /// Corrections: each new error at depth `d` has the weight `(d + 1)` by this.
    correction_rate: [300, 314], step 35;
}

impl Numbers {
    /// The numbers for games with or without holdings.
    pub fn tuned(holdings: bool) -> Numbers {
        let [without, with] = TUNED;
        if holdings { with } else { without }
    }

    /// Numbers with these values, in the order of [`Numbers::visit`]. No number may be of another sign than the tuned one.
    #[must_use]
    pub fn with(&self, values: &[i32]) -> Numbers {
        let mut changed = self.clone();
        let mut values = values.iter();
        changed.visit(&mut |_, number| *number = values.next().copied().unwrap_or(*number));
        changed
    }
}
