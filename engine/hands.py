"""Sets within one suit of nine ranks: winning shapes, all readings, distance. Everything is cached by packed suit.

A *suit key* is the packed counts of nine consecutive ranks (27 bits, see ``tiles``). The sets are runs of three
consecutive ranks and triplets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .memo import MANY, Memo

SUIT_BITS = 27
SUIT_MASK = (1 << SUIT_BITS) - 1
RUN = 0o111
"""The suit key of the run that starts at rank 0."""


class Reading(NamedTuple):
    """One way to split a suit: first ranks of its ``runs``, ranks of its ``triplets``, rank of its ``pair`` or -1."""

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


def _shape_code(key: int) -> int:
    found = readings(key)
    return 0 if not found else 1 if found[0].pair < 0 else 2


SHAPE = Memo(_shape_code, MANY)
"""Suit key -> 1: splits into sets; 2: into sets and one pair; 0: neither. The codes multiply: suits form sets and one
pair exactly when the product of their codes is 2."""


def forms_sets_and_pair(hand: int) -> bool:
    """Whether the tiles of three suits (kinds 0–26) split into sets and exactly one pair."""
    a = SHAPE[hand & SUIT_MASK]
    if not a:
        return False
    return a * SHAPE[hand >> 27 & SUIT_MASK] * SHAPE[hand >> 54] == 2


@lru_cache(maxsize=MANY)
def readings(key: int) -> tuple[Reading, ...]:
    """Every way to split the suit into sets and at most one pair; empty when there is none.

    The number of tiles decides whether there is a pair, so either all readings have one or none has.
    """
    found: list[Reading] = []
    _split(key, 0, key_size(key) % 3 == 2, (), (), -1, found)
    return tuple(sorted(found))


def key_size(key: int) -> int:
    """How many tiles the suit holds."""
    n = 0
    while key:
        n += key & 7
        key >>= 3
    return n


def _split(
    key: int,
    rank: int,
    wanted: bool,
    runs: tuple[int, ...],
    triplets: tuple[int, ...],
    pair: int,
    found: list[Reading],
) -> None:
    """Adds to ``found`` every way to split what is left: ``key``, shifted to ``rank``; ``wanted``: a pair is still
    to come.

    At each rank the number of triplets and pairs decides how many runs begin there, so no way comes twice.
    """
    while key and not key & 7:
        key >>= 3
        rank += 1
    if not key:
        if not wanted:
            found.append(Reading(runs, triplets, pair))
        return
    n = key & 7
    for alike in range(n // 3 + 1):
        for two in (0, 1) if wanted else (0,):
            begin = n - 3 * alike - 2 * two
            if begin >= 0 and (not begin or (rank <= 6 and key >> 3 & 7 >= begin and key >> 6 & 7 >= begin)):
                _split(
                    (key - begin * RUN) >> 3,
                    rank + 1,
                    wanted and not two,
                    runs + (rank,) * begin if begin else runs,
                    triplets + (rank,) * alike if alike else triplets,
                    rank if two else pair,
                    found,
                )


def needs(key: int, max_sets: int) -> tuple[int, ...]:
    """How many tiles are missing from a suit to hold m sets, without and with a pair.

    Returns ``2 * (max_sets + 1)`` numbers: entry m for m sets, entry ``max_sets + 1 + m`` for m sets and a pair. Copies
    are not limited to what exists; 99 stands for "not within one suit".
    """
    return _needs(key, 0, 0, 0, max_sets)


_FAR = 99


@lru_cache(maxsize=4 * MANY)  # some 90 MB when full
def _needs(key: int, rank: int, two_back: int, one_back: int, max_sets: int) -> tuple[int, ...]:
    """:func:`needs` of the ranks from ``rank`` on (``key`` shifted there), when ``two_back`` and ``one_back`` runs
    began at the two ranks before and still want tiles. Three equal runs are three triplets, so two suffice."""
    width = max_sets + 1
    if rank == 9:
        if two_back or one_back:
            return (_FAR,) * (2 * width)
        return (0,) + (_FAR,) * (2 * width - 1)
    have = key & 7
    best = [_FAR] * (2 * width)
    for runs in range(3 if rank <= 6 else 1):
        rest = _needs(key >> 3, rank + 1, one_back, runs, max_sets)
        for triplet in (0, 1):
            sets = runs + triplet
            for pair in (0, 1):
                wanted = two_back + one_back + runs + 3 * triplet + 2 * pair
                cost = wanted - have if wanted > have else 0
                offset = pair * width
                for m in range(sets, width):
                    total = cost + rest[m - sets]
                    if total < best[offset + m]:
                        best[offset + m] = total
                    if not pair:
                        total = cost + rest[width + m - sets]
                        if total < best[width + m]:
                            best[width + m] = total
    return tuple(best)


@lru_cache(maxsize=MANY)
def join(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """The :func:`needs` of two suits together."""
    width = len(a) // 2
    best = [_FAR] * (2 * width)
    for i in range(width):
        for j in range(width - i):
            plain = a[i] + b[j]
            if plain < best[i + j]:
                best[i + j] = plain
            paired = min(a[width + i] + b[j], a[i] + b[width + j])
            if paired < best[width + i + j]:
                best[width + i + j] = paired
    return tuple(best)
