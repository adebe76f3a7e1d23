//! A review as one page without scripts, fonts or pictures from elsewhere, in the style of the design report.

use super::ReviewReport;
use breadboard_lab::{Axes, STYLE, escape, lines};
use breadboard_wire::MoveMark;
use std::fmt::Write as _;

pub(super) fn page(report: &ReviewReport<'_>) -> String {
    let ReviewReport { view, words, code, .. } = report;
    let title = format!("{}: {}", words.title, report.name);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style></head><body><main><h1>{0}</h1><p><code>{1}</code></p>",
        escape(&title),
        escape(&view.spec)
    );
    players(&mut out, report);
    graph(&mut out, report);
    reasons(&mut out, report);
    events(&mut out, report);
    out + "</main></body></html>\n"
}

fn players(out: &mut String, report: &ReviewReport<'_>) {
    let ReviewReport { view, words, .. } = report;
    let heads = [words.seat, words.accuracy, words.luck, words.choices]
        .into_iter()
        .chain(words.marks)
        .map(|head| format!("<th scope=\"col\">{}</th>", escape(head)));
    begin(out, words.players, &heads.collect::<String>());
    for player in &view.players {
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{:.0} %</td><td>{}</td><td>{}</td>",
            escape(&report.seat(player.seat)),
            player.accuracy,
            report.amount(player.luck),
            report.amount(player.skill)
        );
        for mark in MoveMark::ALL {
            let count = player.marks.iter().find(|row| row.mark == mark).map_or(0, |row| row.count);
            let _ = write!(out, "<td>{count}</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    let _ = write!(out, "<p>{}: {}</p>", escape(words.residual), report.amount(view.residual));
}

fn graph(out: &mut String, report: &ReviewReport<'_>) {
    let ReviewReport { view, words, .. } = report;
    let values = || std::iter::once(&view.start).chain(view.steps.iter().map(|step| &step.value));
    let seats = view.start.chances.len().max(1);
    let curves: Vec<(String, Vec<f64>)> = (0..seats)
        .map(|seat| {
            let one = values().map(|value| value.points.unwrap_or_else(|| 100.0 * value.chances[seat]));
            (report.seat(seat as u8 + 1), one.collect())
        })
        .collect();
    let curves: Vec<(String, &[f64])> =
        curves.iter().map(|(name, values)| (name.clone(), values.as_slice())).collect();
    let up = if report.is_alone() { words.points.to_owned() } else { format!("{} (%)", words.chance) };
    let axes = Axes { across: words.event, up: &up };
    let svg = lines(words.over_time, &curves, (0.0, view.steps.len() as f64), axes);
    let moments: Vec<String> = view.key_moments.iter().map(ToString::to_string).collect();
    let _ = write!(
        out,
        "<h2>{0}</h2><figure>{svg}<figcaption>{0}; {1}: {2}</figcaption></figure>",
        escape(words.over_time),
        escape(words.key_moments),
        if moments.is_empty() { "–".to_owned() } else { moments.join(", ") }
    );
}

fn reasons(out: &mut String, report: &ReviewReport<'_>) {
    let ReviewReport { view, words, .. } = report;
    let _ = write!(out, "<h2>{}</h2><dl>", escape(words.reasons));
    for step in &view.steps {
        for choice in step.choices.iter().filter(|choice| choice.mark >= MoveMark::Inaccuracy) {
            let _ = write!(
                out,
                "<dt>{} {}: {}, {} – {}</dt><dd>{}</dd>",
                escape(words.event),
                step.step,
                escape(&report.seat(choice.seat)),
                escape(&choice.text),
                escape(words.mark(choice.mark)),
                escape(&report.sentences(&choice.why))
            );
            for (name, line) in [(words.better, &choice.better), (words.after, &choice.refutation)] {
                if let Some(line) = line {
                    let _ = write!(out, "<dd>{}: {}</dd>", escape(name), escape(&report.line(line)));
                }
            }
        }
    }
    out.push_str("</dl>");
}

fn events(out: &mut String, report: &ReviewReport<'_>) {
    let ReviewReport { view, words, .. } = report;
    let heads = [words.event, words.choices, words.value, words.mark, words.loss, words.luck]
        .map(|head| format!("<th scope=\"col\">{}</th>", escape(head)));
    begin(out, words.over_time, &heads.concat());
    for step in &view.steps {
        let marks: Vec<&str> = step.choices.iter().map(|choice| words.mark(choice.mark)).collect();
        let losses: Vec<String> = step.choices.iter().map(|choice| report.amount(choice.loss)).collect();
        let luck: Vec<String> = step.luck.iter().map(|luck| report.amount(*luck)).collect();
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            step.step,
            escape(&report.played(step)),
            report.value(&step.value),
            escape(&marks.join(", ")),
            losses.join(", "),
            luck.join(", ")
        );
    }
    out.push_str("</tbody></table></div>");
}

/// Opens a table that scrolls by itself, with its caption and heads.
fn begin(out: &mut String, caption: &str, heads: &str) {
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>{heads}\
         </tr></thead><tbody>",
        escape(caption)
    );
}
