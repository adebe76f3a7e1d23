//! A step is its goal, `c3`; in the ritual (B2) a number, `4`, or a letter, `B`. A position is the tiles row by
//! row from a5 with the letters of their chips, then the players, then the turn. It carries no history: a list
//! of earlier positions would be unreadable, so a game set up from text counts repetitions (B11) from there.

use super::board::{Board, Letter, SQUARES, Square, Tile, Walker};
use super::{Breadcrumbs, Deal, Move, Stage, State, texts};
use breadboard_core::{Notation, Refusal, Rules as _, Seat, Text, compact, refusals};
use std::fmt::Write as _;

const MOVES: &str =
    "write the square to go to, as c3, or in the ritual a number from 1 to 5, or a letter from A to E";
const DEALS: &str = "write 25 tiles row by row from a5, as r1,o2,g3,b4,p5/...";

impl Notation for Breadcrumbs {
    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        move_text(mv)
    }

    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        move_from(text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        self.position_from(text)
    }
}

fn move_text(mv: Move) -> String {
    match mv {
        Move::Name(number) => number.to_string(),
        Move::Take(letter) => letter.to_string(),
        Move::Step(to) => to.to_string(),
    }
}

/// Reads what [`move_text`] writes, in capitals or not, and with blanks.
fn move_from(text: &str) -> Result<Move, Refusal> {
    let plain = compact(text);
    let mut chars = plain.chars();
    let mv = match (chars.next(), chars.next()) {
        (Some(c @ '1'..='5'), None) => Some(Move::Name(c as u8 - b'0')),
        (Some(c), None) => Letter::read(c.to_ascii_uppercase()).map(Move::Take),
        _ => Square::read(&plain).map(Move::Step),
    };
    mv.ok_or_else(|| refusals::unreadable_move(text, MOVES))
}

pub(super) fn deal_text(deal: &Deal) -> String {
    rows(|out, square| {
        let _ = write!(out, "{}", deal.tile(square));
    })
}

pub(super) fn deal_from(text: &str) -> Result<Deal, Refusal> {
    let mut tiles = [None; SQUARES];
    let read = each_square(text, |square, cell| {
        let tile = Tile::read(cell).ok_or_else(|| format!("\"{}\" is no tile", refusals::clip(cell)))?;
        tiles[square.index()] = Some(tile);
        Ok(())
    });
    let refuse = |reason: String| refusals::unreadable_chance(text, &format!("{reason}; {DEALS}"));
    read.map_err(refuse)?;
    all_present(tiles).map(Deal).ok_or_else(|| refuse("a tile is missing".to_owned()))
}

fn all_present(tiles: [Option<Tile>; SQUARES]) -> Option<[Tile; SQUARES]> {
    let mut all = Tile::all();
    for (slot, tile) in all.iter_mut().zip(tiles) {
        *slot = tile?;
    }
    Some(all)
}

/// Writes five rows of five cells from a5: `,` between cells, `/` between rows.
fn rows(mut cell: impl FnMut(&mut String, Square)) -> String {
    let mut out = String::with_capacity(4 * SQUARES);
    for (i, square) in Square::dealt().enumerate() {
        match i {
            0 => {}
            _ if i % 5 == 0 => out.push('/'),
            _ => out.push(','),
        }
        cell(&mut out, square);
    }
    out
}

/// Reads what [`rows`] writes, cell by cell.
fn each_square(text: &str, mut cell: impl FnMut(Square, &str) -> Result<(), String>) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 5 {
        return Err(format!("it has {} rows, the board has 5", rows.len()));
    }
    let mut squares = Square::dealt();
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        if cells.len() != 5 {
            return Err(format!("the row \"{}\" does not have 5 tiles", refusals::clip(row)));
        }
        for (text, square) in cells.into_iter().zip(squares.by_ref()) {
            cell(square, text)?;
        }
    }
    Ok(())
}

impl Breadcrumbs {
    fn position_text(&self, state: &State) -> String {
        let mut out = match state.stage {
            Stage::Naming | Stage::Undealt if self.options.ritual => return self.names_text(state),
            Stage::Naming | Stage::Undealt => return "undealt".to_owned(),
            _ => rows(|out, square| {
                let _ = write!(out, "{}", state.board.tile(square));
                out.extend(self.letters.iter().filter(|&&l| state.has_chip(l, square)).map(|l| l.name()));
            }),
        };
        if state.stage == Stage::Choosing {
            out.push(' ');
            out += &self.names_text(state);
        }
        for &letter in self.letters {
            if let (Some(seat), Some(pawn)) = (state.holder(letter), state.pawn(letter)) {
                let _ = write!(out, " {letter}:{seat}@{pawn}");
            }
        }
        if state.stage != Stage::Choosing {
            let _ = write!(out, " turn {}{}", state.round + 1, self.mover(state));
        }
        if state.stage == Stage::Repeated {
            out.push_str(" repeated");
        }
        out
    }

