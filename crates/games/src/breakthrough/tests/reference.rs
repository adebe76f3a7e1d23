//! The reference rules: square by square from the text of the position, without bit boards.

use super::*;
use breadboard_core::Scores;
use breadboard_core::prelude::*;
use breadboard_testkit::laws::Reference;

impl<W: Kernels> Reference for Breakthrough<W> {
    fn reference_moves(&self, state: &State<W>, _: Seat) -> Vec<Move> {
        let board = Squares::read(self, state);
        let mut moves = Vec::new();
        for row in 0..board.rows {
            for file in 0..board.columns {
                if board.at(file, row) != Some(board.to_move) {
                    continue;
                }
                let ahead = if board.to_move == 'P' { row + 1 } else { row - 1 };
                for sideways in [-1, 0, 1] {
                    let target = board.at(file + sideways, ahead);
                    let free = target == Some('.');
                    let rival = target.is_some_and(|man| man != '.' && man != board.to_move);
                    if free || sideways != 0 && rival {
                        let square = |file: i32, row: i32| Square::new((row * board.columns + file) as u8);
                        moves.push(Move::step(square(file, row), square(file + sideways, ahead)));
                    }
                }
            }
        }
        if board.words.contains(&"swap".to_owned()) {
            moves.push(Move::SWAP);
        }
        moves
    }

    fn reference_turn(&self, state: &State<W>) -> Turn {
        let board = Squares::read(self, state);
        let swapped = board.words.contains(&"swapped".to_owned());
        let seat = |man: char| if (man == 'P') != swapped { Seat::FIRST } else { Seat::SECOND };
        let count = |man| board.men.iter().flatten().filter(|&&m| m == man).count();
        let row_has = |row: i32, man| board.men[row as usize].contains(&man);
        if row_has(board.rows - 1, 'P') || count('p') == 0 {
            Turn::Over(Outcome::Win(seat('P')))
        } else if row_has(0, 'p') || count('P') == 0 {
            Turn::Over(Outcome::Win(seat('p')))
        } else {
            Turn::of(seat(board.to_move))
        }
    }

    fn reference_scores(&self, _: &State<W>) -> Option<Scores> {
        None
    }
}

struct Squares {
    men: Vec<Vec<char>>,
    columns: i32,
    rows: i32,
    to_move: char,
    words: Vec<String>,
}

impl Squares {
    fn read<W: Kernels>(game: &Breakthrough<W>, state: &State<W>) -> Squares {
        let text = game.write_position(state);
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut men: Vec<Vec<char>> = words[0]
            .split('/')
            .map(|row| {
                let mut squares = Vec::new();
                let mut run = 0;
                for c in row.chars() {
                    if let Some(digit) = c.to_digit(10) {
                        run = run * 10 + digit;
                    } else {
                        squares.extend((0..run).map(|_| '.'));
                        run = 0;
                        squares.push(c);
                    }
                }
                squares.extend((0..run).map(|_| '.'));
                squares
            })
            .collect();
        men.reverse();
        let to_move = if words[1] == "w" { 'P' } else { 'p' };
        Squares { columns: men[0].len() as i32, rows: men.len() as i32, men, to_move, words }
    }

    fn at(&self, file: i32, row: i32) -> Option<char> {
        let (file, row) = (usize::try_from(file).ok()?, usize::try_from(row).ok()?);
        self.men.get(row)?.get(file).copied()
    }
}
