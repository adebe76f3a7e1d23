//! The game of two players as alpha-beta sees it. Earlier positions are kept in one array by ply, beside the nodes, because a
//! search is on one line at a time: a copy of the history in every node would cost more than the node.

use super::evaluate::Evaluation;
use super::weights::{POINTS, WEIGHT_ONE};
use crate::breadcrumbs::board::{Board, Letter, PawnSteps, Walker};
use crate::breadcrumbs::{Breadcrumbs, Move, Repetition, State};
use breadboard_search::alphabeta::{Choice, PROVEN, Pressure, Rooted, Tree, Verdict};
use std::cell::Cell;

/// A position in the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    board: Board,
    key: u64,
    /// Turns until the cap.
    left: u32,
    /// Turns since the root.
    ply: u16,
    mover: u8,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Open,
    Drawn,
    Won(Letter),
}

/// A game from one position on.
#[derive(Clone, Debug)]
pub(super) struct PairTree {
    game: Breadcrumbs,
    evaluation: Evaluation,
    /// The keys of all positions from the first of the game to the current one of the search.
    path: Vec<Cell<u64>>,
    /// Where in it the root is.
    root: usize,
    /// A filter for the keys before the root: every one of them is in it, and a few others are.
    known: [u64; 64],
    /// What a search must not remember from another: the tiles, the positions that end the game when they return, and the
    /// side that does not want a draw.
    setting: u64,
    /// What a draw is worth to the side that searches, and its place in the turn order.
    draw: i32,
    searcher: u8,
}

/// More plies than the search can reach.
const ROOM: usize = 520;
/// With fewer turns left, the turn count is part of the position's key.
const LAST_TURNS: u32 = 64;
/// What a point is worth in the order of moves.
const GAIN_ORDER: i32 = 1200;
const SLOTS: usize = 2 * 25 * 25;

fn hashed(letter: Letter, walker: Walker) -> u64 {
    mixed(u64::from(walker.0) << 3 | letter as u64)
}

fn mixed(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ word >> 32
}

impl PairTree {
    /// A tree without a root yet; `draw` is what a draw is worth to the side that searches, in points of the search.
    pub(super) fn new(game: &Breadcrumbs, evaluation: Evaluation, draw: i32) -> PairTree {
        let game = game.clone();
        PairTree {
            game,
            evaluation,
            path: Vec::new(),
            root: 0,
            known: [0; 64],
            setting: 0,
            draw,
            searcher: 0,
        }
    }

    #[inline]
    pub(super) fn mover(&self, node: &Node) -> Letter {
        self.game.letters[usize::from(node.mover)]
    }

    /// Whether a position has occurred twice before. If repetition is a draw, once since the root is enough,
    /// because the player who wants the draw can repeat it. If it is scored, once is not enough.
    #[inline]
    fn recurs(&self, key: u64, ply: usize) -> bool {
        let here = self.root + ply;
        // A position cannot come back within four rounds, nor after an odd number of them.
        let rounds = 2 * self.game.letters.len();
        let mut at = here.wrapping_sub(2 * rounds);
        let mut found = 0;
        while at < here && at >= self.root {
            if self.path[at].get() == key {
                found += if self.game.options.repetition == Repetition::Draw { 2 } else { 1 };
                if found >= 2 {
                    return true;
                }
            }
            at = at.wrapping_sub(rounds);
        }
        self.known[(key >> 58) as usize] >> (key & 63) & 1 == 1
            && found + self.path[..self.root].iter().filter(|earlier| earlier.get() == key).count() >= 2
    }

    /// The seat that has the most points alone.
    fn settle(&self, board: &Board) -> End {
        let (mut best, mut end) = (0, End::Drawn);
        for &letter in self.game.letters {
            let points = board.points.of(letter);
            if points > best {
                (best, end) = (points, End::Won(letter));
            } else if points == best {
                end = End::Drawn;
            }
        }
        end
    }
}

impl Breadcrumbs {
    /// The keys of the positions before this one, the oldest first; none if repetitions do not count.
    fn earlier(&self, state: &State) -> Vec<u64> {
        let words = state.history.words();
        let count = self.letters.len();
        let mut now = [Walker::ABSENT; 5];
        let mut keys = Vec::new();
        for (index, word) in words.iter().enumerate() {
            // The next word will be that of the player to move.
            let turn = (usize::from(state.mover) + index + count * words.len() - words.len()) % count;
            now[self.letters[turn].index()] = Walker(*word);
            if index + 1 >= count {
                let each = |letter: &Letter| hashed(*letter, now[letter.index()]);
                keys.push(self.letters.iter().map(each).fold(0, |key, word| key ^ word));
            }
        }
        // The last is the position itself.
        keys.pop();
        keys
    }
}

