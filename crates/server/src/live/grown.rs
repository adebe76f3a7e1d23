//! Counts the growth of tables against the limit of the client that opened them. A share that counted only what a table began
//! with let one address fill the memory with tables that it looked at, and the store within two weeks, by moves alone.
//!
//! Updating the sum at every move would slow down every move. The store therefore counts steps of 64 entries: most games never
//! take the second one.

use super::LiveTables;
use super::action::Action;
use super::table::{Failed, LiveTable};
use crate::store::{LEAST_WEIGHT, StoreError};
use breadboard_play::{Denied, Reason};
use breadboard_wire::texts;
use std::sync::atomic::Ordering::Relaxed;

/// Entries of one step, each of some 256 bytes.
const STEP: i64 = LEAST_WEIGHT / 256;
/// Tables grow to this many times the share of a client: what was opened within the share can be played.
const GROWN: u64 = 2;

impl LiveTables {
    /// Makes room for a change, or finds that there is none.
    ///
    /// # Errors
    /// [`Failed::Busy`] if there is no memory for it now, a refusal if the store has no room for more of this opener.
    pub(super) async fn may_grow(&self, table: &LiveTable, action: &Action) -> Result<(), Failed> {
        let room = self.make_room_to_grow(table);
        if !action.can_wait() {
            return Ok(());
        }
        room?;
        self.weigh(table).await
    }

    async fn weigh(&self, table: &LiveTable) -> Result<(), Failed> {
        let most = self.retention.share.bytes.saturating_mul(GROWN);
        let weight = table.now().seq / STEP * LEAST_WEIGHT;
        // Every table weighs one step.
        if most == 0 || weight <= table.weighed.load(Relaxed).max(LEAST_WEIGHT) {
            return Ok(());
        }
        match self.store.weigh(&table.id, weight, most).await {
            Ok(()) => {
                table.weighed.store(weight, Relaxed);
                Ok(())
            }
            Err(StoreError::Share) => Err(Denied::new(Reason::NotNow, texts::GROWN_SHARE.plain()).into()),
            Err(error) => Err(error.into()),
        }
    }
}
