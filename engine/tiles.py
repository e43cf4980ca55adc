"""Tile kinds as small ints, and hands as packed counts.

A game's kinds are the ints ``0 .. size-1``; names and glyphs exist only at the edges, in its :class:`TileSet`.

A hand is **one int**: three bits a kind, kind ``k`` in bits ``3k .. 3k+2`` (counts 0–7). It is immutable and
hashable, so copying a round copies no hands, and the kinds of one suit are one slice of bits that keys a cache.

>>> hand = pack([0, 0, 5])
>>> count(hand, 0), count(hand, 5), size(hand)
(2, 1, 3)
>>> unpack(hand)
(0, 0, 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from .memo import Memo

MAX_KINDS = 48
UNIT: tuple[int, ...] = tuple(1 << (3 * k) for k in range(MAX_KINDS))
"""``UNIT[k]`` is the hand that holds one tile of kind ``k``: add to take in, subtract to give away."""
ONE: tuple[tuple[int, ...], ...] = tuple((k,) for k in range(MAX_KINDS))
"""``ONE[k]`` is the tuple of one tile of kind ``k``: events and rivers share it."""
SHIFT: tuple[int, ...] = tuple(3 * k for k in range(MAX_KINDS))
ONES = sum(UNIT)
"""Bit 0 of every kind: ``hand & ONES`` marks the kinds held an odd number of times."""
FOURS = ONES << 2
"""Bit 2 of every kind: ``hand & FOURS`` marks the kinds held four times."""
UNKNOWN = -1
"""Stands for a tile that the viewer may not see."""


def pack(tiles: Iterable[int]) -> int:
    """The hand that holds ``tiles`` (kinds, any order)."""
    return sum(map(UNIT.__getitem__, tiles))


def pack_counts(counts: Sequence[int]) -> int:
    """The hand with ``counts[k]`` tiles of each kind ``k``."""
    return sum(c << (3 * k) for k, c in enumerate(counts))


def count(hand: int, kind: int) -> int:
    """How many tiles of ``kind`` the hand holds."""
    return (hand >> SHIFT[kind]) & 7


def counts(hand: int, kinds: int) -> list[int]:
    """The hand as a count vector of length ``kinds``."""
    return [(hand >> s) & 7 for s in SHIFT[:kinds]]


def _four(start: int, bits: int) -> tuple[int, ...]:
    """The tiles of four kinds, ``start`` the first, in order, from their counts (12 bits)."""
    return tuple(start + i for i in range(4) for _ in range(bits >> 3 * i & 7))


_FOURS_FROM = tuple(Memo(partial(_four, start), 1 << 12) for start in range(0, MAX_KINDS, 4))


def unpack(hand: int) -> tuple[int, ...]:
    """The hand's tiles in ascending order of kind."""
    tiles: tuple[int, ...] = ()
    for four in _FOURS_FROM:
        if not hand:
            break
        tiles += four[hand & 0xFFF]
        hand >>= 12
    return tiles


def kinds_of(hand: int) -> list[int]:
    """The distinct kinds held, ascending."""
    found: list[int] = []
    kind = 0
    while hand:
        if hand & 7:
            found.append(kind)
        hand >>= 3
        kind += 1
    return found


_DIGIT_BITS = ONES
_EVEN_DIGITS = sum(7 << (6 * k) for k in range(MAX_KINDS // 2 + 1))


def size(hand: int) -> int:
    """How many tiles the hand holds."""
    # Counts need three bits; summing pairs of digits into six-bit fields keeps every partial sum in range.
    total = (hand & _EVEN_DIGITS) + ((hand >> 3) & _EVEN_DIGITS)
    return total % 63


class TileSet:
    """The tile kinds of one game.

    ``names[k]``: the code used in records and cases (``"5m"``); ``glyphs[k]``: what a player reads in text
    panels; ``copies[k]``: how many exist; ``suits``: ``(start, stop)`` ranges of kinds that form runs or sort
    together.
    """

    def __init__(
        self,
        names: Sequence[str],
        glyphs: Sequence[str],
        copies: Sequence[int] | int = 4,
        suits: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.names = tuple(names)
        self.glyphs = tuple(glyphs)
        self.size = len(self.names)
        self.copies = (copies,) * self.size if isinstance(copies, int) else tuple(copies)
        self.suits = tuple(suits) or ((0, self.size),)
        self.kinds = {name: k for k, name in enumerate(self.names)}
        self._all = [k for k, n in enumerate(self.copies) for _ in range(n)]
        if not len(self.names) == len(self.glyphs) == len(self.copies) == len(self.kinds):
            raise ValueError("a tile set needs one distinct name, glyph and number of copies for each kind")

    def kind(self, name: str) -> int:
        """The kind called ``name``; ValueError names what is wrong."""
        try:
            return self.kinds[name]
        except KeyError:
            raise ValueError(f"no tile is called {name!r} here") from None

    def name(self, kind: int) -> str:
        """The code of ``kind``; ``"?"`` for an unknown tile."""
        return self.names[kind] if kind >= 0 else "?"

    def read(self, names: Iterable[str]) -> tuple[int, ...]:
        """Kinds from names; ``"?"`` reads as :data:`UNKNOWN`."""
        return tuple(UNKNOWN if n == "?" else self.kind(n) for n in names)

    def write(self, tiles: Iterable[int]) -> list[str]:
        """Names from kinds: the inverse of :meth:`read`."""
        return [self.name(t) for t in tiles]

    def all_tiles(self) -> list[int]:
        """Every tile of the full set, in order of kind."""
        return self._all[:]
