"""Fan of three-player mahjong: patterns, limits, and the best of all readings (TP-24 to TP-66)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...melds import Meld
from ...tiles import SHIFT, UNIT, count
from .fans import Fan, bonus_fans, honour_worth
from .kinds import BONUS_SHIFT, DOT_MASK, FLY, FLY_SHIFT, HONOURS, PLAY_MASK
from .options import ThreePlayerOptions
from .readings import (
    CHOW,
    DOTS,
    GATES,
    MIDDLE,
    TRIPLET,
    Dots,
    Honours,
    Set,
    combinations,
    gate_readings,
    gates_missing,
)

LIMIT = 10
LIMIT_PAID = 20
"""满胡爆番: 10 fan, paid as 20 (TP-37)."""
class Win(NamedTuple):
    """How a hand is won, and the facts about it. ``wind``: the winner's, 0 East; ``by``: ``self``,
    ``discard`` or ``rob_kong``; ``tile``: the winning tile; ``bonus``: the flower area, packed; ``dunfei``:
    flies put out; ``replacement``: ``kong``, ``flower``, ``dunfei`` or empty for an ordinary draw;
    ``kong_chain``: kongs directly after one another up to this draw; ``last_tile``: of the wall, or the
    discard after it."""

    wind: int
    by: str
    tile: int
    bonus: int = 0
    dunfei: int = 0
    replacement: str = ""
    kong_chain: int = 0
    last_tile: bool = False
    tianhu: bool = False
    dihu: bool = False


class Score(NamedTuple):
    """What a winning hand is worth. ``fan``: F of TP-37; ``raw``: sum of ``fans``, limits apart; ``sets``:
    the concealed sets of the reading by kind; ``flies``: what each concealed fly stands for."""

    fan: int
    raw: int
    limits: tuple[str, ...]
    fans: tuple[Fan, ...]
    jihu: bool
    sets: tuple[Set, ...]
    flies: tuple[int, ...]

    @property
    def pay_fan(self) -> int:
        return pay_fan(self.fan)


def pay_fan(fan: int) -> int:
    """The fan that is paid: 20 for a limit (TP-37, TP-70)."""
    return LIMIT_PAID if fan >= LIMIT else fan


def is_chow(meld: Meld) -> bool:
    """真吃 or 假吃 (TP-13)."""
    return meld.kind in ("chow", "false_chow")


KONGS = ("kong", "added_kong", "concealed_kong")


def meld_kinds(meld: Meld) -> list[int]:
    """The kinds that a meld stands for: its fly, if any, reads as the missing kind. 假吃 keeps its ranks in
    order."""
    if meld.kind == "false_chow":
        return chow_kinds(meld)
    return [t for t in meld.tiles if t != FLY] or list(meld.tiles)


def chow_kinds(meld: Meld) -> list[int]:
    """The three kinds of a chow meld; in a 假吃 the fly lies in the place of its kind (TP-13)."""
    at = next(i for i, t in enumerate(meld.tiles) if t != FLY)
    first = meld.tiles[at] - at
    return [first, first + 1, first + 2]


def flies_owned(hand: int, melds: Iterable[Meld], dunfei: int) -> int:
    """Flies in hand, in own melds and put out (TP-71)."""
    return (hand >> FLY_SHIFT & 7) + sum(m.tiles.count(FLY) for m in melds) + dunfei


def barred_kind(concealed: int, win: Win, options: ThreePlayerOptions) -> int:
    """The kind that may not be paired by one real tile and one fly, or -1: a tile taken from another seat
    when it is the only real one of its kind (TP-27). With a second real one the fly can change places with
    it.

    ``concealed``: without the winning tile.
    """
    if win.by == "self" or options.lone_fly_discard_win or concealed >> SHIFT[win.tile] & 7:
        return -1
    return win.tile


class _Melded(NamedTuple):
    """What the melds give to every reading."""

    features: int
    honours: tuple[int, ...]
    open: bool
    kongs: int


@lru_cache(maxsize=4096)
def _melded(melds: tuple[Meld, ...]) -> _Melded:
    features = 0
    honours: list[int] = []
    for meld in melds:
        if is_chow(meld):
            features |= CHOW | DOTS | MIDDLE
            continue
        kind = meld_kinds(meld)[0]
        features |= TRIPLET
        if kind >= HONOURS:
            honours.append(kind)
        else:
            features |= DOTS if kind in (0, 8) else DOTS | MIDDLE
    return _Melded(
        features,
        tuple(honours),
        any(m.kind != "concealed_kong" for m in melds),
        sum(m.kind in KONGS for m in melds),
    )


def best_score(hand: int, melds: Sequence[Meld], win: Win, options: ThreePlayerOptions) -> Score | None:
    """The best reading of a winning hand, or None when it has no winning shape (TP-24, TP-26, TP-66).

    ``hand``: concealed tiles with the winning tile. Of several readings the one counts with the largest fan,
    then the most limits, then the largest sum, then the fewest entries. Whether the fan suffice (TP-25) is
    the caller's question.
    """
    melded = _melded(tuple(melds))
    play = hand & (1 << BONUS_SHIFT) - 1
    sets = 4 - len(melds)
    barred = barred_kind(hand - UNIT[win.tile], win, options)
    limits = _fixed_limits(hand, melds, melded, win, options)
    fixed = _fixed_fans(win, options)
    fixed_total = sum(v for _, v in fixed)
    inclusive = options.value_style == "inclusive"
    winds_only = options.yaojiu_honours == "winds"
    self_closed = win.by == "self" and not melded.open
    best_key = -1
    best: tuple[Dots, Honours] | None = None
    absorbs = options.small_dragons_absorbs
    gates: tuple[Dots, ...] = ()
    if not melds and (not options.nine_gates_pure_only or _pure_before(hand - UNIT[win.tile])):
        gates = gate_readings(play, barred)
    choices = list(combinations(play, sets, barred))
    if gates:
        choices.append((gates, (Honours((), -1),)))
    for dots, honours in choices:
        for h in honours:
            worth = honour_worth(h.triplets + melded.honours, h.pair, win.wind, absorbs)
            base = fixed_total + worth.total
            entries = len(worth.fans)
            limit_count = len(limits) + len(worth.limits)
            triplets = TRIPLET if h.triplets else 0
            spoilt = winds_only and worth.dragons
            for d in dots:
                features = d[0] | melded.features | triplets
                pattern_total, pattern_entries = _pattern_sum(features, worth.any, spoilt, inclusive, options)
                raw = base + pattern_total
                n = limit_count
                if not features & CHOW and self_closed:
                    n += 1
                if not features & DOTS:
                    n += 1
                if features & GATES:
                    n += 1
                fan = LIMIT if n or raw > LIMIT else raw
                key = ((fan << 4 | n) << 8 | raw) << 5 | 31 - entries - pattern_entries
                if key > best_key:
                    best_key, best = key, (d, h)
    if best is None:
        return None
    return _written_out(best, hand, melded, win, options, limits, fixed)


def _pure_before(before: int) -> bool:
    """Whether the thirteen tiles before the win are 1112345678999p, flies as needed (option
    nine_gates_pure_only)."""
    return gates_missing(before & DOT_MASK) == before >> FLY_SHIFT & 7


def _fixed_limits(
    hand: int, melds: Sequence[Meld], melded: _Melded, win: Win, options: ThreePlayerOptions
) -> list[str]:
    """Limit patterns that no reading changes (TP-39, TP-41 to TP-43, TP-50 to TP-52)."""
    last_draw = win.last_tile and win.by == "self"
    kong_draw = win.by == "self" and win.replacement == "kong"
    return [
        name
        for name, applies in (
            ("four_flies", flies_owned(hand, melds, win.dunfei) >= 4),
            ("tianhu", win.tianhu),
            ("dihu", win.dihu),
            ("latahu", not win.bonus and (options.latahu_allows_dunfei or not win.dunfei)),
            ("four_kongs", melded.kongs == 4),
            ("last_tile_draw", last_draw),
            ("kong_on_kong", kong_draw and win.kong_chain >= 2),
        )
        if applies
    ]


@lru_cache(maxsize=16384)
def _fixed_fans(win: Win, options: ThreePlayerOptions) -> tuple[Fan, ...]:
    """Entries that no reading changes, the win fan apart only from 平胡 (TP-33, TP-35, TP-36, TP-59 to
    TP-63)."""
    less = 1 if options.value_style == "inclusive" else 0
    found = bonus_fans(win.bonus, win.wind, options.bamboo_chrys_swap)
    if win.dunfei:
        found.append(("dunfei", win.dunfei))
    if win.by == "self":
        flower = win.replacement == "flower" or (
            win.replacement == "dunfei" and options.dunfei_is_flower_draw
        )
        if win.replacement == "kong":
            found.append(("kong_draw", 2 - less))
        if flower:
            found.append(("flower_draw", 2 - less))
    elif win.by == "rob_kong":
        found.append(("rob_kong", 2 - less))
    if win.by == "discard" and win.last_tile:
        found.append(("last_discard", 2 - less))
    return tuple(found)


@lru_cache(maxsize=4096)
def _patterns(
    features: int, honours: bool, spoilt: bool, inclusive: bool, options: ThreePlayerOptions
) -> tuple[tuple[Fan, ...], bool]:
    """Patterns of the whole hand (TP-54, TP-55, TP-57, TP-58, TP-62, TP-64, TP-65), and whether the win fan
    stands beside them. ``spoilt``: dragons are held that 幺九筒 does not allow."""
    less = 1 if inclusive else 0
    if not honours:
        if not features & CHOW:
            found, beside = [("all_dots_triplets", options.all_dots_pungs - less)], True
        elif not features & TRIPLET:
            found, beside = [("pinghu", 4 - less)], inclusive
        else:
            found, beside = [("all_dots", 3 - less)], True
    else:
        found, beside = [], True
        if not features & CHOW:
            found.append(("all_triplets", 3 - less))
            if features & DOTS and not features & MIDDLE and not spoilt:
                found.append(("terminals", 2 - less))
    return tuple(f for f in found if f[1]), beside


@lru_cache(maxsize=4096)
def _pattern_sum(
    features: int, honours: bool, spoilt: bool, inclusive: bool, options: ThreePlayerOptions
) -> tuple[int, int]:
    """Sum and number of the entries of :func:`_patterns`, the win fan included."""
    found, beside = _patterns(features, honours, spoilt, inclusive, options)
    return sum(v for _, v in found) + beside, len(found) + beside


def _written_out(
    best: tuple[Dots, Honours],
    hand: int,
    melded: _Melded,
    win: Win,
    options: ThreePlayerOptions,
    fixed_limits: list[str],
    fixed: tuple[Fan, ...],
) -> Score:
    """The chosen reading, entry by entry."""
    (dot_features, dot_sets), h = best
    worth = honour_worth(h.triplets + melded.honours, h.pair, win.wind, options.small_dragons_absorbs)
    features = dot_features | melded.features | (TRIPLET if h.triplets else 0)
    inclusive = options.value_style == "inclusive"
    spoilt = options.yaojiu_honours == "winds" and worth.dragons
    patterns, beside = _patterns(features, worth.any, spoilt, inclusive, options)
    limits = [*fixed_limits, *worth.limits]
    if features & GATES:
        limits.append("nine_gates")
    if not features & DOTS:
        limits.append("all_honours")
    if not features & CHOW and win.by == "self" and not melded.open:
        limits.append("kankanhu")
    fans = [*fixed, *worth.fans, *patterns]
    if beside:
        fans.append(("self_draw" if win.by == "self" else "claimed_win", 1))
    raw = sum(v for _, v in fans)
    fan = LIMIT if limits or raw > LIMIT else raw
    sets = (*dot_sets, *(("triplet", k) for k in h.triplets), *((("pair", h.pair),) if h.pair >= 0 else ()))
    jihu = win.by == "discard" and fan == 5 and not limits and bool(win.bonus)
    return Score(fan, raw, tuple(limits), tuple(fans), jihu, sets, _flies_as(sets, hand))


def _flies_as(sets: Iterable[Set], hand: int) -> tuple[int, ...]:
    """The kinds that the concealed flies stand for: what the sets hold beyond the real tiles."""
    real = hand & PLAY_MASK
    read = 0
    for name, kind in sets:
        if name == "chow":
            read += UNIT[kind] + UNIT[kind + 1] + UNIT[kind + 2]
        else:
            read += UNIT[kind] * (3 if name == "triplet" else 2)
    return tuple(k for k in range(FLY) for _ in range(count(read, k) - count(real, k)))
