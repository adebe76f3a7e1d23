//! The grid as text, at scale 1 three lines a tile: colour and value, chips, pawns. Letters name everything, so that it
//! reads without colour, and the whole fits into 40 columns; the players stand beside it where there is room.

use super::board::{Letter, Square, Tile};
use super::{Breadcrumbs, Stage, State, narrate, texts};
use breadboard_core::{
    Canvas, Drawing, Event, Outcome, Rules as _, SEAT_COLORS, Seat, Show, Spot, Template, Text, Turn,
};

/// The grid and the widest line of the players.
const BESIDE: u16 = 38 + 2 + 40;

/// The inside of a tile's cell at each scale, in columns and lines. The smallest has one line for tile and pawns.
const CELLS: [(usize, usize); 6] = [(6, 2), (6, 3), (9, 4), (12, 5), (14, 7), (18, 9)];

impl Show for Breadcrumbs {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        Drawing { text: text(self, state, canvas), spots: spots(canvas) }
    }

    fn seat_color(&self, state: &State, seat: Seat) -> &'static str {
        let letter = self.letters.iter().find(|&&letter| state.holder(letter) == Some(seat));
        letter.map_or(SEAT_COLORS[6], |&letter| ansi(letter))
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        narrate::narrate(self, before, event)
    }

    fn ending(&self, state: &State) -> Option<&'static Template> {
        match state.stage {
            Stage::Met => Some(&texts::END_MEETING),
            Stage::Repeated => Some(&texts::END_REPETITION),
            Stage::Capped => Some(&texts::END_CAP),
            Stage::Undealt | Stage::Naming | Stage::Choosing | Stage::Playing => None,
        }
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WINS, &texts::DRAWN, &texts::THIRD].iter().any(|verdict| verdict.key == text.key())
    }
}

fn text(game: &Breadcrumbs, state: &State, canvas: Canvas) -> String {
    let mut board = grid(game, state, canvas);
    let mut players = players(game, state, canvas);
    let status = status(game, state, canvas);
    // A blank line is the border between the board and the notes below it.
    if canvas.verdict {
        players.push(String::new());
    }
    players.extend(status);
    if canvas.width < BESIDE || canvas.scale != 1 {
        board.push(String::new());
        board.append(&mut players);
    } else {
        for (line, text) in board.iter_mut().skip(1).zip(&players) {
            if !text.is_empty() {
                line.push_str("  ");
                line.push_str(text);
            }
        }
    }
    board.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

const fn ansi(letter: Letter) -> &'static str {
    match letter {
        Letter::A => "31",
        Letter::B => "94",
        Letter::C => "32",
        Letter::D => "33",
        Letter::E => "35",
    }
}

fn paint(canvas: Canvas, letter: Letter, text: &str) -> String {
    canvas.paint(ansi(letter), text)
}

/// The inside of a cell: its columns and lines.
fn size(canvas: Canvas) -> (usize, usize) {
    CELLS[usize::from(canvas.scale).min(CELLS.len() - 1)]
}

/// At scale 1, 38 columns wide and 22 lines high.
fn grid(game: &Breadcrumbs, state: &State, canvas: Canvas) -> Vec<String> {
    let (width, height) = size(canvas);
    let border = |left: char, cross: &str, right: char| {
        let cells = vec!["─".repeat(width); 5];
        format!("  {left}{}{right}", cells.join(cross))
    };
    let mut lines = vec![border('┌', "┬", '┐')];
    for (place, row) in canvas.along(5).rev().enumerate() {
        if place > 0 {
            lines.push(border('├', "┼", '┤'));
        }
        let mut cells = vec!["  ".to_owned(); height];
        cells[0] = format!("{} ", row + 1);
        for square in canvas.along(5).filter_map(|file| Square::new(file, row)) {
            for (line, text) in cells.iter_mut().zip(cell(game, state, square, canvas)) {
                line.push('│');
                line.push_str(&text);
            }
        }
        lines.extend(cells.into_iter().map(|line| line + "│"));
    }
    lines.push(border('└', "┴", '┘'));
    let blank = " ".repeat(width / 2);
    let rest = " ".repeat(width - width / 2);
    let files: String =
        canvas.along(5).map(|file| format!("{blank}{}{rest}", char::from(b'a' + file))).collect();
    lines.push(format!("  {files}"));
    lines
}

