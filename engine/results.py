"""How a round ended: winners, the calculation behind each payment, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .settlement import Transfer


@dataclass(frozen=True)
class Step:
    """One line of a calculation that a player can check.

    ``key``: a word of the game; ``value``: a number (or None); ``tiles``: kinds it is about; ``note``: further
    plain words of the game (a meld kind, an operator ``x`` or ``+``).
    """

    key: str
    value: int | None = None
    tiles: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Sheet:
    """What one seat scored.

    ``how``: how it won (``self``, ``discard``, ``rob_kong`` …; empty for a seat that scored without winning);
    ``tile``: the
    winning tile or -1; ``source``: who gave it, or -1; ``patterns``: (name, value) in the game's unit; ``steps``: the
    calculation, in order; ``points``: its outcome; ``hand``: concealed tiles at the end, packed.
    """

    seat: int
    how: str
    tile: int = -1
    source: int = -1
    patterns: tuple[tuple[str, int], ...] = ()
    steps: tuple[Step, ...] = ()
    points: int = 0
    hand: int = 0
    label: str = ""


@dataclass(frozen=True)
class Result:
    """The end of a round.

    ``kind``: ``win`` or ``draw``; ``winners``: seats in order of winning; ``sheets``: calculations; ``transfers``:
    every
    payment of the round; ``net``: what each seat gained, sums to zero; ``next_dealer``: who deals next; ``carry``:
    what the next round must know of this one (plain values).
    """

    kind: str
    winners: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    transfers: tuple[Transfer, ...]
    net: tuple[int, ...]
    next_dealer: int
    carry: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
