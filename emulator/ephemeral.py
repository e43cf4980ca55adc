"""Ephemeral messages (Bot API 10.3): shown to one member of a group only."""

from __future__ import annotations

from typing import Any

from emulator.access import find_chat
from emulator.content import Keyboard, read_caption, read_keyboard, read_media, read_text
from emulator.editing import change
from emulator.errors import bad_request, not_found
from emulator.limits import EPHEMERAL_EDIT_LIMIT, QUERY_LIFETIME, utf16_length
from emulator.parsing import Call
from emulator.state import Chat, Content, Message, User
from emulator.world import World

Values = dict[str, Any]
SUPPORT_MODES = ("on", "refuse", "ignore")


def ephemeral_target(
    world: World, chat: Chat, parameters: dict[str, Any] | None, reply_to: Message | None
) -> tuple[User, int | None] | None:
    """Receiver and replaced message of an ephemeral send, or None for an ordinary one.

    With support set to "ignore" the field is dropped, as a server does that has never heard of it:
    the message then goes to everybody, and it is the bot's business not to let that happen.
    """
    if parameters is None or world.ephemeral_support == "ignore":
        return None
    if world.ephemeral_support == "refuse":
        raise bad_request('unknown field "ephemeral_message_parameters"')
    if not chat.is_group:
        raise bad_request("ephemeral messages can be sent only to groups")
    receiver_id = parameters["receiver_user_id"]
    if not chat.includes(receiver_id) or world.users[receiver_id].is_bot:
        raise bad_request("receiver is not a member of the chat")
    query_id = parameters.get("callback_query_id")
    _require_permission(world, chat, receiver_id, query_id, reply_to)
    replaced = None
    if parameters.get("replace_callback_query_message"):
        query = world.queries.get(query_id or "")
        if query is None:
            raise bad_request("callback query is not specified")
        replaced = query.message_id or None
    return world.users[receiver_id], replaced


def _require_permission(
    world: World, chat: Chat, receiver_id: int, query_id: str | None, reply_to: Message | None
) -> None:
    if query_id is not None:
        query = world.queries.get(query_id)
        fresh = query is not None and world.clock.now() - query.created <= QUERY_LIFETIME
        if query is None or not fresh or query.user.id != receiver_id or query.chat.id != chat.id:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        return
    if world.bot_member(chat).is_admin:
        return
    if reply_to is not None and reply_to.ephemeral_id is not None and reply_to.sender.id == receiver_id:
        return
    raise bad_request("not enough rights to send ephemeral messages to the user")


def edit_ephemeral_text(world: World, values: Values, call: Call) -> Any:
    """editEphemeralMessageText: refuses over 1024 characters, as observed."""
    message = _find(world, values)
    if message.content.has_media:
        raise bad_request("there is no text in the message to edit")
    content = read_text(world, values)
    if utf16_length(content.text or "") > EPHEMERAL_EDIT_LIMIT:
        raise bad_request("message is too long")
    return _change(world, message, content, read_keyboard(message.chat, values.get("reply_markup"), editing=True))


def edit_ephemeral_caption(world: World, values: Values, call: Call) -> Any:
    """editEphemeralMessageCaption"""
    message = _find(world, values)
    if not message.content.has_media:
        raise bad_request("there is no caption in the message to edit")
    content = Content(photo=message.content.photo, document=message.content.document)
    keyboard = read_keyboard(message.chat, values.get("reply_markup"), editing=True)
    return _change(world, message, read_caption(world, values, content), keyboard)


def edit_ephemeral_media(world: World, values: Values, call: Call) -> Any:
    """editEphemeralMessageMedia: file_id only, no fresh upload."""
    message = _find(world, values)
    content = read_media(world, call, values["media"], fresh=False)
    return _change(world, message, content, read_keyboard(message.chat, values.get("reply_markup"), editing=True))


def edit_ephemeral_markup(world: World, values: Values, call: Call) -> Any:
    """editEphemeralMessageReplyMarkup"""
    message = _find(world, values)
    return _change(
        world, message, message.content, read_keyboard(message.chat, values.get("reply_markup"), editing=True)
    )


def delete_ephemeral(world: World, values: Values, call: Call) -> Any:
    """deleteEphemeralMessage"""
    world.delete(_find(world, values, "message to delete not found"))
    return True


def _change(world: World, message: Message, content: Content, keyboard: Keyboard | None) -> bool:
    change(world, message, content, keyboard)
    return True


def _find(world: World, values: Values, missing: str = "message to edit not found") -> Message:
    if world.ephemeral_support != "on":
        raise not_found()
    chat = find_chat(world, values["chat_id"])
    message = chat.ephemeral.get(values["ephemeral_message_id"])
    if message is None or message.receiver is None or message.receiver.id != values["receiver_user_id"]:
        raise bad_request(missing)
    if message.sender is not world.bot:
        raise bad_request("message can't be edited")
    return message
