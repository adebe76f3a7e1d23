//! The reference rules, from the words of the position text: lists of bots, every candidate move tested alone, every path
//! walked step by step. No sets of tiles, no packed words, and nothing from `moves.rs` but the type of a move.

use super::super::*;
use breadboard_core::prelude::*;
use breadboard_testkit::laws::Reference;

/// A bot on a tile, as the text shows it.
#[derive(Clone, Debug, PartialEq)]
struct PlacedBot {
    owner: String,
    bot: Bot,
    used: bool,
    tile: &'static str,
}

struct Table {
    phase: String,
    seat: String,
    start: String,
    round: u8,
    pending: bool,
    rolled: Vec<u8>,
    free: u8,
    loaves: [i32; 2],
    placed: Vec<PlacedBot>,
    crops: Vec<&'static str>,
    poison: Vec<&'static str>,
    /// Owner, factory and kind.
    waiting: Vec<(String, Factory, Kind)>,
}

const NEXT_TO: [(&str, &str); 8] =
    [("D1", "a"), ("D1", "b"), ("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("c", "D2"), ("d", "D2")];

fn touch(one: &str, two: &str) -> bool {
    NEXT_TO.contains(&(one, two)) || NEXT_TO.contains(&(two, one))
}

fn is_land(tile: &str) -> bool {
    ["a", "b", "c", "d"].contains(&tile)
}

impl Table {
    fn read(game: &Breadwinner, state: &State) -> Table {
        let text = game.write_position(state);
        let mut table = Table {
            phase: String::new(),
            seat: "1".to_owned(),
            start: "1".to_owned(),
            round: 1,
            pending: false,
            rolled: Vec::new(),
            free: 0,
            loaves: [0, 0],
            placed: Vec::new(),
            crops: Vec::new(),
            poison: Vec::new(),
            waiting: Vec::new(),
        };
        for word in text.split(' ') {
            let (key, value) = word.split_once('=').unwrap();
            match key {
                "phase" => table.phase = value.to_owned(),
                "seat" => table.seat = value.to_owned(),
                "harvesting" | "poisoning" => table.pending = true,
                "rolled" => table.rolled = value.split(',').filter_map(|face| face.parse().ok()).collect(),
                "free" => table.free = value.parse().unwrap(),
                "loaves" => {
                    let (one, two) = value.split_once(',').unwrap();
                    table.loaves = [one.parse().unwrap(), two.parse().unwrap()];
                }
                "start" => table.start = value.to_owned(),
                "round" => table.round = value.parse().unwrap(),
                "discard" => {}
                _ if key.contains('f') => {
                    let (owner, number) = key.split_once('f').unwrap();
                    let kind = kind_of(value);
                    table.waiting.push((owner.to_owned(), Factory::read(number).unwrap(), kind));
                }
                _ => table.read_tile(key, value),
            }
        }
        table
    }

    fn read_tile(&mut self, key: &str, value: &str) {
        let tile = ["D1", "a", "b", "c", "d", "D2"].into_iter().find(|&name| name == key).unwrap();
        for thing in value.split('+') {
            if thing == "poison" {
                self.poison.push(tile);
            } else if thing.starts_with("crop") {
                self.crops.push(tile);
            } else {
                let (owner, rest) = thing.split_at(1);
                let (kind, load) = rest.trim_end_matches('!').split_at(2);
                let bot = Bot { kind: kind_of(kind), load: load.parse().unwrap_or(0) };
                let used = thing.ends_with('!');
                self.placed.push(PlacedBot { owner: owner.to_owned(), bot, used, tile });
            }
        }
    }

    fn here(&self, tile: &str) -> Vec<&PlacedBot> {
        self.placed.iter().filter(|piece| piece.tile == tile).collect()
    }

    fn rivals(&self, tile: &str) -> Vec<&PlacedBot> {
        self.here(tile).into_iter().filter(|piece| piece.owner != self.seat).collect()
    }

    fn rival_has(&self, tile: &str, kind: Kind) -> bool {
        self.rivals(tile).iter().any(|piece| piece.bot.kind == kind)
    }

    fn home(&self) -> &'static str {
        if self.seat == "1" { "D1" } else { "D2" }
    }

    fn may_pass(&self, kind: Kind, tile: &str) -> bool {
        let friends_only = self.rivals(tile).is_empty();
        if kind == Kind::Shield {
            return friends_only;
        }
        let room = self.here(tile).len() < 2;
        (room && !self.rival_has(tile, Kind::Shield)) || friends_only
    }

    /// Whether some way of at most `steps` further tiles leads from `at`, where the bot is passing, to `to`.
    fn finds_a_way(&self, kind: Kind, at: &str, to: &str, steps: u8) -> bool {
        if at == to {
            return true;
        }
        steps > 0
            && self.may_pass(kind, at)
            && ["D1", "a", "b", "c", "d", "D2"]
                .into_iter()
                .any(|next| touch(at, next) && self.finds_a_way(kind, next, to, steps - 1))
    }

    fn may_end(&self, game: &Breadwinner, kind: Kind, tile: &str, pulses: bool) -> bool {
        let options = game.options();
        let closed = self.here(tile).len() == 2 || self.rival_has(tile, Kind::Shield);
        if kind == Kind::Soldier && closed {
            return pulses && !options.strict_soldier;
        }
        let rival_home = if self.seat == "1" { "D2" } else { "D1" };
        let shield_ok = kind != Kind::Shield
            || self.rivals(tile).is_empty()
                && self.here(tile).iter().all(|piece| piece.bot.kind != Kind::Shield)
                && !(options.no_delivery_block && tile == rival_home);
        !closed && shield_ok
    }

    fn may_act(&self, bot: Bot, tile: &str, moved: bool, act: Act) -> bool {
        let chips_out = self.crops.len() + self.placed.iter().filter(|piece| piece.bot.load > 0).count();
        let shield = self.here(tile).iter().any(|piece| piece.bot.kind == Kind::Shield);
        let (crop, poison) = (self.crops.contains(&tile), self.poison.contains(&tile));
        match (bot.kind, act) {
            (Kind::Drone, Act::Plant) => !moved && is_land(tile) && !crop && !poison && chips_out < 10,
            (Kind::Drone, Act::Restore) => !moved && poison,
            (Kind::Harvester, Act::Harvest) => !moved && bot.load == 0 && crop,
            (Kind::Harvester, Act::Steal) => {
                !moved && bot.load == 0 && self.rivals(tile).iter().any(|piece| piece.bot.load > 0)
            }
            (Kind::Harvester, Act::Unload) => bot.load > 0 && tile == self.home(),
            (Kind::Locust, Act::Poison) => is_land(tile) && !poison && !shield,
            (Kind::Locust, Act::Melt) => self.rival_has(tile, Kind::Harvester),
            (Kind::Soldier, Act::Pulse(target)) => {
                self.rivals(tile).iter().any(|piece| piece.bot == target)
                    && (target.kind == Kind::Shield || !self.rival_has(tile, Kind::Shield))
            }
            _ => false,
        }
    }

    /// What a bot may do on a tile, nothing included.
    fn acts(&self, tile: &str) -> Vec<Option<Act>> {
        let mut acts = vec![None];
        acts.extend([Act::Plant, Act::Restore, Act::Harvest, Act::Steal, Act::Unload].map(Some));
        acts.extend([Act::Poison, Act::Melt].map(Some));
        acts.extend(self.rivals(tile).iter().map(|piece| Some(Act::Pulse(piece.bot))));
        acts
    }

    fn uses(&self, game: &Breadwinner, bot: Bot, from: Place, moves: &mut Vec<Move>) {
        for to in ["D1", "a", "b", "c", "d", "D2"] {
            let stays = matches!(from, Place::Tile(tile) if tile.name() == to);
            let reached = match from {
                Place::Tile(tile) => touch(tile.name(), to),
                Place::Factory(at) => self.finds_a_way(bot.kind, self.home(), to, at.number() - 1),
            };
            for act in self.acts(to) {
                let pulses = matches!(act, Some(Act::Pulse(_)));
                let moved = reached && self.may_end(game, bot.kind, to, pulses);
                let acted = act.is_none_or(|act| self.may_act(bot, to, moved, act));
                let tile = Tile::read(to);
                if moved && acted {
                    moves.push(Move::Use { bot, from, to: tile, act });
                } else if stays && act.is_some() && acted {
                    moves.push(Move::Use { bot, from, to: None, act });
                }
            }
        }
    }
}

fn kind_of(short: &str) -> Kind {
    match short {
        "Dr" => Kind::Drone,
        "Ha" => Kind::Harvester,
        "Lo" => Kind::Locust,
        "So" => Kind::Soldier,
        "Sh" => Kind::Shield,
        _ => panic!("{short}"),
    }
}

impl Reference for Breadwinner {
    fn reference_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let table = Table::read(self, state);
        assert_eq!(table.seat, seat.to_string());
        let own: Vec<&PlacedBot> = table.placed.iter().filter(|piece| piece.owner == table.seat).collect();
        let place = |tile| Place::Tile(Tile::read(tile).unwrap());
        let mine = table.waiting.iter().filter(|(owner, ..)| *owner == table.seat);
        let mut moves = vec![Move::End];
        match table.phase.as_str() {
            "map" => {
                for piece in own.iter().filter(|piece| !piece.used) {
                    table.uses(self, piece.bot, place(piece.tile), &mut moves);
                }
            }
            "factories" => {
                for (_, at, kind) in mine {
                    table.uses(self, Bot::empty(*kind), Place::Factory(*at), &mut moves);
                }
            }
            "build" => {
                let taken: Vec<Factory> = mine.map(|(_, at, _)| *at).collect();
                for at in Factory::ALL.into_iter().filter(|at| !taken.contains(at)) {
                    for kind in Kind::ALL {
                        if table.rolled.contains(&kind.face()) {
                            moves.push(Move::Build { kind, free: false, at });
                        }
                        if table.free > 0 {
                            moves.push(Move::Build { kind, free: true, at });
                        }
                    }
                }
            }
            "recall" => {
                moves
                    .extend(own.iter().map(|piece| Move::Recall { bot: piece.bot, from: place(piece.tile) }));
                moves.extend(
                    mine.map(|(_, at, kind)| Move::Recall {
                        bot: Bot::empty(*kind),
                        from: Place::Factory(*at),
                    }),
                );
            }
            phase => panic!("no seat acts in {phase}"),
        }
        // Equal bots are interchangeable: one move stands for both.
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn reference_turn(&self, state: &State) -> Turn {
        let table = Table::read(self, state);
        let [one, two] = table.loaves;
        // W21: the game is over when a seat has enough loaves or after the second turn of the last round.
        let enough = one.max(two) >= i32::from(self.options().loaves_to_win);
        let last = table.round == self.options().round_cap && table.seat != table.start;
        if table.phase == "over" {
            assert!(enough || last, "no seat has won in round {}", table.round);
        } else {
            assert!(!enough, "the game goes on with {one} and {two} loaves");
        }
        match table.phase.as_str() {
            "over" if one > two => Turn::Over(Outcome::Win(Seat::FIRST)),
            "over" if one < two => Turn::Over(Outcome::Win(Seat::SECOND)),
            "over" => Turn::Over(Outcome::Draw),
            "starter" | "roll" => Turn::Chance,
            _ if table.pending => Turn::Chance,
            _ => Turn::of(Seat::from_number(&table.seat).unwrap()),
        }
    }

    fn reference_scores(&self, state: &State) -> Option<Scores> {
        Some(Scores::of(&Table::read(self, state).loaves))
    }
}
