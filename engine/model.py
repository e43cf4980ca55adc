"""What a game tells the AI about its hands: the port between a game and the players in ``ai/``.

A game's ``model.py`` exports ``MODEL``, a :class:`HandModel`. It sees only a View.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from .actions import Action
from .view import View


class Outlook(NamedTuple):
    """Where a legal action leads, estimated from one seat's view. Amounts are in the game's points.

    ``deficiency``: tiles from ready after it (0: ready, -1: the action wins); ``live``: unseen tiles that bring
    the hand
    nearer (or win, when ready); ``value``: what the seat would gain in all from winning such a hand; ``danger``:
    expected
    loss that this action adds by giving others a tile; ``bonus``: gain that comes at once, whoever wins; ``turns``: own
    draws that are still to come; ``chance``: the game's own estimate of the chance to win, -1 to leave it to the
    player.
    """

    deficiency: int
    live: float
    value: float
    danger: float
    bonus: float
    turns: float
    chance: float = -1.0


class HandModel(Protocol):
    """A game's knowledge for the AI."""

    def outlooks(self, view: View, actions: Sequence[Action]) -> list[Outlook]:
        """One outlook for each of ``actions``, which are the view's legal actions or some of them."""
        ...

    def waits(self, view: View) -> dict[int, int]:
        """When the viewer's hand (as between turns) is ready: winning kind -> copies not yet seen; else empty."""
        ...


def nearness(missing: int, live: float, turns: float, unseen: float) -> float:
    """A rough chance to find ``missing`` tiles, only to choose between the aims of one hand.

    ``live`` of ``unseen`` tiles bring the hand nearer now; ``turns``: own draws to come.
    """
    if missing <= 0:
        return 1.0
    draws = max(0.3, turns / missing)
    step = 1 - (1 - min(0.9, live / unseen)) ** draws
    return float(step * 0.4 ** (missing - 1))
