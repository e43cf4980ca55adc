"""What happens to chats: the bot is added, muted or removed, people leave, groups get a new id."""

from __future__ import annotations

from telegram import ChatMember, Update
from telegram.constants import ChatMemberStatus

from bot.desk import Desk

from .common import TITLE, Context

GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


async def on_own_member(update: Update, context: Context) -> None:
    """The bot's own standing in a chat has changed."""
    desk: Desk = context.bot_data["desk"]
    change = update.my_chat_member
    if change is None:
        return
    chat, now = change.chat, change.new_chat_member
    if chat.id > 0:
        is_open = now.status not in GONE
        await desk.meet(change.from_user, is_open)
        await desk.people.set_dm(chat.id, is_open)
        for table in desk.host.tables_of(chat.id) if is_open else []:
            place = table.seat_of(chat.id)
            if place is not None:
                await desk.presenter.show_hand(table, place, chat.id)
        return
    why = "kicked" if now.status in GONE else "muted" if _is_muted(now) else ""
    for table in [t for t in desk.host.tables.values() if t.row.chat_id == chat.id]:
        if why:
            await desk.presenter.halted(table, why)
        else:
            await desk.host.pause(table, "")
    if change.old_chat_member.status in GONE and not why:
        await desk.meet(change.from_user)
        words = await desk.people.chat_words(chat.id, change.from_user.id)
        how = words("/newgame opens a table: people join by tapping, AI takes the empty seats. /help tells the rest.")
        desk.presenter.say(chat.id, f"{TITLE}\n{how}")


def _is_muted(member: ChatMember) -> bool:
    return member.status == ChatMemberStatus.RESTRICTED and not getattr(member, "can_send_messages", True)


async def on_member(update: Update, context: Context) -> None:
    """Somebody else's standing has changed (told to admins only)."""
    desk: Desk = context.bot_data["desk"]
    change = update.chat_member
    if change is None:
        return
    desk.admins.pop((change.chat.id, change.new_chat_member.user.id), None)
    if change.new_chat_member.status in GONE:
        await desk.host.removed_from_chat(change.chat.id, change.new_chat_member.user.id)


async def on_left(update: Update, context: Context) -> None:
    """The service message that somebody left."""
    desk: Desk = context.bot_data["desk"]
    message = update.effective_message
    if message is not None and message.left_chat_member is not None:
        await desk.host.removed_from_chat(message.chat_id, message.left_chat_member.id)


async def on_migrate(update: Update, context: Context) -> None:
    """The group became a supergroup: told once in the old chat and once in the new one."""
    desk: Desk = context.bot_data["desk"]
    message = update.effective_message
    if message is None:
        return
    if message.migrate_to_chat_id is not None:
        await desk.presenter.moved(message.chat_id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await desk.presenter.moved(message.migrate_from_chat_id, message.chat_id)
