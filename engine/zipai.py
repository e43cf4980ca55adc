"""Character cards (字牌): the 80 cards, their sets and values, eating, and the duty to discard.

Everything here is true of every game of the family; a game brings its own words for the sets
(:class:`Words`). Kinds 0–9 are small 一…十, 10–19 big 壹…拾. Hands are packed ints (see
:mod:`engine.tiles`).

A set is ``(form, tiles)``: the form says what it is (:data:`CHI` … :data:`JIANG`), the tiles are its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from .tiles import FOURS, UNIT, TileSet, count, pack, size

SEATS = 3
RANKS = 10
KINDS = 20
TILES = TileSet(
    names=[f"x{r}" for r in range(1, 11)] + [f"D{r}" for r in range(1, 11)],
    glyphs="一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾",
    suits=((0, 10), (10, 20)),
)
HAND_CARDS = 20
"""Cards dealt to each seat; the first seat of a round holds one more."""
SETS_TO_WIN = 7

CHI, PENG, WEI, CHOUWEI, PAO, TI, KAN, JIANG = range(8)
"""Forms: three in a row, 2-7-10 or one rank in both sizes; three alike claimed; three alike by the own
draw, and the same after having passed the kind; four alike with another's card (or a shown one on three
claimed ones); four alike of one's own; three alike in hand; the pair."""
QUADS = (PAO, TI)

Set = tuple[int, tuple[int, ...]]


class Words(NamedTuple):
    """A game's names for the forms, in the order of the form numbers: ``words[PAO]`` is what it calls that
    set."""

    chi: str
    peng: str
    wei: str
    chouwei: str
    pao: str
    ti: str
    kan: str
    jiang: str

    def form(self, name: str) -> int:
        """The form called ``name``; ValueError when the game has no such set."""
        try:
            return self.index(name)
        except ValueError:
            raise ValueError(f"no set is called {name!r} here") from None


VALUE_SMALL = (0, 1, 3, 3, 6, 9, 3, 0)
VALUE_BIG = (0, 3, 6, 6, 9, 12, 6, 0)
RUN_VALUE = (3, 6)
"""What 1-2-3 and 2-7-10 count, small and big (PH-45, GL-39)."""

_RUN_RANKS: tuple[tuple[int, int, int], ...] = (*((r, r + 1, r + 2) for r in range(8)), (1, 6, 9))
_COUNTING_RUNS = {
    order: RUN_VALUE[base > 0]
    for run in ((0, 1, 2), (1, 6, 9))
    for base in (0, RANKS)
    for order in permutations([base + rank for rank in run])
}


def set_value(form: int, tiles: Sequence[int]) -> int:
    """胡息 / 胡 of one set (PH-45, GL-39); ``tiles`` in any order."""
    if form == CHI:
        return _COUNTING_RUNS.get(tuple(tiles), 0)
    return (VALUE_BIG if tiles[0] >= RANKS else VALUE_SMALL)[form]


def set_word(words: Words, form: int, tiles: Sequence[int]) -> str:
    """What a calculation calls a set: the game's word, or ``run`` (一句话) and ``mixed`` (绞) for three
    that differ."""
    if form != CHI:
        return words[form]
    return "mixed" if max(tiles) - min(tiles) == RANKS else "run"


def is_set(form: int, tiles: Sequence[int]) -> bool:
    """Whether ``tiles`` can be a set of that form at all."""
    if form == CHI:
        return tuple(sorted(tiles)) in _EATABLE
    needed = 4 if form in QUADS else 2 if form == JIANG else 3
    return len(tiles) == needed and len(set(tiles)) == 1


class Eat(NamedTuple):
    """A set that may be eaten: its cards in card order, and as a packed hand."""

    tiles: tuple[int, int, int]
    packed: int


def _eatable() -> list[Eat]:
    runs = [(a + base, b + base, c + base) for base in (0, RANKS) for a, b, c in _RUN_RANKS]
    mixed = [t for r in range(RANKS) for t in ((r, r, r + RANKS), (r, r + RANKS, r + RANKS))]
    return [Eat(tiles, pack(tiles)) for tiles in sorted(runs + mixed)]


EATS = tuple(_eatable())
"""Every 一句话 and 绞 of the card set: 18 runs and 20 mixed triples (PH-5, PH-6, PH-8; GL-6)."""
EATS_WITH: tuple[tuple[Eat, ...], ...] = tuple(tuple(e for e in EATS if k in e.tiles) for k in range(KINDS))
_EATABLE = frozenset(e.tiles for e in EATS)
_NEEDED: tuple[tuple[tuple[Eat, int], ...], ...] = tuple(
    tuple((e, e.packed - UNIT[k]) for e in EATS_WITH[k]) for k in range(KINDS)
)
_NEAR = tuple(sum(7 * UNIT[k] for k in {k for eat in eats for k in eat.tiles}) for eats in EATS_WITH)
"""For each kind the mask of those that it shares a set with, itself included."""
_HIGH = FOURS & ((1 << 60) - 1)
_ONES = _HIGH >> 2
SMALL_HALF = (1 << 30) - 1
"""The small cards of a packed hand; the big ones are ``hand >> 30``."""


def kan_mask(hand: int) -> int:
    """Bit 0 of every kind held exactly three times."""
    return hand & hand >> 1 & ~(hand >> 2) & _ONES


def quad_mask(hand: int) -> int:
    """Bit 0 of every kind held four times."""
    return hand >> 2 & _ONES


