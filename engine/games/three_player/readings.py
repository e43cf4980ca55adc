"""Readings with flies: every way in which dots and honours become sets and a pair when some tiles stand for
any kind.

A reading is a choice of sets *by kind* that covers the real tiles; each place that no real tile fills costs
one fly. So the search takes the lowest uncovered tile and tries every set that holds it, and never asks what
a single fly "is". Dots and honours are searched apart and memoised by (packed tiles, sets, pair); what
differs in score is kept, exactly.

At most four flies exist, which the searches rely on: a set made of flies alone can occur once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ... import hands
from ...memo import MANY, Memo
from ...tiles import UNIT, size
from .kinds import DOT_BITS, DOT_MASK, FLY_SHIFT, HONOUR_MASK, HONOURS

CHOW, TRIPLET, MIDDLE, DOTS, GATES = 1, 2, 4, 8, 16
"""Features of the dots of a reading: it has a chow, a triplet, a tile other than 1 and 9, any dots; it is
九子连环."""

Set = tuple[str, int]
"""(``chow``, first kind), (``triplet``, kind) or (``pair``, kind)."""
Dots = tuple[int, tuple[Set, ...]]
"""Features, and one choice of sets that has them."""

MIDDLE_RANK = 4
"""5p: what a set of flies alone shows when it is to be neither 1 nor 9."""


def _rank_feature(rank: int) -> int:
    return DOTS if rank in (0, 8) else DOTS | MIDDLE


_CHOW_FEATURES = CHOW | DOTS | MIDDLE
_LONE_SETS: tuple[Dots, ...] = (
    (_CHOW_FEATURES, (("chow", 0),)),
    (TRIPLET | DOTS, (("triplet", 0),)),
    (TRIPLET | DOTS | MIDDLE, (("triplet", MIDDLE_RANK),)),
)
_LONE_PAIRS: tuple[Dots, ...] = ((DOTS, (("pair", 0),)), (DOTS | MIDDLE, (("pair", MIDDLE_RANK),)))
_NOTHING: tuple[Dots, ...] = ((0, ()),)


def dot_readings(key: int, sets: int, pair: int, barred: int) -> tuple[Dots, ...]:
    """The feature sets with which the dots ``key`` and flies make ``sets`` sets and ``pair`` (0 or 1) pairs.

    The flies are as many as tiles are missing, at most four. ``barred``: the rank that may not be paired by
    its single real tile and one fly (TP-27), or -1.
    """
    entry = ((barred + 1) << 4 | sets << 1 | pair) << DOT_BITS | key
    return _DOTS[entry]


def _search_dots(entry: int) -> tuple[Dots, ...]:
    key, way = entry & DOT_MASK, entry >> DOT_BITS
    barred, sets, pair = (way >> 4) - 1, way >> 1 & 7, way & 1
    if not key:
        if sets + pair > 1:
            return ()
        return _LONE_SETS if sets else _LONE_PAIRS if pair else _NOTHING
    flies = 3 * sets + 2 * pair - size(key)
    if flies < 0:
        return ()
    rank = ((key & -key).bit_length() - 1) // 3
    here = key >> 3 * rank & 7
    best: dict[int, tuple[Set, ...]] = {}
    if sets:
        if here + flies >= 3:
            features = TRIPLET | _rank_feature(rank)
            left = key - min(here, 3) * UNIT[rank]
            for f, chosen in dot_readings(left, sets - 1, pair, barred):
                best.setdefault(f | features, (("triplet", rank), *chosen))
        for first in range(max(rank - 2, 0), min(rank, 6) + 1):
            left = key
            missing = 0
            for r in (first, first + 1, first + 2):
                if key >> 3 * r & 7:
                    left -= UNIT[r]
                else:
                    missing += 1
            if missing <= flies:
                for f, chosen in dot_readings(left, sets - 1, pair, barred):
                    best.setdefault(f | _CHOW_FEATURES, (("chow", first), *chosen))
    if pair and here + flies >= 2 and not (here == 1 and rank == barred):
        features = _rank_feature(rank)
        for f, chosen in dot_readings(key - min(here, 2) * UNIT[rank], sets, 0, barred):
            best.setdefault(f | features, (("pair", rank), *chosen))
    return tuple(best.items())


_DOTS = Memo(_search_dots, MANY)


class Honours(NamedTuple):
    """Honour sets of a reading: kinds of ``triplets``, ascending, and of the ``pair`` or -1."""

    triplets: tuple[int, ...]
    pair: int


@lru_cache(maxsize=MANY)
def honour_readings(key: int, sets: int, pair: int, barred: int) -> tuple[Honours, ...]:
    """All ways in which the honours ``key`` (packed from 东 on) and flies make ``sets`` triplets and ``pair``
    pairs.

    ``barred``: as in :func:`dot_readings`, as a kind, or -1.
    """
    flies = 3 * sets + 2 * pair - size(key)
    if flies < 0:
        return ()
    if not key:
        if sets + pair > 1:
            return ()
        if sets:
            return tuple(Honours((k,), -1) for k in range(HONOURS, HONOURS + 7))
        return tuple(Honours((), k) for k in range(HONOURS, HONOURS + 7)) if pair else (Honours((), -1),)
    place = ((key & -key).bit_length() - 1) // 3
    here = key >> 3 * place & 7
    kind = HONOURS + place
    found: set[Honours] = set()
    if sets and here + flies >= 3:
        for triplets, p in honour_readings(key - min(here, 3) * UNIT[place], sets - 1, pair, barred):
            found.add(Honours(tuple(sorted((kind, *triplets))), p))
    if pair and here + flies >= 2 and not (here == 1 and kind == barred):
        for triplets, _ in honour_readings(key - min(here, 2) * UNIT[place], sets, 0, barred):
            found.add(Honours(triplets, kind))
    return tuple(sorted(found))


def combinations(hand: int, sets: int, barred: int) -> Iterator[tuple[tuple[Dots, ...], tuple[Honours, ...]]]:
    """Pairs (readings of the dots, readings of the honours) of concealed tiles that make ``sets`` sets and
    one pair.

    ``hand``: concealed tiles with the winning tile, no bonus tiles; any dots may go with any honours of the
    same pair.
    """
    dots = hand & DOT_MASK
    honours = hand >> DOT_BITS & HONOUR_MASK
    flies = hand >> FLY_SHIFT & 7
    held = size(dots)
    if held + size(honours) + flies != 3 * sets + 2:
        return
    dot_barred = barred if barred < HONOURS else -1
    honour_barred = barred if barred >= HONOURS else -1
    for s in range(sets + 1):
        for p in (0, 1):
            if 0 <= 3 * s + 2 * p - held <= flies:
                d = dot_readings(dots, s, p, dot_barred)
                if d:
                    h = honour_readings(honours, sets - s, 1 - p, honour_barred)
                    if h:
                        yield d, h


def _dot_shape(entry: int) -> int:
    """Mask of the ways in which dots and barred rank (``(barred + 1) << 27 | key``) can be used up with at most four
    flies: bit ``2 * sets + pair``."""
    key, barred = entry & DOT_MASK, (entry >> DOT_BITS) - 1
    mask = 0
    for sets, pair in _ways(size(key)):
        if dot_readings(key, sets, pair, barred):
            mask |= 1 << 2 * sets + pair
    return mask


def _honour_shape(entry: int) -> tuple[int, ...]:
    """The same for honours (``(barred + 1) << 21 | key``, barred as a kind), turned round: entry n is the mask of
    what the dots must then be when there are n sets in all."""
    key, barred = entry & HONOUR_MASK, (entry >> 21) - 1
    masks = [0] * 5
    for sets, pair in _ways(size(key)):
        if honour_readings(key, sets, pair, barred):
            for total in range(sets, 5):
                masks[total] |= 1 << 2 * (total - sets) + 1 - pair
    return tuple(masks)


def _ways(held: int) -> Iterator[tuple[int, int]]:
    """(sets, pair) that ``held`` real tiles and none to four flies can make."""
    for sets in range(5):
        for pair in (0, 1):
            if 0 <= 3 * sets + 2 * pair - held <= 4:
                yield sets, pair


_DOT_SHAPES = Memo(_dot_shape, MANY)
_HONOUR_SHAPES = Memo(_honour_shape, MANY)


def complete(hand: int, sets: int, barred: int) -> bool:
    """Whether 3 · ``sets`` + 2 concealed tiles have a reading as that many sets and a pair (TP-24, TP-26,
    TP-27).

    ``hand`` may hold no bonus tiles; ``barred``: the kind as in :func:`dot_readings`, or -1.
    """
    if barred < 0:
        honours = _HONOUR_SHAPES[hand >> DOT_BITS & HONOUR_MASK][sets]
        return bool(honours) and bool(honours & _DOT_SHAPES[hand & DOT_MASK])
    dots, honours = hand & DOT_MASK, hand >> DOT_BITS & HONOUR_MASK
    if barred < HONOURS:
        dots |= barred + 1 << DOT_BITS
    else:
        honours |= barred + 1 << 21
    return bool(_HONOUR_SHAPES[honours][sets] & _DOT_SHAPES[dots])


# --- 九子连环 -------------------------------------------------------------------------------------------

_GATES = 0o311111113
_GATE_COUNTS = tuple(_GATES >> 3 * r & 7 for r in range(9))


def gates_missing(dots: int) -> int:
    """How many tiles of 1112345678999p are not among ``dots``."""
    return sum(max(0, n - (dots >> 3 * r & 7)) for r, n in enumerate(_GATE_COUNTS))


def gate_readings(hand: int, barred: int) -> tuple[Dots, ...]:
    """Readings of fourteen concealed tiles that hold 1112345678999p and one more dot, flies as needed
    (TP-44)."""
    dots = hand & DOT_MASK
    flies = hand >> FLY_SHIFT & 7
    missing = gates_missing(dots)
    if size(dots) + flies != 14 or missing > flies:
        return ()
    full = sum(max(n, dots >> 3 * r & 7) << 3 * r for r, n in enumerate(_GATE_COUNTS))
    best: dict[int, tuple[Set, ...]] = {}
    for tiles in (full,) if missing == flies else tuple(full + UNIT[r] for r in range(9)):
        for runs, triplets, pair in hands.readings(tiles):
            if pair == barred and tiles >> 3 * pair & 7 == 2:
                continue
            chosen: tuple[Set, ...] = (
                *(("triplet", r) for r in triplets),
                *(("chow", r) for r in runs),
                ("pair", pair),
            )
            features = DOTS | MIDDLE | GATES | (CHOW if runs else 0) | (TRIPLET if triplets else 0)
            best.setdefault(features, chosen)
    return tuple(best.items())