/// Where the squares stand in the grid.
fn spots(canvas: Canvas) -> Vec<Spot> {
    let (width, height) = size(canvas);
    let mut spots = Vec::new();
    for (line, row) in canvas.along(5).rev().enumerate() {
        for (place, file) in canvas.along(5).enumerate() {
            if let Some(square) = Square::new(file, row) {
                let (line, column) = (1 + (height + 1) * line, 3 + (width + 1) * place);
                spots.push(Spot { height, ..Spot::new(square, line, column, width) });
            }
        }
    }
    spots
}

/// Letters with their colours; the length counts what is seen.
#[derive(Default)]
struct Row {
    text: String,
    seen: usize,
}

impl Row {
    fn add(&mut self, canvas: Canvas, letter: Option<Letter>, text: &str) {
        self.seen += text.chars().count();
        canvas.push(&mut self.text, letter.map_or("", ansi), text);
    }

    fn fill(mut self, width: usize) -> String {
        self.text.push_str(&" ".repeat(width.saturating_sub(self.seen)));
        self.text
    }
}

/// The lines of a cell: the tile, the chips in the middle, the pawns at the bottom.
fn cell(game: &Breadcrumbs, state: &State, square: Square, canvas: Canvas) -> Vec<String> {
    let (width, height) = size(canvas);
    let [mut name, mut chips, mut pawns] = [Row::default(), Row::default(), Row::default()];
    let standing = |letter: &Letter| state.pawn(*letter) == Some(square);
    if let Some(tile) = state.tile(square) {
        name.add(canvas, None, " ");
        let whole = format!("{} {}", tile.colour().colour(), tile.value());
        name.add(canvas, Some(tile.colour()), &if width < 12 { tile.to_string() } else { whole });
        if state.board.owners(square) != 0 {
            chips.add(canvas, None, " ");
            for &letter in game.letters {
                let has = state.has_chip(letter, square);
                let sign = if has { letter.to_string() } else { "·".to_owned() };
                chips.add(canvas, has.then_some(letter), &sign);
                if width >= 12 {
                    chips.add(canvas, None, " ");
                }
            }
        }
        if game.letters.iter().any(standing) {
            pawns.add(canvas, None, "@");
            for &letter in game.letters.iter().filter(|letter| standing(letter)) {
                pawns.add(canvas, Some(letter), &letter.to_string());
            }
        }
    }
    // The start of a letter that no seat holds yet.
    let open = game.letters.iter().find(|&&letter| letter.start() == square && state.pawn(letter).is_none());
    if let Some(&letter) = open.filter(|_| pawns.seen == 0) {
        let row = if state.tile(square).is_none() { &mut chips } else { &mut pawns };
        row.add(canvas, None, " (");
        row.add(canvas, Some(letter), &letter.to_string());
        row.add(canvas, None, ")");
    }
    if height == 2 {
        // One line for the tile and its pawns.
        name.seen += pawns.seen;
        name.text.push_str(&pawns.text);
        return vec![name.fill(width), chips.fill(width)];
    }
    let mut lines = vec![" ".repeat(width); height];
    lines[0] = name.fill(width);
    lines[height / 2] = chips.fill(width);
    lines[height - 1] = pawns.fill(width);
    lines
}

