"""The environments pass the tests of their libraries."""

import warnings

import breadboard
import breadboard.gymnasium as bg
import breadboard.pettingzoo as bpz
import gymnasium
import numpy as np
import pytest
from conftest import with_the_others
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, seed_test

GAMES = with_the_others([
    "breakthrough:columns=5,rows=5",
    "breadcrumbs:turn_cap=10",
    "snipe:seats=3,forest=3x3",
    "breadwinner:round_cap=10",
    "traxx:seats=3",
])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_pettingzoo_api(spec, dtype):
    api_test(bpz.env(spec, dtype=dtype), num_cycles=40)


@pytest.mark.parametrize("spec", GAMES)
def test_pettingzoo_seeds(spec):
    seed_test(lambda: bpz.env(spec), num_cycles=30)


@pytest.mark.parametrize("spec", ["traxx:seats=2", "traxx:seats=4"])
def test_pettingzoo_parallel(spec):
    parallel_api_test(bpz.parallel_env(spec), num_cycles=60)


def test_both_kinds_of_environments_play_the_same_game():
    aec, parallel = bpz.raw_env("traxx:seats=3"), bpz.parallel_env("traxx:seats=3")
    aec.reset(seed=5)
    parallel.reset(seed=5)
    rng = np.random.default_rng(1)
    while parallel.agents:
        state = parallel.state_value
        assert state == aec.state_value
        choices = {seat: int(rng.choice(state.legal_actions(seat))) for seat in state.acting}
        parallel.step({agent: choices.get(seat, 0) for seat, agent in enumerate(parallel.possible_agents)})
        for seat in sorted(choices):
            assert aec.agent_selection == f"seat_{seat + 1}"
            aec.step(choices[seat])
    assert aec.state_value.is_over and all(aec.terminations.values())


def test_a_choice_of_a_round_is_not_seen():
    env = bpz.raw_env("traxx:seats=3")
    env.reset(seed=1)
    before = env.observe("seat_2")["observation"].copy()
    env.step(int(np.flatnonzero(env.observe("seat_1")["action_mask"])[-1]))
    assert env.agent_selection == "seat_2" and (env.observe("seat_2")["observation"] == before).all()


def test_an_illegal_action_loses_in_the_wrapped_environment():
    env = bpz.env("breakthrough")
    env.reset(seed=1)
    env.step(191)
    assert env.terminations["seat_1"] and env.rewards["seat_1"] == -1
    raw = bpz.raw_env("breakthrough")
    raw.reset(seed=1)
    with pytest.raises(breadboard.Illegal):
        raw.step(191)


def test_games_in_turn_are_refused_in_parallel():
    for spec in ("breakthrough", "traxx:open=rotate", "traxx:seats=1"):
        with pytest.raises(ValueError, match="env\\(\\)"):
            bpz.parallel_env(spec)


@pytest.mark.parametrize("spec", [*GAMES, "traxx:seats=1"])
def test_gymnasium_checks(spec):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # The checker asks for a spec that only gymnasium.make sets.
        warnings.filterwarnings("ignore", message=".*(spec|render).*")
        check_env(bg.BreadboardEnv(spec, opponent="random"), skip_render_check=False)


def test_gymnasium_makes_registered_environments():
    env = gymnasium.make("breadboard/snipe-v0", opponent="random", render_mode="ansi")
    env.reset(seed=3)
    assert isinstance(env.render(), str)
    many = gymnasium.make_vec("breadboard/breakthrough-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert many.reset(seed=1)[0]["observation"].shape == (3, 2, 8, 8)


@pytest.mark.parametrize("spec", [*GAMES, "traxx:seats=1"])
def test_the_vector_environment_keeps_to_its_spaces(spec):
    env = bg.BreadboardVectorEnv(spec, 4, opponent="random", threads=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = env.reset(seed=2)
    again, _ = bg.BreadboardVectorEnv(spec, 4, opponent="random", threads=1).reset(seed=2)
    assert all((seen[key] == again[key]).all() for key in seen)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(300):
        assert seen in env.observation_space
        actions = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in seen["action_mask"]]
        seen, rewards, terminations, truncations, _ = env.step(np.array(actions))
        assert rewards.dtype == np.float32 and terminations.dtype == bool and not truncations.any()
        assert (rewards[~terminations] == 0).all()
        ended += int(terminations.sum())
    assert ended > 0
    first, _ = env.reset(seed=2)
    assert all((first[key] == again[key]).all() for key in first)


def test_the_vector_environment_agrees_with_the_single_one():
    # Without chance and with a bot that draws no numbers, both must show the same games.
    spec = "breakthrough:columns=4,rows=5"
    many, one = bg.BreadboardVectorEnv(spec, 1, opponent="greedy"), bg.BreadboardEnv(spec, opponent="greedy")
    (seen, _), (alone, _) = many.reset(seed=1), one.reset(seed=1)
    for _ in range(40):
        assert (seen["observation"][0] == alone["observation"]).all()
        assert (seen["action_mask"][0] == alone["action_mask"]).all()
        action = int(np.flatnonzero(alone["action_mask"])[0])
        seen, rewards, terminations, _, _ = many.step(np.array([action]))
        alone, reward, terminated, _, _ = one.step(action)
        assert (float(rewards[0]), bool(terminations[0])) == (reward, terminated)
        if terminated:
            break
    assert terminated


def test_an_illegal_action_loses_or_raises():
    env = bg.BreadboardEnv("breakthrough", opponent="random")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(191)
    assert (reward, terminated) == (-1.0, True) and info["illegal"]
    with pytest.raises(breadboard.NotNow):
        env.step(0)
    strict = bg.BreadboardEnv("breakthrough", opponent="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(breadboard.Illegal):
        strict.step(191)
