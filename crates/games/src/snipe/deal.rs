//! The deal and the roll-off. A whole deal is drawn, and drawn again until its paths connect (S2); rejected deals
//! are not recorded, and the deal of a record has to pass the same tests.

use super::forest::{Forest, Kind};
use super::shape::Layout;
use super::spaces::{Card, Direction, Directions, Space};
use super::{SnipeHunt, texts};
use breadboard_core::{Refusal, Rng, Seat, SeatSet};

/// The 34 cards of the deck besides Nest and Station.
const OTHERS: [Kind; 34] = {
    let mut deck = [Kind::Cross; 34];
    let mut at = 18;
    while at < 34 {
        deck[at] = match at {
            18..30 => Kind::Tee,
            30..32 => Kind::Straight,
            _ => Kind::Corner,
        };
        at += 1;
    }
    deck
};

/// How many of a kind the deck has, Nest and Station among the crosses.
fn in_deck(kind: Kind) -> usize {
    OTHERS.iter().filter(|&&other| other == kind).count() + if kind == Kind::Cross { 2 } else { 0 }
}

impl SnipeHunt {
    /// Deals by the rules: everything at random, and again until the paths connect (S2).
    pub(super) fn deal<R: Rng>(&self, rng: &mut R) -> Forest {
        let layout = &self.layout;
        let mut forest = lay_cards(layout, rng);
        while !self.options.raw_deal && !holds_together(&forest) {
            forest = lay_cards(layout, rng);
        }
        print_specials(layout, &mut forest, rng);
        strew_crumbs(layout, &mut forest, rng);
        forest
    }

    /// Checks what holds for the cards of every position, however they are turned: S3 and S4. That a card has one mark
    /// at most and that crumbs lie on the path is guaranteed by the types and by the parser.
    pub(super) fn check_cards(&self, forest: &Forest) -> Result<(), Refusal> {
        let layout = &self.layout;
        let by = |ruling, text| Err(Refusal::Illegal(ruling, text));
        if forest.cards() != layout.cards {
            return by("S3", texts::OTHER_SHAPE.plain());
        }
        for (kind, name) in [
            (Kind::Cross, "crosses"),
            (Kind::Tee, "Ts"),
            (Kind::Straight, "straights"),
            (Kind::Corner, "corners"),
        ] {
            let laid = layout.places.iter().filter(|card| Kind::of(forest.exits_of(**card)) == Some(kind));
            let (laid, most) = (laid.count(), in_deck(kind));
            if laid > most {
                let args: [(_, &dyn std::fmt::Display); 3] =
                    [("count", &laid), ("kind", &name), ("most", &most)];
                return by("S3", texts::TOO_MANY_CARDS.with(&args));
            }
        }
        let homes = [forest.nest, forest.station];
        if homes.iter().any(|card| Kind::of(forest.exits_of(*card)) != Some(Kind::Cross)) {
            return by("S3", texts::HOME_NO_CROSS.plain());
        }
        let apart = forest.nest.apart(forest.station);
        if apart < layout.apart {
            return by("S4", texts::HOMES_TOO_CLOSE.with(&[("apart", &apart), ("least", &layout.apart)]));
        }
        let wanted = u32::from(layout.specials);
        for (cards, name) in [(forest.feathers, "feathers"), (forest.arrows, "arrows")] {
            let count = cards.count_ones();
            if count != wanted {
                let args: [(_, &dyn std::fmt::Display); 3] =
                    [("count", &count), ("name", &name), ("wanted", &wanted)];
                return by("S3", texts::SPECIALS.with(&args));
            }
        }
        let homes = [Space::centre(forest.nest), Space::centre(forest.station)];
        if homes.iter().any(|home| forest.crumbs.contains(*home)) {
            return by("S5", texts::CRUMB_AT_HOME.plain());
        }
        Ok(())
    }

    /// Checks what also holds for a fresh deal: S2 and S5.
    pub(super) fn check_deal(&self, forest: &Forest) -> Result<(), Refusal> {
        self.check_cards(forest)?;
        let (count, wanted) = (forest.crumbs.len(), u32::from(self.layout.crumbs));
        if count != wanted {
            return Err(Refusal::Illegal(
                "S3",
                texts::CRUMBS.with(&[("count", &count), ("wanted", &wanted)]),
            ));
        }
        let specials = forest.feathers | forest.arrows;
        if let Some(card) = Card::all(specials & !forest.crumbs.centres()).next() {
            return Err(Refusal::Illegal("S5", texts::BARE_SPECIAL.with(&[("card", &card)])));
        }
        if !self.options.raw_deal && !holds_together(forest) {
            return Err(Refusal::Illegal("S2", texts::FALLS_APART.plain()));
        }
        Ok(())
    }
}

/// S2: the paths join all cards, and all others without the Station's.
fn holds_together(forest: &Forest) -> bool {
    let station = forest.station.bit();
    let cards = forest.cards();
    let reached = Direction::ALL.iter().any(|&side| forest.linked(side) & station != 0);
    reached && forest.joins(cards & !station)
}

