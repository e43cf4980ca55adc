"""The control API: what tests and the chat page ask of the world. JSON in, JSON out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from emulator import chats, groups, people
from emulator.botapi import Json
from emulator.demo import seed_demo
from emulator.ephemeral import SUPPORT_MODES
from emulator.errors import ControlError
from emulator.faults import Fault
from emulator.limits import QUERY_LIFETIME
from emulator.receiving import Receiver
from emulator.state import Chat, Query, User
from emulator.views import chat_view, message_view, user_view
from emulator.world import World

Body = dict[str, Any]
Action = Callable[[World, Body], Any]


def _user(world: World, body: Body, key: str = "user") -> User:
    return world.user(int(_need(body, key)))


def _chat(world: World, body: Body) -> Chat:
    return world.chat(int(_need(body, "chat")))


def _need(body: Body, key: str) -> Any:
    if body.get(key) is None:
        raise ControlError(f"{key} is missing")
    return body[key]


# -- the world ---------------------------------------------------------------------------------


def settings(world: World, body: Body) -> Body:
    """Change flood limits, ephemeral support ("on", "refuse", "ignore") and privacy mode."""
    for name, value in (body.get("flood") or {}).items():
        if not hasattr(world.flood.settings, name):
            raise ControlError(f"unknown flood setting {name!r}")
        setattr(world.flood.settings, name, value)
    if body.get("flood"):
        world.flood.reset()
    if body.get("ephemeral") is not None:
        if body["ephemeral"] not in SUPPORT_MODES:
            raise ControlError(f"ephemeral must be one of {', '.join(SUPPORT_MODES)}")
        world.ephemeral_support = body["ephemeral"]
    if body.get("privacy_mode") is not None:
        world.privacy_mode = bool(body["privacy_mode"])
    return {
        "flood": vars(world.flood.settings), "ephemeral": world.ephemeral_support,
        "privacy_mode": world.privacy_mode,
    }  # fmt: skip


def clock(world: World, body: Body) -> Body:
    """Advance the clock by seconds."""
    try:
        return {"now": world.clock.advance(float(body.get("advance", 0)))}
    except ValueError as error:
        raise ControlError(str(error)) from None


def create_user(world: World, body: Body) -> Body:
    """A new person; `started` skips the Start button."""
    user = User(
        int(body["id"]) if body.get("id") else world.next("user", 100_001),
        str(_need(body, "first_name")), body.get("last_name"), body.get("username"),
        body.get("language_code"), started=bool(body.get("started")),
    )  # fmt: skip
    return user_view(world, world.add_user(user))


def rename(world: World, body: Body) -> Body:
    """Change a person's name, username or language."""
    user = _user(world, body)
    for name in ("first_name", "last_name", "username", "language_code"):
        if name in body:
            setattr(user, name, body[name])
    world.publish({"kind": "chats"})
    return user_view(world, user)


def create_group(world: World, body: Body) -> Body:
    """A new group with people in it."""
    chat = groups.create_group(
        world, str(_need(body, "title")), list(_need(body, "members")),
        kind=body.get("kind", "supergroup"), chat_id=body.get("id"), admins=body.get("admins", []),
        anonymous=body.get("anonymous", []), forum=bool(body.get("forum")),
        bot=body.get("bot", "member"), username=body.get("username"),
    )  # fmt: skip
    return chat.to_api()


# -- people ------------------------------------------------------------------------------------


def write(world: World, body: Body) -> Body:
    """A person writes."""
    user = _user(world, body)
    message = people.write(
        world, user, _chat(world, body), str(_need(body, "text")), thread_id=body.get("thread"),
        reply_to=body.get("reply_to"), anonymous=body.get("anonymous"),
    )  # fmt: skip
    return message_view(message, user)


def open_link(world: World, body: Body) -> Body:
    """A person follows a link to the bot: the private chat opens with a Start button."""
    return {"payload": people.open_link(world, _user(world, body), str(_need(body, "url")))}


