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
fn endless(turn: &Turn) {
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
    let work = move |turn: &Turn| {
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

#[test]
fn a_review_makes_room_for_an_analysis_and_goes_on() {
    let pool = Pool::new(1, Arc::default());
    let rounds = Arc::new(Mutex::new(0));
    let count = rounds.clone();
    let review = move |turn: &Turn| {
        while !turn.is_over() {
            *count.lock().unwrap() += 1;
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let held = pool.submit(&requester("a"), Kind::Review, LONG, review).unwrap();
    eventually(|| *rounds.lock().unwrap() > 0);
    let (tell, told) = mpsc::channel();
    let work = move |_: &Turn| tell.send(()).unwrap();
    let _short = pool.submit(&requester("a"), Kind::Analysis, LONG, work).unwrap();
    told.recv_timeout(Duration::from_secs(20)).expect("the review made room");
    let before = *rounds.lock().unwrap();
    eventually(|| *rounds.lock().unwrap() > before);
    drop(held);
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
    let work = move |_: &Turn| tell.send(()).unwrap();
    let _one = pool.submit(&other, Kind::Analysis, LONG, work).unwrap();
    let begun = Instant::now();
    told.recv_timeout(Duration::from_secs(20)).unwrap();
    // In turn it would come after ten slices.
    assert!(begun.elapsed() < 8 * SLICE, "{:?}", begun.elapsed());
}
