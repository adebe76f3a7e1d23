//! One test per ruling, on the standard board:
//!
//! ```text
//! a          B5  E   Y   E   G6
//! b        Y   R   G   B   Y   E
//! c      B   E   B   E   G   B   P
//! d    R   Y   G3  P   R*  E   Y   E
//! e  G10 B   R   E*  Y2  P*  B   R   Y7
//! f    P   G   P   B*  E   Y4  G   B
//! g      E   R   Y   P   R   P   R
//! h        P   G   R   Y   B   G
//! i          Y9  P   G   P   R8
//! ```

use super::*;
use breadboard_core::Options as _;
use breadboard_core::{Canvas, Event, Record, replay};
use breadboard_testkit::impossible;

/// A position of one player.
fn alone(position: &str) -> Scene {
    Scene::at("traxx:seats=1", position)
}

/// A position of two players.
fn two(position: &str) -> Scene {
    Scene::at("traxx", position)
}

/// The points that each seat has recorded.
fn points(scene: &Scene) -> Vec<i32> {
    scene.state.paths.iter().map(Path::points).take(scene.game.seats.into()).collect()
}

/// The number of fields that the first seat has reached.
fn reached(scene: &Scene) -> usize {
    scene.state.paths[0].reached().len() as usize
}

#[test]
fn t1_no_field_is_entered_twice_but_a_path_may_run_alongside_itself() {
    let scene = alone("d6-d5*-c4 seen=RBGE,RGPEE card=BGGYE");
    // c5 touches the end c4 and also d5 and d6, both on the path.
    assert_eq!(reached(&scene.plays("c4>c5")), 4);
    scene
        .refuses_with("c4>d5", "T1", "your path has been on d5 already")
        .refuses_with("c4>c5-c4", "T1", "your path has been on c4 already")
        .refuses_with("c4>c6", "T1", "c6 does not touch c4");
}

#[test]
fn t2_the_start_is_reached_costs_no_colour_and_is_both_ends_in_round_1() {
    alone("d5*").has_scores(&[-60]);
    // The start is red and the card is not.
    let first = alone("d5* card=BGPE");
    first.plays("d5>d6").shows("d5*-d6 seen=BGPE");
    // In the next round the start is still an end.
    alone("d5*-d6 seen=BGPE card=RBGE").plays("d5>c4").shows("c4-d5*-d6 seen=RBGE,BGPE");
    let moves = first.moves();
    let distinct: BTreeSet<&String> = moves.iter().collect();
    assert_eq!(moves.len(), distinct.len(), "the one end is not counted twice");
}

#[test]
fn t3_a_round_extends_one_end_and_only_an_end() {
    let scene = alone("d6-d5*-c4 seen=RBGE,RGPEE card=RBYP");
    scene.plays("d6>d7").shows("d7-d6-d5*-c4 seen=RBGE,RBYP,RGPEE");
    scene.plays("c4>c3").shows("d6-d5*-c4-c3 seen=RBGE,RBYP,RGPEE");
    scene.refuses_with("d5>d4", "T3", "d5 is not an end of your path; the ends: d6, c4");
    // From one end round to the other end is not a way to extend both.
    let says = "c5 and d5 are the two ends of your path: a round extends one of them";
    alone("d5*-d6-c5 seen=BGGYE card=RBGY").refuses_with("c5>d5-d4", "T3", says);
    alone("d5* card=RBGY").refuses_with("e4>e3", "T3", "e4 is not an end of your path; the ends: d5");
}

#[test]
fn t4_a_number_field_has_a_colour_and_needs_it() {
    // The 2 on e5 is yellow.
    assert_eq!(points(&alone("d5* card=RBGY").plays("d5>e5")), [2]);
    alone("d5* card=RBGE").refuses_with("d5>e5", "T4", "e5 is yellow, which the card does not show");
    // From the 2 to the 4: two yellow fields, and this card has one yellow.
    let says = "f6 is yellow, and the card's yellow is used up";
    alone("d5* card=RGYE").refuses_with("d5>e5-f5-f6", "T4", says);
}

