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
/// as many players as seats play together, and otherwise each plays once among copies of each other one. In a gauntlet the
/// first player meets the others, and they do not meet each other.
pub(crate) fn pairings(players: usize, seats: usize, gauntlet: bool) -> Vec<Pairing> {
    let meet = |a: usize, b: usize| a != b && (!gauntlet || a == 0 || b == 0);
    let mut pairings = Vec::new();
    match seats {
        1 => pairings.extend((0..players).map(|one| Pairing { lineup: vec![one] })),
        2 => {
            for a in 0..players {
                let rivals = (a + 1..players).filter(|b| meet(a, *b));
                pairings.extend(rivals.map(|b| Pairing { lineup: vec![a, b] }));
            }
        }
        _ if players == seats => pairings.push(Pairing { lineup: (0..players).collect() }),
        _ => {
            for a in 0..players {
                for b in (0..players).filter(|b| meet(a, *b)) {
                    let mut lineup = vec![b; seats];
                    lineup[0] = a;
                    pairings.push(Pairing { lineup });
                }
            }
        }
    }
    pairings
}

/// Which of several deals a game has: the place among the games that seat the same players in the same order, and how many
/// of these there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) index: usize,
    pub(crate) of: usize,
}

impl Variant {
    /// The number that stands for the deal where chance and random openings are drawn.
    pub(crate) fn deal(self, deal: usize) -> u64 {
        deal as u64 | (self.index as u64) << 44
    }

    /// The number of the opening in a file.
    pub(crate) fn opening(self, deal: usize) -> usize {
        deal * self.of + self.index
    }
}

/// The variant of every pairing and rotation. Games that seat the same players in the same order would be
/// repeated move by move, because all random numbers follow from the deal, so each gets a deal of its own: two players of
/// one level meet on other openings and dice when they swap seats.
pub(crate) fn variants(pairings: &[Pairing], players: &[Contender]) -> Vec<Vec<Variant>> {
    let seated = |pairing: &Pairing, rotation: usize| -> Vec<&Contender> {
        let seats = 0..pairing.lineup.len();
        seats.map(|seat| &players[pairing.lineup[pairing.place(seat, rotation)]]).collect()
    };
    let mut seen: HashMap<Vec<&Contender>, usize> = HashMap::new();
    let mut indices = Vec::new();
    for pairing in pairings {
        for rotation in 0..pairing.lineup.len() {
            let times = seen.entry(seated(pairing, rotation)).or_default();
            indices.push(*times);
            *times += 1;
        }
    }
    let mut indices = indices.into_iter();
    let mut variant = |pairing: &Pairing, rotation: usize| Variant {
        index: indices.next().unwrap_or(0),
        of: seen[&seated(pairing, rotation)],
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
            let found = variants(&pairings(players.len(), seats, false), &players);
            let index = |variants: &Vec<Variant>| variants.iter().map(|variant| variant.index).collect();
            found.iter().map(index).collect::<Vec<Vec<usize>>>()
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
            let pairings = pairings(players, seats, false);
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
        assert_eq!(pairings(3, 2, false).len(), 3);
        assert_eq!(pairings(2, 4, false).len(), 2);
        assert_eq!(jobs(&pairings(2, 2, false), 5).len(), 6);
    }

    #[test]
    fn in_a_gauntlet_all_meet_the_first() {
        let lineups =
            |seats| pairings(3, seats, true).into_iter().map(|pairing| pairing.lineup).collect::<Vec<_>>();
        assert_eq!(lineups(2), [[0, 1], [0, 2]]);
        assert_eq!(lineups(4), [[0, 1, 1, 1], [0, 2, 2, 2], [1, 0, 0, 0], [2, 0, 0, 0]]);
    }

    #[test]
    fn equal_games_never_share_an_opening_of_the_file() {
        let players = Contender::list("bot4,bot4").unwrap();
        let variants = variants(&pairings(2, 2, false), &players);
        let mut numbers: Vec<usize> =
            (0..5).flat_map(|deal| variants[0].iter().map(move |variant| variant.opening(deal))).collect();
        numbers.dedup();
        assert_eq!(numbers, (0..10).collect::<Vec<_>>());
    }
}
