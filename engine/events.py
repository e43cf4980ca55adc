"""What happened, with who may see it."""

from __future__ import annotations

from .tiles import UNKNOWN

EVERYONE = -1


class Event:
    """One fact of a round, in order.

    ``kind``: a word (``deal``, ``draw``, ``discard``, a meld's name, ``win``, ``pay``, ``end`` …); ``seat``: whose
    it is,
    -1 for the table; ``tiles``: the tiles concerned; ``seen``: bit mask of the seats that see the tiles,
    :data:`EVERYONE` for all; ``source``: the seat a tile was taken from, or -1; ``data``: further plain values
    (numbers, strings, tuples), public always.
    """

    __slots__ = ("data", "kind", "seat", "seen", "source", "tiles")

    def __init__(
        self,
        kind: str,
        seat: int,
        tiles: tuple[int, ...] = (),
        seen: int = EVERYONE,
        source: int = -1,
        data: tuple[object, ...] = (),
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.tiles = tiles
        self.seen = seen
        self.source = source
        self.data = data

    def visible_to(self, seat: int | None) -> bool:
        """Whether ``seat`` (None: the public) sees the tiles."""
        return self.seen == EVERYONE or (seat is not None and bool(self.seen >> seat & 1))

    def as_seen_by(self, seat: int | None) -> Event:
        """The event with its tiles hidden from those who may not see them; the number of tiles stays."""
        if self.visible_to(seat):
            return self
        return Event(self.kind, self.seat, (UNKNOWN,) * len(self.tiles), EVERYONE, self.source, self.data)

    def _key(self) -> tuple[object, ...]:
        return (self.kind, self.seat, self.tiles, self.seen, self.source, self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {self.tiles}, seen={self.seen}, source={self.source}, {self.data})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Event, self._key())
