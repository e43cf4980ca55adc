"""How many tiles a three-player hand is from winning, by plan; flies are left out and shorten every distance
alike."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...hands import needs
from ...memo import MANY
from ...tiles import ONES, SHIFT
from .kinds import DOT_BITS, DOT_MASK, HONOUR_MASK

SETS = 4
WIDTH = SETS + 1
FAR = 99
_DOT_ONES = ONES & DOT_MASK
_PLAY_ONES = ONES & (1 << 48) - 1
_HONOUR_ONES = _PLAY_ONES & ~DOT_MASK


class Plan(NamedTuple):
    """``shape``: ``free``, ``dots``, ``triplets``, ``dot_triplets`` or ``honours``; ``forced``: honours that
    must be triplets."""

    shape: str
    forced: tuple[int, ...] = ()


@lru_cache(maxsize=MANY)
def honour_needs(key: int) -> tuple[int, ...]:
    """As ``hands.needs`` for the seven honours (packed from 东 on): tiles missing for m triplets, without and
    with a pair."""
    best = [FAR] * (2 * WIDTH)
    best[0] = 0
    for place in range(7):
        n = key >> 3 * place & 7
        triplet, pair = max(0, 3 - n), max(0, 2 - n)
        now = best[:]
        for m in range(WIDTH):
            if m:
                now[m] = min(now[m], best[m - 1] + triplet)
                now[WIDTH + m] = min(now[WIDTH + m], best[WIDTH + m - 1] + triplet)
            now[WIDTH + m] = min(now[WIDTH + m], best[m] + pair)
        best = now
    return tuple(best)


@lru_cache(maxsize=MANY)
def distance(hand: int, sets: int, plan: Plan) -> int:
    """Tiles that play tiles ``hand`` (flies left out) lack for ``sets`` concealed sets and a pair under
    ``plan``."""
    shape = plan.shape
    if shape == "dots":
        return needs(hand & DOT_MASK, SETS)[WIDTH + sets]
    if shape == "triplets":
        return _identical(hand & _PLAY_ONES * 7, sets, _PLAY_ONES)
    if shape == "dot_triplets":
        return _identical(hand, sets, _DOT_ONES)
    if shape == "honours":
        return _identical(hand, sets, _HONOUR_ONES)
    cost = 0
    rest = hand
    for kind in plan.forced:
        held = hand >> SHIFT[kind] & 7
        cost += max(0, 3 - held)
        rest -= held << SHIFT[kind]
    left = sets - len(plan.forced)
    if left < 0:
        return FAR
    a = needs(rest & DOT_MASK, SETS)
    b = honour_needs(rest >> DOT_BITS & HONOUR_MASK)
    best = FAR
    for i in range(left + 1):
        best = min(best, a[i] + b[WIDTH + left - i], a[WIDTH + i] + b[left - i])
    return cost + best


def _identical(hand: int, sets: int, ones: int) -> int:
    """Tiles missing for ``sets`` triplets and a pair among the kinds of ``ones``."""
    low = hand & ones
    two = hand >> 1 & ones
    triplets = (low & two | hand >> 2 & ones).bit_count()
    pairs = (two & ~low).bit_count()
    singles = (low & ~two).bit_count()
    lacking = sets - triplets
    if lacking <= 0:
        return 0 if pairs or triplets > sets else 1 if singles else 2
    if pairs > lacking:
        return lacking
    missing = pairs
    # The remaining triplets and the pair grow from singles, or from nothing.
    open_sets = lacking - pairs
    from_singles = min(open_sets, singles)
    missing += 2 * from_singles + 3 * (open_sets - from_singles)
    return missing + (1 if singles > from_singles else 2)
