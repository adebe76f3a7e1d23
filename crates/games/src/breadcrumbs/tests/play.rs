//! Sequences of moves compared with the reference; repetition; the deal; every game ends.

use super::super::board::SQUARES;
use super::reference::letters_of;
use super::*;
use breadboard_core::{SplitMix, list_pick_apply, perft};
use breadboard_search::{Greedy, Player, Random};
use breadboard_testkit::laws::play::{Policy, play_through};
use std::collections::HashMap;

const SEATS: [&str; 4] = ["breadcrumbs", "breadcrumbs:seats=3", "breadcrumbs:seats=4", "breadcrumbs:seats=5"];

/// Counts sequences by the reference alone.
fn count(table: &Table, letters: &[char], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let letter = table.turn.1;
    let (file, row) = table.players[&letter].pawn;
    let lowest = letters.iter().all(|&other| other == letter || table.score(other) > table.score(letter));
    let mut total = 0;
    for (files, rows) in (-1..=1).flat_map(|files| (-1..=1).map(move |rows| (files, rows))) {
        let to = (file + files, row + rows);
        let straight = (files == 0) != (rows == 0);
        let diagonal = files != 0 && rows != 0;
        if table.tiles.contains_key(&to) && (straight || diagonal && lowest) {
            let mut next = Table::read(&table.write());
            next.step(to, letters);
            total += count(&next, letters, depth - 1);
        }
    }
    total
}

#[test]
fn perft_equals_the_reference() {
    // The numbers were counted by the reference; the fast rules must agree with both.
    for (spec, eight) in SEATS.into_iter().zip([40_554, 56_106, 3_602, 4_744]) {
        let scene = dealt(spec);
        let slow = count(&Table::read(&scene.text()), &letters_of(scene.game.seats()), 8);
        assert_eq!((perft(&*scene.game, &scene.state, 8), slow), (Ok(eight), eight), "{spec}");
    }
}

#[test]
fn every_position_is_the_one_the_reference_shows() {
    for spec in SEATS {
        let game: Breadcrumbs = game(spec);
        let letters = letters_of(game.seats());
        for seed in 0..20 {
            play_through(&game, Policy::Random, seed, |state, event| {
                let Event::Act(choices) = event else { return };
                let Move::Step(to) = choices[0].1 else { panic!("{event:?}") };
                let mut table = Table::read(&game.write_position(state));
                table.step((to.file().into(), to.row().into()), &letters);
                let mut next = state.clone();
                game.apply(&mut next, choices[0].0, choices[0].1);
                let text = game.write_position(&next);
                assert_eq!(text.trim_end_matches(" repeated"), table.write());
            });
        }
    }
}

/// Goes back to where it came from, so that positions repeat, and makes another move once in `strays` turns.
struct Shuttle {
    from: HashMap<Letter, Square>,
    strays: u32,
}

impl Shuttle {
    fn new(strays: u32) -> Shuttle {
        Shuttle { from: HashMap::new(), strays }
    }
}

impl Player<Breadcrumbs> for Shuttle {
    fn choose(&mut self, game: &Breadcrumbs, state: &State, seat: Seat, rng: &mut SplitMix) -> Move {
        let letter = game.mover(state);
        let here = state.pawn(letter).expect("it plays");
        let moves = game.moves(state, seat);
        let back = self.from.insert(letter, here).map(Move::Step).filter(|mv| moves.contains(mv));
        match back {
            Some(mv) if self.strays == 0 || rng.below(self.strays) > 0 => mv,
            _ if self.strays == 0 => moves[0],
            _ => Random.choose(game, state, seat, rng),
        }
    }
}

#[test]
fn a_draw_comes_exactly_with_the_third_equal_position() {
    for spec in SEATS {
        let game: Breadcrumbs =
            game(&format!("{spec}{}end_chips=25", if spec.contains(':') { "," } else { ":" }));
        let mut drawn = 0;
        for seed in 0..200 {
            let mut rng = SplitMix::new(seed);
            let mut state = game.start();
            let deal = game.sample_chance(&state, &mut rng).expect("a deal is pending");
            game.apply_chance(&mut state, &deal);
            let mut shuttle = Shuttle::new(40);
            let mut seen: HashMap<String, u32> = HashMap::new();
            loop {
                // The text, less the number of the turn, is the position.
                let text = game.write_position(&state);
                let (board, turn) = text.split_once(" turn ").unwrap();
                let letter =
                    turn.trim_start_matches(|c: char| c.is_ascii_digit()).trim_end_matches(" repeated");
                let times = seen.entry(format!("{board} {letter}")).or_default();
                *times += 1;
                assert_eq!(*times == 3, state.stage == Stage::Repeated, "seed {seed}: {text}");
                drawn += u32::from(*times == 3);
                let Turn::Act(seats) = game.turn(&state) else { break };
                let seat = seats.single().unwrap();
                let mv = shuttle.choose(&game, &state, seat, &mut rng);
                game.apply(&mut state, seat, mv);
            }
        }
        assert!(drawn > 20, "{spec}: only {drawn} games were drawn by repetition");
    }
}

