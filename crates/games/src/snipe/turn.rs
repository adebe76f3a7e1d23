//! The course of a turn: roll, steps, offers, catches, and how it ends.

use super::routes::{Hunt, may_end_on};
use super::spaces::{Direction, Directions, Space, Spaces};
use super::state::{Dice, Pawn, Phase, State};
use super::{Move, ShutIn, SnipeHunt, Station};
use breadboard_core::Seat;

impl SnipeHunt {
    /// S22: this many turns without a crumb end the game.
    #[inline]
    pub(super) fn idle_limit(&self) -> u16 {
        u16::from(self.options.idle_rounds) * u16::from(self.seats)
    }

    /// Puts the pawns where the deal wants them.
    pub(super) fn set_out(&self, state: &mut State) {
        for pawn in Pawn::all(self.pawns) {
            let card = if pawn == Pawn::SNIPE { state.forest.nest } else { state.forest.station };
            state.places[pawn.index()] = Space::centre(card);
        }
        state.phase = Phase::RollOff;
    }

    /// The winner of the roll-off takes the Snipe, the others the hunters' colours in seat order (S24).
    pub(super) fn hand_out(&self, state: &mut State, snipe: Seat) {
        let others = || Seat::all(self.seats).filter(|seat| *seat != snipe);
        // With two hunters the one other player gets both (S7).
        for (pawn, seat) in Pawn::hunters(self.pawns).zip(others().chain(others())) {
            state.holders[pawn.index()] = seat;
        }
        state.holders[Pawn::SNIPE.index()] = snipe;
        state.seat = snipe;
        state.phase = Phase::Roll;
    }

    #[inline]
    pub(super) fn roll(&self, state: &mut State, dice: Dice) {
        state.idle += 1;
        state.dice = dice;
        state.left = dice.sum();
        if self.pawns > self.seats && state.seat != state.snipe_seat() {
            state.phase = Phase::Pick;
            return;
        }
        let held = |pawn: &Pawn| state.holder(*pawn) == state.seat;
        state.mover = Pawn::all(self.pawns).find(held).unwrap_or(Pawn::SNIPE);
        state.phase = Phase::Walk;
        state.steps = self.steps_of(state, state.mover);
    }

    /// The steps a pawn may take now.
    #[inline]
    pub(super) fn steps_of(&self, state: &State, pawn: Pawn) -> Directions {
        if pawn == Pawn::SNIPE { self.free_steps(state, pawn) } else { self.hunter_steps(state, pawn).0 }
    }

    /// The steps that the paths allow a pawn, wherever they lead it in the end.
    #[inline]
    pub(super) fn free_steps(&self, state: &State, pawn: Pawn) -> Directions {
        let from = state.place(pawn);
        let forest = &state.forest;
        let ways = forest.ways_on(from, state.went);
        // S12: the only way into the Station's centre is from its own card's exits.
        match from.side() {
            Some(side)
                if pawn == Pawn::SNIPE && from.card() == forest.station && self.station_is_closed(state) =>
            {
                ways.without(side.opposite())
            }
            _ => ways,
        }
    }

    /// The steps of a hunter, and the count they can make (S11).
    #[inline]
    pub(super) fn hunter_steps(&self, state: &State, pawn: Pawn) -> (Directions, u8) {
        let from = state.place(pawn);
        let taken = self.taken_from(state, pawn);
        let near = Pawn::hunters(self.pawns).any(|other| {
            let place = state.place(other);
            other != pawn && may_end_on(from, place, state.left) && taken.contains(place)
        });
        if !near {
            return (state.forest.ways_on(from, state.went), state.left);
        }
        let hunt = Hunt {
            forest: &state.forest,
            taken: &taken,
            snipe: state.place(Pawn::SNIPE),
            free_reverse: self.options.free_reverse,
        };
        hunt.steps(from, state.went, state.left)
    }

    /// S11, S12: where a hunter may not end.
    #[inline]
    pub(super) fn taken_from(&self, state: &State, pawn: Pawn) -> Spaces {
        let mut taken = Spaces::default();
        for other in Pawn::hunters(self.pawns) {
            if other != pawn {
                taken.insert(state.place(other));
            }
        }
        taken.remove(Space::centre(state.forest.station));
        taken
    }

    /// S12: whether the Snipe may not enter the Station now.
    #[inline]
    pub(super) fn station_is_closed(&self, state: &State) -> bool {
        self.options.station == Station::Wall
            && self.hunter_on(state, Space::centre(state.forest.station)).is_some()
    }

    /// A hunter on a space, the mover not counted.
    #[inline]
    pub(super) fn hunter_on(&self, state: &State, space: Space) -> Option<Pawn> {
        Pawn::hunters(self.pawns).find(|&pawn| pawn != state.mover && state.place(pawn) == space)
    }

    /// The hunter that catches a Snipe which enters a space. At the Station several may be: the first clockwise after
    /// the Snipe player's seat, and of two in one hand the first colour (S12).
    #[inline]
    pub(super) fn catcher_on(&self, state: &State, space: Space) -> Option<Pawn> {
        let first = self.hunter_on(state, space)?;
        if space != Space::centre(state.forest.station) {
            return Some(first);
        }
        let snipe = state.snipe_seat().number();
        let after = |pawn: &Pawn| (state.holder(*pawn).number() + self.seats - snipe) % self.seats;
        Pawn::hunters(self.pawns).filter(|&pawn| state.place(pawn) == space).min_by_key(after)
    }

    /// S20: whether the pawn may turn its card instead of walking.
    #[inline]
    pub(super) fn may_turn(&self, state: &State) -> bool {
        state.steps.is_empty()
            || self.options.shut_in == ShutIn::Turn && state.is_turn_start() && self.is_shut_in(state)
    }

