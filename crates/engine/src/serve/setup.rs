//! What comes before a search: the greeting, options, a new game, the position.

use super::{Dialect, EnginePlayer, Session, lock};
use crate::text::{play_word, unword};
use breadboard_core::{Refusal, Spec, SplitMix};
use breadboard_games::{Bots, Level};
use breadboard_search::Player;
use std::io::Write;
use std::ops::RangeInclusive;

/// How many threads a search can be given.
const THREADS: RangeInclusive<usize> = 1..=64;
/// How many lines a search can report.
const LINES: RangeInclusive<usize> = 1..=256;
/// The memory of a search in megabytes.
const MEGABYTES: RangeInclusive<usize> = 1..=32_768;
/// What `Hash` is before it is set: the largest table of the strongest bots.
const DEFAULT_MEGABYTES: usize = 64;

/// The options of the engine.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    pub(super) level: Level,
    threads: usize,
    /// The memory of the search in megabytes; `None` leaves it to the player.
    megabytes: Option<usize>,
    pub(super) lines: usize,
    /// Whether the expected reply is named also in UGI.
    pub(super) ponder: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { level: Level::Bot5, threads: 1, megabytes: None, lines: 1, ponder: false }
    }
}

impl Settings {
    /// A player with these settings, as far as its level has them.
    pub(super) fn player<G: Bots>(&self, game: &G) -> Box<dyn Player<G> + Send> {
        let mut player = self.level.player(game);
        player.use_threads(self.threads);
        player.use_lines(self.lines);
        if let Some(megabytes) = self.megabytes {
            player.use_memory(megabytes << 20);
        }
        player
    }
}

impl<G: Bots, W: Write + Send> Session<'_, '_, G, W> {
    pub(super) fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.say(&format!("id name Breadboard {} ({})", env!("CARGO_PKG_VERSION"), G::INFO.name));
        self.say("id author the Breadboard developers");
        let levels: Vec<String> = Level::ALL.iter().map(|level| format!("var {level}")).collect();
        self.say(&format!("option name Level type combo default bot5 {}", levels.join(" ")));
        self.say(&format!("option name Spec type string default {}", Spec::of(self.game)));
        if dialect == Dialect::Uci {
            self.say(&format!("option name UCI_Variant type combo default {0} var {0}", G::INFO.id));
        }
        let spin = |name: &str, default: usize, range: RangeInclusive<usize>| {
            let (min, max) = (range.start(), range.end());
            self.say(&format!("option name {name} type spin default {default} min {min} max {max}"));
        };
        // Asked of a player that is thrown away, because asking sets the option.
        let mut player = self.settings.level.player(self.game);
        if player.use_memory(DEFAULT_MEGABYTES << 20) {
            spin("Hash", DEFAULT_MEGABYTES, MEGABYTES);
            self.say("option name Clear Hash type button");
        }
        if player.use_threads(*THREADS.end()) {
            spin("Threads", 1, THREADS);
        }
        if player.use_lines(*LINES.end()) {
            spin("MultiPV", 1, LINES);
        }
        self.say("option name Ponder type check default false");
        self.say(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" });
    }

    /// A new game: the player forgets what it has searched.
    pub(super) fn renew(&mut self) {
        *lock(self.engine) = EnginePlayer { player: self.settings.player(self.game), rng: SplitMix::new(1) };
        self.state = self.game.start();
    }

    /// Another player, whose memory is empty.
    fn change_player(&mut self) {
        lock(self.engine).player = self.settings.player(self.game);
    }

    pub(super) fn option(&mut self, rest: &[&str]) {
        let text = rest.join(" ");
        let text = text.strip_prefix("name ").unwrap_or_default();
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        if let Err(reason) = self.set(&name.to_ascii_lowercase(), value) {
            self.complain(&reason);
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "level" => {
                self.settings.level =
                    value.parse().map_err(|_| "a level is bot1 to bot5, greedy or random".to_owned())?;
                self.change_player();
            }
            "threads" => {
                let threads = spin_value("threads", value, THREADS)?;
                if !lock(self.engine).player.use_threads(threads) {
                    return Err("this player thinks on one thread".to_owned());
                }
                self.settings.threads = threads;
            }
            "multipv" => {
                let lines = spin_value("MultiPV", value, LINES)?;
                if !lock(self.engine).player.use_lines(lines) {
                    return Err("this player reports one line".to_owned());
                }
                self.settings.lines = lines;
            }
            "hash" => {
                let megabytes = spin_value("Hash in megabytes", value, MEGABYTES)?;
                if !lock(self.engine).player.use_memory(megabytes << 20) {
                    let others = Level::Bot5.player(self.game).use_memory(DEFAULT_MEGABYTES << 20);
                    let own = "this level has a small table of its own size: Hash is for levels that overlook nothing";
                    return Err(if others { own } else { "this player has no table" }.to_owned());
                }
                self.settings.megabytes = Some(megabytes);
            }
            "clear hash" => self.change_player(),
            "ponder" => {
                self.settings.ponder = value
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| "Ponder is true or false: whether to name the expected reply".to_owned())?;
            }
            // The game is chosen when the engine starts; its own name is accepted, because drivers send it.
            "spec" | "uci_variant" => {
                let own = Spec::of(self.game).to_string();
                if value != own && !(name == "uci_variant" && value == G::INFO.id) {
                    return Err(format!("this engine plays {own}; start another for another game"));
                }
            }
            _ => {
                return Err("the options are Level, Spec, Hash, Clear Hash, Threads, MultiPV, Ponder and, after uci, \
                            UCI_Variant: setoption name Level value bot3"
                    .to_owned());
            }
        }
        Ok(())
    }

    pub(super) fn position(&mut self, rest: &[&str]) {
        let split = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
        let (place, moves) = rest.split_at(split);
        let start = match place {
            ["startpos"] => Ok(self.game.start()),
            // Chess programs add castling, en passant and two counters, which this game does not have.
            ["fen", men, mover, "-", "-", ..] if self.dialect == Dialect::Uci => {
                self.game.read_position(&format!("{men} {mover}"))
            }
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

/// The value of an option that is a number.
fn spin_value(name: &str, value: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let (min, max) = (range.start(), range.end());
    let read = value.trim().parse().ok().filter(|number| range.contains(number));
    read.ok_or_else(|| format!("{name}: a number from {min} to {max}"))
}
