"""Who and what there is: people, chats, messages, files, presses. Plain records and look-ups."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

GENERAL_TOPIC = 1
ANONYMOUS_ADMIN_ID = 1087968824

PERMISSIONS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info",
    "can_invite_users", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
PRESENT = frozenset({"creator", "administrator", "member", "restricted"})


@dataclass
class User:
    """A person or a bot."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked_bot: bool = False
    #: Start payload of the deep link the person has opened but not yet confirmed.
    pending_start: str | None = None

    def to_api(self) -> dict[str, Any]:
        """The Bot API's User."""
        body: dict[str, Any] = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            value = getattr(self, name)
            if value:
                body[name] = value
        return body


@dataclass
class Member:
    """One user's place in one group."""

    user: User
    status: str = "member"
    is_anonymous: bool = False
    #: What was taken away (restricted) or granted (administrator).
    rights: dict[str, bool] = field(default_factory=dict)

    @property
    def present(self) -> bool:
        """Is the user in the group now?"""
        return self.status in PRESENT

    @property
    def is_admin(self) -> bool:
        """Creator or administrator."""
        return self.status in ("creator", "administrator")

    def to_api(self) -> dict[str, Any]:
        """The Bot API's ChatMember of the right kind."""
        body: dict[str, Any] = {"status": self.status, "user": self.user.to_api()}
        if self.status == "creator":
            body["is_anonymous"] = self.is_anonymous
        elif self.status == "administrator":
            granted = {name: self.rights.get(name, True) for name in ADMIN_RIGHTS}
            body |= {"can_be_edited": False, "is_anonymous": self.is_anonymous, **granted}
        elif self.status == "restricted":
            allowed = {name: self.rights.get(name, True) for name in PERMISSIONS}
            body |= {"is_member": True, "until_date": 0, **allowed}
        elif self.status == "kicked":
            body["until_date"] = 0
        return body


@dataclass
class Topic:
    """A forum topic."""

    thread_id: int
    name: str
    icon_color: int = 7322096
    closed: bool = False


@dataclass
class StoredFile:
    """An uploaded file. Photos of the same upload share their bytes."""

    file_id: str
    unique_id: str
    path: str
    content: bytes
    name: str | None = None
    mime: str = "application/octet-stream"
    width: int = 0
    height: int = 0

    def photo_sizes(self) -> list[dict[str, Any]]:
        """The sizes Telegram would offer: a thumbnail and the picture, at most 1280 a side."""
        return [self._size("-s", 320), self._size("", 1280)]

    def _size(self, suffix: str, longest: int) -> dict[str, Any]:
        scale = min(1.0, longest / max(self.width, self.height, 1))
        return {
            "file_id": self.file_id + suffix,
            "file_unique_id": self.unique_id + suffix,
            "width": max(1, round(self.width * scale)),
            "height": max(1, round(self.height * scale)),
            "file_size": max(1, round(len(self.content) * scale * scale)),
        }

    def document(self) -> dict[str, Any]:
        """The Bot API's Document."""
        return {
            "file_id": self.file_id, "file_unique_id": self.unique_id, "file_name": self.name or "file",
            "mime_type": self.mime, "file_size": len(self.content),
        }  # fmt: skip


@dataclass
class Content:
    """What a message says: text, or a photo or document with a caption."""

    text: str | None = None
    entities: list[dict[str, Any]] = field(default_factory=list)
    photo: StoredFile | None = None
    document: StoredFile | None = None
    spoiler: bool = False
    caption_above: bool = False

    @property
    def has_media(self) -> bool:
        """Is `text` a caption?"""
        return self.photo is not None or self.document is not None

    def to_api(self) -> dict[str, Any]:
        """The content fields of a Bot API Message."""
        body: dict[str, Any] = {}
        if self.photo is not None:
            body["photo"] = self.photo.photo_sizes()
        if self.document is not None:
            body["document"] = self.document.document()
        if self.text:
            body["caption" if self.has_media else "text"] = self.text
            if self.entities:
                body["caption_entities" if self.has_media else "entities"] = self.entities
        if self.spoiler:
            body["has_media_spoiler"] = True
        if self.caption_above:
            body["show_caption_above_media"] = True
        return body


