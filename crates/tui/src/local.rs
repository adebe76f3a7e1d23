//! A game at this keyboard: the same table as on a server, with this program as its host. Events are saved before they
//! are shown.

use crate::savefile::SaveFile;
use crate::seats::{SeatChoice, seated};
use crate::words::{Lang, Translator, fill};
use breadboard_core::Rng as _;
use breadboard_core::{Record, Seat, SeatSet, Spec, SplitMix};
use breadboard_games::under_version;
use breadboard_play::view::{Ask, EventView, Message, SeatKind, SeatView, View, Viewer, view};
use breadboard_play::{
    Denied, Done, Entropy, Holder, Key, Level, Name, Opening, Phase, Request, Seed, Submission, Table,
};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Why something did not happen.
#[derive(Debug)]
pub(crate) enum LocalError {
    /// The table refuses it.
    Refused(Denied),
    /// It could not be saved.
    Io(io::Error),
}

impl LocalError {
    /// The reason in words.
    pub(crate) fn describe(&self, tr: &Translator) -> String {
        match self {
            LocalError::Refused(refused) => tr.refused(refused),
            LocalError::Io(error) => fill(tr.words().cannot_write, &[("reason", error)]),
        }
    }
}

impl From<Denied> for LocalError {
    fn from(denied: Denied) -> LocalError {
        LocalError::Refused(denied)
    }
}

impl From<io::Error> for LocalError {
    fn from(error: io::Error) -> LocalError {
        LocalError::Io(error)
    }
}

/// What to play.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game.
    pub spec: Spec,
    /// Who plays each seat; one person and bots if left out.
    pub seats: Option<Vec<SeatChoice>>,
    /// The name of the seats `me`.
    pub name: Option<Name>,
    /// The seed of dice and bots; chosen by the system if left out.
    pub seed: Option<u64>,
    /// What the seats `me` add to the dice; random bytes if left out.
    pub entropy: Option<Entropy>,
}

/// A table in this program.
#[derive(Debug)]
pub(crate) struct Local {
    table: Table,
    savefile: Option<SaveFile>,
    /// The seed of the bots' own random choices.
    bot_seed: u64,
    /// The seed that was given.
    seed: Option<u64>,
    /// What the first person adds to the dice.
    entropy: Option<Entropy>,
    tr: Translator,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// 256 bits for the dice: from a number, so that a game can be repeated, or from the system.
fn dice_seed(number: Option<u64>) -> io::Result<Seed> {
    let mut bytes = [0; 32];
    match number {
        Some(number) => {
            let mut rng = SplitMix::new(number);
            for eight in bytes.chunks_exact_mut(8) {
                eight.copy_from_slice(&rng.next_u64().to_be_bytes());
            }
        }
        None => getrandom::fill(&mut bytes).map_err(io::Error::other)?,
    }
    Ok(Seed::new(bytes))
}

fn bot_seed(number: Option<u64>) -> io::Result<u64> {
    number.map_or_else(|| getrandom::u64().map_err(io::Error::other), Ok)
}

impl Local {
    /// A new game.
    pub(crate) fn open(game: &NewGame, record: Option<&Path>, lang: Lang) -> Result<Local, String> {
        let tr = Translator::new(lang, &game.spec.game);
        let (spec, mut choices) = seated(game.spec.clone(), game.seats.as_deref(), &tr)?;
        if game.seats.is_none() {
            // K2, B2: who sits where is drawn, unless it was chosen.
            let seed = bot_seed(game.seed).map_err(|error| error.to_string())?;
            let at = SplitMix::new(!seed).below(choices.len() as u32);
            choices.rotate_right(at as usize);
        }
        let opening = Opening {
            spec,
            rules: None,
            start: None,
            given: Vec::new(),
            seats: holders(&choices),
            clock: None,
            forced_moves: true,
            seed: dice_seed(game.seed).map_err(|error| error.to_string())?,
        };
        let names = Seat::all(choices.len() as u8).zip(&choices);
        let name = |seat, choice: &SeatChoice| choice.name(seat, game.name.as_ref(), tr.words());
        let names = names.filter_map(|(seat, choice)| Some((seat, name(seat, choice)?))).collect();
        Local::begin(opening, names, game, record, tr)
    }

