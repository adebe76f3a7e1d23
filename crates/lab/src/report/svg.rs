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

/// The step between the values of an axis: 1, 2 or 5 with zeros, and at most `most` steps in the range.
fn step(range: f64, most: f64) -> f64 {
    let unit = 10f64.powf((range / most).max(1e-9).log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|factor| factor * unit)
        .find(|step| range / step <= most + 1e-9)
        .unwrap_or(10.0 * unit)
}

/// The highest value of a vertical axis and the step between its values; games are counted in whole numbers.
fn height(most: f64, whole: bool) -> (f64, f64) {
    let most = if most <= 0.0 { 1.0 } else { most };
    let step = if whole { step(most, 5.0).max(1.0) } else { step(most, 5.0) };
    ((most / step - 1e-9).ceil() * step, step)
}

/// The values of a horizontal axis: the round numbers on it, or its begin if there is none.
fn across(first: f64, last: f64) -> Vec<f64> {
    let step = step(last - first, 8.0).max(1.0);
    let round = (0..10).map(|n| ((first / step).ceil() + f64::from(n)) * step);
    let values: Vec<f64> = round.take_while(|value| *value <= last).collect();
    if values.is_empty() { vec![first] } else { values }
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The frame: grid lines with their values, values of the horizontal axis at their places, and the names of both.
fn frame(out: &mut String, (top, step): (f64, f64), values: &[(f64, f64)], axes: Axes<'_>) {
    for line in 0..=(top / step).round() as u32 {
        let value = step * f64::from(line);
        let y = TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / top);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            number(value)
        );
    }
    for (x, value) in values {
        // A long number at the right edge would be cut off in the large letters of a small screen.
        let half = 6.0 * number(*value).len() as f64;
        let (x, anchor) = if x + half > WIDTH { (WIDTH, "end") } else { (*x, "middle") };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            HEIGHT - BOTTOM + 16.0,
            number(*value)
        );
    }
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
         <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">{}</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0,
        escape(axes.across),
        (HEIGHT - BOTTOM) / 2.0,
        (HEIGHT - BOTTOM) / 2.0,
        escape(axes.up)
    );
}

/// A histogram whose horizontal axis goes from `ends.0` to `ends.1`, both included, so that several can be compared.
pub(super) fn bars(
    label: &str,
    counts: &[u32],
    (from, width): (u32, u32),
    ends: (u32, u32),
    axes: Axes<'_>,
) -> String {
    let mut out = open(label, HEIGHT);
    let (top, grid) = height(counts.iter().copied().max().unwrap_or(0).into(), true);
    let (first, last) = (f64::from(ends.0), f64::from(ends.1));
    let unit = (WIDTH - LEFT - RIGHT) / (last - first + 1.0);
    let place = |value: f64| LEFT + unit * (value - first);
    let values: Vec<(f64, f64)> =
        across(first, last).into_iter().map(|value| (place(value + 0.5), value)).collect();
    frame(&mut out, (top, grid), &values, axes);
    for (index, &count) in counts.iter().enumerate() {
        let high = (HEIGHT - TOP - BOTTOM) * f64::from(count) / top;
        let low = from + width * index as u32;
        let of = if width > 1 { format!("{low}–{}", low + width - 1) } else { low.to_string() };
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\">\
             <title>{of}: {count}</title></rect>",
            place(low.into()) + 0.5,
            HEIGHT - BOTTOM - high,
            (unit * f64::from(width) - 1.0).max(0.5)
        );
    }
    out + "</svg>"
}

