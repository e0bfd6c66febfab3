//! One game under the referee's eyes.

use std::time::{Duration, Instant};

use crate::position::{FenStyle, Position, Ranks};
use crate::types::Color;

use super::ending::{Ending, GameResult};
use super::openings::Opening;
use super::options::{DrawAdjudication, Limits, ResignAdjudication, Thinking};
use super::player::{Answer, Eval, NewGame, Pairing, Player, Refusal, Turn};
use super::record::Ply;

/// When a game is broken off. Nothing of it is on by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// As drawn by the scores.
    pub draw: Option<DrawAdjudication>,
    /// As lost by the scores.
    pub resign: Option<ResignAdjudication>,
    /// As drawn after so many plies, those of the opening among them.
    pub max_plies: Option<u32>,
}

/// What a game is played with. Arrays have White's first.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// Armies and rules.
    pub pairing: &'a Pairing,
    /// How it starts.
    pub opening: &'a Opening,
    /// The engines' limits.
    pub limits: [&'a Limits; 2],
    /// The engines' names.
    pub names: [&'a str; 2],
    /// When it is broken off.
    pub adjudication: Adjudication,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The moves, those of the opening first.
    pub moves: Vec<Ply>,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub ending: Ending,
    /// What happened in particular.
    pub detail: String,
}

/// Why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// The match is being stopped.
    Stopped,
    /// An engine cannot be run at all.
    NoSuchProgram(String),
}

impl Played {
    /// The game that a side loses because its engine refused to do something.
    ///
    /// # Errors
    /// If the refusal is nobody's fault.
    pub fn refused(moves: Vec<Ply>, color: Color, refusal: Refusal) -> Result<Played, NoResult> {
        let (ending, detail) = match refusal {
            Refusal::Fault(fault) => (fault.ending, fault.detail),
            Refusal::Resigns(words) => (Ending::Resignation, words.trim().to_owned()),
            Refusal::Stopped => return Err(NoResult::Stopped),
            Refusal::NoSuchProgram(why) => return Err(NoResult::NoSuchProgram(why)),
        };
        Ok(Played { moves, result: GameResult::lost_by(color), ending, detail })
    }
}

/// The moves of an opening as they are recorded.
pub fn opening_plies(opening: &Opening) -> Vec<Ply> {
    let text = |mv| opening.position.move_text(mv, Ranks::FromOne);
    let moves = opening.position.moves().flatten();
    moves.map(|mv| Ply { text: text(mv), eval: None, depth: None, millis: None }).collect()
}

/// Plays a game to its end.
///
/// # Errors
/// If the match is stopped meanwhile.
pub fn play(setting: &Setting<'_>, players: [&mut dyn Player; 2]) -> Result<Played, NoResult> {
    let mut table = Table::new(setting, players);
    for color in Color::ALL {
        let game = NewGame {
            pairing: setting.pairing,
            start: setting.opening.start.as_ref(),
            opening: &setting.opening.position,
            color,
            limits: setting.limits[color.index()],
            opponent: setting.names[(!color).index()],
        };
        if let Err(refusal) = table.players[color.index()].new_game(&game) {
            return Played::refused(table.moves, color, refusal);
        }
    }
    loop {
        if let Some((result, ending, detail)) = table.verdict() {
            return Ok(table.end(result, ending, detail));
        }
        let color = table.position.side();
        if let Err(refusal) = table.turn() {
            let played = Played::refused(std::mem::take(&mut table.moves), color, refusal)?;
            table.tell(&played);
            return Ok(played);
        }
    }
}

/// The board with both clocks.
struct Table<'a> {
    position: Position,
    clocks: [Clock; 2],
    players: [&'a mut dyn Player; 2],
    moves: Vec<Ply>,
    adjudicator: Adjudicator,
    rules: Adjudication,
}

