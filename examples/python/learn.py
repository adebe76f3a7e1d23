"""A small learner: it plays a game against itself and learns what positions are worth, with NumPy alone.

    pip install ./crates/py numpy
    python examples/python/learn.py breakthrough:columns=5,rows=5 --minutes 12 --out learned/breakthrough
    python examples/python/learn.py snipe:seats=2,forest=3x3 --minutes 12 --out learned/snipe

How it works: for every legal move of every game `Vector.children` gives what the seat sees after it. A net of two hidden
layers guesses the seat's return from that, the best guess is played (sometimes a random move, to see more), and when a game
ends the net learns the returns that came of its positions. Nothing here knows a game: it learns all of them.

It writes the net (net.npz), the curve of its results against a bot (curve.csv, curve.svg), and prints the final match.
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


class Net:
    """Two hidden layers, one output between -1 and 1, learned by Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        sizes = [inputs, hidden, hidden // 2, 1]
        self.weights = [
            (rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32) for a, b in zip(sizes, sizes[1:])
        ]
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.weights + self.biases]
        self.steps = 0

    def layers(self, x: Array) -> list[Array]:
        """The values of all layers; the last is the guess."""
        values = [x]
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases)):
            x = x @ weight + bias
            x = np.tanh(x) if number == 2 else np.maximum(x, 0)
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
        for number in (2, 1, 0):
            weight_slopes.append(values[number].T @ delta)
            bias_slopes.append(delta.sum(axis=0))
            if number:
                delta = (delta @ self.weights[number].T) * (values[number] > 0)
        slopes = weight_slopes[::-1] + bias_slopes[::-1]
        self.steps += 1
        for parameter, slope, moment in zip(self.weights + self.biases, slopes, self.moments):
            moment[0] += 0.1 * (slope - moment[0])
            moment[1] += 0.001 * (slope * slope - moment[1])
            first = moment[0] / (1 - 0.9**self.steps)
            second = moment[1] / (1 - 0.999**self.steps)
            parameter -= (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
        return float((error**2).mean())

    def save(self, path: Path) -> None:
        """Writes the weights."""
        named = {f"weight{n}": w for n, w in enumerate(self.weights)} | {f"bias{n}": b for n, b in enumerate(self.biases)}
        np.savez(path, **named)


class Memory:
    """The last positions with what came of them."""

    def __init__(self, room: int, values: int) -> None:
        self.seen = np.zeros((room, values), np.uint8)
        self.returns = np.zeros(room, np.float32)
        self.count = self.next = 0

    def add(self, seen: NDArray[np.uint8], returns: Array) -> None:
        """Adds positions in place of the oldest."""
        places = (self.next + np.arange(len(seen))) % len(self.returns)
        self.seen[places], self.returns[places] = seen, returns
        self.next = int(self.next + len(seen)) % len(self.returns)
        self.count = min(self.count + len(seen), len(self.returns))

    def some(self, number: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Array]:
        """A random choice."""
        places = rng.integers(self.count, size=number)
        return self.seen[places], self.returns[places]


class Learner:
    """The net with what it needs to play."""

    def __init__(self, spec: str, hidden: int, seed: int) -> None:
        self.game = breadboard.load(spec)
        planes, rows, columns = self.game.observation_shape
        self.values = planes * rows * columns
        highest = np.array([highest for _, highest in self.game.planes], np.float32)
        self.scale = np.repeat(1 / highest, rows * columns).astype(np.float32)
        self.rng = np.random.default_rng(seed)
        self.net = Net(self.values, hidden, self.rng)

    def choose(self, games: breadboard.Vector, curiosity: float) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
        """An action for every game, the places of the chosen children, and all children."""
        starts, actions, seen = games.children()
        flat = seen.reshape(len(actions), self.values)
        guesses = self.net.guess(flat * self.scale)
        picks = np.zeros(len(games), np.int64)
        curious = self.rng.random(len(games)) < curiosity
        for index in range(len(games)):
            first, end = starts[index], starts[index + 1]
            picks[index] = self.rng.integers(first, end) if curious[index] else first + int(guesses[first:end].argmax())
        return actions[picks], picks, flat

    def match(self, opponent: str, count: int, seed: int) -> float:
        """The share of the points in `count` games, half of them in each seat (of two)."""
        points = 0.0
        for seat in range(2):
            games = breadboard.Vector(self.game, count // 2, seed=seed + seat, opponent=opponent, seat=seat, autoreset="next_step")
            over = np.zeros(len(games), bool)
            while not over.all():
                starts, actions, seen = games.children()
                guesses = self.net.guess(seen.reshape(len(actions), self.values) * self.scale)
                chosen = np.zeros(len(games), np.int64)
                for index in np.flatnonzero(games.seats >= 0):
                    first, end = starts[index], starts[index + 1]
                    chosen[index] = actions[first + int(guesses[first:end].argmax())]
                games.step(chosen)
                fresh = games.done & ~over
                points += float(((games.rewards[fresh][:, seat] + 1) / 2).sum())
                over |= games.done
        return points / (2 * (count // 2))


def self_play(learner: Learner, options: argparse.Namespace, out: Path) -> list[tuple[float, int, float]]:
    """Plays and learns until the time is over; the curve: minutes, games, share of the points."""
    games = breadboard.Vector(learner.game, options.games, seed=options.seed)
    memory = Memory(options.memory, learner.values)
    trails: list[list[tuple[int, NDArray[np.uint8]]]] = [[] for _ in range(options.games)]
    curve, finished, begun = [], 0, time.monotonic()
    spent_on_matches, next_match = 0.0, options.minutes * 60 / options.points
    while (spent := time.monotonic() - begun - spent_on_matches) < options.minutes * 60:
        left = 1 - spent / (options.minutes * 60)
        actions, picks, flat = learner.choose(games, options.curiosity * left)
        seats = games.seats.copy()
        for index, place in enumerate(picks):
            trails[index].append((int(seats[index]), flat[place].copy()))
        games.step(actions)
        for index in np.flatnonzero(games.done):
            seen = np.stack([view for _, view in trails[index]])
            memory.add(seen, np.array([games.rewards[index][seat] for seat, _ in trails[index]], np.float32))
            trails[index] = []
            finished += 1
        if memory.count > 4096:
            for _ in range(options.lessons):
                seen, returns = memory.some(512, learner.rng)
                learner.net.learn(seen * learner.scale, returns, options.rate * max(left, 0.05))
        if spent >= next_match:
            next_match += options.minutes * 60 / options.points
            before = time.monotonic()
            share = learner.match(options.opponent, 100, options.seed + 1000)
            spent_on_matches += time.monotonic() - before
            curve.append((spent / 60, finished, share))
            print(f"{spent / 60:5.1f} min, {finished:7,} games: {share:.0%} against {options.opponent}", flush=True)
            learner.net.save(out / "net.npz")
    return curve


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
    parser.add_argument("--hidden", type=int, default=128, help="the size of the first layer")
    parser.add_argument("--memory", type=int, default=200_000, help="positions to learn from")
    parser.add_argument("--lessons", type=int, default=4, help="of 512 positions after every step")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the start")
    parser.add_argument("--curiosity", type=float, default=0.15, help="share of random moves, at the start")
    parser.add_argument("--points", type=int, default=12, help="of the curve")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if breadboard.load(options.spec).seats != 2:
        parser.error("the match is for two seats")
    options.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(options.spec, options.hidden, options.seed)
    curve = self_play(learner, options, options.out)
    if curve:
        with (options.out / "curve.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("minutes", "games", "share"), *curve])
        (options.out / "curve.svg").write_text(draw(curve, options.opponent, learner.game.spec))
    learner.net.save(options.out / "net.npz")
    share = learner.match(options.opponent, 200, options.seed + 5000)
    print(f"after {options.minutes:g} minutes: {share:.1%} of 200 games against {options.opponent}")


if __name__ == "__main__":
    main()
