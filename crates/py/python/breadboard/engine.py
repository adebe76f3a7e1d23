"""A player of your own for matches, in the terminal and in other programs: it speaks the engine protocol.

    import breadboard.engine

    def choose(state, seat):
        return my_net(state.observation(seat), state.mask(seat))    # a number, or the text of a move

    breadboard.engine.serve(choose, name="my net")

`breadboard.arena(game, ["engine:python my_net.py", "bot3"])` plays a match with it, and so does the program's `arena`.

>>> import io
>>> import breadboard.engine
>>> asked = io.StringIO("ugi\\nposition startpos moves a2-a3\\ngo movetime 100\\nquit\\n")
>>> breadboard.engine.serve(lambda state, seat: state.legal_actions(seat)[0], name="first", lines=asked)
id name first
option name Spec type string default breakthrough
ugiok
bestmove g7-h6
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from ._native import Game, State, load

__all__ = ["position_of", "serve"]


def _text(word: str) -> str:
    """An event of the protocol as text: blanks are written `_`."""
    return word.replace("_", " ").replace("%5F", "_").replace("%25", "%")


def _word(text: str) -> str:
    return text.replace("%", "%25").replace("_", "%5F").replace(" ", "_")


def _after(state: State, word: str) -> State:
    """The state after an event of the protocol."""
    if word.startswith("*"):
        return state.apply(_text(word[1:]))
    choices = [_text(choice) for choice in word.split("|")]
    if len(choices) != len(state.acting):
        raise ValueError(f"{word} has {len(choices)} choices for {len(state.acting)} seats")
    return state.apply_round(dict(zip(state.acting, choices, strict=True)))


def position_of(game: Game, command: str) -> State:
    """The position that a command of the protocol sets.

    >>> import breadboard
    >>> from breadboard.engine import position_of
    >>> traxx = breadboard.load("traxx:seats=2")
    >>> position_of(traxx, "position startpos moves *starts_d5_e6 *card_RGYE pass|pass").is_chance
    True
    """
    before, _, events = command.partition(" moves ")
    kind, _, text = before.removeprefix("position ").partition(" ")
    if kind not in ("startpos", "fen"):
        raise ValueError("a position is startpos or fen TEXT")
    state = game.start() if kind == "startpos" else game.state(_text(text.removesuffix(" moves")))
    for word in events.split():
        state = _after(state, word)
    return state


def serve(
    choose: Callable[[State, int], int | str], *, name: str = "a player in Python", lines: Iterable[str] | None = None
) -> None:
    """Answers the commands of the engine protocol until `quit` or the end of the input.

    `choose` gets a state and a seat and returns a legal action or move. An error in it is told to the other side, and ends this
    program: a match counts it as a lost game. `lines` are the commands, standard input by default.
    """
    game, position = load("breakthrough"), "position startpos"
    for line in sys.stdin if lines is None else lines:
        command = line.strip()
        words = command.split()
        first = words[0] if words else ""
        if first == "ugi":
            print(f"id name {name}\noption name Spec type string default {game.spec}\nugiok", flush=True)
        elif words[:4:2] == ["setoption", "Spec"] and len(words) == 5:
            game = load(words[4])
        elif first == "isready":
            print("readyok", flush=True)
        elif first == "position":
            position = command
        elif first == "go":
            try:
                print("bestmove", _answer(game, position, words, choose), flush=True)
            except Exception as error:
                print("info string error:", " ".join(str(error).split()), flush=True)
                raise
        elif first == "quit":
            return


def _answer(game: Game, position: str, words: list[str], choose: Callable[[State, int], int | str]) -> str:
    state = position_of(game, position)
    if not state.acting:
        return "0000"
    seat = int(words[words.index("seat") + 1]) - 1 if "seat" in words else state.acting[0]
    return _word(state.text(choose(state, seat), seat))
