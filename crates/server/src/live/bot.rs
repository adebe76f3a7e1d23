//! A bot's turn at a table, on its own thread and limited by time in every position. The player lives as long as the
//! turn: one that plans whole turns follows its plan step by step. A player for each step was the alternative; it plans
//! the same turn again at every step. Players between turns are not kept, so memory is bounded by the number of thinkers.

use super::schedule::Limit;
use crate::priority;
use breadboard_core::{Seat, SplitMix};
use breadboard_games::{Bots, Views, Visitor, with_game};
use breadboard_play::{BotChoice, Level, Table, choose};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The least time for a step, also when the time of the turn is over: the game goes on with a move that was looked at.
const STEP: Duration = Duration::from_millis(25);

/// A bot that plays one turn.
#[derive(Debug)]
pub(super) struct BotThread(mpsc::Sender<Step>);

#[derive(Debug)]
struct Step {
    table: Table,
    chosen: oneshot::Sender<Result<BotChoice, String>>,
}

impl BotThread {
    /// Starts a thread for the turn of a seat; it ends when this value is dropped.
    pub(super) fn start(table: &Table, seat: Seat, level: Level, seed: u64, limit: Arc<Limit>) -> BotThread {
        let (ask, steps) = mpsc::channel();
        let spec = table.spec().clone();
        tokio::task::spawn_blocking(move || {
            // A game that is not known drops the channel, and the asking side reports it.
            let _ = priority::compute(|| with_game(&spec, Turn { seat, level, seed, limit, steps }));
        });
        BotThread(ask)
    }

    /// The move that the bot makes.
    pub(super) async fn choose(&self, table: Table) -> Result<BotChoice, String> {
        let gone = || "its thread has ended".to_owned();
        let (chosen, answer) = oneshot::channel();
        self.0.send(Step { table, chosen }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

struct Turn {
    seat: Seat,
    level: Level,
    seed: u64,
    limit: Arc<Limit>,
    steps: mpsc::Receiver<Step>,
}

impl Visitor for Turn {
    type Output = ();

    fn visit<G: Bots + Views>(self, game: G) {
        let mut rng = SplitMix::new(self.seed);
        let mut player = self.level.player(&game);
        for Step { table, chosen } in self.steps {
            let least = Instant::now() + STEP;
            let stop = || {
                let now = Instant::now();
                self.limit.is_over(now) && now >= least
            };
            let choice = choose(&game, player.as_mut(), &table, self.seat, &mut rng, &stop);
            let choice = choice.ok_or_else(|| "the table plays another game".to_owned());
            // The asking side may have stopped waiting: the server stops.
            let _ = chosen.send(choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::{BotTurn, Class, Owner, Schedule};
    use super::*;
    use crate::store::TableId;
    use breadboard_play::{Holder, Key, Opening, Request, Seed, Submission};

    fn limit() -> Arc<Limit> {
        let (mut schedule, now, id) = (Schedule::new(1), Instant::now(), TableId::from_bits([1; 16]));
        let owner = Owner::Table(id.clone());
        let entry = BotTurn { table: id.clone(), class: Class::Person, owner, address: None, deadline: None };
        schedule.push(entry, now);
        schedule.pick(now).unwrap();
        schedule.begin(&id, Duration::from_secs(60), now).unwrap()
    }

    /// A whole turn of a Breadwinner bot: with one player kept, steps after the first follow its plan.
    #[tokio::test]
    async fn a_kept_player_plans_a_turn_once() {
        let level: Level = "bot3".parse().unwrap();
        let seats = vec![Holder::Bot { level }; 2];
        let spec = "breadwinner".parse().unwrap();
        let opening = Opening {
            spec,
            rules: None,
            start: None,
            given: Vec::new(),
            seats,
            clock: None,
            forced_moves: false,
            seed: Seed::new([7; 32]),
        };
        let mut table = Table::open(opening, 1).unwrap().table;
        let seat = table.bots_to_act()[0].0;
        let thread = BotThread::start(&table, seat, level, 1, limit());
        let mut nodes = Vec::new();
        while table.bots_to_act().first() == Some(&(seat, level)) {
            let choice = thread.choose(table.clone()).await.unwrap();
            nodes.push(choice.nodes);
            let key = Key::try_from(format!("k{}", nodes.len())).unwrap();
            let request = Request::Act { text: choice.text };
            let version = table.version();
            let submission = Submission { seat, version, attempt: None, key, request };
            table = table.submit(2, &submission).unwrap().table;
        }
        let planned = nodes.iter().filter(|nodes| **nodes > 0).count();
        assert!(nodes.len() > 2 && planned > 0, "a turn of several steps: {nodes:?}");
        assert!(2 * planned <= nodes.len(), "most steps only follow the plan: {nodes:?}");
    }
}
