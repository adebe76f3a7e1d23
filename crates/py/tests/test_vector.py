"""The vector engine against single states."""

import breadboard
import numpy as np
import pytest
from conftest import SPECS, with_the_others


def row_is_true(vector, index):
    """A row of the arrays is what the state itself says."""
    state, seat = vector.state(index), int(vector.seats[index])
    if seat < 0:
        assert state.is_over and vector.legal[index] == 0 and not vector.masks[index].any()
        return
    assert seat in state.acting
    assert (vector.observations[index] == state.observation(seat)).all()
    assert list(np.flatnonzero(vector.masks[index])) == state.legal_actions(seat)
    assert vector.legal[index] == vector.masks[index].sum()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_the_arrays_are_what_the_states_say(spec, dtype):
    vector = breadboard.Vector(spec, 5, seed=1, threads=1, dtype=dtype)
    assert vector.observations.dtype == dtype and vector.observations.shape[1:] == vector.game.observation_shape
    for _ in range(30):
        for index in range(5):
            row_is_true(vector, index)
        vector.step(vector.sample())


SHORT = with_the_others([
    "breakthrough:columns=4,rows=5",
    "snipe:seats=2,forest=3x3",
    "traxx:seats=3",
    "breadcrumbs:turn_cap=10",
    "breadwinner:round_cap=10",
])


@pytest.mark.parametrize("spec", SHORT)
def test_games_end_with_returns_and_begin_again(spec):
    vector = breadboard.Vector(spec, 8, seed=2, threads=1)
    ended = 0
    for _ in range(3000):
        vector.step(vector.sample())
        for index in np.flatnonzero(vector.done):
            ended += 1
            assert vector.rewards[index].sum() == pytest.approx(0.0, abs=1e-6)
            assert not vector.state(index).is_over
        assert (vector.rewards[~vector.done] == 0).all()
        if ended > 20:
            break
    assert ended > 20 and vector.episodes().sum() == ended


def test_the_arrays_are_written_in_place():
    vector = breadboard.Vector("breakthrough", 4, threads=1)
    arrays = [vector.observations, vector.masks, vector.rewards, vector.done, vector.seats, vector.legal]
    places = [array.__array_interface__["data"][0] for array in arrays]
    before = vector.observations.copy()
    seen = vector.observations
    vector.step(vector.sample())
    again = [vector.observations, vector.masks, vector.rewards, vector.done, vector.seats, vector.legal]
    assert [array.__array_interface__["data"][0] for array in again] == places
    assert (seen != before).any()


@pytest.mark.parametrize("spec", SPECS)
def test_threads_and_neighbours_change_nothing(spec):
    alone = breadboard.Vector(spec, 70, seed=5, threads=1)
    together = breadboard.Vector(spec, 70, seed=5, threads=3)
    for vector in (alone, together):
        vector.step_random(40)
    for name in ("observations", "masks", "rewards", "done", "seats", "legal"):
        assert (getattr(alone, name) == getattr(together, name)).all(), name
    # Game 3 alone plays as it does among others.
    seeds = [int(np.random.default_rng(1).integers(2**63)) + n for n in range(6)]
    many, one = breadboard.Vector(spec, 6, seed=seeds), breadboard.Vector(spec, 1, seed=[seeds[3]])
    many.step_random(25)
    one.step_random(25)
    assert many.state(3) == one.state(0)


def test_seeds_decide_the_games():
    vector = breadboard.Vector("breadcrumbs", 3, seed=[7, 7, 8], threads=1)
    assert vector.state(0) == vector.state(1) != vector.state(2)
    first = vector.state(0)
    vector.reset()
    assert vector.state(0) != first
    vector.reset([7, 8, 9])
    assert vector.state(0) == first


def test_next_step_shows_the_last_position_and_ignores_one_action():
    vector = breadboard.Vector("breakthrough:columns=3,rows=4", 3, seed=1, threads=1, autoreset="next_step")
    assert vector.autoreset == "next_step"
    for _ in range(200):
        vector.step(vector.sample())
        if vector.done.any():
            break
    index = int(np.flatnonzero(vector.done)[0])
    assert vector.state(index).is_over and vector.seats[index] == -1 and vector.legal[index] == 0
    actions = vector.sample()
    actions[index] = 10**9
    vector.step(actions)
    assert not vector.done[index] and vector.state(index) == vector.game.start()


def test_an_illegal_action_is_refused_and_nothing_is_stepped():
    vector = breadboard.Vector("breakthrough", 4, threads=2)
    actions = vector.sample()
    actions[2] = 191
    with pytest.raises(breadboard.Illegal, match="game 2"):
        vector.step(actions)
    assert all(vector.state(index) == vector.game.start() for index in range(4))


def test_an_illegal_action_can_lose():
    vector = breadboard.Vector("breakthrough", 2, threads=1, illegal="lose")
    vector.step([191, int(vector.sample()[1])])
    assert vector.done.tolist() == [True, False] and vector.rewards[0].tolist() == [-1.0, 1.0]


def test_bots_play_the_other_seats():
    vector = breadboard.Vector("breakthrough:columns=5,rows=5", 16, seed=3, opponent="bot2", seat=1)
    results = []
    while len(results) < 24:
        assert (vector.seats == 1).all()
        vector.step(vector.sample())
        results += vector.rewards[vector.done][:, 1].tolist()
    assert sum(results) < 0  # A random player loses most games against bot2.
    mixed = breadboard.Vector("snipe:seats=3,forest=3x3", 4, opponent={1: "random", 2: "greedy"})
    for _ in range(20):
        assert (mixed.seats == 0).all()
        mixed.step(mixed.sample())
    rounds = breadboard.Vector("traxx:seats=3", 4, opponent="random", seat=2)
    for _ in range(40):
        assert (rounds.seats == 2).all()
        rounds.step(rounds.sample())


def test_a_game_can_be_put_at_a_position():
    vector = breadboard.Vector("breakthrough:columns=5,rows=5", 2, threads=1)
    state = vector.game.state("ppp2/3P1/5/5/PP3 w")
    vector.set_state(1, state)
    assert vector.state(1) == state
    row_is_true(vector, 1)
    vector.step([int(vector.sample()[0]), state.action("d4-d5")])
    assert vector.done.tolist() == [False, True] and vector.rewards[1].tolist() == [1.0, -1.0]


def test_random_steps_agree_with_steps():
    fast, slow = (breadboard.Vector("snipe:seats=2,forest=3x3", 6, seed=4, threads=1) for _ in range(2))
    fast.step_random(50)
    for _ in range(50):
        slow.step(slow.sample())
    assert [fast.state(n) for n in range(6)] == [slow.state(n) for n in range(6)]


@pytest.mark.parametrize("spec", SPECS)
def test_children_are_what_a_seat_sees_after_its_moves(spec):
    vector = breadboard.Vector(spec, 4, seed=3, threads=1)
    vector.step_random(5)
    starts, actions, seen = vector.children()
    assert seen.shape == (len(actions), *vector.game.observation_shape) and starts[-1] == len(actions)
    for index in range(4):
        state, seat = vector.state(index), int(vector.seats[index])
        own = slice(starts[index], starts[index + 1])
        assert sorted(actions[own]) == state.legal_actions(seat)
        alone, views = state.children(seat)
        assert (alone == actions[own]).all() and (views == seen[own]).all()
        if not state.is_simultaneous:
            for action, view in zip(alone[:3], views[:3], strict=True):
                assert (state.apply(int(action)).observation(seat) == view).all()
