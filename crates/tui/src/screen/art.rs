//! The drawing of a game as cells of the screen. Games draw with ANSI colours for every terminal; here the colours become
//! styles, places are marked, and a drawing that is too tall loses its blank lines first.

use crate::drawing::{Picture, draw};
use crate::words::Translator;
use breadboard_core::{Canvas, Drawing, Spec, Spot};
use ratatui::style::{Color, Modifier, Style};

/// One character with its style.
pub(crate) type Cell = (char, Style);

/// A drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Art {
    /// The board itself.
    pub(crate) lines: Vec<Vec<Cell>>,
    /// The game's notes below it: whose turn it is, what is left, what letters mean.
    pub(crate) notes: Vec<Vec<Cell>>,
    /// Where places stand on the board.
    pub(crate) spots: Vec<Spot>,
    /// The styles of the seats, as their pieces are drawn.
    pub(crate) seats: Vec<Style>,
}

impl Art {
    /// Draws a position.
    pub(crate) fn of(spec: &Spec, position: &str, canvas: Canvas, tr: &Translator) -> Art {
        let Picture { drawing: Drawing { text, spots }, seats } = draw(spec, position, canvas, tr);
        let mut lines: Vec<Vec<Cell>> = text.trim_end().lines().map(cells).collect();
        // The game's notes come after the last blank line of a drawing.
        let below = |number: usize| spots.iter().all(|spot| spot.line + spot.height <= number);
        let notes = match lines.iter().rposition(|line| is_blank(line)).filter(|&number| below(number)) {
            Some(blank) => joined(lines.split_off(blank).split_off(1), canvas.width.max(40).into()),
            None => Vec::new(),
        };
        let seats = if canvas.color { seats.into_iter().map(style_of).collect() } else { Vec::new() };
        Art { lines, notes, spots, seats }
    }

    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether a line shows nothing; a blank line of a place shows that the place is empty.
    fn is_spare(&self, number: usize) -> bool {
        let of_place = |spot: &Spot| (spot.line..spot.line + spot.height).contains(&number);
        is_blank(&self.lines[number]) && !self.spots.iter().any(of_place)
    }

    /// Removes blank lines of a drawing that is a few lines too tall.
    pub(crate) fn squeeze(&mut self, height: usize) {
        let over = self.height().saturating_sub(height);
        let spare = (0..self.height()).filter(|&number| self.is_spare(number)).count();
        if over > 3 || spare < over {
            return self.move_head_to_notes(over);
        }
        for _ in 0..over {
            let Some(number) = (0..self.height()).find(|&number| self.is_spare(number)) else { return };
            self.lines.remove(number);
            for spot in self.spots.iter_mut().filter(|spot| spot.line > number) {
                spot.line -= 1;
            }
        }
    }

    /// Moves the lines above a board that is too tall to the notes if the board then fits, or nearly. The last line comes
    /// first: it is the newest.
    fn move_head_to_notes(&mut self, over: usize) {
        let Some(head) = self.lines.iter().position(|line| is_blank(line)) else { return };
        let places = self.spots.iter().any(|spot| spot.line <= head);
        if head == 0 || over > head + 3 || places {
            return;
        }
        for mut line in self.lines.drain(..=head).filter(|line| !is_blank(line)) {
            let indent = line.iter().take_while(|cell| cell.0 == ' ').count();
            self.notes.insert(0, line.split_off(indent));
        }
        for spot in &mut self.spots {
            spot.line -= head + 1;
        }
    }

    /// Marks the cells of some places. A piece with a background of its own keeps it if there is room around it.
    pub(crate) fn mark(&mut self, is_meant: impl Fn(&Spot) -> bool, style: Style) {
        for spot in self.spots.iter().filter(|spot| is_meant(spot)) {
            let columns = spot.column..spot.column + spot.width;
            let rows = spot.line..(spot.line + spot.height).min(self.lines.len());
            for line in &mut self.lines[rows.clone()] {
                if line.len() < columns.end {
                    line.resize(columns.end, (' ', Style::new()));
                }
            }
            let of_piece = |cell: &Cell| cell.1.bg.is_some();
            let room =
                self.lines[rows.clone()].iter().any(|line| !line[columns.clone()].iter().all(of_piece));
            for line in &mut self.lines[rows] {
                for cell in line[columns.clone()].iter_mut().filter(|cell| !(room && of_piece(cell))) {
                    cell.1 = cell.1.patch(style);
                }
            }
        }
    }

    /// The place at a line and column, or the nearest on that line within one column.
    pub(crate) fn place_at(&self, line: usize, column: usize) -> Option<&Spot> {
        let away = |spot: &Spot| {
            let last = spot.column + spot.width - 1;
            spot.column.saturating_sub(column) + column.saturating_sub(last)
        };
        let here = self.spots.iter().filter(|spot| (spot.line..spot.line + spot.height).contains(&line));
        here.filter(|spot| away(spot) <= 1).min_by_key(|spot| away(spot))
    }
}

