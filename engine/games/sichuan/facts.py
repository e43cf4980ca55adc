"""What a Sichuan table shows beside tiles: void suits, who is out and how."""

from __future__ import annotations

from ...facts import Fact, Facts
from ...tiles import kinds_of
from ...view import View


def facts(view: View) -> Facts:
    """Public facts of every seat, and the seat's own 弃胡 lock (SC-28)."""
    voids = view.extras["voids"]
    seats: list[tuple[Fact, ...]] = []
    for seat in range(view.seats):
        found: list[Fact] = []
        if voids:
            found.append(Fact("void", f"suit.{voids[seat]}"))
        for winner, how, tile, gain in view.extras["won"]:
            if winner == seat:
                found.append(Fact(f"won.{how}", gain, (tile,) if tile >= 0 else ()))
        seats.append(tuple(found))
    own: list[Fact] = []
    dead: tuple[int, ...] = ()
    if view.extras["locked"]:
        own.append(Fact("locked", view.extras["locked"]))
    if voids and view.seat is not None:
        mine = [t for t in kinds_of(view.hand) if t // 9 == voids[view.seat]]
        if mine:
            dead = tuple(t for t in kinds_of(view.hand) if t not in mine)
    return Facts((), tuple(seats), tuple(own), dead)
