//! The one implementation of [`AnyState`], for any game.

use crate::any_state::{AnyPlayer, AnyState, Choice, FoundLine, Playable, Spend, return_of};
use crate::errors::Failure;
use crate::turns::{WholeTurn, turns};
use crate::vector::{AnyEnvs, Envs, Plan};
use breadboard_core::{
    Canvas, Event, Info, Listing, NoChance, Options as _, Record, RecordError, Refusal, Scores, Seat, Spec,
    SplitMix, Tally, Turn, refusals, replay,
};
use breadboard_engine::{Engine, Pace, Question};
use breadboard_games::{Level, Spaces};
use breadboard_lab::Contender;
use breadboard_search::{Effort, Player, Report, Watch};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The rules and their spaces, shared by all positions.
pub(crate) struct Shared<G> {
    pub(crate) game: G,
    pub(crate) spaces: Spaces,
}

/// A game and a position of it.
pub(crate) struct Typed<G: Playable> {
    pub(crate) shared: Arc<Shared<G>>,
    pub(crate) state: G::State,
}

/// An engine's time for a move if none is given.
const ENGINE_TIME: Duration = Duration::from_secs(1);
/// How much later an engine's answer may come.
const GRACE: Duration = Duration::from_secs(1);

impl<G: Playable> Typed<G> {
    pub(crate) fn at_start(game: G) -> Typed<G> {
        let state = game.start();
        Typed { shared: Arc::new(Shared { spaces: game.spaces(), game }), state }
    }

    fn with(&self, state: G::State) -> Box<dyn AnyState> {
        Box::new(Typed { shared: self.shared.clone(), state })
    }

    fn game(&self) -> &G {
        &self.shared.game
    }

    /// The move that a choice names, if it is legal.
    fn legal(&self, seat: Seat, choice: &Choice) -> Result<G::Move, Failure> {
        let game = self.game();
        game.turn(&self.state).admits(seat)?;
        let mv = match choice {
            Choice::Text(text) => game.read_move(&self.state, seat, text)?,
            Choice::Action(action) => {
                game.move_of(&self.state, seat, *action).ok_or_else(|| self.no_action(*action))?
            }
        };
        game.check(&self.state, seat, mv)?;
        Ok(mv)
    }

    fn no_action(&self, action: usize) -> Failure {
        let all = self.shared.spaces.actions;
        Failure::NoAction(if action < all {
            format!("action {action} is no move in this position: see legal_actions()")
        } else {
            format!("there is no action {action}: this game has the actions 0 to {}", all - 1)
        })
    }

    fn event(&self, choices: &[(Seat, Choice)]) -> Result<Event<G>, Failure> {
        let legal = |(seat, choice): &(Seat, Choice)| Ok((*seat, self.legal(*seat, choice)?));
        Ok(Event::Act(choices.iter().map(legal).collect::<Result<_, Failure>>()?))
    }

    fn read_chance(&self, text: &str) -> Result<G::Chance, Refusal> {
        match self.turn() {
            Turn::Chance => self.game().read_chance(&self.state, text),
            Turn::Over(_) => Err(refusals::game_over()),
            Turn::Act(_) => Err(refusals::no_chance()),
        }
    }
}

/// The state as this game's own, if it is one.
fn own<G: Playable>(state: &dyn AnyState) -> Result<&Typed<G>, Failure> {
    let other = || Failure::Value(format!("this player is not for {}", state.spec()));
    state.as_any().downcast_ref::<Typed<G>>().ok_or_else(other)
}

