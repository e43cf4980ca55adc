"""What a seat may do: ``Action(kind, tiles)``, an interned value.

>>> a = Action.of("discard", (4,))
>>> a is Action.of("discard", (4,)), str(a), Action.parse("discard 4") is a
(True, 'discard 4', True)
"""

from __future__ import annotations

from collections.abc import Iterable

from .tiles import TileSet

# Never emptied, for equal actions must stay one object. The games know some 7,000: 3,654 exchanges of three tiles,
# 1,896 ways to eat, a few for each kind of tile.
_interned: dict[tuple[str, tuple[int, ...]], Action] = {}


class Action:
    """One choice of one seat. Equal actions are one object, so comparing and finding them costs an ``is``.

    ``kind`` is a word of the game (``discard``, ``pong``, ``win``, ``pass`` …); ``tiles`` are kinds, in the order
    the action defines. Make actions with :meth:`of`.
    """

    __slots__ = ("kind", "tiles")
    kind: str
    tiles: tuple[int, ...]

    @staticmethod
    def of(kind: str, tiles: Iterable[int] = ()) -> Action:
        key = (kind, tuple(tiles))
        found = _interned.get(key)
        if found is None:
            found = Action()
            found.kind, found.tiles = key
            _interned[key] = found
        return found

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.tiles)])

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (Action.of, (self.kind, self.tiles))

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    @staticmethod
    def parse(text: str) -> Action:
        """The inverse of ``str()``. ValueError when the text is not an action."""
        kind, *tiles = text.split()
        return Action.of(kind, tuple(int(t) for t in tiles))

    def write(self, tiles: TileSet) -> str:
        """The action with tile names, as records hold it: ``"discard 5m"``."""
        return " ".join([self.kind, *tiles.write(self.tiles)])

    @staticmethod
    def read(text: str, tiles: TileSet) -> Action:
        """The inverse of :meth:`write`. ValueError when the text is not an action of this tile set."""
        kind, *names = text.split()
        return Action.of(kind, tiles.read(names))


PASS = Action.of("pass")
WIN = Action.of("win")
LEAVE = Action.of("leave")


class IllegalAction(ValueError):
    """An action that the round does not accept now. It names the seat, the action and why; nothing has changed."""

    def __init__(self, seat: int, action: object, why: str) -> None:
        super().__init__(f"seat {seat} may not {action}: {why}")
        self.seat = seat
        self.action = action
        self.why = why

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalAction, (self.seat, self.action, self.why))
