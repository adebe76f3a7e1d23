//! The constants that are fitted to played games: how a search's score becomes a chance to win, and from which loss on a
//! choice gets which mark. They stand in `fitted.txt` of each game's folder, which `breadboard calibrate` writes.
//!
//! The chance is a softmax of the seats' log-odds times a scale, with a bias for the seat that chooses. A curve with many
//! parameters needs more games than a small machine can play, and two are enough where the search's own unit is odds already.
//! In a game whose first rounds decide little the scale grows with the progress of the game: one scale for all of it would
//! be too steep at the start and too flat at the end.

use breadboard_games::{Bots, softmax};
use breadboard_wire::MoveMark;
use std::fmt;

/// How an outlook becomes chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// What is added to the log-odds of the seat that chooses.
    pub bias: f64,
    /// What the log-odds are multiplied with at the start of a game.
    pub scale: f64,
    /// How much the logarithm of the scale grows from the start of a game to its end, by [`Bots::progress`].
    pub growth: f64,
}

impl Curve {
    /// Takes an outlook as it is.
    pub const PLAIN: Curve = Curve { bias: 0.0, scale: 1.0, growth: 0.0 };

    /// The curve at a moment of a game, from 0 at its start to 1 at its end. It does not grow any more.
    #[must_use]
    pub fn at(self, progress: f64) -> Curve {
        let scale = self.scale * (self.growth * progress.clamp(0.0, 1.0)).exp();
        Curve { scale, growth: 0.0, ..self }
    }

    /// The chances of all seats at the start of a game; `chooser` is the index of the seat that chooses, if one does.
    #[must_use]
    pub fn chances(self, outlook: &[f64], chooser: Option<usize>) -> Vec<f64> {
        let odds = |(index, value): (usize, &f64)| {
            self.scale * value + if Some(index) == chooser { self.bias } else { 0.0 }
        };
        softmax(&outlook.iter().enumerate().map(odds).collect::<Vec<f64>>())
    }
}

/// The least losses that are an inaccuracy, a mistake and a blunder: in winning chance from 0 to 1, or in points where one
/// seat plays alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// An inaccuracy.
    pub inaccuracy: f64,
    /// A mistake.
    pub mistake: f64,
    /// A blunder.
    pub blunder: f64,
}

impl Marks {
    const BETWEEN_RIVALS: Marks = Marks { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };
    const ALONE: Marks = Marks { inaccuracy: 1.0, mistake: 2.5, blunder: 5.0 };

    /// The mark of a choice that was not forced.
    #[must_use]
    pub fn of(&self, loss: f64) -> MoveMark {
        match loss {
            loss if loss >= self.blunder => MoveMark::Blunder,
            loss if loss >= self.mistake => MoveMark::Mistake,
            loss if loss >= self.inaccuracy => MoveMark::Inaccuracy,
            loss if loss >= self.inaccuracy / 5.0 => MoveMark::Good,
            _ => MoveMark::Best,
        }
    }

    /// How accurate a choice is, from 0 to 100: a mistake is half as accurate as the best move, two of them a quarter.
    #[must_use]
    pub fn accuracy(&self, loss: f64) -> f64 {
        100.0 * 0.5f64.powf(loss.max(0.0) / self.mistake)
    }
}

/// The constants of one game with a number of seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// For positions that were not searched.
    pub still: Curve,
    /// For the scores of searches.
    pub search: Curve,
    /// The least losses of each mark.
    pub marks: Marks,
}

impl Fitted {
    /// What is known before anything is fitted.
    #[must_use]
    pub const fn unfitted(seats: u8) -> Fitted {
        let marks = if seats == 1 { Marks::ALONE } else { Marks::BETWEEN_RIVALS };
        Fitted { still: Curve::PLAIN, search: Curve::PLAIN, marks }
    }

    /// The constants of a game; for a number of seats that was not fitted those of the nearest.
    #[must_use]
    pub fn of<G: Bots>(game: &G) -> Fitted {
        Fitted::read(G::FITTED, game.seats())
    }

