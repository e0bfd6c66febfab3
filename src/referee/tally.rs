//! The results of a match, counted as games finish.

use std::collections::{BTreeMap, HashMap};

use crate::types::Color;

use super::ending::{Ending, GameResult};
use super::record::{GameRecord, Header};
use super::stats::Distribution;

/// Misdeeds kept to be quoted in the report; all of them are in the record.
const MOST_FAULTS: usize = 40;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score from 0 to 1; 1/2 without games.
    pub fn mean(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// As a distribution of single games.
    pub fn distribution(&self) -> Distribution {
        Distribution::trinomial([self.losses, self.draws, self.wins])
    }
}

/// Results from one side's view: games, and complete pairs of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games.
    pub score: Score,
    /// Pairs by half points, 0 to 4.
    pub pairs: [u64; 5],
}

impl Results {
    /// The distribution to draw conclusions from: pairs if there are any, else games.
    pub fn distribution(&self) -> Distribution {
        if self.pairs.iter().sum::<u64>() > 0 {
            Distribution::pentanomial(self.pairs)
        } else {
            self.score.distribution()
        }
    }
}

/// One engine against another with one pairing of armies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The first engine as White.
    pub as_white: Score,
    /// The first engine as Black.
    pub as_black: Score,
}

impl Cell {
    /// Both colours together, from the first engine's view.
    pub fn total(&self) -> Score {
        Score {
            wins: self.as_white.wins + self.as_black.wins,
            draws: self.as_white.draws + self.as_black.draws,
            losses: self.as_white.losses + self.as_black.losses,
        }
    }

    /// White's army, whoever led it.
    pub fn white(&self) -> Score {
        Score {
            wins: self.as_white.wins + self.as_black.losses,
            draws: self.as_white.draws + self.as_black.draws,
            losses: self.as_white.losses + self.as_black.wins,
        }
    }
}

/// A misdeed of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misdeed {
    /// In which game.
    pub game: u32,
    /// The engine.
    pub engine: usize,
    /// Its name.
    pub ending: Ending,
    /// What happened.
    pub detail: String,
    /// The last lines to and from the engine.
    pub quotes: Vec<String>,
}

