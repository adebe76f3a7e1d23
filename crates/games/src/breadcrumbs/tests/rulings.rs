//! One test or more for every ruling, by its number.

use super::*;

#[test]
fn b1_tiles_are_dealt_row_by_row_from_a5() {
    let game: Breadcrumbs = game("breadcrumbs:seats=5");
    let mut state = game.start();
    play(&game, &mut state, TILES);
    let tile = |square: &str| state.tile(Square::read(square).unwrap()).unwrap().to_string();
    assert_eq!([tile("a5"), tile("b5"), tile("e5")], ["r1", "o2", "p5"]);
    assert_eq!([tile("a4"), tile("c3"), tile("a1"), tile("e1")], ["o1", "p3", "p1", "b5"]);
    let starts: String = game.letters().iter().map(|&l| format!("{l}{} ", state.pawn(l).unwrap())).collect();
    assert_eq!(starts, "Aa5 Be1 Cc3 De5 Ea1 ");
    for &letter in game.letters() {
        let chips: Vec<Square> = Square::dealt().filter(|&square| state.has_chip(letter, square)).collect();
        assert_eq!(chips, [letter.start()], "each pawn starts with a chip under it, and no other");
    }
}

#[test]
fn b1_every_tile_is_dealt_once() {
    let game: Breadcrumbs = game("breadcrumbs");
    let mut state = game.start();
    assert_eq!(refused(&game, &state, &TILES.replace("o2", "r1")), "the tile r1 is dealt twice (B1)");
    let few = refused(&game, &state, &TILES.replace(",o2", ""));
    assert!(few.contains("does not have 5 tiles; write 25 tiles"), "{few}");
    let odd = refused(&game, &state, &TILES.replace("o2", "o6"));
    assert!(odd.contains("\"o6\" is no tile; write 25 tiles"), "{odd}");
    play(&game, &mut state, TILES);
    let again = game.play(&mut state, &Event::Chance(Deal(Tile::all())));
    assert_eq!(again.unwrap_err().to_string(), "nothing is rolled or dealt now");
}

#[test]
fn b2_without_the_ritual_seats_take_letters_in_seat_order() {
    let game: Breadcrumbs = game("breadcrumbs:seats=4");
    let mut state = game.start();
    assert_eq!(game.turn(&state), Turn::Chance, "nobody names a number");
    play(&game, &mut state, TILES);
    let held: Vec<u8> = game.letters().iter().map(|&l| state.holder(l).unwrap().number()).collect();
    assert_eq!(held, [1, 2, 3, 4]);
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST));
    for text in ["3", "A"] {
        assert!(refused(&game, &state, text).ends_with("(B2)"), "{text}");
    }
}

#[test]
fn b2_with_the_ritual_seats_name_distinct_numbers_in_turn() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,ritual=on");
    let mut state = game.start();
    assert_eq!(listed(&game, &state), "1 2 3 4 5");
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST));
    play(&game, &mut state, "3");
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    assert_eq!(listed(&game, &state), "1 2 4 5");
    assert_eq!(refused(&game, &state, "3"), "seat 1 has named 3 already (B2)");
    assert_eq!(refused(&game, &state, "A"), "first every seat names a number from 1 to 5 (B2)");
    assert_eq!(refused(&game, &state, "a4"), "first every seat names a number from 1 to 5 (B2)");
    play(&game, &mut state, "4 5");
    assert_eq!(game.turn(&state), Turn::Chance, "then the tiles are dealt");
}

#[test]
fn b2_letters_are_chosen_in_order_of_closeness_to_tile_a() {
    let game: Breadcrumbs = game("breadcrumbs:seats=4,ritual=on");
    let mut state = game.start();
    // Tile A is worth 1: the distances are 3, 0, 4 and 1.
    play(&game, &mut state, &format!("4 1 5 2 {TILES}"));
    let order: Vec<u8> = game.choosers(&state).iter().map(|seat| seat.number()).collect();
    assert_eq!(order, [2, 4, 1, 3]);
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    assert_eq!(listed(&game, &state), "A B D E");
    assert_eq!(refused(&game, &state, "C"), "C does not play with 4 seats (B3)");
    play(&game, &mut state, "E");
    assert_eq!(refused(&game, &state, "E"), "seat 2 has chosen E already (B2)");
    assert_eq!(refused(&game, &state, "a4"), "first every seat chooses a letter (B2)");
    assert_eq!(refused(&game, &state, "3"), "numbers are only named before the deal (B2)");
    assert_eq!(listed(&game, &state), "A B D");
    play(&game, &mut state, "B A D");
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "seat 1 holds A and starts");
    assert_eq!(refused(&game, &state, "A"), "letters are only chosen before the first move (B2)");
    assert!(game.write_position(&state).contains("A:1@a5 B:4@e1 D:3@e5 E:2@a1 turn 1A"));
}

