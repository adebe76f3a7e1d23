//! The search compiled twice, for plain x86-64 and for x86-64-v3, as Breakthrough's kernels are: wide registers and bit
//! instructions make it faster (docs/measurements.md). The machine is a type, so that the search decides nothing at run
//! time.

use super::Tree;
use super::worker::Worker;
use crate::budget::Watch;
use std::fmt::Debug;
use std::sync::atomic::AtomicU64;

/// What stays the same during a search.
pub(super) struct Task<'a, T: Tree, C> {
    pub(super) tree: &'a T,
    pub(super) watch: &'a Watch<'a, T::Move>,
    /// The nodes of all threads, where there are several.
    pub(super) shared: Option<&'a AtomicU64>,
    /// How many lines are reported.
    pub(super) lines: usize,
    pub(super) machine: C,
}

/// How a position is searched: the window, the depth, and the distance from the root. It fits into two registers.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: u32,
}

impl Span {
    /// The window as the other side sees it.
    #[inline(always)]
    pub(super) fn flipped(self) -> Span {
        Span { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// A compilation of [`Worker::visit`].
pub(super) trait Machine: Copy {
    fn visit<T: Tree<Move = M>, M: Copy + Eq + Debug>(
        self,
        worker: &mut Worker<M>,
        task: &Task<'_, T, Self>,
        node: &T::Node,
        span: Span,
    ) -> i32;
}

/// Plain x86-64, or any other architecture.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    fn visit<T: Tree<Move = M>, M: Copy + Eq + Debug>(
        self,
        worker: &mut Worker<M>,
        task: &Task<'_, T, Self>,
        node: &T::Node,
        span: Span,
    ) -> i32 {
        worker.visit(task, node, span)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use v3::V3;

#[cfg(target_arch = "x86_64")]
mod v3 {
    use super::*;
    use breadboard_core::Cpu;

    /// A machine with all features of x86-64-v3 that are used here. Only [`V3::found`] makes one.
    #[derive(Clone, Copy)]
    pub(in super::super) struct V3(());

    impl V3 {
        pub(in super::super) fn found() -> Option<V3> {
            (Cpu::detect() == Cpu::V3).then_some(V3(()))
        }
    }

    #[allow(unsafe_code)]
    impl Machine for V3 {
        #[inline(always)]
        fn visit<T: Tree<Move = M>, M: Copy + Eq + Debug>(
            self,
            worker: &mut Worker<M>,
            task: &Task<'_, T, Self>,
            node: &T::Node,
            span: Span,
        ) -> i32 {
            // SAFETY: a `V3` exists only where every feature the function is compiled for was found.
            unsafe { visit(worker, task, node, span) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn visit<T: Tree<Move = M>, M: Copy + Eq + Debug>(
        worker: &mut Worker<M>,
        task: &Task<'_, T, V3>,
        node: &T::Node,
        span: Span,
    ) -> i32 {
        worker.visit(task, node, span)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::alphabeta::{Found, GameTree, Tuning};
    use crate::budget::Budget;
    use crate::table::TranspositionTable;
    use crate::test_games::TestGame;
    use breadboard_core::{Rules as _, Seat};
    use std::sync::Arc;

    fn found(game: &TestGame, machine: impl Machine) -> Option<Found<u8>> {
        let mut worker = Worker::new(Arc::new(TranspositionTable::new(1 << 16)), Tuning::default());
        let task =
            Task { tree: &GameTree::new(game, 1.0), watch: &Watch::NONE, shared: None, lines: 1, machine };
        let (root, budget) = ((game.start(), Seat::FIRST), Budget::depth(12));
        worker.deepen(&task, &root, &[1, 2, 3], budget, 0)
    }

    #[test]
    fn both_compilations_search_the_same_tree() {
        let Some(v3) = V3::found() else { return };
        for pile in [19, 20, 40, 90] {
            let game = TestGame::make(pile, 2);
            let (plain, wide) = (found(&game, Portable), found(&game, v3));
            let seen = |found: Option<Found<u8>>| found.map(|f| (f.mv, f.value, f.depth, f.nodes));
            assert!(plain.is_some() && seen(plain) == seen(wide), "{pile}");
        }
    }
}
