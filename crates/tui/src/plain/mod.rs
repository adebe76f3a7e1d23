//! The line mode: one sentence a line, no cursor movement, and no information by colour or place alone. It is for scripts
//! and screen readers, and the default where there is no terminal.
//!
//! A line is a move if it is one, else a command. Commands are whole words because some games have moves of one letter.

mod remote;

pub(crate) use remote::{Input, join, listen, watch};

use crate::drawing::draw;
use crate::local::{Local, LocalError};
use crate::think::{self, Stop};
use crate::words::{Lang, Translator, fill};
use crate::{markdown, narration};
use breadboard_core::{Canvas, Seat, SeatSet, Spec};
use breadboard_play::view::{EventView, MoveView, View};
use breadboard_play::{Name, Request};
use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// How the terminal looks, and its language.
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
    /// The language.
    pub lang: Lang,
}

/// Input and output of the line mode.
pub(crate) struct Lines<'a> {
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
    pub(crate) style: Style,
    pub(crate) tr: Translator,
}

impl Lines<'_> {
    pub(crate) fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Says why something was refused.
    pub(crate) fn refuse(&mut self, reason: &str) -> io::Result<()> {
        self.say(fill(self.tr.words().refused, &[("reason", &reason)]))
    }

    /// Prompts a person at a terminal.
    pub(crate) fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        if self.style.prompt {
            write!(self.out, "{prompt}> ")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// The next line, without its end; `None` at the end of the input.
    pub(crate) fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.prompt(prompt)?;
        read_line(self.input)
    }

    /// Clears the screen and its scrollback, so that the next person does not see the choice of the one before.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        if self.style.prompt {
            write!(self.out, "\u{1b}[3J\u{1b}[2J\u{1b}[H")?;
        }
        Ok(())
    }

    pub(crate) fn board(&mut self, spec: &Spec, view: &View) -> io::Result<()> {
        let Style { width, color, flip, .. } = self.style;
        let canvas = Canvas { width, color, flip, ..Canvas::default() };
        let text = draw(spec, &view.position.text, canvas, &self.tr).drawing.text;
        self.say(format_args!("\n{}\n", text.trim_end()))
    }

    /// Draws the board from the other side.
    pub(crate) fn flip(&mut self, spec: &Spec, view: &View) -> io::Result<()> {
        self.style.flip = !self.style.flip;
        self.board(spec, view)
    }

    pub(crate) fn events(&mut self, events: &[EventView]) -> io::Result<()> {
        for event in events {
            self.say(narration::line(&self.tr, event))?;
        }
        Ok(())
    }

    pub(crate) fn moves(&mut self, moves: &[MoveView], part: &str) -> io::Result<()> {
        let listed: Vec<(usize, &MoveView)> =
            (1..).zip(moves).filter(|(_, mv)| mv.text.contains(part)).collect();
        for (number, mv) in &listed {
            self.say(format_args!("  #{number} {}", narration::clean(&mv.text)))?;
        }
        let words = self.tr.words();
        match listed.len() {
            0 => self.say(words.no_move),
            1 => self.say(words.one_move),
            n => self.say(fill(words.many_moves, &[("count", &n)])),
        }
    }

    pub(crate) fn hint(&mut self, spec: &Spec, position: &str, seat: Seat) -> io::Result<()> {
        match think::hint(spec, position, seat, &Stop::default(), &self.tr) {
            Ok(hint) => self.say(hint.describe(&self.tr)),
            Err(reason) => self.say(reason),
        }
    }

    pub(crate) fn left(&mut self, view: &View) -> io::Result<()> {
        narration::left(&self.tr, view).map_or(Ok(()), |line| self.say(line))
    }

    pub(crate) fn dice(&mut self, view: &View) -> io::Result<()> {
        narration::dice(&self.tr, view).iter().try_for_each(|line| self.say(line))
    }

    pub(crate) fn rules(&mut self, view: &View) -> io::Result<()> {
        let shown = markdown::render(self.tr.rules(&view.game), self.style.width, self.style.color);
        self.say(shown.trim_end())
    }

    /// The last lines of every game.
    pub(crate) fn ending(&mut self, view: &View) -> io::Result<()> {
        if let Some(scores) = &view.position.scores {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            self.say(fill(self.tr.words().scores, &[("scores", &scores.join(" "))]))?;
        }
        self.say(narration::result(&self.tr, view))
    }
}

