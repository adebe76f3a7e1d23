//! The terminal uses the language of its user: its own words stand in one file per language (`en.rs`, `de.rs`), the
//! sentences of games and tables come from the games' catalogs. The words of a language are the fields of one struct,
//! so a word that a language lacks does not compile; a file of keys would only fail in a test.

mod de;
mod en;

use breadboard_client::Error;
use breadboard_core::{Catalog, Refusal, SpecError};
use breadboard_games::GAMES;
use breadboard_play::view::TextView;
use breadboard_play::{Denied, catalog};
use std::fmt::Display;
use std::io;
use std::str::FromStr;
use std::sync::Arc;

/// A language of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::De];

    /// The code: `en`, `de`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::De => "de",
        }
    }

    /// The language of the environment, by the rule of POSIX: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
    /// set and not empty decides. English if it names no language of the terminal.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Lang {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty());
        // `de_AT.UTF-8@euro`: the language stands before the territory.
        let code = set.unwrap_or_default();
        let code = code.split(['_', '.', '@', '-']).next().unwrap_or_default();
        code.to_ascii_lowercase().parse().unwrap_or_default()
    }

    pub(crate) const fn words(self) -> &'static Words {
        match self {
            Lang::En => &en::WORDS,
            Lang::De => &de::WORDS,
        }
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        let known = || Lang::ALL.map(Lang::code).join(", ");
        let found = Lang::ALL.into_iter().find(|lang| lang.code() == text);
        found.ok_or_else(|| format!("\"{text}\" is not a language of the terminal: there are {}", known()))
    }
}

/// How many lines the list of keys has.
const KEYS: usize = 22;