impl Rooted<Breadcrumbs> for PairTree {
    fn set_root(&mut self, _: &Breadcrumbs, state: &State) -> Node {
        let earlier = self.game.earlier(state);
        self.known = [0; 64];
        let tiles = state.board.tiles.iter();
        self.searcher = state.mover;
        let first = if self.draw == 0 { 0 } else { 1 + u64::from(state.mover) };
        self.setting = tiles.fold(first, |setting, tile| mixed(setting ^ (1 + tile.index() as u64)));
        for (at, key) in earlier.iter().enumerate() {
            self.known[(key >> 58) as usize] |= 1 << (key & 63);
            // A third time ends the game before the search begins: it is here once or twice.
            if earlier[..at].contains(key) {
                self.setting ^= mixed(!key);
            }
        }
        self.root = earlier.len();
        self.path.clear();
        self.path.extend(earlier.into_iter().chain([0; ROOM]).map(Cell::new));
        let count = self.game.letters.len() as u32;
        let gone = u32::from(state.round) * count + u32::from(state.mover);
        let left = (u32::from(self.game.options.turn_cap) * count).saturating_sub(gone);
        let walkers = |letter: &Letter| hashed(*letter, state.board.walker(*letter));
        let key = self.game.letters.iter().map(walkers).fold(0, |key, word| key ^ word);
        self.path[self.root].set(key);
        Node { board: state.board, key, left, ply: 0, mover: state.mover, end: End::Open }
    }
}

impl Tree for PairTree {
    type Node = Node;
    type Move = Move;

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        let turn = u64::from(node.left.min(LAST_TURNS)) << 4 | u64::from(node.mover);
        node.key ^ self.setting ^ turn.wrapping_mul(0xA24B_AED4_963E_E407)
    }

    #[inline]
    fn over(&self, node: &Node) -> Option<Verdict> {
        match node.end {
            End::Open => None,
            End::Drawn => Some(Verdict::Draw),
            End::Won(letter) if letter == self.mover(node) => Some(Verdict::Win(0)),
            End::Won(_) => Some(Verdict::Loss(0)),
        }
    }

    #[inline]
    fn draw(&self, node: &Node) -> i32 {
        if node.mover == self.searcher { self.draw } else { -self.draw }
    }

    #[inline]
    fn evaluate(&self, node: &Node) -> i32 {
        let rounds = node.left / self.game.letters.len() as u32;
        let value = self.evaluation.strength(&node.board, self.mover(node), true, rounds);
        (value * POINTS / WEIGHT_ONE).clamp(1 - PROVEN, PROVEN - 1)
    }

    #[inline]
    fn moves(&self, node: &Node, list: &mut Vec<Choice<Move>>) -> Pressure {
        let letter = self.mover(node);
        let from = node.board.walker(letter).pawn();
        let diagonal = node.board.points.is_lowest(letter, self.game.players);
        for &to in PawnSteps::from(from, diagonal) {
            let mut board = node.board;
            board.step(letter, to);
            // What the mover gains and what the others lose.
            let mut gain = 0;
            for &other in self.game.letters {
                let change = i32::from(board.points.of(other)) - i32::from(node.board.points.of(other));
                gain += if other == letter { change } else { -change };
            }
            list.push(Choice { mv: Move::Step(to), order: gain * GAIN_ORDER, quiet: true });
        }
        Pressure::Free
    }

    #[inline]
    fn make(&self, node: &Node, mv: Move) -> Node {
        let Move::Step(to) = mv else { return *node };
        let letter = self.mover(node);
        let mut next = *node;
        let before = node.board.walker(letter);
        next.board.step(letter, to);
        next.key ^= hashed(letter, before) ^ hashed(letter, next.board.walker(letter));
        next.mover += 1;
        if usize::from(next.mover) == self.game.letters.len() {
            next.mover = 0;
        }
        next.left -= 1;
        next.ply += 1;
        let ply = usize::from(next.ply);
        self.path[self.root + ply].set(next.key);
        if next.board.meets(letter, self.game.options.end_chips.into()) {
            next.end = self.settle(&next.board);
        } else if self.game.counts_repetition() && self.recurs(next.key, ply) {
            let drawn = self.game.options.repetition == Repetition::Draw;
            next.end = if drawn { End::Drawn } else { self.settle(&next.board) };
        } else if next.left == 0 {
            next.end = self.settle(&next.board);
        }
        next
    }

    #[inline]
    fn code(&self, mv: Move) -> u16 {
        let Move::Step(to) = mv else { return 0 };
        1 + to.index() as u16
    }

    fn slots(&self) -> usize {
        SLOTS
    }

    #[inline]
    fn slot(&self, node: &Node, mv: Move) -> usize {
        let Move::Step(to) = mv else { return 0 };
        let from = node.board.walker(self.mover(node)).pawn();
        (usize::from(node.mover) * 25 + from.index()) * 25 + to.index()
    }
}
