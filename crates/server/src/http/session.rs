//! A browser is known by a cookie that the server has signed; there are no accounts. The cookie is the whole
//! session: nothing is stored until it takes a seat, and then only its hash.

use crate::live::{Failed, Hashed, random};
use crate::store::{Store, spell};
use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

const COOKIE: &str = "breadboard";
const YEAR: u64 = 31_536_000;

/// Signs and checks sessions.
#[derive(Clone)]
pub(crate) struct Sessions {
    secret: [u8; 64],
    secure: bool,
}

impl std::fmt::Debug for Sessions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sessions(…)")
    }
}

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) who: Hashed,
    /// To be sent to the browser, if it is new.
    pub(crate) cookie: Option<HeaderValue>,
}

impl Sessions {
    /// All nodes of a store share one secret.
    pub(crate) async fn open(store: &Store, secure: bool) -> Result<Sessions, Failed> {
        let text = store.remember("session-secret", &spell(&random::<40>()?)).await?;
        let mut secret = [0; 64];
        for (byte, letter) in secret.iter_mut().zip(text.bytes()) {
            *byte = letter;
        }
        Ok(Sessions { secret, secure })
    }

    fn mac(&self, id: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new(&self.secret.into());
        mac.update(b"session ");
        mac.update(id.as_bytes());
        mac
    }

    fn sign(&self, id: &str) -> String {
        let tag = self.mac(id).finalize().into_bytes();
        format!("{id}.{}", spell(&tag[..20]))
    }

    fn check(&self, token: &str) -> Option<Hashed> {
        let (id, _) = token.split_once('.')?;
        let given = token.as_bytes();
        let right = self.sign(id);
        // Compared in constant time, so that the duration reveals nothing.
        let same = right.len() == given.len()
            && right.bytes().zip(given).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0;
        same.then(|| Hashed::of("session", id))
    }

    /// The session of these headers, if the server has signed it.
    pub(crate) fn known(&self, headers: &HeaderMap) -> Option<Hashed> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
            return self.check(token.trim());
        }
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, token)| self.check(token))
    }

    /// The session of these headers, or a new one.
    pub(crate) fn of(&self, headers: &HeaderMap) -> Result<Session, Failed> {
        if let Some(who) = self.known(headers) {
            return Ok(Session { who, cookie: None });
        }
        let id = spell(&random::<16>()?);
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}", self.sign(&id));
        let cookie = HeaderValue::from_str(&cookie).map_err(|error| Failed::Damaged(error.to_string()))?;
        Ok(Session { who: Hashed::of("session", &id), cookie: Some(cookie) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_session_is_recognised_and_a_forged_one_is_not() {
        let sessions = Sessions { secret: [7; 64], secure: true };
        let new = sessions.of(&HeaderMap::new()).unwrap();
        let cookie = new.cookie.unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Secure"));
        let pair = cookie.split(';').next().unwrap();
        let token = pair.strip_prefix("breadboard=").unwrap();
        let known = |headers: &HeaderMap| sessions.known(headers);
        assert_eq!(known(&headers(header::COOKIE, &format!("a=b; {pair}; c=d"))), Some(new.who.clone()));
        assert_eq!(known(&headers(header::AUTHORIZATION, &format!("Bearer {token}"))), Some(new.who));
        let other = Sessions { secret: [8; 64], secure: false };
        for bad in
            [&other.sign("abc"), &token[..token.len() - 1], &format!("x{token}"), "", ".", "abc", "abc."]
        {
            assert_eq!(known(&headers(header::COOKIE, &format!("breadboard={bad}"))), None, "{bad}");
        }
    }
}
