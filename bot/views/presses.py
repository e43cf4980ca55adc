"""Callback data: what each button says when it is pressed. Dots part the fields; at most 64 bytes.

| data | pressed on |
|---|---|
| ``a.<table>.<asked>.<index>`` | a hand: the action of that index among the seat's actions |
| ``c.<table>.<asked>.<kind>[.<tile>…]`` | a hand: choose among the many forms of an action, tile by tile |
| ``g.<table>.<mark>.<kind>`` | the group's constant row |
| ``t.<table>.<verb>[.<argument>…]`` | lobby, result and table: ``join``, ``start`` … |
| ``s.<chat>.<page>[.<game>]`` | a leaderboard |
| ``u.<verb>.<argument>`` | a person's or chat's settings |
"""

from __future__ import annotations

from typing import NamedTuple

LIMIT = 64


class Press(NamedTuple):
    """``kind``: the first letter; ``fields``: the rest."""

    kind: str
    fields: tuple[str, ...]

    def number(self, at: int) -> int:
        """Field ``at`` as a number; ValueError when it is none."""
        return int(self.fields[at])


def write(kind: str, *fields: object) -> str:
    """Callback data. ValueError when it would be too long for Telegram."""
    data = ".".join([kind, *map(str, fields)])
    if len(data.encode()) > LIMIT:
        raise ValueError(f"callback data over {LIMIT} bytes: {data}")
    return data


def read(data: str) -> Press:
    """The inverse of :func:`write`; anything can come in, so nothing is assumed."""
    kind, *fields = data.split(".")
    return Press(kind, tuple(fields))
