//! The laws, the rulings by number, and slow reference rules. When it grows, make it a folder, as the other games do.

use super::*;
use breadboard_core::Notation as _;
use breadboard_testkit::laws::Reference;
use breadboard_testkit::{TextRows, impossible};

type Scene = breadboard_testkit::Scene<Clobber>;

// A dozen tests for each spec: list every option at both ends. `census` plays thousands of random games.
breadboard_testkit::laws!(Clobber:
    "template", "template:columns=2,rows=2", "template:columns=8,rows=2", "template:columns=3,rows=8";
    census "template",
);

/// The rules again, from the text of the position and without code of the game. Slow and simple: a mistake in the real
/// rules must not be repeated here.
impl Reference for Clobber {
    fn reference_moves(&self, state: &State, seat: Seat) -> Vec<Move> {
        let board = TextRows::of(&self.write_position(state));
        let (own, rival) = if seat == Seat::FIRST { ('x', 'o') } else { ('o', 'x') };
        let mut moves = Vec::new();
        for (file, row) in board.all().filter(|&(file, row)| board.at(file, row) == Some(own)) {
            for (right, up) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if board.at(file + right, row + up) == Some(rival) {
                    let square = |file, row| Square::new(board.number(file, row));
                    moves.push(Move { from: square(file, row), to: square(file + right, row + up) });
                }
            }
        }
        moves
    }

    fn reference_turn(&self, state: &State) -> Turn {
        if self.reference_moves(state, state.mover).is_empty() {
            Turn::Over(Outcome::Win(state.mover.other()))
        } else {
            Turn::of(state.mover)
        }
    }
}

// One test a ruling, named by its number.
#[test]
fn c1_stones_alternate_on_a_board_of_any_size() {
    Scene::start("template:columns=2,rows=2").shows("ox/xo x");
    Scene::start("template").shows("oxoxo/xoxox/oxoxo/xoxox/oxoxo/xoxox x");
    assert!(breadboard_testkit::spec_error::<Clobber>("template:rows=9").contains("from 2 to 8"));
}

#[test]
fn c2_a_stone_steps_onto_a_rival_stone_beside_it() {
    Scene::start("template:columns=2,rows=2")
        .lists("a1xa2; a1xb1; b2xa2; b2xb1")
        .refuses_with("b1xa1", "C2", "there is no stone of yours on b1")
        .refuses_with("a1xb2", "C2", "b2 is not beside a1")
        .cannot_read("a1-a2", "write both squares")
        .plays("a1xa2")
        .shows("xx/1o o")
        .lists("b1xb2")
        .refuses_with("b1xa1", "C2", "there is no rival stone on a1, and every move captures");
}

#[test]
fn c3_seat_1_begins_and_the_seats_alternate() {
    Scene::start("template").is_turn_of(1).plays("a1xa2").is_turn_of(2);
    let small = "template:columns=2,rows=2";
    impossible::<Clobber>(small, "xx/1o x").is_by("C3").says("seat 1 cannot be to move");
    impossible::<Clobber>(small, "4/xo x").is_by_no_ruling().says("row 2 counts 4 empty squares");
    impossible::<Clobber>(small, "ox/xq x").says("\"q\" is not a stone");
    impossible::<Clobber>(small, "ox/xo").says("then x or o");
}

#[test]
fn c4_who_cannot_capture_has_lost() {
    let end = Scene::start("template:columns=2,rows=2").plays("a1xa2; b1xb2; a2xb2");
    end.is_won_by(1).cannot_read("a1xa2", "the game is over");
}