#[test]
fn the_chips_alone_tell_who_is_to_move() {
    // Every turn changes the parity of one player's chips, so B11 need not compare the player to move.
    for spec in SEATS {
        let game: Breadcrumbs = game(spec);
        play_through(&game, Policy::Random, 3, |state, _| {
            if state.stage == Stage::Playing {
                let odd = |&letter: &Letter| state.board.walker(letter).count() % 2;
                let last = game.letters.last().map(odd);
                let moved = game.letters.iter().take_while(|letter| Some(odd(letter)) != last).count();
                assert_eq!(moved, usize::from(state.mover));
            }
        });
    }
}

/// Returns each random word many times, so that players shuttle.
struct RepeatingRng {
    words: SplitMix,
    word: u64,
    left: u32,
}

impl Rng for RepeatingRng {
    fn next_u64(&mut self) -> u64 {
        if self.left == 0 {
            (self.word, self.left) = (self.words.next_u64(), 60);
        }
        self.left -= 1;
        self.word
    }
}

#[test]
fn a_playout_is_the_same_game_as_listing_picking_and_applying() {
    let specs = SPECS_OF_PLAYOUTS.iter().map(|spec| (*spec, game::<Breadcrumbs>(spec)));
    let mut repeated = 0;
    for (spec, game) in specs {
        for seed in 0..60 {
            let repeating = || RepeatingRng { words: SplitMix::new(seed), word: 0, left: 0 };
            same_game(&game, &game.start(), &mut SplitMix::new(seed), &mut SplitMix::new(seed), spec);
            same_game(&game, &game.start(), &mut repeating(), &mut repeating(), spec);
            // From the middle of a game with a history.
            let mut events = 0;
            play_through(&game, Policy::First, seed, |state, _| {
                events += 1;
                if events % 9 == 0 {
                    repeated += same_game(&game, state, &mut repeating(), &mut repeating(), spec);
                }
            });
        }
    }
    assert!(repeated > 100, "only {repeated} games were drawn by repetition");
}

const SPECS_OF_PLAYOUTS: &[&str] = &[
    "breadcrumbs",
    "breadcrumbs:seats=3,ritual=on",
    "breadcrumbs:seats=4,end_chips=25",
    "breadcrumbs:seats=5",
    "breadcrumbs:repetition=off,turn_cap=20",
    "breadcrumbs:repetition=draw",
];

fn same_game<R: Rng>(game: &Breadcrumbs, start: &State, a: &mut R, b: &mut R, spec: &str) -> u32 {
    let (mut slow, mut fast) = (start.clone(), start.clone());
    let (mut slowly, mut quickly) = (Tally::default(), Tally::default());
    let outcome = list_pick_apply(game, &mut slow, a, &mut slowly);
    assert_eq!(game.playout(&mut fast, b, &mut quickly), outcome, "{spec}");
    assert_eq!((fast, quickly), (slow.clone(), slowly), "{spec}");
    u32::from(slow.stage == Stage::Repeated)
}

