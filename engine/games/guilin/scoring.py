"""What a Guilin hand is worth: 胡, 子, 醒, 番, and who pays. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...settlement import Transfer
from ...tiles import count
from ...zipai import RANKS, Set, Words, best_runs, cards_of, kan_mask, loose_part, quad_mask, table_value
from ...zipai_hands import Reading, fixed_sets, win_readings
from .options import GuilinOptions

WORDS = Words("chi", "peng", "sao", "guosao", "kaizhao", "saochuan", "kan", "jiang")
SEATS = 3
BONUS_TYPES = ("zimo", "tianhu", "dihu", "sanlong")
"""The types of win that count 2 番 or one 子 more (GL-42)."""
DISCARDER_PAYS = ("fangpao", "dihu")
WIN_TYPES = ("pinghu", "fangpao", *BONUS_TYPES)


class Flips(NamedTuple):
    """The cards turned after a win, and how many 醒 each brought."""

    cards: tuple[int, ...]
    each: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.each)


def zi_of(hu: int, options: GuilinOptions) -> int:
    """子: one for the minimum, one more for each step above it; 0 below (GL-40, GL-41)."""
    return 0 if hu < options.min_hu else 1 + (hu - options.min_hu) // options.step


def xing_kinds(flipped: int, options: GuilinOptions) -> list[int]:
    """The kinds that a turned card wakes: the next, the same, the one before, as the table plays them, in
    its size (GL-44, GL-O3, GL-O5)."""
    base, rank = flipped // RANKS * RANKS, flipped % RANKS
    steps = [d for d, on in ((1, options.xing_up), (0, options.xing_mid), (-1, options.xing_down)) if on]
    if options.xing_wrap:
        return [base + (rank + d) % RANKS for d in steps]
    return [base + rank + d for d in steps if 0 <= rank + d < RANKS]


def flips_of(cards: int, stock: Sequence[int], card: int, options: GuilinOptions) -> Flips:
    """The turned cards and their 醒 (GL-43 to 47).

    ``cards``: the winner's, winning card included, packed; ``stock``: what is left of it, next card first;
    without any (海底胡) the winning card ``card`` is the turned one and no other follows.
    """
    if not (options.xing_up or options.xing_mid or options.xing_down):
        return Flips((), ())
    if not stock:
        return Flips((card,), (sum(_held(cards, card, options)),))
    turned: list[int] = []
    each: list[int] = []
    for flipped in stock:
        held = _held(cards, flipped, options)
        turned.append(flipped)
        each.append(sum(held))
        again = (options.true3 and max(held, default=0) >= 3) or (options.fake4 and sum(held) >= 4)
        if not again:
            break
    return Flips(tuple(turned), tuple(each))


def _held(cards: int, flipped: int, options: GuilinOptions) -> list[int]:
    return [count(cards, kind) for kind in xing_kinds(flipped, options)]


def fan_of(wtype: str, options: GuilinOptions) -> int:
    """番: 2 for the types of GL-42 at a ``double`` table, else 1."""
    return 2 if options.bonus == "double" and wtype in BONUS_TYPES else 1


def extra_zi(wtype: str, options: GuilinOptions) -> int:
    """子 added for the types of GL-42 at a ``plus1`` table."""
    return int(options.bonus == "plus1" and wtype in BONUS_TYPES)


def unit_of(zi: int, xing: int, wtype: str, options: GuilinOptions) -> int:
    """What one loser pays: (子 + 醒) × 番 (GL-42, GL-48)."""
    return (zi + extra_zi(wtype, options) + xing) * fan_of(wtype, options)


def payments(seat: int, unit: int, wtype: str, discarder: int = -1) -> list[Transfer]:
    """Each loser pays a unit (GL-49); after 放炮 and 地胡 the discarder pays both (GL-50)."""
    if wtype in DISCARDER_PAYS:
        return [Transfer(discarder, seat, 2 * unit, wtype)]
    return [Transfer(loser, seat, unit, wtype) for loser in range(SEATS) if loser != seat]


def hand_readings(
    hand: int,
    melds: Sequence[Set],
    card: int,
    how: int,
    options: GuilinOptions,
    stale: bool = False,
) -> list[Reading]:
    """The readings with which a hand wins, most 胡 first (GL-33, GL-36 to 38, GL-40); empty when it does
    not win."""
    found = win_readings(hand, melds, card, how, options.self_break, stale)
    return sorted((r for r in found if r.value >= options.min_hu), key=lambda r: -r.value)


def winner_cards(hand: int, melds: Sequence[Set]) -> int:
    """All cards of a winner, packed; ``hand`` holds the winning card, unless a meld does."""
    return cards_of(hand, melds)


def opening_sets(hand: int) -> tuple[int, int]:
    """How many 笼 (four alike) and 坎 (three alike) a starting hand holds (GL-26)."""
    return quad_mask(hand).bit_count(), kan_mask(hand).bit_count()


def is_sanlong(hand: int) -> bool:
    """三笼五坎: three 笼, or five 坎 counting 笼 as 坎 (GL-26)."""
    quads, threes = opening_sets(hand)
    return quads >= 3 or quads + threes >= 5


def sanlong_reading(hand: int) -> Reading:
    """The sets of a 三笼五坎 and the best 1-2-3 and 2-7-10 among the rest (GL-26)."""
    sets = (*fixed_sets(hand), *best_runs(loose_part(hand)))
    return Reading(sets, table_value(sets))


def next_dealer(dealer: int, winner: int | None, options: GuilinOptions) -> int:
    """Who deals next (GL-10, GL-O10)."""
    rule = options.after_huang if winner is None else options.dealer_after_win
    if rule == "winner":
        return dealer if winner is None else winner
    return dealer if rule == "stay" else (dealer + 1) % SEATS
