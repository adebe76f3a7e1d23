//! The line mode: one sentence a line, nothing moves, nothing is said by colour or place alone. It is for scripts and
//! screen readers, and what one gets when there is no terminal.
//!
//! A line is a move if it is one, else a command: games have moves of one letter, so commands are whole words.

mod far;

pub(crate) use far::{Said, join, listen, watch};

use crate::drawing::draw;
use crate::local::Local;
use crate::think::{self, Stop};
use crate::{markdown, told};
use breadboard_core::{Canvas, Seat, SeatSet, Spec};
use breadboard_play::view::{EventView, MoveView, View};
use breadboard_play::{Name, Request};
use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// How lines look.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Columns to draw in.
    pub width: u16,
    /// Whether to use colours.
    pub color: bool,
    /// Whether a person types on a terminal: then there is a prompt, and the screen is cleared at a hand-over.
    pub prompt: bool,
    /// Whether the last seat sits at the bottom.
    pub flip: bool,
}

/// What the line mode says and reads.
pub(crate) struct Lines<'a> {
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
    pub(crate) style: Style,
}

pub(crate) const COMMANDS: &str = "\
Write a move as the game does, or one of these words:
  moves [TEXT]  list the legal moves, or those with TEXT in them
  #N            make the N-th move of that list
  undo          take back your last action
  hint          what the strongest bot would do, and why
  board         draw the board again
  left          what is left to draw, place or win
  flip          look from the other side
  rules         the rules of the game
  name NAME     take another name
  resign        give up
  quit          stop; with --record the game is kept";

impl Lines<'_> {
    pub(crate) fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Asks a person at a terminal.
    pub(crate) fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        if self.style.prompt {
            write!(self.out, "{prompt}> ")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// The next line, without its end; nothing at the end of the input.
    pub(crate) fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.prompt(prompt)?;
        read_line(self.input)
    }

    /// Takes from the screen what the one before has chosen; the scrollback too, where it stands.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        if self.style.prompt {
            write!(self.out, "\u{1b}[3J\u{1b}[2J\u{1b}[H")?;
        }
        Ok(())
    }

    pub(crate) fn board(&mut self, spec: &Spec, view: &View) -> io::Result<()> {
        let Style { width, color, flip, .. } = self.style;
        let text = draw(spec, &view.position.text, Canvas { width, color, flip });
        self.say(format_args!("\n{}\n", text.trim_end()))
    }

    pub(crate) fn events(&mut self, events: &[EventView]) -> io::Result<()> {
        for event in events {
            self.say(told::line(event))?;
        }
        Ok(())
    }

    pub(crate) fn moves(&mut self, moves: &[MoveView], part: &str) -> io::Result<()> {
        let listed: Vec<(usize, &MoveView)> =
            (1..).zip(moves).filter(|(_, mv)| mv.text.contains(part)).collect();
        for (number, mv) in &listed {
            self.say(format_args!("  #{number} {}", told::clean(&mv.text)))?;
        }
        match listed.len() {
            0 => self.say("no move"),
            1 => self.say("1 move"),
            n => self.say(format_args!("{n} moves")),
        }
    }

    pub(crate) fn rules(&mut self, view: &View) -> io::Result<()> {
        let page = breadboard_games::GAMES.iter().find(|game| game.info.id == view.game);
        let page = page.map_or("", |game| game.info.rules);
        let shown = markdown::render(page, self.style.width, self.style.color);
        self.say(shown.trim_end())
    }

    /// The last lines of every game.
    pub(crate) fn ending(&mut self, view: &View) -> io::Result<()> {
        if let Some(scores) = &view.position.scores {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            self.say(format_args!("scores: {}", scores.join(" ")))?;
        }
        self.say(format_args!("result: {}", told::result(view)))
    }
}

/// A line without its end; nothing at the end of the input.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    // Bytes, not text: one wrong byte in a script is a wrong move, not the end of the game.
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// What came of a line.
enum Answer {
    Played,
    Again,
    Quit,
}

