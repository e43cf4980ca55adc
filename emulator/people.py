"""What people do: write, press, open links, block. Each act tells the bot what Telegram would."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from emulator.errors import ControlError
from emulator.html import plain_entities
from emulator.limits import START_PAYLOAD_LIMIT
from emulator.state import Chat, Content, Message, Query, User
from emulator.world import World

_PAYLOAD = re.compile(rf"[A-Za-z0-9_-]{{1,{START_PAYLOAD_LIMIT}}}")
_COMMAND_WORD = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{3,32}))?(?:\s|$)")


def write(
    world: World,
    user: User,
    chat: Chat,
    text: str,
    *,
    thread_id: int | None = None,
    reply_to: str | None = None,
    anonymous: bool | None = None,
) -> Message:
    """A person writes into a chat they can write into."""
    _require_writer(world, user, chat)
    if thread_id is not None and (thread_id not in chat.topics or thread_id == 1):
        raise ControlError(f"no topic {thread_id}: leave it out for General")
    text = text.strip()
    if not text:
        raise ControlError("nothing to write")
    replied = find_message(chat, reply_to) if reply_to is not None else None
    member = chat.member(user.id)
    hidden = member is not None and member.is_anonymous if anonymous is None else anonymous
    message = world.new_message(
        chat, world.anonymous_admin if hidden else user, Content(text, plain_entities(text)),
        thread_id=thread_id, reply_to=replied, anonymous=hidden,
    )  # fmt: skip
    if chat.user is not None:
        user.started = True
        user.pending_start = None
    elif _is_private_command(world, chat, user, text):
        message.ephemeral_id, message.receiver = world.next("ephemeral", 501), user
    world.post(message)
    if _bot_sees(world, chat, message):
        body = message.to_api()
        if message.ephemeral_id is not None:
            # For a message to the bot, the bot is the receiver.
            body["receiver_user"] = world.bot.to_api()
        world.updates.add("message", body)
    return message


def _require_writer(world: World, user: User, chat: Chat) -> None:
    if chat.migrated_to is not None:
        raise ControlError("the group has become a supergroup")
    if not chat.includes(user.id):
        raise ControlError(f"{user.first_name} is not in this chat")
    if chat.user is not None and user.blocked_bot:
        raise ControlError(f"{user.first_name} has blocked the bot")
    member = chat.member(user.id)
    muted = member is not None and member.status == "restricted" and not member.rights.get("can_send_messages", True)
    if muted:
        raise ControlError(f"{user.first_name} may not write here")


def _is_private_command(world: World, chat: Chat, user: User, text: str) -> bool:
    """Commands marked `is_ephemeral` are seen by their sender and the bot only."""
    match = _COMMAND_WORD.match(text)
    if match is None or world.ephemeral_support != "on" or not world.bot_member(chat).present:
        return False
    return any(
        command["command"] == match[1].lower() and command.get("is_ephemeral")
        for command in commands_for(world, user, chat)
    )


def commands_for(world: World, user: User, chat: Chat) -> list[dict[str, Any]]:
    """The command menu this person sees in this chat."""
    member = chat.member(user.id)
    return world.profile.commands_for(
        user.id,
        chat.id,
        user.language_code,
        private=not chat.is_group,
        admin=bool(member and member.is_admin),
    )


def _bot_sees(world: World, chat: Chat, message: Message) -> bool:
    """Privacy mode: in groups the bot gets commands and replies to its own messages."""
    if chat.user is not None:
        return True
    bot = world.bot_member(chat)
    if not bot.present:
        return False
    if not world.privacy_mode or bot.is_admin:
        return True
    if message.reply_to is not None and message.reply_to.sender is world.bot:
        return True
    match = _COMMAND_WORD.match(message.content.text or "")
    return match is not None and (match[2] or world.bot.username or "").lower() == (world.bot.username or "").lower()


# -- pressing ----------------------------------------------------------------------------------


def find_message(chat: Chat, key: str | int) -> Message:
    """A message by its key: an id, or "e<id>" for an ephemeral one."""
    word = str(key)
    found: Message | None = None
    if word.startswith("e") and word[1:].isdigit():
        found = chat.ephemeral.get(int(word[1:]))
    elif word.isdigit():
        found = chat.messages.get(int(word))
    if found is None:
        raise ControlError(f"no message {word} in this chat", 404)
    return found


def find_button(
    message: Message,
    row: int | None = None,
    col: int | None = None,
    data: str | None = None,
    text: str | None = None,
) -> dict[str, Any]:
    """A button of the message's keyboard, by place, callback data or label (whole, else a part of it)."""
    rows = message.keyboard or []
    if row is not None:
        try:
            return rows[row][col or 0]
        except IndexError:
            raise ControlError(f"no button at row {row}, column {col or 0}", 404) from None
    buttons = [button for line in rows for button in line]
    for button in buttons:
        if (data is not None and button.get("callback_data") == data) or button["text"] == text:
            return button
    for button in buttons:
        if text is not None and text in button["text"]:
            return button
    raise ControlError(f"no button {data if data is not None else text!r}; there are {labels(message)}", 404)


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [button["text"] for line in message.keyboard or [] for button in line]


