"""The spaces of a game as Gymnasium has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._native import Game, State


def agents_of(game: Game) -> list[str]:
    """The names of the seats, in order."""
    return [f"seat_{seat + 1}" for seat in range(game.seats)]


def observation_space(game: Game, dtype: str) -> spaces.Dict:
    """The planes with their highest values, and the mask."""
    if dtype not in ("uint8", "float32"):
        raise ValueError('dtype is "uint8" or "float32"')
    shape = game.observation_shape
    highest = np.array([highest for _, highest in game.planes], dtype=dtype).reshape(-1, 1, 1)
    high = np.broadcast_to(highest, shape).astype(dtype)
    kind: Any = np.dtype(dtype).type
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(shape, dtype), high, shape, dtype=kind),
            "action_mask": spaces.Box(0, 1, (game.actions,), dtype=np.int8),
        }
    )


def observe(state: State, seat: int, dtype: str, *, may_act: bool = True) -> dict[str, NDArray[Any]]:
    """What a seat sees and may do."""
    kind: Any = dtype
    mask = state.mask(seat)
    if not may_act:
        mask[:] = 0
    return {"observation": state.observation(seat, kind), "action_mask": mask}
