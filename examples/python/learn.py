"""A small learner: it plays a game against itself and learns what positions are worth, with NumPy alone.

    pip install ./crates/py -r examples/python/requirements.txt
    python examples/python/learn.py breakthrough:columns=5,rows=5 --hidden 64 --minutes 6 --out learned/breakthrough
    python examples/python/learn.py breadwinner:round_cap=10 --hidden 64,32 --curiosity 0.03 --minutes 14 --out learned/breadwinner

How it works: for every legal move of every game `Vector.children` gives what the seat sees after it. A net guesses the seat's
return from that, the best guess is played (sometimes a random move, to see more), and when a game ends the net learns what
came of its positions: TD(lambda), the method of TD-Gammon. Nothing here knows a game: it learns all games of two seats.

It writes the net (net.npz) and the curve of its results against a bot (curve.csv, curve.svg), and prints the final match.
For Breakthrough with one hidden layer of 64 it also writes weights.bin: the net in the form of the bots, which judge positions
by it deep in their search (`game.player("bot4", weights=...)`). docs/python.md describes the form.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from pathlib import Path
from typing import NamedTuple

# The matrices are small: more threads of NumPy would wait for each other longer than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import breadboard
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

#: The neurons of the bots of Breakthrough, and how they write a weight of 1 in their two layers.
BOT_NEURONS, BOT_ONE, BOT_OUTPUT_ONE = 64, 255, 64

#: A number up to this has an input for each step: 2 is 1, 1, 0. One input for what is above.
UNARY = 3
#: The highest number that is taken to be usual, unless random games show a higher one.
MANY = 16


class Net:
    """Hidden layers of neurons that say 0 to 1, one output between -1 and 1, learned by Adam."""

    def __init__(self, inputs: int, hidden: list[int], rng: np.random.Generator) -> None:
        sizes = [inputs, *hidden, 1]
        self.weights = [
            (rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32) for a, b in zip(sizes, sizes[1:])
        ]
        # A neuron begins in the middle of its range, where it learns.
        self.biases = [np.full(b, 0.5 if b > 1 else 0.0, np.float32) for b in sizes[1:]]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.weights + self.biases]
        self.steps = 0

    def layers(self, x: Array) -> list[Array]:
        """The values of all layers; the last is the guess."""
        values, last = [x], len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases)):
            x = x @ weight + bias
            x = np.tanh(x) if number == last else np.clip(x, 0, 1)
            values.append(x)
        return values

    def guess(self, x: Array) -> Array:
        """What each position is worth."""
        return self.layers(x)[-1][:, 0]

    def learn(self, x: Array, target: Array, rate: float) -> float:
        """One step of Adam on the cross entropy, which also corrects guesses that are certain and wrong; returns the squared error."""
        values = self.layers(x)
        error = values[-1][:, 0] - target
        delta = (error / len(x))[:, None].astype(np.float32)
        weight_slopes, bias_slopes = [], []
        for number in reversed(range(len(self.weights))):
            weight_slopes.append(values[number].T @ delta)
            bias_slopes.append(delta.sum(axis=0))
            if number:
                delta = (delta @ self.weights[number].T) * ((values[number] > 0) & (values[number] < 1))
        slopes = weight_slopes[::-1] + bias_slopes[::-1]
        self.steps += 1
        for parameter, slope, moment in zip(self.weights + self.biases, slopes, self.moments):
            moment[0] += 0.1 * (slope - moment[0])
            moment[1] += 0.001 * (slope * slope - moment[1])
            first = moment[0] / (1 - 0.9**self.steps)
            second = moment[1] / (1 - 0.999**self.steps)
            parameter -= (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
        return float((error**2).mean())

    def named(self) -> dict[str, Array]:
        """The weights by name."""
        return {f"weight{n}": w for n, w in enumerate(self.weights)} | {f"bias{n}": b for n, b in enumerate(self.biases)}


class Memory:
    """The last positions with what they should be worth."""

    def __init__(self, room: int, values: int) -> None:
        self.seen = np.zeros((room, values), np.uint8)
        self.targets = np.zeros(room, np.float32)
        self.count = self.next = 0

    def add(self, seen: Bytes, targets: Array) -> None:
        """Adds positions in place of the oldest."""
        places = (self.next + np.arange(len(seen))) % len(self.targets)
        self.seen[places], self.targets[places] = seen, targets
        self.next = int(self.next + len(seen)) % len(self.targets)
        self.count = min(self.count + len(seen), len(self.targets))

    def some(self, number: int, rng: np.random.Generator) -> tuple[Bytes, Array]:
        """A random choice."""
        places = rng.integers(self.count, size=number)
        return self.seen[places], self.targets[places]


def best_of_each(starts: Numbers, guesses: Array) -> Numbers:
    """The place of the best guess of every game; games without a move get 0."""
    best = np.zeros(len(starts) - 1, np.int64)
    # Sorted by game and then by guess, the last of each game is its best.
    owner = np.repeat(np.arange(len(best)), np.diff(starts))
    order = np.lexsort((guesses, owner))
    moves = np.flatnonzero(np.diff(starts))
    best[moves] = order[starts[moves + 1] - 1]
    return best


class Reader:
    """What a net reads of an observation: values that can differ between positions, small whole numbers in unary.

    Many planes hold one number on every square, and parts of the board never change: often nine of ten values say nothing.
    Unary is what TD-Gammon read: the step from no man to one means something else than the step from two to three.
    """

    def __init__(self, places: Numbers, most: Numbers) -> None:
        self.places, self.most = places, most
        tops = list(enumerate(most.tolist()))
        steps = [(column, step) for column, top in tops for step in range(min(top, UNARY))]
        self.columns, low = np.array(steps).T
        self.low = low.astype(np.uint8)
        self.high_columns = np.flatnonzero(most > UNARY)
        self.rate = (1 / (most[self.high_columns] - UNARY)).astype(np.float32)
        self.count = len(self.columns) + len(self.high_columns)

    @classmethod
    def of(cls, game: breadboard.Game, seed: int) -> Reader:
        """The values that differ in random games, of equal ones in a plane the first; and all of planes that such games seldom use."""
        games, rng = breadboard.Vector(game, 256, seed=seed), np.random.default_rng(seed)
        planes, rows, columns = game.observation_shape
        most, used = np.zeros(planes, np.uint8), np.zeros(planes)
        keys, count = np.zeros((planes, rows * columns)), 0
        for _ in range(64):
            games.step_random(16)
            views = games.children()[2].reshape(-1, planes, rows * columns)
            views = views[:: 1 + views.size // 2**20]
            most = np.maximum(most, views.max(axis=(0, 2)))
            used += views.any(axis=2).sum(axis=0)
            # Values that are equal in every position have equal sums, and others hardly ever do. The sums are exact.
            keys += np.tensordot(rng.integers(2**20, size=len(views)).astype(np.float64), views, 1)
            count += len(views)
        differs, seldom = np.zeros(keys.shape, bool), used < 0.01 * count
        for plane, sums in enumerate(keys):
            differs[plane, np.unique(sums, return_index=True)[1]] = True
        differs[keys == 0] = False
        # What such a plane will show is not known, but where: on the squares of the board.
        differs[seldom] = differs[~seldom].any(axis=0)
        # A plane that can count to 200 hardly ever does.
        highest = np.array([highest for _, highest in game.planes])
        tops = np.minimum(highest, np.maximum(most, MANY))
        places = np.flatnonzero(differs)
        return cls(places, tops[places // (rows * columns)])

    def raw(self, seen: Bytes) -> Bytes:
        """The values of observations that count, to keep."""
        return seen.reshape(len(seen), -1).take(self.places, axis=1)

    def inputs(self, raw: Bytes) -> Array:
        """These values as a net reads them."""
        x = np.empty((len(raw), self.count), np.float32)
        x[:, : len(self.columns)] = raw.take(self.columns, axis=1) > self.low
        x[:, len(self.columns) :] = (np.maximum(raw.take(self.high_columns, axis=1), UNARY) - UNARY) * self.rate
        return x


class Choices(NamedTuple):
    """The choices of one step, a row a game."""

    actions: Numbers
    #: What the seat sees after its action.
    raw: Bytes
    #: The guess of the best action, even if another one is tried.
    best: Array
    #: Whether the action is a random one.
    curious: NDArray[np.bool_]


def td_targets(seats: list[int], best: list[float], curious: list[bool], returns: Array, trace: float) -> list[float]:
    """What a net should have guessed in a game: for each choice what the next one was worth, by the guess and by what came later.

    `trace` (lambda) is the weight of what came later: 1 learns results, 0 learns guesses. A random move says nothing about the
    choice before it, so there the guess of the best move counts.
    """
    targets = [float(returns[seats[-1]])] * len(seats)
    for now in range(len(seats) - 2, -1, -1):
        following = now + 1
        weight = 0.0 if curious[following] else trace
        worth = (1 - weight) * best[following] + weight * targets[following]
        targets[now] = worth if seats[now] == seats[following] else -worth
    return targets


class Learner:
    """The net with what it needs to play."""

    def __init__(self, spec: str, hidden: list[int], seed: int) -> None:
        self.game = breadboard.load(spec)
        self.reader = Reader.of(self.game, seed)
        self.rng = np.random.default_rng(seed)
        self.net = Net(self.reader.count, hidden, self.rng)

    def save(self, path: Path) -> None:
        """Writes the net and which values of an observation it reads."""
        np.savez(path, places=self.reader.places, most=self.reader.most, **self.net.named())

    def choose(self, games: breadboard.Vector, curiosity: float) -> Choices:
        """An action for every game. `curiosity` is the share of random moves."""
        starts, actions, seen = games.children()
        raw = self.reader.raw(seen)
        guesses = self.net.guess(self.reader.inputs(raw))
        picks = best_of_each(starts, guesses)
        best = guesses[picks]
        curious = (self.rng.random(len(games)) < curiosity) & (np.diff(starts) > 0)
        picks[curious] = self.rng.integers(starts[:-1][curious], starts[1:][curious])
        return Choices(actions[picks], raw[picks], best, curious)

    def match(self, opponent: str, count: int, seed: int) -> float:
        """The share of the points in `count` games, half of them in each seat (of two)."""
        points = 0.0
        for seat in range(2):
            games = breadboard.Vector(self.game, count // 2, seed=seed + seat, opponent=opponent, seat=seat, autoreset="next_step")
            over = np.zeros(len(games), bool)
            while not over.all():
                games.step(self.choose(games, 0.0).actions)
                fresh = games.done & ~over
                points += float(((games.rewards[fresh][:, seat] + 1) / 2).sum())
                over |= games.done
        return points / (2 * (count // 2))


def bot_weights(learner: Learner) -> bytes | None:
    """The net in the form of the bots, where it fits: Breakthrough without the swap, one hidden layer of 64."""
    net, (planes, rows, columns) = learner.net, learner.game.observation_shape
    if learner.game.id != "breakthrough" or planes != 2 or rows * columns > 64:
        return None
    if [weight.shape[1] for weight in net.weights] != [BOT_NEURONS, 1]:
        return None
    first = np.zeros((planes * rows * columns, BOT_NEURONS))
    first[learner.reader.places] = net.weights[0]
    # A bot asks what the position is worth to the side to move, in log-odds. The net knows what it is worth to the other
    # one, who has just moved, and tanh(x) is the return where the log-odds are 2x.
    layers = [
        BOT_ONE * first,
        BOT_ONE * net.biases[0],
        np.zeros(BOT_NEURONS),
        -2 * BOT_OUTPUT_ONE * net.weights[1],
        -2 * BOT_OUTPUT_ONE * net.biases[1],
    ]
    numbers = np.concatenate([np.asarray(layer, np.float64).ravel() for layer in layers])
    return np.clip(np.rint(numbers), -32768, 32767).astype("<i2").tobytes()


def self_play(learner: Learner, options: argparse.Namespace) -> list[tuple[float, int, float]]:
    """Plays and learns until the time is over; the curve: minutes, games, share of the points. The last point is the final match."""
    games = breadboard.Vector(learner.game, options.games, seed=options.seed)
    memory = Memory(options.memory, len(learner.reader.places))
    trails: list[list[tuple[int, Bytes, float, bool]]] = [[] for _ in range(options.games)]
    clock = time.process_time if options.cpu else time.monotonic
    curve, finished, begun = [], 0, clock()
    spent_on_matches, next_match = 0.0, options.minutes * 60 / options.points
    while (spent := clock() - begun - spent_on_matches) < options.minutes * 60:
        left = 1 - spent / (options.minutes * 60)
        seats = games.seats.tolist()
        chosen = learner.choose(games, options.curiosity * left)
        for trail, *step in zip(trails, seats, chosen.raw, chosen.best.tolist(), chosen.curious.tolist()):
            trail.append(tuple(step))
        games.step(chosen.actions)
        for index in np.flatnonzero(games.done):
            seats, views, best, curious = zip(*trails[index])
            memory.add(np.stack(views), np.array(td_targets(seats, best, curious, games.rewards[index], options.trace), np.float32))
            trails[index] = []
            finished += 1
        if memory.count > 4096:
            for _ in range(options.lessons):
                views, targets = memory.some(512, learner.rng)
                learner.net.learn(learner.reader.inputs(views), targets, options.rate * max(left, 0.05))
        if spent >= next_match:
            next_match += options.minutes * 60 / options.points
            before = clock()
            share = learner.match(options.opponent, 100, options.seed + 1000)
            spent_on_matches += clock() - before
            curve.append((spent / 60, finished, share))
            print(f"{spent / 60:5.1f} min, {finished:7,} games: {share:.0%} against {options.opponent}", flush=True)
            learner.save(options.out / "net.npz")
    share = learner.match(options.opponent, options.match, options.seed + 5000)
    print(
        f"after {spent / 60:.1f} minutes and {finished:,} games: {share:.1%} of {options.match} games against {options.opponent}",
        flush=True,
    )
    return [*curve, (spent / 60, finished, share)]


def bot_match(game: breadboard.Game, weights: bytes, opponent: str, count: int) -> float:
    """The share of the wins of bot4 with these weights, half of the games in each seat. No game of Breakthrough is drawn."""
    won = 0
    for number in range(count):
        own, state = number % 2, game.start()
        players = [game.player(opponent), game.player(opponent)]
        players[own] = game.player("bot4", weights=weights)
        while not state.is_over:
            state = state.apply(players[state.seat].choose(state, seed=number))
        won += state.returns[own] > 0
    return won / count


def draw(curve: list[tuple[float, int, float]], opponent: str, spec: str) -> str:
    """The curve as a picture."""
    longest = max(minutes for minutes, _, _ in curve)
    points = " ".join(f"{50 + 500 * minutes / longest:.1f},{250 - 200 * share:.1f}" for minutes, _, share in curve)
    lines = "".join(
        f'<line x1="50" x2="550" y1="{250 - 200 * share}" y2="{250 - 200 * share}" stroke="#ddd"/>'
        f'<text x="44" y="{254 - 200 * share}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="580" height="300" font-family="sans-serif" font-size="12">'
        f'<rect width="580" height="300" fill="#fff"/>{lines}'
        f'<polyline points="{points}" fill="none" stroke="#0969da" stroke-width="2"/>'
        f'<text x="300" y="24" text-anchor="middle">{spec}: share of the points against {opponent}</text>'
        f'<text x="550" y="280" text-anchor="end">{longest:.1f} minutes of self-play</text></svg>'
    )


def main() -> None:
    """Learns, measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("spec", help="a game of two seats")
    parser.add_argument("--minutes", type=float, default=12.0, help="of self-play")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="the folder to write to")
    parser.add_argument("--opponent", default="bot2")
    parser.add_argument("--games", type=int, default=256, help="games at the same time")
    parser.add_argument("--hidden", default="128,64", help="the sizes of the hidden layers")
    parser.add_argument("--memory", type=int, default=200_000, help="positions to learn from")
    parser.add_argument("--lessons", type=int, default=4, help="of 512 positions after every step")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the start")
    parser.add_argument("--curiosity", type=float, default=0.1, help="share of random moves, at the start")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda: the weight of results against guesses of later positions")
    parser.add_argument("--points", type=int, default=12, help="of the curve")
    parser.add_argument("--match", type=int, default=200, help="games of the final match")
    parser.add_argument("--cpu", action="store_true", help="count processor time, on a busy machine")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if breadboard.load(options.spec).seats != 2:
        parser.error("the match is for two seats")
    options.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(options.spec, [int(size) for size in options.hidden.split(",")], options.seed)
    curve = self_play(learner, options)
    with (options.out / "curve.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("minutes", "games", "share"), *curve])
    (options.out / "curve.svg").write_text(draw(curve, options.opponent, learner.game.spec) + "\n")
    learner.save(options.out / "net.npz")
    weights = bot_weights(learner)
    if weights is not None:
        (options.out / "weights.bin").write_bytes(weights)
        share = bot_match(learner.game, weights, options.opponent, options.match)
        print(f"bot4 with the learned weights: {share:.1%} of {options.match} games against {options.opponent}")


if __name__ == "__main__":
    main()
