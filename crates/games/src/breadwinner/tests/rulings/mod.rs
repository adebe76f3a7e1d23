//! The rulings by number.

mod acting;
mod moving;

use super::*;
