//! The report for a terminal, and the comparison of a sweep.

use super::DesignReport;
use super::metrics::Mirror;
use super::numbers::{Mean, Portion};
use serde::Serialize;
use std::fmt;

/// One figure of a sweep at one level.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Comparison {
    pub(super) level: String,
    pub(super) figure: String,
    /// By value, in the order of the sweep; 0 for an end that never happens.
    pub(super) means: Vec<f64>,
    /// Whether it differs from the first value, with an error of 1 %.
    pub(super) differs: Vec<bool>,
}

/// Compares the values of a sweep with the first of them.
pub(super) fn comparison(report: &DesignReport) -> Vec<Comparison> {
    let Some(first) = report.variants.first() else { return Vec::new() };
    let mut rows: Vec<Comparison> = Vec::new();
    for (level, mirror) in first.figures.mirrors.iter().enumerate() {
        let mirrors: Vec<&Mirror> =
            report.variants.iter().filter_map(|variant| variant.figures.mirrors.get(level)).collect();
        let mut figures: Vec<&String> = Vec::new();
        for (figure, _) in mirrors.iter().flat_map(|mirror| &mirror.compared) {
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        for figure in figures {
            let mean = |mirror: &&Mirror| {
                let found = mirror.compared.iter().find(|(name, _)| name == figure).map(|(_, mean)| *mean);
                // An end that never happened is a share of nothing in all games.
                found.unwrap_or_else(|| Mean::of(&vec![0.0; mirror.games]))
            };
            let means: Vec<Mean> = mirrors.iter().map(mean).collect();
            rows.push(Comparison {
                level: mirror.level.clone(),
                figure: report.label(figure).to_owned(),
                differs: means.iter().map(|mean| mean.differs(&means[0])).collect(),
                means: means.iter().map(|mean| mean.mean).collect(),
            });
        }
    }
    rows
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A share in per cent with its interval.
pub(super) fn interval(portion: &Portion) -> String {
    if portion.of == 0 {
        return "–".to_owned();
    }
    format!("{:.0} % ({:.0}–{:.0})", portion.mean * 100.0, portion.low * 100.0, portion.high * 100.0)
}

impl fmt::Display for DesignReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for variant in &self.variants {
            let figures = &variant.figures;
            writeln!(f, "{}", figures.spec)?;
            writeln!(
                f,
                "  level   games  rounds (p10–p90)   draws          seat 1         passed  forced  back"
            )?;
            for mirror in &figures.mirrors {
                let rounds =
                    format!("{} ({}–{})", mirror.rounds.median, mirror.rounds.p10, mirror.rounds.p90);
                let seat = mirror.seats.first().filter(|_| mirror.seats.len() > 1);
                writeln!(
                    f,
                    "  {:7} {:5}  {rounds:16}  {:14} {:14} {:>6}  {:>6}  {:>4}",
                    mirror.level,
                    mirror.games,
                    interval(&mirror.draws),
                    seat.map_or("–".to_owned(), interval),
                    percent(mirror.passed.mean),
                    percent(mirror.forced.mean),
                    percent(mirror.back.mean),
                )?;
                for (cause, share) in &mirror.ends {
                    writeln!(f, "          {:14} {}", interval(share), self.label(cause))?;
                }
                for (duty, share) in &mirror.undone {
                    let left = format!("{:.1} %", 100.0 * share.mean);
                    writeln!(f, "          {left:14} of {} turns forget {}", share.of, self.label(duty))?;
                }
            }
            for meeting in figures.neighbours.iter().chain(&figures.range) {
                writeln!(f, "  {} against {}: {}", meeting.upper, meeting.lower, interval(&meeting.share))?;
            }
            if let Some(luck) = &figures.luck {
                write!(f, "  of the result, ")?;
                if let Some(part) = luck.level_part {
                    let level = percent(part);
                    write!(f, "the level explains {level} between the weakest and the strongest, and ")?;
                }
                writeln!(f, "equal dice and cards {} between equals", percent(luck.chance))?;
            }
        }
        for row in self.comparison().iter().filter(|row| row.differs.contains(&true)) {
            writeln!(f, "  {}: {} differs: {:?}", row.level, row.figure, row.means)?;
        }
        Ok(())
    }
}
