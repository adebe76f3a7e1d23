//! The deal, the roll-off and the dice: rulings S2 to S6 and S8, and their distributions.

use super::*;
use crate::snipe::forest::{Forest, Kind};
use crate::snipe::shape::{Layout, Shape};
use crate::snipe::spaces::{Card, Direction, Space};
use crate::snipe::{Chance, Drawn, RollOff, SnipeHunt};
use breadboard_core::prelude::*;
use breadboard_core::{Game, OptionValue, Rng, Seat, SplitMix};
use breadboard_testkit::{self as testkit, Reason};
use std::collections::BTreeMap;

const SMALL: &str = "snipe:seats=2,forest=3x3";
const RAW: &str = "snipe:seats=2,forest=3x3,raw_deal=on";
/// A valid deal to damage: eight crumbs, four of them on specials.
const GOOD: &str = "+Fc,+Ac,+es/+e,+N,+Ac/+S,+Fc,+e";

const SHAPES: [&str; 10] = ["6x6", "5x5", "4x4", "3x3", "6x3", "3x6", "5x4", "4x3", "cross", "ring"];

/// Whether a deal is accepted, and the ruling if not.
fn deal(spec: &str, cards: &str) -> Result<(), Option<String>> {
    let start = Scene::start(spec);
    let event = start.event(&format!("deal {cards}")).unwrap_or_else(|refusal| panic!("{refusal}"));
    let played = start.game.play(&mut start.state.clone(), &event);
    played.map_err(|refusal| Reason::from(refusal).ruling)
}

/// A deal that breaks a ruling.
fn bad_deal(spec: &str, cards: &str, ruling: &str) {
    assert_eq!(deal(spec, cards), Err(Some(ruling.to_owned())), "{cards}");
}

fn sample(spec: &str, count: u64) -> (SnipeHunt, Vec<Forest>) {
    let game: SnipeHunt = testkit::game(spec);
    let forests = (0..count).map(|seed| game.deal(&mut SplitMix::stream(7, seed))).collect();
    (game, forests)
}

/// The spaces one can walk to, found step by step.
fn walk(forest: &Forest, from: Space, without: Option<Card>) -> usize {
    let mut seen = vec![from];
    let mut at = 0;
    while let Some(&space) = seen.get(at) {
        at += 1;
        for to in Direction::ALL.iter().filter_map(|&way| forest.step(space, way)) {
            if Some(to.card()) != without && !seen.contains(&to) {
                seen.push(to);
            }
        }
    }
    seen.len()
}

#[test]
fn s2_a_deal_that_falls_apart_is_refused_unless_raw() {
    assert_eq!(deal(SMALL, GOOD), Ok(()));
    let corner_off = GOOD.replace("+es/", "Lne/");
    bad_deal(SMALL, &corner_off, "S2");
    assert_eq!(deal(RAW, &corner_off), Ok(()));
    // The straight in a1 touches only the Station in a2: the forest is connected with the Station and not without it.
    let by_station = "+Fc,+Ac,+es/+S,+,+Nne/I,+Fc,+Ac".replace("+Nne", "+Ne").replace("I,", "In,");
    bad_deal(SMALL, &by_station, "S2");
    assert_eq!(deal(RAW, &by_station), Ok(()));
}

#[test]
fn s2_every_deal_connects_with_and_without_the_station() {
    for shape in SHAPES {
        let (game, forests) = sample(&format!("snipe:forest={shape}"), 60);
        for forest in forests {
            let spaces = |skip: Option<Card>| {
                let cards = game.layout.places.iter().filter(move |card| Some(**card) != skip);
                cards.flat_map(|&card| Space::of_card(card)).filter(|space| forest.has(*space)).count()
            };
            let nest = Space::centre(forest.nest);
            assert_eq!(walk(&forest, nest, None), spaces(None), "{}", game.forest_text(&forest));
            let station = Some(forest.station);
            assert_eq!(walk(&forest, nest, station), spaces(station), "{}", game.forest_text(&forest));
        }
    }
    let (game, forests) = sample("snipe:raw_deal=on", 4000);
    let connected = forests.iter().filter(|forest| forest.joins(game.layout.cards)).count();
    // About 47 % of 6×6 deals are connected, by a simulation outside this program.
    assert!((1700..2060).contains(&connected), "{connected} of 4000");
}