    /// Reads what `Display` writes for several numbers of seats; lines that it does not know are passed over.
    #[must_use]
    pub fn read(text: &str, seats: u8) -> Fitted {
        let mut fitted = Fitted::unfitted(seats);
        let rows: Vec<(u8, Vec<&str>)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("seats "))
            .filter_map(|line| {
                let mut words = line.split_whitespace();
                Some((words.next()?.parse().ok()?, words.collect()))
            })
            .filter(|(row, _): &(u8, _)| (*row == 1) == (seats == 1))
            .collect();
        let Some(nearest) = rows.iter().map(|(row, _)| *row).min_by_key(|row| row.abs_diff(seats)) else {
            return fitted;
        };
        for (_, words) in rows.iter().filter(|(row, _)| *row == nearest) {
            let numbers: Vec<f64> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
            // A curve that does not grow is written with two numbers.
            let growth = numbers.get(2).copied().unwrap_or(0.0);
            match (words.first().copied(), &numbers[..]) {
                (Some("still"), &[bias, scale] | &[bias, scale, _]) => {
                    fitted.still = Curve { bias, scale, growth };
                }
                (Some("search"), &[bias, scale] | &[bias, scale, _]) => {
                    fitted.search = Curve { bias, scale, growth };
                }
                (Some("marks"), &[inaccuracy, mistake, blunder]) => {
                    fitted.marks = Marks { inaccuracy, mistake, blunder };
                }
                _ => {}
            }
        }
        fitted
    }

    /// The lines of the file for a number of seats.
    #[must_use]
    pub fn lines(&self, seats: u8) -> String {
        let curve = |name: &str, Curve { bias, scale, growth }: Curve| {
            let growth = if growth == 0.0 { String::new() } else { format!(" {growth:.4}") };
            format!("seats {seats} {name} {bias:.4} {scale:.5}{growth}\n")
        };
        let Marks { inaccuracy, mistake, blunder } = self.marks;
        let curves = if seats == 1 {
            String::new()
        } else {
            curve("still", self.still) + &curve("search", self.search)
        };
        curves + &format!("seats {seats} marks {inaccuracy:.3} {mistake:.3} {blunder:.3}\n")
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Curve { bias, scale, growth } = self;
        write!(f, "bias {bias:.3}, scale {scale:.4}")?;
        if *growth != 0.0 {
            write!(f, " at the start of a game, {:.4} at its end", self.at(1.0).scale)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_reverses_writing_and_takes_the_nearest_number_of_seats() {
        let [two, four] = [0.25, 0.75].map(|scale| Fitted {
            still: Curve { bias: 0.5, scale, growth: 0.0 },
            search: Curve { bias: -0.125, scale, growth: 2.0 * scale },
            marks: Marks { inaccuracy: 0.04, mistake: 0.1, blunder: scale },
        });
        let text = format!("# how\n{}{}", two.lines(2), four.lines(4));
        assert_eq!(Fitted::read(&text, 2), two);
        assert_eq!(Fitted::read(&text, 4), four);
        assert_eq!(Fitted::read(&text, 7), four);
        assert_eq!(Fitted::read(&text, 1), Fitted::unfitted(1));
        assert_eq!(Fitted::read("", 2), Fitted::unfitted(2));
    }

    #[test]
    fn a_curve_grows_steeper_with_the_progress_of_a_game() {
        let curve = Curve { bias: 0.1, scale: 0.5, growth: 4f64.ln() };
        assert!((curve.at(0.5).scale - 1.0).abs() < 1e-9 && (curve.at(1.0).scale - 2.0).abs() < 1e-9);
        // Nothing is later than the end.
        assert_eq!(curve.at(7.0), curve.at(1.0));
        let chance = |progress: f64| curve.at(progress).chances(&[1.0, 0.0], None)[0];
        assert!(chance(0.0) < chance(0.5) && chance(0.5) < chance(1.0));
    }

    #[test]
    fn marks_rise_with_the_loss_and_accuracy_falls() {
        let marks = Marks::BETWEEN_RIVALS;
        let given: Vec<MoveMark> = [0.0, 0.02, 0.06, 0.15, 0.4].map(|loss| marks.of(loss)).to_vec();
        assert!(given.windows(2).all(|pair| pair[0] < pair[1]), "{given:?}");
        assert!((marks.accuracy(0.1) - 50.0).abs() < 1e-9 && marks.accuracy(0.0) == 100.0);
    }
}
