//! Which bot thinks next, and for how long. The queue is in memory and only a hint: whether a table still needs a move is
//! decided when its turn comes, so the queue may forget or repeat a table.
//!
//! The oldest work first was the alternative; sixty tables of strong bots then hold up every person. Here people come
//! before bots that play among themselves; sites share the thinking time, client addresses that of their site, and sessions
//! that of their address (start-time fair queueing: the one that has used least is next). A site is what one customer may
//! have: an IPv4 address, or an IPv6 network with thousands of client addresses. When more bots wait than can think, each
//! thinks for a shorter time instead of answering later.

mod order;

use super::Hashed;
use crate::http::customer;
use crate::store::TableId;
use order::{Order, Standing};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The shortest time for a turn, however many wait.
const LEAST: Duration = Duration::from_millis(100);
/// Every sixteenth turn goes to the lowest class that waits, so that it is late but never forgotten.
const SPARE: u64 = 16;
/// Tables that may wait. Others are found again in the store.
const MOST_WAITING: usize = 20_000;
/// Accounts of sites, addresses or sessions without a turn; more are forgotten.
const MOST_ACCOUNTS: usize = 4096;
const CLASSES: usize = 3;

/// How important a bot's turn is, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A person sits at the table.
    Person,
    /// Only bots play, and someone watches.
    Watched,
    /// Only bots play, without viewers.
    Unwatched,
}

const CLASS_ORDER: [Class; CLASSES] = [Class::Person, Class::Watched, Class::Unwatched];

/// The names of the classes, in their order.
pub(crate) const CLASS_NAMES: [&str; CLASSES] = ["person", "watched", "unwatched"];

/// Who asked for a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Owner {
    /// A session: it gets one turn at a time.
    Session(Hashed),
    /// The table is not in memory, so its session is not known.
    Table(TableId),
}

/// The turn of a bot: a table whose bot is to move.
#[derive(Clone, Debug)]
pub(crate) struct BotTurn {
    pub(crate) table: TableId,
    pub(crate) class: Class,
    pub(crate) owner: Owner,
    /// Where the owner was last seen; all whose address is not known share one account.
    pub(crate) address: Option<IpAddr>,
    /// When the next clock of the table runs out, in milliseconds since 1970.
    pub(crate) deadline: Option<i64>,
}

impl BotTurn {
    /// Whether another entry of the table takes the same share.
    fn is_like(&self, other: &BotTurn) -> bool {
        (self.class, &self.owner, self.address) == (other.class, &other.owner, other.address)
    }
}

/// Until when a turn may think. It gets shorter when others come to wait.
#[derive(Debug)]
pub(crate) struct Limit {
    started: Instant,
    micros: AtomicU64,
    /// Set when the turn was ended early for others.
    cut: AtomicBool,
    longest: Duration,
}

impl Limit {
    fn new(started: Instant, longest: Duration, budget: Duration) -> Limit {
        let micros = AtomicU64::new(budget.as_micros() as u64);
        Limit { started, micros, cut: AtomicBool::new(false), longest }
    }

    pub(crate) fn budget(&self) -> Duration {
        Duration::from_micros(self.micros.load(Relaxed))
    }

    fn shorten(&self, budget: Duration) {
        self.micros.fetch_min(budget.as_micros() as u64, Relaxed);
    }

    /// Whether the time is over. Notes whether it ended early.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        let budget = self.budget();
        let over = now.saturating_duration_since(self.started) >= budget;
        if over && budget < self.longest {
            self.cut.store(true, Relaxed);
        }
        over
    }

    /// Whether the turn got less time than its level has.
    pub(crate) fn was_cut(&self) -> bool {
        self.cut.load(Relaxed)
    }
}

/// A turn that may start.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) table: TableId,
    pub(crate) waited: Duration,
}

#[derive(Debug)]
struct Waiting {
    entry: BotTurn,
    since: Instant,
}

#[derive(Debug)]
struct Running {
    entry: BotTurn,
    waited: Duration,
    started: Instant,
    limit: Option<Arc<Limit>>,
}

/// The network of an address that shares with others as one.
fn site_of(address: Option<IpAddr>) -> Option<IpAddr> {
    address.map(customer)
}

