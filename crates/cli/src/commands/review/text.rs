//! A review as text for a terminal.

use super::Telling;
use breadboard_wire::MoveMark;
use std::fmt::Write as _;

pub(super) fn report(telling: &Telling<'_>) -> String {
    let Telling { view, words, .. } = telling;
    let mut out = format!("{}: {} ({})\n\n", words.title, telling.name, view.spec);
    for step in &view.steps {
        let marks: Vec<&str> = step
            .choices
            .iter()
            .filter(|choice| choice.mark >= MoveMark::Inaccuracy)
            .map(|choice| words.mark(choice.mark))
            .collect();
        let luck = step.luck.first().map(|luck| format!("{} {}", words.luck, telling.amount(*luck)));
        let notes: Vec<String> = marks.into_iter().map(str::to_owned).chain(luck).collect();
        let key = if view.key_moments.contains(&step.step) { "!" } else { " " };
        let _ = writeln!(
            out,
            "{:>4}{key} {:<28} {:<16} {}",
            step.step,
            telling.played(step),
            telling.value(&step.value),
            notes.join(", ")
        );
        for choice in step.choices.iter().filter(|choice| choice.mark >= MoveMark::Inaccuracy) {
            let _ = writeln!(out, "        {}", telling.sentences(&choice.why));
            for (name, line) in [(words.better, &choice.better), (words.after, &choice.refutation)] {
                if let Some(line) = line {
                    let _ = writeln!(out, "        {name}: {}", telling.line(line));
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
            telling.seat(player.seat),
            words.accuracy,
            player.accuracy,
            words.luck,
            telling.amount(player.luck),
            words.choices,
            telling.amount(player.skill),
            marks.join(", ")
        );
    }
    let _ = writeln!(out, "{}: {}", words.residual, telling.amount(view.residual));
    out
}
