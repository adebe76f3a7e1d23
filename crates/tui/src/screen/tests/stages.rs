//! The menu of games, what follows a game, and looking through one.

use super::{app_of, press, screen_of, style};
use crate::history::History;
use crate::screen::app::{App, Source};
use crate::screen::menu::Next;
use crate::screen::start::{Done, Menu, Setup};
use crate::seats::SeatChoice;
use crate::words::Lang;
use breadboard_core::Record;
use breadboard_play::Level;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};
use ratatui::layout::Rect;
use std::sync::mpsc::channel;
use std::time::Instant;

fn key(menu: &mut Menu, code: KeyCode) -> Done {
    menu.input(&Event::Key(KeyEvent::from(code)))
}

fn shown(menu: &mut Menu, (width, height): (u16, u16)) -> String {
    let area = Rect { x: 0, y: 0, width, height };
    let mut buffer = Buffer::empty(area);
    menu.paint(&mut buffer, area);
    let rows = (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n");
    rows.collect()
}

#[test]
fn the_menu_of_games_sets_game_seats_and_level() {
    let mut menu = Menu::new(Setup { seed: Some(1), ..Setup::default() }, style(Lang::En));
    for size in [(60, 20), (100, 30), (200, 60)] {
        let screen = shown(&mut menu, size);
        for word in ["Game", "‹ Breakthrough ›", "Seats", "‹ bot3 ", "Start the game", "Enter start"] {
            assert!(screen.contains(word), "{word} at {size:?}\n{screen}");
        }
    }
    // The last game has one to four seats: two more, the second seat, a stronger bot.
    key(&mut menu, KeyCode::Left);
    key(&mut menu, KeyCode::Down);
    key(&mut menu, KeyCode::Right);
    key(&mut menu, KeyCode::Down);
    key(&mut menu, KeyCode::Right);
    key(&mut menu, KeyCode::Right);
    key(&mut menu, KeyCode::Down);
    key(&mut menu, KeyCode::Right);
    let screen = shown(&mut menu, (80, 24));
    assert!(
        screen.contains("Träxx") && screen.contains("‹ 3 ›") && screen.contains("‹ seat 2 ›"),
        "{screen}"
    );
    let game = menu.game().unwrap();
    assert_eq!(game.spec.to_string(), "traxx:seats=3");
    let bot = || SeatChoice::Bot(Level::Bot4);
    assert_eq!(game.seats, Some(vec![bot(), SeatChoice::Me, bot()]));
    assert_eq!(
        (key(&mut menu, KeyCode::Enter), key(&mut menu, KeyCode::Char('q'))),
        (Done::Start, Done::Quit)
    );
    // Every setting of every game can be opened.
    for _ in 0..5 {
        menu = Menu::new(Setup::default(), style(Lang::De));
        for code in [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Down, KeyCode::Left] {
            key(&mut menu, code);
            let game = menu.game().unwrap();
            crate::local::Local::open(&game, None, Lang::De).unwrap();
        }
    }
    assert!(shown(&mut menu, (80, 24)).contains("Plätze"));
}

/// A game of one move to its end.
fn ended() -> App {
    let mut app = app_of("breakthrough:columns=2,rows=4", "me,bot1");
    press(&mut app, KeyCode::Char('R'));
    press(&mut app, KeyCode::Char('R'));
    assert!(app.is_over());
    app
}

#[test]
fn after_the_end_a_menu_offers_rematch_level_and_new_game() {
    let mut app = ended();
    assert!(screen_of(&mut app, (100, 30)).contains("Enter menu: rematch, level, new game"));
    press(&mut app, KeyCode::Enter);
    for size in [(60, 20), (100, 30), (200, 60)] {
        let screen = screen_of(&mut app, size);
        for word in ["What next?", "rematch, seats move on", "‹ bot1 ›", "new game …", "look through"] {
            assert!(screen.contains(word), "{word} at {size:?}\n{screen}");
        }
    }
    press(&mut app, KeyCode::Enter);
    assert!(app.menu.is_none() && !app.done, "one Enter too many does no harm");

    let next = |keys: &[KeyCode]| {
        let mut app = ended();
        press(&mut app, KeyCode::Enter);
        keys.iter().for_each(|code| press(&mut app, *code));
        press(&mut app, KeyCode::Enter);
        (app.next, app.done)
    };
    let (rematch, done) = next(&[KeyCode::Down]);
    let Some(Next::Game(game, _)) = rematch else { panic!("{rematch:?}") };
    assert!(done);
    assert_eq!(game.seats, Some(vec![SeatChoice::Bot(Level::Bot1), SeatChoice::Me]));
    let (level, _) = next(&[KeyCode::Down, KeyCode::Down, KeyCode::Right]);
    let Some(Next::Game(game, _)) = level else { panic!("{level:?}") };
    assert_eq!(game.seats, Some(vec![SeatChoice::Bot(Level::Bot2), SeatChoice::Me]));
    let (new, done) = next(&[KeyCode::Down, KeyCode::Down, KeyCode::Down]);
    assert!(matches!(new, Some(Next::Menu)) && done);
}

fn watched() -> App {
    let record = "game: breakthrough\nrules: 1\n\n1: e2-e3\n2: e7-e6\n1: d2-d3\n";
    let history = History { step: 0, record: Record::read(record).unwrap() };
    let (sender, _receiver) = channel();
    App::new(Source::File(Box::new(history)), sender, style(Lang::En)).unwrap()
}

#[test]
fn a_record_is_jumped_through_and_plays_by_itself() {
    let mut app = watched();
    press(&mut app, KeyCode::Char('2'));
    assert!(screen_of(&mut app, (80, 24)).contains("go to event 2▏"));
    press(&mut app, KeyCode::Enter);
    assert!(screen_of(&mut app, (80, 24)).contains("2 of 3 2: e7-e6"));
    for letter in "12".chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.message.0, "there is no event 12: this game has 3");
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::Char(' '));
    press(&mut app, KeyCode::Char('+'));
    assert_eq!(app.message.0, "one event every 0.5 s");
    assert!(app.tick().is_some(), "it wakes up for the next event");
    for step in 1..=3 {
        app.autoplay = app.autoplay.map(|_| Instant::now());
        app.play_on();
        assert!(screen_of(&mut app, (100, 30)).contains(&format!("{step} of 3")));
    }
    assert!(app.autoplay.is_none() && app.tick().is_none(), "it stops at the end and sleeps");
}

