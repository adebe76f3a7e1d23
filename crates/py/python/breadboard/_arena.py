"""Matches between players, with the statistics of `breadboard arena`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._native import Game, _arena


@dataclass(frozen=True)
class Standing:
    """The report of a match. `docs/arena.md` of the repository names the fields of `data`."""

    data: dict[str, Any] = field(repr=False)
    text: str = field(repr=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.data["games"])

    @property
    def share(self) -> float:
        """The mean share of the first player in the first pairing: 1 if it won all games."""
        return float(self.data["pairings"][0]["share"])

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo of the first pairing, with the ends of its 95 % interval. Two seats only."""
        first = self.data["pairings"][0]
        if "elo" not in first:
            raise ValueError("Elo is defined for games of two seats: see data[\"pairings\"]")
        return (float(first["elo"]), float(first["elo_low"]), float(first["elo_high"]))

    def __str__(self) -> str:
        return self.text


def arena(
    game: Game | str,
    players: Sequence[str],
    *,
    games: int = 100,
    seed: int = 1,
    threads: int = 0,
    openings: int | None = None,
    book: str | None = None,
    sprt: tuple[float, float] | tuple[float, float, float, float] | None = None,
    scale: float = 1.0,
    movetime: float | None = None,
    clock: str | None = None,
    gauntlet: bool = False,
    deals: tuple[int, int] | None = None,
    resume: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int, str], object] | None = None,
) -> Standing:
    """Plays a match: every deal with every player in every seat.

    `players` are names ("bot1" to "bot5", "greedy", "random", "engine:COMMAND"). `sprt` is (elo0, elo1), or with
    (alpha, beta) after them. `deals` plays only the deals from the first number up to the second. `progress` is called
    after every game with the games done, the games planned and a short line.

    >>> import breadboard
    >>> standing = breadboard.arena("breakthrough:columns=5,rows=5", ["bot2", "random"], games=4, threads=1)
    >>> standing.games, standing.share > 0.5
    (4, True)
    """
    spec = game.spec if isinstance(game, Game) else game
    report, text = _arena(
        spec,
        list(players),
        games=games,
        seed=seed,
        threads=threads,
        openings=openings,
        book=book,
        sprt=None if sprt is None else (sprt[0], sprt[1], *(sprt[2:] or (0.05, 0.05))),
        scale=scale,
        movetime=movetime,
        clock=clock,
        gauntlet=gauntlet,
        deals=deals,
        resume=None if resume is None else os.fspath(resume),
        records=None if records is None else os.fspath(records),
        progress=progress,
    )
    return Standing(json.loads(report), text)
