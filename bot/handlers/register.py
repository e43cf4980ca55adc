"""All handlers of the application."""

from __future__ import annotations

from typing import Any

import structlog
from telegram.error import Conflict
from telegram.ext import Application, CallbackQueryHandler, ChatMemberHandler, CommandHandler, MessageHandler, filters

from .chats import on_left, on_member, on_migrate, on_own_member
from .commands import ALL
from .common import Context
from .presses import on_press

log = structlog.get_logger()

ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member", "chat_member"]


def register(app: Application[Any, Any, Any, Any, Any, Any]) -> None:
    """Add every handler to ``app``."""
    app.add_handler(CallbackQueryHandler(on_press))
    for name, handler in ALL.items():
        app.add_handler(CommandHandler(name, handler, filters=filters.UpdateType.MESSAGE))
    app.add_handler(ChatMemberHandler(on_own_member, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_handler(ChatMemberHandler(on_member, ChatMemberHandler.CHAT_MEMBER))
    app.add_handler(MessageHandler(filters.StatusUpdate.LEFT_CHAT_MEMBER, on_left))
    app.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, on_migrate))
    app.add_error_handler(on_error)


async def on_error(update: object, context: Context) -> None:
    """The last net: an update that failed is logged, the bot goes on."""
    if isinstance(context.error, Conflict):
        log.error("another program receives this bot's updates; only one may run with a token")
        return
    log.error("update failed", error=repr(context.error), exc_info=context.error)
