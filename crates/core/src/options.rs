//! Options are one typed struct per game; the macro that declares it also declares its description, so the
//! command line, the web form and the API read the same list and an option exists once.

use crate::spec::SpecError;
use std::fmt::Debug;

/// The options of a game: a plain struct made by [`options!`](crate::options!).
pub trait Options: Clone + PartialEq + Debug + Default + Send + Sync + 'static {
    /// What can be set, in order.
    fn schema() -> Vec<OptionSchema>;
    /// Sets an option from text.
    ///
    /// # Errors
    /// Unknown name, or a value that the schema does not allow; the error says what is allowed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError>;
    /// The value of an option as text; `None` for an unknown name.
    fn value(&self, name: &str) -> Option<String>;

    /// Refuses values that the schema does not allow, for options that were not set from text.
    ///
    /// # Errors
    /// The first value out of range, with what is allowed.
    fn check(&self) -> Result<(), SpecError> {
        for option in Self::schema() {
            let value = self.value(option.name).unwrap_or_default();
            if !option.kind.is_in_range(&value) {
                return Err(SpecError::value(option.name, &value, &option.kind.allowed()));
            }
        }
        Ok(())
    }
}

/// The description of one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSchema {
    /// Its name in a game spec.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// Its default value, as text.
    pub default: String,
    /// The ruling that made it an option.
    pub ruling: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

/// The values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `on` or `off`.
    Flag,
    /// A whole number in a range, both ends included.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text in a format of its own.
    Form {
        /// What to write.
        expected: &'static str,
        /// Values that are valid.
        examples: &'static [&'static str],
    },
}

impl OptionKind {
    /// What may be written, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            OptionKind::Flag => "on or off".to_owned(),
            OptionKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Choice(words) => words.join(", "),
            OptionKind::Form { expected, .. } => (*expected).to_owned(),
        }
    }

    /// Whether a number is within the range; true for everything that is not a number.
    #[must_use]
    pub fn is_in_range(&self, text: &str) -> bool {
        match self {
            OptionKind::Int { min, max } => text.parse::<i64>().is_ok_and(|v| (*min..=*max).contains(&v)),
            _ => true,
        }
    }

    /// A few valid values: the ends of a range, every choice.
    #[must_use]
    pub fn samples(&self) -> Vec<String> {
        match self {
            OptionKind::Flag => vec!["on".to_owned(), "off".to_owned()],
            OptionKind::Int { min, max } => vec![min.to_string(), max.to_string()],
            OptionKind::Choice(words) => words.iter().map(|&w| w.to_owned()).collect(),
            OptionKind::Form { examples, .. } => examples.iter().map(|&w| w.to_owned()).collect(),
        }
    }
}

/// A type that an option may have.
pub trait OptionValue: Sized {
    /// The values it takes; `range` is given for numbers.
    fn kind(range: Option<(i64, i64)>) -> OptionKind;
    /// Reads a value.
    fn read(text: &str) -> Option<Self>;
    /// Writes it so that `read` gives the same value.
    fn write(&self) -> String;
}

impl OptionValue for bool {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Flag
    }

    fn read(text: &str) -> Option<bool> {
        match text {
            "on" | "true" | "yes" => Some(true),
            "off" | "false" | "no" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

macro_rules! int_option {
    ($($int:ty)*) => {$(
        impl OptionValue for $int {
            fn kind(range: Option<(i64, i64)>) -> OptionKind {
                let (min, max) = range.unwrap_or((<$int>::MIN.into(), <$int>::MAX.into()));
                OptionKind::Int { min, max }
            }

            fn read(text: &str) -> Option<$int> {
                text.parse().ok()
            }

            fn write(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
int_option!(u8 u16 u32);

/// The kind of an option of type `T`; for the macro.
#[doc(hidden)]
#[must_use]
pub fn kind_of<T: OptionValue>(range: Option<(i64, i64)>) -> OptionKind {
    T::kind(range)
}

/// Reads a value and checks it against the schema; for the macro.
#[doc(hidden)]
pub fn read_value<T: OptionValue>(name: &str, kind: &OptionKind, text: &str) -> Result<T, SpecError> {
    let value = if kind.is_in_range(text) { T::read(text) } else { None };
    value.ok_or_else(|| SpecError::value(name, text, &kind.allowed()))
}

/// Declares the words of an option that takes one of several.
///
/// ```
/// use breadboard_core::OptionValue as _;
/// breadboard_core::choice! {
///     /// How the lamp burns.
///     pub enum Lamp {
///         /// Not at all.
///         Off = "off",
///         /// All the time.
///         On = "on",
///     }
/// }
/// assert_eq!(Lamp::read("on"), Some(Lamp::On));
/// assert_eq!(Lamp::Off.write(), "off");
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$vdoc])* $variant,)* }

        impl $crate::OptionValue for $name {
            fn kind(_: Option<(i64, i64)>) -> $crate::OptionKind {
                $crate::OptionKind::Choice(&[$($word),*])
            }

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }

            fn write(&self) -> String {
                match self {
                    $($name::$variant => $word,)*
                }
                .to_owned()
            }
        }
    };
}

/// Declares a game's options with their descriptions.
///
/// ```
/// use breadboard_core::Options as _;
/// breadboard_core::options! {
///     /// The options of a small game.
///     pub struct Options {
///         /// Columns of the board.
///         columns: u8 = 8, in 2..=16, "K1", "How many columns the board has.";
///         /// Whether seat 2 may swap.
///         swap: bool = false, "K4", "Seat 2 may take over the first move.";
///     }
/// }
/// let mut options = Options::default();
/// options.set("columns", "6").unwrap();
/// assert_eq!(options.columns, 6);
/// assert!(options.set("columns", "1").unwrap_err().to_string().contains("from 2 to 16"));
/// assert!(Options { columns: 1, swap: false }.check().is_err());
/// ```
#[macro_export]
macro_rules! options {
    ($(#[$doc:meta])* $vis:vis struct $name:ident {
        $($(#[$fdoc:meta])* $field:ident : $type:ty = $default:expr, $(in $min:literal ..= $max:literal,)?
          $ruling:literal, $meaning:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name { $($(#[$fdoc])* pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }

        impl $crate::Options for $name {
            fn schema() -> Vec<$crate::OptionSchema> {
                #[allow(unused_variables)]
                let options = $name::default();
                vec![$({
                    #[allow(unused_mut, unused_assignments)]
                    let mut range: Option<(i64, i64)> = None;
                    $(range = Some(($min, $max));)?
                    $crate::OptionSchema {
                        name: stringify!($field),
                        kind: $crate::kind_of::<$type>(range),
                        default: $crate::OptionValue::write(&options.$field),
                        ruling: $ruling,
                        meaning: $meaning,
                    }
                }),*]
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::SpecError> {
                let schema = Self::schema();
                let Some(option) = schema.iter().find(|option| option.name == name) else {
                    let names: Vec<&str> = schema.iter().map(|option| option.name).collect();
                    return Err($crate::SpecError::key(name, &names));
                };
                match name {
                    $(stringify!($field) => self.$field = $crate::read_value(name, &option.kind, value)?,)*
                    _ => {}
                }
                Ok(())
            }

            fn value(&self, name: &str) -> Option<String> {
                match name {
                    $(stringify!($field) => Some($crate::OptionValue::write(&self.$field)),)*
                    _ => None,
                }
            }
        }
    };
}
