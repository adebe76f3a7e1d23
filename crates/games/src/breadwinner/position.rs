//! A position is a line of `key=value` words that leaves out what is empty and what follows from the rest: dice
//! that are not bots are in the pile, loaves that no player has in the centre, chips that are named nowhere are the
//! unseen ones of the present pile. What is not written cannot contradict the rest.
//!
//! ```text
//! phase=map seat=1 start=2 round=7 loaves=3,0 D1=1Lo a=1Ha7!+2Dr+poison c=crop 1f2=So discard=1,3
//! ```

use super::chips::{self, Values};
use super::map::{Tile, TileSet};
use super::notation::{faces_text, read_faces};
use super::pieces::{Bot, Factory, Kind, Piece};
use super::state::{Cause, DICE, LOAVES, Reveal, Stage, State};
use super::{Breadwinner, texts};
use breadboard_core::{Refusal, Seat, Text, refusals};
use std::collections::BTreeMap;

const PHASES: [(&str, Stage); 7] = [
    ("starter", Stage::Starter),
    ("map", Stage::Map),
    ("factories", Stage::Factories),
    ("roll", Stage::Roll),
    ("build", Stage::Build),
    ("recall", Stage::Recall),
    ("over", Stage::Over),
];

pub(super) fn write(state: &State) -> String {
    let mut words = Vec::new();
    let phase = PHASES.iter().find(|(_, stage)| *stage == state.stage).map_or("over", |(name, _)| *name);
    words.push(format!("phase={phase}"));
    if state.stage == Stage::Starter {
        return words.remove(0);
    }
    words.push(format!("seat={} start={} round={}", state.mover, state.starter, state.round));
    if let Some(Reveal { tile, cause }) = state.reveal {
        words.push(format!("{}={tile}", cause_key(cause)));
    }
    if state.stage == Stage::Build {
        words.push(format!("rolled={}", faces_text(&state.rolled, ",")));
    }
    if state.free > 0 {
        words.push(format!("free={}", state.free));
    }
    if state.loaves != [0, 0] {
        words.push(format!("loaves={},{}", state.loaves[0], state.loaves[1]));
    }
    for tile in Tile::ALL {
        let mut things: Vec<String> = state.on(tile).map(|piece| piece.to_string()).collect();
        if let Some(land) = tile.land() {
            let crop = state.chips.land[land];
            if !crop.is_empty() && crop == state.chips.pile {
                things.push("crop".to_owned());
            } else if !crop.is_empty() {
                things.push(format!("crop{crop}"));
            }
        }
        if state.poison.contains(tile) {
            things.push("poison".to_owned());
        }
        if !things.is_empty() {
            words.push(format!("{tile}={}", things.join("+")));
        }
    }
    for seat in Seat::all(2) {
        for at in Factory::ALL {
            if let Some(kind) = state.factories[seat.index()][at.index()] {
                words.push(format!("{seat}f{at}={}", kind.short()));
            }
        }
    }
    if !state.chips.discard.is_empty() {
        words.push(format!("discard={}", state.chips.discard));
    }
    words.join(" ")
}

const fn cause_key(cause: Cause) -> &'static str {
    match cause {
        Cause::Harvest => "harvesting",
        Cause::Poison => "poisoning",
    }
}

pub(super) fn read(game: &Breadwinner, text: &str) -> Result<State, Refusal> {
    let (mut state, of_pile, loads) = parse(text).map_err(|reason| refusals::unreadable_position(&reason))?;
    share_out_chips(&mut state, of_pile, loads)?;
    count_dice(&mut state)?;
    possible(game, &state)?;
    Ok(state)
}

/// The rules forbid what the text says.
const fn illegal<T>(ruling: &'static str, reason: Text) -> Result<T, Refusal> {
    Err(Refusal::Illegal(ruling, reason))
}

/// The game's own text forbids it, and no ruling is behind it.
const fn against_text<T>(reason: Text) -> Result<T, Refusal> {
    Err(Refusal::AgainstRules(reason))
}

