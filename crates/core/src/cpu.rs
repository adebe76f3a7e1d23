//! Hot code is compiled twice, for plain x86-64 and for v3 (bit counting and bit deposit in one instruction);
//! the machine is detected once. If everything were compiled for v3, older machines could not run it.

use std::sync::atomic::{AtomicU8, Ordering};

/// Which of the two compilations runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// Instructions that every x86-64 (and any other machine) has.
    Portable,
    /// x86-64-v3: BMI1, BMI2, POPCNT, LZCNT, AVX2.
    V3,
}

static FOUND: AtomicU8 = AtomicU8::new(0);

impl Cpu {
    /// The best that this machine runs, unless [`Cpu::force_portable`] was called.
    #[inline]
    #[must_use]
    pub fn detect() -> Cpu {
        match FOUND.load(Ordering::Relaxed) {
            0 => Cpu::probe(),
            1 => Cpu::Portable,
            _ => Cpu::V3,
        }
    }

    #[cold]
    fn probe() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        let v3 = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let v3 = false;
        FOUND.store(if v3 { 2 } else { 1 }, Ordering::Relaxed);
        if v3 { Cpu::V3 } else { Cpu::Portable }
    }

    /// Runs the portable code from now on, so that it can be measured on a better machine.
    pub fn force_portable() {
        FOUND.store(1, Ordering::Relaxed);
    }
}
