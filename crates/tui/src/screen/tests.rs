//! Any keys, clicks and sizes in any order: nothing panics, nothing is drawn outside, and the game stays one that its
//! record can tell.

use super::app::{App, Source};
use super::{Signal, paint, take};
use crate::local::{Local, NewGame};
use crate::past::Past;
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
    let letters: Vec<char> = "uhf?[]RDTYNae2-f4>é#@ ".chars().collect();
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
    for (number, (spec, seats)) in [
        ("breakthrough:columns=4,rows=6", "me,open"),
        ("breadcrumbs:ritual=on,end_chips=3", "me,random,open"),
        ("snipe:forest=3x3,idle_rounds=10", "me,random"),
        ("breadwinner:round_cap=10", "open,random"),
        ("traxx", "me,open,random"),
    ]
    .into_iter()
    .enumerate()
    {
        let seats = Some(seats.split(',').map(|word| word.parse().unwrap()).collect());
        let game = NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(9) };
        let (sender, receiver) = channel();
        let local = Local::open(&game, None).unwrap();
        let color = number % 2 == 0;
        let mut app = App::new(Source::Local(Box::new(local)), sender, false, color).unwrap();
        let mut rng = SplitMix::new(number as u64);
        for step in 0..250 {
            take(&mut app, Signal::Outside(super::Outside::Input(any_event(&mut rng))));
            app.stop_hint();
            while let Ok(signal) = receiver.recv_timeout(Duration::from_millis(1)) {
                take(&mut app, signal);
            }
            screen_of(&mut app, SIZES[step % SIZES.len()]);
        }
        app.back = None;
        app.page = None;
        let screen = screen_of(&mut app, (80, 24));
        assert!(screen.contains('›'), "{spec}:\n{screen}");
        let Source::Local(local) = &app.source else { unreachable!("it was local") };
        let record = local.table().record();
        let past = Past { step: record.entries.len(), record };
        assert_eq!(past.view().unwrap().0.position.text, local.table().position(), "{spec}");
    }
}

#[test]
fn without_colours_the_chosen_move_is_still_seen() {
    let seats = Some(vec!["me".parse().unwrap(), "open".parse().unwrap()]);
    let game = NewGame { spec: "breakthrough".parse().unwrap(), seats, name: None, seed: Some(1) };
    let (sender, _receiver) = channel();
    let local = Local::open(&game, None).unwrap();
    let mut app = App::new(Source::Local(Box::new(local)), sender, false, false).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| paint::paint(frame, &mut app)).unwrap();
    let buffer = terminal.backend().buffer();
    let reversed = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED);
    // b2-a3: two squares of the board, and the row of the list.
    assert_eq!(buffer.content.iter().filter(reversed).count(), 2 + "› b2-a3".chars().count());
    assert!(buffer.content.iter().all(|cell| cell.fg == ratatui::style::Color::Reset), "no colours at all");
}
