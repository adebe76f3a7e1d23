//! Verifying a record's dice needs nothing but the record: every draw is computed again from the revealed seed, by the
//! same sampling as at the table, and compared as a value of the game, not as text.

use crate::dice::{Commit, Dice, SCHEME, Seed};
use crate::record::header;
use breadboard_core::{Event, Game, Record, Seat, Spec, Turn, replay};
use breadboard_games::{Visitor, with_recorded_game};
use breadboard_wire::Entropy;
use std::fmt;

/// What was checked and agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The game, in its shortest form.
    pub spec: String,
    /// The hash of the seed.
    pub commit: Commit,
    /// What the seats added to the dice.
    pub entropy: Vec<(Seat, Entropy)>,
    /// How many events were played.
    pub events: usize,
    /// How many of them were played elsewhere and not drawn by these dice.
    pub given: usize,
    /// How many draws were computed again and agree.
    pub draws: u64,
}

/// What does not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The line of the record, from 1, where it is one line's fault.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for VerifyError {}

fn fail<T>(reason: impl Into<String>) -> Result<T, VerifyError> {
    Err(VerifyError { line: None, reason: reason.into() })
}

/// Plays a record through and computes every draw again.
///
/// # Errors
/// The first thing that is missing, damaged, or not as the seed gives it.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let claims = Claims::read(record)?;
    if claims.seed.commit() != claims.commit {
        return fail("the seed does not belong to the hash that was published before the game");
    }
    with_recorded_game(record, Check { record, claims }).or_else(|error| fail(error.to_string()))?
}

/// What a record says of its dice.
struct Claims {
    commit: Commit,
    seed: Seed,
    entropy: Vec<(Seat, Entropy)>,
    given: usize,
}

impl Claims {
    fn read(record: &Record) -> Result<Claims, VerifyError> {
        let (mut scheme, mut commit, mut seed, mut given) = (None, None, None, 0);
        let mut entropy = Vec::new();
        for (key, value) in &record.extra {
            let bad = |reason: String| VerifyError { line: None, reason: format!("{key}: {reason}") };
            match key.as_str() {
                header::SCHEME => scheme = Some(value.as_str()),
                header::COMMIT => {
                    commit = Some(Commit::try_from(value.clone()).map_err(|r| bad(r.to_string()))?);
                }
                header::SEED => seed = Some(Seed::try_from(value.clone()).map_err(|r| bad(r.to_string()))?),
                header::GIVEN => {
                    let number = value.parse().ok().filter(|given| *given <= record.entries.len());
                    given = number.ok_or_else(|| bad("not a number of events in this record".to_owned()))?;
                }
                _ => {
                    if let Some(seat) = key.strip_prefix(header::ENTROPY) {
                        let seat = Seat::from_number(seat).ok_or_else(|| bad("no seat".to_owned()))?;
                        let added = Entropy::try_from(value.clone()).map_err(|r| bad(r.to_string()))?;
                        entropy.push((seat, added));
                    } else if key.starts_with("dice-") {
                        return Err(bad("not a part of this way of drawing".to_owned()));
                    }
                }
            }
        }
        match scheme {
            Some(SCHEME) => {}
            Some(other) => return fail(format!("dice \"{other}\" are unknown here; {SCHEME} are known")),
            None => return fail("the record says nothing of its dice: it was not played at a table"),
        }
        let Some(commit) = commit else {
            return fail(format!("the header \"{}\" is missing", header::COMMIT));
        };
        let Some(seed) = seed else {
            return fail(format!(
                "the header \"{}\" is missing: a seed is revealed when the game is over",
                header::SEED
            ));
        };
        Ok(Claims { commit, seed, entropy, given })
    }
}

struct Check<'a> {
    record: &'a Record,
    claims: Claims,
}

impl Visitor for Check<'_> {
    type Output = Result<Verified, VerifyError>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Check { record, claims: Claims { commit, seed, entropy, given } } = self;
        // The dice depend on the spec as the version of the record writes it.
        let spec = Spec::of_version(&game, record.rules).to_string();
        let mut added = vec![None; game.seats().into()];
        for (seat, entropy) in &entropy {
            match added.get_mut(seat.index()) {
                Some(place) => *place = Some(entropy.clone()),
                None => return fail(format!("this game has no seat {seat} that could add something")),
            }
        }
        let start = match &record.start {
            // As the game writes it, however the record does.
            Some(text) => Some(game.read_position(text).map_or_else(|r| fail(r.to_string()), Ok)?),
            None => None,
        };
        let start = start.map(|state| game.write_position(&state));
        let dice = Dice::new(&seed, &spec, start.as_deref(), &added);
        let (mut index, mut draws, mut wrong) = (0, 0, None);
        let end = replay(&game, record, |before, event, _| {
            if let Event::Chance(chance) = event
                && index >= given
            {
                let drawn = game.sample_chance(before, &mut dice.draw(draws));
                if drawn.as_ref() != Some(chance) && wrong.is_none() {
                    let write = |chance: &G::Chance| game.write_chance(before, chance);
                    let gives = drawn.as_ref().map_or("nothing".to_owned(), write);
                    wrong = Some(VerifyError {
                        line: record.entries.get(index).map(|entry| entry.line).filter(|line| *line > 0),
                        reason: format!(
                            "draw {} is \"{}\", but the seed gives \"{gives}\"",
                            draws + 1,
                            write(chance)
                        ),
                    });
                }
                draws += 1;
            }
            index += 1;
        });
        // A wrong draw often makes a later event impossible; it is the cause, so it is named first.
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let end = end.map_err(|error| VerifyError { line: Some(error.line), reason: error.reason })?;
        if index > given && game.turn(&end) == Turn::Chance {
            return fail(format!("draw {} is missing: the record stops before it", draws + 1));
        }
        Ok(Verified { spec, commit, entropy, events: index, given, draws })
    }
}
