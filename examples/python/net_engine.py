"""Plays a net that learn.py has learned, in matches and against people.

    python -c 'import breadboard; print(breadboard.arena("breakthrough:columns=5,rows=5",
        ["engine:python examples/python/net_engine.py learned/breakthrough/net.npz", "bot2"], games=20))'
    breadboard arena breakthrough:columns=5,rows=5 --players 'bot2,engine:python examples/python/net_engine.py FILE'
"""

from __future__ import annotations

import sys

import breadboard.engine
import numpy as np
from learn import Reader


class Net:
    """A net of learn.py, read from its file."""

    def __init__(self, path: str) -> None:
        with np.load(path) as file:
            self.reader = Reader(file["places"], file["most"])
            layers = sum(name.startswith("weight") for name in file.files)
            self.layers = [(file[f"weight{n}"], file[f"bias{n}"]) for n in range(layers)]

    def choose(self, state: breadboard.State, seat: int) -> int:
        """The action whose position looks best to its seat."""
        actions, seen = state.children(seat)
        x = self.reader.inputs(self.reader.raw(seen))
        for weight, bias in self.layers[:-1]:
            x = np.clip(x @ weight + bias, 0, 1)
        weight, bias = self.layers[-1]
        return int(actions[(x @ weight + bias)[:, 0].argmax()])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: net_engine.py NET.npz")
    breadboard.engine.serve(Net(sys.argv[1]).choose, name="a learned net")