@dataclass
class Message:
    """A message in a chat; ephemeral ones have `message_id` 0 and one receiver."""

    chat: Chat
    message_id: int
    sender: User
    date: int
    content: Content = field(default_factory=Content)
    edit_date: int | None = None
    keyboard: list[list[dict[str, Any]]] | None = None
    thread_id: int | None = None
    reply_to: Message | None = None
    anonymous: bool = False
    service: dict[str, Any] = field(default_factory=dict)
    album: str | None = None
    reactions: list[dict[str, Any]] = field(default_factory=list)
    ephemeral_id: int | None = None
    receiver: User | None = None
    #: The message an ephemeral one is shown in place of.
    replaces: int | None = None
    revision: int = 0
    #: Place in the chat; an ephemeral message has no id to sort by.
    order: int = 0
    deleted: bool = False

    @property
    def key(self) -> str:
        """Unique in its chat; what the page and the tests call the message."""
        return f"e{self.ephemeral_id}" if self.ephemeral_id is not None else str(self.message_id)

    def to_api(self, *, with_reply: bool = True) -> dict[str, Any]:
        """The Bot API's Message."""
        body: dict[str, Any] = {"message_id": self.message_id, "date": self.date, "chat": self.chat.to_api()}
        if self.anonymous:
            body["sender_chat"] = self.chat.to_api()
        body["from"] = self.sender.to_api()
        if self.thread_id is not None:
            body |= {"message_thread_id": self.thread_id, "is_topic_message": True}
        if self.ephemeral_id is not None and self.receiver is not None:
            body |= {"ephemeral_message_id": self.ephemeral_id, "receiver_user": self.receiver.to_api()}
        if self.reply_to is not None and with_reply:
            body["reply_to_message"] = self.reply_to.to_api(with_reply=False)
        if self.edit_date is not None:
            body["edit_date"] = self.edit_date
        if self.album is not None:
            body["media_group_id"] = self.album
        body |= self.content.to_api()
        body |= self.service
        if self.keyboard:
            body["reply_markup"] = {"inline_keyboard": self.keyboard}
        return body


@dataclass
class Chat:
    """A private chat, group or supergroup (perhaps with topics)."""

    id: int
    type: str
    title: str | None = None
    username: str | None = None
    user: User | None = None
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: dict[str, bool] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemeral: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    last_id: int = 0
    last_order: int = 0
    migrated_to: int | None = None
    revision: int = 0
    #: Messages by last change, oldest change first: what a reader has missed is at the end.
    recent: dict[str, Message] = field(default_factory=dict)
    read: dict[int, int] = field(default_factory=dict)
    unread: dict[int, int] = field(default_factory=dict)
    waiters: list[asyncio.Future[None]] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        """Anything but a private chat."""
        return self.type != "private"

    @property
    def kind_words(self) -> str:
        """What Telegram calls this kind of chat in its refusals."""
        return "supergroup chat" if self.type == "supergroup" else "group chat"

    def member(self, user_id: int) -> Member | None:
        """The user's membership, if they ever had one."""
        return self.members.get(user_id)

    def includes(self, user_id: int) -> bool:
        """Can this user read the chat?"""
        if self.user is not None:
            return self.user.id == user_id
        member = self.members.get(user_id)
        return member is not None and member.present

    def to_api(self) -> dict[str, Any]:
        """The Bot API's Chat."""
        body: dict[str, Any] = {"id": self.id, "type": self.type}
        if self.user is not None:
            body["first_name"] = self.user.first_name
            for name in ("last_name", "username"):
                if getattr(self.user, name):
                    body[name] = getattr(self.user, name)
            return body
        body["title"] = self.title
        if self.username:
            body["username"] = self.username
        if self.is_forum:
            body["is_forum"] = True
        return body


@dataclass
class Query:
    """A press on a button, waiting for answerCallbackQuery."""

    id: str
    user: User
    chat: Chat
    message: Message | None
    data: str
    created: float
    message_id: int = 0
    #: Real time, for measuring: the emulated clock may be skipped or stand still.
    pressed: float = field(default_factory=time.perf_counter)
    answer: dict[str, Any] | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
