//! Checks answers. Where wins are proven, the answer is played to the end: every move must keep the win, and the reply is the
//! longest resistance. Elsewhere the answer is one turn, and every order of moves that ends with the same position counts.

use super::ends::{Searching, by_proof, chooser, goes_on, worth};
use super::file::Kept;
use crate::line::play_events;
use crate::show::told;
use breadboard_core::{Seat, Text, Turn};
use breadboard_games::{Bots, Views, Visitor};
use breadboard_search::{Score, legal_line};
use breadboard_wire::{
    AnalysisLine, Bound, Denied, PlayedEvent, PuzzleState, PuzzleTry, PuzzleVerdict, TextView, ValueView,
    puzzle_texts as texts,
};

/// A part of the margin: what gives away less is as good as the answer.
const AS_GOOD: f64 = 0.1;

/// A puzzle, an answer to it, and how much to search.
pub(super) struct CheckAnswer<'a> {
    pub(super) kept: &'a Kept,
    pub(super) tried: &'a PuzzleTry,
    pub(super) nodes: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl Visitor for CheckAnswer<'_> {
    type Output = Result<PuzzleVerdict, Denied>;

    fn visit<G: Bots + Views>(self, game: G) -> Self::Output {
        let start = game.read_position(&self.kept.position)?;
        let states = play_events(&game, start.clone(), &self.tried.events)?;
        let seat =
            Seat::new(usize::from(self.kept.seat).wrapping_sub(1)).ok_or_else(|| no_seat(self.kept.seat))?;
        let checker = AnswerChecker { game: &game, start, seat, asked: &self };
        Ok(match self.tried {
            PuzzleTry { give_up: true, .. } => checker.shown(),
            PuzzleTry { hint: true, .. } => checker.hint(&states),
            _ => checker.check(&states),
        })
    }
}

fn no_seat(number: u8) -> Denied {
    Denied::new(breadboard_wire::Reason::Invalid, breadboard_wire::texts::NO_SEAT.with(&[("seat", &number)]))
}

pub(super) struct AnswerChecker<'a, G: Bots> {
    pub(super) game: &'a G,
    pub(super) start: G::State,
    pub(super) seat: Seat,
    pub(super) asked: &'a CheckAnswer<'a>,
}

