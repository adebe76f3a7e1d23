//! A long record to upload.

use breadboard_core::{Event, Spec, SplitMix, record_of};
use breadboard_games::{Bots, Views, Visitor, with_game};

/// The record of a game of random moves; `None` if it is over before this number of events.
struct RandomGame {
    seed: u64,
    events: usize,
}

impl Visitor for RandomGame {
    type Output = Option<String>;

    fn visit<G: Bots + Views>(self, game: G) -> Option<String> {
        let (mut state, mut rng, mut events) = (game.start(), SplitMix::new(self.seed), Vec::new());
        for _ in 0..self.events {
            let event = Event::random(&game, &state, &mut rng)?;
            event.apply(&game, &mut state);
            events.push(event);
        }
        Some(record_of(&game, None, &events).to_string())
    }
}

/// A game of the Snipe Hunt with this number of events. It is made on its own thread: the server under test shares the
/// test's threads.
pub async fn long_record(events: usize) -> String {
    let make = move || {
        let spec: Spec = "snipe:seats=7,idle_rounds=200".parse().unwrap();
        let game = |seed| with_game(&spec, RandomGame { seed, events }).unwrap();
        (0..20).find_map(game).expect("a long game")
    };
    tokio::task::spawn_blocking(make).await.unwrap()
}
