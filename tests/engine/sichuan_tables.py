"""Building Sichuan rounds for scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Action, Round
from engine.games.sichuan import TILES
from engine.games.sichuan.cases import read_tiles


def table(hands: Mapping[int, str], wall: str = "", dealer: int = 0, **options: Any) -> Round:
    """A round in which the named seats hold these tiles; the others get leftovers that form nothing, and the wall
    begins with ``wall``."""
    named = {s: list(read_tiles(text)) for s, text in hands.items()}
    front = list(read_tiles(wall))
    left = TILES.all_tiles()
    for t in [*front, *(t for tiles in named.values() for t in tiles)]:
        left.remove(t)
    # Every third leftover: no pairs come together before the tiles run short.
    order = left[0::3] + left[1::3] + left[2::3]
    dealt: list[list[int]] = []
    for seat in range(4):
        tiles = named.get(seat, [])
        while len(tiles) < 13 + (seat == dealer):
            tiles.append(order.pop(0))
        dealt.append(tiles)
    return Round.deal("sichuan", options, b"scenario", dealer, hands=dealt, wall=front + order)


def act(round_: Round, seat: int, text: str) -> tuple[Any, ...]:
    """Play ``discard 5m`` and the like."""
    return round_.act(seat, Action.read(text, TILES))


def choices(round_: Round, seat: int) -> list[str]:
    """What the seat may do, as text."""
    return [a.write(TILES) for a in round_.prompts.get(seat, ())]


def kinds(events: Sequence[Any]) -> list[str]:
    return [e.kind for e in events]