#[test]
fn b2_at_equal_distance_the_earlier_namer_chooses_first() {
    let game: Breadcrumbs = game("breadcrumbs:ritual=on");
    let threes = TILES.replacen("r1", "r3", 1).replacen("r3,o4", "r1,o4", 1);
    for (named, first) in [("5 1", 1), ("1 5", 1), ("5 2", 2), ("2 3", 2)] {
        let mut state = game.start();
        play(&game, &mut state, &format!("{named} {threes}"));
        assert_eq!(game.choosers(&state)[0].number(), first, "{named}, and tile A is a 3");
    }
}

#[test]
fn b3_four_players_move_in_the_order_a_b_d_e() {
    let game: Breadcrumbs = game("breadcrumbs:seats=4");
    let mut state = game.start();
    play(&game, &mut state, TILES);
    let mut order = String::new();
    for step in ["a4", "d1", "d5", "b1", "a3"] {
        order.push(game.mover(&state).name());
        play(&game, &mut state, step);
    }
    assert_eq!(order, "ABDEA");
}

#[test]
fn b3_turns_follow_the_letters_whichever_seat_holds_them() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,ritual=on");
    let mut state = lay(&game, "A a5, B e1, C c3", "A:3@a5 B:1@e1 C:2@c3 turn 1A");
    let mut seats = Vec::new();
    for step in ["a4", "d1", "c4", "b4"] {
        let Turn::Act(acting) = game.turn(&state) else { panic!("somebody moves") };
        seats.extend(acting.iter().map(Seat::number));
        play(&game, &mut state, step);
    }
    assert_eq!(seats, [3, 1, 2, 3]);
    // Scores and the win go by seats too: B is seat 1, C seat 2 and A seat 3.
    let state = lay(&game, "A a5 a4, B e1 e2, C c3", "A:3@a4 B:1@e2 C:2@c3 turn 1C");
    assert_eq!(scores(&game, &state), [15, 3, 3]);
}

#[test]
fn b4_only_the_unique_lowest_score_may_move_diagonally() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3");
    // A has r1 alone (2), B b5 (10), C p3 (3).
    let state = lay(&game, "A a5, B e1, C c3", "A:1@a5 B:2@e1 C:3@c3 turn 1A");
    assert_eq!(scores(&game, &state), [2, 10, 3]);
    assert_eq!(listed(&game, &state), "a4 b4 b5");
    let mut next = state.clone();
    play(&game, &mut next, "b4");
    assert_eq!(scores(&game, &next), [4, 10, 3]);
    assert_eq!(listed(&game, &next), "d1 e2");
    assert_eq!(
        refused(&game, &next, "d2"),
        "e1 to d2 is diagonal, which is only for the lowest score: you have 10, C has 3 (B4)"
    );
    play(&game, &mut next, "d1");
    assert_eq!(listed(&game, &next), "b2 b3 b4 c2 c4 d2 d3 d4", "C is the lowest now");
}

#[test]
fn b4_a_tie_for_lowest_gives_nobody_the_diagonal() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3");
    let alone = lay(&game, "A a5 a4 a3, B e1 e2 e3, C c3 d3 d4", "A:1@a3 B:2@e3 C:3@d4 turn 3A");
    assert_eq!(scores(&game, &alone), [4, 20, 11]);
    assert_eq!(listed(&game, &alone), "a2 a4 b2 b3 b4");
    let tied = lay(&game, "A a5 a4 a3, B e1 e2 e3, C d3", "A:1@a3 B:2@e3 C:3@c3 turn 3A");
    assert_eq!(scores(&game, &tied), [4, 20, 4]);
    assert_eq!(listed(&game, &tied), "a2 a4 b3");
    assert_eq!(
        refused(&game, &tied, "b4"),
        "a3 to b4 is diagonal, which is only for the lowest score alone: C has 4 as well (B4)"
    );
}

