//! Breadcrumbs for Snipe Hunt: a chase over cards that can be turned. Every single step is a move, so a turn can
//! be taken back step by step; a move for a whole turn would have thousands of forms and no good notation.

mod chance;
mod check;
mod deal;
mod draw;
mod encode;
mod forest;
mod narrate;
mod notation;
mod phrases;
mod player;
mod position;
mod routes;
mod shape;
mod spaces;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod themes;
mod turn;
mod view;
mod walks;

pub use chance::Chance;
pub use deal::RollOff;
pub use shape::Shape;
pub use spaces::{Card, Direction, Space, Spin};
pub use state::{Dice, Pawn, State};

use breadboard_core::{Info, OldRules, Outcome, Preset, Refusal, Rules, Scores, Seat, SpecError, Turn};
use chance::Drawn;
use shape::Layout;
use state::Phase;

breadboard_core::options! {
    /// The options of Breadcrumbs for Snipe Hunt.
    pub struct Options {
        /// The shape of the forest.
        forest: Shape = Shape::FULL, "S3", "The forest: columns x rows of cards, or the shape cross or ring.";
        /// Whether a deal that falls apart is played.
        raw_deal: bool = false, "S2", "A deal is played even if its paths do not connect.";
        /// How many pawns a single hunter moves.
        hunters: u8 = 1, in 1..=2, "S7", "With two players: how many hunters the hunting player moves, one a turn.";
        /// Whether a pawn may always step straight back.
        free_reverse: bool = false, "S10", "A pawn may step straight back at any time.";
        /// After how many rounds without a crumb the game ends.
        idle_rounds: u8 = 40, in 10..=200, "S22", "The game ends after this many rounds in which no crumb is lifted.";
        /// Whether the Snipe may enter the Station while hunters are there.
        station: Station = Station::Open, "S12", "open: a Snipe that enters the Station is caught by a hunter there; \
            wall: it may not enter.";
        /// What a pawn that is shut in may do.
        shut_in: ShutIn = ShutIn::Turn, "S20", "turn: a pawn that cannot reach what it is after may turn its card \
            instead of walking; stay: only if it has no step.";
        /// Who wins after idle rounds.
        idle_result: IdleResult = IdleResult::Most, "S22", "After the idle rounds the most crumbs win (most), or it \
            is a draw (draw).";
    }
}

breadboard_core::choice! {
    /// Whether the Snipe may enter the Station while hunters are there (S12).
    pub enum Station {
        /// It may, and is caught.
        Open = "open",
        /// It may not.
        Wall = "wall",
    }
}

breadboard_core::choice! {
    /// What a pawn that is shut in may do (S20).
    pub enum ShutIn {
        /// Turn its card instead of walking.
        Turn = "turn",
        /// Only walk, while it has a step.
        Stay = "stay",
    }
}

breadboard_core::choice! {
    /// How a game ends in which no crumb has been lifted for long (S22).
    pub enum IdleResult {
        /// No seat wins.
        Draw = "draw",
        /// The most crumbs win.
        Most = "most",
    }
}

/// The rules for one choice of options.
#[derive(Clone, Debug)]
pub struct SnipeHunt {
    options: Options,
    seats: u8,
    /// The Snipe and the hunters.
    pawns: u8,
    layout: Layout,
}

/// One choice of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// One step along the path.
    Step(Direction),
    /// Declines what a special space offers.
    Skip,
    /// Takes one step more.
    Feather,
    /// Turns any card by 90° (S19).
    Rotate(Card, Spin),
    /// Turns the card under the pawn instead of walking (S20).
    Turn(Spin),
    /// Chooses one of two hunters (S7).
    Pick(Pawn),
}

