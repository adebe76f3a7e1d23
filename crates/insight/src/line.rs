//! Events from outside: reading what was played.

use breadboard_core::{Event, Seat, Turn};
use breadboard_games::Bots;
use breadboard_wire::{Denied, PlayedEvent};

/// Reads an event as it would be read at a table.
///
/// # Errors
/// Why it cannot be played in this position.
pub fn read_event<G: Bots>(game: &G, state: &G::State, played: &PlayedEvent) -> Result<Event<G>, Denied> {
    let text = |index: usize| played.texts.get(index).map_or("", String::as_str);
    let event = if played.seats.is_empty() {
        match game.turn(state) {
            Turn::Act(_) => return Err(breadboard_core::refusals::no_chance().into()),
            Turn::Over(_) => return Err(breadboard_core::refusals::game_over().into()),
            Turn::Chance => Event::Chance(game.read_chance(state, text(0))?),
        }
    } else {
        let mut choices = Vec::new();
        for (index, &seat) in played.seats.iter().enumerate() {
            must_act(game, state, seat)?;
            choices.push((seat, game.read_move(state, seat, text(index))?));
        }
        Event::Act(choices)
    };
    Ok(event)
}

fn must_act<G: Bots>(game: &G, state: &G::State, seat: Seat) -> Result<(), Denied> {
    match game.turn(state) {
        Turn::Act(seats) if seats.contains(seat) => Ok(()),
        Turn::Act(_) => Err(breadboard_core::refusals::not_your_turn(seat).into()),
        Turn::Chance => Err(breadboard_core::refusals::chance_first().into()),
        Turn::Over(_) => Err(breadboard_core::refusals::game_over().into()),
    }
}

/// Plays events on a position; returns every position on the way, the first one included.
///
/// # Errors
/// The refusal of the first impossible event.
pub fn play_events<G: Bots>(
    game: &G,
    state: G::State,
    events: &[PlayedEvent],
) -> Result<Vec<G::State>, Denied> {
    let mut states = vec![state];
    for played in events {
        let mut next = states[states.len() - 1].clone();
        let event = read_event(game, &next, played)?;
        game.play(&mut next, &event)?;
        states.push(next);
    }
    Ok(states)
}
