//! No engine for a person in a running game against people. What is asked for is compared with the running games of the
//! session: by the text of the position, and by what stands on the board, with any options and counters. A mirrored
//! position is recognised too, where the game says what that is ([`Views::twins`]).
//!
//! Refused are: the present position of the game; what leads through it, or to a position that can follow it soon; and each
//! earlier position of the game. Whether the position came as text, as events from the start or as a record does not matter.
//! A person who asks without the cookie, or elsewhere, cannot be found out by this.

use crate::http::{ApiError, App};
use crate::live::{Hashed, Summary};
use crate::store::{Status, TableId};
use breadboard_core::{Listing, Record, Spec, Turn};
use breadboard_games::{Bots, Views, Visitor, with_game, with_recorded_game};
use breadboard_insight::line::play_events;
use breadboard_play::Phase;
use breadboard_wire::{Denied, PlayedEvent, Reason, SeatKind, texts};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;

/// Positions that can follow the present one: how many are looked at.
const MOST_FOLLOWING: usize = 3_000;
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

/// A running game: its positions so far, and those that can follow.
struct Playing {
    past: HashSet<Mark>,
    /// The present position and those that can follow it.
    ahead: HashSet<Mark>,
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
    pub(crate) async fn must_be_fair(
        &self,
        who: Option<&Hashed>,
        path: &PositionPath,
    ) -> Result<(), ApiError> {
        let Some(who) = who else { return Ok(()) };
        for id in self.games_with_people(who, &path.spec.game).await? {
            let at = self.live.fresh(&id).await?.now();
            if at.table.phase() != Phase::Playing || at.seats_of(Some(who)).is_empty() {
                continue;
            }
            let path = path.clone();
            let shows = move || {
                let record = at.table.record();
                let playing = with_recorded_game(&record, Look(&record)).ok().flatten();
                playing.is_some_and(|playing| playing.shows(&path))
            };
            if self.live.lanes.study.run(shows).await? {
                return Err(Denied::new(Reason::Forbidden, texts::FAIR_PLAY.plain()).into());
            }
        }
        Ok(())
    }

    /// The running tables of a game at which the session and other people sit.
    async fn games_with_people(&self, who: &Hashed, game: &str) -> Result<Vec<TableId>, ApiError> {
        let mut found = Vec::new();
        let mut before = (i64::MAX, String::new());
        for _ in 0..PAGES {
            let page = self.live.store.of_session(who.as_str(), false, &before, PAGE).await?;
            let Some(last) = page.last() else { break };
            before = (last.at, last.row.id.to_string());
            let full = page.len() == PAGE as usize;
            for kept in page {
                let summary: Summary = serde_json::from_str(&kept.row.facts.summary).unwrap_or_default();
                let people = summary.seats.iter().filter(|seat| seat.kind == SeatKind::Person).count();
                if kept.row.facts.status == Status::Playing && summary.game == game && people > 1 {
                    found.push(kept.row.id);
                }
            }
            if !full {
                break;
            }
        }
        Ok(found)
    }
}
