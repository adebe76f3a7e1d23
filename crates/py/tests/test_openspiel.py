"""The OpenSpiel face: its shape, and Breakthrough against OpenSpiel itself."""

import pickle
import random

import breadboard
import breadboard.openspiel as openspiel
import numpy as np
import pytest
from conftest import with_the_others

pyspiel = pytest.importorskip("pyspiel")
SPECS = with_the_others(["breakthrough:columns=6,rows=6", "breadcrumbs:turn_cap=10", "snipe:seats=3,forest=3x3", "breadwinner:round_cap=10", "traxx:seats=2"])


def our_text(theirs, rows):
    """OpenSpiel's first player moves down: its a7b6* is our a2xb3."""
    sign, squares = ("x" if theirs.endswith("*") else "-"), theirs.rstrip("*")

    def turned(square):
        return f"{square[0]}{rows + 1 - int(square[1:])}"

    return turned(squares[:2]) + sign + turned(squares[2:])


@pytest.mark.parametrize(("columns", "rows", "count"), [(8, 8, 400), (6, 6, 600)])
def test_a_thousand_games_agree_with_openspiel(columns, rows, count):
    theirs_game = pyspiel.load_game(f"breakthrough(columns={columns},rows={rows})")
    ours_game = openspiel.load_game(f"breakthrough:columns={columns},rows={rows}")
    rng = random.Random(columns)
    for _ in range(count):
        theirs, ours = theirs_game.new_initial_state(), ours_game.new_initial_state()
        while not theirs.is_terminal():
            assert not ours.is_terminal() and ours.current_player() == theirs.current_player()
            actions = theirs.legal_actions()
            texts = [our_text(theirs.action_to_string(action), rows) for action in actions]
            assert sorted(texts) == sorted(ours.state.legal_moves())
            pick = rng.randrange(len(actions))
            ours.apply_action(ours.string_to_action(texts[pick]))
            theirs.apply_action(actions[pick])
        assert ours.is_terminal() and ours.returns() == theirs.returns()


@pytest.mark.parametrize("spec", SPECS)
def test_a_loop_that_is_written_for_openspiel_plays_every_game(spec):
    game = openspiel.load_game(spec, deals=16)
    assert game.num_distinct_actions() == breadboard.load(spec).actions
    rng = np.random.RandomState(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.is_chance_node() + state.is_simultaneous_node() + state.is_player_node() == 1
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert sum(probabilities) == pytest.approx(1.0)
            action = rng.choice(outcomes, p=probabilities)
            assert state.action_to_string(state.current_player(), action)
            state.apply_action(action)
        elif state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(p) or [0]) for p in range(game.num_players())])
        else:
            actions = state.legal_actions()
            mask = state.legal_actions_mask()
            assert [action for action, flag in enumerate(mask) if flag] == actions
            twin, action = state.clone(), int(rng.choice(actions))
            state.apply_action(action)
            assert twin != state and twin.child(action) == state and twin.history() == state.history()[:-1]
            tensor = twin.observation_tensor(twin.current_player())
            assert len(tensor) == game.observation_tensor_size() == int(np.prod(game.observation_tensor_shape()))
    assert state.current_player() == openspiel.TERMINAL_PLAYER and state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert state.rewards() == state.returns() and state.player_return(0) == state.returns()[0]


@pytest.mark.parametrize("spec", SPECS)
def test_states_are_written_and_read(spec):
    game, rng = openspiel.load_game(spec), random.Random(4)
    state = game.new_initial_state()
    for _ in range(25):
        # With what Breadcrumbs remembers to find repetitions (B11).
        again = game.deserialize_state(state.serialize())
        assert again == state and again.history() == state.history() and again.serialize() == state.serialize()
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(game.num_players())])
        elif not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def test_games_are_pickled_and_printed():
    game = openspiel.load_game("snipe:seats=2,forest=3x3")
    state = game.new_initial_state()
    assert pickle.loads(pickle.dumps(game)).num_players() == 2
    assert str(game) == "snipe:seats=2,forest=3x3" and str(state) == state.state.draw()


def test_deals_are_numbered():
    state = openspiel.load_game("breadcrumbs", deals=8).new_initial_state()
    assert state.chance_outcomes() == [(deal, 1 / 8) for deal in range(8)]
    assert state.child(3) == state.child(3) != state.child(4)
    rolls = openspiel.load_game("breadwinner").new_initial_state().child(0).chance_outcomes()
    assert len(rolls) == 1287


def test_the_constants_are_those_of_openspiel():
    assert openspiel.CHANCE_PLAYER == pyspiel.PlayerId.CHANCE
    assert openspiel.SIMULTANEOUS_PLAYER == pyspiel.PlayerId.SIMULTANEOUS
    assert openspiel.TERMINAL_PLAYER == pyspiel.PlayerId.TERMINAL


def test_the_type_is_openspiels_own():
    theirs, ours = (library.load_game("breakthrough").get_type() for library in (pyspiel, openspiel))
    for fact in ("dynamics", "chance_mode", "information", "utility", "reward_model", "max_num_players", "min_num_players"):
        assert getattr(ours, fact) == getattr(theirs, fact), fact
    types = {spec: openspiel.load_game(spec).get_type() for spec in [*SPECS, "traxx:seats=1", "traxx:seats=2,open=rotate"]}
    rounds = [spec for spec, kind in types.items() if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS]
    assert "traxx:seats=2" in rounds and not {SPECS[0], "traxx:seats=1", "traxx:seats=2,open=rotate"} & set(rounds)
    dice = [spec for spec, kind in types.items() if kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC]
    assert dice == [spec for spec in types if openspiel.load_game(spec).game.has_chance]
    assert "breadwinner:round_cap=10" in dice and SPECS[0] not in dice
    assert types["snipe:seats=3,forest=3x3"].max_num_players == 3
    assert types["traxx:seats=1"].utility == pyspiel.GameType.Utility.GENERAL_SUM
