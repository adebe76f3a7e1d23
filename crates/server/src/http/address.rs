//! The address of a client: of the connection, or what a trusted proxy has written into `X-Forwarded-For`. Limits count by
//! network and not by address where one customer has a whole network.

use axum::http::HeaderMap;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A network in CIDR notation, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address belongs to it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        masked(canonical(address), self.bits) == Some(self.address)
    }

    /// Whether it is larger than a provider's usual part of the internet, or has this machine in it.
    pub(crate) fn is_wide(&self) -> bool {
        let least = if self.address.is_ipv4() { 12 } else { 24 };
        let here = [IpAddr::from([127, 0, 0, 1]), IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)];
        self.bits < least || here.into_iter().any(|address| self.contains(address))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong =
            || format!("{text} is no network: write an address like 10.0.0.1 or a network like 10.0.0.0/8");
        let (address, bits) = match text.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text.trim(), None),
        };
        let address = canonical(address.parse().map_err(|_| wrong())?);
        let bits = bits.unwrap_or(if address.is_ipv4() { 32 } else { 128 });
        let masked = masked(address, bits).ok_or_else(wrong)?;
        Ok(Network { address: masked, bits })
    }
}

/// IPv4 inside IPv6 is IPv4.
fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// The first bits of an address; `None` if it has fewer.
fn masked(address: IpAddr, bits: u8) -> Option<IpAddr> {
    let bits = u32::from(bits);
    match address {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(32u32.checked_sub(bits)?).unwrap_or(0);
            Some(IpAddr::V4((u32::from(v4) & mask).into()))
        }
        IpAddr::V6(v6) => {
            let mask = u128::MAX.checked_shl(128u32.checked_sub(bits)?).unwrap_or(0);
            Some(IpAddr::V6((u128::from(v6) & mask).into()))
        }
    }
}

/// The address to count by: of an IPv6 address the /64 network, since its owner has all of it.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    first_bits(address, 64)
}

/// The wider network of an IPv6 address, which one customer may have too; `None` for IPv4, where a network has many
/// customers.
pub(crate) fn site(address: IpAddr) -> Option<IpAddr> {
    canonical(address).is_ipv6().then(|| first_bits(address, 48))
}

/// The widest network that one customer may have: what is counted for weeks counts for all of it.
pub(crate) fn customer(address: IpAddr) -> IpAddr {
    first_bits(address, 48)
}

fn first_bits(address: IpAddr, bits: u8) -> IpAddr {
    match canonical(address) {
        v6 @ IpAddr::V6(_) => masked(v6, bits).unwrap_or(v6),
        v4 => v4,
    }
}

/// Who may tell the address of a client.
#[derive(Clone, Debug)]
pub(crate) enum Proxies {
    /// None: the connection's own address counts.
    None,
    /// A proxy on this machine or in a private network. The last address it has written counts.
    Near,
    /// These. The last address that is none of them counts.
    Listed(Vec<Network>),
}

impl Proxies {
    pub(crate) fn new(behind_proxy: bool, trusted: &[Network]) -> Proxies {
        match (behind_proxy, trusted) {
            (_, [_, ..]) => Proxies::Listed(trusted.to_vec()),
            (true, []) => Proxies::Near,
            (false, []) => Proxies::None,
        }
    }

    /// Whether the other side of a connection is a proxy that many clients share.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        match self {
            Proxies::None => false,
            Proxies::Near => is_near(canonical(peer)),
            Proxies::Listed(networks) => networks.iter().any(|network| network.contains(peer)),
        }
    }

    /// The client's address. A proxy appends the address it has seen; what stands before it the client may have made up.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut known = canonical(peer);
        if !self.trusts(known) {
            return known;
        }
        let lines: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().unwrap_or("?")).collect();
        for text in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            // What cannot be read is not guessed: the proxy that wrote it stands for the client.
            let Some(address) = read(text) else { return known };
            known = address;
            if !matches!(self, Proxies::Listed(_)) || !self.trusts(address) {
                return known;
            }
        }
        known
    }
}

