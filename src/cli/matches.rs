//! `panoply match`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::config::{BoardSize, Config};
use crate::referee::game::Adjudication;
use crate::referee::openings::{self, Openings, Source};
use crate::referee::options::{
    DrawAdjudication, EngineSpec, Limits, ResignAdjudication, Shard, Thinking, parse_clock, parse_seconds,
};
use crate::referee::player::Patience;
use crate::referee::record::{self, GameHeader, Header, Recorder};
use crate::referee::run::{self, Match};
use crate::referee::schedule::Schedule;
use crate::referee::sprt::Sprt;
use crate::referee::tally::Tally;
use crate::referee::{Stop, pgn, replay, report};
use crate::rules::PromotionChoice;
use crate::types::Color;

use super::Failure;
use super::game::GameArgs;

/// The exit status after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;
/// The armies of `--pairings classic`.
const CLASSIC: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];

const EXAMPLES: &str = "Examples:
  panoply match --engine cmd=./new,name=new --engine cmd=./old,name=old --variant crazyhouse --games 200 \\
      --tc 10+0.1 --random-plies 6 --repeat --concurrency 2 --json match.json --pgn match.pgn
  panoply match --engine cmd=./panoply,name=panoply \\
      --engine 'cmd=fairymax,variant=fairy,option.Variant fairy selects={White}-{Black},letters=fairy-max' \\
      --pairings classic-mixed --games 240 --repeat --random-plies 4 --tc 5+0.05
  panoply match --engine cmd=./panoply,name=panoply \\
      --engine 'cmd=stockfish,proto=uci,option.VariantPath=variants.ini,variant={white}-{black}' \\
      --pairings classic --games 64 --repeat --no-castling --st 0.1
  panoply match --engine cmd=./new --engine cmd=./old,name=old --sprt elo0=0,elo1=5 --tc 8+0.08 --repeat --random-plies 8
  parallel panoply match --engine cmd=./new --engine cmd=./old,name=old --games 1000 --repeat --random-plies 8 \\
      --tc 8+0.08 --shard {}/4 --json part{}.json ::: 1 2 3 4
  panoply match --merge part1.json part2.json part3.json part4.json
  panoply match --replay match.pgn";

/// Arguments of `panoply match`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// An engine, as KEY=VALUE pairs with commas between them. Give two or more.
    ///
    /// cmd=PROGRAM with arguments, name=NAME, proto=xboard (default) or uci, dir=DIRECTORY, option.NAME=VALUE (any
    /// number), variant=NAME (what the engine calls the variant), letters=fairy-max or ARMY:LETTERS (how it writes the
    /// pieces), tc=, st=, nodes=, depth= (its own limits), memory=MB, cores=N, restart=on (a new process for each
    /// game). In the variant's name and in values of options {white} and {black} stand for the ids of the armies,
    /// {White} and {Black} for their names. A comma in a value is written `\,`. An engine with the options of Panoply
    /// is told armies and rules by them.
    #[arg(long = "engine", value_name = "SPEC", required_unless_present_any = ["merge", "replay"])]
    engines: Vec<EngineSpec>,
    #[command(flatten)]
    game: GameArgs,
    /// Pairings of armies to go round: all (on the board of the variant), classic (16), classic-mixed (12), or a list such as
    /// fide-clobberers,nutters-rookies, White's first.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["white", "black"])]
    pairings: Option<String>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    #[command(flatten)]
    patience: PatienceArgs,
    #[command(flatten)]
    files: FileArgs,
}

