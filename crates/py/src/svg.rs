//! A picture of a position for notebooks: the text drawing with its colours, each character in a cell of its own. It works
//! for every game, also for one that is added later; a painter for each game would have to be kept in step with the games.

use std::fmt::Write as _;

const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 17.0;

/// How a run of characters is painted.
#[derive(Clone, Copy, Default, PartialEq)]
struct Paint {
    fore: Option<&'static str>,
    back: Option<&'static str>,
    bold: bool,
    dim: bool,
    inverse: bool,
}

/// Colours that can be told apart on white and on black.
const COLOURS: [&str; 8] =
    ["#24292f", "#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#8c959f"];

impl Paint {
    /// Follows one number of a control sequence.
    fn code(&mut self, code: u32) {
        match code {
            0 => *self = Paint::default(),
            1 => self.bold = true,
            2 => self.dim = true,
            7 => self.inverse = true,
            30..=37 => self.fore = Some(COLOURS[code as usize - 30]),
            39 => self.fore = None,
            40..=47 => self.back = Some(COLOURS[code as usize - 40]),
            49 => self.back = None,
            90..=97 => self.fore = Some(COLOURS[code as usize - 90]),
            100..=107 => self.back = Some(COLOURS[code as usize - 100]),
            _ => {}
        }
    }

    fn colours(self) -> (&'static str, Option<&'static str>) {
        let fore = self.fore.unwrap_or("#24292f");
        if self.inverse { (self.back.unwrap_or("#ffffff"), Some(fore)) } else { (fore, self.back) }
    }
}

/// The drawing as SVG.
pub(crate) fn of_drawing(drawing: &str) -> String {
    let (mut backs, mut texts, mut widest, mut lines) = (String::new(), String::new(), 0, 0);
    let mut paint = Paint::default();
    for (row, line) in drawing.lines().enumerate() {
        let mut column = 0;
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            if letter == '\u{1b}' {
                let codes: String = letters.by_ref().skip(1).take_while(|end| *end != 'm').collect();
                codes.split(';').for_each(|code| paint.code(code.parse().unwrap_or(0)));
                continue;
            }
            cell(&mut backs, &mut texts, row, column, letter, paint);
            column += 1;
        }
        widest = widest.max(column);
        lines = row + 1;
    }
    let (width, height) = (widest as f64 * WIDTH + 12.0, lines as f64 * HEIGHT + 12.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
         {height:.0}\"><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/><g>{backs}</g><g font-family=\"monospace\" \
         font-size=\"14\" text-anchor=\"middle\" xml:space=\"preserve\">{texts}</g></svg>"
    )
}

fn cell(backs: &mut String, texts: &mut String, row: usize, column: usize, letter: char, paint: Paint) {
    let (x, y) = (6.0 + column as f64 * WIDTH, 6.0 + row as f64 * HEIGHT);
    let (fore, back) = paint.colours();
    if let Some(back) = back {
        // Writing to a string cannot fail.
        let _ = write!(
            backs,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{back}\"/>"
        );
    }
    if letter == ' ' {
        return;
    }
    let letter = match letter {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        letter if letter.is_control() => return,
        letter => letter.to_string(),
    };
    let weight = if paint.bold { " font-weight=\"bold\"" } else { "" };
    let opacity = if paint.dim { " opacity=\"0.6\"" } else { "" };
    let (x, y) = (x + WIDTH / 2.0, y + 12.5);
    let _ = write!(texts, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fore}\"{weight}{opacity}>{letter}</text>");
}
