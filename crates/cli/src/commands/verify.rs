//! `breadboard verify`.

use super::replay;
use crate::Failure;
use crate::args::VerifyArgs;
use crate::output::Out;
use breadboard_play::{Commit, Entropy, verify};

pub(crate) fn run(args: &VerifyArgs, out: &mut Out) -> Result<(), Failure> {
    let record = replay::read(&args.file)?;
    let name = args.file.display();
    let refused = |reason: String| Failure::Refused(format!("{name}: {reason}"));
    let verified = verify(&record).map_err(|error| refused(error.to_string()))?;
    if let Some(noted) = &args.commit {
        let noted =
            Commit::try_from(noted.clone()).map_err(|bad| Failure::Usage(format!("--commit: {bad}")))?;
        if noted != verified.commit {
            return Err(refused(format!("the hash is {}, not the one you noted", verified.commit)));
        }
    }
    if let Some(own) = &args.entropy {
        let own =
            Entropy::try_from(own.clone()).map_err(|bad| Failure::Usage(format!("--entropy: {bad}")))?;
        if !verified.entropy.iter().any(|(_, entropy)| *entropy == own) {
            return Err(refused("no seat contributed this entropy".to_owned()));
        }
    }
    out.line(format_args!("game: {}", verified.spec))?;
    out.line("the seed belongs to the hash that was published before the game")?;
    if args.commit.is_some() {
        out.line("the hash is the one you noted")?;
    }
    let seats: Vec<String> = verified.entropy.iter().map(|(seat, _)| seat.to_string()).collect();
    match seats.as_slice() {
        [] => out.line("no seat contributed entropy: the dice depend on the seed alone")?,
        [seat] => out.line(format_args!("seat {seat} contributed entropy"))?,
        _ => out.line(format_args!("the seats {} contributed entropy", seats.join(", ")))?,
    }
    if args.entropy.is_some() {
        out.line("your entropy is among it")?;
    }
    if verified.given > 0 {
        out.line(format_args!(
            "the first {} events were played elsewhere and not drawn by these dice",
            verified.given
        ))?;
    }
    out.line(format_args!("events: {}, all by the rules", verified.events))?;
    out.line(format_args!("draws: {}, all follow from the seed", verified.draws))?;
    Ok(out.line("verified")?)
}
