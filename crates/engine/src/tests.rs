//! Whatever is asked after `position … go`, a legal move comes back: sequences of commands from seeds, in every game and
//! at every level, with nonsense among them.

use crate::serve::serve_game;
use crate::text::{event_word, word};
use breadboard_core::{Event, Rng as _, Seat, Spec, SplitMix, Turn};
use breadboard_games::{Bots, GAMES, Level, Visitor, with_game};
use std::io::Cursor;
use std::time::{Duration, Instant};

/// Every game with its usual number of seats, with the fewest and the most; and a board that is no square.
fn specs() -> Vec<String> {
    let games = GAMES.iter().flat_map(|game| breadboard_testkit::specs(game.info));
    games.chain(["breakthrough:columns=3,rows=6".to_owned()]).collect()
}

/// A question and what may be answered to it.
struct Asked<G: Bots> {
    state: G::State,
    seat: Seat,
    among: Vec<G::Move>,
}

/// A conversation with several questions.
struct Conversation(u64);

impl Visitor for Conversation {
    type Output = usize;

    fn visit<G: Bots>(self, game: G) -> usize {
        let mut rng = SplitMix::new(self.0);
        let mut lines = String::new();
        let mut asked: Vec<Asked<G>> = Vec::new();
        while asked.len() < 8 {
            lines += &option(&mut rng);
            let (position, state) = position(&game, &mut rng);
            let Turn::Act(seats) = game.turn(&state) else { continue };
            lines += &position;
            let named = seats.iter().nth(rng.below(seats.len() as u32) as usize).unwrap_or(Seat::FIRST);
            let first = seats.iter().next().unwrap_or(Seat::FIRST);
            let seat = if rng.below(2) == 0 { named } else { first };
            let (go, among) = go(&game, &state, seat, seat != first, &mut rng);
            lines += &go;
            asked.push(Asked { state, seat, among });
        }
        let mut output = Vec::new();
        serve_game(&game, Box::new(Cursor::new(lines.clone())), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        let about = format!("seed {}: {}\n{lines}\n{output}", self.0, Spec::of(&game));
        assert_eq!(answers.len(), asked.len(), "{about}");
        for (answer, Asked { state, seat, among }) in answers.iter().zip(&asked) {
            let text = answer.split_whitespace().next().unwrap_or_default();
            let legal = game.moves(state, *seat);
            let allowed = if among.is_empty() { &legal } else { among };
            let found = allowed.iter().any(|&mv| word(&game.write_move(state, *seat, mv)) == text);
            assert!(found, "{answer}: {about}");
        }
        asked.len()
    }
}

/// A position by random play, and the command that sets it.
fn position<G: Bots>(game: &G, rng: &mut SplitMix) -> (String, G::State) {
    let mut state = game.start();
    let mut line = "position startpos moves".to_owned();
    for _ in 0..rng.below(60) + 4 {
        let Some(event) = Event::random(game, &state, rng) else { break };
        line += &format!(" {}", event_word(game, &state, &event));
        game.play(&mut state, &event).unwrap();
    }
    (line + "\n", state)
}

/// Nothing, an option, or nonsense that changes no position.
fn option(rng: &mut SplitMix) -> String {
    const NONSENSE: [&str; 6] =
        ["xyzzy", "isready", "stop", "ponderhit", "position startpos moves nowhere", "query everything"];
    match rng.below(6) {
        0 => format!("setoption name Level value {}\n", Level::ALL[rng.below(7) as usize]),
        1 => format!("setoption name MultiPV value {}\n", rng.below(6)),
        2 => format!("setoption name Hash value {}\n", rng.below(9)),
        3 => format!("setoption name Threads value {}\n", rng.below(4)),
        4 => format!("{}\n", NONSENSE[rng.below(6) as usize]),
        _ => String::new(),
    }
}

/// A `go` with any limits, always ended by `stop`, and the moves that it allows; an empty list means all.
fn go<G: Bots>(
    game: &G,
    state: &G::State,
    seat: Seat,
    must_name: bool,
    rng: &mut SplitMix,
) -> (String, Vec<G::Move>) {
    const KEYS: [&str; 12] = [
        "wtime",
        "btime",
        "p1time",
        "p2time",
        "p1inc",
        "movestogo",
        "movetime",
        "nodes",
        "depth",
        "mate",
        "perft",
        "hurry",
    ];
    const VALUES: [&str; 8] = ["0", "1", "-50", "30", "500", "99999999999999999999", "soon", ""];
    let mut line = "go".to_owned();
    let mut among = Vec::new();
    if rng.below(4) == 0 {
        game.legal_moves(state, seat, &mut among);
        among.truncate(1 + rng.below(3) as usize);
        line += " searchmoves";
        for &mv in &among {
            line += &format!(" {}", word(&game.write_move(state, seat, mv)));
        }
    }
    for _ in 0..rng.below(4) {
        let (key, value) = (KEYS[rng.below(12) as usize], VALUES[rng.below(8) as usize]);
        line += &format!(" {key} {value}");
    }
    if must_name || rng.below(2) == 0 {
        line += &format!(" seat {seat}");
    }
    line += ["", " infinite", " ponder", " movetime 3"][rng.below(4) as usize];
    let hit = if rng.below(4) == 0 { "\nponderhit" } else { "" };
    (format!("{line}{hit}\nstop\n"), among)
}

#[test]
fn every_sequence_is_answered_with_a_legal_move() {
    let begun = Instant::now();
    let (mut seed, mut answers) = (0, 0);
    let specs = specs();
    // A machine under load plays the conversations of the short run too, however long they take.
    let goes_on = |seed: u64| {
        seed < 8 * specs.len() as u64
            || breadboard_testkit::full() && begun.elapsed() < Duration::from_secs(60)
    };
    while goes_on(seed) {
        let spec = specs[seed as usize % specs.len()].parse().unwrap();
        answers += with_game(&spec, Conversation(seed)).unwrap();
        seed += 1;
    }
    println!("{answers} questions in {seed} conversations, each answered with a legal move");
    assert!(answers >= 64 * specs.len(), "{answers}");
}
