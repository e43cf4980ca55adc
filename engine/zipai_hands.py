"""Winning hands of character cards: every reading, and the best value without listing them.

A hand splits into fixed sets (three or four alike, never broken up: PH-7, GL-4) and loose cards, of which
:mod:`engine.zipai_loose` knows what they can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .tiles import UNIT, count
from .zipai import (
    CHOUWEI,
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
from .zipai_loose import best_loose, loose_readings, sets_in, strays

COMPLETE, SELF, DRAW, DISCARD = range(4)
"""How the winning card comes: it is in the hand already; own draw; another seat's shown draw; a discard."""
_SMALL_TWO, _BIG_TWO = 3 * 1, 3 * (RANKS + 1)


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
    return value + rest if rest >= 0 and sets_in(loose, quads) + sets == SETS_TO_WIN else -1
