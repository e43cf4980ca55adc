"""Hu of Nantong changpai: what sets are worth, and what a winner's hand comes to (NT-29 to NT-46)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ...melds import Meld
from ...settlement import Transfer, pairwise
from ...tiles import ONES, SHIFT, UNIT, size
from .options import NantongOptions
from .readings import (
    EDGE,
    OTHER_RUN,
    TRIPLET,
    WENQIAN_SHIFT,
    WON_TRIPLET,
    Reading,
    complete,
    completing,
    readings,
)

KINDS = 30
LAO_JIANG = (17, 27, 28, 29)
"""四老将: 9s, Q, B, H (NT-2)."""
FLOWER_KINDS = (27, 28, 29)

BASE = {
    "pong": 2,
    "triplet": 4,
    "kong": 8,
    "added_kong": 8,
    "concealed_kong": 12,
    "quad": 12,
    "opening_quad": 16,
    "opening_triplet": 16,
    "tiandi": 16,
}
"""Base hu by form (NT-30); ``triplet`` and ``quad`` are held in hand."""
EXACT_TRIPLET = 12
SHAPES = {"qinghu": 100, "piaohu": 50, "tazihu": 20}
WENQIAN_BONUS = (0, 20, 50, 100, 200)
ZIMO = AFTER_KONG = EDGE_BONUS = 10


def _doublings(kind: int, flips: Sequence[int]) -> int:
    """How often a set of ``kind`` doubles: once when it is 四老将, and for every flip that fits (NT-31 to
    NT-33)."""
    if kind in LAO_JIANG:
        return 1 + sum(f in LAO_JIANG for f in flips)
    return sum(f not in LAO_JIANG and f % 9 == kind % 9 for f in flips)


def set_value(form: str, kind: int, flips: Sequence[int]) -> int:
    """Hu of one set of ``form`` (a key of :data:`BASE`) with the two ``flips`` turned up (NT-30 to NT-33)."""
    exact = kind in flips
    value = EXACT_TRIPLET if form == "triplet" and exact else BASE[form]
    value <<= _doublings(kind, flips)
    return value * 2 if form == "pong" and exact else value


_UNFLIPPED = [_doublings(k, ()) for k in range(KINDS)]
_BY_FLIP = [[_doublings(k, (flip,)) - _UNFLIPPED[k] for k in range(KINDS)] for flip in range(KINDS)]
"""What each flip adds to the doublings of every kind."""


@lru_cache(maxsize=1024)
def value_table(flips: tuple[int, int]) -> dict[str, tuple[int, ...]]:
    """:func:`set_value` of every form and kind under these flips."""
    first, second = _BY_FLIP[flips[0]], _BY_FLIP[flips[1]]
    doublings = tuple([n + a + b for n, a, b in zip(_UNFLIPPED, first, second, strict=True)])
    table = _doubled(doublings).copy()
    pongs, triplets = list(table["pong"]), list(table["triplet"])
    for kind in flips:  # of the flipped kind itself they are worth more
        pongs[kind] = 2 * BASE["pong"] << doublings[kind]
        triplets[kind] = EXACT_TRIPLET << doublings[kind]
    table["pong"], table["triplet"] = tuple(pongs), tuple(triplets)
    return table


@cache
def _doubled(doublings: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Base hu of every form, by kind, doubled so often. There are 55 different ``doublings``."""
    return {form: tuple(base << n for n in doublings) for form, base in BASE.items()}


class Scored(NamedTuple):
    """One scoring set: its ``form`` (a key of :data:`BASE`), ``kind`` and hu."""

    form: str
    kind: int
    hu: int


def scoring_sets(concealed: int, melds: Iterable[Meld], flips: tuple[int, int]) -> list[Scored]:
    """All sets with base hu of a seat: its melds, then three or four identical cards in hand (NT-30 to
    NT-34).

    ``concealed`` must not hold a card won from another seat (NT-34).
    """
    table = value_table(flips)
    found = [Scored(m.kind, m.tiles[0], table[m.kind][m.tiles[0]]) for m in melds]
    triplets = concealed & concealed >> 1 & ONES
    quads = concealed >> 2 & ONES
    held = triplets | quads
    while held:
        low = held & -held
        held ^= low
        kind = low.bit_length() // 3
        form = "quad" if quads & low else "triplet"
        found.append(Scored(form, kind, table[form][kind]))
    return found