macro_rules! words {
    ($($name:ident)*) => {
        /// Everything that the terminal itself says, in one language. `{holes}` are filled by [`fill`].
        pub(crate) struct Words {
            $(pub(crate) $name: &'static str,)*
            /// The keys of the full screen and what they do.
            pub(crate) keys: [(&'static str, &'static str); KEYS],
        }

        #[cfg(test)]
        impl Words {
            fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

words! {
    // Seats and people.
    seat seat_named player guest free_seat left_resigned left_flagged left_left says thinks

    // Turns and moves.
    not_your_turn game_over to_act to_act_clock to_move hand_over hand_over_screen chosen_secret chosen_waiting
    round_chosen waiting_for_people waiting_at no_move one_move many_moves heading_moves heading_filtered left

    // Requests and their answers.
    sending refused only_watching taken_back no_one_to_ask no_one_to_talk_to talk_needs_seat nothing_to_answer
    answer_offer question question_own offers_draw asks_take_back wants_rematch no_rematch
    rematch_wanted rematch_waiting rematch_starts on_to_rematch no_rematch_yet new_game_by_play ask_after_end
    seats_at_start no_seat_free no_free_seat seat_not_free no_such_seat resign_twice quit_twice

    // Hints.
    hint hint_searching hint_stopped hint_against_people hint_then
    bot_failed

    // Records and files.
    game record kept_game record_unchanged cannot_write already_there person looking_back step_of scores result
    abandoned unfinished

    // The server.
    table moved_seat kept_seat not_reached reconnecting connected table_gone table_closed answered_with other_version
    bad_update go_to trust_advice not_breadboard no_clock
    nothing_listens no_connection bad_certificate not_tls timed_out

    // The full screen.
    too_small chosen_of say_prompt log more score page_title page_place help_narrow help_watch help_over_server
    help_over help_short_server help_short help_server help_local

    // Panes, menus, the table's page.
    players kept_free picked picked_whole jump_prompt no_such_event pace no_way no_draws table_title help_watch_short
    help_watch_live help_over_short help_server_drawless help_waiting help_waiting_short help_not_now help_menu menu_games
    menu_title menu_back menu_rematch menu_level menu_new menu_look menu_quit row_game row_seats row_you row_others
    row_start seat_drawn seat_none people_here dice_none dice_commit dice_added dice_nothing dice_seed dice_hidden
    no_tables status_open status_playing status_over opened

    // The line mode.
    commands_local commands_remote seat_count
}

/// Fills the holes of a sentence.
pub(crate) fn fill(sentence: &str, args: &[(&str, &dyn Display)]) -> String {
    let args: Vec<(&str, String)> = args.iter().map(|(name, value)| (*name, value.to_string())).collect();
    breadboard_core::fill(sentence, |hole| {
        args.iter().find(|(name, _)| *name == hole).map(|(_, value)| value.as_str())
    })
}

/// Says what views and refusals hold, in one language.
#[derive(Clone, Debug)]
pub(crate) struct Translator {
    lang: Lang,
    catalog: Option<Arc<Catalog>>,
}

impl Translator {
    /// For a game; without one, only what every table says is known.
    pub(crate) fn new(lang: Lang, game: &str) -> Translator {
        let info = GAMES.iter().find(|known| known.info.id == game).map(|known| known.info);
        Translator { lang, catalog: catalog(info, lang.code()).map(Arc::new) }
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.lang.words()
    }

    /// A sentence of a view.
    pub(crate) fn text(&self, text: &TextView) -> String {
        let args = text.args.iter().map(|(name, value)| (name.as_ref(), value.as_str()));
        let own = self.catalog.as_ref().and_then(|catalog| catalog.render(&text.key, args));
        own.unwrap_or_else(|| text.english.clone())
    }

    /// A sentence with the ruling behind it.
    pub(crate) fn ruled(&self, text: &TextView, ruling: Option<&str>) -> String {
        let sentence = self.text(text);
        ruling.map_or_else(|| sentence.clone(), |ruling| format!("{sentence} ({ruling})"))
    }

    /// Why the table refused something.
    pub(crate) fn refused(&self, denied: &Denied) -> String {
        self.ruled(&TextView::from(&denied.text), denied.ruling)
    }

    /// Why the game refused something.
    pub(crate) fn refusal(&self, refusal: Refusal) -> String {
        self.refused(&refusal.into())
    }

    /// What is wrong with a spec.
    pub(crate) fn spec_error(&self, error: &SpecError) -> String {
        self.text(&TextView::from(error.text()))
    }

    /// Why a server did not answer.
    pub(crate) fn network(&self, error: &Error) -> String {
        let words = self.words();
        match error {
            Error::Connect(reason) if reason.kind() == io::ErrorKind::ConnectionRefused => {
                words.nothing_listens.to_owned()
            }
            Error::Connect(reason) => fill(words.no_connection, &[("reason", reason)]),
            Error::Certificate(reason) => fill(words.bad_certificate, &[("reason", reason)]),
            Error::NotTls => words.not_tls.to_owned(),
            Error::TimedOut => words.timed_out.to_owned(),
            other => other.to_string(),
        }
    }

    /// A sentence of a game by its key; the English one if the language does not have it.
    pub(crate) fn named(&self, key: &str, english: &str) -> String {
        let own = self.catalog.as_ref().and_then(|catalog| catalog.render(key, []));
        own.unwrap_or_else(|| english.to_owned())
    }

    /// A single word of a game: `men`, `cards`.
    pub(crate) fn word(&self, english: &str) -> String {
        self.catalog.as_ref().map_or_else(|| english.to_owned(), |catalog| catalog.words(english))
    }

    /// The rules page of a game.
    pub(crate) fn rules(&self, game: &str) -> &'static str {
        let known = GAMES.iter().find(|known| known.info.id == game);
        known.map_or("", |known| known.info.rules_in(self.lang.code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use breadboard_core::holes;

    #[test]
    fn every_word_has_the_same_holes_in_every_language() {
        for (english, german) in en::WORDS.all().into_iter().zip(de::WORDS.all()) {
            assert!(!german.1.trim().is_empty(), "{}", german.0);
            assert_eq!(holes(english.1), holes(german.1), "{}", english.0);
        }
        assert!(de::WORDS.keys.iter().all(|(key, about)| !key.is_empty() && !about.is_empty()));
    }

    #[test]
    fn the_environment_names_the_language() {
        let lang = |all: &[(&str, &str)]| {
            let all: Vec<(String, String)> =
                all.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
            Lang::from_environment(|name| {
                all.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
            })
        };
        assert_eq!(lang(&[]), Lang::En);
        assert_eq!(lang(&[("LANG", "de_AT.UTF-8")]), Lang::De);
        assert_eq!(lang(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(lang(&[("LANG", "C"), ("LC_MESSAGES", "de"), ("LC_ALL", "")]), Lang::De);
        assert_eq!(lang(&[("LANG", "fr_FR")]), Lang::En);
        assert!("fr".parse::<Lang>().unwrap_err().contains("en, de"));
    }
}