impl<G: Playable> AnyState for Typed<G> {
    fn boxed(&self) -> Box<dyn AnyState> {
        self.with(self.state.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Typed<G>>().is_some_and(|other| {
            self.state == other.state
                && (Arc::ptr_eq(&self.shared, &other.shared) || self.spec() == other.spec())
        })
    }

    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn spec(&self) -> String {
        Spec::of(self.game()).to_string()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let names = G::Options::schema().into_iter().map(|option| option.name);
        names.filter_map(|name| Some((name, self.game().options().value(name)?))).collect()
    }

    fn seats(&self) -> u8 {
        self.game().seats()
    }

    fn has_draws(&self) -> bool {
        self.game().has_draws()
    }

    fn has_chance(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<NoChance>()
    }

    fn max_events(&self) -> u32 {
        self.game().max_events()
    }

    fn spaces(&self) -> &Spaces {
        &self.shared.spaces
    }

    fn start(&self) -> Box<dyn AnyState> {
        self.with(self.game().start())
    }

    fn at(&self, position: &str) -> Result<Box<dyn AnyState>, Refusal> {
        Ok(self.with(self.game().read_position(position)?))
    }

    fn memory(&self) -> Vec<u32> {
        self.game().memory(&self.state)
    }

    fn remembering(&self, memory: &[u32]) -> Option<Box<dyn AnyState>> {
        let mut state = self.state.clone();
        self.game().remember(&mut state, memory).then(|| self.with(state))
    }

    fn turn(&self) -> Turn {
        self.game().turn(&self.state)
    }

    fn scores(&self) -> Option<Scores> {
        self.game().scores(&self.state)
    }

    fn position(&self) -> String {
        self.game().write_position(&self.state)
    }

    fn drawing(&self, canvas: Canvas) -> String {
        self.game().draw(&self.state, canvas).text
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        let mut moves = Vec::new();
        self.game().legal_moves(&self.state, seat, &mut moves);
        moves.into_iter().map(|mv| self.game().write_move(&self.state, seat, mv)).collect()
    }

    fn actions(&self, seat: Seat) -> Vec<usize> {
        let mut mask = vec![0; self.shared.spaces.actions];
        let count = self.mask(seat, &mut mask);
        let mut actions = Vec::with_capacity(count);
        actions.extend(mask.iter().enumerate().filter(|(_, flag)| **flag == 1).map(|(action, _)| action));
        actions
    }

    fn read(&self, seat: Seat, choice: &Choice) -> Result<(usize, String), Failure> {
        let mv = self.legal(seat, choice)?;
        let game = self.game();
        Ok((game.action(&self.state, seat, mv), game.write_move(&self.state, seat, mv)))
    }

    fn act(&self, choices: &[(Seat, Choice)]) -> Result<Box<dyn AnyState>, Failure> {
        let mut next = self.state.clone();
        // The common case without a list: one seat acts, and the move is checked once.
        if let ([(seat, choice)], Turn::Act(seats)) = (choices, self.turn())
            && seats.single() == Some(*seat)
        {
            self.game().apply(&mut next, *seat, self.legal(*seat, choice)?);
        } else {
            self.game().play(&mut next, &self.event(choices)?)?;
        }
        Ok(self.with(next))
    }

    fn chances(&self) -> Option<Vec<(String, u64)>> {
        let mut outcomes = Vec::new();
        match self.game().chances(&self.state, &mut outcomes) {
            Listing::TooMany => None,
            Listing::Complete => {
                let written = outcomes
                    .iter()
                    .map(|(chance, weight)| (self.game().write_chance(&self.state, chance), *weight));
                Some(written.collect())
            }
        }
    }

    fn sample(&self, seed: u64) -> Option<String> {
        let chance = self.game().sample_chance(&self.state, &mut SplitMix::new(seed))?;
        Some(self.game().write_chance(&self.state, &chance))
    }

    fn chance_by(&self, seed: u64) -> Option<(String, Box<dyn AnyState>)> {
        let chance = self.game().sample_chance(&self.state, &mut SplitMix::new(seed))?;
        let text = self.game().write_chance(&self.state, &chance);
        let mut next = self.state.clone();
        self.game().apply_chance(&mut next, &chance);
        Some((text, self.with(next)))
    }

    fn chance(&self, text: &str) -> Result<Box<dyn AnyState>, Refusal> {
        let event = Event::Chance(self.read_chance(text)?);
        let mut next = self.state.clone();
        self.game().play(&mut next, &event)?;
        Ok(self.with(next))
    }

    fn observe(&self, seat: Seat, out: &mut [u8]) {
        self.game().observe(&self.state, seat, out);
    }

    fn mask(&self, seat: Seat, out: &mut [u8]) -> usize {
        self.game().mask(&self.state, seat, &mut Vec::new(), out)
    }

    fn children(&self, seat: Seat, seen: &mut Vec<u8>) -> Vec<i64> {
        let mut actions = Vec::new();
        children(&self.shared, &self.state, seat, &mut Vec::new(), &mut actions, seen);
        actions
    }

    fn turns(&self, seat: Seat, most: usize) -> Result<Vec<WholeTurn<Box<dyn AnyState>>>, Failure> {
        let ways = turns(self.game(), &self.state, seat, most)?;
        Ok(ways.into_iter().map(|(actions, end)| (actions, self.with(end))).collect())
    }

    fn playouts(&self, count: u64, seed: u64, sums: &mut [f64]) {
        let game = self.game();
        for index in 0..count {
            let mut state = self.state.clone();
            let outcome = game.playout(&mut state, &mut SplitMix::stream(seed, index), &mut Tally::default());
            let scores = game.scores(&state);
            for (seat, sum) in Seat::all(game.seats()).zip(sums.iter_mut()) {
                *sum += return_of(outcome, scores.as_ref(), seat, game.seats());
            }
        }
    }

    fn player(&self, contender: &Contender, weights: Option<&[u8]>) -> Result<Box<dyn AnyPlayer>, Failure> {
        let decider = match (contender, weights) {
            (Contender::Level(level), None) => Decider::Own(*level, level.player(self.game())),
            (Contender::Level(level), Some(weights)) if Level::BOTS.contains(level) => {
                let player = self.game().bot_with(*level, weights);
                Decider::Own(*level, player.map_err(|error| Failure::Player(error.to_string()))?)
            }
            (_, Some(_)) => {
                return Err(Failure::Player(format!("{contender} takes no weights: bot1 to bot5 do")));
            }
            (Contender::Engine(program), None) => {
                let engine = Engine::start(&program.launch, None, &Spec::of(self.game()), &|| false);
                Decider::Engine(Box::new(
                    engine.map_err(|fault| Failure::Player(format!("{contender} {fault}")))?,
                ))
            }
        };
        Ok(Box::new(TypedPlayer { shared: self.shared.clone(), decider }))
    }

    fn envs(&self, plan: &Plan) -> Box<dyn AnyEnvs> {
        Box::new(Envs::new(self.shared.clone(), plan))
    }

    fn replay(&self, record: &Record) -> Result<Vec<Box<dyn AnyState>>, RecordError> {
        let mut states = Vec::new();
        replay(self.game(), record, |before, _, after| {
            if states.is_empty() {
                states.push(self.with(before.clone()));
            }
            states.push(self.with(after.clone()));
        })
        .map(|last| {
            if states.is_empty() {
                states.push(self.with(last));
            }
        })?;
        Ok(states)
    }

    fn narrate(&self, choices: &[(Seat, Choice)], chance: Option<&str>) -> Result<Vec<String>, Failure> {
        let event = match chance {
            Some(text) => Event::Chance(self.read_chance(text)?),
            None => self.event(choices)?,
        };
        self.game().play(&mut self.state.clone(), &event)?;
        Ok(self.game().narrate(&self.state, &event).iter().map(ToString::to_string).collect())
    }
}

/// Appends the numbers of a seat's legal moves and what it sees after each of them. In a simultaneous round that is its own
/// choice made and the others' still to come.
pub(crate) fn children<G: Playable>(
    shared: &Shared<G>,
    state: &G::State,
    seat: Seat,
    moves: &mut Vec<G::Move>,
    actions: &mut Vec<i64>,
    seen: &mut Vec<u8>,
) {
    let game = &shared.game;
    moves.clear();
    game.legal_moves(state, seat, moves);
    for &mv in moves.iter() {
        let mut next = state.clone();
        game.apply(&mut next, seat, mv);
        actions.push(game.action(state, seat, mv) as i64);
        let from = seen.len();
        seen.resize(from + shared.spaces.values(), 0);
        game.observe(&next, seat, &mut seen[from..]);
    }
}

enum Decider<G: Playable> {
    Own(Level, Box<dyn Player<G> + Send>),
    Engine(Box<Engine>),
}

struct TypedPlayer<G: Playable> {
    shared: Arc<Shared<G>>,
    decider: Decider<G>,
}

impl<G: Playable> TypedPlayer<G> {
    /// The state, if this player plays its game with its options.
    fn at<'a>(&self, state: &'a dyn AnyState, seat: Seat) -> Result<&'a Typed<G>, Failure> {
        let at = own::<G>(state)?;
        if !Arc::ptr_eq(&self.shared, &at.shared) && Spec::of(&self.shared.game) != Spec::of(&at.shared.game)
        {
            let (own, other) = (Spec::of(&self.shared.game), Spec::of(&at.shared.game));
            return Err(Failure::Value(format!("this player plays {own}, not {other}")));
        }
        at.turn().admits(seat)?;
        Ok(at)
    }
}

