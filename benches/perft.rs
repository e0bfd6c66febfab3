//! How fast moves are generated and made, and how fast rules are compiled.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use panoply::config::{Config, GameChoice};
use panoply::movegen;
use panoply::position::Position;
use panoply::rules::Rules;

/// Start positions: variant, White's and Black's army (empty: the variant's own), depth, nodes.
const STARTS: [(&str, &str, &str, u32, u64); 20] = [
    ("normal", "", "", 5, 4_865_609),
    ("crazyhouse", "", "", 4, 197_281),
    ("cylinder", "", "", 5, 5_633_208),
    ("grand", "", "", 3, 259_514),
    ("fairy", "fide", "fide", 4, 197_281),
    ("fairy", "fide", "clobberers", 4, 383_492),
    ("fairy", "fide", "nutters", 4, 325_109),
    ("fairy", "fide", "rookies", 4, 289_541),
    ("fairy", "clobberers", "fide", 4, 381_843),
    ("fairy", "clobberers", "clobberers", 4, 742_952),
    ("fairy", "clobberers", "nutters", 4, 629_312),
    ("fairy", "clobberers", "rookies", 4, 560_380),
    ("fairy", "nutters", "fide", 4, 324_941),
    ("fairy", "nutters", "clobberers", 4, 631_277),
    ("fairy", "nutters", "nutters", 4, 535_078),
    ("fairy", "nutters", "rookies", 4, 476_455),
    ("fairy", "rookies", "fide", 4, 288_555),
    ("fairy", "rookies", "clobberers", 4, 560_324),
    ("fairy", "rookies", "nutters", 4, 475_148),
    ("fairy", "rookies", "rookies", 4, 423_018),
];

fn choice(variant: &str, white: &str, black: &str) -> GameChoice {
    let army = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    GameChoice { white: army(white), black: army(black), ..GameChoice::variant(variant) }
}

fn rules(config: &Config, choice: &GameChoice) -> Rules {
    Rules::compile(config.game(choice).expect("the choice makes a game")).expect("the game can be compiled")
}

fn perft(criterion: &mut Criterion) {
    let config = Config::shipped();
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (variant, white, black, depth, nodes) in STARTS {
        let rules = Arc::new(rules(&config, &choice(variant, white, black)));
        let mut position = Position::start(rules).expect("the start position is sound");
        let name =
            [variant, white, black].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new(name, depth), |bencher| {
            bencher.iter(|| {
                let found = movegen::perft(black_box(&mut position), depth);
                assert_eq!(found, nodes, "{variant} {white} {black}");
            });
        });
    }
    group.finish();
}

fn compile(criterion: &mut Criterion) {
    let config = Config::shipped();
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(20).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_millis(500));
    for (variant, white, black) in [
        ("normal", "", ""),
        ("cylinderhouse", "", ""),
        ("fairy", "clobberers", "shooters"),
        ("grand", "grand", "grandshooters"),
    ] {
        let game = config.game(&choice(variant, white, black)).expect("the choice makes a game");
        group.bench_function([variant, white, black].join("-").trim_end_matches('-'), |bencher| {
            bencher.iter(|| Rules::compile(black_box(game.clone())).expect("the game can be compiled"));
        });
    }
    group.finish();
}

criterion_group!(benches, perft, compile);
criterion_main!(benches);
