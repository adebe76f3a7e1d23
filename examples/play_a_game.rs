//! Plays a game from moves in notation, shows why a move is refused, and writes the record.
//! Run it with `cargo run --example play_a_game`.

use breadboard_core::prelude::*;
use breadboard_core::{Canvas, Event, Spec, Turn, record_of, replay};
use breadboard_games::breakthrough::Breakthrough;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // A spec is a game with its options in one word. On a board of up to 64 squares the rules use `u64`.
    let spec: Spec = "breakthrough:columns=5,rows=5".parse()?;
    let (options, seats) = spec.read::<Breakthrough<u64>>()?;
    let game = Breakthrough::<u64>::new(options, seats)?;

    let mut state = game.start();
    let mut events = Vec::new();
    for text in ["b2-b3", "d4-d3", "b3-b5", "b3xa4", "d3xc2", "a4xb5"] {
        // Whose turn it is: chance, one or more seats, or none because the game is over.
        let Turn::Act(seats) = game.turn(&state) else { break };
        let seat = seats.single().ok_or("a round of several seats")?;
        // `play` checks an event and refuses an illegal one with its ruling; the state is then unchanged.
        let event = Event::one(seat, game.read_move(&state, seat, text)?);
        match game.play(&mut state, &event) {
            Ok(()) => events.push(event),
            Err(refusal) => println!("{text}: {refusal}"),
        }
    }
    println!("{}", game.draw(&state, Canvas::default()).text);

    // A record replays to the same position.
    let record = record_of(&game, None, &events);
    println!("{record}");
    assert_eq!(replay(&game, &record, |_, _, _| {})?, state);
    Ok(())
}
