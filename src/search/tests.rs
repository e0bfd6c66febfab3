use std::sync::mpsc;
use std::time::Instant;

use super::*;
use crate::config::{Config, GameChoice};
use crate::movegen;
use crate::position::Ranks;
use crate::types::MATE;

fn rules(variant: &str, armies: Option<[&str; 2]>) -> Arc<Rules> {
    let mut choice = GameChoice::variant(variant);
    if let Some([white, black]) = armies {
        (choice.white, choice.black) = (Some(white.to_owned()), Some(black.to_owned()));
    }
    Arc::new(Rules::compile(Config::shipped().game(&choice).unwrap()).unwrap())
}

fn position(variant: &str, armies: Option<[&str; 2]>, fen: &str) -> Position {
    Position::from_fen(rules(variant, armies), fen).unwrap()
}

fn start(variant: &str) -> Position {
    Position::start(rules(variant, None)).unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn run(searcher: &Searcher, position: &Position, limits: &Limits) -> Outcome {
    searcher.search(position, limits, &AtomicBool::new(false), &mut |_| ())
}

fn search(position: &Position, limits: &Limits) -> Outcome {
    run(&Searcher::new(1), position, limits)
}

fn text(position: &Position, outcome: &Outcome) -> String {
    outcome.best.map_or("none".to_owned(), |mv| position.move_text(mv, Ranks::FromOne))
}

#[test]
fn finds_mates() {
    let clobberers = Some(["clobberers", "fide"]);
    for (variant, armies, fen, moves, first) in [
        ("normal", None, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, Some("a1a8")),
        ("normal", None, "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1", 2, None),
        ("normal", None, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, Some("f8c5")),
        ("crazyhouse", None, "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", 1, None),
        ("crazyhouse", None, "5r1k/6pp/7N/8/8/8/8/K7[Q] w - - 0 1", 2, Some("Q@g8")),
        ("fairy", clobberers, "7k/8/6K1/3A4/8/8/8/8 w - - 0 1", 1, None),
        ("cylinder", None, "k7/2Q5/1K6/8/8/8/8/8 w - - 0 1", 1, None),
    ] {
        let position = position(variant, armies, fen);
        let outcome = search(&position, &depth(8));
        assert_eq!(outcome.score, MATE - (2 * moves - 1), "{variant} {fen}");
        assert!(first.is_none_or(|first| text(&position, &outcome) == first), "{fen}: {outcome:?}");
        // Proven, it is not looked at any deeper.
        assert!(outcome.depth < 8, "{fen}: {outcome:?}");
    }
}

#[test]
fn sees_that_it_will_be_mated() {
    let position = position("normal", None, "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    let outcome = search(&position, &depth(6));
    assert_eq!(outcome.score, -MATE + 2);
    assert_eq!(text(&position, &outcome), "h8g8");
}

#[test]
fn knows_stalemate() {
    // Only a King's move that leaves stalemate keeps the Pawn.
    assert_eq!(search(&position("normal", None, "8/8/8/8/8/3k4/4p3/4K3 b - - 0 1"), &depth(6)).score, 0);
    // A Queen ahead, stalemate is not the way.
    let winning = position("normal", None, "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    assert_eq!(search(&winning, &depth(4)).score, MATE - 1);
}

#[test]
fn knows_the_draws() {
    // Perpetual check saves a side that is far behind.
    let perpetual = position("normal", None, "6k1/6p1/8/7Q/8/8/rq6/5bK1 w - - 0 1");
    assert_eq!(search(&perpetual, &depth(7)).score, 0);
    // A mate goes before the fifty moves, but nothing else does.
    let mate = position("normal", None, "7k/8/5KQ1/8/8/8/8/8 w - - 99 80");
    assert_eq!(search(&mate, &depth(4)).score, MATE - 1);
    let rook = "7k/8/5K2/8/8/8/8/R7 w - - 99 80";
    assert_eq!(search(&position("normal", None, rook), &depth(4)).score, 0);
    // A last Pawn that cannot be kept leaves a dead position.
    let dead = position("normal", None, "8/8/8/8/8/5k2/6p1/6KB w - - 0 1");
    assert_eq!(search(&dead, &depth(4)).score, 0);
}

#[test]
fn counts_repetitions_before_the_root_only_when_they_add_up() {
    let mut position = start("normal");
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        let mv = position.parse_move(text, Ranks::FromOne).unwrap();
        position.make(mv);
    }
    // Black can repeat the start position for the third time.
    let root = position.ply();
    assert!(!position.is_repetition(root));
    let back = position.parse_move("f6g8", Ranks::FromOne).unwrap();
    position.make(back);
    assert!(position.is_repetition(root));
    position.unmake();
    // Once before the root is not enough, once within the search is.
    let mut short = start("normal");
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let mv = short.parse_move(text, Ranks::FromOne).unwrap();
        short.make(mv);
    }
    assert!(!short.is_repetition(4) && short.is_repetition(0));
}

#[test]
fn node_limits_are_exact() {
    for variant in ["normal", "crazyhouse", "grand"] {
        let position = start(variant);
        for limit in [1, 2, 3, 100, 1_000, 7_777] {
            let outcome = search(&position, &nodes(limit));
            assert_eq!(outcome.nodes, limit, "{variant}");
            assert!(outcome.best.is_some());
        }
    }
}

#[test]
fn is_deterministic() {
    let mut searcher = Searcher::new(2);
    for (variant, plies) in [("normal", 6), ("crazyhouse", 5), ("cylinderhouse", 4), ("shooters", 5)] {
        let position = start(variant);
        searcher.clear();
        let first = run(&searcher, &position, &depth(plies));
        let warm = run(&searcher, &position, &depth(plies));
        searcher.clear();
        assert_eq!(run(&searcher, &position, &depth(plies)), first, "{variant}");
        assert_ne!(warm.nodes, first.nodes, "{variant}: the table should help");
    }
}

#[test]
fn reports_are_lines_of_legal_moves() {
    for variant in ["normal", "crazyhouse", "cylinder"] {
        let root = start(variant);
        let mut depths = Vec::new();
        let mut last = None;
        let outcome = Searcher::new(1).search(&root, &depth(6), &AtomicBool::new(false), &mut |report| {
            let mut position = root.clone();
            for &mv in &report.line {
                assert!(movegen::legal_moves(&position).contains(&mv), "{report:?}");
                position.make(mv);
            }
            assert!(report.selective_depth >= report.depth);
            depths.push(report.depth);
            last = Some(report);
        });
        depths.dedup();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
        let last = last.unwrap();
        assert_eq!((outcome.best, outcome.ponder), (last.line.first().copied(), last.line.get(1).copied()));
        assert_eq!((outcome.score, outcome.depth, outcome.nodes), (last.score, last.depth, last.nodes));
    }
}

#[test]
fn excluded_moves_are_not_played() {
    let position = position("normal", None, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let searcher = Searcher::new(1);
    let mate = run(&searcher, &position, &depth(5));
    let limits = Limits { exclude: mate.best.into_iter().collect(), ..depth(5) };
    let other = run(&searcher, &position, &limits);
    assert!(other.best.is_some() && other.best != mate.best && other.score < MATE - 1);
    // What was found without the best move is not taken for the truth.
    assert_eq!(run(&searcher, &position, &depth(5)).score, MATE - 1);
    let none = Limits { exclude: movegen::legal_moves(&position), ..Limits::default() };
    assert_eq!(run(&searcher, &position, &none).best, None);
}

#[test]
fn without_moves_there_is_no_answer() {
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1"] {
        assert_eq!(search(&position("normal", None, fen), &Limits::default()).best, None);
    }
}

#[test]
fn a_forced_answer_comes_quickly() {
    let position = position("normal", None, "7k/5ppp/8/8/8/8/5PPP/r5K1 w - - 0 1");
    assert_eq!(movegen::count_legal(&position), 0);
    let forced = self::position("normal", None, "6k1/5ppp/8/8/8/6P1/5P1P/r5K1 w - - 0 1");
    assert_eq!(movegen::count_legal(&forced), 1);
    let hour = Duration::from_secs(3600);
    let limits = Limits { time: Some(TimePlan { soft: hour, hard: hour }), ..Limits::default() };
    let begun = Instant::now();
    assert!(search(&forced, &limits).best.is_some());
    assert!(begun.elapsed() < Duration::from_secs(2));
}

/// The shortest of some attempts, since the machine may be busy with something else.
fn shortest(attempts: u32, mut attempt: impl FnMut() -> Duration) -> Duration {
    (0..attempts).map(|_| attempt()).min().unwrap()
}

#[test]
fn stops_when_told() {
    let searcher = Searcher::new(1);
    let position = start("crazyhouse");
    let taken = shortest(5, || {
        let (sender, receiver) = mpsc::channel();
        let running = searcher.start(position.clone(), Limits::default(), move |event| {
            let _ = sender.send(event);
        });
        std::thread::sleep(Duration::from_millis(20));
        let stopped = Instant::now();
        running.unwrap().stop();
        let done = receiver.into_iter().find_map(|event| match event {
            Event::Done(outcome) => Some(outcome),
            Event::Report(_) => None,
        });
        assert!(done.is_some_and(|outcome| outcome.best.is_some()));
        stopped.elapsed()
    });
    assert!(taken < Duration::from_millis(50), "{taken:?}");
}

#[test]
fn a_search_told_to_stop_beforehand_still_answers() {
    let outcome =
        Searcher::new(1).search(&start("normal"), &Limits::default(), &AtomicBool::new(true), &mut |_| ());
    assert!(outcome.best.is_some());
    assert_eq!((outcome.nodes, outcome.depth), (0, 0));
}

#[test]
fn ten_milliseconds_are_enough() {
    for variant in ["normal", "crazyhouse", "grand"] {
        let searcher = Searcher::new(1);
        let position = start(variant);
        // The tables for a game are made at its first move, when there is time.
        searcher.prepare(position.rules());
        let left = Duration::from_millis(10);
        let plan = Clock { left, ..Clock::default() }.plan();
        let limits = Limits { time: Some(plan), ..Limits::default() };
        let taken = shortest(5, || {
            let begun = Instant::now();
            assert!(run(&searcher, &position, &limits).best.is_some());
            begun.elapsed()
        });
        assert!(taken < left, "{variant}: {taken:?}");
    }
}

#[test]
fn the_hard_limit_is_kept() {
    let hard = Duration::from_millis(60);
    let limits = Limits { time: Some(TimePlan { soft: hard, hard }), ..Limits::default() };
    let searcher = Searcher::new(1);
    let position = start("normal");
    searcher.prepare(position.rules());
    let taken = shortest(8, || {
        let begun = Instant::now();
        run(&searcher, &position, &limits);
        begun.elapsed()
    });
    assert!(taken >= hard && taken < hard + Duration::from_millis(15), "{taken:?}");
}

#[test]
fn plays_games() {
    for (variant, armies) in [
        ("normal", None),
        ("fairy", Some(["clobberers", "nutters"])),
        ("fairy", Some(["rookies", "shooters2"])),
        ("crazyhouse", None),
        ("crazyhouse", Some(["shooters", "rookies"])),
        ("cylinder", None),
        ("cylinderhouse", None),
        ("grand", None),
        ("chessgi", None),
        ("berolina", None),
    ] {
        let searcher = Searcher::new(1);
        let mut position = Position::start(rules(variant, armies)).unwrap();
        for ply in 0..60 {
            if position.status().is_over() {
                break;
            }
            let mv = run(&searcher, &position, &nodes(80)).best.unwrap();
            assert!(movegen::legal_moves(&position).contains(&mv), "{variant} ply {ply}: {mv:?}");
            position.make(mv);
            position.check_consistency().unwrap();
        }
        assert!(position.ply() > 10);
    }
}

/// The reports of a search.
fn reports(position: &Position, limits: &Limits) -> Vec<Report> {
    let mut reports = Vec::new();
    let stop = AtomicBool::new(false);
    Searcher::new(1).search(position, limits, &stop, &mut |report| reports.push(report));
    reports
}

#[test]
fn several_lines_begin_with_different_moves_and_are_ordered() {
    for variant in ["normal", "crazyhouse"] {
        let position = start(variant);
        let reports = reports(&position, &Limits { lines: 3, ..depth(5) });
        assert_eq!(reports.len(), 15, "three lines for each depth");
        for (n, lines) in reports.chunks(3).enumerate() {
            assert!(lines.iter().all(|line| line.depth == n as u32 + 1));
            assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3]);
            assert!(lines.is_sorted_by_key(|line| -line.score));
            let mut firsts: Vec<_> = lines.iter().map(|line| line.line[0].bits()).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), 3, "{variant} depth {n}");
        }
    }
}

