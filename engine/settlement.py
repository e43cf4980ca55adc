"""Money between seats. Every payment is a transfer, so every hand sums to zero by construction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Transfer(NamedTuple):
    """``payer`` gives ``amount`` (≥ 0, in the game's points) to ``payee`` because of ``reason`` (a word of the
    game)."""

    payer: int
    payee: int
    amount: int
    reason: str


def net(transfers: Iterable[Transfer], seats: int) -> list[int]:
    """What each seat gains (+) or pays (−) over ``transfers``; sums to zero."""
    total = [0] * seats
    for payer, payee, amount, _ in transfers:
        total[payer] -= amount
        total[payee] += amount
    return total


def pairwise(scores: list[int], reason: str) -> list[Transfer]:
    """Each pair of seats settles the difference of their scores: the lower pays the higher."""
    transfers = []
    for a in range(len(scores)):
        for b in range(a + 1, len(scores)):
            difference = scores[a] - scores[b]
            if difference > 0:
                transfers.append(Transfer(b, a, difference, reason))
            elif difference < 0:
                transfers.append(Transfer(a, b, -difference, reason))
    return transfers
