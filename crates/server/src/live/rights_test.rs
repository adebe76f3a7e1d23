//! Rights compared with holders: random sequences of what several sessions can ask for, also again and out of turn,
//! beside a simple model that knows only who sits where. With every request, granted or refused, a session acts for exactly the
//! seats that the model says.

use super::action::{Action, decide};
use super::entry::{Hashed, StoredEntry};
use super::open::rematch;
use super::snapshot::Snapshot;
use crate::store::{Facts, Status, StoredTable, TableId};
use breadboard_core::{Rng as _, Seat, SeatSet, SplitMix};
use breadboard_play::{Exit, Holder, Key, Name, Opening, Phase, Request, Seed, Submission, Table};

const SESSIONS: u32 = 4;
const NOW: u64 = 1_794_700_000_000;

fn session(number: u32) -> Hashed {
    Hashed::of("session", &number.to_string())
}

fn code(number: u32) -> Hashed {
    Hashed::of("recovery", &number.to_string())
}

/// Who sits on a seat, as the model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SeatModel {
    Empty,
    /// Kept for a session.
    Kept(u32),
    Bot,
    Person {
        session: u32,
        code: u32,
        exit: Option<Exit>,
    },
}

/// What is done in one step.
#[derive(Clone, Debug)]
enum Step {
    Submit(Submission),
    Recover(u32),
}

struct World {
    rng: SplitMix,
    at: Snapshot,
    entries: Vec<StoredEntry>,
    /// The table as another node knows it, some entries behind.
    other: (Snapshot, usize),
    host: u32,
    seats: Vec<SeatModel>,
    keys: u32,
    codes: u32,
    sent: Vec<Submission>,
}

fn row(seq: usize) -> StoredTable {
    let facts = Facts {
        listed: false,
        status: Status::Open,
        due: 0,
        expires: 0,
        summary: String::new(),
        people: true,
    };
    StoredTable {
        id: TableId::from_bits([1; 16]),
        seq: seq as i64,
        spec: String::new(),
        created: 0,
        updated: 0,
        facts,
    }
}

fn bodies(entries: &[StoredEntry]) -> Vec<String> {
    entries.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect()
}

impl World {
    fn new(seed: u64, spec: &str) -> World {
        let mut rng = SplitMix::new(seed);
        let spec = spec.parse().unwrap();
        let seats = breadboard_games::with_game(&spec, Seats).unwrap();
        let host = rng.below(SESSIONS);
        let mut sits = Vec::new();
        let mut holders = Vec::new();
        let mut entries = vec![StoredEntry::Host { session: session(host) }];
        let mut kept = Vec::new();
        for seat in Seat::all(seats) {
            match rng.below(4) {
                0 => {
                    sits.push(SeatModel::Kept(host));
                    holders.push(Holder::Kept { name: name("Kept") });
                    kept.push(StoredEntry::Reserved { seat: seat.number(), session: session(host) });
                }
                1 if !sits.contains(&SeatModel::Bot) => {
                    sits.push(SeatModel::Bot);
                    holders.push(Holder::Bot { level: "random".parse().unwrap() });
                }
                _ => {
                    sits.push(SeatModel::Empty);
                    holders.push(Holder::Open);
                }
            }
        }
        let opening = Opening {
            spec,
            rules: None,
            start: None,
            given: Vec::new(),
            seats: holders,
            clock: None,
            forced_moves: false,
            seed: Seed::new([7; 32]),
        };
        let done = Table::open(opening, NOW).unwrap();
        entries.extend(done.events.iter().map(|event| StoredEntry::Event { event: event.clone() }));
        entries.extend(kept);
        World::at(rng, done.table, entries, host, sits)
    }

    fn at(rng: SplitMix, table: Table, entries: Vec<StoredEntry>, host: u32, seats: Vec<SeatModel>) -> World {
        let at = Snapshot::new(table.clone(), false).with(&entries, Some(table)).unwrap();
        let other = Snapshot::rebuild(&row(entries.len()), &bodies(&entries)).unwrap();
        let other = (other, entries.len());
        World { rng, at, entries, other, host, seats, keys: 0, codes: 0, sent: Vec::new() }
    }

