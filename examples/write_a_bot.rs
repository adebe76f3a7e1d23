//! A bot for every game of two seats: it wins at once if it can, and otherwise makes a random move. It plays 200 games of
//! Breakthrough against random moves. Run it with `cargo run --example write_a_bot`.

use breadboard_core::{Game, Outcome, Rules as _, Seat, SplitMix, Turn};
use breadboard_games::breakthrough::{Breakthrough, Options};
use breadboard_search::{Player, Random};

/// The bot. It keeps nothing between moves.
struct Opportunist;

impl<G: Game> Player<G> for Opportunist {
    // A bot that searches writes `think` instead, which is told how much to spend and to whom to report.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut SplitMix) -> G::Move {
        let moves = game.moves(state, seat);
        let wins = |mv: &G::Move| {
            // A state is a plain value: try the move on a copy. `apply` trusts that the move is legal.
            let mut next = state.clone();
            game.apply(&mut next, seat, *mv);
            game.turn(&next) == Turn::Over(Outcome::Win(seat))
        };
        moves.iter().copied().find(wins).unwrap_or_else(|| Random.choose(game, state, seat, rng))
    }
}

fn main() {
    let game = Breakthrough::<u64>::new(Options::default(), 2).expect("the default options are valid");
    // The same seed gives the same games.
    let mut rng = SplitMix::new(1);
    let mut won = 0;
    for round in 0..200 {
        // The seats alternate.
        let own = if round % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        let mut state = game.start();
        while let Turn::Act(seats) = game.turn(&state) {
            let seat = seats.single().expect("one seat moves at a time");
            let player: &mut dyn Player<_> = if seat == own { &mut Opportunist } else { &mut Random };
            let mv = player.choose(&game, &state, seat, &mut rng);
            game.apply(&mut state, seat, mv);
        }
        won += u32::from(game.turn(&state) == Turn::Over(Outcome::Win(own)));
    }
    println!("the bot won {won} of 200 games against random moves");
}