static INFO: Info = Info {
    id: "snipe",
    name: "Breadcrumbs for Snipe Hunt",
    summary: "One Snipe lifts crumbs in a forest that turns; who catches it becomes the Snipe.",
    credit: "A variant for Snipe Hunt by Doug Schwartz, Pegamoose Games; the forest deck is this project's own",
    seats: (2, 7),
    default_seats: 4,
    rules_version: 2,
    old_rules: &[OldRules {
        version: 1,
        defaults: &[("station", "wall"), ("shut_in", "stay"), ("idle_result", "draw"), ("idle_rounds", "40")],
        spellings: &[],
    }],
    rules: include_str!("RULES.md"),
    languages: breadboard_core::languages!("de"),
    presets: &[
        Preset { name: "the full forest", spec: "snipe" },
        Preset { name: "a quick hunt, 4×4", spec: "snipe:forest=4x4" },
        Preset { name: "two players, two hunters", spec: "snipe:seats=2,forest=4x4,hunters=2" },
        Preset { name: "cross", spec: "snipe:forest=cross" },
        Preset { name: "ring", spec: "snipe:forest=ring" },
    ],
    texts: texts::ALL,
};

impl Rules for SnipeHunt {
    type Options = Options;
    type State = State;
    type Move = Move;

    const INFO: &'static Info = &INFO;

    fn build(options: Options, seats: u8) -> Result<Self, SpecError> {
        if options.hunters == 2 && seats > 2 {
            let reason = "hunters=2 needs seats=2: with more players each hunter has a player of its own";
            return Err(SpecError::combination(reason));
        }
        let layout = Layout::new(options.forest);
        let pawns = if seats == 2 { 1 + options.hunters } else { seats };
        Ok(SnipeHunt { options, seats, pawns, layout })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> State {
        State::START
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal | Phase::RollOff | Phase::Roll => Turn::Chance,
            Phase::Pick | Phase::Walk | Phase::Offer => Turn::of(state.seat),
            Phase::Over if state.forest.crumbs.is_empty() || self.options.idle_result == IdleResult::Most => {
                Turn::Over(Outcome::highest(&self.scores_of(state))) // S22, S23
            }
            Phase::Over => Turn::Over(Outcome::Draw), // S22
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if seat != state.seat {
            return;
        }
        match state.phase {
            Phase::Walk => {
                moves.extend(state.steps.iter().map(Move::Step));
                if self.may_turn(state) {
                    moves.extend(Spin::ALL.map(Move::Turn));
                }
            }
            Phase::Offer => {
                moves.push(Move::Skip);
                if state.forest.feathers & state.here().card().bit() != 0 {
                    moves.push(Move::Feather);
                } else {
                    for &card in &self.layout.places {
                        moves.extend(Spin::ALL.map(|way| Move::Rotate(card, way)));
                    }
                }
            }
            // S20 cannot apply here: one other hunter cannot block both an odd and an even count.
            Phase::Pick => moves.extend(Pawn::hunters(self.pawns).map(Move::Pick)),
            Phase::Deal | Phase::RollOff | Phase::Roll | Phase::Over => {}
        }
    }

    fn check(&self, state: &State, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State, seat: Seat, mv: Move) {
        debug_assert!(self.check(state, seat, mv).is_ok());
        self.make(state, mv);
    }

    fn scores(&self, state: &State) -> Option<Scores> {
        Some(self.scores_of(state))
    }

    fn has_draws(&self) -> bool {
        self.options.idle_result == IdleResult::Draw // S22, S23
    }

    fn max_events(&self) -> u32 {
        // A turn: the roll, the choice of a pawn, and an answer after each step; a feather gives a step once (S18).
        let steps = 12 + u32::from(self.layout.specials);
        let turn = 2 + 2 * steps;
        // S22: at most this many turns without a crumb before each crumb and after the last but one lifted.
        let crumbs = u32::from(self.layout.crumbs);
        let turns = crumbs + (crumbs + 1) * u32::from(self.idle_limit());
        2 + turns * turn
    }
}

impl SnipeHunt {
    fn scores_of(&self, state: &State) -> Scores {
        let mut scores = Scores::zero(self.seats);
        for seat in Seat::all(self.seats) {
            scores[seat] = state.held[seat.index()].into();
        }
        scores
    }
}