/// Joins the lines of notes that were broken to fit a width: they get another width here.
fn joined(lines: Vec<Vec<Cell>>, width: usize) -> Vec<Vec<Cell>> {
    let mut notes: Vec<Vec<Cell>> = Vec::new();
    let mut last = 0;
    for line in lines {
        let word = line.iter().take_while(|cell| cell.0 != ' ').count();
        // The first word of a line that goes on had no room in the line before, or a comma stands before it.
        let open = notes.last().is_some_and(|note| note.last().is_some_and(|cell| cell.0 == ','));
        let goes_on = word > 0 && last > 0 && (open || last + 1 + word > width);
        last = line.len();
        match notes.last_mut().filter(|_| goes_on) {
            Some(note) => {
                note.push((' ', Style::new()));
                note.extend(line);
            }
            None => notes.push(line),
        }
    }
    notes
}

fn is_blank(line: &[Cell]) -> bool {
    line.iter().all(|(glyph, _)| *glyph == ' ')
}

/// A line with ANSI colours as cells.
pub(crate) fn cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut style = Style::new();
    let mut rest = text;
    while let Some(glyph) = rest.chars().next() {
        if let Some((codes, after)) = rest.strip_prefix("\u{1b}[").and_then(|escape| escape.split_once('m'))
            && codes.chars().all(|c| c.is_ascii_digit() || c == ';')
        {
            style = codes.split(';').fold(style, |style, code| styled(style, code.parse().unwrap_or(0)));
            rest = after;
            continue;
        }
        if !glyph.is_control() {
            cells.push((glyph, style));
        }
        rest = &rest[glyph.len_utf8()..];
    }
    cells
}

const COLORS: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// The style of an ANSI colour: `1;33`.
pub(crate) fn style_of(codes: &str) -> Style {
    codes.split(';').fold(Style::new(), |style, code| styled(style, code.parse().unwrap_or(0)))
}

fn styled(style: Style, code: usize) -> Style {
    match code {
        0 => Style::new(),
        1 => style.add_modifier(Modifier::BOLD),
        2 => style.add_modifier(Modifier::DIM),
        4 => style.add_modifier(Modifier::UNDERLINED),
        // White is the terminal's own text colour: on a light background white would be invisible.
        37 | 97 if style.bg.is_none() => style,
        30..=37 => style.fg(COLORS[code - 30]),
        40..=47 => style.bg(COLORS[code - 40]),
        90..=97 => style.fg(COLORS[code - 82]),
        100..=107 => style.bg(COLORS[code - 92]),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn art(spec: &str, width: u16) -> Art {
        let spec: Spec = spec.parse().unwrap();
        let view = breadboard_play::view::position_view(&spec, None).unwrap();
        let tr = Translator::new(crate::Lang::En, &spec.game);
        Art::of(&spec, &view.position.text, Canvas { width, color: true, ..Canvas::default() }, &tr)
    }

    #[test]
    fn colours_become_styles_and_notes_stand_apart() {
        let art = art("breakthrough", 80);
        assert_eq!((art.height(), art.width()), (9, 20));
        assert_eq!(art.notes.len(), 1, "the table says whose turn it is");
        // White men are white and black men are black, on every background.
        let (white, black) = (art.lines[7][5], art.lines[0][5]);
        assert_eq!((white.0, white.1.fg, white.1.bg), ('O', Some(Color::Black), Some(Color::White)));
        assert_eq!((black.0, black.1.fg, black.1.bg), ('X', Some(Color::White), Some(Color::Black)));
        assert_eq!(art.seats, [white.1, black.1], "the players have the colours of their men");
        assert_eq!(art.place_at(7, 6).map(|spot| spot.place.as_str()), Some("a1"));
        assert_eq!(art.place_at(8, 6), None);
    }

    #[test]
    fn marks_move_with_the_lines_they_are_on() {
        let mut art = art("breadwinner", 40);
        let tall = art.height();
        art.squeeze(tall - 1);
        assert_eq!(art.height(), tall - 1);
        let mut low = art.clone();
        low.squeeze(18);
        assert_eq!(low.height(), tall - 1, "no blank line is left above it");
        art.mark(|spot| spot.place == "a", Style::new().add_modifier(Modifier::REVERSED));
        let marked: Vec<String> = art
            .lines
            .iter()
            .filter(|line| line.iter().any(|cell| cell.1.add_modifier.contains(Modifier::REVERSED)))
            .map(|line| line.iter().map(|cell| cell.0).collect())
            .collect();
        assert!(marked.len() == 3 && marked[0].starts_with("│ a "), "{marked:?}");
    }

    #[test]
    fn notes_that_were_broken_are_whole_again() {
        let whole = |width| {
            let notes = art("traxx:seats=1", width).notes;
            notes.iter().map(|note| note.iter().map(|cell| cell.0).collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(whole(40), whole(200));
        assert!(
            whole(40).iter().any(|note| note.starts_with("R red") && note.ends_with("points")),
            "{:?}",
            whole(40)
        );
    }

    #[test]
    fn hostile_text_draws_no_control_characters() {
        assert_eq!(cells("a\u{1b}[31mb\u{1b}]0;x\u{7}").iter().map(|c| c.0).collect::<String>(), "ab]0;x");
    }
}
