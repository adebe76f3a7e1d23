"""Environments for Gymnasium: one learner against bots, alone or by the thousand.

>>> import breadboard.gymnasium as bg
>>> env = bg.BreadboardEnv("breakthrough:columns=5,rows=5", opponent="bot1")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((2, 5, 5), 13)
>>> games = bg.BreadboardVectorEnv("breakthrough:columns=5,rows=5", 8, opponent="random")
>>> observations, infos = games.reset(seed=1)
>>> observations["action_mask"].shape
(8, 75)

`gymnasium.make("breadboard/breakthrough-v0")` and `gymnasium.make_vec(...)` work after this module is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._native import Game, Illegal, NotNow, State, Vector, games, load
from ._spaces import observation_space, observe

__all__ = ["BreadboardEnv", "BreadboardVectorEnv"]


def _opponents(game: Game, opponent: str | Mapping[int, str], seat: int, render_mode: str | None) -> dict[int, str]:
    """A player for each of the other seats, after a check of what both environments are told."""
    if not 0 <= seat < game.seats:
        raise ValueError(f"there is no seat {seat}: seats are counted from 0, and this game has {game.seats}")
    if render_mode not in (None, "ansi", "svg"):
        raise ValueError('render_mode is None, "ansi" or "svg"')
    others = [other for other in range(game.seats) if other != seat]
    names = dict.fromkeys(others, opponent) if isinstance(opponent, str) else dict(opponent)
    if sorted(names) != others:
        raise ValueError(f"name an opponent for each of the seats {others}")
    return names


class BreadboardEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game; bots play the others. The reward is the seat's return, at the end.

    `opponent` is one player for all other seats, or a player for each of them by seat. An action that is not legal loses
    the game (`illegal="lose"`) or raises `breadboard.Illegal` (`illegal="raise"`).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: str | Mapping[int, str] = "bot1",
        seat: int = 0,
        illegal: Literal["lose", "raise"] = "lose",
        dtype: str = "uint8",
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        if illegal not in ("lose", "raise"):
            raise ValueError('illegal is "lose" or "raise"')
        names = _opponents(self.game, opponent, seat, render_mode)
        self.seat = seat
        self.illegal = illegal
        self.dtype = dtype
        self.render_mode = render_mode
        self._names = names
        self._players = {other: self.game.player(name) for other, name in names.items()}
        self.observation_space = observation_space(self.game, dtype)
        self.action_space = spaces.Discrete(self.game.actions)
        self._state = self.game.start()
        self._over = True

    @property
    def state(self) -> State:
        """The position."""
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        del options
        # New players: what they remember of an older game must not change their moves.
        self._players = {other: self.game.player(name) for other, name in self._names.items()}
        self._state = self._until_own_choice(self.game.start())
        self._over = self._state.is_over
        return observe(self._state, self.seat, self.dtype), {}

    def _choice(self, state: State, other: int) -> int:
        return self._players[other].choose(state, seat=other, seed=self.np_random)

    def _until_own_choice(self, state: State) -> State:
        while not state.is_over and self.seat not in state.acting:
            if state.is_chance:
                state = state.sampled(self.np_random)
            else:
                state = state.apply_round({other: self._choice(state, other) for other in state.acting})
        return state

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Makes an action of this program's seat, then everything up to its next choice."""
        if self._over:
            raise NotNow("the game is over: call reset()")
        info: dict[str, Any] = {}
        try:
            own = self._state.action(int(action), self.seat)
        except Illegal as refusal:
            if self.illegal == "raise":
                raise
            self._over = True
            info["illegal"] = str(refusal)
            scores = self._state.scores
            reward = -1.0 if self.game.seats > 1 or scores is None else float(scores[0])
            return observe(self._state, self.seat, self.dtype), reward, True, False, info
        choices = {other: own if other == self.seat else self._choice(self._state, other) for other in self._state.acting}
        self._state = self._until_own_choice(self._state.apply_round(choices))
        self._over = self._state.is_over
        reward = self._state.returns[self.seat]
        return observe(self._state, self.seat, self.dtype), reward, self._over, False, info

    def render(self) -> Any:
        """The position as text ("ansi") or as a picture ("svg")."""
        if self.render_mode is None:
            return None
        return self._state.svg() if self.render_mode == "svg" else self._state.draw()


class BreadboardVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many games at once, this program's seat against bots, stepped in Rust.

    A finished game begins again in the next step, whose action is ignored (`AutoresetMode.NEXT_STEP`). An action that is not
    legal loses. With `copy=False` the observations are the engine's own arrays, which the next step overwrites.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponent: str | Mapping[int, str] = "bot1",
        seat: int = 0,
        dtype: Literal["uint8", "float32"] = "uint8",
        threads: int = 0,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = render_mode
        self._copy = copy
        names = _opponents(self.game, opponent, seat, render_mode)
        self.vector = Vector(
            self.game,
            num_envs,
            dtype=dtype,
            threads=threads,
            autoreset="next_step",
            illegal="lose",
            opponent=names or None,
        )
        self.single_observation_space = observation_space(self.game, dtype)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self) -> dict[str, NDArray[Any]]:
        seen = {"observation": self.vector.observations, "action_mask": self.vector.masks}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins all games again."""
        del options
        if isinstance(seed, int):
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
            self.vector.reset(seed)
        elif seed is not None:
            if any(one is None for one in seed):
                raise ValueError("name a seed for every game, or one for all")
            self.vector.reset([int(one) for one in seed if one is not None])
        else:
            self.vector.reset()
        return self._seen(), {}

    def step(
        self, actions: Any
    ) -> tuple[dict[str, Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes one action in every game."""
        self.vector.step(np.asarray(actions))
        done = self.vector.done
        rewards = self.vector.rewards[:, self.seat]
        truncations = np.zeros(self.num_envs, dtype=np.bool_)
        if self._copy:
            done, rewards = done.copy(), rewards.copy()
        return self._seen(), rewards, done, truncations, {}

    def render(self) -> Any:
        """The positions as texts ("ansi") or pictures ("svg")."""
        if self.render_mode is None:
            return None
        states = [self.vector.state(index) for index in range(self.num_envs)]
        return tuple(state.svg() if self.render_mode == "svg" else state.draw() for state in states)


def _register() -> None:
    for game in games():
        gymnasium.register(
            id=f"breadboard/{game}-v0",
            entry_point="breadboard.gymnasium:BreadboardEnv",
            vector_entry_point="breadboard.gymnasium:BreadboardVectorEnv",
            kwargs={"game": game},
        )


_register()
