"""The wire: what the outbox asks of Telegram, and what can come back."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Protocol

from bot.views.content import Content


class Priority(IntEnum):
    """Lower goes first. ``ASKED``: what somebody has just asked for, and waits for; in a group an extra call."""

    PROMPT = 0
    ASKED = 1
    PANEL = 2
    REST = 3


class Slot(NamedTuple):
    """``name`` tells slots of one chat apart; ``topic``: forum topic or 0; ``receiver``: the one person who sees
    it, for an ephemeral message in a group, else 0. Ephemeral messages are only edited here, never posted."""

    chat_id: int
    name: str
    topic: int = 0
    receiver: int = 0


class Unreachable(Exception):
    """The chat does not take this message. ``reason``: blocked, kicked, no_dm, muted, no_photos, gone."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason


class TryLater(Exception):
    """Wait ``seconds`` with this chat (429), or a passing failure (``seconds`` 0)."""

    def __init__(self, seconds: float, flood: bool = False) -> None:
        super().__init__(f"later: {seconds}")
        self.seconds = seconds
        self.flood = flood


class Gone(Exception):
    """The message to edit is no longer there (or is of the wrong kind): post it again."""


class Moved(Exception):
    """The group has become another chat."""

    def __init__(self, new_chat: int) -> None:
        super().__init__(str(new_chat))
        self.new_chat = new_chat


class Uncertain(Exception):
    """A send timed out; it may have been delivered."""


class Sender(Protocol):
    """The wire. Each call is one API call and raises the exceptions above."""

    async def send(self, slot: Slot, content: Content) -> int:
        """Returns the new message's id."""

    async def edit(self, slot: Slot, message_id: int, content: Content, had_photo: bool) -> None: ...

    async def delete(self, slot: Slot, message_id: int) -> None: ...