/// Plays a local game line by line, to its end or to the end of the input.
///
/// # Errors
/// Reading or writing failed.
pub(crate) fn play(local: &mut Local, lines: &mut Lines<'_>) -> io::Result<()> {
    let spec = local.table().spec().clone();
    let mut seen = 0;
    let mut drawn = String::new();
    let mut sitting: Option<Seat> = None;
    lines.say(format_args!("{}: {spec}", local.table().info().name))?;
    if let Some(path) = local.record_path() {
        lines.say(format_args!("record: {}", path.display()))?;
    }
    loop {
        lines.events(&local.events(seen))?;
        seen = local.table().version();
        if local.is_over() {
            let view = local.view(SeatSet::EMPTY);
            lines.board(&spec, &view)?;
            return lines.ending(&view);
        }
        if let Some(&(seat, level)) = local.bots_to_act().first() {
            let text = think::choose(local.table(), seat, level, local.luck(seat), &Stop::default());
            let text = text.map_err(io::Error::other)?;
            local
                .ask(seat, Request::Act { text })
                .map_err(|trouble| io::Error::other(trouble.to_string()))?;
            continue;
        }
        let Some(seat) = local.table().awaited().iter().next() else {
            return Err(io::Error::other("nobody is to act"));
        };
        if sitting != Some(seat) && is_secret(local) {
            if !hand_over(local, seat, lines)? {
                return quit(local, lines);
            }
            drawn.clear();
        }
        sitting = Some(seat);
        let view = local.view(SeatSet::only(seat));
        if drawn != view.position.text {
            lines.board(&spec, &view)?;
            drawn.clone_from(&view.position.text);
            lines.say(format_args!("left: {}", told::left(&view)))?;
        }
        let name = view.seats.iter().find(|held| held.seat == seat.number()).map(told::seat_name);
        let name = name.unwrap_or_default();
        lines.say(format_args!("to act: {name}"))?;
        let Some(line) = lines.read(&name)? else { return quit(local, lines) };
        match obey(local, seat, &view, &line, lines)? {
            Answer::Played => {}
            Answer::Again => {
                if line == "board" {
                    drawn.clear();
                }
            }
            Answer::Quit => return quit(local, lines),
        }
    }
}

/// Whether what one person chooses must be hidden from another at this keyboard.
fn is_secret(local: &Local) -> bool {
    let round = local.view(SeatSet::EMPTY).round;
    round.is_some_and(|round| {
        let acting = round.chosen.iter().chain(&round.waiting);
        let people = local.people();
        acting.filter(|number| people.iter().any(|seat| seat.number() == **number)).count() > 1
    })
}

fn hand_over(local: &Local, seat: Seat, lines: &mut Lines<'_>) -> io::Result<bool> {
    lines.wipe()?;
    let view = local.view(SeatSet::EMPTY);
    let name = view.seats.iter().find(|held| held.seat == seat.number()).map(told::seat_name);
    let name = name.unwrap_or_default();
    lines.say(format_args!("hand over to {name}; they press Enter"))?;
    Ok(lines.read("")?.is_some())
}

fn quit(local: &Local, lines: &mut Lines<'_>) -> io::Result<()> {
    if let Some(path) = local.record_path() {
        lines.say(format_args!("the game is kept: breadboard play --resume {}", path.display()))?;
    }
    lines.ending(&local.view(SeatSet::EMPTY))
}

