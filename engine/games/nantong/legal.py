"""What a Nantong seat may declare, claim or do on its turn (NT-9 to NT-27): pure functions over hands and
melds."""

from __future__ import annotations

from collections.abc import Sequence

from ...melds import Meld
from ...tiles import FOURS, SHIFT, UNIT, count, kinds_of
from .scoring import seven_sets

HU = "hu"
OPENING_COPIES = {"opening_quad": 4, "opening_triplet": 3, "tiandi": 2}
"""How many cards an opening declaration lays out (NT-10 to NT-12)."""


def declarations(dealt: int, flips: tuple[int, int]) -> list[tuple[str, int]]:
    """Opening declarations open to a seat with these dealt cards, as (meld kind, card kind): every quad, then
    every exact triplet, then 天地和子 (NT-10 to NT-12)."""
    held = [(k, count(dealt, k)) for k in kinds_of(dealt)]
    found = [("opening_quad", k) for k, n in held if n == 4]
    found += [("opening_triplet", k) for k, n in held if n == 3 and k in flips]
    if flips[0] == flips[1] and count(dealt, flips[0]) == 2:
        found.append(("tiandi", flips[0]))
    return found


def own_kongs(hand: int, melds: Sequence[Meld], stock_left: int) -> list[tuple[str, int]]:
    """暗杠 in order of kind, then 补杠 in order of melds, as (meld kind, card kind); none when the stock is
    empty (NT-18 to NT-20, NT-27)."""
    if not stock_left:
        return []
    found: list[tuple[str, int]] = []
    quads = hand & FOURS
    while quads:
        low = quads & -quads
        quads ^= low
        found.append(("concealed_kong", low.bit_length() // 3 - 1))
    for meld in melds:
        if meld.kind == "pong" and hand >> SHIFT[meld.tiles[0]] & 7:
            found.append(("added_kong", meld.tiles[0]))
    return found


def claims(
    hands: Sequence[int],
    melds: Sequence[Sequence[Meld]],
    locked: Sequence[bool],
    order: Sequence[int],
    tile: int,
    stock_left: int,
) -> list[tuple[str, int]]:
    """Who may take a discard, as (action, seat) in the order of offering (NT-21 to NT-27).

    ``order``: the other seats from the discarder's next on; ``locked``: seats that have declared ready
    (NT-26).
    """
    ladder = robbers(hands, melds, order, tile)
    for seat in order:
        held = hands[seat] >> SHIFT[tile] & 7
        if held >= 2 and not locked[seat]:
            if held >= 3 and stock_left:
                ladder.append(("kong", seat))
            ladder.append(("pong", seat))
    return ladder


def robbers(
    hands: Sequence[int], melds: Sequence[Sequence[Meld]], order: Sequence[int], tile: int
) -> list[tuple[str, int]]:
    """Who may win with ``tile``, in ``order`` (NT-20, NT-21)."""
    return [(HU, seat) for seat in order if seven_sets(hands[seat] + UNIT[tile], melds[seat])]