/// How much is played.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Amount")]
struct Amount {
    /// The number of games of the whole match.
    #[arg(long, value_name = "N", required_unless_present_any = ["sprt", "merge", "replay"], value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: Option<u32>,
    /// Stop when this test of the first engine against the second is decided: elo0=0,elo1=5,alpha=0.05,beta=0.05;
    /// model=normalised counts in normalised Elo.
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Games at the same time.
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Play each opening and pairing twice, with the engines exchanging colours and armies.
    #[arg(long)]
    repeat: bool,
    /// Let the first engine meet each of the others, instead of all meeting all.
    #[arg(long)]
    gauntlet: bool,
    /// Play only part I of N of the match.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// How long engines may think.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Time")]
struct LimitArgs {
    /// A clock: [MOVES/]SECONDS[+INCREMENT].
    #[arg(long, value_name = "TC", value_parser = parse_clock, conflicts_with = "st")]
    tc: Option<Thinking>,
    /// Seconds a move.
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    st: Option<Duration>,
    /// Nodes a move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

/// Where games start.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Openings")]
struct OpeningArgs {
    /// Start from the positions of an EPD or FEN file, in order.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "fen"])]
    openings: Option<PathBuf>,
    /// Begin with so many random moves.
    #[arg(long, value_name = "K", conflicts_with = "fen", value_parser = clap::value_parser!(u32).range(0..=200))]
    random_plies: Option<u32>,
    /// Only random openings that leave neither side more than CP centipawns ahead, by a short search of our own.
    #[arg(long, value_name = "CP", requires = "random_plies")]
    max_lead: Option<u16>,
    /// What the random moves follow from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Start without castling rights.
    #[arg(long)]
    no_castling: bool,
}

/// When games are broken off.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Adjudication (off by default)")]
struct AdjudicationArgs {
    /// Draw when from move FROM on both scores stay within SCORE centipawns for MOVES moves: from=40,moves=8,score=10.
    #[arg(long, value_name = "RULE")]
    draw_adjudication: Option<DrawAdjudication>,
    /// Lost when an engine's score stays below -SCORE centipawns for MOVES moves: moves=3,score=600[,twosided=on].
    #[arg(long, value_name = "RULE")]
    resign_adjudication: Option<ResignAdjudication>,
    /// Draw after N plies.
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
}

/// How long the referee waits.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Patience")]
struct PatienceArgs {
    /// Milliseconds that an engine may overstep its time.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds after its time until an engine counts as hanging.
    #[arg(long, value_name = "S", default_value = "5", value_parser = parse_seconds)]
    grace: Duration,
    /// Seconds for a move without a limit of time.
    #[arg(long, value_name = "S", default_value = "120", value_parser = parse_seconds)]
    move_timeout: Duration,
    /// Seconds for an engine to get ready.
    #[arg(long, value_name = "S", default_value = "30", value_parser = parse_seconds)]
    start_timeout: Duration,
    /// Seconds for an engine to answer a ping.
    #[arg(long, value_name = "S", default_value = "15", value_parser = parse_seconds)]
    ping_timeout: Duration,
}

/// What is written and read.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Files")]
struct FileArgs {
    /// Write the games to a PGN file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a record of each game to a file of JSON lines; needed for --resume and --merge.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the match recorded in the --json file; the PGN file is written anew from it.
    #[arg(long, requires = "json")]
    resume: bool,
    /// Put records of shards together and report on them, without playing.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "replay", "resume"])]
    merge: Vec<PathBuf>,
    /// Check every move and result of a PGN file, without playing.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engines", "resume"])]
    replay: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        if let Some(path) = &self.files.replay {
            return check_file(config, path, out);
        }
        if !self.files.merge.is_empty() {
            return self.merge(config, out);
        }
        let plan = self.plan(config)?;
        let stop = Stop::default();
        stop_on_signal(&stop)?;
        let outcome = run::run(&plan, &stop, out)?;
        write!(out, "\n{}", report::report(&plan.header, &outcome.tally, plan.sprt.as_ref()))?;
        if outcome.stopped {
            eprintln!("panoply: the match was stopped before its end");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, config: &Config) -> Result<Match, Failure> {
        let engines = self.engines.clone();
        if engines.len() < 2 {
            return Err(Failure("a match needs two engines".to_owned()));
        }
        let names: HashSet<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        if names.len() < engines.len() {
            return Err(Failure("two engines have the same name: give them name=NAME".to_owned()));
        }
        let limits = engines.iter().map(|engine| self.limits_of(engine)).collect::<Result<Vec<_>, _>>()?;
        let sprt = self.amount.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
        if sprt.is_some() && engines.len() > 2 {
            return Err(Failure("a test is of two engines".to_owned()));
        }
        let (source, described) = self.source()?;
        let header = self.header(config, &engines, &limits, described)?;
        let pairings = run::pairings(config, &header)?;
        let castling = !self.openings.no_castling;
        let openings = pairings
            .iter()
            .map(|pairing| Openings::new(&source, castling, pairing))
            .collect::<Result<Vec<_>, _>>()?;
        let shard = self.amount.shard.unwrap_or(Shard::WHOLE);
        let schedule =
            Schedule::new(engines.len(), self.amount.gauntlet, pairings.len(), self.amount.repeat, shard);
        Ok(Match {
            header,
            engines,
            limits,
            pairings,
            openings,
            schedule,
            adjudication: self.adjudication.rules(),
            patience: self.patience.patience(),
            concurrency: usize::from(self.amount.concurrency),
            games: self.amount.games,
            sprt,
            json: self.files.json.clone(),
            pgn: self.files.pgn.clone(),
            resume: self.files.resume,
        })
    }

