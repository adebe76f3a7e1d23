//! Keys and the mouse. Letters are commands until something is typed. A command letter that could also begin a move
//! becomes part of a move if the next letter fits, and the command is undone. A separate typing mode would be simpler
//! here and harder for users.

use super::app::{App, Page, Source, Tab, Tone};
use super::hits::within;
use crate::remote::LONGEST_CHAT;
use crate::words::fill;
use breadboard_play::Request;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

impl App {
    /// Handles an event of the terminal.
    pub(crate) fn input(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => match &mut self.chat_input {
                Some(line) => line.extend(text.chars().filter(|c| !c.is_control())),
                None => self.choice.write(text.trim()),
            },
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('c' | 'd' | 'q')) {
                self.done = true;
            }
            return;
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            // Escape and the next key arrived together, as over a slow connection.
            self.key(KeyEvent::from(KeyCode::Esc));
            return self.key(KeyEvent::from(key.code));
        }
        if self.page.is_some() {
            return self.page_key(key.code);
        }
        if self.chat_input.is_some() {
            return self.chat_key(key.code);
        }
        if let KeyCode::Char(letter) = key.code {
            return self.letter(letter);
        }
        self.pending = None;
        self.confirm = None;
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Up => self.choice.step(false, 1),
            KeyCode::Down => self.choice.step(true, 1),
            KeyCode::Left => self.look(|at, _| at.saturating_sub(1)),
            KeyCode::Right => self.look(|at, _| at + 1),
            KeyCode::Home => self.look(|_, _| 0),
            KeyCode::End => self.look(|_, length| length),
            KeyCode::PageUp => self.log_up += 5,
            KeyCode::PageDown => self.log_up = self.log_up.saturating_sub(5),
            KeyCode::Backspace => self.choice.erase(),
            KeyCode::Tab if self.choice.input().is_empty() => self.next_tab(),
            KeyCode::Tab => self.choice.complete(),
            KeyCode::Esc => {
                self.stop_hint();
                if !self.choice.clear() && self.back.is_some() {
                    self.back = None;
                }
                self.say("", Tone::Plain);
            }
            KeyCode::F(1) => self.help(),
            _ => {}
        }
    }

    /// Keys while a chat line is typed.
    fn chat_key(&mut self, code: KeyCode) {
        let Some(line) = &mut self.chat_input else { return };
        match code {
            KeyCode::Char(letter) if line.chars().count() < LONGEST_CHAT => line.push(letter),
            KeyCode::Backspace => drop(line.pop()),
            KeyCode::Enter => self.send_chat(),
            KeyCode::Esc => self.chat_input = None,
            _ => {}
        }
    }

    fn enter(&mut self) {
        if self.hand_over.is_some() {
            return self.sit_down();
        }
        if self.back.is_some() {
            self.back = None;
            return;
        }
        if let Some(text) = self.choice.entered() {
            self.play(text);
        }
    }

    fn letter(&mut self, letter: char) {
        if !self.choice.input().is_empty() {
            return self.choice.write(letter.encode_utf8(&mut [0; 4]));
        }
        let confirmed = self.confirm.take() == Some(letter);
        if let Some(first) = self.pending.take() {
            let typed = format!("{first}{letter}");
            if self.choice.begins(&typed) {
                self.undo_command(first);
                return self.choice.write(&typed);
            }
        }
        if self.command(letter, confirmed) {
            if self.choice.begins(letter.encode_utf8(&mut [0; 4])) {
                self.pending = Some(letter);
            }
        } else if self.hand_over.is_none() && !letter.is_control() {
            self.choice.write(letter.encode_utf8(&mut [0; 4]));
        }
    }

    /// Undoes a command that turned out to be the first letter of a move.
    fn undo_command(&mut self, letter: char) {
        match letter {
            'f' => self.flip = !self.flip,
            'h' => self.stop_hint(),
            _ => {}
        }
        self.say("", Tone::Plain);
    }

    /// Runs the command of a letter; `false` if it has none.
    fn command(&mut self, letter: char, confirmed: bool) -> bool {
        match letter {
            'u' => self.undo(),
            'h' => self.hint(),
            'f' => self.flip = !self.flip,
            '?' => self.help(),
            '[' => self.scroll_board(-1, 0),
            ']' => self.scroll_board(1, 0),
            '{' => self.scroll_board(0, -2),
            '}' => self.scroll_board(0, 2),
            'q' => self.quit(confirmed),
            'R' if !self.watches() && !self.is_over() => {
                if let Some(seat) = self.own_seat().filter(|_| confirmed) {
                    self.ask(seat, Request::Resign);
                } else {
                    self.confirm = Some('R');
                    self.say(self.words().resign_twice, Tone::Bad);
                }
            }
            'D' => self.request(Request::OfferDraw),
            'T' => self.request(Request::AskTakeBack),
            'C' => self.start_chat(),
            'B' => self.appoint_bot(),
            'M' if self.is_over() => self.rematch(),
            'Y' | 'N' => return self.answer(letter == 'Y'),
            _ => return false,
        }
        true
    }

    /// Scrolls the board from its present place.
    fn scroll_board(&mut self, down: isize, right: isize) {
        let Some(board) = &self.hits.board else { return };
        let most = self.hits.board_most;
        if down != 0 {
            self.board_down = Some(board.down.saturating_add_signed(down).min(most.0));
        }
        if right != 0 {
            self.board_right = Some(board.right.saturating_add_signed(right).min(most.1));
        }
    }

    fn quit(&mut self, confirmed: bool) {
        let lost = match &self.source {
            Source::Local(local) => {
                local.record_path().is_none() && !local.is_over() && !local.people().is_empty()
            }
            _ => false,
        };
        if lost && !confirmed {
            self.confirm = Some('q');
            self.say(self.words().quit_twice, Tone::Bad);
        } else {
            self.done = true;
        }
    }

    fn help(&mut self) {
        let name = breadboard_games::GAMES.iter().find(|game| game.info.id == self.view.game);
        let name = name.map_or("", |game| game.info.name);
        self.page = Some(Page { title: fill(self.words().page_title, &[("game", &name)]), scroll: 0 });
    }

    fn page_key(&mut self, code: KeyCode) {
        let most = self.hits.page_most;
        let Some(page) = &mut self.page else { return };
        match code {
            KeyCode::Up | KeyCode::Char('k') => page.scroll = page.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => page.scroll = (page.scroll + 1).min(most),
            KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(15),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll = (page.scroll + 15).min(most),
            KeyCode::Home => page.scroll = 0,
            KeyCode::End => page.scroll = most,
            _ => self.page = None,
        }
    }

    fn next_tab(&mut self) {
        self.tab = match self.tab {
            Tab::Moves => Tab::Log,
            Tab::Log => Tab::Table,
            Tab::Table => Tab::Moves,
        };
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let (column, row) = (mouse.column, mouse.row);
        let over_log = self.hits.log.is_some_and(|area| within(area, column, row));
        let over_board = self.hits.board.as_ref().is_some_and(|board| within(board.area, column, row));
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                if self.page.is_some() {
                    for _ in 0..3 {
                        self.page_key(if down { KeyCode::Down } else { KeyCode::Up });
                    }
                } else if over_log {
                    self.log_up = if down { self.log_up.saturating_sub(2) } else { self.log_up + 2 };
                } else if over_board {
                    self.command(if down { ']' } else { '[' }, false);
                } else {
                    self.choice.step(down, 1);
                }
            }
            MouseEventKind::Down(MouseButton::Left) if self.page.is_none() => self.click(column, row),
            _ => {}
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        if self.hits.tabs.is_some_and(|area| within(area, column, row)) {
            return self.next_tab();
        }
        if self.hand_over.is_some() || self.back.is_some() {
            return;
        }
        if let Some((area, first)) = self.hits.moves.filter(|(area, _)| within(*area, column, row)) {
            let at = first + usize::from(row - area.y);
            if at >= self.choice.shown().len() {
                return;
            }
            // The first click shows the move on the board, the second plays it.
            if self.clicked.replace(at) == Some(at) && self.choice.at() == at {
                self.enter();
            } else {
                self.choice.select(at);
            }
            return;
        }
        let Some(board) = &self.hits.board else { return };
        if !within(board.area, column, row) {
            return;
        }
        let line = usize::from(row - board.area.y) + board.down;
        let column = usize::from(column - board.area.x) + board.right;
        let own = |spot: &&breadboard_core::Spot| spot.seat.is_none() || spot.seat == self.seat;
        let place = board.art.place_at(line, column).filter(own).map(|spot| spot.place.clone());
        if let Some(text) = place.and_then(|place| self.choice.pick(&place)) {
            self.play(text);
        }
    }
}