    fn names_text(&self, state: &State) -> String {
        let names: Vec<String> =
            state.names.iter().filter(|&&name| name != 0).map(ToString::to_string).collect();
        if names.is_empty() { "names -".to_owned() } else { format!("names {}", names.join(",")) }
    }

    fn position_from(&self, text: &str) -> Result<State, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let mut words = text.split_whitespace().peekable();
        let mut state = self.start();
        match words.peek() {
            None => return Err(bad("it is empty; write the tiles, the players and the turn".to_owned())),
            Some(&"undealt") => {
                words.next();
                if self.options.ritual {
                    return Err(impossible("B2", texts::AT_RITUAL.plain()));
                }
            }
            Some(&"names") => {
                words.next();
                self.read_names(&mut state, words.next().unwrap_or(""))?;
            }
            Some(_) => return self.dealt_from(&mut words),
        }
        match words.next() {
            None => Ok(state),
            Some(word) => Err(bad(format!("\"{}\" means nothing before the deal", refusals::clip(word)))),
        }
    }

    /// Reads `3,5`, the numbers named so far, in seat order.
    fn read_names(&self, state: &mut State, text: &str) -> Result<(), Refusal> {
        if !self.options.ritual {
            return Err(impossible("B2", texts::AT_NO_RITUAL.plain()));
        }
        let numbers: Vec<&str> = if text == "-" { Vec::new() } else { text.split(',').collect() };
        if numbers.len() > self.letters.len() {
            return Err(impossible("B2", texts::AT_MORE_NAMES.plain()));
        }
        for (seat, number) in numbers.iter().enumerate() {
            let value = match number.as_bytes() {
                [digit @ b'1'..=b'5'] => digit - b'0',
                _ => {
                    let reason = format!("\"{}\" is not a number from 1 to 5", refusals::clip(number));
                    return Err(refusals::unreadable_position(&reason));
                }
            };
            if state.names.contains(&value) {
                return Err(impossible("B2", texts::AT_NAME_TWICE.plain()));
            }
            state.names[seat] = value;
        }
        if numbers.len() == self.letters.len() {
            state.stage = Stage::Undealt;
        }
        Ok(())
    }

    /// Reads a position after the deal.
    fn dealt_from<'a>(&self, words: &mut impl Iterator<Item = &'a str>) -> Result<State, Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        let mut state = self.start();
        let (tiles, chips) = self.read_tiles(words.next().unwrap_or(""))?;
        state.board = Board::new(tiles);
        let mut word = words.next();
        let ritual = word == Some("names");
        if ritual {
            self.read_names(&mut state, words.next().unwrap_or(""))?;
            if state.stage != Stage::Undealt {
                return Err(impossible("B2", texts::AT_ALL_NAMED.plain()));
            }
            word = words.next();
        }
        while let Some((letter, seat, pawn)) = word.and_then(read_player) {
            self.check_player(&state, letter, seat)?;
            state.holders[letter.index()] = seat;
            state.board.place(letter, Walker::new(chips[letter.index()], pawn));
            word = words.next();
        }
        for &letter in &Letter::ALL {
            if state.pawn(letter).is_none() && chips[letter.index()] != 0 {
                return Err(bad(format!("{letter} has chips but is not among the players")));
            }
        }
        if ritual {
            state.stage = Stage::Choosing;
            if let Some(word) = word {
                return Err(bad(format!("\"{}\" means nothing before the first turn", refusals::clip(word))));
            }
            self.possible_choice(&state)?;
            return Ok(state);
        }
        if let Some(&letter) = self.letters.iter().find(|&&letter| state.pawn(letter).is_none()) {
            let found = refusals::clip(word.unwrap_or("nothing"));
            return Err(bad(format!(
                "{letter} is missing: write {letter}:1@a5, letter, seat and pawn, not {found}"
            )));
        }
        self.turn_from(&mut state, word, words)?;
        Ok(state)
    }

    /// Refuses a player who cannot be in this game or stands there already.
    fn check_player(&self, state: &State, letter: Letter, seat: Seat) -> Result<(), Refusal> {
        if !self.letters.contains(&letter) {
            return Err(impossible(
                "B3",
                texts::AT_LETTER.with(&[("letter", &letter), ("seats", &self.seats())]),
            ));
        }
        if state.pawn(letter).is_some() || self.letters.iter().any(|&l| state.holder(l) == Some(seat)) {
            return Err(impossible("B2", texts::AT_PLAYER_TWICE.plain()));
        }
        if seat.number() > self.seats() {
            return Err(impossible("B3", texts::AT_NO_SEAT.with(&[("seat", &seat)])));
        }
        Ok(())
    }

    /// Reads what comes after the players: `turn 7B`, and `repeated` if the game ended by it.
    fn turn_from<'a>(
        &self,
        state: &mut State,
        word: Option<&str>,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), Refusal> {
        let bad = |reason: String| refusals::unreadable_position(&reason);
        if word != Some("turn") {
            return Err(bad("after the players comes the turn, as turn 7B".to_owned()));
        }
        let turn = words.next().unwrap_or("");
        let Some((number, letter)) = read_turn(turn) else {
            return Err(bad(format!(
                "\"{}\" is not a turn, as 7B: its number and the player",
                refusals::clip(turn)
            )));
        };
        let Some(mover) = self.letters.iter().position(|&known| known == letter) else {
            return Err(impossible(
                "B3",
                texts::AT_LETTER.with(&[("letter", &letter), ("seats", &self.seats())]),
            ));
        };
        (state.round, state.mover) = (number - 1, mover as u8);
        let repeated = match words.next() {
            None => false,
            Some("repeated") => true,
            Some(word) => return Err(bad(format!("\"{}\" means nothing here", refusals::clip(word)))),
        };
        if let Some(word) = words.next() {
            return Err(bad(format!("\"{}\" means nothing here", refusals::clip(word))));
        }
        state.stage = self.possible_stage(state, repeated)?;
        self.remember_all(state);
        Ok(())
    }

    /// The tiles, and the chips of each letter.
    fn read_tiles(&self, text: &str) -> Result<([Tile; SQUARES], [u32; 5]), Refusal> {
        let mut tiles = [None; SQUARES];
        let mut chips = [0; 5];
        let mut seen = [false; SQUARES];
        let mut twice = None;
        each_square(text, |square, cell| {
            let no_tile = || format!("\"{}\" is no tile with chips, as b4AC", refusals::clip(cell));
            let (name, owners) = cell.split_at_checked(2).ok_or_else(no_tile)?;
            let tile = Tile::read(name).ok_or_else(no_tile)?;
            tiles[square.index()] = Some(tile);
            if std::mem::replace(&mut seen[tile.index()], true) {
                twice = Some(tile);
            }
            for owner in owners.chars() {
                let letter = Letter::read(owner).ok_or_else(no_tile)?;
                if chips[letter.index()] & square.bit() != 0 {
                    return Err(format!("{letter} has two chips on {square}"));
                }
                chips[letter.index()] |= square.bit();
            }
            Ok(())
        })
        .map_err(|reason| refusals::unreadable_position(&reason))?;
        match (twice, all_present(tiles)) {
            (None, Some(tiles)) => Ok((tiles, chips)),
            (Some(tile), _) => Err(impossible("B1", texts::AT_TILE_TWICE.with(&[("tile", &tile)]))),
            (None, None) => Err(refusals::unreadable_position("a tile is missing")),
        }
    }

    /// Refuses choices of letters (B2) that no ritual can show.
    fn possible_choice(&self, state: &State) -> Result<(), Refusal> {
        let choosers = self.choosers(state);
        let placed: Vec<Letter> = self.letters.iter().copied().filter(|&l| state.pawn(l).is_some()).collect();
        if placed.len() == choosers.len() {
            return Err(impossible("B2", texts::AT_ALL_CHOSEN.plain()));
        }
        for letter in placed {
            let walker = state.board.walker(letter);
            if walker != Walker::new(letter.start().bit(), letter.start()) {
                return Err(impossible(
                    "B2",
                    texts::AT_START.with(&[("letter", &letter), ("square", &letter.start())]),
                ));
            }
        }
        let chosen = self.letters.iter().filter_map(|&letter| state.holder(letter)).count();
        if let Some(seat) = choosers[chosen..].iter().find(|&&seat| self.holds_letter(state, seat)) {
            return Err(impossible("B2", texts::AT_CHOSE_EARLY.with(&[("seat", &seat)])));
        }
        Ok(())
    }

    fn holds_letter(&self, state: &State, seat: Seat) -> bool {
        self.letters.iter().any(|&letter| state.holder(letter) == Some(seat))
    }

    /// Refuses positions of play that no game can show, and finds out whether the game is over.
    fn possible_stage(&self, state: &State, repeated: bool) -> Result<Stage, Refusal> {
        let mut in_order = self.letters.iter().zip(Seat::all(self.seats()));
        if !self.options.ritual && in_order.any(|(&l, seat)| state.holder(l) != Some(seat)) {
            return Err(impossible("B2", texts::AT_ORDER.plain()));
        }
        let capped = state.round == self.options.turn_cap && state.mover == 0;
        if state.round >= self.options.turn_cap && !capped {
            return Err(impossible("B11", texts::AT_TURN_CAP.with(&[("turns", &self.options.turn_cap)])));
        }
        for (place, &letter) in self.letters.iter().enumerate() {
            let moves = u32::from(state.round) + u32::from(place < usize::from(state.mover));
            possible_walk(state.board.walker(letter), letter, moves).map_err(Refusal::AgainstRules)?;
        }
        let end_chips = self.options.end_chips.into();
        let last = self.last_mover(state);
        let met = last.is_some_and(|letter| state.board.meets(letter, end_chips));
        // Chips come and go only with their pawn: a pair without the last mover has stood there enough before.
        let mut others = state.board;
        if let Some(letter) = last {
            others.walkers[letter.index()] = Walker::ABSENT;
        }
        if self.letters.iter().any(|&letter| Some(letter) != last && others.meets(letter, end_chips)) {
            return Err(impossible("B9", texts::AT_MET.plain()));
        }
        if repeated {
            if !self.counts_repetition() {
                return Err(impossible("B11", texts::AT_REPETITION.plain()));
            }
            if met || state.round < 8 {
                return Err(impossible("B11", texts::AT_NO_THIRD.plain()));
            }
            return Ok(Stage::Repeated);
        }
        Ok(match (met, capped) {
            (true, _) => Stage::Met,
            (false, true) => Stage::Capped,
            (false, false) => Stage::Playing,
        })
    }
}

