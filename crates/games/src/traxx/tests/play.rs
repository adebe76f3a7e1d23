//! Whole games: they end, their scores equal those of a second scorer, and impossible positions are refused with the
//! reason.

use super::*;
use breadboard_core::{Canvas, Event};
use breadboard_search::{Greedy, Random};
use breadboard_testkit::drawings::{every_canvas, shown_at};
use breadboard_testkit::impossible;
use breadboard_testkit::laws::play::{Policy, play_through};

const SPECS: [&str; 6] = [
    "traxx:seats=1",
    "traxx",
    "traxx:seats=3",
    "traxx:seats=4",
    "traxx:seats=4,open=seats",
    "traxx:seats=2,same_start=on,board=99",
];

/// Keeps its path as short as the rules allow.
struct Passer;

impl Player<Traxx> for Passer {
    fn choose(&mut self, _: &Traxx, _: &State, _: Seat, _: &mut SplitMix) -> Move {
        Move::PASS
    }
}

#[test]
fn greedy_random_and_stalling_players_end_within_the_cap() {
    for spec in SPECS {
        let game = game(spec);
        for seed in 0..40 {
            let ends = [
                played(&game, &mut Greedy, seed),
                played(&game, &mut Random, seed),
                played(&game, &mut Passer, seed),
            ];
            for (end, events) in ends {
                assert!(events <= game.max_events(), "{spec}");
                assert!(game.turn(&end).outcome().is_some());
            }
            // Passing forever takes all 15 rounds and reaches nothing but the start.
            let (end, _) = ends[2];
            assert_eq!(end.cards_left().count(), 0);
            assert!(game.scores(&end).unwrap().as_slice().iter().all(|&score| score == -60));
        }
    }
}

#[test]
fn greedy_beats_random_by_far() {
    let game = game("traxx:seats=1");
    let mean = |mut play: Box<dyn FnMut(u64) -> State>| {
        (0..400).map(|seed| f64::from(game.scores(&play(seed)).unwrap()[Seat::FIRST])).sum::<f64>() / 400.0
    };
    let board = game.clone();
    let greedy = mean(Box::new(move |seed| played(&board, &mut Greedy, seed).0));
    let board = game.clone();
    let random = mean(Box::new(move |seed| played(&board, &mut Random, seed).0));
    assert!(greedy > random + 10.0, "{greedy:.1} against {random:.1}");
}

/// Scores a game from its record: one pass over the lines, with a set of fields and a table of numbers per seat.
fn scored_by_hand(game: &Traxx, record: &str) -> Vec<i32> {
    let mut reached: Vec<BTreeSet<String>> = vec![BTreeSet::new(); game.seats.into()];
    let mut points = vec![0; game.seats.into()];
    let mut first_round = [None; 11];
    let mut highest = 0;
    let mut card = 0;
    for line in record.lines().skip_while(|line| !line.is_empty()).skip(1) {
        let (actor, text) = line.split_once(": ").unwrap();
        if let Some(fields) = text.strip_prefix("starts ") {
            for (seat, field) in fields.split(' ').enumerate() {
                reached[seat].insert(field.to_owned());
            }
            continue;
        }
        if actor == "*" {
            card += 1;
            continue;
        }
        for (seat, choice) in actor.split('+').zip(text.split(" | ")) {
            let seat: usize = seat.parse::<usize>().unwrap() - 1;
            let Some((_, fields)) = choice.split_once('>') else { continue };
            for field in fields.split('-') {
                assert!(reached[seat].insert(field.to_owned()), "{field} twice");
                let Some(number) = game.board().number(Hex::read(field).unwrap()) else { continue };
                let value = i32::from(number);
                let full = if game.seats == 1 {
                    value > highest
                } else {
                    *first_round[usize::from(number)].get_or_insert(card) == card
                };
                highest = highest.max(value);
                points[seat] += if full { value } else { (value + 1) / 2 };
            }
        }
    }
    points.iter().zip(reached).map(|(points, fields)| points - 61 + fields.len() as i32).collect()
}

