//! No engine for a person in a running game against people. What is asked for is compared with the running games of the
//! session: by the text of the position, and by what stands on the board, with any options and counters. A mirrored
//! position is recognised too, where the game says what that is ([`Views::twins`]).
//!
//! Refused are: the present position of the game; what leads through it, or to a position that can follow it soon; and each
//! earlier position of the game. Whether the position came as text, as events from the start or as a record does not matter.
//! A person who asks without the cookie, or elsewhere, cannot be found out by this.

use crate::http::{ApiError, App};
use crate::live::{Caller, Hashed, Summary};
use crate::recent::Recent;
use crate::store::{Status, TableId};
use breadboard_core::{Listing, Record, Spec, Turn};
use breadboard_games::{Bots, Views, Visitor, with_game, with_recorded_game};
use breadboard_insight::line::play_events;
use breadboard_play::{Phase, Table};
use breadboard_wire::{Denied, PlayedEvent, Reason, SeatKind, texts};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Positions that can follow the present one: how many are looked at.
const MOST_FOLLOWING: usize = 3_000;
/// Events of a running game whose positions are compared. Longer games are rare, and what was so long ago helps no player.
const LATEST: usize = 1_000;
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
        let mut past = HashSet::new();
        let last =
            breadboard_core::replay(&game, self.0, |before, _, _| past.extend(marks(&game, before))).ok()?;
        let mut ahead: HashSet<Mark> = marks(&game, &last).into();
        let near = following(&game, &last);
        near.iter().for_each(|state| ahead.extend(marks(&game, state)));
        let mut left = MOST_FOLLOWING;
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
        for id in self.games_with_people(who, &path.spec.game).await? {
            let at = self.live.fresh(&id, caller).await?.now();
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
