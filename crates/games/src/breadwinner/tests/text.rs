//! Notation and positions: what is read, and what is refused.

use super::*;
use crate::views::Views as _;
use breadboard_core::{Canvas, Event, Game as _, Notation as _, Seat, Show as _};
use breadboard_testkit::drawings::{every_canvas, shown_at};

#[test]
fn every_move_of_the_rules_page_reads_and_writes() {
    let cases = [
        ("map", "a=1Dr", "Dr a>c"),
        ("map", "a=1So c=2Sh", "So a>c pulse Sh"),
        ("map", "a=1Dr", "Dr a plant"),
        ("map", "a=1Ha7", "Ha7 a>D1 unload"),
        ("map", "a=1Ha10", "Ha10 a>D1 unload"),
        ("factories", "b=2Ha 1f3=Lo", "Lo f3>D1>b melt"),
        ("build", "rolled=2,6,6,6,6,6,6,6 free=2", "build 2@3"),
        ("build", "rolled=2,6,6,6,6,6,6,6 free=2", "build 2*@3"),
        ("recall", "c=1Dr", "recall Dr c"),
        ("recall", "1f2=Ha", "recall Ha f2"),
        ("recall", "c=1Dr", "end"),
    ];
    for (name, things, text) in cases {
        let scene = phase(name, things);
        scene.allows(text);
        assert!(scene.moves().contains(&text.to_owned()), "{text} in {:?}", scene.moves());
    }
    // Any open path can be parsed, and also no path; a detour is printed as the shortest.
    let scene = factories("b=2Ha 1f3=Lo");
    scene.allows("Lo f3>D1>a>b melt; Lo f3>b melt");
}

#[test]
fn what_is_no_move_is_refused_with_what_would_be() {
    let scene = map("a=1Ha7");
    let long = "x".repeat(300);
    for text in [
        "",
        "Dr",
        "Dr a",
        "Xx a>b",
        "Dr7 a>b",
        "Ha07 a>b",
        "Ha11 a>b",
        "Ha+7 a>b",
        "Dr a>e",
        "Dr a>b>d",
        "Dr a>",
        "build",
        "build 6@1",
        "build 2@5",
        "build 2**@1",
        "build 0@1",
        "recall Dr",
        "recall Dr f5",
        "end now",
        "So a pulse",
        "So a pulse Xx",
        "So a>b pulse Sh Sh",
        "Dr f0>D1",
        "é",
        "Ha🍞 a",
        &long,
    ] {
        let reason = scene.refusal(text).to_string();
        assert!(reason.len() < 250, "{reason}");
    }
    for text in ["", "roll", "roll 7", "roll 1 1 1 1 1 1 1 1 1", "crop 0", "crop 11", "seat 3 starts", "crop"]
    {
        assert!(!Scene::start("breadwinner").refusal(text).sentence.is_empty());
    }
}

#[test]
fn positions_need_only_what_is_there_in_any_order() {
    with("", "a=2Dr+1Ha7 round=7 seat=2 phase=map").shows("phase=map seat=2 start=1 round=7 a=1Ha7+2Dr");
    // Crops of a pile that is used up are written with their values, also when read without them.
    let all = "D1=1Ha1+1Ha2 D2=2Ha3+2Ha4";
    let scene = map(&format!("{all} a=1Dr+crop b=crop discard=5,6,7,8"));
    scene.has(&["a=1Dr+crop9,10", "b=crop9,10"]);
}

