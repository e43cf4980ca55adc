"""Methods about chats, members and forum topics."""

from __future__ import annotations

from typing import Any

from emulator.access import find_chat, require_admin
from emulator.errors import bad_request
from emulator.parsing import Call
from emulator.state import GENERAL_TOPIC, PERMISSIONS, Chat, Member, Topic
from emulator.world import World

Values = dict[str, Any]
_ICON_COLORS = (7322096, 16766590, 13338331, 9367192, 16749490, 16478047)


def get_chat(world: World, values: Values, call: Call) -> Any:
    """getChat"""
    chat = find_chat(world, values["chat_id"])
    body = {
        **chat.to_api(), "accent_color_id": abs(chat.id) % 7, "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False, "limited_gifts": False, "unique_gifts": False,
            "premium_subscription": False, "gifts_from_channels": False,
        },
    }  # fmt: skip
    if chat.is_group:
        body["permissions"] = {name: chat.permissions.get(name, True) for name in PERMISSIONS}
    if chat.pinned:
        body["pinned_message"] = chat.messages[chat.pinned[-1]].to_api(with_reply=False)
    return body


def get_member(world: World, values: Values, call: Call) -> Any:
    """getChatMember"""
    chat = _group_or_private(world, values)
    user = world.users.get(values["user_id"])
    if user is None:
        raise bad_request("invalid user_id specified")
    if chat.user is not None:
        if user not in (chat.user, world.bot):
            raise bad_request("member not found")
        return Member(user).to_api()
    return (chat.member(user.id) or Member(user, "left")).to_api()


def get_administrators(world: World, values: Values, call: Call) -> Any:
    """getChatAdministrators: bots are left out unless asked for, except this bot."""
    chat = _group(world, values)
    return [
        member.to_api()
        for member in chat.members.values()
        if member.is_admin and (not member.user.is_bot or member.user is world.bot)
    ]


def get_member_count(world: World, values: Values, call: Call) -> Any:
    """getChatMemberCount"""
    chat = _group_or_private(world, values)
    return 2 if chat.user is not None else sum(1 for member in chat.members.values() if member.present)


def leave(world: World, values: Values, call: Call) -> Any:
    """leaveChat"""
    chat = _group(world, values)
    member = world.bot_member(chat)
    before = member.to_api()
    member.status = "left"
    world.updates.add("my_chat_member", {
        "chat": chat.to_api(), "from": world.bot.to_api(), "date": world.date,
        "old_chat_member": before, "new_chat_member": member.to_api(),
    })  # fmt: skip
    world.service(chat, world.bot, left_chat_member=world.bot.to_api())
    return True


def create_topic(world: World, values: Values, call: Call) -> Any:
    """createForumTopic"""
    chat = _forum(world, values)
    name = values["name"].strip()
    if not 1 <= len(name) <= 128:
        raise bad_request("TOPIC_TITLE_EMPTY" if not name else "topic name is too long")
    color = values.get("icon_color", _ICON_COLORS[0])
    if color not in _ICON_COLORS:
        raise bad_request("invalid icon color specified")
    return topic_to_api(open_topic(world, chat, world.bot.id, name, color))


def open_topic(world: World, chat: Chat, user_id: int, name: str, color: int = _ICON_COLORS[0]) -> Topic:
    """Make a topic; its id is that of its service message, as in Telegram."""
    author = world.users[user_id]
    message = world.service(chat, author, forum_topic_created={"name": name, "icon_color": color})
    topic = chat.topics[message.message_id] = Topic(message.message_id, name, color)
    message.thread_id = topic.thread_id
    world.chat_changed(chat)
    return topic


def topic_to_api(topic: Topic) -> dict[str, Any]:
    """The Bot API's ForumTopic."""
    return {"message_thread_id": topic.thread_id, "name": topic.name, "icon_color": topic.icon_color}


def edit_topic(world: World, values: Values, call: Call) -> Any:
    """editForumTopic"""
    chat, topic = _topic(world, values)
    if values.get("name"):
        topic.name = values["name"]
        world.service(chat, world.bot, forum_topic_edited={"name": topic.name}, thread_id=topic.thread_id)
        world.chat_changed(chat)
    return True


def close_topic(world: World, values: Values, call: Call) -> Any:
    """closeForumTopic"""
    return _set_closed(world, values, True)


def reopen_topic(world: World, values: Values, call: Call) -> Any:
    """reopenForumTopic"""
    return _set_closed(world, values, False)


def _set_closed(world: World, values: Values, closed: bool) -> bool:
    chat, topic = _topic(world, values)
    if topic.closed == closed:
        raise bad_request("TOPIC_NOT_MODIFIED")
    topic.closed = closed
    name = "forum_topic_closed" if closed else "forum_topic_reopened"
    world.service(chat, world.bot, **{name: {}}, thread_id=topic.thread_id)
    world.chat_changed(chat)
    return True


def delete_topic(world: World, values: Values, call: Call) -> Any:
    """deleteForumTopic: with all its messages."""
    chat, topic = _topic(world, values)
    for message in [m for m in chat.messages.values() if m.thread_id == topic.thread_id]:
        world.delete(message)
    del chat.topics[topic.thread_id]
    world.chat_changed(chat)
    return True


def _group_or_private(world: World, values: Values) -> Chat:
    return find_chat(world, values["chat_id"])


def _group(world: World, values: Values) -> Chat:
    chat = find_chat(world, values["chat_id"])
    if not chat.is_group:
        raise bad_request("there are no administrators in the private chat")
    return chat


def _forum(world: World, values: Values) -> Chat:
    chat = find_chat(world, values["chat_id"])
    if not chat.is_forum:
        raise bad_request("the chat is not a forum")
    require_admin(world, chat, "can_manage_topics")
    return chat


def _topic(world: World, values: Values) -> tuple[Chat, Topic]:
    chat = _forum(world, values)
    topic = chat.topics.get(values["message_thread_id"])
    if topic is None or topic.thread_id == GENERAL_TOPIC:
        raise bad_request("message thread not found")
    return chat, topic
