//! `panoply bench`: fixed positions, fixed depths, one thread. The node count is the fingerprint of the search: a
//! change that is not meant to alter play must not alter it, on any machine.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::config::{Config, GameChoice};
use crate::position::{Position, Ranks};
use crate::search::{Limits, Outcome, Searcher};

use super::Failure;
use super::game::compile;

/// Size of the transposition table in MiB.
const TABLE: usize = 16;
/// The start position of the game.
const START: &str = "";

/// One position of the bench.
struct Task {
    variant: &'static str,
    /// White's and Black's army; `None`: the variant's.
    armies: Option<[&'static str; 2]>,
    fen: &'static str,
    /// Depth in plies.
    depth: u32,
}

const fn of(variant: &'static str, fen: &'static str, depth: u32) -> Task {
    Task { variant, armies: None, fen, depth }
}

const fn armies(variant: &'static str, armies: [&'static str; 2], fen: &'static str, depth: u32) -> Task {
    Task { variant, armies: Some(armies), fen, depth }
}

/// All variants and armies: openings, middlegames and endgames. The odd FENs come from random games.
const TASKS: &[Task] = &[
    of("normal", START, 14),
    of("normal", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 11),
    of("normal", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8", 12),
    of("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 15),
    of("normal", "8/8/1p1k4/p1p2pp1/P1P2P2/1P1K2P1/8/8 w - - 0 40", 17),
    of("fairy", START, 13),
    armies("fairy", ["fide", "nutters"], START, 13),
    armies("fairy", ["clobberers", "fide"], START, 12),
    armies("fairy", ["rookies", "clobberers"], START, 12),
    armies("fairy", ["nutters", "rookies"], START, 12),
    armies(
        "fairy",
        ["clobberers", "nutters"],
        "t5it/ip2pkpp/2p5/5p2/1c6/3E1PP1/PP2F2P/L1F1K1EL w - - 0 1",
        8,
    ),
    armies(
        "fairy",
        ["nutters", "nutters"],
        "t1uckui1/ppp1ppp1/8/3p4/6pt/P2U3T/P1PPPPI1/T2CKU2 w Qq - 0 1",
        8,
    ),
    armies(
        "fairy",
        ["rookies", "rookies"],
        "s1h1khws/pp1p1m2/4p3/5Hpp/1w6/8/PPPPPPPP/1SWMK1WS b Kkq - 0 1",
        8,
    ),
    armies(
        "fairy",
        ["clobberers", "clobberers"],
        "4k1e1/1epp4/2a2fpp/p3p3/6P1/4K3/f2P1P1P/E1LA3E b - - 0 1",
        8,
    ),
    of("shooters", START, 12),
    armies("fairy", ["fide", "shooters2"], START, 11),
    armies("fairy", ["shooters", "fide"], "r1bqk1nr/pppppp1p/n7/8/8/5Nb1/PPPKP1PP/GNY2Y1G w kq - 0 1", 11),
    of("crazyhouse", START, 12),
    of("crazyhouse", "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQ1RK1[] w kq - 6 5", 10),
    of("crazyhouse", "1bb1nr2/2p3pP/ppbkp1P1/1P3p2/2P2P2/PN1PrB1R/3P1pK1/1R1Q2N1[NQp] b - - 0 1", 6),
    armies(
        "crazyhouse",
        ["clobberers", "nutters"],
        "t1uc1kit/i1ppp2p/p1U2p2/6p1/p5Pp/2P1P2F/P4P1P/1EL2KEL[APf] w - - 0 1",
        6,
    ),
    armies(
        "crazyhouse",
        ["rookies", "fide"],
        "2R1S~3/p7/1s4Q1/P2k1p2/5K2/4P3/b2PW1P1/H5M1[BNNPPPPPRSWhpppp] b - - 0 1",
        5,
    ),
    of("cylinder", START, 11),
    of("cylinder", "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 6 5", 9),
    of("cylinder", "k7/8/6p1/n3P1P1/1p6/8/7K/8 b - - 0 1", 14),
    of("cylinderhouse", START, 10),
    of("cylinderhouse", "2q2kn1/2p3p1/5p1r/1q1R4/B1Pbn1P1/1R1P1P2/P2p4/3K3B[BPPPPRnnppp] b - - 0 1", 6),
    of("grand", START, 11),
    armies("grand", ["grandshooters", "grand"], START, 10),
    of("grand", "1r2k5/1n3q1b2/p1pappppp1/7n2/1P8/10/1PN1P3P1/P2PKPP3/1R5BN1/3B1M4 b - - 0 1", 9),
    of("berolina", START, 12),
    of("capablanca", START, 11),
    of("knightmate", START, 12),
];

/// Runs the bench. The last line is `N nodes M nps`.
pub(crate) fn run(out: &mut impl Write) -> Result<ExitCode, Failure> {
    let config = Config::shipped();
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for task in TASKS {
        let position = task.position(&config)?;
        let mut searcher = Searcher::new(TABLE);
        // What a game needs once is not the search's time: the memory of the table, and what is made from the rules.
        searcher.clear();
        searcher.prepare(position.rules());
        let start = Instant::now();
        let limits = Limits { depth: Some(task.depth), ..Limits::default() };
        let outcome = searcher.search(&position, &limits, &AtomicBool::new(false), &mut |_| ());
        time += start.elapsed();
        nodes += outcome.nodes;
        writeln!(out, "{}", task.line(&position, &outcome))?;
        out.flush()?;
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    Ok(ExitCode::SUCCESS)
}

impl Task {
    fn position(&self, config: &Config) -> Result<Position, Failure> {
        let mut choice = GameChoice::variant(self.variant);
        if let Some([white, black]) = self.armies {
            (choice.white, choice.black) = (Some(white.to_owned()), Some(black.to_owned()));
        }
        let rules = compile(config, &choice)?;
        match self.fen {
            START => Ok(Position::start(rules)?),
            fen => Position::from_fen(rules, fen).map_err(|error| Failure(format!("FEN `{fen}`: {error}"))),
        }
    }

    fn line(&self, position: &Position, outcome: &Outcome) -> String {
        let armies = self.armies.map_or(String::new(), |[white, black]| format!(" {white}-{black}"));
        let stage = if self.fen == START { "start" } else { "midgame" };
        let best = outcome.best.map_or("none".to_owned(), |mv| position.move_text(mv, Ranks::FromOne));
        let (nodes, score) = (outcome.nodes, outcome.score);
        format!(
            "{}{armies} {stage} depth {}: {nodes} nodes, score {score}, best {best}",
            self.variant, self.depth
        )
    }
}
