"""What a Nantong table shows beside tiles: the two flips, who has declared ready, the own base hu."""

from __future__ import annotations

from ...facts import Fact, Facts
from ...tiles import kinds_of
from ...view import View
from .scoring import base_hu


def facts(view: View) -> Facts:
    """Public facts, and for the viewer the base hu of the cards as they are (NT-30 to NT-34)."""
    first, second = view.extras["flips"]
    baoting = view.extras["baoting"]
    seats = tuple((Fact("baoting"),) if declared else () for declared in baoting)
    own: tuple[Fact, ...] = ()
    dead: tuple[int, ...] = ()
    if view.seat is not None:
        own = (Fact("base_hu", base_hu(view.hand, view.melds[view.seat], (first, second))),)
        if baoting[view.seat]:
            dead = tuple(k for k in kinds_of(view.hand) if k != view.drawn)
    return Facts((Fact("flips", None, (first, second)),), seats, own, dead)
