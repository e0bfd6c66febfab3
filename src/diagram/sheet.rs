//! Rule sheets: everything that a player of one game must know, as one HTML page.
//!
//! The page holds its pictures and its style in itself, needs no network and no script, prints on paper, and puts as
//! many pieces side by side as a screen has room for.

use std::fmt::Write;

use crate::position::Position;
use crate::rules::{PromotionChoice, Rules, Wing};
use crate::types::{Color, Kind, Square};

use super::svg::{self, escaped};
use super::{Diagram, Look, Scene};

/// How a page looks.
const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem;color:#222;\
    background:#fff;print-color-adjust:exact;-webkit-print-color-adjust:exact}\
    h1{font-size:1.6rem}h2{font-size:1.2rem;margin:1.5rem 0 .5rem;break-after:avoid}\
    svg{width:100%;height:auto;display:block}.start{max-width:26rem}\
    .pieces{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));gap:1rem}\
    figure{margin:0;max-width:19rem;break-inside:avoid}figcaption{font-weight:bold}\
    figcaption span{display:block;font-weight:normal;font-size:.9rem;color:#555;overflow-wrap:anywhere}\
    .legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;list-style:none}\
    .legend li{display:flex;align-items:center;gap:.4rem}.legend svg{width:1.3rem}\
    footer{margin-top:2rem;font-size:.85rem;color:#666}\
    @media print{body{max-width:none;padding:0;font-size:11pt}.pieces{grid-template-columns:repeat(4,1fr)}\
    .start{max-width:8cm}}";

/// The rule sheet of the game that begins with this position.
pub fn rule_sheet(start: &Position) -> String {
    let rules = start.rules();
    let title = escaped(&title(rules));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let man = |square: Square| {
        let piece = start.at(square);
        Some((piece.color()?, rules.letter(piece.kind())))
    };
    let _ = writeln!(page, "<div class=\"start\">{}</div>", svg::position(rules.geometry(), man));
    for (heading, kinds) in groups(rules) {
        let diagrams: Vec<Diagram> = kinds.iter().map(|&kind| diagram(rules, kind)).collect();
        let figures: String = diagrams.iter().map(figure).collect();
        let _ = writeln!(page, "<h2>{}</h2>\n<div class=\"pieces\">\n{figures}</div>", escaped(&heading));
    }
    let _ = writeln!(page, "{}", legend(rules));
    for (heading, sentences) in sections(rules) {
        let _ = writeln!(page, "<h2>{heading}</h2>");
        for sentence in sentences {
            let _ = writeln!(page, "<p>{}</p>", escaped(&sentence));
        }
    }
    let _ = writeln!(page, "<footer>Panoply {}</footer>\n</body>\n</html>", env!("CARGO_PKG_VERSION"));
    page
}

/// The diagram of a kind on the board of its game, as White moves it, with name, moves and value above it. A Pawn stands
/// where it starts, everything else in the middle.
pub fn diagram(rules: &Rules, kind: Kind) -> Diagram {
    let spec = &rules.spec.kinds[kind.index()];
    let mut scene = Scene::alone(rules.geometry());
    if spec.pawn
        && let Some(&row) = rules.spec.pawn_rows.iter().max()
    {
        scene.at = Square::new(scene.at.file(), row);
    }
    let mut caption = vec![format!("{} {}", spec.name, spec.letter), spec.moves.to_string()];
    caption.extend((!spec.royal).then(|| value(rules.value(kind))));
    Diagram::new(caption, spec.letter, &spec.moves, &scene)
}

/// A value in Pawns: one number, or two for the midgame and the endgame.
pub fn value((midgame, endgame): (i32, i32)) -> String {
    let pawns = |centipawns: i32| format!("{}.{:02}", centipawns / 100, centipawns % 100);
    if midgame == endgame { pawns(midgame) } else { format!("{} to {}", pawns(midgame), pawns(endgame)) }
}

fn has_twins(rules: &Rules) -> bool {
    rules.spec.armies[Color::White].id == rules.spec.armies[Color::Black].id
}

fn title(rules: &Rules) -> String {
    let [white, black] = Color::ALL.map(|color| rules.spec.armies[color].name.clone());
    if has_twins(rules) { white } else { format!("{white} against {black}") }
}

/// The kinds by heading: those that only one side has, and those that both have.
fn groups(rules: &Rules) -> Vec<(String, Vec<Kind>)> {
    let has = |color: Color, kind: Kind| rules.start_count(color, kind) > 0;
    let of = |white: bool, black: bool| -> Vec<Kind> {
        rules
            .kinds()
            .filter(|&kind| (has(Color::White, kind), has(Color::Black, kind)) == (white, black))
            .collect()
    };
    let [white, black] = Color::ALL.map(|color| rules.spec.armies[color].name.clone());
    let both = if has_twins(rules) { "The pieces" } else { "Both sides" };
    let groups = [
        (format!("White: {white}"), of(true, false)),
        (format!("Black: {black}"), of(false, true)),
        (both.to_owned(), of(true, true)),
    ];
    groups.into_iter().filter(|(_, kinds)| !kinds.is_empty()).collect()
}

fn figure(diagram: &Diagram) -> String {
    let mut lines = diagram.caption.iter().map(|line| escaped(line));
    let name = lines.next().unwrap_or_default();
    let rest: Vec<String> = lines.map(|line| format!("<span>{line}</span>")).collect();
    format!("<figure>{}<figcaption>{name}{}</figcaption></figure>\n", svg::board(diagram), rest.concat())
}

fn legend(rules: &Rules) -> String {
    let diagrams: Vec<Diagram> = rules.kinds().map(|kind| diagram(rules, kind)).collect();
    let entry = |look: Look| format!("<li>{}{}</li>", svg::sample(look), look.meaning());
    let entries: String = super::occurring(&diagrams).map(entry).collect();
    let initial = if diagrams.iter().any(Diagram::has_initial) {
        "<li><b>i</b> only before it has moved</li>"
    } else {
        ""
    };
    format!(
        "<ul class=\"legend\">{entries}{initial}</ul>\n<p>The diagrams show White's pieces; Black's are turned round. \
         Values are in Pawns.</p>"
    )
}

/// Headings with what there is to say below them.
fn sections(rules: &Rules) -> Vec<(&'static str, Vec<String>)> {
    let mut sections = Vec::new();
    let board = board(rules);
    if !board.is_empty() {
        sections.push(("Board", board));
    }
    sections.push(("Castling", castling(rules)));
    if rules.pawn().is_some() {
        sections.push(("Promotion", promotion(rules)));
    }
    let rest = "All else is as in chess: check, mate and stalemate, en passant captures, draws.";
    sections.push(("Everything else", vec![rest.to_owned()]));
    sections
}

fn board(rules: &Rules) -> Vec<String> {
    let mut sentences = Vec::new();
    if rules.geometry().cylinder {
        sentences
            .push("The board is a cylinder: the last file is next to the first, for every piece.".to_owned());
    }
    if let Some(holdings) = &rules.spec.holdings {
        let (first, last) = (holdings.pawn_ranks.0 + 1, holdings.pawn_ranks.1 + 1);
        let demotion = if holdings.demote { " A promoted piece becomes a Pawn again." } else { "" };
        sentences.push(format!(
            "Captured pieces change sides. Instead of a move one of them can be dropped on an empty square, a Pawn on \
             the ranks {first} to {last} of its side.{demotion}"
        ));
    }
    sentences
}

fn castling(rules: &Rules) -> Vec<String> {
    let mut sentences = Vec::new();
    for color in Color::ALL {
        for rule in rules.castling.iter().flatten().filter(|rule| rule.color == color) {
            let wing = match rule.wing {
                Wing::King => "the last file",
                Wing::Queen => "the first file",
            };
            let name = |kind: Kind| &rules.spec.kinds[kind.index()].name;
            sentences.push(format!(
                "{}, toward {wing}: the {} goes from {} to {}, the {} from {} to {}.",
                color.name(),
                name(rules.royal(color)),
                rule.king_from,
                rule.king_to,
                name(rule.partner),
                rule.partner_from,
                rule.partner_to
            ));
        }
    }
    if sentences.is_empty() {
        sentences.push("There is no castling.".to_owned());
    } else {
        sentences.push(
            "Neither may have moved, all squares between must be empty, and the King may not be in check, nor pass or \
             reach an attacked square."
                .to_owned(),
        );
    }
    sentences
}

fn promotion(rules: &Rules) -> Vec<String> {
    let names = |color: Color| {
        let names: Vec<&str> =
            rules.promotions(color).iter().map(|kind| rules.spec.kinds[kind.index()].name.as_str()).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.join(""),
        }
    };
    let ranks = rules.geometry().ranks;
    let when = match rules.spec.promotion.zone {
        1 => "On the last rank a Pawn becomes".to_owned(),
        zone => format!(
            "From rank {} of its side on a Pawn can become, and on rank {ranks} must become",
            ranks - zone + 1
        ),
    };
    let whose = match rules.spec.promotion.choice {
        PromotionChoice::Either if !has_twins(rules) => "a piece of either army",
        _ => "a piece of its own army",
    };
    let mut sentences: Vec<String> = if names(Color::White) == names(Color::Black) {
        vec![format!("{when} {whose}: {}.", names(Color::White))]
    } else {
        let [white, black] = Color::ALL.map(names);
        vec![format!("{when} {whose}: White's {white}, Black's {black}.")]
    };
    if rules.spec.promotion.limited {
        sentences.push("Only kinds can be chosen of which the side has fewer than at the start.".to_owned());
    }
    sentences
}
