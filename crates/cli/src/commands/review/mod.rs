//! `breadboard review`: text on standard output, JSON, or one page that works without a network.

mod html;
mod text;
mod words;

use super::arena::interruption;
use super::replay::read;
use crate::Failure;
use crate::args::ReviewArgs;
use crate::output::Out;
use breadboard_core::Catalog;
use breadboard_games::info_of;
use breadboard_insight::review::review;
use breadboard_wire::{AnalysisLine, ReviewStep, ReviewView, TextView, ValueView};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering::Relaxed;
use words::Words;

pub(crate) fn run(args: &ReviewArgs, out: &mut Out) -> Result<(), Failure> {
    let record = read(&args.file)?;
    let named = |reason: String| Failure::Refused(format!("{}: {reason}", args.file.display()));
    let info = info_of(&record.spec).map_err(|error| named(error.to_string()))?;
    let stop = interruption()?;
    let bar = ProgressBar::new(100);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} %") {
        bar.set_style(style);
    }
    let found = review(&record, args.effort, &|| stop.load(Relaxed), &mut |view| {
        bar.set_position((100.0 * view.progress) as u64);
    });
    bar.finish_and_clear();
    let view = found.map_err(|denied| named(denied.to_string()))?;
    let view =
        view.ok_or_else(|| Failure::Interrupted("interrupted: the review is not complete".to_owned()))?;
    if args.json {
        let json = serde_json::to_string(&view).map_err(|error| named(error.to_string()))?;
        return Ok(out.line(json)?);
    }
    let code = args.language.lang().code();
    let catalog = breadboard_play::catalog(Some(info), code);
    let name = catalog.as_ref().and_then(|catalog| catalog.sentence("name")).unwrap_or(info.name);
    let report = ReviewReport { view: &view, name, code, words: Words::of(code), catalog };
    match &args.html {
        Some(file) => std::fs::write(file, html::page(&report))
            .map_err(|error| Failure::Refused(format!("{}: {error}", file.display()))),
        None => Ok(out.line(text::report(&report).trim_end())?),
    }
}

/// A review and the language to tell it in.
struct ReviewReport<'a> {
    view: &'a ReviewView,
    name: &'static str,
    code: &'static str,
    words: &'static Words,
    catalog: Option<Catalog>,
}

impl ReviewReport<'_> {
    fn sentence(&self, text: &TextView) -> String {
        let args = text.args.iter().map(|(name, value)| (name.as_ref(), value.as_str()));
        let rendered = self.catalog.as_ref().and_then(|catalog| catalog.render(&text.key, args));
        rendered.unwrap_or_else(|| text.english.clone())
    }

    fn sentences(&self, texts: &[TextView]) -> String {
        texts.iter().map(|text| self.sentence(text)).collect::<Vec<_>>().join("; ")
    }

    /// The name of a seat, or its number.
    fn seat(&self, seat: u8) -> String {
        let name = self.view.names.iter().find(|row| row.seat == seat);
        name.map_or_else(|| format!("{} {seat}", self.words.seat), |row| format!("{} ({seat})", row.name))
    }

    /// The moves of a line, one after the other.
    fn line(&self, line: &AnalysisLine) -> String {
        line.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn is_alone(&self) -> bool {
        self.view.start.points.is_some()
    }

    /// A loss, luck or rest: percentage points, or points.
    fn amount(&self, value: f64) -> String {
        // A rounded zero has no sign.
        let shown = |text: String| {
            if text.trim_start_matches('-').parse() == Ok(0.0) { "0".to_owned() } else { text }
        };
        if self.is_alone() {
            shown(format!("{value:.1}"))
        } else {
            shown(format!("{:.0}", 100.0 * value)) + " %"
        }
    }

    fn value(&self, value: &ValueView) -> String {
        match value.points {
            Some(points) => format!("{points:.1}"),
            None => {
                let chances: Vec<String> =
                    value.chances.iter().map(|chance| format!("{:.0}", 100.0 * chance)).collect();
                format!("{} %", chances.join(" : "))
            }
        }
    }

    /// What each seat chose in a step, with its mark where that says something.
    fn played(&self, step: &ReviewStep) -> String {
        let choices: Vec<String> = step
            .choices
            .iter()
            .map(|choice| format!("{}: {}", self.seat(choice.seat), choice.text))
            .collect();
        if choices.is_empty() { "*".to_owned() } else { choices.join(" | ") }
    }
}