/// Curves over a common axis from `ends.0` to `ends.1`. Each has its own dash, so that colour is not needed.
#[must_use]
pub fn lines(label: &str, curves: &[(String, &[f64])], ends: (f64, f64), axes: Axes<'_>) -> String {
    const DASHES: [&str; 5] = ["none", "8 3", "2 3", "10 3 2 3", "16 3 4 3 4 3"];
    let mut out = open(label, HEIGHT + 22.0);
    let most = curves.iter().flat_map(|(_, values)| values.iter().copied()).fold(0.0, f64::max);
    let (top, grid) = height(most, false);
    let unit = (WIDTH - LEFT - RIGHT) / (ends.1 - ends.0).max(1.0);
    let values: Vec<(f64, f64)> =
        across(ends.0, ends.1).into_iter().map(|value| (LEFT + unit * (value - ends.0), value)).collect();
    frame(&mut out, (top, grid), &values, axes);
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

/// The left edge and the width of a spot, in columns. A field that is drawn as a single letter becomes a square, as far as its
/// neighbours leave room: a character is about twice as high as wide.
fn extent(spot: &Spot, spots: &[Spot]) -> (f64, f64) {
    let (left, wide) = (spot.column as f64, spot.width as f64);
    let missing = 2.0 * spot.height as f64 - wide;
    let beside =
        |other: &&Spot| other.line < spot.line + spot.height && spot.line < other.line + other.height;
    let gaps = spots.iter().filter(beside).filter(|other| other.column != spot.column).map(|other| {
        let (low, high) = if other.column < spot.column { (other, spot) } else { (spot, other) };
        high.column as f64 - (low.column + low.width) as f64
    });
    let more = gaps.fold(missing, f64::min).max(0.0);
    (left - more / 2.0, wide + more)
}

/// The places of a drawing, the darker the more often they are chosen; `None` if no place of the drawing was.
pub(super) fn heat(label: &str, spots: &[Spot], uses: &BTreeMap<String, f64>) -> Option<String> {
    let most = spots.iter().filter_map(|spot| uses.get(&spot.place)).copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let across: Vec<(f64, f64)> = spots.iter().map(|spot| extent(spot, spots)).collect();
    let right = across.iter().map(|(left, wide)| left + wide).fold(f64::MIN, f64::max);
    let left = across.iter().map(|(left, _)| *left).fold(f64::MAX, f64::min);
    let (first, last) =
        (spots.iter().map(|spot| spot.line).min()?, spots.iter().map(|spot| spot.line + spot.height).max()?);
    let unit = (WIDTH / (right - left).max(1.0)).min(16.0);
    let mut out = open(label, ((last - first) as f64 * unit * 2.0).ceil());
    for (spot, (column, columns)) in spots.iter().zip(across) {
        let used = uses.get(&spot.place).copied().unwrap_or(0.0);
        let (x, y) = ((column - left) * unit, (spot.line - first) as f64 * unit * 2.0);
        let (wide, high) = (columns * unit, spot.height as f64 * unit * 2.0);
        let _ = write!(
            out,
            "<rect class=\"place\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"/>\
             <rect class=\"heat\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
             fill-opacity=\"{:.3}\"><title>{}: {}</title></rect>",
            used / most,
            escape(&spot.place),
            number(used)
        );
        // The name, where there is room for it; the page hides it where it would be too small to read.
        if spot.place.chars().count() as f64 * 7.0 + 4.0 <= wide && high >= 16.0 {
            let _ = write!(
                out,
                "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + wide / 2.0,
                y + high / 2.0 + 4.0,
                escape(&spot.place)
            );
        }
    }
    Some(out + "</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_are_complete_and_escape_what_they_show() {
        let axes = Axes { across: "rounds", up: "games" };
        let plot = bars("a <b>", &[1, 4, 2], (5, 2), (5, 30), axes);
        assert!(plot.starts_with("<svg") && plot.ends_with("</svg>") && plot.contains("a &lt;b&gt;"));
        assert_eq!(plot.matches("class=\"bar\"").count(), 3);
        let plot = lines("two", &[("a&b".to_owned(), &[1.0, 2.0]), ("c".to_owned(), &[])], (1.0, 2.0), axes);
        assert!(plot.matches("<polyline").count() == 2 && plot.contains("a&amp;b"));
        assert!(!plot.contains("NaN") && !plot.contains("inf"));
        let spots = [Spot::new("e4", 3, 2, 2)];
        let uses = BTreeMap::from([("e4".to_owned(), 0.5)]);
        assert!(heat("places", &spots, &uses).unwrap().contains("<title>e4: 0.5</title>"));
        assert_eq!(heat("places", &spots, &BTreeMap::new()), None);
    }

    #[test]
    fn axes_have_round_values_and_no_half_games() {
        let of_games = [0.0, 1.0, 3.0, 7.0, 28.0, 97.0].map(|most| height(most, true));
        assert_eq!(of_games, [(1.0, 1.0), (1.0, 1.0), (3.0, 1.0), (8.0, 2.0), (30.0, 10.0), (100.0, 20.0)]);
        assert_eq!(height(1.0, false), (1.0, 0.2));
        assert_eq!(across(7.0, 42.0), [10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert_eq!(across(1.0, 86.0), [20.0, 40.0, 60.0, 80.0]);
        assert_eq!((across(15.0, 15.0), across(0.0, 90.0).len()), (vec![15.0], 5));
    }

    #[test]
    fn histograms_on_one_axis_can_be_compared() {
        let axes = Axes { across: "rounds", up: "games" };
        let left = |plot: &str| {
            let bar = plot.split("class=\"bar\" x=\"").nth(1).unwrap();
            bar.split('"').next().unwrap().parse::<f64>().unwrap()
        };
        let (early, late) =
            (bars("a", &[1], (10, 1), (10, 19), axes), bars("b", &[1], (15, 1), (10, 19), axes));
        let middle = LEFT + (WIDTH - LEFT - RIGHT) / 2.0;
        assert!((left(&early) - LEFT).abs() < 1.0 && (left(&late) - middle).abs() < 1.0);
    }

    #[test]
    fn a_field_of_one_letter_is_a_square_with_its_name_and_overlaps_no_other() {
        let row = [Spot::new("a1", 0, 0, 1), Spot::new("b1", 0, 2, 1), Spot::new("c1", 0, 4, 1)];
        assert_eq!(extent(&row[1], &row), (1.5, 2.0));
        let tight = [Spot::new("a1", 0, 0, 1), Spot::new("b1", 0, 1, 1)];
        assert_eq!(extent(&tight[0], &tight), (0.0, 1.0));
        let wide = [Spot::new("a1", 0, 0, 6)];
        assert_eq!(extent(&wide[0], &wide), (0.0, 6.0));
        let map = heat("places", &row, &BTreeMap::from([("b1".to_owned(), 2.0)])).unwrap();
        assert!(map.contains(">b1</text>") && map.contains("width=\"32.0\" height=\"32.0\""), "{map}");
    }
}
