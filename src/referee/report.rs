//! What is printed at the end: tables and one line an engine.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ending::Ending;
use super::record::Header;
use super::sprt::{Sprt, Verdict};
use super::stats::{self, Distribution, Estimate};
use super::tally::{Cell, Results, Score, Tally};

/// The report of a match; the last lines are those of [`result_lines`].
pub fn report(header: &Header, tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} games, {} plies", tally.games, tally.plies);
    for (name, limits) in header.engines.iter().zip(&header.limits) {
        let _ = writeln!(text, "  {name}: {limits}");
    }
    text += &meetings(header, tally);
    text += &pairings(header, tally);
    text += &armies(header, tally);
    text += &endings(tally);
    text += &misdeeds(header, tally);
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "\n{}", sprt_line(sprt, &tally.first_meeting()));
    }
    text.push('\n');
    text + &result_lines(header, tally)
}

/// `RESULT NAME games N wins W losses L draws D score S elo E error M`, one an engine. Blanks in names become `_`.
pub fn result_lines(header: &Header, tally: &Tally) -> String {
    let mut text = String::new();
    for (name, results) in header.engines.iter().zip(&tally.engines) {
        let Score { wins, draws, losses } = results.score;
        let games = results.score.games();
        let estimate = elo(results);
        let _ = writeln!(
            text,
            "RESULT {} games {games} wins {wins} losses {losses} draws {draws} score {:.1} elo {:.1} error {:.1}",
            name.replace(char::is_whitespace, "_"),
            results.score.mean() * 100.0,
            estimate.value,
            estimate.error,
        );
    }
    text
}

/// Elo of all games, with the error that the pairs give it.
fn elo(results: &Results) -> Estimate {
    let value = stats::elo_of_score(results.score.mean());
    let error = stats::elo(&results.distribution()).map_or(f64::INFINITY, |estimate| estimate.error);
    Estimate { value, error }
}

/// The state of a test in one line.
pub fn sprt_line(sprt: &Sprt, results: &Results) -> String {
    let ratio = sprt.ratio(&results.distribution());
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.verdict(ratio) {
        Verdict::Continue => "not decided",
        Verdict::Null => "H0 accepted",
        Verdict::Alternative => "H1 accepted",
    };
    format!(
        "SPRT elo0 {} elo1 {} alpha {} beta {}: LLR {ratio:.2} ({lower:.2} to {upper:.2}), {verdict}",
        sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
    )
}

/// Score, Elo and what else there is to say in one line.
pub fn summary(results: &Results) -> String {
    let Score { wins, draws, losses } = results.score;
    let estimate = elo(results);
    format!(
        "+{wins} ={draws} -{losses}, {:.1} %, Elo {:+.1} ± {:.1}",
        results.score.mean() * 100.0,
        estimate.value,
        estimate.error
    )
}

fn meetings(header: &Header, tally: &Tally) -> String {
    let mut table = Table::new(&[
        "engines",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "Elo",
        "error",
        "LOS",
        "nElo",
        "error",
        "pairs 0 ½ 1 1½ 2",
    ]);
    for (&(a, b), results) in &tally.meetings {
        let distribution = results.distribution();
        let normalised = stats::normalised_elo(&distribution);
        let mut row = vec![format!("{} - {}", header.engines[a], header.engines[b])];
        row.extend(score_cells(&results.score));
        row.extend(elo_cells(elo(results)));
        row.push(stats::superiority(&distribution).map_or(String::new(), |p| format!("{:.1} %", p * 100.0)));
        row.extend(normalised.map_or([String::new(), String::new()], elo_cells));
        row.push(if header.repeat { results.pairs.map(|n| n.to_string()).join(" ") } else { "-".to_owned() });
        table.row(row);
    }
    format!("\nEngine against engine (the first one's view)\n{}", table.text())
}

fn pairings(header: &Header, tally: &Tally) -> String {
    if header.pairings.len() < 2 {
        return String::new();
    }
    let mut table = Table::new(&[
        "pairing", "engines", "games", "wins", "draws", "losses", "score", "as White", "as Black", "White's",
    ]);
    for (&(pairing, a, b), cell) in &tally.cells {
        let (white, black) = &header.pairings[pairing];
        let mut row =
            vec![format!("{white} - {black}"), format!("{} - {}", header.engines[a], header.engines[b])];
        row.extend(score_cells(&cell.total()));
        row.extend([&cell.as_white, &cell.as_black, &cell.white()].map(percent));
        table.row(row);
    }
    format!(
        "\nPairing of armies, White's first (the first engine's view; the last column is White's army, whoever led \
         it)\n{}",
        table.text()
    )
}

/// Army against army, whoever led them and with whatever colour.
fn armies(header: &Header, tally: &Tally) -> String {
    let mut sums: BTreeMap<(&str, &str), Score> = BTreeMap::new();
    for (&(pairing, _, _), cell) in &tally.cells {
        let (white, black) = &header.pairings[pairing];
        let Score { wins, draws, losses } = cell_of_army(cell);
        let (key, score) = if white <= black {
            ((white.as_str(), black.as_str()), Score { wins, draws, losses })
        } else {
            ((black.as_str(), white.as_str()), Score { wins: losses, draws, losses: wins })
        };
        let sum = sums.entry(key).or_default();
        sum.wins += score.wins;
        sum.draws += score.draws;
        sum.losses += score.losses;
    }
    sums.retain(|(first, second), _| first != second);
    if sums.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["armies", "games", "wins", "draws", "losses", "score", "Elo", "error"]);
    for ((first, second), score) in sums {
        let mut row = vec![format!("{first} - {second}")];
        row.extend(score_cells(&score));
        let missing = [String::new(), String::new()];
        row.extend(stats::elo(&score.distribution()).map_or(missing, elo_cells));
        table.row(row);
    }
    format!("\nArmy against army (the first one's view, both colours, all engines)\n{}", table.text())
}