    /// S20: whether no path leads the Snipe to a crumb, or the hunter to the Snipe, with any dice and any places of the
    /// pawns. All spaces of a card are joined by its centre, so cards are enough, except for the card of a closed Station
    /// (S12).
    pub(super) fn is_shut_in(&self, state: &State) -> bool {
        let (forest, here) = (&state.forest, state.here());
        let hunts = state.mover != Pawn::SNIPE;
        if hunts || !self.station_is_closed(state) {
            let reached = forest.reach(here.card().bit(), forest.cards());
            let wanted = if hunts { state.place(Pawn::SNIPE).card().bit() } else { forest.crumbs.cards() };
            return reached & wanted == 0;
        }
        let station = forest.station;
        let inside = |side: Direction| here.card() == station && here.side().is_none_or(|at| at == side);
        let beyond = |side: Direction| {
            if forest.linked(side) & station.bit() == 0 { 0 } else { station.beyond(side).bit() }
        };
        let start = if here.card() == station {
            Direction::ALL.into_iter().filter(|&side| inside(side)).fold(0, |set, side| set | beyond(side))
        } else {
            here.card().bit()
        };
        let reached = forest.reach(start, forest.cards() & !station.bit());
        let on_exit = |side: Direction| {
            (inside(side) || reached & beyond(side) != 0) && forest.crumbs.on_side(side) & station.bit() != 0
        };
        reached & forest.crumbs.cards() == 0 && !Direction::ALL.into_iter().any(on_exit)
    }

    #[inline]
    pub(super) fn make(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Step(direction) => {
                let to = state.forest.step(state.here(), direction);
                debug_assert!(to.is_some());
                state.went = if self.options.free_reverse { None } else { Some(direction) };
                state.left -= 1;
                self.enter(state, to.unwrap_or(state.here()));
            }
            Move::Skip => self.go_on(state),
            Move::Feather => {
                state.used |= state.here().card().bit();
                state.left += 1;
                self.go_on(state);
            }
            Move::Rotate(card, way) => {
                let own = state.here().card();
                state.used |= own.bit();
                self.rotate(state, card, way);
                if card == own {
                    state.went = None; // S10: the way back lies elsewhere now.
                }
                self.go_on(state);
            }
            Move::Turn(way) => {
                self.rotate(state, state.here().card(), way);
                self.end_turn(state, state.seat.next(self.seats));
            }
            Move::Pick(pawn) => {
                state.mover = pawn;
                state.phase = Phase::Walk;
                state.steps = self.steps_of(state, pawn);
            }
        }
    }

    #[inline]
    fn enter(&self, state: &mut State, to: Space) {
        let mover = state.mover;
        state.places[mover.index()] = to;
        // S18: judged on entering; a crumb that is lifted now spoils the effect.
        let mut works = to.is_centre()
            && (state.forest.feathers | state.forest.arrows) & !state.used & to.card().bit() != 0
            && !state.forest.crumbs.contains(to);
        if mover == Pawn::SNIPE {
            if state.forest.crumbs.remove(to) {
                state.held[state.seat.index()] += 1;
                state.idle = 0;
                if state.forest.crumbs.is_empty() {
                    self.finish(state); // S21, and before any catch (S14).
                    return;
                }
            }
            if let Some(hunter) = self.catcher_on(state, to) {
                self.catch(state, hunter);
                return;
            }
        } else {
            if to == state.place(Pawn::SNIPE) {
                self.catch(state, mover);
                return;
            }
            works = works && self.hunter_on(state, to).is_none();
        }
        if works {
            state.phase = Phase::Offer;
            state.steps = Directions::NONE;
        } else {
            self.go_on(state);
        }
    }

    /// Goes on with the steps left, or ends the turn (S9, S20).
    #[inline]
    fn go_on(&self, state: &mut State) {
        if state.left > 0 {
            state.steps = self.steps_of(state, state.mover);
            if !state.steps.is_empty() {
                state.phase = Phase::Walk;
                return;
            }
        }
        self.end_turn(state, state.seat.next(self.seats));
    }

    fn rotate(&self, state: &mut State, card: super::Card, way: super::Spin) {
        state.forest.rotate(card, way);
        for place in &mut state.places[..usize::from(self.pawns)] {
            if place.card() == card {
                *place = place.turned(way); // S19
            }
        }
    }

    /// The Snipe and a hunter have met: half the crumbs, the pawns and the turn change hands.
    fn catch(&self, state: &mut State, hunter: Pawn) {
        let (caught, catcher) = (state.snipe_seat(), state.holder(hunter));
        let half = half_of(state.held[caught.index()]);
        state.held[caught.index()] -= half;
        state.held[catcher.index()] += half;
        state.places[hunter.index()] = Space::centre(state.forest.station);
        for holder in &mut state.holders[..usize::from(self.pawns)] {
            // S7: with two hunters both change hands, and only the catching one goes home.
            if *holder == catcher {
                *holder = caught;
            }
        }
        state.holders[Pawn::SNIPE.index()] = catcher;
        self.end_turn(state, catcher); // S16: play goes on from the catcher.
    }

    #[inline]
    pub(super) fn end_turn(&self, state: &mut State, next: Seat) {
        if state.idle >= self.idle_limit() {
            self.finish(state);
            return;
        }
        state.clear_turn();
        state.seat = next;
        state.phase = Phase::Roll;
    }

    fn finish(&self, state: &mut State) {
        state.clear_turn();
        state.seat = Seat::FIRST;
        state.phase = Phase::Over;
    }
}

/// S15: half, rounded up.
pub(super) const fn half_of(crumbs: u8) -> u8 {
    crumbs.div_ceil(2)
}