    /// Continues a game of an earlier run: exactly as it was if its log exists, else from its record, with new dice.
    pub(crate) fn resume(game: &NewGame, record: Record, path: &Path, lang: Lang) -> Result<Local, String> {
        let tr = Translator::new(lang, &record.spec.game);
        let bot_seed = bot_seed(game.seed).map_err(|error| error.to_string())?;
        if let Some((savefile, table)) = SaveFile::reopen(path).map_err(|error| error.to_string())? {
            let (seed, entropy) = (game.seed, game.entropy.clone());
            return Ok(Local { table, savefile: Some(savefile), bot_seed, seed, entropy, tr });
        }
        let spec = under_version(&record.spec, record.rules).map_err(|error| tr.spec_error(&error))?;
        let (_, choices) = match &game.seats {
            Some(choices) => seated(spec, Some(choices), &tr)?,
            None => {
                let count = seated(spec.clone(), None, &tr)?.1.len() as u8;
                let choice = |seat: Seat| {
                    let name = record.names.iter().find(|(named, _)| *named == seat);
                    name.and_then(|(_, name)| name.parse().ok().map(SeatChoice::Bot))
                        .unwrap_or(SeatChoice::Open)
                };
                (spec, Seat::all(count).map(choice).collect())
            }
        };
        let seed = dice_seed(game.seed).map_err(|error| error.to_string())?;
        let opening = Opening::from_record(&record, None, holders(&choices), None, seed);
        let named = |seat: Seat, choice: &SeatChoice| {
            let own = record.names.iter().find(|(named, _)| *named == seat);
            let own = own.and_then(|(_, name)| Name::try_from(name.clone()).ok());
            let name = choice.name(seat, game.name.as_ref(), tr.words())?;
            Some((seat, if game.seats.is_none() { own.unwrap_or(name) } else { name }))
        };
        let names = Seat::all(choices.len() as u8).zip(&choices);
        let names = names.filter_map(|(seat, choice)| named(seat, choice)).collect();
        let mut local = Local::begin(opening, names, game, None, tr)?;
        // The record is replaced only after it has been read and found valid.
        let mut savefile = SaveFile::replace(path).map_err(|error| error.to_string())?;
        let events: Vec<_> = local.table.events().cloned().collect();
        savefile.write(&events, &local.table).map_err(|error| error.to_string())?;
        local.savefile = Some(savefile);
        Ok(local)
    }

    fn begin(
        opening: Opening,
        people: Vec<(Seat, Name)>,
        game: &NewGame,
        record: Option<&Path>,
        tr: Translator,
    ) -> Result<Local, String> {
        let seed = game.seed;
        let bot_seed = bot_seed(seed).map_err(|error| error.to_string())?;
        let done = Table::open(opening, now()).map_err(|refused| tr.refused(&refused))?;
        let savefile = record.map(|path| SaveFile::create(path, tr.words())).transpose();
        let savefile = savefile.map_err(|error| error.to_string())?;
        let entropy = game.entropy.clone();
        let mut local = Local { table: done.table.clone(), savefile, bot_seed, seed, entropy, tr };
        local.take(done).map_err(|trouble| trouble.describe(&local.tr))?;
        for (number, (seat, name)) in people.into_iter().enumerate() {
            // A game with a given seed must be repeatable; else each person adds random bytes.
            let entropy = match (seed, &local.entropy) {
                (_, Some(entropy)) if number == 0 => Some(entropy.clone()),
                (Some(_), _) => None,
                (None, _) => {
                    let mut bytes = vec![0; 16];
                    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
                    Entropy::new(bytes).ok()
                }
            };
            let asked = local.ask(seat, Request::Claim { name, entropy });
            asked.map_err(|trouble| {
                let reason = trouble.describe(&local.tr);
                fill(local.tr.words().person, &[("number", &(number + 1)), ("reason", &reason)])
            })?;
        }
        Ok(local)
    }

    /// Saves the events of a request, and only then replaces the table.
    fn take(&mut self, done: Done) -> Result<(), LocalError> {
        if let Some(savefile) = &mut self.savefile {
            savefile.write(&done.events, &done.table)?;
        }
        self.table = done.table;
        // There are no clocks here, so a deadline is a forced move that waits. It need not: at one keyboard everything can
        // be taken back, also a roll.
        match self.table.deadline() {
            Some(due) => self.table.tick(due)?.map_or(Ok(()), |done| self.take(done)),
            None => Ok(()),
        }
    }

