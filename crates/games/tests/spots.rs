//! A terminal highlights and clicks where a game says its places are drawn: every place of every legal move is there,
//! inside the drawing, at every width and from either side.

use breadboard_core::{Canvas, Drawing, Rng as _, Seat, SplitMix, Spot, Turn};
use breadboard_games::{Views, Visitor, with_game};

struct Walk {
    seed: u64,
}

impl Visitor for Walk {
    type Output = ();
    fn visit<G: Views>(self, game: G) {
        let mut rng = SplitMix::new(self.seed);
        let mut state = game.start();
        for _ in 0..120 {
            check(&game, &state);
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = game.sample_chance(&state, &mut rng).unwrap();
                    game.apply_chance(&mut state, &chance);
                }
                Turn::Act(seats) => {
                    let choices: Vec<_> =
                        seats.iter().map(|seat| (seat, pick(&game, &state, seat, &mut rng))).collect();
                    match choices[..] {
                        [(seat, mv)] => game.apply(&mut state, seat, mv),
                        _ => game.apply_round(&mut state, &choices),
                    }
                }
            }
        }
    }
}

fn pick<G: Views>(game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    moves[rng.below(moves.len() as u32) as usize]
}

fn check<G: Views>(game: &G, state: &G::State) {
    for (width, flip) in [(40, false), (60, true), (120, false), (200, true)] {
        let canvas = Canvas { width, color: false, flip };
        let Drawing { text: drawing, spots } = game.draw(state, canvas);
        let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
        for spot in &spots {
            assert!(spot.line + spot.height <= lines.len(), "{spot:?} is below\n{drawing}");
            let widest = lines[spot.line..spot.line + spot.height].iter().map(Vec::len).max().unwrap_or(0);
            assert!(spot.column < widest.max(1), "{spot:?} is beside\n{drawing}");
        }
        let Turn::Act(seats) = game.turn(state) else { continue };
        for seat in seats.iter() {
            let mut moves = Vec::new();
            game.legal_moves(state, seat, &mut moves);
            for place in
                moves.iter().flat_map(|&mv| game.parts(state, seat, mv)).filter_map(|part| part.place)
            {
                let here = |spot: &&Spot| spot.place == place && spot.seat.is_none_or(|own| own == seat);
                assert_eq!(spots.iter().filter(here).count(), 1, "{place} of seat {seat} in\n{drawing}");
            }
        }
    }
}

#[test]
fn every_place_of_a_move_is_in_the_drawing() {
    for spec in [
        "breakthrough",
        "breakthrough:columns=16,rows=16",
        "breadcrumbs:seats=5",
        "breadcrumbs:seats=3,ritual=on",
        "snipe:seats=4",
        "snipe:seats=3,forest=cross",
        "breadwinner",
        "traxx:seats=4",
        "traxx:seats=1",
    ] {
        for seed in 0..2 {
            with_game(&spec.parse().unwrap(), Walk { seed }).unwrap();
        }
    }
}

struct Man;

impl Visitor for Man {
    type Output = Vec<char>;
    fn visit<G: Views>(self, game: G) -> Vec<char> {
        let state = game.start();
        let canvas = Canvas::default();
        let Drawing { text, spots } = game.draw(&state, canvas);
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let glyph = |place: &str| {
            let spot = spots.iter().find(|spot| spot.place == place).unwrap();
            lines[spot.line][spot.column]
        };
        ["a1", "h2", "a7", "d4"].map(glyph).to_vec()
    }
}

#[test]
fn a_spot_is_where_its_man_stands() {
    assert_eq!(with_game(&"breakthrough".parse().unwrap(), Man).unwrap(), ['O', 'O', 'X', '·']);
}
