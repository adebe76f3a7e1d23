//! Looking through a game: step by step, to an event by its number, or by itself; and what is said at the end.

use super::app::{App, Source, Tone};
use crate::history::History;
use crate::narration;
use crate::words::fill;
use ratatui::crossterm::event::KeyCode;
use std::time::{Duration, Instant};

/// The longest and the shortest time between two events that are shown by themselves.
const PACES: [Duration; 2] = [Duration::from_millis(125), Duration::from_secs(8)];

impl App {
    /// Shows another point of the game; the last one is the present.
    pub(crate) fn look(&mut self, to: impl FnOnce(usize, usize) -> usize) {
        if let Source::File(history) = &mut self.source {
            let length = history.len();
            history.step = to(history.step.min(length), length).min(length);
            return self.refresh();
        }
        let record = match (&self.back, &mut self.source) {
            (Some((history, _)), _) => Ok(history.record.clone()),
            (None, Source::Local(local)) => Ok(local.table().record()),
            (None, Source::Remote(_)) if self.offline.is_some() => {
                Err(self.tr.words().not_reached.to_owned())
            }
            (None, Source::Remote(remote)) => remote.record(),
            (None, Source::File(_)) => return,
        };
        let record = match record {
            Ok(record) => record,
            Err(reason) => return self.say(reason, Tone::Bad),
        };
        let length = record.entries.len();
        let at = self.back.as_ref().map_or(length, |(history, _)| history.step);
        let step = to(at, length).min(length);
        if step == length {
            self.back = None;
            return;
        }
        let history = History { record, step };
        match history.view() {
            Ok((view, _)) => self.back = Some((history, view)),
            Err(refused) => self.say(self.tr.refused(&refused), Tone::Bad),
        }
    }

    /// What to print after the screen is closed.
    pub(crate) fn farewell(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(result) = &self.view.result
            && !matches!(self.source, Source::File(_))
        {
            lines.push(narration::sentences(&self.tr, &result.narration));
        }
        match &self.source {
            Source::Local(local) => {
                if let Some(path) = local.record_path() {
                    let words = self.words();
                    let sentence = if local.is_over() { words.record } else { words.kept_game };
                    lines.push(fill(sentence, &[("path", &path.display())]));
                }
                lines.push(narration::result(&self.tr, &self.view));
            }
            Source::Remote(remote) => lines.extend(remote.farewell()),
            Source::File(_) => {}
        }
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// Whether a record or an earlier point of the game is looked at.
    pub(super) fn looks_back(&self) -> bool {
        self.back.is_some() || matches!(self.source, Source::File(_))
    }

    /// Starts or stops showing one event after the other.
    pub(super) fn toggle_autoplay(&mut self) {
        if self.autoplay.take().is_none() {
            // At the end it starts again.
            if self.step() == self.steps() {
                self.look(|_, _| 0);
            }
            self.autoplay = Some(Instant::now() + self.pace);
        }
        self.say("", Tone::Plain);
    }

    /// Shows events faster or slower.
    fn change_pace(&mut self, faster: bool) {
        let pace = if faster { self.pace / 2 } else { self.pace * 2 };
        self.pace = pace.clamp(PACES[0], PACES[1]);
        let seconds = format!("{}", self.pace.as_millis() as f64 / 1000.0);
        self.say(fill(self.words().pace, &[("seconds", &seconds)]), Tone::Plain);
    }

    /// Shows the next event if its time has come.
    pub(super) fn play_on(&mut self) {
        if self.autoplay.is_some_and(|due| due <= Instant::now()) {
            self.look(|at, _| at + 1);
            let goes_on = self.looks_back() && self.step() < self.steps();
            self.autoplay = goes_on.then(|| Instant::now() + self.pace);
        }
    }

    fn step(&self) -> usize {
        match (&self.back, &self.source) {
            (Some((history, _)), _) => history.step,
            (None, Source::File(history)) => history.step.min(history.len()),
            _ => self.steps(),
        }
    }

    fn steps(&self) -> usize {
        match (&self.back, &self.source) {
            (Some((history, _)), _) => history.len(),
            (None, Source::File(history)) => history.len(),
            _ => 0,
        }
    }

    /// Keys while looking through a game; `false` if the key is for something else.
    pub(super) fn look_key(&mut self, code: KeyCode) -> bool {
        if !self.looks_back() {
            return false;
        }
        match code {
            KeyCode::Char(digit @ '0'..='9') if self.jump.len() < 6 => self.jump.push(digit),
            KeyCode::Backspace if !self.jump.is_empty() => drop(self.jump.pop()),
            KeyCode::Enter if !self.jump.is_empty() => {
                let number: usize = std::mem::take(&mut self.jump).parse().unwrap_or(usize::MAX);
                let steps = self.steps();
                if number > steps {
                    let names = [("number", &number as _), ("steps", &steps as _)];
                    self.say(fill(self.words().no_such_event, &names), Tone::Bad);
                } else {
                    self.autoplay = None;
                    self.say("", Tone::Plain);
                    self.look(|_, _| number);
                }
            }
            KeyCode::Esc if !self.jump.is_empty() => self.jump.clear(),
            KeyCode::Char(' ') => self.toggle_autoplay(),
            KeyCode::Char('+') => self.change_pace(true),
            KeyCode::Char('-') => self.change_pace(false),
            KeyCode::Left => self.stop_and_look(|at, _| at.saturating_sub(1)),
            KeyCode::Right => self.stop_and_look(|at, _| at + 1),
            KeyCode::Up | KeyCode::PageUp => self.stop_and_look(|at, _| at.saturating_sub(10)),
            KeyCode::Down | KeyCode::PageDown => self.stop_and_look(|at, _| at + 10),
            KeyCode::Home => self.stop_and_look(|_, _| 0),
            KeyCode::End => self.stop_and_look(|_, length| length),
            _ => return false,
        }
        true
    }

    fn stop_and_look(&mut self, to: impl FnOnce(usize, usize) -> usize) {
        self.autoplay = None;
        self.jump.clear();
        self.say("", Tone::Plain);
        self.look(to);
    }
}