#[test]
fn no_seat_is_to_move_at_the_end_of_a_record_with_a_resignation() {
    let record = "game: breakthrough\nrules: 1\nending: win 1, seat 2 resigned\n\n1: e2-e3\n";
    let record = Record::read(record).unwrap();
    let (view, _) = History { step: 1, record: record.clone() }.view().unwrap();
    assert!(view.seats.iter().all(|seat| !seat.awaited));
    let (before, _) = History { step: 0, record }.view().unwrap();
    assert!(before.seats.iter().any(|seat| seat.awaited));
}

#[test]
fn the_table_page_shows_the_fingerprint_of_the_dice() {
    let mut app = app_of("traxx", "me,open");
    press(&mut app, KeyCode::Char('I'));
    let screen = screen_of(&mut app, (100, 30));
    let commit = &app.view.dice.commit;
    assert!(!commit.is_empty() && screen.contains(commit.as_str()), "{screen}");
    assert!(screen.contains("added nothing to the dice") && screen.contains("traxx"), "{screen}");
}

/// Prints the menu and a record for `docs/terminal.md`, as `sizes::screens_for_the_documents`.
#[test]
#[ignore = "prints screens for the documents"]
fn more_screens_for_the_documents() {
    let mut menu = Menu::new(Setup::default(), style(Lang::En));
    println!("== menu 80 24\n{}", shown(&mut menu, (80, 24)));
    println!("== menu 60 20\n{}", shown(&mut menu, (60, 20)));
    let mut app = watched();
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Right);
    println!("== watch 80 24");
    for line in screen_of(&mut app, (80, 24)).lines() {
        println!("{}", line.trim_matches('"').trim_end());
    }
    let mut app = ended();
    press(&mut app, KeyCode::Enter);
    println!("== end 60 20");
    for line in screen_of(&mut app, (60, 20)).lines() {
        println!("{}", line.trim_matches('"').trim_end());
    }
}