#[test]
fn every_tile_is_equally_likely_on_every_square() {
    let game: Breadcrumbs = game("breadcrumbs");
    let start = game.start();
    let mut rng = SplitMix::new(25);
    const DEALS: u32 = 25_000;
    let mut on_square = [[0u32; SQUARES]; SQUARES];
    let mut side_by_side = [[0u32; SQUARES]; SQUARES];
    for _ in 0..DEALS {
        let deal = game.sample_chance(&start, &mut rng).expect("a deal is pending");
        for (square, tile) in deal.0.iter().enumerate() {
            on_square[square][tile.index()] += 1;
        }
        let [first, second] = ["a5", "b5"].map(|square| deal.tile(Square::read(square).unwrap()));
        side_by_side[first.index()][second.index()] += 1;
    }
    let chi = |seen: &[[u32; SQUARES]], expected: f64, skip: bool| -> f64 {
        let cells =
            seen.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &n)| (i, j, n)));
        cells
            .filter(|(i, j, _)| !skip || i != j)
            .map(|(_, _, n)| (f64::from(n) - expected).powi(2) / expected)
            .sum()
    };
    // 24 × 24 and 599 degrees of freedom; five standard deviations above the mean.
    let squares = chi(&on_square, f64::from(DEALS) / 25.0, false);
    assert!(squares < 576.0 + 5.0 * (2.0f64 * 576.0).sqrt(), "{squares}");
    let pairs = chi(&side_by_side, f64::from(DEALS) / 600.0, true);
    assert!(pairs < 599.0 + 5.0 * (2.0f64 * 599.0).sqrt(), "{pairs}");
    assert!((0..SQUARES).all(|tile| side_by_side[tile][tile] == 0));
}

/// The last position of a game, and the number of its events.
fn finish(game: &Breadcrumbs, player: &mut dyn Player<Breadcrumbs>, seed: u64) -> (State, u32) {
    breadboard_testkit::play_out(game, &mut SplitMix::new(seed), |state, seat, rng| {
        Some(player.choose(game, state, seat, rng))
    })
}

#[test]
fn greedy_random_and_stalling_players_all_reach_the_end() {
    for spec in SEATS {
        for (options, games) in
            [("", 40), ("turn_cap=10", 10), ("turn_cap=1000", 10), ("repetition=off,turn_cap=1000", 10)]
        {
            let joint = if spec.contains(':') { "," } else { ":" };
            let game: Breadcrumbs =
                game(&if options.is_empty() { spec.to_owned() } else { format!("{spec}{joint}{options}") });
            for seed in 0..games {
                finish(&game, &mut Greedy, seed);
                finish(&game, &mut Random, seed);
                let (end, events) = finish(&game, &mut Shuttle::new(0), seed);
                let expected = if game.counts_repetition() { Stage::Repeated } else { Stage::Capped };
                assert_eq!(end.stage, expected, "{spec} {options}, seed {seed}");
                if expected == Stage::Capped {
                    assert_eq!(events, game.max_events(), "the cap is the longest game");
                }
            }
        }
    }
}

#[test]
fn greedy_takes_points_and_ends_a_won_game() {
    let spec = "breadcrumbs:end_chips=2";
    let greedy_goes_to = |scene: &Scene, square: &str| {
        let mv = Greedy.choose(&*scene.game, &scene.state, Seat::FIRST, &mut SplitMix::new(1));
        assert_eq!(mv, Move::Step(Square::read(square).unwrap()));
    };
    // From c5 A may take blue 4 (d5), blue 3 (c4) or orange 2 (b5); B is far away.
    greedy_goes_to(&lay(spec, "A c5, B e1", "A:1@c5 B:2@e1 turn 5A"), "d5");
    // B on b5, worth only 2, has two chips and fewer points: a meeting wins at once.
    let meeting = lay(spec, "A c5 d4, B b5 a4", "A:1@c5 B:2@b5 turn 8A");
    meeting.has_scores(&[7, 3]);
    greedy_goes_to(&meeting, "b5");
}

#[test]
fn options_out_of_range_are_refused_with_the_range() {
    for (name, value, allowed) in [
        ("end_chips", "0", "1 to 25"),
        ("end_chips", "26", "1 to 25"),
        ("turn_cap", "9", "10 to 1000"),
        ("turn_cap", "1001", "10 to 1000"),
        ("seats", "6", "2 to 5"),
        ("ritual", "3", "on or off"),
    ] {
        let error = breadboard_testkit::spec_error::<Breadcrumbs>(&format!("breadcrumbs:{name}={value}"));
        assert!(error.contains(name) && error.contains(allowed), "{error}");
    }
    let made =
        |options: Options, seats| Breadcrumbs::new(options, seats).map(|_| ()).map_err(|e| e.to_string());
    assert!(made(Options { end_chips: 26, ..Options::default() }, 2).unwrap_err().contains("1 to 25"));
    assert!(made(Options { turn_cap: 9, ..Options::default() }, 2).unwrap_err().contains("10 to 1000"));
    assert!(made(Options::default(), 1).unwrap_err().contains("2 to 5"));
    assert_eq!(made(Options { end_chips: 25, turn_cap: 10, ..Options::default() }, 5), Ok(()));
}
