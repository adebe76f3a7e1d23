//! What comes before a search: the greeting, options, a new game, the position.

use super::{Dialect, MAX_THREADS, Session, Thinker, lock};
use crate::text::{play_word, unword};
use breadboard_core::{Refusal, Spec, SplitMix};
use breadboard_games::{Bots, Level};
use std::io::Write;

impl<G: Bots, W: Write + Send> Session<'_, '_, G, W> {
    pub(super) fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.say(&format!("id name Breadboard {} ({})", env!("CARGO_PKG_VERSION"), G::INFO.name));
        self.say("id author the Breadboard developers");
        let levels: Vec<String> = Level::BOTS.iter().map(|level| format!("var {level}")).collect();
        self.say(&format!("option name Level type combo default bot5 {}", levels.join(" ")));
        self.say(&format!("option name Spec type string default {}", Spec::of(self.game)));
        if lock(self.thinker).player.use_threads(self.threads) {
            self.say(&format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"));
        }
        self.say(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" });
    }

    /// A new game: the player forgets what it has searched.
    pub(super) fn renew(&mut self) {
        *lock(self.thinker) = Thinker { player: self.level.player(self.game), rng: SplitMix::new(1) };
        lock(self.thinker).player.use_threads(self.threads);
        self.state = self.game.start();
    }

    pub(super) fn option(&mut self, rest: &[&str]) {
        let text = rest.join(" ");
        let parsed = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
        match parsed {
            Some((name, value)) if name.eq_ignore_ascii_case("level") => match value.parse() {
                Ok(level) => {
                    self.level = level;
                    let mut player = level.player(self.game);
                    player.use_threads(self.threads);
                    lock(self.thinker).player = player;
                }
                Err(_) => self.complain("a level is bot1 to bot5, greedy or random"),
            },
            Some((name, value)) if name.eq_ignore_ascii_case("threads") => {
                match value.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads)) {
                    Some(threads) if lock(self.thinker).player.use_threads(threads) => self.threads = threads,
                    Some(_) => self.complain("this player thinks on one thread"),
                    None => self.complain(&format!("threads are a number from 1 to {MAX_THREADS}")),
                }
            }
            // The game is chosen when the engine starts; its own spec is accepted, because drivers send it.
            Some((name, value)) if name.eq_ignore_ascii_case("spec") => {
                let own = Spec::of(self.game).to_string();
                if value != own {
                    self.complain(&format!("this engine plays {own}; start another for another game"));
                }
            }
            _ => self.complain("the options are Level, Spec and Threads: setoption name Level value bot3"),
        }
    }

    pub(super) fn position(&mut self, rest: &[&str]) {
        let split = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
        let (place, moves) = rest.split_at(split);
        let start = match place {
            ["startpos"] => Ok(self.game.start()),
            ["fen" | "position", text @ ..] => self.game.read_position(&unword(&text.join(" "))),
            _ => return self.complain("position startpos, or position fen TEXT, then moves"),
        };
        let played = start.and_then(|mut state| {
            for word in moves.iter().skip(1) {
                play_word(self.game, &mut state, word)?;
            }
            Ok::<_, Refusal>(state)
        });
        match played {
            Ok(state) => self.state = state,
            Err(refusal) => self.complain(&refusal.to_string()),
        }
    }
}