#[test]
fn b5_the_diagonal_is_an_offer_and_replaces_the_normal_move() {
    let game: Breadcrumbs = game("breadcrumbs");
    let state = lay(&game, "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    for step in ["a4", "b5", "b4"] {
        let mut next = state.clone();
        play(&game, &mut next, step);
        assert_eq!(game.turn(&next), Turn::of(Seat::SECOND), "{step} is the whole turn");
    }
}

#[test]
fn b5_the_pawn_must_move_and_by_one_step() {
    let game: Breadcrumbs = game("breadcrumbs");
    let state = lay(&game, "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    assert_eq!(refused(&game, &state, "a5"), "the pawn is already on a5, and it must move (B5)");
    for far in ["a3", "c5", "c3", "e1", "b3"] {
        assert_eq!(refused(&game, &state, far), format!("a5 to {far} is not one step (B5)"));
    }
}

#[test]
fn b6_any_number_of_pawns_may_share_a_tile() {
    let game: Breadcrumbs = game("breadcrumbs:seats=5");
    let rest = "A:1@c3 B:2@c3 C:3@c3 D:4@c3 E:5@c2 turn 4E";
    let mut state =
        lay(&game, "A a5 c3 b4 a4 b3, B e1 c3 d2 d1 e2, C c3, D e5 c3 d4 d5 e4, E a1 b2 c2 b1", rest);
    play(&game, &mut state, "c3");
    let standing = game.letters().iter().filter(|&&l| state.pawn(l) == Square::read("c3")).count();
    assert_eq!(standing, 5);
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "and the game goes on below ten chips");
}

#[test]
fn b7_a_colour_that_nobody_plays_doubles_for_nobody() {
    let two: Breadcrumbs = game("breadcrumbs");
    // c5 is green 3, e2 green 5: with two players they count once.
    let state = lay(&two, "A c5, B e2", "A:1@c5 B:2@e2 turn 5A");
    assert_eq!(scores(&two, &state), [3, 5]);
    let three: Breadcrumbs = game("breadcrumbs:seats=3");
    let state = lay(&three, "A c5, B e1, C e2", "A:1@c5 B:2@e1 C:3@e2 turn 5A");
    assert_eq!(scores(&three, &state), [3, 10, 10], "green doubles for C, blue for B");
}

#[test]
fn b8_both_need_ten_chips_after_the_toggle() {
    let game: Breadcrumbs = game("breadcrumbs");
    const NINE: &str = "A a5 a4 a3 a2 b5 b4 b3 b2 c5";
    const EIGHT: &str = "A a5 a4 a3 a2 b5 b4 b3 b2";
    const ELEVEN: &str = "B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2 c4";
    const TEN: &str = "B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2";
    // A arrives and places a chip: its tenth, or only its ninth.
    for (mine, rivals, turn, over) in
        [(NINE, ELEVEN, 19, true), (EIGHT, TEN, 20, false), (NINE, &TEN[..TEN.len() - 3], 19, false)]
    {
        let chips = format!("{mine}, {rivals}");
        let mut state = lay(&game, &chips, &format!("A:1@b3 B:2@c3 turn {turn}A"));
        play(&game, &mut state, "c3");
        assert_eq!(game.turn(&state).outcome().is_some(), over, "{chips}");
    }
}

#[test]
fn b8_a_chip_taken_off_on_arrival_no_longer_counts() {
    let game: Breadcrumbs = game("breadcrumbs");
    let ten = "A a5 a4 a3 a2 b5 b4 b3 b2 c5 c3, B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2";
    let mut state = lay(&game, ten, "A:1@b3 B:2@c3 turn 20A");
    play(&game, &mut state, "c3");
    assert_eq!(state.board.walker(Letter::A).count(), 9);
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND), "nine are too few");
}

