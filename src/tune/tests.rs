use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::data::{Game, GameResult, Sample};
use super::duel::Duels;
use super::fit;
use super::generate::{Settings, generate};
use crate::config::Config;
use crate::search::Numbers;

fn samples(threads: u16, first: u32) -> Vec<Sample> {
    scored(None, threads, first)
}

fn scored(score_nodes: Option<u64>, threads: u16, first: u32) -> Vec<Sample> {
    let settings = Settings { first, games: 6, seed: 5, nodes: 60, score_nodes, threads, holdings: None };
    let mut all = Vec::new();
    generate(&Config::shipped(), settings, |_, samples| {
        all.extend_from_slice(samples);
        Ok::<(), String>(())
    })
    .unwrap();
    all
}

#[test]
fn data_follow_from_the_seed_alone() {
    let one = samples(1, 0);
    assert!(one.len() > 10);
    assert_eq!(one, samples(3, 0));
    assert_ne!(one, samples(1, 6));
}

#[test]
fn scores_come_from_a_longer_search_where_one_is_asked_for() {
    let longer = scored(Some(1_000), 1, 0);
    assert!(longer.len() > 10);
    assert_eq!(longer, scored(Some(1_000), 3, 0));
    // The first position of a game is the same, as nothing longer has been searched before it.
    let (ours, theirs) = (&longer[0], &samples(1, 0)[0]);
    assert_eq!(ours.fen, theirs.fen);
    assert_ne!(ours.score, theirs.score);
}

#[test]
fn lines_of_data_are_read_as_they_were_written() {
    for sample in samples(1, 20) {
        assert_eq!(sample.to_string().parse(), Ok(sample));
    }
    let bad = |line: &str| line.parse::<Sample>().unwrap_err().to_string();
    assert_eq!(bad("normal\tfide"), "there are 2 fields separated by tabs, not 6");
    assert_eq!(bad("normal\tfide\tfide\t2\t0\t8/8"), "the result `2` is none of 1, 0.5 and 0");
    assert_eq!(bad("normal\tfide\tfide\t1\tx\t8/8"), "the score `x` is no whole number");
}

#[test]
fn fitting_learns_what_a_piece_is_worth() {
    // Whoever has a Knight more has always won, and a Rook more has never helped.
    let sample = |fen: &str, result| Sample {
        game: Game::new("normal", "fide", "fide"),
        result,
        score: 0,
        fen: fen.to_owned(),
    };
    let mut data = Vec::new();
    for _ in 0..60 {
        data.push(sample("4k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1", GameResult::Win));
        data.push(sample("1n2k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", GameResult::Loss));
        data.push(sample("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1", GameResult::Draw));
        data.push(sample("r3k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", GameResult::Draw));
    }
    let settings = fit::Settings { rounds: 2, blend: 0, threads: 2 };
    let found = fit::fit(&Config::shipped(), &data, settings).unwrap();
    let before = |id: &str| {
        let spec = Config::shipped().game(&Game::new("normal", "fide", "fide").choice()).unwrap();
        spec.kinds.iter().find(|kind| kind.id == id).and_then(|kind| kind.value).unwrap()
    };
    assert!(found.values["knight"].1 > before("knight").1, "{:?}", found.values);
    assert!(found.values["rook"].1 < before("rook").1, "{:?}", found.values);
    assert!(found.report.contains("start normal fide-fide"), "{}", found.report);
}

#[test]
fn positions_that_do_not_fit_are_named() {
    let data = [Sample {
        game: Game::new("normal", "fide", "nobody"),
        result: GameResult::Draw,
        score: 0,
        fen: String::new(),
    }];
    let settings = fit::Settings { rounds: 1, blend: 0, threads: 1 };
    let Err(error) = fit::fit(&Config::shipped(), &data, settings) else { panic!("it is refused") };
    assert!(error.contains("nobody"), "{error}");
}

#[test]
fn equal_numbers_are_equally_strong() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for holdings in [false, true] {
        let config = Config::shipped();
        let mut duels = Duels::new(&config, holdings, 60);
        let tuned = Numbers::tuned(holdings);
        for _ in 0..2 {
            // Both games are the same one, since nothing is left from the first.
            assert_eq!(duels.pair(&[tuned.clone(), tuned.clone()], &mut random), Ok(0.0));
        }
    }
}
