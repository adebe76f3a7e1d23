//! Plays one game and measures it. Measuring looks at the events afterwards, so that the same figures can be taken of any
//! record; counters inside the game loop were the alternative and would measure only what is played here.
//!
//! Players spend nodes, never time: a clock would make the same seed give another report on a slower machine.

use super::plan::{Contestant, Job};
use breadboard_core::{Event, Game, Outcome, Rng as _, Seat, SplitMix, Turn};
use breadboard_games::{Bots, Views};
use breadboard_search::{Effort, Watch};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Random moves at the start of games that begin without chance: equal players would repeat one game.
pub(crate) const OPENING: usize = 4;

/// A finished game.
pub(crate) struct Played<G: Game> {
    pub(crate) events: Vec<Event<G>>,
    /// How many of the events are the random opening.
    pub(crate) opening: usize,
}

/// Where the chance and the players of a game come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeds {
    pub(crate) seed: u64,
    pub(crate) deal: u64,
    /// Differs between the games of one deal.
    pub(crate) game: u64,
}

impl Seeds {
    /// Chance event `number` has its own stream, so that a deal has the same dice after different moves.
    fn chance<G: Game>(&self, game: &G, state: &G::State, number: u64) -> Option<G::Chance> {
        let mut deal = SplitMix::stream(self.seed, self.deal);
        game.sample_chance(state, &mut SplitMix::stream(deal.next_u64(), number))
    }
}

/// Plays one game; `None` if it was stopped.
pub(crate) fn play<G: Bots>(
    game: &G,
    seated: &[Contestant],
    seeds: Seeds,
    stop: &dyn Fn() -> bool,
) -> Option<Played<G>> {
    let mut players: Vec<_> = seated
        .iter()
        .enumerate()
        .map(|(seat, one)| {
            let rng = SplitMix::stream(seeds.seed ^ 0x5EA7, seeds.game * 8 + seat as u64);
            (one.level.player(game), Effort::Own(one.scale), rng)
        })
        .collect();
    let (mut state, mut events) = opening(game, seeds);
    let opening = events.len();
    let mut drawn = 0;
    let watch = Watch { stop, report: &|_| {} };
    loop {
        let event = match game.turn(&state) {
            Turn::Over(_) => return Some(Played { events, opening }),
            Turn::Chance => {
                drawn += 1;
                Event::Chance(seeds.chance(game, &state, drawn)?)
            }
            Turn::Act(seats) => {
                let mut choices = Vec::with_capacity(seats.len());
                for seat in seats.iter() {
                    let (player, effort, rng) = &mut players[seat.index()];
                    choices.push((seat, player.think(game, &state, seat, rng, *effort, &watch)));
                    if stop() {
                        return None;
                    }
                }
                Event::Act(choices)
            }
        };
        // A player's move is checked: a report on illegal games would be worthless.
        game.play(&mut state, &event).ok()?;
        events.push(event);
    }
}