fn effort_of(spend: Spend) -> Effort {
    spend.budget.map_or(Effort::Own(1.0), Effort::Given)
}

impl<G: Playable> AnyPlayer for TypedPlayer<G> {
    fn choose(
        &mut self,
        state: &dyn AnyState,
        seat: Seat,
        seed: u64,
        spend: Spend,
    ) -> Result<usize, Failure> {
        let at = self.at(state, seat)?;
        let game = &self.shared.game;
        let mv = match &mut self.decider {
            Decider::Own(_, player) => {
                let begun = Instant::now();
                let stop = || spend.time.is_some_and(|time| begun.elapsed() >= time);
                let watch = Watch { stop: &stop, report: &|_| {} };
                player.think(game, &at.state, seat, &mut SplitMix::new(seed), effort_of(spend), &watch)
            }
            Decider::Engine(engine) => {
                let question = Question {
                    game,
                    start: (at.state != game.start()).then_some(&at.state),
                    events: &[],
                    state: &at.state,
                    seat,
                    pace: &Pace::Move(spend.time.unwrap_or(ENGINE_TIME)),
                    grace: GRACE,
                };
                engine
                    .choose(&question, &|| false)
                    .map_err(|fault| Failure::Player(format!("the engine {fault}")))?
                    .mv
            }
        };
        Ok(game.action(&at.state, seat, mv))
    }