#[test]
fn t4_a_doubled_colour_may_be_used_twice_and_not_three_times() {
    // c4, d6 and e4 are grey around the red start.
    let doubled = alone("d5* card=RGPEE");
    assert_eq!(reached(&doubled.plays("d5>c4-c5-d6")), 4);
    let says = "d6 is grey, and the card's grey is used up";
    alone("d5* card=RBGE").refuses_with("d5>c4-c5-d6", "T4", says);
    doubled.refuses_with("d5>c4-b3-a2-b2-c2", "T4", "c2 is grey, and the card's grey is used up");
    assert_eq!(points(&doubled.plays("d5>c4-b3-a2-b2")), [0]);
}

#[test]
fn t5_all_numbers_of_a_round_count() {
    let scene = two("d5*/e4* card=BGYP").plays("d5>e5-d4-d3 | pass");
    scene.shows("d5*-e5=2-d4-d3=3/e4* seen=BGYP");
    assert_eq!(points(&scene), [5, 0]);
}

#[test]
fn t6_arrivals_of_one_round_all_get_full_points_and_later_ones_half() {
    let start = Scene::at("traxx:seats=3", "d5*/e4*/e6* card=RBGY");
    assert_eq!(start.turn(), Turn::Act(SeatSet::first(3)));
    let scene = start.plays("d5>e5 | e4>e5 | pass");
    assert_eq!(points(&scene), [2, 2, 0]);
    let later = scene.set(&format!("{} card=RGYE", scene.text())).plays("pass | pass | e6>e5");
    assert_eq!(points(&later), [2, 2, 1]);
}

#[test]
fn t6_a_choice_leaves_no_trace_until_the_whole_round_is_applied() {
    let Scene { game, state } = two("d5*/e4* card=RBGY");
    let choice = |seat, text| (seat, game.read_move(&state, seat, text).unwrap());
    let (first, other) = (choice(Seat::FIRST, "d5>e5"), choice(Seat::FIRST, "d5>c5"));
    let second = choice(Seat::SECOND, "e4>d3");
    // One choice alone is not an event, so a seat may change its own until the round is complete.
    assert!(game.play(&mut state.clone(), &Event::Act(vec![first])).is_err());
    for changed in [first, other] {
        assert_eq!(game.check(&state, changed.0, changed.1), Ok(()));
        let mut next = state;
        game.play(&mut next, &Event::Act(vec![changed, second])).unwrap();
        assert_eq!(game.turn(&next), Turn::Chance);
    }
}

#[test]
fn t6_option_open_lets_seats_choose_in_turn_with_the_same_points() {
    let start = Scene::at("traxx:seats=3,open=seats", "d5*/e4*/e6* card=RBGY");
    start.is_turn_of(1);
    let one = "d5*-e5=2/e4*/e6* card=RBGY to=2 new=2";
    start.plays("d5>e5").shows(one);
    let two = "d5*-e5=2/e4*-e5=2/e6* card=RBGY to=3 new=2";
    start.set(one).plays("e4>e5").shows(two);
    let three = "d5*-e5=2/e4*-e5=2/e6* seen=RBGY";
    start.set(two).plays("pass").shows(three);
    let later = start.set(&format!("{three} card=RGYE to=3")).plays("e6>e5");
    assert_eq!(later.text().split(' ').next().unwrap(), "d5*-e5=2/e4*-e5=2/e6*-e5=1");
    impossible::<Traxx>("traxx:seats=3", one).is_by("T6");
}

#[test]
fn t6_option_open_rotate_moves_the_first_chooser_on_each_round() {
    let start = Scene::at("traxx:seats=3,open=rotate", "d5*/e4*/e6* card=RBGY");
    start.is_turn_of(1);
    start.plays("pass").shows("d5*/e4*/e6* card=RBGY to=2").is_turn_of(2);
    // The second round begins with seat 2 and ends with seat 1.
    let second = start.plays("pass;pass;pass").set("d5*/e4*/e6* seen=RBGY card=RGYE");
    second.is_turn_of(2);
    second.plays("pass").shows("d5*/e4*/e6* seen=RBGY card=RGYE to=3").is_turn_of(3);
    second.plays("pass;pass").shows("d5*/e4*/e6* seen=RBGY card=RGYE to=1").is_turn_of(1);
    second.plays("pass;pass;pass").waits_for_chance();
    // Arrivals of the same round get full points in any order of seats.
    let both = second.plays("e4>e5;e6>e5").text();
    assert!(both.starts_with("d5*/e4*-e5=2/e6*-e5=2 "), "{both}");
    // The fourth begins with seat 1 again.
    Scene::at("traxx:seats=3,open=rotate", "d5*/e4*/e6* seen=RBGY,RBYP,RBPE card=RGYE").is_turn_of(1);
    impossible::<Traxx>("traxx:seats=3,open=rotate", "d5*/e4*/e6* card=RBGY to=1 new=2").is_by("T6");
}

