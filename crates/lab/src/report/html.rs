//! The report as one page: no script, no font, no picture from elsewhere, so that it opens from a disk, prints and stays
//! readable for years. Every plot stands in a figure with a caption, and its numbers stand in a table too.

use super::metrics::{Figures, Meeting, Mirror};
use super::numbers::Portion;
use super::plan::contestant;
use super::summary::{answers, steps_won};
use super::svg::{Axes, bars, escape, heat, lines};
use super::text::{interval, percent};
use super::{DesignReport, Variant};
use breadboard_games::Level;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The style of a page that stands alone. Colours have a contrast of at least 4.5 to 1 on their ground, in both schemes.
pub const STYLE: &str = "
:root{color-scheme:light dark;--ground:#fdfcf9;--ink:#1f1d1a;--soft:#5c564d;--line:#d6cfc3;--mark:#8a4b08;
--c0:#8a4b08;--c1:#1f5f8b;--c2:#3d6b21;--c3:#8b2f5f;--c4:#5b4b9a}
@media screen and (prefers-color-scheme:dark){:root{--ground:#1b1917;--ink:#efeae1;--soft:#b9b0a3;--line:#4a453e;--mark:#f0b060;
--c0:#f0b060;--c1:#7cc0ee;--c2:#9fd07c;--c3:#f09cc6;--c4:#b9aaf5}}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;max-width:58rem;margin:0 auto;padding:1rem}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
caption,figcaption{text-align:left;color:var(--soft);font-size:.9rem;margin:.3rem 0}
caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 2rem)}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}.figures td{white-space:nowrap}
.scroll th:first-child{position:sticky;left:0;background:var(--ground);padding-left:0}.differs{color:var(--mark);font-weight:700}
dt{font-weight:700;margin-top:.6rem}dd{margin:0}figure{margin:1rem 0}svg{width:100%;max-width:40rem;height:auto}
svg text{fill:var(--ink);font-size:12px}
svg .name{font-size:11px;text-anchor:middle;paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
.grid{stroke:var(--line)}.bar{fill:var(--c0)}.curve{fill:none;stroke-width:2}.place{fill:none;stroke:var(--line)}
.heat{fill:var(--c0)}.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}
@media (max-width:40rem){table{font-size:.9rem}th,td{padding:.25rem .5rem}.figures td{white-space:normal}
.scroll tbody th{min-width:8rem}svg text{font-size:18px}svg .name{display:none}}
@media print{:root{color-scheme:light}body{max-width:none;font-size:10pt}h2,figure,tr{break-inside:avoid}
h2,caption{break-after:avoid}caption,figcaption{font-size:9pt}.scroll{overflow:visible}.figures td{white-space:normal}}
";

/// Chances that explain less of the result than this, in per cent, leave open whether the game or the evaluation is to blame.
const LITTLE: f64 = 5.0;
/// Places and classes in a table, at most.
const MOST_ROWS: usize = 12;

/// The whole page.
pub(super) fn page(report: &DesignReport) -> String {
    let name = escape(report.info.name);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{name}: what this game is like</title><style>{STYLE}</style></head><body><main>\
         <h1>{name}: what this game is like</h1>"
    );
    about(&mut out, report);
    if let [only] = &report.variants[..] {
        summary(&mut out, report, &only.figures);
    }
    if report.design.sweep.is_some() {
        sweep(&mut out, report);
    }
    for variant in &report.variants {
        body(&mut out, report, variant);
    }
    method(&mut out);
    out + "</main></body></html>\n"
}

fn about(out: &mut String, report: &DesignReport) {
    let design = &report.design;
    let specs: Vec<String> = report
        .variants
        .iter()
        .map(|variant| format!("<code>{}</code>", escape(&variant.figures.spec)))
        .collect();
    let _ = write!(
        out,
        "<p>{}</p><p>Measured on {}, rules version {}, by the program's own players, the weakest first: {}. Each \
         level plays {} games against itself, every game with dice, cards or an opening of its own; seed {}. {} The numbers in \
         brackets after a share are its 95 % interval.</p>",
        escape(report.info.summary),
        specs.join(", "),
        report.info.rules_version,
        design.level_names().join(", "),
        design.games,
        design.seed,
        budgets(report)
    );
}

