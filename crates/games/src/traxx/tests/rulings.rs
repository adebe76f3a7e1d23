//! One test a ruling, on the standard board:
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
use breadboard_core::prelude::*;
use breadboard_core::{Canvas, Event, Listing};

/// The position after a round in which the acting seats choose these moves, in seat order.
fn round(game: &Traxx, position: &str, moves: &[&str]) -> Result<State, Refusal> {
    let mut state = game.read_position(position).unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
    let Turn::Act(seats) = game.turn(&state) else { panic!("nobody acts in {position}") };
    assert_eq!(seats.len(), moves.len(), "{seats:?} act in {position}");
    let choices = seats.iter().zip(moves).map(|(seat, text)| {
        let mv = game.read_move(&state, seat, text)?;
        Ok((seat, mv))
    });
    let choices: Vec<(Seat, Move)> = choices.collect::<Result<_, Refusal>>()?;
    game.play(&mut state, &Event::Act(choices))?;
    Ok(state)
}

/// A move that is allowed.
fn allowed(game: &Traxx, position: &str, moves: &[&str]) -> State {
    round(game, position, moves).unwrap_or_else(|refusal| panic!("{moves:?} in {position}: {refusal}"))
}

/// A move that is refused, by this ruling and with this sentence.
fn refused(game: &Traxx, position: &str, moves: &[&str], ruling: &str, sentence: &str) {
    let refusal = round(game, position, moves).expect_err(position);
    assert_eq!(
        (refusal.ruling(), refusal.text().to_string()),
        (Some(ruling), sentence.to_owned()),
        "{moves:?}"
    );
}

fn points(state: &State) -> Vec<i32> {
    state.paths.iter().map(Path::points).collect()
}

fn alone() -> Traxx {
    game("traxx:seats=1")
}

#[test]
fn t1_no_field_is_entered_twice_but_a_path_may_run_alongside_itself() {
    let position = "d6-d5*-c4 seen=RBGE,RGPEE card=BGGYE";
    // c5 touches the end c4 and also d5 and d6, both on the path.
    assert_eq!(allowed(&alone(), position, &["c4>c5"]).paths[0].reached().len(), 4);
    refused(&alone(), position, &["c4>d5"], "T1", "your path has been on d5 already");
    refused(&alone(), position, &["c4>c5-c4"], "T1", "your path has been on c4 already");
    refused(&alone(), position, &["c4>c6"], "T1", "c6 does not touch c4");
}

#[test]
fn t2_the_start_is_reached_costs_no_colour_and_is_both_ends_in_round_1() {
    let game = alone();
    let dealt = game.read_position("d5*").unwrap();
    assert_eq!(game.scores(&dealt), Some(Scores::of(&[-60])));
    // The start is red and the card is not.
    let state = allowed(&game, "d5* card=BGPE", &["d5>d6"]);
    assert_eq!(game.write_position(&state), "d5*-d6 seen=BGPE");
    // In the next round the start is still an end.
    let further = allowed(&game, "d5*-d6 seen=BGPE card=RBGE", &["d5>c4"]);
    assert_eq!(game.write_position(&further), "c4-d5*-d6 seen=RBGE,BGPE");
    let first = game.read_position("d5* card=BGPE").unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&first, Seat::FIRST, &mut moves);
    let distinct: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(moves.len(), distinct.len(), "the one end is not counted twice");
}

#[test]
fn t3_a_round_extends_one_end_and_only_an_end() {
    let game = alone();
    let position = "d6-d5*-c4 seen=RBGE,RGPEE card=RBYP";
    for (text, after) in
        [("d6>d7", "d7-d6-d5*-c4 seen=RBGE,RBYP,RGPEE"), ("c4>c3", "d6-d5*-c4-c3 seen=RBGE,RBYP,RGPEE")]
    {
        assert_eq!(game.write_position(&allowed(&game, position, &[text])), after);
    }
    refused(&game, position, &["d5>d4"], "T3", "d5 is not an end of your path; the ends: d6, c4");
    // From one end round to the other end is not a way to extend both.
    let ends_touch = "d5*-d6-c5 seen=BGGYE card=RBGY";
    let says = "c5 and d5 are the two ends of your path: a round extends one of them";
    refused(&game, ends_touch, &["c5>d5-d4"], "T3", says);
    refused(&game, "d5* card=RBGY", &["e4>e3"], "T3", "e4 is not an end of your path; the ends: d5");
}

#[test]
fn t4_a_number_field_has_a_colour_and_needs_it() {
    let game = alone();
    // The 2 on e5 is yellow.
    assert_eq!(points(&allowed(&game, "d5* card=RBGY", &["d5>e5"]))[0], 2);
    refused(&game, "d5* card=RBGE", &["d5>e5"], "T4", "e5 is yellow, which the card does not show");
    // From the 2 to the 4: two yellow fields, and this card has one yellow.
    let says = "f6 is yellow, and the card's yellow is used up";
    refused(&game, "d5* card=RGYE", &["d5>e5-f5-f6"], "T4", says);
}