#[test]
fn t16_a_number_that_is_not_reached_costs_one_point() {
    // No seat has left the start: 60 fields are missed, nine of them with numbers.
    Scene::at("traxx:seats=1", "d5*").has_scores(&[-60]);
    // The 2 gives two points and is no longer missed.
    Scene::at("traxx:seats=1", "d5* card=RBGY").plays("d5>e5").has_scores(&[-57]);
}

#[test]
fn a_game_alone_ends_with_its_grade() {
    let record = Record::read(include_str!("../golden/alone.txt")).unwrap();
    let game = game("traxx:seats=1");
    let mut told = Vec::new();
    replay(&game, &record, |before, event, _| told = game.narrate(before, event)).unwrap();
    let score = record.scores.unwrap().as_slice()[0];
    let grade = format!("above 40 is great; points short of it: {}", 41 - score);
    assert_eq!(told.last().unwrap().to_string(), grade);
}

#[test]
fn t7_half_points_are_rounded_up() {
    let table: Vec<(u8, u8)> = (2..=10).map(|number| (number, half(number))).collect();
    assert_eq!(table, [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)]);
    let scene = two("d5*/e4*-d3=3 seen=RBGE card=BGYP").plays("d5>d4-d3 | pass");
    assert_eq!(points(&scene), [2, 3]);
}

#[test]
fn t8_alone_two_numbers_of_a_round_count_in_the_order_walked() {
    assert_eq!(points(&alone("d5* card=BGYP").plays("d5>e5-d4-d3")), [2 + 3]);
    assert_eq!(points(&alone("e4* card=BGYP").plays("e4>d3-d4-e5")), [3 + 1]);
}

#[test]
fn t8_alone_a_number_counts_in_full_unless_a_higher_one_came_before() {
    // The source's example: 4, 7, 5, 9 in this order give 4, 7, 3 and 9.
    let steps = [
        ("e6* card=RBGY", "e6>f6-f7-f8", 4),
        ("e6*-f6=4-f7-f8 seen=RBGY card=RYPE", "f8>e9", 4 + 7),
        ("a2-b3-c4-d5-e6*-f6=4-f7-f8-e9=7 seen=RBGY,RYPE,RGYE,RGPEE card=RBPE", "a2>a1", 4 + 7 + 3),
        (
            "h1-g1-f1-e2-d1-c1-b1-a1=3-a2-b3-c4-d5-e6*-f6=4-f7-f8-e9=7 \
             seen=RBGY,RYPE,RGYE,RGPEE,RBPE,RRBYE,RBYP,BGPE card=BGYP",
            "h1>i1",
            4 + 7 + 3 + 9,
        ),
    ];
    for (position, text, total) in steps {
        assert_eq!(points(&alone(position).plays(text)), [total], "{text}");
    }
}

#[test]
fn t9_a_pass_is_always_legal_for_a_seat_that_could_extend() {
    alone("d5* card=RBGE").plays("pass").shows("d5* seen=RBGE");
}

#[test]
fn t9_a_seat_that_cannot_extend_passes_by_itself() {
    // Around f4 and e5 nothing free is red, blue, green or grey.
    let scene = two("f4*-e4-d4-d5-e6-f5-e5=2/e4*-e3-f3-f4-f5-e5=2-e6-d6-d5 seen=RBPE,RYPE");
    let narration = scene.narration("card RBGE");
    assert!(narration.iter().any(|text| text == "seat 1 cannot extend and passes"), "{narration:?}");
    let Scene { game, state } = scene.plays("card RBGE");
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    let refusal = game.play(&mut state.clone(), &Event::one(Seat::FIRST, Move::PASS)).unwrap_err();
    assert_eq!(refusal, refusals::not_your_turn(Seat::FIRST));
}