    fn phase(&self) -> Phase {
        self.at.table.phase()
    }

    /// The first legal move of a seat that is to act, else some text.
    fn text(&self, seat: Seat) -> String {
        use breadboard_play::view::{Ask, Message, Viewer, view};
        match view(&self.at.table, Viewer::seat(seat), Ask::State) {
            Message::State(state) => state.you[0].moves.first().map_or("x".to_owned(), |mv| mv.text.clone()),
            _ => "x".to_owned(),
        }
    }

    fn step(&mut self) -> Step {
        if !self.sent.is_empty() && self.rng.below(5) == 0 {
            let again = self.rng.below(self.sent.len() as u32) as usize;
            return Step::Submit(self.sent[again].clone());
        }
        if self.codes > 0 && self.rng.below(10) == 0 {
            return Step::Recover(self.rng.below(self.codes + 1));
        }
        let seat =
            Seat::all(self.seats.len() as u8).nth(self.rng.below(self.seats.len() as u32) as usize).unwrap();
        let over = matches!(self.phase(), Phase::Over(_));
        let request = match self.rng.below(if over { 20 } else { 12 }) {
            0..=3 => Request::Claim { name: name("Guest"), entropy: None },
            4 => Request::Release,
            5 => Request::Appoint { level: "random".parse().unwrap() },
            6 if self.rng.below(3) == 0 => Request::Resign,
            7 if self.rng.below(3) == 0 => Request::Leave,
            8 => Request::Rename { name: name("Guest") },
            12.. => Request::Rematch,
            _ => Request::Act { text: self.text(seat) },
        };
        self.keys += 1;
        let key = Key::try_from(format!("k{}", self.keys)).unwrap();
        Step::Submit(Submission { seat, version: self.at.table.version(), attempt: None, key, request })
    }

    /// Often the holder of the seat, or hardly anything would be granted.
    fn requester(&mut self, step: &Step) -> u32 {
        let anyone = self.rng.below(SESSIONS);
        let Step::Submit(submission) = step else { return anyone };
        match self.seats[submission.seat.index()] {
            SeatModel::Person { session, .. } if self.rng.below(2) == 0 => session,
            _ => anyone,
        }
    }

    /// Whether the model grants a request that was not sent before.
    fn grants(&self, who: u32, submission: &Submission) -> bool {
        let seat = submission.seat;
        let over = matches!(self.phase(), Phase::Over(_));
        let playing = self.phase() == Phase::Playing;
        let sits = self.seats[seat.index()];
        let holds = matches!(sits, SeatModel::Person { session, .. } if session == who);
        let stays = matches!(sits, SeatModel::Person { exit: None, .. });
        let plays = |sits: &SeatModel| matches!(sits, SeatModel::Person { session, exit: None, .. } if *session == who);
        match submission.request {
            Request::Claim { .. } => !over && (sits == SeatModel::Empty || sits == SeatModel::Kept(who)),
            Request::Appoint { .. } => match sits {
                SeatModel::Empty => !over && (who == self.host || self.seats.iter().any(plays)),
                SeatModel::Kept(whose) => !over && whose == who,
                _ => false,
            },
            Request::Release => match sits {
                SeatModel::Bot | SeatModel::Kept(_) => self.phase() == Phase::Waiting && who == self.host,
                _ => !over && holds && stays,
            },
            Request::Act { .. } => {
                let acting = || self.at.table.awaited().contains(seat) || self.has_chosen(seat);
                playing && holds && stays && acting()
            }
            Request::Resign | Request::Leave => playing && holds && stays,
            Request::Rename { .. } => holds,
            Request::Rematch => over && holds && !self.asked_rematch(seat),
            _ => unreachable!(),
        }
    }