#[test]
fn b8_end_chips_sets_the_number() {
    let chips = "A a5 a4 b4, B e1 d1 c1";
    let rest = "A:1@b4 B:2@b3 turn 5A";
    for (spec, over) in [("breadcrumbs:end_chips=3", true), ("breadcrumbs:end_chips=4", false)] {
        let game: Breadcrumbs = game(spec);
        let mut state = lay(&game, chips, rest);
        play(&game, &mut state, "b3");
        assert_eq!(game.turn(&state).outcome().is_some(), over, "A has four chips, B three: {spec}");
    }
    let one: Breadcrumbs = breadboard_testkit::game("breadcrumbs:end_chips=1");
    let mut state = lay(&one, "A c3, B c4", "A:1@c3 B:2@c4 turn 5A");
    play(&one, &mut state, "c4");
    assert!(one.turn(&state).outcome().is_some(), "a chip each is enough");
    let all: Breadcrumbs = breadboard_testkit::game("breadcrumbs:end_chips=25");
    let every: String = Square::dealt().map(|square| format!(" {square}")).collect();
    let (but_c3, but_c1) = (every.replace(" c3", ""), every.replace(" c3", "").replace(" c1", ""));
    let mut state = lay(&all, &format!("A{every}, B{but_c3}"), "A:1@c3 B:2@c4 turn 60B");
    play(&all, &mut state, "c3");
    assert_eq!(game_over(&all, &state), Outcome::Draw, "25 chips each, 30 points each");
    let mut state = lay(&all, &format!("A{but_c3}, B{but_c1}"), "A:1@c3 B:2@c4 turn 61B");
    play(&all, &mut state, "c3");
    assert_eq!(all.turn(&state), Turn::of(Seat::FIRST), "24 are too few");
}

fn game_over(game: &Breadcrumbs, state: &State) -> Outcome {
    game.turn(state).outcome().expect("the game is over")
}

#[test]
fn b9_the_mover_is_tested_against_every_pawn_on_the_tile() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,end_chips=3");
    // B stands on c4 with two chips, C with four; A arrives with its third.
    let rest = "A:1@b4 B:2@c4 C:3@c4 turn 6A";
    let mut state = lay(&game, "A a5 b4, B e1 c4, C c3 c4 c5 d5", rest);
    play(&game, &mut state, "c4");
    assert!(game.turn(&state).outcome().is_some(), "A and C qualify, though B does not");
    let mut few = lay(&game, "A a5 b4, B e1 c4, C c3 c5", rest);
    play(&game, &mut few, "c4");
    assert_eq!(game.turn(&few), Turn::of(Seat::SECOND), "A has three, the others two each");
}

#[test]
fn b9_a_meeting_below_the_threshold_has_no_effect_later() {
    let game: Breadcrumbs = game("breadcrumbs:end_chips=3");
    let mut state = lay(&game, "A a5, B c3", "A:1@b3 B:2@c3 turn 7A");
    play(&game, &mut state, "c3");
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND), "two chips and one are too few");
    play(&game, &mut state, "d3 c4 d4");
    let chips = [Letter::A, Letter::B].map(|letter| state.board.walker(letter).count());
    assert_eq!(chips, [3, 3]);
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "enough for both now, but the meeting is past");
    play(&game, &mut state, "d4");
    assert!(game.turn(&state).outcome().is_some(), "the next one counts");
}

#[test]
fn b9_a_position_cannot_hold_an_earlier_meeting() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,end_chips=3");
    let met = "A a5 b5 c5 c4, B e1 d2 d3 c4";
    let text = laid(&format!("{met}, C c3 c2 d2 e2"), "A:1@c4 B:2@c4 C:3@e2 turn 4A");
    let refusal = game.read_position(&text).unwrap_err().to_string();
    assert!(refusal.contains("would have been over") && refusal.ends_with("(B9)"), "{refusal}");
    // The same meeting, with B as the last mover, is the end of a game.
    let text = laid(&format!("{met}, C c3 c2 d2"), "A:1@c4 B:2@c4 C:3@d2 turn 3C");
    assert!(game.turn(&game.read_position(&text).unwrap()).outcome().is_some());
    // A third pawn on the tile, or another pair elsewhere, does not excuse the first meeting.
    let game: Breadcrumbs = breadboard_testkit::game("breadcrumbs:seats=4,end_chips=3");
    for (chips, rest) in [
        ("D e5 e4 d4 c4, E a1 b1 c1", "D:3@c4 E:4@c1 turn 3E"),
        ("D e5 d5 d4 d3, E a1 b1 c2 d3", "D:3@d3 E:4@d3 turn 4A"),
    ] {
        let text = laid(&format!("{met}, {chips}"), &format!("A:1@c4 B:2@c4 {rest}"));
        let refusal = game.read_position(&text).unwrap_err().to_string();
        assert!(refusal.ends_with("(B9)"), "{text}: {refusal}");
    }
    // Three pawns on a tile are the end of a game if each pair of enough has the last mover in it.
    let text =
        laid("A a5 b5 c5 c4, B d2 c4, D e5 d5 d4 c4, E a1 b1 c2", "A:1@c4 B:2@c4 D:3@c4 E:4@c2 turn 9E");
    assert!(game.turn(&game.read_position(&text).unwrap()).outcome().is_some());
}