#[test]
fn t4_a_doubled_colour_may_be_used_twice_and_not_three_times() {
    let game = alone();
    // c4, d6 and e4 are grey around the red start.
    assert_eq!(allowed(&game, "d5* card=RGPEE", &["d5>c4-c5-d6"]).paths[0].reached().len(), 4);
    refused(&game, "d5* card=RBGE", &["d5>c4-c5-d6"], "T4", "d6 is grey, and the card's grey is used up");
    let third = "c2 is grey, and the card's grey is used up";
    refused(&game, "d5* card=RGPEE", &["d5>c4-b3-a2-b2-c2"], "T4", third);
    assert_eq!(points(&allowed(&game, "d5* card=RGPEE", &["d5>c4-b3-a2-b2"]))[0], 0);
}

#[test]
fn t5_all_numbers_of_a_round_count() {
    let game = game("traxx");
    let state = allowed(&game, "d5*/e4* card=BGYP", &["d5>e5-d4-d3", "pass"]);
    assert_eq!(points(&state)[..2], [5, 0]);
    assert_eq!(game.write_position(&state), "d5*-e5=2-d4-d3=3/e4* seen=BGYP");
}

#[test]
fn t6_arrivals_of_one_round_all_get_full_points_and_later_ones_half() {
    let game = game("traxx:seats=3");
    let start = game.read_position("d5*/e4*/e6* card=RBGY").unwrap();
    assert_eq!(game.turn(&start), Turn::Act(SeatSet::first(3)));
    let state = allowed(&game, "d5*/e4*/e6* card=RBGY", &["d5>e5", "e4>e5", "pass"]);
    assert_eq!(points(&state)[..3], [2, 2, 0]);
    let later = format!("{} card=RGYE", game.write_position(&state));
    assert_eq!(points(&allowed(&game, &later, &["pass", "pass", "e6>e5"]))[..3], [2, 2, 1]);
}

#[test]
fn t6_a_choice_leaves_no_trace_until_the_whole_round_is_applied() {
    let game = game("traxx");
    let state = game.read_position("d5*/e4* card=RBGY").unwrap();
    let choice = |seat, text| (seat, game.read_move(&state, seat, text).unwrap());
    let (first, other) = (choice(Seat::FIRST, "d5>e5"), choice(Seat::FIRST, "d5>c5"));
    let second = choice(Seat::SECOND, "e4>d3");
    // One choice alone is no event, so a seat may change its own until the round is complete.
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
    let game = game("traxx:seats=3,open=on");
    let text = "d5*/e4*/e6* card=RBGY";
    assert_eq!(game.turn(&game.read_position(text).unwrap()), Turn::of(Seat::FIRST));
    let one = game.write_position(&allowed(&game, text, &["d5>e5"]));
    assert_eq!(one, "d5*-e5=2/e4*/e6* card=RBGY to=2 new=2");
    let two = game.write_position(&allowed(&game, &one, &["e4>e5"]));
    assert_eq!(two, "d5*-e5=2/e4*-e5=2/e6* card=RBGY to=3 new=2");
    let three = game.write_position(&allowed(&game, &two, &["pass"]));
    assert_eq!(three, "d5*-e5=2/e4*-e5=2/e6* seen=RBGY");
    let later = format!("{three} card=RGYE to=3");
    assert_eq!(
        game.write_position(&allowed(&game, &later, &["e6>e5"])).split(' ').next().unwrap(),
        "d5*-e5=2/e4*-e5=2/e6*-e5=1"
    );
    let sealed = super::game("traxx:seats=3");
    let refusal = sealed.read_position(&one).unwrap_err();
    assert_eq!(refusal.ruling(), Some("T6"), "{refusal}");
}

#[test]
fn t7_half_points_are_rounded_up() {
    let table: Vec<(u8, u8)> = (2..=10).map(|number| (number, half(number))).collect();
    assert_eq!(table, [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)]);
    let game = game("traxx");
    let state = allowed(&game, "d5*/e4*-d3=3 seen=RBGE card=BGYP", &["d5>d4-d3", "pass"]);
    assert_eq!(points(&state)[..2], [2, 3]);
}

#[test]
fn t8_alone_two_numbers_of_a_round_count_in_the_order_walked() {
    let game = alone();
    assert_eq!(points(&allowed(&game, "d5* card=BGYP", &["d5>e5-d4-d3"]))[0], 2 + 3);
    assert_eq!(points(&allowed(&game, "e4* card=BGYP", &["e4>d3-d4-e5"]))[0], 3 + 1);
}

