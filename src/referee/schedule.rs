//! Which game is played by whom, with which armies, from which opening. Everything follows from the game's number.

use super::options::Shard;

/// One game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the game in the whole match, from 1.
    pub game: u32,
    /// The number of its encounter, from 0: games that belong together have the same.
    pub encounter: u32,
    /// The number of the pairing of armies.
    pub pairing: usize,
    /// The number of the opening.
    pub opening: u32,
    /// White's engine.
    pub white: usize,
    /// Black's engine.
    pub black: usize,
}

/// The schedule of a match.
///
/// Engines meet each other all-play-all, or the first one meets each of the others. Encounters go round engines first,
/// then pairings of armies, then openings. With `repeat` an encounter is two games from the same position with the
/// engines exchanged; otherwise it is one, and colours change from round to round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    pairings: usize,
    repeat: bool,
    shard: Shard,
}

impl Schedule {
    /// A schedule for a number of engines and of pairings of armies, neither of them zero.
    pub fn new(engines: usize, gauntlet: bool, pairings: usize, repeat: bool, shard: Shard) -> Schedule {
        let firsts = if gauntlet { 1 } else { engines };
        let meetings = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect();
        Schedule { meetings, pairings, repeat, shard }
    }

    /// Whether games come in pairs.
    pub fn is_paired(&self) -> bool {
        self.repeat
    }

    fn games_each(&self) -> u32 {
        if self.repeat { 2 } else { 1 }
    }

    /// The game with a number from 1, `None` if it belongs to another shard.
    pub fn plan(&self, game: u32) -> Option<Plan> {
        let encounter = (game - 1) / self.games_each();
        if encounter % self.shard.count != self.shard.index - 1 {
            return None;
        }
        let meetings = self.meetings.len() as u32;
        let pairings = self.pairings as u32;
        let opening = encounter / meetings / pairings;
        let (a, b) = self.meetings[(encounter % meetings) as usize];
        let swapped = if self.repeat { (game - 1) % 2 == 1 } else { opening % 2 == 1 };
        let (white, black) = if swapped { (b, a) } else { (a, b) };
        let pairing = (encounter / meetings % pairings) as usize;
        Some(Plan { game, encounter, pairing, opening, white, black })
    }

    /// How many of the first `games` games belong to this shard.
    pub fn share(&self, games: u32) -> u32 {
        (1..=games).filter(|&game| self.plan(game).is_some()).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn pairs_swap_engines_and_nothing_else() {
        let schedule = Schedule::new(3, false, 4, true, Shard::WHOLE);
        for encounter in 0..50 {
            let games = [encounter * 2 + 1, encounter * 2 + 2].map(|game| schedule.plan(game));
            let [Some(first), Some(second)] = games else { panic!("both games are there") };
            assert_eq!(second, Plan { game: second.game, white: first.black, black: first.white, ..first });
            assert_eq!(first.encounter, encounter);
        }
    }

    #[test]
    fn everything_meets_everything_equally_often() {
        let schedule = Schedule::new(3, false, 4, false, Shard::WHOLE);
        let mut seen: HashMap<(usize, usize, usize), u32> = HashMap::new();
        for plan in (1..=24 * 5).filter_map(|game| schedule.plan(game)) {
            *seen.entry((plan.white, plan.black, plan.pairing)).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|&n| n == 5), "{seen:?}");
        let gauntlet = Schedule::new(4, true, 1, true, Shard::WHOLE);
        assert!((1..100).filter_map(|g| gauntlet.plan(g)).all(|p| p.white == 0 || p.black == 0));
    }

    #[test]
    fn shards_are_a_partition_that_keeps_pairs_together() {
        let whole = Schedule::new(2, false, 3, true, Shard::WHOLE);
        let shards: Vec<Schedule> =
            (1..=4).map(|index| Schedule::new(2, false, 3, true, Shard { index, count: 4 })).collect();
        for game in 1..=101 {
            let owners: Vec<_> = shards.iter().filter_map(|shard| shard.plan(game)).collect();
            assert_eq!(owners, [whole.plan(game)].into_iter().flatten().collect::<Vec<_>>());
        }
        for shard in &shards {
            assert!((0..50).all(|n| shard.plan(2 * n + 1).is_some() == shard.plan(2 * n + 2).is_some()));
        }
        assert_eq!(shards.iter().map(|shard| shard.share(101)).sum::<u32>(), 101);
    }
}
