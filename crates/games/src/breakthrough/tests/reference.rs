//! The reference rules: square by square from the text of the position, without bit boards.

use super::*;
use breadboard_core::prelude::*;
use breadboard_testkit::TextRows;
use breadboard_testkit::laws::Reference;

impl<W: Kernels> Reference for Breakthrough<W> {
    fn reference_moves(&self, state: &State<W>, _: Seat) -> Vec<Move> {
        let board = TextRows::of(&self.write_position(state));
        let own = mover(&board);
        let mut moves = Vec::new();
        for (file, row) in board.all().filter(|&(file, row)| board.at(file, row) == Some(own)) {
            let ahead = if own == 'P' { row + 1 } else { row - 1 };
            for sideways in [-1, 0, 1] {
                let target = board.at(file + sideways, ahead);
                let free = target == Some('.');
                let rival = target.is_some_and(|man| man != '.' && man != own);
                if free || sideways != 0 && rival {
                    let square = |file, row| Square::new(board.number(file, row));
                    moves.push(Move::step(square(file, row), square(file + sideways, ahead)));
                }
            }
        }
        if has(&board, "swap") {
            moves.push(Move::SWAP);
        }
        moves
    }

    fn reference_turn(&self, state: &State<W>) -> Turn {
        let board = TextRows::of(&self.write_position(state));
        let swapped = has(&board, "swapped");
        let seat = |man: char| if (man == 'P') != swapped { Seat::FIRST } else { Seat::SECOND };
        let row_has = |row: i32, man| (0..board.columns()).any(|file| board.at(file, row) == Some(man));
        if row_has(board.rows() - 1, 'P') || board.count('p') == 0 {
            Turn::Over(Outcome::Win(seat('P')))
        } else if row_has(0, 'p') || board.count('P') == 0 {
            Turn::Over(Outcome::Win(seat('p')))
        } else {
            Turn::of(seat(mover(&board)))
        }
    }
}

/// The letter of the side to move.
fn mover(board: &TextRows) -> char {
    if has(board, "w") { 'P' } else { 'p' }
}

fn has(board: &TextRows, word: &str) -> bool {
    board.words.iter().any(|known| known == word)
}
