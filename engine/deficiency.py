"""Deficiency of many hands at once, over numpy tables: how many tiles a hand of three nine-rank suits is from ready.

The table holds, for each of the 5⁹ count vectors of a suit, the entries of :func:`engine.hands.needs` for up to
four sets; it is built the first time it is asked for (about a second, 20 MB).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SETS = 4
WIDTH = SETS + 1
_FAR = 60  # further than any hand is; sums of three stay in a byte
_POWERS = 5 ** np.arange(9, dtype=np.int64)

Counts = npt.NDArray[np.integer]
Bytes = npt.NDArray[np.uint8]


@cache  # the one table
def suit_table() -> Bytes:
    """Shape (10, 5⁹): missing tiles for m sets without (rows 0–4) and with (rows 5–9) a pair, by suit index Σ
    counts[r]·5^r."""
    # after[a][b]: the ranks still to come, when `a` runs began two ranks back and `b` one rank back
    after = [[_nothing_left(a, b) for b in range(3)] for a in range(3)]
    for rank in range(8, -1, -1):
        after = [[_one_more_rank(after, rank, a, b) for b in range(3)] for a in range(3)]
    return after[0][0]


def _nothing_left(a: int, b: int) -> Bytes:
    table = np.full((2 * WIDTH, 1), _FAR, np.uint8)
    if not a and not b:
        table[0, 0] = 0
    return table


def _one_more_rank(after: list[list[Bytes]], rank: int, a: int, b: int) -> Bytes:
    rest = after[0][0].shape[1]
    table = np.full((2 * WIDTH, rest, 5), _FAR, np.uint8)
    held = np.arange(5)
    for runs in range(3 if rank <= 6 else 1):
        later = after[b][runs]
        for triplet in (0, 1):
            for pair in (0, 1):
                wanted = a + b + runs + 3 * triplet + 2 * pair
                cost = np.maximum(wanted - held, 0).astype(np.uint8)
                for m in range(runs + triplet, WIDTH):
                    came = m - runs - triplet
                    _keep_less(table[pair * WIDTH + m], later[came], cost)
                    if not pair:
                        _keep_less(table[WIDTH + m], later[WIDTH + came], cost)
    return np.minimum(table, _FAR).reshape(2 * WIDTH, rest * 5)


def _keep_less(best: Bytes, later: Bytes, cost: Bytes) -> None:
    np.minimum(best, later[:, None] + cost[None, :], out=best)


def suit_index(counts: Counts) -> npt.NDArray[np.int64]:
    """Table indices of count vectors, shape (…, 9) -> (…).

    The table is laid out with the first rank running fastest.
    """
    return counts.astype(np.int64) @ _POWERS


def deficiencies(hands: Counts, melds: int = 0) -> npt.NDArray[np.int8]:
    """Tiles from ready of each hand, shape (n, 27) of counts 0–4 -> (n,): 0 ready, −1 complete. ``melds``: sets
    already laid.

    Standard shape only (sets and a pair); ValueError for another shape of array.
    """
    if hands.ndim != 2 or hands.shape[1] != 27:
        raise ValueError(f"hands have shape (n, 27), not {hands.shape}")
    suits = suit_index(hands.reshape(-1, 3, 9))
    return _from_ready(suits[:, 0], suits[:, 1], suits[:, 2], SETS - melds)


def _from_ready(
    a: npt.NDArray[np.int64], b: npt.NDArray[np.int64], c: npt.NDArray[np.int64], sets: int
) -> npt.NDArray[np.int8]:
    table = suit_table()
    x, y, z = table[:, a], table[:, b], table[:, c]
    plain = [_least([x[i] + y[m - i] for i in range(m + 1)]) for m in range(sets + 1)]
    paired = [
        _least([x[WIDTH + i] + y[m - i] for i in range(m + 1)] + [x[i] + y[WIDTH + m - i] for i in range(m + 1)])
        for m in range(sets + 1)
    ]
    best = _least(
        [plain[m] + z[WIDTH + sets - m] for m in range(sets + 1)] + [paired[m] + z[sets - m] for m in range(sets + 1)]
    )
    return best.astype(np.int8) - np.int8(1)


def _least(options: list[Bytes]) -> Bytes:
    best = options[0]
    for other in options[1:]:
        best = np.minimum(best, other)
    return best


class Improvement(NamedTuple):
    """One discard: the ``deficiency`` it leaves, and the kinds that then bring the hand nearer."""

    discard: int
    deficiency: int
    draws: tuple[int, ...]


def ukeire(hand: Counts, melds: int = 0) -> list[Improvement]:
    """Every discard of a 14-tile (3n + 2) hand and every draw after it. ``hand``: shape (27,) of counts."""
    kinds = np.flatnonzero(hand)
    index = suit_index(hand.reshape(3, 9))
    unit = np.zeros((27, 3), np.int64)
    unit[np.arange(27), np.arange(27) // 9] = np.tile(_POWERS, 3)
    left = index[None, :] - unit[kinds]  # (discards, 3)
    before = _from_ready(left[:, 0], left[:, 1], left[:, 2], SETS - melds)
    possible = hand[None, :] - np.eye(27, dtype=np.int64)[kinds] < 4  # a fifth copy does not exist
    drawn = left[:, None, :] + unit[None, :, :] * possible[:, :, None]
    flat = drawn.reshape(-1, 3)
    after = _from_ready(flat[:, 0], flat[:, 1], flat[:, 2], SETS - melds).reshape(len(kinds), 27)
    better = (after < before[:, None]) & possible
    return [
        Improvement(int(kind), int(before[i]), tuple(np.flatnonzero(better[i]).tolist()))
        for i, kind in enumerate(kinds)
    ]
