//! Tiles and factories are places with names where bots stand, and a crop lists the values it may still have: what
//! both players could work out is sent to them.

use super::Breadwinner;
use super::chips::Values;
use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::phrases::phrases;
use super::pieces::{Bot, Factory, Kind, Piece};
use super::state::{Cause, Stage, State};
use crate::views::{Left, Part, Views};
use breadboard_core::{Event, Rules as _, Seat, Template, Text};
use serde::Serialize;

/// The board of Breadwinner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Board))]
pub struct Board {
    /// What happens now.
    phase: Stage,
    /// Whose turn it is; none before the first.
    #[cfg_attr(feature = "schema", schema(required))]
    mover: Option<u8>,
    round: u8,
    round_cap: u8,
    loaves_to_win: u8,
    tiles: Vec<TileView>,
    factories: Vec<FactoryView>,
    players: Vec<PlayerView>,
    /// Loaves that no player has.
    centre: u8,
    /// The dice that were rolled and are not built yet, face by face.
    rolled: Vec<u8>,
    /// Bots that Research & Development still gives.
    free: u8,
    /// The chip that is being turned up.
    #[cfg_attr(feature = "schema", schema(required))]
    reveal: Option<RevealView>,
    /// The crop chips in the pile.
    pile: PileView,
    /// The values in the discard.
    discard: Vec<u8>,
}

/// One tile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Tile))]
struct TileView {
    at: &'static str,
    /// Whose Delivery it is; none for Land.
    #[cfg_attr(feature = "schema", schema(required))]
    delivery: Option<u8>,
    /// The tiles one step away.
    neighbours: Vec<&'static str>,
    poison: bool,
    #[cfg_attr(feature = "schema", schema(required))]
    crop: Option<CropView>,
    bots: Vec<BotView>,
}

/// A crop chip on Land.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Crop))]
struct CropView {
    /// Its value, if both players know it.
    #[cfg_attr(feature = "schema", schema(required))]
    value: Option<u8>,
    /// The values it may have.
    may_be: Vec<u8>,
}

/// What a bot is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::KindName))]
enum KindName {
    Drone,
    Harvester,
    Locust,
    Soldier,
    Shield,
}

impl KindName {
    const fn of(kind: Kind) -> KindName {
        match kind {
            Kind::Drone => KindName::Drone,
            Kind::Harvester => KindName::Harvester,
            Kind::Locust => KindName::Locust,
            Kind::Soldier => KindName::Soldier,
            Kind::Shield => KindName::Shield,
        }
    }
}

/// One bot on the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Bot))]
struct BotView {
    seat: u8,
    kind: KindName,
    face: u8,
    /// The value of the chip it carries.
    #[cfg_attr(feature = "schema", schema(required))]
    load: Option<u8>,
    /// Whether it has moved or acted in this phase.
    used: bool,
}

/// One factory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Factory))]
struct FactoryView {
    at: String,
    seat: u8,
    /// How many tiles a bot goes from it.
    number: u8,
    #[cfg_attr(feature = "schema", schema(required))]
    bot: Option<KindName>,
    #[cfg_attr(feature = "schema", schema(required))]
    face: Option<u8>,
}

/// One player's things.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Player))]
struct PlayerView {
    seat: u8,
    loaves: u8,
    /// Dice in the pile.
    dice: u8,
}

/// A chip that is turned up now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Reveal))]
struct RevealView {
    at: &'static str,
    /// Why.
    cause: CauseName,
}

/// Why a chip is turned up.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::CauseName))]
enum CauseName {
    Harvest,
    Poison,
}

/// The pile of crop chips.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = breadwinner::Pile))]
struct PileView {
    count: u32,
    /// The values of this pile that no player has seen, including those planted from it.
    unseen: Vec<u8>,
}

/// A factory's name on the board, where both seats have four.
fn factory_name(seat: Seat, factory: Factory) -> String {
    format!("{seat}f{factory}")
}

fn place_name(seat: Seat, place: Place) -> String {
    match place {
        Place::Tile(tile) => tile.to_string(),
        Place::Factory(factory) => factory_name(seat, factory),
    }
}

fn crop_view(crop: Values) -> Option<CropView> {
    (!crop.is_empty()).then(|| CropView { value: crop.single(), may_be: crop.iter().collect() })
}

fn bot_view(piece: Piece) -> Option<BotView> {
    let bot = piece.bot()?;
    let seat = if piece.is_of(Seat::FIRST) { Seat::FIRST } else { Seat::SECOND };
    Some(BotView {
        seat: seat.number(),
        kind: KindName::of(bot.kind),
        face: bot.kind.face(),
        load: (bot.load > 0).then_some(bot.load),
        used: piece.is_used(),
    })
}