#[test]
fn scores_agree_with_a_scorer_who_reads_the_record() {
    for spec in SPECS {
        let game = game(spec);
        for seed in 0..200 {
            let (end, events) = play_through(&game, Policy::Random, seed, |_, _| {});
            let record = breadboard_core::record_of(&game, None, &events).to_string();
            let by_hand = scored_by_hand(&game, &record);
            assert_eq!(game.scores(&end).unwrap().as_slice(), by_hand, "{record}");
        }
    }
}

/// Seat 1 cannot use the open card.
const STUCK: &str = "f4*-e4-d4-d5-e6-f5-e5=2/e4*-e3 seen=RBPE,RYPE card=RBGE";

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (spec, text, ruling, says) in [
        ("traxx", "", None, "write deal, or the paths"),
        ("traxx", "deal card=RBGY", None, "nothing follows deal"),
        ("traxx", "d5*", None, "1 paths for 2 seats"),
        ("traxx", "d5*/e4*/e6*", None, "3 paths for 2 seats"),
        ("traxx", "d5/e4*", None, "no start"),
        ("traxx", "d5*-c5*/e4*", None, "two starts"),
        ("traxx", "d5*-z9/e4*", None, "\"z9\" is not a field"),
        ("traxx", "d5*/e4* seen=RRRR", None, "\"RRRR\" is not a card"),
        ("traxx", "d5*/e4* card=RBGY seen=RBPE", None, "write deal, or the paths"),
        ("traxx", "d5*/e4* card=RBGY to=3", None, "to= names the seat"),
        ("traxx:open=seats", "d5*/e4* card=RBGY to=2 new=11", None, "new= lists numbers"),
        ("traxx", "d5*/e5*=2", Some("T13"), "e5 is not a start"),
        ("traxx", "d5*/d5*", Some("T11"), "two seats cannot both start on d5"),
        ("traxx", "d5*-c5-d5/e4* seen=BGPE", Some("T1"), "on d5 twice"),
        ("traxx", "d5*-c6/e4* seen=BGPE", Some("T1"), "c6 does not touch d5"),
        ("traxx", "d5*-e5/e4* seen=RBGY", Some("T7"), "e5 is worth 2 or 1"),
        ("traxx", "d5*-e5=3/e4* seen=RBGY", Some("T7"), "e5 is worth 2 or 1"),
        ("traxx", "d5*-c5=5/e4* seen=RBGY", Some("T7"), "c5 has no number"),
        ("traxx", "d5*/e4* seen=RBGY,RBGY", Some("T12"), "RBGY is named twice"),
        ("traxx", "d5*/e4* seen=RBGY card=RBGY", Some("T12"), "RBGY is named twice"),
        ("traxx", "d5*-e5=2/e4*", Some("T3"), "the cards turned do not allow the path of seat 1"),
        ("traxx", "d5*-e5=2/e4* seen=RBGE", Some("T3"), "the cards turned do not allow the path of seat 1"),
        ("traxx", "d5*-e5=2/e4* card=RBGY", Some("T3"), "the cards turned do not allow the path of seat 1"),
        ("traxx:seats=1", "c5-d5*-e5=2 seen=RBGY", Some("T3"), "do not allow"),
        ("traxx", "d5*-e5=1/e4* seen=RBGY", Some("T7"), "no order of arrivals"),
        ("traxx", "d5*-e5=1/e4*-e5=2 seen=RBGY", Some("T7"), "no order of arrivals"),
        ("traxx:seats=1", "d5*-e5=1 seen=RBGY", Some("T7"), "no order of arrivals"),
        ("traxx:seats=1", "d5*-e5=2-d4-d3=2 seen=RBGY,BGYP", Some("T7"), "no order of arrivals"),
        ("traxx", "d5*/e4* card=RBGY to=2", Some("T6"), "all seats choose at once"),
        ("traxx:open=seats", "d5*/e4* to=2", Some("T6"), "no card lies open"),
        ("traxx:open=seats", "d5*/e4* card=RBGY to=2 new=2", Some("T6"), "no seat has newly reached the 2"),
        (
            "traxx:open=seats",
            "d5*/e4*-e5=2 seen=RBYP card=RBGY new=2",
            Some("T6"),
            "no seat has newly reached",
        ),
        // Seat 1 cannot use this card: in a sealed round it has chosen nothing, and in an open one it is not asked.
        ("traxx", &format!("{STUCK} new=2"), Some("T6"), "no seat has newly reached the 2"),
        ("traxx:open=seats", &format!("{STUCK} to=1"), Some("T9"), "seat 1 cannot extend and is not asked"),
        ("traxx", "d5*-e5=+2/e4* seen=RBGY", None, "\"e5=+2\" is not a field"),
        ("traxx:open=seats", "d5*-e5=2/e4* card=RBGY to=2 new=02", None, "new= lists numbers"),
    ] {
        let reason = impossible::<Traxx>(spec, text);
        assert_eq!(reason.ruling.as_deref(), ruling, "{text}: {reason}");
        reason.says(says);
    }
}