#[test]
fn t8_alone_a_number_counts_in_full_unless_a_higher_one_came_before() {
    // The source's example: 4, 7, 5, 9 in this order give 4, 7, 3 and 9.
    let game = alone();
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
        assert_eq!(points(&allowed(&game, position, &[text]))[0], total, "{text}");
    }
}

#[test]
fn t9_a_pass_is_always_legal_for_a_seat_that_could_extend() {
    let state = allowed(&alone(), "d5* card=RBGE", &["pass"]);
    assert_eq!(alone().write_position(&state), "d5* seen=RBGE");
}

#[test]
fn t9_a_seat_that_cannot_extend_passes_by_itself() {
    let game = game("traxx");
    // Around f4 and e5 nothing free is red, blue, green or grey.
    let text = "f4*-e4-d4-d5-e6-f5-e5=2/e4*-e3-f3-f4-f5-e5=2-e6-d6-d5 seen=RBPE,RYPE";
    let mut state = game.read_position(text).unwrap();
    let card = game.read_chance(&state, "card RBGE").unwrap();
    let told = game.narrate(&state, &Event::Chance(card));
    assert!(told.iter().any(|text| text.to_string() == "seat 1 cannot extend and passes"), "{told:?}");
    game.play(&mut state, &Event::Chance(card)).unwrap();
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    let refusal = game.play(&mut state.clone(), &Event::one(Seat::FIRST, Move::PASS)).unwrap_err();
    assert_eq!(refusal, refusals::not_your_turn(Seat::FIRST));
}

#[test]
fn t9_a_card_that_nobody_can_use_is_followed_by_the_next() {
    let game = alone();
    let mut state = game.read_position("g3-h3-g4-f4*-e4-f3 seen=RBYP,BGPE").unwrap();
    let card = game.read_chance(&state, "card BYPPE").unwrap();
    game.play(&mut state, &Event::Chance(card)).unwrap();
    assert_eq!(game.turn(&state), Turn::Chance);
    assert_eq!(state.cards_left().count(), 12);
    let refusal = game.read_position("g3-h3-g4-f4*-e4-f3 seen=RBYP,BGPE card=BYPPE").unwrap_err();
    assert_eq!(refusal.ruling(), Some("T9"), "{refusal}");
}

#[test]
fn t9_once_nobody_can_ever_move_the_rest_of_the_deck_is_skipped() {
    let game = alone();
    let position = "e5=2-e4-f3-f4*-f5-e6-d5 seen=RBPE,BYPPE card=BGPE";
    let stuck = allowed(&game, position, &["d5>c4-c3-d3-d4"]);
    assert_eq!(game.turn(&stuck), Turn::Over(Outcome::Scored));
    assert_eq!(stuck.cards_left().count(), 12);
    assert_eq!(game.turn(&allowed(&game, position, &["d5>c4-c3-d3"])), Turn::Chance);
}

#[test]
fn t9_the_rest_of_the_deck_is_skipped_when_its_colours_are_of_no_use() {
    // e5 is shut in, and around f4 only purple and yellow are free: RBGE is of no use, RBGY is.
    let last = |card: &str| {
        let turned = alone().board().cards().map(|card| card.to_string());
        let turned: Vec<String> = turned.into_iter().filter(|turned| turned != card).collect();
        let text = format!("f4*-e4-d4-d5-e6-f5-e5=2 seen={}", turned.join(","));
        alone().turn(&alone().read_position(&text).unwrap())
    };
    assert_eq!(last("RBGE"), Turn::Over(Outcome::Scored));
    assert_eq!(last("RBGY"), Turn::Chance);
}

#[test]
fn t10_equal_scores_share_the_win() {
    let game = game("traxx");
    let position = "d3=3-c3-c2-d2-d1-e2-e3-e4-d4-c4-c5-c6-c7-d8-d7-e7-e6*-f5-e5=2-d5-d6/\
                    e1=10-d1-d2-c2-c3-d4-e4*-f3-f2-g1-f1-e2-e3 \
                    seen=RBGY,RBYP,RBPE,BGPE,GYPE,RRBYE,BGGYE,BYPPE,RGPEE card=RBGE";
    let shared = allowed(&game, position, &["e3>d3"]);
    assert_eq!(game.scores(&shared), Some(Scores::of(&[-35, -35])));
    assert_eq!(game.turn(&shared), Turn::Over(Outcome::Shared(SeatSet::first(2))));
    assert_eq!(points(&shared)[..2], [5, 12]);
}