/// `1 chip`, `2 chips`.
pub(super) fn counted(count: u32, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Refuses chips and a pawn that this many moves from the start cannot leave behind.
fn possible_walk(walker: Walker, letter: Letter, moves: u32) -> Result<(), Text> {
    let (start, pawn) = (letter.start(), walker.pawn());
    if moves == 0 && walker != Walker::new(start.bit(), start) {
        return Err(texts::AT_NOT_MOVED.with(&[("letter", &letter), ("square", &start)]));
    }
    // Every arrival toggles a chip: what differs from the first chip was visited an odd number of times.
    let odd = walker.chips() ^ start.bit();
    if odd.count_ones() % 2 != moves % 2 {
        let parity = if moves.is_multiple_of(2) { &texts::AT_ODD } else { &texts::AT_EVEN };
        return Err(parity.with(&[("letter", &letter), ("moves", &counted(moves, "move"))]));
    }
    // The pawn's own tile was visited last, once or twice at least, and other tiles before and between.
    let own = if odd & pawn.bit() == 0 { 2 } else { 1 };
    let between = own - 1 + u32::from(pawn == start);
    let others = (odd & !pawn.bit()).count_ones().max(between);
    if moves > 0 && own + others > moves {
        return Err(texts::AT_TOO_MANY.with(&[("letter", &letter), ("moves", &counted(moves, "move"))]));
    }
    let visited = Square::dealt().filter(|square| (odd | pawn.bit()) & square.bit() != 0);
    if let Some(far) = visited.into_iter().find(|&square| u32::from(start.steps_to(square)) > moves) {
        return Err(texts::AT_TOO_FAR.with(&[
            ("letter", &letter),
            ("square", &far),
            ("moves", &counted(moves, "move")),
        ]));
    }
    Ok(())
}

/// Reads `A:1@a5`.
fn read_player(text: &str) -> Option<(Letter, Seat, Square)> {
    let (letter, rest) = text.split_once(':')?;
    let (seat, pawn) = rest.split_once('@')?;
    let mut chars = letter.chars();
    let (Some(name), None) = (chars.next(), chars.next()) else { return None };
    Some((Letter::read(name)?, Seat::from_number(seat)?, Square::read(pawn)?))
}

/// Reads `7B`.
fn read_turn(text: &str) -> Option<(u16, Letter)> {
    let letter = Letter::read(text.chars().next_back()?)?;
    let digits = text.get(..text.len() - 1)?;
    let number: u16 = digits.parse().ok()?;
    (number > 0 && digits.bytes().all(|b| b.is_ascii_digit())).then_some((number, letter))
}

const fn impossible(ruling: &'static str, reason: Text) -> Refusal {
    Refusal::Illegal(ruling, reason)
}
