"""What the bot says about itself: names, descriptions and command lists by scope and language."""

from __future__ import annotations

from typing import Any

Scope = tuple[str, int, int]
DEFAULT_SCOPE: Scope = ("default", 0, 0)


class BotProfile:
    """Texts and commands the bot has set."""

    def __init__(self, name: str) -> None:
        self.default_name = name
        self.texts: dict[tuple[str, str], str] = {}
        self.commands: dict[tuple[Scope, str], list[dict[str, Any]]] = {}
        self.menu_buttons: dict[int, dict[str, Any]] = {}

    def text(self, kind: str, language: str) -> str:
        """A text in a language, or in the default one."""
        found = self.texts.get((kind, language)) or self.texts.get((kind, ""))
        return found or (self.default_name if kind == "name" else "")

    def set_text(self, kind: str, language: str, value: str) -> None:
        """Set a text; an empty one removes it."""
        if value:
            self.texts[kind, language] = value
        else:
            self.texts.pop((kind, language), None)

    def commands_for(
        self, user_id: int, chat_id: int, language: str | None, *, private: bool, admin: bool
    ) -> list[dict[str, Any]]:
        """The list a person sees in a chat: the narrowest scope that has one, their language first."""
        scopes: list[Scope] = [("chat", chat_id, 0)]
        if private:
            scopes.append(("all_private_chats", 0, 0))
        else:
            scopes.insert(0, ("chat_member", chat_id, user_id))
            if admin:
                scopes.insert(1, ("chat_administrators", chat_id, 0))
                scopes.append(("all_chat_administrators", 0, 0))
            scopes.append(("all_group_chats", 0, 0))
        scopes.append(DEFAULT_SCOPE)
        short = (language or "").split("-")[0]
        for scope in scopes:
            for code in (short, ""):
                found = self.commands.get((scope, code))
                if found:
                    return found
        return []
