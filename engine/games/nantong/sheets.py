"""Calculations of a Nantong hand, line by line, for a result that players can check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...melds import Meld
from ...results import Sheet, Step
from .options import NantongOptions
from .scoring import (
    BASE,
    EXACT_TRIPLET,
    LAO_JIANG,
    Scored,
    Tally,
    Win,
    rounded,
    scoring_sets,
    three_lao,
)

DOUBLE_NAMES = {"piaohu": "piaohu_double"}
"""飘胡 brings hu and a double; the double has its own word."""
COPIES = {"pong": 3, "triplet": 3, "opening_triplet": 3, "tiandi": 2}


def set_steps(scored: Scored, flips: tuple[int, int]) -> list[Step]:
    """One set: its form with the base value, each doubling (``x``), and what it comes to (``=``) if there is
    one."""
    form, kind, hu = scored
    exact = kind in flips
    base = EXACT_TRIPLET if form == "triplet" and exact else BASE[form]
    tiles = (kind,) * COPIES.get(form, 4)
    steps = [Step(form, base, tiles, "exact" if base == EXACT_TRIPLET and form == "triplet" else "")]
    lao = kind in LAO_JIANG
    if lao:
        steps.append(Step("lao_jiang", 2, (), "x"))
    for flip in flips:
        if (lao and flip in LAO_JIANG) or (not lao and flip not in LAO_JIANG and flip % 9 == kind % 9):
            steps.append(Step("flip", 2, (flip,), "x"))
    if form == "pong" and exact:
        steps.append(Step("exact", 2, (), "x"))
    return steps if len(steps) == 1 else [*steps, Step("set_hu", hu, (), "=")]


def _base_steps(sets: Iterable[Scored], flips: tuple[int, int]) -> list[Step]:
    steps: list[Step] = []
    total = 0
    for scored in sets:
        steps += set_steps(scored, flips)
        total += scored.hu
    return [*steps, Step("base_hu", total, (), "=")]


def winner_sheet(
    seat: int, win: Win, source: int, hand: int, made: Tally, flips: tuple[int, int]
) -> Sheet:
    """The winner's calculation (NT-29 to NT-45): the split, base hu, bonuses, doubles, rounding.

    ``hand``: concealed cards with the winning card.
    """
    steps = [Step(name, None, tiles) for name, tiles in made.reading.sets()]
    steps += _base_steps(made.sets, flips)
    steps += [Step(name, hu, (), "+") for name, hu in made.bonuses]
    steps += [Step(DOUBLE_NAMES.get(name, name), 2, (), "x") for name in made.doubles]
    total = rounded(made.raw)
    steps += [Step("raw_hu", made.raw, (), "="), Step("rounded", total, (), "=")]
    doubles = [(DOUBLE_NAMES.get(name, name), 2) for name in made.doubles]
    patterns = (*made.bonuses, *doubles)
    return Sheet(seat, win.source, win.tile, source, patterns, tuple(steps), total, hand, made.shape)


def loser_sheet(
    seat: int, hand: int, melds: Sequence[Meld], flips: tuple[int, int], options: NantongOptions, drawn: bool
) -> Sheet:
    """The calculation of a seat that did not win (NT-46), or of any seat when nobody did (``drawn``, NT-48)."""
    sets = scoring_sets(hand, melds, flips)
    steps = _base_steps(sets, flips)
    hu = sum(s.hu for s in sets)
    if options.sanlao_for_losers and not drawn and three_lao(hand, melds):
        hu *= 2
        steps += [Step("sanlao", 2, (), "x"), Step("raw_hu", hu, (), "=")]
    steps.append(Step("rounded", rounded(hu), (), "="))
    return Sheet(seat, "", steps=tuple(steps), points=rounded(hu), hand=hand)
