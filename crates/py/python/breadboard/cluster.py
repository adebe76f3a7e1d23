"""Matches and self-play on a Ray cluster: several machines, or the cores of one.

    import breadboard.cluster

    standing = breadboard.cluster.arena("breakthrough", ["bot4", "bot3"], games=2000, address="auto")
    print(standing)

The unit of work is a range of deals. A deal follows from the seed and its number, so a range that is played twice gives
the same games: when a machine is lost, its ranges are played again elsewhere, and no game is missing or counted twice.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._arena import Standing
from ._arena import arena as _local_arena
from ._native import Game, Record, load

__all__ = ["arena", "selfplay"]

#: Ray needs some milliseconds for a task. Shorter ones would cost more than they play.
BATCH_SECONDS = 10.0


def _ray(address: str | None) -> Any:
    import ray

    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    return ray


@dataclass
class _Match:
    """What all machines know of a match."""

    spec: str
    players: list[str]
    options: dict[str, Any] = field(default_factory=dict)

    def play(self, first: int, end: int) -> tuple[list[str], float]:
        """Plays a range of deals on this machine: the lines of its results, and the seconds that it took."""
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.jsonl"
            _local_arena(self.spec, self.players, deals=(first, end), resume=file, threads=1, **self.options)
            lines = file.read_text().splitlines()[1:]
        return lines, time.perf_counter() - begun

    def header(self, folder: Path) -> tuple[str, int]:
        """The first line of the file of results, and how many games there are in all."""
        file = folder / "header.jsonl"
        standing = _local_arena(self.spec, self.players, deals=(0, 0), resume=file, threads=1, **self.options)
        return file.read_text().splitlines()[0], int(standing.data["planned_games"])


def _play(match: _Match, first: int, end: int) -> tuple[list[str], float]:
    return match.play(first, end)


def _job(line: str) -> tuple[int, int, int]:
    entry = json.loads(line)
    return entry["deal"], entry["pairing"], entry["rotation"]


def _in_batches(ray: Any, task: Any, count: int, seconds: float) -> Iterator[Any]:
    """Runs `task(first, end)` for ranges of 0 to `count`, and gives the results in the order of the ranges.

    A range is as long as needed for `seconds`. A range whose machine is lost is begun again.
    """
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    size, begun, given = 1, 0, 0
    running: dict[Any, tuple[int, int]] = {}
    finished: dict[int, tuple[int, Any]] = {}
    try:
        while given < count:
            while begun < count and len(running) < 2 * cores:
                end = min(count, begun + size)
                running[task(begun, end)] = (begun, end)
                begun = end
            ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
            for reference in ready:
                first, end = running.pop(reference)
                try:
                    result, spent = ray.get(reference)
                except (ray.exceptions.RayTaskError, ray.exceptions.TaskCancelledError):
                    raise
                except ray.exceptions.RayError:
                    # The worker or its node is gone: the same range elsewhere gives the same games.
                    running[task(first, end)] = (first, end)
                    continue
                finished[first] = (end, result)
                each = spent / (end - first)
                # Never longer than a quarter of what is left for each core, so that the last batches end together.
                most = max(1, (count - begun) // (4 * cores))
                size = max(1, min(int(seconds / max(each, 1e-6)) + 1, most))
            while given in finished:
                end, result = finished.pop(given)
                yield result
                given = end
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _shown(done: int, planned: int, line: str, *, last: bool = False) -> None:
    """A bar on standard error, in a terminal only."""
    if sys.stderr.isatty():
        width = 30 * done // max(planned, 1)
        sys.stderr.write(f"\r[{'#' * width}{' ' * (30 - width)}] {done}/{planned} {line}" + ("\n" if last else "\033[K"))
        sys.stderr.flush()


def arena(
    game: Game | str,
    players: Sequence[str],
    *,
    games: int = 100,
    seed: int = 1,
    address: str | None = None,
    file: str | os.PathLike[str] | None = None,
    batch_seconds: float = BATCH_SECONDS,
    sprt: tuple[float, float] | tuple[float, float, float, float] | None = None,
    progress: Callable[[int, int, str], object] | None = None,
    **options: Any,
) -> Standing:
    """Plays a match on a cluster. The result is that of `breadboard.arena` with the same seed.

    `address` is Ray's: None starts Ray on this machine, "auto" finds a running cluster. `file` keeps the results, in the form
    of `breadboard arena --resume`, sorted by deal. With `sprt` the match ends with the first deal that decides the test; one
    machine may play a few games more. `options` are those of `breadboard.arena`: openings, book, scale, movetime, clock, gauntlet.
    """
    spec = game.spec if isinstance(game, Game) else load(game).spec
    unknown = set(options) - {"openings", "book", "scale", "movetime", "clock", "gauntlet"}
    if unknown:
        raise TypeError(f"arena on a cluster does not take {', '.join(sorted(unknown))}")
    if not batch_seconds > 0:
        raise ValueError("batch_seconds is more than 0")
    match = _Match(spec, list(players), {"games": games, "seed": seed, **options})
    ray = _ray(address)
    play = ray.remote(max_retries=-1, num_cpus=1)(_play)
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.jsonl" if file is None else Path(file)
        header, planned = match.header(Path(folder))
        kept = {_job(line): line for line in _kept(results, header)}
        written = [header, *(kept[job] for job in sorted(kept))]
        # Every deal is played with every player in every seat.
        missing = _missing_deals(kept, -(-games // load(spec).seats), planned)

        def ask() -> Standing:
            results.write_text("\n".join(written) + "\n")
            return _local_arena(spec, players, deals=(0, 0), resume=results, threads=1, sprt=sprt, **match.options)

        def task(first: int, end: int) -> Any:
            return play.remote(match, missing[first], missing[end - 1] + 1)

        standing = ask()
        for lines in _in_batches(ray, task, len(missing), batch_seconds):
            fresh = sorted((line for line in lines if _job(line) not in kept), key=_job)
            kept.update({_job(line): line for line in fresh})
            before = list(written)
            written.extend(fresh)
            standing = ask()
            if sprt is not None and _decided(standing):
                standing = _first_decision(before, fresh, written, ask)
            told = (standing.games, planned, _brief(standing))
            _shown(*told)
            if progress is not None:
                progress(*told)
            if sprt is not None and _decided(standing):
                break
        _shown(standing.games, planned, _brief(standing), last=True)
        return standing


def _kept(results: Path, header: str) -> list[str]:
    """The lines of an earlier run, without one that was cut short."""
    if not results.exists() or not results.read_text():
        return []
    first, *lines = results.read_text().split("\n")
    if json.loads(first) != json.loads(header):
        raise ValueError(f"{results} belongs to another match")
    return [line for line in lines[:-1] if line]


def _missing_deals(kept: dict[tuple[int, int, int], str], deals: int, planned: int) -> list[int]:
    """The deals that are not complete, in order. All have the same number of games."""
    each = planned // deals
    done: dict[int, int] = {}
    for deal, _, _ in kept:
        done[deal] = done.get(deal, 0) + 1
    return [deal for deal in range(deals) if done.get(deal, 0) < each]


def _decided(standing: Standing) -> bool:
    test = standing.data.get("sprt")
    return test is not None and test["accepted"] is not None


def _first_decision(before: list[str], fresh: list[str], written: list[str], ask: Callable[[], Standing]) -> Standing:
    """Cuts the results after the first deal that decides the test."""
    for deal in sorted({_job(line)[0] for line in fresh}):
        written[:] = before + [line for line in fresh if _job(line)[0] <= deal]
        standing = ask()
        if _decided(standing):
            break
    return standing


def _brief(standing: Standing) -> str:
    first = standing.data["pairings"][0]
    return f"{first['lineup'][0]} {100 * (first['share'] or 0):.1f} %"


def _selfplay(spec: str, names: list[str], seed: int, first: int, end: int) -> tuple[list[str], float]:
    begun = time.perf_counter()
    game, records = load(spec), []
    for number in range(first, end):
        record = Record(game)
        # New players: what they remember of other games must not change their moves.
        players = [game.player(name) for name in names]
        draw = 0
        while not record.state.is_over:
            state, draw = record.state, draw + 1
            word = (seed * 1_000_003 + number * 65_537 + draw) % 2**64
            if state.is_chance:
                record.sample(word)
            else:
                record.play_round({seat: players[seat].choose(state, seat=seat, seed=word) for seat in state.acting})
        for seat, name in enumerate(names):
            record.set_name(seat, name)
        records.append(str(record))
    return records, time.perf_counter() - begun


def selfplay(
    game: Game | str,
    players: str | Sequence[str],
    *,
    games: int,
    seed: int = 1,
    address: str | None = None,
    batch_seconds: float = BATCH_SECONDS,
) -> Iterator[str]:
    """Plays games of bots on a cluster and gives their records, in order. Game n of a seed is always the same.

    `players` is one name for all seats, or a name for each.
    """
    game = load(game) if isinstance(game, str) else game
    names = [players] * game.seats if isinstance(players, str) else list(players)
    if len(names) != game.seats:
        raise ValueError(f"name one player, or one for each of the {game.seats} seats")
    for name in names:
        game.player(name)
    if games < 1 or not batch_seconds > 0:
        raise ValueError("games is at least 1, and batch_seconds is more than 0")
    ray = _ray(address)
    play = ray.remote(max_retries=-1, num_cpus=1)(_selfplay)
    spec = game.spec

    def task(first: int, end: int) -> Any:
        return play.remote(spec, names, seed, first, end)

    for records in _in_batches(ray, task, games, batch_seconds):
        yield from records