    /// Sends a request to the table.
    pub(crate) fn ask(&mut self, seat: Seat, request: Request) -> Result<(), LocalError> {
        // Every granted request makes the log longer, so keys differ.
        let key = Key::try_from(format!("k{}", self.table.log_len()))?;
        let version = self.table.version();
        let submission = Submission { seat, version, attempt: None, key, request };
        let done = self.table.submit(now(), &submission)?;
        self.take(done)
    }

    /// Takes back a person's last action: directly while nothing has been revealed, else with the consent of all at
    /// this keyboard, which the request implies.
    pub(crate) fn undo(&mut self) -> Result<(), LocalError> {
        let Some(seat) = self.last_person() else {
            return self.ask(self.people().iter().next().unwrap_or(Seat::FIRST), Request::Undo);
        };
        match self.ask(seat, Request::Undo) {
            Err(LocalError::Refused(_)) => {}
            other => return other,
        }
        self.ask(seat, Request::AskTakeBack)?;
        let offer = match view(&self.table, Viewer::SPECTATOR, Ask::State) {
            Message::State(state) => {
                state.offers.iter().find(|offer| offer.by == seat.number()).map(|o| o.id)
            }
            _ => None,
        };
        let Some(offer) = offer else { return Ok(()) };
        for other in self.people().iter().filter(|other| *other != seat) {
            // Fails after the last consent, when the offer is closed.
            let _ = self.ask(other, Request::Answer { offer, yes: true });
        }
        Ok(())
    }

    /// The person who acted last, or who has chosen in the running round.
    fn last_person(&self) -> Option<Seat> {
        let people = self.people();
        let chosen = people.iter().filter(
            |seat| matches!(self.view(SeatSet::only(*seat)).you.first(), Some(you) if you.choice.is_some()),
        );
        let acted = || {
            let record = self.table.record();
            record.entries.iter().rev().find_map(|entry| match &entry.actor {
                breadboard_core::Actor::Seats(seats) => {
                    seats.iter().copied().rfind(|seat| people.contains(*seat))
                }
                breadboard_core::Actor::Chance => None,
            })
        };
        chosen.last().or_else(acted)
    }

    /// The people at this keyboard who are still in the game.
    pub(crate) fn people(&self) -> SeatSet {
        let seats = self.view(SeatSet::EMPTY).seats;
        let person = |seat: &Seat| {
            seats.get(seat.index()).is_some_and(|held| held.kind == SeatKind::Person && !held.automatic)
        };
        self.table.seats().filter(person).collect()
    }

    /// The bots that must act now.
    pub(crate) fn bots_to_act(&self) -> Vec<(Seat, Level)> {
        self.table.bots_to_act()
    }

    /// The seed of a bot's next choice: different for each seat and point of the game, equal in every run with the same
    /// seed.
    pub(crate) fn choice_seed(&self, seat: Seat) -> u64 {
        let point = u64::from(self.table.version()) << 8 | u64::from(seat.number());
        SplitMix::stream(self.bot_seed, point).next_u64()
    }

    pub(crate) fn translator(&self) -> &Translator {
        &self.tr
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn record_path(&self) -> Option<&Path> {
        self.savefile.as_ref().map(SaveFile::path)
    }

    /// The level of the first bot at the table.
    pub(crate) fn bot_level(&self) -> Option<Level> {
        let seats = self.view(SeatSet::EMPTY).seats;
        let bot = seats.iter().find(|held| held.kind == SeatKind::Bot);
        bot.and_then(|held| held.name.as_ref()?.parse().ok())
    }

    /// The same game again, perhaps with bots of another level. Every player moves on by one seat, as in a rematch at a
    /// server's table.
    pub(crate) fn again(&self, level: Option<Level>) -> NewGame {
        let seats = self.view(SeatSet::EMPTY).seats;
        let first = seats.iter().find(|held| held.kind == SeatKind::Person);
        let choice = |held: &SeatView| match held.kind {
            SeatKind::Bot => {
                let own = held.name.as_ref().and_then(|name| name.parse().ok());
                SeatChoice::Bot(level.or(own).unwrap_or(Level::Bot3))
            }
            _ if first.is_some_and(|first| first.seat == held.seat) => SeatChoice::Me,
            _ => SeatChoice::Open,
        };
        let mut choices: Vec<SeatChoice> = seats.iter().map(choice).collect();
        choices.rotate_left(1);
        let own = first.and_then(|held| Name::try_from(held.name.clone()?).ok());
        // "Player 1" becomes "Player 2" with the seat.
        let general = first.and_then(|held| SeatChoice::Open.name(seat_of(held)?, None, self.tr.words()));
        NewGame {
            spec: self.table.spec().clone(),
            seats: Some(choices),
            name: own.filter(|name| Some(name) != general.as_ref()),
            seed: self.seed.map(|seed| seed.wrapping_add(1)),
            entropy: self.entropy.clone(),
        }
    }

    /// Where the next game is saved: beside the record of this one, with the first free number.
    pub(crate) fn next_record_path(&self) -> Option<PathBuf> {
        let path = self.record_path()?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // "tonight-2.txt" is followed by "tonight-3.txt".
        let stem = match stem.rsplit_once('-') {
            Some((stem, number)) if number.parse::<u32>().is_ok() => stem.to_owned(),
            _ => stem,
        };
        let ending =
            path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
        (2..10_000u32)
            .map(|number| path.with_file_name(format!("{stem}-{number}{ending}")))
            .find(|path| !path.exists())
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table.phase(), Phase::Over(_))
    }

