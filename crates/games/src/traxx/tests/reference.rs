//! The reference rules, from the text of the position: fields are points of a plane, cards are letters that are used up.

use super::*;
use breadboard_testkit::laws::Reference;

impl Reference for Traxx {
    fn reference_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let view = View::of(self, state);
        let Some(card) = &view.card else { return Vec::new() };
        let path = &view.paths[seat.index()];
        let mut found = BTreeSet::from(["pass".to_owned()]);
        for end in [path[0], path[path.len() - 1]] {
            view.walk(path, card, &mut vec![end], &mut found);
        }
        found.iter().map(|text| notation::read_move(text).unwrap()).collect()
    }

    fn reference_turn(&self, state: &State) -> Turn {
        let view = View::of(self, state);
        if view.paths.is_empty() {
            return Turn::Chance;
        }
        let seats: Vec<Seat> = Seat::all(self.seats).collect();
        if let Some(card) = &view.card {
            // Cards lie open one after the other, so those not in the deck count the rounds.
            let turn = if self.options.open == Open::Rotate { CARDS - view.left.len() - 1 } else { 0 };
            let mut order = seats;
            order.rotate_left(turn % usize::from(self.seats));
            let from = order.iter().position(|seat| Some(seat.number()) == view.to).unwrap_or(0);
            let able = order[from..].iter().copied().filter(|seat| view.can(seat.index(), card));
            let sealed = self.options.open == Open::Off;
            let able: Vec<Seat> = if sealed { able.collect() } else { able.take(1).collect() };
            return Turn::Act(able.into_iter().collect());
        }
        let ever = (0..view.paths.len()).any(|seat| view.can(seat, &view.left.concat()));
        if ever {
            return Turn::Chance;
        }
        let best = view.scores.iter().max().unwrap();
        let winners: Vec<Seat> =
            seats.into_iter().filter(|seat| view.scores[seat.index()] == *best).collect();
        Turn::Over(match winners[..] {
            _ if self.seats == 1 => Outcome::Scored,
            [seat] => Outcome::Win(seat),
            _ => Outcome::Shared(winners.into_iter().collect()),
        })
    }

    fn reference_scores(&self, state: &State) -> Option<Scores> {
        Some(Scores::of(&View::of(self, state).scores))
    }
}

/// A field's name, `e5`, letter by letter.
type Name = [u8; 2];

fn name(text: &str) -> Name {
    [text.as_bytes()[0], text.as_bytes()[1]]
}

/// A position as its text shows it.
struct View<'a> {
    game: &'a Traxx,
    paths: Vec<Vec<Name>>,
    scores: Vec<i32>,
    card: Option<String>,
    left: Vec<String>,
    to: Option<u8>,
}

impl View<'_> {
    fn of<'a>(game: &'a Traxx, state: &State) -> View<'a> {
        let text = game.write_position(state);
        let mut left: Vec<String> = game.board().cards().iter().map(|card| card.to_string()).collect();
        if text == "deal" {
            let scores = vec![-61; game.seats.into()];
            return View { game, paths: Vec::new(), scores, card: None, left, to: None };
        }
        let word = |key: &str| text.split(' ').find_map(|word| word.strip_prefix(key)).map(str::to_owned);
        let (mut paths, mut scores) = (Vec::new(), Vec::new());
        for path in text.split(' ').next().unwrap().split('/') {
            let points = |field: &str| field.split_once('=').map_or(0, |(_, n)| n.parse::<i32>().unwrap());
            scores.push(path.split('-').map(|field| 1 + points(field)).sum::<i32>() - 61);
            paths.push(path.split('-').map(name).collect());
        }
        let card = word("card=");
        let seen = word("seen=").unwrap_or_default();
        left.retain(|left| !seen.split(',').any(|card| card == left) && card.as_ref() != Some(left));
        View { game, paths, scores, card, left, to: word("to=").map(|seat| seat.parse().unwrap()) }
    }

    /// The fields that share an edge with this one, with their colours.
    fn around(&self, of: Name) -> impl Iterator<Item = (Name, char)> {
        let rows = self.game.board().to_string();
        let mut found = Vec::new();
        for (row, line) in rows.lines().enumerate() {
            for (column, word) in line.split_whitespace().enumerate() {
                let field = [b'a' + row as u8, b'1' + column as u8];
                if touch(of, field) {
                    found.extend(word.chars().next().map(|colour| (field, colour)));
                }
            }
        }
        found.into_iter()
    }

    /// Whether a first step exists.
    fn can(&self, seat: usize, card: &str) -> bool {
        let path = &self.paths[seat];
        let ends = [path[0], path[path.len() - 1]];
        let mut steps = ends.into_iter().flat_map(|end| self.around(end));
        steps.any(|(field, colour)| card.contains(colour) && !path.contains(&field))
    }

    fn walk(&self, path: &[Name], card: &str, walked: &mut Vec<Name>, found: &mut BTreeSet<String>) {
        for (field, colour) in self.around(walked[walked.len() - 1]) {
            if path.contains(&field) || walked.contains(&field) || !card.contains(colour) {
                continue;
            }
            walked.push(field);
            let names: Vec<&str> = walked.iter().map(|name| std::str::from_utf8(name).unwrap()).collect();
            found.insert(format!("{}>{}", names[0], names[1..].join("-")));
            self.walk(path, &card.replacen(colour, "", 1), walked, found);
            walked.pop();
        }
    }
}

/// Fields are points of the plane; those that share an edge are at distance one.
fn touch(a: Name, b: Name) -> bool {
    let point = |name: Name| {
        let row = f64::from(name[0] - b'a');
        let length = 9.0 - (row - 4.0).abs();
        (f64::from(name[1] - b'1') - (length - 1.0) / 2.0, row * 0.75f64.sqrt())
    };
    let ((ax, ay), (bx, by)) = (point(a), point(b));
    ((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-6
}
