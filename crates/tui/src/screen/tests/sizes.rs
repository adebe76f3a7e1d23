//! Boards scale with the window, every spot can be clicked where it is drawn, and what does not fit says so.

use super::{app_of, press, screen_of};
use crate::screen::app::{App, Focus, Tone};
use breadboard_core::Info;
use breadboard_games::GAMES;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

const WINDOWS: [(u16, u16); 4] = [(60, 20), (80, 24), (100, 30), (200, 60)];

/// Every game with a seat at this keyboard that can choose on the board: for two, and alone where that is a game.
fn games() -> Vec<(String, App)> {
    let seats =
        |info: &Info| (info.seats.0.min(2)..=2.clamp(info.seats.0, info.seats.1)).collect::<Vec<u8>>();
    let all =
        GAMES.iter().flat_map(|game| seats(game.info).into_iter().map(move |seats| (game.info.id, seats)));
    let mut games: Vec<(String, App)> = all
        .map(|(id, seats)| {
            let others = ",open".repeat(usize::from(seats) - 1);
            (format!("{id}:seats={seats}"), app_of(id, &format!("me{others}")))
        })
        .collect();
    for (_, app) in &mut games {
        // Sealed rounds begin with a hand-over.
        app.sit_down();
    }
    games
}

fn board_size(app: &mut App, size: (u16, u16)) -> (usize, usize) {
    screen_of(app, size);
    let art = &app.hits.board.as_ref().unwrap().art;
    (art.width(), art.height())
}

#[test]
fn boards_grow_with_the_window_and_stay_inside_it() {
    for (spec, mut app) in games() {
        let mut before = (0, 0);
        for size in WINDOWS {
            let (width, height) = board_size(&mut app, size);
            assert!(width >= before.0 || height >= before.1, "{spec} shrinks at {size:?}");
            before = (width, height);
        }
        let small = board_size(&mut app, (80, 24));
        let large = board_size(&mut app, (200, 60));
        assert!(large.0 * large.1 >= 2 * small.0 * small.1, "{spec}: {small:?} and {large:?}");
    }
    let (width, height) = board_size(&mut app_of("breakthrough", "me,open"), (200, 60));
    assert!(width >= 97 && height >= 49, "{width}×{height}");
    // The whole board is seen in every game even in a small window, except two boards side by side.
    for (spec, mut app) in games().into_iter().filter(|(spec, _)| spec != "traxx:seats=2") {
        screen_of(&mut app, (60, 20));
        assert_eq!(app.hits.board_most, (0, 0), "{spec} is cut at 60×20");
    }
}

#[test]
fn a_click_on_any_cell_of_any_spot_takes_its_place() {
    for (spec, mut app) in games() {
        for size in WINDOWS {
            for flip in [false, true] {
                app.flip = flip;
                screen_of(&mut app, size);
                let board = app.hits.board.clone().unwrap();
                let mut clicked = 0;
                for spot in
                    board.art.spots.iter().filter(|spot| spot.seat.is_none_or(|own| Some(own) == app.seat))
                {
                    for (line, column) in (spot.line..spot.line + spot.height).flat_map(|line| {
                        (spot.column..spot.column + spot.width).map(move |column| (line, column))
                    }) {
                        let (Some(line), Some(column)) =
                            (line.checked_sub(board.down), column.checked_sub(board.right))
                        else {
                            continue;
                        };
                        if line >= board.area.height.into() || column >= board.area.width.into() {
                            continue;
                        }
                        let (x, y) = (board.area.x + column as u16, board.area.y + line as u16);
                        let found = app.place_under(x, y);
                        assert_eq!(
                            found.as_ref(),
                            Some(&spot.place),
                            "{spec} at {size:?}, column {x}, row {y}"
                        );
                        clicked += 1;
                    }
                }
                assert!(clicked > 0, "{spec} at {size:?}");
            }
        }
    }
}

#[test]
fn the_man_that_is_clicked_is_the_man_that_is_drawn_there() {
    for size in WINDOWS {
        let mut app = app_of("breakthrough", "me,open");
        let screen = screen_of(&mut app, size);
        let rows: Vec<Vec<char>> =
            screen.lines().map(|line| line.trim_matches('"').chars().collect()).collect();
        let board = app.hits.board.clone().unwrap();
        for spot in &board.art.spots {
            let (x, y) = (usize::from(board.area.x) + spot.column, usize::from(board.area.y) + spot.line);
            let shown: String =
                rows[y..y + spot.height].iter().flat_map(|row| row[x..x + spot.width].to_vec()).collect();
            let row = spot.place.chars().nth(1).unwrap();
            let sign = if row <= '2' {
                'O'
            } else if row >= '7' {
                'X'
            } else {
                '·'
            };
            assert!(shown.contains(sign), "{} shows {shown:?} in\n{screen}", spot.place);
        }
    }
}

#[test]
fn large_windows_have_frames_and_titles_and_small_ones_titles() {
    for (spec, mut app) in games() {
        let screen = screen_of(&mut app, (200, 60));
        let first = screen.lines().next().unwrap();
        assert!(
            first.starts_with("\"┌─ ") && first.contains("┬─ players ") && first.ends_with("┐\""),
            "{spec}\n{screen}"
        );
        let screen = screen_of(&mut app, (60, 20));
        assert!(screen.contains("moves") && screen.contains('─'), "{spec}\n{screen}");
    }
}

