//! Every shipped puzzle is read, played and asked for.

use super::*;
use breadboard_core::Seat;
use breadboard_wire::{PlayedEvent, PuzzleState};

fn events(seat: u8, texts: &[String]) -> Vec<PlayedEvent> {
    let seat = Seat::new(usize::from(seat) - 1).unwrap();
    texts.iter().map(|text| PlayedEvent { seats: vec![seat], texts: vec![text.clone()] }).collect()
}

/// The answer as a client plays it: own moves, and the replies that it gets.
fn solve(id: &str, kept: &Kept) -> PuzzleVerdict {
    let mut tried = PuzzleTry { events: Vec::new(), give_up: false, hint: false };
    loop {
        let text = kept.line[tried.events.len()].clone();
        tried.events.extend(events(kept.seat, &[text]));
        // No search: the answer is known, and what is wrong with other turns is asked elsewhere.
        let verdict = attempt(id, &tried, &|| true).unwrap();
        if !matches!(verdict.state, PuzzleState::Continue | PuzzleState::Unjudged) {
            return verdict;
        }
        tried.events.extend(verdict.replies);
    }
}

#[test]
fn every_file_is_read_and_every_answer_solves_its_puzzle() {
    for entry in GAMES.iter().filter(|entry| !entry.puzzles.is_empty()) {
        let (game, file) = (entry.info.id, PuzzleFile::read(entry.puzzles).unwrap());
        for kept in &file.puzzles {
            let id = format!("{game}-{}", kept.number);
            let view = puzzle(&id).unwrap();
            assert_eq!((view.position.as_str(), view.seat), (kept.position.as_str(), kept.seat), "{id}");
            assert_eq!(view.themes.len(), kept.themes.len(), "{id}: a theme without a text");
            let verdict = solve(&id, kept);
            assert_eq!(verdict.state, PuzzleState::Solved, "{id}");
            assert!(verdict.why.len() > 1 && verdict.solution.is_some(), "{id}: {:?}", verdict.why);
            let shown = attempt(&id, &PuzzleTry { events: Vec::new(), give_up: true, hint: false }, &|| true)
                .unwrap();
            assert_eq!(shown.state, PuzzleState::Shown);
            assert_eq!(shown.solution.unwrap().steps.len(), kept.line.len(), "{id}");
        }
        let mut numbers: Vec<u32> = file.puzzles.iter().map(|kept| kept.number).collect();
        numbers.dedup();
        assert_eq!(numbers.len(), file.puzzles.len(), "{game}: numbers come once, in order");
    }
}

#[test]
fn every_puzzle_has_the_themes_that_its_game_finds_in_the_answer() {
    for (info, file) in sets() {
        // `breadboard puzzles themes` makes it so.
        assert_eq!(retag(&mut file.clone(), false).unwrap(), 0, "{}", info.id);
        assert!(file.puzzles.iter().all(|kept| !kept.themes.is_empty()), "{}: no theme", info.id);
        let mut bare = file.clone();
        bare.puzzles.iter_mut().for_each(|kept| kept.themes.clear());
        assert_eq!(retag(&mut bare, false).unwrap(), file.puzzles.len());
        assert_eq!(&bare, file);
    }
}

#[test]
fn an_answer_that_ends_the_game_gives_nothing_up_for_later() {
    let mut ended = 0;
    for (info, file) in sets() {
        for kept in &file.puzzles {
            let id = format!("{}-{}", info.id, kept.number);
            let Some(end) = end_of(file, kept) else { continue };
            ended += usize::from(end);
            assert!(!end || !kept.themes.contains(&"restraint".to_owned()), "{id}: {:?}", kept.themes);
        }
    }
    assert!(ended > 10, "{ended} answers end the game");
}

/// Whether the answer of a puzzle ends the game.
fn end_of(file: &PuzzleFile, kept: &Kept) -> Option<bool> {
    struct End<'a>(&'a Kept);
    impl Visitor for End<'_> {
        type Output = Option<bool>;
        fn visit<G: Bots + Views>(self, game: G) -> Option<bool> {
            let mut at = game.read_position(&self.0.position).ok()?;
            for text in &self.0.line {
                let seat = ends::chooser(&game, &at)?;
                let mv = game.read_move(&at, seat, text).ok()?;
                game.apply(&mut at, seat, mv);
            }
            Some(matches!(game.turn(&at), breadboard_core::Turn::Over(_)))
        }
    }
    with_game(&spec_of(file).ok()?, End(kept)).ok()?
}

