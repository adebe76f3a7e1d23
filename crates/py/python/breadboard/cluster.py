"""Matches, reports and self-play on a Ray cluster: several machines, or the cores of one.

    import breadboard.cluster

    standing = breadboard.cluster.arena("breakthrough", ["bot4", "bot3"], games=2000, address="auto")
    print(standing)

The unit of work is a range of deals or games. Each follows from the seed and its number, so a range that is played twice gives
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
from ._native import Game, Record, _report, _report_missing, load
from ._report import LEVELS, Report, made

__all__ = ["arena", "report", "selfplay"]

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
    size, begun, given = 1, 0, 0
    running: dict[Any, tuple[int, int]] = {}
    finished: dict[int, tuple[int, Any]] = {}
    try:
        while given < count:
            # Machines come and go.
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
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


class _Screen:
    """The standing and a bar on standard error, written over what was there; in a terminal only."""

    def __init__(self) -> None:
        self.lines = 0

    def show(self, done: int, planned: int, table: str = "") -> None:
        """Shows how far it is, and a table above it."""
        if not sys.stderr.isatty():
            return
        width = 30 * done // max(planned, 1)
        lines = [*table.rstrip().splitlines(), f"[{'#' * width}{' ' * (30 - width)}] {done}/{planned} games"]
        up = f"\033[{self.lines}A" if self.lines else ""
        sys.stderr.write(up + "\033[J" + "\n".join(lines) + "\n")
        sys.stderr.flush()
        self.lines = len(lines)


def _write(path: Path, lines: Sequence[str]) -> None:
    """Replaces a file as a whole: an interruption leaves the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
    fresh.replace(path)


def _settings(batch_seconds: float) -> None:
    if not batch_seconds > 0:
        raise ValueError("batch_seconds is more than 0")


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
    _settings(batch_seconds)
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
            _write(results, written)
            return _local_arena(spec, players, deals=(0, 0), resume=results, threads=1, sprt=sprt, **match.options)

        def task(first: int, end: int) -> Any:
            return play.remote(match, missing[first], missing[end - 1] + 1)

        standing, screen = ask(), _Screen()
        # A file of an earlier run may decide the test already.
        count = 0 if sprt is not None and _decided(standing) else len(missing)
        for lines in _in_batches(ray, task, count, batch_seconds):
            fresh = sorted((line for line in lines if _job(line) not in kept), key=_job)
            kept.update({_job(line): line for line in fresh})
            before = list(written)
            written.extend(fresh)
            standing = ask()
            if sprt is not None and _decided(standing):
                standing = _first_decision(before, fresh, written, ask)
            screen.show(standing.games, planned, standing.text)
            if progress is not None:
                progress(standing.games, planned, _brief(standing))
            if sprt is not None and _decided(standing):
                break
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


def _report_part(spec: str, levels: list[str], options: dict[str, Any], first: int, end: int) -> tuple[list[str], float]:
    """Plays the games of a report with these numbers: the lines of what was measured, and the seconds that it took."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        _report(spec, levels, threads=1, log=os.fspath(file), only=(first, end), progress=None, **options)
        return file.read_text(encoding="utf-8").splitlines()[1:], time.perf_counter() - begun


def report(
    game: Game | str,
    *,
    levels: Sequence[str] = LEVELS,
    games: int = 100,
    scale: float = 0.02,
    sweep: tuple[str, Sequence[str]] | None = None,
    seed: int = 1,
    address: str | None = None,
    file: str | os.PathLike[str] | None = None,
    batch_seconds: float = BATCH_SECONDS,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Makes a design report on a cluster. It is that of `breadboard.report` with the same seed.

    `file` keeps the measured games, as `games.jsonl` of `breadboard report --out`; an interrupted report goes on from it.
    """
    spec = game.spec if isinstance(game, Game) else load(game).spec
    _settings(batch_seconds)
    options = {"games": games, "scale": scale, "sweep": None if sweep is None else (sweep[0], list(sweep[1])), "seed": seed}
    names = list(levels)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "games.jsonl" if file is None else Path(file)
        missing, planned = _report_missing(spec, names, log=os.fspath(log), **options)  # type: ignore[arg-type]
        written = log.read_text(encoding="utf-8").splitlines()
        jobs = {json.dumps(json.loads(line)["job"]) for line in written[1:]}
        ray = _ray(address)
        play = ray.remote(max_retries=-1, num_cpus=1)(_report_part)
        screen = _Screen()

        def task(first: int, end: int) -> Any:
            return play.remote(spec, names, options, missing[first], missing[end - 1] + 1)

        for lines in _in_batches(ray, task, len(missing), batch_seconds):
            for line in lines:
                job = json.dumps(json.loads(line)["job"])
                if job not in jobs:
                    jobs.add(job)
                    written.append(line)
            _write(log, written)
            screen.show(len(jobs), planned)
            if progress is not None:
                progress(len(jobs), planned)
        pages = _report(
            spec, names, threads=1, log=os.fspath(log), only=None, progress=None, **options  # type: ignore[arg-type]
        )
        return made(pages)


