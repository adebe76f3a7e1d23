//! A game one ply deep, and what it teaches.

use breadboard_core::{Rng as _, SplitMix};
use breadboard_games::traxx::player::{Deck, Judge, Net, Sight, Trail};
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
/// How many of them choices are weighed against, the same for all choices of a round.
const CARDS_WEIGHED: usize = 6;

/// How a game is played and what is taught of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) seats: u8,
    /// How much the next round's opinion counts, against the result.
    pub(crate) opinion: f32,
    /// How many choices are weighed two plies deep; with none the first look decides.
    pub(crate) choices: usize,
}

/// A game at work.
struct Play<'a> {
    manner: Manner,
    wild: f32,
    rng: &'a mut SplitMix,
    list: Vec<Trail>,
    pending: Vec<Pending>,
    samples: Vec<Sample>,
}

pub(crate) fn play(board: &Board, net: Option<&Net>, manner: Manner, rng: &mut SplitMix) -> Lesson {
    let mut starts = board.starts();
    rng.shuffle(&mut starts);
    let mut trails: Vec<Trail> =
        (0..usize::from(manner.seats)).map(|seat| Trail::from_start(starts[seat])).collect();
    let wild = if rng.below(2) == 0 { 0.0 } else { WILDEST * uniform(rng) };
    let (list, pending, samples) = (Vec::new(), Vec::new(), Vec::new());
    let mut game = Play { manner, wild, rng, list, pending, samples };
    let mut deck = Deck::full(board);
    let mut asked = 0;
    while !deck.is_empty() {
        let taken = trails.iter().fold(Numbers::NONE, |all, trail| all.or(trail.numbers()));
        let judges: Vec<Judge<'_>> =
            (0..trails.len()).map(|seat| Judge::among(board, net, &trails, seat, taken)).collect();
        if manner.choices == 0 {
            for waiting in asked..game.pending.len() {
                game.ask(waiting, &judges, &trails, &deck);
            }
            asked = game.pending.len();
        }
        let nth = game.rng.below(deck.len()) as usize;
        let Some(card) = deck.cards().nth(nth) else { break };
        deck = deck.without(board, card);
        for (seat, judge) in judges.iter().enumerate() {
            game.list.clear();
            trails[seat].extensions(board, board.cards()[card], &judge.worth, &mut game.list);
            let (path, foreseen) = if manner.choices == 0 || deck.is_empty() {
                (game.first_sight(judge, &deck), 0.0)
            } else {
                game.weigh(judge, &deck)
            };
            trails[seat] = path;
            if !deck.is_empty() {
                let sight = judge.sight(&path, &deck);
                game.pending.push(Pending { seat, sight, score: path.score(), foreseen });
            }
        }
    }
    let chosen = game.pending.iter().map(|waiting| {
        let result = trails[waiting.seat].score();
        let worth = manner.opinion * waiting.foreseen + (1.0 - manner.opinion) * result;
        Sample { sight: waiting.sight, gain: worth - waiting.score }
    });
    game.samples.extend(chosen);
    let score = trails.iter().map(Trail::score).sum::<f32>() / f32::from(manner.seats);
    Lesson { samples: game.samples, score }
}

impl Play<'_> {
    /// Asks what a path that waits is worth, now that everybody has chosen.
    fn ask(&mut self, waiting: usize, judges: &[Judge<'_>], trails: &[Trail], deck: &Deck) {
        let mut cards: Vec<usize> = deck.cards().collect();
        self.rng.shuffle(&mut cards);
        let cards = cards.into_iter().take(CARDS_ASKED);
        let waiting = &mut self.pending[waiting];
        let trail = &trails[waiting.seat];
        waiting.foreseen = judges[waiting.seat].foresee(trail, deck, cards, &mut self.list);
    }

    /// The path of the list that looks best, give or take.
    fn first_sight(&mut self, judge: &Judge<'_>, deck: &Deck) -> Trail {
        let mut best = (f32::NEG_INFINITY, self.list[0]);
        for next in &self.list {
            let value = judge.value(next, deck) + self.wild * uniform(self.rng);
            if value > best.0 {
                best = (value, *next);
            }
        }
        best.1
    }

    /// The path of the list that is best against the cards to come, give or take, and its worth. The others that were
    /// weighed are taught as well: a judge that only hears of what was chosen overrates what was not.
    fn weigh(&mut self, judge: &Judge<'_>, deck: &Deck) -> (Trail, f32) {
        let mut choices: Vec<(f32, Trail)> =
            self.list.iter().map(|next| (judge.value(next, deck), *next)).collect();
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Half of them are those that look best, half any others.
        let sure = self.manner.choices.div_ceil(2).min(choices.len());
        self.rng.shuffle(&mut choices[sure..]);
        choices.truncate(self.manner.choices);
        let mut cards: Vec<usize> = deck.cards().collect();
        self.rng.shuffle(&mut cards);
        cards.truncate(CARDS_WEIGHED);
        let (mut best, mut chosen) = (f32::NEG_INFINITY, 0);
        for (index, (value, path)) in choices.iter_mut().enumerate() {
            *value = judge.foresee(path, deck, cards.iter().copied(), &mut self.list);
            let felt = *value + self.wild * uniform(self.rng);
            if felt > best {
                (best, chosen) = (felt, index);
            }
        }
        let (foreseen, path) = choices.swap_remove(chosen);
        let others = choices
            .iter()
            .map(|(value, other)| Sample { sight: judge.sight(other, deck), gain: value - other.score() });
        self.samples.extend(others);
        (path, foreseen)
    }
}

fn uniform(rng: &mut SplitMix) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}