/// What the players spend, in one sentence.
fn budgets(report: &DesignReport) -> String {
    let scale = report.design.scale;
    let levels = report.design.levels.iter().copied();
    let (strong, weak): (Vec<Level>, Vec<Level>) =
        levels.partition(|level| contestant(*level, scale) != contestant(*level, 1.0));
    if strong.is_empty() {
        return "All think with their full budget of positions.".to_owned();
    }
    let names: Vec<String> = strong.iter().map(ToString::to_string).collect();
    let others = if weak.is_empty() { "" } else { "; weaker levels think with all of theirs" };
    format!(
        "The strong levels ({}) think with {scale} of their full budget of positions (written × {scale}), as the full \
         budget can take minutes a game{others}.",
        names.join(", ")
    )
}

/// The questions of a reader who does not know the game, answered for the strongest level.
fn summary(out: &mut String, report: &DesignReport, figures: &Figures) {
    let Some(top) = figures.mirrors.last() else { return };
    let _ = write!(
        out,
        "<h2>In short</h2><p>These are games of {}, unless another level is named.</p><dl>",
        escape(&top.level)
    );
    for (question, answer) in answers(figures, &|cause| report.label(cause).to_owned()) {
        let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(question), whole(&answer));
    }
    out.push_str("</dl>");
}

/// Text whose shares and intervals are not broken between two lines.
fn whole(text: &str) -> String {
    escape(text).replace(" %", "&nbsp;%").replace("seat ", "seat&nbsp;").replace('–', "–&#8288;")
}

/// A table; the first cell of a row is its heading.
fn table(out: &mut String, caption: &str, heads: &[String], rows: &[Vec<String>]) {
    let _ = write!(
        out,
        "<div class=\"scroll figures\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table>\
         <caption><span>{0}</span></caption><thead><tr>",
        escape(caption)
    );
    heads.iter().for_each(|head| {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(head));
    });
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let _ = match (index, cell.strip_prefix('*')) {
                (0, _) => write!(out, "<th scope=\"row\">{}</th>", escape(cell)),
                (_, Some(marked)) => write!(out, "<td class=\"differs\">{} *</td>", whole(marked)),
                _ => write!(out, "<td>{}</td>", whole(cell)),
            };
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

fn figure(out: &mut String, svg: &str, caption: &str) {
    let _ = write!(out, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption));
}

/// Heads: a first column, then the levels.
fn by_level(first: &str, figures: &Figures) -> Vec<String> {
    std::iter::once(first.to_owned())
        .chain(figures.mirrors.iter().map(|mirror| mirror.level.clone()))
        .collect()
}

fn row(name: &str, figures: &Figures, cell: impl Fn(&Mirror) -> String) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(figures.mirrors.iter().map(cell)).collect()
}

fn sweep(out: &mut String, report: &DesignReport) {
    let Some((key, values)) = &report.design.sweep else { return };
    let _ = write!(
        out,
        "<h2>Sweep of {}</h2><p>Every figure is a mean over games. A star marks a value that differs from the first \
         one with an error of at most 1 %.</p>",
        escape(key)
    );
    let rows = report.comparison();
    for level in report.design.level_names() {
        let cells: Vec<Vec<String>> = rows
            .iter()
            .filter(|row| row.level == level)
            .map(|row| {
                let values = row.means.iter().zip(&row.differs);
                let marked =
                    values.map(|(mean, differs)| format!("{}{mean:.3}", if *differs { "*" } else { "" }));
                std::iter::once(row.figure.clone()).chain(marked).collect()
            })
            .collect();
        let heads: Vec<String> = std::iter::once("figure".to_owned())
            .chain(values.iter().map(|value| format!("{key}={value}")))
            .collect();
        table(out, &format!("{level} against itself, by value of {key}"), &heads, &cells);
    }
}

fn body(out: &mut String, report: &DesignReport, variant: &Variant) {
    let figures = &variant.figures;
    let spec = escape(&figures.spec);
    let of = if report.variants.len() > 1 { format!(": {spec}") } else { String::new() };
    let _ = write!(out, "<h2>Results{of}</h2>");
    outcomes(out, figures);
    ends(out, report, figures);
    let _ = write!(out, "<h2>Length and choices{of}</h2>");
    lengths(out, report, figures);
    let _ = write!(out, "<h2>Course of the game{of}</h2>");
    course(out, figures);
    if !figures.neighbours.is_empty() || figures.luck.is_some() {
        out.push_str("<h2>Skill and luck</h2>");
        skill(out, figures);
    }
    let _ = write!(out, "<h2>What is played{of}</h2>");
    played(out, report, variant);
}

