"""The world: all state of one emulated Telegram and the rules for changing it."""

from __future__ import annotations

import asyncio
import hashlib
import io
import time
from collections import OrderedDict, deque
from typing import Any

from PIL import Image

from emulator.clock import Clock
from emulator.errors import ControlError
from emulator.faults import FaultPlan
from emulator.limits import FloodControl, FloodSettings
from emulator.profile import BotProfile
from emulator.state import (
    ANONYMOUS_ADMIN_ID,
    Chat,
    Content,
    Member,
    Message,
    Query,
    StoredFile,
    Topic,
    User,
)
from emulator.stats import Statistics
from emulator.updates import UpdateQueue

BOT_ID = 7_000_000_001
DEFAULT_TOKEN = f"{BOT_ID}:emulator-token"
SUPERGROUP_BASE = -1_001_000_000_000
KEPT_QUERIES = 20_000
KEPT_CHANGES = 2_000
KEPT_FILE_BYTES = 256 * 1024 * 1024


class World:
    """Everything the emulator knows. All changes happen on one event loop, so there are no locks."""

    def __init__(
        self,
        token: str = DEFAULT_TOKEN,
        clock: Clock | None = None,
        flood: FloodSettings | None = None,
        bot_username: str = "paiju_bot",
        bot_name: str = "Paiju 牌局",
    ) -> None:
        self.token = token
        self.clock = clock or Clock()
        self.flood = FloodControl(flood)
        self.faults = FaultPlan()
        self.stats = Statistics()
        self.closing = asyncio.Event()
        #: Listeners of the live page; each gets every event.
        self.listeners: set[asyncio.Queue[dict[str, Any]]] = set()
        self.updates = UpdateQueue()
        self._bot_names = (bot_username, bot_name)
        self.reset()

    def reset(self) -> None:
        """Start an empty world with only the bot in it."""
        username, name = self._bot_names
        bot_id = int(self.token.split(":", 1)[0]) if self.token.split(":", 1)[0].isdigit() else BOT_ID
        self.bot = User(bot_id, name, username=username, is_bot=True)
        self.anonymous_admin = User(ANONYMOUS_ADMIN_ID, "Group", username="GroupAnonymousBot", is_bot=True)
        self.users: dict[int, User] = {bot_id: self.bot, ANONYMOUS_ADMIN_ID: self.anonymous_admin}
        self.chats: dict[int, Chat] = {}
        self.files: OrderedDict[str, StoredFile] = OrderedDict()
        self.file_bytes = 0
        self.queries: OrderedDict[str, Query] = OrderedDict()
        self.toasts: dict[int, deque[dict[str, Any]]] = {}
        self.ephemeral_grants: dict[tuple[int, int], float] = {}
        self.profile = BotProfile(name)
        self.ephemeral_support = "on"
        self.privacy_mode = True
        # The queue outlives a reset: a bot that is polling goes on with ever rising update ids.
        self.updates.drop()
        self.flood.reset()
        self.faults.clear()
        self.stats.clear()
        self._counters: dict[str, int] = {}
        self.publish({"kind": "reset"})

    # -- counters and time ---------------------------------------------------------------------

    def next(self, counter: str, start: int = 1) -> int:
        """The next number of a named series."""
        value = self._counters.get(counter, start - 1) + 1
        self._counters[counter] = value
        return value

    @property
    def date(self) -> int:
        """Now, as messages carry it."""
        return int(self.clock.now())

    # -- people and chats ----------------------------------------------------------------------

    def add_user(self, user: User) -> User:
        """Let a person into the world, with a private chat that nobody has opened yet."""
        if user.id in self.users:
            raise ControlError(f"user {user.id} exists already")
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, "private", user=user)
        self.publish({"kind": "chats"})
        return user

    def user(self, user_id: int) -> User:
        """The person, or a control error."""
        found = self.users.get(user_id)
        if found is None:
            raise ControlError(f"no user {user_id}", 404)
        return found

    def chat(self, chat_id: int) -> Chat:
        """The chat, or a control error."""
        found = self.chats.get(chat_id)
        if found is None:
            raise ControlError(f"no chat {chat_id}", 404)
        return found

    def add_group(self, title: str, kind: str = "supergroup", chat_id: int | None = None, **facts: Any) -> Chat:
        """Create a group without members."""
        if kind not in ("group", "supergroup"):
            raise ControlError(f"unknown kind of group {kind!r}")
        if chat_id is None:
            number = self.next("group", 1001)
            chat_id = SUPERGROUP_BASE - number if kind == "supergroup" else -number
        chat = self.chats[chat_id] = Chat(chat_id, kind, title=title, **facts)
        if chat.is_forum:
            chat.topics[1] = Topic(1, "General")
        self.publish({"kind": "chats"})
        return chat

    def bot_member(self, chat: Chat) -> Member:
        """The bot's place in a group (status "left" if it never was there)."""
        return chat.members.get(self.bot.id) or Member(self.bot, "left")

    # -- messages ------------------------------------------------------------------------------

    def post(self, message: Message) -> Message:
        """Put a new message into its chat and tell whoever is looking."""
        chat = message.chat
        chat.last_order += 1
        message.order = chat.last_order
        if message.ephemeral_id is not None:
            chat.ephemeral[message.ephemeral_id] = message
            self._touch_replaced(message)
        else:
            chat.last_id += 1
            message.message_id = chat.last_id
            chat.messages[message.message_id] = message
        for user_id in self._readers(message):
            if user_id != message.sender.id:
                chat.unread[user_id] = chat.unread.get(user_id, 0) + 1
        self.touch(message)
        return message

    def new_message(self, chat: Chat, sender: User, content: Content | None = None, **facts: Any) -> Message:
        """A message of now, not yet posted."""
        return Message(chat, 0, sender, self.date, content or Content(), **facts)

    def service(self, chat: Chat, sender: User, **service: Any) -> Message:
        """Post a service line (joined, left, pinned...)."""
        thread_id = service.pop("thread_id", None)
        return self.post(self.new_message(chat, sender, service=service, thread_id=thread_id))

    def touch(self, message: Message) -> None:
        """Mark a message as changed."""
        chat = message.chat
        chat.revision += 1
        message.revision = chat.revision
        chat.recent.pop(message.key, None)
        chat.recent[message.key] = message
        if len(chat.recent) > KEPT_CHANGES:
            del chat.recent[next(iter(chat.recent))]
        self._wake(chat)

    def delete(self, message: Message) -> None:
        """Take a message out of its chat."""
        chat = message.chat
        if message.ephemeral_id is not None:
            chat.ephemeral.pop(message.ephemeral_id, None)
            self._touch_replaced(message)
        else:
            chat.messages.pop(message.message_id, None)
            if message.message_id in chat.pinned:
                chat.pinned.remove(message.message_id)
        message.deleted = True
        self.touch(message)

    def _touch_replaced(self, message: Message) -> None:
        """A message shown in place of another hides it, and uncovers it when deleted."""
        replaced = message.chat.messages.get(message.replaces) if message.replaces is not None else None
        if replaced is not None:
            if message.chat.ephemeral.get(message.ephemeral_id or 0) is message:
                message.order = replaced.order
            self.touch(replaced)

    def chat_changed(self, chat: Chat) -> None:
        """Something about the chat itself changed (members, topics, pins)."""
        chat.revision += 1
        self._wake(chat)
        self.publish({"kind": "chats"})

    def _readers(self, message: Message) -> list[int]:
        chat = message.chat
        if message.receiver is not None:
            return [message.receiver.id]
        if chat.user is not None:
            return [chat.user.id]
        return list(chat.members)

    def _wake(self, chat: Chat) -> None:
        if chat.waiters:
            waiters, chat.waiters = chat.waiters, []
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)
        self.publish({"kind": "chat", "chat": chat.id, "revision": chat.revision})

    async def wait_for_change(self, chat: Chat, since: int, timeout: float) -> bool:
        """Wait until the chat is newer than `since`; False when the time is over first."""
        if chat.revision > since:
            return True
        waiter = asyncio.get_running_loop().create_future()
        chat.waiters.append(waiter)
        try:
            await asyncio.wait_for(waiter, timeout)
        except TimeoutError:
            return False
        return True

    def publish(self, event: dict[str, Any]) -> None:
        """Tell the live pages."""
        for queue in self.listeners:
            queue.put_nowait(event)

    # -- presses -------------------------------------------------------------------------------

    def add_query(self, query: Query) -> Query:
        """Remember a press until it is answered; very old ones are forgotten."""
        self.queries[query.id] = query
        if len(self.queries) > KEPT_QUERIES:
            self.queries.popitem(last=False)
        return query

    def note_answer(self, query: Query, answer: dict[str, Any]) -> None:
        """Show the bot's answer to the person who pressed."""
        query.answer = answer
        query.answered.set()
        self.stats.note_answer(time.perf_counter() - query.pressed)
        shown = {"query": query.id, "chat": query.chat.id, "message": query_key(query), **answer}
        self.toasts.setdefault(query.user.id, deque(maxlen=200)).append(shown)
        self.publish({"kind": "answer", "user": query.user.id, **shown})

    # -- files ---------------------------------------------------------------------------------

    def store_file(self, content: bytes, name: str | None, mime: str, folder: str) -> StoredFile:
        """Keep an upload; the oldest files are forgotten when they become too many."""
        digest = hashlib.sha1(content, usedforsecurity=False).hexdigest()[:20]
        number = self.next("file")
        suffix = (name or "").rsplit(".", 1)[-1].lower() if name and "." in name else "bin"
        width, height = image_size(content)
        stored = StoredFile(
            f"file-{number}-{digest}", f"u{digest}", f"{folder}/file_{number}.{suffix}", content, name, mime,
            width, height,
        )  # fmt: skip
        self.files[stored.file_id] = stored
        self.file_bytes += len(content)
        while self.file_bytes > KEPT_FILE_BYTES and len(self.files) > 1:
            _, dropped = self.files.popitem(last=False)
            self.file_bytes -= len(dropped.content)
        return stored

    def file(self, file_id: str) -> StoredFile | None:
        """A stored file by the id of any of its sizes."""
        return self.files.get(file_id.removesuffix("-s"))


def query_key(query: Query) -> str:
    """The key of the message that was pressed."""
    return query.message.key if query.message is not None else str(query.message_id)


def image_size(content: bytes) -> tuple[int, int]:
    """Width and height from a picture's header; zeros when it is no picture."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return 0, 0