#[test]
fn a_wrong_move_is_refuted_on_the_board() {
    let (_, file) = set("breakthrough").unwrap();
    for kept in file.puzzles.iter().take(3) {
        let id = format!("breakthrough-{}", kept.number);
        let view =
            breadboard_play::view::position_view(&file.spec.parse().unwrap(), Some(&kept.position)).unwrap();
        let moves = view.moves[0].moves.clone();
        let wrong = moves.iter().find(|mv| mv.text != kept.line[0]).unwrap().text.clone();
        let tried = PuzzleTry { events: events(kept.seat, &[wrong]), give_up: false, hint: false };
        let verdict = attempt(&id, &tried, &|| false).unwrap();
        assert_eq!(verdict.state, PuzzleState::Wrong);
        let refutation = verdict.refutation.expect("all other moves lose by force");
        assert!(
            !refutation.steps.is_empty() && verdict.why.iter().any(|text| text.key == "puzzle-now-loses")
        );
    }
}

/// The answer of a puzzle with two neighbouring moves exchanged, as far as it ends with the same position; and a turn that ends
/// with another position, if the first of its moves is another.
struct Orders<'a>(&'a Kept);

impl Orders<'_> {
    /// The position after these moves of one turn, with the moves that end it where there are too few.
    fn end<G: Bots + Views>(game: &G, kept: &Kept, texts: &mut Vec<String>) -> Option<String> {
        let seat = Seat::new(usize::from(kept.seat) - 1)?;
        let mut at = game.read_position(&kept.position).ok()?;
        let key = game.turn_key(&at);
        for text in texts.iter() {
            let mv = game.read_move(&at, seat, text).ok()?;
            game.check(&at, seat, mv).ok()?;
            game.apply(&mut at, seat, mv);
        }
        while ends::goes_on(game, &at, seat, key) {
            let mv = *game.moves(&at, seat).last()?;
            texts.push(game.write_move(&at, seat, mv));
            game.apply(&mut at, seat, mv);
        }
        Some(game.write_position(&at))
    }
}

impl Visitor for Orders<'_> {
    type Output = (Vec<Vec<String>>, Option<Vec<String>>);
    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let kept = self.0;
        let answered = Self::end(&game, kept, &mut kept.line.clone());
        let swapped = (1..kept.line.len()).filter_map(|at| {
            let mut texts = kept.line.clone();
            texts.swap(at - 1, at);
            let same = texts != kept.line && Self::end(&game, kept, &mut texts) == answered;
            (same && texts.len() == kept.line.len()).then_some(texts)
        });
        let mut other = Vec::new();
        let ends_elsewhere = Self::end(&game, kept, &mut other) != answered && other[0] != kept.line[0];
        (swapped.collect(), ends_elsewhere.then_some(other))
    }
}

#[test]
fn an_answer_in_another_order_is_right_and_a_turn_that_ends_elsewhere_is_wrong() {
    // Of Snipe Hunt few answers have another order: a walk is a way.
    for (game, least) in [("breadwinner", 100), ("snipe", 1)] {
        let (_, file) = set(game).unwrap();
        let (mut right, mut wrong) = (0, 0);
        for kept in &file.puzzles {
            let id = format!("{game}-{}", kept.number);
            let state = |texts: &[String], stopped: bool| {
                let tried = PuzzleTry { events: events(kept.seat, texts), give_up: false, hint: false };
                attempt(&id, &tried, &|| stopped).unwrap().state
            };
            let (orders, other) = with_game(&spec_of(file).unwrap(), Orders(kept)).unwrap();
            for texts in orders {
                // Without a search: the end is the same.
                assert_eq!(state(&texts, true), PuzzleState::Solved, "{id}: {texts:?}");
                assert_eq!(state(&texts[..texts.len() - 1], true), PuzzleState::Unjudged, "{id}: {texts:?}");
                right += 1;
            }
            if let Some(texts) = other.filter(|_| wrong < 3) {
                assert_eq!(state(&texts, false), PuzzleState::Wrong, "{id}: {texts:?}");
                wrong += 1;
            }
        }
        assert!(right >= least && wrong == 3, "{game}: {right} other orders, {wrong} wrong turns");
        println!("{game}: {right} other orders of {} answers", file.puzzles.len());
    }
}