fn tile_view(state: &State, tile: Tile) -> TileView {
    let delivery = Seat::all(2).find(|seat| Tile::delivery(*seat) == tile);
    TileView {
        at: tile.name(),
        delivery: delivery.map(Seat::number),
        neighbours: tile.neighbours().map(Tile::name).collect(),
        poison: state.poison.contains(tile),
        crop: tile.land().and_then(|land| crop_view(state.chips.land[land])),
        bots: state.on(tile).filter_map(bot_view).collect(),
    }
}

fn factory_view(state: &State, seat: Seat, factory: Factory) -> FactoryView {
    let kind: Option<Kind> = state.factories[seat.index()][factory.index()];
    FactoryView {
        at: factory_name(seat, factory),
        seat: seat.number(),
        number: factory.number(),
        bot: kind.map(KindName::of),
        face: kind.map(Kind::face),
    }
}

/// A bot is named with its place: two alike may stand in different ones.
fn bot_part(seat: Seat, bot: Bot, from: Place) -> Part {
    Part::thing("bot", format!("{bot} {from}"), place_name(seat, from))
}

impl Views for Breadwinner {
    type Board = Board;

    fn board(&self, state: &State) -> Board {
        let factories =
            Seat::all(2).flat_map(|seat| Factory::ALL.map(|factory| factory_view(state, seat, factory)));
        let faces = (1..).zip(state.rolled).flat_map(|(face, count)| (0..count).map(move |_| face));
        Board {
            phase: state.stage,
            mover: (state.stage != Stage::Starter).then_some(state.mover.number()),
            round: state.round,
            round_cap: self.options().round_cap,
            loaves_to_win: self.options().loaves_to_win,
            tiles: Tile::ALL.map(|tile| tile_view(state, tile)).into(),
            factories: factories.collect(),
            players: Seat::all(2)
                .map(|seat| PlayerView {
                    seat: seat.number(),
                    loaves: state.loaves[seat.index()],
                    dice: state.dice[seat.index()],
                })
                .collect(),
            centre: state.centre(),
            rolled: faces.collect(),
            free: state.free,
            reveal: state.reveal.map(|reveal| RevealView {
                at: reveal.tile.name(),
                cause: match reveal.cause {
                    Cause::Harvest => CauseName::Harvest,
                    Cause::Poison => CauseName::Poison,
                },
            }),
            pile: PileView { count: state.chips.pile_len(), unseen: state.chips.pile.iter().collect() },
            discard: state.chips.discard.iter().collect(),
        }
    }

    fn left(&self, state: &State) -> Vec<Left> {
        let mut left = vec![
            Left::common("loaves", state.centre().into()),
            Left::common("crops", state.chips.pile_len()),
            Left::common("rounds", u32::from(self.options().round_cap.saturating_sub(state.round)) + 1),
        ];
        left.extend(Seat::all(2).map(|seat| Left::of(seat, "dice", state.dice[seat.index()].into())));
        left
    }

    fn themes(&self, state: &State, seat: Seat, line: &[Move]) -> Vec<&'static Template> {
        self.themes_of(state, seat, line)
    }

    fn phrases(&self, state: &State, seat: Seat, moves: &[Move]) -> Vec<Text> {
        phrases(self, state, seat, moves)
    }

    fn parts(&self, _: &State, seat: Seat, mv: Move) -> Vec<Part> {
        match mv {
            Move::End => vec![Part::word("word", "end")],
            Move::Build { kind, free, at } => vec![
                Part::word("face", format!("{}{}", kind.face(), if free { "*" } else { "" })),
                Part::place("factory", factory_name(seat, at)),
            ],
            Move::Recall { bot, from } => vec![bot_part(seat, bot, from), Part::word("action", "recall")],
            Move::Use { bot, from, to, act } => {
                let mut parts = vec![bot_part(seat, bot, from)];
                parts.extend(to.map(|tile| Part::place("to", tile)));
                if let Some(act) = act {
                    let place = to.map_or_else(|| place_name(seat, from), |tile| tile.to_string());
                    parts.push(Part::word("action", act.word()));
                    if let Act::Pulse(target) = act {
                        parts.push(Part::thing("target", target, place));
                    }
                }
                parts
            }
        }
    }

    fn turn_key(&self, state: &State) -> u32 {
        if state.stage == Stage::Starter {
            0
        } else {
            u32::from(state.round) * 2 + u32::from(state.mover.number())
        }
    }

    fn touched(&self, before: &State, event: &Event<Self>) -> Vec<String> {
        match event {
            Event::Chance(_) => before.reveal.iter().map(|reveal| reveal.tile.to_string()).collect(),
            Event::Act(choices) => {
                let parts = choices.iter().flat_map(|&(seat, mv)| self.parts(before, seat, mv));
                let mut places: Vec<String> = parts.filter_map(|part| part.place).collect();
                places.dedup();
                places
            }
        }
    }
}
