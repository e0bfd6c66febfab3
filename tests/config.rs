//! The configuration as its users see it: the shipped file, files of their own, and what they are told about mistakes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use panoply::config::{Config, ConfigErrors, GameChoice, GameError, SHIPPED_TEXT};
use panoply::rules::{CastlingSpec, GameSpec, HoldingsSpec, PromotionChoice};
use panoply::types::Color;
use proptest::prelude::*;

fn with_armies(variant: &str, white: &str, black: &str) -> GameChoice {
    GameChoice {
        white: Some(white.to_owned()),
        black: Some(black.to_owned()),
        ..GameChoice::variant(variant)
    }
}

fn shipped(variant: &str) -> GameSpec {
    Config::shipped().game(&GameChoice::variant(variant)).unwrap()
}

/// A side's array as letters, back rank first.
fn array(game: &GameSpec, color: Color) -> String {
    let letter = |square: &Option<usize>| square.map_or('.', |kind| game.kinds[kind].letter);
    let row = |row: &Vec<Option<usize>>| row.iter().map(letter).collect::<String>();
    game.armies[color].rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// The letters of what a side's Pawns can become.
fn promotions(game: &GameSpec, color: Color) -> String {
    game.armies[color].promotions.iter().map(|&kind| game.kinds[kind].letter).collect()
}

/// What must hold in every game.
fn assert_sound(game: &GameSpec) {
    let letters: BTreeSet<char> = game.kinds.iter().map(|kind| kind.letter).collect();
    assert_eq!(letters.len(), game.kinds.len(), "letters are unique: {:?}", game.kinds);
    assert!(letters.iter().all(|c| c.is_ascii_uppercase() && !"XO".contains(*c)), "{letters:?}");
    let ids: BTreeSet<&str> = game.kinds.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids.len(), game.kinds.len(), "kinds are unique: {:?}", game.kinds);
    for army in game.armies.iter() {
        assert!(army.rows.iter().all(|row| row.len() == usize::from(game.geometry.files)), "{army:?}");
        let kings = army.rows.iter().flatten().flatten().filter(|&&kind| game.kinds[kind].royal).count();
        assert_eq!(kings, 1, "{army:?}");
        assert!(army.promotions.iter().all(|&kind| !game.kinds[kind].royal && !game.kinds[kind].pawn));
    }
    assert!(game.pawn_rows.iter().all(|&row| row < game.geometry.ranks));
    assert!(game.promotion.zone >= 1 && game.promotion.zone < game.geometry.ranks);
}