#[test]
fn an_answer_says_what_it_is_about_and_what_is_wrong_with_the_turn_that_looks_best() {
    let mut said = std::collections::BTreeSet::new();
    for (info, file) in sets() {
        let themes = file.puzzles.iter().flat_map(|kept| &kept.themes);
        for word in themes {
            assert!(themes::meaning_of(info, word).is_some(), "{}: {word} has no meaning", info.id);
        }
        // What looks best is the answer of the easiest puzzles, and seldom of the others.
        for kept in file.puzzles.iter().filter(|kept| kept.difficulty == 2).take(4) {
            let id = format!("{}-{}", info.id, kept.number);
            let shown =
                attempt(&id, &PuzzleTry { events: Vec::new(), give_up: true, hint: false }, &|| false)
                    .unwrap();
            let keys: Vec<&str> = shown.why.iter().map(|text| text.key.as_ref()).collect();
            assert!(keys.iter().any(|key| key.starts_with("idea-")), "{id}: {keys:?}");
            crate::tests::in_german(&file.spec.parse().unwrap(), &shown.why);
            let looks =
                keys.into_iter().find(|key| key.starts_with("puzzle-looks-best") || *key == "puzzle-tempts");
            said.extend(looks.map(str::to_owned));
            if looks.is_some() {
                break;
            }
        }
    }
    assert_eq!(said.len(), 4, "{said:?}");
}

#[test]
fn an_answer_says_what_follows_it_and_what_follows_the_other_turn() {
    // By the expected play where a seat answers at once, by games that go on where dice follow.
    for (game, key) in [("breadcrumbs", "puzzle-expected"), ("snipe", "puzzle-follows")] {
        let (_, file) = set(game).unwrap();
        let say = |kept: &&Kept| {
            let id = format!("{game}-{}", kept.number);
            let shown =
                attempt(&id, &PuzzleTry { events: Vec::new(), give_up: true, hint: false }, &|| false)
                    .unwrap();
            let said = shown.why.iter().any(|text| text.key == key);
            crate::tests::in_german(&file.spec.parse().unwrap(), &shown.why);
            said
        };
        let count = file.puzzles.iter().filter(|kept| kept.difficulty > 1).take(6).filter(say).count();
        assert!(count > 0, "{game}: {key} is never said");
    }
}

#[test]
fn a_turn_is_judged_at_its_end_and_then_says_what_the_best_turn_brings() {
    let (_, file) = set("snipe").unwrap();
    let kept = file.puzzles.iter().find(|kept| kept.number == 204).unwrap();
    let at = |tried: &[PlayedEvent]| {
        attempt("snipe-204", &PuzzleTry { events: tried.to_vec(), give_up: false, hint: false }, &|| false)
            .unwrap()
    };
    let (_, turn) = with_game(&spec_of(file).unwrap(), Orders(kept)).unwrap();
    let turn = events(kept.seat, &turn.unwrap());
    for count in 1..turn.len() {
        let verdict = at(&turn[..count]);
        assert_eq!(verdict.state, PuzzleState::Unjudged, "{count}");
        assert_eq!(verdict.why[0].key, "puzzle-goes-on");
    }
    let verdict = at(&turn);
    let keys: Vec<&str> = verdict.why.iter().map(|text| text.key.as_ref()).collect();
    assert_eq!(verdict.state, PuzzleState::Wrong);
    assert!(keys.iter().any(|key| key.starts_with("idea-")) && keys.contains(&"puzzle-missed"), "{keys:?}");
    crate::tests::in_german(&file.spec.parse().unwrap(), &verdict.why);
}

