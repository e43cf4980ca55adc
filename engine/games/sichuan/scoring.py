"""What a Sichuan hand is worth: shape, patterns, value (SC-19 to SC-43), ready hands (SC-59)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from ...hands import SHAPE, SUIT_MASK, Reading, readings
from ...tiles import ONES, SHIFT, UNIT, count, counts, size
from .options import SichuanOptions

KONGS = ("kong", "added_kong", "concealed_kong")
HEAVENLY, EARTHLY = "天胡", "地胡"
BASES = (HEAVENLY, EARTHLY, "清对", "将对", "暗七对", "清一色", "幺九牌", "对对胡", "平胡")
"""Names of the bases, first named first where values are equal (cases/README section 1)."""
ROBBED = "抢杠胡"
BASE_VALUE = {
    HEAVENLY: 8, EARTHLY: 8, "清对": 4, "将对": 4, "暗七对": 3, "清一色": 3, "幺九牌": 3, "对对胡": 2, "平胡": 1,
}  # fmt: skip
DRAGON_PAIRS = {1: "龙七对", 2: "双龙七对", 3: "三龙七对"}

Melds = Iterable[tuple[str, int]]
"""Melds as (kind, tile): ``pong`` or one of :data:`KONGS`."""


class Situation(NamedTuple):
    """How a win comes about. ``by``: ``self``, ``discard`` or ``rob_kong``; the flags state the history (SC-38, SC-40,
    SC-71)."""

    by: str
    after_kong: bool = False
    tianhu: bool = False
    dihu: bool = False
    kong_discard: bool = False
    last_tile: bool = False


class Score(NamedTuple):
    """``value``: V before cap and points; ``fans``: (name, value) summing to V, base first; ``label``: the name
    shown."""

    value: int
    fans: tuple[tuple[str, int], ...]
    label: str


def suit_mask(hand: int) -> int:
    """Bit i is set when the hand holds tiles of suit i (万 0, 筒 1, 条 2)."""
    return (1 if hand & SUIT_MASK else 0) | (2 if hand >> 27 & SUIT_MASK else 0) | (4 if hand >> 54 else 0)


def lacks_a_suit(hand: int, melds: Melds) -> bool:
    """SC-21 缺一门: hand and melds together hold at most two suits."""
    mask = suit_mask(hand)
    for _, tile in melds:
        mask |= 1 << tile // 9
    return mask != 7


def is_standard(hand: int) -> bool:
    """SC-19: the concealed tiles split into sets and one pair."""
    a = SHAPE[hand & SUIT_MASK]
    return bool(a) and a * SHAPE[hand >> 27 & SUIT_MASK] * SHAPE[hand >> 54] == 2


def is_seven_pairs(hand: int, melded: bool) -> bool:
    """SC-23 暗七对: fourteen concealed tiles, every kind an even number of times."""
    return not melded and not hand & ONES and size(hand) == 14


def score(hand: int, melds: Melds, situation: Situation, options: SichuanOptions) -> Score | None:
    """The best value of a complete hand (SC-32 to SC-42), or None when it may not win (SC-19 to SC-23).

    ``hand``: concealed tiles with the winning tile, packed.
    """
    melds = tuple(melds)
    if not lacks_a_suit(hand, melds):
        return None
    best: Score | None = None
    best_rank = 0
    for base, roots in _bases(hand, melds, situation, options):
        made = _with_additions(base, roots, hand, melds, situation, options)
        rank = BASES.index(base)
        if best is None or made.value > best.value or (made.value == best.value and rank < best_rank):
            best, best_rank = made, rank
    return best if best is not None and best.value >= options.min_fan else None


def _bases(
    hand: int, melds: tuple[tuple[str, int], ...], situation: Situation, options: SichuanOptions
) -> Iterable[tuple[str, int]]:
    """(base, roots) for every reading and every base that fits it (SC-33 to SC-36, SC-40)."""
    special = HEAVENLY if situation.tianhu else EARTHLY if situation.dihu else ""
    held = four_held(hand, melds)
    if is_seven_pairs(hand, bool(melds)):
        yield special or "暗七对", len(held)
    if not is_standard(hand):
        return
    pure = _suits(hand, melds) == 1
    for suits in product(*(readings(hand >> s & SUIT_MASK) for s in (0, 27, 54))):
        roots = len(held)
        if options.root == "triplet_plus_one":
            triplets = {9 * i + r for i, suit in enumerate(suits) for r in suit.triplets}
            triplets.update(t for kind, t in melds if kind == "pong")
            roots = sum(1 for t in held if t in triplets)
        if special:
            yield special, roots
            continue
        yield "平胡", roots
        if pure:
            yield "清一色", roots
        if _all_terminal(suits, melds, options.yaojiu_pair):
            yield "幺九牌", roots
        if not any(suit.runs for suit in suits):
            yield "对对胡", roots
            if pure:
                yield "清对", roots
            if all(r % 9 in (1, 4, 7) for r in _kinds(hand, melds)):
                yield "将对", roots


def four_held(hand: int, melds: Melds) -> list[int]:
    """SC-36 根: kinds held four times without a declared kong."""
    held = [t for t, n in enumerate(counts(hand, 27)) if n == 4]
    held += [t for kind, t in melds if kind == "pong" and count(hand, t) == 1]
    return held


def _suits(hand: int, melds: Melds) -> int:
    mask = suit_mask(hand)
    for _, tile in melds:
        mask |= 1 << tile // 9
    return mask.bit_count()


def _kinds(hand: int, melds: Melds) -> list[int]:
    return [t for t, n in enumerate(counts(hand, 27)) if n] + [t for _, t in melds]


def _all_terminal(suits: tuple[Reading, ...], melds: Melds, pair_too: bool) -> bool:
    """SC-34 幺九牌: each set holds a 1 or 9, the pair too unless the option frees it."""
    return (
        all(r in (0, 6) for suit in suits for r in suit.runs)
        and all(r in (0, 8) for suit in suits for r in suit.triplets)
        and all(t % 9 in (0, 8) for _, t in melds)
        and (not pair_too or all(suit.pair in (-1, 0, 8) for suit in suits))
    )


def _with_additions(
    base: str,
    roots: int,
    hand: int,
    melds: tuple[tuple[str, int], ...],
    situation: Situation,
    options: SichuanOptions,
) -> Score:
    """Base plus 根, 杠, 杠上花, 抢杠 (SC-36 to SC-39) and the table's further fans (SC-70, SC-71)."""
    robbed = situation.by == "rob_kong"
    name, value, label = base, BASE_VALUE[base], base
    if base == "平胡" and robbed:
        label = ROBBED
        if options.qianggang == "pattern_plus_adder":
            name, value = ROBBED, 2
    if base == "暗七对":
        label = DRAGON_PAIRS.get(roots, base)
    fans = [(name, value)]
    kongs = sum(1 for kind, _ in melds if kind in KONGS)
    if roots:
        fans.append(("根", roots))
    if kongs:
        fans.append(("杠", kongs))
    if situation.after_kong and situation.by == "self":
        fans.append(("杠上花", 2))
    if robbed:
        fans.append(("抢杠", 1))
    fans += _table_fans(hand, melds, situation, options)
    return Score(sum(v for _, v in fans), tuple(fans), label)


