"""Winning hands of character cards: every reading, and the best value without listing them.

A hand splits into fixed sets (three or four alike, never broken up: PH-7, GL-4) and loose cards. Mixed
triples (绞) join the sizes; once they are chosen, each size is split into runs by itself, and those answers
are cached by packed half (30 bits, ten ranks). At most a few mixed choices exist, so a search is a handful
of look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .memo import MANY, Memo
from .tiles import UNIT, count
from .zipai import (
    CHI,
    CHOUWEI,
    JIANG,
    KAN,
    PAO,
    PENG,
    QUADS,
    RANKS,
    SETS_TO_WIN,
    SMALL_HALF,
    TI,
    VALUE_BIG,
    VALUE_SMALL,
    WEI,
    Set,
    kan_mask,
    kinds_in,
    loose_part,
    quad_mask,
    set_value,
)

COMPLETE, SELF, DRAW, DISCARD = range(4)
"""How the winning card comes: it is in the hand already; own draw; another seat's shown draw; a discard."""

_HALF_ONES: int = sum(1 << 3 * r for r in range(RANKS))
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


class Use(NamedTuple):
    """One thing the winning card may do: be loose (``form`` -1), or make a set of ``form`` with three or
    two cards of its kind in hand (``from_hand``) or with the own meld at place ``meld``."""

    form: int
    from_hand: int
    meld: int


_FREE = Use(-1, 0, -1)


def card_uses(
    hand: int, melds: Sequence[Set], card: int, how: int, break_forced: bool = False, stale: bool = False
) -> list[Use]:
    """What the winning card may be (PH-41, PH-42; GL-36).

    ``how``: :data:`SELF`, :data:`DRAW` or :data:`DISCARD`; ``break_forced``: an own draw may be used freely
    although it must make a set (PH-O1, GL-O7); ``stale``: the kind was passed before, so three alike are
    臭偎 / 过扫.
    """
    n = count(hand, card)
    own = next((i for i, (form, tiles) in enumerate(melds) if form <= CHOUWEI and _is_three(form, tiles, card)), -1)
    own_peng = own >= 0 and melds[own][0] == PENG
    if how == SELF:
        if n == 3 or (own >= 0 and not own_peng):
            forced = Use(TI, n, -1) if n == 3 else Use(TI, 0, own)
            return [forced, _FREE] if break_forced else [forced]
        if n == 2:
            forced = Use(CHOUWEI if stale else WEI, 2, -1)
            return [forced, _FREE] if break_forced else [forced]
        return [Use(PAO, 0, own), _FREE] if own_peng else [_FREE]
    if n == 3:
        return [Use(PAO, 3, -1), _FREE]
    if own >= 0 and (how == DRAW or not own_peng):
        return [Use(PAO, 0, own), _FREE]
    return [Use(PENG, 2, -1), _FREE] if n == 2 else [_FREE]


def _is_three(form: int, tiles: tuple[int, ...], card: int) -> bool:
    return form in (PENG, WEI, CHOUWEI) and tiles[0] == card


class Reading(NamedTuple):
    """One reading of a winning hand: its seven sets, and their 胡息 together."""

    sets: tuple[Set, ...]
    value: int


def _placed(hand: int, melds: Sequence[Set], card: int, use: Use) -> tuple[int, list[Set], int]:
    """Hand, laid sets and extra loose cards (packed) once the winning card has done what ``use`` says."""
    sets = list(melds)
    if use.form < 0:
        return hand, sets, UNIT[card]
    if use.meld >= 0:
        sets[use.meld] = (use.form, (card,) * 4)
    else:
        sets.append((use.form, (card,) * (use.from_hand + 1)))
    return hand - use.from_hand * UNIT[card], sets, 0


def win_readings(
    hand: int,
    melds: Sequence[Set],
    card: int,
    how: int,
    break_forced: bool = False,
    stale: bool = False,
) -> list[Reading]:
    """Every reading of hand, melds and winning card as seven sets (PH-38, PH-9; GL-33), whatever its value.

    ``hand``: without the card, or complete with ``how`` = :data:`COMPLETE` (``card`` then says nothing).
    """
    if how == COMPLETE:
        return _readings(hand, melds, 0)
    found: list[Reading] = []
    for use in card_uses(hand, melds, card, how, break_forced, stale):
        found += _readings(*_placed(hand, melds, card, use))
    return found


def _readings(hand: int, melds: Sequence[Set], extra: int) -> list[Reading]:
    fixed = [*melds, *fixed_sets(hand)]
    pair = any(form in QUADS for form, _ in fixed)
    wanted = SETS_TO_WIN - len(fixed)
    value = sum(set_value(form, tiles) for form, tiles in fixed)
    found = []
    for sets in loose_readings(loose_part(hand) + extra, pair):
        if len(sets) == wanted:
            found.append(Reading((*fixed, *sets), value + sum(set_value(*s) for s in sets)))
    return found


