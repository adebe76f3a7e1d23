//! Which threads of the server give way to which. Linux lets a running thread finish its slice, about 3 ms, before one that
//! wakes, whatever their nice levels say; only a thread with a shorter slice may interrupt it. So threads that serve ask
//! for short slices: an answer does not wait for a search. Even then, one that has just used its share waits for the next tick
//! of the clock, up to 4 ms. So a search also offers its processor whenever it looks whether it must stop. Real-time
//! priorities would need rights that the program should not have.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The slice of all these threads, in nanoseconds: the least that Linux grants. Kernels before 6.12 ignore it.
#[cfg(target_os = "linux")]
const SHORT: u64 = 100_000;

/// How much nicer a thread in the background is: a thread that serves gets nine times its processor time where both want it. With
/// the lowest priority, 19, a search on a busy machine did not notice for seconds that its client had left.
#[cfg(target_os = "linux")]
const NICER: i32 = 10;

/// How often a search offers its processor.
const OFFER: Duration = Duration::from_micros(500);

/// For a thread that answers: it interrupts those that compute.
pub(crate) fn serve() {
    #[cfg(target_os = "linux")]
    set(0, SHORT);
}

/// Runs work that computes for long on a thread that serves otherwise.
pub(crate) fn compute<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_os = "linux")]
    set(0, 0);
    let done = work();
    serve();
    done
}

/// For a thread whose work is never urgent. It has short slices too, because who offers its processor gives the rest of a slice
/// away: with the usual 3 ms it would hardly run on a busy machine.
pub(crate) fn in_background() {
    #[cfg(target_os = "linux")]
    set(NICER, SHORT);
}

/// Lets threads that serve run now. A search calls this often; `last` is when it was effective.
pub(crate) fn give_way(last: &Cell<Instant>, now: Instant) {
    if now.duration_since(last.get()) >= OFFER {
        std::thread::yield_now();
        last.set(Instant::now());
    }
}

/// Raises the nice level of this thread by `nicer` and sets its slice; 0 is the usual slice.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the standard library has no call for it")]
fn set(nicer: i32, slice: u64) {
    // SAFETY: it takes no pointer; 0 names the calling thread, which has a priority.
    let nice = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    let attributes = libc::sched_attr {
        size: size_of::<libc::sched_attr>() as u32,
        sched_policy: libc::SCHED_OTHER as u32,
        sched_flags: 0,
        sched_nice: (nice + nicer).min(19),
        sched_priority: 0,
        sched_runtime: slice,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the kernel reads `size` bytes of `attributes`, which outlives the call; 0 names the calling thread. A failure
    // leaves the thread as it was.
    unsafe {
        libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0);
    }
}
