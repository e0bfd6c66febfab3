//! Random commands at random moments, sensible and not, to the real program through pipes, with a model that knows what
//! must come back.
//!
//! | variable | meaning |
//! |---|---|
//! | `PANOPLY_TORTURE_LINES` | how many lines to send, default 1500 |
//! | `PANOPLY_TORTURE_SEED` | the first random number, default 1 |
//! | `PANOPLY_TORTURE_PATIENCE` | factor for all time limits on a machine that is busy with other things, default 1 |
//!
//! What happens follows from the seed but for the moments at which searches end.

mod driver;
mod lines;
mod model;

use std::time::{Duration, Instant};

use driver::Driver;
use lines::Chooser;
use model::{Library, Meaning, Model};

fn number_from(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")),
        Err(_) => default,
    }
}

#[test]
fn nothing_that_is_sent_does_any_harm() {
    let wanted = number_from("PANOPLY_TORTURE_LINES", 1500) as usize;
    let first_seed = number_from("PANOPLY_TORTURE_SEED", 1);
    let patience = number_from("PANOPLY_TORTURE_PATIENCE", 1) as u32;
    let library = Library::new();
    let began = Instant::now();
    let (mut lines, mut moves, mut longest, mut sessions) = (0, 0, Duration::ZERO, 0);
    for seed in first_seed.. {
        if lines >= wanted {
            break;
        }
        let mut driver = Driver::start(&library, patience);
        let mut chooser = Chooser::new(seed, &library);
        let done = torture(&mut driver, &mut chooser, wanted - lines);
        if let Err(error) = done {
            panic!(
                "PANOPLY_TORTURE_SEED={seed}, line {} of the session: {error}\n{}",
                driver.lines,
                driver.tail()
            );
        }
        lines += driver.lines;
        moves += driver.moves;
        longest = longest.max(driver.longest_wait);
        sessions += 1;
    }
    println!(
        "{lines} lines in {sessions} sessions, {moves} moves played, longest wait {longest:?}, {:?}",
        began.elapsed()
    );
    assert!(wanted < 1000 || moves > wanted / 100, "only {moves} moves were played");
}

/// One session.
fn torture(driver: &mut Driver, chooser: &mut Chooser, most: usize) -> Result<(), String> {
    if chooser.chance(2) {
        driver.shake_hands()?;
        chooser.learn(&driver.options);
    }
    while driver.lines < most {
        driver.read_what_has_come()?;
        if chooser.chance(6) {
            driver.catch_up()?;
        }
        if chooser.chance(40) {
            // Let searches get somewhere.
            std::thread::sleep(Duration::from_micros(chooser.below(15_000) as u64));
        }
        if chooser.chance(400) {
            break;
        }
        let (text, meaning) = chooser.line(driver.forecast());
        if matches!(meaning, Meaning::Quit) {
            continue;
        }
        driver.send(&text, meaning, chooser)?;
    }
    driver.end(chooser)
}

/// What is sent, and what comes; the last line of that is wrong.
type Talk<'a> = (&'a [(&'a str, Meaning)], &'a [&'a str]);

/// What a wrong program would say is noticed.
#[test]
fn the_model_notices_what_is_wrong() {
    let library = Library::new();
    let mv = |text: &str| Meaning::Move(text.to_owned());
    let force = ("force", Meaning::Force);
    let wrong: [Talk; 17] = [
        (&[("ping 1", Meaning::Ping), ("ping 2", Meaning::Ping)], &["pong 2"]),
        (&[("ping 1", Meaning::Ping)], &["pong 1", "pong 1"]),
        (&[("new", Meaning::New), ("ping 1", Meaning::Ping)], &["move e2e4"]),
        (&[("go", Meaning::Go), ("ping 1", Meaning::Ping)], &["pong 1"]),
        (&[("go", Meaning::Go)], &["move e2e5"]),
        (&[("go", Meaning::Go)], &["move e2e4", "move d2d4"]),
        (&[("go", Meaning::Go), force.clone(), ("ping 1", Meaning::Ping)], &["pong 1", "move e2e4"]),
        (&[("go", Meaning::Go)], &["1/2-1/2 {Draw by repetition}"]),
        (&[("go", Meaning::Go)], &["1 20 0 30 e2e4"]),
        (&[("post", Meaning::Post(true)), ("go", Meaning::Go)], &["1 20 0 30 e2e4 e2e4"]),
        (&[("analyze", Meaning::Analyze)], &["move e2e4"]),
        (&[force.clone(), ("usermove e2e5", mv("e2e5")), ("ping 1", Meaning::Ping)], &["pong 1"]),
        (&[force.clone(), ("usermove e2e4", mv("e2e4"))], &["Illegal move: e2e4"]),
        (&[force.clone(), ("usermove e2e5", mv("e2e5"))], &["Illegal move: e2e4"]),
        (&[("foo", Meaning::Wrong), ("ping 1", Meaning::Ping)], &["pong 1"]),
        (&[("variant fairy", Meaning::Variant(Some(("fairy".to_owned(), false))))], &["pong"]),
        (
            &[force, ("setboard junk", Meaning::SetBoard(None)), ("ping 1", Meaning::Ping)],
            &["tellusererror Illegal position", "Error (unknown command): junk"],
        ),
    ];
    for (sent, seen) in wrong {
        let mut model = Model::new(&library);
        for (text, meaning) in sent {
            model.sent(text, meaning.clone());
        }
        let (last, before) = seen.split_last().unwrap();
        for line in before {
            model.saw(line).unwrap_or_else(|error| panic!("{sent:?}: {error}"));
        }
        assert!(model.saw(last).is_err(), "{sent:?}: {seen:?}");
    }
}

/// A move may slip out just before what comes to stop it, and then counts.
#[test]
fn the_model_allows_for_searches_that_end_at_the_last_moment() {
    let library = Library::new();
    let mut model = Model::new(&library);
    model.sent("go", Meaning::Go);
    model.sent("undo", Meaning::Undo);
    model.sent("force", Meaning::Force);
    model.sent("usermove e2e4", Meaning::Move("e2e4".to_owned()));
    model.sent("ping 1", Meaning::Ping);
    model.saw("move d2d4").unwrap();
    model.saw("pong 1").unwrap();
    model.settle();
    assert_eq!(model.forecast().game.position.ply(), 1);
}

#[test]
fn what_must_not_be_said_is_known() {
    for line in [
        "White has a good game",
        "3 0 1 100 (Draw line) e7e5",
        "Illegal move (no such piece on board): e2e4",
        "resign",
        "tab\there",
        "move e2e4 ",
        "thread 'main' panicked at src/main.rs",
        &"x".repeat(9000),
        &format!("Error (unknown command): {}", "x".repeat(600)),
    ] {
        assert!(driver::check_line(line).is_err(), "{line}");
    }
    for line in ["move e2e4", "1/2-1/2 {Draw by repetition}", "Illegal move (in check): e2e4", "pong 1", ""] {
        driver::check_line(line).unwrap();
    }
}
