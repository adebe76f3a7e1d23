//! What an engine answers, also while it searches.

use super::talk;
use breadboard_engine::serve;
use std::io::{Cursor, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[test]
fn the_engine_introduces_itself_in_both_dialects() {
    let ugi = talk("breakthrough", "ugi\nisready\nquit\n");
    assert!(ugi.contains(&"ugiok".to_owned()) && ugi.contains(&"readyok".to_owned()));
    assert!(ugi.iter().any(|line| line.starts_with("option name Level type combo")));
    assert!(talk("breakthrough", "uci\n").contains(&"uciok".to_owned()));
}

#[test]
fn the_engine_answers_go_with_a_legal_move_and_what_it_thought() {
    for (dialect, moves) in [("ugi", "a2-a3 h7-g6"), ("uci", "a2a3 h7g6")] {
        let said = talk("breakthrough", &format!("{dialect}\nposition startpos moves {moves}\ngo depth 3\n"));
        let info = said.iter().rfind(|line| line.starts_with("info depth 3 seldepth ")).unwrap();
        assert!(info.contains(" nodes ") && info.contains(" nps ") && info.contains(" pv "), "{info}");
        let best = said.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert_eq!(best.contains('-'), dialect == "ugi", "{best}");
    }
}

#[test]
fn the_engine_thinks_on_as_many_threads_as_asked() {
    let said =
        talk("breakthrough", "uci\nsetoption name Threads value 2\nposition startpos\ngo movetime 300\n");
    assert!(said.contains(&"option name Threads type spin default 1 min 1 max 64".to_owned()));
    assert!(said.last().unwrap().starts_with("bestmove ") && !said.iter().any(|line| line.contains("error")));
    for value in ["0", "65", "two"] {
        let said = talk("breakthrough", &format!("setoption name Threads value {value}\n"));
        assert!(said[0].contains("a number from 1 to 64"), "{said:?}");
    }
    let random = "setoption name Level value random\nsetoption name Threads value 2\n";
    assert!(talk("breakthrough", random)[0].contains("one thread"));
}

#[test]
fn the_engine_reports_a_proven_value() {
    let said = talk("breakthrough:columns=4,rows=4", "ugi\nposition startpos\ngo movetime 60000\n");
    let info = said.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(info.contains("score mate -"), "{info}");
}

#[test]
fn the_engine_answers_queries() {
    let won = "position fen 8/P7/8/8/8/8/7p/8 w moves a7-a8";
    let said = talk(
        "breakthrough",
        &format!(
            "query gameover\nquery p1turn\nquery turn\nquery seats\n{won}\nquery result\nquery gameover\ngo\n"
        ),
    );
    let expected = ["false", "true", "1", "2", "p1win", "true"].map(|answer| format!("response {answer}"));
    assert_eq!(said[..6], expected);
    assert_eq!(said.last().unwrap(), "bestmove 0000");
}

#[test]
fn the_engine_survives_nonsense_and_says_what_is_wrong() {
    let said = talk(
        "breakthrough",
        "xyzzy\nposition\nposition fen x\nposition startpos moves a2-a5\ngo seat 9\nquery\n\
         setoption name Level value bot9\nsetoption\n\u{0}\u{1b}[31m\nisready\n",
    );
    assert!(said.iter().filter(|line| line.starts_with("info string error: ")).count() == 9, "{said:#?}");
    assert!(!said.iter().any(|line| line.contains('\u{1b}')));
    assert_eq!(said.last().unwrap(), "readyok");
}

#[test]
fn stop_ends_an_endless_search() {
    let said = talk("breakthrough", "position startpos\ngo infinite\nstop\nisready\n");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(said.last().unwrap(), "readyok");
}

#[test]
fn a_search_goes_on_when_isready_is_asked() {
    let said = talk("breakthrough", "position startpos\ngo infinite\nisready\nstop\n");
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1, "{said:#?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said:#?}");
}

