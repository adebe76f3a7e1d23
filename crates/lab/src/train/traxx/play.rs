//! A game one ply deep, and what it teaches.

use breadboard_core::{Rng as _, SplitMix};
use breadboard_games::traxx::bot::{Deck, Judge, Net, Sight, Trail};
use breadboard_games::traxx::{Board, Numbers};

/// A path between two rounds, and what it was worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) sight: Sight,
    /// How many points more.
    pub(crate) gain: f32,
}

pub(crate) struct Lesson {
    pub(crate) samples: Vec<Sample>,
    /// The mean score of the seats.
    pub(crate) score: f32,
}

/// A path that waits to hear what it was worth.
struct Pending {
    seat: usize,
    sight: Sight,
    score: f32,
    foreseen: f32,
}

/// The largest error made on purpose: paths that good play never meets teach why it does not.
const WILDEST: f32 = 3.0;
/// How many of the cards to come an opinion is averaged over: all of them would cost three times as much.
const CARDS_ASKED: usize = 4;

pub(crate) fn play(board: &Board, net: Option<&Net>, seats: u8, opinion: f32, rng: &mut SplitMix) -> Lesson {
    let mut starts = board.starts();
    rng.shuffle(&mut starts);
    let mut trails: Vec<Trail> =
        (0..usize::from(seats)).map(|seat| Trail::from_start(starts[seat])).collect();
    let wild = if rng.below(2) == 0 { 0.0 } else { WILDEST * uniform(rng) };
    let mut deck = Deck::full(board);
    let (mut list, mut pending): (Vec<Trail>, Vec<Pending>) = (Vec::new(), Vec::new());
    let mut asked = 0;
    while !deck.is_empty() {
        let taken = trails.iter().fold(Numbers::NONE, |all, trail| all.or(trail.numbers()));
        let judges: Vec<Judge<'_>> =
            (0..trails.len()).map(|seat| Judge::among(board, net, &trails, seat, taken)).collect();
        for waiting in &mut pending[asked..] {
            let trail = &trails[waiting.seat];
            let mut cards: Vec<usize> = deck.cards().collect();
            rng.shuffle(&mut cards);
            let cards = cards.into_iter().take(CARDS_ASKED);
            waiting.foreseen = judges[waiting.seat].foresee(trail, &deck, cards, &mut list);
        }
        asked = pending.len();
        let nth = rng.below(deck.len()) as usize;
        let Some(card) = deck.cards().nth(nth) else { break };
        deck = deck.without(board, card);
        for (seat, judge) in judges.iter().enumerate() {
            list.clear();
            trails[seat].extensions(board, board.cards()[card], &judge.worth, &mut list);
            let mut best = (f32::NEG_INFINITY, trails[seat]);
            for next in &list {
                let value = judge.value(next, &deck) + wild * uniform(rng);
                if value > best.0 {
                    best = (value, *next);
                }
            }
            list.clear();
            trails[seat] = best.1;
            if !deck.is_empty() {
                let sight = judge.sight(&best.1, &deck);
                pending.push(Pending { seat, sight, score: best.1.score(), foreseen: 0.0 });
            }
        }
    }
    let samples = pending
        .iter()
        .map(|waiting| {
            let result = trails[waiting.seat].score();
            let worth = opinion * waiting.foreseen + (1.0 - opinion) * result;
            Sample { sight: waiting.sight, gain: worth - waiting.score }
        })
        .collect();
    let score = trails.iter().map(Trail::score).sum::<f32>() / f32::from(seats);
    Lesson { samples, score }
}

fn uniform(rng: &mut SplitMix) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}
