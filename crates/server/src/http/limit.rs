//! A token bucket for each network and kind of request. The buckets are bounded, so that memory does not grow with the number
//! of attackers: those that were used longest ago are forgotten. Forgetting all of them let one client with many networks give
//! every client, itself included, a full bucket again.

use super::address::{household, site};
use crate::recent::Recent;
use axum::http::Method;
use breadboard_play::Request;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Kinds of requests, each with its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// Reading.
    Read,
    /// Writing at a table.
    Write,
    /// Opening tables, uploading records, asking for positions.
    Costly,
    /// Recovery codes.
    Guess,
    /// Chat, names and offers.
    Chat,
    /// Opening sockets.
    Socket,
}

impl Class {
    /// The kind of a request at a table: names and offers interrupt others like a line of chat.
    pub(crate) const fn of(request: &Request) -> Class {
        match request {
            Request::Rename { .. } | Request::OfferDraw | Request::AskTakeBack | Request::Rematch => {
                Class::Chat
            }
            _ => Class::Write,
        }
    }

    /// The class of a request that has a body, which is limited before the body is read.
    pub(crate) fn of_body(method: &Method, path: &str) -> Option<Class> {
        if *method != Method::POST {
            return None;
        }
        // The last part decides: the path may come without what stands before `/api`.
        match path.rsplit('/').next()? {
            "tables" | "records" | "verify" | "analysis" | "review" | "try" => Some(Class::Costly),
            "position" => Some(Class::Read),
            "requests" => Some(Class::Write),
            "chat" => Some(Class::Chat),
            "recover" => Some(Class::Guess),
            _ => None,
        }
    }

    /// Tokens a second, and the most a bucket holds.
    const fn rate(self) -> (f64, f64) {
        match self {
            Class::Read => (50.0, 200.0),
            Class::Write => (20.0, 60.0),
            Class::Costly => (5.0, 60.0),
            Class::Guess => (0.2, 10.0),
            Class::Chat => (1.0, 8.0),
            Class::Socket => (5.0, 40.0),
        }
    }
}

/// Buckets of one age.
const MOST: usize = 50_000;
/// When buckets become old. Every bucket is full again after that time, so what is forgotten then would change nothing.
const AGE: Duration = Duration::from_secs(60);
/// A wide IPv6 network has this many times the rate of one client.
const WIDE: f64 = 8.0;

/// All buckets.
#[derive(Debug)]
pub(crate) struct Limits {
    /// How many times the usual rate is allowed; 0 for no limits.
    scale: f64,
    buckets: Mutex<Buckets>,
}

/// A network, its number of bits, and a class.
type Key = (IpAddr, u8, Class);

#[derive(Debug)]
struct Buckets {
    known: Recent<Key, Bucket>,
    /// Since when the newest are collected.
    since: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Limits {
    pub(crate) fn new(scale: f64) -> Limits {
        Limits { scale, buckets: Mutex::new(Buckets { known: Recent::new(MOST), since: None }) }
    }

    /// Takes a token; the error is how many seconds to wait for the next.
    pub(crate) fn take(&self, address: IpAddr, class: Class, now: Instant) -> Result<(), u64> {
        if self.scale == 0.0 {
            return Ok(());
        }
        let rate = |factor: f64| {
            let (rate, burst) = class.rate();
            Rate { a_second: rate * self.scale * factor, burst: (burst * self.scale * factor).max(1.0) }
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (home, own) = ((household(address), 64, class), rate(1.0));
        let Some(site) = site(address) else { return buckets.at(home, own, now).take(own) };
        // The wide network is asked first, so that what it is refused makes no bucket; it pays for what is granted only.
        let (site, wide) = ((site, 48, class), rate(WIDE));
        buckets.at(site, wide, now).ask(wide)?;
        buckets.at(home, own, now).take(own)?;
        buckets.at(site, wide, now).take(wide)
    }
}

impl Buckets {
    /// A bucket as it is now.
    fn at(&mut self, key: Key, rate: Rate, now: Instant) -> &mut Bucket {
        if now.saturating_duration_since(*self.since.get_or_insert(now)) >= AGE {
            self.known.grow_older();
            self.since = Some(now);
        }
        let bucket = self.known.entry(&key, || Bucket { tokens: rate.burst, at: now });
        bucket.fill(rate, now);
        bucket
    }
}

/// How fast a bucket fills, and the most it holds.
#[derive(Clone, Copy, Debug)]
struct Rate {
    a_second: f64,
    burst: f64,
}

impl Bucket {
    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * rate.a_second).min(rate.burst);
        self.at = now;
    }