    fn limits_of(&self, engine: &EngineSpec) -> Result<Limits, Failure> {
        let own = engine.limits;
        let common = self.limits.tc.or(self.limits.st.map(Thinking::PerMove));
        let limits = Limits {
            thinking: own.thinking.or(common).unwrap_or(Thinking::Unlimited),
            nodes: own.nodes.or(self.limits.nodes),
            depth: own.depth.or(self.limits.depth),
        };
        if limits.thinking == Thinking::Unlimited && limits.nodes.is_none() && limits.depth.is_none() {
            return Err(Failure(format!(
                "{} could think for ever: give --tc, --st, --nodes or --depth",
                engine.name
            )));
        }
        Ok(limits)
    }

    /// Where games start, and how the record calls it.
    fn source(&self) -> Result<(Source, String), Failure> {
        if let Some(path) = &self.openings.openings {
            let text = fs::read_to_string(path).map_err(|e| Failure(format!("{}: {e}", path.display())))?;
            let fens = openings::read_file(&text);
            let hash = openings::fingerprint(fens.iter().flat_map(|fen| fen.bytes()));
            let described = format!("{} positions, hash {hash:016x}", fens.len());
            return Ok((Source::File(fens), described));
        }
        let OpeningArgs { seed, max_lead, .. } = self.openings;
        Ok(match (self.openings.random_plies, self.game.fen.as_deref()) {
            (Some(plies), _) if plies > 0 => {
                let lead = max_lead.map_or(String::new(), |lead| format!(" within {lead} centipawns"));
                let described = format!("{plies} random plies{lead}, seed {seed}");
                (Source::Random { plies, seed, max_lead }, described)
            }
            _ if max_lead.is_some() => return Err(Failure("--max-lead needs random moves".to_owned())),
            (_, Some(fen)) if fen != "startpos" => (Source::Position(fen.to_owned()), format!("FEN {fen}")),
            _ => (Source::Start, "start position".to_owned()),
        })
    }

    fn header(
        &self,
        config: &Config,
        engines: &[EngineSpec],
        limits: &[Limits],
        openings: String,
    ) -> Result<Header, Failure> {
        let choice = self.game.choice();
        let armies = self.pairings.is_some() || choice.white.is_some() || choice.black.is_some();
        let variant = if armies && choice.variant == "normal" { "fairy" } else { &choice.variant };
        let choice = crate::config::GameChoice { variant: variant.to_owned(), ..choice };
        let game = config.game(&choice)?;
        let pairings = match &self.pairings {
            Some(list) => {
                let board = BoardSize { files: game.geometry.files, ranks: game.geometry.ranks };
                read_pairings(config, board, list)?
            }
            None => vec![(game.armies[Color::White].id.clone(), game.armies[Color::Black].id.clone())],
        };
        let shard = self.amount.shard.unwrap_or(Shard::WHOLE);
        Ok(Header {
            panoply_match: Header::FORMAT,
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            specs: engines.iter().map(|engine| engine.text.clone()).collect(),
            limits: limits.iter().map(Limits::describe).collect(),
            time_controls: limits.iter().map(Limits::pgn).collect(),
            game: GameHeader {
                variant: variant.to_owned(),
                armies,
                cylinder: choice.cylinder,
                holdings: choice.holdings,
                either: choice.promotion.map(|p| p == PromotionChoice::Either),
            },
            pairings,
            openings,
            no_castling: self.openings.no_castling,
            repeat: self.amount.repeat,
            gauntlet: self.amount.gauntlet,
            adjudication: format!("{:?}", self.adjudication.rules()),
            shard: (shard.index, shard.count),
            games: self.amount.games,
            sprt: self.amount.sprt.clone(),
        })
    }

