//! Static plots as SVG, written by hand: bars, lines and a map of places. A plotting library would be larger than the
//! report, and a script would not print. Colours are classes of the page, so that light and dark both work.

use breadboard_core::Spot;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The size of a plot and its margins.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;

/// Text that is safe between tags and in attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The names of the axes.
#[derive(Clone, Copy, Debug)]
pub struct Axes<'a> {
    /// The horizontal one.
    pub across: &'a str,
    /// The vertical one.
    pub up: &'a str,
}

fn open(label: &str, height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", escape(label))
}

/// A round number not below a value.
fn ceiling(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let unit = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * unit)
        .find(|top| *top >= value)
        .unwrap_or(value)
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The frame: grid lines with their values, the ends of the horizontal axis, and the names of both.
fn frame(out: &mut String, top: f64, (first, last): (f64, f64), axes: Axes<'_>) {
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        let y = TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            number(top * share)
        );
    }
    let base = HEIGHT - BOTTOM + 16.0;
    let _ = write!(
        out,
        "<text x=\"{LEFT}\" y=\"{base}\">{}</text><text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
         <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">{}</text>",
        number(first),
        WIDTH - RIGHT,
        number(last),
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0,
        escape(axes.across),
        (HEIGHT - BOTTOM) / 2.0,
        (HEIGHT - BOTTOM) / 2.0,
        escape(axes.up)
    );
}

/// A histogram.
pub(super) fn bars(label: &str, counts: &[u32], from: u32, width: u32, axes: Axes<'_>) -> String {
    let mut out = open(label, HEIGHT);
    let top = ceiling(counts.iter().copied().max().unwrap_or(0).into());
    let end = from + width * counts.len() as u32 - 1;
    frame(&mut out, top, (from.into(), end.into()), axes);
    let step = (WIDTH - LEFT - RIGHT) / counts.len().max(1) as f64;
    for (index, &count) in counts.iter().enumerate() {
        let high = (HEIGHT - TOP - BOTTOM) * f64::from(count) / top;
        let low = from + width * index as u32;
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"><title>{}–{}: {count}</title></rect>",
            LEFT + step * index as f64 + 0.5,
            HEIGHT - BOTTOM - high,
            (step - 1.0).max(0.5),
            low,
            low + width - 1
        );
    }
    out + "</svg>"
}

/// Curves over a common axis from `ends.0` to `ends.1`. Each has its own dash, so that colour is not needed.
#[must_use]
pub fn lines(label: &str, curves: &[(String, &[f64])], ends: (f64, f64), axes: Axes<'_>) -> String {
    const DASHES: [&str; 5] = ["none", "8 3", "2 3", "10 3 2 3", "1 5"];
    let mut out = open(label, HEIGHT + 22.0);
    let most = curves.iter().flat_map(|(_, values)| values.iter().copied()).fold(0.0, f64::max);
    let top = ceiling(most);
    frame(&mut out, top, ends, axes);
    let longest = curves.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    let step = (WIDTH - LEFT - RIGHT) / (longest - 1) as f64;
    for (index, (name, values)) in curves.iter().enumerate() {
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(at, value)| {
                let y = TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value.max(0.0) / top);
                format!("{:.1},{y:.1}", LEFT + step * at as f64)
            })
            .collect();
        let (dash, x) = (DASHES[index % DASHES.len()], LEFT + 110.0 * index as f64);
        let y = HEIGHT + 12.0;
        let _ = write!(
            out,
            "<polyline class=\"curve c{}\" stroke-dasharray=\"{dash}\" points=\"{}\"/>\
             <line class=\"curve c{}\" stroke-dasharray=\"{dash}\" x1=\"{x}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            index % 5,
            points.join(" "),
            index % 5,
            x + 28.0,
            x + 34.0,
            y + 4.0,
            escape(name)
        );
    }
    out + "</svg>"
}

/// The places of a drawing, the darker the more often they are chosen; `None` if no place of the drawing was.
pub(super) fn heat(label: &str, spots: &[Spot], uses: &BTreeMap<String, f64>) -> Option<String> {
    let most = spots.iter().filter_map(|spot| uses.get(&spot.place)).copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let right = spots.iter().map(|spot| spot.column + spot.width).max()?;
    let left = spots.iter().map(|spot| spot.column).min()?;
    let (first, last) =
        (spots.iter().map(|spot| spot.line).min()?, spots.iter().map(|spot| spot.line + spot.height).max()?);
    // A character is about twice as high as wide.
    let unit = (WIDTH / (right - left).max(1) as f64).min(16.0);
    let mut out = open(label, ((last - first) as f64 * unit * 2.0).ceil());
    for spot in spots {
        let used = uses.get(&spot.place).copied().unwrap_or(0.0);
        let (x, y) = ((spot.column - left) as f64 * unit, (spot.line - first) as f64 * unit * 2.0);
        let (wide, high) = (spot.width as f64 * unit, spot.height as f64 * unit * 2.0);
        let _ = write!(
            out,
            "<rect class=\"place\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"/>\
             <rect class=\"heat\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
             fill-opacity=\"{:.3}\"><title>{}: {}</title></rect>",
            used / most,
            escape(&spot.place),
            number(used)
        );
    }
    Some(out + "</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_are_complete_and_escape_what_they_show() {
        let axes = Axes { across: "rounds", up: "games" };
        let plot = bars("a <b>", &[1, 4, 2], 5, 2, axes);
        assert!(plot.starts_with("<svg") && plot.ends_with("</svg>") && plot.contains("a &lt;b&gt;"));
        assert_eq!(plot.matches("class=\"bar\"").count(), 3);
        let plot = lines("two", &[("a&b".to_owned(), &[1.0, 2.0]), ("c".to_owned(), &[])], (1.0, 2.0), axes);
        assert!(plot.matches("<polyline").count() == 2 && plot.contains("a&amp;b"));
        assert!(!plot.contains("NaN") && !plot.contains("inf"));
        let spots = [Spot::new("e4", 3, 2, 2)];
        let uses = BTreeMap::from([("e4".to_owned(), 0.5)]);
        assert!(heat("places", &spots, &uses).unwrap().contains("<title>e4: 0.5</title>"));
        assert_eq!(heat("places", &spots, &BTreeMap::new()), None);
        assert_eq!([0.0, 0.3, 7.0, 24.0, 251.0].map(ceiling), [1.0, 0.5, 10.0, 25.0, 500.0]);
    }
}
