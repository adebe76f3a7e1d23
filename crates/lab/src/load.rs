//! Load on a server: real games over the real protocol, two players a match, each with a socket. Moves are sent by the
//! clock and not after the previous answer, so that a slow server shows as latency instead of fewer moves. The latency is
//! the time from sending a move to the opponent's receipt of it.

use breadboard_client::{Client, Error, Socket};
use breadboard_core::{Rng as _, Seat, SplitMix};
use breadboard_wire::{
    ApiProblem, Joined, Key, NewTable, PhaseName, Request, SocketSend, Submission, values,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Load {
    /// `http://host:port` or `https://host`.
    pub url: String,
    /// The game; it must have two seats.
    pub spec: String,
    /// Matches at the same time.
    pub matches: u32,
    /// Moves a second in each match.
    pub rate: f64,
    /// How long to play.
    pub time: Duration,
    /// The seed of the random moves.
    pub seed: u64,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    /// Moves that the opponent has received.
    pub moves: u64,
    /// Games that ended.
    pub games: u64,
    /// The first few reasons of failure.
    pub errors: Vec<String>,
    /// Matches that broke off.
    pub failed: u64,
    /// Milliseconds from sending a move to the opponent's receipt, sorted.
    pub latencies: Vec<f64>,
    /// How long it took.
    pub seconds: f64,
    /// Moves sent more than a tenth of a second late: then the driver is slow, not the server.
    pub late: u64,
}

impl LoadReport {
    /// The latency that this share of the moves does not exceed.
    #[must_use]
    pub fn percentile(&self, share: f64) -> f64 {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "moves": self.moves, "games": self.games, "failed": self.failed, "late": self.late,
            "seconds": self.seconds, "moves_per_second": self.moves as f64 / self.seconds.max(1e-9),
            "latency_ms": {
                "p50": self.percentile(0.5), "p90": self.percentile(0.9), "p99": self.percentile(0.99),
                "p999": self.percentile(0.999), "max": self.percentile(1.0),
            },
            "errors": self.errors,
        })
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} moves in {:.1} s ({:.0} a second), {} games ended, {} errors, {} sent late",
            self.moves,
            self.seconds,
            self.moves as f64 / self.seconds.max(1e-9),
            self.games,
            self.failed,
            self.late
        )?;
        write!(
            f,
            "from sending to the opponent's receipt: p50 {:.1} ms, p90 {:.1}, p99 {:.1}, p99.9 {:.1}, max {:.1}",
            self.percentile(0.5),
            self.percentile(0.9),
            self.percentile(0.99),
            self.percentile(0.999),
            self.percentile(1.0)
        )?;
        for error in &self.errors {
            write!(f, "\n  {error}")?;
        }
        Ok(())
    }
}

/// The parts of a state that a player needs: reading whole boards would measure this program.
#[derive(Debug, Deserialize)]
struct State {
    version: u32,
    phase: PhaseName,
    you: Vec<You>,
}

#[derive(Debug, Deserialize)]
struct You {
    #[serde(with = "values::seat")]
    seat: Seat,
    moves: Vec<Move>,
}

#[derive(Debug, Deserialize)]
struct Move {
    text: String,
}

/// What a message of the socket says to a player: a state, a refusal, or neither. `SocketMessage` was the alternative: its kind
/// stands in a field, so each message is kept whole before it is read, and that was most of what this program did.
#[derive(Debug, Deserialize)]
struct SocketText {
    state: Option<State>,
    error: Option<ApiProblem>,
}

