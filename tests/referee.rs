//! `panoply match` with engines that behave and engines that do not. The engines are a shell script, `data/engine.sh`.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const PANOPLY: &str = env!("CARGO_BIN_EXE_panoply");

/// A directory of its own for each test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("referee-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn engine(name: &str, mode: &str, keys: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engine.sh");
    format!("cmd=bash '{}' {mode} '{PANOPLY}',name={name}{keys}", script.display())
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(PANOPLY);
    command.arg("match").args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The records of a file without its header, by number; each number must be there only once.
fn records(path: &Path) -> BTreeMap<u64, Value> {
    let mut found = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines().skip(1) {
        let record: Value = serde_json::from_str(line).unwrap();
        let number = record["game"].as_u64().unwrap();
        assert!(found.insert(number, record).is_none(), "game {number} is there twice");
    }
    found
}

fn results(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter(|line| line.starts_with("RESULT ")).map(str::to_owned).collect()
}

fn assert_replays(pgn: &Path, games: usize) {
    let output = run(&["--replay", pgn.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains(&format!("{games} games, ")), "{}", text(&output));
}

/// Plays two games, the second engine misbehaving; returns the output and the endings of its games.
fn misbehave(mode: &str) -> (Output, Vec<String>, PathBuf) {
    let dir = directory(mode);
    let json = dir.join("m.json");
    let (good, bad) = (engine("good", "good", ""), engine("bad", mode, ""));
    let tc = if mode == "flood" { "5" } else { "0.9+0.1" };
    let output = run(&[
        "--engine",
        &good,
        "--engine",
        &bad,
        "--games",
        "2",
        "--repeat",
        "--tc",
        tc,
        "--margin",
        "300",
        "--grace",
        "2",
        "--start-timeout",
        "3",
        "--ping-timeout",
        "2",
        "--max-plies",
        "8",
        "--json",
        json.to_str().unwrap(),
        "--pgn",
        dir.join("m.pgn").to_str().unwrap(),
    ]);
    let endings = records(&json).values().map(|r| r["ending"].as_str().unwrap().to_owned()).collect();
    (output, endings, dir)
}

#[test]
fn misbehaving_engines_are_named_and_lose_only_their_games() {
    let modes = [
        ("hang", "hang"),
        ("die", "crash"),
        ("stderr", "crash"),
        ("close", "disconnect"),
        ("flood", "flood"),
        ("illegal", "illegal-move"),
        ("garbage", "illegal-move"),
        ("claim-win", "wrong-claim"),
        ("claim-draw", "wrong-claim"),
        ("claim-illegal", "wrong-claim"),
        ("slow", "start-failure"),
        ("no-pong", "hang"),
        ("late", "time-forfeit"),
        ("resign", "resignation"),
    ];
    for group in modes.chunks(4) {
        thread::scope(|scope| {
            for &(mode, ending) in group {
                scope.spawn(move || {
                    let (output, endings, dir) = misbehave(mode);
                    let said = text(&output);
                    assert!(output.status.success(), "{mode}: {said}");
                    assert_eq!(endings, [ending, ending], "{mode}: {said}");
                    let lines = results(&output);
                    assert!(
                        lines[0].starts_with("RESULT good games 2 wins 2 losses 0 draws 0 score 100.0"),
                        "{said}"
                    );
                    assert!(
                        lines[1].starts_with("RESULT bad games 2 wins 0 losses 2 draws 0 score 0.0"),
                        "{said}"
                    );
                    assert_eq!(said.contains("Engines that misbehaved"), mode != "resign", "{mode}: {said}");
                    if mode == "stderr" {
                        assert!(said.contains("| ! assertion failed: the sky is blue"), "{said}");
                    }
                    assert_replays(&dir.join("m.pgn"), 2);
                });
            }
        });
    }
}

#[test]
fn an_engine_that_ignores_quit_is_killed_and_loses_nothing() {
    let (output, endings, _) = misbehave("ignore-quit");
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(endings, ["max-plies", "max-plies"], "{}", text(&output));
    assert!(text(&output).contains("bad: ignores quit 1"), "{}", text(&output));
    let (output, endings, _) = misbehave("good");
    assert_eq!(endings, ["max-plies", "max-plies"]);
    assert!(!text(&output).contains("misbehaved"), "{}", text(&output));
}

/// Arguments of a match whose games do not depend on time.
fn steady<'a>(good: &'a str, uci: &'a str) -> Vec<&'a str> {
    vec![
        "--engine",
        good,
        "--engine",
        uci,
        "--repeat",
        "--depth",
        "1",
        "--random-plies",
        "4",
        "--seed",
        "3",
        "--max-plies",
        "14",
        "--concurrency",
        "2",
    ]
}

#[test]
fn shards_and_a_resumed_match_are_the_same_as_the_whole() {
    let dir = directory("shards");
    let path = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    let (good, uci) = (engine("one", "good", ""), engine("two", "uci", ",proto=uci"));
    let whole = {
        let (json, pgn) = (path("whole.json"), path("whole.pgn"));
        let output =
            run(&[steady(&good, &uci), vec!["--games", "8", "--json", &json, "--pgn", &pgn]].concat());
        assert!(output.status.success(), "{}", text(&output));
        assert_replays(Path::new(&pgn), 8);
        output
    };
    let moves = |file: &str| -> Vec<(u64, Value)> {
        records(Path::new(&path(file))).into_iter().map(|(n, r)| (n, timeless(&r))).collect()
    };
    for shard in ["1/2", "2/2"] {
        let json = path(&format!("{}.json", &shard[..1]));
        let output =
            run(&[steady(&good, &uci), vec!["--games", "8", "--shard", shard, "--json", &json]].concat());
        assert!(output.status.success(), "{}", text(&output));
    }
    let (merged_json, merged_pgn) = (path("merged.json"), path("merged.pgn"));
    let merged =
        run(&["--merge", &path("1.json"), &path("2.json"), "--json", &merged_json, "--pgn", &merged_pgn]);
    assert!(merged.status.success(), "{}", text(&merged));
    assert_eq!(results(&merged), results(&whole));
    assert_eq!(moves("merged.json"), moves("whole.json"));
    assert_replays(Path::new(&merged_pgn), 8);
    let twice = run(&["--merge", &path("1.json"), &path("1.json")]);
    assert!(!twice.status.success() && text(&twice).contains("is there twice"), "{}", text(&twice));

    // A crash in the middle of writing the sixth game.
    let written = fs::read_to_string(path("whole.json")).unwrap();
    let end = written.match_indices('\n').nth(5).unwrap().0 + 40;
    fs::write(path("cut.json"), &written[..end]).unwrap();
    fs::write(path("cut.pgn"), "half a ga").unwrap();
    let (json, pgn) = (path("cut.json"), path("cut.pgn"));
    let more = ["--games", "8", "--json", &json, "--pgn", &pgn];
    let refused = run(&[steady(&good, &uci), more.to_vec()].concat());
    assert!(!refused.status.success() && text(&refused).contains("--resume"), "{}", text(&refused));
    let resumed = run(&[steady(&good, &uci), more.to_vec(), vec!["--resume"]].concat());
    assert!(resumed.status.success(), "{}", text(&resumed));
    assert!(fs::read_to_string(&json).unwrap().starts_with(&written[..end - 40]), "old games are kept");
    assert_eq!(text(&resumed).matches("game ").count() - text(&resumed).matches(" game ").count(), 3);
    assert_eq!(moves("cut.json"), moves("whole.json"));
    assert_eq!(results(&resumed), results(&whole));
    assert_replays(Path::new(&pgn), 8);

    // Another seed is another match.
    let other: Vec<&str> = steady(&good, &uci).into_iter().map(|a| if a == "3" { "4" } else { a }).collect();
    let other = run(&[other, more.to_vec(), vec!["--resume"]].concat());
    assert!(!other.status.success() && text(&other).contains("seed 4"), "{}", text(&other));
}

/// A record of ten thousand games is put together by a process that can have 100 MB of memory altogether.
#[test]
fn ten_thousand_games_need_little_memory() {
    const GAMES: usize = 10_000;
    let dir = directory("many");
    let (json, merged) = (dir.join("m.json"), dir.join("merged.json"));
    let (good, uci) = (engine("one", "good", ""), engine("two", "uci", ",proto=uci"));
    let file = ["--json", json.to_str().unwrap()];
    let output = run(&[steady(&good, &uci), file.to_vec(), vec!["--games", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    let written = fs::read_to_string(&json).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    let mut games: Vec<Value> = lines[1..].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut many = format!("{}\n", lines[0]);
    for number in 1..=GAMES {
        let game = &mut games[(number + 1) % 2];
        game["game"] = number.into();
        game["encounter"] = ((number - 1) / 2).into();
        many += &game.to_string();
        many.push('\n');
    }
    fs::write(&json, many).unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 97656 && exec \"$0\" \"$@\"", PANOPLY, "match", "--merge"])
        .args([json.as_path(), Path::new("--json"), merged.as_path()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert!(results(&output)[0].starts_with(&format!("RESULT one games {GAMES} ")), "{}", text(&output));
}

/// A record without what depends on the clock.
fn timeless(record: &Value) -> Value {
    let mut record = record.clone();
    record["seconds"] = Value::Null;
    for ply in record["moves"].as_array_mut().unwrap() {
        ply["t"] = Value::Null;
    }
    record
}

#[test]
fn both_games_of_a_pair_have_the_same_opening() {
    let dir = directory("pairs");
    let json = dir.join("m.json");
    let (good, uci) = (engine("one", "good", ""), engine("two", "uci", ",proto=uci"));
    let output = run(&[steady(&good, &uci), vec!["--games", "6", "--json", json.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output));
    let records = records(&json);
    let opening = |n: u64| records[&n]["moves"].as_array().unwrap()[..4].to_vec();
    for pair in [1, 3, 5] {
        assert_eq!(opening(pair), opening(pair + 1));
        assert_eq!(records[&pair]["white"], records[&(pair + 1)]["black"]);
        assert!(opening(pair).iter().all(|ply| ply.get("t").is_none()));
    }
    assert_ne!(opening(1), opening(3));
    let scored = &records[&1]["moves"].as_array().unwrap()[4];
    assert!(scored["e"].is_string() && scored["d"] == 3, "{scored}");
}

/// Two of the real program play without castling rights from the first move on. Their logs say what they have set up.
#[test]
fn without_castling_rights_nobody_castles() {
    let dir = directory("no-castling");
    let log = dir.join("log.txt");
    let one = format!("cmd='{PANOPLY}' --log '{}',name=one", log.display());
    let two = format!("cmd='{PANOPLY}',name=two");
    let args = ["--engine", &one, "--engine", &two, "--pairings", "fide-fide,rookies-clobberers"];
    let more = ["--no-castling", "--games", "4", "--repeat", "--depth", "1", "--max-plies", "40"];
    let output = run(&[&args[..], &more].concat());
    assert!(output.status.success() && !text(&output).contains("misbehaved"), "{}", text(&output));
    let log = fs::read_to_string(&log).unwrap();
    let positions: Vec<&str> = log.lines().filter(|line| line.contains(" position: ")).collect();
    assert_eq!(positions.len(), 4, "{positions:#?}");
    assert!(positions.iter().all(|line| line.contains("/pppppppp/8/8/8/8/PPPPPPPP/")), "{positions:#?}");
    assert!(positions.iter().all(|line| line.ends_with(" w - - 0 1")), "{positions:#?}");
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let (good, bad) = (engine("good", "good", ""), engine("bad", "resign", ""));
    let output = run(&[
        "--engine",
        &good,
        "--engine",
        &bad,
        "--sprt",
        "elo0=0,elo1=200",
        "--games",
        "400",
        "--repeat",
        "--depth",
        "1",
        "--concurrency",
        "2",
    ]);
    let said = text(&output);
    assert!(output.status.success() && said.contains("H1 accepted"), "{said}");
    let games: u32 = results(&output)[0].split(' ').nth(3).unwrap().parse().unwrap();
    assert!(games < 60, "{said}");
}

/// Positions for an engine that has to be given them piece by piece. It plays by the position it has understood, so that
/// a mistake on the way shows as an illegal move.
#[test]
fn engines_without_setboard_are_given_positions_piece_by_piece() {
    let positions = [
        (
            "normal",
            "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8\n\
             r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 1\n\
             4k3/P7/8/8/8/8/p7/4K3 b - - 0 1\n",
        ),
        ("crazyhouse", "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5Q~2/PPPP1PPP/RNB1K2R[PPn] b KQkq - 0 1\n"),
    ];
    for mode in ["edit", "ancient"] {
        for (variant, fens) in positions {
            let dir = directory(&format!("{mode}-{variant}"));
            let (openings, json) = (dir.join("openings.epd"), dir.join("m.json"));
            fs::write(&openings, fens).unwrap();
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engine.sh");
            let old =
                format!("cmd=bash '{}' {mode} '{PANOPLY}' --variant {variant},name=old", script.display());
            let new = format!("cmd='{PANOPLY}',name=new");
            let games = (2 * fens.lines().count()).to_string();
            let args = ["--engine", &new, "--engine", &old, "--variant", variant, "--repeat", "--depth", "2"];
            let files = ["--openings", openings.to_str().unwrap(), "--json", json.to_str().unwrap()];
            let output = run(&[&args[..], &files, &["--games", &games, "--max-plies", "14"]].concat());
            let said = text(&output);
            assert!(output.status.success() && !said.contains("misbehaved"), "{mode}, {variant}: {said}");
            for record in records(&json).values() {
                let plies = record["moves"].as_array().unwrap().len();
                assert!(plies == 14 || record["ending"] == "checkmate", "{mode}, {variant}: {record}");
            }
        }
    }
}

#[test]
fn a_changed_game_does_not_replay() {
    let dir = directory("replay");
    let pgn = dir.join("m.pgn");
    fs::write(&pgn, "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n").unwrap();
    assert_replays(&pgn, 1);
    fs::write(&pgn, "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf4 Nc6 1/2-1/2\n").unwrap();
    let output = run(&["--replay", pgn.to_str().unwrap()]);
    assert!(
        !output.status.success() && text(&output).contains("line 3: game 1, ply 3: `Nf4`"),
        "{}",
        text(&output)
    );
}

#[test]
fn an_interrupt_ends_with_a_report_and_nothing_is_lost() {
    let dir = directory("interrupt");
    let json = dir.join("m.json");
    let (one, two) = (engine("one", "good", ""), engine("two", "good", ""));
    let child = command(&[
        "--engine",
        &one,
        "--engine",
        &two,
        "--games",
        "100000",
        "--repeat",
        "--depth",
        "1",
        "--max-plies",
        "6",
        "--json",
        json.to_str().unwrap(),
    ])
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let begin = Instant::now();
    while fs::read_to_string(&json).map_or(0, |text| text.lines().count()) < 3 {
        assert!(begin.elapsed() < Duration::from_secs(20), "no game was finished");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output));
    let played = records(&json).len();
    let line = format!("RESULT one games {played} ");
    assert!(results(&output)[0].starts_with(&line), "{line}: {}", text(&output));
}

#[test]
fn what_cannot_be_played_is_refused_at_once() {
    let (good, other) = (engine("good", "good", ""), engine("other", "good", ""));
    for (args, part) in [
        (vec!["--engine", &good, "--engine", &good, "--games", "2", "--st", "1"], "same name"),
        (vec!["--engine", &good, "--games", "2", "--st", "1"], "two engines"),
        (vec!["--engine", &good, "--engine", &other, "--games", "2"], "for ever"),
        (vec!["--engine", &good, "--engine", &other, "--st", "1"], "--games"),
        (
            vec!["--engine", &good, "--engine", "cmd=/no/such/program", "--games", "2", "--st", "1"],
            "cannot run",
        ),
        (
            vec![
                "--engine",
                &good,
                "--engine",
                &other,
                "--games",
                "2",
                "--st",
                "1",
                "--random-plies",
                "0",
                "--max-lead",
                "50",
            ],
            "--max-lead needs random moves",
        ),
        (vec!["--engine", "nmae=x", "--engine", &other, "--games", "2", "--st", "1"], "nmae"),
    ] {
        let output = run(&args);
        assert!(!output.status.success(), "{args:?}");
        assert!(text(&output).contains(part), "{args:?}: {}", text(&output));
    }
}