    /// The table as these seats may see it.
    pub(crate) fn view(&self, seats: SeatSet) -> View {
        match view(&self.table, Viewer::seats(seats), Ask::State) {
            Message::State(state) => *state,
            _ => unreachable!("a state is answered by a state"),
        }
    }

    /// The public events after a version.
    pub(crate) fn events(&self, after: u32) -> Vec<EventView> {
        match view(&self.table, Viewer::SPECTATOR, Ask::Events { after }) {
            Message::Events(events) => events.events,
            _ => Vec::new(),
        }
    }
}

fn seat_of(held: &SeatView) -> Option<Seat> {
    Seat::from_number(&held.seat.to_string())
}

fn holders(choices: &[SeatChoice]) -> Vec<Holder> {
    let holder = |choice: &SeatChoice| match choice {
        SeatChoice::Me | SeatChoice::Open => Holder::Open,
        SeatChoice::Bot(level) => Holder::Bot { level: *level },
    };
    choices.iter().map(holder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(spec: &str, seats: &str) -> NewGame {
        let seats = Some(seats.split(',').map(|word| word.parse().unwrap()).collect());
        NewGame { spec: spec.parse().unwrap(), seats, name: None, seed: Some(7), entropy: None }
    }

    fn act(local: &mut Local, text: &str) {
        let seat = local.table.awaited().iter().next().unwrap();
        local.ask(seat, Request::Act { text: text.to_owned() }).unwrap();
    }

    #[test]
    fn a_game_goes_on_exactly_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let mut local = Local::open(&new("traxx:seats=2", "me,open"), Some(&path), Lang::En).unwrap();
        let moves = local.view(local.people()).you[0].moves.clone();
        local.ask(Seat::FIRST, Request::Act { text: moves[0].text.clone() }).unwrap();
        let before = local.table.clone();
        drop(local);
        // An incomplete line, as a crash leaves it.
        let log = folder.path().join("game.txt.log");
        let mut torn = std::fs::read(&log).unwrap();
        torn.extend_from_slice(b"[{\"seq\":99");
        std::fs::write(&log, torn).unwrap();
        let record = Record::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut again = Local::resume(&new("traxx", "me,me"), record, &path, Lang::En).unwrap();
        assert_eq!(again.table, before, "the sealed choice and the dice are the same");
        let theirs = again.view(SeatSet::only(Seat::SECOND)).you[0].moves[0].text.clone();
        again.ask(Seat::SECOND, Request::Act { text: theirs }).unwrap();
        assert_eq!(again.table.record().entries.len(), 4, "starts, card, round, card");
    }

    #[test]
    fn a_rematch_moves_every_player_on_by_one_seat_and_saves_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let game = NewGame { name: Name::try_from("Ada".to_owned()).ok(), ..new("traxx", "me,open,bot2") };
        let local = Local::open(&game, Some(&path), Lang::En).unwrap();
        assert_eq!(local.bot_level(), Some(Level::Bot2));
        let again = local.again(Some(Level::Bot4));
        let choices = [SeatChoice::Open, SeatChoice::Bot(Level::Bot4), SeatChoice::Me];
        assert_eq!((again.seats.as_deref(), again.seed), (Some(&choices[..]), Some(8)));
        assert_eq!(again.name.as_ref().map(|name| String::from(name.clone())).as_deref(), Some("Ada"));
        let next = local.next_record_path().unwrap();
        assert_eq!(next, folder.path().join("game-2.txt"));
        let second = Local::open(&again, Some(&next), Lang::En).unwrap();
        assert_eq!(second.next_record_path().unwrap(), folder.path().join("game-3.txt"));
        let unnamed = Local::open(&new("breakthrough", "me,bot1"), None, Lang::En).unwrap().again(None);
        assert_eq!(unnamed.name, None, "a name that only says the seat does not move on");
    }

