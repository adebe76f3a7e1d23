"""Design reports: what a game is like, with the figures of `breadboard report`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._native import Game, _report

#: The levels of a report, unless others are named.
LEVELS = ("bot1", "bot2", "bot3", "bot4", "bot5")


@dataclass(frozen=True)
class Report:
    """A design report. `docs/reports.md` of the repository explains the figures of `data`."""

    data: dict[str, Any] = field(repr=False)
    html: str = field(repr=False)
    text: str = field(repr=False)
    records: dict[str, str] = field(repr=False)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the files of `breadboard report --out`: report.html, report.json and records of games."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        figures = json.dumps(self.data, indent=2, ensure_ascii=False) + "\n"
        for name, text in {"report.html": self.html, "report.json": figures, **self.records}.items():
            (place / name).write_text(text, encoding="utf-8")

    def __str__(self) -> str:
        return self.text


def report(
    game: Game | str,
    *,
    levels: Sequence[str] = LEVELS,
    games: int = 100,
    scale: float = 0.02,
    sweep: tuple[str, Sequence[str]] | None = None,
    seed: int = 1,
    threads: int = 0,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Measures what a game is like: who wins, how games end, how long, how lucky and how deep they are.

    `games` is the number of games of each level against itself and against the next one. `scale` is the share of their
    budgets that bot4 and bot5 spend. `sweep` compares the values of an option: ("turn_cap", ["20", "30"]). `file` keeps the
    measured games; a file that is there already is gone on with.

    >>> import breadboard
    >>> report = breadboard.report("breakthrough:columns=4,rows=4", levels=["random"], games=4)
    >>> report.data["games"], "<html" in report.html
    (4, True)
    """
    spec = game.spec if isinstance(game, Game) else game
    return made(
        _report(
            spec,
            list(levels),
            games=games,
            scale=scale,
            sweep=None if sweep is None else (sweep[0], list(sweep[1])),
            seed=seed,
            threads=threads,
            log=None if file is None else os.fspath(file),
            only=None,
            progress=progress,
        )
    )


def made(pages: tuple[str, str, str, list[tuple[str, str]]] | None) -> Report:
    """The report of its pages."""
    assert pages is not None, "all games were asked for"
    figures, html, text, records = pages
    return Report(json.loads(figures), html, text, dict(records))
