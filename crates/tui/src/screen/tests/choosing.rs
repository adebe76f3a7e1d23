//! The cursor, the words of the chosen move, walking by arrow keys, and who is to move.

use super::{app_of, press, screen_of};
use crate::screen::app::Focus;
use breadboard_games::GAMES;
use breadboard_play::Request;
use ratatui::crossterm::event::KeyCode;

#[test]
fn arrows_move_the_cursor_and_enter_plays_place_by_place() {
    let mut app = app_of("breakthrough", "me,open");
    screen_of(&mut app, (100, 30));
    app.choice.point("e2");
    press(&mut app, KeyCode::Right);
    assert_eq!(app.choice.cursor(), Some("f2"));
    press(&mut app, KeyCode::Left);
    let screen = screen_of(&mut app, (100, 30));
    assert!(screen.contains("e2-d3 – White goes e2-d3"), "{screen}");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.choice.picks(), ["e2"]);
    press(&mut app, KeyCode::Right);
    let screen = screen_of(&mut app, (100, 30));
    assert!(app.choice.cursor() == Some("e3") && screen.contains("White goes e2-e3"), "{screen}");
    press(&mut app, KeyCode::Backspace);
    assert_eq!(app.choice.cursor(), Some("e2"), "the last place is taken back");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Enter);
    let screen = screen_of(&mut app, (100, 30));
    assert!(screen.contains("1: e2-e3 – White goes e2-e3") && screen.contains("▶ 2 Player 2"), "{screen}");
}

#[test]
fn the_chosen_move_is_said_in_words_in_every_game_and_window() {
    for game in breadboard_games::GAMES {
        let seats = if game.info.seats.0 == 1 { "me" } else { "me,open" };
        let spec = if game.info.seats.0 == 1 {
            format!("{}:seats=1", game.info.id)
        } else {
            game.info.id.to_owned()
        };
        let mut app = app_of(&spec, seats);
        for size in [(60, 20), (100, 30), (200, 60)] {
            let screen = screen_of(&mut app, size);
            let chosen = app.choice.chosen().unwrap().text.clone();
            let said = app.chosen_in_words().unwrap();
            assert!(said.len() > chosen.len() + 8 && said.contains(" – "), "{spec}: {said}");
            let seen: String = said.chars().take(30).collect();
            assert!(screen.contains(&seen), "{seen:?} at {size:?}\n{screen}");
        }
    }
}

#[test]
fn arrow_keys_walk_in_the_snipe_hunt() {
    for flip in [false, true] {
        let mut app = app_of("snipe:forest=4x4", "me,open");
        app.flip = flip;
        screen_of(&mut app, (100, 30));
        let steps: Vec<String> =
            app.choice.shown().map(|mv| mv.text.clone()).filter(|text| text.len() == 1).collect();
        let way = steps.first().expect("a step is legal at the start").clone();
        let code = match (way.as_str(), flip) {
            ("n", false) | ("s", true) => KeyCode::Up,
            ("s", false) | ("n", true) => KeyCode::Down,
            ("e", false) | ("w", true) => KeyCode::Right,
            _ => KeyCode::Left,
        };
        let before = app.view.position.step;
        press(&mut app, code);
        assert!(app.view.position.step > before, "{:?}", app.message);
        let walked = app.log.iter().rev().find(|event| !event.seats.is_empty()).unwrap();
        assert_eq!(walked.texts, [way]);
        // A way that is closed is said to be closed.
        let (_, walks) = app.choice.step_move("n");
        let closed = ["n", "e", "s", "w"].into_iter().find(|way| app.choice.step_move(way).0.is_none());
        if let Some(closed) = closed.filter(|_| walks) {
            let code = match (closed, flip) {
                ("n", false) | ("s", true) => KeyCode::Up,
                ("s", false) | ("n", true) => KeyCode::Down,
                ("e", false) | ("w", true) => KeyCode::Right,
                _ => KeyCode::Left,
            };
            press(&mut app, code);
            assert_eq!(app.message.0, "there is no way in this direction");
        }
    }
}

#[test]
fn moves_without_a_place_are_chosen_in_the_list() {
    let mut app = app_of("breadcrumbs:ritual=on", "me,open");
    assert_eq!(app.focus(), Focus::Moves);
    press(&mut app, KeyCode::Down);
    assert_eq!(app.choice.at(), 1);
    // A place with several things to do there leaves them in the list.
    let mut app = app_of("breadwinner", "me,random");
    screen_of(&mut app, (100, 30));
    assert_eq!(app.focus(), Focus::Board);
    press(&mut app, KeyCode::Enter);
    assert!(app.choice.picks().len() == 1 && app.focus() == Focus::Moves, "{:?}", app.choice.picks());
}

