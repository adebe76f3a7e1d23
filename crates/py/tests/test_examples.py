"""The programs in examples/python run, and what they export is what the bots read."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import breadboard
import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/python"


def run(name, *arguments):
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def learn():
    spec = importlib.util.spec_from_file_location("learn", EXAMPLES / "learn.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


QUICK = ["--minutes", "0.03", "--points", "1", "--games", "64", "--match", "4", "--opponent", "random"]


def test_the_learner_writes_its_net_and_its_curve(tmp_path):
    printed = run("learn.py", "breakthrough:columns=4,rows=4", "--hidden", "64", "--out", tmp_path, *QUICK)
    assert "of 4 games against random" in printed and "bot4 with the learned weights" in printed
    assert {path.name for path in tmp_path.iterdir()} == {"net.npz", "curve.csv", "curve.svg", "weights.bin"}
    # The net plays a match as an engine, and well enough after two seconds.
    engine = f"engine:{sys.executable} {EXAMPLES / 'net_engine.py'} {tmp_path / 'net.npz'}"
    standing = breadboard.arena("breakthrough:columns=4,rows=4", [engine, "random"], games=6, threads=1, openings=0, movetime=5.0)
    assert standing.games == 6 and standing.share > 0.5 and standing.data["faults"] == []


def test_the_learner_learns_a_game_with_dice(tmp_path):
    run("learn.py", "snipe:seats=2,forest=3x3,idle_rounds=10", "--hidden", "16", "--out", tmp_path, *QUICK)
    assert "weights.bin" not in {path.name for path in tmp_path.iterdir()}


def test_learning_lowers_the_error(learn):
    rng = np.random.default_rng(1)
    net = learn.Net(20, [32, 16], rng)
    seen = rng.integers(0, 2, (512, 20)).astype(np.float32)
    target = np.sign(seen[:, :10].sum(axis=1) - seen[:, 10:].sum(axis=1)).astype(np.float32)
    errors = [net.learn(seen, target, 3e-3) for _ in range(400)]
    assert errors[-1] < 0.3 * errors[0]


def kept_planes(learn, game):
    """How many values of each plane a net reads, by the plane's name."""
    _, rows, columns = game.observation_shape
    kept = (learn.Reader.of(game, 1).places // (rows * columns)).tolist()
    return {name: kept.count(plane) for plane, (name, _) in enumerate(game.planes)}


def test_only_values_that_differ_are_learned_from(learn):
    game = breadboard.load("snipe:seats=2,forest=3x3,idle_rounds=10")
    kept = kept_planes(learn, game)
    assert 100 < sum(kept.values()) < np.prod(game.observation_shape) / 3
    # A plane with one number on every square keeps one of them.
    assert kept["own crumbs in hand"] == 1 and kept["crumbs"] > 20


def test_what_random_games_never_reach_is_learned_from(learn):
    """Random players of Breadwinner bring nothing home in ten rounds, and loads and loaves are what the game is about."""
    kept = kept_planes(learn, breadboard.load("breadwinner:round_cap=10"))
    assert kept["own Harvesters"] == kept["own higher load"] == kept["the rival's lower load"] == 6
    assert kept["own loaves"] > 0 and kept["the rival's loaves"] > 0 and kept["own dice"] == 1


def test_small_numbers_are_read_in_unary(learn):
    reader = learn.Reader(np.array([1, 3]), np.array([1, 10]))
    seen = np.array([[9, 1, 9, 0], [9, 0, 9, 2], [9, 1, 9, 10]], np.uint8)
    assert reader.inputs(reader.raw(seen)).tolist() == [[1, 0, 0, 0, 0], [0, 1, 1, 0, 0], [1, 1, 1, 1, 1]]


def test_the_targets_are_those_of_td_lambda(learn):
    seats, best, returns = [0, 0, 1, 0], [0.1, 0.2, 0.3, 0.4], np.array([1.0, -1.0])
    never, third = [False] * 4, [False, False, True, False]
    assert learn.td_targets(seats, best, never, returns, 1.0) == [1, 1, -1, 1]
    assert learn.td_targets(seats, best, never, returns, 0.0) == [0.2, -0.3, -0.4, 1]
    assert learn.td_targets(seats, best, never, returns, 0.5) == pytest.approx([0.5 * 0.2 + 0.5 * 0.2, 0.2, -0.7, 1])
    # After a random move only the guess of the best one counts.
    assert learn.td_targets(seats, best, third, returns, 0.5) == pytest.approx([0.5 * 0.2 - 0.5 * 0.3, -0.3, -0.7, 1])


def test_the_best_guess_of_each_game_is_found(learn):
    starts, guesses = np.array([0, 3, 3, 5]), np.array([0.1, 0.9, 0.3, -0.5, -0.7], np.float32)
    assert learn.best_of_each(starts, guesses).tolist() == [1, 0, 3]


def test_a_bot_judges_as_the_exported_net_does(learn):
    """No man can be taken on the next moves, so a search of one ply is the judgement of the net."""
    learner = learn.Learner("breakthrough:columns=4,rows=8", [64], 5)
    game = learner.game
    bot = game.player("bot4", weights=learn.bot_weights(learner))
    white = game.start()
    black = white.apply("a2-a3")
    for state in (white, black):
        judged = {line.moves[0]: line.points for line in bot.analyse(state, lines=20, depth=1)}
        assert len(judged) == len(state.legal_actions())
        for action, seen in zip(*state.children(), strict=True):
            # Black's bot sees the files as White does, the net in Python sees them turned: the same game in a mirror.
            view = seen if state.seat == 0 else seen[:, :, ::-1]
            guess = float(learner.net.guess(learner.reader.inputs(learner.reader.raw(view[None])))[0])
            assert judged[state.text(int(action))] == pytest.approx(160 * 2 * np.arctanh(guess), abs=15)


def test_only_the_form_of_the_bots_is_exported(learn):
    for spec, hidden in (
        ("breakthrough:columns=5,rows=5", [32]),
        ("breakthrough:columns=5,rows=5", [64, 64]),
        ("breakthrough:columns=5,rows=5,swap=on", [64]),
        ("breakthrough:columns=10,rows=10", [64]),
        ("breadcrumbs", [64]),
    ):
        learner = learn.Learner(spec, hidden, 1)
        assert learn.bot_weights(learner) is None, (spec, hidden)


def test_the_speed_is_printed():
    printed = run("speed.py", "--seconds", "0.01", "--batch", "64", "--only", "breadboard")
    for game in breadboard.games():
        assert game in printed
    assert "State.apply" in printed