fn cell_of_army(cell: &Cell) -> Score {
    cell.white()
}

fn endings(tally: &Tally) -> String {
    let counts: Vec<String> = Ending::ALL
        .iter()
        .filter_map(|ending| tally.endings.get(ending).map(|count| format!("{ending} {count}")))
        .collect();
    format!("\nEndings: {}\n", if counts.is_empty() { "none".to_owned() } else { counts.join(", ") })
}

fn misdeeds(header: &Header, tally: &Tally) -> String {
    if tally.misdeed_counts.is_empty() && tally.ignored_quit.is_empty() {
        return String::new();
    }
    let mut text = "\nEngines that misbehaved\n".to_owned();
    for (&(engine, ending), count) in &tally.misdeed_counts {
        let _ = writeln!(text, "  {}: {ending} {count}", header.engines[engine]);
    }
    for (&engine, count) in &tally.ignored_quit {
        let _ = writeln!(text, "  {}: ignores quit {count} (killed; no game lost)", header.engines[engine]);
    }
    for misdeed in &tally.misdeeds {
        let name = &header.engines[misdeed.engine];
        let _ = writeln!(text, "  game {}: {name}: {}: {}", misdeed.game, misdeed.ending, misdeed.detail);
        for line in &misdeed.quotes {
            let _ = writeln!(text, "    | {line}");
        }
    }
    let shown = tally.misdeeds.len() as u64;
    let all: u64 = tally.misdeed_counts.values().sum();
    if all > shown {
        let _ = writeln!(text, "  and {} more, see the record", all - shown);
    }
    text
}

fn score_cells(score: &Score) -> [String; 5] {
    [
        score.games().to_string(),
        score.wins.to_string(),
        score.draws.to_string(),
        score.losses.to_string(),
        percent(score),
    ]
}

fn percent(score: &Score) -> String {
    if score.games() == 0 { "-".to_owned() } else { format!("{:.1} %", score.mean() * 100.0) }
}

fn elo_cells(estimate: Estimate) -> [String; 2] {
    [format!("{:+.1}", estimate.value), format!("{:.1}", estimate.error)]
}

/// A table of text: the first columns that hold words are set left, numbers right.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(heads: &[&str]) -> Table {
        Table { rows: vec![heads.iter().map(|&head| head.to_owned()).collect()] }
    }

    fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn text(&self) -> String {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let is_text = |column: usize| self.rows[1..].iter().any(|row| row[column].contains(" - "));
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                let _ = if is_text(column) {
                    write!(line, "  {cell:<width$}")
                } else {
                    write!(line, "  {cell:>width$}")
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// The distribution a test or a progress line is about.
pub(super) fn distribution(tally: &Tally) -> Distribution {
    tally.first_meeting().distribution()
}

#[cfg(test)]
mod tests {
    use super::super::ending::GameResult;
    use super::super::tally::tests::{game, header};
    use super::*;

    fn tally() -> Tally {
        let mut tally = Tally::new(&header(true));
        for (number, result) in [(1, GameResult::White), (2, GameResult::Draw), (3, GameResult::White)] {
            tally.add(&game(number, result, Ending::Checkmate));
        }
        tally.add(&game(4, GameResult::White, Ending::Crash));
        tally
    }

    #[test]
    fn the_last_lines_have_the_form_that_scripts_read() {
        let text = report(&header(true), &tally(), None);
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(
            last[1].starts_with("RESULT one games 4 wins 2 losses 1 draws 1 score 62.5 elo 88.7 error "),
            "{text}"
        );
        assert!(
            last[0].starts_with("RESULT two games 4 wins 1 losses 2 draws 1 score 37.5 elo -88.7 error "),
            "{text}"
        );
    }

    #[test]
    fn the_report_names_pairs_endings_and_misdeeds() {
        let text = report(&header(true), &tally(), Some(&"elo0=0,elo1=5".parse().unwrap_or(NEVER)));
        assert!(text.contains("0 0 1 1 0"), "{text}");
        assert!(text.contains("Endings: checkmate 3, crash 1"), "{text}");
        assert!(text.contains("game 4: one: crash"), "{text}");
        assert!(text.contains("SPRT elo0 0 elo1 5 alpha 0.05 beta 0.05: LLR "), "{text}");
        assert!(text.contains("fide - nutters"), "{text}");
    }

    const NEVER: Sprt =
        Sprt { elo0: 9.0, elo1: 10.0, alpha: 0.01, beta: 0.01, model: super::super::sprt::Model::Logistic };

    #[test]
    fn without_games_there_are_still_lines() {
        let text = result_lines(&header(true), &Tally::new(&header(true)));
        assert!(
            text.starts_with("RESULT one games 0 wins 0 losses 0 draws 0 score 50.0 elo 0.0 error inf\n")
        );
    }
}