def _table_fans(
    hand: int, melds: tuple[tuple[str, int], ...], situation: Situation, options: SichuanOptions
) -> list[tuple[str, int]]:
    """SC-70 自摸加番 and SC-71: only where the table asks for them."""
    fans = []
    if options.self_draw == "plus_fan" and situation.by == "self":
        fans.append(("自摸", 1))
    extra = options.extra_fans
    if "kong_discard" in extra and situation.kong_discard:
        fans.append(("杠上炮", 1))
    if "last_tile" in extra and situation.last_tile:
        fans.append(("海底", 1))
    if "single_wait_melded" in extra and len(melds) == 4:
        fans.append(("金钩钓", 1))
    if "closed" in extra and all(kind == "concealed_kong" for kind, _ in melds):
        fans.append(("门清", 1))
    if "simples" in extra and all(t % 9 not in (0, 8) for t in _kinds(hand, melds)):
        fans.append(("中张", 1))
    return fans


def points(value: int, options: SichuanOptions) -> int:
    """SC-43: 封顶 cuts V first; then V itself or 2^(V−1)."""
    if options.cap is not None:
        value = min(value, options.cap)
    return value if options.points == "linear" else 2 ** (value - 1)


def waits(hand: int, melds: Melds, options: SichuanOptions) -> dict[int, int]:
    """SC-59 有叫: winning kind -> V as a plain discard win, kinds that the seat holds four times left out.

    ``hand``: concealed tiles, 13-equivalent.
    """
    melds = tuple(melds)
    own = hand
    for kind, tile in melds:
        own += (4 if kind in KONGS else 3) * UNIT[tile]
    plain = Situation("discard")
    found: dict[int, int] = {}
    for tile in candidates(hand):
        if own >> SHIFT[tile] & 7 >= 4:
            continue
        whole = hand + UNIT[tile]
        if is_standard(whole) or is_seven_pairs(whole, bool(melds)):
            made = score(whole, melds, plain, options)
            if made is not None:
                found[tile] = made.value
    return found


def candidates(hand: int) -> list[int]:
    """Kinds that could complete a set or pair with a tile in hand: those held and their neighbours of the suit."""
    held = [(hand >> s & 7) > 0 for s in SHIFT[:27]]
    return [t for t in range(27) if any(held[n] for n in range(max(t - 2, t // 9 * 9), min(t + 3, t // 9 * 9 + 9)))]
