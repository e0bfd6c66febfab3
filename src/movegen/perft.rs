//! Perft: counting the leaves of the tree of legal moves.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::position::Position;
use crate::rules::Way;
use crate::types::{Move, Piece, Square};

use super::{All, count_legal, generate, legal_moves};

/// The number of move sequences of exactly `depth` plies. The last ply is counted, not made.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(position),
        _ => Perft { lists: (0..depth).map(|_| Vec::with_capacity(128)).collect() }.count(position, depth),
    }
}

/// One list of moves a ply, so that nothing is allocated in the tree.
struct Perft {
    lists: Vec<Vec<Move>>,
}

impl Perft {
    fn count(&mut self, position: &mut Position, depth: u32) -> u64 {
        if depth == 1 {
            return count_legal(position);
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize - 1]);
        moves.clear();
        generate::<All, _>(position, &mut moves);
        let mut nodes = 0;
        for &mv in &moves {
            position.make(mv);
            nodes += self.count(position, depth - 1);
            position.unmake();
        }
        self.lists[depth as usize - 1] = moves;
        nodes
    }
}

/// The perft of each root move, in the order of generation. `depth` is at least 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut position = position.clone();
    legal_moves(&position)
        .into_iter()
        .map(|mv| {
            position.make(mv);
            let nodes = perft(&mut position, depth.saturating_sub(1));
            position.unmake();
            (mv, nodes)
        })
        .collect()
}

/// Perft on several threads. The tree is cut two plies below the root, and the threads take the pieces as they come.
pub fn perft_threads(position: &Position, depth: u32, threads: usize) -> u64 {
    if threads <= 1 || depth < 3 {
        return perft(&mut position.clone(), depth);
    }
    let lines = lines_of_two(position);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut position = position.clone();
        let mut nodes = 0;
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            for &mv in line {
                position.make(mv);
            }
            nodes += perft(&mut position, depth - 2);
            for _ in line {
                position.unmake();
            }
        }
        nodes
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .sum()
    })
}

fn lines_of_two(position: &Position) -> Vec<[Move; 2]> {
    let mut position = position.clone();
    let mut lines = Vec::new();
    for first in legal_moves(&position) {
        position.make(first);
        lines.extend(legal_moves(&position).into_iter().map(|second| [first, second]));
        position.unmake();
    }
    lines
}

/// The legal moves found by brute force: every move that could be written down, tried against the ways of the
/// pieces and made on a copy. Slow and simple; an independent check of the generator.
pub fn brute_force_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for &from in &position.rules().squares {
        let piece = position.at(from);
        let own = piece.is(position.side());
        let ways = if own { position.rules().ways(position.side(), piece.kind(), from) } else { Vec::new() };
        for &to in &position.rules().squares {
            candidates(position, &ways, from, to, &mut moves);
        }
    }
    moves.retain(|&mv| {
        let mut after = position.clone();
        after.make(mv);
        !after.is_attacked(after.king(position.side()), after.side())
    });
    moves.retain(|mv| mv.class() != crate::types::MoveClass::Castle || castles_safely(position, *mv));
    moves
}

/// Moves from one square to another as the rules describe them, whatever becomes of the King.
fn candidates(position: &Position, ways: &[Way], from: Square, to: Square, moves: &mut Vec<Move>) {
    use crate::rules::{Promotes, usage};
    let rules = position.rules();
    let us = position.side();
    let (piece, target) = (position.at(from), position.at(to));
    if from == to && target.is_empty() {
        let droppable = |&kind: &crate::types::Kind| {
            position.in_hand(us, kind) > 0 && (!rules.is_pawn(kind) || rules.pawn_drops(us).contains(to))
        };
        moves.extend(rules.kinds().filter(droppable).map(|kind| Move::drop(kind, to)));
    }
    for (number, rule) in rules.castling.iter().enumerate() {
        if let Some(rule) = rule
            && (rule.king_from, rule.king_to, rule.color) == (from, to, us)
            && position.rights() >> number & 1 != 0
            && rule.empty.iter().all(|&s| position.at(s).is_empty())
        {
            moves.push(Move::castle(from, to, number as u8));
        }
    }
    if !piece.is(us) || target.is(us) {
        return;
    }
    let pawn = rules.is_pawn(piece.kind());
    let way_open = |needed: u8| {
        ways.iter().any(|way| {
            way.target == to
                && way.usage & needed != 0
                && way.alternatives.iter().any(|a| {
                    (!a.initial || position.is_unmoved(from))
                        && a.empty.iter().all(|&s| position.at(s).is_empty())
                        && a.occupied.iter().all(|&s| !position.at(s).is_empty())
                })
        })
    };
    if way_open(if target.is_empty() { usage::QUIET } else { usage::CAPTURE }) {
        let promotes = if pawn { rules.promotes(us, to) } else { Promotes::Never };
        let double = rules.double_steps[us].iter().find(|d| pawn && d.from == from && d.to == to);
        let double = double.filter(|d| position.at(d.passed).is_empty());
        if let Some(double) = double {
            moves.push(Move::double_step(from, to, double.passed));
        } else if promotes != Promotes::Must {
            moves.push(Move::normal(from, to));
        }
        if promotes != Promotes::Never {
            let limited = rules.spec.promotion.limited;
            let free = |&&kind: &&_| !limited || position.count(us, kind) < rules.start_count(us, kind);
            moves.extend(
                rules.promotions(us).iter().filter(free).map(|&kind| Move::promotion(from, to, kind)),
            );
        }
    }
    let passing = position.en_passant().is_some_and(|ep| ep.target == to);
    if passing && pawn && target.is_empty() && way_open(usage::EN_PASSANT) {
        moves.push(Move::en_passant(from, to));
    }
}

/// Whether the King is safe on every square from its own to its target.
fn castles_safely(position: &Position, mv: Move) -> bool {
    let Some(rule) = &position.rules().castling[mv.castling_rule()] else { return false };
    let king = position.at(rule.king_from);
    !position.in_check()
        && rule.safe.iter().all(|&s| position.is_safe_after(&[(rule.king_from, Piece::EMPTY), (s, king)]))
}
