//! Renders the rules pages in a terminal: headings, lists, tables, code and wrapped paragraphs. A Markdown library would
//! be large for pages that use only these elements.

const BOLD: &str = "\u{1b}[1m";
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
            let (lead, text, hang) = marker(line);
            let mut paragraph = text.to_owned();
            while let Some(more) = lines.next_if(|next| continues(next)) {
                paragraph.push(' ');
                paragraph.push_str(more.trim());
            }
            for (i, row) in wrap(&paragraph, width.saturating_sub(hang)).iter().enumerate() {
                let indent = if i == 0 { lead.clone() } else { " ".repeat(hang) };
                out.push_str(&format!("{indent}{}\n", spans(row, color)));
            }
        }
    }
    out
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

/// Wraps a text at blanks. Emphasis marks count as characters, so some lines are a little short.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split_whitespace() {
        let row = rows.last_mut().expect("there is always a row");
        if !row.is_empty() && row.chars().count() + 1 + word.chars().count() > width {
            rows.push(word.to_owned());
        } else {
            if !row.is_empty() {
                row.push(' ');
            }
            row.push_str(word);
        }
    }
    rows
}

/// `**bold**` and `` `code` `` within a row. Marks that a line break separates are dropped.
fn spans(row: &str, color: bool) -> String {
    let mut out = String::new();
    for (i, part) in row.split('`').enumerate() {
        if i % 2 == 1 {
            out.push_str(&paint(part, CODE, color));
            continue;
        }
        for (j, part) in part.split("**").enumerate() {
            out.push_str(&if j % 2 == 1 { paint(part, BOLD, color) } else { part.to_owned() });
        }
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
    let bare = |cell: &str| cell.replace(['`'], "").replace("**", "").chars().count();
    let widest =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|c| bare(c)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    // The widest columns shrink first.
    let spare = width.saturating_sub(2 * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > spare && widths.iter().any(|&w| w > 8) {
        if let Some(widest) = widths.iter_mut().max() {
            *widest -= 1;
        }
    }
    for (i, row) in rows.iter().enumerate() {
        let wrapped: Vec<Vec<String>> =
            (0..columns).map(|c| wrap(row.get(c).map_or("", String::as_str), widths[c].max(1))).collect();
        for line in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let mut text = String::new();
            for (column, cell) in wrapped.iter().enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                let shown = if i == 0 { paint(&spans(part, false), BOLD, color) } else { spans(part, color) };
                text.push_str(&shown);
                if column + 1 < columns {
                    text.push_str(&" ".repeat((widths[column] + 2).saturating_sub(bare(part))));
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
    fn the_forms_of_a_page_are_kept() {
        let page = "# Title\n\nOne **bold**\nand `code`.\n\n- item\n\n| a | b |\n|---|---|\n| K1 | long |\n\n```\nraw  text\n```\n";
        let shown = render(page, 80, false);
        assert_eq!(
            shown,
            "Title\n\nOne bold and code.\n\n• item\n\na   b\n────────\nK1  long\n\n    raw  text\n"
        );
        assert!(render(page, 80, true).contains("\u{1b}[1mbold\u{1b}[0m"));
    }
}
