//! The standard board and the generated ones: validity, stability, fairness.

use super::*;
use breadboard_search::{Greedy, Random};

const STANDARD: &str = include_str!("../standard.txt");

#[test]
fn t13_the_standard_board_keeps_the_laws() {
    let board = Board::read(STANDARD).unwrap();
    assert_eq!(board.check(), Ok(()));
    // Rows and cards without the remarks, as the file has them.
    let rows: Vec<&str> =
        STANDARD.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(board.to_string().lines().collect::<Vec<_>>(), rows[..9]);
}

#[test]
fn t13_every_broken_law_is_named() {
    for (from, to, says) in [
        ("B5  E ", "B5  B ", "the neighbours a1 and a2 are both blue"),
        ("B5  E ", "B5  P ", "the colours do not have ten fields each"),
        ("B5  E ", "B4  E ", "the number 4 is not on exactly one field"),
        ("B5  E ", "B   E5", "the number 5 is on a2: 5 to 10 have the corners"),
        ("Y   R   G   B   Y   E\n", "Y3  R   G   B   Y   E\n", "the number 3 is not on exactly one field"),
        ("G3  P   R*", "G   P3  R*", ""),
        ("R   Y   G3", "R3  Y   G ", "the number 3 is on d1, at the rim and not inside"),
        ("P   R*  E ", "P*  R   E ", "the starts d4 and e6 are alike"),
        ("G3  P   R*  E ", "G3  P   R   E*", "the start d6 does not touch the centre"),
        ("R*", "R", "3 starts, not 4"),
        ("RBGY ", "RBG ", "the card RBG does not show four colours"),
        ("RBGY ", "RBGE ", "the cards RBGE and RBGE show the same colours"),
        ("RRBYE", "RBBYE", "the card RBBGP doubles a colour that another card doubles"),
        ("RRBYE", "RBYE", "not every colour is doubled on a card"),
        ("RRBYE", "", "14 cards, not 15"),
        ("RRBYE", "RRRBYE", "\"RRRBYE\" is not a card"),
        ("B5", "X5", "a1: \"X5\" is not a field"),
        ("B5", "B11", "a1: \"B11\" is not a field"),
    ] {
        assert!(STANDARD.contains(from), "{from}");
        let changed = STANDARD.replacen(from, to, 1);
        match Board::read(&changed) {
            Err(reason) => assert!(!says.is_empty() && reason.starts_with(says), "{from} to {to}: {reason}"),
            Ok(_) => assert!(says.is_empty(), "{from} to {to} breaks no law"),
        }
    }
}

#[test]
fn t13_every_number_makes_a_board_under_the_same_laws() {
    let standard = Board::read(STANDARD).unwrap();
    let mut seen = BTreeSet::new();
    for seed in (0..300).chain([u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32]) {
        let board = standard.generate(seed);
        assert_eq!(board.check(), Ok(()), "board {seed}");
        assert_eq!(board.cards(), standard.cards());
        assert!(seen.insert(board.to_string()), "board {seed} is a board of another number");
    }
}

#[test]
fn t13_generated_boards_favour_no_colour_and_no_place() {
    // Each colour on e5 and on a3, and each field inside with the 2: within five standard errors.
    const BOARDS: u32 = 3000;
    let standard = Board::read(STANDARD).unwrap();
    let mut colours = [[0u32; 6]; 2];
    let mut twos = [0u32; FIELDS];
    let mut tens = [0u32; FIELDS];
    for seed in 0..u64::from(BOARDS) {
        let board = standard.generate(seed);
        for (place, name) in ["e5", "a3"].into_iter().enumerate() {
            colours[place][board.colour(Hex::read(name).unwrap()) as usize] += 1;
        }
        for hex in board.numbered() {
            twos[hex.index()] += u32::from(board.number(hex) == Some(2));
            tens[hex.index()] += u32::from(board.number(hex) == Some(10));
        }
    }
    let near = |count: u32, share: f64| {
        let expected = f64::from(BOARDS) * share;
        (f64::from(count) - expected).abs() < 5.0 * (expected * (1.0 - share)).sqrt()
    };
    assert!(colours.iter().flatten().all(|&count| near(count, 1.0 / 6.0)), "{colours:?}");
    assert!(Hex::CORNERS.iter().all(|corner| near(tens[corner.index()], 1.0 / 6.0)), "{tens:?}");
    // 37 fields inside less the four starts leave 33; a neighbour of the centre is a start two times in three.
    for hex in Hex::all().filter(|hex| hex.near().len() == 6) {
        let share = if hex.touches(Hex::CENTRE) { 1.0 / 3.0 } else { 1.0 } / 33.0;
        assert!(near(twos[hex.index()], share), "{hex}: {}", twos[hex.index()]);
    }
}