def fixed_sets(hand: int) -> list[Set]:
    """Three and four alike in hand, which stay together."""
    quads: list[Set] = [(TI, (k,) * 4) for k in kinds_in(quad_mask(hand))]
    return quads + [(KAN, (k,) * 3) for k in kinds_in(kan_mask(hand))]


class Table(NamedTuple):
    """What the search for a win needs to know of a seat's melds: how many, how many of four, their 胡息,
    and which kinds lie in own 碰 and in own 偎 (bit 0 of their places, so that hand and table are asked alike)."""

    sets: int
    quads: int
    value: int
    pengs: int
    weis: int


EMPTY_TABLE = Table(0, 0, 0, 0, 0)


def table_with(table: Table, form: int, tiles: tuple[int, ...]) -> Table:
    """The summary with one more set laid."""
    sets, quads, value, pengs, weis = table
    value += set_value(form, tiles)
    if form == PENG:
        pengs |= UNIT[tiles[0]]
    elif form in (WEI, CHOUWEI):
        weis |= UNIT[tiles[0]]
    return Table(sets + 1, quads + (form in QUADS), value, pengs, weis)


def table_of(melds: Iterable[Set]) -> Table:
    """The summary of laid sets."""
    table = EMPTY_TABLE
    for form, tiles in melds:
        table = table_with(table, form, tiles)
    return table


@cache  # 20 kinds of eight forms
def _value(form: int, kind: int) -> int:
    return (VALUE_SMALL if kind < RANKS else VALUE_BIG)[form]


def best_value(hand: int, table: Table, card: int, how: int, break_forced: bool = False, least: int = 0) -> int:
    """Most 胡息 of any reading, -1 when the hand does not win with the card. The quick form of
    :func:`win_readings`. Readings below ``least`` need not be found."""
    if how == COMPLETE:
        return _best(hand, table.sets, table.quads > 0, table.value, 0, least)
    n = hand >> 3 * card & 7
    sets, quads, value = table.sets, table.quads > 0, table.value
    own_wei, own_peng = table.weis & UNIT[card], table.pengs & UNIT[card]
    best = -1
    free = True
    if how == SELF:
        if n == 3:
            best = _best(hand - 3 * UNIT[card], sets + 1, True, value + _value(TI, card), 0, least)
            free = break_forced
        elif own_wei:
            best = _best(hand, sets, True, value + _value(TI, card) - _value(WEI, card), 0, least)
            free = break_forced
        elif n == 2:
            best = _best(hand - 2 * UNIT[card], sets + 1, quads, value + _value(WEI, card), 0, least)
            free = break_forced
        elif own_peng:
            best = _best(hand, sets, True, value + _value(PAO, card) - _value(PENG, card), 0, least)
    elif n == 3:
        best = _best(hand - 3 * UNIT[card], sets + 1, True, value + _value(PAO, card), 0, least)
    elif own_wei or (own_peng and how == DRAW):
        had = _value(WEI if own_wei else PENG, card)
        best = _best(hand, sets, True, value + _value(PAO, card) - had, 0, least)
    elif n == 2:
        best = _best(hand - 2 * UNIT[card], sets + 1, quads, value + _value(PENG, card), 0, least)
    if free:
        best = max(best, _best(hand, sets, quads, value, UNIT[card], least))
    return best


def _best(hand: int, sets: int, quads: bool, value: int, extra: int, least: int) -> int:
    threes, fours = kan_mask(hand), quad_mask(hand)
    loose = hand
    if threes or fours:
        loose = hand - 3 * threes - 4 * fours
        small_threes, small_fours = (threes & SMALL_HALF).bit_count(), (fours & SMALL_HALF).bit_count()
        all_threes, all_fours = threes.bit_count(), fours.bit_count()
        sets += all_threes + all_fours
        value += 6 * all_threes - 3 * small_threes + 12 * all_fours - 3 * small_fours
        quads = quads or all_fours > 0
    loose += extra
    if not loose:
        return value if sets == SETS_TO_WIN and not quads else -1
    # Loose cards count only in 1-2-3 and 2-7-10 (PH-45, GL-39), and each of those takes a 2: most hands cannot
    # come to enough, and need not be searched.
    if value + 3 * (loose >> _SMALL_TWO & 7) + 6 * (loose >> _BIG_TWO & 7) < least or strays(loose, quads):
        return -1
    rest = best_loose(loose, quads)
    return value + rest if rest >= 0 and _sets_in(loose, quads) + sets == SETS_TO_WIN else -1


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


def _sets_in(loose: int, pair: bool) -> int:
    """How many sets the loose cards make, the pair included."""
    total = (loose & _EVEN) + (loose >> 3 & _EVEN)
    cards = total % 63
    return (cards + pair) // 3


_SMALL_TWO, _BIG_TWO = 3 * 1, 3 * (RANKS + 1)
_ONES: int = _HALF_ONES << 30 | _HALF_ONES
_BEGINS: int = sum(1 << 3 * r for r in (*range(8), *range(10, 18)))
_EVEN = sum(7 << 6 * k for k in range(10))