#[test]
fn impossible_positions_are_refused_with_their_ruling() {
    let map = |things: &str| format!("phase=map round=5 {things}");
    for (position, ruling) in [
        (map("a=1Dr+2Ha!"), "W9"),
        (map("a=2Dr"), "W9"),
        (map("a=1Dr!"), "W9"),
        (map("a=1Dr loaves=7,6"), "W20"),
        (map("a=1Dr loaves=0,12"), "W21"),
        (map("a=1Ha+crop7 harvesting=a"), "W16"),
        (map("a=1Ha! b=crop harvesting=b"), "W7"),
        (map("a=1Ha+crop poisoning=a"), "W14"),
        (map("a=1Ha+2Ha+crop+poison poisoning=a"), "W14"),
        (map("a=1Sh+crop+poison poisoning=a"), "W14"),
        (map("D1=1Dr+1Dr D2=1Dr+1Dr b=1Dr+1Dr c=1Dr+1Dr a=crop+poison poisoning=a"), "W14"),
        ("phase=factories round=1 1f1=Dr".to_owned(), "W19"),
        ("phase=roll round=1 1f1=Dr".to_owned(), "W19"),
        ("phase=roll seat=2 round=1 1f1=Dr 2f1=Dr".to_owned(), "W19"),
        ("phase=map round=0 a=1Dr".to_owned(), "W21"),
        ("phase=map round=61 a=1Dr".to_owned(), "W21"),
        ("phase=factories round=5 a=1Dr".to_owned(), "W9"),
        ("phase=factories round=5 a=1Dr! 1f1=Dr".to_owned(), "W9"),
        ("phase=roll round=5 1f1=Dr 1f2=Dr 1f3=Dr 1f4=Dr".to_owned(), "W24"),
        ("phase=build round=5 rolled=1,1".to_owned(), "W17"),
        ("phase=build round=5 rolled=6,6,6,6,6,6,6,6".to_owned(), "W9"),
        ("phase=build round=5 rolled=1,1,1,1,6,6,6,6 free=2".to_owned(), "W18"),
        ("phase=build round=5 rolled=1,1,1,1,1,1,6,6 free=1".to_owned(), "W18"),
        // No bot is built, so no six can have been spent.
        ("phase=build round=5 rolled=1,1,1,1,1,6,6,6".to_owned(), "W18"),
        ("phase=build round=5 rolled=1,1,6,6,6,6,6,6 free=1".to_owned(), "W18"),
        ("phase=build round=5 rolled=1,6,6,6,6,6,6 1f1=Dr".to_owned(), "W18"),
        ("phase=recall round=5".to_owned(), "W9"),
        ("phase=over round=5".to_owned(), "W21"),
        ("phase=starter round=2".to_owned(), "W1"),
    ] {
        impossible("", &position, Some(ruling));
    }
    // What the table of bots says has no ruling.
    for position in [
        "a=1Dr rolled=1",
        "a=1Dr free=1",
        "a=1Sh+2Dr b=1Dr",
        "a=1Sh+1Sh",
        "a=1Dr D1=poison",
        "a=1Ha+crop harvesting=D1",
    ] {
        impossible("", &map(position), None);
    }
}

#[test]
fn unreadable_positions_are_refused() {
    for position in [
        "",
        "phase",
        "phase=lunch",
        "seat=1",
        "phase=map phase=map",
        "phase=map seat=3 a=1Dr",
        "phase=map round=5 a=1Dr+1Dr+1Dr",
        "phase=map round=5 a=3Dr",
        "phase=map round=5 e=1Dr",
        "phase=map round=5 a=1Dr D1=crop",
        "phase=map round=5 a=1Dr+crop+crop",
        "phase=map round=5 a=1Dr b=crop8,9",
        "phase=map round=5 a=1Dr discard=1,1",
        "phase=map round=5 a=1Ha3 b=2Ha3",
        "phase=map round=05 a=1Dr",
        "phase=map round=5 a=1Dr+poison+poison",
        "phase=map round=5 a=",
        "phase=map round=256 a=1Dr",
        "phase=build round=5 rolled=1,1,1,1,1,1,1,1,1",
        "phase=map round=5 a=1Dr 3f1=Dr",
        "phase=map round=5 a=1é",
        "phase=map round=5 D1=1Dr+1Dr a=1Dr+1Dr b=1Dr+1Dr c=1Dr+1Dr d=1Dr",
        "phase=map round=5 D1=1Ha1+1Ha2 D2=1Ha3+1Ha4 a=1Ha5+crop b=1Ha6+crop discard=7,8,9",
    ] {
        impossible("", position, None);
    }
}

#[test]
fn a_crop_just_poisoned_can_be_set_up() {
    let pending = map("a=2Ha+crop+poison poisoning=a");
    pending.plays("crop 3").has(&["a=2Ha+poison", "discard=3", "phase=roll"]);
}

#[test]
fn sixes_spent_on_free_bots_can_be_set_up() {
    for (rolled, free) in [("1,6,6", 0), ("1,6,6,6,6", 0), ("1,6,6,6,6,6", 1), ("1,6,6,6,6,6", 0)] {
        let bots = 8 - rolled.split(',').count();
        let things: Vec<&str> = ["1f1=Dr", "1f2=Dr", "1f3=Dr", "a=1Dr", "b=1Dr", "c=1Dr"][..bots].to_vec();
        let free = if free > 0 { format!("free={free}") } else { String::new() };
        phase("build", &format!("rolled={rolled} {free} {}", things.join(" ")));
    }
}

