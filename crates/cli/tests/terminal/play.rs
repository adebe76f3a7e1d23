//! The real program in a real terminal (tmux): whole games in the full screen and line by line, other sizes, a killed game
//! that goes on, and a terminal that is given back.

use super::support::{PATIENCE, PROGRAM, Tmux, WINDOWS};
use breadboard_core::Record;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The program in a window, when it shows its keys.
fn started((width, height): (u16, u16), args: &str) -> Tmux {
    let tmux = Tmux::new(width, height);
    tmux.shell(&format!("{PROGRAM} {args}"));
    tmux.wait("the first screen", |screen| screen.contains("q quit"));
    tmux
}

fn record(path: &Path) -> Record {
    Record::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Plays a whole game: always the first move of the list.
fn whole_game(spec: &str, seats: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play '{spec}' --seats {seats} --seed 5 --record {}", path.display()));
    tmux.wait("the first screen", |screen| screen.contains("q quit"));
    let until = Instant::now() + PATIENCE;
    // The keys are shown when the game is over: Enter opens the menu then.
    while !tmux.screen().contains("Enter menu") {
        tmux.keys(&["-N", "10", "Enter"]);
        std::thread::sleep(Duration::from_millis(20));
        assert!(Instant::now() < until, "{spec} does not end:\n{}", tmux.screen());
    }
    tmux.keys(&["q"]);
    tmux.wait("the result after the screen", |screen| screen.contains("result: "));
    let record = record(&path);
    assert!(record.result.is_some(), "{record}");
    assert!(!folder.path().join("game.txt.log").exists(), "the log goes with the end");
    let verified = Command::new(PROGRAM).arg("verify").arg(&path).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_whole_game_of_every_game() {
    for game in breadboard_games::GAMES {
        let seats = game.info.seats.0.max(2);
        let spec = breadboard_testkit::short_spec(game.info, &(game.options)(), seats);
        let bots = ["bot1", "random"].into_iter().cycle().take(usize::from(seats) - 1);
        let seats: Vec<&str> = std::iter::once("me").chain(bots).collect();
        whole_game(&spec.to_string(), &seats.join(","));
    }
}

#[test]
fn a_whole_game_of_traxx_handed_over_in_sealed_rounds() {
    whole_game("traxx", "me,open");
}

#[test]
fn a_whole_game_line_by_line_in_a_terminal() {
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play breakthrough:columns=2,rows=4 --plain --seats me,bot1 --seed 2"));
    let until = Instant::now() + PATIENCE;
    loop {
        let screen = tmux.screen();
        let last = screen.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        if screen.contains("result: win") {
            break;
        }
        if last.ends_with('>') {
            tmux.shell("#1");
        }
        assert!(Instant::now() < until, "{screen}");
        std::thread::sleep(Duration::from_millis(25));
    }
}

#[test]
fn bots_play_through_in_a_pipe_and_end_with_the_result() {
    let output = Command::new(PROGRAM)
        .args(["play", "breakthrough:columns=4,rows=6", "--plain", "--seats", "bot1,bot2"])
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.lines().last().unwrap().starts_with("result: win"), "{said}");
    assert!(!said.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn the_terminal_speaks_german_by_option_and_by_environment() {
    let tmux = Tmux::new(80, 24);
    let play = format!("{PROGRAM} play breakthrough:columns=2,rows=4 --seats me,open");
    tmux.shell(&format!("LC_ALL=de_DE.UTF-8 {play}"));
    tmux.wait("a German screen", |screen| screen.contains("q Ende") && screen.contains("ist am Zug"));
    tmux.keys(&["-l", "a1-a3"]);
    tmux.keys(&["Enter"]);
    tmux.wait("a German refusal", |screen| screen.contains("ist kein Schritt nach vorn"));
    tmux.keys(&["Escape"]);
    let until = Instant::now() + PATIENCE;
    while !tmux.screen().contains("Rückblick") {
        tmux.keys(&["Enter"]);
        std::thread::sleep(Duration::from_millis(20));
        assert!(Instant::now() < until, "{}", tmux.screen());
    }
    tmux.keys(&["q"]);
    tmux.wait("the result", |screen| screen.contains("Ergebnis: win") && screen.contains(" gewinnt"));
    tmux.shell("clear");
    tmux.shell(&format!("{play} --plain --lang de"));
    tmux.wait("a German prompt", |screen| screen.contains("am Zug: Platz 1 (Spieler 1)"));
    tmux.shell("help");
    tmux.wait("German help", |screen| screen.contains("die letzte Handlung zurücknehmen"));
    tmux.shell("quit");
    tmux.wait("the end", |screen| screen.contains("Ergebnis: nicht beendet"));
}

#[test]
fn every_size_shows_a_whole_board_and_no_garbage() {
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play snipe:forest=4x4 --seats me,bot1 --seed 4"));
    tmux.wait("the first screen", |screen| screen.contains("q quit"));
    for (width, height) in [(60, 20), (200, 60), (40, 12), (20, 5), (80, 24)] {
        tmux.resize(width, height);
        let fits = |screen: &str| {
            let lines: Vec<&str> = screen.lines().collect();
            if width < 30 {
                return lines[0].starts_with("the window is too")
                    && lines[1..].iter().all(|line| line.is_empty());
            }
            let prompts: Vec<usize> = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.starts_with("› "))
                .map(|(row, _)| row)
                .collect();
            let board = lines.iter().filter(|line| line.contains('▒')).count();
            prompts == [usize::from(height) - 1] && (height < 20 || board >= 8)
        };
        tmux.wait(&format!("a clean picture of {width}×{height}"), fits);
    }
    tmux.keys(&["?"]);
    tmux.wait("the rules", |screen| screen.contains("Keys, and the rules of"));
    tmux.keys(&["Escape"]);
    tmux.wait("the game again", |screen| screen.contains("q quit"));
}

#[test]
fn a_wrong_move_is_refused_with_a_reason_and_letters_become_moves() {
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play breakthrough --seats me,open"));
    tmux.wait("the first screen", |screen| screen.contains("q quit"));
    tmux.keys(&["e2-e4", "Enter"]);
    tmux.wait("the reason", |screen| screen.contains("is not one step forward"));
    tmux.keys(&["Escape"]);
    // h is the hint and f flips, until the next letter makes a move of it.
    tmux.keys(&["-l", "h2-h3"]);
    tmux.keys(&["Enter"]);
    tmux.wait("the move", |screen| screen.contains("1: h2-h3"));
    tmux.keys(&["-l", "f7-"]);
    tmux.wait("three moves of one man", |screen| screen.contains("moves 3 of 22"));
    tmux.keys(&["Escape"]);
    tmux.keys(&["u"]);
    tmux.wait("the undo", |screen| {
        screen.contains("taken back") && screen.contains("takes the last action back")
    });
}

#[test]
fn the_mouse_moves_men_and_the_past_is_looked_at() {
    for window in WINDOWS {
        click_a_move(&started(window, "play breakthrough --seats me,open"));
    }
}

fn click_a_move(tmux: &Tmux) {
    // As a terminal reports a click: button, column and row from 1.
    let click = |(column, row): (usize, usize)| {
        tmux.run(&["send-keys", "-l", &format!("\u{1b}[<0;{};{}M", column + 1, row + 1)]);
    };
    // Where a square is drawn, found by the numbers and letters at the rim.
    let square = |name: &str| {
        let screen = tmux.screen();
        let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
        let (file, row) = (name.chars().next().unwrap(), name.chars().nth(1).unwrap());
        let letters = lines.iter().find(|line| is_rim(&line.iter().collect::<String>(), "abcdefgh")).unwrap();
        let column = letters.iter().position(|letter| *letter == file).unwrap();
        let named = |line: &Vec<char>| {
            let line: String = line.iter().collect();
            line.trim_start_matches(['│', ' ']).starts_with(&format!("{row} │"))
        };
        let row = lines.iter().position(named).unwrap();
        (column, row)
    };
    click(square("e2"));
    tmux.wait("the moves of e2", |screen| screen.contains("White goes e2-d3 (1 of 3)"));
    click(square("e3"));
    tmux.wait("the move", |screen| screen.contains("Black goes "));
    tmux.keys(&["<"]);
    tmux.wait("the past", |screen| screen.contains("looking back: 0 of 1"));
    tmux.keys(&["End", "f"]);
    tmux.wait("the other side", |screen| screen.lines().any(|line| is_rim(line, "hgfedcba")));
}

/// Whether the letters of the columns stand in a line of the board.
fn is_rim(line: &str, letters: &str) -> bool {
    line.split('│').any(|part| part.split_whitespace().eq(letters.split_inclusive(|_| true)))
}

#[test]
fn in_every_window_arrows_walk_hints_are_sentences_and_the_dice_are_shown() {
    for window in WINDOWS {
        let tmux = started(window, "play snipe --seats me,open --seed 3");
        tmux.keys(&["Left"]);
        tmux.wait("a step to the west", |screen| screen.contains("2: w") && screen.contains("goes west"));
        tmux.keys(&["I"]);
        tmux.wait("the dice", |screen| {
            screen.contains("fingerprint of the dice:") && screen.contains("(Player 2) added")
        });
        tmux.keys(&["Escape"]);
        tmux.wait("the game again", |screen| screen.contains("q quit"));
        tmux.keys(&["h"]);
        tmux.wait("the hint", |screen| {
            screen.contains("hint: ") && screen.contains(" – the Snipe goes ") && !screen.contains("about -")
        });
    }
}

/// In a small window the notes are behind the word "more".
#[test]
fn in_every_window_traxx_has_its_columns_and_a_legend_of_its_signs() {
    for window in WINDOWS {
        let tmux = started(window, "play traxx --seats me,open --seed 3");
        tmux.wait("that neither has chosen", |screen| screen.contains("chosen: –"));
        tmux.wait("the columns", |screen| screen.contains("/1") && screen.contains("/5"));
        tmux.keys(&["Enter"]);
        tmux.wait("the first choice", |screen| screen.contains("(1 of "));
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = tmux.screen();
            let legend = ["red", "blue", "green", "yellow", "purple", "grey"];
            if legend.iter().all(|word| screen.contains(word)) {
                break;
            }
            assert!(Instant::now() < until, "no legend\n{screen}");
            tmux.keys(&["Tab"]);
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Every window has a title, the cursor goes by arrow keys, and the chosen move is said in words.
#[test]
fn the_cursor_plays_a_move_in_every_window() {
    for (width, height) in WINDOWS {
        let tmux = Tmux::new(width, height);
        tmux.shell(&format!("{PROGRAM} play breakthrough --seats me,open --name Ada"));
        let screen = tmux.wait("the first screen", |screen| screen.contains("q quit"));
        assert!(screen.contains("Breakthrough") && screen.contains("▶ 1 Ada"), "{screen}");
        // The board has cells: more of them than plain letters need.
        let wide =
            screen.lines().filter(|line| line.contains("┼")).map(|line| line.matches('┼').count()).max();
        assert_eq!(wide, Some(7), "{screen}");
        let tall = screen.lines().filter(|line| line.contains('│')).count();
        assert!(tall >= usize::from(height) * 3 / 4, "{tall} lines\n{screen}");
        tmux.wait("the words", |screen| screen.contains("White goes b2-a3"));
        tmux.keys(&["Right", "Right"]);
        tmux.wait("another man", |screen| screen.contains("White goes d2-c3"));
        tmux.keys(&["Enter", "Right", "Enter"]);
        tmux.wait("the move", |screen| screen.contains("▶ 2 Player 2") && screen.contains("Black goes"));
    }
}

#[test]
fn play_alone_opens_a_menu_and_the_end_another() {
    for (width, height) in WINDOWS {
        let tmux = Tmux::new(width, height);
        tmux.shell(&format!("{PROGRAM} play --name Ada"));
        tmux.wait("the menu", |screen| screen.contains("‹ Breakthrough ›") && screen.contains("‹ bot3 "));
        tmux.keys(&["Down", "Down", "Right", "Down", "Left", "Left"]);
        tmux.wait("the settings", |screen| screen.contains("‹ seat 1 ›") && screen.contains("‹ bot1 "));
        tmux.keys(&["Enter"]);
        tmux.wait("the game", |screen| screen.contains("▶ 1 Ada"));
        tmux.keys(&["R", "R"]);
        let screen = tmux.wait("the end", |screen| screen.contains("Enter menu"));
        assert!(!screen.contains("to move") && screen.contains("resign"), "{screen}");
        tmux.keys(&["Enter"]);
        tmux.wait("what next", |screen| screen.contains("What next?"));
        tmux.keys(&["Down", "Down", "Right", "Enter"]);
        tmux.wait("a rematch on the other seat", |screen| {
            screen.contains("2 Ada") && screen.contains("1 bot2") && !screen.contains("What next?")
        });
        tmux.keys(&["q", "q"]);
        tmux.wait("the shell", |screen| screen.contains("result: unfinished"));
    }
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play breakthrough --seats me,open --record {}", path.display()));
    tmux.wait("the first screen", |screen| screen.contains("q quit"));
    for text in ["e2-e3", "e7-e6", "d2-d3"] {
        tmux.keys(&["-l", text]);
        tmux.keys(&["Enter"]);
        tmux.wait(text, |screen| screen.contains(&format!(": {text}")));
    }
    let pids = tmux.run(&["display-message", "-p", "#{pane_pid}"]);
    let shell = String::from_utf8_lossy(&pids.stdout).trim().to_owned();
    let child = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
    let killed = Command::new("kill").args(["-9", child.trim()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(record(&path).entries.len(), 3, "what was seen is written down");
    // Another terminal: nothing can restore one after kill -9.
    let tmux = Tmux::new(80, 24);
    tmux.shell(&format!("{PROGRAM} play --resume {}", path.display()));
    tmux.wait("the game again", |screen| {
        screen.contains("1: d2-d3") && screen.contains("(Player 2) to move")
    });
    tmux.keys(&["-l", "d7-d6"]);
    tmux.keys(&["Enter"]);
    tmux.wait("the next move", |screen| screen.contains("2: d7-d6"));
    assert_eq!(record(&path).entries.len(), 4);
}

#[test]
fn the_terminal_is_given_back_after_ctrl_c_and_sigterm() {
    for how in ["C-c", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let tmux = Tmux::new(80, 24);
        tmux.shell("echo before");
        tmux.shell(&format!(
            "{PROGRAM} play breakthrough --seats me,bot3 --record {}; stty -a | grep -c ' icanon'",
            path.display()
        ));
        tmux.wait("the first screen", |screen| screen.contains("q quit") && !screen.contains("before"));
        if how == "C-c" {
            tmux.keys(&["C-c"]);
        } else {
            let pids = tmux.run(&["display-message", "-p", "#{pane_pid}"]);
            let shell = String::from_utf8_lossy(&pids.stdout).trim().to_owned();
            let child = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
            Command::new("kill").args([&format!("-{how}"), child.trim()]).status().unwrap();
        }
        let screen = tmux.wait("the shell again", |screen| screen.contains("result: unfinished"));
        assert!(screen.contains("before") && screen.contains("the game is kept"), "{how}: {screen}");
        tmux.wait("a terminal that echoes lines", |screen| screen.lines().any(|line| line == "1"));
        assert_eq!(record(&path).entries.len(), 0);
    }
}

#[test]
fn a_record_is_looked_through() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "game: breakthrough\nrules: 1\n\n1: e2-e3\n2: e7-e6\n1: d2-d3\n").unwrap();
    for window in WINDOWS {
        let tmux = started(window, &format!("watch {}", path.display()));
        tmux.wait("its beginning", |screen| screen.contains("0 of 3"));
        tmux.keys(&["Right", "Right"]);
        tmux.wait("two events", |screen| screen.contains("2 of 3") && screen.contains("2: e7-e6"));
        tmux.keys(&["1", "Enter"]);
        tmux.wait("a jump", |screen| screen.contains("1 of 3"));
        tmux.keys(&["+", "+", "Space"]);
        tmux.wait("the rest by itself", |screen| screen.contains("3 of 3"));
        tmux.keys(&["q"]);
        tmux.wait("the shell", |screen| !screen.contains("3 of 3"));
    }
    let watched = Command::new(PROGRAM).arg("watch").arg(&path).env("LC_ALL", "C").output().unwrap();
    assert!(String::from_utf8_lossy(&watched.stdout).contains("1: d2-d3"), "{watched:?}");
    let two = Command::new(PROGRAM).arg("replay").arg(&path).args(["--to", "2"]).output().unwrap();
    assert!(String::from_utf8_lossy(&two.stdout).contains("events: 2 of 3"), "{two:?}");
}
