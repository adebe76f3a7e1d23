//! `breadboard perft`: a line per depth, with a progress bar on standard error if that is a terminal.

use crate::Failure;
use crate::args::PerftArgs;
use crate::commands::position;
use crate::output::Out;
use breadboard_core::{Game, Seat, Turn, perft};
use breadboard_games::{Visitor, with_game};
use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn run(args: &PerftArgs, out: &mut Out) -> Result<(), Failure> {
    with_game(&args.spec, Perft { args, out })?
}

struct Perft<'a> {
    args: &'a PerftArgs,
    out: &'a mut Out,
}

impl Visitor for Perft<'_> {
    type Output = Result<(), Failure>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Perft { args, out } = self;
        let state = position(&game, &args.at)?;
        if args.divide {
            return divide(&game, &state, args.depth, out);
        }
        for depth in 1..=args.depth {
            let count = count(&game, &state, depth)?;
            out.line(format_args!("{depth} {count}"))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The acting seat with its moves; `None` where chance or several seats act.
fn children<G: Game>(game: &G, state: &G::State) -> Option<(Seat, Vec<G::Move>)> {
    let Turn::Act(seats) = game.turn(state) else { return None };
    let seat = seats.single()?;
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut moves);
    Some((seat, moves))
}

fn below<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, Failure> {
    perft(game, state, depth).map_err(|error| Failure::Refused(error.to_string()))
}

/// Counts deep sequences in parts of two plies, so that progress can be shown.
fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, Failure> {
    let (Some((seat, moves)), true) = (children(game, state), depth >= 6) else {
        return below(game, state, depth);
    };
    let bar = ProgressBar::new(moves.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("depth {prefix} {bar:30} {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_prefix(depth.to_string());
    let mut total: u64 = 0;
    for mv in moves {
        let mut next = state.clone();
        game.apply(&mut next, seat, mv);
        let part = below(game, &next, depth - 1)?;
        let Some(sum) = total.checked_add(part) else {
            return Err(Failure::Refused(format!("depth {depth} has more sequences than 64 bits can count")));
        };
        total = sum;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(total)
}

fn divide<G: Game>(game: &G, state: &G::State, depth: u32, out: &mut Out) -> Result<(), Failure> {
    let Some((seat, moves)) = children(game, state) else {
        return Err(Failure::Refused("--divide needs a position in which one seat is to move".to_owned()));
    };
    let mut total = 0;
    for mv in moves {
        let mut next = state.clone();
        game.apply(&mut next, seat, mv);
        let part = below(game, &next, depth - 1)?;
        total += part;
        out.line(format_args!("{} {part}", game.write_move(state, seat, mv)))?;
    }
    Ok(out.line(format_args!("total {total}"))?)
}
