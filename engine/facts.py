"""Facts: what a game shows of its own in a table panel, beside seats, melds, discards and the wall.

A game's ``facts.py`` exports ``facts(view) -> Facts``; the codes are words of its catalogue.
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """``code``: a word of the game; ``value``: a number or another word of the game, or None; ``tiles``: kinds."""

    code: str
    value: int | str | None = None
    tiles: tuple[int, ...] = ()


class Facts(NamedTuple):
    """``table``: of the whole table (flips …); ``seats``: of each seat, public (flowers, void suit …); ``own``: for the
    viewer's eyes (huxi on the table, refused kinds …); ``dead``: kinds in the own hand that may not be played now."""

    table: tuple[Fact, ...] = ()
    seats: tuple[tuple[Fact, ...], ...] = ()
    own: tuple[Fact, ...] = ()
    dead: tuple[int, ...] = ()