#[test]
fn t9_a_card_that_no_seat_can_use_is_followed_by_the_next() {
    let position = "g3-h3-g4-f4*-e4-f3 seen=RBYP,BGPE";
    let scene = alone(position).plays("card BYPPE");
    scene.waits_for_chance();
    assert_eq!(scene.state.cards_left().count(), 12);
    impossible::<Traxx>("traxx:seats=1", &format!("{position} card=BYPPE")).is_by("T9");
}

#[test]
fn t9_when_no_seat_can_move_again_the_rest_of_the_deck_is_skipped() {
    let scene = alone("e5=2-e4-f3-f4*-f5-e6-d5 seen=RBPE,BYPPE card=BGPE");
    let stuck = scene.plays("d5>c4-c3-d3-d4");
    stuck.is_over(Outcome::Scored).ends_by("traxx-end-stuck");
    assert_eq!(stuck.state.cards_left().count(), 12);
    scene.plays("d5>c4-c3-d3").waits_for_chance();
}

#[test]
fn t9_the_rest_of_the_deck_is_skipped_when_its_colours_are_of_no_use() {
    // e5 has no free neighbour, and around f4 only purple and yellow are free: RBGE cannot be used, RBGY can.
    let last = |card: &str| {
        let start = Scene::start("traxx:seats=1");
        let turned = start.game.board().cards().map(|card| card.to_string());
        let turned: Vec<String> = turned.into_iter().filter(|turned| turned != card).collect();
        start.set(&format!("f4*-e4-d4-d5-e6-f5-e5=2 seen={}", turned.join(",")))
    };
    last("RBGE").is_over(Outcome::Scored);
    last("RBGY").waits_for_chance();
}

#[test]
fn t10_equal_scores_share_the_win() {
    let position = "d3=3-c3-c2-d2-d1-e2-e3-e4-d4-c4-c5-c6-c7-d8-d7-e7-e6*-f5-e5=2-d5-d6/\
                    e1=10-d1-d2-c2-c3-d4-e4*-f3-f2-g1-f1-e2-e3 \
                    seen=RBGY,RBYP,RBPE,BGPE,GYPE,RRBYE,BGGYE,BYPPE,RGPEE card=RBGE";
    let shared = two(position).plays("e3>d3");
    shared.has_scores(&[-35, -35]).is_over(Outcome::Shared(SeatSet::first(2)));
    assert_eq!(points(&shared), [5, 12]);
}

#[test]
fn t10_the_highest_score_wins_and_alone_only_the_score_counts() {
    let all = "seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE";
    two(&format!("d5*-e5=2/e4*-d3=3 {all}")).is_won_by(2).ends_by("traxx-end-deck");
    alone(&format!("d5*-e5=2 {all}")).is_over(Outcome::Scored).ends_by("traxx-end-deck");
}

/// The starts of the seats in every possible deal.
fn deals(spec: &str) -> Vec<Vec<String>> {
    let chances = Scene::start(spec).chances();
    assert!(chances.iter().all(|(_, weight)| *weight == 1));
    chances.iter().map(|(text, _)| text.split(' ').skip(1).map(str::to_owned).collect()).collect()
}

#[test]
fn t11_starts_are_dealt_at_random_and_differ() {
    for (seats, count) in [(1, 4), (2, 12), (3, 24), (4, 24)] {
        let deals = deals(&format!("traxx:seats={seats}"));
        assert_eq!(deals.iter().collect::<BTreeSet<_>>().len(), count);
        for deal in deals {
            assert_eq!(deal.iter().collect::<BTreeSet<_>>().len(), seats);
        }
    }
    Scene::start("traxx").refuses("starts d5 d5", "T11").refuses("starts d5 e5", "T13");
    impossible::<Traxx>("traxx", "d5*/d5*").is_by("T11");
}

#[test]
fn t11_option_same_start_gives_all_seats_one_start() {
    let spec = "traxx:seats=3,same_start=on";
    let deals = deals(spec);
    assert_eq!(deals.len(), 4);
    assert!(deals.iter().all(|deal| deal.iter().all(|start| *start == deal[0])));
    Scene::at(spec, "d5*/d5*/d5*").waits_for_chance();
    impossible::<Traxx>(spec, "d5*/e4*/d5*").is_by("T11");
}

