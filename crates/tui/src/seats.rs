//! Who plays at this keyboard. The words are those of every other command (`me`, `open`, `bot1`…). Both `me` and `open`
//! are people at this keyboard, because no one else can join.

use crate::words::{Translator, Words, fill};
use breadboard_core::{Game, Seat, Spec, SpecError};
use breadboard_games::{Visitor, with_game};
use breadboard_play::{Level, Name};
use std::fmt;
use std::str::FromStr;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChoice {
    /// The person who started the program.
    Me,
    /// Another person at the same keyboard.
    Open,
    /// A program.
    Bot(Level),
}

impl FromStr for SeatChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatChoice, String> {
        match text.trim() {
            "me" => Ok(SeatChoice::Me),
            "open" => Ok(SeatChoice::Open),
            word => word.parse().map(SeatChoice::Bot).map_err(|_| {
                format!("\"{word}\" is not a player: write me, open, bot1 to bot5, greedy or random")
            }),
        }
    }
}

/// The word that [`FromStr`] reads.
impl fmt::Display for SeatChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatChoice::Me => f.write_str("me"),
            SeatChoice::Open => f.write_str("open"),
            SeatChoice::Bot(level) => level.fmt(f),
        }
    }
}

impl SeatChoice {
    /// The name of the person on it; `None` for a program.
    pub(crate) fn name(&self, seat: Seat, me: Option<&Name>, words: &Words) -> Option<Name> {
        let general = || Name::try_from(fill(words.player, &[("seat", &seat)])).ok();
        match self {
            SeatChoice::Me => me.cloned().or_else(general),
            SeatChoice::Open => general(),
            SeatChoice::Bot(_) => None,
        }
    }
}

struct Count;

impl Visitor for Count {
    type Output = u8;
    fn visit<G: Game>(self, game: G) -> u8 {
        game.seats()
    }
}

/// How many seats a game has.
///
/// # Errors
/// There is no such game.
pub(crate) fn count(spec: &Spec) -> Result<u8, SpecError> {
    with_game(spec, Count)
}

/// The game and its seats. A list of seats sets their number where the spec does not; without a list, one person plays
/// against `bot3` on every other seat.
///
/// # Errors
/// The spec is wrong, or the list does not fit it.
pub(crate) fn seated(
    mut spec: Spec,
    choices: Option<&[SeatChoice]>,
    tr: &Translator,
) -> Result<(Spec, Vec<SeatChoice>), String> {
    let count = |spec: &Spec| count(spec).map_err(|error| tr.spec_error(&error));
    let set = spec.settings.iter().any(|(key, _)| key == "seats");
    if let Some(choices) = choices.filter(|_| !set)
        && usize::from(count(&spec)?) != choices.len()
    {
        spec.settings.push(("seats".to_owned(), choices.len().to_string()));
    }
    let count = usize::from(count(&spec)?);
    let choices = match choices {
        Some(choices) if choices.len() != count => {
            return Err(fill(tr.words().seat_count, &[("seats", &count), ("given", &choices.len())]));
        }
        Some(choices) => choices.to_vec(),
        None => {
            let bot = "bot3".parse().map(SeatChoice::Bot).unwrap_or(SeatChoice::Open);
            std::iter::once(SeatChoice::Me).chain(std::iter::repeat(bot)).take(count).collect()
        }
    };
    Ok((spec, choices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn a_list_of_seats_sets_their_number() {
        let tr = &Translator::new(Lang::En, "traxx");
        let choices: Vec<SeatChoice> = ["me", "bot1", "open"].map(|word| word.parse().unwrap()).into();
        let (spec, seats) = seated("traxx".parse().unwrap(), Some(&choices), tr).unwrap();
        assert_eq!((spec.to_string().as_str(), seats.len()), ("traxx:seats=3", 3));
        let wrong = seated("traxx:seats=2".parse().unwrap(), Some(&choices), tr);
        assert_eq!(wrong.unwrap_err(), "this game has 2 seats, not 3");
        assert!(seated("breakthrough".parse().unwrap(), Some(&choices), tr).is_err());
        let (_, seats) = seated("snipe:seats=4".parse().unwrap(), None, tr).unwrap();
        assert_eq!((seats.len(), &seats[0]), (4, &SeatChoice::Me));
        assert!("bot9".parse::<SeatChoice>().is_err());
    }
}
