//! No engine for a person in a running game against people. What is asked for is compared with the running games of the
//! session: by the text of the position, and by what stands on the board, with any options and counters. A mirrored
//! position is recognised too, where the game says what that is ([`Views::twins`]).
//!
//! Refused are: the present position of the game; what leads through it, or to a position that can follow it soon; and each
//! earlier position of the game. The first few events are left out, as long as they are what many games begin with: else one
//! invitation that waits for an answer would take hints and reviews from all games of that player. Whether the position came as
//! text, as events from the start or as a record does not matter.
//!
//! A bot that plays on from such a position says what the engine thinks, so it is not put there either: neither when a table
//! is opened from a position or a record, nor later. A person who asks without the cookie, or elsewhere, cannot be found out by
//! this; nor can one who plays against a bot from the ordinary start and makes the rival's moves there.

use crate::http::{ApiError, App};
use crate::live::{Caller, Failed, Hashed, LiveTable, Summary};
use crate::recent::Recent;
use crate::store::{Status, StoreError, TableId};
use breadboard_core::{Actor, Listing, Record, RecordEntry, Spec, Turn};
use breadboard_games::{Bots, Views, Visitor, info_of, with_game, with_recorded_game};
use breadboard_insight::line::play_events;
use breadboard_play::{Holder, Opening, Phase, Request, Submission, Table};
use breadboard_wire::{Denied, PlayedEvent, Reason, SeatKind, texts};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Positions that can follow the present one: how many are looked at.
const MOST_FOLLOWING: usize = 3_000;
/// Events of a running game whose positions are compared. Longer games are rare, and what was so long ago helps no player.
const LATEST: usize = 1_000;
/// Positions after fewer events than this belong to many games, if nothing was dealt.
const OPENING: usize = 4;
/// Running games of a session that are compared; with more of them it gets no engine for that game.
const MOST_GAMES: usize = 100;
/// Games of one age that are kept: each takes some 100 kB.
const KEPT: usize = 128;
/// Tables of one page of the session's list, and pages.
const PAGE: u32 = 100;
const PAGES: usize = 10;

/// How a position is recognised: by its text, or by its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mark {
    Text(u64),
    Board(u64),
}

/// The positions that lead to the one that is asked for, with that one.
#[derive(Clone, Debug)]
pub(crate) struct PositionPath {
    /// The game with its options, under today's rules.
    pub(crate) spec: Spec,
    /// The last position, as the game writes it.
    pub(crate) position: String,
    /// The marks of each position and of its twins.
    all: Vec<Vec<Mark>>,
}

fn hash(value: impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn marks<G: Bots + Views>(game: &G, state: &G::State) -> [Mark; 2] {
    let mut board = serde_json::to_value(game.board(state)).unwrap_or_default();
    if let Some(fields) = board.as_object_mut() {
        // Rounds, turns and limits: another number there is still the same position.
        fields.retain(|_, value| !value.is_number());
    }
    let acting = match game.turn(state) {
        Turn::Act(seats) => seats.iter().map(|seat| seat.number()).collect(),
        Turn::Chance | Turn::Over(_) => Vec::new(),
    };
    [Mark::Text(hash(game.write_position(state))), Mark::Board(hash((board.to_string(), acting)))]
}

/// The marks of a position that is asked for, and of those that are the same to play.
fn marks_of_all<G: Bots + Views>(game: &G, state: &G::State) -> Vec<Mark> {
    let twins = game.twins(state);
    [state].into_iter().chain(&twins).flat_map(|state| marks(game, state)).collect()
}

/// The path to a position that is asked for.
///
/// # Errors
/// What is wrong with the position or an event.
pub(crate) fn path_of(
    spec: &Spec,
    position: Option<&str>,
    events: &[PlayedEvent],
) -> Result<PositionPath, Denied> {
    struct Walk<'a>(Option<&'a str>, &'a [PlayedEvent]);
    impl Visitor for Walk<'_> {
        type Output = Result<PositionPath, Denied>;
        fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
            let start = match self.0 {
                Some(text) => game.read_position(text)?,
                None => game.start(),
            };
            let states = play_events(&game, start, self.1)?;
            let position = game.write_position(&states[states.len() - 1]);
            let all = states.iter().map(|state| marks_of_all(&game, state)).collect();
            Ok(PositionPath { spec: Spec::of(&game), position, all })
        }
    }
    with_game(spec, Walk(position, events))?
}

