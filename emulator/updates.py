"""The queue of updates between the people and the bot, and long polling from it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from emulator.errors import conflict

#: Update kinds a bot gets only when it asks for them by name.
OPT_IN_KINDS = frozenset({"chat_member", "message_reaction", "message_reaction_count"})

Update = dict[str, Any]


class UpdateQueue:
    """Updates not yet acknowledged, oldest first."""

    def __init__(self, first_id: int = 100_001) -> None:
        self._next_id = first_id
        self._pending: deque[Update] = deque()
        self._arrived = asyncio.Event()
        self._poller: asyncio.Future[str] | None = None
        self.allowed: frozenset[str] | None = None
        #: Set while a webhook is active: it takes updates instead of the queue.
        self.push: Callable[[Update], None] | None = None

    def __len__(self) -> int:
        return len(self._pending)

    def allow(self, kinds: list[str] | None) -> None:
        """Set `allowed_updates`; None leaves the earlier choice, an empty list restores the default."""
        if kinds is not None:
            self.allowed = frozenset(kinds) or None

    def add(self, kind: str, body: dict[str, Any]) -> int | None:
        """Queue an update and return its id, or None if the bot did not ask for this kind."""
        wanted = kind not in OPT_IN_KINDS if self.allowed is None else kind in self.allowed
        if not wanted:
            return None
        update_id = self._next_id
        update: Update = {"update_id": update_id, kind: body}
        self._next_id += 1
        if self.push is not None:
            self.push(update)
        else:
            self._pending.append(update)
            self._arrived.set()
        return update_id

    def drop(self) -> None:
        """Forget everything pending."""
        self._pending.clear()
        self._arrived.clear()

    def take_all(self) -> list[Update]:
        """Hand over everything pending (a webhook has just been set)."""
        taken = list(self._pending)
        self.drop()
        return taken

    def put_back(self, updates: list[Update]) -> None:
        """Return undelivered updates (the webhook has been removed)."""
        self._pending.extendleft(reversed(updates))
        if self._pending:
            self._arrived.set()

    def interrupt(self, reason: str) -> None:
        """Refuse the poll that is waiting now: another receiver has come."""
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(reason)

    async def poll(
        self, offset: int | None, limit: int, timeout: float, closing: asyncio.Event | None = None
    ) -> list[Update]:
        """getUpdates: acknowledge below `offset`, then wait up to `timeout` for something new.

        A second poll ends the first one with 409, which is how Telegram treats two copies of a bot.
        """
        self.interrupt("terminated by other getUpdates request; make sure that only one bot instance is running")
        self._acknowledge(offset)
        if not self._pending and timeout > 0:
            await self._wait(timeout, closing)
        batch: list[Update] = []
        for update in self._pending:
            if len(batch) == limit:
                break
            batch.append(update)
        return batch

    def _acknowledge(self, offset: int | None) -> None:
        if offset is None:
            return
        if offset < 0:
            while len(self._pending) > -offset:
                self._pending.popleft()
            return
        while self._pending and self._pending[0]["update_id"] < offset:
            self._pending.popleft()

    async def _wait(self, timeout: float, closing: asyncio.Event | None) -> None:
        self._arrived.clear()
        taken_over = asyncio.get_running_loop().create_future()
        self._poller = taken_over
        ends = [asyncio.ensure_future(self._arrived.wait())]
        if closing is not None:
            # A server that is stopping does not wait for a long poll to end.
            ends.append(asyncio.ensure_future(closing.wait()))
        try:
            await asyncio.wait({taken_over, *ends}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            if self._poller is taken_over:
                self._poller = None
        if taken_over.done():
            raise conflict(taken_over.result())