#[test]
fn t10_the_highest_score_wins_and_alone_only_the_score_counts() {
    let all = "seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE";
    let two = game("traxx");
    let state = two.read_position(&format!("d5*-e5=2/e4*-d3=3 {all}")).unwrap();
    assert_eq!(two.turn(&state), Turn::Over(Outcome::Win(Seat::SECOND)));
    let state = alone().read_position(&format!("d5*-e5=2 {all}")).unwrap();
    assert_eq!(alone().turn(&state), Turn::Over(Outcome::Scored));
}

/// The starts of the seats in every deal that may happen.
fn deals(game: &Traxx) -> Vec<Vec<Hex>> {
    let mut outcomes = Vec::new();
    assert_eq!(game.chances(&game.start(), &mut outcomes), Listing::Complete);
    assert!(outcomes.iter().all(|(_, weight)| *weight == 1));
    let starts = |chance: &Chance| match chance {
        Chance::Starts(starts) => starts[..usize::from(game.seats)].to_vec(),
        Chance::Card(card) => panic!("{card:?} before the deal"),
    };
    outcomes.iter().map(|(chance, _)| starts(chance)).collect()
}

#[test]
fn t11_starts_are_dealt_at_random_and_differ() {
    for (seats, count) in [(1, 4), (2, 12), (3, 24), (4, 24)] {
        let game = game(&format!("traxx:seats={seats}"));
        let deals = deals(&game);
        assert_eq!(deals.iter().collect::<BTreeSet<_>>().len(), count);
        for deal in deals {
            assert_eq!(deal.iter().collect::<BTreeSet<_>>().len(), seats);
        }
    }
    let game = game("traxx");
    for (text, ruling) in [("starts d5 d5", "T11"), ("starts d5 e5", "T13")] {
        let chance = game.read_chance(&game.start(), text).unwrap();
        assert_eq!(game.check_chance(&game.start(), &chance).unwrap_err().ruling(), Some(ruling), "{text}");
    }
    assert_eq!(game.read_position("d5*/d5*").unwrap_err().ruling(), Some("T11"));
}

#[test]
fn t11_option_same_start_gives_all_seats_one_start() {
    let game = game("traxx:seats=3,same_start=on");
    let deals = deals(&game);
    assert_eq!(deals.len(), 4);
    assert!(deals.iter().all(|deal| deal.iter().all(|start| *start == deal[0])));
    assert!(game.read_position("d5*/d5*/d5*").is_ok());
    assert_eq!(game.read_position("d5*/e4*/d5*").unwrap_err().ruling(), Some("T11"));
}

#[test]
fn t12_the_cards_to_come_are_those_not_turned_each_as_likely() {
    let game = game("traxx");
    let state = game.read_position("d5*/e4* seen=RBGY,RBPE,RRBYE").unwrap();
    let mut outcomes = Vec::new();
    game.chances(&state, &mut outcomes);
    let listed: BTreeSet<String> =
        outcomes.iter().map(|(chance, _)| game.write_chance(&state, chance)).collect();
    assert_eq!((listed.len(), outcomes.len()), (12, 12));
    assert!(outcomes.iter().all(|(_, weight)| *weight == 1));
    for turned in ["card RBGY", "card RBPE", "card RRBYE"] {
        assert!(!listed.contains(turned));
        let chance = game.read_chance(&state, turned).unwrap();
        let refusal = game.check_chance(&state, &chance).unwrap_err();
        assert_eq!(refusal.ruling(), Some("T12"), "{refusal}");
    }
    let drawing = game.draw(&state, Canvas::default()).text;
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
    let drawing = alone().draw(&alone().start(), Canvas::default()).text;
    for colour in Colour::ALL {
        let legend = format!("{} {} {colour}", colour.letter(), colour.symbol());
        assert!(drawing.contains(&legend), "{legend}");
    }
}

#[test]
fn t15_61_fields_nine_numbers_and_15_cards_that_call_66_fields() {
    let game = alone();
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
    let game = game("traxx");
    let position = "i1=9-h2-h3-h4-h5-i5=8-h6-g7-f8-e9=4-d8-e8-f7-e7-d6-d7-c7-b6-a5=6-a4-b5-c5-d5-e6*-f5-f4-\
                    g4-g3-f3-g2-h1-g1-f2-e2-f1-e1=5-d1-c1-c2-c3-b2-a1=3-a2-b3-a3-b4-c4-d4-e5=1-e4-d3=3/\
                    a1=5-b1-c1-d1-e1=10-e2-e3-e4*-e5=2-e6-e7-e8-e9=7 \
                    seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,GYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE";
    let state = game.read_position(position).unwrap();
    assert_eq!((state.paths[0].points(), state.paths[0].missed()), (39, 10));
    assert_eq!(game.scores(&state).unwrap()[Seat::FIRST], 29);
    assert_eq!(game.turn(&state), Turn::Over(Outcome::Win(Seat::FIRST)));
}
