//! `panoply pieces`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::ValueEnum;

use crate::betza::{self, PieceMoves};
use crate::config::{Config, Named, PieceDef};
use crate::diagram::{self, Diagram, Scene};
use crate::position::Position;
use crate::rules::{Geometry, Rules};
use crate::types::{Color, Kind};

use super::Failure;
use super::game::{self, Topology};
use super::matches::read_pairing;

/// Columns of a terminal whose width is unknown, and of pipes.
const COLUMNS: usize = 80;
/// What stands for a piece without a name.
const NAMELESS: char = '@';

const EXAMPLES: &str = "Examples:
  panoply pieces nutters                                       every piece of an army
  panoply pieces hero wyvern --at a1                           single pieces
  panoply pieces clobberers-nutters --html sheet.html          a rule sheet of a pairing
  panoply pieces --betza fsRbWbF                               a string: here a Rook that is a King backward
  panoply pieces --betza WafmpafW --at b1 --white c1 --black \"b4 d1\"
  panoply pieces --betza oR --at a1 --color black --topology cylinder --size 10x8";

/// Arguments of `panoply pieces`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Armies and pieces by id or name, or pairings of armies WHITE-BLACK.
    #[arg(value_name = "NAME", required_unless_present = "betza")]
    names: Vec<String>,
    /// Moves in Betza notation. The squares that such a piece can go to are printed as the last line, `targets ...`, by
    /// file and then by rank.
    #[arg(long, value_name = "STRING", conflicts_with_all = ["names", "html"])]
    betza: Option<String>,
    /// Write the diagrams to a picture instead.
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    svg: Option<PathBuf>,
    /// Write the rule sheet of one army or of a pairing instead: start position, diagrams, castling, promotion, values.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "color", "white", "black", "unmoved", "size"])]
    html: Option<PathBuf>,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Where the piece stands.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Board")]
struct SceneArgs {
    /// The piece's square; the middle of the board when absent.
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,
    /// Whose piece it is.
    #[arg(long, value_enum, default_value = "white")]
    color: Side,
    /// Squares with white men on them, such as "a2 b3".
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    white: String,
    /// Squares with black men on them.
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    black: String,
    /// The piece has not moved yet, so that its initial moves (`i`) are open.
    #[arg(long)]
    unmoved: bool,
    /// The shape of the board.
    #[arg(long, value_enum, default_value = "flat")]
    topology: Topology,
    /// The size of the board, files x ranks; that of the army, or 8x8, when absent.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    size: Option<(u8, u8)>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    White,
    Black,
}

fn parse_size(text: &str) -> Result<(u8, u8), String> {
    let size = |number: &str, max| number.parse().ok().filter(|n| (Geometry::MIN_SIZE..=max).contains(n));
    let read = || {
        let (files, ranks) = text.split_once(['x', 'X'])?;
        Some((size(files, Geometry::MAX_FILES)?, size(ranks, Geometry::MAX_RANKS)?))
    };
    let (least, most) = (Geometry::MIN_SIZE, Geometry::MAX_FILES);
    read().ok_or_else(|| format!("files and ranks are whole numbers from {least} to {most}, such as 8x8"))
}

impl SceneArgs {
    /// The scene on a board which is `usual` unless the options name another.
    fn scene(&self, usual: (u8, u8)) -> Result<Scene, Failure> {
        let (files, ranks) = self.size.unwrap_or(usual);
        let mut scene =
            Scene::alone(Geometry { files, ranks, cylinder: self.topology == Topology::Cylinder });
        scene.color = if self.color == Side::White { Color::White } else { Color::Black };
        scene.unmoved = self.unmoved;
        if let Some(at) = &self.at {
            scene.move_to(at).map_err(|error| Failure(format!("--at: {error}")))?;
        }
        for (color, option, names) in
            [(Color::White, "--white", &self.white), (Color::Black, "--black", &self.black)]
        {
            scene.add_men(color, names).map_err(|error| Failure(format!("{option}: {error}")))?;
        }
        Ok(scene)
    }

    /// Whether nothing was said about the board, so that every piece may stand where it shows best.
    fn is_usual(&self) -> bool {
        self.at.is_none()
            && self.color == Side::White
            && self.white.is_empty()
            && self.black.is_empty()
            && !self.unmoved
            && self.topology == Topology::Flat
            && self.size.is_none()
    }
}