/// The positions of a record.
///
/// # Errors
/// What is wrong with the record.
pub(crate) fn path_of_record(record: &Record) -> Result<PositionPath, Denied> {
    struct Walk<'a>(&'a Record);
    impl Visitor for Walk<'_> {
        type Output = Result<PositionPath, breadboard_core::RecordError>;
        fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
            let mut all = Vec::new();
            let last =
                breadboard_core::replay(&game, self.0, |before, _, _| all.push(marks_of_all(&game, before)))?;
            all.push(marks_of_all(&game, &last));
            Ok(PositionPath { spec: Spec::of(&game), position: game.write_position(&last), all })
        }
    }
    with_recorded_game(record, Walk(record))?.map_err(|error| {
        let (line, column) = (error.line, error.column);
        let args: &[(&'static str, &dyn std::fmt::Display)] =
            &[("line", &line), ("column", &column), ("text", &error.reason)];
        Denied::new(Reason::Invalid, breadboard_wire::insight_texts::BAD_RECORD.with(args))
    })
}

/// The positions from which a new table goes on.
fn path_of_opening(opening: Opening) -> Result<PositionPath, Denied> {
    let rules = opening.rules.map_or_else(|| Ok(info_of(&opening.spec)?.rules_version), Ok::<_, Denied>)?;
    let mut record = Record::new(opening.spec.clone(), rules);
    record.start.clone_from(&opening.start);
    let entry = |given: &breadboard_play::Given| {
        let chance = given.seats.is_empty();
        let actor = if chance { Actor::Chance } else { Actor::Seats(given.seats.clone()) };
        RecordEntry::new(actor, given.texts.clone())
    };
    record.entries = opening.given.iter().map(entry).collect();
    // What is wrong with it is said as the table says it.
    path_of_record(&record).map_err(|denied| Table::open(opening, 0).err().unwrap_or(denied))
}

/// The positions from which a bot would play on at a table; nothing if the table is at the ordinary start of its game. Of a game
/// that began there only the position counts: many games have the same first moves.
fn record_for_bot(table: &Table, request: &Request) -> Option<Record> {
    let mut record = table.record();
    (record.result, record.scores) = (None, None);
    let elsewhere = record.start.is_some() || table.given() > 0;
    match request {
        Request::Appoint { .. } if elsewhere => Some(record),
        Request::Appoint { .. } if record.entries.is_empty() => None,
        Request::Appoint { .. } => {
            record.entries.clear();
            record.start = Some(table.position());
            Some(record)
        }
        Request::Rematch if elsewhere => {
            record.entries.truncate(table.given());
            table.seats().any(|seat| matches!(table.holder(seat), Some(Holder::Bot { .. }))).then_some(record)
        }
        _ => None,
    }
}

/// A running game: its latest positions, and those that can follow.
#[derive(Debug)]
struct Playing {
    past: HashSet<Mark>,
    /// The present position and those that can follow it.
    ahead: HashSet<Mark>,
}

/// The running games that were compared last, each with the length of its table's log then. Playing them through for every
/// request cost as much as many requests of others.
#[derive(Debug)]
pub(crate) struct RunningGames(Mutex<Recent<TableId, (u32, Arc<Playing>)>>);

impl Default for RunningGames {
    fn default() -> RunningGames {
        RunningGames(Mutex::new(Recent::new(KEPT)))
    }
}

impl RunningGames {
    fn lock(&self) -> MutexGuard<'_, Recent<TableId, (u32, Arc<Playing>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a table, if its log still has this length.
    fn find(&self, id: &TableId, log_len: u32) -> Option<Arc<Playing>> {
        self.lock().get(id).filter(|(known, _)| *known == log_len).map(|(_, playing)| playing.clone())
    }

    fn keep(&self, id: &TableId, log_len: u32, playing: &Arc<Playing>) {
        *self.lock().entry(id, || (log_len, playing.clone())) = (log_len, playing.clone());
    }
}

/// Looks at the game of a table.
fn look(table: &Table) -> Option<Playing> {
    let record = table.record_of_last(LATEST).ok()?;
    with_recorded_game(&record, Look(&record)).ok().flatten()
}

struct Look<'a>(&'a Record);

impl Visitor for Look<'_> {
    type Output = Option<Playing>;

    fn visit<G: Bots + Views>(self, game: G) -> Option<Playing> {
        let (mut past, mut ahead) = (HashSet::new(), HashSet::new());
        let (mut events, mut dealt) = (0, self.0.start.is_some());
        let last = breadboard_core::replay(&game, self.0, |before, _, _| {
            if dealt || events >= OPENING {
                past.extend(marks(&game, before));
            }
            dealt |= is_dealt(&game, before);
            events += 1;
        });
        let last = last.ok()?;
        let of_this_game = |more: usize| dealt || events + more >= OPENING;
        if of_this_game(0) {
            ahead.extend(marks(&game, &last));
        }
        let near = following(&game, &last);
        if of_this_game(1) {
            near.iter().for_each(|state| ahead.extend(marks(&game, state)));
        }
        let mut left = if of_this_game(2) { MOST_FOLLOWING } else { 0 };
        for state in &near {
            let far = following(&game, state);
            left = left.saturating_sub(far.len());
            if left == 0 {
                break;
            }
            ahead.extend(far.iter().map(|state| Mark::Text(hash(game.write_position(state)))));
        }
        Some(Playing { past, ahead })
    }
}