    fn has_chosen(&self, seat: Seat) -> bool {
        use breadboard_play::view::{Ask, Message, Viewer, view};
        match view(&self.at.table, Viewer::seat(seat), Ask::State) {
            Message::State(state) => state.you[0].choice.is_some(),
            _ => false,
        }
    }

    fn asked_rematch(&self, seat: Seat) -> bool {
        use breadboard_play::view::{Ask, Message, Viewer, view};
        match view(&self.at.table, Viewer::SPECTATOR, Ask::State) {
            Message::State(state) => state.rematch.contains(&seat.number()),
            _ => false,
        }
    }

    /// What a granted request changes in the model.
    fn follow(&mut self, who: u32, submission: &Submission, code: u32) {
        let in_game = |sits: &SeatModel| !matches!(sits, SeatModel::Person { exit: Some(_), .. });
        let left = self.seats.iter().filter(|sits| in_game(sits)).count();
        let sits = &mut self.seats[submission.seat.index()];
        match submission.request {
            Request::Claim { .. } => *sits = SeatModel::Person { session: who, code, exit: None },
            Request::Release => *sits = SeatModel::Empty,
            Request::Appoint { .. } => *sits = SeatModel::Bot,
            Request::Resign | Request::Leave => {
                let how = if submission.request == Request::Leave { Exit::Left } else { Exit::Resigned };
                // The last but one ends the game and stays as it is.
                if let (SeatModel::Person { exit, .. }, 3..) = (sits, left) {
                    *exit = Some(how);
                }
            }
            _ => {}
        }
    }

    /// Whether a submission must be granted, where the model can tell.
    fn expected(&mut self, who: u32, submission: &Submission, fresh: u32) -> Option<bool> {
        let again = self.at.table.has_answered(submission.seat, &submission.key);
        match &mut self.seats[submission.seat.index()] {
            // What was granted once is answered to the holder and changes nothing, except the code of a claim.
            SeatModel::Person { session, code, .. } if again && *session == who => {
                if matches!(submission.request, Request::Claim { .. }) {
                    *code = fresh;
                }
                Some(true)
            }
            // Those who may appoint and clear seats get their answer too; it changes nothing.
            _ if again && matches!(submission.request, Request::Appoint { .. } | Request::Release) => None,
            _ if again => Some(false),
            _ => {
                let granted = self.grants(who, submission);
                // A move may be stale, or not be a move; a refusal is right then.
                let certain = submission.version == self.at.table.version();
                if !granted || certain { Some(granted) } else { None }
            }
        }
    }

    fn play(&mut self) {
        let step = self.step();
        let who = self.requester(&step);
        self.codes += 1;
        let fresh = self.codes;
        let (action, expected) = match &step {
            Step::Recover(used) => {
                let place = self
                    .seats
                    .iter()
                    .position(|sits| matches!(sits, SeatModel::Person { code, .. } if code == used));
                let action = Action::Recover { who: session(who), code: code(*used), recovery: code(fresh) };
                if let Some(SeatModel::Person { session, code, .. }) =
                    place.map(|place| &mut self.seats[place])
                {
                    (*session, *code) = (who, fresh);
                }
                (action, Some(place.is_some()))
            }
            Step::Submit(submission) => {
                let claim = matches!(submission.request, Request::Claim { .. });
                let action = Action::Submit {
                    who: session(who),
                    submission: submission.clone(),
                    recovery: claim.then(|| code(fresh)),
                };
                (action, self.expected(who, submission, fresh))
            }
        };
        let decided = decide(&self.at, &action, NOW);
        let what = || format!("{who}: {step:?}\n{decided:?}");
        if let Some(expected) = expected {
            assert_eq!(decided.is_ok(), expected, "{}\n{:?}", what(), self.seats);
        }
        if let Ok(granted) = &decided {
            if let Step::Submit(submission) = &step {
                let new = granted.entries.iter().any(|entry| matches!(entry, StoredEntry::Event { .. }));
                if new {
                    self.follow(who, submission, fresh);
                    self.sent.push(submission.clone());
                }
            }
            self.at = self.at.with(&granted.entries, granted.table.clone()).unwrap();
            self.entries.extend(granted.entries.iter().cloned());
        }
        self.must_agree(&what);
        if self.at.wants_next() {
            self.go_on();
        }
    }

