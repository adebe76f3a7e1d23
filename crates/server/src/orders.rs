//! What every node must know beside the tables: who is banned, which secrets sign sessions, and when the server was away.
//! It is kept in the store as shared values, so `breadboard admin` reaches a server through the store, running or not, and
//! through nothing else. A listener for the operator was the alternative: one more door to guard, which a server of several
//! nodes would need on each of them. Who can write the store can change every game anyway.

use crate::http::Network;
use crate::live::{Failed, Hashed, random};
use crate::store::{Store, StoreError, spell};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::IpAddr;
use std::str::FromStr;

/// The first secret of a store, made with it.
const FIRST_SECRET: &str = "session-secret";
/// The secrets after a rotation, the newest first.
const SECRETS: &str = "session-secrets";
const BAN: &str = "ban ";
/// When no server was here.
const AWAY: &str = "away";
/// Such times that are kept: a table that is not loaded for longer gets less time back.
const MOST_AWAY: usize = 100;
/// Secrets that are kept at most, however often they are rotated.
const MOST_SECRETS: usize = 8;

/// The target of a ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BanTarget {
    /// Everyone at these addresses.
    Network(Network),
    /// A session, by its hash, as `admin show` prints it.
    Session(String),
}

impl BanTarget {
    /// Whether the ban meets very many people, or the machine that the server runs on.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        matches!(self, BanTarget::Network(network) if network.is_wide())
    }
}

impl fmt::Display for BanTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BanTarget::Network(network) => write!(f, "address {network}"),
            BanTarget::Session(hash) => write!(f, "session {hash}"),
        }
    }
}

impl FromStr for BanTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<BanTarget, String> {
        match text.split_once(' ') {
            Some(("address", network)) => network.parse().map(BanTarget::Network),
            Some(("session", hash)) if Hashed::is_one(hash) => Ok(BanTarget::Session(hash.to_owned())),
            Some(("session", _)) => {
                Err("a session is named by the 52 letters that `admin show` prints".into())
            }
            _ => Err(format!("{text} is neither an address nor a session")),
        }
    }
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Its target.
    pub target: BanTarget,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// Until when; 0 forever.
    pub until: i64,
    /// Why, for the operator.
    pub reason: String,
}

/// A ban as it is stored, under its name.
#[derive(Debug, Serialize, Deserialize)]
struct StoredBan {
    since: i64,
    until: i64,
    reason: String,
}

impl Ban {
    /// Whether it counts at a time.
    #[must_use]
    pub fn is_active(&self, now: i64) -> bool {
        self.until == 0 || now < self.until
    }
}

/// A secret that signs sessions.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Secret {
    pub(crate) text: String,
    /// Until when sessions that it has signed are good; 0 while it is the newest.
    pub(crate) until: i64,
}

/// Stands for a secret where something depends on it for long, like an open socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SecretMark(u64);

impl Secret {
    /// Whether sessions that it has signed are good.
    pub(crate) fn is_good(&self, now: i64) -> bool {
        self.until == 0 || now < self.until
    }

    fn mark(&self) -> SecretMark {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        SecretMark(hasher.finish())
    }
}

/// All decisions.
#[derive(Clone, Default)]
pub(crate) struct Orders {
    /// The newest first; there is one at least once they are loaded.
    pub(crate) secrets: Vec<Secret>,
    pub(crate) bans: Vec<Ban>,
    /// From when to when no server was here, in milliseconds since 1970.
    pub(crate) away: Vec<(i64, i64)>,
}

impl fmt::Debug for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Orders").field("bans", &self.bans).finish_non_exhaustive()
    }
}

impl Orders {
    /// Reads them from the store. The first secret is made if there is none.
    pub(crate) async fn load(store: &Store) -> Result<Orders, Failed> {
        let first = store.remember(FIRST_SECRET, &spell(&random::<40>()?)).await?;
        let mut orders =
            Orders { secrets: vec![Secret { text: first, until: 0 }], ..Orders::read_bans(store).await? };
        if let Some((_, text)) = store.values(SECRETS).await?.into_iter().find(|(name, _)| name == SECRETS) {
            // Going on with the first one would make a secret good again that was taken away.
            orders.secrets = serde_json::from_str(&text).map_err(|error| {
                Failed::Damaged(format!("the secrets of sessions cannot be read: {error}"))
            })?;
        }
        orders.away = Orders::read_away(store).await?;
        Ok(orders)
    }

    /// The secret that signs, which a session gets that comes now, also one that an older secret has signed.
    pub(crate) fn newest_secret(&self) -> Option<SecretMark> {
        self.secrets.first().map(Secret::mark)
    }

    /// Whether sessions of a secret are still good.
    pub(crate) fn is_good(&self, secret: Option<SecretMark>, now: i64) -> bool {
        self.secrets.iter().any(|known| known.is_good(now) && Some(known.mark()) == secret)
    }

