//! Keys. Letters are commands until something is typed. A command letter that could also begin a move
//! becomes part of a move if the next letter fits, and the command is undone. A separate typing mode would be simpler
//! here and harder for users.

use super::app::{App, Focus, Source, Tone};
use super::page::Subject;
use crate::remote::LONGEST_CHAT;
use breadboard_core::Spot;
use breadboard_play::Request;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

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
        if self.menu.is_some() {
            return self.menu_key(key.code);
        }
        if self.chat_input.is_some() {
            return self.chat_key(key.code);
        }
        if self.look_key(key.code) {
            return;
        }
        if let KeyCode::Char(letter) = key.code {
            return self.letter(letter);
        }
        self.pending = None;
        self.confirm = None;
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => self.arrow(key.code),
            KeyCode::Home => self.look(|_, _| 0),
            KeyCode::End => self.look(|_, length| length),
            KeyCode::PageUp => self.log_up += 5,
            KeyCode::PageDown => self.log_up = self.log_up.saturating_sub(5),
            KeyCode::Backspace if self.choice.input().is_empty() => drop(self.choice.unpick()),
            KeyCode::Backspace => self.choice.erase(),
            KeyCode::Tab if self.choice.input().is_empty() => self.next_tab(),
            KeyCode::Tab => self.choice.complete(),
            KeyCode::Esc => {
                self.stop_hint();
                if !self.choice.clear() && self.back.is_some() {
                    self.back = None;
                }
                self.autoplay = None;
                self.say("", Tone::Plain);
            }
            KeyCode::F(1) => self.open_page(Subject::Help),
            _ => {}
        }
    }

    /// An arrow key: a step where pawns walk, else the cursor, the list or the log.
    fn arrow(&mut self, code: KeyCode) {
        if self.hand_over.is_some() {
            return;
        }
        let back = matches!(code, KeyCode::Up | KeyCode::Left);
        let across = matches!(code, KeyCode::Left | KeyCode::Right);
        match self.focus() {
            Focus::Board => self.arrow_on_board(code),
            Focus::Moves => self.choice.step(!back, if across { 10 } else { 1 }),
            Focus::Log | Focus::More if across => {
                self.look(|at, _| if back { at.saturating_sub(1) } else { at + 1 });
            }
            Focus::Log | Focus::More => {
                self.log_up = if back { self.log_up + 1 } else { self.log_up.saturating_sub(1) };
            }
        }
    }

    fn arrow_on_board(&mut self, code: KeyCode) {
        // From the other side of the board, up is south.
        let way = match (code, self.flip) {
            (KeyCode::Up, false) | (KeyCode::Down, true) => "n",
            (KeyCode::Right, false) | (KeyCode::Left, true) => "e",
            (KeyCode::Down, false) | (KeyCode::Up, true) => "s",
            _ => "w",
        };
        match self.choice.step_move(way) {
            (Some(text), _) => self.play(text),
            (None, true) => self.say(self.words().no_way, Tone::Bad),
            (None, false) => self.move_cursor(code),
        }
    }

    /// Moves the cursor to the nearest place in a direction where it can stand.
    fn move_cursor(&mut self, code: KeyCode) {
        let Some(board) = &self.hits.board else { return };
        let spot_of = |place: &str| {
            let own = |spot: &&Spot| spot.seat.is_none() || spot.seat == self.seat;
            board.art.spots.iter().filter(own).find(|spot| spot.place == place)
        };
        // Twice the middle of a spot, in lines and in half columns, so that both axes have the same unit.
        let middle = |spot: &Spot| {
            let across = 2 * spot.column + spot.width;
            (across as i64, 2 * (2 * spot.line + spot.height) as i64)
        };
        let Some(from) = self.choice.cursor().or_else(|| self.choice.picks().last().map(String::as_str))
        else {
            return;
        };
        let Some((x, y)) = spot_of(from).map(middle) else { return };
        let far = |place: &&str| {
            let (to_x, to_y) = spot_of(place).map(middle)?;
            let (across, down) = (to_x - x, to_y - y);
            let (along, aside) = match code {
                KeyCode::Left => (-across, down),
                KeyCode::Right => (across, down),
                KeyCode::Up => (-down, across),
                _ => (down, across),
            };
            (along > 0).then(|| along + 3 * aside.abs())
        };
        let stops = self.choice.stops();
        let nearest = stops.iter().filter_map(|place| Some((far(place)?, *place))).min();
        if let Some(place) = nearest.map(|(_, place)| place.to_owned()) {
            self.say("", Tone::Plain);
            self.choice.point(&place);
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

    pub(super) fn enter(&mut self) {
        if self.hand_over.is_some() {
            return self.sit_down();
        }
        if self.back.is_some() {
            self.back = None;
            return;
        }
        if self.is_over() && matches!(self.source, Source::Local(_)) {
            return self.open_menu();
        }
        // On the board Enter takes the place under the cursor; the last place makes the move.
        let cursor = self.choice.cursor().map(str::to_owned);
        let place = cursor.filter(|_| self.focus() == Focus::Board && self.choice.input().is_empty());
        let text = match place {
            Some(place) => self.choice.pick(&place),
            None => self.choice.entered(),
        };
        if let Some(text) = text {
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
        } else if self.is_over() || self.watches() {
            // There is nothing to type: a letter would stay in the prompt.
            self.say(self.no_turn(), Tone::Bad);
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
    pub(super) fn command(&mut self, letter: char, confirmed: bool) -> bool {
        match letter {
            'u' => self.undo(),
            'h' => self.hint(),
            'f' => self.flip = !self.flip,
            '?' => self.open_page(Subject::Help),
            'I' => self.open_page(Subject::Table),
            '<' => self.look(|at, _| at.saturating_sub(1)),
            '>' => self.look(|at, _| at + 1),
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
            'D' if !self.draws => self.say(self.words().no_draws, Tone::Bad),
            'D' => self.request(Request::OfferDraw),
            'T' => self.request(Request::AskTakeBack),
            'C' => self.start_chat(),
            'B' => self.appoint_bot(),
            'M' if self.is_over() && matches!(self.source, Source::Local(_)) => self.open_menu(),
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

    pub(super) fn quit(&mut self, confirmed: bool) {
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

    pub(super) fn next_tab(&mut self) {
        self.tab = match self.tab {
            Focus::Board if self.choice.is_empty() => Focus::Log,
            Focus::Board => Focus::Moves,
            Focus::Moves => Focus::Log,
            Focus::Log => Focus::More,
            Focus::More => Focus::Board,
        };
    }
}