    fn merge(&self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let first = record::read(&self.files.merge[0], |_| Ok(()))?.0;
        let whole = Header { shard: (1, 1), ..first };
        let pairings = run::pairings(config, &whole)?;
        let create = |path: &PathBuf| Recorder::create(path, &whole, false);
        let mut recorder = self.files.json.as_ref().map(create).transpose()?;
        let mut games = self.files.pgn.as_deref().map(new_file).transpose()?;
        let mut tally = Tally::new(&whole);
        let mut seen = HashSet::new();
        for path in &self.files.merge {
            let (header, _) = record::read(path, |game| {
                if !seen.insert(game.game) {
                    return Err(format!("{}: game {} is there twice", path.display(), game.game));
                }
                let known = game.white.max(game.black) < whole.engines.len();
                let pairing = pairings.get(game.pairing).filter(|_| known);
                let pairing = pairing.ok_or_else(|| format!("game {} is none of this match", game.game))?;
                if let Some(recorder) = &mut recorder {
                    recorder.game(&game)?;
                }
                if let Some(file) = &mut games {
                    let text = pgn::write(&whole, pairing, &game)?;
                    file.write_all(text.as_bytes()).map_err(|e| format!("PGN: {e}"))?;
                }
                tally.add(&game);
                Ok(())
            })?;
            if let Some(difference) = whole.difference(&header) {
                return Err(Failure(format!("{} is of another match: {difference}", path.display())));
            }
        }
        let sprt = whole.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
        write!(out, "{}", report::report(&whole, &tally, sprt.as_ref()))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl AdjudicationArgs {
    fn rules(&self) -> Adjudication {
        Adjudication {
            draw: self.draw_adjudication,
            resign: self.resign_adjudication,
            max_plies: self.max_plies,
        }
    }
}

impl PatienceArgs {
    fn patience(&self) -> Patience {
        Patience {
            margin: Duration::from_millis(self.margin),
            grace: self.grace,
            untimed: self.move_timeout,
            start: self.start_timeout,
            ping: self.ping_timeout,
            ..Patience::default()
        }
    }
}

/// Lets Ctrl-C end the match in good order, and a second one at once.
fn stop_on_signal(stop: &Stop) -> Result<(), Failure> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_set() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        stop.set();
    })?;
    Ok(())
}

fn new_file(path: &Path) -> Result<File, String> {
    File::create_new(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn check_file(config: &Config, path: &Path, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let file = File::open(path).map_err(|e| Failure(format!("{}: {e}", path.display())))?;
    let findings = replay::check(config, BufReader::new(file))
        .map_err(|e| Failure(format!("{}: {e}", path.display())))?;
    for error in &findings.errors {
        writeln!(out, "{}: {error}", path.display())?;
    }
    let (games, moves, wrong) = (findings.games, findings.moves, findings.errors.len());
    writeln!(out, "{games} games, {moves} legal moves, {wrong} errors")?;
    Ok(if wrong == 0 && games > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads `--pairings`: ids of armies, White's first.
fn read_pairings(config: &Config, board: BoardSize, list: &str) -> Result<Vec<(String, String)>, Failure> {
    let fitting = || config.armies().iter().filter(|army| army.board == board).map(|army| army.id.clone());
    let all_of = |armies: Vec<String>, mixed: bool| {
        let pair = |white: &String| {
            let white = white.clone();
            armies.clone().into_iter().map(move |black| (white.clone(), black))
        };
        let pairs = armies.iter().flat_map(pair).filter(move |(white, black)| !mixed || white != black);
        pairs.collect::<Vec<_>>()
    };
    let classic = || CLASSIC.iter().map(|&id| id.to_owned()).collect();
    match list {
        "all" => {
            let mut pairs = all_of(fitting().collect(), false);
            pairs.retain(|(white, black)| match (config.army(white), config.army(black)) {
                (Ok(white), Ok(black)) => config.can_meet(white, black),
                _ => false,
            });
            Ok(pairs)
        }
        "classic" => Ok(all_of(classic(), false)),
        "classic-mixed" => Ok(all_of(classic(), true)),
        list => list.split(',').map(|pair| read_pairing(config, pair.trim())).collect(),
    }
}

/// Reads `WHITE-BLACK`.
pub(super) fn read_pairing(config: &Config, text: &str) -> Result<(String, String), Failure> {
    let found = config.pairing(text).map(|[white, black]| (white, black));
    found.ok_or_else(|| {
        let known: Vec<&str> = config.armies().iter().map(|army| army.id.as_str()).collect();
        Failure(format!("`{text}` is no pairing of armies WHITE-BLACK; armies: {}", known.join(", ")))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn pairs(list: &str) -> Vec<(String, String)> {
        read_pairings(&Config::shipped(), BoardSize::CHESS, list).unwrap()
    }

    #[test]
    fn pairings_are_read_even_with_hyphens_in_names() {
        assert_eq!(pairs("classic").len(), 16);
        assert_eq!(pairs("classic-mixed").len(), 12);
        let has = |white: &str, black: &str| pairs("all").contains(&(white.to_owned(), black.to_owned()));
        assert!(has("shooters", "bozos") && has("fizzies", "augmented-nw") && has("berolina", "berolina"));
        assert!(!has("shooters", "berolina"), "two kinds of Pawn make no game");
        assert!(!pairs("all").iter().any(|(white, _)| white == "grand"));
        let found = pairs("fide-Clobberers, chigorin-knights-chigorin-bishops");
        assert_eq!(found[0], ("fide".to_owned(), "clobberers".to_owned()));
        assert_eq!(found[1], ("chigorin-knights".to_owned(), "chigorin-bishops".to_owned()));
        assert!(read_pairings(&Config::shipped(), BoardSize::CHESS, "fide-martians").is_err());
    }
}
