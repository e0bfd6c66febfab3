//! Making and unmaking moves.

use crate::types::{Color, Kind, Move, MoveClass, Piece, Square};

use super::{EnPassant, Position, Undo};

impl Position {
    /// Makes a legal move. An illegal one corrupts the position.
    pub fn make(&mut self, mv: Move) {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let victim = self.captured_on(mv);
        let mut undo = self.begin_ply(Some(mv));
        match mv.class() {
            MoveClass::Drop => {
                self.take_from_hand(us, mv.kind());
                self.put(Piece::new(us, mv.kind()), to);
                self.quiet_plies = 0;
            }
            MoveClass::Castle => self.make_castling(mv),
            _ => {
                let captured = self.cells[victim.index()];
                if !captured.is_empty() {
                    undo.captured = captured;
                    undo.captured_slot = self.slots[victim.index()];
                    self.capture(captured, victim);
                    self.quiet_plies = 0;
                }
                self.make_plain(mv, from, to);
            }
        }
        self.lose_rights(from, to);
        self.side = !us;
        self.move_number += us as u16;
        self.stack.push(undo);
        if mv.class() == MoveClass::DoubleStep {
            self.offer_en_passant(EnPassant { target: mv.passed(), victim: to });
        }
    }

    /// What the key will most likely be after a move, for prefetching: castlings, captures en passant, lost rights and new
    /// squares for en passant are not looked at.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let zobrist = &self.rules.zobrist;
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key_after_null() ^ zobrist.piece(self.arriving(mv), to);
        if mv.class() == MoveClass::Drop {
            let count = self.in_hand(self.side, mv.kind());
            return key ^ zobrist.one_more_in_hand(self.side, mv.kind(), count.saturating_sub(1));
        }
        let captured = self.at(to);
        if !captured.is_empty() {
            key ^= zobrist.piece(captured, to);
            if self.rules.has_holdings() {
                let kind = self.rules.kind_in_hand(captured);
                key ^= zobrist.one_more_in_hand(self.side, kind, self.in_hand(self.side, kind));
            }
        }
        key ^ zobrist.piece(self.at(from), from)
    }

    /// The key after a null move.
    #[inline]
    pub fn key_after_null(&self) -> u64 {
        let zobrist = &self.rules.zobrist;
        let ep = self.en_passant.map_or(0, |ep| zobrist.en_passant(ep.target));
        self.key ^ zobrist.black_to_move() ^ ep
    }

    /// Takes back the last move made, or the last null move.
    pub fn unmake(&mut self) {
        let Some(undo) = self.stack.pop() else { return };
        self.side = !self.side;
        let us = self.side;
        self.rights = undo.rights;
        self.quiet_plies = undo.quiet_plies;
        self.en_passant = undo.en_passant;
        if let Some(mv) = undo.mv {
            self.move_number -= us as u16;
            self.unmake_board(mv, us, &undo);
        }
        self.key = undo.key;
        self.pawn_key = undo.pawn_key;
        self.material_key = undo.material_key;
    }

    /// Passes the turn. Only for search; not to be used in check.
    pub fn make_null(&mut self) {
        let undo = self.begin_ply(None);
        self.stack.push(undo);
        self.side = !self.side;
    }

    /// Brings key, en passant square and clock to what they are after a null move. Gives what it takes to come back here, apart
    /// from a captured piece.
    #[inline]
    fn begin_ply(&mut self, mv: Option<Move>) -> Undo {
        let undo = Undo {
            key: self.key,
            pawn_key: self.pawn_key,
            material_key: self.material_key,
            mv,
            rights: self.rights,
            quiet_plies: self.quiet_plies,
            en_passant: self.en_passant,
            captured: Piece::EMPTY,
            captured_slot: 0,
        };
        self.key = self.key_after_null();
        self.en_passant = None;
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        undo
    }

    #[inline]
    fn make_plain(&mut self, mv: Move, from: Square, to: Square) {
        let us = self.side;
        let piece = self.cells[from.index()];
        let arriving = self.arriving(mv);
        let zobrist = &self.rules.zobrist;
        let (left, reached) = (zobrist.piece(piece, from), zobrist.piece(arriving, to));
        self.key ^= left ^ reached;
        let flags = self.rules.flags_of(piece.kind());
        if flags.pawn {
            self.pawn_key ^= left;
            if mv.class() != MoveClass::Promotion {
                self.pawn_key ^= reached;
            }
        }
        self.shift(from, to, arriving);
        if mv.class() == MoveClass::Promotion {
            self.counts[us].remove(piece.kind());
            self.counts[us].add(arriving.kind());
            self.change_material(us, Some(arriving.kind()), Some(piece.kind()));
        }
        if flags.pawn {
            self.quiet_plies = 0;
        } else if flags.royal {
            self.kings[us] = to;
        }
    }

    /// The piece that a move of the side to move brings to its target.
    #[inline]
    pub fn arriving(&self, mv: Move) -> Piece {
        match mv.class() {
            MoveClass::Promotion if self.rules.marks_promoted() => {
                Piece::new(self.side, mv.kind()).promoted()
            }
            MoveClass::Promotion | MoveClass::Drop => Piece::new(self.side, mv.kind()),
            _ => self.at(mv.from()),
        }
    }

    fn make_castling(&mut self, mv: Move) {
        let rules = self.rules.clone();
        let Some(rule) = &rules.castling[mv.castling_rule()] else { return };
        let king = self.cells[rule.king_from.index()];
        let partner = self.cells[rule.partner_from.index()];
        for (piece, square) in [
            (king, rule.king_from),
            (king, rule.king_to),
            (partner, rule.partner_from),
            (partner, rule.partner_to),
        ] {
            self.key ^= rules.zobrist.piece(piece, square);
        }
        self.castle_squares(king, rule.king_from, rule.king_to, partner, rule.partner_from, rule.partner_to);
        self.kings[self.side] = rule.king_to;
        self.lose_rights(rule.partner_from, rule.partner_to);
    }

    /// Moves King and partner at once, since either may land where the other stood.
    fn castle_squares(
        &mut self,
        king: Piece,
        kf: Square,
        kt: Square,
        partner: Piece,
        pf: Square,
        pt: Square,
    ) {
        let color = if king.is(Color::White) { Color::White } else { Color::Black };
        let (king_slot, partner_slot) = (self.slots[kf.index()], self.slots[pf.index()]);
        for (piece, square) in [(king, kf), (partner, pf), (king, kt), (partner, pt)] {
            self.toggle(piece, square);
        }
        self.cells[kf.index()] = Piece::EMPTY;
        self.cells[pf.index()] = Piece::EMPTY;
        for (piece, square, slot) in [(king, kt, king_slot), (partner, pt, partner_slot)] {
            self.cells[square.index()] = piece;
            self.slots[square.index()] = slot;
            self.lists[color].squares[usize::from(slot)] = square;
        }
    }

    /// Moves whatever stands on `from` to the empty square `to`, where it becomes `piece` of the same colour.
    #[inline]
    fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let color = if piece.is(Color::White) { Color::White } else { Color::Black };
        let slot = self.slots[from.index()];
        self.toggle(self.cells[from.index()], from);
        self.toggle(piece, to);
        self.cells[from.index()] = Piece::EMPTY;
        self.cells[to.index()] = piece;
        self.slots[to.index()] = slot;
        self.lists[color].squares[usize::from(slot)] = to;
    }

    /// Keeps the sets up to date when a piece arrives on a square or leaves it.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.sets.toggle(piece, self.rules.number(square));
    }

    /// Puts a piece on an empty square, at the end of its list.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        let color = if piece.is(Color::White) { Color::White } else { Color::Black };
        self.toggle(piece, square);
        let list = &mut self.lists[color];
        self.cells[square.index()] = piece;
        self.slots[square.index()] = list.len;
        list.squares[usize::from(list.len)] = square;
        list.len += 1;
        self.counts[color].add(piece.kind());
        let key = self.rules.zobrist.piece(piece, square);
        self.key ^= key;
        if self.rules.is_pawn(piece.kind()) {
            self.pawn_key ^= key;
        }
        self.change_material(color, Some(piece.kind()), None);
    }

    /// Removes a captured piece; the last of its list takes its slot. With holdings it goes to the other side's hand.
    #[inline]
    fn capture(&mut self, captured: Piece, square: Square) {
        let them = !self.side;
        self.toggle(captured, square);
        let list = &mut self.lists[them];
        list.len -= 1;
        let slot = self.slots[square.index()];
        let last = list.squares[usize::from(list.len)];
        list.squares[usize::from(slot)] = last;
        self.slots[last.index()] = slot;
        self.cells[square.index()] = Piece::EMPTY;
        self.counts[them].remove(captured.kind());
        let key = self.rules.zobrist.piece(captured, square);
        self.key ^= key;
        if self.rules.is_pawn(captured.kind()) {
            self.pawn_key ^= key;
        }
        self.change_material(them, None, Some(captured.kind()));
        if self.rules.has_holdings() {
            self.add_to_hand(self.side, self.rules.kind_in_hand(captured));
        }
    }

    /// Keeps the key of the material up to date when a side's pieces on the board become one more and one less.
    #[inline]
    fn change_material(&mut self, color: Color, more: Option<Kind>, less: Option<Kind>) {
        let zobrist = &self.rules.zobrist;
        let key = |kind: Option<Kind>| kind.map_or(0, |kind| zobrist.on_board(color, kind));
        self.material_key = self.material_key.wrapping_add(key(more)).wrapping_sub(key(less));
    }

    pub(super) fn add_to_hand(&mut self, color: Color, kind: Kind) {
        let count = self.hands[color].of(kind);
        let zobrist = &self.rules.zobrist;
        self.key ^= zobrist.one_more_in_hand(color, kind, count);
        self.material_key = self.material_key.wrapping_add(zobrist.held(color, kind));
        self.hands[color].add(kind);
    }

    fn take_from_hand(&mut self, color: Color, kind: Kind) {
        let count = self.hands[color].of(kind);
        let zobrist = &self.rules.zobrist;
        self.key ^= zobrist.one_more_in_hand(color, kind, count - 1);
        self.material_key = self.material_key.wrapping_sub(zobrist.held(color, kind));
        self.hands[color].remove(kind);
    }

    #[inline]
    fn lose_rights(&mut self, from: Square, to: Square) {
        let lost = self.rights & (self.rules.rights_lost(from) | self.rules.rights_lost(to));
        if lost != 0 {
            self.key ^= self.rules.zobrist.rights(lost);
            self.rights &= !lost;
        }
    }

    /// Records a Pawn that has just made a double step if the side to move can legally capture it en passant.
    pub(super) fn offer_en_passant(&mut self, ep: EnPassant) {
        if self.can_capture_en_passant(ep) {
            self.key ^= self.rules.zobrist.en_passant(ep.target);
            self.en_passant = Some(ep);
        }
    }

    fn can_capture_en_passant(&self, ep: EnPassant) -> bool {
        let us = self.side;
        self.rules.en_passant_origins(us, ep.target).iter().any(|&from| {
            let piece = self.at(from);
            piece.is(us)
                && self.rules.is_pawn(piece.kind())
                && self.is_safe_after(&[(from, Piece::EMPTY), (ep.victim, Piece::EMPTY), (ep.target, piece)])
        })
    }

    fn unmake_board(&mut self, mv: Move, us: Color, undo: &Undo) {
        let (from, to) = (mv.from(), mv.to());
        match mv.class() {
            MoveClass::Drop => {
                self.lists[us].len -= 1;
                self.toggle(self.at(to), to);
                self.cells[to.index()] = Piece::EMPTY;
                self.counts[us].remove(mv.kind());
                self.add_to_hand(us, mv.kind());
            }
            MoveClass::Castle => {
                let rules = self.rules.clone();
                let Some(rule) = &rules.castling[mv.castling_rule()] else { return };
                let (king, partner) = (self.at(rule.king_to), self.at(rule.partner_to));
                self.castle_squares(
                    king,
                    rule.king_to,
                    rule.king_from,
                    partner,
                    rule.partner_to,
                    rule.partner_from,
                );
                self.kings[us] = rule.king_from;
            }
            class => {
                let mut piece = self.at(to);
                if class == MoveClass::Promotion {
                    self.counts[us].remove(piece.kind());
                    piece = Piece::new(us, self.rules.pawn().unwrap_or(piece.kind()));
                    self.counts[us].add(piece.kind());
                }
                self.shift(to, from, piece);
                if self.rules.is_royal(piece.kind()) {
                    self.kings[us] = from;
                }
                if !undo.captured.is_empty() {
                    let victim = self.captured_on(mv);
                    self.uncapture(undo, victim);
                }
            }
        }
    }

    #[inline]
    fn uncapture(&mut self, undo: &Undo, square: Square) {
        let them = !self.side;
        self.toggle(undo.captured, square);
        let list = &mut self.lists[them];
        if undo.captured_slot != list.len {
            // What took the slot goes back to the end. If the captured piece was the last itself, the end of the list
            // holds leftovers.
            let last = list.squares[usize::from(undo.captured_slot)];
            list.squares[usize::from(list.len)] = last;
            self.slots[last.index()] = list.len;
        }
        list.squares[usize::from(undo.captured_slot)] = square;
        self.slots[square.index()] = undo.captured_slot;
        list.len += 1;
        self.cells[square.index()] = undo.captured;
        self.counts[them].add(undo.captured.kind());
        if self.rules.has_holdings() {
            self.take_from_hand(self.side, self.rules.kind_in_hand(undo.captured));
        }
    }
}