#[test]
fn s3_every_shape_has_its_cards_specials_and_crumbs() {
    for (shape, cards, specials, crumbs) in [
        ("6x6", 36, 9, 30),
        ("5x5", 25, 6, 21),
        ("6x5", 30, 7, 25),
        ("4x4", 16, 4, 14),
        ("3x3", 9, 2, 8),
        ("3x4", 12, 3, 10),
        ("cross", 20, 5, 17),
        ("ring", 32, 8, 27),
    ] {
        let layout = Layout::new(Shape::read(shape).unwrap());
        assert_eq!(
            (layout.places.len(), layout.specials, layout.crumbs, layout.cards.count_ones()),
            (cards, specials, crumbs, cards as u32),
            "{shape}"
        );
    }
    for bad in ["2x3", "7x6", "6x7", "6", "x", "66", "6x", "6x6x", "Cross", "6×6", "0x0"] {
        assert_eq!(Shape::read(bad), None, "{bad}");
    }
    let cross = Layout::new(Shape::CROSS).cards;
    let ring = Layout::new(Shape::RING).cards;
    let names = |cards| Card::all(cards).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names(cross), "c1 d1 c2 d2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 c5 d5 c6 d6");
    assert_eq!(names(Layout::new(Shape::FULL).cards & !ring), "c3 d3 c4 d4");
}

#[test]
fn s3_a_deal_comes_from_the_deck() {
    for cards in [
        // A Station that is not a cross.
        GOOD.replace("+e,+N", "-e,+N").replace("+S", "-S"),
        // Too many straights.
        GOOD.replace("+e,+N", "-e,+N").replace("+Ac,+es", "-Ac,-e").replace("/+S,+Fc,+e", "/+S,+Fc,-e"),
        // Three feathers.
        GOOD.replace("+Fc,+Ac,", "+Fc,+Fc,"),
        // Nine crumbs, and seven.
        GOOD.replace("+es/", "+ens/"),
        GOOD.replace("+es/", "+e/"),
    ] {
        bad_deal(RAW, &cards, "S3");
    }
    // Twenty crosses at most: a 6×6 forest of crosses alone is not a valid deal.
    let (game, forests) = sample("snipe", 300);
    for forest in forests {
        let count = |kind| {
            let of_kind = |card: &&Card| Kind::of(forest.exits_of(**card)) == Some(kind);
            game.layout.places.iter().filter(of_kind).count()
        };
        let kinds = [Kind::Cross, Kind::Tee, Kind::Straight, Kind::Corner].map(count);
        assert_eq!(kinds, [20, 12, 2, 2]);
    }
}

#[test]
fn s4_nest_and_station_keep_apart() {
    bad_deal(SMALL, "+Fc,+Ac,+es/+e,+N,+Ac/+,+S,+Fe", "S4");
    for (shape, least) in [("6x6", 3), ("5x5", 3), ("6x4", 2), ("3x6", 2), ("cross", 3), ("ring", 3)] {
        let (_, forests) = sample(&format!("snipe:forest={shape}"), 400);
        let found = forests.iter().map(|forest| forest.nest.apart(forest.station)).min();
        assert_eq!(found, Some(least), "{shape}");
    }
}

#[test]
fn s5_a_crumb_on_each_special_and_none_at_home() {
    let bare = GOOD.replace("+Fc,+Ac,", "+F,+Ac,").replace("+es/", "+ens/");
    bad_deal(SMALL, &bare, "S5");
    let nest = GOOD.replace("+N,", "+Nc,").replace("+es/", "+e/");
    bad_deal(SMALL, &nest, "S5");
    let game: SnipeHunt = testkit::game(SMALL);
    let twice = GOOD.replace("+es/", "+ee/");
    assert!(game.read_chance(&game.start(), &format!("deal {twice}")).is_err(), "one a space");
    for shape in SHAPES {
        let (game, forests) = sample(&format!("snipe:forest={shape}"), 40);
        for forest in forests {
            assert_eq!(game.check_deal(&forest), Ok(()));
            assert_eq!(forest.crumbs.len(), u32::from(game.layout.crumbs));
        }
    }
}

