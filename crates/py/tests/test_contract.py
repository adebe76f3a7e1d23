"""The contract in Python: states are values, moves have numbers and texts, chance is exact."""

import copy
import fractions
import pickle
import random
import sys
import threading
import xml.etree.ElementTree
from pathlib import Path

import breadboard
import numpy as np
import pytest
from conftest import random_states

ROOT = Path(__file__).resolve().parents[3]


def test_a_game_with_chance_draws_and_one_without_does_not(game):
    assert game.has_chance == any(state.is_chance for state, _ in random_states(game, 3))


def test_a_state_is_a_value(game):
    seen = {}
    for state, _ in random_states(game, 1):
        text = state.position
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state and hash(twin) == hash(state) and twin is not state
        assert state.position == text
        seen[state] = text
    for state, text in seen.items():
        assert seen[state] == text
    assert game == breadboard.load(game.spec) and hash(game) == hash(pickle.loads(pickle.dumps(game)))


def test_positions_are_read_back(game):
    for state, _ in random_states(game, 2):
        again = game.state(state.position)
        assert again.position == state.position
        # The text of a position of Breadcrumbs leaves out its history, which decides repetitions (B11).
        assert again == state or game.id == "breadcrumbs"


def test_a_pickled_state_remembers_what_decides_repetitions():
    game = breadboard.load("breadcrumbs:end_chips=25")
    state = game.start().sampled(1)
    # Both pawns walk round a square until the position occurs for the third time (B11).
    squares = [["a4", "b4", "b5", "a5"], ["e2", "d2", "d1", "e1"]]
    for step in range(200):
        state = pickle.loads(pickle.dumps(state))
        if state.is_over:
            break
        state = state.apply(squares[state.seat][step // 2 % 4])
    assert state.is_over and step < 40
    with pytest.raises(ValueError):
        breadboard._native._unpickled("breakthrough", breadboard.load("breakthrough").start().position, [1])


def test_numbers_and_texts_name_the_same_moves(game):
    for state, _ in random_states(game, 3, 120):
        for seat in state.acting:
            actions = state.legal_actions(seat)
            assert actions == sorted(set(actions)) and actions
            texts = [state.text(action, seat) for action in actions]
            assert sorted(texts) == sorted(state.legal_moves(seat))
            assert [state.action(text, seat) for text in texts] == actions
            mask = state.mask(seat)
            assert mask.dtype == np.int8 and list(np.flatnonzero(mask)) == actions
            if not state.is_simultaneous:
                assert state.apply(actions[0]) == state.apply(texts[0]) == state.apply_round({seat: texts[0]})


def test_observations_keep_to_their_planes(game):
    highest = np.array([highest for _, highest in game.planes]).reshape(-1, 1, 1)
    for state, _ in random_states(game, 4, 60):
        for seat in range(game.seats):
            seen = state.observation(seat)
            assert seen.shape == game.observation_shape and seen.dtype == np.uint8
            assert (seen <= highest).all()
            assert (state.observation(seat, "float32") == seen).all()
    assert game.actions > 0 and game.numbering in ("listed", "fixed")


def test_every_game_ends_and_its_returns_add_up(game):
    state = game.start()
    for state, event in random_states(game, 5, 100_000):
        after = state.apply(event) if isinstance(event, str) else state.apply_round(event)
    assert after.is_over and after.outcome and after.acting == () and after.seat is None
    assert after.legal_actions() == [] and after.legal_moves() == []
    assert pickle.loads(pickle.dumps(after)) == after
    if game.seats > 1:
        assert sum(after.returns) == pytest.approx(0.0)
        assert all(-1 <= value <= 1 for value in after.returns)
    else:
        assert after.returns == tuple(map(float, after.scores))


def test_chance_is_listed_with_exact_weights():
    rolls = breadboard.load("snipe:seats=2,forest=3x3").start().sampled(1).sampled(2).chances()
    weights = dict(rolls)
    assert len(rolls) == 21 and sum(weights.values()) == 36
    assert weights["roll 1 2"] == 2 and weights["roll 3 3"] == 1
    state = breadboard.load("breadwinner").start()
    assert fractions.Fraction(state.chances()[0][1], sum(weight for _, weight in state.chances())) == fractions.Fraction(1, 2)
    rolls = state.apply("seat 1 starts").chances()
    assert len(rolls) == 1287 and sum(weight for _, weight in rolls) == 6**8
    assert breadboard.load("breadcrumbs").start().chances() is None
    assert breadboard.load("breakthrough").start().chances() == []


def test_chance_follows_the_generator_that_is_passed():
    state = breadboard.load("breadcrumbs").start()
    assert state.sample(5) == state.sample(5) != state.sample(6)
    assert state.sample(random.Random(1)) == state.sample(random.Random(1))
    assert state.sample(np.random.default_rng(1)) == state.sample(np.random.default_rng(1))
    rng = random.Random(1)
    assert state.sample(rng) != state.sample(rng)
    assert state.sampled(5) == state.apply(state.sample(5))


def test_a_planner_cannot_see_future_dice():
    # Two states that are equal draw different dice from different generators: nothing is decided in the state.
    state = breadboard.load("snipe:seats=2,forest=3x3").start().sampled(1).sampled(1)
    assert len({state.sample(seed) for seed in range(200)}) == 21


def test_refusals_name_their_ruling():
    state = breadboard.load("breakthrough:swap=on").start()
    with pytest.raises(breadboard.Illegal) as refusal:
        state.apply("swap")
    assert refusal.value.ruling == "K4" and "K4" in str(refusal.value)
    assert isinstance(refusal.value, breadboard.Refused) and isinstance(refusal.value, ValueError)
    with pytest.raises(breadboard.Unreadable) as refusal:
        state.apply("hello")
    assert refusal.value.ruling is None
    with pytest.raises(breadboard.NotNow):
        state.apply("b2-b3", seat=1)
    with pytest.raises(breadboard.NotNow):
        breadboard.load("snipe").start().apply(0)
    with pytest.raises(breadboard.Illegal) as refusal:
        breadboard.load("traxx").start().apply("card RRBYE")
    assert refusal.value.ruling == "T11"


def test_a_round_is_one_event():
    state = breadboard.load("traxx:seats=3").start().sampled(1).sampled(2)
    assert state.is_simultaneous and state.seat is None and state.acting == (0, 1, 2)
    after = state.apply_round({0: 0, 1: 0, 2: "pass"})
    assert after.is_chance
    with pytest.raises(breadboard.NotNow):
        state.apply_round({0: 0, 1: 0})
    with pytest.raises(ValueError, match="which seat"):
        state.legal_actions()


def test_a_record_replays_to_the_same_state(game):
    record = breadboard.Record(game)
    for _, event in random_states(game, 6, 60):
        if isinstance(event, str):
            record.play(event)
        else:
            record.play_round(event)
    again = breadboard.Record.read(str(record))
    assert str(again) == str(record) and again.state == record.state and len(again) == len(record)
    assert len(record.states) == len(record) + 1 and record.states[-1] == record.state
    assert [texts for _, texts in again.events] == [texts for _, texts in record.events]
    assert str(pickle.loads(pickle.dumps(record))) == str(record)


def test_a_record_has_names_a_start_and_sampled_events():
    game = breadboard.load("breadwinner")
    record = breadboard.Record(game, game.start().apply("seat 2 starts"))
    record.set_name(1, "Ada")
    text = record.sample(3)
    assert text.startswith("roll") and record.names == {1: "Ada"}
    assert "start: " in str(record) and "seat 2: Ada" in str(record) and f"*: {text}" in str(record)
    with pytest.raises(breadboard.NotNow):
        record.sample(1)


def test_golden_records_replay():
    for path in sorted((ROOT / "crates/games/src").glob("*/golden/*.txt"))[::5]:
        if path.name != "index.txt" and path.parent.parent.name in breadboard.games():
            text = path.read_text()
            assert len(breadboard.Record.read(text)) > 0, path


def test_a_damaged_record_names_its_line():
    text = "game: breakthrough\nrules: 1\n\n1: b2-b3\n2: b7-b5\n"
    with pytest.raises(breadboard.RecordError) as error:
        breadboard.Record.read(text)
    assert (error.value.line, error.value.column) == (5, 4)


def test_drawings(game):
    for state, _ in random_states(game, 7, 12):
        assert state.draw() == str(state) and "\x1b" not in str(state)
        svg = state._repr_svg_()
        assert xml.etree.ElementTree.fromstring(svg).tag.endswith("svg") and svg == state.svg()
    assert game.spec in repr(state) and game.spec in repr(game)


def test_narration_speaks_of_what_happens():
    state = breadboard.load("breakthrough").start()
    assert state.narrate("b2-b3") and isinstance(state.narrate("b2-b3")[0], str)
    start = breadboard.load("breadwinner").start()
    assert start.narrate("seat 1 starts")


def test_players_choose_legal_actions(game):
    players = [game.player(name) for name in ("random", "greedy", "bot1")]
    for state, _ in random_states(game, 8, 8):
        for seat in state.acting:
            for player in players:
                assert player.choose(state, seat=seat, seed=4) in state.legal_actions(seat)


def test_a_player_repeats_its_choice_with_the_same_seed():
    game = breadboard.load("snipe:seats=2,forest=3x3")
    state = game.start().sampled(1).sampled(1).sampled(1)
    assert len({game.player("bot2").choose(state, seed=7) for _ in range(3)}) == 1


def test_an_engine_is_a_player():
    engine = f"engine:{sys.executable} {Path(__file__).parent / 'engine.py'}"
    game = breadboard.load("breakthrough:columns=5,rows=5")
    player, state = game.player(engine), game.start()
    for _ in range(3):
        state = state.apply(player.choose(state, seconds=5.0))
    with pytest.raises(breadboard.PlayerError):
        game.player("engine:false")


def test_analysis_reports_lines():
    state = breadboard.load("breakthrough:columns=5,rows=5").start()
    lines = state.analyse(player="bot5", lines=3, nodes=20_000)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert len({line.moves[0] for line in lines}) == 3 and all(line.nodes > 0 for line in lines)
    for line in lines:
        kinds = [line.points, line.share, line.win_in, line.loss_in]
        assert sum(kind is not None for kind in kinds) == 1
        after = state
        for move in line.moves:
            after = after.apply(move)
    won = breadboard.load("breakthrough:columns=5,rows=5").state("ppp2/3P1/5/5/PP3 w")
    best = won.analyse(player="bot4", nodes=1000)[0]
    assert best.win_in == 1 and won.apply(best.moves[0]).outcome == "win 1"


def test_playouts_average_the_returns(game):
    state = game.start()
    assert state.playouts(50, seed=3) == state.playouts(50, seed=3)
    means = breadboard.playouts([state, state], 50, seed=3, threads=2)
    assert means.shape == (2, game.seats)
    if game.seats > 1:
        assert np.allclose(means.sum(axis=1), 0.0)


def test_a_match_has_the_statistics_of_the_program(tmp_path):
    told = []
    file = tmp_path / "match.jsonl"
    options = {"games": 8, "seed": 3, "threads": 1, "openings": 2}
    standing = breadboard.arena(
        "breakthrough:columns=5,rows=5", ["bot2", "random"], resume=file, progress=lambda *now: told.append(now), **options
    )
    assert standing.games == 8 and len(told) == 8 and told[-1][:2] == (8, 8)
    elo, low, high = standing.elo
    assert low < elo < high and "bot2" in str(standing)
    # The deals of a match can be divided: the results are those of one run.
    parts = [
        breadboard.arena("breakthrough:columns=5,rows=5", ["bot2", "random"], deals=deals, **options).games
        for deals in ((0, 1), (1, 4))
    ]
    assert parts == [2, 6]
    again = breadboard.arena("breakthrough:columns=5,rows=5", ["bot2", "random"], resume=file, **options)
    assert again.data["pairings"] == standing.data["pairings"]


def test_a_report_is_that_of_the_program(tmp_path):
    told = []
    options = {"levels": ["random", "bot1"], "games": 6, "seed": 2}
    spec = "breakthrough:columns=4,rows=5"
    report = breadboard.report(spec, file=tmp_path / "games.jsonl", progress=lambda *now: told.append(now), **options)
    assert told[-1][0] == told[-1][1] == len((tmp_path / "games.jsonl").read_text().splitlines()) - 1
    assert report.data["levels"] == ["random", "bot1"] and "bot1" in str(report)
    # The file is enough: nothing is played again.
    assert breadboard.report(spec, file=tmp_path / "games.jsonl", **options) == report
    report.save(tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"report.html", "report.json", *report.records}
    assert breadboard.Record.read(report.records["typical-bot1.txt"]).result

    def stop(done, planned):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        breadboard.report(spec, games=1000, levels=["random"], progress=stop)


def test_an_error_in_the_progress_ends_the_match():
    def stop(done, planned, line):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        breadboard.arena("breakthrough:columns=4,rows=4", ["random", "random"], games=1000, threads=1, progress=stop)


def test_threads_play_at_the_same_time(game):
    """States are shared between threads, and long work runs without the GIL."""
    start, results = game.start(), [None] * 4

    def work(number):
        results[number] = (start.playouts(20, seed=9), sum(1 for _ in random_states(game, 11, 40)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1 and results[0] is not None


def test_the_interpreter_goes_on_while_a_player_thinks():
    game = breadboard.load("breakthrough")
    player, done = game.player("bot5"), threading.Event()
    thread = threading.Thread(target=lambda: (player.choose(game.start(), seconds=0.4), done.set()))
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
    thread.join()
    assert steps > 100


def test_the_dice_of_a_record_are_verified():
    text = (ROOT / "crates/games/src/breadwinner/golden/table-2.txt").read_text()
    checked = breadboard.verify(text)
    assert checked["spec"] == "breadwinner:round_cap=10" and checked["draws"] > 0
    assert breadboard.verify(breadboard.Record.read(text)) == checked
    with pytest.raises(breadboard.VerifyError):
        breadboard.verify(text.replace("dice-seed: d5", "dice-seed: d6"))
    with pytest.raises(breadboard.VerifyError):
        breadboard.verify("game: breakthrough\nrules: 1\n\n1: b2-b3\n")


def ends_one_by_one(state, seat):
    """Where the turn of a seat can end, by trying all sequences of moves."""
    if state.seat != seat:
        return {state}
    return set().union(*(ends_one_by_one(state.apply(action), seat) for action in state.legal_actions()))


def test_turns_end_where_sequences_of_moves_end(game):
    """Long turns are left out: trying all their sequences would take forever."""
    compared = 0
    for state, choices in random_states(game, 3):
        if state.seat is None or compared == 40:
            continue
        try:
            ways = state.turns(most=150)
        except ValueError as error:
            assert "more than 150 positions" in str(error)
            continue
        ends = [end for _, end in ways]
        assert len(set(ends)) == len(ends) and set(ends) == ends_one_by_one(state, state.seat)
        for actions, end in ways:
            at = state
            for action in actions:
                assert at.seat == state.seat
                at = at.apply(action)
            assert at == end
        compared += 1
    assert compared or game.id == "traxx"