/// A line for each player: who, the score and what it is made of, the chips.
fn players(game: &Breadcrumbs, state: &State, canvas: Canvas) -> Vec<String> {
    let mut lines = Vec::new();
    if matches!(state.stage, Stage::Naming | Stage::Undealt) {
        lines.push("the tiles are not dealt yet".to_owned());
    } else if game.letters.iter().any(|&letter| state.pawn(letter).is_some()) {
        lines.push("  player       score = alone+shared+own".to_owned());
    }
    for &letter in game.letters {
        let (Some(seat), Some(_)) = (state.holder(letter), state.pawn(letter)) else { continue };
        let moves = canvas.verdict && state.stage == Stage::Playing && game.mover(state) == letter;
        let (alone, shared, own) = worth(state, letter);
        let chips = state.board.walker(letter).count();
        let name = paint(canvas, letter, &format!("{letter} {:<6}", letter.colour()));
        lines.push(format!(
            "{} {name} seat {seat} {:>2} = {:<8}{:>3} chip{}",
            if moves { '>' } else { ' ' },
            state.board.points.of(letter),
            format!("{alone}+{shared}+{own}"),
            chips,
            if chips == 1 { "" } else { "s" },
        ));
    }
    for (seat, number) in state.names.iter().enumerate().filter(|(_, number)| **number != 0) {
        lines.push(format!("  seat {} has named {number}", seat + 1));
    }
    lines
}

/// The points from tiles held alone, from shared ones, and the points doubled by the seat's colour.
fn worth(state: &State, letter: Letter) -> (u8, u8, u8) {
    let (mut alone, mut shared, mut own) = (0, 0, 0);
    for square in Square::dealt().filter(|&square| state.has_chip(letter, square)) {
        let tile: Tile = state.board.tile(square);
        let points = if state.board.owners(square).count_ones() == 1 { tile.value() } else { 1 };
        *(if state.board.owners(square).count_ones() == 1 { &mut alone } else { &mut shared }) += points;
        own += if tile.colour() == letter { points } else { 0 };
    }
    (alone, shared, own)
}

/// What happens now; without a verdict only what the table does not say.
fn status(game: &Breadcrumbs, state: &State, canvas: Canvas) -> Vec<String> {
    if !canvas.verdict {
        let turn = || format!("turn {} of {}", state.round + 1, game.options.turn_cap);
        let lowest = || "the lowest score: diagonals are open".to_owned();
        return match state.stage {
            Stage::Playing if game.is_lowest(state) => vec![turn(), lowest()],
            Stage::Playing => vec![turn()],
            _ => Vec::new(),
        };
    }
    let end = match state.stage {
        Stage::Met => "two pawns have met",
        Stage::Repeated => "the same position for the third time",
        Stage::Capped => "every turn has been played",
        _ => "",
    };
    let letter_of = |seat| game.letters.iter().find(|&&letter| state.holder(letter) == Some(seat));
    match game.turn(state) {
        Turn::Chance => vec!["the deal is next".to_owned()],
        Turn::Over(Outcome::Win(seat)) => {
            let letter = letter_of(seat).map_or(String::new(), |letter| format!("{letter}, "));
            vec![end.to_owned(), format!("the game is over: {letter}seat {seat}, wins")]
        }
        Turn::Over(_) => vec![end.to_owned(), "the game is over: a draw".to_owned()],
        Turn::Act(seats) => {
            let seat = seats.iter().map(|seat| seat.to_string()).collect::<String>();
            match state.stage {
                Stage::Naming => vec![format!("seat {seat} names a number from 1 to 5")],
                Stage::Choosing => {
                    let free = game.letters.iter().filter(|&&letter| state.pawn(letter).is_none());
                    let free: Vec<String> = free.map(ToString::to_string).collect();
                    vec![format!("seat {seat} chooses a letter of {}", free.join(", "))]
                }
                _ => {
                    let (letter, turn, cap) = (game.mover(state), state.round + 1, game.options.turn_cap);
                    let mut lines = vec![format!("{letter}, seat {seat}, to move: turn {turn} of {cap}")];
                    if game.is_lowest(state) {
                        lines.push("the lowest score: diagonals are open".to_owned());
                    }
                    lines
                }
            }
        }
    }
}
