"""A player in Python speaks the engine protocol with the arena."""

import io
import sys

import breadboard
import breadboard.engine
import pytest
from conftest import random_states, with_the_others

PLAYER = """
import breadboard.engine, random
rng = random.Random(1)
breadboard.engine.serve(lambda state, seat: rng.choice(state.legal_moves(seat)), name="any")
"""


SHORT = with_the_others([
    "breakthrough:columns=4,rows=4",
    "breadcrumbs:turn_cap=10",
    "snipe:seats=3,forest=3x3,idle_rounds=10",
    "breadwinner:round_cap=10",
    "traxx:seats=3",
])


@pytest.mark.parametrize("spec", SHORT)
def test_a_player_in_python_plays_a_match_of_every_game(spec, tmp_path):
    (tmp_path / "player.py").write_text(PLAYER)
    engine = f"engine:{sys.executable} {tmp_path / 'player.py'}"
    standing = breadboard.arena(spec, [engine, "random"], games=1, threads=1, movetime=5.0)
    assert standing.games >= breadboard.load(spec).seats and standing.data["faults"] == []


def words(event):
    return event.replace("%", "%25").replace("_", "%5F").replace(" ", "_")


def test_positions_of_the_protocol_are_read(game):
    state, sent = game.start(), []
    for state, event in random_states(game, 3, 60):
        assert breadboard.engine.position_of(game, "position startpos" + (" moves " + " ".join(sent) if sent else "")) == state
        if isinstance(event, str):
            sent.append("*" + words(event))
        else:
            sent.append("|".join(words(state.text(event[seat], seat)) for seat in state.acting))
    text = "position fen " + words(state.position)
    assert breadboard.engine.position_of(game, text).position == state.position


def test_wrong_commands_are_refused():
    game = breadboard.load("traxx:seats=2")
    for command in ("position", "position here", "position fen x", "position startpos moves *card_XYZ", "position startpos moves pass"):
        with pytest.raises(ValueError):
            breadboard.engine.position_of(game, command)


def test_an_error_of_the_player_is_told(capsys):
    def fail(state, seat):
        raise RuntimeError("no idea\nat all")

    with pytest.raises(RuntimeError):
        breadboard.engine.serve(fail, lines=io.StringIO("go\n"))
    assert capsys.readouterr().out == "info string error: no idea at all\n"


def test_no_choice_is_no_move(capsys):
    breadboard.engine.serve(lambda state, seat: 0, lines=io.StringIO("setoption name Spec value snipe\nisready\ngo\n\nquit\ngo\n"))
    assert capsys.readouterr().out == "readyok\nbestmove 0000\n"
