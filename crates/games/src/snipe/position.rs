//! Positions on one line: the cards, the pawns with their players, the crumbs held, and the turn, in words a
//! person can type. Positions that no game can reach are refused, because a game continues from them.
//!
//! ```text
//! +,^Fc,+/<A,+N,+e/+,-,+S snipe 2@b2n hunters 1@c1,3@a1 held 0,5,1 idle 2 turn 3 dice 3+4 left 5 went e used a2
//! ```

use super::notation::number;
use super::spaces::{Card, Direction, Space};
use super::state::{Dice, Pawn, Phase, State};
use super::{ShutIn, SnipeHunt, texts};
use breadboard_core::{Refusal, Seat, Text, refusals};
use std::fmt::Display;

fn joined<T: Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

fn unreadable(reason: impl AsRef<str>) -> Refusal {
    refusals::unreadable_position(reason.as_ref())
}

/// The rules forbid what the text says.
fn impossible<T>(ruling: &'static str, reason: Text) -> Result<T, Refusal> {
    Err(Refusal::Illegal(ruling, reason))
}

impl SnipeHunt {
    pub(super) fn position_text(&self, state: &State) -> String {
        if state.phase == Phase::Deal {
            return "deal".to_owned();
        }
        let forest = self.forest_text(&state.forest);
        if state.phase == Phase::RollOff {
            return forest + " roll-off";
        }
        let pawn = |pawn: Pawn| format!("{}@{}", state.holder(pawn), state.place(pawn));
        let mut out = format!(
            "{forest} snipe {} hunters {} held {} idle {}",
            pawn(Pawn::SNIPE),
            joined(Pawn::hunters(self.pawns).map(pawn)),
            joined(state.held[..usize::from(self.seats)].iter()),
            state.idle
        );
        if state.phase == Phase::Over {
            return out + " over";
        }
        out += &format!(" turn {}", state.seat);
        if state.phase == Phase::Roll {
            return out + " roll";
        }
        out += &format!(" dice {}+{}", state.dice.faces().0, state.dice.faces().1);
        if state.phase == Phase::Pick {
            return out + " pick";
        }
        if self.pawns > self.seats && state.mover != Pawn::SNIPE {
            out += &format!(" with {}", state.mover.name());
        }
        out += &format!(" left {}", state.left);
        if let Some(went) = state.went {
            out += &format!(" went {}", went.letter());
        }
        if state.used != 0 {
            out += &format!(" used {}", joined(Card::all(state.used)));
        }
        if state.phase == Phase::Offer {
            out += " offer";
        }
        out
    }

    pub(super) fn position_from(&self, text: &str) -> Result<State, Refusal> {
        let mut words = Words(text.split(' '));
        let first = words.next("the cards")?;
        let mut state = State::START;
        if first == "deal" {
            words.end()?;
            return Ok(state);
        }
        state.forest = self.forest_from(first).map_err(unreadable)?;
        self.check_cards(&state.forest)?;
        match words.next("roll-off or snipe")? {
            "roll-off" => {
                words.end()?;
                self.check_deal(&state.forest)?;
                self.set_out(&mut state);
                return Ok(state);
            }
            "snipe" => {}
            word => {
                return Err(unreadable(format!(
                    "\"{}\" stands where roll-off or snipe should",
                    refusals::clip(word)
                )));
            }
        }
        self.read_pawns(&mut state, &mut words)?;
        self.read_held(&mut state, &mut words)?;
        self.read_turn(&mut state, &mut words)?;
        words.end()?;
        self.check_pawns(&state)?;
        self.check_turn(&mut state)?;
        Ok(state)
    }

    fn read_pawns(&self, state: &mut State, words: &mut Words<'_>) -> Result<(), Refusal> {
        let snipe = words.next("the Snipe")?;
        words.key("hunters")?;
        let hunters: Vec<&str> = words.next("the hunters")?.split(',').collect();
        if hunters.len() + 1 != usize::from(self.pawns) {
            return Err(unreadable(format!("{} hunters stand where {} play", hunters.len(), self.pawns - 1)));
        }
        for (pawn, text) in Pawn::all(self.pawns).zip(std::iter::once(snipe).chain(hunters)) {
            let bad =
                || unreadable(format!("\"{}\" is not a seat and a space, as in 2@c4n", refusals::clip(text)));
            let (seat, space) = text.split_once('@').ok_or_else(bad)?;
            let Some((space, "")) = Space::read(space) else { return Err(bad()) };
            state.holders[pawn.index()] = self.seat_from(seat)?;
            state.places[pawn.index()] = space;
        }
        Ok(())
    }