#[test]
fn a_seat_that_cannot_extend_is_not_asked() {
    Scene::at("traxx", STUCK).goes_on();
    Scene::at("traxx:open=seats", &format!("{STUCK} to=2")).is_turn_of(2);
}

#[test]
fn arrivals_that_no_order_of_rounds_explains_are_refused() {
    let all = "RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE";
    // Three arrivals, each late on the other's number: A before B on the 2, B before A on the 3.
    let circle = format!("d5*-e5=1-d4-d3=3/e4*-d3=2-d4-e5=2 seen={all}");
    impossible::<Traxx>("traxx", &circle).is_by("T7");
    // Both first on both, in opposite orders and more than a card apart: first together is the same round.
    let crossed = format!("d5*-e5=2-f5-g4-g3-f3-e3-d3=3/e4*-d3=3-d4-c4-c5-d6-e6-e5=2 seen={all}");
    impossible::<Traxx>("traxx", &crossed).is_by("T7");
    let line = format!("d5*-e5=2-d4-d3=3/e4*-d3=2-d4-e5=1 seen={all}");
    Scene::at("traxx", &line).is_finished();
}

#[test]
fn moves_and_chances_that_cannot_be_read_say_what_to_write() {
    let game = game("traxx");
    let state = game.read_position("d5*/e4* card=RBGY").unwrap();
    for (text, written) in [(" PASS ", "pass"), ("D5 > e5", "d5>e5")] {
        let read = |text: &str| game.read_move(&state, Seat::FIRST, text);
        assert_eq!(read(text), read(written), "{text}");
    }
    for bad in ["", "pas", "d5", "d5>", "d5-e5", "d5>e5-", "d5>e5>e6", "d5>e5-e6-e7-e8-e9-f8", "e5", "d5>j1"]
    {
        let refusal = game.read_move(&state, Seat::FIRST, bad).unwrap_err();
        assert!(refusal.to_string().contains("d4>d5-e6-e7, or pass"), "{bad}: {refusal}");
    }
    for bad in ["", "card", "card ", "card RBG", "card XXXX", "RBGY", "starts d5", "starts d5 e4 f4"] {
        let refusal = game.read_chance(&state, bad).unwrap_err();
        assert!(refusal.to_string().contains("write "), "{bad}: {refusal}");
    }
    let refusal = game.read_chance(&game.start(), "d5 e4").unwrap_err();
    assert!(refusal.to_string().contains("as in starts d5 e4"), "before the deal: {refusal}");
    // The examples in the refusals are valid.
    let example = game.read_chance(&game.start(), "starts d5 e4").unwrap();
    assert_eq!(game.check_chance(&game.start(), &example), Ok(()));
    assert!(game.read_chance(&state, "card RRBYE").is_ok());
    // The colours of a card may stand in any order.
    assert_eq!(game.read_chance(&state, "card YGBR"), game.read_chance(&state, "card RBGY"));
}

#[test]
fn a_round_applied_at_once_equals_the_same_choices_one_by_one() {
    let (sealed, open) = (game("traxx:seats=3"), game("traxx:seats=3,open=seats"));
    for seed in 0..50 {
        let mut other = open.start();
        let (end, _) = play_through(&sealed, Policy::Random, seed, |_, event| match event {
            Event::Chance(chance) => open.play(&mut other, &Event::Chance(*chance)).unwrap(),
            Event::Act(choices) => {
                for &(seat, mv) in choices {
                    open.play(&mut other, &Event::one(seat, mv)).unwrap();
                }
            }
        });
        assert_eq!(end, other);
    }
}

