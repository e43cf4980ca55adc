"""Who may take a card, in what order: the ladder of claims of the character-card games (PH-20 to 23; GL-20
to 25)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .tiles import ONES, UNIT, count, size
from .zipai import (
    CHI,
    CHOUWEI,
    EATS_WITH,
    KINDS,
    PAO,
    PENG,
    RANKS,
    SEATS,
    TI,
    WEI,
    EatOption,
    eat_options,
    kinds_in,
    loose_part,
    maybe_eatable,
    must_discard,
)
from .zipai_hands import Table
from .zipai_loose import strays

HU = 8
"""Follows the forms: the rung on which a seat wins."""


class Stand:
    """A seat before a card; made by :func:`stand_of`.

    ``hand``: packed; ``table``: its melds in short; ``no_chi``, ``no_peng``: kinds it may not eat or claim
    with a pair; ``stale``: kinds it passed (its own draw makes a 臭偎 / 过扫 of them) – masks, bit ``kind``;
    ``dead``: 死手, it may neither win nor eat nor claim. Derived: ``loose``: its loose cards; ``eatable``:
    the kinds it may be able to eat; ``alike``: the kinds it holds or has laid two or three of (both: bit 0
    of the place); ``wanted``: the kinds that may make it win (mask, bit ``kind``). A kind in none of the
    three is nothing to the seat.
    """

    __slots__ = ("alike", "dead", "eatable", "hand", "loose", "no_chi", "no_peng", "stale", "table", "wanted")
    hand: int
    table: Table
    no_chi: int
    no_peng: int
    stale: int
    dead: bool
    loose: int
    eatable: int
    alike: int
    wanted: int


def stand_of(
    hand: int,
    table: Table,
    no_chi: int = 0,
    no_peng: int = 0,
    stale: int = 0,
    dead: bool = False,
    before: Stand | None = None,
) -> Stand:
    """The :class:`Stand` of a seat with what follows from its hand; ``before``: how it stood last, to save
    work (bars are not lifted)."""
    stand = Stand()
    stand.hand, stand.table = hand, table
    stand.no_chi, stand.no_peng, stand.stale, stand.dead = no_chi, no_peng, stale, dead
    if before is not None and before.hand == hand:
        stand.loose, stand.wanted = before.loose, before.wanted
        eatable = before.eatable
    else:
        stand.loose = loose = loose_part(hand)
        stand.wanted = maybe_wanted(loose)
        eatable = maybe_eatable(loose)
    stand.eatable = 0 if dead else eatable & ~(_PLACES[no_chi & 1023] | _PLACES[no_chi >> RANKS] << 30)
    stand.alike = hand >> 1 & ONES | table.weis | table.pengs
    return stand


_PLACES = tuple(sum(1 << 3 * rank for rank in range(RANKS) if mask >> rank & 1) for mask in range(1 << RANKS))
"""A mask of ranks with each bit moved to bit 0 of its place."""


_ALL_KINDS = (1 << KINDS) - 1
_GO_WITH = tuple(
    1 << kind | sum(1 << other for other in {k for eat in EATS_WITH[kind] for k in eat.tiles} - {kind})
    for kind in range(KINDS)
)
"""For each kind the mask of those it shares a set with, itself included."""


def maybe_wanted(loose: int) -> int:
    """The kinds that may complete a hand with these loose cards: those that go with every card that fits
    nowhere yet. One card brings at most two kinds into its set, so three such kinds are too many."""
    misfits = strays(loose, True)
    wanted = _ALL_KINDS
    if misfits:
        if misfits.bit_count() > 2:
            return 0
        for kind in kinds_in(misfits):
            wanted &= _GO_WITH[kind]
    return wanted


class Rung(NamedTuple):
    """One claim: ``form`` (a form, or :data:`HU`) of ``seat``; ``options``: the ways to eat; ``forced``: it
    cannot be declined (a forced set, or a compulsory win)."""

    form: int
    seat: int
    options: tuple[EatOption, ...] = ()
    forced: bool = False


class ClaimRules(NamedTuple):
    """What a game's options decide on the ladder.

    ``lay_copies``: 比 / 下火; ``break_kan``: a due discard may come out of three alike (PH-O4);
    ``must_win``: ways a card comes (``DRAW``, ``DISCARD``, ``SELF``) with which a win is compulsory.
    """

    lay_copies: bool = True
    break_kan: bool = False
    must_win: tuple[int, ...] = ()


def total_cards(hand: int, table: Table) -> int:
    """All cards of a seat."""
    return size(hand) + 3 * table.sets + table.quads


def own_forced_set(stand: Stand, card: int) -> int:
    """The set that the seat must make with its own draw, or -1 (PH-20, GL-20)."""
    n = stand.hand >> 3 * card & 7
    if n == 3 or stand.table.weis & UNIT[card]:
        return TI
    if n == 2:
        return CHOUWEI if stand.stale >> card & 1 else WEI
    return -1


def takes_fourth(stand: Stand, card: int, drawn: bool) -> bool:
    """Whether the seat must make a 跑 / 开招 of a shown card; only a draw upgrades a 碰 (PH-20, GL-21)."""
    table = stand.table
    if stand.hand >> 3 * card & 7 == 3:
        return True
    return bool((table.weis | table.pengs if drawn else table.weis) & UNIT[card])


def due_after_taking(stand: Stand) -> bool:
    """Whether a discard will be due once the seat has taken a card by 碰 or 吃 (PH-18, GL-18)."""
    return must_discard(total_cards(stand.hand, stand.table) + 1, stand.table.quads)


def can_discard(hand: int, break_kan: bool) -> bool:
    """Whether the hand holds a card that may be discarded (PH-7, PH-27, PH-O4; GL-31)."""
    return bool(hand if break_kan else loose_part(hand))


def may_peng(stand: Stand, card: int, rules: ClaimRules) -> bool:
    """Whether the seat may claim another's card with a pair (PH-22, PH-27 to 29; GL-22, GL-31)."""
    if count(stand.hand, card) != 2 or stand.no_peng >> card & 1 or stand.dead:
        return False
    rest = stand.hand - (2 << 3 * card)
    return can_discard(rest, rules.break_kan) or not due_after_taking(stand)


