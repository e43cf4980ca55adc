"""Calculations of a three-player hand, line by line, for a result that players can check."""

from __future__ import annotations

from collections.abc import Sequence

from ...melds import Meld
from ...results import Sheet, Step
from .kinds import FLY
from .legal import missing_kind
from .scoring import LIMIT, LIMIT_PAID, Score, Win


def score_sheet(
    seat: int,
    source: int,
    hand: int,
    melds: Sequence[Meld],
    win: Win,
    made: Score,
    base: int,
    shared: bool,
) -> Sheet:
    """The calculation of a winning hand: its sets, what each fly stands for, every fan, the limit, the
    payments.

    ``shared``: there are two winners of one tile, so there is no third payer (TP-29).
    """
    steps = [Step(m.kind, None, m.tiles) for m in melds]
    for name, kind in made.sets:
        tiles = (kind, kind + 1, kind + 2) if name == "chow" else (kind,) * (3 if name == "triplet" else 2)
        steps.append(Step("run" if name == "chow" else name, None, tiles))
    flies = [missing_kind(m) for m in melds if FLY in m.tiles] + list(made.flies)
    steps += [Step("fly_as", None, (FLY, kind)) for kind in flies]
    steps += [Step(name, value, (), "+") for name, value in made.fans]
    steps += [Step(name, LIMIT, (), "limit") for name in made.limits]
    steps.append(Step("total_fan", made.fan, (), "="))
    patterns = (*((name, LIMIT) for name in made.limits), *made.fans)
    gain = 2 if shared else 4 if win.by == "self" else 3
    tile = -1 if win.tianhu else win.tile
    label = "jihu" if made.jihu else made.limits[0] if made.limits else ""
    steps += _paid_steps(made.fan, made.pay_fan, base, gain)
    return Sheet(
        seat, win.by, tile, source, patterns, tuple(steps), made.pay_fan * gain * base, hand, label
    )


def special_sheet(seat: int, hand: int, limits: Sequence[str], base: int) -> Sheet:
    """A win without a shape (TP-31), settled as a self-drawn limit."""
    steps = [Step(name, LIMIT, (), "limit") for name in limits]
    steps.append(Step("total_fan", LIMIT, (), "="))
    steps += _paid_steps(LIMIT, LIMIT_PAID, base, 4)
    patterns = tuple((name, LIMIT) for name in limits)
    return Sheet(
        seat, "self", patterns=patterns, steps=tuple(steps), points=LIMIT_PAID * 4 * base, hand=hand,
        label=limits[0],
    )  # fmt: skip


def _paid_steps(fan: int, paid: int, base: int, gain: int) -> list[Step]:
    """From fan to money: the limit's doubling, the base, and how many shares the winner gets (TP-68 to
    TP-70)."""
    steps = [Step("paid_fan", paid, (), "=")] if paid != fan else []
    return [
        *steps,
        Step("base", base, (), "x"),
        Step("shares", gain, (), "x"),
        Step("winnings", paid * base * gain, (), "="),
    ]
