//! Why an answer is right: what it is worth, what it is about, what it brings, and what is wrong with the other turn that most
//! people would think of.

use super::answer::{AnswerChecker, moves_of};
use super::ends::{Searching, by_proof, chooser};
use super::file::Kept;
use super::grade::greedy_turn;
use super::themes;
use breadboard_core::{Event, Seat, Text, Turn};
use breadboard_games::{Bots, Views};
use breadboard_search::Score;
use breadboard_wire::{insight_texts, puzzle_texts as texts};

/// Sentences about a reply.
const TOLD: usize = 2;

/// Another turn than the answer.
struct Other<G: Bots> {
    moves: Vec<G::Move>,
    end: G::State,
    /// Whether it is the one that looks best at once.
    tempts: bool,
}

impl<G: Bots + Views> AnswerChecker<'_, G> {
    /// The reasons of the answer, shown when it is found or given up.
    pub(super) fn reasons(&self, found: bool) -> Vec<Text> {
        let mut reasons = Vec::new();
        if found {
            reasons.push(texts::RIGHT.plain());
        } else {
            let first = self.asked.kept.line.first().map_or("", String::as_str);
            reasons.push(texts::ANSWER.with(&[("move", &first)]));
        }
        reasons.push(self.worth_of_answer());
        let words = self.asked.kept.themes.iter();
        let meanings = words.filter_map(|word| themes::meaning_of(G::INFO, word));
        reasons.extend(meanings.map(|text| text.plain()));
        reasons.extend(self.brings());
        reasons.extend(self.other_turn());
        reasons
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

    /// The reply to a turn that loses by force.
    fn losing(&self, searching: &mut Searching<G>, moves: &[G::Move], end: &G::State) -> Vec<Text> {
        let text = self.written(moves);
        let answer = self.asked.kept.line.first() == Some(&text);
        let Some((rival, reply, score)) = self.reply(searching, end).filter(|_| !answer) else {
            return Vec::new();
        };
        if !matches!(score, Score::Win(_)) {
            return Vec::new();
        }
        let reply = self.game.write_move(end, rival, reply);
        vec![texts::LOOKS_BEST_LOSES.with(&[("move", &text), ("reply", &reply)])]
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
        // The margin is what a deeper search knows to be the least.
        let loss = loss.max(self.asked.kept.margin);
        let alone = self.game.seats() == 1;
        let text = self.written(&other.moves);
        let points = if alone { format!("{loss:.1}") } else { format!("{:.0}", loss * 100.0) };
        let template = match (other.tempts, alone) {
            (true, false) => &texts::LOOKS_BEST,
            (true, true) => &texts::LOOKS_BEST_POINTS,
            (false, false) => &insight_texts::AHEAD_OF,
            (false, true) => &insight_texts::AHEAD_POINTS,
        };
        let mut said = vec![template.with(&[("move", &text), ("points", &points)])];
        if let Some((rival, reply, _)) = self.reply(searching, &other.end) {
            let text = self.game.write_move(&other.end, rival, reply);
            said.push(texts::REPLY.with(&[("reply", &text)]));
            said.extend(self.game.narrate(&other.end, &Event::one(rival, reply)).into_iter().take(TOLD));
        }
        said
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
