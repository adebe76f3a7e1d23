//! Reasons in words. They are made of what can be checked on the board: a forced win or loss with its distance, the winning
//! chance that is lost, and what differs in scores, pieces and places at the end of two lines. A search knows no other reasons; what
//! a turn is about in general, as in puzzles, was said here before, and explained nothing.

use crate::analyst::{Line, worth};
use breadboard_core::{Seat, Text};
use breadboard_games::{Bots, Left, Views};
use breadboard_search::legal_line;
use breadboard_wire::insight_texts as texts;
use breadboard_wire::{Bound, TextView, ValueView};

/// Two values that differ by less are called equal: half a point of winning chance.
const EQUAL: f64 = 0.005;
/// The same in points.
const EQUAL_POINTS: f64 = 0.25;

fn points(loss: f64) -> String {
    format!("{:.0}", 100.0 * loss)
}

fn tenths(value: f64) -> String {
    format!("{value:.1}")
}

fn views(sentences: &[Text]) -> Vec<TextView> {
    sentences.iter().map(TextView::from).collect()
}

/// Whether a value is a proven win or loss of a seat, with its distance.
fn proven(value: &ValueView, seat: Seat) -> Option<(bool, u32)> {
    let distance = value.distance.filter(|_| value.bound == Bound::Proven)?;
    match worth(value, seat) {
        chance if value.points.is_some() || (chance > 0.0 && chance < 1.0) => None,
        chance => Some((chance >= 1.0, distance)),
    }
}

/// The seat that a proven value gives the win.
fn winner(value: &ValueView) -> Option<Seat> {
    value.chances.iter().position(|chance| *chance >= 1.0).and_then(Seat::new)
}

/// The position after the first `plies` moves of a line, and how many there were.
fn end_of<G: Bots>(
    game: &G,
    state: &G::State,
    seat: Seat,
    line: &Line<G::Move>,
    plies: usize,
) -> (G::State, usize) {
    let mut at = state.clone();
    let mut made = 0;
    for (mover, mv) in legal_line(game, state, seat, &line.moves).into_iter().take(plies) {
        if !matches!(game.turn(&at), breadboard_core::Turn::Act(seats) if seats.len() == 1) {
            break;
        }
        game.apply(&mut at, mover, mv);
        made += 1;
    }
    (at, made)
}

/// The position in which a choice was made, and by which seat.
pub(crate) struct At<'a, G: Bots> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) seat: Seat,
}