    /// Whether there is a token.
    fn ask(&self, rate: Rate) -> Result<(), u64> {
        if self.tokens >= 1.0 {
            Ok(())
        } else {
            Err(((1.0 - self.tokens) / rate.a_second).ceil().max(1.0) as u64)
        }
    }

    fn take(&mut self, rate: Rate) -> Result<(), u64> {
        self.ask(rate)?;
        self.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_allowed_then_the_rate_and_addresses_do_not_share() {
        let limits = Limits::new(1.0);
        let (one, two): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let now = Instant::now();
        let granted = (0..100).filter(|_| limits.take(one, Class::Write, now).is_ok()).count();
        assert_eq!(granted, 60);
        assert_eq!(limits.take(one, Class::Write, now), Err(1));
        assert_eq!(limits.take(two, Class::Write, now), Ok(()));
        assert_eq!(limits.take(one, Class::Chat, now), Ok(()));
        assert_eq!(limits.take(one, Class::Write, now + Duration::from_millis(60)), Ok(()));
        assert!(Limits::new(0.0).take(one, Class::Guess, now).is_ok());
        let (a, b): (IpAddr, IpAddr) = ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        (0..60).for_each(|_| limits.take(a, Class::Write, now).unwrap());
        assert!(limits.take(b, Class::Write, now).is_err(), "one household");
    }

    #[test]
    fn the_networks_of_one_ipv6_customer_share_a_wider_limit() {
        let limits = Limits::new(1.0);
        let now = Instant::now();
        let granted = (0..1000u16)
            .filter(|subnet| {
                let address = format!("2001:db8:1:{subnet:x}::1").parse().unwrap();
                limits.take(address, Class::Write, now).is_ok()
            })
            .count();
        assert_eq!(granted, 8 * 60, "a /48 has eight times the burst of a /64");
        assert!(limits.take("2001:db8:2::1".parse().unwrap(), Class::Write, now).is_ok());
    }

    #[test]
    fn the_networks_of_one_customer_empty_no_ones_bucket() {
        let limits = Limits::new(1.0);
        let start = Instant::now();
        let guesser: IpAddr = "10.7.7.7".parse().unwrap();
        let guess = |at| limits.take(guesser, Class::Guess, at).is_ok();
        assert_eq!((0..20).filter(|_| guess(start)).count(), 10);
        // As fast as requests come in: 52,000 in 16 seconds.
        let mut granted = 0;
        for number in 0..52_000u32 {
            let now = start + Duration::from_micros(u64::from(number) * 300);
            let address = format!("2001:db8:1:{:x}::1", number % 0xffff).parse().unwrap();
            granted += usize::from(limits.take(address, Class::Read, now).is_ok());
        }
        assert!(granted <= 8 * (200 + 16 * 50), "{granted}");
        assert!(
            limits.buckets.lock().unwrap().known.sizes()[0] <= granted + 2,
            "what is refused leaves no bucket"
        );
        let later = (0..20).filter(|_| guess(start + Duration::from_secs(16))).count();
        assert!(later <= 3, "{later} more guesses: three tokens have come since");
    }

    #[test]
    fn a_flood_of_addresses_is_forgotten_and_not_who_comes_again() {
        let limits = Limits::new(1.0);
        let now = Instant::now();
        let guesser: IpAddr = "10.7.7.7".parse().unwrap();
        let mut guesses = 0;
        for number in 0..3 * MOST as u32 {
            if number % (MOST as u32 / 2) == 0 {
                guesses += (0..20).filter(|_| limits.take(guesser, Class::Guess, now).is_ok()).count();
            }
            limits.take((0x0b00_0000 + number).to_be_bytes().into(), Class::Read, now).unwrap();
        }
        assert_eq!(guesses, 10);
        assert!(limits.buckets.lock().unwrap().known.sizes().iter().all(|size| *size <= MOST));
    }

    #[test]
    fn a_client_that_is_refused_takes_nothing_from_its_wide_network() {
        let limits = Limits::new(1.0);
        let now = Instant::now();
        let take = |text: &str| limits.take(text.parse().unwrap(), Class::Write, now).is_ok();
        assert_eq!((0..1000).filter(|_| take("2001:db8:1:1::1")).count(), 60);
        assert!(take("2001:db8:1:2::1"), "its neighbour is served");
    }
}
