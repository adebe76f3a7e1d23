//! Moves as `d4>d5-e6-e7` or `pass`, chance as `starts d5 e4` and `card RRBYE`.

use super::board::Palette;
use super::hex::Hex;
use super::walk::{LONGEST, Move};
use super::{Card, Chance, Phase, State, Traxx};
use breadboard_core::{Notation, Refusal, Seat, compact, refusals};

const EXPECTED_MOVE: &str = "write the end and the fields walked, at most five, as in d4>d5-e6-e7, or pass";
const EXPECTED_CARD: &str = "write card and its colours, as in card RRBYE";
const EXPECTED_STARTS: &str = "write starts and a field for each seat, as in starts d5 e4";

impl Notation for Traxx {
    fn write_move(&self, _: &State, _: Seat, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, _: &State, _: Seat, text: &str) -> Result<Move, Refusal> {
        read_move(text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Refusal> {
        self.position_from(text)
    }
}

/// Reads what is written, also in capitals and with blanks.
pub(super) fn read_move(text: &str) -> Result<Move, Refusal> {
    let plain = compact(text);
    if plain == "pass" {
        return Ok(Move::PASS);
    }
    let walk = || {
        let (end, fields) = plain.split_once('>')?;
        let fields: Vec<Hex> = fields.split('-').take(LONGEST + 1).map(Hex::read).collect::<Option<_>>()?;
        Move::walk(Hex::read(end)?, &fields)
    };
    walk().ok_or_else(|| refusals::unreadable_move(text, EXPECTED_MOVE))
}

impl Traxx {
    /// The card that shows these colours, in any order.
    pub(super) fn card_from(&self, text: &str) -> Option<Card> {
        let colours = Palette::read(text)?;
        let place = self.board.cards().iter().position(|&card| card == colours)?;
        u8::try_from(place).ok().map(Card)
    }

    pub(super) fn chance_text(&self, chance: &Chance) -> String {
        match chance {
            Chance::Card(card) => format!("card {}", self.colours(*card)),
            Chance::Starts(starts) => {
                let fields = starts[..usize::from(self.seats)].iter();
                fields.fold("starts".to_owned(), |text, field| format!("{text} {field}"))
            }
        }
    }

    pub(super) fn chance_from(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        let refuse = |expected| refusals::unreadable_chance(text, expected);
        if let Some(card) = text.strip_prefix("card ") {
            return self.card_from(card).map(Chance::Card).ok_or_else(|| refuse(EXPECTED_CARD));
        }
        let expected = if state.phase == Phase::Deal { EXPECTED_STARTS } else { EXPECTED_CARD };
        let fields = text.strip_prefix("starts ").ok_or_else(|| refuse(expected))?;
        let fields: Option<Vec<Hex>> = fields.split(' ').take(9).map(Hex::read).collect();
        match fields {
            Some(fields) if fields.len() == usize::from(self.seats) => {
                Ok(Chance::Starts(self.starts_of(&fields)))
            }
            _ => Err(refuse(EXPECTED_STARTS)),
        }
    }
}