/// The random moves of a deal, if the game begins without chance. An opening that ends the game is tried again.
fn opening<G: Game>(game: &G, seeds: Seeds) -> (G::State, Vec<Event<G>>) {
    for attempt in 0..16 {
        let mut rng = SplitMix::stream(seeds.seed ^ 0x0F, seeds.deal ^ attempt << 60);
        let (mut state, mut events) = (game.start(), Vec::new());
        while events.len() < OPENING
            && matches!(game.turn(&state), Turn::Act(_))
            && let Some(event) = Event::random(game, &state, &mut rng)
        {
            event.apply(game, &mut state);
            events.push(event);
        }
        if game.turn(&state).outcome().is_none() {
            return (state, events);
        }
    }
    (game.start(), Vec::new())
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) job: Job,
    /// A hash of the events: equal games are counted once.
    pub(crate) print: u64,
    /// By seat.
    pub(crate) shares: Vec<f64>,
    pub(crate) draw: bool,
    /// The key of the cause that ended it.
    pub(crate) cause: String,
    pub(crate) scores: Option<Vec<i32>>,
    /// Rolls, cards and deals.
    pub(crate) chances: u32,
    /// The seat that acted first, if one did alone.
    pub(crate) starter: Option<usize>,
    /// The first choice of the game, as text.
    pub(crate) first: String,
    /// Turns of all seats together; a round in which all choose at once is a turn for each.
    pub(crate) turns: u32,
    pub(crate) moves: u32,
    /// Moves with more than one legal choice.
    pub(crate) decisions: u32,
    /// Turns without any choice.
    pub(crate) forced: u32,
    /// Turns of nothing but `end` or `pass` although another move was legal.
    pub(crate) passed: u32,
    /// Moves from one place to another, and those that take back the piece's move before.
    pub(crate) steps: u32,
    pub(crate) back: u32,
    /// Legal moves, by ply.
    pub(crate) branching: Vec<u32>,
    /// The game's own evaluation for each seat, at the begin of each turn.
    pub(crate) values: Vec<Vec<f32>>,
    /// How far the best score is ahead of the second (alone: the score), at the same points.
    pub(crate) leads: Vec<i32>,
    /// How often each place was chosen.
    pub(crate) places: BTreeMap<String, u32>,
    /// How often each sentence of the narration was said about a move, by key.
    pub(crate) classes: BTreeMap<String, u32>,
    /// By key of a duty: turns that offered it, and those that left some of it undone.
    pub(crate) duties: BTreeMap<String, [u32; 2]>,
}

impl Facts {
    /// An empty sheet for a game.
    fn new(job: Job) -> Facts {
        Facts {
            job,
            print: 0,
            shares: Vec::new(),
            draw: false,
            cause: String::new(),
            scores: None,
            chances: 0,
            starter: None,
            first: String::new(),
            turns: 0,
            moves: 0,
            decisions: 0,
            forced: 0,
            passed: 0,
            steps: 0,
            back: 0,
            branching: Vec::new(),
            values: Vec::new(),
            leads: Vec::new(),
            places: BTreeMap::new(),
            classes: BTreeMap::new(),
            duties: BTreeMap::new(),
        }
    }
}

/// A turn that is going on.
struct OpenTurn {
    seat: Seat,
    choice: bool,
    only_passes: bool,
    /// The duties that were legal at some time in the turn, by key and thing, and whether each was done.
    duties: BTreeMap<(&'static str, u32), bool>,
}

/// Measures a game while its events are replayed.
struct Meter<'a, G: Game> {
    game: &'a G,
    facts: Facts,
    turn: Option<OpenTurn>,
    /// Where the piece that now stands on a place came from, by seat.
    came_from: HashMap<(Seat, String), String>,
    hasher: DefaultHasher,
}

/// Measures a finished game.
pub(crate) fn measure<G: Bots + Views>(game: &G, job: Job, played: &Played<G>) -> Facts {
    let mut meter = Meter {
        game,
        facts: Facts::new(job),
        turn: None,
        came_from: HashMap::new(),
        hasher: DefaultHasher::new(),
    };
    let mut state = game.start();
    for (number, event) in played.events.iter().enumerate() {
        meter.event(&state, event, number >= played.opening);
        event.apply(game, &mut state);
    }
    // The end of the game may come before the rest of a duty could be done.
    if let Some(turn) = &mut meter.turn {
        turn.duties.retain(|_, done| *done);
    }
    meter.close_turn();
    let mut facts = meter.facts;
    let outcome = game.turn(&state).outcome().unwrap_or(Outcome::Draw);
    facts.print = meter.hasher.finish();
    facts.shares = Seat::all(game.seats()).map(|seat| outcome.share(seat, game.seats())).collect();
    facts.draw = !matches!(outcome, Outcome::Win(_) | Outcome::Shared(_) | Outcome::Scored);
    facts.cause = game.ending(&state).map_or(String::new(), |cause| cause.key.to_owned());
    facts.scores = game.scores(&state).map(|scores| scores.as_slice().to_vec());
    facts
}

