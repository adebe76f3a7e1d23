//! One or more tests per ruling, by its number.

use super::*;
use breadboard_testkit::impossible;

#[test]
fn b1_tiles_are_dealt_row_by_row_from_a5() {
    let scene = Scene::start("breadcrumbs:seats=5").plays(TILES);
    let tile = |square: &str| scene.state.tile(Square::read(square).unwrap()).unwrap().to_string();
    assert_eq!([tile("a5"), tile("b5"), tile("e5")], ["r1", "o2", "p5"]);
    assert_eq!([tile("a4"), tile("c3"), tile("a1"), tile("e1")], ["o1", "p3", "p1", "b5"]);
    let starts: String =
        scene.game.letters().iter().map(|&l| format!("{l}{} ", scene.state.pawn(l).unwrap())).collect();
    assert_eq!(starts, "Aa5 Be1 Cc3 De5 Ea1 ");
    for &letter in scene.game.letters() {
        let chips: Vec<Square> =
            Square::dealt().filter(|&square| scene.state.has_chip(letter, square)).collect();
        assert_eq!(chips, [letter.start()], "each pawn starts with a chip under it, and no other");
    }
}

#[test]
fn b1_every_tile_is_dealt_once() {
    let mut scene = Scene::start("breadcrumbs");
    scene.refuses_with(&TILES.replace("o2", "r1"), "B1", "the tile r1 is dealt twice");
    let few = scene.refusal(&TILES.replace(",o2", "")).to_string();
    assert!(few.contains("does not have 5 tiles; write 25 tiles"), "{few}");
    let odd = scene.refusal(&TILES.replace("o2", "o6")).to_string();
    assert!(odd.contains("\"o6\" is no tile; write 25 tiles"), "{odd}");
    scene = scene.plays(TILES);
    let again = scene.game.play(&mut scene.state.clone(), &Event::Chance(Deal(Tile::all())));
    assert_eq!(again.unwrap_err().to_string(), "nothing is rolled or dealt now");
}

#[test]
fn b2_without_the_ritual_seats_take_letters_in_seat_order() {
    let mut scene = Scene::start("breadcrumbs:seats=4");
    // No seat names a number.
    scene.waits_for_chance();
    scene = scene.plays(TILES);
    let held: Vec<u8> =
        scene.game.letters().iter().map(|&l| scene.state.holder(l).unwrap().number()).collect();
    assert_eq!(held, [1, 2, 3, 4]);
    scene.is_turn_of(1);
    for text in ["3", "A"] {
        assert!(scene.refusal(text).to_string().ends_with("(B2)"), "{text}");
    }
}

#[test]
fn b2_with_the_ritual_seats_name_distinct_numbers_in_turn() {
    let mut scene = Scene::start("breadcrumbs:seats=3,ritual=on");
    scene.lists("1; 2; 3; 4; 5").is_turn_of(1);
    scene = scene.plays("3");
    scene
        .is_turn_of(2)
        .lists("1; 2; 4; 5")
        .refuses_with("3", "B2", "seat 1 has named 3 already")
        .refuses_with("A", "B2", "first every seat names a number from 1 to 5")
        .refuses_with("a4", "B2", "first every seat names a number from 1 to 5");
    scene = scene.plays("4; 5");
    // Then the tiles are dealt.
    scene.waits_for_chance();
}

#[test]
fn b2_letters_are_chosen_in_order_of_closeness_to_tile_a() {
    let mut scene = Scene::start("breadcrumbs:seats=4,ritual=on");
    // Tile A is worth 1: the distances are 3, 0, 4 and 1.
    scene = scene.plays(&format!("4; 1; 5; 2; {TILES}"));
    let order: Vec<u8> = scene.game.choosers(&scene.state).iter().map(|seat| seat.number()).collect();
    assert_eq!(order, [2, 4, 1, 3]);
    scene.is_turn_of(2).lists("A; B; D; E").refuses_with("C", "B3", "C does not play with 4 seats");
    scene = scene.plays("E");
    scene
        .refuses_with("E", "B2", "seat 2 has chosen E already")
        .refuses_with("a4", "B2", "first every seat chooses a letter")
        .refuses_with("3", "B2", "numbers are only named before the deal")
        .lists("A; B; D");
    scene = scene.plays("B; A; D");
    // Seat 1 holds A and starts.
    scene.is_turn_of(1).refuses_with("A", "B2", "letters are only chosen before the first move");
    assert!(scene.text().contains("A:1@a5 B:4@e1 D:3@e5 E:2@a1 turn 1A"));
}

