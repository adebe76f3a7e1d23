//! Laws about options and specs.

use breadboard_core::{Game, MAX_SEATS, Options, Spec};

/// Parsing options reverses printing them; values outside the schema are refused; every option has a description.
///
/// # Panics
/// If the law is broken.
pub fn options<G: Game>() {
    let info = G::INFO;
    assert!(info.seats.0 >= 1 && info.seats.0 <= info.seats.1 && usize::from(info.seats.1) <= MAX_SEATS);
    assert!((info.seats.0..=info.seats.1).contains(&info.default_seats));
    assert!(info.summary.ends_with('.') && !info.credit.is_empty());
    let mut keys: Vec<&str> = info.texts.iter().map(|template| template.key).collect();
    keys.sort_unstable();
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "a text key is used twice: {keys:?}");
    for option in G::Options::schema() {
        assert_ne!(option.name, "seats", "the name seats is reserved");
        assert!(option.meaning.ends_with('.'), "{}: the meaning is a sentence", option.name);
        assert!(
            info.rules.contains(option.ruling),
            "{}: ruling {} is on no page",
            option.name,
            option.ruling
        );
        let default = G::Options::default();
        assert_eq!(default.value(option.name).as_ref(), Some(&option.default));
        for sample in option.kind.samples() {
            let mut options = G::Options::default();
            options.set(option.name, &sample).unwrap_or_else(|error| panic!("{error}"));
            let written = options.value(option.name).expect("a described option has a value");
            let mut again = G::Options::default();
            again.set(option.name, &written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, options, "{}={sample}", option.name);
            let Ok(game) = G::new(options.clone(), info.default_seats) else {
                continue; // Not alone: an impossible combination is refused by the game with its reason.
            };
            let spec: Spec = Spec::of(&game).to_string().parse().expect("a written spec reads");
            assert_eq!(spec.read::<G>().unwrap(), (options, info.default_seats));
        }
        for bad in ["", "-1", "x", "99999999999999999999", "on off", "\u{0}", "1.5"] {
            let mut options = G::Options::default();
            if let Err(error) = options.set(option.name, bad) {
                assert!(error.to_string().contains(option.name), "{error}");
                assert_eq!(options, G::Options::default(), "a refused value changes nothing");
            }
        }
    }
    let error = G::Options::default().set("no-such-option", "1").unwrap_err().to_string();
    for option in G::Options::schema() {
        assert!(error.contains(option.name), "{error}");
    }
    for seats in 0..=9u8 {
        let spec: Spec = format!("{}:seats={seats}", info.id).parse().unwrap();
        assert_eq!(spec.read::<G>().is_ok(), (info.seats.0..=info.seats.1).contains(&seats), "seats={seats}");
        if let Ok(game) = G::new(G::Options::default(), seats) {
            assert_eq!(game.seats(), seats, "a game knows how many seats play");
        }
    }
    for preset in info.presets {
        let spec: Spec = preset.spec.parse().unwrap();
        spec.read::<G>().unwrap_or_else(|error| panic!("{}: {error}", preset.name));
    }
}
