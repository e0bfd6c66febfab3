//! Where games start: the start position, random moves from it, or positions of a file.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::movegen;
use crate::position::{FenStyle, Position};
use crate::search::{Limits, Searcher};
use crate::types::{Color, Score};

use super::player::Pairing;

/// Random openings that end in a finished game are thrown away, at most so many in a row.
const MOST_TRIES: u64 = 1000;
/// The same where they must also be even, which takes time to find out.
const MOST_JUDGED: u64 = 200;
/// Nodes of the search that finds out how even an opening is.
const JUDGE_NODES: u64 = 10_000;
/// The size of its transposition table in MiB.
const JUDGE_TABLE: usize = 1;

/// Where the openings of a match come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// No opening: the start position.
    Start,
    /// A position for all games.
    Position(String),
    /// Random legal moves from the start position.
    Random {
        /// How many plies.
        plies: u32,
        /// What they follow from.
        seed: u64,
        /// The greatest lead in centipawns that a short search of our own may see for either side.
        max_lead: Option<u16>,
    },
    /// The FENs of a file, one after the other.
    File(Vec<String>),
}

/// How one game starts.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position that the engines have to be told, if it is not the game's own start position.
    pub start: Option<Position>,
    /// The position where the engines begin to think; the moves to it are its history.
    pub position: Position,
}

/// The openings of a match for one pairing of armies.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    castling: bool,
    /// For a file: which of its positions fit the armies.
    fitting: Vec<usize>,
}

impl Openings {
    /// Looks at what there is for a pairing.
    ///
    /// # Errors
    /// If no opening fits.
    pub fn new(source: &Source, castling: bool, pairing: &Pairing) -> Result<Openings, String> {
        let mut openings = Openings { source: source.clone(), castling, fitting: Vec::new() };
        if let Source::File(fens) = source {
            let fits = |&n: &usize| fits(pairing, &fens[n]);
            openings.fitting = (0..fens.len()).filter(fits).collect();
            if openings.fitting.is_empty() {
                return Err(format!("none of the {} openings fits {}", fens.len(), pairing.armies()));
            }
        }
        openings.get(pairing, 0).map(|_| openings)
    }

    /// The opening with a number; positions of a file come round again after the last.
    ///
    /// # Errors
    /// If the position cannot be played or no random moves are found that leave the game open, or even enough.
    pub fn get(&self, pairing: &Pairing, number: u32) -> Result<Opening, String> {
        match &self.source {
            Source::Start => self.start(pairing, None),
            Source::Position(fen) => self.start(pairing, Some(fen)),
            Source::File(fens) => {
                let index = self.fitting[number as usize % self.fitting.len()];
                self.start(pairing, Some(&fens[index]))
            }
            Source::Random { plies, seed, max_lead } => {
                let mut opening = self.start(pairing, None)?;
                let seed = seed_for(*seed, pairing, number);
                opening.position = random(&opening.position, *plies, seed, *max_lead)
                    .map_err(|problem| format!("{}: {problem}", pairing.armies()))?;
                Ok(opening)
            }
        }
    }

    fn start(&self, pairing: &Pairing, fen: Option<&str>) -> Result<Opening, String> {
        let rules = &pairing.rules;
        let own = Position::start(rules.clone()).map_err(|e| e.to_string())?;
        let read = |fen: &str| {
            Position::from_fen(rules.clone(), fen)
                .map_err(|e| format!("{}: FEN `{fen}`: {e}", pairing.armies()))
        };
        let mut position = fen.map_or_else(|| Ok(own.clone()), read)?;
        if !self.castling {
            position = read(&without_castling(&position.fen(FenStyle::Plain)))?;
        }
        let same = position.key() == own.key() && position.fen(FenStyle::Plain) == own.fen(FenStyle::Plain);
        if position.status().is_over() {
            return Err(format!("the game is over at the start: {}", position.fen(FenStyle::Plain)));
        }
        Ok(Opening { start: (!same).then(|| position.clone()), position })
    }
}

fn without_castling(fen: &str) -> String {
    let fields = fen.split(' ').enumerate().map(|(n, field)| if n == 2 { "-" } else { field });
    fields.collect::<Vec<_>>().join(" ")
}

/// Whether a position is one of this game with each side's pieces from its own army.
fn fits(pairing: &Pairing, fen: &str) -> bool {
    let rules = &pairing.rules;
    let Ok(position) = Position::from_fen(rules.clone(), fen) else { return false };
    !position.status().is_over()
        && Color::ALL.into_iter().all(|color| {
            position.pieces(color).iter().all(|&square| {
                let piece = position.at(square);
                rules.is_pawn(piece.kind())
                    || rules.is_royal(piece.kind())
                    || rules.spec.armies[color].promotions.contains(&piece.kind().index())
                    || rules.has_holdings()
            })
        })
}

/// The same for every engine, different for every pairing and number.
fn seed_for(seed: u64, pairing: &Pairing, number: u32) -> u64 {
    fingerprint(format!("{seed} {} {number}", pairing.armies()).bytes())
}

