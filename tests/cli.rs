//! The command line as people and scripts see it, through the program itself.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{data, panoply, stderr, stdout};

/// What a command that succeeds prints.
fn prints(args: &[&str]) -> String {
    let output = panoply(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output).to_owned()
}

/// A file of this test run.
fn scratch(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the directory for temporary files can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn perft_prints_one_line_a_depth() {
    assert_eq!(prints(&["perft", "--depth", "3"]), "1 20\n2 400\n3 8902\n");
    assert_eq!(prints(&["perft", "--depth", "2", "--fen", "startpos"]), "1 20\n2 400\n");
}

#[test]
fn perft_speed_goes_to_standard_error() {
    let output = panoply(&["perft", "--depth", "2"]);
    let speeds: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!(speeds.len(), 2, "{speeds:?}");
    assert!(speeds[1].starts_with("depth 2: 400 nodes in "), "{speeds:?}");
}

#[test]
fn perft_takes_the_game_and_the_position() {
    let games: [(&[&str], &str); 8] = [
        (&["--variant", "crazyhouse", "--depth", "3"], "1 20\n2 400\n3 8902\n"),
        (&["--variant", "cylinder", "--depth", "2"], "1 20\n2 392\n"),
        (&["--topology", "cylinder", "--depth", "2"], "1 20\n2 392\n"),
        (&["--variant", "cylinder", "--topology", "flat", "--depth", "2"], "1 20\n2 400\n"),
        (&["--variant", "grand", "--depth", "1"], "1 65\n"),
        (
            &["--variant", "fairy", "--white", "Clobberers", "--black", "nutters", "--depth", "2"],
            "1 28\n2 728\n",
        ),
        (&["--holdings", "--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"], "1 67\n"),
        (
            &[
                "--white",
                "clobberers",
                "--promotion",
                "either",
                "--depth",
                "1",
                "--fen",
                "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            ],
            "1 11\n",
        ),
    ];
    for (options, expected) in games {
        assert_eq!(prints(&[&["perft"], options].concat()), expected, "{options:?}");
    }
}

#[test]
fn divide_names_every_move_and_the_total() {
    let text = prints(&["perft", "--depth", "3", "--divide"]);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for line in text.lines() {
        let (mv, nodes) = line.split_once(' ').expect("a move and a number");
        assert!(counts.insert(mv, nodes.parse().expect("a number")).is_none(), "{mv} comes twice");
    }
    assert_eq!(counts.remove("total"), Some(8902));
    assert_eq!(counts.len(), 20);
    assert_eq!(counts.values().sum::<u64>(), 8902);
    assert_eq!((counts["e2e4"], counts["a2a3"], counts["g1f3"]), (600, 380, 440));
    assert!(text.lines().last().is_some_and(|line| line.starts_with("total ")));
}

#[test]
fn divide_writes_drops_and_promotions() {
    let fen = "7k/P7/8/8/8/8/8/K7[N] w - - 0 1";
    let text = prints(&["perft", "--variant", "crazyhouse", "--depth", "1", "--divide", "--fen", fen]);
    for line in ["N@f3 1", "a7a8q 1", "a7a8n 1", "a1b1 1"] {
        assert!(text.lines().any(|l| l == line), "{line} is missing in {text}");
    }
}

#[test]
fn threads_make_no_difference_to_the_count() {
    let one = prints(&["perft", "--variant", "crazyhouse", "--depth", "4"]);
    assert_eq!(prints(&["perft", "--variant", "crazyhouse", "--depth", "4", "--threads", "2"]), one);
    assert_eq!(prints(&["perft", "--variant", "crazyhouse", "--depth", "4", "--threads", "5"]), one);
    assert!(one.ends_with("4 197281\n"), "{one}");
}

#[test]
fn suites_run_several_tables() {
    let file = |name| data(name).to_str().expect("the path is UTF-8").to_owned();
    let (first, second) = (file("perft/grand-start.perft"), file("perft/cwda-start.perft"));
    let text = prints(&["perft", "--suite", &first, &second, "--max-nodes", "2000"]);
    let counts = |path: &str| {
        let text = fs::read_to_string(path).expect("a table");
        let counts = text.lines().filter_map(|line| line.strip_prefix("perft "));
        counts.map(|count| count.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok())).collect::<Vec<_>>()
    };
    let all = [counts(&first), counts(&second)].concat();
    let right = all.iter().filter(|nodes| nodes.is_some_and(|nodes| nodes <= 2000)).count();
    assert_eq!(text, format!("{right} counts right, 0 wrong, {} skipped\n", all.len() - right));
}

#[test]
fn a_suite_names_every_wrong_count_and_fails() {
    let file = "tests/data/errors/suite-wrong-count.perft";
    for threads in ["1", "2"] {
        let output = panoply(&["perft", "--suite", file, "--threads", threads]);
        assert_eq!(output.status.code(), Some(1));
        let expected = format!(
            "{file}:1: start: perft 2 is 400, the table says 401\n\
             {file}:7: second: perft 3 is 9162, the table says 9674\n\
             2 counts right, 2 wrong, 0 skipped\n"
        );
        assert_eq!(stdout(&output), expected);
    }
}

#[test]
fn moves_prints_fen_status_and_legal_moves() {
    assert_eq!(
        prints(&["moves", "--fen", "7k/8/8/8/8/8/6PP/7K w - - 3 9", "g2g4"]),
        "fen 7k/8/8/8/6P1/8/7P/7K b - - 0 9\nstatus ongoing\nlegal 3 h8g7 h8g8 h8h7\n"
    );
    assert_eq!(
        prints(&["moves", "--variant", "crazyhouse", "e2e4", "d7d5", "e4d5", "d8d5", "P@d7"])
            .lines()
            .collect::<Vec<_>>()[..2],
        ["fen rnb1kbnr/pppPpppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3", "status check"]
    );
    assert_eq!(
        prints(&["moves", "--topology", "cylinder", "a2a4", "h7h5", "a4h5"]).lines().next(),
        Some("fen rnbqkbnr/ppppppp1/8/7P/8/8/1PPPPPPP/RNBQKBNR b KQkq - 0 2")
    );
    assert_eq!(
        prints(&["moves", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "0-0-0"]).lines().next(),
        Some("fen 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2")
    );
    assert_eq!(
        prints(&["moves", "--white", "clobberers", "--fen", "l3k2l/8/8/8/8/8/8/L3K2L w KQ - 0 1", "e1b1"])
            .lines()
            .next(),
        Some("fen l3k2l/8/8/8/8/8/8/1KL4L b - - 1 1")
    );
}

#[test]
fn legal_moves_are_sorted() {
    let text = prints(&["moves"]);
    let legal: Vec<&str> = text.lines().last().expect("a line").split(' ').collect();
    assert_eq!(legal[..2], ["legal", "20"]);
    assert_eq!(legal.len(), 22);
    assert!(legal[2..].is_sorted(), "{legal:?}");
}

#[test]
fn moves_tells_every_state_of_a_game() {
    let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
    let states: [(&str, &[&str], &[&str]); 9] = [
        ("ongoing", &[], &[]),
        ("ongoing", &[], &back_and_forth[..7]),
        ("check", &[], &["e2e4", "d7d6", "f1b5"]),
        ("checkmate", &[], &["f2f3", "e7e5", "g2g4", "d8h4"]),
        ("stalemate", &["--fen", "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"], &["g1g6"]),
        ("repetition", &[], &back_and_forth),
        ("fifty", &["--fen", "7k/8/8/8/8/8/8/KR6 w - - 99 80"], &["b1b2"]),
        ("checkmate", &["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 99 80"], &["a1a8"]),
        ("dead", &["--fen", "7k/8/8/8/8/8/8/Kr6 w - - 0 1"], &["a1b1"]),
    ];
    for (state, options, moves) in states {
        let text = prints(&[&["moves"], options, moves].concat());
        assert_eq!(text.lines().nth(1), Some(format!("status {state}").as_str()), "{moves:?}");
    }
}

#[test]
fn games_with_holdings_know_no_fifty_moves_and_no_dead_position() {
    for fen in ["7k/8/8/8/8/8/8/KR6 w - - 150 80", "7k/8/8/8/8/8/8/K7 w - - 0 1"] {
        let text = prints(&["moves", "--variant", "crazyhouse", "--fen", fen]);
        assert_eq!(text.lines().nth(1), Some("status ongoing"), "{fen}");
    }
}

#[test]
fn an_illegal_move_is_named_and_fails() {
    let output = panoply(&["moves", "e2e4", "e7e5", "e1e3", "d7d5"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "");
    assert_eq!(
        stderr(&output),
        "panoply: move 3: `e1e3` is illegal here: path blocked or not a move of this piece\n"
    );
}

#[test]
fn check_accepts_the_shipped_configuration() {
    let text = prints(&["check"]);
    let lines: Vec<&str> = text.lines().collect();
    // Nothing shipped can be misunderstood, but one piece is beyond XBoard.
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        lines[0].starts_with("engine.ini (shipped):")
            && lines[0].contains(": note: betza `ffNbsNhhB`: `hh`: an extension")
    );
    assert!(lines[1].starts_with("no errors: ") && lines[1].ends_with(" variants"), "{text}");
    assert_eq!(prints(&["check", "engine.ini"]), text.replace("engine.ini (shipped)", "engine.ini"));
}

#[test]
fn check_warns_of_what_older_texts_read_differently() {
    let piece = |id: &str, betza: &str| format!("[piece {id}]\nname = {id}\nletter = G\nbetza = {betza}\n");
    let file =
        scratch("older.ini", &[piece("one", "fKNN"), piece("two", "mfR"), piece("three", "vNF")].concat());
    let text = prints(&["check", &file]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    let expected =
        [":4:9: warning: betza `fKNN`: `fK`: one straight", ":4:11: warning: betza `fKNN`: `NN`: the rider"];
    assert!(lines[0].contains(expected[0]) && lines[1].contains(expected[1]), "{text}");
    assert!(lines[2].contains(":8:10: warning: betza `mfR`: `f`: without any effect here"), "{text}");
    assert!(lines[3].starts_with("no errors: "), "{text}");
}

#[test]
fn check_lists_errors_and_fails() {
    let output = panoply(&["check", "tests/data/errors/cli-config.ini"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("tests/data/errors/cli-config.ini:1:1: [piece x] has no `letter`"),
        "{lines:?}"
    );
}

#[test]
fn check_tries_start_positions() {
    let file = scratch("start.ini", "[variant odd]\nextends = normal\nstart = 8/8/8/8/8/8/8/8 w - - 0 1\n");
    let output = panoply(&["check", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("start.ini:3:") && stdout(&output).contains("no king"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_configuration_adds_to_the_shipped_one() {
    let file = scratch(
        "added.ini",
        "[piece rook]\nname = Rook\nletter = R\nbetza = RF\n\n[variant strong]\nextends = normal\n",
    );
    assert_eq!(prints(&["--config", &file, "perft", "--depth", "1"]), "1 20\n");
    let fen = "7k/8/8/8/8/8/8/K5R1 w - - 0 1";
    let text = prints(&["moves", "--config", &file, "--variant", "strong", "--fen", fen]);
    assert!(text.contains(" g1h2"), "{text}");
    assert!(!prints(&["moves", "--fen", fen]).contains(" g1h2"));
}

#[test]
fn version_and_help() {
    assert_eq!(prints(&["--version"]), format!("panoply {}\n", env!("CARGO_PKG_VERSION")));
    let help = prints(&["--help"]);
    for word in [
        "perft",
        "moves",
        "bench",
        "armies",
        "pieces",
        "check",
        "completions",
        "man",
        "--config",
        "--log",
        "Examples:",
        "XBoard",
    ] {
        assert!(help.contains(word), "{word} is missing in the help");
    }
    assert!(prints(&["perft", "--help"]).contains("--max-nodes"));
    assert!(prints(&["help", "moves"]).contains("--topology"));
    assert!(
        prints(&["pieces", "--help"]).contains("targets") && prints(&["man", "pieces"]).contains("betza")
    );
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = prints(&["completions", shell]);
        assert!(script.contains("panoply") && script.contains("perft"), "{shell}");
    }
    assert!(prints(&["completions", "bash"]).contains("complete -F _panoply"));
    let manual = prints(&["man"]);
    assert!(manual.contains(".TH panoply 1"), "{manual}");
    assert!(manual.contains("perft"), "{manual}");
}

#[test]
fn the_plugin_file_names_the_program() {
    let text = prints(&["plugin"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["plugin spec 0.0", "panoply"]);
    assert!(lines[2].split(',').any(|word| word == "chess") && lines.len() == 3, "{text}");
}

/// What is installed starts this very program, wherever it is.
#[test]
fn the_plugin_file_is_installed_with_the_way_to_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins").join("xboard");
    let _ = fs::remove_dir_all(&folder);
    let argument = folder.to_str().expect("the path is UTF-8");
    assert!(prints(&["plugin", "--install", argument]).contains("panoply.eng"));
    let text = fs::read_to_string(folder.join("panoply.eng")).expect("the file is there");
    let program = text.lines().nth(1).expect("the second line is the command");
    let output = std::process::Command::new(program).arg("--version").output().expect("it starts");
    assert!(stdout(&output).starts_with("panoply "), "{program}");
    // A file is no folder.
    let output = panoply(&["plugin", "--install", &format!("{argument}/panoply.eng")]);
    assert!(!output.status.success() && stderr(&output).contains("cannot write "), "{}", stderr(&output));
}

#[test]
fn a_log_is_refused_with_the_reason() {
    for (args, reason) in [
        (&["--log", "x", "--log-level", "silly"][..], "the levels are error, warn, info, debug and trace"),
        (&["--log-level", "info"], "--log <FILE>"),
        (&["--log", "x", "perft", "--depth", "1"], "--log records the protocol"),
    ] {
        let output = panoply(args);
        assert!(
            !output.status.success() && stderr(&output).contains(reason),
            "{args:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn tuning_the_search_names_every_number() {
    let text = prints(&["tune", "search", "--pairs", "1", "--nodes", "30"]);
    assert!(text.lines().count() > 40, "{text}");
    assert!(text.lines().all(|line| line.contains(" -> ") && line.ends_with(" steps)")), "{text}");
    assert!(text.starts_with("doubt_quiet "), "{text}");
}
