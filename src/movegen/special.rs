//! Castlings, promotions and drops.

use arrayvec::ArrayVec;

use crate::position::{Position, Threats};
use crate::rules::CastlingRule;
use crate::types::{Kind, Move, Piece, Square};

use super::sink::Sink;

/// The most squares of a board.
const MAX_SQUARES: usize = 144;

/// Castlings of a side that is not in check.
pub(super) fn castlings<S: Sink>(position: &Position, sink: &mut S) {
    let us = position.side();
    if position.rights() & position.rules().castling_rights(us) == 0 {
        return;
    }
    for (number, rule) in position.rules().castling.iter().enumerate() {
        if let Some(rule) = rule.as_ref().filter(|r| r.color == us && position.rights() >> number & 1 != 0)
            && rule.empty.iter().all(|&s| position.at(s).is_empty())
            && is_safe(position, rule)
        {
            sink.add(Move::castle(rule.king_from, rule.king_to, number as u8));
        }
    }
}

/// Whether no square that the King passes or lands on is attacked, before the corner piece has moved or after.
fn is_safe(position: &Position, rule: &CastlingRule) -> bool {
    let them = !position.side();
    let without_king = position.cells_without_king();
    let king = position.at(rule.king_from);
    let partner = position.at(rule.partner_from);
    rule.safe.iter().all(|&s| !position.attacked_on::<false>(&without_king, s, them))
        && position.is_safe_after(&[
            (rule.king_from, Piece::EMPTY),
            (rule.partner_from, Piece::EMPTY),
            (rule.king_to, king),
            (rule.partner_to, partner),
        ])
}

/// Every promotion of a Pawn that goes from one square to another.
pub(super) fn promotions<S: Sink>(position: &Position, from: Square, to: Square, sink: &mut S) {
    let us = position.side();
    let rules = position.rules();
    let limited = rules.spec.promotion.limited;
    for &kind in rules.promotions(us) {
        if !limited || position.count(us, kind) < rules.start_count(us, kind) {
            sink.add(Move::promotion(from, to, kind));
        }
    }
}

/// Drops on every empty square, or on those that end a check.
pub(super) fn drops<S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    let us = position.side();
    let rules = position.rules();
    let targets: ArrayVec<Square, MAX_SQUARES> = rules
        .squares
        .iter()
        .copied()
        .filter(|&s| position.at(s).is_empty() && (threats.try_all || threats.resolve.contains(s)))
        .collect();
    if targets.is_empty() {
        return;
    }
    for kind in position.kinds_in_hand(us) {
        let fits = |&&s: &&Square| may_drop(position, threats, kind, s);
        if rules.is_pawn(kind) || threats.try_all {
            let some: ArrayVec<Square, MAX_SQUARES> = targets.iter().filter(fits).copied().collect();
            sink.add_drops(kind, &some);
        } else {
            sink.add_drops(kind, &targets);
        }
    }
}

/// Whether a kind may be dropped on an empty square that ends every check.
fn may_drop(position: &Position, threats: &Threats, kind: Kind, to: Square) -> bool {
    let us = position.side();
    let rules = position.rules();
    (!rules.is_pawn(kind) || rules.pawn_drops(us).contains(to))
        && (!threats.try_all || position.is_safe_after(&[(to, Piece::new(us, kind))]))
}

/// The drop of a kind in hand on an empty square that ends every check, if it is legal.
pub(super) fn drop_on<S: Sink>(position: &Position, threats: &Threats, kind: Kind, to: Square, sink: &mut S) {
    if may_drop(position, threats, kind, to) {
        sink.add(Move::drop(kind, to));
    }
}

/// Drops that attack the enemy King from their square.
pub(super) fn checking_drops<S: Sink>(position: &Position, threats: &Threats, sink: &mut S) {
    let checks = position.direct_checks();
    for kind in position.kinds_in_hand(position.side()) {
        for &to in &position.rules().squares {
            let open = threats.try_all || threats.resolve.contains(to);
            let checking = open && position.at(to).is_empty() && checks.gives(Move::drop(kind, to));
            if checking && may_drop(position, threats, kind, to) {
                sink.add(Move::drop(kind, to));
            }
        }
    }
}
