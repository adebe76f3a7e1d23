"""Tabletop games for researchers: positions as values, players, matches, and thousands of games at once.

>>> import breadboard
>>> state = breadboard.load("breakthrough:columns=5,rows=5").start()
>>> state.seat, len(state.legal_actions())
(0, 13)

Seats are counted from 0 here, as the columns of arrays are. Texts for people and records count them from 1.
The faces for other libraries are modules of their own: `breadboard.openspiel`, `breadboard.pettingzoo`,
`breadboard.gymnasium`, `breadboard.cluster`.
"""

from ._arena import Standing, arena
from ._native import (
    ArenaError,
    BreadboardError,
    Game,
    Illegal,
    InternalError,
    Line,
    NotNow,
    Player,
    PlayerError,
    Record,
    RecordError,
    Refused,
    SpecError,
    State,
    Unreadable,
    Vector,
    VerifyError,
    __version__,
    games,
    load,
    playouts,
    verify,
)
from ._report import Report, report

__all__ = [
    "ArenaError",
    "BreadboardError",
    "Game",
    "Illegal",
    "InternalError",
    "Line",
    "NotNow",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "Refused",
    "Report",
    "SpecError",
    "Standing",
    "State",
    "Unreadable",
    "Vector",
    "VerifyError",
    "__version__",
    "arena",
    "games",
    "load",
    "playouts",
    "report",
    "verify",
]

