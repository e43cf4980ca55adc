"""A client of the control API with verbs for tests: people write, tap, join; chats are watched."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx

Json = dict[str, Any]


class EmulatorFailure(AssertionError):
    """A control call was refused, or what was waited for did not come."""


@dataclass(frozen=True)
class TapAnswer:
    """What the bot answered to a press: a toast, an alert, a link, or nothing in time."""

    query: str | None
    answered: bool
    text: str = ""
    alert: bool = False
    url: str | None = None


class Message:
    """A message as one person saw it when it was read."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.key: str = view["key"]
        self.message_id: int = view["message_id"]
        self.chat_id: int = view["chat_id"]
        self.text: str = view["text"]
        self.ephemeral: bool = view["ephemeral"]
        self.edited: bool = view["edited"]
        self.thread_id: int | None = view["thread_id"]
        self.photo: Json | None = view.get("photo")
        self.service: Json | None = view["service"]
        self.keyboard: list[list[Json]] = view["keyboard"]

    def entities_of(self, kind: str) -> list[Json]:
        """Its entities of one type."""
        return [entity for entity in self.view["entities"] if entity["type"] == kind]

    @property
    def from_id(self) -> int:
        """Who wrote it."""
        return int(self.view["from"]["id"])

    @property
    def from_bot(self) -> bool:
        """Did the bot write it?"""
        return bool(self.view["from"]["is_bot"])

    @property
    def labels(self) -> list[str]:
        """The labels of its buttons."""
        return [button["text"] for row in self.keyboard for button in row]

    def button(self, text: str) -> Json | None:
        """A button by its label (whole, else a part of it)."""
        buttons = [button for row in self.keyboard for button in row]
        whole = [button for button in buttons if button["text"] == text]
        return next(iter(whole or [button for button in buttons if text in button["text"]]), None)

    def __repr__(self) -> str:
        return f"<Message {self.key} {self.text[:60]!r} {self.labels}>"


Predicate = Callable[[Message], Any]


class ChatClient:
    """One chat, seen by one person."""

    def __init__(self, emulator: EmulatorClient, chat_id: int, viewer: int) -> None:
        self.emulator = emulator
        self.id = chat_id
        self.viewer = viewer

    def seen_by(self, person: Person) -> ChatClient:
        """The same chat on another person's screen."""
        return ChatClient(self.emulator, self.id, person.id)

    async def view(self, limit: int = 50, **query: Any) -> Json:
        """Everything the person sees."""
        query |= {"as": self.viewer, "limit": limit}
        body: Json = await self.emulator.get(f"chats/{self.id}", **query)
        return body

    async def messages(self, limit: int = 50) -> list[Message]:
        """The newest messages, oldest first."""
        return [Message(view) for view in (await self.view(limit))["messages"]]

    async def last(self) -> Message:
        """The newest message."""
        found = await self.messages(1)
        if not found:
            raise EmulatorFailure(f"chat {self.id} is empty")
        return found[-1]

    async def wait_for(self, predicate: Predicate, timeout: float = 5.0, limit: int = 50) -> Message:
        """The newest message for which `predicate` is true, as soon as there is one."""
        deadline = time.monotonic() + timeout
        view = await self.view(limit)
        while True:
            for body in reversed(view["messages"]):
                message = Message(body)
                if predicate(message):
                    return message
            left = deadline - time.monotonic()
            if left <= 0:
                raise EmulatorFailure(
                    f"nothing in chat {self.id} matched within {timeout} s; "
                    f"it shows {[Message(body) for body in view['messages'][-8:]]}"
                )
            view = await self.view(limit, newer=view["revision"], timeout=round(left, 3))

    async def wait_for_text(self, text: str, timeout: float = 5.0) -> Message:
        """The newest message that contains a text."""
        return await self.wait_for(lambda message: text in message.text, timeout)

    async def wait_for_button(self, label: str, timeout: float = 5.0) -> Message:
        """The newest message that has a button."""
        return await self.wait_for(lambda message: message.button(label) is not None, timeout)

    async def wait_gone(self, message: Message, timeout: float = 5.0) -> None:
        """Wait until a message is no longer shown."""
        deadline = time.monotonic() + timeout
        view = await self.view()
        while any(body["key"] == message.key for body in view["messages"]):
            left = deadline - time.monotonic()
            if left <= 0:
                raise EmulatorFailure(f"{message} is still there")
            view = await self.view(newer=view["revision"], timeout=round(left, 3))

    async def set_member(self, user: Person | str, status: str, **facts: Any) -> Json:
        """Change someone's place in the group; "bot" is the bot."""
        who = user if isinstance(user, str) else user.id
        changed: Json = await self.emulator.post("member", chat=self.id, user=who, status=status, **facts)
        return changed

    async def kick_bot(self) -> None:
        """Throw the bot out."""
        await self.set_member("bot", "kicked")

    async def mute_bot(self) -> None:
        """Take away the bot's right to write."""
        await self.set_member("bot", "restricted", rights={"can_send_messages": False})

    async def forbid_bot_photos(self) -> None:
        """Take away the bot's right to send photos."""
        await self.set_member("bot", "restricted", rights={"can_send_photos": False})

    async def promote_bot(self, **rights: bool) -> None:
        """Make the bot an administrator."""
        await self.set_member("bot", "administrator", rights=rights)

    async def restore_bot(self) -> None:
        """Make the bot an ordinary member (again)."""
        await self.set_member("bot", "member")

    async def set_permissions(self, **permissions: bool) -> None:
        """What ordinary members may do."""
        await self.emulator.post("permissions", chat=self.id, permissions=permissions)

    async def migrate(self) -> ChatClient:
        """Make a supergroup of the group."""
        return ChatClient(self.emulator, (await self.emulator.post("migrate", chat=self.id))["id"], self.viewer)

    async def delete(self, message: Message) -> None:
        """Someone deletes a message."""
        await self.emulator.post("delete", chat=self.id, message=message.key)

    async def open_topic(self, name: str) -> int:
        """Open a topic and return its thread id."""
        made = await self.emulator.post("topic", chat=self.id, user=self.viewer, name=name)
        return int(made["message_thread_id"])

    async def calls(self, method: str | None = None) -> list[Json]:
        """The bot's calls for this chat."""
        return await self.emulator.calls(method=method, chat=self.id)