#[test]
fn s6_tied_seats_roll_again() {
    let scene = small(3, &format!("{GOOD} roll-off"));
    for tied in ["roll-off 9 4 9", "roll-off 9 4 9, 6 6"] {
        scene.refuses(tied, "S6");
    }
    for wrong in
        ["roll-off 9 4", "roll-off 9 4 8, 6 6", "roll-off 9 4 9, 6 7 8", "roll-off 13 4 9", "roll-off 1 4 9"]
    {
        scene.refuses(wrong, "S6");
    }
    let scene = scene.plays("roll-off 9 4 9, 6 6, 3 11");
    assert_eq!(scene.state.snipe_seat().number(), 3);
}

#[test]
fn s6_everyone_is_the_snipe_equally_often() {
    let mut rng = SplitMix::new(6);
    for seats in 2..=7u8 {
        const GAMES: u32 = 20_000;
        let mut wins = [0u32; 7];
        let mut ties = 0u32;
        for _ in 0..GAMES {
            let roll_off = RollOff::sample(seats, &mut rng);
            wins[roll_off.winner(seats).unwrap().index()] += 1;
            ties += u32::from(roll_off.rounds.len() > 1);
        }
        let mean = f64::from(GAMES) / f64::from(seats);
        let chi: f64 = wins[..seats.into()].iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        assert!(chi < 30.0, "{seats}: {wins:?}");
        // The chance that the highest roll is tied, from the 36 rolls of two dice each.
        let below = |sum: u32| (2..sum).map(ways).sum::<f64>();
        let single: f64 =
            (2..=12).map(|sum| f64::from(seats) * ways(sum) * below(sum).powi(i32::from(seats) - 1)).sum();
        let expected = f64::from(GAMES) * (1.0 - single);
        assert!((f64::from(ties) - expected).abs() < 5.0 * expected.sqrt(), "{seats}: {ties}, {expected}");
    }
}

/// The share of the 36 rolls with this sum.
fn ways(sum: u32) -> f64 {
    f64::from(6 - sum.abs_diff(7)) / 36.0
}

#[test]
fn s8_the_listed_rolls_are_the_thirty_six_of_two_dice() {
    let scene = small(2, "+F,+A,+e/+,+N,+A/+S,+F,+ snipe 1@b2 hunters 2@a1 held 7,0 idle 0 turn 1 roll");
    let mut rolled: BTreeMap<String, u64> = BTreeMap::new();
    for first in 1..=6u8 {
        for second in 1..=6u8 {
            let (low, high) = (first.min(second), first.max(second));
            *rolled.entry(format!("roll {low} {high}")).or_default() += 1;
        }
    }
    let listed: BTreeMap<String, u64> = scene.chances().into_iter().collect();
    assert_eq!(listed, rolled);
    assert_eq!(listed.values().sum::<u64>(), 36);
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut rng = SplitMix::new(8);
    for _ in 0..36_000 {
        let chance = scene.game.sample_chance(&scene.state, &mut rng).unwrap();
        *seen.entry(scene.game.write_chance(&scene.state, &chance)).or_default() += 1;
    }
    let chi: f64 = listed
        .iter()
        .map(|(roll, weight)| (seen[roll] as f64 / 1000.0 - *weight as f64).powi(2) * 1000.0 / *weight as f64)
        .sum();
    assert!(chi < 55.0, "{chi}: {seen:?}");
}

