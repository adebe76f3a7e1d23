//! What holds however a table is used.

use super::*;
use crate::view::{PositionView, record_view};
use std::collections::BTreeSet;

/// How many requests a random session makes.
const REQUESTS: u64 = 160;

struct Session {
    rng: SplitMix,
    table: Table,
    now: u64,
    keys: u64,
    /// Requests that were granted, to be repeated.
    granted: Vec<(Submission, Receipt)>,
}

impl Session {
    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.rng.below(items.len() as u32) as usize].clone()
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.below(100) < percent
    }

    fn garbage(&mut self) -> String {
        let samples = ["", "x", "pass", "e2-e3", "🦀", "\u{0}", "a1>a2", "skip", "end", "roll 1 1", "| # \n"];
        let sample = self.pick(&samples).to_owned();
        if self.chance(5) { sample + &"y".repeat(400) } else { sample }
    }

    fn request(&mut self, seat: Seat) -> Request {
        let offers: Vec<u32> = state(&self.table, Viewer::SPECTATOR).offers.iter().map(|o| o.id).collect();
        match self.rng.below(100) {
            0..60 => {
                let moves = self.table.game.moves(seat, self.table.still_in());
                if moves.is_empty() || self.chance(10) {
                    Request::Act { text: self.garbage() }
                } else {
                    Request::Act { text: self.pick(&moves).text }
                }
            }
            60..72 => Request::Undo,
            72..77 => Request::AskTakeBack,
            77..80 => Request::OfferDraw,
            80..90 => {
                let offer = if offers.is_empty() { 3 } else { self.pick(&offers) };
                Request::Answer { offer, yes: self.chance(60) }
            }
            90 => Request::Resign,
            91 => Request::Release,
            92..95 => claim("Guest", 9),
            95 => Request::Appoint { level: level("random") },
            96 => Request::Rename { name: name("Another") },
            97 => Request::Leave,
            _ => Request::Rematch,
        }
    }

    fn one(&mut self) {
        self.now += u64::from(self.rng.below(3_000));
        if let Some(done) = self.table.tick(self.now).unwrap() {
            self.table = done.table;
        }
        if self.chance(5) && !self.granted.is_empty() {
            let (old, receipt) = self.pick(&self.granted.clone());
            let done = self.table.submit(self.now, &old).unwrap();
            assert_eq!((done.receipt, done.events.len()), (receipt, 0), "a repetition does nothing");
            assert!(done.table == self.table);
            let other = Submission { request: act("something else"), ..old };
            assert_eq!(self.table.submit(self.now, &other).unwrap_err().reason, Reason::KeyReused);
            return;
        }
        let seats: Vec<Seat> = self.table.seats().collect();
        let awaited: Vec<Seat> = self.table.awaited().iter().collect();
        let seat =
            if awaited.is_empty() || self.chance(20) { self.pick(&seats) } else { self.pick(&awaited) };
        let request = self.request(seat);
        let version = match self.rng.below(20) {
            0 => self.table.version.saturating_sub(1),
            1 => self.table.version + 1,
            2 => 0,
            _ => self.table.version,
        };
        self.keys += 1;
        let submission = Submission { seat, version, attempt: None, key: key(self.keys), request };
        self.submit(submission);
    }

    fn submit(&mut self, submission: Submission) {
        let before = (self.table.version(), self.table.log_len(), self.table.position());
        let result = self.table.submit(self.now, &submission);
        assert_eq!(before, (self.table.version(), self.table.log_len(), self.table.position()));
        let done = match result {
            Ok(done) => done,
            Err(denied) => {
                let text = denied.to_string();
                assert!(!text.is_empty() && !text.contains('{') && text.len() < 400, "{text}");
                assert!(denied.reason != Reason::Damaged, "{text}: {submission:?}");
                return;
            }
        };
        assert!(submission.version <= before.0, "an unknown version was accepted");
        if let Request::Act { .. } = submission.request {
            assert!(submission.version >= self.table.changed, "a stale move was accepted");
        }
        assert!(!done.events.is_empty());
        for (event, seq) in done.events.iter().zip(before.1..) {
            assert_eq!(event.seq, seq);
            // A round's choice shows nothing; the last one reveals all.
            let sealed = matches!(event.what, EventKind::Sealed { .. } | EventKind::Unsealed { .. });
            assert_eq!(event.what.is_public(), !sealed);
        }
        let public = done.events.iter().filter(|event| event.what.is_public()).count() as u32;
        assert_eq!(done.table.version(), before.0 + public);
        self.granted.push((submission, done.receipt));
        self.table = done.table;
    }
}