/// The words of a position, each key once; keys that are never read are an error.
struct Words<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Words<'a> {
    fn read(text: &'a str) -> Result<Words<'a>, String> {
        let mut words = BTreeMap::new();
        for word in text.split_whitespace() {
            let Some((key, value)) = word.split_once('=') else {
                return Err(format!("\"{}\" is no key=value", refusals::clip(word)));
            };
            if words.insert(key, value).is_some() {
                return Err(format!("{} stands there twice", refusals::clip(key)));
            }
        }
        Ok(Words(words))
    }

    /// The value of a key, read; `default` without the key.
    fn take<T>(
        &mut self,
        key: &str,
        default: T,
        wanted: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, String> {
        let Some(value) = self.0.remove(key) else { return Ok(default) };
        read(value).ok_or_else(|| format!("{key} is {wanted}, not \"{}\"", refusals::clip(value)))
    }
}

/// What the words say: the state without the dice in the piles and without the chips of the present pile, the tiles with
/// such a chip, and the loads.
fn parse(text: &str) -> Result<(State, TileSet, Values), String> {
    let mut words = Words::read(text)?;
    let mut state = State::START;
    let names = PHASES.map(|(name, _)| name).join(", ");
    let stage = words.take("phase", None, &names, |value| {
        PHASES.iter().find(|(name, _)| *name == value).map(|(_, stage)| Some(*stage))
    })?;
    state.stage = stage.ok_or_else(|| format!("phase= is missing: {names}"))?;
    let seat = |value| Seat::from_number(value).filter(|seat| seat.index() < 2);
    state.mover = words.take("seat", Seat::FIRST, "1 or 2", seat)?;
    state.starter = words.take("start", Seat::FIRST, "1 or 2", seat)?;
    state.round = words.take("round", 1, "a number from 1", |value| small(value, 255))?;
    for cause in [Cause::Harvest, Cause::Poison] {
        let tile = words.take(cause_key(cause), None, "a Land", |value| Tile::read(value).map(Some))?;
        if tile.is_some() && state.reveal.is_some() {
            return Err("harvesting and poisoning cannot go on at once".to_owned());
        }
        state.reveal = tile.map(|tile| Reveal { tile, cause }).or(state.reveal);
    }
    state.rolled = words.take("rolled", [0; 6], "faces of at most eight dice, as 1,1,6", |value| {
        if value.is_empty() { Some([0; 6]) } else { read_faces(value.split(',')) }
    })?;
    state.free = words.take("free", 0, "1 or 2", |value| small(value, 2))?;
    state.loaves = words.take("loaves", [0; 2], "the loaves of both seats, as 3,4", |value| {
        let (one, two) = value.split_once(',')?;
        Some([small(one, LOAVES)?, small(two, LOAVES)?])
    })?;
    // Crops of the present pile are known by having no values; the pile is what is left when all is read.
    let mut of_pile = TileSet::EMPTY;
    let mut seen = Values::NONE;
    for tile in Tile::ALL {
        if let Some(value) = words.0.remove(tile.name()) {
            for thing in value.split('+') {
                read_thing(&mut state, tile, thing, &mut of_pile, &mut seen)?;
            }
        }
    }
    for seat in Seat::all(2) {
        for at in Factory::ALL {
            let kind = words.take(&format!("{seat}f{at}"), None, "Dr, Ha, Lo, So or Sh", |value| {
                Kind::read(value).map(Some)
            })?;
            state.factories[seat.index()][at.index()] = kind;
        }
    }
    state.chips.discard = words.take("discard", Values::NONE, "crop values, as 1,4", read_values)?;
    if let Some(key) = words.0.keys().next() {
        return Err(format!("{}= means nothing here", refusals::clip(key)));
    }
    Ok((state, of_pile, seen))
}

/// A number without sign or leading zeros.
fn small(text: &str, most: u8) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number <= most && number.to_string() == text).then_some(number)
}

fn read_values(text: &str) -> Option<Values> {
    let mut values = Values::NONE;
    for word in text.split(',') {
        let value = chips::read_value(word)?;
        if values.contains(value) {
            return None;
        }
        values = values.with(Values::only(value));
    }
    Some(values)
}

/// One thing on a tile: `1Dr`, `2Ha7!`, `crop`, `crop7`, `crop2,9`, `poison`.
fn read_thing(
    state: &mut State,
    tile: Tile,
    thing: &str,
    of_pile: &mut TileSet,
    seen: &mut Values,
) -> Result<(), String> {
    let twice = || Err(format!("{tile} has two of {}", refusals::clip(thing)));
    if thing == "poison" {
        if state.poison.contains(tile) {
            return twice();
        }
        state.poison = state.poison | TileSet::of(&[tile]);
        return Ok(());
    }
    if let Some(values) = thing.strip_prefix("crop") {
        let Some(land) = tile.land() else { return Err(format!("a crop on {tile}, which is no Land")) };
        if of_pile.contains(tile) || !state.chips.land[land].is_empty() {
            return twice();
        }
        if values.is_empty() {
            *of_pile = *of_pile | TileSet::of(&[tile]);
        } else {
            state.chips.land[land] = read_values(values)
                .ok_or_else(|| format!("\"{}\" are no values of a crop", refusals::clip(values)))?;
        }
        return Ok(());
    }
    let unknown = || format!("\"{}\" on {tile} is no bot, crop or poison", refusals::clip(thing));
    let (bot, used) = thing.strip_suffix('!').map_or((thing, false), |bot| (bot, true));
    let owner = bot.get(..1).and_then(Seat::from_number).filter(|seat| seat.index() < 2);
    let bot = bot.get(1..).and_then(Bot::read).ok_or_else(unknown)?;
    if state.on(tile).count() == 2 {
        return Err(format!("{tile} has more than two bots"));
    }
    if bot.load > 0 {
        if seen.contains(bot.load) {
            return Err(format!("the crop {} is in two places", bot.load));
        }
        *seen = seen.with(Values::only(bot.load));
    }
    state.put(tile, Piece::new(owner.ok_or_else(unknown)?, bot).used(used));
    Ok(())
}

