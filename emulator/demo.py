"""A world to look at: four friends in a group with the bot, and nobody has opened its private chat."""

from __future__ import annotations

from typing import Any

from emulator.groups import create_group
from emulator.state import User
from emulator.world import World

DEMO_GROUP_ID = -1_001_000_002_024
DEMO_PEOPLE = (
    (101, "小明", "xiaoming", "zh-hans"),
    (102, "Alice", "alice_w", "en"),
    (103, "阿强", "aqiang", "zh-hans"),
    (104, "Mei", None, "en"),
)


def seed_demo(world: World) -> dict[str, Any]:
    """Fill an empty world with the demo group; returns the ids."""
    for user_id, name, username, language in DEMO_PEOPLE:
        world.add_user(User(user_id, name, username=username, language_code=language))
    ids = [person[0] for person in DEMO_PEOPLE]
    chat = create_group(world, "Paiju 牌局", ids, chat_id=DEMO_GROUP_ID)
    for user_id in ids:
        chat.unread.pop(user_id, None)
    return {"group": chat.id, "users": ids}