#[test]
fn t12_the_cards_to_come_are_those_not_turned_each_as_likely() {
    let scene = two("d5*/e4* seen=RBGY,RBPE,RRBYE");
    let chances = scene.chances();
    let listed: BTreeSet<&String> = chances.iter().map(|(text, _)| text).collect();
    assert_eq!((listed.len(), chances.len()), (12, 12));
    assert!(chances.iter().all(|(_, weight)| *weight == 1));
    for turned in ["card RBGY", "card RBPE", "card RRBYE"] {
        assert!(!listed.contains(&turned.to_owned()));
        scene.refuses(turned, "T12");
    }
    let drawing = scene.drawing(Canvas::default());
    assert!(drawing.contains("12 cards left: RBGE RBYP RGYE"), "{drawing}");
}

#[test]
fn t13_option_board_chooses_the_standard_board_or_one_by_number() {
    let standard = game("traxx");
    assert_eq!(standard.board(), game("traxx:board=standard").board());
    let other = game("traxx:board=17");
    assert_ne!(standard.board(), other.board());
    assert_eq!(standard.board().cards(), other.board().cards(), "the deck is always the same");
    for bad in ["-1", "18446744073709551616", "Standard", "+1", "1.0", ""] {
        let refused = Options::default().set("board", bad).unwrap_err().to_string();
        assert!(refused.contains("standard, or a whole number"), "{bad}: {refused}");
    }
}

#[test]
fn t14_every_colour_has_its_own_letter_symbol_and_name() {
    let letters: BTreeSet<char> = Colour::ALL.iter().map(|colour| colour.letter()).collect();
    let symbols: BTreeSet<char> = Colour::ALL.iter().map(|colour| colour.symbol()).collect();
    assert_eq!((letters.len(), symbols.len()), (6, 6));
    let names: Vec<String> = Colour::ALL.iter().map(|colour| colour.to_string()).collect();
    assert_eq!(names, ["red", "blue", "green", "yellow", "purple", "grey"]);
    // The legend explains what is drawn: the symbols only where the fields have room for them.
    let scene = Scene::start("traxx:seats=1");
    let small = scene.drawing(Canvas::default());
    let large = scene.drawing(Canvas { scale: 2, ..Canvas::default() });
    for colour in Colour::ALL {
        let (letter, symbol) = (colour.letter(), colour.symbol());
        assert!(small.contains(&format!("{letter} {colour}")) && !small.contains(symbol), "{small}");
        let (legend, field) = (format!("{letter} {symbol} {colour}"), format!("│{letter}{symbol}"));
        assert!(large.contains(&legend) && large.contains(&field), "{large}");
    }
}

#[test]
fn t15_61_fields_nine_numbers_and_15_cards_that_call_66_fields() {
    let game = game("traxx:seats=1");
    assert_eq!(Hex::all().count(), 61);
    assert_eq!(game.board().numbered().len(), 9);
    let lengths: Vec<usize> = game.board().cards().iter().map(|card| card.colours().count()).collect();
    assert_eq!((lengths.len(), lengths.iter().sum::<usize>()), (15, 66));
    assert_eq!(lengths.iter().filter(|&&fields| fields == 5).count(), 6);
    // The most that can be had: all numbers in full and no field missed.
    let most: u8 = game.board().numbered().filter_map(|hex| game.board().number(hex)).sum();
    assert_eq!(most, 54);
}

#[test]
fn t7_first_to_3_6_8_9_and_second_to_2_5_7_10_is_39_less_ten_missed_29() {
    let position = "i1=9-h2-h3-h4-h5-i5=8-h6-g7-f8-e9=4-d8-e8-f7-e7-d6-d7-c7-b6-a5=6-a4-b5-c5-d5-e6*-f5-f4-\
                    g4-g3-f3-g2-h1-g1-f2-e2-f1-e1=5-d1-c1-c2-c3-b2-a1=3-a2-b3-a3-b4-c4-d4-e5=1-e4-d3=3/\
                    a1=5-b1-c1-d1-e1=10-e2-e3-e4*-e5=2-e6-e7-e8-e9=7 \
                    seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE";
    let scene = two(position);
    assert_eq!((scene.state.paths[0].points(), scene.state.paths[0].missed()), (39, 10));
    assert_eq!(scene.scores()[0], 29);
    scene.is_won_by(1);
}