def start(world: World, body: Body) -> Body:
    """A person presses Start."""
    user = _user(world, body)
    return message_view(people.start(world, user, body.get("payload")), user)


def block(world: World, body: Body) -> Body:
    """A person blocks the bot."""
    people.block(world, _user(world, body))
    return {}


def unblock(world: World, body: Body) -> Body:
    """A person unblocks the bot."""
    people.unblock(world, _user(world, body))
    return {}


def member(world: World, body: Body) -> Body:
    """Set someone's status in a group; `user` "bot" is the bot."""
    chat = _chat(world, body)
    user = world.bot if body.get("user") == "bot" else _user(world, body)
    by = _user(world, body, "by") if body.get("by") else None
    changed = groups.set_member(
        world, chat, user, str(_need(body, "status")), by=by, rights=body.get("rights"),
        anonymous=body.get("anonymous"),
    )  # fmt: skip
    return changed.to_api()


def permissions(world: World, body: Body) -> Body:
    """What ordinary members of a group may do."""
    chat = _chat(world, body)
    groups.set_permissions(world, chat, dict(_need(body, "permissions")))
    return chat.permissions


def migrate(world: World, body: Body) -> Body:
    """Make a supergroup of a group."""
    return groups.migrate(world, _chat(world, body)).to_api()


def topic(world: World, body: Body) -> Body:
    """Open a topic in a forum, or close or reopen one."""
    chat = _chat(world, body)
    if not chat.is_forum:
        raise ControlError("the group has no topics")
    if body.get("thread") is not None:
        found = chat.topics.get(int(body["thread"]))
        if found is None:
            raise ControlError(f"no topic {body['thread']}", 404)
        found.closed = bool(body.get("closed", True))
        world.chat_changed(chat)
    else:
        found = chats.open_topic(world, chat, _user(world, body).id, str(_need(body, "name")))
    return chats.topic_to_api(found)


def delete(world: World, body: Body) -> Body:
    """A person (an admin, say) deletes a message. Telegram does not tell bots."""
    world.delete(people.find_message(_chat(world, body), _need(body, "message")))
    return {}


def read(world: World, body: Body) -> Body:
    """A person has read a chat."""
    chat = _chat(world, body)
    if chat.unread.pop(_user(world, body).id, 0):
        world.publish({"kind": "read", "chat": chat.id, "user": int(body["user"])})
    return {}


def faults(world: World, body: Body) -> list[Body]:
    """Plan a fault, or with `clear` forget all."""
    if body.pop("clear", False):
        world.faults.clear()
    if body:
        if "kind" not in body:
            raise ControlError("kind is missing")
        try:
            world.faults.plan(Fault(**{**body, "kind": str(body["kind"])}))
        except TypeError as error:
            raise ControlError(str(error)) from None
    return world.faults.pending()


# -- pressing, which may wait for the bot ------------------------------------------------------


async def tap(world: World, body: Body) -> Body:
    """A person presses a button that is on the message, and by default waits for the answer."""
    user, chat = _user(world, body), _chat(world, body)
    message = people.find_message(chat, _need(body, "message"))
    button = people.find_button(message, body.get("row"), body.get("col"), body.get("data"), body.get("text"))
    if "callback_data" not in button:
        return {"kind": "local", "button": button, "url": button.get("url")}
    query = people.press(world, user, chat, message, button["callback_data"])
    return await _answer(query, body)


async def press(world: World, body: Body) -> Body:
    """A forged or stale press: any data, on any message id, by anyone who is in the chat."""
    user, chat, data = _user(world, body), _chat(world, body), str(_need(body, "data"))
    key = _need(body, "message")
    try:
        query = people.press(world, user, chat, people.find_message(chat, key), data)
    except ControlError as error:
        if error.code != 404:
            raise
        query = people.press_gone(world, user, chat, int(str(key).lstrip("e")), data)
    return await _answer(query, body)


async def redeliver(world: World, body: Body) -> Body:
    """The same press once more, under a new update id."""
    query = _query(world, body)
    people.deliver_query(world, query)
    return await _answer(query, body)


