"""Chance from a seed: a SHA-256 counter stream, and Fisher–Yates with rejection on top of it.

The stream of a seed and label is the concatenation of ``SHA-256(label ‖ 0x00 ‖ seed ‖ i)`` for i = 0, 1, 2 … (i as
eight bytes, big-endian), read two bytes at a time, big-endian. A number below n is the next word w with
w < 65536 − 65536 mod n, taken mod n; other words are thrown away, so every value is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import unpack


class Stream:
    """An endless stream of fair numbers, the same for the same seed and label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._prefix = label.encode() + b"\0" + seed
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A uniform number in ``0 .. n-1``, 1 ≤ n ≤ 65536."""
        limit = 65536 - 65536 % n
        while True:
            if not self._words:
                digest = sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
                self._words = list(unpack(">16H", digest))[::-1]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % n


def shuffled(tiles: Sequence[int], seed: bytes) -> bytes:
    """The wall: ``tiles`` in the order that ``seed`` gives (stream label ``wall``), one byte a tile.

    Fisher–Yates from the end: for i = len−1 … 1 swap places i and ``below(i + 1)``.
    """
    order = bytearray(tiles)
    stream = Stream(seed, "wall")
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def dice(seed: bytes, label: str, n: int) -> int:
    """One fair throw of the round: a number in ``0 .. n-1``."""
    return Stream(seed, label).below(n)
