"""What one person sees: their chats and the messages in them. Read by the page and by tests."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from emulator.people import commands_for
from emulator.state import Chat, Message, User
from emulator.world import World

Json = dict[str, Any]
#: A reader further behind than this gets the chat anew instead of the changes.
MOST_CHANGES = 400


def user_view(world: World, user: User) -> Json:
    """A person with their chats, newest first."""
    chats = [chat for chat in world.chats.values() if chat.includes(user.id) and chat.migrated_to is None]
    return {
        **user.to_api(),
        "started": user.started,
        "blocked_bot": user.blocked_bot,
        "pending_start": user.pending_start,
        "chats": [chat_line(world, chat, user) for chat in chats],
    }


def chat_line(world: World, chat: Chat, user: User) -> Json:
    """One line of the chat list."""
    last = next(iter(_newest(chat, user, 1)), None)
    return {
        **chat.to_api(),
        "name": world.bot.first_name if chat.user is not None else chat.title,
        "unread": chat.unread.get(user.id, 0),
        "revision": chat.revision,
        "last": message_view(last, user) if last is not None else None,
    }


def chat_view(world: World, chat: Chat, user: User, since: int = 0, limit: int = 50) -> Json:
    """A chat as the person sees it; with `since`, only what changed after that revision."""
    full = not since or chat.revision - since > MOST_CHANGES or since > chat.revision
    hidden = {m.replaces for m in chat.ephemeral.values() if m.receiver is user and m.replaces is not None}
    gone: list[str] = []
    shown: list[Message] = []
    for message in _newest(chat, user, limit) if full else _changed(chat, since):
        if message.deleted or (message.ephemeral_id is None and message.message_id in hidden):
            gone.append(message.key)
        elif message.receiver is None or message.receiver is user:
            shown.append(message)
    shown.sort(key=lambda message: message.order)
    return {
        **_chat_facts(world, chat, user),
        "messages": [message_view(message, user) for message in shown],
        "deleted": gone,
        "full": full,
    }


def _chat_facts(world: World, chat: Chat, user: User) -> Json:
    member = chat.member(user.id)
    muted = member is not None and member.status == "restricted" and not member.rights.get("can_send_messages", True)
    return {
        **chat.to_api(),
        "name": world.bot.first_name if chat.user is not None else chat.title,
        "revision": chat.revision,
        "unread": chat.unread.get(user.id, 0),
        "present": chat.includes(user.id),
        "can_write": chat.includes(user.id) and not muted and chat.migrated_to is None,
        "member_count": sum(1 for m in chat.members.values() if m.present),
        "started": chat.user is None or user.started,
        "pending_start": user.pending_start if chat.user is not None else None,
        "blocked_bot": chat.user is not None and user.blocked_bot,
        "migrated_to": chat.migrated_to,
        "topics": [{"id": t.thread_id, "name": t.name, "closed": t.closed} for t in chat.topics.values()],
        "pinned": [str(message_id) for message_id in chat.pinned],
        "commands": commands_for(world, user, chat),
        "description": world.profile.text("description", (user.language_code or "").split("-")[0]),
    }


def _newest(chat: Chat, user: User, limit: int) -> Iterable[Message]:
    latest = list(islice(reversed(chat.messages.values()), limit))
    private = [m for m in islice(reversed(chat.ephemeral.values()), 4 * limit) if m.receiver is user]
    latest += private[:limit]
    latest.sort(key=lambda message: message.order, reverse=True)
    return latest[:limit]


def _changed(chat: Chat, since: int) -> Iterable[Message]:
    """Messages changed after a revision. Only the end of the list is walked."""
    for message in reversed(chat.recent.values()):
        if message.revision <= since:
            return
        yield message


def message_view(message: Message, user: User) -> Json:
    """A message as a person's screen shows it."""
    content = message.content
    body: Json = {
        "key": message.key,
        "message_id": message.message_id,
        "ephemeral": message.ephemeral_id is not None,
        "order": message.order,
        "revision": message.revision,
        "chat_id": message.chat.id,
        "date": message.date,
        "edited": message.edit_date is not None,
        "mine": message.sender is user,
        "from": _author(message),
        "text": content.text or "",
        "entities": content.entities,
        "thread_id": message.thread_id,
        "keyboard": [[_button_view(button) for button in row] for row in message.keyboard or []],
        "service": message.service or None,
    }
    if content.photo is not None:
        body["photo"] = {
            "url": f"/page/file/{content.photo.file_id}", "width": content.photo.width,
            "height": content.photo.height, "spoiler": content.spoiler, "bytes": len(content.photo.content),
        }  # fmt: skip
    if content.document is not None:
        body["document"] = {
            "url": f"/page/file/{content.document.file_id}", "name": content.document.name or "file",
            "size": len(content.document.content),
        }  # fmt: skip
    if message.reply_to is not None:
        replied = message.reply_to
        preview = replied.content.text or ("📷" if replied.content.photo else "")
        body["reply_to"] = {"key": replied.key, "name": _author(replied)["name"], "text": preview[:120]}
    if message.reactions:
        body["reactions"] = [reaction.get("emoji", "★") for reaction in message.reactions]
    if message.album:
        body["album"] = message.album
    return body


def _author(message: Message) -> Json:
    if message.anonymous:
        return {"id": message.chat.id, "name": message.chat.title, "is_bot": False, "anonymous": True}
    sender = message.sender
    name = f"{sender.first_name} {sender.last_name}" if sender.last_name else sender.first_name
    return {"id": sender.id, "name": name, "is_bot": sender.is_bot}


def _button_view(button: Json) -> Json:
    view: Json = {"text": button["text"], "style": button.get("style")}
    if "callback_data" in button:
        return {**view, "kind": "callback", "data": button["callback_data"]}
    if "url" in button:
        return {**view, "kind": "url", "url": button["url"]}
    if "copy_text" in button:
        return {**view, "kind": "copy", "copy": button["copy_text"]["text"]}
    if "web_app" in button:
        return {**view, "kind": "web_app", "url": button["web_app"]["url"]}
    return {**view, "kind": "other"}
