"""What a three-player table shows beside tiles: winds, flower areas, put-out flies, the fan all can see."""

from __future__ import annotations

from ...facts import Fact, Facts
from ...view import View

WINDS = ("wind.east", "wind.south", "wind.west")


def facts(view: View) -> Facts:
    """Public facts of every seat (TP-2, TP-33, TP-34, TP-36), and for the viewer the flies owned (TP-71)."""
    extras = view.extras
    seats: list[tuple[Fact, ...]] = []
    for seat in range(view.seats):
        found = [Fact("wind", WINDS[extras["winds"][seat]])]
        if extras["bonus"][seat]:
            found.append(Fact("bonus", None, tuple(extras["bonus"][seat])))
        if extras["put_flies"][seat]:
            found.append(Fact("put_fly", extras["put_flies"][seat]))
        found.append(Fact("table_fan", extras["table_fan"][seat]))
        seats.append(tuple(found))
    own: tuple[Fact, ...] = ()
    if view.seat is not None and extras["flies"]:
        own = (Fact("flies", extras["flies"]),)
    return Facts((), tuple(seats), own)