def press(world: World, user: User, chat: Chat, message: Message, data: str) -> Query:
    """A press on a callback button (or a forged one: the data need not be on the keyboard)."""
    if message.receiver is not None and message.receiver is not user:
        raise ControlError(f"{user.first_name} cannot see this message")
    return _ask(world, Query(_query_id(world), user, chat, message, data, world.clock.now(), message.message_id))


def press_gone(world: World, user: User, chat: Chat, message_id: int, data: str) -> Query:
    """A press on a message that Telegram no longer shows the bot (deleted, or too old)."""
    return _ask(world, Query(_query_id(world), user, chat, None, data, world.clock.now(), message_id))


def _query_id(world: World) -> str:
    return str(4_000_000_000_000_000 + world.next("query"))


def _ask(world: World, query: Query) -> Query:
    if not query.chat.includes(query.user.id):
        raise ControlError(f"{query.user.first_name} is not in this chat")
    world.add_query(query)
    deliver_query(world, query)
    return query


def deliver_query(world: World, query: Query) -> None:
    """Send the press to the bot; done again, it arrives under a new update id."""
    chat = query.chat
    gone = query.message is None or query.message.deleted
    message = {"chat": chat.to_api(), "message_id": query.message_id, "date": 0}
    if not gone and query.message is not None:
        message = query.message.to_api()
    body = {
        "id": query.id, "from": query.user.to_api(), "message": message,
        "chat_instance": str(abs(chat.id) * 7919), "data": query.data,
    }  # fmt: skip
    world.updates.add("callback_query", body)


# -- links and the private chat ----------------------------------------------------------------


def open_link(world: World, user: User, url: str) -> str | None:
    """Follow a t.me link to the bot: its chat opens with a Start button. Returns the payload."""
    parts = urlsplit(url if "://" in url else f"https://{url}")
    name = parts.path.strip("/").lower()
    if parts.hostname not in ("t.me", "telegram.me") or name != (world.bot.username or "").lower():
        raise ControlError(f"not a link to this bot: {url}")
    payload = parse_qs(parts.query).get("start", [""])[0]
    if payload and not _PAYLOAD.fullmatch(payload):
        raise ControlError(f"a start payload is 1 to {START_PAYLOAD_LIMIT} of A-Z a-z 0-9 _ -")
    user.pending_start = payload
    world.chat_changed(world.chat(user.id))
    return payload or None


def start(world: World, user: User, payload: str | None = None) -> Message:
    """Press Start: sends /start with the payload of the link that was opened, if any."""
    chosen = payload if payload is not None else user.pending_start
    if user.blocked_bot:
        unblock(world, user)
    return write(world, user, world.chat(user.id), f"/start {chosen}" if chosen else "/start")


def block(world: World, user: User) -> None:
    """Block the bot."""
    if not user.blocked_bot:
        user.blocked_bot = True
        _tell_private_change(world, user, "member", "kicked")


def unblock(world: World, user: User) -> None:
    """Unblock the bot."""
    if user.blocked_bot:
        user.blocked_bot = False
        _tell_private_change(world, user, "kicked", "member")


def _tell_private_change(world: World, user: User, before: str, after: str) -> None:
    chat = world.chat(user.id)

    def member(status: str) -> dict[str, Any]:
        extra = {"until_date": 0} if status == "kicked" else {}
        return {"status": status, "user": world.bot.to_api(), **extra}

    world.updates.add("my_chat_member", {
        "chat": chat.to_api(), "from": user.to_api(), "date": world.date,
        "old_chat_member": member(before), "new_chat_member": member(after),
    })  # fmt: skip
    world.chat_changed(chat)