    /// Every session acts for the seats of the model, here and on a node that reads what this one has stored.
    fn must_agree(&mut self, what: &dyn Fn() -> String) {
        let (other, known) = &mut self.other;
        if self.rng.below(4) == 0 {
            let news = bodies(&self.entries[*known..]);
            *other = other.caught_up(&row(self.entries.len()), &news).unwrap();
            *known = self.entries.len();
            assert_eq!(other.rights, self.at.rights, "another node: {}", what());
        }
        for who in 0..SESSIONS {
            let holds = |seat: &Seat| matches!(self.seats[seat.index()], SeatModel::Person { session, .. } if session == who);
            let seats: SeatSet = self.at.table.seats().filter(holds).collect();
            assert_eq!(self.at.seats_of(Some(&session(who))), seats, "session {who} after {}", what());
        }
        for (seat, sits) in self.at.table.seats().zip(&self.seats) {
            let agrees = match self.at.table.holder(seat) {
                Some(Holder::Open) => *sits == SeatModel::Empty,
                Some(Holder::Kept { .. }) => matches!(sits, SeatModel::Kept(_)),
                Some(Holder::Bot { .. }) => *sits == SeatModel::Bot,
                Some(Holder::Person { .. }) => matches!(sits, SeatModel::Person { .. }),
                None => false,
            };
            assert!(agrees, "seat {seat} after {}", what());
        }
    }

    /// Goes on at the table of the rematch, with everything that was sent at this one.
    fn go_on(&mut self) {
        let (table, entries) = rematch(&self.at, Seed::new([8; 32]), NOW as i64).unwrap();
        let moved = |sits: &SeatModel| match *sits {
            SeatModel::Person { exit: Some(Exit::Left), .. } => SeatModel::Empty,
            SeatModel::Person { session, .. } => SeatModel::Kept(session),
            other => other,
        };
        let mut seats: Vec<SeatModel> = self.seats.iter().map(moved).collect();
        seats.rotate_left(1);
        let rng = SplitMix::new(self.rng.next_u64());
        let next = World::at(rng, table, entries, self.host, seats);
        let (keys, codes, sent) = (self.keys, self.codes, std::mem::take(&mut self.sent));
        *self = World { keys, codes, sent, ..next };
        self.must_agree(&|| "a rematch".to_owned());
    }
}

struct Seats;

impl breadboard_games::Visitor for Seats {
    type Output = u8;
    fn visit<G: breadboard_games::Bots + breadboard_games::Views>(self, game: G) -> u8 {
        game.seats()
    }
}

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).unwrap()
}

#[test]
fn sessions_act_for_the_seats_they_hold_and_no_others() {
    let (mut steps, mut next, mut out) = (0, 0, 0);
    for seed in 0..2_000 {
        // Rights do not depend on the game: two seats, three seats, and three that choose at once.
        let spec = ["breakthrough", "breadcrumbs:seats=3", "traxx:seats=3"][seed as usize % 3];
        let mut world = World::new(seed, spec);
        let first = world.at.table.commit().clone();
        for _ in 0..30 {
            world.play();
            steps += 1;
        }
        next += usize::from(*world.at.table.commit() != first);
        out += usize::from(
            world.seats.iter().any(|sits| matches!(sits, SeatModel::Person { exit: Some(_), .. })),
        );
        let again = Snapshot::rebuild(&row(world.entries.len()), &bodies(&world.entries)).unwrap();
        assert_eq!(again.rights, world.at.rights);
    }
    assert!(next > 20 && out > 50, "{steps} steps, {next} rematches, {out} games that a player left");
}