fn outcomes(out: &mut String, figures: &Figures) {
    let seats = figures.mirrors.first().map_or(0, |mirror| mirror.seats.len());
    let mut rows = vec![row("games", figures, |mirror| mirror.games.to_string())];
    if figures.mirrors.iter().any(|mirror| mirror.repeated > 0) {
        rows.push(row("games left out, as they repeat another", figures, |mirror| {
            mirror.repeated.to_string()
        }));
    }
    if seats > 1 {
        for seat in 0..seats {
            rows.push(row(&format!("share of seat {}", seat + 1), figures, |mirror| {
                mirror.seats.get(seat).map_or(String::new(), interval)
            }));
        }
        rows.push(row("share of the one who starts", figures, |mirror| {
            mirror.starter.as_ref().map_or("all start together".to_owned(), interval)
        }));
        rows.push(row("draws", figures, |mirror| interval(&mirror.draws)));
    }
    if figures.mirrors.iter().any(|mirror| mirror.scores.is_some()) {
        rows.push(row("final score of a player: median (eight in ten)", figures, |mirror| {
            mirror
                .scores
                .map_or(String::new(), |range| format!("{} ({}–{})", range.median, range.p10, range.p90))
        }));
    }
    let caption = if seats > 1 {
        format!(
            "Each level against itself. A game is worth one point: those who win together share it (no draw), and a draw \
             divides it among all. An even share is {}.",
            percent(1.0 / seats as f64)
        )
    } else {
        "Each level alone.".to_owned()
    };
    table(out, &caption, &by_level("figure", figures), &rows);
}

fn ends(out: &mut String, report: &DesignReport, figures: &Figures) {
    let mut causes: Vec<&String> = figures.mirrors.iter().flat_map(|mirror| mirror.ends.keys()).collect();
    causes.sort();
    causes.dedup();
    let rows: Vec<Vec<String>> = causes
        .iter()
        .map(|cause| {
            row(report.label(cause), figures, |mirror| {
                let none = Portion::new(0.0, mirror.games);
                interval(mirror.ends.get(*cause).unwrap_or(&none))
            })
        })
        .collect();
    table(out, "How games end.", &by_level("cause", figures), &rows);
}

fn lengths(out: &mut String, report: &DesignReport, figures: &Figures) {
    let spread = |range: super::numbers::Range| format!("{} ({}–{})", range.median, range.p10, range.p90);
    let mut rows = vec![
        row("turns of each player", figures, |mirror| spread(mirror.rounds)),
        row("turns of each player in the longest game", figures, |mirror| mirror.rounds.most.to_string()),
        row("moves, of all players together", figures, |mirror| spread(mirror.moves)),
        row("of these, moves with a choice", figures, |mirror| spread(mirror.decisions)),
        row("turns in which no move had a choice", figures, |mirror| percent(mirror.forced.mean)),
        row("turns passed although a move was legal", figures, |mirror| percent(mirror.passed.mean)),
        row("steps straight back to the place before", figures, |mirror| {
            if mirror.back.of == 0 { "–".to_owned() } else { percent(mirror.back.mean) }
        }),
    ];
    let duties: BTreeSet<&String> = figures.mirrors.iter().flat_map(|mirror| mirror.undone.keys()).collect();
    for duty in duties {
        rows.push(row(&format!("turns that forget {}", report.label(duty)), figures, |mirror| {
            mirror.undone.get(duty).map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share.mean))
        }));
    }
    table(
        out,
        "Length of a game: the median (and the range of eight games in ten).",
        &by_level("figure", figures),
        &rows,
    );
    // One axis for all levels: with an axis each, a reader cannot see which level plays longer.
    let histograms = || figures.mirrors.iter().map(|mirror| &mirror.histogram);
    let first = histograms().map(|bins| bins.from).min().unwrap_or(0);
    let last =
        histograms().map(|bins| bins.from + bins.width * bins.counts.len() as u32 - 1).max().unwrap_or(0);
    for mirror in &figures.mirrors {
        let bins = &mirror.histogram;
        let bar =
            if bins.width > 1 { format!(" A bar is {} turns wide.", bins.width) } else { String::new() };
        let caption = format!(
            "Length of {} games of {}: median {} turns of each player, longest {}.{bar}",
            mirror.games, mirror.level, mirror.rounds.median, mirror.rounds.most
        );
        let axes = Axes { across: "turns of each player", up: "games" };
        figure(out, &bars(&caption, &bins.counts, (bins.from, bins.width), (first, last), axes), &caption);
    }
    let curves: Vec<(String, &[f64])> =
        figures.mirrors.iter().map(|mirror| (mirror.level.clone(), mirror.branching.as_slice())).collect();
    let longest = curves.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let all = figures.mirrors.last().map_or(0.0, |top| top.moves.median);
    let of = if all > longest as f64 { format!(" of about {all}") } else { String::new() };
    let caption = format!(
        "How many moves are legal at the first, second, … move of a game, for the first {longest}{of} moves: the mean of the \
         games that last so long."
    );
    let axes = Axes { across: "move of the game", up: "legal moves" };
    figure(out, &lines(&caption, &curves, (1.0, longest as f64), axes), &caption);
}

