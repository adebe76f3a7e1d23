//! Cards, path spaces and pawns by name: `c4` is the card and its centre, `c4n` its exit to the north. A client draws
//! exits, never routes: where a pawn may step comes with the moves.

use super::forest::Kind;
use super::spaces::{Card, Space};
use super::state::Phase;
use super::{Dice, Move, Pawn, SnipeHunt, State};
use crate::views::{Left, Part, Views};
use breadboard_core::{Event, Seat, Template, Text};
use serde::Serialize;

/// The board of the Snipe Hunt.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::Board))]
pub struct Board {
    /// What happens now.
    phase: Phase,
    columns: u8,
    rows: u8,
    /// The cards; none before the deal.
    cards: Vec<CardView>,
    /// The spaces with a crumb.
    crumbs: Vec<String>,
    pawns: Vec<PawnView>,
    /// The pawn that moves.
    #[cfg_attr(feature = "schema", schema(required))]
    mover: Option<PawnName>,
    /// This turn's dice.
    #[cfg_attr(feature = "schema", schema(required))]
    dice: Option<(u8, u8)>,
    /// Steps left.
    steps: u8,
    /// Where the walk can end with the steps left, as the paths lie and without feathers and arrows.
    reach: Vec<Reach>,
    /// The crumbs each seat has, in seat order.
    held: Vec<u8>,
    /// Turns since the last crumb was lifted, and how many of them end the game.
    idle: u16,
    idle_limit: u16,
}

/// The form of a card's paths.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::CardKind))]
enum CardKind {
    Cross,
    Tee,
    Straight,
    Corner,
}

/// What is drawn on a card.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::MarkName))]
enum MarkName {
    Feather,
    Arrow,
    Nest,
    Station,
}

/// One card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::Card))]
struct CardView {
    at: String,
    column: u8,
    row: u8,
    /// Its form.
    kind: CardKind,
    /// The sides with an exit: `n`, `e`, `s`, `w`.
    exits: Vec<char>,
    /// What is drawn on it.
    #[cfg_attr(feature = "schema", schema(required))]
    mark: Option<MarkName>,
    /// Whether its feather or arrow has been used in this turn.
    used: bool,
}

/// One end of a walk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::Reach))]
struct Reach {
    at: String,
    /// One route to it, in letters of directions.
    way: String,
    /// Whether Snipe and hunter meet there.
    catches: bool,
    /// The crumbs that the Snipe lifts on the way.
    crumbs: usize,
}

/// `Snipe`, or the hunter's colour.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::PawnName))]
enum PawnName {
    #[serde(rename = "Snipe")]
    Snipe,
    Red,
    Blue,
    Green,
    Yellow,
    White,
    Violet,
}

impl PawnName {
    /// The hunters in the order of colours.
    const HUNTERS: [PawnName; 6] =
        [PawnName::Red, PawnName::Blue, PawnName::Green, PawnName::Yellow, PawnName::White, PawnName::Violet];

    fn of(pawn: Pawn) -> PawnName {
        pawn.index().checked_sub(1).map_or(PawnName::Snipe, |hunter| PawnName::HUNTERS[hunter])
    }
}

/// One pawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = snipe::Pawn))]
struct PawnView {
    pawn: PawnName,
    /// Who moves it; no one before the roll-off.
    #[cfg_attr(feature = "schema", schema(required))]
    seat: Option<u8>,
    /// Its space.
    at: String,
}

impl SnipeHunt {
    fn card_view(&self, state: &State, card: Card) -> CardView {
        let forest = &state.forest;
        let exits = forest.exits_of(card);
        let has = |cards: u64| cards & card.bit() != 0;
        CardView {
            at: card.to_string(),
            column: card.column(),
            row: card.row(),
            kind: match Kind::of(exits) {
                Some(Kind::Cross) | None => CardKind::Cross,
                Some(Kind::Tee) => CardKind::Tee,
                Some(Kind::Straight) => CardKind::Straight,
                Some(Kind::Corner) => CardKind::Corner,
            },
            exits: exits.iter().map(|side| side.letter()).collect(),
            mark: if card == forest.nest {
                Some(MarkName::Nest)
            } else if card == forest.station {
                Some(MarkName::Station)
            } else if has(forest.feathers) {
                Some(MarkName::Feather)
            } else {
                has(forest.arrows).then_some(MarkName::Arrow)
            },
            used: has(state.used),
        }
    }
}