/// A hash of some bytes that is the same on every machine: FNV-1a.
pub fn fingerprint(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn random(start: &Position, plies: u32, seed: u64, max_lead: Option<u16>) -> Result<Position, String> {
    let mut judge = max_lead.map(Judge::new);
    let tries = if judge.is_some() { MOST_JUDGED } else { MOST_TRIES };
    for attempt in 0..tries {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(attempt));
        let mut position = start.clone();
        for _ in 0..plies {
            match movegen::legal_moves(&position).choose(&mut rng) {
                Some(&mv) if !position.status().is_over() => position.make(mv),
                _ => break,
            }
        }
        let open = position.ply() == start.ply() + plies as usize && !position.status().is_over();
        if open && judge.as_mut().is_none_or(|judge| judge.accepts(&position)) {
            return Ok(position);
        }
    }
    let even = max_lead.map_or(String::new(), |lead| format!(" with no lead of more than {lead} centipawns"));
    Err(format!("{tries} times {plies} random plies have not left an open game{even}"))
}

/// Finds out by a short search whether an opening is even enough. The same position gets the same answer on every machine.
struct Judge {
    searcher: Searcher,
    max_lead: Score,
}

impl Judge {
    fn new(max_lead: u16) -> Judge {
        Judge { searcher: Searcher::new(JUDGE_TABLE), max_lead: Score::from(max_lead) }
    }

    fn accepts(&mut self, position: &Position) -> bool {
        self.searcher.clear();
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
        let outcome = self.searcher.search(position, &limits, &AtomicBool::new(false), &mut |_| ());
        outcome.score.abs() <= self.max_lead
    }
}

/// Reads the positions of an EPD or FEN file: one a line; what follows the first four or six fields is ignored, as are
/// empty lines and those that begin with `#`.
pub fn read_file(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(fen_of)
        .collect()
}

/// The FEN at the beginning of a line of EPD or FEN.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |n: usize| fields.get(n).is_some_and(|f| f.bytes().all(|b| b.is_ascii_digit()));
    let length = if is_number(4) && is_number(5) { 6 } else { fields.len().min(4) };
    fields[..length].join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::{Config, GameChoice};

    fn pairing(white: &str, black: &str) -> Pairing {
        let choice = GameChoice {
            white: Some(white.to_owned()),
            black: Some(black.to_owned()),
            ..GameChoice::variant("fairy")
        };
        Pairing::new(&Config::shipped(), choice).unwrap()
    }

    fn text(opening: &Opening) -> String {
        opening.position.fen(FenStyle::Plain)
    }

    #[test]
    fn random_openings_follow_from_seed_pairing_and_number() {
        let pairing_one = pairing("fide", "nutters");
        let source = Source::Random { plies: 6, seed: 7, max_lead: None };
        let openings = Openings::new(&source, true, &pairing_one).unwrap();
        let first = openings.get(&pairing_one, 0).unwrap();
        assert_eq!(first.position.ply(), 6);
        assert!(first.start.is_none());
        assert_eq!(text(&first), text(&openings.get(&pairing_one, 0).unwrap()));
        assert_ne!(text(&first), text(&openings.get(&pairing_one, 1).unwrap()));
        let other =
            Openings::new(&Source::Random { plies: 6, seed: 8, max_lead: None }, true, &pairing_one).unwrap();
        assert_ne!(text(&first), text(&other.get(&pairing_one, 0).unwrap()));
    }

    #[test]
    fn random_openings_can_be_held_to_be_even() {
        let game = pairing("fide", "clobberers");
        let openings = |max_lead| {
            let source = Source::Random { plies: 6, seed: 1, max_lead };
            let openings = Openings::new(&source, true, &game)?;
            (0..6).map(|number| openings.get(&game, number)).collect::<Result<Vec<_>, _>>()
        };
        let lead = |opening: &Opening| {
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            Searcher::new(1)
                .search(&opening.position, &limits, &AtomicBool::new(false), &mut |_| ())
                .score
                .abs()
        };
        let any = openings(None).unwrap();
        let leads: Vec<Score> = any.iter().map(lead).collect();
        assert!(leads.iter().any(|&lead| lead > 100), "{leads:?}");
        let even = openings(Some(40)).unwrap();
        assert!(even.iter().all(|opening| lead(opening) <= 80 && opening.position.ply() == 6));
        // Even ones stay what they are.
        assert!(any.iter().zip(&even).any(|(any, even)| text(any) == text(even)));
    }

    #[test]
    fn files_are_sorted_by_what_fits_the_armies() {
        let epd = "# comment\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"x\";\n\n\
                   lefakfel/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nrubbish\n";
        let fens = read_file(epd);
        assert_eq!(fens.len(), 3);
        assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
        let source = Source::File(fens);
        let game = pairing("fide", "clobberers");
        let openings = Openings::new(&source, true, &game).unwrap();
        for number in 0..3 {
            assert!(text(&openings.get(&game, number).unwrap()).starts_with("lefakfel/"));
        }
        // The same letters, but each side has the other's pieces.
        assert!(Openings::new(&source, true, &pairing("clobberers", "fide")).is_err());
    }

    #[test]
    fn castling_can_be_left_out() {
        let game = pairing("fide", "fide");
        let with = Openings::new(&Source::Start, true, &game).unwrap().get(&game, 0).unwrap();
        assert!(with.start.is_none());
        let without = Openings::new(&Source::Start, false, &game).unwrap().get(&game, 0).unwrap();
        assert!(without.start.unwrap().fen(FenStyle::Plain).contains(" w - - "));
    }
}
