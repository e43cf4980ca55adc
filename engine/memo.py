"""Memo: a dict that works out what it does not hold yet, and never grows beyond its bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MANY = 1 << 16
"""The bound where the keys are too many to keep: some 10 MB, and play comes back to a small part of them."""


class Memo(dict[K, V]):
    """Key -> ``find(key)``. A server plays for weeks, so what is kept is at most ``most`` entries: a full memo
    empties itself and fills up anew. Asking again costs a dict's look-up and nothing else.

    >>> squares = Memo(lambda n: n * n, most=2)
    >>> squares[3], squares[4], squares[5], list(squares)
    (9, 16, 25, [5])
    """

    __slots__ = ("find", "most")

    def __init__(self, find: Callable[[K], V], most: int) -> None:
        super().__init__()
        self.find = find
        self.most = most

    def __missing__(self, key: K) -> V:
        found = self.find(key)
        if len(self) >= self.most:
            self.clear()
        self[key] = found
        return found