/// Why a run could not start, or a match broke off.
#[derive(Debug)]
pub struct LoadError(String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Error> for LoadError {
    fn from(error: Error) -> LoadError {
        wrong(error)
    }
}

fn wrong(reason: impl ToString) -> LoadError {
    LoadError(reason.to_string())
}

impl Load {
    /// Plays, within a tokio runtime.
    ///
    /// # Errors
    /// The matches cannot be opened; errors while playing are in the report.
    pub async fn run(&self) -> Result<LoadReport, LoadError> {
        let client = Client::new(&self.url)?;
        let opening = Arc::new(Semaphore::new(16));
        let mut matches = Vec::new();
        for number in 0..self.matches {
            let (load, client, opening) = (self.clone(), client.clone(), opening.clone());
            matches.push(tokio::spawn(async move {
                let _turn = opening.acquire().await.map_err(wrong)?;
                Match::open(&load, client, number).await
            }));
        }
        let mut open = Vec::new();
        for opened in matches {
            open.push(opened.await.map_err(wrong)??);
        }
        let late = Arc::new(AtomicU64::new(0));
        let start = Instant::now() + Duration::from_millis(200);
        let playing: Vec<_> = open
            .into_iter()
            .enumerate()
            .map(|(number, one)| {
                // Spread evenly over one interval.
                let first =
                    start + Duration::from_secs_f64(number as f64 / f64::from(self.matches) / self.rate);
                tokio::spawn(one.play(self.clone(), first, start + self.time, late.clone()))
            })
            .collect();
        let mut report = LoadReport::default();
        for one in playing {
            let one = one.await.map_err(wrong)?;
            report.moves += one.moves;
            report.games += one.games;
            report.failed += one.failed;
            report.latencies.extend(one.latencies);
            let room = 5usize.saturating_sub(report.errors.len());
            report.errors.extend(one.errors.into_iter().take(room));
        }
        report.seconds = start.elapsed().as_secs_f64();
        report.late = late.load(Relaxed);
        report.latencies.sort_by(f64::total_cmp);
        Ok(report)
    }
}

/// Two players at a table.
struct Match {
    client: Client,
    sockets: [Socket; 2],
    states: [State; 2],
    rng: SplitMix,
    key: u64,
}

impl Match {
    async fn open(load: &Load, client: Client, number: u32) -> Result<Match, LoadError> {
        let (mut one, mut two) = (client.clone(), client.clone());
        let table = NewTable {
            spec: Some(load.spec.clone()),
            seats: Some(vec!["me".to_owned(), "open".to_owned()]),
            name: Some("Ada".to_owned()),
            ..NewTable::default()
        };
        let reply = one.request("POST", "/api/tables", Some(&value(&table)?)).await?;
        if reply.status != 201 {
            return Err(wrong(format!("no table: {} {}", reply.status, reply.body)));
        }
        let opened: Joined<IgnoredAny> = serde_json::from_str(&reply.body).map_err(wrong)?;
        let id = opened.table.id;
        let claim = Request::Claim { name: "Bob".to_owned().try_into().map_err(wrong)?, entropy: None };
        let second = Seat::SECOND;
        let sit = Submission { seat: second, version: 1, attempt: None, key: key("sit")?, request: claim };
        let reply = two.request("POST", &format!("/api/tables/{id}/requests"), Some(&value(&sit)?)).await?;
        if reply.status != 200 {
            return Err(wrong(format!("no seat: {} {}", reply.status, reply.body)));
        }
        let path = format!("/api/tables/{id}/socket");
        let mut sockets = [one.socket(&path).await?, two.socket(&path).await?];
        let states = [next_state(&mut sockets[0]).await?, next_state(&mut sockets[1]).await?];
        let rng = SplitMix::stream(load.seed, number.into());
        Ok(Match { client, sockets, states, rng, key: 0 })
    }

    async fn play(mut self, load: Load, first: Instant, end: Instant, late: Arc<AtomicU64>) -> LoadReport {
        let mut report = LoadReport::default();
        let mut at = first;
        let mut number = 1_000_000;
        while at < end {
            tokio::time::sleep_until(at.into()).await;
            if at.elapsed() > Duration::from_millis(100) {
                late.fetch_add(1, Relaxed);
            }
            at += Duration::from_secs_f64(1.0 / load.rate);
            let result = if self.states[0].phase == PhaseName::Over {
                report.games += 1;
                number += 1;
                match Match::open(&load, self.client.clone(), number).await {
                    Ok(next) => {
                        let rng = self.rng.clone();
                        self = Match { rng, ..next };
                        Ok(())
                    }
                    Err(error) => Err(error),
                }
            } else {
                self.step().await.map(|took| {
                    report.moves += 1;
                    report.latencies.push(took.as_secs_f64() * 1000.0);
                })
            };
            if let Err(error) = result {
                report.failed += 1;
                if report.errors.len() < 5 {
                    report.errors.push(error.to_string());
                }
                // The match cannot go on after any error.
                break;
            }
        }
        report
    }

    /// Makes one move; returns the time until the opponent has it.
    async fn step(&mut self) -> Result<Duration, LoadError> {
        let mover = self.states.iter().position(|state| state.you.iter().any(|you| !you.moves.is_empty()));
        let mover = mover.ok_or_else(|| wrong("no seat may move"))?;
        let state = &self.states[mover];
        let you =
            state.you.iter().find(|you| !you.moves.is_empty()).ok_or_else(|| wrong("no seat may move"))?;
        let choice = self.rng.below(you.moves.len() as u32) as usize;
        self.key += 1;
        let submission = Submission {
            seat: you.seat,
            version: state.version,
            attempt: None,
            key: key(&format!("k{}", self.key))?,
            request: Request::Act { text: you.moves[choice].text.clone() },
        };
        let message = serde_json::to_string(&SocketSend::Submit { submission }).map_err(wrong)?;
        let before = state.version;
        let started = Instant::now();
        self.sockets[mover].send(message).await?;
        let other = 1 - mover;
        self.states[other] = newer_state(&mut self.sockets[other], before).await?;
        let took = started.elapsed();
        self.states[mover] = newer_state(&mut self.sockets[mover], before).await?;
        Ok(took)
    }
}

async fn newer_state(socket: &mut Socket, than: u32) -> Result<State, LoadError> {
    loop {
        let state = next_state(socket).await?;
        if state.version > than {
            return Ok(state);
        }
    }
}

async fn next_state(socket: &mut Socket) -> Result<State, LoadError> {
    loop {
        let SocketText { state, error } = serde_json::from_str(&socket.text().await?).map_err(wrong)?;
        if let Some(error) = error {
            return Err(wrong(format!("refused: {}", error.text)));
        }
        if let Some(state) = state {
            return Ok(state);
        }
    }
}

fn key(text: &str) -> Result<Key, LoadError> {
    text.to_owned().try_into().map_err(wrong)
}

fn value(message: &impl Serialize) -> Result<Value, LoadError> {
    serde_json::to_value(message).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_play::view::{Ask, Message, View, Viewer, view};
    use breadboard_play::{Holder, Opening, Seed, Table};
    use breadboard_wire::{SocketMessage, SocketRefusal, SocketUpdate};

    /// The state of a table at which the first seat is to move.
    fn state() -> View {
        let opening = Opening {
            spec: "breakthrough".parse().unwrap(),
            rules: None,
            start: None,
            given: Vec::new(),
            seats: vec![Holder::Bot { level: "bot1".parse().unwrap() }; 2],
            clock: None,
            forced_moves: false,
            seed: Seed::new([7; 32]),
        };
        let table = Table::open(opening, 1).unwrap().table;
        let Message::State(state) = view(&table, Viewer::seat(Seat::FIRST), Ask::State) else {
            panic!("a state")
        };
        *state
    }

    fn read(message: &SocketMessage) -> SocketText {
        serde_json::from_str(&serde_json::to_string(message).unwrap()).unwrap()
    }

    #[test]
    fn the_messages_of_a_server_are_read_in_parts() {
        let state = state();
        let (version, phase, moves) = (state.version, state.phase, state.you[0].moves.clone());
        let tag = String::new();
        let (events, chat) = (Vec::new(), Vec::new());
        let update = SocketUpdate { reset: true, tag, now: 1, events, chat, state: Some(state), patch: None };
        let seen = read(&SocketMessage::Update(update)).state.unwrap();
        assert_eq!((seen.version, seen.phase), (version, phase));
        assert_eq!(seen.you[0].seat, Seat::FIRST);
        let texts = |moves: &[Move]| moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&seen.you[0].moves), moves.into_iter().map(|mv| mv.text).collect::<Vec<_>>());
        let error = ApiProblem { code: "illegal".into(), text: "no".into(), refusal: None };
        let refused = read(&SocketMessage::Refused(SocketRefusal { key: None, status: 422, error }));
        assert_eq!(refused.error.unwrap().text, "no");
    }
}
