"""Changes to groups: who is in, who may do what, and becoming a supergroup."""

from __future__ import annotations

from typing import Any

from emulator.errors import ControlError
from emulator.state import ADMIN_RIGHTS, PERMISSIONS, PRESENT, Chat, Member, User
from emulator.world import World

STATUSES = PRESENT | {"left", "kicked"}


def create_group(
    world: World,
    title: str,
    members: list[int],
    *,
    kind: str = "supergroup",
    chat_id: int | None = None,
    admins: tuple[int, ...] | list[int] = (),
    anonymous: tuple[int, ...] | list[int] = (),
    forum: bool = False,
    bot: str | None = "member",
    username: str | None = None,
) -> Chat:
    """A group with people in it. The first member made it; the bot comes in as `bot` unless None."""
    people = [world.user(user_id) for user_id in members]
    if not people:
        raise ControlError("a group needs a member")
    if forum and kind != "supergroup":
        raise ControlError("only a supergroup can be a forum")
    chat = world.add_group(title, kind, chat_id, is_forum=forum, username=username)
    for user in people:
        status = "creator" if user is people[0] else "administrator" if user.id in admins else "member"
        chat.members[user.id] = Member(user, status, is_anonymous=user.id in anonymous)
    world.service(chat, people[0], **{f"{kind}_chat_created": True})
    if bot is not None:
        set_member(world, chat, world.bot, bot, by=people[0])
    return chat


def set_member(
    world: World,
    chat: Chat,
    user: User,
    status: str,
    *,
    by: User | None = None,
    rights: dict[str, bool] | None = None,
    anonymous: bool | None = None,
) -> Member:
    """Change someone's place in a group and tell the bot: joining, leaving, kicking, muting, promoting."""
    _check(status, rights)
    member = chat.members.get(user.id)
    before = member.to_api() if member else {"status": "left", "user": user.to_api()}
    was_present = member is not None and member.present
    # The bot no longer sees what happens after it has gone, except the change itself.
    bot_was_here = world.bot_member(chat).present
    if member is None:
        member = chat.members[user.id] = Member(user)
    member.status = status
    member.rights = dict(rights or {})
    if anonymous is not None:
        member.is_anonymous = anonymous
    actor = by or user
    _announce(world, chat, user, actor, before, member)
    if was_present and not member.present:
        _service(world, chat, actor, bot_was_here, left_chat_member=user.to_api())
    elif member.present and not was_present:
        _service(world, chat, actor, world.bot_member(chat).present, new_chat_members=[user.to_api()])
    world.chat_changed(chat)
    return member


def _check(status: str, rights: dict[str, bool] | None) -> None:
    if status not in STATUSES:
        raise ControlError(f"unknown status {status!r}; one of {', '.join(sorted(STATUSES))}")
    unknown = set(rights or ()) - set(PERMISSIONS) - set(ADMIN_RIGHTS)
    if unknown:
        raise ControlError(f"unknown rights: {', '.join(sorted(unknown))}")


def _announce(world: World, chat: Chat, user: User, actor: User, before: dict[str, Any], member: Member) -> None:
    after = member.to_api()
    if before == after:
        return
    body = {
        "chat": chat.to_api(), "from": actor.to_api(), "date": world.date,
        "old_chat_member": before, "new_chat_member": after,
    }  # fmt: skip
    if user is world.bot:
        world.updates.add("my_chat_member", body)
    elif world.bot_member(chat).is_admin:
        world.updates.add("chat_member", body)


def _service(world: World, chat: Chat, actor: User, tell_bot: bool, **service: Any) -> None:
    message = world.service(chat, actor, **service)
    if tell_bot:
        world.updates.add("message", message.to_api())


def set_permissions(world: World, chat: Chat, permissions: dict[str, bool]) -> None:
    """What ordinary members may do in the group."""
    unknown = set(permissions) - set(PERMISSIONS)
    if unknown:
        raise ControlError(f"unknown permissions: {', '.join(sorted(unknown))}")
    chat.permissions = {**chat.permissions, **permissions}
    world.chat_changed(chat)


def migrate(world: World, chat: Chat) -> Chat:
    """Make a supergroup of a group: a new chat id, the same people, no messages."""
    if chat.type != "group" or chat.migrated_to is not None:
        raise ControlError("only a group can become a supergroup, and only once")
    fresh = world.add_group(chat.title or "", "supergroup")
    fresh.members = {
        user_id: Member(m.user, m.status, m.is_anonymous, dict(m.rights)) for user_id, m in chat.members.items()
    }
    fresh.permissions = dict(chat.permissions)
    actor = next(m.user for m in chat.members.values() if m.status == "creator")
    tell_bot = world.bot_member(chat).present
    _service(world, chat, actor, tell_bot, migrate_to_chat_id=fresh.id)
    chat.migrated_to = fresh.id
    _service(world, fresh, world.anonymous_admin, tell_bot, migrate_from_chat_id=chat.id)
    world.chat_changed(chat)
    world.chat_changed(fresh)
    return fresh
