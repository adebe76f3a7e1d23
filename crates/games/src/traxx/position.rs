//! Positions as one line: `d5*-e5=2-d4/e4* seen=BGYP card=RRBYE`. Each path is written from end to end with
//! its start (`*`) and the points recorded for its numbers, which also tell who was first where. Positions that no
//! game can reach are refused as far as one position shows it: see [`Traxx::possible`].

use super::board::Palette;
use super::hex::Hex;
use super::path::{Numbers, Path, half};
use super::{CARDS, Card, Open, Phase, State, Traxx, texts};
use breadboard_core::{Refusal, Seat, SeatSet, Text, refusals};

const EXPECTED: &str = "write deal, or the paths with / between and then seen=, card=, to=, new=";

/// A path's two arms, each from the start outwards, the start left out.
struct Arms([Vec<Hex>; 2]);

impl Arms {
    fn of(path: &Path) -> Arms {
        let fields = path.fields();
        let start = fields.iter().position(|&hex| hex == path.start()).unwrap_or(0);
        let mut first = fields[..start].to_vec();
        first.reverse();
        Arms([first, fields[start + 1..].to_vec()])
    }
}

/// A small number in its one spelling: `parse` also takes `+2` and `02`.
fn whole(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

const fn impossible(ruling: &'static str, reason: Text) -> Refusal {
    Refusal::Illegal(ruling, reason)
}

impl Traxx {
    pub(super) fn position_text(&self, state: &State) -> String {
        if state.phase == Phase::Deal {
            return "deal".to_owned();
        }
        let paths: Vec<String> = Seat::all(self.seats).map(|seat| self.path_text(state.path(seat))).collect();
        let mut words = vec![paths.join("/")];
        let turned = (0..CARDS as u8).map(Card).filter(|&card| state.left >> card.0 & 1 == 0);
        let seen: Vec<String> = turned
            .filter(|&card| Some(card) != state.card)
            .map(|card| self.colours(card).to_string())
            .collect();
        if !seen.is_empty() {
            words.push(format!("seen={}", seen.join(",")));
        }
        if let Some(card) = state.card {
            words.push(format!("card={}", self.colours(card)));
        }
        if let Some(seat) = self.passed_first(state) {
            words.push(format!("to={seat}"));
        }
        let new: Vec<String> =
            self.reached_by_anyone(state).less(state.taken).iter().map(|number| number.to_string()).collect();
        if !new.is_empty() {
            words.push(format!("new={}", new.join(",")));
        }
        words.join(" ")
    }

    /// The seat to choose in an open round (T6) that has gone past the first.
    fn passed_first(&self, state: &State) -> Option<Seat> {
        let first = self.first_chooser(state);
        self.in_order(state).next().filter(|&seat| self.options.open != Open::Off && seat != first)
    }

    fn path_text(&self, path: &Path) -> String {
        let fields = path.fields().into_iter().map(|hex| {
            let start = if hex == path.start() { "*" } else { "" };
            let points = self.board.number(hex).and_then(|number| path.points_for(number));
            let points = points.map_or(String::new(), |points| format!("={points}"));
            format!("{hex}{start}{points}")
        });
        fields.collect::<Vec<_>>().join("-")
    }

    pub(super) fn position_from(&self, text: &str) -> Result<State, Refusal> {
        let bad = |reason: &str| refusals::unreadable_position(reason);
        let mut words = text.split(' ');
        let first = words.next().filter(|first| !first.is_empty()).ok_or_else(|| bad(EXPECTED))?;
        let mut state = breadboard_core::Rules::start(self);
        if first == "deal" {
            return if words.next().is_none() { Ok(state) } else { Err(bad("nothing follows deal")) };
        }
        let paths: Vec<&str> = first.split('/').take(9).collect();
        if paths.len() != usize::from(self.seats) {
            return Err(bad(&format!("it has {} paths for {} seats", paths.len(), self.seats)));
        }
        for (slot, path) in state.paths.iter_mut().zip(paths) {
            *slot = self.path_from(path)?;
        }
        let (mut to, mut new) = (None, Numbers::NONE);
        let mut last = 0;
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| bad(EXPECTED))?;
            let place = ["seen", "card", "to", "new"].iter().position(|&known| known == key);
            let place = place.filter(|&place| place >= last).ok_or_else(|| bad(EXPECTED))?;
            last = place + 1;
            match key {
                "seen" => {
                    for card in value.split(',').take(CARDS + 1) {
                        self.take_card(&mut state, card)?;
                    }
                }
                "card" => state.card = Some(self.take_card(&mut state, value)?),
                "to" => {
                    let seat = Seat::from_number(value).filter(|seat| seat.number() <= self.seats);
                    to = Some(seat.ok_or_else(|| bad("to= names the seat that chooses now"))?);
                }
                _ => {
                    let numbers = value.split(',').take(10).map(whole);
                    let numbers = numbers.map(|number| number.filter(|n| (2..=10).contains(n)));
                    new = numbers
                        .collect::<Option<Numbers>>()
                        .ok_or_else(|| bad("new= lists numbers from 2 to 10"))?;
                }
            }
        }
        state.taken = self.reached_by_anyone(&state).less(new);
        self.set_phase(&mut state, to)?;
        self.possible(&state, new)?;
        Ok(state)
    }

    fn take_card(&self, state: &mut State, text: &str) -> Result<Card, Refusal> {
        let Some(card) = self.card_from(text) else {
            let text = refusals::clip(text);
            return Err(refusals::unreadable_position(&format!("\"{text}\" is not a card of the deck")));
        };
        if state.left >> card.0 & 1 == 0 {
            return Err(impossible("T12", texts::AT_CARD_TWICE.with(&[("card", &self.colours(card))])));
        }
        state.left &= !(1 << card.0);
        Ok(card)
    }

    fn path_from(&self, text: &str) -> Result<Path, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let mut start = None;
        let mut fields: Vec<(Hex, Option<(u8, bool)>)> = Vec::new();
        for word in text.split('-') {
            let no_field = || bad(format!("\"{}\" is not a field of a path", refusals::clip(word)));
            let (place, points) = word.split_once('=').map_or((word, None), |(p, n)| (p, Some(n)));
            let (place, starts) = place.strip_suffix('*').map_or((place, false), |place| (place, true));
            let hex = Hex::read(place).ok_or_else(no_field)?;
            if starts && start.replace(hex).is_some() {
                return Err(bad("a path has two starts".to_owned()));
            }
            if fields.iter().any(|&(other, _)| other == hex) {
                return Err(impossible("T1", texts::AT_FIELD_TWICE.with(&[("field", &hex)])));
            }
            if let Some(&(before, _)) = fields.last()
                && !before.touches(hex)
            {
                return Err(impossible("T1", texts::APART.with(&[("to", &hex), ("from", &before)])));
            }
            let points = points.map(|points| whole(points).ok_or_else(no_field)).transpose()?;
            let number = match (self.board.number(hex), points) {
                (None, None) => None,
                (Some(number), Some(points)) if points == number => Some((number, true)),
                (Some(number), Some(points)) if points == half(number) => Some((number, false)),
                (None, Some(_)) => {
                    return Err(impossible("T7", texts::AT_NO_NUMBER.with(&[("field", &hex)])));
                }
                (Some(number), _) => {
                    let reason = texts::AT_WORTH.with(&[
                        ("field", &hex),
                        ("number", &number),
                        ("half", &half(number)),
                    ]);
                    return Err(impossible("T7", reason));
                }
            };
            fields.push((hex, number));
        }
        let start = start.ok_or_else(|| bad("a path has no start: put * behind it".to_owned()))?;
        Path::from_parts(start, &fields).ok_or_else(|| bad(EXPECTED.to_owned()))
    }

    /// Who acts in the position that was read.
    fn set_phase(&self, state: &mut State, to: Option<Seat>) -> Result<(), Refusal> {
        let Some(card) = state.card else {
            if to.is_some() {
                return Err(impossible("T6", texts::AT_NO_CARD.plain()));
            }
            state.phase = self.phase_after_round(state);
            return Ok(());
        };
        if to.is_some() && self.options.open == Open::Off {
            return Err(impossible("T6", texts::AT_ONCE.plain()));
        }
        let able = self.able(state, self.colours(card).set());
        if let Some(to) = to.filter(|&to| !able.contains(to)) {
            return Err(impossible("T9", texts::AT_NOT_ASKED.with(&[("seat", &to)])));
        }
        let before = to.map_or(0, |to| self.place_in_order(state, to));
        let waits = |seat: &Seat| self.place_in_order(state, *seat) >= before;
        state.acting = able.iter().filter(waits).collect::<SeatSet>();
        if state.acting.is_empty() {
            return Err(impossible("T9", texts::AT_ROUND_OVER.plain()));
        }
        state.phase = Phase::Choose;
        Ok(())
    }

    /// Refuses what no game can reach: starts, paths that the cards turned could not have paid for, points that
    /// no order of arrivals gives. It stops short of fitting the paths of all seats into the same order of
    /// cards, so a few positions that cannot be reached are accepted.
    fn possible(&self, state: &State, new: Numbers) -> Result<(), Refusal> {
        let seats = || Seat::all(self.seats);
        let starts: Vec<Hex> = seats().map(|seat| state.path(seat).start()).collect();
        self.check_starts(&starts)?;
        // T6: only in an open round has a seat moved before another; in a sealed one it was not asked (T9).
        let now = self.in_order(state).next().filter(|_| self.options.open != Open::Off);
        let place = |seat: Seat| self.place_in_order(state, seat);
        let chosen = |seat: Seat| now.is_some_and(|now| place(seat) < place(now));
        for seat in seats() {
            let turned = (0..CARDS as u8).map(Card).filter(|card| state.left >> card.0 & 1 == 0);
            let usable = turned.filter(|&card| chosen(seat) || Some(card) != state.card);
            let cards: Vec<Palette> = usable.map(|card| self.colours(card)).collect();
            if !self.cards_pay_for(&Arms::of(state.path(seat)), &cards) {
                return Err(impossible("T3", texts::AT_UNPAID.with(&[("seat", &seat)])));
            }
        }
        for number in new.iter() {
            let new_for = |seat| chosen(seat) && state.path(seat).full().contains(number);
            let all_new = seats().filter(|&s| state.path(s).numbers().contains(number)).all(new_for);
            if !all_new || !self.reached_by_anyone(state).contains(number) {
                return Err(impossible("T6", texts::AT_NOT_NEW.with(&[("number", &number)])));
            }
        }
        let recorded = if self.seats == 1 {
            self.alone_in_some_order(state.path(Seat::FIRST))
        } else {
            self.first_in_some_order(state)
        };
        if recorded { Ok(()) } else { Err(impossible("T7", texts::AT_NO_ORDER.plain())) }
    }

    /// Whether each arm can be cut into pieces so that every piece has a card of its own.
    ///
    /// A piece may always be shorter than its card allows, so for each set of cards only the farthest field
    /// matters.
    fn cards_pay_for(&self, arms: &Arms, cards: &[Palette]) -> bool {
        let Arms([first, second]) = arms;
        let fields: Vec<Hex> = first.iter().chain(second).copied().collect();
        if fields.len() > 5 * cards.len() {
            return false;
        }
        let farthest = |from: usize, card: Palette| {
            let border = if from < first.len() { first.len() } else { fields.len() };
            let mut left = card;
            let mut at = from;
            while at < border && left.has(self.board.colour(fields[at])) {
                left = left.less(self.board.colour(fields[at]));
                at += 1;
            }
            at as u8
        };
        let table: Vec<Vec<u8>> =
            cards.iter().map(|&card| (0..=fields.len()).map(|from| farthest(from, card)).collect()).collect();
        let mut best = vec![0u8; 1 << cards.len()];
        for set in 1..best.len() {
            let last = (0..cards.len()).filter(|card| set >> card & 1 == 1);
            let reach = last.map(|card| table[card][usize::from(best[set ^ 1 << card])]);
            best[set] = reach.max().unwrap_or(0);
        }
        best.last().is_some_and(|&reach| usize::from(reach) == fields.len())
    }

    /// Alone (T8): whether the two arms can be merged into an order that gives the recorded points.
    fn alone_in_some_order(&self, path: &Path) -> bool {
        let numbers = |arm: &[Hex]| arm.iter().filter_map(|&hex| self.board.number(hex)).collect::<Vec<u8>>();
        let Arms([first, second]) = Arms::of(path);
        let (first, second) = (numbers(&first), numbers(&second));
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            if a == first.len() && b == second.len() {
                return true;
            }
            let before: Numbers = first[..a].iter().chain(&second[..b]).copied().collect();
            let fits = |number: &&u8| path.full().contains(**number) != before.has_above(**number);
            open.extend(first.get(a).filter(fits).map(|_| (a + 1, b)));
            open.extend(second.get(b).filter(fits).map(|_| (a, b + 1)));
        }
        false
    }

    /// Whether some order of rounds explains the position: each full number was reached first, each halved one later. The
    /// rounds are raised until they fit or there are too few cards.
    fn first_in_some_order(&self, state: &State) -> bool {
        let rounds = CARDS - state.cards_left().count();
        let mut round = [[0usize; 11]; super::SEATS];
        loop {
            let before = round;
            for seat in Seat::all(self.seats) {
                let path = state.path(seat);
                for arm in Arms::of(path).0 {
                    // A card covers five fields at most.
                    let (mut last, mut fields) = (1, 0);
                    for hex in arm {
                        fields += 1;
                        if fields > 5 {
                            (last, fields) = (last + 1, 1);
                        }
                        let Some(number) = self.board.number(hex) else { continue };
                        let slot = &mut round[seat.index()][usize::from(number)];
                        *slot = (*slot).max(last);
                        // Later than the bare count of fields: the count starts again behind it.
                        if *slot > last {
                            (last, fields) = (*slot, 1);
                        }
                    }
                }
            }
            for number in self.reached_by_anyone(state).iter() {
                let n = usize::from(number);
                let firsts: Vec<Seat> =
                    Seat::all(self.seats).filter(|&s| state.path(s).full().contains(number)).collect();
                let Some(first) = firsts.iter().map(|seat| round[seat.index()][n]).max() else {
                    return false;
                };
                for seat in Seat::all(self.seats).filter(|&s| state.path(s).numbers().contains(number)) {
                    let least = first + usize::from(!firsts.contains(&seat));
                    round[seat.index()][n] = round[seat.index()][n].max(least);
                }
            }
            if round.iter().flatten().any(|&round| round > rounds) {
                return false;
            }
            if round == before {
                return true;
            }
        }
    }
}