fn session(spec: &Spec, number: u64, clock: Option<ClockRule>) -> Table {
    let mut rng = SplitMix::stream(0x7AB1E, number);
    let seats: Vec<Holder> = (0..seats_of(spec))
        .map(|_| match rng.below(4) {
            0 => Holder::Bot { level: level("greedy") },
            1 => Holder::Kept { name: name("Kept") },
            _ => Holder::Open,
        })
        .collect();
    let table = Table::open(Opening { seats, clock, ..opening(spec, number as u8) }, NOON).unwrap().table;
    let mut session = Session { rng, table, now: NOON, keys: 0, granted: Vec::new() };
    let seats: Vec<Seat> = session.table.seats().collect();
    for &seat in &seats {
        session.keys += 1;
        let request = claim("Ada", seat.number());
        let version = session.table.version();
        session.submit(Submission { seat, version, attempt: None, key: key(session.keys), request });
    }
    for n in 0..REQUESTS {
        session.one();
        if n % 20 == 0 {
            assert!(rebuilt(&session.table) == session.table, "{spec}, session {number}");
        }
    }
    session.table
}

#[test]
fn any_requests_leave_a_table_that_its_log_rebuilds() {
    for (number, spec) in specs().iter().enumerate() {
        for round in 0..4 {
            let number = number as u64 * 16 + round;
            let clock = (round == 3).then_some(ClockRule::Increment { main_ms: 60_000, increment_ms: 1_000 });
            let table = session(spec, number, clock);
            let again = rebuilt(&table);
            assert!(again == table, "{spec}");
            for viewer in [Viewer::SPECTATOR, Viewer::seat(Seat::FIRST)] {
                for ask in [Ask::State, Ask::Events { after: 0 }] {
                    assert_eq!(view(&again, viewer, ask), view(&table, viewer, ask));
                }
            }
        }
    }
}

#[test]
fn a_damaged_log_is_refused_and_never_panics() {
    for (number, spec) in specs().iter().enumerate() {
        let table = session(spec, 900 + number as u64, None);
        let events: Vec<Event> = table.events().cloned().collect();
        let mut rng = SplitMix::new(number as u64);
        for _ in 0..20 {
            let mut damaged = events.clone();
            let at = rng.below(damaged.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(damaged.remove(at)),
                1 => damaged.insert(at, events[at].clone()),
                2 => damaged.swap(at, 0),
                _ => damaged[at].version += 1,
            }
            if damaged != events && damaged.len() >= events.len().min(at + 1) {
                // Losing the end is the one damage that a list alone cannot show.
                let lost_end = damaged.len() < events.len() && at == damaged.len();
                assert_eq!(Table::rebuild(damaged).is_ok(), lost_end, "{spec}, event {at}");
            }
        }
        // The same with the texts: anything may stand there.
        for (index, event) in events.iter().enumerate() {
            let mut damaged = events.clone();
            match &mut damaged[index].what {
                EventKind::Drawn { text } | EventKind::Sealed { text, .. } => {
                    *text = "🦀 nonsense".to_owned();
                }
                EventKind::Acted { choices, .. } => choices[0].text = "nonsense 🦀".to_owned(),
                _ => continue,
            }
            let denied = Table::rebuild(damaged).unwrap_err();
            assert_eq!(denied.reason, Reason::Damaged, "{event:?}");
            assert!(denied.to_string().contains(&format!("event {index} ")), "{denied}");
        }
    }
}

#[test]
fn undo_and_the_same_move_again_give_the_same_position() {
    for (number, spec) in specs().iter().enumerate() {
        let mut rng = SplitMix::new(number as u64);
        let mut table = seated(opening(spec, 3));
        let mut undone = 0;
        while let Some(next) = random_move(&table, &mut rng) {
            if let Some(Ok(EventKind::Undone { seat })) =
                next.steps.last().and_then(|step| step.seats.single()).map(|seat| next.may_undo(seat))
            {
                let back = must(&next, seat, Request::Undo);
                assert_eq!(back.position(), table.position(), "{spec}");
                assert_eq!(back.awaited(), table.awaited());
                let text = next.steps.last().unwrap().texts[0].clone();
                let again = must(&back, seat, act(&text));
                assert_eq!(again.position(), next.position());
                undone += 1;
            }
            table = next;
            if undone > 20 || table.log_len() > 300 {
                break;
            }
        }
    }
}