#[test]
fn t13_a_number_gives_the_same_board_for_ever() {
    let standard = Board::read(STANDARD).unwrap();
    let stored = include_str!("../boards.txt");
    let blocks: Vec<&str> = stored.split("board ").skip(1).collect();
    assert_eq!(blocks.len(), 4);
    for block in blocks {
        let (seed, rows) = block.split_once('\n').unwrap();
        assert_eq!(
            standard.generate(seed.parse().unwrap()).to_string().trim_end(),
            rows.trim_end(),
            "{seed}"
        );
    }
}

/// How the seats that began on each start did.
#[derive(Default)]
struct Start {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Start {
    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// Half the width of the 95 % interval of the mean.
    fn half_width(&self) -> f64 {
        1.96 * ((self.squares / self.count - self.mean().powi(2)) / self.count).sqrt()
    }
}

fn by_start<P: Player<Traxx>>(game: &Traxx, player: &mut P, games: u64) -> Vec<Start> {
    let mut starts: Vec<Start> = (0..4).map(|_| Start::default()).collect();
    for seed in 0..games {
        let (end, _) = played(game, player, seed ^ 0xFA12);
        for seat in Seat::all(game.seats()) {
            let path = end.path(seat);
            let place = game.board().starts().iter().position(|&start| start == path.start()).unwrap();
            let score = f64::from(game.scores(&end).unwrap()[seat]);
            starts[place].count += 1.0;
            starts[place].sum += score;
            starts[place].squares += score * score;
        }
    }
    starts
}

fn mean(starts: &[Start]) -> f64 {
    starts.iter().map(|start| start.sum).sum::<f64>() / starts.iter().map(|start| start.count).sum::<f64>()
}

#[test]
fn t13_the_standard_board_is_fair_to_its_four_starts() {
    let full = breadboard_testkit::full();
    let games = if full { 24_000 } else { 6_000 };
    let starts = by_start(&game("traxx:seats=4"), &mut Greedy, games);
    let means: Vec<f64> = starts.iter().map(Start::mean).collect();
    let spread =
        means.iter().copied().fold(f64::MIN, f64::max) - means.iter().copied().fold(f64::MAX, f64::min);
    let width = starts.iter().map(Start::half_width).fold(0.0, f64::max);
    println!(
        "greedy on the standard board, {games} games of four: {means:.2?} ± {width:.2}, spread {spread:.2}"
    );
    // The short run cannot resolve a point: it may be off by its own error on both sides.
    assert!(spread < if full { 1.0 } else { 1.0 + 2.0 * width }, "{means:?}");
    assert!(width < if full { 0.2 } else { 0.4 }, "{width}");
}

#[test]
fn t13_the_standard_board_is_not_harder_than_generated_ones() {
    let solo = |board: &str, games| {
        let game = game(&format!("traxx:seats=1,board={board}"));
        (mean(&by_start(&game, &mut Random, games)), mean(&by_start(&game, &mut Greedy, games)))
    };
    let (random, greedy) = solo("standard", 4000);
    let others: Vec<(f64, f64)> = (0..40).map(|seed| solo(&seed.to_string(), 400)).collect();
    let average = |pick: fn(&(f64, f64)) -> f64| others.iter().map(pick).sum::<f64>() / others.len() as f64;
    let (others_random, others_greedy) = (average(|other| other.0), average(|other| other.1));
    println!(
        "alone, standard board against 40 generated ones: random {random:.2} against {others_random:.2}, \
         greedy {greedy:.2} against {others_greedy:.2}"
    );
    assert!(random > others_random - 1.0 && greedy > others_greedy - 1.0);
}
