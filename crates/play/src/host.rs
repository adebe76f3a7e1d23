//! Facts that a host needs to run a table. What people see is made by [`view`](crate::view::view) instead, so nothing here
//! has to hide secrets.

use crate::dice::Commit;
use crate::event::Event;
use crate::seats::Holder;
use crate::table::{Phase, Table, awaited};
use breadboard_core::{Game, Info, Scores, Seat, SeatSet, Spec};
use breadboard_wire::{Key, Level};

impl Table {
    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        Seat::all(self.places.len() as u8)
    }

    /// How far the table is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The public version: one more with every public event.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// How many events the log has: what a store expects when it appends.
    #[must_use]
    pub fn log_len(&self) -> u32 {
        self.log.len() as u32
    }

    /// The whole log, secrets included, for a store.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.log.iter().map(|entry| &entry.event)
    }

    /// What is played, as a spec of today's rules, also for a table that was opened under an older version.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many of its events were played elsewhere before it was opened.
    #[must_use]
    pub fn given(&self) -> usize {
        self.opened.given.len()
    }

    /// What the game is.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.game.info()
    }

    /// The hash of the seed.
    #[must_use]
    pub fn commit(&self) -> &Commit {
        &self.opened.commit
    }

    /// Who holds a seat.
    #[must_use]
    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.places.get(seat.index()).map(|place| &place.holder)
    }

    /// Whether a program plays a seat: a bot's, or one whose person has left the game.
    #[must_use]
    pub fn is_automatic(&self, seat: Seat) -> bool {
        self.places.get(seat.index()).is_some_and(|place| place.bot().is_some())
    }

    /// Whether a seat has left the game. It cannot win any more.
    #[must_use]
    pub fn has_left(&self, seat: Seat) -> bool {
        self.out().contains(seat)
    }

    /// Whether a request under this key was granted for a seat: sent again, it is answered but not done.
    #[must_use]
    pub fn has_answered(&self, seat: Seat, key: &Key) -> bool {
        self.asked(seat, key).is_some()
    }

    /// The position, as the game writes it.
    #[must_use]
    pub fn position(&self) -> String {
        self.game.position()
    }

    /// The scores, if the game has scores.
    #[must_use]
    pub fn scores(&self) -> Option<Scores> {
        self.game.scores()
    }

    /// The position as the game's own type, for a bot; `None` if `G` is another game or another width of it.
    #[must_use]
    pub fn state<G: Game>(&self) -> Option<&G::State> {
        self.game.state().downcast_ref()
    }

    /// Who is to act and has not chosen yet; no one unless the game is being played.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        awaited(self.phase, self.game.turn(), &self.sealed)
    }

    /// The seats that a program has to move for now, with its level. Their moves are submitted like any player's.
    #[must_use]
    pub fn bots_to_act(&self) -> Vec<(Seat, Level)> {
        let bot = |seat: Seat| Some((seat, self.places.get(seat.index())?.bot()?));
        let waiting = self.waiting_forced().map(|pending| pending.seat);
        self.awaited().iter().filter(|seat| Some(*seat) != waiting).filter_map(bot).collect()
    }

    /// When the next clock runs out or a forced move is due: after this time, call [`Table::tick`].
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        let clocks = self.clocks.iter();
        let flags = clocks.flat_map(|clocks| self.seats().filter_map(|seat| clocks.deadline(seat)));
        flags.chain(self.waiting_forced().map(|pending| pending.due)).min()
    }
}
