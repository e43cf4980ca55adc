"""What a Paohuzi hand is worth: 胡息, 名堂, 底, 番, and who pays. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...settlement import Transfer
from ...tiles import UNIT, pack, size
from ...zipai import (
    CHOUWEI,
    JIANG,
    KAN,
    PAO,
    PENG,
    SMALL_HALF,
    TI,
    WEI,
    Set,
    Words,
    best_runs,
    cards_of,
    kan_mask,
    loose_part,
    must_discard,
    quad_mask,
    set_value,
    table_value,
)
from ...zipai_hands import COMPLETE, DRAW, SELF, Reading, fixed_sets, win_readings
from .options import PaohuziOptions

WORDS = Words("chi", "peng", "wei", "chouwei", "pao", "ti", "kan", "jiang")
SEATS = 3
RED = 7 * pack((1, 6, 9, 11, 16, 19))
"""Mask of the cards of ranks 2, 7 and 10, both sizes (PH-3)."""

Fan = tuple[str, int]


class Win(NamedTuple):
    """A win: ``xi`` undoubled 胡息, ``fans`` its 名堂 in alphabetical order, ``base`` 底, ``fan`` 番,
    ``pay`` what each loser pays, ``sets`` the reading, ``readings`` how many readings win."""

    xi: int
    fans: tuple[Fan, ...]
    base: int
    fan: int
    pay: int
    sets: tuple[Set, ...]
    readings: int = 1


def base_of(xi: int, self_drawn: bool, tianhu: bool) -> int:
    """底: (胡息 − 12) / 3 rounded down, with 天胡 the 胡息 doubled first, and one more for 自摸 (PH-46,
    PH-47)."""
    return ((2 * xi if tianhu else xi) - 12) // 3 + self_drawn


def fan_of(fans: Sequence[Fan], last_card: bool) -> int:
    """番: the sum of the 名堂, 1 without any (PH-49); the last card of the stock adds 1 or 2 (PH-50)."""
    if not fans:
        return 2 if last_card else 1
    return sum(value for _, value in fans) + (2 if last_card else 0)


def mingtang(cards: int, all_alike: bool, options: PaohuziOptions) -> tuple[Fan, ...]:
    """The 名堂 of a hand in alphabetical order (PH-48).

    ``cards``: all its cards, packed; ``all_alike``: every set is of identical cards.
    """
    red = size(cards & RED)
    small = size(cards & SMALL_HALF)
    big = size(cards) - small
    fans: list[Fan] = []
    if big >= 18:
        fans.append(("da", 6 + big - 18))
    if all_alike:
        fans.append(("duidui", 5))
    if red >= 13:
        fans.append(("hongwu", 4 + red - 13))
    elif red in (4, 7, 11, 12):
        fans.append(("honghu", 2))
    elif red == 10:
        fans.append(("jiadian", 3))
    elif red == 1:
        fans.append(("zhendian", 4))
    elif red == 0:
        fans.append(("wuhu", 5))
    if small >= 16:
        value = 8 + small - 16
        fans.append(("xiao", min(16, value) if options.xiao_cap16 else value))
    return tuple(sorted(fans))


_ALIKE = frozenset((PENG, WEI, CHOUWEI, PAO, TI, KAN, JIANG))
_ALIKE_STRICT = _ALIKE - {WEI, KAN}


def is_all_alike(sets: Iterable[Set], options: PaohuziOptions) -> bool:
    """对对胡: every set is of identical cards; with ``dui_strict`` neither 偎 nor 坎 among them (PH-48,
    PH-O2)."""
    allowed = _ALIKE_STRICT if options.dui_strict else _ALIKE
    return all(form in allowed for form, _ in sets)


def valued(
    reading: Reading,
    cards: int,
    options: PaohuziOptions,
    *,
    self_drawn: bool = False,
    tianhu: bool = False,
    last_card: bool = False,
) -> Win:
    """A reading with everything it is worth (PH-45 to 50). ``cards``: all its cards, packed."""
    fans = mingtang(cards, is_all_alike(reading.sets, options), options)
    base, fan = base_of(reading.value, self_drawn, tianhu), fan_of(fans, last_card)
    return Win(reading.value, fans, base, fan, base * fan, reading.sets)


def win_of(
    hand: int,
    melds: Sequence[Set],
    card: int,
    how: int,
    options: PaohuziOptions,
    *,
    tianhu: bool = False,
    last_card: bool = False,
    self_drawn: bool | None = None,
    stale: bool = False,
) -> Win | None:
    """The best-paying reading of a hand with its winning card, ties by 胡息 (PH-38 to 44); None when it
    does not win.

    ``how``: ``SELF``, ``DRAW``, or ``COMPLETE`` when ``hand`` holds all cards; ``self_drawn``: 自摸, by
    default with ``SELF``; ``stale``: the kind is 臭 for the seat, so an own draw on a pair is a 臭偎.
    """
    if self_drawn is None:
        self_drawn = how == SELF
    cards = cards_of(hand, melds) + (0 if how == COMPLETE else UNIT[card])
    wins = [
        valued(reading, cards, options, self_drawn=self_drawn, tianhu=tianhu, last_card=last_card)
        for reading in win_readings(hand, melds, card, how, options.self_break, stale)
        if reading.value >= options.min_xi
    ]
    if not wins:
        return None
    return max(wins, key=lambda win: (win.pay, win.xi))._replace(readings=len(wins))


def opening_sets(hand: int) -> tuple[int, int]:
    """How many of four and of three alike a starting hand holds (PH-31)."""
    return quad_mask(hand).bit_count(), kan_mask(hand).bit_count()


def is_tianhu35(hand: int) -> bool:
    """三提五坎: three of four alike, or five of four or three alike (PH-31)."""
    quads, threes = opening_sets(hand)
    return quads >= 3 or quads + threes >= 5


def tianhu35_of(hand: int, options: PaohuziOptions, by_liang: bool = False) -> Win | None:
    """三提五坎 of a starting hand (PH-31 to 33, PH-47); None when it is none.

    ``by_liang``: it is the dealer's and only the 亮张 completed it, which counts as 自摸. 对对胡 needs the
    whole hand to be seven sets of identical cards, or six and the pair.
    """
    if not is_tianhu35(hand):
        return None
    fixed = fixed_sets(hand)
    loose = loose_part(hand)
    sets = (*fixed, *best_runs(loose))
    xi = table_value(sets)
    one_pair = size(loose) == 2 and loose.bit_count() == 1
    whole = (len(fixed) == 7 and not loose) or (len(fixed) == 6 and one_pair)
    fans = mingtang(hand, whole and is_all_alike(fixed, options), options)
    base, fan = base_of(xi, by_liang, True), fan_of(fans, False)
    return Win(xi, fans, base, fan, base * fan, sets)


def liang_win(hand: int, liang: int, is_dealer: bool, options: PaohuziOptions) -> Win | None:
    """Whether a starting hand (20 cards) wins on the 亮张, and for how much (PH-34, PH-35)."""
    return win_of(hand, (), liang, SELF if is_dealer else DRAW, options, tianhu=True)


def dealer_must_discard(hand: int) -> bool:
    """Whether the dealer with these 21 cards begins with a discard (PH-15, PH-18)."""
    return must_discard(size(hand), quad_mask(hand).bit_count())


def payments(seat: int, pay: int) -> list[Transfer]:
    """Each loser pays the winner the same (PH-51)."""
    return [Transfer(loser, seat, pay, "hu") for loser in range(SEATS) if loser != seat]


def public_value(sets: Iterable[Set]) -> int:
    """胡息 of laid sets as the others see them: 偎 is left out (PH-21)."""
    return sum(set_value(form, tiles) for form, tiles in sets if form != WEI)


def next_dealer(dealer: int, winner: int | None, huang: int) -> tuple[int, int]:
    """Who deals next, and how many 荒庄 there have been in a row (PH-11).

    ``huang``: how many there were before this hand; ``winner``: None for a 荒庄.
    """
    if winner is not None:
        return winner, 0
    if huang + 1 >= 3:
        return (dealer + 1) % SEATS, 0
    return dealer, huang + 1