def base_hu(concealed: int, melds: Iterable[Meld], flips: tuple[int, int]) -> int:
    """Sum of :func:`scoring_sets`."""
    table = value_table(flips)
    total = 0
    for m in melds:
        total += table[m.kind][m.tiles[0]]
    triplets = concealed & concealed >> 1 & ONES
    while triplets:
        low = triplets & -triplets
        triplets ^= low
        total += table["triplet"][low.bit_length() // 3]
    quads = concealed >> 2 & ONES
    while quads:
        low = quads & -quads
        quads ^= low
        total += table["quad"][low.bit_length() // 3]
    return total


def three_lao(cards: int, melds: Iterable[Meld]) -> bool:
    """三老聚会: three or four identical of each of Q, B and H, in ``cards`` or in melds; 天地和子 never
    counts (NT-43)."""
    laid = {m.tiles[0] for m in melds if m.kind != "tiandi"}
    return all(k in laid or cards >> SHIFT[k] & 7 >= 3 for k in FLOWER_KINDS)


def rounded(hu: int) -> int:
    """``hu`` rounded up to a multiple of ten (NT-45)."""
    return -(-hu // 10) * 10


class Win(NamedTuple):
    """How a hand is won. ``source``: ``self`` (own draw or replacement), ``discard``, ``rob_kong`` or
    ``initial`` (天胡); ``tile``: the winning card, -1 with ``initial``; the rest are facts of the situation
    (NT-39, NT-44)."""

    source: str
    tile: int = -1
    after_kong: bool = False
    last_tile: bool = False
    baoting: bool = False
    dihu: bool = False
    tianhu: bool = False


class Tally(NamedTuple):
    """What a winning hand comes to. ``sets``: the sets with base hu; ``shape``: ``qinghu``, ``piaohu`` or
    ``tazihu``; ``bonuses``: (name, hu) added to the base; ``doubles``: names, alphabetical; ``raw``: (base +
    bonus) doubled, not rounded; ``reading``: the split it rests on."""

    sets: tuple[Scored, ...]
    shape: str
    base: int
    bonuses: tuple[tuple[str, int], ...]
    bonus: int
    doubles: tuple[str, ...]
    raw: int
    reading: Reading


def seven_sets(hand: int, melds: Sequence[Meld]) -> bool:
    """Whether the concealed cards, winning card included, and the melds are seven sets and a pair (NT-7)."""
    if not complete(hand):
        return False
    laid = sum(m.kind != "tiandi" for m in melds)
    return size(hand) == 3 * (7 - laid) + 2


def waits(hand: int, melds: Sequence[Meld]) -> int:
    """Mask of the kinds that complete the cards as between turns; a kind of which the seat itself holds all
    four, in hand or melds, is no wait (NT-14)."""
    laid = sum(m.kind != "tiandi" for m in melds)
    found = completing(hand) if size(hand) == 3 * (7 - laid) + 1 else 0
    if found:
        for meld in melds:
            kind = meld.tiles[0]
            if found >> kind & 1 and len(meld.tiles) + (hand >> SHIFT[kind] & 7) >= 4:
                found ^= 1 << kind
    return found


class _Fixed(NamedTuple):
    """What no reading changes: base hu, the ``pong`` that a won triplet would be (0: none), the bonuses and
    doubles of the situation, whether a meld holds identical cards, and whether 闷飘 is lost already."""

    base: int
    pong: int
    bonuses: tuple[tuple[str, int], ...]
    doubles: tuple[str, ...]
    identical: bool
    menpiao_lost: bool


def tally(
    hand: int, melds: Sequence[Meld], flips: tuple[int, int], win: Win, options: NantongOptions
) -> Tally | None:
    """The best reading of a winning hand (NT-36 to NT-44), the one with the highest total before rounding
    (NT-37).

    ``hand``: all concealed cards, the winning card included. None when it is no winning shape.
    """
    if not seven_sets(hand, melds):
        return None
    taken = win.source in ("discard", "rob_kong")
    in_hand = hand - UNIT[win.tile] if taken else hand
    fixed = _fixed(hand, in_hand, melds, flips, win, options)
    base = fixed.base + sum(hu for _, hu in fixed.bonuses)
    doubles = len(fixed.doubles)
    best_raw = -1
    best: Reading | None = None
    for reading in readings(hand, win.tile):
        features = reading.features
        won = fixed.pong if features & WON_TRIPLET else 0
        hu = base + won + WENQIAN_BONUS[features >> WENQIAN_SHIFT]
        if features & EDGE:
            hu += EDGE_BONUS
        shape = _shape(features, fixed.identical)
        raw = hu + SHAPES[shape] << doubles
        if shape == "piaohu":
            raw <<= 2 if _menpiao(fixed, won, options) else 1
        if raw > best_raw:
            best_raw, best = raw, reading
    assert best is not None
    return _written_out(best, best_raw, fixed, scoring_sets(in_hand, melds, flips), win, options)


def _fixed(
    hand: int,
    in_hand: int,
    melds: Sequence[Meld],
    flips: tuple[int, int],
    win: Win,
    options: NantongOptions,
) -> _Fixed:
    """A triplet completed by another's card counts as a pong; with three already in hand the card went
    elsewhere (NT-35)."""
    pong = 0
    if in_hand != hand and in_hand >> SHIFT[win.tile] & 7 == 2:
        pong = value_table(flips)["pong"][win.tile]
    kinds = {m.kind for m in melds}
    lost = "pong" in kinds
    if options.menpiao_minggang_breaks and ("kong" in kinds or "added_kong" in kinds):
        lost = True
    return _Fixed(
        base_hu(in_hand, melds, flips),
        pong,
        _bonuses(win, options),
        _doubles(win, three_lao(hand, melds)),
        bool(kinds - {"tiandi"}),
        lost,
    )


def _shape(features: int, identical: bool) -> str:
    """清胡, 塌子胡 or 飘胡 (NT-36); ``identical``: a meld other than 天地和子 lies on the table."""
    if not identical and not features & TRIPLET:
        return "qinghu"
    return "tazihu" if features & OTHER_RUN else "piaohu"


def _menpiao(fixed: _Fixed, won: int, options: NantongOptions) -> bool:
    """闷飘 of a 飘胡 (NT-42); ``won``: hu of the triplet that another's card completed, or 0."""
    return not fixed.menpiao_lost and not (won and options.menpiao_won_triplet_breaks)


def _bonuses(win: Win, options: NantongOptions) -> tuple[tuple[str, int], ...]:
    """自摸 and 杠开 (NT-39)."""
    found: list[tuple[str, int]] = []
    if win.source == "self" or (win.source == "initial" and options.tianhu_is_zimo):
        found.append(("zimo", ZIMO))
    if win.source == "self" and win.after_kong:
        found.append(("after_kong", AFTER_KONG))
    return tuple(found)


def _doubles(win: Win, sanlao: bool) -> tuple[str, ...]:
    """The doubles that no reading changes (NT-43, NT-44)."""
    found: list[str] = []
    if win.baoting:
        found.append("baoting")
    if win.dihu:
        found.append("dihu")
    if win.last_tile and win.source == "self":
        found.append("haidilao")
    if sanlao:
        found.append("sanlao")
    if win.tianhu:
        found.append("tianhu")
    return tuple(found)


def _written_out(
    best: Reading, raw: int, fixed: _Fixed, sets: list[Scored], win: Win, options: NantongOptions
) -> Tally:
    """The calculation of the chosen reading, line by line."""
    features = best.features
    won = fixed.pong if features & WON_TRIPLET else 0
    if won:
        sets = [*sets, Scored("pong", win.tile, won)]
    shape = _shape(features, fixed.identical)
    doubles = list(fixed.doubles)
    if shape == "piaohu":
        doubles += ["menpiao", "piaohu"] if _menpiao(fixed, won, options) else ["piaohu"]
    bonuses = [(shape, SHAPES[shape])]
    if features >> WENQIAN_SHIFT:
        bonuses.append(("wenqian", WENQIAN_BONUS[features >> WENQIAN_SHIFT]))
    bonuses += fixed.bonuses
    if features & EDGE:
        bonuses.append(("edge", EDGE_BONUS))
    return Tally(
        tuple(sets),
        shape,
        fixed.base + won,
        tuple(bonuses),
        sum(hu for _, hu in bonuses),
        tuple(sorted(doubles)),
        raw,
        best,
    )


def loser_hu(
    concealed: int, melds: Sequence[Meld], flips: tuple[int, int], options: NantongOptions, drawn: bool = False
) -> int:
    """Base hu of a seat that did not win, not rounded (NT-46); 三老聚会 doubles it with NT-O4, but nothing does when
    nobody won (``drawn``, NT-48)."""
    hu = base_hu(concealed, melds, flips)
    return hu * 2 if options.sanlao_for_losers and not drawn and three_lao(concealed, melds) else hu


def settle_hu(totals: Sequence[int]) -> list[Transfer]:
    """Each pair of seats settles the difference of its rounded hu (NT-47, NT-48)."""
    return pairwise(list(totals), "hu_difference")