/// This machine, a private network, or the same link.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            // 100.64/10 lies between a provider and its customers; containers and overlay networks use it too.
            let shared = v4.octets()[0] == 100 && v4.octets()[1] & 0xc0 == 64;
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || shared
        }
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// One entry of `X-Forwarded-For`: an address, perhaps in brackets, with a port, a zone or quotes.
fn read(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let address = match text.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            let port = port.strip_prefix(':').unwrap_or(port);
            port.bytes().all(|byte| byte.is_ascii_digit()).then_some(address)?
        }
        None => match text.split_once(':') {
            // One colon separates a port; more belong to IPv6.
            Some((address, port)) if !port.contains(':') => {
                port.parse::<u16>().ok()?;
                address
            }
            _ => text,
        },
    };
    let address = address.split_once('%').map_or(address, |(address, _)| address);
    address.parse().ok().map(canonical)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn entries_of_x_forwarded_for_are_read_in_all_their_forms() {
        for (text, wanted) in [
            ("203.0.113.7", Some("203.0.113.7")),
            (" 203.0.113.7 ", Some("203.0.113.7")),
            ("203.0.113.7:4711", Some("203.0.113.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            ("[2001:db8::7]", Some("2001:db8::7")),
            ("[2001:db8::7]:4711", Some("2001:db8::7")),
            ("\"[2001:db8::7]:4711\"", Some("2001:db8::7")),
            ("fe80::1%eth0", Some("fe80::1")),
            ("::ffff:203.0.113.7", Some("203.0.113.7")),
            ("[::ffff:203.0.113.7]:80", Some("203.0.113.7")),
            ("", None),
            ("unknown", None),
            ("_hidden", None),
            ("203.0.113.7:port", None),
            ("203.0.113.7:", None),
            ("[2001:db8::7", None),
            ("[2001:db8::7]x", None),
            ("999.1.1.1", None),
        ] {
            assert_eq!(read(text), wanted.map(address), "{text:?}");
        }
    }

    #[test]
    fn only_trusted_proxies_name_the_client() {
        let none = Proxies::new(false, &[]);
        let near = Proxies::new(true, &[]);
        let listed =
            Proxies::new(true, &["198.51.100.0/24".parse().unwrap(), "2001:db8:1::/48".parse().unwrap()]);
        let client = |proxies: &Proxies, peer: &str, lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
            }
            proxies.client(address(peer), &headers).to_string()
        };
        for (proxies, peer, lines, wanted) in [
            (&none, "127.0.0.1", &["203.0.113.7"][..], "127.0.0.1"),
            (&near, "127.0.0.1", &["203.0.113.7"], "203.0.113.7"),
            (&near, "::ffff:10.1.2.3", &["1.1.1.1, 203.0.113.7:99"], "203.0.113.7"),
            (&near, "127.0.0.1", &["1.1.1.1, 10.0.0.5"], "10.0.0.5"),
            (&near, "127.0.0.1", &["1.1.1.1", "[2001:db8::7]:443"], "2001:db8::7"),
            (&near, "127.0.0.1", &["1.1.1.1, nonsense"], "127.0.0.1"),
            (&near, "127.0.0.1", &[], "127.0.0.1"),
            (&near, "203.0.113.9", &["1.1.1.1"], "203.0.113.9"),
            (&listed, "198.51.100.4", &["6.6.6.6, 203.0.113.7, 198.51.100.9"], "203.0.113.7"),
            (&listed, "198.51.100.4", &["203.0.113.7", "[2001:db8:1::5]:8080"], "203.0.113.7"),
            (&listed, "198.51.100.4", &["6.6.6.6, unknown, 198.51.100.9"], "198.51.100.9"),
            (&listed, "198.51.100.4", &["198.51.100.9"], "198.51.100.9"),
            (&listed, "127.0.0.1", &["203.0.113.7"], "127.0.0.1"),
        ] {
            assert_eq!(client(proxies, peer, lines), wanted, "{proxies:?} {peer} {lines:?}");
        }
    }

    #[test]
    fn addresses_count_by_their_network() {
        for (text, house, wide) in [
            ("203.0.113.7", "203.0.113.7", None),
            ("::ffff:203.0.113.7", "203.0.113.7", None),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", Some("2001:db8:1::")),
            ("2001:db8:1:ffff::1", "2001:db8:1:ffff::", Some("2001:db8:1::")),
            ("2001:db8:2::1", "2001:db8:2::", Some("2001:db8:2::")),
        ] {
            assert_eq!(household(address(text)), address(house), "{text}");
            assert_eq!(site(address(text)), wide.map(address), "{text}");
        }
    }

    #[test]
    fn networks_are_read_and_contain_what_they_should() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("10.1.2.3", "10.1.2.3", "10.1.2.4"),
            ("0.0.0.0/0", "203.0.113.7", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "::2"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(address(inside)), "{network:?} {inside}");
            assert!(!network.contains(address(outside)), "{network:?} {outside}");
        }
        for bad in ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "::/129", "proxy.example.org", "10.0.0.0/-1"]
        {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }
}
