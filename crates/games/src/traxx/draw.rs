//! One board a seat, with the line drawn between staggered rows. A free field shows its colour's letter and its
//! number; a field on the path shows `o`, an end `@`, because its colour no longer matters: so the path stands
//! out without colour.

use super::board::Colour;
use super::hex::Hex;
use super::path::Path;
use super::{Phase, State, Traxx, texts};
use breadboard_core::{
    Canvas, Drawing, Event, Outcome, Rules as _, SEAT_COLORS, Seat, Show, Spot, Template, Text, Turn,
};

/// Blank columns between two boards.
const GAP: usize = 2;

/// The measures of one board.
#[derive(Clone, Copy)]
struct Size {
    /// Columns from a field to the next of its row; a row is half as many lines below the one above.
    pitch: usize,
    /// Columns and lines of a field.
    field: (usize, usize),
    /// The line with the numbers of the columns.
    numbers: usize,
    /// Whether such numbers stand below the board too.
    footer: bool,
}

impl Size {
    fn of(canvas: Canvas) -> Size {
        let (pitch, field) = match canvas.scale {
            0 | 1 => (4, (1, 1)),
            2 => (8, (5, 3)),
            _ => (12, (9, 5)),
        };
        // The closest drawing has the score in the line of the numbers.
        let close = canvas.scale == 0;
        Size { pitch, field, numbers: if close { 0 } else { 2 }, footer: !close }
    }

    /// From the middle of a field to the line outside it.
    const fn out(self) -> usize {
        self.field.1 / 2 + 1
    }

    /// The line and the column of a field's middle.
    fn middle(self, hex: Hex) -> (usize, usize) {
        let (row, place) = hex.place();
        let line = self.numbers + self.out() + row * self.pitch / 2;
        let indent = (9 - Hex::columns(row)) * self.pitch / 2;
        (line, 3 + self.field.0 / 2 + indent + self.pitch * place)
    }

    /// Columns of one board: a row letter, a blank, nine fields, the number of the last column.
    const fn width(self) -> usize {
        3 + 8 * self.pitch + self.field.0 + 3
    }

    const fn height(self) -> usize {
        self.numbers + self.out() + 4 * self.pitch + self.field.1 / 2 + 1 + self.footer as usize
    }

    /// How many boards stand beside each other.
    fn abreast(self, canvas: Canvas) -> usize {
        ((usize::from(canvas.width.max(40)) + GAP) / (self.width() + GAP)).max(1)
    }
}

const LINE: &str = "1;97";
const DIM: &str = "2";

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

    fn ending(&self, state: &State) -> Option<&'static Template> {
        let cause = if state.cards_left().next().is_none() { &texts::END_DECK } else { &texts::END_STUCK };
        (state.phase == Phase::Over).then_some(cause)
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WINS, &texts::SHARED].iter().any(|verdict| verdict.key == text.key())
    }
}

