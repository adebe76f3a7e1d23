//! Renders the rules pages in a terminal: headings, lists, tables, code and wrapped paragraphs. A Markdown library would
//! be large for pages that use only these elements.

const BOLD: &str = "\u{1b}[1m";
const SLANTED: &str = "\u{1b}[3m";
const TITLE: &str = "\u{1b}[1;4m";
const CODE: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";

/// Renders a page in `width` columns.
#[must_use]
pub fn render(page: &str, width: u16, color: bool) -> String {
    let width = usize::from(width.clamp(30, 100));
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")) {
                out.push_str(&format!("    {}\n", paint(code, CODE, color)));
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            table(&rows, width, color, &mut out);
        } else if line.starts_with('#') {
            let style = if line.starts_with("# ") { TITLE } else { BOLD };
            out.push_str(&format!("{}\n", paint(line.trim_start_matches('#').trim(), style, color)));
        } else if line.trim().is_empty() {
            out.push('\n');
        } else {
            let quoted = line.starts_with('>');
            let (lead, text, hang) =
                if quoted { ("│ ".to_owned(), unquoted(line), 2) } else { marker(line) };
            let mut paragraph = text.to_owned();
            while let Some(more) = lines.next_if(|next| continues(next) && next.starts_with('>') == quoted) {
                paragraph.push(' ');
                paragraph.push_str(unquoted(more));
            }
            for (i, row) in wrap(&paragraph, width.saturating_sub(hang)).iter().enumerate() {
                let indent = if i == 0 || quoted { lead.clone() } else { " ".repeat(hang) };
                out.push_str(&format!("{indent}{}\n", spans(row, color)));
            }
        }
    }
    out
}

/// A line without the mark of a quotation.
fn unquoted(line: &str) -> &str {
    line.strip_prefix('>').unwrap_or(line).trim()
}

/// A list item's mark, its text, and how far its further lines are indented.
fn marker(line: &str) -> (String, &str, usize) {
    let indent = line.len() - line.trim_start().len();
    let text = line.trim_start();
    if let Some(item) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        return (format!("{}• ", " ".repeat(indent)), item, indent + 2);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0
        && let Some(item) = text[digits..].strip_prefix(". ")
    {
        return (format!("{}{}. ", " ".repeat(indent), &text[..digits]), item, indent + digits + 2);
    }
    (" ".repeat(indent), text, indent)
}

fn continues(line: &str) -> bool {
    let text = line.trim_start();
    let listed =
        text.starts_with("- ") || text.starts_with("* ") || text.starts_with(|c: char| c.is_ascii_digit());
    !text.is_empty() && !listed && !text.starts_with(['#', '|']) && !text.starts_with("```")
}

fn paint(text: &str, style: &str, color: bool) -> String {
    if color && !text.is_empty() { format!("{style}{text}{PLAIN}") } else { text.to_owned() }
}

/// A character and how it is shown: emphasis may go over several lines, so it belongs to the characters.
type Shown = (char, Style);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Bold,
    Slanted,
    Code,
}

/// The characters of a text without the marks of `**bold**`, `*slanted*` and `` `code` ``. A star between blanks, or
/// without a second one, is a star.
fn styled(text: &str) -> Vec<Shown> {
    let chars: Vec<char> = labels(text).chars().collect();
    let (mut bold, mut slanted, mut code) = (false, false, false);
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        let before = at.checked_sub(1).map_or(' ', |at| chars[at]);
        at += 1;
        match c {
            '`' => code = !code,
            '*' if !code && next == '*' => {
                bold = !bold;
                at += 1;
            }
            '*' if !code && slanted && before != ' ' => slanted = false,
            '*' if !code && !slanted && next != ' ' && chars[at..].contains(&'*') => slanted = true,
            c => shown.push((
                c,
                match (code, bold, slanted) {
                    (true, ..) => Style::Code,
                    (_, true, _) => Style::Bold,
                    (_, _, true) => Style::Slanted,
                    _ => Style::Plain,
                },
            )),
        }
    }
    shown
}

/// A text with the labels of its links only: a terminal cannot follow them.
fn labels(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, link) = rest.split_at(open);
        out.push_str(before);
        let target = link.find("](").filter(|at| !link[1..*at].contains('['));
        let end = target.and_then(|at| Some((at, at + link[at..].find(')')?)));
        rest = match end {
            Some((at, end)) => {
                out.push_str(&link[1..at]);
                &link[end + 1..]
            }
            None => {
                out.push('[');
                &link[1..]
            }
        };
    }
    out + rest
}