#[test]
fn after_a_resignation_no_seat_is_to_move() {
    for game in GAMES.iter().filter(|game| game.info.seats.1 > 1) {
        let spec = game.info.id;
        let others = ",open".repeat(usize::from(game.info.seats.0.max(2)) - 1);
        let mut app = app_of(spec, &format!("me{others}"));
        // Sealed rounds begin with a hand-over.
        app.sit_down();
        press(&mut app, KeyCode::Char('R'));
        press(&mut app, KeyCode::Char('R'));
        for size in [(60, 20), (100, 30), (200, 60)] {
            let screen = screen_of(&mut app, size);
            assert!(screen.contains("resign"), "{spec}\n{screen}");
            let moving = screen.contains("to move") || screen.contains("▶ ");
            assert!(!moving, "{spec} at {size:?}\n{screen}");
        }
        assert!(app.view.seats.iter().all(|seat| !seat.awaited));
    }
}

#[test]
fn a_seat_that_left_is_not_drawn_as_the_winner() {
    // Three seats: one leaves, a bot plays on for it. Only the table names a winner, not the moves.
    for spec in ["breadcrumbs:seats=3", "traxx:seats=3", "snipe:seats=3,forest=3x3"] {
        let mut app = app_of(spec, "me,random,random");
        let seat = app.own_seat().unwrap_or(breadboard_core::Seat::FIRST);
        app.ask(seat, Request::Resign);
        let screen = screen_of(&mut app, (200, 60));
        for verdict in ["the game is over: ", " has won", "share the win"] {
            assert!(!screen.contains(verdict), "{spec}\n{screen}");
        }
    }
}

#[test]
fn hints_are_sentences() {
    let mut app = app_of("breakthrough:columns=3,rows=5", "me,open");
    let tr = app.tr.clone();
    let hint = crate::think::hint(
        &app.spec,
        &app.view.position.text,
        breadboard_core::Seat::FIRST,
        &crate::think::Stop::default(),
        &tr,
    );
    let said = hint.unwrap().describe(&tr);
    assert!(said.starts_with("hint: ") && said.contains(" – White goes "), "{said}");
    let valued = [" % of games like this", " by force"].iter().any(|word| said.contains(word));
    assert!(valued && !said.contains("nodes"), "{said}");
    app.say(said, crate::screen::app::Tone::Good);
    assert!(screen_of(&mut app, (60, 20)).contains("hint: "));
}

#[test]
fn the_prompt_says_what_enter_does_with_the_places_taken() {
    let mut app = app_of("traxx:seats=1", "me");
    let begun = app.choice.chosen().unwrap().text.clone();
    screen_of(&mut app, (100, 30));
    press(&mut app, KeyCode::Enter);
    assert!(screen_of(&mut app, (100, 30)).contains("Enter takes the next place"), "{begun}");
    press(&mut app, KeyCode::Enter);
    // Two places are a path that can be played or go on.
    let whole = app.choice.chosen().unwrap().text.clone();
    assert!(app.choice.shown().len() > 1 && app.choice.cursor().is_none(), "{whole}");
    for width in [60, 100] {
        let screen = screen_of(&mut app, (width, 30));
        assert!(screen.contains(&format!("Enter plays {whole}")), "{screen}");
        assert!(!screen.contains("Enter takes"), "{screen}");
    }
    press(&mut app, KeyCode::Enter);
    let played = app.log.iter().any(|event| event.texts.contains(&whole));
    assert!(played && app.choice.picks().is_empty(), "{whole}");
}

#[test]
fn who_only_watches_is_told_so_and_types_nothing_into_the_prompt() {
    let mut app = app_of("breakthrough", "bot1,bot1");
    for letter in ['h', 'e', 'x'] {
        press(&mut app, KeyCode::Char(letter));
        assert_eq!(app.message.0, "you are only watching", "{letter}");
    }
    assert!(app.choice.input().is_empty());
    let mut app = app_of("breakthrough", "me,open");
    press(&mut app, KeyCode::Char('R'));
    press(&mut app, KeyCode::Char('R'));
    press(&mut app, KeyCode::Char('m'));
    assert!(app.is_over() && app.choice.input().is_empty() && app.message.0 == "the game is over");
}