#[test]
fn marks_are_seen_with_and_without_colours() {
    for color in [true, false] {
        let mut app = app_of("breakthrough", "me,open");
        app.color = color;
        for letter in "e2-e3".chars() {
            press(&mut app, KeyCode::Char(letter));
        }
        press(&mut app, KeyCode::Enter);
        screen_of(&mut app, (80, 24));
        app.choice.point("e7");
        screen_of(&mut app, (80, 24));
        let art = &app.hits.board.as_ref().unwrap().art;
        let style = |place: &str| {
            let spot = art.spots.iter().find(|spot| spot.place == place).unwrap();
            let style = art.lines[spot.line][spot.column].1;
            (style.bg, style.add_modifier & (Modifier::REVERSED | Modifier::DIM | Modifier::UNDERLINED))
        };
        let [cursor, chosen, target, last] = ["e7", "d6", "e6", "e2"].map(style);
        if color {
            let marks = [cursor.0, chosen.0, target.0, last.0];
            assert_eq!(marks, [Color::Yellow, Color::Cyan, Color::Green, Color::DarkGray].map(Some));
        } else {
            assert!(
                cursor.1 == Modifier::REVERSED && chosen.1 == Modifier::REVERSED,
                "{cursor:?} {chosen:?}"
            );
            assert_eq!(target.1, Modifier::REVERSED | Modifier::DIM);
            assert_eq!(last.1, Modifier::UNDERLINED);
        }
        assert_eq!(app.focus(), Focus::Board);
    }
}

#[test]
fn what_does_not_fit_says_so_and_can_be_reached() {
    // A list that is longer than its place, from above and from below.
    let mut app = app_of("breakthrough", "me,open");
    press(&mut app, KeyCode::Tab);
    let screen = screen_of(&mut app, (60, 20));
    assert!(screen.contains("b2-a3") && screen.contains('▼') && !screen.contains('▲'), "{screen}");
    for _ in 0..30 {
        press(&mut app, KeyCode::Down);
    }
    let screen = screen_of(&mut app, (60, 20));
    assert!(screen.contains("› g2-h3") && screen.contains('▲') && !screen.contains('▼'), "{screen}");

    // A board that is larger than its place follows the chosen move both ways.
    let mut app = app_of("breakthrough:columns=16,rows=16", "me,open");
    let screen = screen_of(&mut app, (30, 12));
    assert!(screen.contains('▲') && screen.contains('▶') && !screen.contains('◀'), "{screen}");
    app.choice.point("o2");
    let screen = screen_of(&mut app, (30, 12));
    assert!(screen.contains('◀') && screen.contains("o2-"), "{screen}");
    for _ in 0..20 {
        press(&mut app, KeyCode::Char('['));
        press(&mut app, KeyCode::Char('{'));
        screen_of(&mut app, (30, 12));
    }
    let screen = screen_of(&mut app, (30, 12));
    assert!(screen.contains(" 16  X X") && !screen.contains('▲') && !screen.contains('◀'), "{screen}");

    // What stands above a board goes beside it before the board is cut: here what was rolled.
    let screen = screen_of(&mut app_of("breadwinner", "me,random"), (60, 20));
    assert!(screen.contains("rolled ") && screen.contains("[BUILD]") && screen.contains("D1"), "{screen}");
}

#[test]
fn the_board_stays_in_its_place_while_a_move_is_chosen() {
    for (spec, mut app) in games() {
        for size in WINDOWS {
            screen_of(&mut app, size);
            let area = app.hits.board.as_ref().unwrap().area;
            for code in [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Up] {
                if !spec.starts_with("snipe") {
                    press(&mut app, code);
                }
                screen_of(&mut app, size);
                assert_eq!(app.hits.board.as_ref().unwrap().area, area, "{spec} at {size:?}");
            }
        }
    }
}

/// Prints the screens of `docs/terminal.md`: `cargo test -p breadboard-tui screens -- --ignored --nocapture`.
#[test]
#[ignore = "prints screens for the documents"]
fn screens_for_the_documents() {
    for (spec, mut app) in games() {
        for size in WINDOWS {
            println!("== {spec} {} {}", size.0, size.1);
            for line in screen_of(&mut app, size).lines() {
                println!("{}", line.trim_matches('"').trim_end());
            }
        }
    }
}

#[test]
fn of_a_long_message_whole_sentences_are_left_out_and_a_sign_says_so() {
    let mut app = app_of("breakthrough", "me,open");
    let sentence =
        |n: usize| format!("begin{n} of a sentence that would say the opposite without its end{n}");
    let long = (1..=8).map(sentence).collect::<Vec<_>>().join("; ");
    app.say(&long, Tone::Good);
    for size in [(60, 20), (100, 30)] {
        let screen = screen_of(&mut app, size);
        let said = (1..=8).filter(|n| screen.contains(&format!("begin{n}"))).count();
        let whole = (1..=8).filter(|n| screen.contains(&format!("end{n}"))).count();
        assert!(whole >= 2 && said == whole && screen.contains("; …"), "{size:?}:\n{screen}");
    }
    // One sentence that is too long is cut, and the cut is marked.
    app.say("word ".repeat(80), Tone::Good);
    let screen = screen_of(&mut app, (60, 20));
    assert!(screen.lines().any(|line| line.contains("word") && line.contains('…')), "{screen}");
    app.say(&long, Tone::Good);
    assert!(screen_of(&mut app, (200, 60)).contains("end8"));
}
