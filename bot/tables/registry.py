"""Tables: all tables of the bot, how they are found and kept, and who shows them to people."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from storage import Store

from .brain import Brain
from .refusal import Refusal
from .table import BETWEEN, LOBBY, Table

LOBBY_IDLE = 30 * 60
"""Seconds after which a lobby that nobody touches expires."""
BETWEEN_IDLE = 60 * 60
"""Seconds after which a table without a next round expires."""


class Front(Protocol):
    """Who shows the tables to people."""

    async def changed(self, table: Table) -> None:
        """Something on the table is new: show it."""

    async def warn(self, table: Table, seats: list[int], seconds: int) -> None:
        """These seats' clock runs out in ``seconds``."""

    async def closed(self, table: Table, reason: str) -> None:
        """The table is no more; ``reason`` is a sentence of the catalogue."""


class Tables:
    """All tables. ``now``: the clock, in seconds since the epoch."""

    def __init__(self, store: Store, brain: Brain, front: Front, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.brain = brain
        self.front = front
        self.now = now
        self.tables: dict[int, Table] = {}

    def table(self, table_id: int) -> Table:
        """The open table; Refusal when it is gone."""
        found = self.tables.get(table_id)
        if found is None:
            raise Refusal("This table is closed.")
        return found

    def table_in(self, chat_id: int, topic_id: int = 0) -> Table | None:
        """The open table of a chat (of one topic in forums)."""
        for table in self.tables.values():
            if table.row.chat_id == chat_id and table.row.topic_id == topic_id:
                return table
        return None

    def tables_of(self, user_id: int) -> list[Table]:
        """Tables at which a person sits."""
        return [t for t in self.tables.values() if t.seat_of(user_id) is not None]

    def _set_deadline(self, table: Table) -> None:
        """The clock starts with a question; it runs on while others answer the same one."""
        now = self.now()
        if table.state == LOBBY:
            table.row.deadline = now + LOBBY_IDLE
        elif table.state == BETWEEN:
            table.row.deadline = now + BETWEEN_IDLE
        elif not table.clock or not table.waiting_for():
            table.row.deadline = None
        elif table.row.deadline is None or table.clocked != table.mark():
            table.row.deadline = now + table.clock
            table.clocked = table.mark()
            table.warned = False

    async def _save(self, table: Table) -> None:
        table.row.updated = self.now()
        if table.state in (LOBBY, BETWEEN):
            self._set_deadline(table)
        await self.store.save_table(table.to_row())