#[test]
fn b10_somebody_who_did_not_meet_may_win() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,end_chips=2");
    let mut state = lay(&game, "A a5 b3, B a4 b4, C e2 e3", "A:1@b3 B:2@b4 C:3@e2 turn 8A");
    play(&game, &mut state, "b4");
    assert_eq!(scores(&game, &state), [5, 2, 15]);
    assert_eq!(game_over(&game, &state), Outcome::Win(Seat::new(2).unwrap()), "A and B met, C wins");
}

#[test]
fn b10_a_tie_for_highest_is_a_draw_for_everyone() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3,end_chips=2");
    let mut state = lay(&game, "A a5 b5, B a4 b4, C c3 b3", "A:1@b5 B:2@b4 C:3@b3 turn 8A");
    play(&game, &mut state, "b4");
    assert_eq!(scores(&game, &state), [5, 2, 5]);
    assert_eq!(game_over(&game, &state), Outcome::Draw, "A and C do not share a win, and B does not lose");
}

const SHUTTLE: &str = "a4 d1 a5 e1 a4 d1 a5 e1";

#[test]
fn b11_the_third_occurrence_is_a_draw() {
    let game: Breadcrumbs = game("breadcrumbs");
    let mut state = lay(&game, "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    let first = state.board;
    play(&game, &mut state, SHUTTLE);
    assert_eq!(state.board, first, "chips and pawns are back");
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "a second occurrence is nothing");
    let (last, rest) = (&SHUTTLE[SHUTTLE.len() - 2..], &SHUTTLE[..SHUTTLE.len() - 2]);
    play(&game, &mut state, rest);
    assert_eq!(game.turn(&state), Turn::of(Seat::SECOND));
    play(&game, &mut state, last);
    assert_eq!(game_over(&game, &state), Outcome::Draw, "although B has more points");
    assert!(game.write_position(&state).ends_with("turn 9A repeated"));
    assert_eq!(refused(&game, &state, "a4"), "the game is over");
}