impl<G: Bots + Views> AnswerChecker<'_, G> {
    fn check(&self, states: &[G::State]) -> PuzzleVerdict {
        let (last, events) = (&states[states.len() - 1], &self.asked.tried.events);
        let own = events.last().is_some_and(|event| event.seats == [self.seat]);
        if !own {
            return verdict(PuzzleState::Continue, Vec::new());
        }
        if by_proof(self.game) {
            return self.check_win(last);
        }
        let key = self.game.turn_key(&self.start);
        if goes_on(self.game, last, self.seat, key) {
            // Another order of moves may end with the same position, so a part of a turn is neither right nor wrong.
            return verdict(PuzzleState::Unjudged, vec![texts::TURN_GOES_ON.plain()]);
        }
        if self.game.write_position(last) == self.answered() {
            return PuzzleVerdict {
                solution: Some(self.solution()),
                ..verdict(PuzzleState::Solved, self.reasons())
            };
        }
        self.wrong_turn(last)
    }

    /// The position that the answer ends with.
    pub(super) fn answered(&self) -> String {
        let mut at = self.start.clone();
        for (seat, mv) in self.line_moves() {
            self.game.apply(&mut at, seat, mv);
        }
        self.game.write_position(&at)
    }

    /// The moves of the answer. The tests read every shipped one, so an unreadable move only ends the line.
    pub(super) fn line_moves(&self) -> Vec<(Seat, G::Move)> {
        let (mut at, mut moves) = (self.start.clone(), Vec::new());
        for text in &self.asked.kept.line {
            let Some(seat) = chooser(self.game, &at) else { break };
            let Ok(mv) = self.game.read_move(&at, seat, text) else { break };
            if self.game.check(&at, seat, mv).is_err() {
                break;
            }
            self.game.apply(&mut at, seat, mv);
            moves.push((seat, mv));
        }
        moves
    }

    fn solution(&self) -> AnalysisLine {
        self.told(&self.start, &self.line_moves(), self.value())
    }

    fn told(&self, from: &G::State, moves: &[(Seat, G::Move)], value: ValueView) -> AnalysisLine {
        told(self.game, from, moves, value)
    }

    /// What the answer is worth.
    fn value(&self) -> ValueView {
        let value = self.asked.kept.value;
        if by_proof(self.game) {
            return won_by(self.seat, value as u32);
        }
        if self.wins_at_once() {
            let distance = Some(self.asked.kept.line.len() as u32);
            return ValueView { bound: Bound::Proven, distance, ..value_of(self.game, self.seat, 1.0) };
        }
        value_of(self.game, self.seat, value)
    }

    fn shown(&self) -> PuzzleVerdict {
        PuzzleVerdict { solution: Some(self.solution()), ..verdict(PuzzleState::Shown, self.reasons()) }
    }

    /// A turn that ends elsewhere than the answer.
    fn wrong_turn(&self, end: &G::State) -> PuzzleVerdict {
        let nodes = self.asked.nodes;
        let mut searching = Searching::new(self.game, 1);
        let mut why = vec![texts::NOT_BEST.plain()];
        let mut refutation = None;
        if let Some((loss, is_known)) = self.loss_of_turn(&mut searching, self.first_tried(), end) {
            // Another walk to the same fields is another text and as good an answer.
            if is_known && loss < AS_GOOD * self.asked.kept.margin {
                return PuzzleVerdict {
                    solution: Some(self.solution()),
                    ..verdict(PuzzleState::Solved, self.reasons())
                };
            }
            if loss > 0.0 {
                why.push(self.loss(loss));
            }
        }
        why.extend(self.missed(&mut searching, end));
        if let Some(mover) = chooser(self.game, end) {
            let reports = searching.reports(self.game, end, mover, &[], (1, nodes), self.asked.stop);
            if let Some(report) = reports.first() {
                let moves = legal_line(self.game, end, mover, &report.line);
                let value = value_of(self.game, mover, worth(self.game, end, report.score));
                refutation = Some(self.told(end, &moves, value)).filter(|line| !line.steps.is_empty());
            }
        }
        PuzzleVerdict { refutation, ..verdict(PuzzleState::Wrong, why) }
    }

    /// The first move that was tried.
    fn first_tried(&self) -> Option<G::Move> {
        let text = self.asked.tried.events.first()?.texts.first()?;
        self.game.read_move(&self.start, self.seat, text).ok()
    }

    /// What a turn with this first move and end gives away, by a search as large as the one that found the answer. The flag says
    /// whether that value is exact; otherwise it is a lower bound.
    pub(super) fn loss_of_turn(
        &self,
        searching: &mut Searching<G>,
        first: Option<G::Move>,
        end: &G::State,
    ) -> Option<(f64, bool)> {
        let (nodes, stop) = (self.asked.nodes, self.asked.stop);
        let ends = searching.ends(self.game, &self.start, self.seat, nodes, stop);
        let worth = |score| worth(self.game, &self.start, score);
        let best = worth(ends.first()?.score);
        let tried = self.game.write_position(end);
        if let Some(found) = ends.iter().find(|found| found.end == tried) {
            return Some((best - worth(found.score), true));
        }
        if self.game.seats() == 1 {
            // Walks to the same fields are reported once.
            let (_, score) = searching.best(self.game, &self.start, self.seat, &[first?], nodes, stop)?;
            return Some((best - worth(score), true));
        }
        Some((best - worth(ends.last()?.score), false))
    }

    fn loss(&self, loss: f64) -> Text {
        if self.game.seats() == 1 {
            return texts::LOSES_POINTS.with(&[("points", &format!("{loss:.1}"))]);
        }
        texts::LOSES_CHANCE.with(&[("points", &(loss * 100.0).round())])
    }

    /// A move where the win must be kept.
    fn check_win(&self, at: &G::State) -> PuzzleVerdict {
        if let Turn::Over(outcome) = self.game.turn(at) {
            let won = outcome.share(self.seat, 2) == 1.0;
            let state = if won { PuzzleState::Solved } else { PuzzleState::Wrong };
            let why = if won { self.reasons() } else { vec![texts::NOT_BEST.plain()] };
            return PuzzleVerdict { solution: won.then(|| self.solution()), ..verdict(state, why) };
        }
        let rival = self.seat.next(2);
        if let Some(reply) = self.kept_reply() {
            return PuzzleVerdict {
                replies: vec![PlayedEvent { seats: vec![rival], texts: vec![reply] }],
                ..verdict(PuzzleState::Continue, Vec::new())
            };
        }
        let mut searching = Searching::new(self.game, 1);
        let reports = searching.reports(self.game, at, rival, &[], (1, self.asked.nodes), self.asked.stop);
        match reports.first().map(|report| (report.score, report.line[0])) {
            Some((Score::Loss(plies), reply)) => {
                let text = self.game.write_move(at, rival, reply);
                PuzzleVerdict {
                    replies: vec![PlayedEvent { seats: vec![rival], texts: vec![text] }],
                    ..verdict(
                        PuzzleState::Continue,
                        vec![texts::WINS_TOO.with(&[("moves", &moves_of(plies + 1))])],
                    )
                }
            }
            Some((Score::Win(plies), _)) => {
                let moves = prove_line(self.game, &mut searching, at, self.asked.nodes, self.asked.stop);
                let line = self.told(at, &moves, won_by(rival, plies));
                let why = texts::NOW_LOSES.with(&[("seat", &rival), ("moves", &moves_of(plies))]);
                PuzzleVerdict { refutation: Some(line), ..verdict(PuzzleState::Wrong, vec![why]) }
            }
            _ => verdict(PuzzleState::Wrong, vec![texts::NO_FORCED_WIN.plain()]),
        }
    }

    /// The reply of the kept answer, while the answer is played as it is kept.
    fn kept_reply(&self) -> Option<String> {
        self.kept_next().map(str::to_owned)
    }

    /// What comes next in the kept answer, while it is played as it is kept.
    pub(super) fn kept_next(&self) -> Option<&str> {
        let (line, events) = (&self.asked.kept.line, &self.asked.tried.events);
        let same = events.iter().zip(line).all(|(event, text)| event.texts.first() == Some(text));
        line.get(events.len()).filter(|_| same).map(String::as_str)
    }
}