def ways_to_eat(stand: Stand, card: int, rules: ClaimRules) -> list[EatOption]:
    """The ways in which the seat may eat the card (PH-24 to 29; GL-24, GL-25, GL-31)."""
    if not stand.eatable & UNIT[card]:  # bars and death are left out of it already
        return []
    may_break = rules.break_kan and stand.loose != stand.hand
    return eat_options(stand.loose, card, rules.lay_copies, not may_break and due_after_taking(stand))


_EATING = tuple(
    tuple(((s, (s + 1) % SEATS) if drawn else ((s + 1) % SEATS,)) for s in range(SEATS)) for drawn in (0, 1)
)
_ORDER = tuple(tuple(tuple((s + i) % SEATS for i in range(1 - drawn, SEATS)) for s in range(SEATS)) for drawn in (0, 1))


def eating_turns(source: int, drawn: bool) -> tuple[int, ...]:
    """The seats that may eat, in order: drawer and next on a draw, only the next on a discard (PH-22,
    GL-22, GL-24)."""
    return _EATING[drawn][source]


def claim_order(source: int, drawn: bool) -> tuple[int, ...]:
    """The seats that a card concerns, in order: the drawer (not a discarder), the next, the previous."""
    return _ORDER[drawn][source]


def ladder(
    card: int,
    source: int,
    drawn: bool,
    stands: Sequence[Stand],
    may_win: Callable[[int], bool],
    rules: ClaimRules,
    must_win: bool = False,
) -> list[Rung]:
    """The claims on a shown card in the order in which they are offered (PH-23, GL-23); [] when nobody
    wants it.

    ``source``: who drew (``drawn``) or discarded it; ``may_win``: whether a seat may win with it;
    ``must_win``: wins are compulsory. The list ends at a forced rung, since nothing after it can be
    reached.
    """
    unit = UNIT[card]
    rungs: list[Rung] = []
    fourth = -1
    pairs: tuple[int, ...] = ()
    for seat in _ORDER[drawn][source]:
        stand = stands[seat]
        if stand.wanted >> card & 1 and may_win(seat):
            rungs.append(Rung(HU, seat, (), must_win))
            if must_win:
                return rungs
        if stand.alike & unit:
            if fourth < 0 and takes_fourth(stand, card, drawn):
                fourth = seat
            elif stand.hand >> 3 * card & 7 == 2:
                pairs += (seat,)
    if fourth >= 0:
        rungs.append(Rung(PAO, fourth, (), True))
        return rungs
    for seat in pairs:
        if not (drawn and seat == source) and may_peng(stands[seat], card, rules):
            rungs.append(Rung(PENG, seat))
    for seat in _EATING[drawn][source]:
        if stands[seat].eatable & unit:
            options = ways_to_eat(stands[seat], card, rules)
            if options:
                rungs.append(Rung(CHI, seat, tuple(options)))
    return rungs


def own_rungs(card: int, drawer: int, stand: Stand, may_win: bool, must_win: bool = False) -> list[Rung]:
    """The rungs before the card is shown: the drawer's forced set, and its win with it (PH-19, PH-39;
    GL-19, GL-29)."""
    form = own_forced_set(stand, card)
    if form < 0:
        return []
    forced = [Rung(form, drawer, (), True)]
    return [*forced, Rung(HU, drawer, (), must_win)] if may_win else forced