#[test]
fn the_second_line_is_what_is_best_without_the_first() {
    // The Pawn takes the Queen, or else the Rook.
    let position = position("normal", None, "6k1/5pp1/7p/8/2q1r3/3P4/5PPP/3R2K1 w - - 0 1");
    let lines = reports(&position, &Limits { lines: 2, ..depth(5) });
    let (first, second) = (&lines[lines.len() - 2], &lines[lines.len() - 1]);
    assert_eq!(position.move_text(first.line[0], Ranks::FromOne), "d3c4");
    assert_eq!(position.move_text(second.line[0], Ranks::FromOne), "d3e4");
    assert!(second.score < first.score - 300, "{second:?}");
    let without = Limits { exclude: vec![first.line[0]], ..depth(5) };
    assert_eq!(search(&position, &without).best, Some(second.line[0]));
}

#[test]
fn more_lines_than_moves_are_not_shown() {
    let position = position("normal", None, "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    let lines = reports(&position, &Limits { lines: 64, ..depth(1) });
    assert_eq!(lines.len(), movegen::legal_moves(&position).len());
}

#[test]
fn contempt_is_what_a_draw_costs_the_side_to_move() {
    let perpetual = position("normal", None, "6k1/6p1/8/7Q/8/8/rq6/5bK1 w - - 0 1");
    for contempt in [-40, 0, 40] {
        let outcome = search(&perpetual, &Limits { contempt, ..depth(7) });
        assert_eq!(outcome.score, -contempt);
    }
    let dead = position("normal", None, "8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    assert_eq!(search(&dead, &Limits { contempt: 25, ..depth(3) }).score, -25);
}

#[test]
fn errors_change_the_choice_but_not_the_mates_and_can_be_repeated() {
    let position = start("normal");
    let limits = |seed| Limits { handicap: Some(Handicap { error: 300, seed }), ..depth(3) };
    let choices: Vec<_> = (0..20).map(|seed| search(&position, &limits(seed)).best).collect();
    let different = choices.iter().filter(|&&choice| choice != choices[0]).count();
    assert!(different > 5, "{choices:?}");
    assert_eq!(search(&position, &limits(3)), search(&position, &limits(3)));
    let mate = self::position("normal", None, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(search(&mate, &limits(1)).score, MATE - 1);
}

#[test]
fn a_running_search_tells_how_far_it_is() {
    let searcher = Searcher::new(1);
    let (sender, receiver) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    let running = searcher.start(start("normal"), depth(4), report).unwrap();
    let outcome =
        receiver.iter().find_map(|event| if let Event::Done(outcome) = event { Some(outcome) } else { None });
    let status = running.status();
    assert_eq!((status.moves, status.left, status.depth), (20, 0, 4));
    assert_eq!(Some(status.nodes), outcome.map(|outcome| outcome.nodes));
    assert!(status.current.is_some_and(|mv| movegen::legal_moves(&start("normal")).contains(&mv)));
}

#[test]
fn threads_search_together() {
    let searcher = Searcher::new(4);
    for variant in ["normal", "crazyhouse"] {
        let position = start(variant);
        let outcome = run(&searcher, &position, &Limits { threads: 3, ..depth(6) });
        assert!(movegen::legal_moves(&position).contains(&outcome.best.unwrap()));
        assert_eq!(outcome.depth, 6);
        // The nodes of all threads count toward the limit.
        let limits = Limits { threads: 3, ..nodes(30_000) };
        let outcome = run(&searcher, &position, &limits);
        assert!((30_000..60_000).contains(&outcome.nodes), "{}", outcome.nodes);
    }
    let mate = position("normal", None, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(run(&searcher, &mate, &Limits { threads: 2, ..depth(5) }).score, MATE - 1);
}

#[test]
fn nothing_is_carried_over_to_a_new_game() {
    let mut searcher = Searcher::new(2);
    let games = |searcher: &Searcher| {
        ["normal", "crazyhouse"].map(|variant| {
            let mut position = start(variant);
            let mut outcomes = Vec::new();
            for _ in 0..8 {
                let outcome = run(searcher, &position, &nodes(2_000));
                position.make(outcome.best.unwrap());
                outcomes.push(outcome);
            }
            outcomes
        })
    };
    let first = games(&searcher);
    searcher.clear();
    assert_eq!(games(&searcher), first);
}

#[test]
fn numbers_that_are_given_are_used() {
    let position = start("normal");
    let tuned = Numbers::tuned(false);
    let mut values = Vec::new();
    tuned.clone().visit(&mut |_, number| values.push(*number));
    assert_eq!(tuned.with(&values), tuned);
    let nodes = |numbers: Numbers| {
        let mut searcher = Searcher::new(1);
        searcher.use_numbers(numbers);
        run(&searcher, &position, &depth(7)).nodes
    };
    assert_eq!(nodes(tuned.clone()), search(&position, &depth(7)).nodes);
    let doubled: Vec<i32> = values.iter().map(|value| value * 2).collect();
    assert_ne!(nodes(tuned.with(&doubled)), nodes(tuned));
}
