"""Table: seats, settings and the round being played, in memory; its row in the database says the same."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from engine import Action, Event, Options, Round, RoundRecord, games
from engine.games import Game
from storage import RoundRow, TableRow

AI_LEVELS = ("novice", "standard")
CLOCKS = (30, 60, 120, 0)
"""Seconds for a decision; 0 is no clock."""
ACTIONS_AT_MOST = 10_000
"""More actions than any round has."""
KEPT_EVENTS = 30
"""Events kept for the log under a panel."""
LOBBY, PLAYING, BETWEEN, CLOSED = "lobby", "playing", "between", "closed"


@dataclass(slots=True)
class Seat:
    """Who sits there. ``user_id`` None: AI. ``away``: a person for whom AI plays until they are back; ``missed``:
    turns in a row that their clock ran out; ``left``: they said so (or were removed), not just slow."""

    user_id: int | None = None
    name: str = ""
    away: bool = False
    missed: int = 0
    left: bool = False

    @property
    def is_ai(self) -> bool:
        """Whether AI plays this seat now."""
        return self.user_id is None or self.away

    def to_row(self) -> dict[str, Any]:
        return {
            "user_id": self.user_id,
            "name": self.name,
            "away": self.away,
            "missed": self.missed,
            "left": self.left,
        }


@dataclass(slots=True)
class Table:
    """One table. ``seats`` has a place for each seat of the game, None while free in the lobby.

    ``asked[seat]``: the stamp at which the seat's open question came up (a press names it, so a press on an older
    question is known as stale); ``log``: (seat, event) since the panel was last told, public view.
    """

    row: TableRow
    options: Options
    seats: list[Seat | None]
    round: Round | None = None
    seq: int = 0
    asked: dict[int, int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    votes: set[int] = field(default_factory=set)
    scores: list[int] = field(default_factory=list)
    played: list[Seat | None] = field(default_factory=list)
    warned: bool = False
    clocked: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    # --- identity -----------------------------------------------------------------------------------------------

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def spec(self) -> Game:
        return games.get(self.row.game)

    @property
    def state(self) -> str:
        return self.row.state

    @property
    def setup(self) -> dict[str, Any]:
        """Table settings that are not rules: ``clock`` (seconds), ``level`` (of AI), ``pictures`` (bool),
        ``preset``."""
        return self.row.setup

    @property
    def clock(self) -> int:
        return int(self.row.setup.get("clock", CLOCKS[1]))

    @property
    def level(self) -> str:
        return str(self.row.setup.get("level", AI_LEVELS[-1]))

    @property
    def is_private(self) -> bool:
        """Whether it is a solo table in somebody's chat with the bot (private chats have positive ids)."""
        return self.row.chat_id > 0

    # --- seats --------------------------------------------------------------------------------------------------

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, or None."""
        for i, seat in enumerate(self.seats):
            if seat is not None and seat.user_id == user_id:
                return i
        return None

    def people(self) -> list[tuple[int, Seat]]:
        """(seat, Seat) of the seats that people hold, away or not."""
        return [(i, s) for i, s in enumerate(self.seats) if s is not None and s.user_id is not None]

    def free_seat(self) -> int | None:
        """The first seat that somebody may take: an empty one, or in the lobby and between rounds one of AI."""
        for i, seat in enumerate(self.seats):
            if seat is None:
                return i
        if self.state in (LOBBY, BETWEEN):
            for i, seat in enumerate(self.seats):
                if seat is not None and seat.user_id is None:
                    return i
        return None

    def other_players(self) -> None:
        """The set of players has changed between rounds: some games then begin anew (SC-67, PH-11)."""
        if self.spec.new_session:
            self.row.dealer, self.row.carry = None, {}

    def player(self, seat: int) -> Seat | None:
        """Who plays a seat; between rounds, who has played it, though others may have sat down there since."""
        return (self.played if self.state == BETWEEN and self.played else self.seats)[seat]

    def name_of(self, seat: int) -> str:
        """What to call a seat."""
        held = self.player(seat)
        if held is None:
            return "…"
        return held.name if held.user_id is not None else f"🤖{seat + 1}"

    # --- questions ----------------------------------------------------------------------------------------------

    @property
    def stamp(self) -> int:
        """Names this moment of the table: rounds never share one, so last round's buttons are known as stale."""
        return self.row.round_number * ACTIONS_AT_MOST + self.seq

    def advance(self, new: Round, seat: int, events: tuple[Event, ...]) -> None:
        """``seat`` has acted and ``new`` is the round now."""
        assert self.round is not None
        before = self.round.prompts
        self.seq += 1
        self.asked = {
            s: self.asked[s] if s != seat and acts is before.get(s) else self.stamp for s, acts in new.prompts.items()
        }
        self.round = new
        self.events = [*self.events, *filter(_told, events)][-KEPT_EVENTS:]

    def mark(self) -> str:
        """Names the open question in the group's buttons. It changes with the question and tells nothing else, not
        even how many have answered."""
        latest = max(self.asked.values(), default=0)
        if self.round is None:
            return "-"
        return sha256(self.round.seed + latest.to_bytes(4, "big")).hexdigest()[:8]

    def waiting_for(self) -> list[int]:
        """Seats of people who are asked now and are there."""
        if self.round is None:
            return []
        return [s for s in self.round.prompts if (held := self.seats[s]) is not None and not held.is_ai]

    def is_turn(self) -> bool:
        """Whether the open question is one seat's own turn, which everybody may know (claims are nobody's business)."""
        round_ = self.round
        return round_ is not None and round_.window is None and len(round_.prompts) == 1

    # --- rows ---------------------------------------------------------------------------------------------------

    def to_row(self) -> TableRow:
        """The row to store, with seats and options as they are now."""
        self.row.options = self.options.changed()
        self.row.seats = [s.to_row() if s is not None else {} for s in self.seats]
        return self.row

    @staticmethod
    def from_row(row: TableRow, made: RoundRow | None, scores: Mapping[tuple[int, int | None], int]) -> Table:
        """A table as it was: the round is replayed from its actions, so every question has the number that it had."""
        spec = games.get(row.game)
        table = Table.without_round(row)
        table.options = spec.options.of(row.options)
        table.scores = [scores.get((i, s.user_id if s else None), 0) for i, s in enumerate(table.seats)]
        if made is not None and row.state in (PLAYING, BETWEEN):
            table.begin(round_from_row(made))
            for seat, text in made.actions:
                assert table.round is not None
                new = table.round.copy()
                table.advance(new, seat, new.act(seat, Action.read(text, spec.tiles)))
            table.clocked = table.mark()
        return table

    @staticmethod
    def without_round(row: TableRow) -> Table:
        """The table's people and place; its options are the default ones."""
        seats: list[Seat | None] = [Seat(**s) if s else None for s in row.seats]
        return Table(row, games.get(row.game).options(), seats)

    def begin(self, round_: Round) -> None:
        """``round_`` has been dealt and is played now. Whoever has taken a seat since the last one begins with
        nothing."""
        for place, (old, new) in enumerate(zip(self.played, self.seats, strict=False)):
            if old is not None and new is not None and old.user_id != new.user_id:
                self.scores[place] = 0
        self.played = list(self.seats)
        self.round = round_
        self.seq = 0
        self.asked = dict.fromkeys(round_.prompts, self.stamp)
        self.events = [*filter(_told, round_.opening_events)][-KEPT_EVENTS:]
        round_.opening_events = ()  # told; every copy would carry them along
        self.votes = set()
        self.warned = False


def _told(event: Event) -> bool:
    """Whether a log may mention the event: not a hand as dealt, nor a tile drawn unseen."""
    return event.kind not in ("hand", "draw") or event.visible_to(None)


def round_from_row(made: RoundRow) -> Round:
    """The dealt round of a row, before its actions. ValueError when it was played under other rules."""
    return Round.replay(RoundRecord(made.game, made.version, made.options, made.seed, made.dealer, (), made.carry))