fn obey(local: &mut Local, seat: Seat, view: &View, line: &str, lines: &mut Lines<'_>) -> io::Result<Answer> {
    let moves: &[MoveView] = view.you.first().map_or(&[], |you| &you.moves);
    let numbered = line.strip_prefix('#').and_then(|number| number.trim().parse::<usize>().ok());
    let listed = numbered.and_then(|number| moves.get(number.checked_sub(1)?));
    let is_move = moves.iter().any(|mv| mv.text == line);
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let request = match word {
        _ if is_move => Request::Act { text: line.to_owned() },
        _ if listed.is_some() => Request::Act { text: listed.map_or_else(String::new, |mv| mv.text.clone()) },
        "" => return Ok(Answer::Again),
        "quit" | "exit" => return Ok(Answer::Quit),
        "help" | "?" => {
            lines.say(COMMANDS)?;
            return Ok(Answer::Again);
        }
        "moves" => {
            lines.moves(moves, rest)?;
            return Ok(Answer::Again);
        }
        "board" => return Ok(Answer::Again),
        "left" => {
            lines.say(format_args!("left: {}", told::left(view)))?;
            return Ok(Answer::Again);
        }
        "rules" => {
            lines.rules(view)?;
            return Ok(Answer::Again);
        }
        "flip" => {
            lines.style.flip = !lines.style.flip;
            lines.board(local.table().spec(), view)?;
            return Ok(Answer::Again);
        }
        "hint" => {
            match think::hint(local.table().spec(), &view.position.text, seat, &Stop::default()) {
                Ok(hint) => lines.say(format_args!("hint: {hint}"))?,
                Err(reason) => lines.say(reason)?,
            }
            return Ok(Answer::Again);
        }
        "undo" => {
            return match local.undo() {
                Ok(()) => Ok(Answer::Played),
                Err(trouble) => lines.say(format_args!("refused: {trouble}")).map(|()| Answer::Again),
            };
        }
        "name" => match Name::try_from(rest.to_owned()) {
            Ok(name) => Request::Rename { name },
            Err(refused) => {
                lines.say(format_args!("refused: {refused}"))?;
                return Ok(Answer::Again);
            }
        },
        "resign" => Request::Resign,
        _ => Request::Act { text: line.to_owned() },
    };
    match local.ask(seat, request) {
        Ok(()) => {
            if local.table().awaited().contains(seat) || view.round.is_none() {
                return Ok(Answer::Played);
            }
            lines.say("chosen; nobody sees it until all have")?;
            Ok(Answer::Played)
        }
        Err(trouble) => {
            lines.say(format_args!("refused: {trouble}"))?;
            Ok(Answer::Again)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::NewGame;

    fn run(spec: &str, seats: &str, input: &str) -> String {
        let seats = Some(seats.split(',').map(|word| word.parse().unwrap()).collect());
        let game = NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(3) };
        let mut local = Local::open(&game, None).unwrap();
        let mut out = Vec::new();
        let style = Style { width: 80, color: false, prompt: false, flip: false };
        let mut input = input.as_bytes();
        play(&mut local, &mut Lines { input: &mut input, out: &mut out, style }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bots_play_every_game_through_to_a_result() {
        let players = ["random", "greedy", "bot1"].into_iter().cycle();
        let tables = breadboard_games::GAMES.iter().flat_map(|game| {
            let (least, most) = game.info.seats;
            [least, most].map(|seats| (game, seats))
        });
        for (game, seats) in tables {
            let spec = breadboard_testkit::short_spec(game.info, &(game.options)(), seats).to_string();
            let seats: Vec<&str> = players.clone().take(seats.into()).collect();
            let said = run(&spec, &seats.join(","), "");
            let last = said.lines().last().unwrap();
            assert!(last.starts_with("result: ") && last != "result: unfinished", "{spec}: {last}");
        }
    }

    #[test]
    fn a_wrong_line_is_refused_with_its_ruling_and_the_input_may_end() {
        let said = run("breakthrough", "me,bot1", "e2-e4\nnonsense\nmoves e3\nhelp\nundo\nleft\n");
        assert!(said.contains("(K"), "{said}");
        assert!(said.contains("refused: "), "{said}");
        assert!(said.contains("e2-e3\n") && said.contains("3 moves"), "{said}");
        assert!(said.ends_with("result: unfinished\n"), "{said}");
    }

    #[test]
    fn sealed_choices_are_handed_over_and_not_told() {
        let said = run("traxx", "me,open", "\n#1\n\nmoves\nquit\n");
        assert!(said.contains("hand over to seat 1 (Player 1)"), "{said}");
        assert!(said.contains("hand over to seat 2 (Player 2)"), "{said}");
        let first = said.split("chosen;").nth(1).unwrap();
        assert!(!first.contains("\n1: ") && !first.contains("1+2: "), "{first}");
    }

    #[test]
    fn a_person_wins_by_typing_numbers() {
        let said = run("breakthrough:columns=2,rows=4", "me,open", &"#1\n".repeat(30));
        assert!(said.lines().last().unwrap().starts_with("result: win"), "{said}");
    }
}