#[test]
fn drawings_show_the_table_in_forty_columns() {
    let scene = with(
        "crop_survives=on",
        "phase=build seat=1 round=5 rolled=1,6,6,6 free=1 loaves=3,4 D1=1Sh+1Ha10 a=1Ha7+2Ha9+crop5,6+poison \
         b=crop5,6 c=crop d=2Dr+crop8 2f3=So 1f2=Lo discard=1",
    );
    for (flip, order) in [(false, ["D2", "c", "a", "D1"]), (true, ["D1", "b", "d", "D2"])] {
        let drawing = scene.drawing(Canvas { width: 40, flip, ..Canvas::default() });
        assert!(drawing.lines().all(|line| line.chars().count() <= 40), "{drawing}");
        let rows: Vec<&str> = drawing
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("│ "))
            .filter_map(|line| line.split(' ').next())
            .filter(|name| Tile::read(name).is_some())
            .collect();
        assert_eq!(rows, order, "{drawing}");
        for word in [
            "crop 5/6?",
            "crop ?",
            "crop 8",
            "poison",
            "1Ha10",
            "rolled Dr R&D",
            "f3 So",
            "[BUILD]",
            "3 loaves",
        ] {
            assert!(drawing.contains(word), "{word} in\n{drawing}");
        }
    }
    breadboard_testkit::laws::text::drawings_fit(&*scene.game, &scene.state);
    // The longest lines there are.
    for things in [
        "phase=map seat=2 round=200 a=2Dr loaves=1,11 discard=1,2,3,4,5,6,7,8,9,10",
        "phase=build round=200 loaves=11,1 rolled=6,6,6,6,6,6,6,6 free=2",
    ] {
        let scene = with("round_cap=200", things);
        let drawing = scene.drawing(Canvas { width: 40, ..Canvas::default() });
        assert!(drawing.lines().all(|line| line.chars().count() <= 40), "{drawing}");
        assert!(drawing.contains(" 1 loaf,") && drawing.contains(" 11 loaves,"), "{drawing}");
    }
}

#[test]
fn narration_tells_what_happened() {
    map("D1=1Ha9 loaves=8,2").narrates(
        "Ha9 D1 unload",
        &["seat 1 unloads 9: 2 from the centre, 2 from seat 2", "seat 1 has 12 loaves and wins"],
    );
    // Only a seat that loses loaves is named.
    map("D1=1Ha3").narrates("Ha3 D1 unload", &["seat 1 unloads 3: 3 from the centre"]);
    map("D1=1Ha3 loaves=1,11").narrates("Ha3 D1 unload", &["seat 1 unloads 3: 3 from seat 2"]);
    map("a=1So b=2Ha7").narrates(
        "So a>b pulse Ha7",
        &[
            "seat 1's Soldier goes from a to b",
            "seat 1's Soldier pulses seat 2's Harvester with 7 on b",
            "its load of 7 stays face-down on b",
        ],
    );
    map("a=1Lo+2Ha7").narrates(
        "Lo a melt",
        &[
            "seat 1's Locust melts down with seat 2's Harvester with 7 on a",
            "its load of 7 goes to the discard",
        ],
    );
    phase("recall", "a=1Dr")
        .narrates("end", &["seat 1 ends the recall phase", "round 5: it is seat 2's turn"]);
    with("", "phase=roll round=1").narrates(
        "roll 6 6 6 1 2 3 4 5",
        &[
            "seat 1 rolls 1 Drone, 1 Harvester, 1 Locust, 1 Soldier, 1 Shield, 3 R&D",
            "Research & Development gives one bot",
        ],
    );
    with("", "phase=roll round=1")
        .narrates("roll 6 6 6 6 6 6 6 6", &["seat 1 rolls 8 R&D", "Research & Development gives two bots"]);
    with("", "phase=roll round=1")
        .narrates("roll 1 1 2 2 2 5 5 5", &["seat 1 rolls 2 Drones, 3 Harvesters, 3 Shields"]);
    with("", "phase=recall seat=2 round=60 a=2Dr").narrates(
        "end",
        &[
            "seat 2 ends the recall phase",
            "round 60 was the last, and the loaves are counted: seat 1 has 0, seat 2 has 0",
        ],
    );
    for seat in [1, 2] {
        let start = Scene::start("breadwinner");
        start.narrates(&format!("seat {seat} starts"), &[&format!("seat {seat} has the first turn")]);
    }
    let poisoned = map("a=1Lo+crop b=1Dr").plays("Lo a poison");
    poisoned.narrates("crop 4", &["the crop on a is worth 4", "the crop on a is lost"]);
}

#[test]
fn impossible_seats_are_refused() {
    assert!(Breadwinner::new(Options::default(), 3).is_err());
    let game = Scene::start("breadwinner").game;
    assert_eq!((game.seats(), game.options().round_cap), (2, 60));
}