impl Args {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.html {
            write_file(file, &self.rule_sheet(config)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let nameless = self.betza.as_deref().map(parse).transpose()?;
        let diagrams = match &nameless {
            Some(moves) => vec![self.nameless(moves)?],
            None => self.diagrams(config)?,
        };
        if let Some(file) = &self.svg {
            write_file(file, &diagram::pictures(&diagrams))?;
        } else {
            let (columns, colors) = screen();
            writeln!(out, "{}", diagram::side_by_side(&diagrams, columns, colors))?;
            writeln!(out, "{}", diagram::legend(&diagrams, colors))?;
        }
        if let Some(moves) = &nameless {
            let targets = diagram::targets(moves, &self.scene.scene((8, 8))?);
            let line = ["targets".to_owned()].into_iter().chain(targets.iter().map(ToString::to_string));
            writeln!(out, "{}", line.collect::<Vec<_>>().join(" "))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn nameless(&self, moves: &PieceMoves) -> Result<Diagram, Failure> {
        let caption = self.betza.iter().cloned().collect();
        Ok(Diagram::new(caption, NAMELESS, moves, &self.scene.scene((8, 8))?))
    }

    /// The diagrams of all that is named, each piece once.
    fn diagrams(&self, config: &Config) -> Result<Vec<Diagram>, Failure> {
        let mut seen: Vec<String> = Vec::new();
        let mut diagrams = Vec::new();
        for name in &self.names {
            for piece in named(config, name)? {
                if !seen.contains(&piece.id) {
                    diagrams.push(self.diagram(&piece)?);
                    seen.push(piece.id);
                }
            }
        }
        Ok(diagrams)
    }

    /// The diagram of a piece where it shows best, or where the options put it.
    fn diagram(&self, piece: &Shown) -> Result<Diagram, Failure> {
        if self.scene.is_usual() {
            return Ok(piece.usual.clone());
        }
        let Geometry { files, ranks, .. } = piece.usual.geometry;
        let scene = self.scene.scene((files, ranks))?;
        Ok(Diagram::new(piece.usual.caption.clone(), piece.letter, &piece.moves, &scene))
    }

    fn rule_sheet(&self, config: &Config) -> Result<String, Failure> {
        let army = |name: &String| config.army(name).map(|army| army.id.clone());
        let (white, black) = match &self.names[..] {
            [name] => match army(name) {
                Ok(id) => (id.clone(), id),
                Err(_) if config.named(name).is_ok() => {
                    return Err(Failure(format!(
                        "`{name}` is a piece: a rule sheet is of one army or of a pairing of two; `--svg FILE` draws pieces"
                    )));
                }
                Err(error) => read_pairing(config, name).map_err(|_| error)?,
            },
            [white, black] => (army(white)?, army(black)?),
            _ => {
                return Err(Failure(
                    "a rule sheet is of one army or of a pairing of two: name no more".to_owned(),
                ));
            }
        };
        let choice = crate::config::GameChoice {
            cylinder: (self.scene.topology == Topology::Cylinder).then_some(true),
            ..game::choice_of_armies(config, &white, &black)?
        };
        let start = Position::start(game::compile(config, &choice)?)?;
        Ok(diagram::rule_sheet(&start))
    }
}

/// Reads a string, and says what in it could be misunderstood.
fn parse(text: &str) -> Result<PieceMoves, Failure> {
    let (moves, warnings) =
        betza::parse_with_warnings(text).map_err(|error| Failure(format!("betza `{text}`: {error}")))?;
    for warning in &warnings {
        let word = if warning.kind.is_remark() { "note" } else { "warning" };
        eprintln!("panoply: {word}: betza `{text}`: {warning}");
    }
    Ok(moves)
}

/// A piece to be shown.
struct Shown {
    id: String,
    letter: char,
    moves: PieceMoves,
    /// Its diagram if nothing is said about the board.
    usual: Diagram,
}

impl Shown {
    fn of_kind(rules: &Rules, kind: Kind) -> Shown {
        let spec = &rules.spec.kinds[kind.index()];
        let usual = diagram::of_kind(rules, kind);
        Shown { id: spec.id.clone(), letter: spec.letter, moves: spec.moves.clone(), usual }
    }

    /// A piece that is in no army, and so in no game.
    fn of_piece(piece: &PieceDef) -> Shown {
        let caption = vec![format!("{} {}", piece.name, piece.letter), piece.moves.to_string()];
        let usual = Diagram::new(caption, piece.letter, &piece.moves, &Scene::alone(Geometry::CHESS));
        Shown { id: piece.id.clone(), letter: piece.letter, moves: piece.moves.clone(), usual }
    }
}

/// The pieces that a name stands for.
fn named(config: &Config, name: &str) -> Result<Vec<Shown>, Failure> {
    let all = |rules: Arc<Rules>| rules.kinds().map(|kind| Shown::of_kind(&rules, kind)).collect();
    match config.named(name) {
        Ok(Named::Army(army)) => Ok(all(game::of_armies(config, &army.id, &army.id)?)),
        Ok(Named::Piece(piece)) => {
            let Some(army) = config.armies().iter().find(|army| army.has_piece(&piece.id)) else {
                return Ok(vec![Shown::of_piece(piece)]);
            };
            let pieces: Vec<Shown> = all(game::of_armies(config, &army.id, &army.id)?);
            Ok(pieces.into_iter().filter(|shown| shown.id.eq_ignore_ascii_case(&piece.id)).collect())
        }
        Err(error) => match read_pairing(config, name) {
            Ok((white, black)) => Ok(all(game::of_armies(config, &white, &black)?)),
            Err(_) => Err(error.into()),
        },
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure(format!("{}: {error}", path.display())))
}

/// How many columns standard output has, and whether it wants colours: terminals do, unless `NO_COLOR` is set.
fn screen() -> (usize, bool) {
    let colors = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let size = terminal_size::terminal_size_of(io::stdout());
    (size.map_or(COLUMNS, |(width, _)| usize::from(width.0)), colors)
}
