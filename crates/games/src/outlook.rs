//! From what a search or an evaluation says to chances to win. Every game scores in its own unit; here each seat gets the
//! logarithm of its odds, and constants that are fitted to played games make chances of them.

use crate::Bots;
use breadboard_core::Seat;
use breadboard_search::Score;

/// The chances of seats from the logarithms of their odds; they add up to 1.
#[must_use]
pub fn softmax(values: &[f64]) -> Vec<f64> {
    let top = values.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = values.iter().map(|value| (value - top).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// A share of a point is not certain because all samples of a search agreed.
const SURE: f64 = 0.002;
/// What a proof counts in logarithms of odds.
pub(crate) const PROOF: f64 = 12.0;

/// The logarithm of the odds that a score says of its seat.
#[must_use]
pub fn odds_of(score: Score) -> f64 {
    match score {
        Score::Points(points) => f64::from(points) / 100.0,
        Score::Win(_) => PROOF,
        Score::Loss(_) => -PROOF,
        Score::Share(share) => {
            let share = share.clamp(SURE, 1.0 - SURE);
            (share / (1.0 - share)).ln()
        }
    }
}

/// The outlook of a game that has nothing of its own to add: what a search found of one seat, while the others divide the
/// rest as the standing says.
pub(crate) fn with_found<G: Bots>(game: &G, state: &G::State, found: &[(Seat, Score)]) -> Vec<f64> {
    let mut values = game.standing(state);
    for &(seat, score) in found {
        let odds = odds_of(score);
        if let [alone] = &mut values[..] {
            *alone = odds;
            continue;
        }
        let others = values.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let others: Vec<f64> = others.map(|(_, value)| *value).collect();
        let top = others.iter().copied().fold(f64::MIN, f64::max);
        let rest = top + others.iter().map(|value| (value - top).exp()).sum::<f64>().ln();
        values[seat.index()] = rest + odds;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use crate::{Encode, Views, Visitor, with_game};
    use breadboard_core::Event;
    use breadboard_testkit::laws::play::{Policy, play_through};

    struct Standings;

    impl Visitor for Standings {
        type Output = ();

        fn visit<G: Bots + Views + Encode>(self, game: G) {
            let seats = game.seats();
            for seed in 0..4 {
                let standing = |state: &G::State| {
                    let standing = game.standing(state);
                    assert_eq!(standing.len(), usize::from(seats));
                    assert!(standing.iter().all(|value| value.is_finite()), "{standing:?}");
                };
                let (end, _) = play_through(&game, Policy::Random, seed, |state, event| {
                    standing(state);
                    let Event::Act(choices) = event else { return };
                    for &(seat, _) in choices {
                        let chances = softmax(&game.outlook(state, &[(seat, Score::Share(0.75))]));
                        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                    }
                });
                standing(&end);
            }
        }
    }

    #[test]
    fn every_position_of_every_game_has_a_standing_for_every_seat() {
        for entry in GAMES {
            for seats in entry.info.seats.0..=entry.info.seats.1 {
                let spec = format!("{}:seats={seats}", entry.info.id).parse().unwrap();
                with_game(&spec, Standings).unwrap();
            }
        }
    }

    #[test]
    fn a_man_counts_at_first_sight_about_what_it_counts_in_a_search() {
        let game: crate::breakthrough::Breakthrough<u64> = breadboard_testkit::game("breakthrough");
        let text = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPP1 w";
        let state = breadboard_core::Notation::read_position(&game, text).unwrap();
        let chances = softmax(&game.standing(&state));
        // The search says about 100 points for a man, and 1 in the logarithm of the odds for them.
        assert!((0.2..0.35).contains(&chances[0]), "{chances:?}");
    }

    #[test]
    fn what_a_search_found_becomes_the_chance_of_its_seat() {
        let game: crate::snipe::SnipeHunt = breadboard_testkit::game("snipe:seats=4");
        let state = breadboard_core::Rules::start(&game);
        let chances = softmax(&game.outlook(&state, &[(Seat::SECOND, Score::Share(0.7))]));
        assert!((chances[1] - 0.7).abs() < 1e-9 && (chances[0] - 0.1).abs() < 1e-9, "{chances:?}");
    }
}