fn course(out: &mut String, figures: &Figures) {
    let tension = |pick: fn(&super::chances::Tension) -> String| {
        move |mirror: &Mirror| mirror.tension.as_ref().map_or("–".to_owned(), pick)
    };
    if figures.mirrors.iter().any(|mirror| mirror.tension.is_some()) {
        let rows = vec![
            row("of the result, the chances explain", figures, tension(|t| percent(t.explained))),
            row("changes of the leader, a game", figures, tension(|t| format!("{:.1}", t.lead_changes))),
            row("drama: how far the winner was behind at worst", figures, tension(|t| percent(t.drama))),
            row("winners that were once 10 % of chance behind", figures, tension(|t| interval(&t.comebacks))),
            row("part of the game after which it is settled", figures, tension(|t| percent(t.settled))),
        ];
        let caption = "Tension, in winning chances that are estimated from the positions (see Method).";
        table(out, caption, &by_level("figure", figures), &rows);
        out.push_str(&doubt(figures));
        let caption = "Uncertainty about the winner during the game: 1 is equal chances, 0 is certainty.";
        over_time(out, figures, caption, "uncertainty", |mirror| {
            mirror.tension.as_ref().map_or(&[][..], |tension| tension.uncertainty.as_slice())
        });
    }
    let alone = figures.mirrors.iter().all(|mirror| mirror.seats.len() < 2);
    let caption = if alone {
        "Score during the game."
    } else {
        "Lead of the best score over the second during the game."
    };
    over_time(out, figures, caption, "points", |mirror| &mirror.leads);
}

/// Where the chances explain next to nothing, the table alone would be read as if the game had no tension, or only tension.
fn doubt(figures: &Figures) -> String {
    let little = |mirror: &&Mirror| {
        mirror.tension.as_ref().is_some_and(|tension| (100.0 * tension.explained).round() < LITTLE)
    };
    let levels: Vec<&str> =
        figures.mirrors.iter().filter(little).map(|mirror| mirror.level.as_str()).collect();
    let at = match levels[..] {
        [] => return String::new(),
        _ if levels.len() == figures.mirrors.len() => "every level".to_owned(),
        _ => levels.join(", "),
    };
    format!(
        "<p>At {} the chances explain less than {LITTLE} % of the result: either these games are open to the end, or the \
         evaluation does not see who leads. The table and the curves of uncertainty cannot tell which.</p>",
        escape(&at)
    )
}

/// Curves of the levels by tenths of a game, if any level has one.
fn over_time(out: &mut String, figures: &Figures, caption: &str, up: &str, pick: fn(&Mirror) -> &[f64]) {
    let curves: Vec<(String, &[f64])> = figures
        .mirrors
        .iter()
        .map(|mirror| (mirror.level.clone(), pick(mirror)))
        .filter(|(_, values)| !values.is_empty())
        .collect();
    if !curves.is_empty() {
        let axes = Axes { across: "part of the game that is played, in per cent", up };
        figure(out, &lines(caption, &curves, (0.0, 90.0), axes), caption);
    }
}

fn skill(out: &mut String, figures: &Figures) {
    let meeting = |meeting: &Meeting| {
        let name = |level: &str, scale: f64| {
            if scale == 1.0 { level.to_owned() } else { format!("{level} × {scale}") }
        };
        vec![
            name(&meeting.upper, meeting.upper_scale),
            name(&meeting.lower, meeting.lower_scale),
            interval(&meeting.share),
            meeting.share.of.to_string(),
        ]
    };
    let heads = ["player", "against", "share of the points", "games"].map(str::to_owned);
    let rows: Vec<Vec<String>> = figures.neighbours.iter().chain(&figures.range).map(meeting).collect();
    if !rows.is_empty() {
        table(out, "Levels against each other.", &heads, &rows);
    }
    if !figures.ladder.is_empty() {
        let rows: Vec<Vec<String>> = figures.ladder.iter().map(meeting).collect();
        let caption = format!(
            "Skill ladder: one level against itself with half the budget (× is the part of the full one), and nothing else \
             changed. {} of {} doublings win at least 60 % (levels may also differ in how they think).",
            steps_won(&figures.ladder),
            figures.ladder.len()
        );
        table(out, &caption, &heads, &rows);
    }
    if let Some(luck) = &figures.luck {
        let mut rows = Vec::new();
        if let Some(part) = luck.level_part {
            rows.push(vec!["level, weakest against strongest".to_owned(), percent(part)]);
            let rest =
                if luck.drawn { "chance, and what no player foresees" } else { "what no player foresees" };
            rows.push(vec![format!("all else in these games: {rest}"), percent(1.0 - part)]);
        }
        let mut caption = "What explains who wins: parts of the variance of the result.".to_owned();
        if luck.drawn {
            if !rows.is_empty() {
                caption += " The last row is from other games than the rows before it.";
            }
            rows.push(vec![
                format!("the same dice and cards again, between equals ({})", luck.level),
                percent(luck.chance),
            ]);
        }
        if !rows.is_empty() {
            table(out, &caption, &["explained by".to_owned(), "part".to_owned()], &rows);
        }
    }
}