@dataclass
class _Source:
    """What all machines know of the games of self-play."""

    spec: str
    names: list[str]
    seed: int
    openings: int
    nodes: int | None

    def record(self, number: int) -> str:
        """The record of game `number`."""
        game = load(self.spec)
        record = Record(game)
        # New players: what they remember of other games must not change their moves.
        players = [game.player(name) for name in self.names]
        opener, draw = game.player("random"), 0
        while not record.state.is_over:
            state, draw = record.state, draw + 1
            word = (self.seed * 1_000_003 + number * 65_537 + draw) % 2**64
            if state.is_chance:
                record.sample(word)
                continue
            choices = {}
            for seat in state.acting:
                # Seats that choose at once must not draw the same numbers.
                own = (word + (seat << 56)) % 2**64
                if len(record) < self.openings:
                    choices[seat] = opener.choose(state, seat=seat, seed=own)
                else:
                    choices[seat] = players[seat].choose(state, seat=seat, seed=own, nodes=self.nodes)
            record.play_round(choices)
        for seat, name in enumerate(self.names):
            record.set_name(seat, name)
        return str(record)


def _selfplay(source: _Source, first: int, end: int) -> tuple[list[str], float]:
    begun = time.perf_counter()
    return [source.record(number) for number in range(first, end)], time.perf_counter() - begun


def selfplay(
    game: Game | str,
    players: str | Sequence[str],
    *,
    games: int,
    first: int = 0,
    seed: int = 1,
    openings: int | None = None,
    nodes: int | None = None,
    address: str | None = None,
    batch_seconds: float = BATCH_SECONDS,
) -> Iterator[str]:
    """Plays games of bots on a cluster and gives their records, in order. Game n of a seed is always the same.

    `players` is one name for all seats, or a name for each. `first` is the number of the first game, to go on later.
    `openings` is the number of random moves at the start; None makes four where the game begins without chance, because strong
    bots would repeat one game. `nodes` limits the search of a move.
    """
    game = load(game) if isinstance(game, str) else game
    names = [players] * game.seats if isinstance(players, str) else list(players)
    if len(names) != game.seats:
        raise ValueError(f"name one player, or one for each of the {game.seats} seats")
    for name in names:
        game.player(name)
    if games < 1 or first < 0 or (openings is not None and openings < 0) or (nodes is not None and nodes < 1):
        raise ValueError("games and nodes are at least 1, first and openings at least 0")
    _settings(batch_seconds)
    if openings is None:
        openings = 0 if game.start().is_chance else 4
    source = _Source(game.spec, names, seed, openings, nodes)
    return _played(source, first, games, address, batch_seconds)


def _played(source: _Source, start: int, games: int, address: str | None, batch_seconds: float) -> Iterator[str]:
    ray = _ray(address)
    play = ray.remote(max_retries=-1, num_cpus=1)(_selfplay)

    def task(first: int, end: int) -> Any:
        return play.remote(source, start + first, start + end)

    for records in _in_batches(ray, task, games, batch_seconds):
        yield from records
