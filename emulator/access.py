"""May the bot do this here? Finding chats, topics and messages, or the refusal Telegram gives."""

from __future__ import annotations

from typing import Any

from emulator.errors import bad_request, forbidden
from emulator.state import GENERAL_TOPIC, Chat, Message
from emulator.world import World

_RIGHT_WORDS = {
    "can_send_messages": "send text messages to the chat",
    "can_send_photos": "send photos to the chat",
    "can_send_documents": "send documents to the chat",
    "can_pin_messages": "manage pinned messages in the chat",
    "can_manage_topics": "create a topic",
}


def find_chat(world: World, chat_id: int | str) -> Chat:
    """The chat by id or @username, still alive and known to the bot."""
    if isinstance(chat_id, str):
        name = chat_id.lstrip("@").lower()
        chat = next((c for c in world.chats.values() if (c.username or "").lower() == name), None)
    else:
        chat = world.chats.get(chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
    if chat.is_group:
        _refuse_outsider(world, chat)
    return chat


def _refuse_outsider(world: World, chat: Chat) -> None:
    member = chat.members.get(world.bot.id)
    if member is None:
        raise bad_request("chat not found")
    if member.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind_words}")
    if not member.present:
        raise forbidden(f"bot is not a member of the {chat.kind_words}")


def require_right(world: World, chat: Chat, right: str) -> None:
    """Refuse what the bot's rights in the group do not cover."""
    if chat.user is not None:
        if not chat.user.started:
            raise forbidden("bot can't initiate conversation with a user")
        if chat.user.blocked_bot:
            raise forbidden("bot was blocked by the user")
        return
    member = world.bot_member(chat)
    if member.is_admin:
        if right in ("can_pin_messages", "can_manage_topics") and not member.rights.get(right, True):
            raise bad_request(f"not enough rights to {_RIGHT_WORDS[right]}")
        return
    if member.status == "restricted" and not member.rights.get("can_send_messages", True):
        raise bad_request("CHAT_WRITE_FORBIDDEN")
    own = member.rights if member.status == "restricted" else {}
    default = right not in ("can_pin_messages", "can_manage_topics") or chat.type == "group"
    if not (own.get(right, True) and chat.permissions.get(right, default)):
        raise bad_request(f"not enough rights to {_RIGHT_WORDS.get(right, 'do this')}")


def require_admin(world: World, chat: Chat, right: str) -> None:
    """Refuse unless the bot is an administrator with this right."""
    member = world.bot_member(chat)
    if not (member.is_admin and member.rights.get(right, True)):
        raise bad_request(f"not enough rights to {_RIGHT_WORDS.get(right, 'do this')}")


def find_topic(chat: Chat, thread_id: int | None) -> int | None:
    """The topic to send to. The General topic is meant by leaving the id out: 1 is refused."""
    if thread_id is None or thread_id == 0:
        return None
    if not chat.is_forum or thread_id == GENERAL_TOPIC or thread_id not in chat.topics:
        raise bad_request("message thread not found")
    if chat.topics[thread_id].closed:
        raise bad_request("TOPIC_CLOSED")
    return thread_id


def find_reply(world: World, chat: Chat, parameters: dict[str, Any] | None) -> Message | None:
    """The message to reply to."""
    if not parameters:
        return None
    if parameters.get("chat_id") not in (None, chat.id):
        raise bad_request("replies to other chats are not emulated")
    if "ephemeral_message_id" in parameters:
        found = chat.ephemeral.get(parameters["ephemeral_message_id"])
    elif "message_id" in parameters:
        found = chat.messages.get(parameters["message_id"])
    else:
        raise bad_request("can't parse reply parameters: Can't find field \"message_id\"")
    if found is None and not parameters.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return found


def find_own_message(world: World, values: dict[str, Any]) -> Message:
    """The bot's own message that an edit call names."""
    if values.get("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    if "chat_id" not in values:
        raise bad_request("chat_id is empty")
    chat = find_chat(world, values["chat_id"])
    if "message_id" not in values:
        raise bad_request("message identifier is not specified")
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender is not world.bot or message.service:
        raise bad_request("message can't be edited")
    require_right(world, chat, "can_send_messages")
    return message
