//! The schedule with a clock of its own: nothing here depends on the machine.

use super::*;

const LONGEST: Duration = Duration::from_millis(2500);

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A schedule and a clock that only the test moves.
struct Bench {
    schedule: Schedule,
    now: Instant,
}

fn table(number: u16) -> TableId {
    let mut bits = [0; 16];
    bits[..2].copy_from_slice(&number.to_be_bytes());
    TableId::from_bits(bits)
}

fn entry(number: u16, class: Class, session: &str, address: u8) -> BotTurn {
    BotTurn {
        table: table(number),
        class,
        owner: Owner::Session(Hashed::of("test", session)),
        address: Some(IpAddr::from([10, 0, 0, address])),
        deadline: None,
    }
}

impl Bench {
    fn new(thinkers: usize) -> Bench {
        Bench { schedule: Schedule::new(thinkers), now: Instant::now() }
    }

    fn push(&mut self, entry: BotTurn) {
        self.schedule.push(entry, self.now);
    }

    /// Starts the next turn; its table and its time.
    fn start(&mut self) -> Option<(TableId, Arc<Limit>)> {
        let job = self.schedule.pick(self.now)?;
        let limit = self.schedule.begin(&job.table, LONGEST, self.now)?;
        Some((job.table, limit))
    }

    fn finish_after(&mut self, table: &TableId, took: Duration) {
        self.now += took;
        self.schedule.finish(table, self.now);
    }

    /// Plays the next turn for as long as it may.
    fn turn(&mut self) -> TableId {
        let (table, limit) = self.start().expect("a turn");
        self.finish_after(&table, limit.budget());
        table
    }
}

#[test]
fn people_come_before_bots_and_watched_bots_before_unwatched_ones() {
    let mut bench = Bench::new(1);
    bench.push(entry(1, Class::Unwatched, "a", 1));
    bench.push(entry(2, Class::Watched, "b", 2));
    bench.push(entry(3, Class::Person, "c", 3));
    assert_eq!([bench.turn(), bench.turn(), bench.turn()], [table(3), table(2), table(1)]);
    assert!(bench.schedule.pick(bench.now).is_none());
}

#[test]
fn a_person_beside_sixty_strong_bots_waits_for_one_short_turn() {
    let mut bench = Bench::new(1);
    (0..60).for_each(|number| bench.push(entry(number, Class::Person, &number.to_string(), 1)));
    for _ in 0..5 {
        bench.turn();
    }
    let (running, limit) = bench.start().unwrap();
    bench.push(entry(99, Class::Person, "ada", 2));
    assert_eq!(limit.budget(), LEAST, "the address with sixty tables thinks for a short time each");
    bench.finish_after(&running, limit.budget());
    let (next, limit) = bench.start().unwrap();
    assert_eq!(next, table(99), "another address has its turn at once");
    assert_eq!(
        limit.budget(),
        LONGEST / 2,
        "two addresses share the time, however many tables one of them has opened"
    );
}

#[test]
fn sessions_of_one_address_take_turns_whatever_each_has_opened() {
    let mut bench = Bench::new(1);
    (0..60).for_each(|number| bench.push(entry(number, Class::Person, "many", 1)));
    bench.turn();
    bench.push(entry(99, Class::Person, "one", 1));
    bench.push(entry(98, Class::Person, "two", 1));
    let next = [bench.turn(), bench.turn(), bench.turn()];
    assert!(next.contains(&table(99)) && next.contains(&table(98)), "{next:?}");
}

#[test]
fn a_session_has_one_turn_in_flight() {
    let mut bench = Bench::new(4);
    (0..10).for_each(|number| bench.push(entry(number, Class::Person, "many", 1)));
    let (first, _) = bench.start().unwrap();
    assert!(bench.start().is_none());
    bench.push(entry(99, Class::Person, "one", 1));
    assert_eq!(bench.start().unwrap().0, table(99));
    bench.finish_after(&first, millis(1));
    assert!(bench.start().is_some());
}

