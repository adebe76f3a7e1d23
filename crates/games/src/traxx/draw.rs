//! One board a seat, with the line drawn between staggered rows. A free field shows its colour's letter and its
//! number; a field on the path shows `o`, an end `@`, because its colour no longer matters: so the path stands
//! out without colour.

use super::board::Colour;
use super::hex::Hex;
use super::path::Path;
use super::{Phase, State, Traxx, texts};
use breadboard_core::{Canvas, Drawing, Event, Outcome, Rules as _, Seat, Show, Spot, Text, Turn};

/// Columns of one board: a row letter, a blank, nine fields of four columns.
const WIDTH: usize = 38;
/// Lines of one board, and those above it.
const ROWS: usize = 17;
const HEADING: usize = 2;
/// Blank columns between two boards.
const GAP: usize = 2;

const LINE: &str = "1;97";

/// A character and its colour.
type Glyph = (char, Option<&'static str>);
const BLANK: Glyph = (' ', None);

impl Show for Traxx {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        Drawing { text: text(self, state, canvas), spots: spots(self, canvas) }
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        self.tell(before, event)
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WINS, &texts::SHARED].iter().any(|verdict| verdict.key == text.key())
    }
}

fn text(game: &Traxx, state: &State, canvas: Canvas) -> String {
    let width = usize::from(canvas.width.max(40));
    let mut seats: Vec<Seat> = Seat::all(game.seats).collect();
    if canvas.flip {
        seats.reverse();
    }
    let mut out = String::new();
    for seats in seats.chunks((width + GAP) / (WIDTH + GAP)) {
        let mut lines: Vec<Vec<Glyph>> = Vec::new();
        for (place, &seat) in seats.iter().enumerate() {
            for (n, line) in seat_lines(game, state, seat).into_iter().enumerate() {
                if lines.len() <= n {
                    lines.push(Vec::new());
                }
                lines[n].resize(place * (WIDTH + GAP), BLANK);
                lines[n].extend(line);
            }
        }
        for line in lines {
            out.push_str(render(&line, canvas).trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    for note in notes(game, state) {
        wrap(&note, width, &mut out);
    }
    out
}

/// Where the fields stand on each seat's board.
fn spots(game: &Traxx, canvas: Canvas) -> Vec<Spot> {
    let mut seats: Vec<Seat> = Seat::all(game.seats).collect();
    if canvas.flip {
        seats.reverse();
    }
    let abreast = (usize::from(canvas.width.max(40)) + GAP) / (WIDTH + GAP);
    let mut spots = Vec::new();
    for (number, &seat) in seats.iter().enumerate() {
        for hex in Hex::all() {
            let (row, _) = hex.place();
            let line = number / abreast * (HEADING + ROWS + 1) + HEADING + 2 * row;
            let column = number % abreast * (WIDTH + GAP) + column_of(hex);
            let digits = game.board.number(hex).map_or(0, |number| number.to_string().len());
            spots.push(Spot { seat: Some(seat), ..Spot::new(hex, line, column, 1 + digits) });
        }
    }
    spots
}

/// The column of a field on its board.
fn column_of(hex: Hex) -> usize {
    let (row, column) = hex.place();
    3 + 2 * (9 - Hex::columns(row)) + 4 * column
}

fn render(line: &[Glyph], canvas: Canvas) -> String {
    let mut text = String::new();
    for (glyph, color) in line {
        canvas.push(&mut text, color.unwrap_or_default(), glyph.encode_utf8(&mut [0; 4]));
    }
    text
}

fn ansi(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "31",
        Colour::Blue => "34",
        Colour::Green => "32",
        Colour::Yellow => "33",
        Colour::Purple => "35",
        Colour::Grey => "90",
    }
}

/// The score, the numbers recorded and the board of one seat.
fn seat_lines(game: &Traxx, state: &State, seat: Seat) -> Vec<Vec<Glyph>> {
    let path = state.path(seat);
    let (points, missed, score) = (path.points(), path.missed(), game.score(path));
    let recorded: Vec<String> = path
        .numbers()
        .iter()
        .map(|number| format!("{number}:{}", path.points_for(number).unwrap_or(0)))
        .collect();
    let heading = [format!("seat {seat}: {points} points - {missed} missed = {score}"), recorded.join(" ")];
    let plain = |text: String| text.chars().map(|glyph| (glyph, None)).collect();
    heading.into_iter().map(plain).chain(board_lines(game, path)).collect()
}

fn board_lines(game: &Traxx, path: &Path) -> Vec<Vec<Glyph>> {
    let mut lines = vec![vec![BLANK; WIDTH]; ROWS];
    for hex in Hex::all() {
        let (row, _) = hex.place();
        let at = column_of(hex);
        lines[2 * row][0] = (char::from(b'a' + row as u8), None);
        let here = &mut lines[2 * row];
        let (glyph, paint) = if !path.reached().contains(hex) {
            (game.board.colour(hex).letter(), ansi(game.board.colour(hex)))
        } else if path.ends().contains(&hex) {
            ('@', LINE)
        } else {
            ('o', LINE)
        };
        here[at] = (glyph, Some(paint));
        let number = game.board.number(hex).map_or(String::new(), |number| number.to_string());
        for (place, digit) in number.chars().enumerate() {
            here[at + 1 + place] = (digit, Some(paint));
        }
        for next in hex.near().filter(|&next| next > hex && path.joins(hex, next)) {
            match hex.direction(next) {
                0 => here_line(&mut lines[2 * row], at + 1 + number.len(), at + 3),
                1 => lines[2 * row + 1][at + 1] = ('\\', Some(LINE)),
                _ => lines[2 * row + 1][at - 1] = ('/', Some(LINE)),
            }
        }
    }
    lines
}

fn here_line(line: &mut [Glyph], from: usize, to: usize) {
    line[from..=to].fill(('-', Some(LINE)));
}

/// What lies open, what is left, who chooses, and what the letters mean.
fn notes(game: &Traxx, state: &State) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(card) = state.card {
        let colours: Vec<String> = game.colours(card).colours().map(|colour| colour.to_string()).collect();
        notes.push(format!("card {}: {}", game.colours(card), colours.join(", ")));
    }
    let left: Vec<String> = state.cards_left().map(|card| game.colours(card).to_string()).collect();
    notes.push(format!("{} cards left: {}", left.len(), left.join(" ")).trim_end_matches(": ").to_owned());
    // What players dot on their score sheets: who still comes to one of these gets half.
    let halved = |number: u8| {
        let mut others = Seat::all(game.seats).map(|seat| state.path(seat).numbers());
        others.any(|own| !own.contains(number) && !game.in_full(state.taken, number, own))
    };
    let halved: Vec<String> = (2..=10).filter(|&n| halved(n)).map(|n| n.to_string()).collect();
    if !halved.is_empty() && state.phase != Phase::Over {
        notes.push(format!("worth half now: {}", halved.join(", ")));
    }
    let names = |seats: breadboard_core::SeatSet| {
        seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
    };
    notes.push(match game.turn(state) {
        Turn::Chance if state.path(Seat::FIRST).reached().is_empty() => {
            "the starts are to be dealt".to_owned()
        }
        Turn::Chance => "a card is to be turned".to_owned(),
        Turn::Act(seats) => match seats.single() {
            Some(seat) => format!("seat {seat} chooses"),
            None => format!("seats {} choose", names(seats)),
        },
        Turn::Over(Outcome::Win(seat)) => format!("the game is over: seat {seat} wins"),
        Turn::Over(Outcome::Shared(seats)) => {
            format!("the game is over: seats {} share the win", names(seats))
        }
        Turn::Over(_) => "the game is over".to_owned(),
    });
    let colours: Vec<String> = Colour::ALL
        .iter()
        .map(|colour| format!("{}\u{a0}{}\u{a0}{colour}", colour.letter(), colour.symbol()))
        .collect();
    notes.push(format!("{}, o\u{a0}path, @\u{a0}end", colours.join(", ")));
    notes
}

/// Appends a note in lines of at most `width` columns; a no-break space holds words together.
fn wrap(note: &str, width: usize, out: &mut String) {
    let mut columns = 0;
    for word in note.split(' ') {
        let length = word.chars().count();
        if columns > 0 && columns + 1 + length > width {
            out.push('\n');
            columns = 0;
        } else if columns > 0 {
            out.push(' ');
            columns += 1;
        }
        out.push_str(&word.replace('\u{a0}', " "));
        columns += length;
    }
    out.push('\n');
}