impl<'a> Table<'a> {
    fn new(setting: &Setting<'_>, players: [&'a mut dyn Player; 2]) -> Table<'a> {
        Table {
            position: setting.opening.position.clone(),
            clocks: setting.limits.map(|limits| Clock::new(*limits)),
            players,
            moves: opening_plies(setting.opening),
            adjudicator: Adjudicator::default(),
            rules: setting.adjudication,
        }
    }

    /// Lets the side to move make one move.
    fn turn(&mut self) -> Result<(), Refusal> {
        let us = self.position.side().index();
        let limits = self.clocks[us].limits;
        let turn = Turn {
            position: &self.position,
            limits: &limits,
            clocks: [self.clocks[0].left, self.clocks[1].left],
            increments: [self.clocks[0].increment(), self.clocks[1].increment()],
            moves_to_go: self.clocks[us].moves_to_go,
            allowed: self.clocks[us].allowed(),
        };
        let Answer { mv, info, used } = self.players[us].think(&turn)?;
        self.clocks[us].spend(used);
        self.moves.push(Ply {
            text: self.position.move_text(mv, Ranks::FromOne),
            eval: info.eval,
            depth: info.depth,
            millis: Some(used.as_millis() as u64),
        });
        self.adjudicator.moved(self.position.side(), info.eval, &self.rules);
        self.position.make(mv);
        Ok(())
    }

    /// Whether the game is over, by the rules or by adjudication.
    fn verdict(&self) -> Option<(GameResult, Ending, String)> {
        if let Some(ending) = Ending::of_status(self.position.status()) {
            let result = match ending {
                Ending::Checkmate => GameResult::lost_by(self.position.side()),
                _ => GameResult::Draw,
            };
            return Some((result, ending, String::new()));
        }
        if let Some((result, ending)) = self.adjudicator.verdict(&self.rules, self.position.move_number()) {
            return Some((result, ending, String::new()));
        }
        let too_long = self.rules.max_plies.is_some_and(|most| self.moves.len() >= most as usize);
        too_long.then(|| (GameResult::Draw, Ending::MaxPlies, String::new()))
    }

    fn end(mut self, result: GameResult, ending: Ending, detail: String) -> Played {
        let played = Played { moves: std::mem::take(&mut self.moves), result, ending, detail };
        self.tell(&played);
        played
    }

    fn tell(&mut self, played: &Played) {
        let comment = played.ending.sentence(played.result.loser());
        for player in &mut self.players {
            player.game_over(played.result.text(), &comment);
        }
    }
}

/// One side's clock.
#[derive(Clone, Copy, Debug)]
struct Clock {
    limits: Limits,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    fn new(limits: Limits) -> Clock {
        let (left, moves_to_go) = match limits.thinking {
            Thinking::Clock { moves, base, .. } => (base, moves),
            Thinking::PerMove(time) => (time, None),
            Thinking::Unlimited => (Duration::ZERO, None),
        };
        Clock { limits, left, moves_to_go }
    }

    fn increment(&self) -> Duration {
        match self.limits.thinking {
            Thinking::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// The time after which the side has overstepped.
    fn allowed(&self) -> Option<Duration> {
        match self.limits.thinking {
            Thinking::Unlimited => None,
            _ => Some(self.left),
        }
    }

    fn spend(&mut self, used: Duration) {
        let Thinking::Clock { moves, base, increment } = self.limits.thinking else { return };
        self.left = self.left.saturating_sub(used) + increment;
        if let Some(to_go) = &mut self.moves_to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += base;
                self.moves_to_go = moves;
            }
        }
    }
}

/// Counts how long scores have been saying the same.
#[derive(Clone, Copy, Debug, Default)]
struct Adjudicator {
    /// Plies in a row with a score near zero.
    level: u32,
    /// Moves in a row with a hopeless score, by colour.
    lost: [u32; 2],
    /// Moves in a row with a winning score, by colour.
    won: [u32; 2],
}

impl Adjudicator {
    fn moved(&mut self, color: Color, eval: Option<Eval>, rules: &Adjudication) {
        let score = eval.map(Eval::centipawns);
        let count = |run: u32, goes_on: bool| if goes_on { run + 1 } else { 0 };
        if let Some(draw) = rules.draw {
            self.level = count(self.level, score.is_some_and(|s| s.abs() <= draw.score));
        }
        if let Some(resign) = rules.resign {
            let us = color.index();
            self.lost[us] = count(self.lost[us], score.is_some_and(|s| s <= -resign.score));
            self.won[us] = count(self.won[us], score.is_some_and(|s| s >= resign.score));
        }
    }