/// Divides the ten values among loads, discard, older pools and the present pile.
fn share_out_chips(state: &mut State, of_pile: TileSet, loads: Values) -> Result<(), Refusal> {
    let mut taken = loads;
    let mut claim = |values: Values| {
        if values.meets(taken) {
            return against_text(texts::AT_TWO_PLACES.with(&[("values", &values)]));
        }
        taken = taken.with(values);
        Ok(())
    };
    claim(state.chips.discard)?;
    for (i, &pool) in state.chips.land.iter().enumerate() {
        if pool.is_empty() || state.chips.land[..i].contains(&pool) {
            continue;
        }
        claim(pool)?;
        // The pile it came from is used up: each of its unseen values is on some Land.
        if state.chips.planted(pool) != pool.len() {
            return against_text(texts::AT_POOL.with(&[("values", &pool), ("count", &pool.len())]));
        }
    }
    state.chips.pile = Values::ALL.without(taken);
    let planted = of_pile.count() as u32;
    if planted > state.chips.pile.len() {
        return against_text(texts::AT_MORE_CROPS.plain());
    }
    for land in of_pile.filter_map(Tile::land) {
        state.chips.land[land] = state.chips.pile;
    }
    if planted == state.chips.pile.len() {
        state.chips.pile = Values::NONE;
    }
    Ok(())
}

/// W17: dice that are not bots are in the pile.
fn count_dice(state: &mut State) -> Result<(), Refusal> {
    for seat in Seat::all(2) {
        let on_map = Tile::ALL.iter().map(|&tile| state.bots_of(seat, tile).count()).sum::<usize>();
        let waiting = state.factories[seat.index()].iter().flatten().count();
        let bots = u8::try_from(on_map + waiting).unwrap_or(u8::MAX);
        let Some(left) = DICE.checked_sub(bots) else {
            return against_text(texts::AT_BOTS.with(&[("seat", &seat), ("bots", &bots), ("dice", &DICE)]));
        };
        state.dice[seat.index()] = left;
    }
    Ok(())
}

type Impossible = Result<(), Refusal>;

/// Refuses positions that no game can reach.
fn possible(game: &Breadwinner, state: &State) -> Impossible {
    if state.stage == Stage::Starter {
        return if *state == State::START { Ok(()) } else { illegal("W1", texts::AT_FIRST.plain()) };
    }
    possible_map(game, state)?;
    possible_score(game, state)?;
    if state.round == 1 {
        // The other seat has built only if it was first; who moves has not before the roll.
        let built = |seat: Seat| state.dice[seat.index()] < DICE;
        let early = matches!(state.stage, Stage::Map | Stage::Factories | Stage::Roll) && built(state.mover)
            || state.mover == state.starter && built(state.mover.other());
        let mut first = State { dice: state.dice, factories: state.factories, ..State::START };
        (first.rolled, first.free) = (state.rolled, state.free);
        (first.stage, first.mover, first.starter) = (state.stage, state.mover, state.starter);
        if *state != first || early {
            return illegal("W19", texts::AT_ROUND_1.plain());
        }
    }
    match state.reveal {
        Some(reveal) => possible_reveal(game, state, reveal)?,
        None if state.is_phase_over() => {
            let reason = texts::AT_PHASE_OVER.with(&[("seat", &state.mover)]);
            // W24: without an empty factory nothing is rolled.
            let full = state.stage == Stage::Roll && state.dice[state.mover.index()] > 0;
            return illegal(if full { "W24" } else { "W9" }, reason);
        }
        None => {}
    }
    possible_roll(state)
}

