//! Moves as `e2-e3` and `e2xd3`; positions as Fairy-Stockfish's FEN, with one word more while a swap (K4) matters.

use super::board::Word;
use super::{Breakthrough, Kernels, Move, Side, State, Swap, texts};
use breadboard_core::squares::Square;
use breadboard_core::{Notation, Refusal, Seat, Template, compact, refusals};

const EXPECTED: &str = "write e2-e3, or e2xd3 to capture";
const EXPECTED_OR_SWAP: &str = "write e2-e3, or e2xd3 to capture, or swap";

impl<W: Kernels> Notation for Breakthrough<W> {
    fn write_move(&self, state: &State<W>, _: Seat, mv: Move) -> String {
        self.move_text(state, mv)
    }

    fn read_move(&self, _: &State<W>, _: Seat, text: &str) -> Result<Move, Refusal> {
        self.read_step(text)
    }

    fn write_position(&self, state: &State<W>) -> String {
        self.fen(state)
    }

    fn read_position(&self, text: &str) -> Result<State<W>, Refusal> {
        self.read_fen(text)
    }
}

impl<W: Word> Breakthrough<W> {
    fn move_text(&self, state: &State<W>, mv: Move) -> String {
        let Some((from, to)) = mv.squares() else { return "swap".to_owned() };
        let takes = state.men[state.side.other().index()] & self.geometry.bit(to) != W::ZERO;
        let (from, to) = (self.geometry.grid.name(from), self.geometry.grid.name(to));
        format!("{from}{}{to}", if takes { 'x' } else { '-' })
    }

    /// Reads `e2-e3`, `e2xd3`, and what other programs write: `e2e3`, `e2d3*`; also in capitals and with blanks.
    fn read_step(&self, text: &str) -> Result<Move, Refusal> {
        let expected = if self.options.swap { EXPECTED_OR_SWAP } else { EXPECTED };
        let refuse = || refusals::unreadable_move(text, expected);
        let text = &compact(text);
        if text == "swap" {
            return Ok(Move::SWAP);
        }
        let body = text.strip_suffix('*').unwrap_or(text);
        let (from, rest) = self.geometry.grid.split_square(body).ok_or_else(refuse)?;
        let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
        let to = self.geometry.grid.read_square(rest).ok_or_else(refuse)?;
        // Here and not in the check: p16 to p16 would be the same two bytes as the swap.
        if from == to {
            return Err(self.refuse(&texts::TOO_FAR, from, to));
        }
        Ok(Move::step(from, to))
    }

    fn fen(&self, state: &State<W>) -> String {
        let mut out = self.geometry.grid.write_rows(|square| {
            let here = self.geometry.bit(square);
            let side =
                [Side::White, Side::Black].into_iter().find(|s| state.men[s.index()] & here != W::ZERO);
            side.map(|side| if side == Side::White { 'P' } else { 'p' })
        });
        out.push_str(match state.side {
            Side::White => " w",
            Side::Black => " b",
        });
        out.push_str(match state.swap {
            Swap::No => "",
            Swap::Coming => " first",
            Swap::Offered => " swap",
            Swap::Done => " swapped",
        });
        out
    }

    fn read_fen(&self, text: &str) -> Result<State<W>, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let mut words = text.split_whitespace();
        let board = words.next().ok_or_else(|| bad("it is empty; write rows, then w or b".to_owned()))?;
        let mut state = State { men: [W::ZERO; 2], side: Side::White, swap: Swap::No };
        let put = |square: Square, letter: char| {
            let side = match letter {
                'P' => Side::White,
                'p' => Side::Black,
                _ => return Err(format!("\"{}\" is no man; P is White, p is Black", letter.escape_debug())),
            };
            let men = &mut state.men[side.index()];
            *men = *men | self.geometry.bit(square);
            Ok(())
        };
        self.geometry.grid.read_rows(board, put).map_err(bad)?;
        state.side = match words.next() {
            Some("w") => Side::White,
            Some("b") => Side::Black,
            _ => return Err(bad("after the rows comes w or b, the side to move".to_owned())),
        };
        let mut words = words.peekable();
        if let Some(word) = words.peek() {
            state.swap = match *word {
                "first" => Swap::Coming,
                "swap" => Swap::Offered,
                "swapped" => Swap::Done,
                _ => Swap::No,
            };
            if state.swap != Swap::No {
                words.next();
            }
        }
        // Other programs write counters here; they mean nothing in this game.
        if let Some(word) = words.find(|word| !word.bytes().all(|b| b.is_ascii_digit() || b == b'-')) {
            return Err(bad(format!("\"{}\" means nothing here", refusals::clip(word))));
        }
        self.possible(&state)?;
        Ok(state)
    }

    /// Refuses positions that no game can reach.
    fn possible(&self, state: &State<W>) -> Result<(), Refusal> {
        let refuse = |ruling, reason: &'static Template| Err(Refusal::Illegal(ruling, reason.plain()));
        let [white, black] = state.men.map(W::count);
        if white.max(black) > self.geometry.home[0].count() {
            return refuse("K1", &texts::AT_MEN);
        }
        if white + black == 0 {
            return refuse("K3", &texts::AT_NO_MEN);
        }
        // Only the move that ended the game can have brought a man home, and it brought one.
        let arrived: u32 = (0..2).map(|side| (state.men[side] & self.geometry.goal[side]).count()).sum();
        if arrived > 1 {
            return refuse("K3", &texts::AT_EARLIER);
        }
        if self.winner(state) == Some(state.side) {
            return refuse("K3", &texts::AT_WINNER);
        }
        let opening = state.men == self.geometry.home && state.side == Side::White;
        match state.swap {
            Swap::No if self.options.swap && opening => {
                return refuse("K4", &texts::AT_FIRST);
            }
            Swap::No if self.options.swap && self.is_after_first_move(state) => {
                return refuse("K4", &texts::AT_SWAP);
            }
            Swap::No => {}
            _ if !self.options.swap => return refuse("K4", &texts::SWAP_OFF),
            Swap::Coming if !opening => return refuse("K4", &texts::AT_FIRST_PAST),
            Swap::Offered if !self.is_after_first_move(state) => {
                return refuse("K4", &texts::SWAP_NOW);
            }
            Swap::Done if opening => return refuse("K4", &texts::AT_NO_SWAP),
            _ => {}
        }
        Ok(())
    }

    fn is_after_first_move(&self, state: &State<W>) -> bool {
        let first = self.geometry.targets::<true>(self.geometry.home[0], self.geometry.home[1]);
        state.side == Side::Black
            && (0..3).any(|direction| {
                let mut left = first[direction as usize];
                while left != W::ZERO {
                    let to = left.lowest();
                    left = left.rest();
                    let from = W::bit(self.geometry.origin::<true>(to, direction));
                    let men =
                        [self.geometry.home[0] ^ from ^ W::bit(to), self.geometry.home[1] & !W::bit(to)];
                    if men == state.men {
                        return true;
                    }
                }
                false
            })
    }
}