/// Whether chance is about to make a deal: it has so many outcomes that no two games share one.
fn is_dealt<G: Bots>(game: &G, state: &G::State) -> bool {
    game.turn(state) == Turn::Chance && game.chances(state, &mut Vec::new()) != Listing::Complete
}

/// The positions after every next event, if they can be listed.
fn following<G: Bots>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut next = Vec::new();
    match game.turn(state) {
        Turn::Over(_) => {}
        Turn::Chance => {
            let mut outcomes = Vec::new();
            if game.chances(state, &mut outcomes) == Listing::Complete {
                for (chance, _) in outcomes {
                    let mut after = state.clone();
                    game.apply_chance(&mut after, &chance);
                    next.push(after);
                }
            }
        }
        Turn::Act(seats) => {
            // What all choose at once has too many results to list.
            let Some(seat) = seats.single() else { return next };
            let moves = game.moves(state, seat);
            for mv in moves {
                let mut after = state.clone();
                game.apply(&mut after, seat, mv);
                next.push(after);
            }
        }
    }
    next
}

impl Playing {
    /// Whether the path leads through the game.
    fn shows(&self, path: &PositionPath) -> bool {
        let mut last = path.all.last().into_iter().flatten();
        last.any(|mark| self.past.contains(mark))
            || path.all.iter().flatten().any(|mark| self.ahead.contains(mark))
    }
}

impl App {
    /// Refuses what a session may not ask an engine for.
    ///
    /// # Errors
    /// It is a position of a running game between people in which the session holds a seat.
    pub(crate) async fn must_be_fair(&self, caller: &Caller, path: &PositionPath) -> Result<(), ApiError> {
        let Some(who) = caller.who.as_ref() else { return Ok(()) };
        let games = self.games_with_people(who, &path.spec.game).await?;
        self.must_not_show(caller, who, games, path).await
    }

    /// Refuses a new table at which a bot would play on from what a session may not ask an engine for.
    ///
    /// # Errors
    /// As [`App::must_be_fair`], and what is wrong with the position or the events.
    pub(crate) async fn must_open_fairly(&self, caller: &Caller, opening: &Opening) -> Result<(), ApiError> {
        let Some(who) = caller.who.as_ref() else { return Ok(()) };
        let ordinary = opening.start.is_none() && opening.given.is_empty();
        if ordinary || !opening.seats.iter().any(|holder| matches!(holder, Holder::Bot { .. })) {
            return Ok(());
        }
        let games = self.games_with_people(who, &opening.spec.game).await?;
        if games.is_empty() {
            return Ok(());
        }
        let opening = opening.clone();
        let path = self.live.lanes.study.run(caller, move || path_of_opening(opening)).await??;
        self.must_not_show(caller, who, games, &path).await
    }

    /// Refuses a request that puts a bot where a session may not ask an engine.
    ///
    /// # Errors
    /// As [`App::must_be_fair`].
    pub(crate) async fn must_ask_fairly(
        &self,
        caller: &Caller,
        table: &LiveTable,
        submission: &Submission,
    ) -> Result<(), ApiError> {
        let asks_for_bot = matches!(submission.request, Request::Appoint { .. } | Request::Rematch);
        let (true, Some(who)) = (asks_for_bot, caller.who.as_ref()) else { return Ok(()) };
        let at = table.now();
        // What is done already is only answered again.
        if at.table.has_answered(submission.seat, &submission.key) {
            return Ok(());
        }
        let mut games = self.games_with_people(who, &at.table.spec().game).await?;
        // The players of a game may let a bot take a free seat of it.
        games.retain(|id| *id != table.id);
        if games.is_empty() {
            return Ok(());
        }
        let request = submission.request.clone();
        let read =
            move || record_for_bot(&at.table, &request).map(|record| path_of_record(&record)).transpose();
        let Some(path) = self.live.lanes.study.run(caller, read).await?? else { return Ok(()) };
        self.must_not_show(caller, who, games, &path).await
    }

