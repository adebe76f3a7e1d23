use super::super::stream::{Answer, Held, Lines, stream};
use super::*;

fn requester(name: &str) -> Requester {
    let who = Some(Hashed::of("session", name)).filter(|_| !name.is_empty());
    Requester { who, address: IpAddr::from([10, 0, 0, 1]) }
}

const LONG: Duration = Duration::from_secs(60);

/// Waits until something is so; a loaded machine may take its time.
fn eventually(so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never became so");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Work that runs until it must end.
fn endless(turn: &WorkTurn) {
    while !turn.is_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn few_run_at_a_time_and_one_that_is_left_ends() {
    let pool = Pool::new(2, Arc::default());
    let mut held: Vec<Leaving> = ["a", "b", "c", "d"]
        .map(|name| pool.submit(&requester(name), Kind::Review, LONG, endless).unwrap())
        .into();
    eventually(|| pool.sizes() == (2, 2));
    held.truncate(1);
    eventually(|| pool.sizes() == (1, 0));
    held.clear();
    eventually(|| pool.sizes() == (0, 0));
    assert_eq!(pool.0.places.taken(), 0);
    assert!(pool.0.queue().stops.is_empty() && pool.0.queue().newest.is_empty());
}

#[test]
fn a_newer_analysis_of_a_session_replaces_the_older() {
    let pool = Pool::new(1, Arc::default());
    let ended = Arc::new(AtomicBool::new(false));
    let note = ended.clone();
    let work = move |turn: &WorkTurn| {
        endless(turn);
        note.store(true, Relaxed);
    };
    let _first = pool.submit(&requester("a"), Kind::Analysis, LONG, work).unwrap();
    eventually(|| pool.sizes() == (1, 0));
    let second = pool.submit(&requester("a"), Kind::Analysis, LONG, endless).unwrap();
    eventually(|| ended.load(Relaxed));
    eventually(|| pool.sizes() == (1, 0));
    // One that still waits is replaced as well, and never begins.
    let _other = pool.submit(&requester("b"), Kind::Analysis, LONG, endless).unwrap();
    let never = pool.submit(&requester("b"), Kind::Analysis, LONG, endless).unwrap();
    eventually(|| pool.sizes().0 + pool.sizes().1 <= 2);
    drop((second, never));
    eventually(|| pool.sizes() == (0, 0));
}

#[test]
fn too_many_are_refused() {
    let pool = Pool::new(1, Arc::default());
    let mut held = Vec::new();
    for index in 0..EACH {
        held.push(pool.submit(&requester(&format!("s{index}")), Kind::Review, LONG, endless).unwrap());
    }
    assert!(matches!(pool.submit(&requester("more"), Kind::Review, LONG, endless), Err(Failed::Busy)));
    let elsewhere = Requester { who: None, address: IpAddr::from([10, 0, 0, 2]) };
    held.push(pool.submit(&elsewhere, Kind::Review, LONG, endless).unwrap());
    pool.close();
    eventually(|| pool.sizes() == (0, 0));
    assert!(pool.submit(&elsewhere, Kind::Review, LONG, endless).is_err(), "it is closed");
}

/// One that is asked from an address by a session of its own.
fn from(
    pool: &Pool,
    host: u8,
    kind: Kind,
    work: impl FnOnce(&WorkTurn) + Send + 'static,
) -> Result<Leaving, Failed> {
    let address = IpAddr::from([10, 0, 0, host]);
    let session = TableId::from_bits(random().unwrap());
    let who = Some(Hashed::of("session", &session.to_string()));
    pool.submit(&Requester { who, address }, kind, LONG, work)
}

#[test]
fn a_few_addresses_do_not_shut_out_the_others() {
    let pool = Pool::new(1, Arc::default());
    let mut held = Vec::new();
    for index in 0..ALL {
        held.push(from(&pool, 1 + (index / EACH) as u8, Kind::Review, endless).unwrap());
    }
    let (tell, told) = mpsc::channel();
    let answer = move |_: &WorkTurn| tell.send(()).unwrap();
    held.push(from(&pool, 3, Kind::Answer, answer).expect("it is let in"));
    told.recv_timeout(Duration::from_secs(20)).expect("it runs");
    // Its place is free a moment after it has answered.
    eventually(|| pool.0.places.taken() == ALL - 1);
    // Others come until all have about the same, and no further: each of these would only take another's place.
    let mut granted = 0;
    for _ in 0..EACH {
        let asked = from(&pool, 3, Kind::Review, endless);
        granted += usize::from(asked.is_ok());
        held.extend(asked);
        assert!(pool.0.places.taken() <= ALL);
    }
    assert!((ALL / 3 - 1..=ALL / 3 + 2).contains(&granted), "{granted} of {ALL}");
    let again = from(&pool, 2, Kind::Review, endless);
    assert!(matches!(again, Err(Failed::Busy)), "it has as many as the others");
    held.clear();
    // One that had made room for others ends a moment after it was taken out of the queue.
    eventually(|| pool.sizes() == (0, 0) && pool.0.places.taken() == 0);
    assert!(pool.0.queue().stops.is_empty() && pool.0.queue().places.is_empty());
}

/// The status of an answer that ends without a line.
async fn refused(answer: Answer, leaving: Leaving) -> u16 {
    let begun = tokio::time::timeout(Duration::from_secs(20), answer.begin(Held::Alone(leaving)));
    begun.await.expect("the answer ends").expect_err("nothing was found").status.as_u16()
}

#[tokio::test]
async fn an_answer_that_ends_early_says_why() {
    let pool = Pool::new(1, Arc::default());
    let (open, gate) = mpsc::channel::<()>();
    let wait = move |_: &WorkTurn| {
        let _ = gate.recv();
    };
    let blocker = from(&pool, 1, Kind::Analysis, wait).unwrap();
    eventually(|| pool.sizes() == (1, 0));
    let silent = |lines: Lines| move |_: &WorkTurn| drop(lines);
    // A newer one of its session comes.
    let (lines, older) = stream();
    let leaving = pool.submit(&requester("a"), Kind::Analysis, LONG, silent(lines)).unwrap();
    let newer = pool.submit(&requester("a"), Kind::Analysis, LONG, endless).unwrap();
    assert_eq!(refused(older, leaving).await, 409);
    drop(newer);
    // Others need its place: it can be asked for again.
    let mut held: Vec<Leaving> = (1..EACH).map(|_| from(&pool, 2, Kind::Review, endless).unwrap()).collect();
    let (lines, given_up) = stream();
    let leaving = from(&pool, 2, Kind::Review, silent(lines)).unwrap();
    while !pool.0.places.is_full() {
        held.push(from(&pool, 3, Kind::Review, endless).unwrap());
    }
    held.push(from(&pool, 4, Kind::Answer, |_| ()).unwrap());
    assert_eq!(refused(given_up, leaving).await, 503);
    held.clear();
    drop((open, blocker));
    eventually(|| pool.sizes() == (0, 0));
    // Its work panics.
    let (lines, broken) = stream();
    let work = move |_: &WorkTurn| {
        let _lines = lines;
        panic!("on purpose");
    };
    let leaving = pool.submit(&requester("a"), Kind::Analysis, LONG, work).unwrap();
    assert_eq!(refused(broken, leaving).await, 500);
}

#[test]
fn a_review_makes_room_for_an_analysis_and_goes_on() {
    let pool = Pool::new(1, Arc::default());
    let rounds = Arc::new(Mutex::new(0));
    let count = rounds.clone();
    let review = move |turn: &WorkTurn| {
        while !turn.is_over() {
            *count.lock().unwrap() += 1;
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let held = pool.submit(&requester("a"), Kind::Review, LONG, review).unwrap();
    eventually(|| *rounds.lock().unwrap() > 0);
    let (tell, told) = mpsc::channel();
    let work = move |_: &WorkTurn| tell.send(()).unwrap();
    let _short = pool.submit(&requester("a"), Kind::Analysis, LONG, work).unwrap();
    told.recv_timeout(Duration::from_secs(20)).expect("the review made room");
    let before = *rounds.lock().unwrap();
    eventually(|| *rounds.lock().unwrap() > before);
    drop(held);
    eventually(|| pool.sizes() == (0, 0));
}

#[test]
fn the_time_in_which_others_run_is_not_taken_from_a_review() {
    let pool = Pool::new(1, Arc::default());
    let (tell, told) = mpsc::channel();
    let review = move |turn: &WorkTurn| {
        let at_its_end = turn.begun + LONG + Duration::from_millis(1);
        let before = turn.has_run_out(at_its_end);
        while turn.paused.get() == Duration::ZERO && !turn.is_over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let paused = turn.paused.get();
        let _ =
            tell.send((paused, before, turn.has_run_out(at_its_end), turn.has_run_out(at_its_end + paused)));
    };
    let _held = pool.submit(&requester("a"), Kind::Review, LONG, review).unwrap();
    eventually(|| pool.sizes() == (1, 0));
    let other = Duration::from_millis(50);
    let work = move |_: &WorkTurn| std::thread::sleep(other);
    let _short = pool.submit(&requester("a"), Kind::Analysis, LONG, work).unwrap();
    let (paused, before, after, later) = told.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(paused >= other, "{paused:?}");
    assert_eq!((before, after, later), (true, false, true));
}

#[test]
fn a_review_whose_client_has_just_left_does_not_wait_for_its_turn() {
    let pool = Pool::new(1, Arc::default());
    let (tell, told) = mpsc::channel();
    let review = move |turn: &WorkTurn| {
        while !turn.stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // The client left after `is_over` had looked and before it took the lock.
        let _ = tell.send(turn.makes_room(Instant::now() + SLICE));
    };
    let held = pool.submit(&requester("a"), Kind::Review, LONG, review).unwrap();
    eventually(|| pool.sizes() == (1, 0));
    let other = pool.submit(&requester("b"), Kind::Analysis, LONG, endless).unwrap();
    eventually(|| pool.sizes() == (1, 1));
    drop(held);
    assert_eq!(told.recv_timeout(Duration::from_secs(20)), Ok(true));
    drop(other);
    eventually(|| pool.sizes() == (0, 0));
}

#[test]
fn many_sessions_of_one_address_do_not_hold_up_another_address() {
    let pool = Pool::new(1, Arc::default());
    let mut held = Vec::new();
    for index in 0..10 {
        held.push(pool.submit(&requester(&format!("s{index}")), Kind::Review, LONG, endless).unwrap());
    }
    // The crowd has used its share by then.
    std::thread::sleep(2 * SLICE);
    let (tell, told) = mpsc::channel();
    let other = Requester { who: Some(Hashed::of("session", "other")), address: IpAddr::from([10, 0, 0, 2]) };
    let work = move |_: &WorkTurn| tell.send(()).unwrap();
    let _one = pool.submit(&other, Kind::Analysis, LONG, work).unwrap();
    let begun = Instant::now();
    told.recv_timeout(Duration::from_secs(20)).unwrap();
    // In turn it would come after ten slices.
    assert!(begun.elapsed() < 8 * SLICE, "{:?}", begun.elapsed());
}
