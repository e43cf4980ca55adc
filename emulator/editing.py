"""edit*, delete*, reactions, pins and answers to presses."""

from __future__ import annotations

import re
from typing import Any

from emulator.access import find_chat, find_own_message, require_right
from emulator.content import Keyboard, read_caption, read_keyboard, read_media, read_text
from emulator.errors import bad_request
from emulator.limits import CALLBACK_ANSWER_LIMIT, DELETE_WINDOW, QUERY_LIFETIME, utf16_length
from emulator.parsing import Call
from emulator.state import Chat, Content, Message
from emulator.world import World

Values = dict[str, Any]
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


def change(world: World, message: Message, content: Content, keyboard: Keyboard | None) -> Message:
    """Apply an edit, or refuse one that changes nothing. Every edit counts for flood control."""
    world.flood.admit(message.chat.id, world.clock.now())
    if content == message.content and (keyboard or None) == (message.keyboard or None):
        raise bad_request(_NOT_MODIFIED)
    if content != message.content:
        message.edit_date = world.date
    message.content = content
    message.keyboard = keyboard or None
    world.touch(message)
    return message


def edit_text(world: World, values: Values, call: Call) -> Any:
    """editMessageText"""
    message = find_own_message(world, values)
    if message.content.has_media:
        raise bad_request("there is no text in the message to edit")
    return _edit(world, message, read_text(world, values), values)


def edit_caption(world: World, values: Values, call: Call) -> Any:
    """editMessageCaption"""
    message = find_own_message(world, values)
    if not message.content.has_media:
        raise bad_request("there is no caption in the message to edit")
    old = message.content
    content = Content(photo=old.photo, document=old.document, spoiler=old.spoiler)
    return _edit(world, message, read_caption(world, values, content), values)


def edit_media(world: World, values: Values, call: Call) -> Any:
    """editMessageMedia: also turns a text message into a picture."""
    message = find_own_message(world, values)
    require_right(world, message.chat, f"can_send_{values['media']['type']}s")
    return _edit(world, message, read_media(world, call, values["media"]), values)


def edit_markup(world: World, values: Values, call: Call) -> Any:
    """editMessageReplyMarkup"""
    message = find_own_message(world, values)
    return _edit(world, message, message.content, values)


def _edit(world: World, message: Message, content: Content, values: Values) -> dict[str, Any]:
    return change(
        world, message, content, read_keyboard(message.chat, values.get("reply_markup"), editing=True)
    ).to_api()


# -- deleting ----------------------------------------------------------------------------------


def delete_message(world: World, values: Values, call: Call) -> Any:
    """deleteMessage: own messages of the last 48 hours, others' with the right to."""
    chat = find_chat(world, values["chat_id"])
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    _require_deletable(world, chat, message)
    world.delete(message)
    return True


def delete_messages(world: World, values: Values, call: Call) -> Any:
    """deleteMessages: up to 100; those not found are skipped."""
    chat = find_chat(world, values["chat_id"])
    ids = values["message_ids"]
    if not 1 <= len(ids) <= 100:
        raise bad_request("too many message identifiers specified" if ids else "message identifiers are not specified")
    found = [chat.messages[message_id] for message_id in ids if message_id in chat.messages]
    for message in found:
        _require_deletable(world, chat, message)
    for message in found:
        world.delete(message)
    return True


def _require_deletable(world: World, chat: Chat, message: Message) -> None:
    member = world.bot_member(chat)
    as_admin = chat.is_group and member.is_admin and member.rights.get("can_delete_messages", True)
    if not as_admin and message.sender is not world.bot and chat.is_group:
        raise bad_request("message can't be deleted")
    if not as_admin and world.clock.now() - message.date > DELETE_WINDOW:
        raise bad_request("message can't be deleted for everyone")


# -- reactions and pins ------------------------------------------------------------------------


def set_reaction(world: World, values: Values, call: Call) -> Any:
    """setMessageReaction"""
    message = _find_message(world, values, "message to react not found")
    reaction = values.get("reaction", [])
    if len(reaction) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    message.reactions = reaction
    world.touch(message)
    return True


def pin(world: World, values: Values, call: Call) -> Any:
    """pinChatMessage"""
    message = _find_message(world, values, "message to pin not found")
    chat = message.chat
    require_right(world, chat, "can_pin_messages")
    if message.message_id not in chat.pinned:
        chat.pinned.append(message.message_id)
        world.service(chat, world.bot, pinned_message=message.to_api(with_reply=False), thread_id=message.thread_id)
    return True


def unpin(world: World, values: Values, call: Call) -> Any:
    """unpinChatMessage: the newest pin when no message is named."""
    chat = find_chat(world, values["chat_id"])
    require_right(world, chat, "can_pin_messages")
    message_id = values.get("message_id", chat.pinned[-1] if chat.pinned else None)
    if message_id not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(message_id)
    world.chat_changed(chat)
    return True


def unpin_all(world: World, values: Values, call: Call) -> Any:
    """unpinAllChatMessages"""
    chat = find_chat(world, values["chat_id"])
    require_right(world, chat, "can_pin_messages")
    chat.pinned.clear()
    world.chat_changed(chat)
    return True


def _find_message(world: World, values: Values, missing: str) -> Message:
    chat = find_chat(world, values["chat_id"])
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request(missing)
    return message


# -- answers to presses ------------------------------------------------------------------------


def answer_query(world: World, values: Values, call: Call) -> Any:
    """answerCallbackQuery: once, within 15 seconds; never counted by flood control."""
    query = world.queries.get(values["callback_query_id"])
    late = query is None or world.clock.now() - query.created > QUERY_LIFETIME
    if query is None or late or query.answer is not None:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    text = values.get("text", "")
    if utf16_length(text) > CALLBACK_ANSWER_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    url = values.get("url")
    if url:
        pattern = rf"(?:https?://)?t\.me/{re.escape(world.bot.username or '')}\?start=[A-Za-z0-9_-]{{0,64}}"
        if not re.fullmatch(pattern, url, re.IGNORECASE):
            raise bad_request("URL_INVALID")
    world.note_answer(query, {"text": text, "alert": bool(values.get("show_alert")), "url": url})
    return True