#[test]
fn b2_at_equal_distance_the_earlier_namer_chooses_first() {
    let threes = TILES.replacen("r1", "r3", 1).replacen("r3,o4", "r1,o4", 1);
    for (named, first) in [("5; 1", 1), ("1; 5", 1), ("5; 2", 2), ("2; 3", 2)] {
        let scene = Scene::start("breadcrumbs:ritual=on").plays(&format!("{named}; {threes}"));
        assert_eq!(scene.game.choosers(&scene.state)[0].number(), first, "{named}, and tile A is a 3");
    }
}

#[test]
fn b3_four_players_move_in_the_order_a_b_d_e() {
    let mut scene = Scene::start("breadcrumbs:seats=4").plays(TILES);
    let mut order = String::new();
    for step in ["a4", "d1", "d5", "b1", "a3"] {
        order.push(scene.game.mover(&scene.state).name());
        scene = scene.plays(step);
    }
    assert_eq!(order, "ABDEA");
}

#[test]
fn b3_turns_follow_the_letters_whichever_seat_holds_them() {
    let mut scene = lay("breadcrumbs:seats=3,ritual=on", "A a5, B e1, C c3", "A:3@a5 B:1@e1 C:2@c3 turn 1A");
    let mut seats = Vec::new();
    for step in ["a4", "d1", "c4", "b4"] {
        seats.push(scene.seat().number());
        scene = scene.plays(step);
    }
    assert_eq!(seats, [3, 1, 2, 3]);
    // Scores and the win go by seats too: B is seat 1, C seat 2 and A seat 3.
    let scene =
        lay("breadcrumbs:seats=3,ritual=on", "A a5 a4, B e1 e2, C c3", "A:3@a4 B:1@e2 C:2@c3 turn 1C");
    scene.has_scores(&[15, 3, 3]);
}

#[test]
fn b4_only_the_unique_lowest_score_may_move_diagonally() {
    // A has r1 alone (2), B b5 (10), C p3 (3).
    let scene =
        lay("breadcrumbs:seats=3,repetition=draw", "A a5, B e1, C c3", "A:1@a5 B:2@e1 C:3@c3 turn 1A");
    scene.has_scores(&[2, 10, 3]).lists("a4; b4; b5");
    let mut next = scene.clone().plays("b4");
    next.has_scores(&[4, 10, 3]).lists("d1; e2");
    next.refuses_with(
        "d2",
        "B4",
        "e1 to d2 is diagonal, which is only for the lowest score: you have 10, seat 3 (C) has 3",
    );
    next = next.plays("d1");
    // C is the lowest now.
    next.lists("b2; b3; b4; c2; c4; d2; d3; d4");
}

#[test]
fn b4_a_tie_for_lowest_gives_no_seat_the_diagonal() {
    let alone =
        lay("breadcrumbs:seats=3", "A a5 a4 a3, B e1 e2 e3, C c3 d3 d4", "A:1@a3 B:2@e3 C:3@d4 turn 3A");
    alone.has_scores(&[4, 20, 11]).lists("a2; a4; b2; b3; b4");
    let tied = lay("breadcrumbs:seats=3", "A a5 a4 a3, B e1 e2 e3, C d3", "A:1@a3 B:2@e3 C:3@c3 turn 3A");
    tied.has_scores(&[4, 20, 4]).lists("a2; a4; b3");
    tied.refuses_with(
        "b4",
        "B4",
        "a3 to b4 is diagonal, which is only for the lowest score alone: seat 3 (C) has 4 as well",
    );
}

