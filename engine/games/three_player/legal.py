"""What a seat may claim, redeem or kong in three-player mahjong (TP-12 to TP-23): pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...actions import Action
from ...mahjong import KONG, PONG, kongs_in
from ...melds import Meld
from ...tiles import SHIFT, UNIT
from .kinds import FLY, FLY_SHIFT, HONOURS, PLAY_MASK
from .options import ThreePlayerOptions

FALSE_PONG: tuple[Action, ...] = tuple(Action.of("false_pong", (t, t, FLY)) for t in range(FLY))
CHOW: tuple[Action, ...] = tuple(Action.of("chow", (r, r + 1, r + 2)) for r in range(7))
FALSE_CHOW: tuple[tuple[Action, ...], ...] = tuple(
    tuple(Action.of("false_chow", [FLY if i == at else r + i for i in range(3)]) for at in range(3))
    for r in range(7)
)
"""``FALSE_CHOW[first][at]``: the fly lies in the place of kind first + at."""
PUT_FLY = Action.of("put_fly", (FLY,))
"""顿飞."""


def pongs(hand: int, tile: int, wall_left: int) -> list[Action]:
    """Kong, true and false pong of a discard by a seat with these concealed tiles (TP-14, TP-15, TP-17,
    TP-23)."""
    held = hand >> SHIFT[tile] & 7
    if not held or not wall_left:
        return []
    found: list[Action] = []
    if held >= 3:
        found.append(KONG[tile])
    if held >= 2:
        found.append(PONG[tile])
    if hand >> FLY_SHIFT & 7:
        found.append(FALSE_PONG[tile])
    return found


def chows(hand: int, tile: int, wall_left: int, flies_allowed: int) -> list[Action]:
    """True and false chows of a discarded dot by the next seat (TP-13, TP-23)."""
    if tile >= HONOURS or not wall_left:
        return []
    return list(_chows(hand & _NEAR[tile], tile, bool(flies_allowed and hand >> FLY_SHIFT & 7)))


_NEAR = tuple(sum(7 * UNIT[r] for r in range(max(tile - 2, 0), min(tile + 2, 8) + 1)) for tile in range(HONOURS))
"""For each dot the mask of the dots that it may stand in a chow with."""


@lru_cache(maxsize=1 << 13)
def _chows(near: int, tile: int, fly: bool) -> tuple[Action, ...]:
    """:func:`chows` with the dots of the hand that matter, so the same few patterns come again and again."""
    found: list[Action] = []
    for first in range(max(tile - 2, 0), min(tile, 6) + 1):
        others = [r for r in (first, first + 1, first + 2) if r != tile]
        held = [near >> SHIFT[r] & 7 for r in others]
        if held[0] and held[1]:
            found.append(CHOW[first])
        if fly:
            found += [
                FALSE_CHOW[first][missing - first]
                for missing, real in zip(others, reversed(held), strict=True)
                if real
            ]
    return tuple(found)


def missing_kind(meld: Meld) -> int:
    """The kind that the fly of a false meld stands for, or -1 for a meld without a fly."""
    if meld.kind == "false_pong":
        return meld.tiles[0]
    if meld.kind == "false_chow":
        at = meld.tiles.index(FLY)
        return meld.tiles[0] + at if at else meld.tiles[1] - 1
    return -1


def redeemable(meld: Meld, hand: int, drawn: int, options: ThreePlayerOptions) -> bool:
    """Whether the fly of ``meld`` may be taken back this turn (TP-19). ``hand``: after the draw; ``drawn``:
    this turn's tile, or -1."""
    kind = missing_kind(meld)
    if kind < 0 or (meld.kind == "false_chow" and not options.redeem_chi):
        return False
    return drawn == kind or (options.redeem == "any_time" and bool(hand >> SHIFT[kind] & 7))


def redeemed(meld: Meld) -> Meld:
    """The meld with the real tile in place of its fly."""
    kind = missing_kind(meld)
    tiles = tuple(kind if t == FLY else t for t in meld.tiles)
    return Meld(meld.kind.removeprefix("false_"), tiles, meld.source, meld.taken)


def own_kongs(hand: int, melds: Iterable[Meld], wall_left: int) -> list[Action]:
    """Kongs on the own turn (TP-16 to TP-18): of real tiles only, and added to a true pong."""
    return kongs_in(hand & PLAY_MASK, melds) if wall_left else []


CLASSES = {"win": 0, "kong": 1, "pong": 1, "false_pong": 2, "chow": 3, "false_chow": 3}
"""Who goes first for a discard: win, true pong or kong, false pong, chow (TP-20, TP-21)."""


def claim_order(
    source: int, claims: Sequence[tuple[int, Action]], false_pong_tie: str
) -> list[tuple[int, Action]]:
    """Claims on the tile of ``source``, as (seat, action), in the order in which they are offered (TP-20,
    TP-21, TP-29).

    Within a class the seat first after ``source`` goes first; between two false pongs ``farthest`` turns that
    round.
    """

    def place(claim: tuple[int, Action]) -> tuple[int, int]:
        seat, action = claim
        distance = (seat - source) % 3
        if action.kind == "false_pong" and false_pong_tie == "farthest":
            distance = -distance
        return CLASSES[action.kind], distance

    return sorted(claims, key=place)


def without(hand: int, tiles: Iterable[int], taken: int) -> int:
    """The concealed hand after laying a meld of ``tiles`` of which one, ``taken``, came from another seat."""
    return hand + UNIT[taken] - sum(UNIT[t] for t in tiles)


FALSE_MELDS = ("false_pong", "false_chow")


def leaves_a_discard(hand: int, action: Action, tile: int) -> bool:
    """Whether a play tile is left to discard after claiming ``tile`` with ``action``: flies are never
    discarded (TP-11).

    A kong draws, and with flies alone in hand it wins or puts one out, so it needs none.
    """
    if action.kind == "kong":
        return True
    given = (tile,) * 3 if action.kind == "pong" else action.tiles
    return bool(without(hand, given, tile) & PLAY_MASK)
