//! The grid as text, three lines a tile: colour and value, chips, pawns. Letters name everything, so that it
//! reads without colour, and the whole fits into 40 columns; the players stand beside it where there is room.

use super::board::{Letter, Square, Tile};
use super::{Breadcrumbs, Stage, State, narrate, texts};
use breadboard_core::{Canvas, Drawing, Event, Outcome, Rules as _, Show, Spot, Text, Turn};

/// The grid and the widest line of the players.
const BESIDE: u16 = 38 + 2 + 40;

impl Show for Breadcrumbs {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        Drawing { text: text(self, state, canvas), spots: spots(canvas) }
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        narrate::narrate(self, before, event)
    }

    fn is_verdict(&self, text: &Text) -> bool {
        [&texts::WINS, &texts::DRAWN, &texts::THIRD].iter().any(|verdict| verdict.key == text.key())
    }
}

fn text(game: &Breadcrumbs, state: &State, canvas: Canvas) -> String {
    let mut board = grid(game, state, canvas);
    let mut players = players(game, state, canvas);
    players.push(String::new());
    players.extend(status(game, state));
    if canvas.width < BESIDE {
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

fn paint(canvas: Canvas, letter: Letter, text: &str) -> String {
    let code = match letter {
        Letter::A => "31",
        Letter::B => "94",
        Letter::C => "32",
        Letter::D => "33",
        Letter::E => "35",
    };
    canvas.paint(code, text)
}

/// 38 columns wide and 22 lines high.
fn grid(game: &Breadcrumbs, state: &State, canvas: Canvas) -> Vec<String> {
    let border = format!("  {}+", "+------".repeat(5));
    let mut lines = vec![border.clone()];
    for row in canvas.along(5).rev() {
        let mut cells = [format!("{} ", row + 1), "  ".to_owned(), "  ".to_owned()];
        for square in canvas.along(5).filter_map(|file| Square::new(file, row)) {
            for (line, text) in cells.iter_mut().zip(cell(game, state, square, canvas)) {
                line.push('|');
                line.push_str(&text);
            }
        }
        lines.extend(cells.map(|line| line + "|"));
        lines.push(border.clone());
    }
    let files: String = canvas.along(5).map(|file| format!("   {}   ", char::from(b'a' + file))).collect();
    lines.push(format!("  {files}"));
    lines
}

/// Where the squares stand in the grid.
fn spots(canvas: Canvas) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (line, row) in canvas.along(5).rev().enumerate() {
        for (place, file) in canvas.along(5).enumerate() {
            if let Some(square) = Square::new(file, row) {
                spots.push(Spot { height: 3, ..Spot::new(square, 1 + 4 * line, 3 + 7 * place, 6) });
            }
        }
    }
    spots
}

/// Three lines of six columns.
fn cell(game: &Breadcrumbs, state: &State, square: Square, canvas: Canvas) -> [String; 3] {
    let blank = || " ".repeat(6);
    // The start of a letter that no seat holds yet.
    let open = game.letters.iter().find(|&&letter| letter.start() == square && state.pawn(letter).is_none());
    let open =
        open.map_or_else(blank, |&letter| format!(" ({})  ", paint(canvas, letter, &letter.to_string())));
    let Some(tile) = state.tile(square) else { return [blank(), open, blank()] };
    let name = format!(" {}   ", paint(canvas, tile.colour(), &tile.to_string()));
    let chip = |&letter: &Letter| {
        if state.has_chip(letter, square) {
            paint(canvas, letter, &letter.to_string())
        } else {
            "·".to_owned()
        }
    };
    let none = state.board.owners(square) == 0;
    let pad = " ".repeat(5 - game.letters.len());
    let chips =
        if none { blank() } else { format!(" {}{pad}", game.letters.iter().map(chip).collect::<String>()) };
    let standing: Vec<Letter> =
        game.letters.iter().copied().filter(|&letter| state.pawn(letter) == Some(square)).collect();
    let names: String = standing.iter().map(|&letter| paint(canvas, letter, &letter.to_string())).collect();
    let pawns = match standing.len() {
        0 => open,
        count => format!("@{names}{}", " ".repeat(5 - count)),
    };
    [name, chips, pawns]
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
        let moves = state.stage == Stage::Playing && game.mover(state) == letter;
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

/// The points from tiles held alone, from shared ones, and the second helping from the own colour.
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

fn status(game: &Breadcrumbs, state: &State) -> Vec<String> {
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
