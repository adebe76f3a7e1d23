//! What analysis, review and hints promise, for every game.

use crate::analysis::{Question, analyse};
use crate::hint::hint;
use crate::review::review;
use breadboard_core::{Event, Record, Seat, Spec, SplitMix, Turn};
use breadboard_games::{Bots, Encode, GAMES, Level, Views, Visitor, info_of, with_game};
use breadboard_search::{Budget, Effort};
use breadboard_testkit::with_the_others;
use breadboard_wire::{Bound, MoveMark, TextView, ValueView};
use std::cell::Cell;

mod promises;
mod values;

/// Every game, with few and with many seats.
fn specs() -> Vec<String> {
    let chosen = [
        "breakthrough:columns=6,rows=6",
        "breadcrumbs",
        "breadcrumbs:seats=4",
        "snipe",
        "snipe:seats=4",
        "traxx:seats=1",
        "traxx:seats=2",
        "traxx:seats=4",
    ];
    with_the_others(&chosen, GAMES.iter().map(|game| game.info))
}

/// The notation of these games says nothing to a new player.
fn has_phrases(spec: &str) -> bool {
    ["breadcrumbs", "breadwinner", "snipe", "traxx"].iter().any(|game| spec.starts_with(game))
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// A position after a number of random choices, in which a seat chooses among several moves.
fn position<G: Bots>(game: &G, seed: u64, choices: u32) -> Option<(G::State, Seat)> {
    let (mut rng, mut state, mut made) = (SplitMix::new(seed), game.start(), 0);
    let mut moves = Vec::new();
    loop {
        if made >= choices
            && let Turn::Act(seats) = game.turn(&state)
        {
            for seat in seats.iter() {
                moves.clear();
                game.legal_moves(&state, seat, &mut moves);
                if moves.len() > 1 {
                    return Some((state, seat));
                }
            }
        }
        let event = Event::random(game, &state, &mut rng)?;
        made += u32::from(matches!(event, Event::Act(_)));
        event.apply(game, &mut state);
    }
}

/// The record of a game in which `choose` moves for every seat.
fn record_of_game<G: Bots>(
    game: &G,
    rng: &mut SplitMix,
    mut choose: impl FnMut(&G::State, Seat, &mut SplitMix) -> G::Move,
) -> Record {
    let (mut state, mut events) = (game.start(), Vec::new());
    while let Some(event) = Event::next(game, &state, rng, |seat, rng| choose(&state, seat, rng)) {
        event.apply(game, &mut state);
        events.push(event);
    }
    breadboard_core::record_of(game, None, &events)
}

struct Somewhere {
    seed: u64,
    choices: u32,
}

impl Visitor for Somewhere {
    type Output = Option<(String, Seat)>;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let (state, seat) = position(&game, self.seed, self.choices)?;
        Some((game.write_position(&state), seat))
    }
}

