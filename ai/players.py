"""Players: a seat's view in, one legal action out.

All levels judge the :class:`~engine.model.Outlook` that the game's hand model gives for each legal action; they
differ in what they look at. The same view and seed give the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from engine import PASS, WIN, Action, View, games
from engine.model import Outlook

LEVELS = ("random", "novice", "standard")
"""Weakest first. ``random`` is a measuring stick, not offered at tables."""


class Advice(NamedTuple):
    """A choice and the outlook that speaks for it."""

    action: Action
    outlook: Outlook | None


def choose(level: str, view: View, seed: int = 0) -> Action:
    """What a player of ``level`` does with the legal actions of ``view``. ValueError for an unknown level."""
    return advise(level, view, seed).action


def advise(level: str, view: View, seed: int = 0) -> Advice:
    """As :func:`choose`, with the reason."""
    if level not in _CHOOSERS:
        raise ValueError(f"no AI level is called {level!r}; there are {', '.join(_CHOOSERS)}")
    if len(view.actions) == 1:
        return Advice(view.actions[0], None)
    return _CHOOSERS[level](view, Random(seed))


def _random(view: View, rng: Random) -> Advice:
    return Advice(rng.choice(view.actions), None)


def _novice(view: View, rng: Random) -> Advice:
    """Sees how far the hand is from ready and little else, and slips now and then."""
    if WIN in view.actions:
        return Advice(WIN, None)
    if rng.random() < 0.12:
        return Advice(rng.choice(view.actions), None)
    outlooks = games.get(view.game).model.outlooks(view, view.actions)
    nearest = min(o.deficiency for o in outlooks)
    best = [(a, o) for a, o in zip(view.actions, outlooks, strict=True) if o.deficiency == nearest]
    return Advice(*rng.choice(best))


def _standard(view: View, rng: Random) -> Advice:
    """Weighs the chance to win, its worth, the danger, and what comes at once."""
    outlooks = games.get(view.game).model.outlooks(view, view.actions)
    judged = [(worth(o), -i, a, o) for i, (a, o) in enumerate(zip(view.actions, outlooks, strict=True))]
    best = max(judged, key=lambda j: (round(j[0], 9), j[2] is not PASS, j[1]))
    return Advice(best[2], best[3])


def worth(outlook: Outlook) -> float:
    """Expected gain of an outlook, in the game's points."""
    return win_chance(outlook) * outlook.value - outlook.danger + outlook.bonus


def win_chance(outlook: Outlook) -> float:
    """A rough chance to win: one stage for each tile still missing, the first with the tiles that are live now.

    Later stages are taken as typical: the nearer to ready, the fewer tiles help. The own draws that remain are
    shared among the stages; others' discards help at the last one.
    """
    if outlook.deficiency < 0:
        return 1.0
    if outlook.chance >= 0:
        return outlook.chance
    stages = outlook.deficiency + 1
    draws = max(0.3, outlook.turns / stages)
    chance = 1.0
    for stage in range(stages):
        live = outlook.live if stage == stages - 1 else _TYPICAL_LIVE[min(stage, len(_TYPICAL_LIVE) - 1)]
        rate = min(0.95, live / _UNSEEN) * (2.2 if stage == 0 else 1.0)
        chance *= 1 - (1 - min(0.95, rate)) ** draws
    # The stage that is reached next is the one we can see; a hand with more live tiles there is better even when the
    # wall is nearly gone.
    return chance + 1e-4 * outlook.live - 1e-2 * outlook.deficiency


_TYPICAL_LIVE = (5.0, 11.0, 18.0, 24.0, 30.0, 36.0)
_UNSEEN = 65.0

_CHOOSERS: dict[str, Callable[[View, Random], Advice]] = {
    "random": _random,
    "novice": _novice,
    "standard": _standard,
}


def line_up(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """One level for each seat from one or more names, repeated in turn. ValueError for an unknown one."""
    for name in names:
        if name not in _CHOOSERS:
            raise ValueError(f"no AI level is called {name!r}; there are {', '.join(_CHOOSERS)}")
    return tuple(names[i % len(names)] for i in range(seats))