/// A line without its end; `None` at the end of the input.
pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    // Bytes, not text: an invalid byte in a script is an invalid move, not the end of the game.
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The effect of a line.
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
        lines.say(fill(lines.tr.words().record, &[("path", &path.display())]))?;
    }
    loop {
        lines.events(&local.events(seen))?;
        seen = local.table().version();
        if local.is_over() {
            let view = local.view(SeatSet::EMPTY);
            lines.board(&spec, &view)?;
            return lines.ending(&view);
        }
        if bot_acts(local)? {
            continue;
        }
        let Some(seat) = local.table().awaited().iter().next() else {
            return Err(io::Error::other("no seat is to act"));
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
            lines.left(&view)?;
        }
        let name = narration::name_of(&lines.tr, &view, seat.number());
        lines.say(fill(lines.tr.words().to_act, &[("name", &name)]))?;
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

/// Plays the move of a bot; `false` if no bot is to act.
fn bot_acts(local: &mut Local) -> io::Result<bool> {
    let Some(&(seat, level)) = local.bots_to_act().first() else { return Ok(false) };
    let seed = local.choice_seed(seat);
    let text = think::choose(local.table(), seat, level, seed, &Stop::default(), local.translator());
    let text = text.map_err(io::Error::other)?;
    let asked = local.ask(seat, Request::Act { text });
    asked.map_err(|trouble| io::Error::other(trouble.describe(local.translator())))?;
    Ok(true)
}

/// Whether one person's choice must be hidden from another person at this keyboard.
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
    let name = narration::name_of(&lines.tr, &local.view(SeatSet::EMPTY), seat.number());
    lines.say(fill(lines.tr.words().hand_over, &[("name", &name)]))?;
    Ok(lines.read("")?.is_some())
}

fn quit(local: &Local, lines: &mut Lines<'_>) -> io::Result<()> {
    if let Some(path) = local.record_path() {
        lines.say(fill(lines.tr.words().kept_game, &[("path", &path.display())]))?;
    }
    lines.ending(&local.view(SeatSet::EMPTY))
}

/// Plays a move or runs a command.
fn obey(local: &mut Local, seat: Seat, view: &View, line: &str, lines: &mut Lines<'_>) -> io::Result<Answer> {
    let moves: &[MoveView] = view.you.first().map_or(&[], |you| &you.moves);
    let numbered = line.strip_prefix('#').and_then(|number| number.trim().parse::<usize>().ok());
    let listed = numbered.and_then(|number| moves.get(number.checked_sub(1)?));
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let request = match word {
        _ if moves.iter().any(|mv| mv.text == line) => Request::Act { text: line.to_owned() },
        _ if listed.is_some() => Request::Act { text: listed.map_or_else(String::new, |mv| mv.text.clone()) },
        "" | "board" => return Ok(Answer::Again),
        "quit" | "exit" => return Ok(Answer::Quit),
        "undo" => {
            let undone = local.undo();
            return tell(undone, lines);
        }
        "name" => match Name::try_from(rest.to_owned()) {
            Ok(name) => Request::Rename { name },
            Err(refused) => return tell(Err(refused.into()), lines),
        },
        "resign" => Request::Resign,
        _ => {
            if show(local, seat, view, (word, rest), lines)? {
                return Ok(Answer::Again);
            }
            Request::Act { text: line.to_owned() }
        }
    };
    let asked = local.ask(seat, request);
    let chose = asked.is_ok() && view.round.is_some() && !local.table().awaited().contains(seat);
    let answer = tell(asked, lines)?;
    if chose {
        lines.say(lines.tr.words().chosen_secret)?;
    }
    Ok(answer)
}

