//! The answers to the questions of a reader who has never seen the game, in sentences at the top of the page: how long, how it
//! ends, how lucky, who is favoured, how deep. Tables alone were not enough: a stranger does not know which row to read.

use super::metrics::{Figures, LuckAndSkill, Meeting, Mirror};
use super::text::{interval, percent};

/// Seconds that people are assumed to think about a turn with a choice.
const SECONDS_A_TURN: f64 = 15.0;
/// Ends that happen less often than this are left to the table.
const RARE: f64 = 0.05;

/// Questions and answers, in order. `label` gives the words for a cause of the end.
pub(super) fn answers(figures: &Figures, label: &dyn Fn(&str) -> String) -> Vec<(&'static str, String)> {
    let Some(top) = figures.mirrors.last() else { return Vec::new() };
    let mut answers = vec![("How long?", length(top)), ("How does it end?", end(figures, top, label))];
    answers.extend(figures.luck.as_ref().map(|luck| ("How lucky?", luck_of(luck, figures.range.as_ref()))));
    if top.seats.len() > 1 {
        answers.push(("Who is favoured?", favoured(figures)));
    }
    answers.extend(depth(figures).map(|answer| ("How deep?", answer)));
    answers
}

fn length(top: &Mirror) -> String {
    let seats = top.seats.len().max(1) as f64;
    let minutes = (top.rounds.median * seats * (1.0 - top.forced.mean) * SECONDS_A_TURN / 60.0).round();
    let (median, low, high) = (top.rounds.median, top.rounds.p10, top.rounds.p90);
    let spread = if low == high {
        "nearly all games".to_owned()
    } else {
        format!("eight games in ten: {low} to {high}")
    };
    let whose = if top.seats.len() > 1 { " of each player" } else { "" };
    // Where a turn has several moves, a reader would else take a turn for a single one.
    let each = (top.moves.median / (median * seats).max(1.0)).round();
    let moves = if each > 1.0 { format!(", each of about {each} moves") } else { String::new() };
    let together = if top.seats.len() > 1 && top.starter.is_none() {
        format!(", or {} if all always play at the same time", (minutes / seats).round().max(1.0))
    } else {
        String::new()
    };
    format!(
        "{median} turns{whose} ({spread}){moves}. With {SECONDS_A_TURN} seconds for every turn with a choice, about {} \
         minutes{together}.",
        minutes.max(1.0)
    )
}