#[test]
fn unwatched_tables_are_few_and_give_way_to_a_person() {
    let mut bench = Bench::new(4);
    (0..10).for_each(|number| bench.push(entry(number, Class::Unwatched, &number.to_string(), number as u8)));
    let running: Vec<_> = std::iter::from_fn(|| bench.start()).collect();
    assert_eq!(running.len(), 2, "half of the thinkers");
    bench.push(entry(98, Class::Person, "ada", 98));
    bench.push(entry(99, Class::Person, "bob", 99));
    assert!(bench.start().is_some() && bench.start().is_some());
    bench.push(entry(97, Class::Person, "cid", 97));
    for (_, limit) in &running {
        assert_eq!(limit.budget(), LEAST, "a person waits");
    }
}

#[test]
fn nothing_waits_for_ever() {
    let mut bench = Bench::new(1);
    bench.push(entry(500, Class::Unwatched, "bots", 5));
    bench.push(entry(400, Class::Watched, "watched", 4));
    let mut found = [0, 0];
    for turn in 0..100 {
        // Two people always have a bot to move.
        bench.push(entry(1, Class::Person, "ada", 1));
        bench.push(entry(2, Class::Person, "bob", 2));
        let next = bench.turn();
        for (place, number) in [(0, 500), (1, 400)] {
            if next == table(number) && found[place] == 0 {
                found[place] = turn;
            }
        }
    }
    assert!(found.iter().all(|turn| (1..40).contains(turn)), "{found:?}");
}

#[test]
fn an_address_that_was_away_gets_its_share_and_not_what_it_left_unused() {
    let mut bench = Bench::new(1);
    for _ in 0..50 {
        bench.push(entry(1, Class::Person, "ada", 1));
        bench.turn();
    }
    let mut turns = [0, 0];
    for _ in 0..20 {
        bench.push(entry(1, Class::Person, "ada", 1));
        bench.push(entry(2, Class::Person, "bob", 2));
        turns[usize::from(bench.turn() == table(2))] += 1;
    }
    assert!(turns.iter().all(|turns| (9..=11).contains(turns)), "{turns:?}");
}

#[test]
fn what_a_bot_has_waited_it_does_not_think() {
    for (waited, budget) in [(0, 2500), (1000, 1500), (2490, 100), (60_000, 100)] {
        let mut bench = Bench::new(1);
        bench.push(entry(1, Class::Person, "ada", 1));
        bench.now += millis(waited);
        let (_, limit) = bench.start().unwrap();
        assert_eq!(limit.budget(), millis(budget), "after {waited} ms");
        let full = limit.budget() == LONGEST;
        assert!(limit.is_over(bench.now + LONGEST));
        assert_eq!(limit.was_cut(), !full, "it is said that it was cut short");
    }
}

#[test]
fn a_table_that_waits_keeps_its_place_and_one_that_thinks_is_left_alone() {
    let mut bench = Bench::new(1);
    bench.push(entry(1, Class::Unwatched, "ada", 1));
    bench.now += millis(700);
    bench.push(entry(1, Class::Person, "ada", 1));
    assert_eq!(bench.schedule.ages(bench.now), [(1, millis(700)), (0, Duration::ZERO), (0, Duration::ZERO)]);
    let (running, _) = bench.start().unwrap();
    bench.push(entry(1, Class::Person, "ada", 1));
    bench.finish_after(&running, millis(5));
    assert!(bench.start().is_none(), "it is announced again by its own end");
    assert!(bench.schedule.addresses.values().all(Account::is_idle));
}