#[test]
fn whatever_comes_during_a_search_waits_in_line_and_stop_does_not() {
    for between in ["query turn", "position startpos", "d", "xyzzy", "setoption", "uginewgame", "go depth 1"]
    {
        let said = talk("breakthrough", &format!("go infinite\n{between}\nstop\nisready\n"));
        let best = said.iter().position(|line| line.starts_with("bestmove ")).unwrap();
        if between == "query turn" {
            assert_eq!(said[best + 1], "response 1");
        }
        let searches = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(searches, if between == "go depth 1" { 2 } else { 1 }, "{between}: {said:#?}");
    }
    let said = talk("breakthrough", "go movetime 60000\nquery seats\nquit\n");
    assert_eq!(said.last().unwrap(), "response 2");
    let said = talk("breakthrough", "go infinite\nquery seats\n");
    assert_eq!(said.last().unwrap(), "response 2");
}

/// What an engine has written so far, readable while it runs.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until it has said something so often.
    fn waits_for(&self, words: &str, times: usize) {
        let begun = Instant::now();
        while self.text().matches(words).count() < times {
            assert!(begun.elapsed() < Duration::from_secs(20), "{words}: {}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Talks to an engine whose input stays open.
fn listen(talk: impl FnOnce(&mut UnixStream, &Said) + Send) {
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    let said = Said::default();
    std::thread::scope(|scope| {
        let heard = said.clone();
        scope.spawn(move || talk(&mut ours, &heard));
        serve(&"breakthrough".parse().unwrap(), std::io::BufReader::new(theirs), said.clone())
            .unwrap()
            .unwrap();
    });
}

#[test]
fn an_endless_search_answers_only_when_it_is_stopped() {
    listen(|engine, said| {
        // Won at once, and proven.
        engine.write_all(b"position fen 7p/P7/8/8/8/8/7p/8 w\ngo infinite\n").unwrap();
        said.waits_for("score mate 1", 1);
        std::thread::sleep(Duration::from_millis(100));
        assert!(!said.text().contains("bestmove"), "{}", said.text());
        engine.write_all(b"stop\n").unwrap();
        said.waits_for("bestmove a7-", 1);
    });
}

#[test]
fn stop_is_obeyed_whatever_waits_in_line() {
    listen(|engine, said| {
        engine.write_all(b"go infinite\nquery turn\nstop\n").unwrap();
        said.waits_for("response 1", 1);
        // The second search is meant, once it has begun.
        engine.write_all(b"go movetime 100\ngo infinite\nstop\nquery seats\n").unwrap();
        said.waits_for("response 2", 1);
        assert_eq!(said.text().matches("bestmove").count(), 3, "{}", said.text());
        engine.write_all(b"go movetime 60000\nisready\n").unwrap();
        said.waits_for("readyok", 1);
        engine.write_all(b"query seats\nquit\n").unwrap();
        said.waits_for("response 2", 2);
    });
}

#[test]
fn bytes_that_are_no_text_are_a_mistake_and_not_the_end() {
    let mut output = Vec::new();
    serve(&"breakthrough".parse().unwrap(), Cursor::new(b"\xff\xfe\nisready\n".to_vec()), &mut output)
        .unwrap()
        .unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(said.contains("there is no command") && said.ends_with("readyok\n"), "{said}");
}

#[test]
fn a_seat_of_a_round_thinks_by_its_own_clock() {
    let dealt = "position startpos moves *starts_d5_e6 *card_RGYE";
    let time = |go: &str| {
        let begun = Instant::now();
        talk("traxx:seats=2", &format!("{dealt}\n{go}\n"));
        begun.elapsed()
    };
    // A sixtieth of a minute and a half is a second and a half.
    let [short, long] =
        ["go p1time 90000 p2time 60 seat 2", "go seat 2 p1time 60 p2time 90000 movestogo 60"].map(time);
    assert!(2 * short < long && long > Duration::from_millis(1400), "{short:?} {long:?}");
}

#[test]
fn being_asked_whether_it_is_ready_changes_nothing_that_the_engine_finds() {
    let found = |asked: &str| -> Vec<String> {
        let said = talk("breakthrough", &format!("{asked}position startpos\ngo nodes 20000\n"));
        // All but the time it took.
        let words = |line: &String| line.split(" nps ").next().unwrap_or_default().to_owned();
        said.iter().filter(|line| *line != "readyok").map(words).collect()
    };
    assert_eq!(found("isready\n"), found(""));
}