#[test]
fn a_hint_is_for_the_position_on_the_board() {
    let ask = |id: &str, tried: Vec<PlayedEvent>| {
        attempt(id, &PuzzleTry { events: tried, give_up: false, hint: true }, &|| false).unwrap()
    };
    // Every puzzle by hints alone: the kept answer.
    for (info, file) in sets() {
        let kept = &file.puzzles[0];
        let id = format!("{}-{}", info.id, kept.number);
        let mut tried = Vec::new();
        for _ in 0..60 {
            let step = ask(&id, tried.clone()).hint.expect("a next move");
            tried.extend(events(kept.seat, &[step.text]));
            let verdict =
                attempt(&id, &PuzzleTry { events: tried.clone(), give_up: false, hint: false }, &|| true)
                    .unwrap();
            tried.extend(verdict.replies);
            if verdict.state == PuzzleState::Solved {
                tried.clear();
                break;
            }
        }
        assert!(tried.is_empty(), "{id}");
    }
    // Another winning move than the kept one, and the reply to it: the hint wins still.
    let (_, file) = set("breakthrough").unwrap();
    let mut left = 0;
    for kept in file.puzzles.iter().filter(|kept| kept.line.len() > 4).take(40) {
        let id = format!("breakthrough-{}", kept.number);
        let mut tried = events(kept.seat, &kept.line[..2]);
        tried[1].seats = vec![Seat::new(usize::from(kept.seat) - 1).unwrap().next(2)];
        let spec: Spec = file.spec.parse().unwrap();
        let view = breadboard_play::view::position_after(&spec, Some(&kept.position), &tried).unwrap();
        for mv in view.moves[0].moves.iter().filter(|mv| mv.text != kept.line[2]) {
            let mut tried = tried.clone();
            tried.extend(events(kept.seat, std::slice::from_ref(&mv.text)));
            let ask_at = |tried: &[PlayedEvent]| {
                let tried = PuzzleTry { events: tried.to_vec(), give_up: false, hint: false };
                attempt(&id, &tried, &|| false).unwrap()
            };
            let verdict = ask_at(&tried);
            if verdict.state != PuzzleState::Continue {
                continue;
            }
            tried.extend(verdict.replies);
            let step = ask(&id, tried.clone()).hint.expect("a winning move");
            tried.extend(events(kept.seat, &[step.text]));
            let then = ask_at(&tried).state;
            assert!(matches!(then, PuzzleState::Continue | PuzzleState::Solved), "{id}: {then:?}");
            left += 1;
        }
        if left >= 3 {
            break;
        }
    }
    assert!(left >= 3, "{left}");
}

#[test]
fn a_hint_leads_back_to_the_answer_or_says_that_no_way_does() {
    let (_, file) = set("snipe").unwrap();
    let (mut back, mut lost) = (0, 0);
    for kept in file.puzzles.iter().take(60) {
        let id = format!("snipe-{}", kept.number);
        let (_, Some(turn)) = with_game(&spec_of(file).unwrap(), Orders(kept)).unwrap() else { continue };
        let tried = PuzzleTry { events: events(kept.seat, &turn[..1]), give_up: false, hint: true };
        let verdict = attempt(&id, &tried, &|| true).unwrap();
        match verdict.hint {
            Some(step) => back += usize::from(step.seat == kept.seat),
            None if verdict.why.is_empty() => continue,
            None => lost += usize::from(verdict.why[0].key == "puzzle-begin-again"),
        }
    }
    assert!(back > 0 && lost > 0, "{back} back, {lost} lost");
}

#[test]
fn bad_answers_are_refused_with_the_reason() {
    let nothing = PuzzleTry { events: Vec::new(), give_up: false, hint: false };
    for id in ["", "breakthrough", "breakthrough-0", "chess-1", "breakthrough-01", "breakthrough--1"] {
        assert!(attempt(id, &nothing, &|| false).is_err(), "{id}");
        assert!(puzzle(id).is_none());
    }
    let row = list("breakthrough").remove(0);
    let bad = PuzzleTry { events: events(1, &["no move".to_owned()]), give_up: false, hint: false };
    assert!(attempt(&row.id, &bad, &|| false).is_err());
    assert_eq!(attempt(&row.id, &nothing, &|| false).unwrap().state, PuzzleState::Continue);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_all_and_differs_on_the_next() {
    assert_eq!(daily("2026-11-17"), daily("2026-11-17"));
    assert_eq!(daily("2026-11-31"), None);
    let days: Vec<String> =
        (20_000..20_040).map(|day| daily(&date_of(day * 86_400_000)).unwrap().id).collect();
    assert!(days.windows(2).all(|pair| pair[0] != pair[1]), "{days:?}");
    let games: Vec<&str> = GAMES.iter().map(|game| game.info.id).filter(|id| !list(id).is_empty()).collect();
    let next = days.iter().skip(games.len()).zip(&days);
    assert!(next.into_iter().all(|(day, before)| day != before), "a game comes again with another puzzle");
}

#[test]
fn lists_begin_with_the_easiest() {
    for game in GAMES {
        let rows = list(game.info.id);
        assert!(rows.is_sorted_by_key(|row| row.difficulty), "{}", game.info.id);
    }
    assert!(list("chess").is_empty());
}

/// The grade that a position gets, if it is a puzzle.
struct Graded<'a>(&'a str, u64);