    fn analyse(
        &mut self,
        state: &dyn AnyState,
        seat: Seat,
        lines: usize,
        spend: Spend,
    ) -> Result<Vec<FoundLine>, Failure> {
        let at = self.at(state, seat)?;
        let Decider::Own(level, player) = &mut self.decider else {
            return Err(Failure::Player("only the game's own players report lines".to_owned()));
        };
        if !player.use_lines(lines) {
            let reason = format!("{level} reports only one line in this game: ask for lines=1");
            return Err(Failure::Player(reason));
        }
        let begun = Instant::now();
        let stop = || spend.time.is_some_and(|time| begun.elapsed() >= time);
        let found: RefCell<Vec<Option<FoundLine>>> = RefCell::new(vec![None; lines]);
        let report = |report: &Report<G::Move>| {
            let place = (report.rank as usize).saturating_sub(1);
            if let Some(slot) = found.borrow_mut().get_mut(place) {
                *slot = Some(written(&self.shared.game, &at.state, seat, report));
            }
        };
        let watch = Watch { stop: &stop, report: &report };
        let mv =
            player.think(&self.shared.game, &at.state, seat, &mut SplitMix::new(0), effort_of(spend), &watch);
        let mut found: Vec<FoundLine> = found.into_inner().into_iter().flatten().collect();
        if found.is_empty() {
            // A player that does not search reports nothing, but it has a move.
            let only = Report::new(0, breadboard_search::Score::Points(0), 0, vec![mv]);
            found.push(written(&self.shared.game, &at.state, seat, &only));
        }
        Ok(found)
    }
}

/// A report with its line in notation, as far as the line can be followed without chance.
fn written<G: Playable>(game: &G, state: &G::State, seat: Seat, report: &Report<G::Move>) -> FoundLine {
    let (mut at, mut mover, mut moves) = (state.clone(), Some(seat), Vec::new());
    for &mv in &report.line {
        let Some(seat) = mover.filter(|seat| game.check(&at, *seat, mv).is_ok()) else { break };
        moves.push(game.write_move(&at, seat, mv));
        let alone = matches!(game.turn(&at), Turn::Act(seats) if seats.single() == Some(seat));
        if !alone {
            break;
        }
        game.apply(&mut at, seat, mv);
        mover = if let Turn::Act(seats) = game.turn(&at) { seats.single() } else { None };
    }
    FoundLine { rank: report.rank, depth: report.depth, nodes: report.nodes, score: report.score, moves }
}
