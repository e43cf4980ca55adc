"""What all handlers need: the desk, who speaks where, and refusals as answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any

import structlog
from telegram import Message, Update, User
from telegram.ext import ContextTypes

from bot.desk import Desk
from bot.tables import Refusal, Table
from bot.tables.table import BETWEEN
from bot.words import Words, clean_name, esc

log = structlog.get_logger()

Context = ContextTypes.DEFAULT_TYPE
Command = Callable[[Desk, Message, User, list[str]], Awaitable[None]]

TITLE = "🀄 <b>Paiju 牌局</b>"
"""How the bot introduces itself."""


def topic_of(message: Message) -> int:
    """The forum topic of a message, 0 for General and outside forums."""
    return message.message_thread_id or 0 if message.is_topic_message else 0


def sentence(words: Words, refusal: Refusal) -> str:
    """A refusal in words; values are user's text and escaped by the caller where HTML is read."""
    return words(refusal.reason, **refusal.values)


def command(handler: Command) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    """Wraps a command: the person is remembered, a Refusal becomes a reply, nothing else gets out."""

    @wraps(handler)
    async def wrapped(update: Update, context: Context) -> None:
        desk: Desk = context.bot_data["desk"]
        message, user = update.effective_message, update.effective_user
        if message is None or user is None:
            return
        desk.outbox.noticed(message.chat_id, message.message_id)
        await desk.meet(user, True if message.chat_id > 0 else None)
        try:
            await handler(desk, message, user, list(context.args or []))
        except Refusal as refusal:
            words = await words_for(desk, message, user)
            said = esc(sentence(words, refusal))
            if message.chat_id < 0:
                said = f"{esc(clean_name(user.full_name))}: {said}"  # groups talk across each other
            desk.presenter.say(message.chat_id, said, topic_of(message))

    return wrapped


async def words_for(desk: Desk, message: Message, user: User) -> Words:
    """The words for an answer in a message's chat."""
    return await desk.people.chat_words(message.chat_id, user.id)


async def tell_table(desk: Desk, table: Table, sentence: str, name: str) -> None:
    """Tell the table's chat what the person ``name`` has done that shows nowhere else."""
    words = await desk.people.chat_words(table.row.chat_id)
    desk.presenter.say(table.row.chat_id, words(sentence, name=esc(name)), table.row.topic_id)


async def sit_down(desk: Desk, table: Table, user_id: int, name: str) -> None:
    """Join a table; between rounds the result goes on telling who has played, so the chat is told."""
    await desk.host.join(table, user_id, name)
    if table.state == BETWEEN:
        await tell_table(desk, table, "🪑 {name} plays from the next round on.", name)


def table_here(desk: Desk, message: Message) -> Table:
    """The table of the message's chat; Refusal when there is none."""
    found = desk.host.table_in(message.chat_id, topic_of(message))
    if found is None:
        raise Refusal("There is no table here. /newgame opens one.")
    return found


def table_of_person(desk: Desk, message: Message, user: User) -> Table:
    """The chat's table; in a private chat without one, the only table at which the person sits elsewhere."""
    found = desk.host.table_in(message.chat_id, topic_of(message))
    if found is not None:
        return found
    mine = desk.host.tables_of(user.id) if message.chat_id > 0 else []
    if len(mine) == 1:
        return mine[0]
    if mine:
        raise Refusal("You sit at several tables. Use the command in the group.")
    raise Refusal("There is no table here. /newgame opens one.")
