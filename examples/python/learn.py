"""A small learner: it plays a game against itself and learns what positions are worth, with NumPy alone.

    pip install ./crates/py -r examples/python/requirements.txt
    python examples/python/learn.py breakthrough:columns=5,rows=5 --hidden 64 --minutes 12 --out learned/breakthrough
    python examples/python/learn.py breadwinner:round_cap=10,loaves_to_win=4 --hidden 64,32 --curiosity 0.05 --minutes 12 --out learned/bread

How it works: for every legal move of every game `Vector.children` gives what the seat sees after it. A net guesses the seat's
return from that, the best guess is played (sometimes a random move, to see more), and when a game ends the net learns the
returns that came of its positions. Nothing here knows a game: it learns all games of two seats.

It writes the net (net.npz) and the curve of its results against a bot (curve.csv, curve.svg), and prints the final match.
For Breakthrough with one hidden layer of 64 it also writes weights.bin: the net in the form of the bots, which judge positions
by it deep in their search (`game.player("bot4", weights=...)`). docs/python.md describes the form.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import breadboard
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

#: The neurons of the bots of Breakthrough, and how they write a weight of 1 in their two layers.
BOT_NEURONS, BOT_ONE, BOT_OUTPUT_ONE = 64, 255, 64


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
        """One step of Adam on the squared error; returns that error."""
        values = self.layers(x)
        error = values[-1][:, 0] - target
        delta = (2 / len(x) * error * (1 - values[-1][:, 0] ** 2))[:, None].astype(np.float32)
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
    """The last positions with what came of them."""

    def __init__(self, room: int, values: int) -> None:
        self.seen = np.zeros((room, values), np.uint8)
        self.returns = np.zeros(room, np.float32)
        self.count = self.next = 0

    def add(self, seen: Bytes, returns: Array) -> None:
        """Adds positions in place of the oldest."""
        places = (self.next + np.arange(len(seen))) % len(self.returns)
        self.seen[places], self.returns[places] = seen, returns
        self.next = int(self.next + len(seen)) % len(self.returns)
        self.count = min(self.count + len(seen), len(self.returns))

    def some(self, number: int, rng: np.random.Generator) -> tuple[Bytes, Array]:
        """A random choice."""
        places = rng.integers(self.count, size=number)
        return self.seen[places], self.returns[places]


def best_of_each(starts: Numbers, guesses: Array) -> Numbers:
    """The place of the best guess of every game; games without a move get 0."""
    best = np.zeros(len(starts) - 1, np.int64)
    # Sorted by game and then by guess, the last of each game is its best.
    owner = np.repeat(np.arange(len(best)), np.diff(starts))
    order = np.lexsort((guesses, owner))
    moves = np.flatnonzero(np.diff(starts))
    best[moves] = order[starts[moves + 1] - 1]
    return best


def differing(game: breadboard.Game, seed: int) -> Numbers:
    """The values of an observation that a net needs: those that change in random games, and of equal ones the first.

    Many planes hold one number on every square, and parts of the board never change: often nine of ten values say nothing.
    """
    games, seen = breadboard.Vector(game, 64, seed=seed), []
    for _ in range(64):
        games.step_random(8)
        views = games.children()[2]
        seen.append(views[:: max(1, len(views) // 128)].reshape(-1, views[0].size))
    columns, first = np.unique(np.concatenate(seen), axis=1, return_index=True)
    return np.sort(first[columns.min(axis=0) != columns.max(axis=0)])


class Learner:
    """The net with what it needs to play."""

    def __init__(self, spec: str, hidden: list[int], seed: int) -> None:
        self.game = breadboard.load(spec)
        planes, rows, columns = self.game.observation_shape
        self.values = planes * rows * columns
        self.inputs = differing(self.game, seed)
        highest = np.array([highest for _, highest in self.game.planes], np.float32)
        self.scale = np.repeat(1 / highest, rows * columns).astype(np.float32)[self.inputs]
        self.rng = np.random.default_rng(seed)
        self.net = Net(len(self.inputs), hidden, self.rng)

    def save(self, path: Path) -> None:
        """Writes the net and which values of an observation it reads."""
        np.savez(path, inputs=self.inputs, scale=self.scale, **self.net.named())

    def choose(self, games: breadboard.Vector, curiosity: float) -> tuple[Numbers, Bytes]:
        """An action for every game, and what its seat sees after it. `curiosity` is the share of random moves."""
        starts, actions, seen = games.children()
        flat = seen.reshape(len(actions), self.values)[:, self.inputs]
        picks = best_of_each(starts, self.net.guess(flat * self.scale))
        curious = np.flatnonzero((self.rng.random(len(games)) < curiosity) & (np.diff(starts) > 0))
        picks[curious] = self.rng.integers(starts[curious], starts[curious + 1])
        return actions[picks], flat[picks]

    def match(self, opponent: str, count: int, seed: int) -> float:
        """The share of the points in `count` games, half of them in each seat (of two)."""
        points = 0.0
        for seat in range(2):
            games = breadboard.Vector(self.game, count // 2, seed=seed + seat, opponent=opponent, seat=seat, autoreset="next_step")
            over = np.zeros(len(games), bool)
            while not over.all():
                games.step(self.choose(games, 0.0)[0])
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
    first = np.zeros((learner.values, BOT_NEURONS))
    first[learner.inputs] = net.weights[0]
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
    memory = Memory(options.memory, len(learner.inputs))
    trails: list[list[tuple[int, Bytes]]] = [[] for _ in range(options.games)]
    clock = time.process_time if options.cpu else time.monotonic
    curve, finished, begun = [], 0, clock()
    spent_on_matches, next_match = 0.0, options.minutes * 60 / options.points
    while (spent := clock() - begun - spent_on_matches) < options.minutes * 60:
        left = 1 - spent / (options.minutes * 60)
        seats = games.seats.copy()
        actions, seen = learner.choose(games, options.curiosity * left)
        for trail, seat, view in zip(trails, seats.tolist(), seen):
            trail.append((seat, view))
        games.step(actions)
        for index in np.flatnonzero(games.done):
            views = np.stack([view for _, view in trails[index]])
            memory.add(views, np.array([games.rewards[index][seat] for seat, _ in trails[index]], np.float32))
            trails[index] = []
            finished += 1
        if memory.count > 4096:
            for _ in range(options.lessons):
                views, returns = memory.some(512, learner.rng)
                learner.net.learn(views * learner.scale, returns, options.rate * max(left, 0.05))
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
    parser.add_argument("--curiosity", type=float, default=0.15, help="share of random moves, at the start")
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