async def answer(world: World, body: Body) -> Body:
    """Wait for the answer to a press made earlier."""
    return await _answer(_query(world, body), body)


def _query(world: World, body: Body) -> Query:
    query = world.queries.get(str(_need(body, "query")))
    if query is None:
        raise ControlError("no such press", 404)
    return query


async def _answer(query: Query, body: Body) -> Body:
    if body.get("wait", True):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(query.answered.wait(), float(body.get("timeout", QUERY_LIFETIME)))
    return {"kind": "query", "query": query.id, "answered": query.answer is not None, **(query.answer or {})}


ACTIONS: dict[str, Action] = {
    "settings": settings, "clock": clock, "user": create_user, "rename": rename, "group": create_group,
    "write": write, "link": open_link, "start": start, "block": block, "unblock": unblock, "member": member,
    "permissions": permissions, "migrate": migrate, "topic": topic, "delete": delete, "read": read,
    "faults": faults,
}  # fmt: skip
WAITING: dict[str, Callable[[World, Body], Awaitable[Any]]] = {
    "tap": tap, "press": press, "redeliver": redeliver, "answer": answer,
}  # fmt: skip


# -- HTTP --------------------------------------------------------------------------------------


def control_post(world: World, receiver: Receiver) -> Callable[[Request], Awaitable[Response]]:
    """Make the endpoint POST /control/<action>."""

    async def endpoint(request: Request) -> Response:
        name = request.path_params["action"]
        try:
            raw = await request.body()
            body = await request.json() if raw else {}
            if not isinstance(body, dict):
                raise ControlError("a JSON object is expected")
            if name == "reset":
                receiver.drop()
                world.reset()
                return Json(seed_demo(world) if body.get("demo") else {})
            if name in WAITING:
                return Json(await WAITING[name](world, body))
            if name not in ACTIONS:
                raise ControlError(f"no action {name!r}", 404)
            return Json(ACTIONS[name](world, body))
        except ControlError as error:
            return Json({"error": str(error)}, status_code=error.code)
        except ValueError as error:
            return Json({"error": f"bad value: {error}"}, status_code=400)

    return endpoint


def control_get(world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make the endpoint GET /control/<what>."""

    async def endpoint(request: Request) -> Response:
        query = request.query_params
        try:
            match request.path_params["what"].split("/"):
                case ["world"]:
                    return Json(_world_view(world))
                case ["stats"]:
                    return Json(world.stats.summary())
                case ["calls"]:
                    chat_id = int(query["chat"]) if "chat" in query else None
                    return Json(world.stats.log(int(query.get("limit", 1000)), query.get("method"), chat_id))
                case ["users", number]:
                    return Json(user_view(world, world.user(int(number))))
                case ["users", number, "toasts"]:
                    return Json(list(world.toasts.get(int(number), ())))
                case ["chats", number]:
                    return Json(await _read_chat(world, world.chat(int(number)), dict(query)))
                case _:
                    raise ControlError("nothing here", 404)
        except ControlError as error:
            return Json({"error": str(error)}, status_code=error.code)
        except ValueError as error:
            return Json({"error": f"bad value: {error}"}, status_code=400)

    return endpoint


def _world_view(world: World) -> Body:
    return {
        "bot": world.bot.to_api(),
        "name": world.profile.text("name", ""),
        "now": world.clock.now(),
        "users": [user.to_api() for user in world.users.values() if not user.is_bot],
        "chats": [chat.to_api() for chat in world.chats.values()],
        "settings": settings(world, {}),
        "faults": world.faults.pending(),
    }


async def _read_chat(world: World, chat: Chat, query: dict[str, str]) -> Body:
    """A chat as `as` sees it. With `newer` and `timeout`: not before it is newer than that revision."""
    user = world.user(int(query.get("as", chat.id if chat.user is not None else 0)))
    if "newer" in query:
        await world.wait_for_change(chat, int(query["newer"]), min(60.0, float(query.get("timeout", 0))))
    return chat_view(world, chat, user, int(query.get("since", 0)), int(query.get("limit", 50)))
