"""Environments for PettingZoo: AEC for every game, Parallel for games in which all seats choose at once (Träxx).

>>> import breadboard.pettingzoo as bpz
>>> env = bpz.env("snipe:seats=3,forest=3x3")
>>> env.reset(seed=1)
>>> env.agents
['seat_1', 'seat_2', 'seat_3']
>>> observation, reward, termination, truncation, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']

Chance events happen by themselves, with the environment's seed. Rewards come at the end: `State.returns`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._native import Game, State, load
from ._spaces import agents_of, observation_space, observe

__all__ = ["BreadboardAEC", "BreadboardParallel", "env", "parallel_env", "raw_env"]


def _game(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else game


def env(game: Game | str, **options: Any) -> AECEnv[Any, Any, Any]:
    """An AEC environment in the usual wrappers. An action that is not legal loses the game for its agent."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(BreadboardAEC(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: Game | str, **options: Any) -> BreadboardAEC:
    """An AEC environment without wrappers. An action that is not legal raises `breadboard.Illegal`."""
    return BreadboardAEC(game, **options)


def parallel_env(game: Game | str, **options: Any) -> BreadboardParallel:
    """A Parallel environment, for Träxx."""
    return BreadboardParallel(game, **options)


class _Spaces:
    """What both kinds of environments have in common."""

    game: Game
    possible_agents: list[str]
    render_mode: str | None

    def _prepare(self, game: Game | str, render_mode: str | None, dtype: str) -> None:
        self.game = _game(game)
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError('render_mode is None, "ansi" or "svg"')
        self.render_mode = render_mode
        self.dtype = dtype
        self.possible_agents = agents_of(self.game)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.game, dtype) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None
        self._state = self.game.start()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The planes and the mask."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers."""
        self._seat_of(agent)
        return self.action_spaces[agent]

    def _seat_of(self, agent: str) -> int:
        seat = self._seat.get(agent)
        if seat is None:
            raise ValueError(f"there is no agent {agent!r}: there are {', '.join(self.possible_agents)}")
        return seat

    def _begun(self) -> None:
        if self._rng is None:
            raise ValueError("no game has begun: call reset()")

    @property
    def state_value(self) -> State:
        """The position."""
        return self._state

    def _begin(self, seed: int | None) -> None:
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self._state = self._after_chance(self.game.start())

    def _after_chance(self, state: State) -> State:
        rng = self._rng
        while state.is_chance and rng is not None:
            state = state.sampled(rng)
        return state

    def render(self) -> str | None:
        """The position as text ("ansi") or as a picture ("svg")."""
        if self.render_mode is None:
            return None
        return self._state.svg() if self.render_mode == "svg" else self._state.draw()

    def close(self) -> None:
        """Nothing is open."""


class BreadboardAEC(_Spaces, AECEnv[str, Any, Any]):
    """Any game, one agent after the other. In a simultaneous round the agents are asked in seat order and do not see each
    other's choices."""

    metadata: dict[str, Any] = {
        "name": "breadboard_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: Game | str, *, render_mode: str | None = None, dtype: str = "uint8") -> None:
        AECEnv.__init__(self)
        self._prepare(game, render_mode, dtype)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        del options
        self._begin(seed)
        self._pending: dict[int, int] = {}
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        waiting = [seat for seat in self._state.acting if seat not in self._pending]
        if waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
            return
        for agent, value in zip(self.possible_agents, self._state.returns, strict=True):
            self.rewards[agent] = value
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees and may do."""
        self._begun()
        seat = self._seat_of(agent)
        may_act = agent == self.agent_selection and not self.terminations.get(agent, True)
        return observe(self._state, seat, self.dtype, may_act=may_act)

    def step(self, action: Any) -> None:
        """Makes the action of the selected agent."""
        self._begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        if self._state.is_simultaneous:
            # Refused now, and not when the round is complete.
            self._pending[seat] = self._state.action(int(action), seat)
            complete = len(self._pending) == len(self._state.acting)
            after = self._state.apply_round(self._pending) if complete else None
        else:
            after = self._state.apply(int(action), seat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if after is not None:
            self._pending = {}
            self._state = self._after_chance(after)
        self._select()
        self._accumulate_rewards()


class BreadboardParallel(_Spaces, ParallelEnv[str, Any, Any]):
    """A game in which all seats choose at once. An agent that has no choice in a round has a mask with action 0 only, and its
    action is ignored."""

    metadata: dict[str, Any] = {"name": "breadboard_parallel_v0", "render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, game: Game | str, *, render_mode: str | None = None, dtype: str = "uint8") -> None:
        self._prepare(game, render_mode, dtype)
        self.agents: list[str] = []
        self._rng = np.random.default_rng(0)
        first = self._after_chance(self.game.start())
        self._rng = None
        if len(first.acting) < 2:
            raise ValueError(f"the seats of {self.game.spec} choose one after the other: use env()")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game."""
        del options
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        seen = {}
        for agent in self.agents:
            seat = self._seat[agent]
            seen[agent] = observe(self._state, seat, self.dtype)
            if seat not in self._state.acting:
                seen[agent]["action_mask"][0] = 1
        return seen

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Makes one round."""
        self._begun()
        if not self.agents:
            raise ValueError("the game is over: call reset()")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"no action of {', '.join(missing)}")
        choices = {seat: int(actions[self.possible_agents[seat]]) for seat in self._state.acting}
        self._state = self._after_chance(self._state.apply_round(choices))
        over = self._state.is_over
        observations = self._observations()
        rewards = dict(zip(self.possible_agents, self._state.returns, strict=True))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
