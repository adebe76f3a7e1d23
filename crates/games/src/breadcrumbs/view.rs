//! Every tile lists what it pays to whom, so that a client can show where a score comes from without knowing how
//! sharing and colours count.

use super::board::{Letter, PawnSteps, Points, Square};
use super::{Breadcrumbs, Move, Stage, State, texts};
use crate::views::{Left, Part, Views};
use breadboard_core::{Event, Rules as _, Seat, Template, Text};
use serde::Serialize;

/// Each player has as many chips as there are tiles.
const CHIPS: u32 = 25;

/// The board of Breadcrumbs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::Board))]
pub struct Board {
    /// How far the game is.
    stage: StageName,
    /// The tiles, row by row from a5; none before the deal.
    tiles: Vec<TileView>,
    /// The players by letter, in turn order.
    players: Vec<PlayerView>,
    /// The numbers that seats have named so far, in seat order (ritual).
    named: Vec<u8>,
    /// Which turn of every player this is, from 1.
    turn: u16,
    /// The game ends after this many.
    turn_cap: u16,
    /// How many chips two players who meet need to end the game.
    end_chips: u8,
    /// The letter to move, while pawns move.
    #[cfg_attr(feature = "schema", schema(required))]
    mover: Option<LetterName>,
    /// Whether the letter to move has the lowest score alone and may go diagonally.
    diagonal: bool,
}

/// How far the game is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::StageName))]
enum StageName {
    Naming,
    Dealing,
    Choosing,
    Playing,
    Over,
}

/// A letter.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::LetterName))]
enum LetterName {
    A,
    B,
    C,
    D,
    E,
}

impl LetterName {
    const fn of(letter: Letter) -> LetterName {
        match letter {
            Letter::A => LetterName::A,
            Letter::B => LetterName::B,
            Letter::C => LetterName::C,
            Letter::D => LetterName::D,
            Letter::E => LetterName::E,
        }
    }
}

/// The colour of a tile or a player.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::ColourName))]
enum ColourName {
    Red,
    Blue,
    Green,
    Orange,
    Purple,
}

impl ColourName {
    /// A letter fixes the colour (B2).
    const fn of(letter: Letter) -> ColourName {
        match letter {
            Letter::A => ColourName::Red,
            Letter::B => ColourName::Blue,
            Letter::C => ColourName::Green,
            Letter::D => ColourName::Orange,
            Letter::E => ColourName::Purple,
        }
    }
}

/// One tile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::Tile))]
struct TileView {
    /// Its square.
    at: String,
    /// Its colour.
    color: ColourName,
    /// Its value.
    value: u8,
    /// Whose chips lie on it, and what it pays them.
    chips: Vec<ChipView>,
}

/// One chip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::Chip))]
struct ChipView {
    letter: LetterName,
    points: u8,
}

/// One player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadcrumbs::Player))]
struct PlayerView {
    letter: LetterName,
    color: ColourName,
    /// Who holds the letter; no one before it is chosen.
    #[cfg_attr(feature = "schema", schema(required))]
    seat: Option<u8>,
    /// Where the pawn stands.
    #[cfg_attr(feature = "schema", schema(required))]
    pawn: Option<String>,
    /// Where it starts.
    start: String,
    /// How many chips lie on the board.
    chips: u32,
    score: u8,
    /// Whom it could end the game by meeting, if it were to move now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    meets: Vec<LetterName>,
}

impl Breadcrumbs {
    fn tile_view(&self, state: &State, square: Square) -> Option<TileView> {
        let tile = state.tile(square)?;
        let pays = Points::paid(tile, state.board.owners(square));
        let chip = |letter: &Letter| ChipView { letter: LetterName::of(*letter), points: pays.of(*letter) };
        let owners = self.letters.iter().filter(|letter| state.has_chip(**letter, square));
        Some(TileView {
            at: square.to_string(),
            color: ColourName::of(tile.colour()),
            value: tile.value(),
            chips: owners.map(chip).collect(),
        })
    }

    fn player_view(&self, state: &State, letter: Letter) -> PlayerView {
        PlayerView {
            letter: LetterName::of(letter),
            color: ColourName::of(letter),
            seat: state.holder(letter).map(Seat::number),
            pawn: state.pawn(letter).map(|square| square.to_string()),
            start: letter.start().to_string(),
            chips: state.board.walker(letter).count(),
            score: state.board.points.of(letter),
            meets: self.could_meet(state, letter).map(LetterName::of).collect(),
        }
    }

