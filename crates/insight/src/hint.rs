//! A suggestion with its reason in words.

use crate::analysis::chooser;
use crate::analyst::{Analyst, Line, RIVALS, Task};
use crate::show::shown;
use crate::why::At;
use breadboard_core::{Seat, Spec};
use breadboard_games::{Bots, Encode, Views, Visitor, with_game};
use breadboard_search::Effort;
use breadboard_wire::{Denied, HintView, Reason, insight_texts};

/// As long as the strongest bot thinks about a move.
const EFFORT: Effort = Effort::Own(1.0);

/// Suggests a move for a seat that acts, with the reason. It thinks as long as the strongest bot, or until `stop` returns
/// true.
///
/// # Errors
/// What is wrong with the position or the seat.
pub fn hint(spec: &Spec, position: &str, seat: Seat, stop: &dyn Fn() -> bool) -> Result<HintView, Denied> {
    with_game(spec, Hint { position, seat, stop })?
}

struct Hint<'a> {
    position: &'a str,
    seat: Seat,
    stop: &'a dyn Fn() -> bool,
}

impl Visitor for Hint<'_> {
    type Output = Result<HintView, Denied>;

    fn visit<G: Bots + Views + Encode>(self, game: G) -> Self::Output {
        let state = game.read_position(self.position)?;
        let seat = chooser(&game, &state, Some(self.seat))?.ok_or_else(|| {
            let text = insight_texts::NO_CHOICE.with(&[("seat", &self.seat)]);
            Denied::new(Reason::NotNow, text)
        })?;
        let mut analyst = Analyst::new(game);
        let rivals = analyst.rivals(&state, seat, RIVALS, self.stop);
        let task = Task { state: &state, seat, lines: 2, among: &[], rivals: &rivals, effort: EFFORT };
        let found = analyst.search(task, self.stop, &mut |_| {});
        let mut found = analyst.finish_all(&state, seat, found, self.stop);
        if found.lines.len() == 1 {
            let mut among = analyst.game.moves(&state, seat);
            among.retain(|mv| *mv != found.best().moves[0]);
            let task = Task { lines: 1, among: &among, ..task };
            found.lines.extend(self.runner_up(&mut analyst, task));
        }
        let game = &analyst.game;
        let (best, runner_up) = (found.best(), found.lines.get(1));
        Ok(HintView {
            line: shown(game, &state, seat, best),
            runner_up: runner_up.map(|line| shown(game, &state, seat, line)),
            why: At { game, state: &state, seat }.good(best, runner_up),
        })
    }
}

impl Hint<'_> {
    /// The best of the other moves, where the search reported one line only. A search that is stopped knows none.
    fn runner_up<G: Bots>(&self, analyst: &mut Analyst<G>, task: Task<'_, G>) -> Option<Line<G::Move>> {
        if task.among.is_empty() || (self.stop)() {
            return None;
        }
        let found = analyst.search(task, self.stop, &mut |_| {});
        let found = analyst.finish_all(task.state, task.seat, found, self.stop);
        found.lines.into_iter().next().filter(|_| !(self.stop)())
    }
}