    async fn read_away(store: &Store) -> Result<Vec<(i64, i64)>, StoreError> {
        let stored = store.values(AWAY).await?;
        Ok(stored.first().and_then(|(_, text)| serde_json::from_str(text).ok()).unwrap_or_default())
    }

    /// Notes that no server was here.
    pub(crate) async fn note_away(store: &Store, from: i64, to: i64) -> Result<(), StoreError> {
        tracing::warn!(
            seconds = (to - from) / 1_000,
            "no server was here: clocks of games get this time back"
        );
        let mut away = Orders::read_away(store).await?;
        away.push((from, to));
        let first = away.len().saturating_sub(MOST_AWAY);
        let text = serde_json::to_string(&away[first..]).unwrap_or_default();
        store.set(AWAY, &text).await
    }

    /// For how long no server was here since a time, in milliseconds.
    pub(crate) fn away_since(&self, at: i64) -> i64 {
        // Several nodes that start together may each have noted the same time: it counts once.
        let mut away = self.away.clone();
        away.sort_unstable();
        let mut counted = at;
        let new = |(from, to): (i64, i64)| {
            let new = (to - counted.max(from)).max(0);
            counted = counted.max(to);
            new
        };
        away.into_iter().map(new).sum()
    }

    async fn read_bans(store: &Store) -> Result<Orders, StoreError> {
        let read = |(name, value): (String, String)| {
            let target = name.strip_prefix(BAN).unwrap_or_default().parse::<BanTarget>();
            let stored = serde_json::from_str::<StoredBan>(&value).map_err(|error| error.to_string());
            match target.and_then(|target| Ok((target, stored?))) {
                Ok((target, StoredBan { since, until, reason })) => {
                    Some(Ban { target, since, until, reason })
                }
                Err(error) => {
                    tracing::error!(%name, %error, "a ban cannot be read and does not count");
                    None
                }
            }
        };
        let bans = store.values(BAN).await?.into_iter().filter_map(read).collect();
        Ok(Orders { bans, ..Orders::default() })
    }

    /// All bans, for the operator.
    pub(crate) async fn bans(store: &Store) -> Result<Vec<Ban>, StoreError> {
        Ok(Orders::read_bans(store).await?.bans)
    }

    pub(crate) async fn ban(store: &Store, ban: Ban) -> Result<(), StoreError> {
        let name = format!("{BAN}{}", ban.target);
        let stored = StoredBan { since: ban.since, until: ban.until, reason: ban.reason };
        let value = serde_json::to_string(&stored).map_err(|error| StoreError::Other(error.to_string()))?;
        store.set(&name, &value).await
    }

    /// Ends a ban; returns whether there was one.
    pub(crate) async fn unban(store: &Store, target: &BanTarget) -> Result<bool, StoreError> {
        store.forget(&format!("{BAN}{target}")).await
    }

    /// Makes a fresh secret the one that signs. The older ones are good until `until`; then browsers that did not come
    /// meanwhile are strangers.
    pub(crate) async fn rotate(store: &Store, now: i64, until: i64) -> Result<(), Failed> {
        let mut secrets = Orders::load(store).await?.secrets;
        for secret in &mut secrets {
            secret.until = if secret.until == 0 { until } else { secret.until.min(until) };
        }
        secrets.retain(|secret| secret.until > now);
        secrets.insert(0, Secret { text: spell(&random::<40>()?), until: 0 });
        secrets.truncate(MOST_SECRETS);
        let text = serde_json::to_string(&secrets).map_err(|error| Failed::Damaged(error.to_string()))?;
        Ok(store.set(SECRETS, &text).await?)
    }

    /// Whether an address is banned.
    pub(crate) fn bans_address(&self, address: IpAddr, now: i64) -> bool {
        let here =
            |target: &BanTarget| matches!(target, BanTarget::Network(network) if network.contains(address));
        self.bans.iter().any(|ban| here(&ban.target) && ban.is_active(now))
    }

    /// Whether a session is banned.
    pub(crate) fn bans_session(&self, who: &Hashed, now: i64) -> bool {
        let this = |target: &BanTarget| matches!(target, BanTarget::Session(hash) if hash == who.as_str());
        self.bans.iter().any(|ban| this(&ban.target) && ban.is_active(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_several_nodes_have_noted_counts_once() {
        let away =
            |away: &[(i64, i64)], at| Orders { away: away.to_vec(), ..Orders::default() }.away_since(at);
        assert_eq!(away(&[(10, 20), (10, 21)], 0), 11);
        assert_eq!(away(&[(10, 21), (12, 15), (30, 32), (31, 40)], 0), 21);
        assert_eq!(away(&[(30, 40), (10, 20)], 0), 20, "in any order");
        assert_eq!(away(&[(10, 20), (10, 21)], 18), 3, "since a time within");
        assert_eq!((away(&[(10, 20)], 20), away(&[], 0)), (0, 0));
    }
}
