//! Settings of a new table, as people send them, become an opening of the table.

use super::error::ApiError;
use super::study::{read_spec, seats_of, shortest};
use crate::live::NewGame;
use breadboard_core::{Record, Seat, Spec};
use breadboard_games::under_version;
use breadboard_play::{Denied, Holder, Name, Opening, Seed};
use breadboard_wire::NewTable;

/// Reads the settings of a new table.
pub(super) fn read(settings: NewTable) -> Result<NewGame, ApiError> {
    let record = settings.record.as_deref().map(Record::read).transpose();
    let record = record.map_err(|error| ApiError::invalid(format!("the record: {error}")))?;
    let given = settings.spec.as_deref().map(read_spec).transpose()?;
    // What is played, in the words of today's rules: a record may spell options in an old way.
    let played: Spec = match (&given, &record) {
        (_, Some(record)) => under_version(&record.spec, record.rules).map_err(Denied::from)?,
        (Some(spec), None) => spec.clone(),
        (None, None) => return Err(ApiError::invalid("a table needs a spec or a record")),
    };
    let (seats, mine) = read_seats(&settings, seats_of(&played)?)?;
    let seed = Seed::new(crate::live::random()?);
    let (clock, forced_moves) = (settings.clock, settings.forced_moves.unwrap_or(true));
    let opening = match record {
        Some(record) => {
            if let Some(spec) = given.filter(|spec| *spec != record.spec)
                && shortest(&spec)? != shortest(&played)?
            {
                return Err(ApiError::invalid("the spec is another than the record's"));
            }
            let to = settings.to.map(|to| to as usize);
            Opening { forced_moves, ..Opening::from_record(&record, to, seats, clock, seed) }
        }
        None => Opening {
            spec: played,
            rules: None,
            start: settings.start,
            given: Vec::new(),
            seats,
            clock,
            forced_moves,
            seed,
        },
    };
    let claim = settings.claim.unwrap_or(true);
    Ok(NewGame { opening, mine, claim, listed: settings.listed, network: None })
}

/// Who sits where, and the sender's own seats with their names.
type Seated = (Vec<Holder>, Vec<(Seat, Name)>);

fn read_seats(settings: &NewTable, count: u8) -> Result<Seated, ApiError> {
    let words = settings.seats.clone().unwrap_or_else(|| {
        (0..count).map(|place| if place == 0 { "me" } else { "open" }.to_owned()).collect()
    });
    if words.len() != usize::from(count) {
        return Err(ApiError::invalid(format!("this game has {count} seats, not {}", words.len())));
    }
    let mut holders = Vec::new();
    let mut mine = Vec::new();
    for (seat, word) in Seat::all(count).zip(&words) {
        holders.push(match word.as_str() {
            "me" => {
                let own =
                    settings.names.get(seat.index()).cloned().flatten().or_else(|| settings.name.clone());
                mine.push((seat, Name::try_from(own.unwrap_or_else(|| "Guest".to_owned()))?));
                Holder::Open
            }
            "open" => Holder::Open,
            bot => Holder::Bot { level: bot.parse().map_err(Denied::from)? },
        });
    }
    Ok((holders, mine))
}