fn end(figures: &Figures, top: &Mirror, label: &dyn Fn(&str) -> String) -> String {
    let by_share = |mirror: &Mirror| {
        let mut ends: Vec<(String, f64)> =
            mirror.ends.iter().map(|(key, share)| (key.clone(), share.mean)).collect();
        ends.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        ends
    };
    let ends = by_share(top);
    let (often, rare): (Vec<_>, Vec<_>) = ends.iter().partition(|(_, share)| *share >= RARE);
    let mut causes: Vec<String> =
        often.iter().map(|(key, share)| format!("{}: {}", label(key), percent(*share))).collect();
    if !rare.is_empty() {
        let names: Vec<String> = rare.iter().map(|(key, _)| label(key)).collect();
        causes.push(format!("rarely: {}", names.join(", ")));
    }
    let draws = match top.draws.mean {
        _ if top.seats.len() < 2 => String::new(),
        0.0 => " No game is drawn.".to_owned(),
        share => format!(" {} of the games are drawn.", percent(share)),
    };
    // An end that only strong players avoid is what a designer looks for.
    let weakest = figures.mirrors.first().map(|first| (&first.level, by_share(first)));
    let otherwise = match (weakest, ends.first()) {
        (Some((level, weak)), Some((usual, _))) if weak.first().is_some_and(|(key, _)| key != usual) => {
            format!(" Between {level}, most often: {} ({}).", label(&weak[0].0), percent(weak[0].1))
        }
        _ => String::new(),
    };
    format!("{}.{draws}{otherwise}", capitalised(&causes.join("; ")))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Luck against skill: what is left of the result when the level has explained its part. What equal dice explain between equals
/// is no measure of it: where every game takes another course with the same dice, it is 0 % although luck decides.
fn luck_of(luck: &LuckAndSkill, range: Option<&Meeting>) -> String {
    if !luck.drawn {
        return "Not at all: no dice are rolled and no cards are drawn.".to_owned();
    }
    let skill = match (luck.level_part, range) {
        (Some(part), Some(range)) => {
            let much = match 1.0 - part {
                ..0.1 => "Hardly",
                ..0.3 => "Somewhat",
                ..0.6 => "Much",
                _ => "Very much",
            };
            format!(
                "{much}, between a strong and a weak player: {} gets {} of the points against {}. The level explains {} of the \
                 result; dice, cards and what no player foresees explain the other {}.",
                range.upper,
                percent(range.share.mean),
                range.lower,
                percent(part),
                percent(1.0 - part)
            )
        }
        _ => "These games do not say how much skill decides: that takes three levels.".to_owned(),
    };
    let says = match luck.chance {
        ..0.1 => "hardly more often than chance would",
        ..0.3 => "a little more often than chance would",
        ..0.6 => "much more often than chance would",
        _ => "nearly always",
    };
    format!(
        "{skill} Between equals ({}), the same dice and cards played again give the same winner {says} (correlation {}).",
        luck.level,
        percent(luck.chance)
    )
}

fn favoured(figures: &Figures) -> String {
    let uneven = |mirror: &&Mirror| {
        let fair = 1.0 / mirror.seats.len().max(1) as f64;
        mirror.seats.iter().any(|share| share.excludes(fair))
    };
    let Some(top) = figures.mirrors.last() else { return String::new() };
    let seats = (1..).zip(&top.seats).map(|(seat, share)| format!("seat {seat}: {}", interval(share)));
    let starter = top.starter.as_ref().map(|share| format!("who starts: {}", interval(share)));
    let shares: Vec<String> = seats.chain(starter).collect();
    let even = percent(1.0 / top.seats.len().max(1) as f64);
    let of = format!("Shares of the points between {} (even: {even}): {}.", top.level, shares.join("; "));
    let together = if top.starter.is_none() { " All start together." } else { "" };
    let levels: Vec<&str> =
        figures.mirrors.iter().filter(uneven).map(|mirror| mirror.level.as_str()).collect();
    let verdict = match levels[..] {
        [] => "No seat, as far as these games show.".to_owned(),
        _ if uneven(&top) => "The seats are not equal.".to_owned(),
        _ => format!(
            "No seat between the strongest. At {}, a seat's interval leaves out the even share; one in twenty does so by chance.",
            levels.join(", ")
        ),
    };
    format!("{verdict} {of}{together}")
}

/// How many steps of doubled budget are worth it.
pub(super) fn steps_won(ladder: &[Meeting]) -> usize {
    ladder.iter().filter(|step| step.share.mean >= 0.6).count()
}

fn depth(figures: &Figures) -> Option<String> {
    let (first, last) = (figures.mirrors.first()?, figures.mirrors.last()?);
    if let ([_], Some(weak), Some(strong)) = (&last.seats[..], &first.scores, &last.scores) {
        let (weak, strong) = (weak.median, strong.median);
        return Some(format!(
            "The median score is {weak} for {} and {strong} for {}.",
            first.level, last.level
        ));
    }
    let mut sentences = Vec::new();
    let shares = figures.neighbours.iter().map(|meeting| meeting.share.mean);
    let (least, most) =
        shares.fold((1.0f64, 0.0f64), |(least, most), share| (least.min(share), most.max(share)));
    if let Some(range) = &figures.range {
        sentences.push(format!(
            "{} gets {} of the points against {}, and each level {} to {} against the one below it.",
            range.upper,
            percent(range.share.mean),
            range.lower,
            percent(least),
            percent(most)
        ));
    }
    if !figures.ladder.is_empty() {
        sentences.push(format!(
            "With twice the thinking and nothing else changed, {} gets at least 60 % of the points against itself in {} of {} \
             doublings; the more, the deeper.",
            last.level,
            steps_won(&figures.ladder),
            figures.ladder.len()
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Portion;
    use super::*;

    fn range(mean: f64) -> Meeting {
        let (upper, lower) = ("bot5".to_owned(), "bot1".to_owned());
        let share = Portion { mean, low: 0.0, high: 1.0, of: 100 };
        Meeting { upper, upper_scale: 1.0, lower, lower_scale: 1.0, share }
    }

    fn luck(drawn: bool, chance: f64, level_part: Option<f64>) -> LuckAndSkill {
        LuckAndSkill { level: "bot3".to_owned(), drawn, chance, level_part }
    }

    #[test]
    fn luck_is_what_the_level_leaves_and_a_game_without_chance_has_none() {
        assert!(luck_of(&luck(false, 0.0, Some(0.1)), Some(&range(0.6))).starts_with("Not at all"));
        let words = [
            (0.98, "Hardly, between"),
            (0.8, "Somewhat, between"),
            (0.5, "Much, between"),
            (0.1, "Very much, between"),
        ];
        for (part, word) in words {
            let said = luck_of(&luck(true, 0.2, Some(part)), Some(&range(0.75)));
            assert!(said.starts_with(word), "{said}");
            assert!(said.contains("bot5 gets 75 % of the points against bot1"), "{said}");
        }
    }

    #[test]
    fn a_game_whose_dice_never_decide_twice_alike_is_not_called_free_of_luck() {
        // Snipe Hunt: 84 % for the strongest against the weakest, and no correlation of games with equal dice.
        let said = luck_of(&luck(true, 0.0, Some(0.46)), Some(&range(0.84)));
        assert!(
            said.starts_with("Much, between") && said.contains("46 %") && said.contains("54 %"),
            "{said}"
        );
        assert!(said.contains("Between equals (bot3)") && said.contains("correlation 0 %"), "{said}");
        // Without a weakest and a strongest level nothing is claimed about skill.
        let alone = luck_of(&luck(true, 0.0, None), None);
        assert!(alone.starts_with("These games do not say"), "{alone}");
    }
}