    #[test]
    fn own_entropy_is_in_the_dice_and_random_bytes_stand_in_for_it() {
        let entropy =
            |game: &NewGame| Local::open(game, None, Lang::En).unwrap().view(SeatSet::EMPTY).dice.entropy;
        let own = Entropy::new(b"bread".to_vec()).ok();
        let seeded = NewGame { entropy: own.clone(), ..new("traxx", "me,open") };
        assert_eq!(entropy(&seeded), [Some("6272656164".to_owned()), None]);
        let free = NewGame { seed: None, ..seeded };
        let added = entropy(&free);
        assert_eq!(added[0].as_deref(), Some("6272656164"));
        assert_eq!(added[1].as_ref().map(String::len), Some(32));
    }

    #[test]
    fn a_record_alone_goes_on_with_new_dice_and_its_own_people() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let text = "game: breakthrough:columns=3,rows=5\nrules: 1\nseat 1: Ada\nseat 2: bot2\n\n1: a2-a3\n";
        std::fs::write(&path, text).unwrap();
        let game = NewGame { seats: None, ..new("breakthrough", "me,me") };
        let local = Local::resume(&game, Record::read(text).unwrap(), &path, Lang::En).unwrap();
        let names: Vec<_> =
            local.table.seats().map(|seat| local.table.holder(seat).unwrap().label()).collect();
        assert_eq!(names, ["Ada", "bot2"]);
        assert_eq!(local.bots_to_act().len(), 1);
        assert!(SaveFile::create(&path, Lang::En.words()).unwrap_err().to_string().contains("--resume"));
    }

    #[test]
    fn undo_goes_past_a_bots_answer_without_asking() {
        let mut local = Local::open(&new("breakthrough", "me,bot1"), None, Lang::En).unwrap();
        assert!(local.undo().is_err(), "there is nothing yet");
        act(&mut local, "e2-e3");
        local.undo().unwrap();
        act(&mut local, "e2-e3");
        act(&mut local, "e7-e6");
        local.undo().unwrap();
        assert_eq!(local.table.record().entries.len(), 0);
        let mut two = Local::open(&new("breakthrough", "me,open"), None, Lang::En).unwrap();
        for text in ["e2-e3", "e7-e6", "d2-d3"] {
            act(&mut two, text);
        }
        two.undo().unwrap();
        two.undo().unwrap();
        assert_eq!(two.table.record().entries.len(), 1);
    }

    #[test]
    fn k2_b2_the_own_seat_is_drawn_unless_it_is_chosen() {
        for spec in ["breakthrough", "breadcrumbs:seats=3", "traxx:seats=1"] {
            let own = |seats: Option<&str>, seed: u64| {
                let seats = seats.map(|list| new(spec, list).seats.unwrap());
                let game = NewGame { seats, seed: Some(seed), ..new(spec, "me") };
                let table = Local::open(&game, None, Lang::En).unwrap().table;
                table
                    .seats()
                    .position(|seat| matches!(table.holder(seat), Some(Holder::Person { .. })))
                    .unwrap()
            };
            let count =
                seated(spec.parse().unwrap(), None, &Translator::new(Lang::En, spec)).unwrap().1.len();
            let drawn: std::collections::BTreeSet<usize> = (0..40).map(|seed| own(None, seed)).collect();
            assert_eq!(drawn.len(), count, "{spec}");
            // The same seed gives the same seat.
            assert_eq!(own(None, 5), own(None, 5));
            let chosen = ["me", "bot1", "bot1"][..count].join(",");
            assert!((0..10).all(|seed| own(Some(&chosen), seed) == 0), "{spec}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_game_again() {
        let game = new("breadcrumbs", "random,random");
        let position = |local: Local| local.table.position();
        let open = || Local::open(&game, None, Lang::En).unwrap();
        assert_eq!(position(open()), position(open()));
    }
}
