//! The value of a position for every seat, and the best lines.

use crate::analyst::{Analyst, Found, RIVALS, Task};
use crate::show::shown;
use breadboard_core::{Seat, Spec, Turn};
use breadboard_games::{Bots, Encode, Views, Visitor, with_game};
use breadboard_search::Effort;
use breadboard_wire::{AnalysisView, Denied, Reason, ValueView, insight_texts};

/// What to analyse.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The game, under today's rules.
    pub spec: &'a Spec,
    /// The position as the game writes it; the start if absent.
    pub position: Option<&'a str>,
    /// Whose choice, where several seats choose at once; the first of them if absent.
    pub seat: Option<Seat>,
    /// How many lines.
    pub lines: usize,
    /// How much to think: a factor for the strongest bot's budget, or a budget.
    pub effort: Effort,
}

/// Analyses a position. `report` gets what is known whenever it has become better; the last of them is returned with `done`.
/// Once `stop` returns true, the search ends within milliseconds with what it has.
///
/// # Errors
/// What is wrong with the position or the seat.
pub fn analyse(
    question: &Question<'_>,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&AnalysisView),
) -> Result<AnalysisView, Denied> {
    with_game(question.spec, Analysis { question, stop, report })?
}

struct Analysis<'a> {
    question: &'a Question<'a>,
    stop: &'a dyn Fn() -> bool,
    report: &'a mut dyn FnMut(&AnalysisView),
}

impl Visitor for Analysis<'_> {
    type Output = Result<AnalysisView, Denied>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let Question { position, seat, lines, effort, .. } = *self.question;
        let state = match position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let mut analyst = Analyst::new(game);
        let Some(seat) = chooser(&analyst.game, &state, seat)? else {
            let value = analyst.value(&state, Effort::Own(0.05), self.stop);
            let view = AnalysisView { seat: None, value, depth: 0, nodes: 0, lines: Vec::new(), done: true };
            (self.report)(&view);
            return Ok(view);
        };
        let rivals = analyst.rivals(&state, seat, RIVALS, self.stop);
        let task = Task { state: &state, seat, lines, among: &[], rivals: &rivals, effort };
        let found = {
            // The search has the analyst; the views need only the rules.
            let game = analyst.game.clone();
            let value = |found: &Found<G::Move>| found.best().value.clone();
            analyst.search(task, self.stop, &mut |found| {
                (self.report)(&view(&game, &state, seat, found, value(found), false));
            })
        };
        let found = analyst.finish_all(&state, seat, found, self.stop);
        let value = found.best().value.clone();
        let view = view(&analyst.game, &state, seat, &found, value, true);
        (self.report)(&view);
        Ok(view)
    }
}

/// The seat whose choice is analysed; none where chance decides or the game is over.
pub(crate) fn chooser<G: Bots>(
    game: &G,
    state: &G::State,
    seat: Option<Seat>,
) -> Result<Option<Seat>, Denied> {
    match (game.turn(state), seat) {
        (Turn::Act(seats), Some(seat)) if !seats.contains(seat) => {
            Err(Denied::new(Reason::NotNow, insight_texts::NO_CHOICE.with(&[("seat", &seat)])))
        }
        (Turn::Act(seats), seat) => Ok(seat.or_else(|| seats.iter().next())),
        (Turn::Chance | Turn::Over(_), _) => Ok(None),
    }
}

fn view<G: Bots + Views>(
    game: &G,
    state: &G::State,
    seat: Seat,
    found: &Found<G::Move>,
    value: ValueView,
    done: bool,
) -> AnalysisView {
    AnalysisView {
        seat: Some(seat.number()),
        value,
        depth: found.depth,
        nodes: found.nodes,
        lines: found.lines.iter().map(|line| shown(game, state, seat, line)).collect(),
        done,
    }
}
