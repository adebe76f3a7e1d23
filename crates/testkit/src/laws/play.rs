//! Laws about play: listed and accepted moves, ends, chance, replays, and fast paths.

use super::Reference;
use breadboard_core::{
    Event, Game, Listing, Outcome, Record, Rng, Seat, Spec, SplitMix, Tally, Turn, list_pick_apply,
    plain_perft, record_of, refusals, replay,
};
use std::collections::HashSet;
use std::fmt;
use std::panic::resume_unwind;

/// How the players of the laws pick their moves. Each policy finds faults that the others miss.
#[derive(Clone, Copy, Debug)]
pub enum Policy {
    /// Each move with the same probability.
    Random,
    /// Always the first listed move.
    First,
    /// Always the last listed move.
    Last,
    /// The first listed move that changes no score, to delay the end as long as the rules allow.
    Stall,
}

/// The next event of a game in progress; `None` when it is over.
///
/// # Panics
/// If a seat that must act has no move, or a pending chance event cannot be sampled.
pub fn next_event<G: Game>(
    game: &G,
    state: &G::State,
    policy: Policy,
    rng: &mut SplitMix,
    moves: &mut Vec<G::Move>,
) -> Option<Event<G>> {
    let alone = match game.turn(state) {
        Turn::Act(seats) => {
            assert!(!seats.is_empty(), "a turn without acting seats");
            seats.single()
        }
        Turn::Over(_) | Turn::Chance => None,
    };
    let event = Event::next(game, state, rng, |seat, rng| {
        moves.clear();
        game.legal_moves(state, seat, moves);
        assert!(!moves.is_empty(), "{seat:?} acts but has no move in {}", game.write_position(state));
        pick(game, state, alone, policy, rng, moves)
    });
    assert!(event.is_some() || game.turn(state) != Turn::Chance, "a pending chance event can be sampled");
    event
}

fn pick<G: Game>(
    game: &G,
    state: &G::State,
    alone: Option<Seat>,
    policy: Policy,
    rng: &mut SplitMix,
    moves: &[G::Move],
) -> G::Move {
    match (policy, alone) {
        (Policy::First, _) => moves[0],
        (Policy::Last, _) => moves[moves.len() - 1],
        (Policy::Stall, Some(seat)) => {
            let scores = game.scores(state);
            let quiet = moves.iter().copied().find(|&mv| {
                let mut next = state.clone();
                game.apply(&mut next, seat, mv);
                game.scores(&next) == scores && game.turn(&next).outcome().is_none()
            });
            quiet.unwrap_or(moves[0])
        }
        _ => moves[rng.below(moves.len() as u32) as usize],
    }
}

/// Plays one whole game and calls `look` with every position and the event that follows it.
///
/// # Panics
/// If the game does not end within its cap, or a checked event is refused.
pub fn play_through<G: Game>(
    game: &G,
    policy: Policy,
    seed: u64,
    mut look: impl FnMut(&G::State, &Event<G>),
) -> (G::State, Vec<Event<G>>) {
    let mut rng = SplitMix::new(seed);
    let mut state = game.start();
    let mut events = Vec::new();
    let mut moves = Vec::new();
    while let Some(event) = next_event(game, &state, policy, &mut rng, &mut moves) {
        look(&state, &event);
        if let Err(refusal) = game.play(&mut state, &event) {
            panic!(
                "seed {seed}: {event:?} was listed but refused in {}: {refusal}",
                game.write_position(&state)
            );
        }
        events.push(event);
        assert!(
            events.len() <= game.max_events() as usize,
            "seed {seed}, {policy:?}: more than {} events",
            game.max_events()
        );
    }
    (state, events)
}