    fn seat_from(&self, text: &str) -> Result<Seat, Refusal> {
        let seat = Seat::from_number(text).filter(|seat| seat.number() <= self.seats);
        seat.ok_or_else(|| unreadable(format!("\"{}\" is no seat of {}", refusals::clip(text), self.seats)))
    }

    fn read_held(&self, state: &mut State, words: &mut Words<'_>) -> Result<(), Refusal> {
        words.key("held")?;
        let text = words.next("the crumbs of each seat")?;
        let held: Option<Vec<u8>> = text.split(',').map(number).collect();
        let Some(held) = held.filter(|held| held.len() == usize::from(self.seats)) else {
            return Err(unreadable(format!("\"{}\" is not a number of crumbs a seat", refusals::clip(text))));
        };
        state.held[..held.len()].copy_from_slice(&held);
        let lifted: u32 = held.iter().map(|&crumbs| u32::from(crumbs)).sum();
        let (total, wanted) = (lifted + state.forest.crumbs.len(), u32::from(self.layout.crumbs));
        if total != wanted {
            return impossible("S3", texts::AT_CRUMBS.with(&[("total", &total), ("wanted", &wanted)]));
        }
        words.key("idle")?;
        let text = words.next("a number of turns")?;
        let idle = number(text).filter(|idle| *idle <= self.idle_limit());
        let Some(idle) = idle else {
            let limit = self.idle_limit();
            return impossible(
                "S22",
                texts::AT_IDLE.with(&[("text", &refusals::clip(text)), ("limit", &limit)]),
            );
        };
        state.idle = idle;
        Ok(())
    }

    fn read_turn(&self, state: &mut State, words: &mut Words<'_>) -> Result<(), Refusal> {
        match words.next("turn or over")? {
            "over" => {
                state.phase = Phase::Over;
                return Ok(());
            }
            "turn" => state.seat = self.seat_from(words.next("a seat")?)?,
            _ => return Err(unreadable("after the idle turns comes turn or over")),
        }
        match words.next("roll or dice")? {
            "roll" => {
                state.phase = Phase::Roll;
                return Ok(());
            }
            "dice" => {}
            _ => return Err(unreadable("after the seat comes roll or dice")),
        }
        let dice = words.next("the dice")?;
        let read = dice.split_once('+').and_then(|(a, b)| Dice::new(number(a)?, number(b)?));
        let sorted = read.filter(|read| dice == format!("{}+{}", read.faces().0, read.faces().1));
        state.dice = sorted.ok_or_else(|| unreadable("dice are written 3+4, the lower first"))?;
        let two = self.pawns > self.seats && state.seat != state.snipe_seat();
        let mut word = words.next(if two { "pick or with" } else { "left" })?;
        if two && word == "pick" {
            state.phase = Phase::Pick;
            state.left = state.dice.sum();
            return Ok(());
        }
        if two {
            let colour = if word == "with" { words.next("a colour")? } else { "" };
            let chosen = Pawn::from_colour(colour).filter(|pawn| pawn.index() < usize::from(self.pawns));
            state.mover =
                chosen.ok_or_else(|| unreadable("pick, or with and a hunter's colour, comes first"))?;
            word = words.next("left")?;
        } else {
            let mine = |pawn: &Pawn| state.holder(*pawn) == state.seat;
            state.mover = Pawn::all(self.pawns).find(mine).unwrap_or(Pawn::SNIPE);
        }
        if word != "left" {
            return Err(unreadable("left and the steps left come next"));
        }
        read_walk(state, words)
    }