/// Everything counted.
#[derive(Clone, Debug)]
pub struct Tally {
    paired: bool,
    /// Each engine against all others.
    pub engines: Vec<Results>,
    /// Each two engines, the first one's view. The first has the smaller number.
    pub meetings: BTreeMap<(usize, usize), Results>,
    /// Each two engines by pairing of armies.
    pub cells: BTreeMap<(usize, usize, usize), Cell>,
    /// Endings with their counts.
    pub endings: BTreeMap<Ending, u64>,
    /// Misdeeds by engine and name.
    pub misdeed_counts: BTreeMap<(usize, Ending), u64>,
    /// The first misdeeds.
    pub misdeeds: Vec<Misdeed>,
    /// How often an engine had to be killed because it did not heed `quit`.
    pub ignored_quit: BTreeMap<usize, u64>,
    /// Games played.
    pub games: u64,
    /// Plies played.
    pub plies: u64,
    /// The first game of pairs whose other game is missing, by encounter: half points of the engine with the smaller
    /// number.
    halves: HashMap<u32, usize>,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(header: &Header) -> Tally {
        Tally {
            paired: header.repeat,
            engines: vec![Results::default(); header.engines.len()],
            meetings: BTreeMap::new(),
            cells: BTreeMap::new(),
            endings: BTreeMap::new(),
            misdeed_counts: BTreeMap::new(),
            misdeeds: Vec::new(),
            ignored_quit: BTreeMap::new(),
            games: 0,
            plies: 0,
            halves: HashMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.plies += record.moves.len() as u64;
        *self.endings.entry(record.ending).or_default() += 1;
        let sides = [(record.white, Color::White), (record.black, Color::Black)];
        for (engine, color) in sides {
            self.engines[engine].score.add(record.result.half_points(color));
        }
        let (first, second) = (record.white.min(record.black), record.white.max(record.black));
        let color = if record.white == first { Color::White } else { Color::Black };
        let half_points = record.result.half_points(color);
        let meeting = self.meetings.entry((first, second)).or_default();
        meeting.score.add(half_points);
        let cell = self.cells.entry((record.pairing, first, second)).or_default();
        match color {
            Color::White => cell.as_white.add(half_points),
            Color::Black => cell.as_black.add(half_points),
        }
        if self.paired {
            if let Some(other) = self.halves.remove(&record.encounter) {
                meeting.pairs[half_points + other] += 1;
                self.engines[first].pairs[half_points + other] += 1;
                self.engines[second].pairs[4 - half_points - other] += 1;
            } else {
                self.halves.insert(record.encounter, half_points);
            }
        }
        self.add_misdeed(record);
    }

    fn add_misdeed(&mut self, record: &GameRecord) {
        if !record.ending.is_fault() {
            return;
        }
        let engine = if record.result == GameResult::Black { record.white } else { record.black };
        *self.misdeed_counts.entry((engine, record.ending)).or_default() += 1;
        if self.misdeeds.len() < MOST_FAULTS {
            self.misdeeds.push(Misdeed {
                game: record.game,
                engine,
                ending: record.ending,
                detail: record.detail.clone(),
                quotes: record.quotes.clone(),
            });
        }
    }

    /// The results of the first engine against the second.
    pub fn first_meeting(&self) -> Results {
        self.meetings.get(&(0, 1)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::referee::record::GameHeader;

    pub(in crate::referee) fn header(repeat: bool) -> Header {
        Header {
            panoply_match: Header::FORMAT,
            engines: vec!["one".to_owned(), "two".to_owned()],
            specs: vec![String::new(); 2],
            limits: vec!["depth 1".to_owned(); 2],
            time_controls: vec!["-".to_owned(); 2],
            game: GameHeader {
                variant: "fairy".to_owned(),
                armies: true,
                cylinder: None,
                holdings: None,
                either: None,
            },
            pairings: vec![("fide".to_owned(), "nutters".to_owned())],
            openings: String::new(),
            no_castling: false,
            repeat,
            gauntlet: false,
            adjudication: String::new(),
            shard: (1, 1),
            games: None,
            sprt: None,
        }
    }

    pub(in crate::referee) fn game(game: u32, result: GameResult, ending: Ending) -> GameRecord {
        let swapped = game.is_multiple_of(2);
        GameRecord {
            game,
            encounter: (game - 1) / 2,
            white: usize::from(swapped),
            black: usize::from(!swapped),
            pairing: 0,
            start: None,
            moves: Vec::new(),
            result,
            ending,
            detail: String::new(),
            quotes: Vec::new(),
            date: String::new(),
            seconds: 0.0,
        }
    }

    #[test]
    fn pairs_are_put_together_in_whatever_order_games_end() {
        let mut tally = Tally::new(&header(true));
        // Engine 0 wins both games of encounter 0, draws and loses encounter 1, and encounter 2 is half done.
        for (number, result) in [
            (2, GameResult::Black),
            (3, GameResult::Draw),
            (5, GameResult::White),
            (4, GameResult::White),
            (1, GameResult::White),
        ] {
            tally.add(&game(number, result, Ending::Checkmate));
        }
        assert_eq!(tally.first_meeting().pairs, [0, 1, 0, 0, 1]);
        assert_eq!(tally.engines[1].pairs, [1, 0, 0, 1, 0]);
        assert_eq!(tally.engines[0].score, Score { wins: 3, draws: 1, losses: 1 });
        assert_eq!(tally.games, 5);
        let cell = tally.cells[&(0, 0, 1)];
        assert_eq!(cell.white(), Score { wins: 3, draws: 1, losses: 1 });
        assert_eq!(cell.as_black, Score { wins: 1, draws: 0, losses: 1 });
    }

    #[test]
    fn misdeeds_are_the_losers() {
        let mut tally = Tally::new(&header(true));
        tally.add(&game(1, GameResult::White, Ending::Hang));
        tally.add(&game(2, GameResult::White, Ending::Crash));
        tally.add(&game(3, GameResult::White, Ending::Checkmate));
        assert_eq!(tally.misdeeds.iter().map(|m| m.engine).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(tally.misdeed_counts[&(1, Ending::Hang)], 1);
    }
}
