"""The registry: every folder here is a game; nothing outside its folder knows its name.

A game's package defines ``GAME``, a :class:`Game`. Its other modules are loaded when first needed:
``flow.RoundOf`` (the Round subclass), ``model.MODEL`` (what the AI knows of its hands), ``cases.KINDS`` (rule cases).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..options import Options
from ..tiles import TileSet

if TYPE_CHECKING:
    from ..facts import Facts
    from ..model import HandModel
    from ..round import Round
    from ..view import View


@dataclass(frozen=True)
class Game:
    """A game's registration.

    ``id``: folder name; ``seats``: number of players; ``tiles``: its tile set; ``options``: its options class;
    ``presets``: named option mappings; ``version``: raised when a rule changes, part of every record; ``claims``:
    the kinds
    of claim that get a button under the group's panel, ``win`` and ``pass`` apart; ``chunks``: for kinds of action
    that have many forms, how many of their tiles a player chooses in one tap; ``first_dealer``: the seat that deals
    the first round of a table, None when it is drawn at random; ``new_session``: other players at the table begin
    anew, with a first dealer and nothing carried over.
    """

    id: str
    seats: int
    tiles: TileSet
    options: type[Options]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    version: int = 1
    claims: tuple[str, ...] = ()
    chunks: Mapping[str, int] = field(default_factory=dict)
    first_dealer: int | None = None
    new_session: bool = False

    @property
    def round_class(self) -> type[Round]:
        """The state machine of this game."""
        found: type[Round] = _part(self.id, "flow").RoundOf
        return found

    @property
    def model(self) -> HandModel:
        """What the AI knows of this game's hands."""
        found: HandModel = _part(self.id, "model").MODEL
        return found

    @property
    def facts(self) -> Callable[[View], Facts]:
        """What the game shows of its own in a table panel."""
        found: Callable[[View], Facts] = _part(self.id, "facts").facts
        return found

    @property
    def case_kinds(self) -> Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """Rule-case kinds: each maps a case's ``input`` to the full answer (see tests/cases/README.md)."""
        found: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = _part(self.id, "cases").KINDS
        return found

    @property
    def unordered(self) -> Mapping[str, Collection[str]]:
        """Case kind -> keys of its answer that carry no order (``UNORDERED`` of ``cases.py``, where there is one)."""
        found: Mapping[str, Collection[str]] = getattr(_part(self.id, "cases"), "UNORDERED", {})
        return found


# The three caches hold an entry a game, or a few.
@cache
def _part(game: str, part: str) -> Any:
    return import_module(f"{__name__}.{game}.{part}")


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def get(game: str) -> Game:
    """The game called ``game``; KeyError with the known ids otherwise."""
    if game not in ids():
        raise KeyError(f"no game is called {game!r}; there are {', '.join(ids())}")
    found: Game = import_module(f"{__name__}.{game}").GAME
    return found
