"""View: all that one seat may know of a round, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .actions import Action
from .melds import Meld
from .options import Options


@dataclass(frozen=True)
class View:
    """A snapshot for one seat (``seat`` None: the public, a spectator).

    ``hand``: own concealed tiles, packed (0 for the public); ``drawn``: the own tile just drawn, or -1;
    ``hand_sizes``, ``melds``, ``rivers``: by seat, others' face-down tiles being -1; ``wall_left``: tiles still to
    draw; ``turn``: whose turn it is (the discarder or drawer while claims are open); ``phase``: a word of the game;
    ``last``: (tile, seat, how) that claims are about or the last discard, or None; ``out``: seats that play no more;
    ``net``: money moved so far; ``actions``: what this seat may do now; ``extras``: what the game adds (public
    facts and the seat's own); ``shown``: all hands, packed, once the round is over, else empty.
    """

    game: str
    options: Options
    seat: int | None
    seats: int
    dealer: int
    hand: int
    drawn: int
    hand_sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[int, ...], ...]
    wall_left: int
    turn: int
    phase: str
    last: tuple[int, int, str] | None
    out: tuple[bool, ...]
    net: tuple[int, ...]
    actions: tuple[Action, ...]
    extras: Mapping[str, Any] = field(default_factory=dict)
    shown: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The view as plain JSON values (kinds as ints, actions as text)."""
        plain = asdict(self)
        plain["options"] = self.options.changed()
        plain["actions"] = [str(a) for a in self.actions]
        plain["extras"] = dict(self.extras)
        return plain
