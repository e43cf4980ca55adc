"""Methods about the bot itself: name, descriptions, commands, menu button, files."""

from __future__ import annotations

import re
from typing import Any

from emulator.errors import bad_request
from emulator.limits import utf16_length
from emulator.parsing import Call
from emulator.profile import Scope
from emulator.world import World

Values = dict[str, Any]
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_CHAT_SCOPES = ("chat", "chat_administrators", "chat_member")
_PLAIN_SCOPES = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
_TEXT_LIMITS = {"name": 64, "short_description": 120, "description": 512}


def get_me(world: World, values: Values, call: Call) -> Any:
    """getMe"""
    return {
        **world.bot.to_api(), "can_join_groups": True, "can_read_all_group_messages": not world.privacy_mode,
        "supports_inline_queries": False, "can_connect_to_business": False, "has_main_web_app": False,
        "has_topics_enabled": False,
    }  # fmt: skip


def log_out(world: World, values: Values, call: Call) -> Any:
    """logOut and close: nothing to do for one local server."""
    return True


def set_commands(world: World, values: Values, call: Call) -> Any:
    """setMyCommands"""
    commands = values["commands"]
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not _COMMAND.fullmatch(command["command"].removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= utf16_length(command["description"]) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    kept = [{**command, "command": command["command"].removeprefix("/")} for command in commands]
    world.profile.commands[_scope(world, values), _language(values)] = kept
    world.publish({"kind": "commands"})
    return True


def get_commands(world: World, values: Values, call: Call) -> Any:
    """getMyCommands: exactly this scope and language."""
    return world.profile.commands.get((_scope(world, values), _language(values)), [])


def delete_commands(world: World, values: Values, call: Call) -> Any:
    """deleteMyCommands"""
    world.profile.commands.pop((_scope(world, values), _language(values)), None)
    world.publish({"kind": "commands"})
    return True


def set_text(kind: str) -> Any:
    """Make setMyName, setMyDescription or setMyShortDescription."""

    def handler(world: World, values: Values, call: Call) -> Any:
        text = values.get(kind, "")
        if utf16_length(text) > _TEXT_LIMITS[kind]:
            raise bad_request(f"{kind.replace('_', ' ')} is too long")
        world.profile.set_text(kind, _language(values), text)
        world.publish({"kind": "profile"})
        return True

    return handler


def get_text(kind: str) -> Any:
    """Make getMyName, getMyDescription or getMyShortDescription."""

    def handler(world: World, values: Values, call: Call) -> Any:
        return {kind: world.profile.text(kind, _language(values))}

    return handler


def set_menu_button(world: World, values: Values, call: Call) -> Any:
    """setChatMenuButton"""
    button = values.get("menu_button", {"type": "default"})
    if button["type"] not in ("default", "commands", "web_app"):
        raise bad_request("can't parse MenuButton: unknown type")
    world.profile.menu_buttons[values.get("chat_id", 0)] = button
    return True


def get_menu_button(world: World, values: Values, call: Call) -> Any:
    """getChatMenuButton"""
    buttons = world.profile.menu_buttons
    return buttons.get(values.get("chat_id", 0), buttons.get(0, {"type": "commands"}))


def get_file(world: World, values: Values, call: Call) -> Any:
    """getFile"""
    stored = world.file(values["file_id"])
    if stored is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": values["file_id"], "file_unique_id": stored.unique_id, "file_size": len(stored.content),
        "file_path": stored.path,
    }  # fmt: skip


def _language(values: Values) -> str:
    code = str(values.get("language_code", ""))
    if code and not re.fullmatch(r"[a-z]{2}", code):
        raise bad_request("invalid language code specified")
    return code


def _scope(world: World, values: Values) -> Scope:
    scope = values.get("scope") or {"type": "default"}
    kind = scope["type"]
    if kind in _PLAIN_SCOPES:
        return kind, 0, 0
    if kind not in _CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    if not isinstance(scope.get("chat_id"), int) or scope["chat_id"] not in world.chats:
        raise bad_request("chat not found")
    return kind, scope["chat_id"], scope.get("user_id", 0) if kind == "chat_member" else 0
