//! Tables elsewhere and records, line by line.

use super::{COMMANDS, Lines};
use crate::Failed;
use crate::past::Past;
use crate::remote::{Heard, Remote};
use crate::told;
use breadboard_core::{Seat, Spec};
use breadboard_play::Request;
use breadboard_play::view::{View, YouView};
use std::io;
use std::sync::mpsc::{Receiver, channel};

/// Tells a record event by event, and how it ends.
pub(crate) fn watch(past: Past, lines: &mut Lines<'_>) -> Result<(), Failed> {
    let (view, events) = past.view().map_err(Failed::Refused)?;
    let spec: Spec = past.record.spec.clone();
    lines.say(format_args!("game: {spec}"))?;
    for seat in &view.seats {
        lines.say(told::seat_name(seat))?;
    }
    lines.events(&events)?;
    lines.board(&spec, &view)?;
    Ok(lines.ending(&view)?)
}

/// The seat of ours that is to act.
fn ours(view: &View) -> Option<&YouView> {
    let awaited = |you: &&YouView| {
        view.seats.iter().any(|seat| seat.seat == you.seat && seat.awaited && !seat.automatic)
    };
    view.you.iter().find(awaited)
}

/// Plays at a server's table to the end of the game or of the input.
pub(crate) fn join(mut remote: Remote, lines: &mut Lines<'_>) -> io::Result<()> {
    let spec: Spec = remote.view().spec.parse().map_err(|error| io::Error::other(format!("{error}")))?;
    let (sender, receiver) = channel();
    remote.listen(move |heard| sender.send(heard).is_ok());
    if let Some(notice) = remote.notice() {
        lines.say(notice)?;
    }
    let mut told_upto = 0;
    let mut drawn = String::new();
    loop {
        let news: Vec<_> =
            remote.events().iter().filter(|event| event.version > told_upto).cloned().collect();
        lines.events(&news)?;
        told_upto = news.last().map_or(told_upto, |event| event.version);
        let view = remote.view().clone();
        if view.phase == "over" {
            lines.board(&spec, &view)?;
            return farewell(&remote, lines);
        }
        let Some(you) = ours(&view) else {
            if !wait(&mut remote, &receiver, lines)? {
                return farewell(&remote, lines);
            }
            continue;
        };
        if drawn != view.position.text {
            lines.board(&spec, &view)?;
            drawn.clone_from(&view.position.text);
            lines.say(format_args!("left: {}", told::left(&view)))?;
        }
        lines.say(format_args!("to act: seat {}", you.seat))?;
        let Some(line) = lines.read(&format!("seat {}", you.seat))? else { return farewell(&remote, lines) };
        let Some(seat) = Seat::from_number(&you.seat.to_string()) else { continue };
        let (word, rest) =
            line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
        let numbered = line.strip_prefix('#').and_then(|number| number.trim().parse::<usize>().ok());
        let listed = numbered.and_then(|number| you.moves.get(number.checked_sub(1)?));
        let request = match word {
            _ if you.moves.iter().any(|mv| mv.text == line) => Request::Act { text: line },
            _ if listed.is_some() => {
                Request::Act { text: listed.map_or_else(String::new, |mv| mv.text.clone()) }
            }
            "" => continue,
            "quit" | "exit" => return farewell(&remote, lines),
            "help" | "?" => {
                lines.say(COMMANDS)?;
                continue;
            }
            "moves" => {
                lines.moves(&you.moves, rest)?;
                continue;
            }
            "board" => {
                drawn.clear();
                continue;
            }
            "left" => {
                lines.say(format_args!("left: {}", told::left(&view)))?;
                continue;
            }
            "rules" => {
                lines.rules(&view)?;
                continue;
            }
            "flip" => {
                lines.style.flip = !lines.style.flip;
                drawn.clear();
                continue;
            }
            "hint" => {
                lines.say("hints are for games at this keyboard")?;
                continue;
            }
            "undo" => Request::Undo,
            "resign" => Request::Resign,
            _ => Request::Act { text: line },
        };
        if let Err(reason) = remote.ask(seat, request) {
            lines.say(reason)?;
            return farewell(&remote, lines);
        }
        // The answer, and whatever comes before it.
        if !wait(&mut remote, &receiver, lines)? {
            return farewell(&remote, lines);
        }
    }
}

/// Waits for the table to change or to answer; `false` if it never will.
fn wait(remote: &mut Remote, receiver: &Receiver<Heard>, lines: &mut Lines<'_>) -> io::Result<bool> {
    loop {
        match receiver.recv() {
            Ok(Heard::Update(update)) => {
                remote.update(*update);
                return Ok(true);
            }
            Ok(Heard::Answered) => {}
            Ok(Heard::Refused(reason)) => {
                lines.say(format_args!("refused: {reason}"))?;
                return Ok(true);
            }
            Ok(Heard::Down(reason)) => lines.say(format_args!("connecting again: {reason}"))?,
            Ok(Heard::Up) => lines.say("connected")?,
            Ok(Heard::Gone(reason)) => {
                lines.say(format_args!("the table is gone: {reason}"))?;
                return Ok(false);
            }
            Err(_) => return Ok(false),
        }
    }
}

fn farewell(remote: &Remote, lines: &mut Lines<'_>) -> io::Result<()> {
    for line in remote.farewell() {
        lines.say(line)?;
    }
    Ok(())
}