/// Thinking time that was used, by a site, an address or a session.
#[derive(Debug, Default)]
struct Account {
    used: Duration,
    /// What those of it that were chosen last had used: one that comes back does not get what it left unused.
    floor: Duration,
    /// Waiting and running turns by class.
    turns: [usize; CLASSES],
    /// How many addresses of a site have turns in a class or a more important one.
    active: [usize; CLASSES],
    /// Turns in flight, of a session.
    running: usize,
}

impl Account {
    fn is_idle(&self) -> bool {
        self.turns.iter().all(|turns| *turns == 0)
    }

    /// Whether there are turns, in each class or a more important one.
    fn is_active(&self) -> [bool; CLASSES] {
        CLASS_ORDER.map(|class| self.turns_up_to(class) > 0)
    }

    fn turns_up_to(&self, class: Class) -> usize {
        self.turns[..=class as usize].iter().sum()
    }

    /// A turn comes or goes. Whether there were turns before, and are now.
    fn count(&mut self, class: Class, enters: bool, floor: Duration) -> [[bool; CLASSES]; 2] {
        if enters && self.is_idle() {
            self.used = self.used.max(floor);
        }
        let was = self.is_active();
        let turns = &mut self.turns[class as usize];
        *turns = if enters { *turns + 1 } else { turns.saturating_sub(1) };
        [was, self.is_active()]
    }
}

/// Counts those that have turns, in each class.
fn note_active(active: &mut [usize; CLASSES], [was, is]: [[bool; CLASSES]; 2]) {
    for (active, (was, is)) in active.iter_mut().zip(was.into_iter().zip(is)) {
        *active = *active + usize::from(is) - usize::from(was);
    }
}

/// What an account has used.
fn used(accounts: &HashMap<Option<IpAddr>, Account>, of: Option<IpAddr>) -> Duration {
    accounts.get(&of).map_or(Duration::ZERO, |account| account.used)
}

/// The queue of one node.
#[derive(Debug)]
pub(crate) struct Schedule {
    thinkers: usize,
    waiting: HashMap<TableId, Waiting>,
    /// Those of each class, by the time they came. This and `active` are kept, not counted: every change asks for them.
    waiting_in: [BTreeSet<(Instant, TableId)>; CLASSES],
    order: Order,
    /// When the next clock of a table that waits or is served runs out.
    deadlines: BTreeSet<(i64, TableId)>,
    running: HashMap<TableId, Running>,
    sites: HashMap<Option<IpAddr>, Account>,
    /// How many sites have turns in a class or a more important one.
    active: [usize; CLASSES],
    addresses: HashMap<Option<IpAddr>, Account>,
    sessions: HashMap<Owner, Account>,
    floor: Duration,
    picks: u64,
    /// Tables with work that needs no thinking: it waits for nothing.
    prompt: VecDeque<TableId>,
    /// Those, and the ones that are being served.
    prompted: BTreeSet<TableId>,
}

impl Schedule {
    pub(crate) fn new(thinkers: usize) -> Schedule {
        Schedule {
            thinkers: thinkers.max(1),
            waiting: HashMap::new(),
            waiting_in: Default::default(),
            order: Order::default(),
            deadlines: BTreeSet::new(),
            running: HashMap::new(),
            sites: HashMap::new(),
            active: [0; CLASSES],
            addresses: HashMap::new(),
            sessions: HashMap::new(),
            floor: Duration::ZERO,
            picks: 0,
            prompt: VecDeque::new(),
            prompted: BTreeSet::new(),
        }
    }

    /// A bot is to move. A table that waits already keeps its place; one that is being served is left alone.
    pub(crate) fn push(&mut self, entry: BotTurn, now: Instant) {
        if self.running.contains_key(&entry.table) {
            return;
        }
        let is_full = self.waiting.len() >= MOST_WAITING;
        let since = match self.waiting.get_mut(&entry.table) {
            // Every look finds what waits again: that changes no one's share.
            Some(known) if known.entry.is_like(&entry) => {
                let old = std::mem::replace(&mut known.entry.deadline, entry.deadline);
                return self.note_deadline(&entry.table, old, entry.deadline);
            }
            Some(known) => known.since,
            None if is_full && entry.class != Class::Person => return,
            None => now,
        };
        if let Some(old) = self.unqueue(&entry.table) {
            self.count(&old.entry, false);
        }
        self.count(&entry, true);
        let (at, group) = ((since, entry.table.clone()), (entry.address, entry.owner.clone()));
        self.waiting_in[entry.class as usize].insert(at.clone());
        self.order.insert(entry.class, &group, at, self.standing(&group));
        self.note_deadline(&entry.table, None, entry.deadline);
        self.waiting.insert(entry.table.clone(), Waiting { entry, since });
        self.shorten_running();
    }