/// Listed moves are accepted, and accepted moves listed; no move twice; seats that do not act have none.
///
/// # Panics
/// If the law is broken.
pub fn listed_is_accepted<G: Game>(game: &G, games: u64) {
    let mut pool: Vec<G::Move> = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = SplitMix::stream(seed, 77);
        let (end, _) = play_through(game, Policy::Random, seed, |state, _| {
            let Turn::Act(acting) = game.turn(state) else {
                for seat in Seat::all(game.seats()) {
                    assert_no_moves(game, state, seat, &pool);
                }
                return;
            };
            for seat in Seat::all(game.seats()) {
                if !acting.contains(seat) {
                    assert_no_moves(game, state, seat, &pool);
                    continue;
                }
                moves.clear();
                game.legal_moves(state, seat, &mut moves);
                let listed: HashSet<G::Move> = moves.iter().copied().collect();
                assert_eq!(
                    listed.len(),
                    moves.len(),
                    "a move is listed twice in {}",
                    game.write_position(state)
                );
                for &mv in &moves {
                    if let Err(refusal) = game.check(state, seat, mv) {
                        panic!("{mv:?} is listed but refused in {}: {refusal}", game.write_position(state));
                    }
                }
                for mv in &pool {
                    if !listed.contains(mv) {
                        match game.check(state, seat, *mv) {
                            Ok(()) => {
                                panic!("{mv:?} is accepted but not listed in {}", game.write_position(state))
                            }
                            Err(refusal) => assert!(!refusal.to_string().is_empty()),
                        }
                    }
                }
                for &mv in moves.iter().take(3) {
                    if pool.len() < 96 {
                        pool.push(mv);
                    } else {
                        let slot = rng.below(96) as usize;
                        pool[slot] = mv;
                    }
                }
            }
        });
        for seat in Seat::all(game.seats()) {
            assert_no_moves(game, &end, seat, &pool);
        }
    }
}

fn assert_no_moves<G: Game>(game: &G, state: &G::State, seat: Seat, pool: &[G::Move]) {
    let moves = game.moves(state, seat);
    assert!(moves.is_empty(), "{seat:?} does not act but has moves in {}", game.write_position(state));
    for &mv in pool.iter().take(4) {
        let refused = game.play(&mut state.clone(), &Event::one(seat, mv));
        assert!(refused.is_err(), "{seat:?} does not act but may play {mv:?}");
        // A table checks one seat at a time, so `check` itself must know who acts.
        assert!(game.check(state, seat, mv).is_err(), "{seat:?} does not act but {mv:?} is accepted");
    }
}

/// A log replays to the same state and prints the same bytes; no event can follow the end.
///
/// # Panics
/// If the law is broken.
pub fn logs_replay<G: Game>(game: &G, games: u64) {
    for seed in 0..games {
        one_log_replays(game, seed, |_| {});
    }
}

fn one_log_replays<G: Game>(
    game: &G,
    seed: u64,
    mut look: impl FnMut(&G::State),
) -> (Outcome, Vec<Event<G>>) {
    let (state, events) = play_through(game, Policy::Random, seed, |state, _| look(state));
    look(&state);
    let record = record_of(game, None, &events);
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let mut steps = 0;
    let end = replay(game, &read, |_, _, _| steps += 1);
    let end = end.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    assert_eq!(end, state, "seed {seed}: the replay ends in another state\n{text}");
    assert_eq!(steps, events.len());
    assert_eq!(read.to_string(), text, "seed {seed}: the record is written differently");
    if let Some(last) = events.last() {
        assert_eq!(game.play(&mut end.clone(), last), Err(refusals::game_over()));
    }
    let Some(outcome) = game.turn(&state).outcome() else { panic!("seed {seed}: not over") };
    assert!(outcome != Outcome::Draw || game.has_draws(), "seed {seed}: a draw in a game without draws");
    (outcome, events)
}

/// Moves, turns and scores equal those of the reference in every position of random games.
///
/// # Panics
/// If the law is broken.
pub fn equals_reference<G: Reference>(game: &G, games: u64) {
    for seed in 0..games {
        let (end, _) =
            play_through(game, Policy::Random, seed ^ 0x0B10, |state, _| reference_here(game, state));
        reference_here(game, &end);
    }
}

fn reference_here<G: Reference>(game: &G, state: &G::State) {
    let at = || game.write_position(state);
    assert_eq!(game.turn(state), game.reference_turn(state), "turn in {}", at());
    assert_eq!(game.scores(state), game.reference_scores(state), "scores in {}", at());
    if let Turn::Act(seats) = game.turn(state) {
        for seat in seats.iter() {
            let mut moves = game.moves(state, seat);
            moves.sort_unstable();
            let mut reference = game.reference_moves(state, seat);
            reference.sort_unstable();
            assert_eq!(moves, reference, "moves of {seat:?} in {}", at());
        }
    }
}

/// Every policy comes to an end within the cap of the game.
///
/// # Panics
/// If the law is broken.
pub fn ends<G: Game>(game: &G, games: u64) {
    for policy in [Policy::Random, Policy::First, Policy::Last, Policy::Stall] {
        for seed in 0..games {
            play_through(game, policy, seed ^ 0xE2D5, |_, _| {});
        }
    }
}

