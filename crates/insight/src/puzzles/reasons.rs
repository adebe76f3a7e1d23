//! Why an answer is right: what it is worth, what it is about, what it brings, and what is wrong with the other turn that most
//! people would think of.

use super::answer::{AnswerChecker, moves_of};
use super::ends::{Searching, by_proof, chooser};
use super::file::Kept;
use super::grade::greedy_turn;
use super::themes;
use breadboard_core::{Event, Scores, Seat, SplitMix, Template, Text, Turn};
use breadboard_games::{Bots, Level, Views};
use breadboard_search::{Score, legal_line};
use breadboard_wire::{insight_texts, puzzle_texts as texts};

/// Moves after a turn that are played out as the search expects them.
const AHEAD: usize = 6;
/// Games that are played on to see what follows a turn, and the seed of their dice.
const SAMPLES: u64 = 64;
const CONTINUED: u64 = 31;
/// Points of lead that show a difference.
const LEAD: f64 = 0.5;

/// Another turn than the answer.
struct Other<G: Bots> {
    moves: Vec<G::Move>,
    end: G::State,
    /// Whether it is the one that looks best at once.
    tempts: bool,
}

impl<G: Bots + Views> AnswerChecker<'_, G> {
    /// The reasons of the answer, shown when it is found or given up: what it is worth, its idea, what is wrong with the turn
    /// that looks best. The moves themselves are shown on the board.
    pub(super) fn reasons(&self) -> Vec<Text> {
        let mut reasons = vec![self.worth_of_answer()];
        reasons.extend(self.idea());
        let other = self.other_turn();
        if other.is_empty() {
            reasons.extend(self.brings());
        }
        reasons.extend(other);
        reasons
    }

    /// What the answer is about.
    fn idea(&self) -> Option<Text> {
        let mut words = self.asked.kept.themes.iter();
        words.find_map(|word| themes::meaning_of(G::INFO, word)).map(|text| text.plain())
    }

    /// What the answer has and a turn that ends here has not.
    pub(super) fn missed(&self, searching: &mut Searching<G>, end: &G::State) -> Vec<Text> {
        let compared = if chooser(self.game, end).is_some() {
            self.expected(searching, end, &texts::MISSED_EXPECTED)
        } else {
            self.follows(end, &texts::MISSED)
        };
        self.idea().into_iter().chain(compared).collect()
    }

    fn worth_of_answer(&self) -> Text {
        let Kept { value, margin, .. } = self.asked.kept;
        if by_proof(self.game) {
            return texts::ONLY_WIN.with(&[("moves", &moves_of(*value as u32))]);
        }
        if self.game.seats() == 1 {
            let (points, value) = (format!("{margin:.1}"), format!("{value:.1}"));
            return texts::BEST_POINTS.with(&[("points", &points), ("value", &value)]);
        }
        if self.wins_at_once() {
            return texts::WINS_NOW.plain();
        }
        let (points, percent) = ((margin * 100.0).round(), (value * 100.0).round());
        if *value >= 1.0 {
            // Only a proof is worth that much.
            return texts::BEST_WINS.with(&[("points", &points)]);
        }
        texts::BEST_TURN.with(&[("points", &points), ("value", &percent)])
    }

    /// Where the answer ends.
    fn end_of_answer(&self) -> G::State {
        let mut at = self.start.clone();
        for (seat, mv) in self.line_moves() {
            self.game.apply(&mut at, seat, mv);
        }
        at
    }

    /// Whether the answer ends the game, and wins it.
    pub(super) fn wins_at_once(&self) -> bool {
        let seats = self.game.seats();
        match self.game.turn(&self.end_of_answer()) {
            Turn::Over(outcome) => seats > 1 && outcome.share(self.seat, seats) == 1.0,
            _ => false,
        }
    }

    /// The points that the answer brings.
    fn brings(&self) -> Option<Text> {
        let score = |state: &G::State| {
            self.game.scores(state).and_then(|scores| scores.as_slice().get(self.seat.index()).copied())
        };
        let (before, after) = (score(&self.start)?, score(&self.end_of_answer())?);
        let args: [(&str, &dyn std::fmt::Display); 3] =
            [("seat", &self.seat), ("before", &before), ("after", &after)];
        (before != after && !by_proof(self.game)).then(|| texts::HAS_THEN.with(&args))
    }

    /// What is wrong with the turn that looks best at once; with the next best one if that is the answer.
    fn other_turn(&self) -> Vec<Text> {
        if (self.asked.stop)() {
            return Vec::new();
        }
        let mut searching = Searching::new(self.game, 1);
        let (moves, end) = greedy_turn(self.game, &self.start, self.seat);
        if by_proof(self.game) {
            return self.losing(&mut searching, &moves, &end);
        }
        let other = if self.game.write_position(&end) == self.answered() {
            self.next_best(&mut searching)
        } else {
            Some(Other { moves, end, tempts: true })
        };
        other.map_or_else(Vec::new, |other| self.worse(&mut searching, &other))
    }

    /// The reply to a turn that loses by force; if it is the answer, how long the next best move lasts.
    fn losing(&self, searching: &mut Searching<G>, moves: &[G::Move], end: &G::State) -> Vec<Text> {
        let text = self.written(moves);
        if self.asked.kept.line.first() == Some(&text) {
            return self.lasts_longest(searching, moves).into_iter().collect();
        }
        let Some((rival, reply, score)) = self.reply(searching, end) else { return Vec::new() };
        if !matches!(score, Score::Win(_)) {
            return Vec::new();
        }
        let reply = self.game.write_move(end, rival, reply);
        vec![texts::LOOKS_BEST_LOSES.with(&[("move", &text), ("reply", &reply)])]
    }

    /// The move that loses last of all but the answer.
    fn lasts_longest(&self, searching: &mut Searching<G>, answer: &[G::Move]) -> Option<Text> {
        let mut others = self.game.moves(&self.start, self.seat);
        others.retain(|mv| Some(mv) != answer.first());
        let (nodes, stop) = (self.asked.nodes, self.asked.stop);
        let (mv, score) = searching.best(self.game, &self.start, self.seat, &others, nodes, stop)?;
        let Score::Loss(plies) = score else { return None };
        let text = self.game.write_move(&self.start, self.seat, mv);
        Some(insight_texts::RUNNER_LOSES.with(&[("move", &text), ("moves", &plies)]))
    }

    fn next_best(&self, searching: &mut Searching<G>) -> Option<Other<G>> {
        let (nodes, stop) = (self.asked.nodes, self.asked.stop);
        let answer = self.answered();
        let ends = searching.ends(self.game, &self.start, self.seat, nodes, stop);
        let moves = ends.into_iter().find(|found| found.end != answer)?.moves;
        let mut end = self.start.clone();
        moves.iter().for_each(|&mv| self.game.apply(&mut end, self.seat, mv));
        Some(Other { moves, end, tempts: false })
    }

    /// What another turn gives away, and the reply to it where no chance is between them.
    fn worse(&self, searching: &mut Searching<G>, other: &Other<G>) -> Vec<Text> {
        let Some((loss, _)) = self.loss_of_turn(searching, other.moves.first().copied(), &other.end) else {
            return Vec::new();
        };
        // The margin is what a deeper search knows to be the least; it is said of the answer already.
        let loss = if other.tempts { loss.max(self.asked.kept.margin) } else { self.asked.kept.margin };
        let alone = self.game.seats() == 1;
        let points = if alone { format!("{loss:.1}") } else { format!("{:.0}", loss * 100.0) };
        let mut said = Vec::new();
        if searching.by_ends {
            // A turn of many steps has no short name.
            said.extend(other.tempts.then(|| texts::TEMPTS.with(&[("points", &points)])));
        } else {
            let template = match (other.tempts, alone) {
                (true, false) => &texts::LOOKS_BEST,
                (true, true) => &texts::LOOKS_BEST_POINTS,
                (false, false) => &texts::NEXT_BEST,
                (false, true) => &texts::NEXT_BEST_POINTS,
            };
            said.push(template.with(&[("move", &self.written(&other.moves)), ("points", &points)]));
        }
        said.extend(if chooser(self.game, &other.end).is_some() {
            self.expected(searching, &other.end, &texts::EXPECTED)
        } else {
            self.follows(&other.end, &texts::FOLLOWS)
        });
        said
    }

    /// What the seats have some moves later, after the answer and after another turn, as the search expects the play. Said only
    /// if it shows that the answer is better.
    fn expected(
        &self,
        searching: &mut Searching<G>,
        other: &G::State,
        template: &'static Template,
    ) -> Option<Text> {
        if self.game.seats() != 2 {
            return None;
        }
        let (good, bad) = (self.ahead(searching, &self.end_of_answer()), self.ahead(searching, other));
        let plies = good.len().min(bad.len()).checked_sub(1).filter(|plies| *plies > 1)?;
        let scores = |line: &[G::State]| self.game.scores(&line[plies]);
        let (with, without) = (scores(&good)?, scores(&bad)?);
        let lead = |scores: &Scores| scores[self.seat] - scores[self.seat.other()];
        let args: [(&str, &dyn std::fmt::Display); 6] = [
            ("seat", &self.seat),
            ("count", &plies),
            ("own", &with[self.seat]),
            ("rival", &with[self.seat.other()]),
            ("less", &without[self.seat]),
            ("more", &without[self.seat.other()]),
        ];
        (lead(&with) > lead(&without)).then(|| template.with(&args))
    }

    /// The positions of the play that the search expects, this one first.
    fn ahead(&self, searching: &mut Searching<G>, from: &G::State) -> Vec<G::State> {
        let mut states = vec![from.clone()];
        let Some(mover) = chooser(self.game, from) else { return states };
        let (nodes, stop) = (self.asked.nodes, self.asked.stop);
        let reports = searching.reports(self.game, from, mover, &[], (1, nodes), stop);
        let line = reports.first().map_or(&[][..], |report| &report.line[..]);
        for (seat, mv) in legal_line(self.game, from, mover, line).into_iter().take(AHEAD) {
            let mut next = states[states.len() - 1].clone();
            self.game.apply(&mut next, seat, mv);
            states.push(next);
        }
        states
    }

    /// What the seats have two turns later, after the answer and after another turn, where chance decides next. Said only if
    /// it shows that the answer is better.
    fn follows(&self, other: &G::State, template: &'static Template) -> Option<Text> {
        let ([own, rival], [less, more]) = (self.later(&self.end_of_answer())?, self.later(other)?);
        let shows = (own - rival) - (less - more) >= LEAD;
        let [own, rival, less, more] = [own, rival, less, more].map(|points| format!("{points:.1}"));
        let args: [(&str, &dyn std::fmt::Display); 5] =
            [("seat", &self.seat), ("own", &own), ("rival", &rival), ("less", &less), ("more", &more)];
        shows.then(|| template.with(&args))
    }

    /// The mean points of the seat and of its rival after the rival's next turn and the seat's next one, if both play what looks
    /// best at once. The dice are the same for every position.
    fn later(&self, from: &G::State) -> Option<[f64; 2]> {
        if self.game.seats() != 2 || self.game.turn(from) != Turn::Chance {
            return None;
        }
        let mut player = Level::Greedy.player(self.game);
        let mut sums = [0.0; 2];
        for number in 0..SAMPLES {
            let mut rng = SplitMix::stream(CONTINUED, number);
            let (mut at, mut last, mut changes) = (from.clone(), self.seat, 0);
            loop {
                let mover = chooser(self.game, &at).unwrap_or(last);
                changes += u32::from(mover != last);
                last = mover;
                if changes > 2 {
                    break;
                }
                let choose = |seat: Seat, rng: &mut SplitMix| player.choose(self.game, &at, seat, rng);
                let Some(event) = Event::next(self.game, &at, &mut rng, choose) else { break };
                event.apply(self.game, &mut at);
            }
            let scores = self.game.scores(&at)?;
            sums[0] += f64::from(scores[self.seat]);
            sums[1] += f64::from(scores[self.seat.other()]);
        }
        Some(sums.map(|sum| sum / SAMPLES as f64))
    }

    /// The best move of the rival, if it is the one that chooses.
    fn reply(&self, searching: &mut Searching<G>, end: &G::State) -> Option<(Seat, G::Move, Score)> {
        let rival = chooser(self.game, end).filter(|seat| *seat != self.seat)?;
        let (mv, score) = searching.best(self.game, end, rival, &[], self.asked.nodes, self.asked.stop)?;
        Some((rival, mv, score))
    }

    /// The moves of a turn as they are written.
    fn written(&self, moves: &[G::Move]) -> String {
        let mut at = self.start.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(self.game.write_move(&at, self.seat, mv));
            self.game.apply(&mut at, self.seat, mv);
        }
        texts.join(", ")
    }
}
