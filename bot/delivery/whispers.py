"""Whispers: hands in the group that one person sees (ephemeral messages, Bot API 10.3).

They are an addition to the private message, never the only copy, and cost the group's budget: where that is spent, a
popup does instead. A server that does not know them may ignore the field and show the message to everybody; so the
first one ever sent says nothing, and hands follow only once the server has answered with an ephemeral message.
"""

from __future__ import annotations

import json

import structlog
from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from bot.views.content import Content

from .outbox import Outbox
from .telegram import markup, without_times
from .wire import Priority, Slot

log = structlog.get_logger()

PROBE = "🎴 …"


class Whispers:
    """Ephemeral hands. ``supported``: whether the server knows them, None until tried."""

    def __init__(self, bot: Bot, outbox: Outbox) -> None:
        self.bot = bot
        self.outbox = outbox
        self.supported: bool | None = None

    async def show(self, slot: Slot, query_id: str, content: Content) -> bool:
        """Show ``content`` to the slot's receiver alone, in answer to their press. False when the server cannot, or the
        group has had too many messages."""
        if self.supported is False or not self.outbox.spend(slot.chat_id):
            return False
        try:
            first = self.supported is None
            sent = await self._send(slot, query_id, Content(PROBE) if first else content)
            if sent is None:
                return False
            self.outbox.forget(slot)
            self.outbox.adopt(slot, sent)
            if first:
                self.outbox.show(slot, content, Priority.ASKED)
            return True
        except TelegramError as error:
            log.info("no ephemeral message", error=str(error))
            if self.supported is None and isinstance(error, BadRequest):
                self.supported = False
            return False

    async def _send(self, slot: Slot, query_id: str, content: Content) -> int | None:
        made = await self.bot.send_message(
            slot.chat_id,
            without_times(content.text),  # the panel above it has the clock
            parse_mode=ParseMode.HTML,
            message_thread_id=slot.topic or None,
            reply_markup=markup(content.keyboard),
            api_kwargs={
                "ephemeral_message_parameters": json.dumps(
                    {"receiver_user_id": slot.receiver, "callback_query_id": query_id}
                )
            },
        )
        ephemeral = made.api_kwargs.get("ephemeral_message_id")
        if not ephemeral:
            # The server showed it to everybody. It said nothing; take it away and never try again.
            self.supported = False
            await self.bot.delete_message(slot.chat_id, made.message_id)
            return None
        self.supported = True
        return int(ephemeral)

    def want(self, slot: Slot, content: Content) -> None:
        """The hand has changed: whoever looks at it in the group sees the new one when the group's budget allows."""
        if self.outbox.message_id(slot) is not None:
            self.outbox.show(slot, content, Priority.REST)