class Person:
    """Someone who uses Telegram."""

    def __init__(self, emulator: EmulatorClient, facts: Json) -> None:
        self.emulator = emulator
        self.id: int = facts["id"]
        self.name: str = facts["first_name"]
        #: The private chat with the bot.
        self.dm = ChatClient(emulator, self.id, self.id)

    def _chat_id(self, chat: ChatClient | int | None) -> int:
        return self.id if chat is None else chat if isinstance(chat, int) else chat.id

    async def write(self, chat: ChatClient | int | None, text: str, **facts: Any) -> Message:
        """Write into a chat (None: the private chat). Facts: thread, reply_to, anonymous."""
        view = await self.emulator.post("write", user=self.id, chat=self._chat_id(chat), text=text, **facts)
        return Message(view)

    async def tap(
        self,
        message: Message,
        text: str | None = None,
        *,
        data: str | None = None,
        row: int | None = None,
        col: int | None = None,
        wait: bool = True,
        timeout: float = 5.0,
    ) -> TapAnswer:
        """Press a button of a message, by label, callback data or place."""
        body = await self.emulator.post(
            "tap", user=self.id, chat=message.chat_id, message=message.key, text=text, data=data, row=row,
            col=col, wait=wait, timeout=timeout,
        )  # fmt: skip
        return _answer(body)

    async def press(
        self, message: Message | tuple[int, int], data: str, *, wait: bool = True, timeout: float = 5.0
    ) -> TapAnswer:
        """A forged or stale press: any data, on a message that may be gone (chat id, message id)."""
        chat_id, key = (message.chat_id, message.key) if isinstance(message, Message) else message
        body = await self.emulator.post(
            "press", user=self.id, chat=chat_id, message=key, data=data, wait=wait, timeout=timeout
        )
        return _answer(body)

    async def press_again(self, answer: TapAnswer, *, wait: bool = False, timeout: float = 5.0) -> TapAnswer:
        """The same press delivered again under a new update id."""
        body = await self.emulator.post("redeliver", query=answer.query, wait=wait, timeout=timeout)
        return _answer(body)

    async def open_link(self, url: str) -> None:
        """Follow a link to the bot: its chat opens with a Start button."""
        await self.emulator.post("link", user=self.id, url=url)

    async def start(self, payload: str | None = None) -> Message:
        """Press Start."""
        return Message(await self.emulator.post("start", user=self.id, payload=payload))

    async def follow(self, url: str) -> Message:
        """Follow a link and press Start."""
        await self.open_link(url)
        return await self.start()

    async def block(self) -> None:
        """Block the bot."""
        await self.emulator.post("block", user=self.id)

    async def unblock(self) -> None:
        """Unblock the bot."""
        await self.emulator.post("unblock", user=self.id)

    async def join(self, chat: ChatClient) -> None:
        """Join a group."""
        await chat.set_member(self, "member")

    async def leave(self, chat: ChatClient) -> None:
        """Leave a group."""
        await chat.set_member(self, "left")

    async def rename(self, **names: str | None) -> None:
        """Change first_name, last_name, username or language_code."""
        await self.emulator.post("rename", user=self.id, **names)

    async def toasts(self) -> list[Json]:
        """All answers to this person's presses, oldest first."""
        found: list[Json] = await self.emulator.get(f"users/{self.id}/toasts")
        return found