    /// Who holds the pawns, and where they stand.
    fn check_pawns(&self, state: &State) -> Result<(), Refusal> {
        for seat in Seat::all(self.seats) {
            let mine = Pawn::all(self.pawns).filter(|pawn| state.holder(*pawn) == seat).count();
            // S7: with two hunters one player has them both.
            let wanted =
                if seat == state.snipe_seat() { 1 } else { usize::from(self.pawns - self.seats) + 1 };
            if mine != wanted {
                return impossible(
                    "S7",
                    texts::AT_PAWNS.with(&[("seat", &seat), ("count", &mine), ("wanted", &wanted)]),
                );
            }
        }
        let station = Space::centre(state.forest.station);
        let snipe = state.place(Pawn::SNIPE);
        let passing =
            |pawn| matches!(state.phase, Phase::Walk) && pawn == state.mover && !state.is_turn_start();
        for pawn in Pawn::all(self.pawns) {
            let place = state.place(pawn);
            if !state.forest.has(place) {
                return impossible("S1", texts::AT_HEDGE.with(&[("pawn", &pawn), ("space", &place)]));
            }
            if pawn == Pawn::SNIPE {
                continue;
            }
            if place == station {
                if snipe == station && !self.may_share_station(state, pawn) {
                    return impossible("S12", texts::AT_STATION.with(&[("pawn", &pawn)]));
                }
                continue;
            }
            // S14: the last crumb may lie under a hunter, and lifting it comes before the catch.
            if place == snipe && !(state.phase == Phase::Over && state.forest.crumbs.is_empty()) {
                return impossible("S14", texts::AT_MEETING.with(&[("pawn", &pawn), ("space", &place)]));
            }
            let crowd = Pawn::hunters(self.pawns).any(|other| {
                other != pawn && state.place(other) == place && !passing(pawn) && !passing(other)
            });
            if crowd {
                return impossible("S11", texts::AT_CROWD.with(&[("space", &place)]));
            }
        }
        if state.forest.crumbs.contains(snipe) {
            return impossible("S14", texts::AT_UNDER_SNIPE.with(&[("space", &snipe)]));
        }
        Ok(())
    }

    /// S12: a hunter and the Snipe share the Station from a catch there until the Snipe's next step. A Snipe that turned
    /// its card instead (S20) stays there while others move; who has stepped cannot be there.
    fn may_share_station(&self, state: &State, hunter: Pawn) -> bool {
        if matches!(state.phase, Phase::Roll | Phase::Over) {
            let by_snipe = state.seat == state.snipe_seat() || state.phase == Phase::Over;
            return by_snipe || self.options.shut_in == ShutIn::Turn;
        }
        let fresh = state.phase != Phase::Offer && state.is_turn_start();
        if state.seat == state.snipe_seat() {
            return fresh;
        }
        self.options.shut_in == ShutIn::Turn && (fresh || hunter != state.mover)
    }

    /// Whether a turn can have come to this point.
    fn check_turn(&self, state: &mut State) -> Result<(), Refusal> {
        let bare = state.forest.crumbs.is_empty();
        let still = state.idle == self.idle_limit();
        if bare && (state.phase != Phase::Over || state.idle != 0) {
            return impossible("S21", texts::AT_BARE.plain());
        }
        let by_snipe = state.seat == state.snipe_seat();
        let homes = [state.forest.nest, state.forest.station].map(Space::centre);
        let snipe = state.place(Pawn::SNIPE);
        if bare && (state.held[state.snipe_seat().index()] == 0 || homes.contains(&snipe)) {
            return impossible("S21", texts::AT_LAST.plain());
        }
        if state.idle == 0 && state.held.iter().all(|&held| held == 0) {
            let [nest, station] = homes;
            let at_home = snipe == nest && Pawn::hunters(self.pawns).all(|pawn| state.place(pawn) == station);
            if !(at_home && by_snipe && state.phase == Phase::Roll) {
                return impossible("S22", texts::AT_NONE_LIFTED.plain());
            }
        }
        match state.phase {
            Phase::Over if bare || still => return Ok(()),
            Phase::Over => return impossible("S21", texts::AT_NOT_OVER.plain()),
            Phase::Roll if still => return impossible("S22", texts::AT_IDLE_LIMIT.plain()),
            Phase::Roll => return Ok(()),
            _ => {}
        }
        let fresh = state.phase == Phase::Pick || state.is_turn_start() && state.phase == Phase::Walk;
        if state.idle == 0 && (!by_snipe || fresh || state.held[state.seat.index()] == 0) {
            return impossible("S22", texts::AT_IDLE_COUNTS.plain());
        }
        if state.phase == Phase::Pick {
            return Ok(());
        }
        self.check_steps_made(state, fresh)?;
        if state.phase == Phase::Offer {
            return self.check_offer(state);
        }
        if state.left == 0 {
            return impossible("S9", texts::AT_NO_STEPS.plain());
        }
        state.steps = self.steps_of(state, state.mover);
        if state.steps.is_empty() && !fresh {
            return impossible("S20", texts::AT_TURN_OVER.plain());
        }
        Ok(())
    }