    /// A turn that waits is no longer wanted.
    pub(crate) fn withdraw(&mut self, table: &TableId) {
        if let Some(waiting) = self.unqueue(table) {
            self.count(&waiting.entry, false);
        }
    }

    /// How many run, and how many wait.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.running.len(), self.waiting.len())
    }

    fn unqueue(&mut self, table: &TableId) -> Option<Waiting> {
        let waiting = self.waiting.remove(table)?;
        let Waiting { entry, since } = &waiting;
        let (at, group) = ((*since, entry.table.clone()), (entry.address, entry.owner.clone()));
        self.waiting_in[entry.class as usize].remove(&at);
        self.order.remove(entry.class, &group, &at, self.standing(&group));
        self.note_deadline(table, entry.deadline, None);
        Some(waiting)
    }

    fn note_deadline(&mut self, table: &TableId, old: Option<i64>, new: Option<i64>) {
        if let Some(old) = old {
            self.deadlines.remove(&(old, table.clone()));
        }
        if let Some(new) = new {
            self.deadlines.insert((new, table.clone()));
        }
    }

    /// What decides about the place of an owner's tables at an address.
    fn standing(&self, (address, owner): &(Option<IpAddr>, Owner)) -> Standing {
        let session = self.sessions.get(owner);
        let is_busy =
            matches!(owner, Owner::Session(_)) && session.is_some_and(|session| session.running > 0);
        Standing {
            is_free: !is_busy,
            session: session.map_or(Duration::ZERO, |session| session.used),
            address: used(&self.addresses, *address),
            site: used(&self.sites, site_of(*address)),
        }
    }

    /// The account of an owner, or of the address of its turn, has changed.
    fn reorder(&mut self, entry: &BotTurn) {
        for address in self.order.homes(&entry.owner) {
            let group = (address, entry.owner.clone());
            self.order.replace(&group, self.standing(&group));
        }
        let (by_address, by_site) =
            (used(&self.addresses, entry.address), used(&self.sites, site_of(entry.address)));
        self.order.replace_address(entry.address, by_address, by_site);
    }

    fn count(&mut self, entry: &BotTurn, enters: bool) {
        let class = entry.class;
        let site = self.sites.entry(site_of(entry.address)).or_default();
        let address = self.addresses.entry(entry.address).or_default();
        let session = self.sessions.entry(entry.owner.clone()).or_default();
        note_active(&mut self.active, site.count(class, enters, self.floor));
        note_active(&mut site.active, address.count(class, enters, site.floor));
        session.count(class, enters, address.floor);
    }

    /// The next turn that may start, if a thinker is free.
    pub(crate) fn pick(&mut self, now: Instant) -> Option<Job> {
        if self.running.len() >= self.thinkers {
            return None;
        }
        let unwatched = self.running.values().filter(|turn| turn.entry.class == Class::Unwatched).count();
        let open = |class: &Class| *class != Class::Unwatched || unwatched < self.few();
        let mut classes = CLASS_ORDER.into_iter().filter(open);
        let best = if self.picks % SPARE == SPARE - 1 {
            classes.rev().find_map(|class| self.order.oldest(class))
        } else {
            classes.find_map(|class| self.order.next(class))
        };
        let table = best?.clone();
        let Waiting { entry, since } = self.unqueue(&table)?;
        self.picks += 1;
        let session = self.sessions.entry(entry.owner.clone()).or_default();
        session.running += 1;
        let address = self.addresses.entry(entry.address).or_default();
        address.floor = address.floor.max(session.used);
        let site = self.sites.entry(site_of(entry.address)).or_default();
        site.floor = site.floor.max(address.used);
        self.floor = self.floor.max(site.used);
        self.reorder(&entry);
        self.note_deadline(&table, None, entry.deadline);
        let waited = now.saturating_duration_since(since);
        self.running.insert(table.clone(), Running { entry, waited, started: now, limit: None });
        Some(Job { table, waited })
    }

    /// How many tables without viewers may think at the same time.
    fn few(&self) -> usize {
        (self.thinkers / 2).max(1)
    }

    /// The time for a turn that was picked, if its level may take this long.
    pub(crate) fn begin(&mut self, table: &TableId, longest: Duration, now: Instant) -> Option<Arc<Limit>> {
        let turn = self.running.get(table)?;
        let limit = Arc::new(Limit::new(now, longest, self.budget(turn, longest)));
        self.running.get_mut(table)?.limit = Some(limit.clone());
        Some(limit)
    }

    /// A turn's share of the time: the sites share the thinkers, the addresses of a site its part, and the turns of an
    /// address that. What a turn has waited it does not think.
    fn budget(&self, turn: &Running, longest: Duration) -> Duration {
        let least = LEAST.min(longest);
        let class = turn.entry.class;
        if self.waiting_in[..class as usize].iter().any(|waiting| !waiting.is_empty()) {
            return least;
        }
        let address = turn.entry.address;
        let sites = self.active[class as usize].max(1);
        let addresses =
            self.sites.get(&site_of(address)).map_or(1, |site| site.active[class as usize].max(1));
        let own = self.addresses.get(&address).map_or(1, |account| account.turns_up_to(class).max(1));
        let share = self.thinkers as f64 / (sites * addresses * own) as f64;
        longest.mul_f64(share.min(1.0)).min(longest.saturating_sub(turn.waited)).max(least)
    }

    /// Those who think make room for those who wait.
    fn shorten_running(&mut self) {
        if self.running.len() < self.thinkers {
            return;
        }
        for turn in self.running.values() {
            if let Some(limit) = &turn.limit {
                limit.shorten(self.budget(turn, limit.longest));
            }
        }
    }

    /// A turn has ended: its time counts against its owner.
    pub(crate) fn finish(&mut self, table: &TableId, now: Instant) {
        let Some(Running { entry, started, .. }) = self.running.remove(table) else { return };
        self.count(&entry, false);
        self.note_deadline(table, entry.deadline, None);
        // Never nothing, so that many quick turns take turns with others too.
        let used = now.saturating_duration_since(started).max(Duration::from_millis(1));
        let site = self.sites.get_mut(&site_of(entry.address));
        for account in site.into_iter().chain(self.addresses.get_mut(&entry.address)) {
            account.used += used;
        }
        if let Some(session) = self.sessions.get_mut(&entry.owner) {
            session.used += used;
            session.running = session.running.saturating_sub(1);
        }
        self.reorder(&entry);
        for accounts in [&mut self.sites, &mut self.addresses] {
            if accounts.len() > MOST_ACCOUNTS {
                accounts.retain(|_, account| !account.is_idle());
            }
        }
        if self.sessions.len() > MOST_ACCOUNTS {
            self.sessions.retain(|_, account| !account.is_idle());
        }
    }

    /// Whether a turn should end after this step: others wait for a thinker.
    pub(crate) fn is_contended(&self) -> bool {
        !self.waiting.is_empty() && self.running.len() >= self.thinkers
    }

    /// Work that needs no thinking: a clock has run out, a rematch is agreed, or the table must be read first.
    pub(crate) fn push_prompt(&mut self, table: TableId) {
        if self.prompted.insert(table.clone()) {
            self.prompt.push_back(table);
        }
    }

    pub(crate) fn take_prompt(&mut self) -> Option<TableId> {
        self.prompt.pop_front()
    }

    pub(crate) fn finish_prompt(&mut self, table: &TableId) {
        self.prompted.remove(table);
    }

    /// Clocks that have run out at tables whose bots wait or think become prompt work.
    pub(crate) fn push_expired_clocks(&mut self, now_ms: i64) {
        while let Some((deadline, table)) = self.deadlines.first().cloned() {
            if deadline >= now_ms {
                break;
            }
            self.deadlines.pop_first();
            let waiting = self.waiting.get_mut(&table).map(|waiting| &mut waiting.entry);
            let running = self.running.get_mut(&table).map(|turn| &mut turn.entry);
            if let Some(entry) = waiting.or(running) {
                entry.deadline = None;
            }
            self.push_prompt(table);
        }
    }

    /// How many wait in each class, and how long the oldest of them has waited.
    pub(crate) fn ages(&self, now: Instant) -> [(usize, Duration); CLASSES] {
        CLASS_ORDER.map(|class| {
            let waiting = &self.waiting_in[class as usize];
            let oldest =
                waiting.first().map_or(Duration::ZERO, |(since, _)| now.saturating_duration_since(*since));
            (waiting.len(), oldest)
        })
    }
}

#[cfg(test)]
mod tests;