fn adds_up(value: &ValueView, seats: u8) {
    if seats == 1 {
        assert!(value.points.is_some() && value.chances.is_empty(), "{value:?}");
        return;
    }
    assert_eq!(value.chances.len(), usize::from(seats));
    assert!((value.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{value:?}");
    assert!(value.chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{value:?}");
}

/// Plays the moves of a line by their notation.
struct Replay<'a> {
    position: &'a str,
    steps: Vec<(u8, String)>,
}

impl Visitor for Replay<'_> {
    type Output = usize;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> usize {
        let mut state = game.read_position(self.position).unwrap();
        for (made, (seat, text)) in self.steps.iter().enumerate() {
            let seat = Seat::new(usize::from(*seat) - 1).unwrap();
            let mv = game.read_move(&state, seat, text).unwrap();
            assert_eq!(game.check(&state, seat, mv), Ok(()), "{text}");
            if !matches!(game.turn(&state), Turn::Act(seats) if seats.len() == 1) {
                return made + 1;
            }
            game.apply(&mut state, seat, mv);
        }
        self.steps.len()
    }
}

#[test]
fn every_game_gives_lines_that_are_legal_and_chances_that_add_up() {
    for text in specs() {
        let spec = spec(&text);
        let Some((position, seat)) = with_game(&spec, Somewhere { seed: 3, choices: 5 }).unwrap() else {
            panic!("{text}: the game was over at once")
        };
        let seats = spec.settings.iter().find(|(key, _)| key == "seats");
        let seats = seats.map_or(info_of(&spec).unwrap().default_seats, |(_, seats)| seats.parse().unwrap());
        let question = Question {
            spec: &spec,
            position: Some(&position),
            seat: Some(seat),
            lines: 3,
            effort: Effort::Own(0.003),
        };
        let mut reports = 0;
        let view = analyse(&question, &|| false, &mut |_| reports += 1).unwrap();
        assert!(view.done && reports > 0 && view.seat == Some(seat.number()), "{text}");
        assert!((1..=3).contains(&view.lines.len()), "{text}: {} lines", view.lines.len());
        adds_up(&view.value, seats);
        for line in &view.lines {
            adds_up(&line.value, seats);
            let steps: Vec<_> = line.steps.iter().map(|step| (step.seat, step.text.clone())).collect();
            assert!(
                !steps.is_empty() && !line.steps[0].parts.is_empty() && !line.steps[0].narration.is_empty()
            );
            let replayed = with_game(&spec, Replay { position: &position, steps: steps.clone() }).unwrap();
            assert_eq!(replayed, steps.len(), "{text}: {steps:?}");
        }
        assert!(view.lines.iter().all(|line| !has_phrases(&text) || !line.phrases.is_empty()), "{text}");
        view.lines.iter().for_each(|line| in_german(&spec, &line.phrases));
        let firsts: Vec<_> = view.lines.iter().map(|line| &line.steps[0].text).collect();
        assert!(firsts.iter().enumerate().all(|(at, one)| !firsts[..at].contains(one)), "{text}: {firsts:?}");
    }
}

#[test]
fn a_sampled_line_goes_on_with_the_replies() {
    let spec = spec("breadcrumbs:seats=4");
    let (position, seat) = with_game(&spec, Somewhere { seed: 3, choices: 5 }).unwrap().unwrap();
    let effort = Effort::Given(Budget::nodes(3_000));
    let question = Question { spec: &spec, position: Some(&position), seat: Some(seat), lines: 2, effort };
    let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
    let seats: Vec<u8> = view.lines[0].steps.iter().map(|step| step.seat).collect();
    assert!(seats.len() > 1 && seats[1] != seat.number(), "{seats:?}");
}

#[test]
fn the_start_of_every_game_has_a_value() {
    for entry in GAMES {
        let spec = spec(entry.info.id);
        let question =
            Question { spec: &spec, position: None, seat: None, lines: 1, effort: Effort::Own(0.001) };
        let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
        adds_up(&view.value, entry.info.default_seats);
    }
}

/// Both seats use the card of a round, so the lines of one seat are judged beside the best ones of the other.
#[test]
fn the_best_lines_of_the_seats_of_a_round_share_the_point() {
    let spec = spec("traxx:seats=2");
    for seed in 1..=6 {
        let (position, _) = with_game(&spec, Somewhere { seed, choices: 0 }).unwrap().unwrap();
        let best = |seat: Seat| {
            let effort = Effort::Own(0.2);
            let question =
                Question { spec: &spec, position: Some(&position), seat: Some(seat), lines: 2, effort };
            let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
            view.lines[0].value.chances[seat.index()]
        };
        let (one, other) = (best(Seat::FIRST), best(Seat::FIRST.other()));
        assert!((one + other - 1.0).abs() < 0.02, "{position}: {one} and {other}");
    }
}

#[test]
fn a_proven_win_says_so_with_its_distance_and_is_shown_to_the_end() {
    let spec = spec("breakthrough:columns=5,rows=6");
    let position = "4p/5/1P3/5/5/5 w";
    let question = Question {
        spec: &spec,
        position: Some(position),
        seat: None,
        lines: 2,
        effort: Effort::Given(Budget::nodes(20_000)),
    };
    let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
    assert_eq!(
        (view.value.bound, view.value.chances.as_slice()),
        (Bound::Proven, &[1.0, 0.0][..]),
        "{view:?}"
    );
    assert_eq!(view.value.distance, Some(3));
    // Two steps of White, and a move of Black between them.
    assert_eq!(view.lines[0].steps.len(), 3, "{:?}", view.lines[0].steps);
    let said = hint(&spec, position, Seat::FIRST, &|| false).unwrap();
    assert_eq!(said.why[0].key, "insight-wins");
}

#[test]
fn a_search_that_is_stopped_says_that_its_values_are_bounds() {
    let spec = spec("breakthrough:columns=6,rows=6");
    let (position, seat) = with_game(&spec, Somewhere { seed: 3, choices: 8 }).unwrap().unwrap();
    let bounds = |nodes: u64| {
        let effort = Effort::Given(Budget::nodes(nodes));
        let question =
            Question { spec: &spec, position: Some(&position), seat: Some(seat), lines: 3, effort };
        let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
        assert_eq!(view.value.bound, view.lines[0].value.bound);
        view.lines.into_iter().map(|line| line.value.bound).collect::<Vec<Bound>>()
    };
    let found: Vec<Vec<Bound>> = (1..150).map(|part| bounds(part * 40)).collect();
    let count = |bound: Bound| found.iter().flatten().filter(|one| **one == bound).count();
    // Most budgets end where every value is known.
    let (lower, upper, estimates) = (count(Bound::Lower), count(Bound::Upper), count(Bound::Estimate));
    assert!(upper > 0 && estimates > lower + upper, "{lower}, {upper}, {estimates}");
}

#[test]
fn a_turn_that_ends_the_game_is_proven_where_a_search_only_samples() {
    let spec = spec("snipe:seats=2");
    // The last crumb lies two steps before the Snipe, which has more crumbs.
    let position = "+,>A,^F,vA,+F,+/+,<,7,>A,^,IFc/>A,+F,+A,+,+,+/-,+S,+F,+,+A,+N/>,7,+,+,^F,vA/+A,+F,<F,+A,^,+F snipe 1@f4n hunters 2@e4s held 20,9 idle 5 turn 1 dice 4+6 left 10";
    let question =
        Question { spec: &spec, position: Some(position), seat: None, lines: 2, effort: Effort::Own(0.01) };
    let view = analyse(&question, &|| false, &mut |_| {}).unwrap();
    assert_eq!((view.value.bound, view.value.distance), (Bound::Proven, Some(2)), "{:?}", view.value);
    assert_eq!(view.value.chances, [1.0, 0.0]);
    let other = view.lines.get(1).map(|line| line.value.bound);
    assert_ne!(other, Some(Bound::Proven), "only one turn ends the game");
}

/// What a move with a reply is said to be worse for than another one.
struct Worse {
    position: Option<&'static str>,
    played: [&'static str; 2],
    better: [&'static str; 2],
}

impl Visitor for Worse {
    type Output = Vec<TextView>;
    fn visit<G: Bots + Views + Encode>(self, game: G) -> Vec<TextView> {
        let state = self.position.map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
        let line = |texts: [&str; 2], chance: f64| {
            let (mut at, mut seat, mut moves) = (state.clone(), Seat::FIRST, Vec::new());
            for text in texts {
                let mv = game.read_move(&at, seat, text).unwrap();
                game.apply(&mut at, seat, mv);
                (seat, _) = (seat.other(), moves.push(mv));
            }
            let value = crate::analyst::estimate(vec![chance, 1.0 - chance], None);
            crate::analyst::Line { moves, score: None, value }
        };
        let at = crate::why::At { game: &game, state: &state, seat: Seat::FIRST };
        at.worse(&line(self.played, 0.3), &line(self.better, 0.5))
    }
}

#[test]
fn a_reply_that_meets_the_better_move_as_well_is_no_reason() {
    let spec = spec("breakthrough:columns=5,rows=6");
    let said = |played, better| {
        let why = with_game(&spec, Worse { position: None, played, better }).unwrap();
        why.into_iter().map(|text| text.key.to_string()).collect::<Vec<String>>()
    };
    let same = said(["a2-a3", "b5-b4"], ["c2-c3", "b5-b4"]);
    assert!(!same.iter().any(|key| key == "insight-reply" || key == "insight-meets"), "{same:?}");
    let other = said(["a2-a3", "b5-b4"], ["c2-c3", "a5-a4"]);
    assert!(other.iter().any(|key| key == "insight-reply"), "{other:?}");
    // Both sides are as near their goals after both.
    assert!(!other.iter().any(|key| key == "breakthrough-race-count"), "{other:?}");
}

#[test]
fn a_mistake_of_breakthrough_says_what_it_costs_in_the_race() {
    let spec = spec("breakthrough:columns=5,rows=6");
    let position = Some("4p/5/1P3/5/4P/5 w");
    let worse = Worse { position, played: ["e2-e3", "e6-e5"], better: ["b4-b5", "e6-e5"] };
    let why = with_game(&spec, worse).unwrap();
    let race = why.iter().find(|text| text.key == "breakthrough-race-count").expect("the race differs");
    assert_eq!(
        race.english,
        "steps to go, of seat 1 and of its rival: 2 and 5 now, 1 and 4 after the better line, 2 and 4 after the line that was played"
    );
    in_german(&spec, &why);
}

#[test]
fn a_seat_without_a_choice_is_refused_with_a_sentence() {
    let spec = spec("breakthrough");
    let question = Question {
        spec: &spec,
        position: None,
        seat: Some(Seat::SECOND),
        lines: 1,
        effort: Effort::Own(0.001),
    };
    let denied = analyse(&question, &|| false, &mut |_| {}).unwrap_err();
    assert_eq!(denied.to_string(), "seat 2 has no choice here");
}

#[test]
fn a_search_ends_soon_after_it_is_told_to_stop() {
    for text in specs() {
        let spec = spec(&text);
        let (position, seat) = with_game(&spec, Somewhere { seed: 5, choices: 4 }).unwrap().unwrap();
        let polls = Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() > 20
        };
        let question = Question {
            spec: &spec,
            position: Some(&position),
            seat: Some(seat),
            lines: 3,
            effort: Effort::Given(Budget::nodes(u64::MAX)),
        };
        let view = analyse(&question, &stop, &mut |_| {}).unwrap();
        assert!(view.done && !view.lines.is_empty(), "{text}");
        assert!(polls.get() < 60, "{text}: asked {} times", polls.get());
    }
}

#[test]
fn hints_say_what_the_move_is_for_in_both_languages() {
    for text in specs() {
        let spec = spec(&text);
        let (position, seat) = with_game(&spec, Somewhere { seed: 8, choices: 6 }).unwrap().unwrap();
        let polls = Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() > 200
        };
        let view = hint(&spec, &position, seat, &stop).unwrap();
        assert!(!view.line.steps.is_empty() && !view.why.is_empty(), "{text}");
        in_german(&spec, &view.why);
    }
}

#[test]
fn a_supply_that_grows_or_shrinks_is_no_reason() {
    // Chips in hand and dice in the pile are what is left to place, and not what a seat has won or lost.
    for text in ["breadcrumbs", "breadwinner"] {
        let spec = spec(text);
        for seed in 0..4 {
            let (position, seat) = with_game(&spec, Somewhere { seed, choices: 9 }).unwrap().unwrap();
            let polls = Cell::new(0);
            let stop = || {
                polls.set(polls.get() + 1);
                polls.get() > 30
            };
            let view = hint(&spec, &position, seat, &stop).unwrap();
            let keys: Vec<&str> = view.why.iter().map(|text| text.key.as_ref()).collect();
            assert!(keys.iter().all(|key| !key.ends_with("-things")), "{text}: {keys:?}");
        }
    }
}

/// All sentences are in the German catalog, with their holes filled.
pub(crate) fn in_german(spec: &Spec, sentences: &[TextView]) {
    let catalog = breadboard_play::catalog(Some(info_of(spec).unwrap()), "de").unwrap();
    for text in sentences {
        let args = text.args.iter().map(|(name, value)| (name.as_ref(), value.as_str()));
        let german = catalog.render(&text.key, args).unwrap_or_default();
        assert!(!german.is_empty() && !german.contains('{') && german != text.english, "{text:?}: {german}");
    }
}

/// The oldest golden record of a game.
fn golden(game: &str, file: &str) -> Record {
    let path = format!("{}/../games/src/{game}/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    Record::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What must hold of any finished review.
fn reviewed(record: &Record, effort: f64) -> breadboard_wire::ReviewView {
    let mut last = 0.0;
    let view = review(record, effort, &|| false, &mut |view| {
        assert!(view.progress >= last);
        last = view.progress;
    });
    let view = view.unwrap().unwrap();
    if has_phrases(&record.spec.to_string()) {
        assert!(view.steps.iter().flat_map(|step| &step.choices).all(|choice| !choice.phrases.is_empty()));
    }
    assert!(view.done && view.progress == 1.0 && last == 1.0);
    assert_eq!(view.steps.len(), record.entries.len());
    assert!(view.steps.iter().zip(1..).all(|(step, number)| step.step == number));
    assert!(!view.players.is_empty());
    for player in &view.players {
        assert!((0.0..=100.0).contains(&player.accuracy) && player.skill <= 0.0, "{player:?}");
    }
    for choice in view.steps.iter().flat_map(|step| &step.choices) {
        assert!(choice.loss >= 0.0);
        assert_eq!(choice.mark >= MoveMark::Inaccuracy, choice.better.is_some(), "{choice:?}");
        in_german(&record.spec, &choice.why);
    }
    adds_to_the_change(&view);
    view
}

/// Luck, choices and the rest are all of the change of value. With more than two seats the values say what a choice gave whom.
fn adds_to_the_change(view: &breadboard_wire::ReviewView) {
    let first = |value: &ValueView| value.points.unwrap_or_else(|| value.chances[0]);
    if view.players.len() > 2 {
        return;
    }
    let Some(last) = view.steps.last() else { return };
    let skill = |seat: usize| view.players.get(seat).map_or(0.0, |player| player.skill);
    let explained = view.players[0].luck + skill(0) - skill(1) + view.residual;
    let change = first(&last.value) - first(&view.start);
    assert!((explained - change).abs() < 1e-6, "{explained} is not {change}");
}

#[test]
fn records_of_the_first_rules_are_reviewed() {
    for entry in GAMES {
        let id = entry.info.id;
        let folder = format!("{}/../games/src/{id}/golden", env!("CARGO_MANIFEST_DIR"));
        let mut shortest: Option<(usize, String)> = None;
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let Ok(record) = std::panic::catch_unwind(|| golden(id, &name)) else { continue };
            let length = record.entries.len();
            if record.rules == 1 && shortest.as_ref().is_none_or(|(least, _)| length < *least) {
                shortest = Some((length, name));
            }
        }
        let (_, name) = shortest.unwrap_or_else(|| panic!("{id} has no record of the first rules"));
        let mut record = golden(id, &name);
        // A part is enough: the rest is reviewed by the same code.
        if record.entries.len() > 60 {
            record.entries.truncate(60);
            record.result = None;
            record.scores = None;
            let text = record.to_string().replace("result: unfinished\n", "");
            record = Record::read(&text).unwrap();
        }
        reviewed(&record, 0.02);
    }
}

#[test]
fn a_game_that_ends_by_resigning_is_reviewed() {
    let record = Record::read(
        "game: breakthrough:columns=5,rows=5\nrules: 1\nseat 1: Ada\nending: win 2, seat 1 resigned\nresult: unfinished\n\n\
         1: a2-a3\n2: b4-b3\n",
    );
    let view = reviewed(&record.unwrap(), 0.02);
    assert_eq!(view.names[0].name, "Ada");
    assert_eq!(view.steps[1].choices[0].text, "b4-b3");
}

#[test]
fn an_impossible_event_of_a_record_is_named_with_its_line() {
    let record = Record::read("game: breakthrough\nrules: 1\n\n1: a2-a3\n2: a2-a3\n").unwrap();
    let denied = review(&record, 1.0, &|| false, &mut |_| {}).unwrap_err();
    assert!(denied.to_string().starts_with("line 5, column 4: "), "{denied}");
}

#[test]
fn a_review_that_is_stopped_ends_soon_with_nothing() {
    let record = golden("snipe", "seats-2.txt");
    let polls = Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() > 30
    };
    assert_eq!(review(&record, 1.0, &stop, &mut |_| {}).unwrap(), None);
    assert!(polls.get() < 120, "asked {} times", polls.get());
}

#[test]
fn alone_a_game_is_valued_in_points() {
    struct Solo;
    impl Visitor for Solo {
        type Output = Record;
        fn visit<G: Bots + Views + Encode>(self, game: G) -> Record {
            record_of_game(&game, &mut SplitMix::new(2), |state, seat, rng| {
                game.bot(Level::Bot1).choose(&game, state, seat, rng)
            })
        }
    }
    let record = with_game(&spec("traxx:seats=1"), Solo).unwrap();
    let view = reviewed(&record, 0.1);
    let end = f64::from(record.scores.unwrap()[Seat::FIRST]);
    assert_eq!(view.steps.last().unwrap().value.points, Some(end));
    assert!(view.players[0].skill < -1.0, "the weakest bot gives points away: {:?}", view.players);
    let explained = view.players[0].luck + view.players[0].skill + view.residual;
    let change = end - view.start.points.unwrap();
    assert!((explained - change).abs() < 1e-6, "{explained} is not {change}");
}
