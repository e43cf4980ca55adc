"""Who pays whom in three-player mahjong (TP-67 to TP-76)."""

from __future__ import annotations

from collections.abc import Sequence

from ...settlement import Transfer, pairwise

SEATS = 3


def win_transfers(winner: int, paid: int, by: str, payer: int, base: int) -> list[Transfer]:
    """The payments of a single winner (TP-68 to TP-70).

    ``paid``: fan as paid, 20 for a limit; ``by``: ``self``, ``discard`` or ``rob_kong``; ``payer``: discarder
    or robbed seat, not read for ``self``.
    """
    found = []
    for loser in range(SEATS):
        if loser != winner:
            share = 2 if by == "self" or loser == payer else 1
            found.append(Transfer(loser, winner, paid * share * base, "win"))
    return found


def shared_transfers(winners: Sequence[tuple[int, int]], payer: int, base: int) -> list[Transfer]:
    """Two winners of one tile: the discarder pays each (option multi_win=all, TP-29). ``winners``: (seat,
    paid fan)."""
    return [Transfer(payer, winner, paid * 2 * base, "win") for winner, paid in winners]


def fly_transfers(flies: Sequence[int], unit: int, base: int) -> list[Transfer]:
    """飞牌: each pair of players settles the difference of flies owned (TP-71)."""
    return pairwise([n * unit * base for n in flies], "flies")


def next_dealer(winners: Sequence[int], last_drawer: int) -> int:
    """The winner (the nearer of two) deals next, or after a drawn hand whoever drew the last tile (TP-75,
    TP-76)."""
    return winners[0] if winners else last_drawer
