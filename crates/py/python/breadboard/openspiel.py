"""States in the shape of OpenSpiel: `legal_actions`, `apply_action`, `chance_outcomes`, `returns`, `observation_tensor`.

Code that is written for OpenSpiel's Python API plays these games without a change. The action numbers are Breadboard's own.

>>> import breadboard.openspiel as openspiel
>>> game = openspiel.load_game("breakthrough")
>>> state = game.new_initial_state()
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'b2-a3')

A deal has too many outcomes to list. `chance_outcomes` then lists `deals` numbered ones, each with the same probability;
deal number n is the one that the seed n draws. Dice and cards are listed exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._native import Game as _Game
from ._native import State as _State
from ._native import _unpickled, load

CHANCE_PLAYER = -1
SIMULTANEOUS_PLAYER = -2
TERMINAL_PLAYER = -4


class Game:
    """A game in the shape of OpenSpiel's `Game`."""

    def __init__(self, game: _Game | str, *, deals: int = 1024) -> None:
        self.game = load(game) if isinstance(game, str) else game
        if deals < 1:
            raise ValueError("deals is the number of deals to list, at least 1")
        self.deals = deals

    def new_initial_state(self, position: str | None = None) -> State:
        """The first position, or one from its text."""
        return State(self, self.game.start() if position is None else self.game.state(position))

    def get_type(self) -> Any:
        """The kind of game as OpenSpiel's `GameType`, which its algorithms ask for. OpenSpiel must be installed."""
        try:
            import pyspiel
        except ImportError as error:
            raise ImportError("get_type() returns an object of OpenSpiel: pip install open_spiel") from error
        kind, first = pyspiel.GameType, self.game.start()
        while first.is_chance:
            first = first.sampled(0)
        alone = self.game.seats == 1
        return kind(
            short_name=f"breadboard_{self.game.id}",
            long_name=self.game.name,
            dynamics=kind.Dynamics.SIMULTANEOUS if first.is_simultaneous else kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if self.game.has_chance else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.GENERAL_SUM if alone else kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.game.seats,
            min_num_players=self.game.seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def num_players(self) -> int:
        """How many seats play."""
        return self.game.seats

    def num_distinct_actions(self) -> int:
        """How many action numbers there are."""
        return self.game.actions

    def max_game_length(self) -> int:
        """No game has more events."""
        return self.game.max_events

    def min_utility(self) -> float:
        """The lowest return. Alone it is the score: no field of the board reached."""
        return -1.0 if self.game.seats > 1 else -61.0

    def max_utility(self) -> float:
        """The highest return. Alone it is the score: all numbers in full and no field missed."""
        return 1.0 if self.game.seats > 1 else 54.0

    def utility_sum(self) -> float | None:
        """The sum of all returns; None for a game of one seat."""
        return 0.0 if self.game.seats > 1 else None

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows, columns."""
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        planes, rows, columns = self.game.observation_shape
        return planes * rows * columns

    def deserialize_state(self, text: str) -> State:
        """Reads what `State.serialize` wrote."""
        position, *rest = text.splitlines() or [""]
        if len(rest) != 2 or not all(number.isdecimal() for line in rest for number in line.split()):
            raise ValueError("a state is a line for the position, one for what it remembers and one for its history")
        memory, history = ([int(number) for number in line.split()] for line in rest)
        return State(self, _unpickled(self.game.spec, position, memory), history)

    def __str__(self) -> str:
        return self.game.spec

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load, (self.game.spec, self.deals))


def _load(spec: str, deals: int) -> Game:
    return Game(spec, deals=deals)


def load_game(spec: str, *, deals: int = 1024) -> Game:
    """The game of a Breadboard spec."""
    return Game(spec, deals=deals)


class State:
    """A position that `apply_action` changes, in the shape of OpenSpiel's `State`."""

    def __init__(self, game: Game, state: _State, history: list[int] | None = None) -> None:
        self._game = game
        self._state = state
        self._history = [] if history is None else history

    @property
    def state(self) -> _State:
        """The position as a Breadboard value."""
        return self._state

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def num_players(self) -> int:
        """How many seats play."""
        return self._game.game.seats

    def num_distinct_actions(self) -> int:
        """How many action numbers there are."""
        return self._game.game.actions

    def current_player(self) -> int:
        """The seat that chooses; -1 for chance, -2 for several seats at once, -4 at the end."""
        seat = self._state.seat
        if seat is not None:
            return seat
        if self._state.is_over:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self._state.is_chance else SIMULTANEOUS_PLAYER

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.is_over

    def is_chance_node(self) -> bool:
        """Whether chance is next."""
        return self._state.is_chance

    def is_simultaneous_node(self) -> bool:
        """Whether several seats choose at once."""
        return self._state.is_simultaneous

    def is_player_node(self) -> bool:
        """Whether one seat chooses."""
        return self._state.seat is not None

    def _seat(self, player: int) -> int:
        if not 0 <= player < self.num_players():
            raise ValueError(f"there is no player {player}: players are counted from 0, and this game has {self.num_players()}")
        return player

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a seat, rising; at a chance node the numbers of the outcomes."""
        if player is not None and player != CHANCE_PLAYER:
            self._seat(player)
        if self._state.is_chance:
            return [action for action, _ in self.chance_outcomes()] if player in (None, CHANCE_PLAYER) else []
        if self._state.is_over:
            return []
        if player is None and self._state.is_simultaneous:
            return sorted({action for seat in self._state.acting for action in self._state.legal_actions(seat)})
        if player is None:
            return self._state.legal_actions()
        return self._state.legal_actions(player) if player in self._state.acting else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for every legal action of a seat, else 0."""
        mask = [0] * self._game.game.actions
        for action in [] if self._state.is_chance else self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the outcomes with their probabilities."""
        outcomes = self._state.chances()
        if outcomes is None:
            deals = self._game.deals
            return [(deal, 1.0 / deals) for deal in range(deals)]
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, (_, weight) in enumerate(outcomes)]

    def action_to_string(self, *args: int) -> str:
        """The notation of an action: (action) or (player, action)."""
        if len(args) not in (1, 2):
            raise TypeError("pass an action, or a player and an action")
        action = args[-1]
        if self._state.is_chance:
            return self._chance_text(action)
        seat = args[0] if len(args) == 2 and args[0] >= 0 else None
        return self._state.text(action, seat)

    def string_to_action(self, *args: Any) -> int:
        """The action with a notation: (text) or (player, text)."""
        if len(args) not in (1, 2):
            raise TypeError("pass a text, or a player and a text")
        seat = args[0] if len(args) == 2 else None
        return self._state.action(str(args[-1]), seat)

    def _chance_text(self, action: int) -> str:
        outcomes = self._state.chances()
        if outcomes is None:
            if action < 0:
                raise ValueError("a deal has a number from 0 on")
            return self._state.sample(action)
        if not 0 <= action < len(outcomes):
            raise ValueError(f"there is no chance outcome {action}: there are {len(outcomes)}")
        return outcomes[action][0]

    def apply_action(self, action: int) -> None:
        """Makes an action, or the chance outcome with this number."""
        if self._state.is_chance:
            self._state = self._state.apply(self._chance_text(int(action)))
        else:
            self._state = self._state.apply(int(action))
        self._history.append(int(action))

    def apply_actions(self, actions: list[int]) -> None:
        """Makes a simultaneous round: one action for every seat. The action of a seat that does not choose is ignored."""
        if len(actions) != self.num_players():
            raise ValueError(f"pass one action for each of the {self.num_players()} seats")
        self._state = self._state.apply_round({seat: int(actions[seat]) for seat in self._state.acting})
        self._history.extend(int(action) for action in actions)

    def returns(self) -> list[float]:
        """What each seat gets; all 0 while the game goes on."""
        return list(self._state.returns)

    def player_return(self, player: int) -> float:
        """What one seat gets."""
        return self._state.returns[self._seat(player)]

    def rewards(self) -> list[float]:
        """The returns, at the end only."""
        return self.returns()

    def history(self) -> list[int]:
        """The actions that led here, with the numbers of chance outcomes."""
        return list(self._history)

    def history_str(self) -> str:
        """The actions that led here, as text."""
        return ", ".join(map(str, self._history))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a seat sees, flat."""
        values: list[float] = self.observation_array(player).ravel().tolist()
        return values

    def observation_array(self, player: int | None = None) -> NDArray[np.float32]:
        """What a seat sees, as planes."""
        return self._state.observation(player, "float32")

    def observation_string(self, player: int | None = None) -> str:
        """The position on one line: nothing in these games is hidden but choices of the same round."""
        del player
        return self._state.position

    def information_state_string(self, player: int | None = None) -> str:
        """As `observation_string`."""
        return self.observation_string(player)

    def clone(self) -> State:
        """A copy that changes by itself."""
        return State(self._game, self._state, list(self._history))

    def child(self, action: int) -> State:
        """The position after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def serialize(self) -> str:
        """The position, what it remembers to find repetitions, and the history, a line each; `Game.deserialize_state` reads it."""
        memory = self._state.__reduce__()[1][2]
        return "\n".join([self._state.position, " ".join(map(str, memory)), " ".join(map(str, self._history)), ""])

    def __str__(self) -> str:
        return self._state.draw()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)
