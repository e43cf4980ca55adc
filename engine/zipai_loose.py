"""Loose cards: every way into runs, mixed triples and a pair, and the most they can count.

Mixed triples (绞) join the sizes; once they are chosen, each size is split into runs by itself, and those answers
are cached by packed half (30 bits, ten ranks). At most a few mixed choices exist, so a search is a handful
of look-ups.
"""

from __future__ import annotations

from .memo import MANY, Memo
from .tiles import UNIT
from .zipai import CHI, JIANG, RANKS, SMALL_HALF, Set, kinds_in

_HALF_ONES: int = sum(1 << 3 * r for r in range(RANKS))
_ONES: int = _HALF_ONES << 30 | _HALF_ONES
_BEGINS: int = sum(1 << 3 * r for r in (*range(8), *range(10, 18)))
_EVEN = sum(7 << 6 * k for k in range(10))
_RUN = 0o111
_SPECIAL: int = (1 << 3) + (1 << 18) + (1 << 27)
"""The half-hand 2-7-10."""
Cover = tuple[tuple[int, int, int], ...]
"""Runs of ranks 0–9 that use up a half exactly."""


def _covers(half: int, rank: int = 0) -> tuple[Cover, ...]:
    """Every way to split the half, shifted to ``rank``, into runs and 2-7-10, each way once."""
    while half and not half & 7:
        half >>= 3
        rank += 1
    if not half:
        return ((),)
    n = half & 7
    found: list[Cover] = []
    # The lowest card of a run decides it, except at the 2, which may also begin 2-7-10.
    for special in range(n + 1 if rank == 1 else 1):
        rest = half - (n - special) * _RUN - special * (_SPECIAL >> 3)
        if _uses(half, n - special, special):
            runs = ((1, 6, 9),) * special + ((rank, rank + 1, rank + 2),) * (n - special)
            found += [(*runs, *more) for more in _covers(rest, rank)]
    return tuple(found)


def _uses(half: int, runs: int, special: int) -> bool:
    """Whether the half, shifted to its lowest rank, holds that many runs (and 2-7-10, when that rank is the
    2)."""
    if runs and ((half >> 3 & 7) < runs or (half >> 6 & 7) < runs):
        return False
    return not special or ((half >> 15 & 7) >= special and (half >> 24 & 7) >= special)


# Loose halves have three counts a rank, and one rank may hold the winning card besides: some 250,000.
COVERS = Memo(_covers, MANY)
"""Half -> every way to split it into runs and 2-7-10."""


def counting_runs(cover: Cover) -> int:
    """How many of the runs are 1-2-3 or 2-7-10."""
    return sum(run[0] == 0 or run == (1, 6, 9) for run in cover)


def _best_of(half: int) -> int:
    return max(map(counting_runs, COVERS[half]), default=-1)


def _best_with_pair(half: int) -> int:
    return max((BEST[half - 2 * bit] for bit in _bits(half >> 1 & _HALF_ONES)), default=-1)


BEST = Memo(_best_of, MANY)
"""Half -> most counting runs over its covers; -1 when there is none."""
BEST_WITH_PAIR = Memo(_best_with_pair, MANY)
"""The same for covers of all but one pair."""


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found


def mixed_choices(small: int, big: int) -> list[tuple[int, int]]:
    """What is left of both halves for every choice of mixed triples (绞) taken out; the first choice takes
    none."""
    found = [(small, big)]
    held_small = (small | small >> 1 | small >> 2) & _HALF_ONES
    held_big = (big | big >> 1 | big >> 2) & _HALF_ONES
    two_small = (small >> 1 | small >> 2) & _HALF_ONES
    two_big = (big >> 1 | big >> 2) & _HALF_ONES
    ranks = two_small & held_big | held_small & two_big
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        more = []
        if two_small & bit and held_big & bit:
            more += [(s - 2 * bit, b - bit) for s, b in found]
        if held_small & bit and two_big & bit:
            more += [(s - bit, b - 2 * bit) for s, b in found]
            if small // bit & 7 >= 3 and big // bit & 7 >= 3:
                more += [(s - 3 * bit, b - 3 * bit) for s, b in found]
        found += more
    return found


def best_loose(loose: int, pair: bool) -> int:
    """Most 胡息 of loose cards split into sets (and one pair if ``pair``); -1 when they cannot be split."""
    best = -1
    for small, big in mixed_choices(loose & SMALL_HALF, loose >> 30):
        a = BEST[small]
        if not pair:
            if a >= 0 and (b := BEST[big]) >= 0:
                best = max(best, 3 * a + 6 * b)
            continue
        b = BEST[big]
        if b >= 0 and (c := BEST_WITH_PAIR[small]) >= 0:
            best = max(best, 3 * c + 6 * b)
        if a >= 0 and (c := BEST_WITH_PAIR[big]) >= 0:
            best = max(best, 3 * a + 6 * c)
    return best


def loose_readings(loose: int, pair: bool) -> list[tuple[Set, ...]]:
    """Every different way to split loose cards into sets (and one pair if ``pair``)."""
    if not pair:
        return _all_sets(loose)
    found = []
    for kind in kinds_in(loose >> 1 & _ONES):
        jiang = (JIANG, (kind, kind))
        found += [(*sets, jiang) for sets in _all_sets(loose - 2 * UNIT[kind])]
    return found


def _all_sets(loose: int) -> list[tuple[Set, ...]]:
    small, big = loose & SMALL_HALF, loose >> 30
    found: list[tuple[Set, ...]] = []
    for s, b in mixed_choices(small, big):
        covers_small = COVERS[s]
        if not covers_small:
            continue
        covers_big = COVERS[b]
        if covers_big:
            mixed = _mixed_sets(small - s, big - b)
            for cover in covers_small:
                runs = tuple((CHI, run) for run in cover)
                for other in covers_big:
                    found.append((*runs, *((CHI, (x + RANKS, y + RANKS, z + RANKS)) for x, y, z in other), *mixed))
    return found


def _mixed_sets(small: int, big: int) -> tuple[Set, ...]:
    """The mixed triples that use up these cards."""
    sets: list[Set] = []
    for rank in range(RANKS):
        n, m = small >> 3 * rank & 7, big >> 3 * rank & 7
        while n or m:
            a = 2 if n >= m else 1
            n, m = n - a, m - (3 - a)
            sets.append((CHI, (rank,) * a + (rank + RANKS,) * (3 - a)))
    return tuple(sets)


def strays(loose: int, pair: bool) -> int:
    """Marks (bit 0 of the place) the loose kinds that fit no set at all with the other loose cards."""
    several = (loose >> 1 | loose >> 2) & _ONES
    held = loose & _ONES | several
    begins = held & held >> 3 & held >> 6 & _BEGINS
    fitting = begins | begins << 3 | begins << 6
    if held & _SPECIAL == _SPECIAL:
        fitting |= _SPECIAL
    if held >> 30 & _SPECIAL == _SPECIAL:
        fitting |= _SPECIAL << 30
    both = held & held >> 30 & (several | several >> 30) & _HALF_ONES
    fitting |= both | both << 30
    if pair:
        fitting |= several
    return held & ~fitting


def sets_in(loose: int, pair: bool) -> int:
    """How many sets the loose cards make, the pair included."""
    total = (loose & _EVEN) + (loose >> 3 & _EVEN)
    cards = total % 63
    return (cards + pair) // 3
