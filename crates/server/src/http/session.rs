//! A browser is known by a cookie that the server has signed; there are no accounts. The cookie is the whole
//! session: nothing is stored until it takes a seat, and then only its hash.

use crate::live::{Failed, Hashed, random};
use crate::orders::Orders;
use crate::store::spell;
use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::sync::Arc;
use tokio::sync::watch;

const COOKIE: &str = "breadboard";
/// Over TLS: browsers then refuse a cookie that another host of the same domain, or a page without TLS, has set.
const HOST_COOKIE: &str = "__Host-breadboard";
const YEAR: u64 = 31_536_000;

/// Signs and checks sessions.
#[derive(Clone, Debug)]
pub(crate) struct Sessions {
    orders: watch::Receiver<Arc<Orders>>,
    secure: bool,
}

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) who: Hashed,
    /// To be sent to the browser, if it is new or was signed by an older secret.
    pub(crate) cookie: Option<HeaderValue>,
}

/// A session that was recognised.
struct Known<'a> {
    id: &'a str,
    /// Whether its cookie is as a new one would be.
    current: bool,
}

impl Sessions {
    /// All nodes of a store share the secrets.
    pub(crate) fn new(orders: watch::Receiver<Arc<Orders>>, secure: bool) -> Sessions {
        Sessions { orders, secure }
    }

    fn name(&self) -> &'static str {
        if self.secure { HOST_COOKIE } else { COOKIE }
    }

    /// Checks a token against the secrets that are good; says whether the newest has signed it.
    fn check<'a>(&self, token: &'a str, now: i64) -> Option<Known<'a>> {
        let (id, _) = token.split_once('.')?;
        let orders = self.orders.borrow();
        let mut good = orders.secrets.iter().filter(|secret| secret.is_good(now));
        let signed = good.find(|secret| is_same(&sign(&secret.text, id), token))?;
        Some(Known { id, current: signed.until == 0 })
    }

    fn find<'a>(&self, headers: &'a HeaderMap, now: i64) -> Option<Known<'a>> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
            return self.check(token.trim(), now);
        }
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        // Over TLS the plain name never counts, also not for browsers that came before the server had TLS: another host of
        // the domain can set it, and would choose the session that a visitor gets.
        pairs.find(|(name, _)| *name == self.name()).and_then(|(_, token)| self.check(token, now))
    }

    /// The session of these headers, if the server has signed it.
    pub(crate) fn known(&self, headers: &HeaderMap, now: i64) -> Option<Hashed> {
        self.find(headers, now).map(|known| Hashed::of("session", known.id))
    }

    /// The session of these headers, or a new one.
    pub(crate) fn of(&self, headers: &HeaderMap, now: i64) -> Result<Session, Failed> {
        let fresh;
        let (id, current) = match self.find(headers, now) {
            Some(Known { id, current }) => (id, current),
            None => {
                fresh = spell(&random::<16>()?);
                (fresh.as_str(), false)
            }
        };
        let cookie = if current { None } else { Some(self.cookie(id)?) };
        Ok(Session { who: Hashed::of("session", id), cookie })
    }

    fn cookie(&self, id: &str) -> Result<HeaderValue, Failed> {
        let missing = || Failed::Damaged("there is no secret to sign sessions with".to_owned());
        let token = sign(&self.orders.borrow().secrets.first().ok_or_else(missing)?.text, id);
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie =
            format!("{}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}", self.name());
        HeaderValue::from_str(&cookie).map_err(|error| Failed::Damaged(error.to_string()))
    }
}

fn sign(secret: &str, id: &str) -> String {
    let mut padded = [0; 64];
    for (byte, letter) in padded.iter_mut().zip(secret.bytes()) {
        *byte = letter;
    }
    let mut mac = Hmac::<Sha256>::new(&padded.into());
    mac.update(b"session ");
    mac.update(id.as_bytes());
    format!("{id}.{}", spell(&mac.finalize().into_bytes()[..20]))
}

/// Compares in constant time, so that the duration reveals nothing.
fn is_same(right: &str, given: &str) -> bool {
    right.len() == given.len()
        && right.bytes().zip(given.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::Secret;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    fn sessions(secrets: &[(&str, i64)], secure: bool) -> Sessions {
        let secrets = secrets.iter().map(|(text, until)| Secret { text: (*text).to_owned(), until: *until });
        let orders = Orders { secrets: secrets.collect(), ..Orders::default() };
        Sessions::new(watch::Sender::new(Arc::new(orders)).subscribe(), secure)
    }

    fn pair(cookie: Option<HeaderValue>) -> String {
        cookie.unwrap().to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    #[test]
    fn a_session_is_recognised_and_a_forged_one_is_not() {
        let sessions = sessions(&[("seven", 0)], true);
        let new = sessions.of(&HeaderMap::new(), 1).unwrap();
        let cookie = new.cookie.clone().unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Secure"));
        let pair = pair(new.cookie);
        let token = pair.strip_prefix("__Host-breadboard=").unwrap();
        let known = |headers: &HeaderMap| sessions.known(headers, 1);
        assert_eq!(known(&headers(header::COOKIE, &format!("a=b; {pair}; c=d"))), Some(new.who.clone()));
        assert_eq!(known(&headers(header::AUTHORIZATION, &format!("Bearer {token}"))), Some(new.who));
        for bad in
            [&sign("eight", "abc"), &token[..token.len() - 1], &format!("x{token}"), "", ".", "abc", "abc."]
        {
            assert_eq!(known(&headers(header::COOKIE, &format!("__Host-breadboard={bad}"))), None, "{bad}");
        }
    }

    #[test]
    fn a_rotated_secret_is_good_until_its_end_and_renewed_meanwhile() {
        let old = sessions(&[("old", 0)], false).of(&HeaderMap::new(), 1).unwrap();
        let cookie = headers(header::COOKIE, &pair(old.cookie));
        let rotated = sessions(&[("new", 0), ("old", 100)], false);
        let renewed = rotated.of(&cookie, 99).unwrap();
        assert_eq!(renewed.who, old.who, "the same session");
        assert_eq!(rotated.known(&cookie, 100), None, "its time is over");
        let cookie = headers(header::COOKIE, &pair(renewed.cookie));
        let again = rotated.of(&cookie, 200).unwrap();
        assert_eq!((again.who, again.cookie), (old.who, None), "signed by the new secret");
    }

    /// A host of the same domain can set the plain cookie, and would know the session of its visitor.
    #[test]
    fn a_cookie_that_others_can_set_is_no_session_over_tls() {
        let plain = sessions(&[("s", 0)], false).of(&HeaderMap::new(), 1).unwrap();
        let secure = sessions(&[("s", 0)], true);
        let given = headers(header::COOKIE, &pair(plain.cookie));
        assert_eq!(secure.known(&given, 1), None);
        let fresh = secure.of(&given, 1).unwrap();
        assert_ne!(fresh.who, plain.who);
        let cookie = pair(fresh.cookie);
        assert!(cookie.starts_with("__Host-breadboard="), "{cookie}");
        assert!(secure.of(&headers(header::COOKIE, &cookie), 1).unwrap().cookie.is_none());
    }
}