    /// The players whom a letter could end the game by meeting, if it were to move now.
    pub(super) fn could_meet(&self, state: &State, letter: Letter) -> impl Iterator<Item = Letter> {
        let need = u32::from(self.options.end_chips);
        let playing = state.stage == Stage::Playing;
        self.letters.iter().copied().filter(move |&other| {
            let (Some(from), Some(to)) = (state.pawn(letter), state.pawn(other)) else { return false };
            let is_lowest = state.board.points.is_lowest(letter, self.players);
            if !playing || other == letter || !PawnSteps::from(from, is_lowest).contains(&to) {
                return false;
            }
            let mut after = state.board;
            after.step(letter, to);
            after.walker(letter).count() >= need && after.walker(other).count() >= need
        })
    }
}

impl Views for Breadcrumbs {
    type Board = Board;

    fn board(&self, state: &State) -> Board {
        let playing = state.stage == Stage::Playing;
        Board {
            stage: match state.stage {
                Stage::Naming => StageName::Naming,
                Stage::Undealt => StageName::Dealing,
                Stage::Choosing => StageName::Choosing,
                Stage::Playing => StageName::Playing,
                Stage::Met | Stage::Repeated | Stage::Capped => StageName::Over,
            },
            tiles: Square::dealt().filter_map(|square| self.tile_view(state, square)).collect(),
            players: self.letters.iter().map(|letter| self.player_view(state, *letter)).collect(),
            named: state.names.iter().copied().filter(|number| *number != 0).collect(),
            turn: state.round + 1,
            turn_cap: self.options.turn_cap,
            end_chips: self.options.end_chips,
            mover: playing.then(|| LetterName::of(self.mover(state))),
            diagonal: playing && self.is_lowest(state),
        }
    }

    fn left(&self, state: &State) -> Vec<Left> {
        let chips = |letter: &Letter| {
            let seat = state.holder(*letter)?;
            Some(Left::of(seat, "chips", CHIPS - state.board.walker(*letter).count()))
        };
        let mut left: Vec<Left> = self.letters.iter().filter_map(chips).collect();
        left.sort_by_key(|left| left.seat);
        let turns = u32::from(self.options.turn_cap.saturating_sub(state.round));
        left.push(Left::common("turns", turns));
        left
    }

    fn themes(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        self.themes_of(state, seat, line)
    }

    fn phrases(&self, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
        let Some(&mv @ Move::Step(to)) = moves.first() else { return Vec::new() };
        let letter = self.mover(state);
        let sentence = if state.has_chip(letter, to) { &texts::DO_REMOVE } else { &texts::DO_PLACE };
        let mut said = vec![sentence.with(&[("to", &to)])];
        if let Some(gain) = self.gain(state, seat, mv).filter(|gain| *gain != 0) {
            said.push(texts::DO_SCORE.with(&[("change", &format!("{gain:+}"))]));
        }
        said
    }

    fn parts(&self, _: &State, _: Seat, mv: Move) -> Vec<Part> {
        vec![match mv {
            Move::Name(number) => Part::word("number", number),
            Move::Take(letter) => Part::thing("letter", letter, letter.start()),
            Move::Step(to) => Part::place("to", to),
        }]
    }

    fn gain(&self, state: &State, seat: Seat, mv: Move) -> Option<i32> {
        let Move::Step(_) = mv else { return None };
        let mut after = state.clone();
        self.apply(&mut after, seat, mv);
        Some(self.seat_scores(&after)[seat] - self.seat_scores(state)[seat])
    }

    fn touched(&self, before: &State, event: &Event<Self>) -> Vec<String> {
        let Event::Act(choices) = event else { return Vec::new() };
        let from = |mv: &Move| matches!(mv, Move::Step(_)).then(|| pawn_to_move(self, before)).flatten();
        let mut touched = Vec::new();
        for (seat, mv) in choices {
            touched.extend(from(mv));
            touched.extend(self.parts(before, *seat, *mv).into_iter().filter_map(|part| part.place));
        }
        touched
    }
}

/// Where the pawn to move stands.
fn pawn_to_move(game: &Breadcrumbs, state: &State) -> Option<String> {
    state.pawn(game.mover(state)).map(|square| square.to_string())
}