#[test]
fn after_a_take_back_the_same_draw_comes_again() {
    for (number, spec) in specs().iter().enumerate() {
        let mut rng = SplitMix::new(70 + number as u64);
        let mut table = seated(opening(spec, 4));
        let mut checked = 0;
        while let Some(next) = random_move(&table, &mut rng) {
            table = next;
            if table.log_len() > 400 {
                break;
            }
            let drew = table.steps.last().is_some_and(|step| step.seats.is_empty());
            let actor = table.steps.iter().rev().find(|step| !step.seats.is_empty());
            let Some(seat) = actor.and_then(|step| step.seats.iter().next()).filter(|_| drew) else {
                continue;
            };
            if table.phase() != Phase::Playing || table.awaited().is_empty() {
                break;
            }
            let mut back = must(&table, seat, Request::AskTakeBack);
            for other in table.seats().filter(|other| *other != seat) {
                let pending: Vec<u32> =
                    state(&back, Viewer::seat(other)).offers.iter().map(|o| o.id).collect();
                back = must(&back, other, Request::Answer { offer: pending[0], yes: true });
            }
            assert!(back.steps.len() < table.steps.len(), "{spec}");
            // The same choices, and the dice as before.
            while back.steps.len() < table.steps.len() {
                let step = table.steps[back.steps.len()].clone();
                for (seat, text) in step.seats.iter().zip(&step.texts) {
                    back = must(&back, seat, act(text));
                }
            }
            assert_eq!(back.position(), table.position(), "{spec}");
            checked += 1;
            if checked == 5 {
                break;
            }
        }
    }
}

#[test]
fn a_round_can_be_chosen_in_any_order_and_changed_until_the_last() {
    for spec in specs() {
        let mut rng = SplitMix::new(5);
        let mut table = seated(opening(&spec, 5));
        for _ in 0..6 {
            let seats: Vec<Seat> = table.awaited().iter().collect();
            if seats.len() < 2 {
                match random_move(&table, &mut rng) {
                    Some(next) => table = next,
                    None => break,
                }
                continue;
            }
            let choices: Vec<(Seat, String)> = seats
                .iter()
                .map(|&seat| {
                    let moves = offered(&table, seat);
                    (seat, moves[rng.below(moves.len() as u32) as usize].clone())
                })
                .collect();
            let mut ends = Vec::new();
            for order in 0..4 {
                let mut shuffled = choices.clone();
                rng.shuffle(&mut shuffled);
                let mut there = table.clone();
                for (n, (seat, text)) in shuffled.iter().enumerate() {
                    if order > 0 {
                        // A first thought, another, and back.
                        for thought in offered(&there, *seat).iter().take(order) {
                            if n + 1 < shuffled.len() {
                                there = must(&there, *seat, act(thought));
                                there = must(&there, *seat, Request::Undo);
                            }
                        }
                    }
                    assert_eq!(there.version(), table.version(), "a sealed choice makes no version");
                    there = must(&there, *seat, act(text));
                }
                assert!(there.version() > table.version());
                ends.push((there.position(), there.version()));
            }
            assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{spec}: {ends:?}");
            table = choices.iter().fold(table, |table, (seat, text)| must(&table, *seat, act(text)));
        }
    }
}

#[test]
fn moves_come_in_parts_that_tell_them_apart() {
    for spec in specs() {
        let mut rng = SplitMix::new(11);
        let mut table = seated(opening(&spec, 6));
        for _ in 0..80 {
            for seat in table.awaited().iter() {
                let you = &state(&table, Viewer::seat(seat)).you[0];
                let parts: BTreeSet<_> = you.moves.iter().map(|mv| &mv.parts).collect();
                assert_eq!(parts.len(), you.moves.len(), "{spec}: {}", table.position());
                assert!(parts.iter().all(|parts| !parts.is_empty()), "{spec}");
            }
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
        }
    }
}

#[test]
fn a_replay_shows_every_position_of_the_line() {
    let position = |table: &Table, step| -> PositionView {
        match view(table, Viewer::SPECTATOR, Ask::Replay { step }) {
            Message::Replay(replay) => replay.position,
            other => panic!("{other:?}"),
        }
    };
    for spec in specs() {
        let mut rng = SplitMix::new(12);
        let mut table = seated(opening(&spec, 7));
        let mut seen = vec![position(&table, table.steps.len() as u32)];
        for _ in 0..12 {
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
            let here = position(&table, table.steps.len() as u32);
            assert_eq!(here, state(&table, Viewer::SPECTATOR).position);
            seen.push(here);
        }
        let record = table.record();
        for old in seen {
            assert_eq!(position(&table, old.step), old, "{spec}");
            let read = record_view(&record, old.step).unwrap();
            assert_eq!((read.study.position, read.steps.len()), (old, table.steps.len()), "{spec}");
        }
        let end = record_view(&record, u32::MAX).unwrap();
        assert_eq!(end.study.position, state(&table, Viewer::SPECTATOR).position);
    }
}

#[test]
fn messages_are_read_as_they_are_written() {
    for spec in specs() {
        let mut rng = SplitMix::new(13);
        let mut table =
            seated(Opening { clock: Some(ClockRule::Correspondence { days: 3 }), ..opening(&spec, 8) });
        for _ in 0..5 {
            let asks =
                [Ask::State, Ask::Events { after: 0 }, Ask::Replay { step: 1 }, Ask::Drawing { width: 60 }];
            for ask in asks {
                let message = view(&table, Viewer::seat(Seat::FIRST), ask);
                let text = serde_json::to_string(&message).unwrap();
                assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), message);
            }
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
        }
    }
}
