//! `breadboard moves`: of one position, or of a batch on standard input.

use crate::Failure;
use crate::args::MovesArgs;
use crate::commands::position;
use crate::output::Out;
use breadboard_core::{Game, Listing, Turn};
use breadboard_games::{Visitor, with_game};
use serde_json::{Value, json};
use std::io::BufRead as _;

pub(crate) fn run(args: &MovesArgs, out: &mut Out) -> Result<(), Failure> {
    with_game(&args.spec, Moves { args, out })?
}

struct Moves<'a> {
    args: &'a MovesArgs,
    out: &'a mut Out,
}

impl Visitor for Moves<'_> {
    type Output = Result<(), Failure>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Moves { args, out } = self;
        if !args.batch {
            let state = position(&game, &args.at)?;
            if args.json {
                out.line(json_of(&game, &state))?;
            } else {
                for line in lines_of(&game, &state) {
                    out.line(line)?;
                }
            }
            return Ok(());
        }
        let mut refused = 0;
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| match error.kind() {
                std::io::ErrorKind::InvalidData => {
                    Failure::Refused("standard input is not UTF-8 text".to_owned())
                }
                _ => Failure::Io(error),
            })?;
            match game.read_position(line.trim()) {
                Ok(state) if args.json => out.line(json_of(&game, &state))?,
                Ok(state) => out.line(lines_of(&game, &state).join("; "))?,
                Err(refusal) => {
                    refused += 1;
                    if args.json {
                        out.line(json!({"error": refusal.to_string()}))?;
                    } else {
                        out.line(format_args!("error: {refusal}"))?;
                    }
                }
            }
        }
        match refused {
            0 => Ok(()),
            1 => Err(Failure::Refused("1 position is invalid".to_owned())),
            n => Err(Failure::Refused(format!("{n} positions are invalid"))),
        }
    }
}

/// One line per choice: a move, after its seat where several act; a chance outcome with its weight; or the result.
fn lines_of<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    match game.turn(state) {
        Turn::Over(outcome) => vec![format!("over: {outcome}")],
        Turn::Chance => {
            let mut outcomes = Vec::new();
            match game.chances(state, &mut outcomes) {
                Listing::TooMany => vec!["chance: too many outcomes to list".to_owned()],
                Listing::Complete => outcomes
                    .iter()
                    .map(|(chance, weight)| {
                        format!("chance {}: weight {weight}", game.write_chance(state, chance))
                    })
                    .collect(),
            }
        }
        Turn::Act(seats) => {
            let mut lines = Vec::new();
            let mut moves = Vec::new();
            for seat in seats.iter() {
                moves.clear();
                game.legal_moves(state, seat, &mut moves);
                lines.extend(moves.iter().map(|&mv| {
                    let text = game.write_move(state, seat, mv);
                    if seats.len() > 1 { format!("{seat}: {text}") } else { text }
                }));
            }
            lines
        }
    }
}

fn json_of<G: Game>(game: &G, state: &G::State) -> Value {
    let position = game.write_position(state);
    match game.turn(state) {
        Turn::Over(outcome) => json!({"position": position, "over": outcome.to_string()}),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            let listing = game.chances(state, &mut outcomes);
            let chances: Vec<Value> = outcomes
                .iter()
                .map(|(chance, weight)| json!({"event": game.write_chance(state, chance), "weight": weight}))
                .collect();
            json!({"position": position, "chances": chances, "complete": listing == Listing::Complete})
        }
        Turn::Act(seats) => {
            let mut moves = Vec::new();
            let choices: Vec<Value> = seats
                .iter()
                .map(|seat| {
                    moves.clear();
                    game.legal_moves(state, seat, &mut moves);
                    let texts: Vec<String> =
                        moves.iter().map(|&mv| game.write_move(state, seat, mv)).collect();
                    json!({"seat": seat.number(), "moves": texts})
                })
                .collect();
            json!({"position": position, "choices": choices})
        }
    }
}
