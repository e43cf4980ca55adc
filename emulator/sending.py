"""send* methods."""

from __future__ import annotations

from typing import Any

from emulator.access import find_chat, find_reply, find_topic, require_right
from emulator.content import read_caption, read_document, read_keyboard, read_media, read_photo, read_text
from emulator.ephemeral import ephemeral_target
from emulator.errors import bad_request
from emulator.parsing import Call
from emulator.state import Chat, Content, Message
from emulator.world import World

Values = dict[str, Any]
_CHAT_ACTIONS = frozenset({
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
    "upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
})  # fmt: skip


def send_message(world: World, values: Values, call: Call) -> Any:
    """sendMessage"""
    chat = _target(world, values, "can_send_messages")
    return _send(world, chat, values, read_text(world, values))


def send_photo(world: World, values: Values, call: Call) -> Any:
    """sendPhoto"""
    chat = _target(world, values, "can_send_photos")
    content = read_photo(world, values["photo"], bool(values.get("has_spoiler")))
    return _send(world, chat, values, read_caption(world, values, content))


def send_document(world: World, values: Values, call: Call) -> Any:
    """sendDocument"""
    chat = _target(world, values, "can_send_documents")
    return _send(world, chat, values, read_caption(world, values, read_document(world, values["document"])))


def send_media_group(world: World, values: Values, call: Call) -> Any:
    """sendMediaGroup: photos and documents, 2 to 10; each counts as one message."""
    chat = _target(world, values, "can_send_photos")
    media = values["media"]
    if not 2 <= len(media) <= 10:
        raise bad_request("wrong number of media in the album: 2 to 10 are expected")
    contents = [read_media(world, call, item) for item in media]
    album = str(world.next("album", 9_000_001))
    world.flood.admit(chat.id, world.clock.now(), len(contents))
    return [_send(world, chat, values, content, album=album) for content in contents]


def send_chat_action(world: World, values: Values, call: Call) -> Any:
    """sendChatAction"""
    chat = _target(world, values, "can_send_messages")
    if values["action"] not in _CHAT_ACTIONS:
        raise bad_request("wrong parameter action in request")
    world.publish({"kind": "action", "chat": chat.id, "action": values["action"]})
    return True


def _target(world: World, values: Values, right: str) -> Chat:
    for name in ("business_connection_id", "direct_messages_topic_id"):
        if values.get(name):
            raise bad_request(f"{name} is not emulated")
    chat = find_chat(world, values["chat_id"])
    require_right(world, chat, right)
    return chat


def _send(world: World, chat: Chat, values: Values, content: Content, album: str | None = None) -> Any:
    thread_id = find_topic(chat, values.get("message_thread_id"))
    reply_to = find_reply(world, chat, values.get("reply_parameters"))
    keyboard = read_keyboard(chat, values.get("reply_markup"))
    private = ephemeral_target(world, chat, values.get("ephemeral_message_parameters"), reply_to)
    if album is None:
        world.flood.admit(chat.id, world.clock.now())
    message = world.new_message(
        chat, world.bot, content, thread_id=thread_id, reply_to=reply_to, keyboard=keyboard, album=album
    )
    if private is not None:
        message.receiver, message.replaces = private
        message.ephemeral_id = world.next("ephemeral", 501)
    return _posted(world.post(message))


def _posted(message: Message) -> dict[str, Any]:
    return message.to_api()
