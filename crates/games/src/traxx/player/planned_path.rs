//! A path as the planner needs it: fields, ends and points, in three words. The position's own path also keeps the line that
//! people see, and updating that would cost more than finding the extensions.

use crate::traxx::board::{Board, CARDS, Palette};
use crate::traxx::hex::{Fields, Hex};
use crate::traxx::path::{Numbers, Path, half};

/// What numbers are worth to a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberValues {
    /// Whether the seat plays alone, where a higher number reached before halves a lower one.
    pub(super) alone: bool,
    /// The numbers that a player has reached; they give half.
    pub(super) taken: Numbers,
    /// What reaching a number first is worth beyond its points, because rivals then get half of it.
    pub(super) denies: [f32; 11],
}

impl NumberValues {
    /// A seat that plays alone.
    pub(super) const ALONE: NumberValues =
        NumberValues { alone: true, taken: Numbers::NONE, denies: [0.0; 11] };

    /// A seat among rivals who have reached `taken`.
    pub(super) const fn among(taken: Numbers) -> NumberValues {
        NumberValues { alone: false, taken, denies: [0.0; 11] }
    }

    /// Whether a number gives all its points to a path that has reached `own`.
    #[inline]
    pub(super) const fn in_full(&self, number: u8, own: Numbers) -> bool {
        if self.alone { !own.has_above(number) } else { !self.taken.contains(number) }
    }
}

/// One seat's path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlannedPath {
    pub(super) reached: Fields,
    pub(super) ends: [Hex; 2],
    pub(super) numbers: Numbers,
    /// The points recorded, with what was denied to rivals.
    pub(super) points: f32,
}

impl PlannedPath {
    pub(super) fn of(path: &Path) -> PlannedPath {
        PlannedPath {
            reached: path.reached(),
            ends: path.ends(),
            numbers: path.numbers(),
            points: path.points() as f32,
        }
    }

    /// Points less missed fields.
    #[inline]
    pub(super) fn score(&self) -> f32 {
        self.points - self.reached.others().len() as f32
    }

    /// The path one field longer at one end.
    #[inline]
    fn stepped(&self, board: &Board, end: usize, to: Hex, worth: &NumberValues) -> PlannedPath {
        let mut next = *self;
        next.reached = next.reached.with(to);
        next.ends[end] = to;
        if let Some(number) = board.number(to) {
            let full = worth.in_full(number, self.numbers);
            next.points += f32::from(if full { number } else { half(number) });
            if full {
                next.points += worth.denies[usize::from(number)];
            }
            next.numbers = next.numbers.with(number);
        }
        next
    }

    /// Appends the path as it is and as each extension with a card makes it. Of walks that leave the same path
    /// behind, the one with most points stays (T8: alone, the order counts).
    #[inline]
    pub(super) fn extensions(
        &self,
        board: &Board,
        card: Palette,
        worth: &NumberValues,
        into: &mut Vec<PlannedPath>,
    ) {
        into.push(*self);
        for end in 0..if self.ends[0] == self.ends[1] { 1 } else { 2 } {
            let begin = into.len();
            self.extend_end(board, end, card, worth, begin, into);
        }
    }

    fn extend_end(
        &self,
        board: &Board,
        end: usize,
        card: Palette,
        worth: &NumberValues,
        begin: usize,
        into: &mut Vec<PlannedPath>,
    ) {
        let free = self.reached.others();
        for to in self.ends[end].near().and(free).and(board.fields_in(card.set())) {
            let next = self.stepped(board, end, to, worth);
            let twin = into[begin..]
                .iter_mut()
                .find(|other| other.reached == next.reached && other.ends[end] == next.ends[end]);
            match twin {
                // It used the same colours, so everything after it has been found as well.
                Some(twin) if twin.points >= next.points => continue,
                Some(twin) => *twin = next,
                None => into.push(next),
            }
            next.extend_end(board, end, card.less(board.colour(to)), worth, begin, into);
        }
    }
}

/// The cards that are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deck {
    left: u16,
    /// How many of them show each colour.
    colours: [u8; 6],
}

impl Deck {
    /// All cards.
    pub(super) fn full(board: &Board) -> Deck {
        Deck::of(board, (1 << CARDS) - 1)
    }

    pub(super) fn of(board: &Board, left: u16) -> Deck {
        let mut colours = [0; 6];
        for card in (0..CARDS).filter(|card| left >> card & 1 == 1) {
            for (colour, count) in colours.iter_mut().enumerate() {
                *count += board.cards()[card].set() >> colour & 1;
            }
        }
        Deck { left, colours }
    }

    /// How many cards are left.
    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.left.count_ones()
    }

    /// Whether none is left.
    pub(super) const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The places of the cards left in the board's list.
    #[inline]
    pub(super) fn cards(&self) -> impl Iterator<Item = usize> + use<> {
        let mut left = self.left;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let card = left.trailing_zeros() as usize;
                left &= left - 1;
                card
            })
        })
    }

    /// This many of the places of the cards left, spread evenly over them; the same for all paths with these cards to
    /// come, so that none is lucky.
    pub(super) fn some_cards(&self, most: usize) -> impl Iterator<Item = usize> + use<> {
        let all = self.len() as usize;
        let most = most.min(all).max(1);
        // The longer cards are last, so even steps from anywhere within the first meet as many of them as there are.
        let from = u32::from(self.left).wrapping_mul(0x9E37_79B1) as usize >> 16 & 0xFF;
        let chosen = move |index: usize| (index * 256 + from) * all / (most * 256);
        let mut next = 0;
        self.cards().enumerate().filter_map(move |(index, card)| {
            let hit = next < most && chosen(next) == index;
            next += usize::from(hit);
            hit.then_some(card)
        })
    }

    /// The cards left, a bit each.
    #[inline]
    pub(super) const fn left(&self) -> u16 {
        self.left
    }

    /// The deck without a card.
    #[inline]
    pub(super) fn without(&self, board: &Board, card: usize) -> Deck {
        let mut deck = *self;
        deck.left &= !(1 << card);
        let set = board.cards()[card].set();
        for (colour, count) in deck.colours.iter_mut().enumerate() {
            *count -= set >> colour & 1;
        }
        deck
    }

    /// How many cards show a colour.
    #[inline]
    pub(super) fn showing(&self, colour: crate::traxx::Colour) -> usize {
        self.colours[colour as usize].into()
    }
}