pub(super) fn verdict(state: PuzzleState, why: Vec<Text>) -> PuzzleVerdict {
    let why = why.iter().map(TextView::from).collect();
    PuzzleVerdict { state, replies: Vec::new(), why, hint: None, solution: None, refutation: None }
}

/// The own moves among plies of which the first and the last are own.
pub(super) fn moves_of(plies: u32) -> u32 {
    plies.div_ceil(2)
}

fn won_by(seat: Seat, plies: u32) -> ValueView {
    let chances = Seat::all(2).map(|other| if other == seat { 1.0 } else { 0.0 }).collect();
    ValueView { chances, points: None, bound: Bound::Proven, distance: Some(plies), error: None }
}

/// What is worth this much to a seat; the other seats share the rest.
fn value_of<G: Bots>(game: &G, seat: Seat, worth: f64) -> ValueView {
    let seats = game.seats();
    let (mut chances, mut points) = (Vec::new(), None);
    if seats == 1 {
        points = Some(worth);
    } else {
        let rest = (1.0 - worth) / f64::from(seats - 1);
        chances = Seat::all(seats).map(|other| if other == seat { worth } else { rest }).collect();
    }
    ValueView { chances, points, bound: Bound::Estimate, distance: None, error: None }
}

/// A proven line to the end of the game: the winner's quickest win that is found against the longest resistance. It ends early
/// where the proof is not found again.
pub(super) fn prove_line<G: Bots + Views>(
    game: &G,
    searching: &mut Searching<G>,
    state: &G::State,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Vec<(Seat, G::Move)> {
    let (mut at, mut moves) = (state.clone(), Vec::new());
    while let Some(seat) = chooser(game, &at) {
        let Some((mv, score)) = searching.best(game, &at, seat, &[], nodes, stop) else { break };
        if !matches!(score, Score::Win(_) | Score::Loss(_)) {
            break;
        }
        game.apply(&mut at, seat, mv);
        moves.push((seat, mv));
    }
    moves
}
