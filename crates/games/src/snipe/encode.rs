//! A card is three by three cells: its centre and the middles of its sides are the spaces of the path, its corners are
//! hedge. The forest is not turned. Steps, answers and rotations have fixed numbers; only rotations depend on the forest's
//! size. Seats are counted clockwise from the viewer's.

use super::spaces::{Direction, Space};
use super::state::Phase;
use super::{Card, Move, Pawn, SnipeHunt, Spin, State};
use crate::encode::{Encode, Numbering, PlaneList, PlaneMut, Planes, Spaces, seats_from};
use breadboard_core::Seat;

const SKIP: usize = 4;
const FEATHER: usize = 5;
const TURN: usize = 6;
const PICK: usize = 8;

impl SnipeHunt {
    /// How many numbers the choice between two hunters has (S7).
    fn picks(&self) -> usize {
        if self.pawns > self.seats { usize::from(self.pawns) - 1 } else { 0 }
    }

    fn first_rotation(&self) -> usize {
        PICK + self.picks()
    }

    /// The cards of the rectangle around the forest.
    fn rectangle(&self) -> usize {
        usize::from(self.layout.columns) * usize::from(self.layout.rows)
    }
}

fn mark(plane: &mut PlaneMut<'_>, space: Space, value: u8) {
    let (column, row) = space.grid();
    plane.set(row.into(), column.into(), value);
}

fn mark_centres(planes: &mut Planes<'_>, cards: u64) {
    let mut plane = planes.next();
    Card::all(cards).for_each(|card| mark(&mut plane, Space::centre(card), 1));
}

impl Encode for SnipeHunt {
    fn spaces(&self) -> Spaces {
        let mut planes = PlaneList::default();
        planes.plane("path", 1);
        planes.plane("crumbs", 1);
        planes.plane("feathers", 1);
        planes.plane("arrows", 1);
        planes.plane("specials used in this turn (S18)", 1);
        planes.plane("the Nest", 1);
        planes.plane("the Station", 1);
        planes.plane("the Snipe", 1);
        planes.plane("the pawn that moves", 1);
        planes.players(self.seats, "pawns", 2);
        planes.players(self.seats, "crumbs in hand", 30);
        planes.plane("steps left", 255);
        planes.plane("rounds without a crumb (S22)", 200);
        planes.plane("a hunter is chosen (S7)", 1);
        planes.plane("a pawn walks", 1);
        planes.plane("a special space is offered", 1);
        for direction in Direction::ALL {
            planes.plane(format!("the last step went {} (S10)", direction.word()), 1);
        }
        Spaces {
            actions: self.first_rotation() + 2 * self.rectangle(),
            numbering: Numbering::Fixed,
            rows: 3 * usize::from(self.layout.rows),
            columns: 3 * usize::from(self.layout.columns),
            planes: planes.done(),
        }
    }

    fn action(&self, _: &State, _: Seat, mv: Move) -> usize {
        match mv {
            Move::Step(direction) => direction.index(),
            Move::Skip => SKIP,
            Move::Feather => FEATHER,
            Move::Turn(spin) => TURN + spin as usize,
            Move::Pick(pawn) => PICK + pawn.index() - 1,
            Move::Rotate(card, spin) => {
                let place = usize::from(card.row() * self.layout.columns + card.column());
                self.first_rotation() + 2 * place + spin as usize
            }
        }
    }

    fn move_of(&self, _: &State, _: Seat, action: usize) -> Option<Move> {
        let rotations = self.first_rotation();
        match action {
            0..SKIP => Some(Move::Step(Direction::from_index(action))),
            SKIP => Some(Move::Skip),
            FEATHER => Some(Move::Feather),
            TURN..PICK => Some(Move::Turn(Spin::ALL[action - TURN])),
            _ if action < rotations => Pawn::hunter(action - PICK).map(Move::Pick),
            _ if action < rotations + 2 * self.rectangle() => {
                let (place, columns) = ((action - rotations) / 2, usize::from(self.layout.columns));
                let card = Card::at((place % columns) as u8, (place / columns) as u8)?;
                Some(Move::Rotate(card, Spin::ALL[(action - rotations) % 2]))
            }
            _ => None,
        }
    }

    fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        let (rows, columns) = (3 * usize::from(self.layout.rows), 3 * usize::from(self.layout.columns));
        let mut planes = Planes::new(out, rows, columns);
        let forest = &state.forest;
        let dealt = state.phase != Phase::Deal;
        let (mut path, mut crumbs) = (planes.next(), planes.next());
        for card in self.layout.places.iter().filter(|_| dealt) {
            for space in Space::of_card(*card) {
                mark(&mut path, space, forest.has(space).into());
                mark(&mut crumbs, space, forest.crumbs.contains(space).into());
            }
        }
        mark_centres(&mut planes, forest.feathers);
        mark_centres(&mut planes, forest.arrows);
        mark_centres(&mut planes, state.used);
        mark_centres(&mut planes, if dealt { forest.nest.bit() } else { 0 });
        mark_centres(&mut planes, if dealt { forest.station.bit() } else { 0 });
        let (mut snipe, mut mover) = (planes.next(), planes.next());
        if dealt {
            mark(&mut snipe, state.place(Pawn::SNIPE), 1);
        }
        if matches!(state.phase, Phase::Walk | Phase::Offer) {
            mark(&mut mover, state.here(), 1);
        }
        let set_out = !matches!(state.phase, Phase::Deal | Phase::RollOff);
        for seat in seats_from(seat, self.seats) {
            let mut plane = planes.next();
            for pawn in Pawn::all(self.pawns).filter(|&pawn| set_out && state.holder(pawn) == seat) {
                let (column, row) = state.place(pawn).grid();
                plane.add(row.into(), column.into(), 1);
            }
        }
        seats_from(seat, self.seats).for_each(|seat| planes.all(state.held[seat.index()]));
        planes.all(state.left);
        planes.all(state.idle / u16::from(self.seats));
        planes.flag(state.phase == Phase::Pick);
        planes.flag(state.phase == Phase::Walk);
        planes.flag(state.phase == Phase::Offer);
        for direction in Direction::ALL {
            planes.flag(state.went == Some(direction));
        }
    }
}