#[test]
fn b11_the_same_chips_with_another_pawn_are_another_position() {
    let game: Breadcrumbs = game("breadcrumbs");
    let mut state = lay(&game, "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    let chips = |state: &State| [Letter::A, Letter::B].map(|letter| state.board.walker(letter).chips());
    let first = chips(&state);
    for _ in 0..2 {
        play(&game, &mut state, "a4 d1 b4 e1 a4 d1 b4 e1");
        assert_eq!(chips(&state), first);
    }
    assert_eq!(game.turn(&state), Turn::of(Seat::FIRST), "the third time, but A's pawn first stood on a5");
    play(&game, &mut state, "a4");
    assert_eq!(game_over(&game, &state), Outcome::Draw, "A on a4 with these chips: turns 1, 5 and 9");
}

#[test]
fn b11_every_player_must_be_back() {
    let game: Breadcrumbs = game("breadcrumbs:seats=3");
    let mut state = lay(&game, "A a5, B e1, C c3", "A:1@a5 B:2@e1 C:3@c3 turn 1A");
    // A and B come back every four rounds; C goes round a square, which takes eight.
    for round in ["c4 b4 b3 c3 c4 b4 b3 c3"; 2] {
        let mut shuttle = ["a4 d1", "a5 e1"].into_iter().cycle();
        for step in round.split(' ') {
            assert_eq!(game.turn(&state), Turn::of(Seat::FIRST));
            play(&game, &mut state, &format!("{} {step}", shuttle.next().unwrap()));
        }
    }
    assert_eq!(state.round, 16);
    assert_eq!(game_over(&game, &state), Outcome::Draw);
}

#[test]
fn b11_with_repetition_off_play_goes_on_to_the_cap() {
    let game: Breadcrumbs = game("breadcrumbs:repetition=off,turn_cap=12");
    let mut state = lay(&game, "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    for _ in 0..2 {
        play(&game, &mut state, SHUTTLE);
        assert_eq!(game.turn(&state), Turn::of(Seat::FIRST));
    }
    play(&game, &mut state, SHUTTLE);
    assert_eq!(game_over(&game, &state), Outcome::Win(Seat::SECOND), "the third is the twelfth turn");
}

#[test]
fn b11_after_the_turn_cap_the_game_is_scored_as_usual() {
    for cap in [10, 100, 1000] {
        let game: Breadcrumbs = breadboard_testkit::game(&format!("breadcrumbs:turn_cap={cap}"));
        let chips = "A a5 a4, B e1 d1";
        let mut state = lay(&game, chips, &format!("A:1@a4 B:2@d1 turn {cap}A"));
        play(&game, &mut state, "a3");
        assert_eq!(game.turn(&state), Turn::of(Seat::SECOND), "B has its {cap}th turn as well");
        play(&game, &mut state, "c1");
        assert_eq!(game_over(&game, &state), Outcome::Win(Seat::SECOND));
        let beyond = laid(chips, &format!("A:1@a4 B:2@d1 turn {}B", cap + 1));
        assert!(game.read_position(&beyond).unwrap_err().to_string().ends_with("(B11)"));
    }
    let game: Breadcrumbs = game("breadcrumbs:turn_cap=10");
    let mut state = lay(&game, "A d5, B d2 c2", "A:1@b4 B:2@c1 turn 10B");
    play(&game, &mut state, "c2");
    assert_eq!(scores(&game, &state), [4, 4]);
    assert_eq!(game_over(&game, &state), Outcome::Draw, "a tie at the cap is a draw as everywhere");
}

#[test]
fn b11_a_third_occurrence_on_the_last_turn_is_a_draw() {
    let game: Breadcrumbs = game("breadcrumbs:turn_cap=10");
    let mut state = lay(&game, "A a4, B d1", "A:1@a5 B:2@e1 turn 3A");
    for _ in 0..2 {
        play(&game, &mut state, SHUTTLE);
    }
    assert_eq!(game.write_position(&state).split_once(" turn ").unwrap().1, "11A repeated");
    assert_eq!(game_over(&game, &state), Outcome::Draw);
}

#[test]
fn b12_scores_go_from_0_to_90() {
    let game: Breadcrumbs = game("breadcrumbs");
    let every: String = Square::dealt().map(|square| format!(" {square}")).collect();
    let state = lay(&game, &format!("A{every}"), "A:1@c3 B:2@c2 turn 50B");
    assert_eq!(scores(&game, &state), [90, 0]);
    for seats in 2..=5 {
        let game: Breadcrumbs = breadboard_testkit::game(&format!("breadcrumbs:seats={seats}"));
        for &letter in game.letters() {
            let mut board = Board::new(Tile::all());
            board.place(letter, Walker::new(u32::MAX, letter.start()));
            assert_eq!(board.points.of(letter), 90);
        }
    }
}

#[test]
fn the_texts_own_example_scores_17_and_8() {
    let game: Breadcrumbs = game("breadcrumbs");
    // d5 is blue 4: B holds it alone, 8 of its 14 points.
    let mut state = lay(&game, "A e4 c5 c4, B d5 d4 b5", "A:1@c5 B:2@d4 turn 11A");
    assert_eq!(scores(&game, &state), [16, 14]);
    let before = state.clone();
    play(&game, &mut state, "d5");
    assert_eq!(scores(&game, &state), [17, 8]);
    let step = Event::one(Seat::FIRST, Move::Step(Square::read("d5").unwrap()));
    let told: Vec<String> = game.narrate(&before, &step).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["A goes to d5 and places a chip on blue 4", "the scores are now A 17 (+1), B 8 (-6)"]);
}

#[test]
fn a_chip_taken_off_gives_the_tile_back_to_the_other_owner() {
    let game: Breadcrumbs = game("breadcrumbs");
    let mut state = lay(&game, "A d5 c4, B d5 d4", "A:1@c5 B:2@d4 turn 12A");
    assert_eq!(scores(&game, &state), [4, 6]);
    play(&game, &mut state, "d5");
    assert_eq!(scores(&game, &state), [3, 12], "blue 4 is B's alone again, twice 4");
}
