"""Chance from a seed: a SHA-256 counter stream, and Fisher–Yates with rejection on top of it.

The stream of a seed and label is the concatenation of ``SHA-256(label ‖ 0x00 ‖ seed ‖ i)`` for i = 0, 1, 2 … (i as
eight bytes, big-endian), read two bytes at a time, big-endian. A number below n is the next word w with
w < 65536 − 65536 mod n, taken mod n; other words are thrown away, so every value is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct

_WORDS = Struct(">16H").unpack


class Stream:
    """An endless stream of fair numbers, the same for the same seed and label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._prefix = label.encode() + b"\0" + seed
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A uniform number in ``0 .. n-1``, 1 ≤ n ≤ 65536."""
        return self.each_below((n,))[0]

    def each_below(self, limits: Iterable[int]) -> list[int]:
        """A uniform number below each of ``limits`` (1 ≤ limit ≤ 65536), drawn in their order.

        All of a shuffle in one call: a deal is a good part of what a short round costs.
        """
        words = self._words
        found = []
        for n in limits:
            fair = 65536 - 65536 % n
            while True:
                if not words:
                    digest = sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
                    words += _WORDS(digest)[::-1]
                    self._block += 1
                word = words.pop()
                if word < fair:
                    break
            found.append(word % n)
        return found


def shuffled(tiles: Sequence[int], seed: bytes) -> bytes:
    """The wall: ``tiles`` in the order that ``seed`` gives (stream label ``wall``), one byte a tile.

    Fisher–Yates from the end: for i = len−1 … 1 swap places i and ``below(i + 1)``.
    """
    order = list(tiles)
    last = len(order) - 1
    swaps = Stream(seed, "wall").each_below(range(last + 1, 1, -1))
    for i, j in zip(range(last, 0, -1), swaps, strict=True):
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def dice(seed: bytes, label: str, n: int) -> int:
    """One fair throw of the round: a number in ``0 .. n-1``."""
    return Stream(seed, label).below(n)
