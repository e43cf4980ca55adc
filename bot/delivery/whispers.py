"""Whispers: hands in the group that one person sees (ephemeral messages, Bot API 10.3).

They are an addition to the private message, never the only copy, and cost the group's budget. A server that does not know
them may ignore the field and show the message to everybody; so the first one ever sent says nothing, and hands follow only
once the server has answered with an ephemeral message.
"""

from __future__ import annotations

import json
from typing import Any

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.tables import Table
from bot.views.content import Content

from .outbox import Outbox, Priority, Slot
from .telegram import markup

log = structlog.get_logger()

PROBE = "🎴 …"


class Whispers:
    """Ephemeral hands. ``supported``: whether the server knows them, None until tried."""

    def __init__(self, bot: Bot, outbox: Outbox) -> None:
        self.bot = bot
        self.outbox = outbox
        self.supported: bool | None = None

    async def show(self, table: Table, user: int, query_id: str, content: Content) -> bool:
        """Show ``content`` to ``user`` alone, in answer to their press. False when the server cannot."""
        if self.supported is False or table.is_private:
            return False
        try:
            first = self.supported is None
            sent = await self._send(table, user, query_id, Content(PROBE) if first else content)
            if sent is None:
                return False
            slot = self._slot(table, user)
            self.outbox.forget(slot)
            self.outbox.adopt(slot, sent)
            if first:
                self.outbox.show(slot, content, Priority.PROMPT)
            return True
        except TelegramError as error:
            log.info("no ephemeral message", error=str(error))
            if self.supported is None:
                self.supported = False
            return False

    async def _send(self, table: Table, user: int, query_id: str, content: Content) -> int | None:
        data: dict[str, Any] = {
            "chat_id": table.row.chat_id,
            "text": content.text,
            "parse_mode": "HTML",
            "ephemeral_message_parameters": json.dumps({"receiver_user_id": user, "callback_query_id": query_id}),
        }
        if table.row.topic_id:
            data["message_thread_id"] = table.row.topic_id
        keyboard = markup(content.keyboard)
        if keyboard is not None:
            data["reply_markup"] = keyboard.to_json()
        made: Any = await self.bot.do_api_request("sendMessage", api_kwargs=data)
        ephemeral = made.get("ephemeral_message_id") if isinstance(made, dict) else None
        if not ephemeral:
            # The server showed it to everybody. It said nothing; take it away and never try again.
            self.supported = False
            if isinstance(made, dict) and made.get("message_id"):
                await self.bot.delete_message(table.row.chat_id, made["message_id"])
            return None
        self.supported = True
        return int(ephemeral)

    def want(self, table: Table, user: int, content: Content) -> None:
        """The hand has changed: whoever looks at it in the group sees the new one when the group's budget allows."""
        slot = self._slot(table, user)
        if self.outbox.message_id(slot) is not None:
            self.outbox.show(slot, content, Priority.REST)

    def close(self, table: Table) -> None:
        """The table is over: nobody follows its hands any more."""
        for _, seat in table.people():
            if seat.user_id is not None:
                self.outbox.forget(self._slot(table, seat.user_id))

    def _slot(self, table: Table, user: int) -> Slot:
        return Slot(table.row.chat_id, f"e{table.id}", table.row.topic_id, receiver=user)