fn played(out: &mut String, report: &DesignReport, variant: &Variant) {
    let figures = &variant.figures;
    let Some(top) = figures.mirrors.last() else { return };
    let mut classes: Vec<(&String, &f64)> = top.classes.iter().collect();
    classes.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
    let rows: Vec<Vec<String>> = classes
        .iter()
        .map(|(key, _)| {
            row(report.label(key), figures, |mirror| {
                format!("{:.1}", mirror.classes.get(*key).unwrap_or(&0.0))
            })
        })
        .collect();
    table(
        out,
        "What moves do, times a game: how often each sentence is said about a move. … stands for a name or a number.",
        &by_level("sentence", figures),
        &rows,
    );
    let mut places: Vec<(&String, &f64)> = top.places.iter().collect();
    places.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
    let rows: Vec<Vec<String>> = places
        .iter()
        .take(MOST_ROWS)
        .map(|(place, _)| {
            row(place, figures, |mirror| format!("{:.1}", mirror.places.get(*place).unwrap_or(&0.0)))
        })
        .collect();
    if !rows.is_empty() {
        let caption =
            format!("The places that {} uses most: how often moves touch them, times a game.", top.level);
        table(out, &caption, &by_level("place", figures), &rows);
        let drawn = places.iter().find(|(place, _)| variant.spots.iter().any(|spot| spot.place == **place));
        let fullest = drawn.map_or(String::new(), |(place, uses)| {
            format!("; the fullest is {place}, {uses:.1} times a game")
        });
        let caption =
            format!("Places used by {}: the fuller the colour, the more often{fullest}.", top.level);
        if let Some(map) = heat(&caption, &variant.spots, &top.places) {
            figure(out, &map, &caption);
        }
    }
    let rows: Vec<Vec<String>> = top
        .first_choices
        .iter()
        .map(|first| vec![first.text.clone(), first.games.to_string(), interval(&first.share)])
        .collect();
    if !rows.is_empty() {
        let heads = ["first move (drawn at random)", "games", "share of who made it"].map(str::to_owned);
        table(out, &format!("First moves and what they bring at {}.", top.level), &heads, &rows);
    }
    out.push_str("<p>Records beside this page, for <code>breadboard replay</code>: ");
    let names: Vec<String> =
        variant.records.iter().map(|(name, _)| format!("<a href=\"{0}\">{0}</a>", escape(name))).collect();
    let _ = write!(
        out,
        "{}. A typical game ends in the most frequent way and is nearest to the median length.</p>",
        names.join(", ")
    );
}

fn method(out: &mut String) {
    let _ = write!(
        out,
        "<h2>Method</h2><ul>\
         <li>A 95 % interval, by Wilson's formula, holds the true share in 19 of 20 cases. Players count positions and never \
         time, so the same seed gives the same report.</li>\
         <li>Games that begin without chance begin with {} random moves; equal games count once.</li>\
         <li>Winning chances come from the game's own evaluation of a position, for every seat, by a softmax whose one \
         temperature is fitted to these results. They explain 0 % of the result if they know no more than equal chances, and \
         100 % if they name the winner at every turn. The leader is the seat with the highest evaluation.</li>\
         <li>A game is settled when the winner's chance stays above 80 %.</li>\
         <li>Skill and luck: the level's part is the part of the variance that the mean result of the stronger player \
         explains; luck is among the rest. Between equals, every deal (the same dice and cards) is played {} times; the part is \
         the intraclass correlation of the results. It is small where a game takes another course with the same dice, and does \
         not say that luck is small.</li>\
         <li>A turn is passed if it has only <code>end</code> or <code>pass</code> although another move was legal. A step \
         is straight back if it returns the piece to where it came from.</li></ul>",
        super::collect::OPENING,
        super::plan::REPEATS
    );
}
