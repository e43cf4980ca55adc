"""Melds: sets that a seat has laid on the table."""

from __future__ import annotations

from typing import NamedTuple

from .tiles import UNKNOWN


class Meld(NamedTuple):
    """``kind``: a word of the game; ``tiles``: kinds; ``source``: the seat the ``taken`` tile came from (-1: own);
    ``down``: how many of its tiles, counted from the last, lie face down for the others."""

    kind: str
    tiles: tuple[int, ...]
    source: int = -1
    taken: int = UNKNOWN
    down: int = 0

    def for_others(self) -> Meld:
        """The meld as everybody but its owner sees it."""
        if not self.down:
            return self
        up = len(self.tiles) - self.down
        taken = self.taken if up else UNKNOWN
        return Meld(self.kind, self.tiles[:up] + (UNKNOWN,) * self.down, self.source, taken, self.down)
