//! A game one ply deep, and what it teaches.

use crate::traxx::player::evaluate::PathEvaluation;
use crate::traxx::player::features::Features;
use crate::traxx::player::planned_path::{Deck, PlannedPath};
use crate::traxx::player::weights::Net;
use crate::traxx::{Board, Numbers, Path};
use breadboard_core::{Rng as _, SplitMix};

/// A path between two rounds, and what it was worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) features: Features,
    /// How many points more.
    pub(super) gain: f32,
}

pub(super) struct Lesson {
    pub(super) samples: Vec<Sample>,
    /// The mean score of the seats.
    pub(super) score: f32,
}

/// A path whose value is learned later.
struct Pending {
    seat: usize,
    features: Features,
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
pub(super) struct SelfPlaySettings {
    pub(super) seats: u8,
    /// How much the next round's opinion counts, against the result.
    pub(super) opinion: f32,
    /// How many choices are weighed two plies deep; with none the first look decides.
    pub(super) choices: usize,
}

/// A game at work.
struct Play<'a> {
    settings: SelfPlaySettings,
    wild: f32,
    rng: &'a mut SplitMix,
    list: Vec<PlannedPath>,
    pending: Vec<Pending>,
    samples: Vec<Sample>,
}

pub(super) fn play(
    board: &Board,
    net: Option<&Net>,
    settings: SelfPlaySettings,
    rng: &mut SplitMix,
) -> Lesson {
    let mut starts = board.starts();
    rng.shuffle(&mut starts);
    let mut paths: Vec<PlannedPath> = (0..usize::from(settings.seats))
        .map(|seat| PlannedPath::of(&Path::from_start(starts[seat])))
        .collect();
    let wild = if rng.below(2) == 0 { 0.0 } else { WILDEST * uniform(rng) };
    let (list, pending, samples) = (Vec::new(), Vec::new(), Vec::new());
    let mut game = Play { settings, wild, rng, list, pending, samples };
    let mut deck = Deck::full(board);
    let mut asked = 0;
    while !deck.is_empty() {
        let taken = paths.iter().fold(Numbers::NONE, |all, path| all.or(path.numbers));
        let evaluations: Vec<PathEvaluation<'_>> =
            (0..paths.len()).map(|seat| PathEvaluation::among(board, net, &paths, seat, taken)).collect();
        if settings.choices == 0 {
            for waiting in asked..game.pending.len() {
                game.ask(waiting, &evaluations, &paths, &deck);
            }
            asked = game.pending.len();
        }
        let nth = game.rng.below(deck.len()) as usize;
        let Some(card) = deck.cards().nth(nth) else { break };
        deck = deck.without(board, card);
        for (seat, evaluation) in evaluations.iter().enumerate() {
            game.list.clear();
            paths[seat].extensions(board, board.cards()[card], &evaluation.worth, &mut game.list);
            let (path, foreseen) = if settings.choices == 0 || deck.is_empty() {
                (game.first_sight(evaluation, &deck), 0.0)
            } else {
                game.weigh(evaluation, &deck)
            };
            paths[seat] = path;
            if !deck.is_empty() {
                let features = evaluation.features(&path, &deck);
                game.pending.push(Pending { seat, features, score: path.score(), foreseen });
            }
        }
    }
    let chosen = game.pending.iter().map(|waiting| {
        let result = paths[waiting.seat].score();
        let worth = settings.opinion * waiting.foreseen + (1.0 - settings.opinion) * result;
        Sample { features: waiting.features, gain: worth - waiting.score }
    });
    game.samples.extend(chosen);
    let score = paths.iter().map(PlannedPath::score).sum::<f32>() / f32::from(settings.seats);
    Lesson { samples: game.samples, score }
}

impl Play<'_> {
    /// Asks what a path that waits is worth, now that all have chosen.
    fn ask(
        &mut self,
        waiting: usize,
        evaluations: &[PathEvaluation<'_>],
        paths: &[PlannedPath],
        deck: &Deck,
    ) {
        let mut cards: Vec<usize> = deck.cards().collect();
        self.rng.shuffle(&mut cards);
        let cards = cards.into_iter().take(CARDS_ASKED);
        let waiting = &mut self.pending[waiting];
        let path = &paths[waiting.seat];
        waiting.foreseen = expected_value(&evaluations[waiting.seat], path, deck, cards, &mut self.list);
    }

    /// The path of the list that looks best, give or take.
    fn first_sight(&mut self, evaluation: &PathEvaluation<'_>, deck: &Deck) -> PlannedPath {
        let mut best = (f32::NEG_INFINITY, self.list[0]);
        for next in &self.list {
            let value = evaluation.value(next, deck) + self.wild * uniform(self.rng);
            if value > best.0 {
                best = (value, *next);
            }
        }
        best.1
    }

    /// The path of the list that is best against the cards to come, give or take, and its worth. The others that were
    /// weighed are taught as well: an evaluation that learns only from chosen paths overrates the others.
    fn weigh(&mut self, evaluation: &PathEvaluation<'_>, deck: &Deck) -> (PlannedPath, f32) {
        let mut choices: Vec<(f32, PlannedPath)> =
            self.list.iter().map(|next| (evaluation.value(next, deck), *next)).collect();
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Half of them are those that look best, half any others.
        let sure = self.settings.choices.div_ceil(2).min(choices.len());
        self.rng.shuffle(&mut choices[sure..]);
        choices.truncate(self.settings.choices);
        let mut cards: Vec<usize> = deck.cards().collect();
        self.rng.shuffle(&mut cards);
        cards.truncate(CARDS_WEIGHED);
        let (mut best, mut chosen) = (f32::NEG_INFINITY, 0);
        for (index, (value, path)) in choices.iter_mut().enumerate() {
            *value = expected_value(evaluation, path, deck, cards.iter().copied(), &mut self.list);
            let felt = *value + self.wild * uniform(self.rng);
            if felt > best {
                (best, chosen) = (felt, index);
            }
        }
        let (foreseen, path) = choices.swap_remove(chosen);
        let others = choices.iter().map(|(value, other)| Sample {
            features: evaluation.features(other, deck),
            gain: value - other.score(),
        });
        self.samples.extend(others);
        (path, foreseen)
    }
}

/// What a path is worth before one of these cards is turned: the mean over the cards of the best extension.
fn expected_value(
    evaluation: &PathEvaluation<'_>,
    path: &PlannedPath,
    deck: &Deck,
    cards: impl Iterator<Item = usize>,
    list: &mut Vec<PlannedPath>,
) -> f32 {
    let (mut sum, mut count) = (0.0, 0);
    for card in cards {
        let rest = deck.without(evaluation.board, card);
        list.clear();
        path.extensions(evaluation.board, evaluation.board.cards()[card], &evaluation.worth, list);
        sum += list.iter().map(|next| evaluation.value(next, &rest)).fold(f32::NEG_INFINITY, f32::max);
        count += 1;
    }
    if count == 0 { path.score() } else { sum / count as f32 }
}

/// From 0 to 1.
fn uniform(rng: &mut SplitMix) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}
