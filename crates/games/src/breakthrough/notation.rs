//! Moves as `e2-e3` and `e2xd3`; positions as Fairy-Stockfish's FEN, with one word more while a swap (K4) matters.

use super::board::{Square, Word};
use super::{Breakthrough, Move, Side, State, Swap, texts};
use breadboard_core::{Refusal, refusals};
use std::fmt::Write as _;

const EXPECTED: &str = "write e2-e3, or e2xd3 to capture, or swap";

impl<W: Word> Breakthrough<W> {
    pub(super) fn move_text(&self, state: &State<W>, mv: Move) -> String {
        let Some((from, to)) = mv.squares() else { return "swap".to_owned() };
        let takes = state.men[state.side.other().index()] & W::bit(to.0.into()) != W::ZERO;
        let (from, to) = (self.geometry.name(from), self.geometry.name(to));
        format!("{from}{}{to}", if takes { 'x' } else { '-' })
    }

    /// Reads `e2-e3`, `e2xd3`, and what other programs write: `e2e3`, `e2d3*`.
    pub(super) fn read_step(&self, text: &str) -> Result<Move, Refusal> {
        if text == "swap" {
            return Ok(Move::SWAP);
        }
        let refuse = || refusals::unreadable_move(text, EXPECTED);
        let body = text.strip_suffix('*').unwrap_or(text);
        let (from, rest) = self.square_from(body).ok_or_else(refuse)?;
        let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
        let (to, rest) = self.square_from(rest).ok_or_else(refuse)?;
        if !rest.is_empty() {
            return Err(refuse());
        }
        // Here and not in the check: p16 to p16 would be the same two bytes as the swap.
        if from == to {
            return Err(self.refuse("K2", &texts::TOO_FAR, from, to));
        }
        Ok(Move::step(from, to))
    }

    fn square_from<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let file = u32::from(*text.as_bytes().first()?).checked_sub(u32::from(b'a'))?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let row: u32 = rest.get(..digits)?.parse().ok()?;
        if file >= self.geometry.columns || row == 0 || row > self.geometry.rows || rest.starts_with('0') {
            return None;
        }
        Some((self.geometry.square(file, row - 1), rest.get(digits..)?))
    }

    pub(super) fn fen(&self, state: &State<W>) -> String {
        let mut out = String::new();
        for row in (0..self.geometry.rows).rev() {
            let mut empty = 0;
            for file in 0..self.geometry.columns {
                let here = W::bit(self.geometry.square(file, row).0.into());
                let man = if state.men[0] & here != W::ZERO {
                    'P'
                } else if state.men[1] & here != W::ZERO {
                    'p'
                } else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                out.push(man);
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
            }
            if row > 0 {
                out.push('/');
            }
        }
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

    pub(super) fn read_fen(&self, text: &str) -> Result<State<W>, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let mut words = text.split_whitespace();
        let board = words.next().ok_or_else(|| bad("it is empty; write rows, then w or b".to_owned()))?;
        let mut state = State { men: [W::ZERO; 2], side: Side::White, swap: Swap::No };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.geometry.rows as usize {
            return Err(bad(format!("it has {} rows, the board has {}", rows.len(), self.geometry.rows)));
        }
        for (row, men) in (0..self.geometry.rows).rev().zip(&rows) {
            self.read_row(&mut state, row, men).map_err(bad)?;
        }
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

    fn read_row(&self, state: &mut State<W>, row: u32, text: &str) -> Result<(), String> {
        let columns = self.geometry.columns;
        let mut file = 0;
        let mut run = 0;
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = run * 10 + digit;
                if run == 0 || run > columns {
                    return Err(format!("row {} counts {run} empty squares", row + 1));
                }
                continue;
            }
            file += run;
            run = 0;
            let side = match c {
                'P' => Side::White,
                'p' => Side::Black,
                _ => return Err(format!("\"{}\" is no man; P is White, p is Black", c.escape_debug())),
            };
            if file >= columns {
                return Err(format!("row {} does not have {columns} squares", row + 1));
            }
            let here = &mut state.men[side.index()];
            *here = *here | W::bit(self.geometry.square(file, row).0.into());
            file += 1;
        }
        if file + run != columns || text.is_empty() {
            return Err(format!("row {} does not have {columns} squares", row + 1));
        }
        Ok(())
    }

    /// Refuses what no game can show.
    fn possible(&self, state: &State<W>) -> Result<(), Refusal> {
        let refuse = |ruling, reason: &str| {
            Err(refusals::impossible_position(ruling, texts::POSITION.with(&[("reason", &reason)])))
        };
        let [white, black] = state.men.map(W::count);
        if white.max(black) > self.geometry.home[0].count() {
            return refuse("K1", "a side has more men than its home rows hold");
        }
        if white + black == 0 {
            return refuse("K3", "there is no man on the board");
        }
        // Only the move that ended the game can have brought a man home, and it brought one.
        let arrived: u32 = (0..2).map(|side| (state.men[side] & self.geometry.goal[side]).count()).sum();
        if arrived > 1 {
            return refuse("K3", "the game would have been over earlier");
        }
        if self.winner(state) == Some(state.side) {
            return refuse("K3", "the side that has won cannot be to move");
        }
        let opening = state.men == self.geometry.home && state.side == Side::White;
        match state.swap {
            Swap::No if self.options.swap && opening => {
                return refuse("K4", "White's first move is still to come: write first after w");
            }
            Swap::No if self.options.swap && self.is_after_first_move(state) => {
                return refuse("K4", "after White's first move write swap, or swapped if that has happened");
            }
            Swap::No => {}
            _ if !self.options.swap => return refuse("K4", "this game is played without the swap rule"),
            Swap::Coming if !opening => return refuse("K4", "White's first move is past"),
            Swap::Offered if !self.is_after_first_move(state) => {
                return refuse("K4", "swap is only the answer to White's first move");
            }
            Swap::Done if opening => return refuse("K4", "nothing could have been swapped yet"),
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