class EmulatorClient:
    """The emulator as a test drives it: `async with EmulatorClient(server.url) as world:`."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self._http = httpx.AsyncClient(base_url=f"{self.base}/control/", timeout=70, trust_env=False)

    async def __aenter__(self) -> EmulatorClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def post(self, action: str, **body: Any) -> Any:
        """POST /control/<action>; values of None are left out."""
        return _checked(await self._http.post(action, json={k: v for k, v in body.items() if v is not None}))

    async def get(self, what: str, **query: Any) -> Any:
        """GET /control/<what>."""
        return _checked(await self._http.get(what, params={k: v for k, v in query.items() if v is not None}))

    async def reset(self, *, demo: bool = False) -> Json:
        """Start an empty world (or the demo)."""
        body: Json = await self.post("reset", demo=demo)
        return body

    async def person(self, first_name: str, **facts: Any) -> Person:
        """Create a person. Facts: id, last_name, username, language_code, started."""
        return Person(self, await self.post("user", first_name=first_name, **facts))

    async def people(self, *names: str, **facts: Any) -> list[Person]:
        """Create several people."""
        return [await self.person(name, **facts) for name in names]

    async def find_person(self, user_id: int) -> Person:
        """A person who exists already."""
        return Person(self, await self.get(f"users/{user_id}"))

    async def group(self, title: str, members: list[Person], **facts: Any) -> ChatClient:
        """Create a group, seen by its first member. Facts: kind, id, admins, anonymous (ids), forum, bot."""
        body = await self.post("group", title=title, members=[person.id for person in members], **facts)
        return ChatClient(self, body["id"], members[0].id)

    def chat(self, chat_id: int, viewer: Person) -> ChatClient:
        """A chat that exists already."""
        return ChatClient(self, chat_id, viewer.id)

    async def fault(self, kind: str, **facts: Any) -> None:
        """The next calls go wrong; the facts are the fields of `emulator.faults.Fault`."""
        await self.post("faults", kind=kind, **facts)

    async def clear_faults(self) -> None:
        """Forget planned faults."""
        await self.post("faults", clear=True)

    async def advance(self, seconds: float) -> None:
        """Advance Telegram's clock."""
        await self.post("clock", advance=seconds)

    async def settings(self, **changes: Any) -> Json:
        """Change or read settings: flood={...}, ephemeral="on|refuse|ignore", privacy_mode."""
        body: Json = await self.post("settings", **changes)
        return body

    async def stats(self) -> Json:
        """Counts of calls, refusals and picture bytes."""
        body: Json = await self.get("stats")
        return body

    async def calls(self, method: str | None = None, chat: int | None = None, limit: int = 1000) -> list[Json]:
        """The newest calls."""
        found: list[Json] = await self.get("calls", method=method, chat=chat, limit=limit)
        return found

    async def wait_for_call(self, method: str, count: int = 1, timeout: float = 5.0, **where: Any) -> list[Json]:
        """Wait until the bot has made `count` calls of a method."""
        deadline = time.monotonic() + timeout
        while True:
            found = await self.calls(method=method, **where)
            if len(found) >= count:
                return found
            if time.monotonic() > deadline:
                raise EmulatorFailure(f"{len(found)} calls of {method} within {timeout} s, not {count}")
            await asyncio.sleep(0.02)


def _checked(answer: httpx.Response) -> Any:
    body = answer.json()
    if answer.is_error:
        raise EmulatorFailure(f"{answer.request.url.path}: {body.get('error', body)}")
    return body


def _answer(body: Json) -> TapAnswer:
    return TapAnswer(
        body.get("query"), bool(body.get("answered", True)), body.get("text") or "", bool(body.get("alert")),
        body.get("url"),
    )  # fmt: skip