/// The deal compared with a physical deal: shuffle all 36 cards with Nest and Station among them, lay them, turn each,
/// and start again if S4 fails.
#[test]
fn raw_deals_are_as_likely_as_shuffled_ones() {
    let (game, forests) = sample("snipe:forest=5x4,raw_deal=on", 20_000);
    let mut rng = SplitMix::new(36);
    let places = &game.layout.places;
    let mut by_hand = Vec::new();
    while by_hand.len() < 20_000 {
        let mut deck: Vec<usize> = (2..36).collect();
        rng.shuffle(&mut deck);
        deck.truncate(places.len() - 2);
        deck.extend([0, 1]);
        rng.shuffle(&mut deck);
        let home = |card: usize| places[deck.iter().position(|&other| other == card).unwrap()];
        if home(0).apart(home(1)) >= 2 {
            by_hand.push(deck);
        }
    }
    // Cards 0 to 19 are crosses, then twelve Ts, two straights and two corners.
    let kind = |card: usize| match card {
        0..20 => Kind::Cross,
        20..32 => Kind::Tee,
        32..34 => Kind::Straight,
        _ => Kind::Corner,
    };
    for wanted in [Kind::Cross, Kind::Tee, Kind::Straight, Kind::Corner] {
        let mut counts = [BTreeMap::<usize, f64>::new(), BTreeMap::new()];
        for forest in &forests {
            let laid = places.iter().filter(|card| Kind::of(forest.exits_of(**card)) == Some(wanted)).count();
            *counts[0].entry(laid).or_default() += 1.0;
        }
        for deck in &by_hand {
            let laid = deck.iter().filter(|&&card| kind(card) == wanted).count();
            *counts[1].entry(laid).or_default() += 1.0;
        }
        close(&counts);
    }
    // Where the Nest lies, and in which orientation a corner card and a T lie.
    let mut nests = [BTreeMap::<usize, f64>::new(), BTreeMap::new()];
    let mut turned: BTreeMap<u8, f64> = BTreeMap::new();
    for (forest, deck) in forests.iter().zip(&by_hand) {
        *nests[0].entry(places.iter().position(|&card| card == forest.nest).unwrap()).or_default() += 1.0;
        *nests[1].entry(deck.iter().position(|&card| card == 0).unwrap()).or_default() += 1.0;
        for &card in places {
            *turned.entry(forest.exits_of(card).0).or_default() += 1.0;
        }
    }
    close(&nests);
    for group in
        [&[0b0111u8, 0b1011, 0b1101, 0b1110][..], &[0b0101, 0b1010], &[0b0011, 0b0110, 0b1100, 0b1001]]
    {
        let mean = group.iter().map(|exits| turned[exits]).sum::<f64>() / group.len() as f64;
        let chi: f64 = group.iter().map(|exits| (turned[exits] - mean).powi(2) / mean).sum();
        assert!(chi < 25.0, "{group:?}: {turned:?}");
    }
}

/// Two samples of the same size have the same distribution, by chi-square.
fn close(counts: &[BTreeMap<usize, f64>; 2]) {
    let keys: Vec<usize> = counts.iter().flat_map(|map| map.keys().copied()).collect();
    let (mut chi, mut free) = (0.0, 0.0);
    for key in keys.iter().collect::<std::collections::BTreeSet<_>>() {
        let [a, b] = [0, 1].map(|n: usize| counts[n].get(key).copied().unwrap_or(0.0));
        if a + b >= 20.0 {
            chi += (a - b).powi(2) / (a + b);
            free += 1.0;
        }
    }
    assert!(chi < free + 5.0 * f64::sqrt(2.0 * free) + 5.0, "{chi} for {free}: {counts:?}");
}

#[test]
fn plain_spaces_get_their_crumbs_equally_often() {
    // In many deals each plain space gets a crumb equally often.
    let (game, _) = sample("snipe:forest=3x3", 1);
    let mut rng = SplitMix::new(11);
    let (mut exits, mut centres, mut with_exits, mut with_centres) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..20_000 {
        let forest = game.deal(&mut rng);
        let marked = forest.feathers | forest.arrows | forest.nest.bit() | forest.station.bit();
        for &card in &game.layout.places {
            for space in Space::of_card(card).filter(|space| forest.has(*space)) {
                let crumb = f64::from(u8::from(forest.crumbs.contains(space)));
                if !space.is_centre() {
                    exits += 1.0;
                    with_exits += crumb;
                } else if marked & card.bit() == 0 {
                    centres += 1.0;
                    with_centres += crumb;
                }
            }
        }
    }
    let (a, b) = (with_exits / exits, with_centres / centres);
    let error = (a * (1.0 - a) / exits + b * (1.0 - b) / centres).sqrt();
    assert!((a - b).abs() < 5.0 * error, "{a} on exits, {b} on centres");
}

#[test]
fn a_chance_event_at_the_wrong_time_is_refused() {
    let game: SnipeHunt = testkit::game(SMALL);
    let start = game.start();
    let roll = Chance(Drawn::Roll(crate::snipe::Dice::new(1, 2).unwrap()));
    assert!(game.check_chance(&start, &roll).is_err());
    let scene = small(2, &format!("{GOOD} roll-off"));
    assert!(game.check_chance(&scene.state, &roll).is_err());
    assert_eq!(scene.state.seat, Seat::FIRST);
}