/// Wraps a text at blanks.
fn wrap(text: &str, width: usize) -> Vec<Vec<Shown>> {
    let shown = styled(text);
    let mut rows: Vec<Vec<Shown>> = vec![Vec::new()];
    let words = shown.split(|(c, _)| c.is_whitespace()).filter(|word| !word.is_empty());
    for word in words {
        let row = rows.last_mut().expect("there is always a row");
        if row.is_empty() {
            row.extend_from_slice(word);
        } else if row.len() + 1 + word.len() > width {
            rows.push(word.to_vec());
        } else {
            let same = row.last().map(|(_, style)| *style).filter(|style| *style == word[0].1);
            row.push((' ', same.unwrap_or(Style::Plain)));
            row.extend_from_slice(word);
        }
    }
    rows
}

/// A row with its styles.
fn spans(row: &[Shown], color: bool) -> String {
    let mut out = String::new();
    for run in row.chunk_by(|(_, a), (_, b)| a == b) {
        let text: String = run.iter().map(|(c, _)| c).collect();
        out.push_str(&match run[0].1 {
            Style::Plain => text,
            Style::Bold => paint(&text, BOLD, color),
            Style::Slanted => paint(&text, SLANTED, color),
            Style::Code => paint(&text, CODE, color),
        });
    }
    out
}

fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A table whose columns are as wide as their text; cells that do not fit are wrapped.
fn table(rows: &[Vec<String>], width: usize, color: bool, out: &mut String) {
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let bare = |cell: &String| styled(cell).len();
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(bare).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    // The widest columns shrink first.
    let spare = width.saturating_sub(2 * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > spare && widths.iter().any(|&w| w > 8) {
        if let Some(widest) = widths.iter_mut().max() {
            *widest -= 1;
        }
    }
    for (i, row) in rows.iter().enumerate() {
        let wrapped: Vec<Vec<Vec<Shown>>> =
            (0..columns).map(|c| wrap(row.get(c).map_or("", String::as_str), widths[c].max(1))).collect();
        for line in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let mut text = String::new();
            for (column, cell) in wrapped.iter().enumerate() {
                let part = cell.get(line).map_or(&[][..], Vec::as_slice);
                let shown = if i == 0 { paint(&spans(part, false), BOLD, color) } else { spans(part, color) };
                text.push_str(&shown);
                if column + 1 < columns {
                    text.push_str(&" ".repeat((widths[column] + 2).saturating_sub(part.len())));
                }
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        if i == 0 {
            out.push_str(&format!(
                "{}\n",
                "─".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1))
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn links_are_shown_by_their_labels() {
        let page = "See [the report](../report.html), [a list] and a[1](2.";
        assert_eq!(render(page, 80, false), "See the report, [a list] and a[1](2.\n");
    }

    #[test]
    fn pages_stay_within_their_columns_and_lose_no_word() {
        for game in breadboard_games::GAMES {
            for width in [40, 80] {
                let shown = render(game.info.rules, width, false);
                let widest = shown
                    .lines()
                    .filter(|line| !line.starts_with("    "))
                    .map(|line| line.chars().count())
                    .max();
                assert!(widest.unwrap_or(0) <= usize::from(width) + 24, "{}: {widest:?}", game.info.id);
                for word in
                    game.info.rules.split_whitespace().filter(|word| word.chars().all(char::is_alphanumeric))
                {
                    assert!(shown.contains(word), "{}: {word} is lost", game.info.id);
                }
            }
        }
    }

    #[test]
    fn emphasis_and_quotations_leave_no_mark_also_across_lines() {
        let page = "> **Mind.** The\n> *very last* one.\n\nA *long\nword* and 2 * 3 = `a*b*c>d`.\n\n\
            | *a* | b |\n|---|---|\n| **c** | d |\n";
        let shown = render(page, 30, false);
        assert_eq!(
            shown,
            "│ Mind. The very last one.\n\nA long word and 2 * 3 =\na*b*c>d.\n\na  b\n────\nc  d\n"
        );
        assert!(render("a *b\nc* d", 80, true).contains("\u{1b}[3mb c\u{1b}[0m"));
        // A star at the edge of a word, outside code, was a mark.
        for game in breadboard_games::GAMES {
            for language in ["en", "de"] {
                let page = game.info.rules_in(language);
                for line in render(page, 80, true).lines().filter(|line| !line.contains("\u{1b}[36m")) {
                    assert!(!line.contains('*') && !line.starts_with('>'), "{}: {line}", game.info.id);
                }
            }
        }
    }

    #[test]
    fn the_forms_of_a_page_are_kept() {
        let page = "# Title\n\nOne **bold**\nand `code`.\n\n- item\n\n| a | b |\n|---|---|\n| K1 | long |\n\n\
            ```\nraw  text\n```\n";
        let shown = render(page, 80, false);
        assert_eq!(
            shown,
            "Title\n\nOne bold and code.\n\n• item\n\na   b\n────────\nK1  long\n\n    raw  text\n"
        );
        assert!(render(page, 80, true).contains("\u{1b}[1mbold\u{1b}[0m"));
    }
}