/// Nest and Station on two places far enough apart (S4), the other places from the rest of the deck (S3).
fn lay_cards<R: Rng>(layout: &Layout, rng: &mut R) -> Forest {
    let mut forest = Forest::BARE;
    let count = layout.places.len() as u32;
    let any = |rng: &mut R| layout.places[rng.below(count) as usize];
    loop {
        (forest.nest, forest.station) = (any(rng), any(rng));
        if forest.nest.apart(forest.station) >= layout.apart {
            break;
        }
    }
    let mut deck = OTHERS;
    let mut drawn = 0;
    for &card in &layout.places {
        if card == forest.nest || card == forest.station {
            forest.lay(card, Directions(Kind::Cross.exits()));
            continue;
        }
        let pick = drawn + rng.below((deck.len() - drawn) as u32) as usize;
        deck.swap(drawn, pick);
        let exits = deck[drawn].exits();
        drawn += 1;
        let turns = rng.below(4);
        forest.lay(card, Directions((exits << turns | exits >> (4 - turns)) & 15));
    }
    forest
}

/// S3: feathers and arrows on random cards other than Nest and Station.
fn print_specials<R: Rng>(layout: &Layout, forest: &mut Forest, rng: &mut R) {
    let mut left = u32::from(layout.specials) * 2;
    let mut taken = forest.nest.bit() | forest.station.bit();
    while left > 0 {
        let bit = layout.places[rng.below(layout.places.len() as u32) as usize].bit();
        if taken & bit != 0 {
            continue;
        }
        taken |= bit;
        if left % 2 == 0 {
            forest.feathers |= bit;
        } else {
            forest.arrows |= bit;
        }
        left -= 1;
    }
}

/// A crumb on each special, the rest on random plain spaces, one each (S5).
fn strew_crumbs<R: Rng>(layout: &Layout, forest: &mut Forest, rng: &mut R) {
    let specials = forest.feathers | forest.arrows;
    for card in Card::all(specials) {
        forest.crumbs.insert(Space::centre(card));
    }
    let plain = layout.cards & !specials & !forest.nest.bit() & !forest.station.bit();
    let mut left = u32::from(layout.crumbs) - specials.count_ones();
    while left > 0 {
        let pick = rng.below(layout.places.len() as u32 * 5);
        let card = layout.places[(pick / 5) as usize];
        let space = Direction::ALL
            .get((pick % 5) as usize)
            .map_or(Space::centre(card), |&side| Space::exit(card, side));
        let is_plain = forest.has(space) && (!space.is_centre() || plain & card.bit() != 0);
        if is_plain && !forest.crumbs.contains(space) {
            forest.crumbs.insert(space);
            left -= 1;
        }
    }
}

/// The roll-off (S6): the sums of two dice that everyone threw, then those tied for the highest, and so on.
/// All of it is one event, so that no number of ties makes a game longer than its bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollOff {
    pub(super) rounds: Vec<Vec<u8>>,
}

impl RollOff {
    pub(super) fn sample<R: Rng>(seats: u8, rng: &mut R) -> RollOff {
        let mut roll_off = RollOff { rounds: Vec::with_capacity(1) };
        let mut tied = SeatSet::first(seats);
        while tied.single().is_none() {
            let round: Vec<u8> = tied.iter().map(|_| (rng.below(6) + rng.below(6)) as u8 + 2).collect();
            tied = highest(tied, &round);
            roll_off.rounds.push(round);
        }
        roll_off
    }

    /// Every throw with its seat; those of the tied come after a semicolon.
    pub(super) fn in_words(&self, seats: u8) -> String {
        let mut tied = SeatSet::first(seats);
        let mut rounds = Vec::new();
        for round in &self.rounds {
            let throws = tied.iter().zip(round).map(|(seat, sum)| format!("seat {seat}: {sum}"));
            rounds.push(throws.collect::<Vec<_>>().join(", "));
            tied = highest(tied, round);
        }
        rounds.join("; ")
    }

    /// Who won it.
    ///
    /// # Errors
    /// The rolls cannot be a roll-off of this number of seats, or a seat must still roll (S6).
    pub(super) fn winner(&self, seats: u8) -> Result<Seat, Refusal> {
        let mut tied = SeatSet::first(seats);
        for round in &self.rounds {
            if tied.single().is_some() {
                return Err(Refusal::Illegal("S6", texts::ROLL_OFF_OVER.plain()));
            }
            if round.len() != tied.len() {
                let args: [(_, &dyn std::fmt::Display); 2] =
                    [("count", &round.len()), ("wanted", &tied.len())];
                return Err(Refusal::Illegal("S6", texts::ROLL_OFF_COUNT.with(&args)));
            }
            if let Some(sum) = round.iter().find(|sum| !(2..=12).contains(*sum)) {
                return Err(Refusal::Illegal("S6", texts::ROLL_OFF_SUM.with(&[("sum", sum)])));
            }
            tied = highest(tied, round);
        }
        tied.single().ok_or_else(|| Refusal::Illegal("S6", texts::ROLL_OFF_TIED.plain()))
    }
}

/// Those of the seats whose roll is the highest of the round.
fn highest(seats: SeatSet, round: &[u8]) -> SeatSet {
    let best = round.iter().max();
    seats.iter().zip(round).filter(|(_, sum)| Some(*sum) == best).map(|(seat, _)| seat).collect()
}