    /// Refuses a path that leads through one of these games.
    async fn must_not_show(
        &self,
        caller: &Caller,
        who: &Hashed,
        games: Vec<TableId>,
        path: &PositionPath,
    ) -> Result<(), ApiError> {
        for id in games {
            let at = match self.live.fresh(&id, caller).await {
                Ok(table) => table.now(),
                // It was deleted meanwhile, or cannot be read: no one can play there.
                Err(Failed::Store(StoreError::Missing) | Failed::Damaged(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            if at.table.phase() != Phase::Playing || at.seats_of(Some(who)).is_empty() {
                continue;
            }
            let log_len = at.table.log_len();
            let playing = match self.running_games.find(&id, log_len) {
                Some(playing) => playing,
                None => {
                    let look = move || look(&at.table).map(Arc::new);
                    let Some(playing) = self.live.lanes.study.run(caller, look).await? else { continue };
                    self.running_games.keep(&id, log_len, &playing);
                    playing
                }
            };
            if playing.shows(path) {
                return Err(Denied::new(Reason::Forbidden, texts::FAIR_PLAY.plain()).into());
            }
        }
        Ok(())
    }

    /// The running tables of a game at which the session and other people sit.
    ///
    /// # Errors
    /// There are too many to compare.
    async fn games_with_people(&self, who: &Hashed, game: &str) -> Result<Vec<TableId>, ApiError> {
        let mut found = Vec::new();
        let mut before = (i64::MAX, String::new());
        for _ in 0..PAGES {
            let page = self.live.store.of_session(who.as_str(), false, &before, PAGE).await?;
            let Some(last) = page.last() else { return Ok(found) };
            before = (last.at, last.row.id.to_string());
            let full = page.len() == PAGE as usize;
            for kept in page {
                let summary: Summary = serde_json::from_str(&kept.row.facts.summary).unwrap_or_default();
                let people = summary.seats.iter().filter(|seat| seat.kind == SeatKind::Person).count();
                if kept.row.facts.status == Status::Playing && summary.game == game && people > 1 {
                    found.push(kept.row.id);
                }
            }
            if found.len() > MOST_GAMES {
                break;
            }
            if !full {
                return Ok(found);
            }
        }
        Err(Denied::new(Reason::Forbidden, texts::MANY_GAMES.with(&[("most", &MOST_GAMES)])).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::{Event, SplitMix, record_of};
    use breadboard_play::{Holder, Opening, Seed};

    /// A table that goes on from a game of random moves.
    fn long_table(events: usize) -> Table {
        struct RandomGame(usize);
        impl Visitor for RandomGame {
            type Output = Record;
            fn visit<G: Bots + Views>(self, game: G) -> Record {
                let (mut state, mut rng, mut events) = (game.start(), SplitMix::new(1), Vec::new());
                for _ in 0..self.0 {
                    let event = Event::random(&game, &state, &mut rng).expect("a long game");
                    event.apply(&game, &mut state);
                    events.push(event);
                }
                record_of(&game, None, &events)
            }
        }
        let record =
            with_game(&"snipe:seats=7,idle_rounds=200".parse().unwrap(), RandomGame(events)).unwrap();
        let opening = Opening::from_record(&record, None, vec![Holder::Open; 7], None, Seed::new([5; 32]));
        Table::open(opening, 1).unwrap().table
    }

    #[test]
    fn the_latest_positions_of_a_long_game_are_compared_and_no_others() {
        let table = long_table(2_500);
        let playing = look(&table).unwrap();
        assert!((LATEST / 2..=2 * LATEST).contains(&playing.past.len()), "{}", playing.past.len());
        // The end of the whole record is found in it, the beginning is not.
        let mut record = table.record();
        // What stands there is of the whole game.
        (record.result, record.scores) = (None, None);
        let shows = |record: &Record| playing.shows(&path_of_record(record).unwrap());
        assert!(shows(&record));
        record.entries.truncate(2_000);
        assert!(shows(&record));
        record.entries.truncate(500);
        assert!(!shows(&record));
    }

    #[test]
    fn a_game_is_looked_at_again_only_if_it_went_on() {
        let games = RunningGames::default();
        let id = |number| TableId::from_bits([number; 16]);
        let playing = Arc::new(Playing { past: HashSet::new(), ahead: HashSet::new() });
        games.keep(&id(1), 7, &playing);
        assert!(games.find(&id(1), 7).is_some_and(|found| Arc::ptr_eq(&found, &playing)));
        assert!(games.find(&id(1), 8).is_none() && games.find(&id(2), 7).is_none());
        games.keep(&id(1), 8, &playing);
        assert!(games.find(&id(1), 8).is_some());
    }
}
