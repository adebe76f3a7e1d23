//! Who plays whom. The unit is a deal: the same opening, dice and cards, played once with every player in every seat, so
//! that luck and the advantage of a seat are the same for all.

use super::Contender;
use std::collections::HashMap;

/// A line-up that is played with all rotations of its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// The players, by index, in the order of seats before rotation.
    pub(crate) lineup: Vec<usize>,
}

impl Pairing {
    /// The place in the line-up of the player in `seat` in this rotation.
    pub(crate) fn place(&self, seat: usize, rotation: usize) -> usize {
        (seat + self.lineup.len() - rotation % self.lineup.len()) % self.lineup.len()
    }
}

/// One game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Job {
    pub(crate) deal: usize,
    pub(crate) pairing: usize,
    pub(crate) rotation: usize,
}

/// Every pairing of `players` in a game of `seats`. With one seat each plays alone; with two each pair meets; with more,
/// as many players as seats play together, and otherwise each plays once among copies of each other one.
pub(crate) fn pairings(players: usize, seats: usize) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    match seats {
        1 => pairings.extend((0..players).map(|one| Pairing { lineup: vec![one] })),
        2 => {
            for a in 0..players {
                pairings.extend((a + 1..players).map(|b| Pairing { lineup: vec![a, b] }));
            }
        }
        _ if players == seats => pairings.push(Pairing { lineup: (0..players).collect() }),
        _ => {
            for a in 0..players {
                for b in (0..players).filter(|b| *b != a) {
                    let mut lineup = vec![b; seats];
                    lineup[0] = a;
                    pairings.push(Pairing { lineup });
                }
            }
        }
    }
    pairings
}

/// For every pairing and rotation, how many earlier ones seat the same players in the same order. Such games would be
/// repeated move by move, because all random numbers follow from the deal, so each gets a deal of its own: two players of one level meet
/// on other openings and dice when they swap seats.
pub(crate) fn variants(pairings: &[Pairing], players: &[Contender]) -> Vec<Vec<u64>> {
    let mut seen: HashMap<Vec<&Contender>, u64> = HashMap::new();
    let mut variant = |pairing: &Pairing, rotation: usize| {
        let seats = 0..pairing.lineup.len();
        let seated = seats.map(|seat| &players[pairing.lineup[pairing.place(seat, rotation)]]).collect();
        let times = seen.entry(seated).or_default();
        *times += 1;
        *times - 1
    };
    pairings
        .iter()
        .map(|pairing| (0..pairing.lineup.len()).map(|rotation| variant(pairing, rotation)).collect())
        .collect()
}

/// All games, deal by deal: `games` for each pairing, rounded up to whole deals.
pub(crate) fn jobs(pairings: &[Pairing], games: usize) -> Vec<Job> {
    let deals = pairings.iter().map(|pairing| games.div_ceil(pairing.lineup.len())).max().unwrap_or(0);
    let mut jobs = Vec::new();
    for deal in 0..deals {
        for (pairing, Pairing { lineup }) in pairings.iter().enumerate() {
            if deal < games.div_ceil(lineup.len()) {
                jobs.extend((0..lineup.len()).map(|rotation| Job { deal, pairing, rotation }));
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_players_in_the_same_seats_get_another_deal() {
        let find = |names: &str, seats: usize| {
            let players = Contender::list(names).unwrap();
            variants(&pairings(players.len(), seats), &players)
        };
        assert_eq!(find("bot4,bot3", 2), [[0, 0]], "both games of a deal have its opening");
        assert_eq!(find("bot4,bot4", 2), [[0, 1]]);
        assert_eq!(find("bot4,bot4,bot1", 2), [[0, 1], [0, 0], [1, 1]]);
        assert_eq!(find("bot4,bot1,bot4,bot1", 4), [[0, 0, 1, 1]]);
        assert_eq!(find("bot5,bot5", 1), [[0], [1]]);
    }

    #[test]
    fn everybody_sits_everywhere_with_every_deal() {
        for (players, seats) in [(2, 2), (3, 2), (3, 3), (2, 4), (2, 1)] {
            let pairings = pairings(players, seats);
            for job in jobs(&pairings, 8) {
                let pairing = &pairings[job.pairing];
                let mut seen: Vec<usize> = (0..seats).map(|seat| pairing.place(seat, job.rotation)).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..seats).collect::<Vec<_>>());
            }
            let sits = (0..seats).map(|rotation| pairings[0].place(0, rotation));
            let mut sits: Vec<usize> = sits.collect();
            sits.sort_unstable();
            assert_eq!(sits, (0..seats).collect::<Vec<_>>(), "seat 1 is taken by each in turn");
        }
        assert_eq!(pairings(3, 2).len(), 3);
        assert_eq!(pairings(2, 4).len(), 2);
        assert_eq!(jobs(&pairings(2, 2), 5).len(), 6);
    }
}