#[test]
fn every_shipped_variant_is_a_game() {
    let config = Config::shipped();
    for name in config.variant_names() {
        let game = config.game(&GameChoice::variant(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_sound(&game);
        assert_eq!(game.variant, name);
    }
    let first = [
        "normal",
        "crazyhouse",
        "cylinder",
        "cylinderhouse",
        "fairy",
        "fairyhouse",
        "shooters",
        "grand",
        "grandcwda",
    ];
    assert!(config.variant_names().starts_with(&first));
    let cutechess = [
        "loop",
        "chessgi",
        "almost",
        "amazon",
        "chigorin",
        "hoppelpoppel",
        "newzealand",
        "knightmate",
        "berolina",
        "capablanca",
        "gothic",
        "janus",
        "embassy",
    ];
    assert_eq!(config.variant_names()[first.len()..], cutechess);
}

#[test]
fn every_pairing_of_armies_of_one_size_is_a_game() {
    let config = Config::shipped();
    let mut games = 0;
    for white in config.armies() {
        for black in config.armies() {
            let game = config.game(&with_armies("fairy", &white.id, &black.id));
            if white.board == black.board {
                let game = game.unwrap_or_else(|error| panic!("{} - {}: {error}", white.id, black.id));
                assert_sound(&game);
                for kind in &game.kinds {
                    let piece = config.piece(&kind.id).unwrap();
                    let in_white = white.rows.iter().flatten().flatten().any(|id| id.value == kind.id);
                    assert!(!in_white || kind.letter == piece.letter, "White's pieces keep their letters");
                }
                games += 1;
            } else {
                assert!(matches!(game, Err(GameError::UnlikeBoards { .. })), "{} - {}", white.id, black.id);
            }
        }
    }
    let mut sizes: Vec<usize> = Vec::new();
    for army in config.armies() {
        sizes.push(config.armies().iter().filter(|other| other.board == army.board).count());
    }
    assert_eq!(games, sizes.iter().sum::<usize>());
    assert!(games >= 37 * 37 + 2 * 2 + 4 * 4, "{games}");
}

#[test]
fn the_five_armies_never_need_another_letter() {
    let config = Config::shipped();
    let armies = ["fide", "clobberers", "nutters", "rookies", "shooters", "shooters2"];
    for (white, black) in armies.iter().flat_map(|white| armies.iter().map(move |black| (white, black))) {
        let game = config.game(&with_armies("fairy", white, black)).unwrap();
        for kind in &game.kinds {
            assert_eq!(kind.letter, config.piece(&kind.id).unwrap().letter, "{white} - {black}: {}", kind.id);
        }
    }
    let game = config.game(&with_armies("fairy", "clobberers", "nutters")).unwrap();
    assert_eq!(
        (array(&game, Color::White), array(&game, Color::Black)),
        ("LEFAKFEL/PPPPPPPP".to_owned(), "TIUCKUIT/PPPPPPPP".to_owned())
    );
    let ids: Vec<&str> = game.kinds.iter().map(|kind| kind.id.as_str()).collect();
    let expected = ["bede", "elephant", "clobberer", "archbishop", "king", "pawn"];
    assert_eq!(ids[..6], expected);
    assert_eq!(ids[6..], ["charging-rook", "fibnif", "charging-knight", "colonel"]);
    assert_eq!(promotions(&game, Color::White), "LEFA");
    assert_eq!(promotions(&game, Color::Black), "TIUC");
}

#[test]
fn clashing_letters_are_told_apart_in_favour_of_white() {
    let config = Config::shipped();
    let game = config.game(&with_armies("fairy", "clobberers", "amazon")).unwrap();
    assert_eq!(array(&game, Color::White), "LEFAKFEL/PPPPPPPP");
    assert_eq!(array(&game, Color::Black), "RNBMKBNR/PPPPPPPP", "the Amazon becomes an M");
    let game = config.game(&with_armies("fairy", "fide", "knightmate")).unwrap();
    assert_eq!(array(&game, Color::Black), "RMBQYBMR/PPPPPPPP", "the Royal Knight becomes a Y");
    let game = config.game(&with_armies("fairy", "fide", "berolina")).unwrap();
    assert_eq!(array(&game, Color::Black), "RNBQKBNR/EEEEEEEE");
}

#[test]
fn crazyhouse_and_normal_with_holdings_have_the_same_rules() {
    let crazyhouse = shipped("crazyhouse");
    let choice = GameChoice { holdings: Some(true), ..GameChoice::default() };
    let normal = Config::shipped().game(&choice).unwrap();
    assert_eq!(GameSpec { variant: "crazyhouse".to_owned(), ..normal }, crazyhouse);
    assert_eq!(crazyhouse.holdings, Some(HoldingsSpec { demote: true, pawn_ranks: (1, 6) }));
    assert_eq!(crazyhouse.fifty_plies, None);
    let off = GameChoice { holdings: Some(false), ..GameChoice::variant("crazyhouse") };
    let off = Config::shipped().game(&off).unwrap();
    assert_eq!((off.holdings, off.fifty_plies), (None, Some(100)));
}

#[test]
fn the_choice_overrides_the_variant() {
    let config = Config::shipped();
    let choice = GameChoice {
        cylinder: Some(true),
        promotion: Some(PromotionChoice::Either),
        ..with_armies("NORMAL", "Rookies", "SHOOTERS2")
    };
    let game = config.game(&choice).unwrap();
    assert!(game.geometry.cylinder);
    assert_eq!(game.promotion.choice, PromotionChoice::Either);
    assert_eq!(
        (game.armies[Color::White].id.as_str(), game.armies[Color::Black].id.as_str()),
        ("rookies", "shooters2")
    );
    assert!(shipped("cylinder").geometry.cylinder);
    let flat = GameChoice { cylinder: Some(false), ..GameChoice::variant("cylinder") };
    assert!(!config.game(&flat).unwrap().geometry.cylinder);
}

#[test]
fn grand_has_its_own_board_and_promotion() {
    let config = Config::shipped();
    let game = config
        .game(&GameChoice { black: Some("grandshooters".into()), ..GameChoice::variant("grand") })
        .unwrap();
    assert_eq!((game.geometry.files, game.geometry.ranks), (10, 10));
    assert_eq!(array(&game, Color::White), "R........R/.NBQKMABN./PPPPPPPPPP");
    assert_eq!(array(&game, Color::Black), "G........G/.NYZKDVYN./PPPPPPPPPP");
    assert_eq!((game.promotion.zone, game.promotion.limited, game.pawn_rows), (3, true, vec![2]));
    assert_eq!(game.armies[Color::White].castling, CastlingSpec::None);
    assert!(config.has_free_armies("grand").unwrap() && config.has_free_armies("Fairy").unwrap());
    assert!(!config.has_free_armies("normal").unwrap() && !config.has_free_armies("crazyhouse").unwrap());
}

#[test]
fn the_variants_of_cutechess_start_as_there() {
    let expected = [
        ("almost", "RNBCKBNR", "RNBCKBNR"),
        ("amazon", "RNBAKBNR", "RNBAKBNR"),
        ("chigorin", "RNNCKNNR", "RBBQKBBR"),
        ("hoppelpoppel", "RNBQKBNR", "RNBQKBNR"),
        ("newzealand", "RNBQKBNR", "RNBQKBNR"),
        ("knightmate", "RMBQKBMR", "RMBQKBMR"),
        ("loop", "RNBQKBNR", "RNBQKBNR"),
        ("chessgi", "RNBQKBNR", "RNBQKBNR"),
        ("berolina", "RNBQKBNR", "RNBQKBNR"),
        ("capablanca", "RNABQKBCNR", "RNABQKBCNR"),
        ("gothic", "RNBQCKABNR", "RNBQCKABNR"),
        ("janus", "RJNBKQBNJR", "RJNBKQBNJR"),
        ("embassy", "RNBQKCABNR", "RNBQKCABNR"),
    ];
    for (variant, white, black) in expected {
        let game = shipped(variant);
        let pawns = "P".repeat(white.len());
        assert_eq!(array(&game, Color::White), format!("{white}/{pawns}"), "{variant}");
        assert_eq!(array(&game, Color::Black), format!("{black}/{pawns}"), "{variant}");
    }
    let castling = |variant| shipped(variant).armies[Color::White].castling;
    assert_eq!(castling("capablanca"), CastlingSpec::Files { queen: 2, king: 8 });
    assert_eq!(castling("gothic"), CastlingSpec::Files { queen: 2, king: 8 });
    assert_eq!(castling("janus"), CastlingSpec::Files { queen: 1, king: 8 });
    assert_eq!(castling("embassy"), CastlingSpec::Files { queen: 1, king: 7 });
    assert_eq!(castling("chigorin"), CastlingSpec::Auto);
    let chigorin = shipped("chigorin");
    assert_eq!(
        (promotions(&chigorin, Color::White), promotions(&chigorin, Color::Black)),
        ("RNC".to_owned(), "RBQ".to_owned())
    );
    assert_eq!(shipped("loop").holdings, Some(HoldingsSpec { demote: false, pawn_ranks: (1, 6) }));
    let chessgi = shipped("chessgi");
    assert_eq!(chessgi.holdings, Some(HoldingsSpec { demote: false, pawn_ranks: (0, 6) }));
    assert_eq!(chessgi.pawn_rows, [0, 1]);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let config = Config::shipped();
    let error = config.game(&with_armies("fairy", "fide", "clobers")).unwrap_err().to_string();
    assert!(
        error.starts_with("unknown army `clobers`: did you mean `clobberers`? known: fide, clobberers, "),
        "{error}"
    );
    let error = config.game(&GameChoice::variant("atomic")).unwrap_err().to_string();
    assert!(error.starts_with("unknown variant `atomic`: known: normal, crazyhouse, "), "{error}");
    let error = config.game(&with_armies("normal", "fide", "grand")).unwrap_err().to_string();
    assert_eq!(error, "Black's army `grand` is for a 10x10 board, but variant `normal` is played on 8x8");
    let error = config.game(&with_armies("fairy", "fide", "janus")).unwrap_err().to_string();
    assert_eq!(
        error,
        "White's army `fide` is for an 8x8 board, Black's army `janus` for 10x8: choose armies of one size"
    );
}

const OGRES: &str = "
[piece ogre]
name = Ogre
letter = G
betza = WFD
[army ogres]
name = Ogres of the North
rank1 = ogre knight .*2 king . knight ogre
castling-piece = ogre
";

#[test]
fn text_alone_adds_an_army() {
    let config = Config::parse("my.ini", OGRES).unwrap();
    assert_eq!(config.army_names().last(), Some(&"Ogres of the North"));
    assert_eq!(config.army_names().len(), Config::shipped().army_names().len() + 1);
    let game = config.game(&with_armies("fairy", "ogres of THE north", "shooters")).unwrap();
    assert_eq!(array(&game, Color::White), "GN..K.NG/PPPPPPPP");
    assert_eq!(array(&game, Color::Black), "HNYZKYNH/PPPPPPPP", "the Hero gives way to the Ogre");
    let partner = game.armies[Color::White].castling_partner.unwrap();
    assert_eq!(game.kinds[partner].id, "ogre");
    assert_eq!(game.kinds[partner].value, None);
}

#[test]
fn a_section_replaces_the_shipped_one() {
    let text = "[piece queen]\nname = Lady\nletter = Q\nbetza = RB\nvalue = 900 950\n\
        [engine]\nthreads = 4\n[variant Normal]\nwhite = fide\nblack = nutters\n";
    let config = Config::parse("my.ini", text).unwrap();
    assert_eq!(config.variant_names().len(), Config::shipped().variant_names().len());
    assert_eq!(config.variant_names()[0], "Normal", "it takes the place of the old one");
    assert_eq!((config.engine.hash, config.engine.threads), (64, 4));
    let game = config.game(&GameChoice::variant("crazyhouse")).unwrap();
    assert_eq!(array(&game, Color::Black), "TIUCKUIT/PPPPPPPP", "crazyhouse extends it");
    let queen = game.kinds.iter().find(|kind| kind.id == "queen").unwrap();
    assert_eq!((queen.name.as_str(), queen.value), ("Lady", Some((900, 950))));
}

#[test]
fn a_file_can_stand_alone() {
    let text = format!("{SHIPPED_TEXT}\n")
        .replace("shipped = yes", "shipped = no")
        .replace("[variant loop]", "[variant ring]");
    let text = text.replace("extends = loop", "extends = ring");
    let config = Config::parse("my.ini", &text).unwrap();
    assert!(config.variant("loop").is_err() && config.variant("ring").is_ok());
    assert_eq!(config.armies().len(), Config::shipped().armies().len());
}

#[test]
fn a_start_position_belongs_to_its_armies() {
    let text = "[variant mine]\nextends = normal\nstart = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\
        [variant same]\nextends = mine\nholdings = yes\nfifty = yes\n[variant other]\nextends = mine\nblack = rookies\n";
    let config = Config::parse("my.ini", text).unwrap();
    let start = |choice: &GameChoice| config.game(choice).unwrap().start_fen;
    let fen = Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned());
    assert_eq!(start(&GameChoice::variant("mine")), fen);
    assert_eq!(start(&GameChoice::variant("same")), fen);
    assert_eq!(start(&GameChoice::variant("other")), None);
    assert_eq!(start(&with_armies("mine", "fide", "fide")), None);
    assert_eq!(config.game(&GameChoice::variant("same")).unwrap().fifty_plies, Some(100));

    let objection = |game: &GameSpec| game.start_fen.as_ref().map_or(Ok(()), |_| Err("no rook".to_owned()));
    assert_eq!(
        config.check(objection).unwrap_err().to_string(),
        "my.ini:3:9: variant `mine`: no rook\nmy.ini:4:1: variant `same`: no rook"
    );
    assert_eq!(config.check(|_| Ok(())), Ok(()));
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

fn messages(result: Result<Config, ConfigErrors>) -> String {
    result.map_or_else(|errors| errors.to_string(), |_| "no error".to_owned())
}

/// Whether messages are as expected, line by line. Lists of all known names grow with the configuration: where a line
/// ends with `...` the table leaves them open.
fn is_as_expected(actual: &str, expected: &str) -> bool {
    let same = |(actual, expected): (&str, &str)| match expected.strip_suffix("...") {
        Some(head) => actual.starts_with(head),
        None => actual == expected,
    };
    actual.lines().count() == expected.lines().count() && actual.lines().zip(expected.lines()).all(same)
}

#[test]
fn mistakes_are_named_with_their_place_and_cure() {
    let table = include_str!("data/errors/config.tsv");
    let mut wrong = Vec::new();
    for (index, line) in table.lines().enumerate() {
        let (input, expected) = line.split_once('\t').unwrap();
        let actual = messages(Config::parse("my.ini", &unescaped(input)));
        if !is_as_expected(&actual, &unescaped(expected)) {
            wrong.push(format!("line {}:\n{}\ngives:\n{actual}\n", index + 1, unescaped(input)));
        }
    }
    assert!(table.lines().count() >= 25);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn spoiling_the_shipped_definitions_is_reported_at_their_place() {
    let blamed = |text: &str| {
        let errors = Config::parse("my.ini", text).unwrap_err();
        let line = |error: &panoply::config::ConfigError| {
            assert_eq!(&*error.place.file, "engine.ini (shipped)");
            SHIPPED_TEXT.lines().nth(error.place.line - 1).unwrap_or_default().to_owned()
        };
        errors.iter().map(|error| (line(error), error.message.clone())).collect::<Vec<_>>()
    };
    let wide = blamed("[army fide]\nname = FIDE\nboard = 10x8\nrank1 = rook .*3 king .*4 rook");
    let message = "White's army `fide` is for a 10x8 board, but variant `normal` is played on 8x8";
    assert_eq!(wide, [("white = fide".to_owned(), message.to_owned())], "not again for all that extend it");

    let royal = blamed("[piece minister]\nname = Minister\nletter = D\nbetza = NDW\nroyal = yes");
    let message = "`minister` is a second royal piece: an army has exactly one";
    assert_eq!(royal.len(), 1);
    assert!(royal[0].0.starts_with("rank2 = . knight shaman") && royal[0].1 == message, "{royal:?}");
}

#[test]
fn a_mistake_in_betza_is_placed_in_the_file() {
    let error = panoply::betza::parse("WF!D").unwrap_err();
    let message = error.to_string();
    let message = message.strip_prefix(&format!("column {}: ", error.column)).unwrap();
    let text = "[piece ogre]\nname = Ogre\nletter = G\n  betza  =   WF!D ; no\n\
        [army ogres]\nname = Ogres\nrank1 = ogre*3 .*5\n";
    let expected = format!("my.ini:4:{}: betza `WF!D`: {message}", 13 + error.column);
    assert_eq!(messages(Config::parse("my.ini", text)), expected, "and the army of Ogres is not blamed");
    assert_eq!(error.column, 3);
}

#[test]
fn no_mistake_is_in_the_table_twice() {
    let table = include_str!("data/errors/config.tsv");
    let inputs: BTreeSet<&str> = table.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(inputs.len(), table.lines().count());
}

/// A file in the directory for temporary files, removed at the end.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, content: &[u8]) -> TempFile {
        let path = std::env::temp_dir().join(format!("panoply-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        TempFile(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn files_are_read_from_disk() {
    let good = TempFile::new("good.ini", OGRES.as_bytes());
    assert!(Config::load(&good.0).unwrap().army("ogres").is_ok());

    let bad = TempFile::new("bad.ini", b"[engine]\nhash = \xe9\n");
    let name = bad.0.display();
    assert_eq!(
        messages(Config::load(&bad.0)),
        format!("{name}:2:8: byte 0xe9 is not UTF-8 text: save the file as UTF-8")
    );

    let missing = messages(Config::load(Path::new("no/such/file.ini")));
    assert!(missing.starts_with("no/such/file.ini: cannot read the file: "), "{missing}");
}

/// Whatever comes out, nothing panics and every error is inside the text.
fn digest(text: &str) {
    match Config::parse("my.ini", text) {
        Ok(config) => {
            for name in config.variant_names() {
                assert_sound(&config.game(&GameChoice::variant(name)).unwrap());
            }
            for (white, black) in config.armies().iter().zip(config.armies().iter().rev()) {
                let _ = config.game(&with_armies("fairy", &white.id, &black.name));
            }
        }
        Err(errors) => {
            assert!(errors.iter().count() > 0);
            for error in errors.iter().filter(|error| &*error.place.file == "my.ini" && error.place.line > 0)
            {
                let line = text.lines().nth(error.place.line - 1).unwrap();
                assert!((1..=line.chars().count() + 1).contains(&error.place.column), "{error} in {line:?}");
            }
        }
    }
}

/// One change to the shipped text: at a position, so many bytes removed and a text put in.
fn mutated(changes: &[(usize, usize, String)]) -> String {
    let mut text: Vec<char> = SHIPPED_TEXT.chars().filter(|c| *c != '\r').collect();
    for (position, removed, inserted) in changes {
        let start = position % text.len();
        let end = (start + removed).min(text.len());
        text.splice(start..end, inserted.chars());
    }
    text.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn arbitrary_text_is_digested(text in "\\PC{0,40}|(\\[?(piece|army|variant|engine)? ?[a-z*.=é\u{a0}; 0-9\\]\n\t\r]{0,20}\n?){0,12}") {
        digest(&text);
    }

    #[test]
    fn arbitrary_values_are_digested(key in "rank[123]|board|castling|castling-piece", value in "[a-z*. 0-9é-]{1,30}") {
        digest(&format!("[army fide]\nname=FIDE\nrank1=king .*7\n{key} = {value}\n"));
    }

    #[test]
    fn arbitrary_settings_are_digested(
        key in "extends|board|white|pawn-drops|pawn-rows|promotion-zone|start",
        value in "[0-9 x-]{1,8}|normal|mine|fide|grand|[a-zé]{1,8}",
    ) {
        digest(&format!("[variant mine]\nwhite=fide\nblack=fide\n{key} = {value}\n"));
    }

    #[test]
    fn a_damaged_shipped_file_is_digested(
        changes in prop::collection::vec((any::<usize>(), 0usize..30, "[a-z=\n \\[\\]*;é0-9-]{0,8}"), 1..6),
        alone in any::<bool>(),
    ) {
        let text = mutated(&changes);
        let no = if alone { "shipped = no" } else { "shipped = yes" };
        digest(&text.replace("shipped = yes", no));
    }
}