#[test]
fn the_examples_of_the_rules_page_are_legal() {
    let page = Breadwinner::INFO.rules;
    let position = page.lines().find(|line| line.starts_with("phase=map")).unwrap();
    with("", position).shows(position);
    let mut scene = map("a=1Dr b=1Ha+crop c=2Sh+2Ha7 1f3=So");
    for (text, on_page) in [
        ("Dr a plant", true),
        ("Ha b harvest", true),
        ("crop 4", true),
        ("So f3>D1>a>c pulse Sh", true),
        ("roll 1 2 2 3 6 6 6", true),
        ("build 4*@4", true),
        ("build 2@2", true),
        ("end", false),
        ("end", false),
        ("end", false),
        ("roll 1 1 1 1 1 1 1", false),
        ("end", false),
        ("end", false),
        ("Ha4 b>D1 unload", true),
    ] {
        if text.starts_with("So") {
            scene.refuses_plainly("So f3>D1>a>c pulse Ha7", "a pulse on c has to hit the Shield");
        }
        scene = scene.plays(text);
        assert!(!on_page || page.contains(&format!("`{text}`")), "{text}");
    }
    scene.has(&["loaves=4,0"]);
    // Every ruling and every word of the notation is on the page.
    for number in 1..=24 {
        assert!(page.contains(&format!("| W{number} |")), "W{number}");
    }
}

#[test]
fn capitals_blanks_and_the_only_target_need_not_be_written() {
    let scene = map("a=1So b=2Dr D1=1Ha7");
    for (text, written) in [
        ("So a>b pulse", "So a>b pulse Dr"),
        ("so A>B  PULSE dr", "So a>b pulse Dr"),
        ("ha7 d1 UNLOAD", "Ha7 D1 unload"),
        ("END", "end"),
        ("So a > b pulse", "So a>b pulse Dr"),
        ("so a >b  pulse Dr", "So a>b pulse Dr"),
    ] {
        assert_eq!(scene.plays(text).text(), scene.plays(written).text(), "{text}");
    }
    // The Shield is the forced target; of two other bots one has to be named.
    let guarded = map("a=1So b=2Sh+2Ha7");
    assert_eq!(guarded.plays("So a>b pulse").text(), guarded.plays("So a>b pulse Sh").text());
    map("a=1So b=2Dr+2Ha7").cannot_read("So a>b pulse", "is not a move");
    map("a=1So b=2Dr+2Dr").allows("So a>b pulse Dr");
    assert_eq!(map("a=1So b=2Dr+2Dr").plays("So a>b pulse").word("b"), "2Dr");
    factories("1f2=So a=2Lo").allows("so f2>d1>A pulse LO; So f2 > D1 > a pulse Lo; So f2> a pulse");
    phase("build", "rolled=1,1,1,1,1,1,1,2").allows("build 2 @ 3; Build 1@ 4");
    map("a=1So b=2Dr").cannot_read("So a > > b", "is not a move").cannot_read("> a", "is not a move");
}

#[test]
fn every_tile_and_factory_is_drawn_at_its_spot() {
    let scene = map("a=1Ha10 b=2So D1=1Dr D2=2Sh");
    for canvas in every_canvas() {
        let drawing = scene.game.draw(&scene.state, canvas);
        assert_eq!(drawing.spots.len(), 6 + 8);
        for spot in &drawing.spots {
            let name = spot.place.strip_prefix(['1', '2']).unwrap_or(&spot.place);
            let shown = shown_at(&drawing, spot);
            assert!(shown.trim_start().starts_with(name), "{} in {shown:?}\n{}", spot.place, drawing.text);
        }
        let harvester = drawing.spots.iter().find(|spot| spot.place == "a").unwrap();
        let shown = shown_at(&drawing, harvester);
        assert!(shown.contains("1Ha10") || shown.contains("1 Harvester 10"), "{shown:?}\n{}", drawing.text);
    }
}

#[test]
fn the_phrases_of_a_phase_say_what_is_done_and_what_it_brings() {
    let said = |name: &str, things: &str, moves: &[&str]| {
        let scene = phase(name, things);
        let game: Breadwinner = breadboard_testkit::game("breadwinner");
        let mut at = game.read_position(&scene.text()).unwrap();
        let start = at;
        let mut made = Vec::new();
        for text in moves {
            let mv = game.read_move(&at, Seat::FIRST, text).unwrap();
            game.play(&mut at, &Event::one(Seat::FIRST, mv)).unwrap();
            made.push(mv);
        }
        let phrases = game.phrases(&start, Seat::FIRST, &made);
        phrases.iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    assert_eq!(
        said("map", "a=1Ha7", &["Ha7 a>D1 unload"]),
        ["move the Harvester to D1 and unload", "loaves won: 7"]
    );
    assert_eq!(said("map", "a=1Dr b=1So", &["Dr a>c", "end"]), ["move the Drone to c"]);
    assert_eq!(said("map", "a=1Dr", &["end"]), ["end the map phase"]);
    assert_eq!(said("recall", "1f2=Ha", &["recall Ha f2"]), ["recall the Harvester from factory 2"]);
}
