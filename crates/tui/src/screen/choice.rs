//! Choosing a move: a list, a filter typed in the game's notation, and places clicked on the board, all over the same
//! legal moves. The list holds only legal moves; a typed move may be illegal, and the table then says why.

use breadboard_play::view::MoveView;

/// The legal moves of one seat, and how far one of them is chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    moves: Vec<MoveView>,
    input: String,
    /// Places clicked so far.
    picks: Vec<String>,
    /// The indices of the moves that fit the input and the picks.
    shown: Vec<usize>,
    at: usize,
}

impl Choice {
    /// Sets the moves; input and clicks for other moves are dropped.
    pub(crate) fn offer(&mut self, moves: Vec<MoveView>) {
        if moves != self.moves {
            *self = Choice { moves, ..Choice::default() };
            self.filter();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn input(&self) -> &str {
        &self.input
    }

    pub(crate) fn picks(&self) -> &[String] {
        &self.picks
    }

    /// The moves that are listed.
    pub(crate) fn shown(&self) -> impl ExactSizeIterator<Item = &MoveView> {
        self.shown.iter().map(|&index| &self.moves[index])
    }

    /// The one that is highlighted.
    pub(crate) fn chosen(&self) -> Option<&MoveView> {
        self.shown.get(self.at).map(|&index| &self.moves[index])
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether a move begins with this text.
    pub(crate) fn begins(&self, text: &str) -> bool {
        self.moves.iter().any(|mv| mv.text.starts_with(text))
    }

    pub(crate) fn step(&mut self, down: bool, by: usize) {
        let last = self.shown.len().saturating_sub(1);
        self.at = if down { (self.at + by).min(last) } else { self.at.saturating_sub(by) };
    }

    pub(crate) fn select(&mut self, at: usize) {
        self.at = at.min(self.shown.len().saturating_sub(1));
    }

    /// Highlights a move by its text.
    pub(crate) fn select_text(&mut self, text: &str) {
        self.clear();
        if let Some(at) = self.shown.iter().position(|&index| self.moves[index].text == text) {
            self.at = at;
        }
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.input.push_str(text);
        self.picks.clear();
        self.filter();
    }

    pub(crate) fn erase(&mut self) {
        self.input.pop();
        self.filter();
    }

    /// Clears input and clicks; `false` if there were none.
    pub(crate) fn clear(&mut self) -> bool {
        let any = !self.input.is_empty() || !self.picks.is_empty();
        self.input.clear();
        self.picks.clear();
        self.filter();
        any
    }

    /// Completes the input as far as all moves that begin with it agree; if it is complete, selects the next of them.
    pub(crate) fn complete(&mut self) {
        let begin: Vec<&str> = self
            .moves
            .iter()
            .map(|mv| mv.text.as_str())
            .filter(|text| text.starts_with(&self.input))
            .collect();
        let Some((first, others)) = begin.split_first() else { return };
        let common = others.iter().fold(first.len(), |length, other| {
            let same = first.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
            length.min(same.map_or(other.len(), |((at, _), _)| at))
        });
        let text = first[..common].to_owned();
        if text.len() > self.input.len() {
            self.input = text;
            self.filter();
        } else {
            self.at = if self.at + 1 < self.shown.len() { self.at + 1 } else { 0 };
        }
    }

    /// The place of a move that comes after the picked ones.
    fn next_place<'a>(&self, mv: &'a MoveView) -> Option<&'a str> {
        places(mv).nth(self.picks.len())
    }

    /// Where the cursor stands: the next place of the highlighted move.
    pub(crate) fn cursor(&self) -> Option<&str> {
        self.chosen().and_then(|mv| self.next_place(mv))
    }

    /// Where the cursor can stand: the next places of the listed moves.
    pub(crate) fn stops(&self) -> Vec<&str> {
        let mut stops: Vec<&str> = self.shown().filter_map(|mv| self.next_place(mv)).collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    /// The places that come after the one under the cursor; where it is the last of its moves, all that it can stand on.
    pub(crate) fn targets(&self) -> Vec<&str> {
        let Some(cursor) = self.cursor() else { return Vec::new() };
        let here = self.shown().filter(|mv| self.next_place(mv) == Some(cursor));
        let after: Vec<&str> = here.filter_map(|mv| places(mv).nth(self.picks.len() + 1)).collect();
        if after.is_empty() { self.stops() } else { after }
    }

    /// Moves the cursor to a place.
    pub(crate) fn point(&mut self, place: &str) {
        let at = self.shown().position(|mv| self.next_place(mv) == Some(place));
        self.at = at.unwrap_or(self.at);
    }

    /// The move that is a single step this way (`n`, `e`, `s`, `w`), and whether there are steps at all.
    pub(crate) fn step_move(&self, way: &str) -> (Option<String>, bool) {
        let steps = || self.moves.iter().filter(|mv| mv.parts.len() == 1 && mv.parts[0].role == "step");
        let step = steps().find(|mv| mv.parts[0].value == way);
        (step.map(|mv| mv.text.clone()), steps().next().is_some())
    }

    /// Takes the last pick back; `false` if there is none.
    pub(crate) fn unpick(&mut self) -> bool {
        let Some(place) = self.picks.pop() else { return false };
        self.filter();
        self.point(&place);
        true
    }

    /// Adds a clicked place; returns the move if only one is left.
    pub(crate) fn pick(&mut self, place: &str) -> Option<String> {
        self.input.clear();
        self.picks.push(place.to_owned());
        self.filter();
        if self.shown.is_empty() && self.picks.len() > 1 {
            // A new start, as on a board: click one man, then another.
            self.picks = vec![place.to_owned()];
            self.filter();
        }
        if self.shown.is_empty() {
            self.clear();
            return None;
        }
        // A move that is complete comes first: Enter plays it, another place makes it longer.
        let complete = |index: &usize| places(&self.moves[*index]).count() == self.picks.len();
        let settled = self.shown.iter().position(complete);
        self.at = settled.unwrap_or(0);
        if settled.is_some() && self.shown.len() == 1 {
            self.chosen().map(|mv| mv.text.clone())
        } else {
            None
        }
    }

    /// What Enter plays: the input if it is a move or fits none, else the highlighted move.
    pub(crate) fn entered(&self) -> Option<String> {
        let typed = self.input.trim();
        let exact = self.moves.iter().any(|mv| mv.text == typed);
        if !typed.is_empty() && (exact || self.shown.is_empty()) {
            return Some(typed.to_owned());
        }
        self.chosen().map(|mv| mv.text.clone())
    }

    fn filter(&mut self) {
        let typed = self.input.trim_start();
        let lower = typed.to_lowercase();
        let picked = |mv: &MoveView| {
            let mut places = places(mv);
            self.picks.iter().all(|pick| places.next() == Some(pick))
        };
        let those = |fits: &dyn Fn(&MoveView) -> bool| -> Vec<usize> {
            self.moves.iter().enumerate().filter(|(_, mv)| picked(mv) && fits(mv)).map(|(at, _)| at).collect()
        };
        let mut shown = those(&|mv| mv.text.starts_with(typed));
        if shown.is_empty() {
            shown = those(&|mv| mv.text.to_lowercase().contains(&lower));
        }
        self.shown = shown;
        self.at = 0;
    }
}

/// The places of a move in the order in which they are chosen.
fn places(mv: &MoveView) -> impl Iterator<Item = &str> {
    mv.parts.iter().filter_map(|part| part.place.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::Spec;

    fn choice(spec: &str) -> Choice {
        let spec: Spec = spec.parse().unwrap();
        let view = breadboard_play::view::position_view(&spec, None).unwrap();
        let mut choice = Choice::default();
        choice.offer(view.moves[0].moves.clone());
        choice
    }

    #[test]
    fn typing_filters_completes_and_plays() {
        let mut choice = choice("breakthrough");
        assert_eq!(choice.len(), 22);
        choice.write("e");
        assert_eq!(choice.shown().len(), 3);
        choice.complete();
        assert_eq!(choice.input(), "e2-");
        choice.write("e3");
        assert_eq!(choice.entered().unwrap(), "e2-e3");
        choice.clear();
        choice.write("e2-e4");
        assert_eq!(choice.entered().unwrap(), "e2-e4", "to be refused with the reason");
        choice.clear();
        choice.step(true, 1);
        assert_eq!(choice.entered(), choice.chosen().map(|mv| mv.text.clone()));
        assert!(choice.begins("h2") && !choice.begins("hf"));
    }

    #[test]
    fn the_cursor_goes_from_man_to_man_and_shows_where_each_can_go() {
        let mut choice = choice("breakthrough");
        assert_eq!(choice.stops().len(), 8, "the men of the second row");
        choice.point("e2");
        assert_eq!((choice.cursor(), choice.targets()), (Some("e2"), vec!["d3", "e3", "f3"]));
        assert_eq!(choice.pick("e2"), None);
        assert_eq!(choice.stops(), ["d3", "e3", "f3"]);
        assert_eq!(choice.targets(), choice.stops());
        assert!(choice.unpick() && choice.cursor() == Some("e2") && !choice.unpick());
    }

    #[test]
    fn clicking_from_and_to_settles_a_move() {
        let mut choice = choice("breakthrough");
        assert_eq!(choice.pick("e2"), None);
        assert_eq!(choice.shown().len(), 3);
        assert_eq!(choice.pick("d2"), None, "another man");
        assert_eq!(choice.pick("d3").unwrap(), "d2-d3");
        choice.clear();
        assert_eq!(choice.pick("e5"), None);
        assert!(choice.picks().is_empty());
    }
}