/// Plays many random games and counts their results. The first 2,000 games, and one in 16 after that, are replayed from
/// their records; one position in 32 is compared with the reference, which is slow. [`equals_reference`] compares
/// every position. The games are divided among the processor's threads: a census takes longer than any other test.
///
/// # Panics
/// If a law is broken.
#[must_use]
pub fn census<G: Reference>(game: &G, games: u64) -> Census {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Census> = std::thread::scope(|scope| {
        let part = |first| scope.spawn(move || census_of(game, (first..games).step_by(threads)));
        let parts: Vec<_> = (0..threads as u64).map(part).collect();
        parts.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let mut census = Census::none(game);
    for part in parts {
        census.games += part.games;
        census.tally.moves += part.tally.moves;
        census.tally.chances += part.tally.chances;
        census.draws += part.draws;
        for (sum, points) in census.points.iter_mut().zip(part.points) {
            *sum += points;
        }
    }
    census
}

fn census_of<G: Reference>(game: &G, seeds: impl Iterator<Item = u64>) -> Census {
    let mut census = Census::none(game);
    for seed in seeds {
        let mut visited = seed;
        let look = |state: &G::State| {
            visited += 1;
            if visited.is_multiple_of(32) {
                let at = || game.write_position(state);
                assert_eq!(game.turn(state), game.reference_turn(state), "turn in {}", at());
                assert_eq!(game.scores(state), game.reference_scores(state), "scores in {}", at());
            }
        };
        let random = seed ^ 0xCE25;
        let (outcome, events) = if seed < 2000 || seed.is_multiple_of(16) {
            one_log_replays(game, random, look)
        } else {
            let mut look = look;
            let (end, events) = play_through(game, Policy::Random, random, |state, _| look(state));
            let Some(outcome) = game.turn(&end).outcome() else { panic!("seed {random}: not over") };
            (outcome, events)
        };
        census.count(game, outcome, &events);
    }
    census
}

/// The results of many games.
#[derive(Clone, Debug)]
pub struct Census {
    /// The game and its options.
    pub spec: String,
    /// How many games.
    pub games: u64,
    /// Moves and chance events in all of them.
    pub tally: Tally,
    /// The points of each seat: a point a game, shared by its winners.
    pub points: Vec<f64>,
    /// Draws for all.
    pub draws: u64,
}

impl Census {
    fn none<G: Game>(game: &G) -> Census {
        let (spec, points) = (Spec::of(game).to_string(), vec![0.0; game.seats().into()]);
        Census { spec, games: 0, tally: Tally::default(), points, draws: 0 }
    }

    fn count<G: Game>(&mut self, game: &G, outcome: Outcome, events: &[Event<G>]) {
        self.games += 1;
        for event in events {
            match event {
                Event::Chance(_) => self.tally.chances += 1,
                Event::Act(choices) => self.tally.moves += choices.len() as u64,
            }
        }
        for seat in Seat::all(game.seats()) {
            self.points[seat.index()] += outcome.share(seat, game.seats());
        }
        self.draws += u64::from(outcome == Outcome::Draw);
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_game = |count: u64| count as f64 / self.games.max(1) as f64;
        let share = |points: &f64| format!("{:.1}", points * 100.0 / self.games.max(1) as f64);
        let shares: Vec<String> = self.points.iter().map(share).collect();
        write!(
            f,
            "{}: {} games, {:.1} moves and {:.1} chance events a game, shares {} %, draws {:.1} %",
            self.spec,
            self.games,
            per_game(self.tally.moves),
            per_game(self.tally.chances),
            shares.join(" / "),
            per_game(self.draws) * 100.0
        )
    }
}

/// Listed outcomes have positive weights, each is accepted, none is listed twice; sampled outcomes are listed.
///
/// # Panics
/// If the law is broken.
pub fn chances_are_sound<G: Game>(game: &G, games: u64) {
    let mut outcomes = Vec::new();
    for seed in 0..games {
        let mut rng = SplitMix::stream(seed, 5);
        let (end, _) = play_through(game, Policy::Random, seed, |state, event| {
            outcomes.clear();
            let listing = game.chances(state, &mut outcomes);
            if game.turn(state) != Turn::Chance {
                assert!(outcomes.is_empty(), "outcomes are listed, but no chance event is pending");
                assert!(
                    game.sample_chance(state, &mut rng).is_none(),
                    "an outcome is sampled, but no chance event is pending"
                );
                return;
            }
            if listing == Listing::Complete {
                assert!(!outcomes.is_empty() && outcomes.iter().all(|(_, weight)| *weight > 0));
                for (i, (chance, _)) in outcomes.iter().enumerate() {
                    game.check_chance(state, chance).unwrap_or_else(|r| panic!("{chance:?} is listed: {r}"));
                    assert!(!outcomes[..i].iter().any(|(other, _)| other == chance), "{chance:?} twice");
                }
                if let Event::Chance(chance) = event {
                    assert!(outcomes.iter().any(|(other, _)| other == chance), "{chance:?} is not listed");
                }
            }
        });
        assert!(game.sample_chance(&end, &mut rng).is_none(), "an outcome is sampled after the end");
        outcomes.clear();
        game.chances(&end, &mut outcomes);
        assert!(outcomes.is_empty(), "outcomes are listed after the end");
    }
}

/// A copy of a state does not change when the game goes on.
///
/// # Panics
/// If the law is broken.
pub fn copies_stay<G: Game>(game: &G, games: u64) {
    for seed in 0..games {
        let mut copies: Vec<(G::State, String)> = Vec::new();
        play_through(game, Policy::Random, seed, |state, _| {
            copies.push((state.clone(), format!("{state:?}")));
        });
        for (copy, printed) in copies {
            assert_eq!(format!("{copy:?}"), printed);
        }
    }
}

/// The game's own playout and leaf count, if it has them, agree with the plain ones of `core`.
///
/// # Panics
/// If the law is broken.
pub fn fast_paths_agree<G: Game>(game: &G) {
    let mut rng = SplitMix::new(9);
    for seed in 0..6 {
        let mut visited = 0;
        play_through(game, Policy::Random, seed, |state, _| {
            visited += 1;
            if visited % 7 == 0 {
                for depth in 1..=2 {
                    if let Some(leaves) = game.count_leaves(state, depth) {
                        let slow = plain_perft(game, state, depth);
                        assert_eq!(Ok(leaves), slow, "depth {depth} in {}", game.write_position(state));
                    }
                }
            }
        });
    }
    // Same mean length and same share for each seat, within five standard errors.
    const GAMES: u32 = 4000;
    let mut runs = [Moments::default(), Moments::default()];
    for i in 0..GAMES {
        for (fast, run) in runs.iter_mut().enumerate() {
            let mut state = game.start();
            let mut tally = Tally::default();
            let outcome = if fast == 1 {
                game.playout(&mut state, &mut rng, &mut tally)
            } else {
                list_pick_apply(game, &mut state, &mut rng, &mut tally)
            };
            assert_eq!(game.turn(&state), Turn::Over(outcome), "a playout ends in a position that is over");
            run.add(tally.moves as f64, outcome.share(Seat::FIRST, game.seats()));
        }
        // Long games need fewer samples: their lengths scatter less for their size, and each takes long.
        if i >= 400 && runs[0].length_sum > 400_000.0 {
            break;
        }
    }
    for (what, z) in Moments::compare(&runs[0], &runs[1]) {
        assert!(z.abs() < 5.0, "the fast playout differs in {what}: z = {z:.1}, {runs:?}");
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    length_sum: f64,
    length_squares: f64,
    share_sum: f64,
    share_squares: f64,
}

impl Moments {
    fn add(&mut self, length: f64, share: f64) {
        self.count += 1.0;
        self.length_sum += length;
        self.length_squares += length * length;
        self.share_sum += share;
        self.share_squares += share * share;
    }

    fn compare(a: &Moments, b: &Moments) -> [(&'static str, f64); 2] {
        let z = |sum_a: f64, squares_a: f64, sum_b: f64, squares_b: f64| {
            let mean = |sum: f64, n: f64| sum / n;
            let error = |sum: f64, squares: f64, n: f64| (squares / n - (sum / n).powi(2)).max(0.0) / n;
            let spread = error(sum_a, squares_a, a.count) + error(sum_b, squares_b, b.count);
            (mean(sum_a, a.count) - mean(sum_b, b.count)) / spread.sqrt().max(1e-9)
        };
        [
            ("length", z(a.length_sum, a.length_squares, b.length_sum, b.length_squares)),
            ("share of seat 1", z(a.share_sum, a.share_squares, b.share_sum, b.share_squares)),
        ]
    }
}