impl SnipeHunt {
    fn reach(&self, state: &State) -> Vec<Reach> {
        let ends = self.walks(state).into_iter();
        ends.map(|walk| Reach {
            at: walk.end.to_string(),
            crumbs: self.crumbs_on(state, &walk),
            way: walk.way.iter().map(|way| way.letter()).collect(),
            catches: walk.catches,
        })
        .collect()
    }
}

impl Views for SnipeHunt {
    type Board = Board;

    fn board(&self, state: &State) -> Board {
        let dealt = state.phase != Phase::Deal;
        let moving = matches!(state.phase, Phase::Pick | Phase::Walk | Phase::Offer);
        let cards = || self.layout.places.iter().copied().filter(|_| dealt);
        let spaces = cards().flat_map(Space::of_card);
        let pawn = |pawn: Pawn| PawnView {
            pawn: PawnName::of(pawn),
            seat: (state.phase != Phase::RollOff).then(|| state.holder(pawn).number()),
            at: state.place(pawn).to_string(),
        };
        Board {
            phase: state.phase,
            columns: self.layout.columns,
            rows: self.layout.rows,
            cards: cards().map(|card| self.card_view(state, card)).collect(),
            crumbs: spaces
                .filter(|space| state.forest.crumbs.contains(*space))
                .map(|space| space.to_string())
                .collect(),
            pawns: Pawn::all(self.pawns).filter(|_| dealt).map(pawn).collect(),
            mover: (moving && state.phase != Phase::Pick).then(|| PawnName::of(state.mover)),
            dice: (moving && state.dice != Dice::NONE).then(|| state.dice.faces()),
            steps: state.left,
            reach: if state.phase == Phase::Walk { self.reach(state) } else { Vec::new() },
            held: state.held[..usize::from(self.seats)].to_vec(),
            idle: state.idle,
            idle_limit: self.idle_limit(),
        }
    }

    fn left(&self, state: &State) -> Vec<Left> {
        let crumbs =
            if state.phase == Phase::Deal { self.layout.crumbs.into() } else { state.forest.crumbs.len() };
        vec![
            Left::common("crumbs", crumbs),
            Left::common("steps", state.left.into()),
            Left::common("idle turns", u32::from(self.idle_limit().saturating_sub(state.idle))),
        ]
    }

    fn themes(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        self.themes_of(state, seat, line)
    }

    fn compared(&self, state: &State, _: Seat, ends: [&State; 2]) -> Vec<Text> {
        self.compared_turns(state, ends).into_iter().collect()
    }

    fn phrases(&self, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
        self.phrases_of(state, seat, moves)
    }

    fn parts(&self, state: &State, _: Seat, mv: Move) -> Vec<Part> {
        let here = state.here();
        match mv {
            Move::Step(way) => {
                let to = state.forest.step(here, way).unwrap_or(here);
                vec![Part::thing("step", way.letter(), to)]
            }
            Move::Skip => vec![Part::word("word", "skip")],
            Move::Feather => vec![Part::thing("word", "feather", here)],
            Move::Rotate(card, way) => vec![Part::place("card", card), Part::word("way", way.word())],
            Move::Turn(way) => vec![Part::thing("turn", way.word(), here.card())],
            Move::Pick(pawn) => vec![Part::thing("pawn", pawn.name(), state.place(pawn))],
        }
    }

    /// The roll belongs to the turn that it begins.
    fn turn_key(&self, state: &State) -> u32 {
        match state.phase {
            Phase::Deal | Phase::RollOff => 0,
            _ => u32::from(state.seat.number()),
        }
    }

    fn touched(&self, before: &State, event: &Event<Self>) -> Vec<String> {
        let Event::Act(choices) = event else { return Vec::new() };
        let mut touched = Vec::new();
        for &(seat, mv) in choices {
            if let Move::Step(_) = mv {
                touched.push(before.here().to_string());
            }
            touched.extend(self.parts(before, seat, mv).into_iter().filter_map(|part| part.place));
        }
        touched
    }
}
