"""What a Nantong seat may declare, claim or do on its turn (NT-9 to NT-27): pure functions over hands
and melds."""

from __future__ import annotations

from collections.abc import Sequence

from ...actions import WIN
from ...claims import Claim
from ...mahjong import KONG, PONG
from ...melds import Meld
from ...tiles import SHIFT, UNIT, count, kinds_of
from .scoring import seven_sets

AFTER = ((1, 2), (2, 0), (0, 1))
"""The other seats, from the next one on."""
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


def claims(
    hands: Sequence[int],
    melds: Sequence[Sequence[Meld]],
    locked: Sequence[bool],
    source: int,
    tile: int,
    stock_left: int,
) -> list[Claim]:
    """The ladder on a discard of ``source`` (NT-21 to NT-27): every win, then per seat the kong before the
    pong.

    ``locked``: seats that have declared ready, which are only asked to win (NT-26).
    """
    ladder = robbers(hands, melds, source, tile)
    shift = SHIFT[tile]
    for seat in AFTER[source]:
        held = hands[seat] >> shift & 7
        if held >= 2 and not locked[seat]:
            if held >= 3 and stock_left:
                ladder.append(Claim(seat, KONG[tile]))
            ladder.append(Claim(seat, PONG[tile]))
    return ladder


def robbers(hands: Sequence[int], melds: Sequence[Sequence[Meld]], source: int, tile: int) -> list[Claim]:
    """The wins on ``tile``, a discard of ``source`` or the card it adds to a pong, from its next seat on
    (NT-20, NT-21)."""
    unit = UNIT[tile]
    return [Claim(seat, WIN) for seat in AFTER[source] if seven_sets(hands[seat] + unit, melds[seat])]
