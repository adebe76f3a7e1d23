//! The words of a review on the command line and of its page, one file per language.

mod de;
mod en;

use breadboard_wire::MoveMark;

/// One language.
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) seat: &'static str,
    pub(super) accuracy: &'static str,
    pub(super) luck: &'static str,
    pub(super) choices: &'static str,
    pub(super) residual: &'static str,
    pub(super) chance: &'static str,
    pub(super) points: &'static str,
    pub(super) over_time: &'static str,
    pub(super) event: &'static str,
    pub(super) value: &'static str,
    pub(super) mark: &'static str,
    pub(super) loss: &'static str,
    pub(super) reasons: &'static str,
    pub(super) better: &'static str,
    pub(super) after: &'static str,
    pub(super) key_moments: &'static str,
    pub(super) players: &'static str,
    pub(super) marks: [&'static str; 6],
}

impl Words {
    pub(super) fn of(code: &str) -> &'static Words {
        if code == "de" { &de::WORDS } else { &en::WORDS }
    }

    pub(super) fn mark(&self, mark: MoveMark) -> &'static str {
        self.marks[match mark {
            MoveMark::Forced => 0,
            MoveMark::Best => 1,
            MoveMark::Good => 2,
            MoveMark::Inaccuracy => 3,
            MoveMark::Mistake => 4,
            MoveMark::Blunder => 5,
        }]
    }
}
