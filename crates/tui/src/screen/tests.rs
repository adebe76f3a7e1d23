//! Random keys, clicks and sizes in any order: nothing panics, nothing is drawn outside the screen, and the record
//! replays to the same position.

mod choosing;
mod sizes;
mod stages;

use super::app::{App, Source};
use super::{Signal, paint, take};
use crate::history::History;
use crate::local::{Local, NewGame};
use crate::plain::Style;
use crate::words::Lang;
use breadboard_core::{Rng as _, SplitMix};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::sync::mpsc::channel;
use std::time::Duration;

const SIZES: [(u16, u16); 9] =
    [(80, 24), (60, 20), (200, 60), (120, 40), (56, 15), (40, 12), (30, 8), (29, 7), (1, 1)];

fn style(lang: Lang) -> Style {
    Style { width: 80, color: false, prompt: true, flip: false, lang }
}

fn any_event(rng: &mut SplitMix) -> Event {
    let keys = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::F(1),
    ];
    let letters: Vec<char> = "uhf?I[]{}<RDTYNCBMae2-f4>é#@ +19".chars().collect();
    let position = |rng: &mut SplitMix| (rng.below(90) as u16, rng.below(30) as u16);
    match rng.below(10) {
        0..=5 => Event::Key(KeyEvent::from(keys[rng.below(keys.len() as u32) as usize])),
        6 | 7 => Event::Key(KeyEvent::from(KeyCode::Char(letters[rng.below(letters.len() as u32) as usize]))),
        kind => {
            let (column, row) = position(rng);
            let kind = match (kind, rng.below(2)) {
                (8, _) => MouseEventKind::Down(MouseButton::Left),
                (_, 0) => MouseEventKind::ScrollUp,
                _ => MouseEventKind::ScrollDown,
            };
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
    }
}

fn screen_of(app: &mut App, size: (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| paint::paint(frame, app)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn no_keys_and_no_size_harm_a_game() {
    for (number, game) in breadboard_games::GAMES.iter().enumerate() {
        let spec = game.info.id;
        let (least, most) = game.info.seats;
        let seats = ["me", "open", "random"].into_iter().cycle().take(most.min(3).max(least).into());
        let seats = Some(seats.map(|word| word.parse().unwrap()).collect());
        let game = NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(9), entropy: None };
        let (sender, receiver) = channel();
        let lang = Lang::ALL[number % 2];
        let local = Local::open(&game, None, lang).unwrap();
        let style = Style { color: number % 2 == 0, ..style(lang) };
        let mut app = App::new(Source::Local(Box::new(local)), sender, style).unwrap();
        let mut rng = SplitMix::new(number as u64);
        for step in 0..250 {
            take(&mut app, Signal::Terminal(super::TerminalEvent::Input(any_event(&mut rng))));
            app.stop_hint();
            while let Ok(signal) = receiver.recv_timeout(Duration::from_millis(1)) {
                take(&mut app, signal);
            }
            screen_of(&mut app, SIZES[step % SIZES.len()]);
        }
        (app.back, app.page, app.menu) = (None, None, None);
        let screen = screen_of(&mut app, (80, 24));
        assert!(screen.contains('›'), "{spec}:\n{screen}");
        let Source::Local(local) = &app.source else { unreachable!("it was local") };
        let record = local.table().record();
        let history = History { step: record.entries.len(), record };
        assert_eq!(history.view().unwrap().0.position.text, local.table().position(), "{spec}");
    }
}

fn app_of(spec: &str, seats: &str) -> App {
    app_in(Lang::En, spec, seats)
}

fn app_in(lang: Lang, spec: &str, seats: &str) -> App {
    let seats = Some(seats.split(',').map(|word| word.parse().unwrap()).collect());
    let game = NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(3), entropy: None };
    let (sender, _receiver) = channel();
    let local = Local::open(&game, None, lang).unwrap();
    App::new(Source::Local(Box::new(local)), sender, style(lang)).unwrap()
}

fn press(app: &mut App, code: KeyCode) {
    take(app, Signal::Terminal(super::TerminalEvent::Input(Event::Key(KeyEvent::from(code)))));
}

#[test]
fn the_board_is_shown_from_the_second_of_two_seats() {
    let board = |seats: &str| screen_of(&mut app_of("breakthrough", seats), (80, 24));
    let letters = "a   b   c   d   e   f   g   h";
    assert!(board("me,bot1").contains(letters) && board("me,open").contains(letters));
    assert!(board("bot1,me").contains("h   g   f   e   d   c   b   a"));
    assert!(!app_of("traxx", "bot1,me").flip);
}

#[test]
fn the_screen_speaks_german() {
    assert!(app_in(Lang::De, "snipe:seats=2", "me,open").title().starts_with("Schnepfenjagd"));
    let mut app = app_in(Lang::De, "breakthrough", "me,open");
    let screen = screen_of(&mut app, (80, 24));
    for wanted in
        ["Platz 1 (Spieler 1) ist am Zug", "Züge 22", "q Ende", "Steine 16", "Verlauf", "Weiß zieht"]
    {
        assert!(screen.contains(wanted), "{wanted:?} is missing:\n{screen}");
    }
    for letter in "e2-e4".chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    press(&mut app, KeyCode::Enter);
    let screen = screen_of(&mut app, (80, 24));
    assert!(screen.contains("ist kein Schritt nach vorn, gerade oder schräg"), "{screen}");
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Char('?'));
    let page = screen_of(&mut app, (80, 24));
    assert!(page.contains("Tasten und Regeln: Breakthrough") && page.contains("Esc zurück"), "{page}");
    press(&mut app, KeyCode::End);
    let rules = screen_of(&mut app, (80, 24));
    assert!(rules.contains("Regel") || rules.contains("Stein"), "{rules}");
}