/// The next turn, found by looking at all that wait.
fn reference(schedule: &Schedule) -> Option<TableId> {
    if schedule.running.len() >= schedule.thinkers {
        return None;
    }
    let unwatched = schedule.running.values().filter(|turn| turn.entry.class == Class::Unwatched).count();
    let free = |entry: &BotTurn| {
        let busy = schedule.sessions.get(&entry.owner).is_some_and(|session| session.running > 0);
        !busy && (entry.class != Class::Unwatched || unwatched < schedule.few())
    };
    let spare = schedule.picks % SPARE == SPARE - 1;
    let best = schedule.waiting.values().filter(|waiting| free(&waiting.entry)).min_by_key(|waiting| {
        let entry = &waiting.entry;
        let lowest = spare.then_some((std::cmp::Reverse(entry.class), waiting.since));
        let (address, session) = (&schedule.addresses[&entry.address], &schedule.sessions[&entry.owner]);
        (lowest, entry.class, (address.used, session.used, waiting.since), &entry.table)
    });
    best.map(|waiting| waiting.entry.table.clone())
}

#[test]
fn what_is_kept_is_what_would_be_counted() {
    use breadboard_core::{Rng as _, SplitMix};
    let mut rng = SplitMix::new(7);
    let mut bench = Bench::new(3);
    let mut running = Vec::new();
    for _ in 0..5_000 {
        match rng.below(4) {
            0 | 1 => {
                bench.now += millis(1);
                let class = CLASS_ORDER[rng.below(3) as usize];
                let session = rng.below(8).to_string();
                bench.push(entry(rng.below(40) as u16, class, &session, rng.below(6) as u8));
            }
            2 => {
                let expected = reference(&bench.schedule);
                let picked = bench.start().map(|(table, _)| table);
                assert_eq!(picked, expected, "the first of all that wait");
                running.extend(picked);
            }
            _ => {
                if let Some(table) = running.pop() {
                    bench.finish_after(&table, millis(rng.below(9).into()));
                }
            }
        }
        let Schedule { waiting, waiting_in, addresses, active, .. } = &bench.schedule;
        for class in CLASS_ORDER {
            let wait = waiting.values().filter(|waiting| waiting.entry.class == class).count();
            let rivals = addresses.values().filter(|account| account.turns_up_to(class) > 0).count();
            assert_eq!(
                (waiting_in[class as usize].len(), active[class as usize]),
                (wait, rivals),
                "{class:?}"
            );
        }
    }
}

#[test]
fn a_table_that_is_found_again_keeps_its_place_and_gets_its_new_deadline() {
    let mut bench = Bench::new(1);
    bench.push(entry(2, Class::Person, "bob", 2));
    let (_, limit) = bench.start().unwrap();
    bench.push(entry(1, Class::Person, "ada", 1));
    let budget = limit.budget();
    bench.now += millis(700);
    bench.push(BotTurn { deadline: Some(5_000), ..entry(1, Class::Person, "ada", 1) });
    assert_eq!(limit.budget(), budget);
    assert_eq!(bench.schedule.ages(bench.now)[0], (1, millis(700)));
    bench.schedule.push_expired_clocks(5_001);
    assert_eq!(bench.schedule.take_prompt(), Some(table(1)));
}

#[test]
fn clocks_and_rematches_never_wait_for_a_thinker() {
    let mut bench = Bench::new(1);
    bench.push(BotTurn { deadline: Some(5_000), ..entry(1, Class::Person, "ada", 1) });
    bench.push(BotTurn { deadline: Some(5_000), ..entry(2, Class::Person, "bob", 2) });
    bench.start().unwrap();
    bench.schedule.push_prompt(table(3));
    bench.schedule.push_prompt(table(3));
    bench.schedule.push_expired_clocks(5_000);
    assert_eq!(bench.schedule.take_prompt(), Some(table(3)));
    assert_eq!(bench.schedule.take_prompt(), None, "once, and no clock has run out yet");
    bench.schedule.push_expired_clocks(5_001);
    bench.schedule.push_expired_clocks(5_002);
    let mut expired = [bench.schedule.take_prompt(), bench.schedule.take_prompt()];
    expired.sort();
    assert_eq!(expired, [Some(table(1)), Some(table(2))], "one waits, one thinks");
    assert_eq!(bench.schedule.take_prompt(), None);
}