def loose_part(hand: int) -> int:
    """The cards that may be used freely: those of kinds held once or twice (PH-7, GL-4, GL-5)."""
    several = hand >> 1 & _ONES
    threes, fours = several & hand & ~(hand >> 2), hand >> 2 & _ONES
    return hand - 3 * threes - 4 * fours if threes or fours else hand


def kinds_in(mask: int) -> list[int]:
    """The kinds marked in a mask that has bit 0 of their places set, ascending."""
    found = []
    while mask:
        bit = mask & -mask
        found.append((bit.bit_length() - 1) // 3)
        mask ^= bit
    return found


def holds(loose: int, needed: int) -> bool:
    """Whether a hand with at most three of a kind holds all cards of ``needed``."""
    return ((loose | _HIGH) - needed) & _HIGH == _HIGH


_MIDDLES = sum(1 << 3 * k for k in range(KINDS) if 0 < k % RANKS < 9)
_BEGINS = sum(1 << 3 * k for k in range(KINDS) if k % RANKS < 8)
_ENDS = sum(1 << 3 * k for k in range(KINDS) if k % RANKS > 1)
_SPECIALS = (UNIT[1] | UNIT[6] | UNIT[9], UNIT[11] | UNIT[16] | UNIT[19])


def maybe_eatable(loose: int) -> int:
    """Marks (bit 0 of the place) every kind that two of the loose cards may go with, and perhaps a few
    more."""
    several = loose >> 1 & _ONES
    held = loose & _ONES | several
    up, down = held << 3, held >> 3
    marked = down & held >> 6 & _BEGINS | up & down & _MIDDLES | up & held << 6 & _ENDS
    for special in _SPECIALS:
        if (held & special).bit_count() > 1:
            marked |= special
    both = held & held >> 30
    return marked | both | both << 30 | several >> 30 | (several & SMALL_HALF) << 30


EatOption = tuple[tuple[int, int, int], ...]
"""One complete way to eat: the eaten set, then the further sets laid with it, in card order."""


@lru_cache(maxsize=4096)
def _layings(loose: int, card: int) -> frozenset[tuple[tuple[Eat, ...], int]]:
    """Every way to lay all copies of ``card`` left in ``loose`` in sets of hand cards, with what then
    remains."""
    if not loose >> 3 * card & 7:
        return frozenset((((), loose),))
    found = set()
    for eat in EATS_WITH[card]:
        if holds(loose, eat.packed):
            for further, rest in _layings(loose - eat.packed, card):
                found.add((tuple(sorted((eat, *further))), rest))
    return frozenset(found)


@lru_cache(maxsize=1 << 14)
def _eat_options(near: int, card: int, lay_copies: bool) -> tuple[EatOption, ...]:
    """:func:`eat_options` with the loose cards that go with ``card`` (:data:`_NEAR`): no others matter, so the same
    few patterns come again and again."""
    found: list[EatOption] = []
    marked = near | _HIGH
    for eat, needed in _NEEDED[card]:
        if (marked - needed) & _HIGH != _HIGH:
            continue
        rest = near - needed
        if not lay_copies or not rest >> 3 * card & 7:
            found.append((eat.tiles,))
            continue
        for further, _ in sorted(_layings(rest, card)):
            found.append((eat.tiles, *(e.tiles for e in further)))
    return tuple(found)


def eat_options(loose: int, card: int, lay_copies: bool = True, keep_one: bool = False) -> list[EatOption]:
    """All ways to eat ``card`` with the loose cards of a hand, in card order (PH-24 to 26; GL-24).

    ``lay_copies``: 比 / 下火, every copy of the kind left in hand must be laid in a further set.
    ``keep_one``: a discard will be due, so a loose card must remain (PH-27, GL-31).
    """
    found = _eat_options(loose & _NEAR[card], card, lay_copies)
    if found and keep_one:
        most = size(loose) - 1
        return [option for option in found if 3 * len(option) - 1 <= most]
    return list(found)


def must_discard(total: int, quads: int) -> bool:
    """Whether a seat must discard after taking in a card (PH-18, GL-18).

    ``total``: all its cards, hand and melds; ``quads``: its sets of four.
    """
    return total > (HAND_CARDS + quads - 1 if quads > 1 else HAND_CARDS)


def cards_of(hand: int, sets: Iterable[Set]) -> int:
    """Hand and laid sets together as one packed hand."""
    return hand + sum(pack(tiles) for _, tiles in sets)


def table_value(sets: Iterable[Set]) -> int:
    """胡息 of laid sets, as their owner counts them (PH-30)."""
    return sum(set_value(form, tiles) for form, tiles in sets)


def quads_in(sets: Iterable[Set]) -> int:
    """How many of the sets are sets of four."""
    return sum(form in QUADS for form, _ in sets)


def discard_due(hand: int, sets: Sequence[Set]) -> bool:
    """Whether a seat with these cards, having just taken one in, must discard (PH-18, GL-18)."""
    return must_discard(size(hand) + sum(len(tiles) for _, tiles in sets), quads_in(sets))


def best_runs(loose: int) -> list[Set]:
    """As many disjoint 1-2-3 and 2-7-10 as loose cards yield, the rest left over (PH-33, GL-26)."""
    found: list[Set] = []
    for base in (0, 10):
        n = [count(loose, base + r) for r in (0, 1, 2, 6, 9)]
        first = min(n[0], n[2], n[1])
        second = min(n[3], n[4], n[1] - first)
        found += [(CHI, (base, base + 1, base + 2))] * first + [(CHI, (base + 1, base + 6, base + 9))] * second
    return found
