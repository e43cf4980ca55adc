"""A round is its record; everything else is derived from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .actions import Action
from .games import get


@dataclass(frozen=True)
class RoundRecord:
    """``game``, ``version`` of its rules, ``options`` (those that differ from the default), ``seed``, ``dealer``,
    ``carry``
    from the round before, and ``actions`` as (seat, action) in order. ``hands`` and ``wall`` (kinds) are set only for a
    round built from explicit tiles."""

    game: str
    version: int
    options: Mapping[str, Any]
    seed: bytes
    dealer: int
    actions: tuple[tuple[int, Action], ...] = ()
    carry: Mapping[str, Any] = field(default_factory=dict)
    hands: tuple[tuple[int, ...], ...] | None = None
    wall: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; tiles by name."""
        tiles = get(self.game).tiles
        plain: dict[str, Any] = {
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "seed": self.seed.hex(),
            "dealer": self.dealer,
            "carry": dict(self.carry),
            "actions": [[seat, action.write(tiles)] for seat, action in self.actions],
        }
        if self.hands is not None and self.wall is not None:
            plain["hands"] = [tiles.write(h) for h in self.hands]
            plain["wall"] = tiles.write(self.wall)
        return plain

    @staticmethod
    def from_json(plain: Mapping[str, Any]) -> RoundRecord:
        """The inverse of :meth:`to_json`; ValueError (or KeyError for a missing part) when it is no record."""
        tiles = get(plain["game"]).tiles
        hands, wall = plain.get("hands"), plain.get("wall")
        return RoundRecord(
            game=plain["game"],
            version=int(plain["version"]),
            options=dict(plain["options"]),
            seed=bytes.fromhex(plain["seed"]),
            dealer=int(plain["dealer"]),
            carry=dict(plain.get("carry", {})),
            actions=tuple((int(seat), Action.read(text, tiles)) for seat, text in plain["actions"]),
            hands=None if hands is None else tuple(tiles.read(h) for h in hands),
            wall=None if wall is None else tiles.read(wall),
        )

    def dumps(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def loads(text: str) -> RoundRecord:
        return RoundRecord.from_json(json.loads(text))