#[test]
fn b5_the_diagonal_is_an_offer_and_replaces_the_normal_move() {
    let scene = lay("breadcrumbs", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    for step in ["a4", "b5", "b4"] {
        let next = scene.clone().plays(step);
        next.is_turn_of(2);
    }
}

#[test]
fn b5_the_pawn_must_move_and_by_one_step() {
    let scene = lay("breadcrumbs", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    scene.refuses_with("a5", "B5", "the pawn is already on a5, and it must move");
    for far in ["a3", "c5", "c3", "e1", "b3"] {
        scene.refuses_with(far, "B5", &format!("a5 to {far} is not one step"));
    }
}

#[test]
fn b6_any_number_of_pawns_may_share_a_tile() {
    let rest = "A:1@c3 B:2@c3 C:3@c3 D:4@c3 E:5@c2 turn 4E";
    let mut scene = lay(
        "breadcrumbs:seats=5",
        "A a5 c3 b4 a4 b3, B e1 c3 d2 d1 e2, C c3, D e5 c3 d4 d5 e4, E a1 b2 c2 b1",
        rest,
    );
    scene = scene.plays("c3");
    let standing =
        scene.game.letters().iter().filter(|&&l| scene.state.pawn(l) == Square::read("c3")).count();
    assert_eq!(standing, 5);
    // And the game goes on below ten chips.
    scene.is_turn_of(1);
}

#[test]
fn b7_a_colour_that_no_seat_plays_doubles_for_no_seat() {
    // c5 is green 3, e2 green 5: with two players they count once.
    let scene = lay("breadcrumbs", "A c5, B e2", "A:1@c5 B:2@e2 turn 5A");
    scene.has_scores(&[3, 5]);
    let scene = lay("breadcrumbs:seats=3", "A c5, B e1, C e2", "A:1@c5 B:2@e1 C:3@e2 turn 5A");
    // Green doubles for C, blue for B.
    scene.has_scores(&[3, 10, 10]);
}

#[test]
fn b8_both_need_ten_chips_after_the_toggle() {
    const NINE: &str = "A a5 a4 a3 a2 b5 b4 b3 b2 c5";
    const EIGHT: &str = "A a5 a4 a3 a2 b5 b4 b3 b2";
    const ELEVEN: &str = "B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2 c4";
    const TEN: &str = "B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2";
    // A arrives and places a chip: its tenth, or only its ninth.
    for (mine, rivals, turn, over) in
        [(NINE, ELEVEN, 19, true), (EIGHT, TEN, 20, false), (NINE, &TEN[..TEN.len() - 3], 19, false)]
    {
        let chips = format!("{mine}, {rivals}");
        let scene = lay("breadcrumbs", &chips, &format!("A:1@b3 B:2@c3 turn {turn}A")).plays("c3");
        assert_eq!(scene.outcome().is_some(), over, "{chips}");
        if over {
            scene.ends_by("breadcrumbs-end-meeting");
        }
    }
}

#[test]
fn b8_the_board_says_who_could_end_the_game_by_meeting_whom() {
    let meets = |scene: &Scene| -> [String; 2] {
        let whom =
            |letter| scene.game.could_meet(&scene.state, letter).map(|other| other.to_string()).collect();
        [whom(Letter::A), whom(Letter::B)]
    };
    // A would place its tenth chip on c3. B could meet A on b3, but A has nine.
    let chips = "A a5 a4 a3 a2 b5 b4 b3 b2 c5, B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2 c4";
    let scene = lay("breadcrumbs", chips, "A:1@b3 B:2@c3 turn 19A");
    assert_eq!(meets(&scene), ["B", ""]);
    // Both have ten; and no one is met from afar.
    let chips = "A a5 a4 a3 a2 b5 b4 b3 b2 c5 c4, B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2";
    assert_eq!(meets(&lay("breadcrumbs", chips, "A:1@b3 B:2@c3 turn 20A")), ["B", "A"]);
    assert_eq!(meets(&lay("breadcrumbs", chips, "A:1@b3 B:2@e3 turn 20A")), ["", ""]);
}

#[test]
fn b8_a_chip_taken_off_on_arrival_no_longer_counts() {
    let ten = "A a5 a4 a3 a2 b5 b4 b3 b2 c5 c3, B e1 e2 e3 e4 d1 d2 d3 d4 c3 c2";
    let scene = lay("breadcrumbs", ten, "A:1@b3 B:2@c3 turn 20A").plays("c3");
    assert_eq!(scene.state.board.walker(Letter::A).count(), 9);
    // Nine are too few.
    scene.is_turn_of(2);
}

#[test]
fn b8_end_chips_sets_the_number() {
    let chips = "A a5 a4 b4, B e1 d1 c1";
    let rest = "A:1@b4 B:2@b3 turn 5A";
    for (spec, over) in [("breadcrumbs:end_chips=3", true), ("breadcrumbs:end_chips=4", false)] {
        let scene = lay(spec, chips, rest).plays("b3");
        assert_eq!(scene.outcome().is_some(), over, "A has four chips, B three: {spec}");
    }
    let scene = lay("breadcrumbs:end_chips=1", "A c3, B c4", "A:1@c3 B:2@c4 turn 5A").plays("c4");
    // A chip each is enough.
    scene.is_finished();
    let every: String = Square::dealt().map(|square| format!(" {square}")).collect();
    let (but_c3, but_c1) = (every.replace(" c3", ""), every.replace(" c3", "").replace(" c1", ""));
    // 25 chips each, 30 points each.
    let all = "breadcrumbs:end_chips=25";
    let scene = lay(all, &format!("A{every}, B{but_c3}"), "A:1@c3 B:2@c4 turn 28B");
    scene.plays("c3").is_over(Outcome::Draw);
    // 24 are too few.
    let scene = lay(all, &format!("A{but_c3}, B{but_c1}"), "A:1@c3 B:2@c4 turn 29B");
    scene.plays("c3").is_turn_of(1);
}

#[test]
fn b9_the_mover_is_tested_against_every_pawn_on_the_tile() {
    // B stands on c4 with two chips, C with four; A arrives with its third.
    let rest = "A:1@b4 B:2@c4 C:3@c4 turn 6A";
    let scene = lay("breadcrumbs:seats=3,end_chips=3", "A a5 b4, B e1 c4, C c3 c4 c5 d5", rest).plays("c4");
    // A and C qualify, though B does not.
    scene.is_finished();
    let few = lay("breadcrumbs:seats=3,end_chips=3", "A a5 b4, B e1 c4, C c3 c5", rest).plays("c4");
    // A has three, the others two each.
    few.is_turn_of(2);
}

#[test]
fn b9_a_meeting_below_the_threshold_has_no_effect_later() {
    let mut scene = lay("breadcrumbs:end_chips=3", "A a5, B c3", "A:1@b3 B:2@c3 turn 7A").plays("c3");
    // Two chips and one are too few.
    scene.is_turn_of(2);
    scene = scene.plays("d3; c4; d4");
    let chips = [Letter::A, Letter::B].map(|letter| scene.state.board.walker(letter).count());
    assert_eq!(chips, [3, 3]);
    // Enough for both now, but the meeting is past.
    scene.is_turn_of(1);
    scene = scene.plays("d4");
    // The next one counts.
    scene.is_finished();
}

#[test]
fn b9_a_position_cannot_hold_an_earlier_meeting() {
    let three = "breadcrumbs:seats=3,end_chips=3";
    let met = "A a5 b5 c5 c4, B e1 d2 d3 c4";
    let text = laid(&format!("{met}, C c3 c2 d2 e2"), "A:1@c4 B:2@c4 C:3@e2 turn 4A");
    impossible::<Breadcrumbs>(three, &text).is_by("B9").says("would have been over");
    // The same meeting, with B as the last mover, is the end of a game.
    lay(three, &format!("{met}, C c3 c2 d2"), "A:1@c4 B:2@c4 C:3@d2 turn 3C").is_finished();
    // A third pawn on the tile, or another pair elsewhere, does not excuse the first meeting.
    let four = "breadcrumbs:seats=4,end_chips=3";
    for (chips, rest) in [
        ("D e5 e4 d4 c4, E a1 b1 c1", "D:3@c4 E:4@c1 turn 3E"),
        ("D e5 d5 d4 d3, E a1 b1 c2 d3", "D:3@d3 E:4@d3 turn 4A"),
    ] {
        let text = laid(&format!("{met}, {chips}"), &format!("A:1@c4 B:2@c4 {rest}"));
        impossible::<Breadcrumbs>(four, &text).is_by("B9");
    }
    // Three pawns on a tile end a game if the last mover is in every pair that has enough chips.
    let chips = "A a5 b5 c5 c4, B d2 c4, D e5 d5 d4 c4, E a1 b1 c2";
    lay(four, chips, "A:1@c4 B:2@c4 D:3@c4 E:4@c2 turn 9E").is_finished();
}

#[test]
fn b10_a_seat_that_did_not_meet_may_win() {
    let mut scene =
        lay("breadcrumbs:seats=3,end_chips=2", "A a5 b3, B a4 b4, C e2 e3", "A:1@b3 B:2@b4 C:3@e2 turn 8A");
    scene = scene.plays("b4");
    scene.has_scores(&[5, 2, 15]);
    // A and B met, C wins.
    scene.is_won_by(3);
}

#[test]
fn b10_a_tie_for_highest_is_a_draw_for_everyone() {
    let mut scene =
        lay("breadcrumbs:seats=3,end_chips=2", "A a5 b5, B a4 b4, C c3 b3", "A:1@b5 B:2@b4 C:3@b3 turn 8A");
    scene = scene.plays("b4");
    scene.has_scores(&[5, 2, 5]);
    // A and C do not share a win, and B does not lose.
    scene.is_over(Outcome::Draw);
}

/// Both pawns go back and forth until the position repeats.
const SHUTTLE: &str = "a4; d1; a5; e1; a4; d1; a5; e1";

#[test]
fn b11_the_third_occurrence_ends_the_game_and_it_is_scored() {
    let mut scene = lay("breadcrumbs", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A").plays(SHUTTLE);
    let (rest, last) = SHUTTLE.rsplit_once("; ").unwrap();
    scene = scene.plays(rest);
    scene.goes_on();
    let told = scene.narration(last);
    assert_eq!(told[told.len() - 2], "the same position for the third time, and the game is over");
    scene = scene.plays(last);
    // B has more points.
    scene.is_won_by(2).shows_at_end("turn 9A repeated").cannot_read("a4", "the game is over");
    // A tie for the highest score is a draw, as everywhere.
    let mut tied = lay("breadcrumbs", "A d5, B d2", "A:1@b4 B:2@c2 turn 11A");
    tied.has_scores(&[4, 4]);
    for step in "b5 c1 b4 c2 b5 c1 b4 c2".split(' ').cycle().take(16) {
        tied = tied.plays(step);
    }
    tied.shows_at_end("repeated").is_over(Outcome::Draw);
}

#[test]
fn b11_with_repetition_draw_the_third_occurrence_is_a_draw() {
    let mut scene = lay("breadcrumbs:repetition=draw", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    let first = scene.state.board;
    scene = scene.plays(SHUTTLE);
    assert_eq!(scene.state.board, first, "chips and pawns are back");
    // A second occurrence has no effect.
    scene.is_turn_of(1);
    let (rest, last) = SHUTTLE.rsplit_once("; ").unwrap();
    scene = scene.plays(rest);
    scene.is_turn_of(2);
    scene = scene.plays(last);
    // Although B has more points.
    scene.is_over(Outcome::Draw).shows_at_end("turn 9A repeated").cannot_read("a4", "the game is over");
}

#[test]
fn b11_the_same_chips_with_another_pawn_are_another_position() {
    let mut scene = lay("breadcrumbs:repetition=draw", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    let chips = |scene: &Scene| [Letter::A, Letter::B].map(|letter| scene.state.board.walker(letter).chips());
    let first = chips(&scene);
    for _ in 0..2 {
        scene = scene.plays("a4; d1; b4; e1; a4; d1; b4; e1");
        assert_eq!(chips(&scene), first);
    }
    // The third time, but A's pawn first stood on a5.
    scene.is_turn_of(1);
    scene = scene.plays("a4");
    // A on a4 with these chips: turns 1, 5 and 9.
    scene.is_over(Outcome::Draw);
}

#[test]
fn b11_every_player_must_be_back() {
    let mut scene =
        lay("breadcrumbs:seats=3,repetition=draw", "A a5, B e1, C c3", "A:1@a5 B:2@e1 C:3@c3 turn 1A");
    // A and B come back every four rounds; C goes round a square, which takes eight.
    for round in ["c4 b4 b3 c3 c4 b4 b3 c3"; 2] {
        let mut shuttle = ["a4; d1", "a5; e1"].into_iter().cycle();
        for step in round.split(' ') {
            scene.is_turn_of(1);
            scene = scene.plays(&format!("{}; {step}", shuttle.next().unwrap()));
        }
    }
    assert_eq!(scene.state.round, 16);
    scene.is_over(Outcome::Draw);
}

#[test]
fn b11_with_repetition_off_play_goes_on_to_the_cap() {
    let mut scene = lay("breadcrumbs:repetition=off,turn_cap=12", "A a5, B e1", "A:1@a5 B:2@e1 turn 1A");
    for _ in 0..2 {
        scene = scene.plays(SHUTTLE);
        scene.is_turn_of(1);
    }
    scene = scene.plays(SHUTTLE);
    // The third is the twelfth turn.
    scene.is_won_by(2);
}

#[test]
fn b11_after_the_turn_cap_the_game_is_scored_as_usual() {
    for cap in [10, 100, 1000] {
        let spec = format!("breadcrumbs:turn_cap={cap}");
        let chips = "A a5 a4, B e1 d1";
        let mut scene = lay(&spec, chips, &format!("A:1@a4 B:2@d1 turn {cap}A")).plays("a3");
        scene.is_turn_of(2);
        scene = scene.plays("c1");
        scene.is_won_by(2).ends_by("breadcrumbs-end-cap");
        let beyond = laid(chips, &format!("A:1@a4 B:2@d1 turn {}B", cap + 1));
        impossible::<Breadcrumbs>(&spec, &beyond).is_by("B11");
    }
    let scene = lay("breadcrumbs:turn_cap=10", "A d5, B d2 c2", "A:1@b4 B:2@c1 turn 10B").plays("c2");
    scene.has_scores(&[4, 4]);
    // A tie at the cap is a draw as everywhere.
    scene.is_over(Outcome::Draw);
}

#[test]
fn b11_a_third_occurrence_on_the_last_turn_comes_before_the_cap() {
    let mut scene = lay("breadcrumbs:repetition=draw,turn_cap=10", "A a4, B d1", "A:1@a5 B:2@e1 turn 3A");
    for _ in 0..2 {
        scene = scene.plays(SHUTTLE);
    }
    scene.shows_at_end("turn 11A repeated").is_over(Outcome::Draw).ends_by("breadcrumbs-end-repetition");
}

/// Three seats whose game is over by a meeting, with these chips of C.
fn met(spec: &str, chips: &str) -> Scene {
    lay(spec, &format!("A a5 b5, B a4 b4, C {chips}"), "A:1@b5 B:2@b4 C:3@b3 turn 8A").plays("b4")
}

#[test]
fn b13_who_has_left_is_left_out_before_the_scores_decide() {
    let among = |scene: &Scene, seats: &[usize]| {
        let seats = seats.iter().filter_map(|&seat| Seat::new(seat)).collect();
        scene.game.outcome_among(&scene.state, seats).unwrap().to_string()
    };
    let spec = "breadcrumbs:seats=3,end_chips=2";
    // 5, 2 and 5 points: a draw for everyone while all are in it.
    let tied = met(spec, "c3 b3");
    tied.has_scores(&[5, 2, 5]);
    assert_eq!(among(&tied, &[0, 1, 2]), "draw");
    assert_eq!(among(&tied, &[1, 2]), "win 3");
    assert_eq!(among(&tied, &[0, 2]), "draw 1 3");
    assert_eq!(among(&tied, &[1]), "win 2");
    // A game that goes on has no outcome yet.
    let open = Scene::start(spec);
    assert_eq!(open.game.outcome_among(&open.state, SeatSet::first(2)), None);
    // A draw by repetition stays one, between those who are left.
    let mut drawn =
        lay("breadcrumbs:seats=3,repetition=draw", "A a5, B e1, C c3", "A:1@a5 B:2@e1 C:3@c3 turn 1A");
    for step in "a4 d1 c4 a5 e1 c3".split(' ').cycle().take(24) {
        drawn = drawn.plays(step);
    }
    assert_eq!(among(&drawn, &[0, 2]), "draw 1 3");
}

#[test]
fn b12_scores_go_from_0_to_90() {
    let every: String = Square::dealt().map(|square| format!(" {square}")).collect();
    let scene = lay("breadcrumbs", &format!("A{every}"), "A:1@c3 B:2@c2 turn 28B");
    scene.has_scores(&[90, 0]);
    for seats in 2..=5 {
        for &letter in Scene::start(&format!("breadcrumbs:seats={seats}")).game.letters() {
            let mut board = Board::new(Tile::all());
            board.place(letter, Walker::new(u32::MAX, letter.start()));
            assert_eq!(board.points.of(letter), 90);
        }
    }
}

#[test]
fn the_texts_own_example_scores_17_and_8() {
    // d5 is blue 4: B holds it alone, 8 of its 14 points.
    let scene = lay("breadcrumbs", "A e4 c5 c4, B d5 d4 b5", "A:1@c5 B:2@d4 turn 11A");
    scene.has_scores(&[16, 14]).plays("d5").has_scores(&[17, 8]);
    scene.narrates(
        "d5",
        &[
            "seat 1 (A) goes to d5 and places a chip on blue 4",
            "the scores are now 17 (+1) for seat 1, 8 (-6) for seat 2",
        ],
    );
}

#[test]
fn a_chip_taken_off_gives_the_tile_back_to_the_other_owner() {
    let mut scene = lay("breadcrumbs", "A d5 c4, B d5 d4", "A:1@c5 B:2@d4 turn 12A");
    scene.has_scores(&[4, 6]);
    scene = scene.plays("d5");
    // Blue 4 is B's alone again, twice 4.
    scene.has_scores(&[3, 12]);
}