impl<G: Bots + Views> Meter<'_, G> {
    /// `chosen` is false for the moves of a random opening: they count for the length only.
    fn event(&mut self, before: &G::State, event: &Event<G>, chosen: bool) {
        let choices = match event {
            Event::Chance(chance) => {
                if G::CHANCE_BEGINS_TURN {
                    self.close_turn();
                }
                self.facts.chances += 1;
                self.game.write_chance(before, chance).hash(&mut self.hasher);
                return;
            }
            Event::Act(choices) => choices,
        };
        let alone = if let [(seat, _)] = choices[..] { Some(seat) } else { None };
        if self.facts.moves == 0 {
            self.facts.starter = alone.map(Seat::index);
            self.facts.first = choices
                .iter()
                .map(|&(seat, mv)| self.game.write_move(before, seat, mv))
                .collect::<Vec<_>>()
                .join(" | ");
        }
        let same = alone.is_some() && self.turn.as_ref().map(|turn| turn.seat) == alone;
        if !same || G::ONE_CHOICE_A_TURN {
            self.snapshot(before);
        }
        for &(seat, mv) in choices {
            self.choice(before, seat, mv, chosen);
        }
        if chosen {
            for said in self.game.narrate(before, event) {
                *self.facts.classes.entry(said.key().to_owned()).or_default() += 1;
            }
            for place in self.game.touched(before, event) {
                *self.facts.places.entry(place).or_default() += 1;
            }
        }
        if let Some(seat) = alone {
            self.step(seat, &self.game.touched(before, event), chosen);
        }
    }

    fn choice(&mut self, before: &G::State, seat: Seat, mv: G::Move, chosen: bool) {
        if G::ONE_CHOICE_A_TURN || self.turn.as_ref().is_none_or(|turn| turn.seat != seat) {
            self.close_turn();
            self.turn = Some(OpenTurn { seat, choice: false, only_passes: true, duties: BTreeMap::new() });
        }
        let text = self.game.write_move(before, seat, mv);
        (seat.index(), &text).hash(&mut self.hasher);
        let moves = self.game.moves(before, seat);
        self.facts.moves += 1;
        self.facts.branching.push(moves.len() as u32);
        self.facts.decisions += u32::from(moves.len() > 1);
        if let Some(turn) = &mut self.turn {
            turn.choice |= moves.len() > 1;
            turn.only_passes &= chosen && matches!(text.as_str(), "end" | "pass");
            for &legal in moves.iter().filter(|_| chosen) {
                if let Some((what, thing)) = self.game.duty(before, seat, legal) {
                    *turn.duties.entry((what.key, thing)).or_default() |= legal == mv;
                }
            }
        }
    }

    fn close_turn(&mut self) {
        if let Some(turn) = self.turn.take() {
            self.facts.turns += 1;
            self.facts.forced += u32::from(!turn.choice);
            self.facts.passed += u32::from(turn.choice && turn.only_passes);
            for key in turn.duties.keys().map(|(key, _)| *key).collect::<BTreeSet<_>>() {
                let undone = turn.duties.iter().any(|((other, _), done)| *other == key && !done);
                let [offered, left] = self.facts.duties.entry(key.to_owned()).or_default();
                *offered += 1;
                *left += u32::from(undone);
            }
        }
    }

    fn step(&mut self, seat: Seat, touched: &[String], chosen: bool) {
        let [from, to] = touched else { return };
        if from == to {
            return;
        }
        let back = self.came_from.remove(&(seat, from.clone())).as_ref() == Some(to);
        self.came_from.insert((seat, to.clone()), from.clone());
        if chosen {
            self.facts.steps += 1;
            self.facts.back += u32::from(back);
        }
    }

    fn snapshot(&mut self, state: &G::State) {
        let values =
            Seat::all(self.game.seats()).map(|seat| self.game.evaluate(state, seat).clamp(-1e9, 1e9) as f32);
        self.facts.values.push(values.collect());
        if let Some(scores) = self.game.scores(state) {
            let mut sorted = scores.as_slice().to_vec();
            sorted.sort_unstable();
            let lead = match sorted[..] {
                [.., second, best] => best - second,
                [only] => only,
                [] => 0,
            };
            self.facts.leads.push(lead);
        }
    }
}