fn possible_map(game: &Breadwinner, state: &State) -> Impossible {
    for tile in Tile::ALL {
        for seat in Seat::all(2) {
            let shields = state.bots_of(seat, tile).filter(|bot| bot.kind == Kind::Shield).count();
            if shields > 0 && state.bots_of(seat.other(), tile).count() > 0 {
                return against_text(texts::AT_SHIELD_RIVAL.with(&[("tile", &tile)]));
            }
            if shields > 1 {
                return against_text(texts::AT_TWO_SHIELDS.with(&[("tile", &tile)]));
            }
            if shields > 0 && game.options.no_delivery_block && tile == Tile::delivery(seat.other()) {
                return illegal("W6", texts::AT_SHIELD_DELIVERY.plain());
            }
        }
        if state.poison.contains(tile) {
            let Some(land) = tile.land() else {
                return against_text(texts::AT_POISON.with(&[("tile", &tile)]));
            };
            let pending = state.reveal == Some(Reveal { tile, cause: Cause::Poison });
            if !state.chips.land[land].is_empty() && !game.options.crop_survives && !pending {
                return illegal("W14", texts::AT_CROP_POISON.with(&[("tile", &tile)]));
            }
        }
        for piece in state.on(tile).filter(|piece| piece.is_used()) {
            if state.stage != Stage::Map || !piece.is_of(state.mover) {
                return illegal("W9", texts::AT_USED.with(&[("piece", &piece)]));
            }
        }
    }
    Ok(())
}

fn possible_score(game: &Breadwinner, state: &State) -> Impossible {
    let (cap, goal) = (game.options.round_cap, game.options.loaves_to_win);
    if state.loaves.iter().sum::<u8>() > LOAVES {
        return illegal("W20", texts::AT_LOAVES.with(&[("loaves", &LOAVES)]));
    }
    if !(1..=cap).contains(&state.round) {
        return illegal("W21", texts::AT_ROUNDS.with(&[("cap", &cap)]));
    }
    let won = |seat: Seat| state.loaves[seat.index()] >= goal;
    let last_turn = state.round == cap && state.mover != state.starter;
    if won(state.mover.other()) || won(state.mover) && state.stage != Stage::Over {
        return illegal("W21", texts::AT_WON.with(&[("loaves", &goal)]));
    }
    if state.stage == Stage::Over && !won(state.mover) && !last_turn {
        return illegal("W21", texts::AT_NOT_WON.plain());
    }
    Ok(())
}

fn possible_reveal(game: &Breadwinner, state: &State, Reveal { tile, cause }: Reveal) -> Impossible {
    let Some(land) = tile.land() else { return against_text(texts::AT_NO_LAND.with(&[("tile", &tile)])) };
    if state.chips.land[land].len() < 2 {
        return illegal("W16", texts::AT_NO_CROP.with(&[("tile", &tile)]));
    }
    match cause {
        Cause::Harvest => {
            let harvester = Piece::new(state.mover, Bot::empty(Kind::Harvester));
            if state.stage != Stage::Map || !state.on(tile).any(|piece| piece == harvester) {
                return illegal("W7", texts::AT_HARVEST.with(&[("tile", &tile)]));
            }
        }
        Cause::Poison => {
            let time = matches!(state.stage, Stage::Map | Stage::Factories);
            // The Locust had its place on the tile a moment ago, no Shield beside it, and is a die now.
            let left = state.on(tile).count() < 2
                && !state.on(tile).any(|piece| piece.is_kind(Kind::Shield))
                && state.dice[state.mover.index()] > 0;
            if !time || game.options.crop_survives || !state.poison.contains(tile) || !left {
                return illegal("W14", texts::AT_POISONING.with(&[("tile", &tile)]));
            }
        }
    }
    Ok(())
}

fn possible_roll(state: &State) -> Impossible {
    let dice = state.rolled.iter().sum::<u8>();
    if state.stage != Stage::Build {
        return if dice + state.free == 0 { Ok(()) } else { against_text(texts::AT_NO_ROLL.plain()) };
    }
    if dice != state.dice[state.mover.index()] {
        return illegal(
            "W17",
            texts::AT_ROLL.with(&[("dice", &dice), ("pile", &state.dice[state.mover.index()])]),
        );
    }
    // W18: as many sixes as there were before some were spent on bots, which are in factories now.
    let built = state.factories[state.mover.index()].iter().flatten().count() as u8;
    let spent = |used: u8| (state.rolled[5] + used) / 3 == state.free + used;
    if !(0..=built.min(2)).any(spent) {
        return illegal("W18", texts::AT_SIXES.with(&[("sixes", &state.rolled[5]), ("free", &state.free)]));
    }
    Ok(())
}