#[test]
fn the_end_is_narrated() {
    let position = "d3=3-c3-c2-d2-d1-e2-e3-e4-d4-c4-c5-c6-c7-d8-d7-e7-e6*-f5-e5=2-d5-d6/\
                    e1=10-d1-d2-c2-c3-d4-e4*-f3-f2-g1-f1-e2-e3 \
                    seen=RBGY,RBYP,RBPE,BGPE,GYPE,RRBYE,BGGYE,BYPPE,RGPEE card=RBGE";
    Scene::at("traxx", position).is_turn_of(2).narrates(
        "e3>d3",
        &[
            "seat 2 goes from e3 to d3",
            "seat 2 reaches the 3 for half of it and records 2",
            "no player can extend again, so the rest of the deck is skipped; cards left: 5",
            "seat 1 ends with 5 points less 40 missed: -35",
            "seat 2 ends with 12 points less 47 missed: -35",
            "seats 1, 2 share the win",
        ],
    );
}

#[test]
fn a_drawing_says_which_numbers_give_half_now() {
    for (spec, position, says) in [
        // Alone: what is lower than the highest reached; with rivals: what a player reached in an earlier round.
        ("traxx:seats=1", "e6*-f6=4 seen=RBGY", Some("worth half now: 2, 3\n")),
        ("traxx", "d5*-e5=2-d4-d3=3/e4*-d3=2 seen=RBGE,BGYP card=RRBYE", Some("worth half now: 2\n")),
        ("traxx:open=seats", "d5*-e5=2/e4* card=RBGY to=2 new=2", None),
        ("traxx", "d5*/e4*", None),
    ] {
        let drawing = Scene::at(spec, position).drawing(Canvas::default());
        match says {
            Some(says) => assert!(drawing.contains(says), "{drawing}"),
            None => assert!(!drawing.contains("half"), "{drawing}"),
        }
    }
}

#[test]
fn the_examples_of_the_rules_page_are_what_it_says() {
    let game = game("traxx");
    let page = Traxx::INFO.rules;
    let position = page.lines().rfind(|line| line.starts_with("d5*-e5=2")).unwrap();
    let scene = Scene::at("traxx", position);
    scene.shows(position);
    assert_eq!(scene.turn(), Turn::Act(SeatSet::first(2)));
    // The board on the page is the board in the game.
    for (row, line) in game.board().to_string().lines().enumerate() {
        let letter = char::from(b'a' + row as u8);
        let shown = page.lines().find(|shown| shown.starts_with(&format!("{letter}  "))).unwrap();
        let fields: Vec<&str> = line.split_whitespace().collect();
        let words: Vec<&str> = shown.split_whitespace().skip(1).take(fields.len()).collect();
        assert_eq!(words, fields);
    }
    let halves: Vec<String> = (2..=10).map(|number| half(number).to_string()).collect();
    assert!(page.contains(&format!("| half | {} |", halves.join(" | "))));
}

#[test]
fn every_field_is_drawn_at_its_spot_and_every_column_has_its_number() {
    let scene = Scene::at("traxx", "d5*-e5=2-d4-d3=3/e4*-d3=2 seen=RBGE,BGYP card=RRBYE");
    for canvas in every_canvas() {
        let drawing = scene.game.draw(&scene.state, canvas);
        assert_eq!(drawing.spots.len(), 2 * 61);
        for spot in &drawing.spots {
            let hex = Hex::read(&spot.place).unwrap();
            let shown = shown_at(&drawing, spot);
            let path = scene.state.path(spot.seat.unwrap());
            let sign = match path.reached().contains(hex) {
                false => scene.game.board().colour(hex).letter(),
                true if path.ends().contains(&hex) => '@',
                true => 'o',
            };
            assert!(shown.contains(sign), "{}: {shown:?}\n{}", spot.place, drawing.text);
        }
        for number in 1..=9 {
            assert!(drawing.text.contains(&format!("/{number}")), "{number}\n{}", drawing.text);
        }
    }
}
