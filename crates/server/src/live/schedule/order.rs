//! The order in which bots that wait come next. It is kept up to date with every change, in a time that hardly grows with
//! their number: looking at all of them for each turn took most of a thread's time when 20,000 waited.
//!
//! Those of one session at one address are a *group*, represented by the one that has waited longest. Three lists are kept
//! sorted: the groups of an address, the addresses of a site and the sites. First comes what has used least; what has used
//! equally much is sorted by its first group or address.

use super::{CLASSES, Class, Owner, site_of};
use crate::store::TableId;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::{Duration, Instant};

type Address = Option<IpAddr>;
type Group = (Address, Owner);
/// What the session has used, since when its first table waits, and that table.
type Head = (Duration, Instant, TableId);
/// What the address has used, and its first head.
type AddressHead = (Duration, Head);
/// What the site has used, and its first head.
type SiteHead = (Duration, AddressHead);

/// What decides about the place of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Whether a further turn of the session may start.
    pub(super) is_free: bool,
    /// What the session has used.
    pub(super) session: Duration,
    /// What the address has used.
    pub(super) address: Duration,
    /// What the site of the address has used.
    pub(super) site: Duration,
}

/// All that wait, in order.
#[derive(Debug, Default)]
pub(super) struct Order {
    classes: [ClassOrder; CLASSES],
    /// The addresses at which tables of an owner wait, with their number.
    homes: HashMap<Owner, HashMap<Address, usize>>,
}

/// Those of one class.
#[derive(Debug, Default)]
struct ClassOrder {
    groups: HashMap<Group, BTreeSet<(Instant, TableId)>>,
    /// The heads of groups that may start, as they are listed in the two sets below.
    heads: HashMap<Group, Head>,
    by_address: HashMap<Address, BTreeSet<(Head, Owner)>>,
    oldest: BTreeSet<(Instant, TableId)>,
    /// The heads of addresses, as they are listed in `by_site`.
    addresses: HashMap<Address, AddressHead>,
    by_site: HashMap<Address, BTreeSet<(AddressHead, Address)>>,
    /// The heads of sites, as they are listed in `next`.
    sites: HashMap<Address, SiteHead>,
    next: BTreeSet<(SiteHead, Address)>,
}

impl Order {
    /// A table waits since a time.
    pub(super) fn insert(&mut self, class: Class, group: &Group, waiting: (Instant, TableId), at: Standing) {
        let order = &mut self.classes[class as usize];
        order.groups.entry(group.clone()).or_default().insert(waiting);
        *self.homes.entry(group.1.clone()).or_default().entry(group.0).or_default() += 1;
        order.place(group, at);
    }

    /// A table waits no longer.
    pub(super) fn remove(&mut self, class: Class, group: &Group, waiting: &(Instant, TableId), at: Standing) {
        let order = &mut self.classes[class as usize];
        if let Some(tables) = order.groups.get_mut(group) {
            tables.remove(waiting);
            if tables.is_empty() {
                order.groups.remove(group);
            }
        }
        if let Some(homes) = self.homes.get_mut(&group.1) {
            if let Some(count) = homes.get_mut(&group.0) {
                *count -= 1;
                if *count == 0 {
                    homes.remove(&group.0);
                }
            }
            if homes.is_empty() {
                self.homes.remove(&group.1);
            }
        }
        order.place(group, at);
    }

    /// The addresses at which tables of an owner wait.
    pub(super) fn homes(&self, owner: &Owner) -> Vec<Address> {
        self.homes.get(owner).map(|homes| homes.keys().copied().collect()).unwrap_or_default()
    }

    /// What decides about a group has changed.
    pub(super) fn replace(&mut self, group: &Group, at: Standing) {
        self.classes.iter_mut().for_each(|order| order.place(group, at));
    }

    /// An address, and so its site, has used more.
    pub(super) fn replace_address(&mut self, address: Address, used: Duration, by_site: Duration) {
        self.classes.iter_mut().for_each(|order| order.place_address(address, used, by_site));
    }

    /// The next of a class by what was used.
    pub(super) fn next(&self, class: Class) -> Option<&TableId> {
        self.classes[class as usize].next.first().map(|((_, (_, (_, _, table))), _)| table)
    }

    /// The one of a class that waits longest.
    pub(super) fn oldest(&self, class: Class) -> Option<&TableId> {
        self.classes[class as usize].oldest.first().map(|(_, table)| table)
    }
}

impl ClassOrder {
    fn place(&mut self, group: &Group, at: Standing) {
        let first = self.groups.get(group).filter(|_| at.is_free).and_then(BTreeSet::first);
        let head = first.map(|(since, table)| (at.session, *since, table.clone()));
        if self.heads.get(group) != head.as_ref() {
            let (address, owner) = group;
            let listed = self.by_address.entry(*address).or_default();
            if let Some(old) = self.heads.remove(group) {
                self.oldest.remove(&(old.1, old.2.clone()));
                listed.remove(&(old, owner.clone()));
            }
            if let Some(head) = head {
                self.oldest.insert((head.1, head.2.clone()));
                listed.insert((head.clone(), owner.clone()));
                self.heads.insert(group.clone(), head);
            }
            if listed.is_empty() {
                self.by_address.remove(address);
            }
        }
        self.place_address(group.0, at.address, at.site);
    }

    fn place_address(&mut self, address: Address, used: Duration, by_site: Duration) {
        let first = self.by_address.get(&address).and_then(BTreeSet::first);
        let head = first.map(|(head, _)| (used, head.clone()));
        let site = site_of(address);
        if self.addresses.get(&address) != head.as_ref() {
            let listed = self.by_site.entry(site).or_default();
            if let Some(old) = self.addresses.remove(&address) {
                listed.remove(&(old, address));
            }
            if let Some(head) = head {
                listed.insert((head.clone(), address));
                self.addresses.insert(address, head);
            }
            if listed.is_empty() {
                self.by_site.remove(&site);
            }
        }
        self.place_site(site, by_site);
    }

    fn place_site(&mut self, site: Address, used: Duration) {
        let first = self.by_site.get(&site).and_then(BTreeSet::first);
        let head = first.map(|(head, _)| (used, head.clone()));
        if self.sites.get(&site) == head.as_ref() {
            return;
        }
        if let Some(old) = self.sites.remove(&site) {
            self.next.remove(&(old, site));
        }
        if let Some(head) = head {
            self.next.insert((head.clone(), site));
            self.sites.insert(site, head);
        }
    }
}