    /// The steps left, the last step and the specials used go together.
    fn check_steps_made(&self, state: &State, fresh: bool) -> Result<(), Refusal> {
        let forest = &state.forest;
        let specials = forest.feathers | forest.arrows;
        if state.used & !specials != 0 || state.used & forest.crumbs.centres() != 0 {
            return impossible("S18", texts::AT_USED.plain());
        }
        let feathers = (state.used & forest.feathers).count_ones() as u8;
        let made = (state.dice.sum() + feathers).checked_sub(state.left);
        let Some(made) = made.filter(|&made| u32::from(made) >= state.used.count_ones()) else {
            return impossible("S9", texts::AT_LEFT.with(&[("left", &state.left)]));
        };
        let here = state.here();
        if fresh {
            return Ok(());
        }
        if made == 0 {
            return impossible("S9", texts::AT_NO_STEP.plain());
        }
        let Some(went) = state.went else {
            // S10: the last step is forgotten once the pawn's card was rotated.
            let rotated = here.is_centre() && forest.arrows & state.used & here.card().bit() != 0;
            if !rotated && !self.options.free_reverse {
                return impossible("S10", texts::AT_WENT.plain());
            }
            return Ok(());
        };
        if self.options.free_reverse {
            return impossible("S10", texts::AT_NO_WENT.plain());
        }
        // S10: it came by path, and no card under it has been rotated since.
        if forest.ways(here).contains(went.opposite()) {
            Ok(())
        } else {
            impossible("S10", texts::AT_NO_WAY.with(&[("direction", &went.word()), ("space", &here)]))
        }
    }

    fn check_offer(&self, state: &State) -> Result<(), Refusal> {
        let here = state.here();
        let forest = &state.forest;
        let open = (forest.feathers | forest.arrows) & !state.used & here.card().bit() != 0;
        let clear = !forest.crumbs.contains(here) && self.hunter_on(state, here).is_none();
        if here.is_centre() && open && clear && (state.went.is_some() || self.options.free_reverse) {
            Ok(())
        } else {
            impossible("S18", texts::AT_NO_OFFER.with(&[("space", &here)]))
        }
    }
}

/// Reads the rest of a turn in which a pawn walks: the steps left, the last step, the cards used, an offer.
fn read_walk(state: &mut State, words: &mut Words<'_>) -> Result<(), Refusal> {
    let left = words.next("the steps left")?;
    state.left = number(left).ok_or_else(|| unreadable("the steps left are a whole number"))?;
    state.phase = Phase::Walk;
    let mut word = words.0.next();
    if word == Some("went") {
        let mut letters = words.next("a direction")?.chars();
        state.went = letters.next().and_then(Direction::from_letter).filter(|_| letters.next().is_none());
        if state.went.is_none() {
            return Err(unreadable("went is followed by n, e, s or w"));
        }
        word = words.0.next();
    }
    if word == Some("used") {
        state.used = read_cards(words.next("cards")?)?;
        word = words.0.next();
    }
    match word {
        None => Ok(()),
        Some("offer") => {
            state.phase = Phase::Offer;
            Ok(())
        }
        Some(word) => Err(unreadable(format!("\"{}\" means nothing here", refusals::clip(word)))),
    }
}

fn read_cards(text: &str) -> Result<u64, Refusal> {
    let mut cards = 0;
    for name in text.split(',') {
        match Card::read(name) {
            // Rising order, each once: a position has one spelling.
            Some((card, "")) if card.bit() > cards => cards |= card.bit(),
            _ => {
                return Err(unreadable(format!(
                    "\"{}\" is not a list of cards in rising order",
                    refusals::clip(text)
                )));
            }
        }
    }
    Ok(cards)
}

/// The words of a position.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn next(&mut self, expected: &str) -> Result<&'a str, Refusal> {
        self.0
            .next()
            .filter(|word| !word.is_empty())
            .ok_or_else(|| unreadable(format!("{expected} should come next")))
    }

    fn key(&mut self, key: &str) -> Result<(), Refusal> {
        let word = self.next(key)?;
        if word == key {
            return Ok(());
        }
        Err(unreadable(format!("\"{}\" stands where {key} should", refusals::clip(word))))
    }

    fn end(&mut self) -> Result<(), Refusal> {
        match self.0.next() {
            None => Ok(()),
            Some(word) => Err(unreadable(format!("\"{}\" means nothing here", refusals::clip(word)))),
        }
    }
}