impl Visitor for Graded<'_> {
    type Output = Option<u8>;
    fn visit<G: Bots + Views>(self, game: G) -> Option<u8> {
        let state = game.read_position(self.0).unwrap();
        let seat = ends::chooser(&game, &state).unwrap();
        mine::puzzle_at(&game, &state, seat, self.1, &|_| true).map(|kept| kept.difficulty)
    }
}

#[test]
fn the_only_move_that_does_not_lose_at_once_is_no_puzzle() {
    let spec: Spec = "breakthrough:columns=6,rows=6".parse().unwrap();
    // Black stands before the home row, and one man can take it: after that White wins.
    let forced = "2pp2/p2pp1/PPp1p1/4PP/pP4/1PPPP1 w";
    assert_eq!(with_game(&spec, Graded(forced, 20_000)).unwrap(), None);
}

#[test]
fn a_search_with_an_empty_memory_gives_the_same_grade_again() {
    let (_, file) = set("breakthrough").unwrap();
    let spec = spec_of(file).unwrap();
    let hardest = file.puzzles.iter().max_by_key(|kept| kept.difficulty).unwrap();
    assert!(hardest.difficulty > 1, "{hardest:?}");
    assert_eq!(with_game(&spec, Graded(&hardest.position, file.nodes)).unwrap(), Some(hardest.difficulty));
}

#[test]
fn every_game_has_200_puzzles_and_no_grade_has_more_than_three_tenths_of_them() {
    for (info, _) in sets() {
        let game = info.id;
        let rows = list(game);
        assert!(rows.len() >= WANTED, "{game} has {} puzzles", rows.len());
        let of = |grade: u8| rows.iter().filter(|row| row.difficulty == grade).count();
        let counts: Vec<usize> = (1..=5).map(of).collect();
        assert!(counts.iter().all(|count| 10 * count <= 3 * WANTED), "{game}: {counts:?}");
        let filled = counts.iter().filter(|count| **count > 0).count();
        assert!(filled >= 4, "{game}: {counts:?}");
        let themes: std::collections::BTreeSet<&str> =
            rows.iter().flat_map(|row| &row.themes).map(|text| text.key.as_ref()).collect();
        assert!(themes.len() >= 2, "{game}: {themes:?}");
    }
}

/// How many puzzles the set of a game is mined for.
const WANTED: usize = 200;

#[test]
fn mining_goes_on_where_it_was_and_finds_the_same() {
    let begin = || PuzzleFile {
        spec: "breakthrough:columns=5,rows=6".to_owned(),
        rules: 1,
        nodes: 20_000,
        ..PuzzleFile::default()
    };
    let mut whole = begin();
    mine(&mut whole, Mining { wanted: 4, seed: 3, save: &mut |_| true }).unwrap();
    let mut parts = begin();
    while parts.puzzles.len() < 4 {
        mine(&mut parts, Mining { wanted: 4, seed: 3, save: &mut |_| false }).unwrap();
        parts = PuzzleFile::read(&parts.to_string()).unwrap();
    }
    assert_eq!(parts.to_string(), whole.to_string());
    let mut faults = Vec::new();
    check(&whole, &mut |checked| {
        faults.extend(checked.fault);
        true
    })
    .unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    // A wrong answer is found out.
    whole.puzzles[0].line.truncate(1);
    let mut count = 0;
    check(&whole, &mut |checked| {
        count += usize::from(checked.fault.is_some());
        true
    })
    .unwrap();
    assert_eq!(count, 1);
}
