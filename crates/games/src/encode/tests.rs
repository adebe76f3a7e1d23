//! The laws of the numbers, for every game of the registry with every preset.

use super::*;
use crate::{Bots, GAMES, Views, Visitor, unlisted, with_game};
use breadboard_core::{Event, Rng as _, Spec, SplitMix, Turn};
use std::collections::HashSet;

struct Laws;

impl Visitor for Laws {
    type Output = ();

    fn visit<G: Bots + Views + Encode>(self, game: G) {
        let (spaces, mut rng) = (game.spaces(), SplitMix::new(7));
        assert!(!spaces.planes.is_empty() && spaces.actions > 0);
        let names: HashSet<&str> = spaces.planes.iter().map(|plane| plane.name.as_str()).collect();
        assert_eq!(names.len(), spaces.planes.len(), "every plane has a name of its own");
        for _ in 0..6 {
            let mut state = game.start();
            loop {
                for seat in Seat::all(game.seats()) {
                    seen(&game, &spaces, &state, seat);
                }
                // A text and the memory beside it give the whole position back.
                let mut copy = game.read_position(&game.write_position(&state)).unwrap();
                assert!(game.remember(&mut copy, &game.memory(&state)));
                assert_eq!(copy, state);
                assert!(!game.remember(&mut copy, &[1]));
                let choose = |seat: Seat, rng: &mut SplitMix| numbered(&game, &spaces, &state, seat, rng);
                let Some(event) = Event::next(&game, &state, &mut rng, choose) else { break };
                assert_eq!(game.play(&mut state, &event), Ok(()));
            }
        }
    }
}

/// Every legal move has a number of its own in the space, which gives the move back; the mask shows exactly these. Returns a
/// random move.
fn numbered<G: Encode>(
    game: &G,
    spaces: &Spaces,
    state: &G::State,
    seat: Seat,
    rng: &mut SplitMix,
) -> G::Move {
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    game.legal_moves(state, seat, &mut moves);
    let mut mask = vec![0; spaces.actions];
    assert_eq!(game.mask(state, seat, &mut scratch, &mut mask), moves.len());
    let mut numbers = HashSet::new();
    for &mv in &moves {
        let number = game.action(state, seat, mv);
        assert!(number < spaces.actions, "{mv:?} has the number {number} of {}", spaces.actions);
        assert!(numbers.insert(number), "{mv:?} shares the number {number}");
        assert_eq!(game.move_of(state, seat, number), Some(mv), "{number}");
        assert_eq!(mask[number], 1, "{mv:?}");
    }
    assert_eq!(mask.iter().map(|&flag| usize::from(flag)).sum::<usize>(), moves.len());
    // A number that is not in the mask is no move here, or one that the rules refuse.
    for number in (0..spaces.actions).filter(|_| rng.below(16) == 0).chain([spaces.actions, usize::MAX]) {
        if number >= spaces.actions || mask[number] == 0 {
            let refused =
                game.move_of(state, seat, number).is_none_or(|mv| game.check(state, seat, mv).is_err());
            assert!(refused, "{number} in {}", game.write_position(state));
        }
    }
    moves[rng.below(moves.len() as u32) as usize]
}

/// What a seat sees keeps to the stated highest values.
fn seen<G: Encode>(game: &G, spaces: &Spaces, state: &G::State, seat: Seat) {
    let mut values = vec![0; spaces.values()];
    game.observe(state, seat, &mut values);
    for (plane, cells) in spaces.planes.iter().zip(values.chunks(spaces.cells())) {
        let highest = cells.iter().copied().max().unwrap_or(0);
        assert!(highest <= plane.highest, "{}: {highest} in {}", plane.name, game.write_position(state));
    }
}

/// An observation by default is the whole position: its text can be read back.
struct TextPlane;

impl Visitor for TextPlane {
    type Output = ();

    fn visit<G: Bots + Views + Encode>(self, game: G) {
        let (mut state, mut rng) = (game.start(), SplitMix::new(7));
        let seat = Seat::new(1).unwrap();
        let mut values = vec![0; game.spaces().values()];
        loop {
            values.fill(0);
            game.observe(&state, seat, &mut values);
            let (text, looks) = values.split_at(G::LONGEST_POSITION);
            let text = str::from_utf8(text).unwrap().trim_end_matches('\0');
            assert_eq!(game.read_position(text).unwrap(), state);
            assert!(looks.iter().all(|&number| number == 2));
            let choose = |seat, rng: &mut SplitMix| {
                let moves = game.moves(&state, seat);
                moves[rng.below(moves.len() as u32) as usize]
            };
            let Some(event) = Event::next(&game, &state, &mut rng, choose) else { break };
            assert_eq!(game.play(&mut state, &event), Ok(()));
        }
    }
}

#[test]
fn an_observation_by_default_is_the_text_of_the_position() {
    for spec in ["template", "template:columns=8,rows=8"] {
        unlisted::with_game(&spec.parse().unwrap(), TextPlane).unwrap();
    }
}

#[test]
fn every_legal_move_has_a_number_of_its_own_and_planes_keep_to_their_ranges() {
    for entry in GAMES {
        let presets = entry.info.presets.iter().map(|preset| preset.spec);
        for spec in presets.chain([entry.info.id]) {
            with_game(&spec.parse().unwrap(), Laws).unwrap();
        }
    }
    for spec in [
        "breakthrough:swap=on",
        "breakthrough:columns=2,rows=4",
        "breakthrough:columns=16,rows=16",
        "traxx:board=5",
    ] {
        with_game(&spec.parse().unwrap(), Laws).unwrap();
    }
    // The template has the defaults of `Encode`.
    for spec in ["template", "template:columns=8,rows=8"] {
        unlisted::with_game(&spec.parse().unwrap(), Laws).unwrap();
    }
}

/// The numbers of every legal move and the values of both seats in one position.
struct Look<'a> {
    position: &'a str,
}

impl Visitor for Look<'_> {
    type Output = (Vec<usize>, Vec<Vec<u8>>);

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let (state, spaces) = (game.read_position(self.position).unwrap(), game.spaces());
        let Turn::Act(seats) = game.turn(&state) else { panic!("a seat acts") };
        let seat = seats.iter().next().unwrap();
        let moves = game.moves(&state, seat);
        let mut numbers: Vec<usize> = moves.iter().map(|&mv| game.action(&state, seat, mv)).collect();
        numbers.sort_unstable();
        let views = Seat::all(game.seats()).map(|seat| {
            let mut values = vec![0; spaces.values()];
            game.observe(&state, seat, &mut values);
            values
        });
        (numbers, views.collect())
    }
}

fn look(spec: &str, position: &str) -> (Vec<usize>, Vec<Vec<u8>>) {
    let spec: Spec = spec.parse().unwrap();
    with_game(&spec, Look { position }).unwrap()
}

#[test]
fn a_breakthrough_position_turned_round_looks_the_same_to_the_other_seat() {
    // The second position is the first one turned by 180°, with the colours exchanged.
    let (white, seen_by_white) = look("breakthrough:columns=5,rows=5", "p1ppp/1p3/2P2/PP3/P1P1P w");
    let (black, seen_by_black) = look("breakthrough:columns=5,rows=5", "p1p1p/3pp/2p2/3P1/PPP1P b");
    assert_eq!(white, black);
    assert_eq!(seen_by_white[0], seen_by_black[1]);
    assert_eq!(seen_by_white[1], seen_by_black[0]);
    assert_ne!(seen_by_white[0], seen_by_white[1]);
}