impl<G: Bots + Views> At<'_, G> {
    /// Why a choice was worse than the better line.
    pub(crate) fn worse(&self, played: &Line<G::Move>, better: &Line<G::Move>) -> Vec<TextView> {
        let At { game, state, seat } = *self;
        let mut said = Vec::new();
        let best = better.moves.first().map(|mv| game.write_move(state, seat, *mv)).unwrap_or_default();
        let (before, now) = (proven(&better.value, seat), proven(&played.value, seat));
        let rival = winner(&played.value).unwrap_or(seat);
        match (before, now) {
            (Some((true, _)), Some((false, moves))) => {
                said.push(texts::THROWS_AWAY.with(&[("seat", &rival), ("moves", &moves)]));
            }
            (Some((true, moves)), _) => {
                said.push(texts::MISSES_WIN.with(&[("moves", &moves), ("move", &best)]));
            }
            (Some((false, moves)), _) => said.push(texts::SHORTENS.with(&[("moves", &moves)])),
            (None, Some((false, moves))) => {
                said.push(texts::LETS_WIN.with(&[("seat", &rival), ("moves", &moves)]));
            }
            _ => {}
        }
        said.push(self.given_away(&played.value, &better.value));
        said.extend(self.refuted(played, better));
        said.extend(self.difference(played, better));
        said.push(texts::BETTER.with(&[("move", &best)]));
        views(&said)
    }

    fn given_away(&self, played: &ValueView, better: &ValueView) -> Text {
        let (before, after) = (worth(better, self.seat), worth(played, self.seat));
        if played.points.is_some() {
            return texts::GIVES_POINTS.with(&[
                ("points", &tenths((before - after).max(0.0))),
                ("before", &tenths(before)),
                ("after", &tenths(after)),
            ]);
        }
        let (lost, before, after) = (points((before - after).max(0.0)), points(before), points(after));
        if lost == "1" {
            return texts::GIVES_ONE.with(&[("before", &before), ("after", &after)]);
        }
        texts::GIVES_AWAY.with(&[("points", &lost), ("before", &before), ("after", &after)])
    }

    /// The reply to a choice. It shows what is wrong only if it takes something; if it meets the better move as well, it says
    /// nothing.
    fn refuted(&self, played: &Line<G::Move>, better: &Line<G::Move>) -> Option<Text> {
        let (at, mover, mv) = self.reply(played)?;
        let same = self.reply(better).is_some_and(|(_, other, reply)| (other, reply) == (mover, mv));
        let is_lost = proven(&played.value, self.seat).is_some_and(|(wins, _)| !wins);
        let mut after = at.clone();
        self.game.apply(&mut after, mover, mv);
        let takes = self.wealth(&after) < self.wealth(&at);
        let template = if takes || is_lost { &texts::MEETS } else { &texts::REPLY };
        (!same).then(|| template.with(&[("move", &self.game.write_move(&at, mover, mv))]))
    }

    /// What the seat has: its score, or its pieces where there is none.
    fn wealth(&self, state: &G::State) -> i64 {
        if let Some(scores) = self.game.scores(state) {
            return i64::from(scores[self.seat]);
        }
        let left = self.game.left(state);
        left.iter()
            .filter(|left| left.seat == Some(self.seat.number()))
            .map(|left| i64::from(left.count))
            .sum()
    }

    /// The first move of another seat in a line, and the position before it.
    fn reply(&self, line: &Line<G::Move>) -> Option<(G::State, Seat, G::Move)> {
        let mut at = self.state.clone();
        for (mover, mv) in legal_line(self.game, self.state, self.seat, &line.moves) {
            if mover != self.seat {
                return Some((at, mover, mv));
            }
            if !matches!(self.game.turn(&at), breadboard_core::Turn::Act(seats) if seats.len() == 1) {
                break;
            }
            self.game.apply(&mut at, mover, mv);
        }
        None
    }

    /// What two lines leave the seats with, as far as it differs after as many moves.
    fn difference(&self, played: &Line<G::Move>, better: &Line<G::Move>) -> Vec<Text> {
        let At { game, state, seat } = *self;
        let plies = played.moves.len().min(better.moves.len());
        let (mut worse, made) = end_of(game, state, seat, played, plies);
        let (mut good, other) = end_of(game, state, seat, better, plies);
        if made != other {
            (worse, good) = (
                end_of(game, state, seat, played, made.min(other)).0,
                end_of(game, state, seat, better, made.min(other)).0,
            );
        }
        let mut said = Vec::new();
        if let (Some(worse), Some(good)) = (game.scores(&worse), game.scores(&good)) {
            for one in Seat::all(game.seats()) {
                let template = if one == seat { &texts::OWN_SCORE } else { &texts::RIVAL_SCORE };
                let harms = if one == seat { worse[one] < good[one] } else { worse[one] > good[one] };
                if harms {
                    said.push(template.with(&[
                        ("seat", &one),
                        ("count", &worse[one]),
                        ("other", &good[one]),
                    ]));
                }
            }
        }
        for (worse, good) in self.pieces(&worse).iter().zip(self.pieces(&good)) {
            let Some(of) = worse.seat.filter(|of| good.seat == Some(*of) && worse.what == good.what) else {
                continue;
            };
            let own = of == seat.number();
            if (own && worse.count < good.count) || (!own && worse.count > good.count) {
                let template = if own { &texts::LOSES_THINGS } else { &texts::RIVAL_THINGS };
                said.push(template.with(&[
                    ("seat", &of),
                    ("count", &worse.count),
                    ("what", &worse.what),
                    ("other", &good.count),
                ]));
            }
        }
        said.truncate(3);
        said.extend(game.compared(state, seat, [&worse, &good]));
        said
    }

    /// What the seats have on the board, where no score says how they stand. Where one does, what is left is a supply, and to have
    /// less of it is no loss.
    fn pieces(&self, state: &G::State) -> Vec<Left> {
        if self.game.scores(state).is_some() { Vec::new() } else { self.game.left(state) }
    }

    /// What a suggested move is for.
    pub(crate) fn good(&self, line: &Line<G::Move>, runner_up: Option<&Line<G::Move>>) -> Vec<TextView> {
        let seat = self.seat;
        let mut said = Vec::new();
        match proven(&line.value, seat) {
            Some((true, moves)) => said.push(texts::WINS.with(&[("moves", &moves)])),
            Some((false, moves)) => said.push(texts::DELAYS.with(&[("moves", &moves)])),
            None if line.value.points.is_some() => {
                said.push(texts::EXPECTS.with(&[("points", &tenths(worth(&line.value, seat)))]));
            }
            None => {
                let percent = points(worth(&line.value, seat));
                said.push(texts::KEEPS.with(&[("seat", &seat), ("percent", &percent)]));
            }
        }
        said.extend(self.brings(line));
        match runner_up {
            Some(other) => said.extend(self.against(line, other)),
            // A search may know of one line only where there are more moves.
            None if self.game.moves(self.state, seat).len() == 1 => said.push(texts::ONLY.plain()),
            None => {}
        }
        views(&said)
    }

    fn against(&self, line: &Line<G::Move>, other: &Line<G::Move>) -> Option<Text> {
        let text = self.game.write_move(self.state, self.seat, *other.moves.first()?);
        let ahead = worth(&line.value, self.seat) - worth(&other.value, self.seat);
        if let (Some((false, moves)), true) = (proven(&other.value, self.seat), ahead > 0.0) {
            return Some(texts::RUNNER_LOSES.with(&[("move", &text), ("moves", &moves)]));
        }
        if line.value.points.is_some() {
            let near = ahead < EQUAL_POINTS;
            return Some(if near {
                texts::AS_GOOD.with(&[("move", &text)])
            } else {
                texts::AHEAD_POINTS.with(&[("move", &text), ("points", &tenths(ahead))])
            });
        }
        let near = ahead < EQUAL;
        Some(if near {
            texts::AS_GOOD.with(&[("move", &text)])
        } else {
            match points(ahead.max(0.01)).as_str() {
                "1" => texts::AHEAD_ONE.with(&[("move", &text)]),
                points => texts::AHEAD_OF.with(&[("move", &text), ("points", &points)]),
            }
        })
    }

    /// What the expected play changes: scores of the seat, things that rivals lose.
    fn brings(&self, line: &Line<G::Move>) -> Vec<Text> {
        let At { game, state, seat } = *self;
        let (end, _) = end_of(game, state, seat, line, usize::MAX);
        let mut said = Vec::new();
        if let (Some(now), Some(then)) = (game.scores(state), game.scores(&end))
            && then[seat] > now[seat]
        {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("seat", &seat), ("count", &now[seat]), ("other", &then[seat])];
            said.push(texts::BRINGS_SCORE.with(&args));
        }
        for (now, then) in self.pieces(state).iter().zip(self.pieces(&end)) {
            let Some(of) = now.seat.filter(|of| *of != seat.number() && then.seat == Some(*of)) else {
                continue;
            };
            if then.count < now.count {
                said.push(texts::TAKES_THINGS.with(&[
                    ("seat", &of),
                    ("count", &then.count),
                    ("what", &now.what),
                    ("other", &(now.count - then.count)),
                ]));
            }
        }
        said.truncate(2);
        said
    }
}
