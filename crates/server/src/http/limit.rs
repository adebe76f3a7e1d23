//! A token bucket for each address and kind of request. The map is bounded: when it is full, buckets that were not used
//! for a minute are dropped, and if that is not enough all of them, so memory does not grow with the number of attackers.

use super::address::{household, site};
use axum::http::Method;
use breadboard_play::Request;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

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

const MOST: usize = 50_000;
/// A wide IPv6 network has this many times the rate of one client.
const WIDE: f64 = 8.0;

/// All buckets.
#[derive(Debug)]
pub(crate) struct Limits {
    /// How many times the usual rate is allowed; 0 for no limits.
    scale: f64,
    /// By network, its number of bits, and class.
    buckets: Mutex<HashMap<(IpAddr, u8, Class), Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Limits {
    pub(crate) fn new(scale: f64) -> Limits {
        Limits { scale, buckets: Mutex::default() }
    }

    /// Takes a token; the error is how many seconds to wait for the next.
    pub(crate) fn take(&self, address: IpAddr, class: Class, now: Instant) -> Result<(), u64> {
        if self.scale == 0.0 {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| now.duration_since(bucket.at).as_secs() < 60);
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let mut draw = |network, bits, factor: f64| {
            let (rate, burst) = class.rate();
            let (rate, burst) = (rate * self.scale * factor, (burst * self.scale * factor).max(1.0));
            buckets
                .entry((network, bits, class))
                .or_insert(Bucket { tokens: burst, at: now })
                .take(rate, burst, now)
        };
        draw(household(address), 64, 1.0)?;
        site(address).map_or(Ok(()), |site| draw(site, 48, WIDE))
    }
}

impl Bucket {
    fn take(&mut self, rate: f64, burst: f64, now: Instant) -> Result<(), u64> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * rate).min(burst);
        self.at = now;
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            Ok(())
        } else {
            Err(((1.0 - self.tokens) / rate).ceil().max(1.0) as u64)
        }
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
}
