"""Desk: the parts of the running bot that handlers work with."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from telegram import Bot, Chat, User
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.delivery import Outbox
from bot.people import People
from bot.presenter import Presenter
from bot.tables import Host, Table
from storage import Store

ANONYMOUS_ADMIN = 1087968824
"""GroupAnonymousBot: commands of anonymous admins come from it, their presses from the real person."""
ADMIN_MEMORY = 60.0
"""Seconds for which a person's being admin is remembered."""


@dataclass
class Desk:
    """``admins`` remembers (chat, user) -> (when asked, admin or not)."""

    bot: Bot
    store: Store
    host: Host
    outbox: Outbox
    presenter: Presenter
    people: People
    admins: dict[tuple[int, int], tuple[float, bool]] = field(default_factory=dict)
    tasks: list[Any] = field(default_factory=list)

    @property
    def username(self) -> str:
        return self.bot.username

    async def is_admin(self, chat: Chat | int, user_id: int) -> bool:
        """Whether a person is admin of a group; in a private chat everybody is."""
        chat_id = chat if isinstance(chat, int) else chat.id
        if chat_id > 0 or user_id == ANONYMOUS_ADMIN:
            return True
        now = time.monotonic()
        known = self.admins.get((chat_id, user_id))
        if known is not None and now - known[0] < ADMIN_MEMORY:
            return known[1]
        try:
            member = await self.bot.get_chat_member(chat_id, user_id)
            found = member.status in (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
        except TelegramError:
            found = False
        self.admins[chat_id, user_id] = (now, found)
        return found

    async def may_manage(self, table: Table, user_id: int) -> bool:
        """Options and Start: the host, and admins of the group."""
        return user_id == table.row.host_id or await self.is_admin(table.row.chat_id, user_id)

    async def meet(self, user: User, dm_open: bool | None = None) -> None:
        """Remember a person we hear from."""
        await self.people.meet(user.id, user.full_name, user.username or "", user.language_code, dm_open)
