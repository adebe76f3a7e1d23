//! A review as text for a terminal.

use super::ReviewReport;
use breadboard_wire::MoveMark;
use std::fmt::Write as _;

pub(super) fn report(report: &ReviewReport<'_>) -> String {
    let ReviewReport { view, words, .. } = report;
    let mut out = format!("{}: {} ({})\n\n", words.title, report.name, view.spec);
    for step in &view.steps {
        let marks: Vec<&str> = step
            .choices
            .iter()
            .filter(|choice| choice.mark >= MoveMark::Inaccuracy)
            .map(|choice| words.mark(choice.mark))
            .collect();
        let luck = step.luck.first().map(|luck| format!("{} {}", words.luck, report.amount(*luck)));
        let notes: Vec<String> = marks.into_iter().map(str::to_owned).chain(luck).collect();
        let key = if view.key_moments.contains(&step.step) { "!" } else { " " };
        let _ = writeln!(
            out,
            "{:>4}{key} {:<28} {:<16} {}",
            step.step,
            report.played(step),
            report.value(&step.value),
            notes.join(", ")
        );
        for choice in step.choices.iter().filter(|choice| choice.mark >= MoveMark::Inaccuracy) {
            let _ = writeln!(out, "        {}", report.sentences(&choice.why));
            for (name, line) in [(words.better, &choice.better), (words.after, &choice.refutation)] {
                if let Some(line) = line {
                    let _ = writeln!(out, "        {name}: {}", report.line(line));
                }
            }
        }
    }
    out.push('\n');
    for player in &view.players {
        let marks: Vec<String> =
            player.marks.iter().map(|row| format!("{} {}", row.count, words.mark(row.mark))).collect();
        let _ = writeln!(
            out,
            "{}: {} {:.0} %, {} {}, {} {}; {}",
            report.seat(player.seat),
            words.accuracy,
            player.accuracy,
            words.luck,
            report.amount(player.luck),
            words.choices,
            report.amount(player.skill),
            marks.join(", ")
        );
    }
    let _ = writeln!(out, "{}: {}", words.residual, report.amount(view.residual));
    out
}