fn text(game: &Traxx, state: &State, canvas: Canvas) -> String {
    let size = Size::of(canvas);
    let mut seats: Vec<Seat> = Seat::all(game.seats).collect();
    if canvas.flip {
        seats.reverse();
    }
    let mut out = String::new();
    for seats in seats.chunks(size.abreast(canvas)) {
        let mut lines: Vec<Vec<Glyph>> = Vec::new();
        for (place, &seat) in seats.iter().enumerate() {
            for (n, line) in seat_lines(game, state, seat, size).into_iter().enumerate() {
                if lines.len() <= n {
                    lines.push(Vec::new());
                }
                lines[n].resize(place * (size.width() + GAP), BLANK);
                lines[n].extend(line);
            }
        }
        for line in lines {
            out.push_str(render(&line, canvas).trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    let width = usize::from(canvas.width.max(40));
    for note in notes(game, state, canvas) {
        wrap(&note, width, &mut out);
    }
    out
}

/// Where the fields stand on each seat's board.
fn spots(game: &Traxx, canvas: Canvas) -> Vec<Spot> {
    let size = Size::of(canvas);
    let mut seats: Vec<Seat> = Seat::all(game.seats).collect();
    if canvas.flip {
        seats.reverse();
    }
    let abreast = size.abreast(canvas);
    let mut spots = Vec::new();
    for (number, &seat) in seats.iter().enumerate() {
        for hex in Hex::all() {
            let (line, column) = size.middle(hex);
            let line = number / abreast * (size.height() + 1) + line - size.field.1 / 2;
            let column = number % abreast * (size.width() + GAP) + column - size.field.0 / 2;
            let digits = game.board.number(hex).map_or(0, |number| number.to_string().len());
            let width = if size.field.0 == 1 { 1 + digits } else { size.field.0 };
            let spot = Spot::new(hex, line, column, width);
            spots.push(Spot { seat: Some(seat), height: size.field.1, ..spot });
        }
    }
    spots
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
        Colour::Blue => "94",
        Colour::Green => "32",
        Colour::Yellow => "33",
        Colour::Purple => "35",
        Colour::Grey => "90",
    }
}

/// The score, the numbers recorded and the board of one seat.
fn seat_lines(game: &Traxx, state: &State, seat: Seat, size: Size) -> Vec<Vec<Glyph>> {
    let path = state.path(seat);
    let (points, missed, score) = (path.points(), path.missed(), game.score(path));
    let mut lines = vec![vec![BLANK; size.width()]; size.height()];
    let name = format!("seat {seat}");
    let write = |line: &mut Vec<Glyph>, text: String| {
        for (place, glyph) in text.chars().enumerate().take(size.width()) {
            let color = (place < name.len()).then_some(SEAT_COLORS[seat.index()]);
            line[place] = (glyph, color);
        }
    };
    if size.numbers == 0 {
        write(&mut lines[0], format!("{name}: {score}"));
    } else {
        write(&mut lines[0], format!("{name}: {points} points - {missed} missed = {score}"));
        let numbers = path.numbers();
        let value = |number| format!("{number}:{}", path.points_for(number).unwrap_or(0));
        let recorded: Vec<String> = numbers.iter().map(value).collect();
        for (place, glyph) in recorded.join(" ").chars().enumerate().take(size.width()) {
            lines[1][place] = (glyph, None);
        }
    }
    number_columns(&mut lines, size);
    for hex in Hex::all() {
        let (line, _) = size.middle(hex);
        lines[line][0] = (char::from(b'a' + hex.place().0 as u8), None);
        draw_field(&mut lines, game, path, hex, size);
        draw_joints(&mut lines, game, path, hex, size);
    }
    lines
}

/// Writes the numbers of the columns at the rim. A column runs down to the left in the upper half, and down to the right
/// in the lower half; a stroke before the number points to its first field.
fn number_columns(lines: &mut [Vec<Glyph>], size: Size) {
    for hex in Hex::all() {
        let (row, place) = hex.place();
        let last = place + 1 == Hex::columns(row);
        let (line, column) = size.middle(hex);
        let column = column + size.out();
        let (line, stroke) = match row {
            0..=4 if row == 0 || last => (line - size.out(), '/'),
            5..=8 if row == 8 || last => (line + size.out(), '\\'),
            _ => continue,
        };
        let number = char::from(b'1' + place as u8);
        if let Some(cells) = lines.get_mut(line).and_then(|line| line.get_mut(column..column + 2)) {
            cells.copy_from_slice(&[(stroke, Some(DIM)), (number, Some(DIM))]);
        }
    }
}

/// Draws a field: its colour and number, or the path on it. A large field has a border and the sign of its colour.
fn draw_field(lines: &mut [Vec<Glyph>], game: &Traxx, path: &Path, hex: Hex, size: Size) {
    let (line, column) = size.middle(hex);
    let colour = game.board.colour(hex);
    let reached = path.reached().contains(hex);
    let (glyph, paint) = match reached {
        false => (colour.letter(), ansi(colour)),
        true if path.ends().contains(&hex) => ('@', LINE),
        true => ('o', LINE),
    };
    let number = game.board.number(hex).map_or(String::new(), |number| number.to_string());
    let mut put = |line: usize, column: usize, text: &str| {
        for (place, glyph) in text.chars().enumerate() {
            lines[line][column + place] = (glyph, Some(paint));
        }
    };
    let (width, height) = size.field;
    if height == 1 {
        return put(line, column, &format!("{glyph}{number}"));
    }
    let [upper_left, upper_right, lower_right, lower_left, across, down] = if reached {
        ['╔', '╗', '╝', '╚', '═', '║']
    } else {
        ['╭', '╮', '╯', '╰', '─', '│']
    };
    let inner = width - 2;
    let across = across.to_string().repeat(inner);
    let (top, left) = (line - height / 2, column - width / 2);
    put(top, left, &format!("{upper_left}{across}{upper_right}"));
    put(top + height - 1, left, &format!("{lower_left}{across}{lower_right}"));
    let sign = if reached { ' ' } else { colour.symbol() };
    let room = if height == 3 { 0 } else { 1 };
    let sign = if room == 0 && number.len() == 2 { String::new() } else { sign.to_string() };
    for row in 1..height - 1 {
        let text = match row {
            _ if row == height / 2 && room == 0 => format!("{glyph}{sign}{number}"),
            _ if row == height / 2 => format!(" {glyph} {sign} {number}"),
            1 => format!(" {hex}"),
            _ => String::new(),
        };
        put(top + row, left, &format!("{down}{text:<inner$}{down}"));
    }
}

/// Draws the line from a field to those after it.
fn draw_joints(lines: &mut [Vec<Glyph>], game: &Traxx, path: &Path, hex: Hex, size: Size) {
    let (line, column) = size.middle(hex);
    let digits = game.board.number(hex).map_or(0, |number| number.to_string().len());
    let beside = if size.field.0 == 1 { 1 + digits } else { size.field.0 / 2 + 1 };
    for next in hex.near().filter(|&next| next > hex && path.joins(hex, next)) {
        let steps = size.out()..=size.pitch / 2 - size.out();
        match hex.direction(next) {
            0 => {
                let end = column + size.pitch - size.field.0 / 2;
                lines[line][column + beside..end].fill(('-', Some(LINE)));
            }
            1 => steps.for_each(|step| lines[line + step][column + step] = ('\\', Some(LINE))),
            _ => steps.for_each(|step| lines[line + step][column - step] = ('/', Some(LINE))),
        }
    }
}

/// What lies open, what is left, who chooses, and what the signs of the drawing mean.
fn notes(game: &Traxx, state: &State, canvas: Canvas) -> Vec<String> {
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
    let now = match game.turn(state) {
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
    };
    // The table says who chooses and who has won.
    if canvas.verdict {
        notes.push(now);
    }
    // Only a large field has room for the sign of its colour.
    let sign = |colour: &Colour| match canvas.scale {
        0 | 1 => format!("{}\u{a0}{colour}", colour.letter()),
        _ => format!("{}\u{a0}{}\u{a0}{colour}", colour.letter(), colour.symbol()),
    };
    let colours: Vec<String> = Colour::ALL.iter().map(sign).collect();
    notes.push(format!("{}, o\u{a0}path, @\u{a0}end, 2\u{a0}to\u{a0}10\u{a0}points", colours.join(", ")));
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
