//! Several moves in one text.

use super::*;

#[test]
fn several_steps_at_once_are_all_made_or_none() {
    let forest = "+F,+A,+e/+,+N,+A/+S,+F,+";
    let start = format!("{forest} snipe 1@b2 hunters 2@c1 held 7,0 idle 1 turn 1 dice 1+2 left 3");
    let spec: Spec = "snipe:seats=2,forest=3x3".parse().unwrap();
    let table = seated(Opening { start: Some(start), ..opening(&spec, 3) });
    let one = ["w", "w", "w"].iter().fold(table.clone(), |table, step| must(&table, Seat::FIRST, act(step)));
    for text in ["www", "WWW", " w ww "] {
        let done = ask(&table, Seat::FIRST, act(text)).unwrap();
        assert_eq!(done.table.position(), one.position(), "{text}");
        assert!(rebuilt(&done.table) == done.table);
        // One request, one receipt, and every step is an event of its own.
        let acted = done.events.iter().filter(|event| matches!(event.what, EventKind::Acted { .. })).count();
        assert_eq!((acted, done.events.iter().filter(|event| event.asked.is_some()).count()), (3, 1));
        let again = done.table.submit(NOON, &repeated(&table, text)).unwrap();
        assert!(again.events.is_empty(), "a repeated request does nothing");
    }
    // The arrow on b3 is answered first, so the fourth step is refused and with it the others.
    let denied = ask(&table, Seat::FIRST, act("nnnn")).unwrap_err();
    assert_eq!(denied.ruling, Some("S18"), "{denied}");
    let two = must(&table, Seat::FIRST, act("nn"));
    assert_eq!(
        must(&two, Seat::FIRST, Request::Undo).record().entries.len(),
        1,
        "steps are taken back one by one"
    );
}

fn repeated(table: &Table, text: &str) -> Submission {
    let key = key(1_000_000 + u64::from(table.log_len()));
    Submission { seat: Seat::FIRST, version: table.version(), attempt: None, key, request: act(text) }
}

/// The catcher rolls again at once. Whether the letters after the catch fit that roll must not show, because a refused
/// word is not made and the player could choose another move with that knowledge.
#[test]
fn the_rest_of_a_word_reveals_no_roll() {
    let spec: Spec = "snipe:seats=2,forest=3x3".parse().unwrap();
    let mut caught = 0;
    for number in 0..40u8 {
        let mut table = seated(opening(&spec, number));
        let mut rng = SplitMix::new(number.into());
        for _ in 0..200 {
            let acting = table.awaited();
            let Some(seat) = acting.iter().next() else { break };
            for step in offered(&table, seat).iter().filter(|text| text.len() == 1) {
                let next = must(&table, seat, act(step));
                let rolled = next.steps.last().is_some_and(|last| last.seats.is_empty());
                if !rolled || next.awaited() != acting {
                    continue;
                }
                caught += 1;
                for rest in ["n", "e", "s", "w", "nn", "ee"] {
                    let denied = ask(&table, seat, act(&format!("{step}{rest}"))).unwrap_err();
                    let wanted = format!("it is not seat {seat}'s turn");
                    assert_eq!(denied.to_string(), wanted, "{step}{rest}");
                }
            }
            let Some(next) = random_move(&table, &mut rng) else { break };
            table = next;
        }
    }
    assert!(caught > 3, "only {caught} catches were found");
}