/// Runs a command that only shows something; `false` if it is another command.
fn show(
    local: &Local,
    seat: Seat,
    view: &View,
    (word, rest): (&str, &str),
    lines: &mut Lines<'_>,
) -> io::Result<bool> {
    match word {
        "help" | "?" => lines.say(lines.tr.words().commands_local)?,
        "moves" => lines.moves(view.you.first().map_or(&[], |you| &you.moves), rest)?,
        "left" => lines.left(view)?,
        "dice" => lines.dice(view)?,
        "rules" => lines.rules(view)?,
        "flip" => lines.flip(local.table().spec(), view)?,
        "hint" => lines.hint(local.table().spec(), &view.position.text, seat)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Says why the table refused something, if it did.
fn tell(asked: Result<(), LocalError>, lines: &mut Lines<'_>) -> io::Result<Answer> {
    match asked {
        Ok(()) => Ok(Answer::Played),
        Err(trouble) => {
            let reason = trouble.describe(&lines.tr);
            lines.refuse(&reason).map(|()| Answer::Again)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::NewGame;

    /// A short table of bots for every game, with its fewest and its most seats: spec and players.
    fn tables() -> Vec<(String, String)> {
        let players = ["random", "greedy", "bot1"].into_iter().cycle();
        let table = |game: &breadboard_games::GameEntry, seats: u8| {
            let spec = breadboard_testkit::short_spec(game.info, &(game.options)(), seats).to_string();
            (spec, players.clone().take(seats.into()).collect::<Vec<_>>().join(","))
        };
        let games = breadboard_games::GAMES.iter();
        games
            .flat_map(|game| [game.info.seats.0, game.info.seats.1].map(|seats| table(game, seats)))
            .collect()
    }

    fn run(spec: &str, seats: &str, input: &str) -> String {
        run_in(Lang::En, spec, seats, input)
    }

    fn run_in(lang: Lang, spec: &str, seats: &str, input: &str) -> String {
        let seats = Some(seats.split(',').map(|word| word.parse().unwrap()).collect());
        let game = NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(3), entropy: None };
        let mut local = Local::open(&game, None, lang).unwrap();
        let mut out = Vec::new();
        let style = Style { width: 80, color: false, prompt: false, flip: false, lang };
        let mut input = input.as_bytes();
        let tr = local.translator().clone();
        play(&mut local, &mut Lines { input: &mut input, out: &mut out, style, tr }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bots_play_every_game_through_to_a_result() {
        for (spec, seats) in tables() {
            let said = run(&spec, &seats, "");
            let last = said.lines().last().unwrap();
            assert!(last.starts_with("result: ") && last != "result: unfinished", "{spec}: {last}");
        }
    }

    #[test]
    fn a_wrong_line_is_refused_with_its_ruling_and_the_input_may_end() {
        let said = run("breakthrough", "me,bot1", "e2-e4\nswap\nnonsense\nmoves e3\nhelp\nundo\nleft\n");
        assert!(said.contains("the swap rule (K4)"), "{said}");
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

    #[test]
    fn a_game_is_played_in_german() {
        let said =
            run_in(Lang::De, "breakthrough", "me,open", "e2-e4\nnonsense\ne2-e3\nleft\nhelp\nresign\n");
        for wanted in [
            "abgelehnt: von e2 nach e4 ist kein Schritt nach vorn, gerade oder schräg",
            "„nonsense“ ist kein Zug: schreibe e2-e3",
            "1: e2-e3    Weiß zieht e2-e3",
            "übrig: Steine 16 (Platz 1), 16 (Platz 2)",
            "am Zug: Platz 1 (Spieler 1)",
            "die erlaubten Züge",
            "Platz 2 gibt auf",
            "Ergebnis: win 1",
        ] {
            assert!(said.contains(wanted), "{wanted:?} is missing:\n{said}");
        }
    }

    #[test]
    fn every_game_speaks_german_to_its_end() {
        for (spec, seats) in tables() {
            let said = run_in(Lang::De, &spec, &seats, "");
            assert!(said.lines().last().unwrap().starts_with("Ergebnis: "), "{said}");
            let english = ["seat ", " wins", " goes ", "the game"];
            // The notation before the sentences is the same in every language.
            let is_event = |line: &&str| {
                line.split(": ").next().is_some_and(|who| who.chars().all(|c| "*+0123456789".contains(c)))
            };
            let events = said.lines().filter(is_event).filter_map(|line| line.split_once("    "));
            let events: Vec<&str> = events.map(|(_, sentences)| sentences).collect();
            assert!(!events.is_empty(), "{said}");
            let events = events.join("\n");
            assert!(!english.iter().any(|word| events.contains(word)), "{events}");
        }
    }
}
