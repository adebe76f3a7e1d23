//! Moves as `Dr a>c`, `So a>c pulse Sh`, `Lo f3>D1>a>b melt`, `build 2@3`, `recall Dr c`, `end`. A move from a
//! factory is written with the shortest open way, and read with any open way or with none: `Lo f3>b melt`.

use super::chips;
use super::map::Tile;
use super::moves::{Act, Move, Place};
use super::pieces::{Bot, Factory, Kind};
use super::state::{Stage, State};
use super::{Breadwinner, Chance, position, texts};
use breadboard_core::{Notation, Refusal, Seat, refusals};

const MOVES: &str = "write Dr a>c, Dr a plant, Ha7 a>D1 unload, So f3>D1>a pulse Sh, build 2@3, build 2*@3, \
                     recall Dr c or end";
const CHANCES: &str = "write seat 1 starts, roll 1 1 3 6 or crop 7";

impl Notation for Breadwinner {
    fn write_move(&self, state: &State, seat: Seat, mv: Move) -> String {
        self.move_text(state, seat, mv)
    }

    fn read_move(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Refusal> {
        self.move_from(state, seat, text)
    }

    fn write_position(&self, state: &State) -> String {
        position::write(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        position::read(self, text)
    }
}

impl Breadwinner {
    pub(super) fn move_text(&self, state: &State, seat: Seat, mv: Move) -> String {
        match mv {
            Move::End => "end".to_owned(),
            Move::Build { kind, free, at } => {
                format!("build {}{}@{at}", kind.face(), if free { "*" } else { "" })
            }
            Move::Recall { bot, from } => format!("recall {bot} {from}"),
            Move::Use { bot, from, to, act } => {
                let mut text = format!("{bot} {from}");
                let way = match (from, to) {
                    (Place::Factory(factory), Some(to)) => {
                        self.route(state, seat, bot.kind, factory, to).unwrap_or_else(|| vec![to])
                    }
                    (Place::Tile(_), Some(to)) => vec![to],
                    (_, None) => Vec::new(),
                };
                for tile in way {
                    text.push('>');
                    text.push_str(tile.name());
                }
                if let Some(act) = act {
                    text.push(' ');
                    text.push_str(act.word());
                    if let Act::Pulse(target) = act {
                        text.push_str(&format!(" {target}"));
                    }
                }
                text
            }
        }
    }

    pub(super) fn move_from(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Refusal> {
        let unreadable = || refusals::unreadable_move(text, MOVES);
        let plain = as_written(text);
        let words: Vec<&str> = plain.split(' ').collect();
        let (bot, way, act) = match words[..] {
            [bot, way, "pulse"] => {
                (bot, way, Some(Act::Pulse(only_target(state, seat, way).ok_or_else(unreadable)?)))
            }
            ["end"] => return Ok(Move::End),
            ["build", what] => return read_build(what).ok_or_else(unreadable),
            ["recall", bot, from] => {
                let (bot, from) = (Bot::read(bot), read_place(from));
                return bot.zip(from).map(|(bot, from)| Move::Recall { bot, from }).ok_or_else(unreadable);
            }
            [bot, way] => (bot, way, None),
            [bot, way, "pulse", target] => {
                (bot, way, Some(Act::Pulse(Bot::read(target).ok_or_else(unreadable)?)))
            }
            [bot, way, word] => (bot, way, Some(read_act(word).ok_or_else(unreadable)?)),
            _ => return Err(unreadable()),
        };
        let bot = Bot::read(bot).ok_or_else(unreadable)?;
        let mut stops = way.split('>');
        let from = stops.next().and_then(read_place).ok_or_else(unreadable)?;
        let way: Vec<Tile> = stops.map(Tile::read).collect::<Option<_>>().ok_or_else(unreadable)?;
        match (from, &way[..]) {
            (Place::Tile(_), [_, _, ..]) => {
                return Err(Refusal::AgainstRules(texts::ONE_STEP.plain()));
            }
            // The move itself has no way, so a way that is blocked is refused here; but out of its phase a bot
            // goes no way at all, and that is for `check` to say.
            (Place::Factory(factory), [_, _, ..]) if state.stage == Stage::Factories => {
                self.may_walk(state, seat, bot.kind, factory, &way)?;
            }
            _ => {}
        }
        Ok(Move::Use { bot, from, to: way.last().copied(), act })
    }
}

/// The text with the capitals and blanks of the notation: bots begin with a capital, and so do the Deliveries, which
/// end in a number; Lands and words do not.
fn as_written(text: &str) -> String {
    let mut lower = text.to_ascii_lowercase();
    // Blanks around the signs within a word.
    for sign in [">", "@"] {
        lower = lower.split(sign).map(str::trim).collect::<Vec<_>>().join(sign);
    }
    let word = |word: &str| {
        let bot = word.get(..1).zip(word.get(1..)).map(|(first, rest)| first.to_ascii_uppercase() + rest);
        match bot.filter(|bot| Bot::read(bot).is_some()) {
            Some(bot) => bot,
            None => word
                .split('>')
                .map(|stop| if stop.len() == 2 { stop.replace('d', "D") } else { stop.to_owned() })
                .collect::<Vec<_>>()
                .join(">"),
        }
    };
    lower.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// The bot that a pulse at the end of a way would hit, if there is only one: a rival Shield, else the only rival bot.
fn only_target(state: &State, seat: Seat, way: &str) -> Option<Bot> {
    let tile = Tile::read(way.rsplit('>').next()?)?;
    let mut rivals: Vec<Bot> = state.bots_of(seat.other(), tile).collect();
    if let Some(&shield) = rivals.iter().find(|bot| bot.kind == Kind::Shield) {
        return Some(shield);
    }
    rivals.dedup();
    if let [only] = rivals[..] { Some(only) } else { None }
}

fn read_place(text: &str) -> Option<Place> {
    match text.strip_prefix('f') {
        Some(number) => Factory::read(number).map(Place::Factory),
        None => Tile::read(text).map(Place::Tile),
    }
}

fn read_act(word: &str) -> Option<Act> {
    let acts = [Act::Plant, Act::Restore, Act::Harvest, Act::Steal, Act::Unload, Act::Poison, Act::Melt];
    acts.into_iter().find(|act| act.word() == word)
}

fn read_build(text: &str) -> Option<Move> {
    let (what, at) = text.split_once('@')?;
    let (face, free) = what.strip_suffix('*').map_or((what, false), |face| (face, true));
    let kind = Kind::ALL.into_iter().find(|kind| kind.face().to_string() == face)?;
    Some(Move::Build { kind, free, at: Factory::read(at)? })
}

pub(super) fn chance_text(chance: Chance) -> String {
    match chance {
        Chance::Starter(seat) => format!("seat {seat} starts"),
        Chance::Roll(faces) => format!("roll {}", faces_text(&faces, " ")),
        Chance::Crop(value) => format!("crop {value}"),
    }
}

pub(super) fn chance_from(text: &str) -> Result<Chance, Refusal> {
    let unreadable = || refusals::unreadable_chance(text, CHANCES);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["seat", seat, "starts"] => {
            Seat::from_number(seat).filter(|seat| seat.index() < 2).map(Chance::Starter)
        }
        ["crop", value] => chips::read_value(value).map(Chance::Crop),
        ["roll", ref faces @ ..] => read_faces(faces.iter().copied()).map(Chance::Roll),
        _ => None,
    }
    .ok_or_else(unreadable)
}

/// Each die's face in rising order.
pub(super) fn faces_text(faces: &[u8; 6], between: &str) -> String {
    let dice = (1..).zip(faces).flat_map(|(face, &count)| (0..count).map(move |_: u8| face));
    dice.map(|face: u8| face.to_string()).collect::<Vec<_>>().join(between)
}

/// Counts the faces of at most as many dice as a seat has.
pub(super) fn read_faces<'a>(words: impl Iterator<Item = &'a str>) -> Option<[u8; 6]> {
    let mut faces = [0u8; 6];
    for word in words {
        let face = ["1", "2", "3", "4", "5", "6"].iter().position(|&digit| digit == word)?;
        faces[face] += 1;
        if faces.iter().sum::<u8>() > super::state::DICE {
            return None;
        }
    }
    Some(faces)
}