    fn verdict(&self, rules: &Adjudication, move_number: u16) -> Option<(GameResult, Ending)> {
        if let Some(rule) = rules.resign {
            let lost = |color: &Color| {
                self.lost[color.index()] >= rule.moves
                    && (!rule.two_sided || self.won[(!*color).index()] >= rule.moves)
            };
            if let Some(color) = Color::ALL.into_iter().find(lost) {
                return Some((GameResult::lost_by(color), Ending::WinAdjudication));
            }
        }
        let rule = rules.draw?;
        let drawn = self.level >= rule.moves * 2 && u32::from(move_number) >= rule.from_move;
        drawn.then_some((GameResult::Draw, Ending::DrawAdjudication))
    }
}

/// The FEN of an opening's start, if it has to be recorded.
pub fn start_fen(opening: &Opening) -> Option<String> {
    opening.start.as_ref().map(|start| start.fen(FenStyle::Plain))
}

/// Seconds since a moment.
pub(super) fn seconds_since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(moves: Option<u32>, base: u64, increment: u64) -> Limits {
        let (base, increment) = (Duration::from_secs(base), Duration::from_secs(increment));
        Limits { thinking: Thinking::Clock { moves, base, increment }, nodes: None, depth: None }
    }

    #[test]
    fn clocks_count_increments_and_time_controls() {
        let mut clock = Clock::new(limits(None, 10, 1));
        clock.spend(Duration::from_secs(4));
        assert_eq!(clock.allowed(), Some(Duration::from_secs(7)));
        let mut clock = Clock::new(limits(Some(2), 10, 0));
        clock.spend(Duration::from_secs(3));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(7), Some(1)));
        clock.spend(Duration::from_secs(3));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(14), Some(2)));
    }

    #[test]
    fn a_fixed_time_for_each_move_is_never_used_up() {
        let thinking = Thinking::PerMove(Duration::from_secs(2));
        let mut clock = Clock::new(Limits { thinking, nodes: None, depth: None });
        clock.spend(Duration::from_secs(2));
        assert_eq!(clock.allowed(), Some(Duration::from_secs(2)));
        let free = Limits { thinking: Thinking::Unlimited, nodes: Some(5), depth: None };
        assert_eq!(Clock::new(free).allowed(), None);
    }

    #[test]
    fn hopeless_scores_lose_and_level_scores_draw_only_when_asked_for() {
        let draw = DrawAdjudication { from_move: 10, moves: 2, score: 10 };
        let resign = ResignAdjudication { moves: 2, score: 500, two_sided: true };
        let rules = Adjudication { draw: Some(draw), resign: Some(resign), max_plies: None };
        let score = |n| Some(Eval::Centipawns(n));
        let mut level = Adjudicator::default();
        for color in [Color::White, Color::Black, Color::White] {
            level.moved(color, score(-10), &rules);
        }
        assert_eq!(level.verdict(&rules, 10), None);
        level.moved(Color::Black, score(10), &rules);
        assert_eq!(level.verdict(&rules, 9), None);
        assert_eq!(level.verdict(&rules, 10), Some((GameResult::Draw, Ending::DrawAdjudication)));
        let mut lost = Adjudicator::default();
        for _ in 0..2 {
            lost.moved(Color::White, Some(Eval::Mate(-3)), &rules);
            assert_eq!(lost.verdict(&rules, 50), None);
            lost.moved(Color::Black, score(600), &rules);
        }
        assert_eq!(lost.verdict(&rules, 50), Some((GameResult::Black, Ending::WinAdjudication)));
        lost.moved(Color::White, score(0), &rules);
        assert_eq!(lost.verdict(&rules, 50), None);
        let mut silent = Adjudicator::default();
        silent.moved(Color::White, None, &rules);
        silent.moved(Color::White, score(-900), &Adjudication::default());
        assert_eq!(silent.verdict(&Adjudication::default(), 90), None);
    }
}
