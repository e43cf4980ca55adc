"""People and chats as the bot remembers them: names, languages, whether a private chat is open."""

from __future__ import annotations

from typing import Any

from bot.words import LANGUAGES, Words, clean_name, language_of, words
from storage import Store


class People:
    """A cache over the store; the store is the truth."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[int, tuple[str, str, bool, str]] = {}
        self._languages: dict[int, str] = {}
        self._settings: dict[int, dict[str, Any]] = {}

    async def load(self, ids: list[int]) -> None:
        """Read people at restart."""
        for user_id, row in (await self.store.users(ids)).items():
            self._known[user_id] = (row.name, row.username, row.dm_open, str(row.settings.get("telegram", "")))
            if row.settings:
                self._settings[user_id] = dict(row.settings)

    async def meet(
        self, user_id: int, name: str, username: str, code: str | None, dm_open: bool | None = None
    ) -> None:
        """Remember a person; writes only what is new."""
        if user_id not in self._known:
            await self.load([user_id])
        known = self._known.get(user_id)
        name = clean_name(name)
        is_open = dm_open if dm_open is not None else (known[2] if known else False)
        now = (name, username, is_open, code or "")
        if now == known:
            return
        await self.store.remember_user(user_id, name, username, dm_open)
        settings = self._settings.setdefault(user_id, {})
        if settings.get("telegram") != (code or ""):
            settings["telegram"] = code or ""
            await self.store.set_user_settings(user_id, settings)
        self._known[user_id] = now

    def dm_open(self, user_id: int) -> bool:
        """Whether the person's private chat takes messages, as far as we know."""
        known = self._known.get(user_id)
        return known is not None and known[2]

    async def set_dm(self, user_id: int, is_open: bool) -> None:
        known = self._known.get(user_id)
        if known is not None:
            if known[2] == is_open:
                return
            self._known[user_id] = (known[0], known[1], is_open, known[3])
        await self.store.set_dm(user_id, is_open)

    # --- settings and languages ---------------------------------------------------------------------------------

    def setting(self, user_id: int, name: str) -> Any:
        """A person's own setting, None when they have none."""
        return self._settings.get(user_id, {}).get(name)

    async def set_setting(self, user_id: int, name: str, value: Any) -> None:
        settings = self._settings.setdefault(user_id, {})
        settings[name] = value
        await self.store.set_user_settings(user_id, settings)

    def words(self, user_id: int) -> Words:
        """A person's words: the language they chose, else that of their Telegram."""
        chosen = self.setting(user_id, "language")
        if chosen in LANGUAGES:
            return words(str(chosen))
        known = self._known.get(user_id)
        return words(language_of(known[3] if known else None))

    async def chat_words(self, chat_id: int, speaker: int | None = None) -> Words:
        """A group's words: the language chosen for it, else that of the first person who spoke to the bot there."""
        if chat_id > 0:
            return self.words(chat_id)
        language = self._languages.get(chat_id)
        if language is None or (not language and speaker is not None):
            settings = await self.store.chat_settings(chat_id)
            language = str(settings.get("language", ""))
            if language not in LANGUAGES:
                if speaker is None:
                    self._languages[chat_id] = ""  # nobody has spoken there yet: asked once
                    return words("zh_Hans")
                language = self.words(speaker).language
                await self.store.set_chat_settings(
                    chat_id, str(settings.get("title", "")), {**settings, "language": language}
                )
            self._languages[chat_id] = language
        return words(language or "zh_Hans")

    async def set_chat_language(self, chat_id: int, language: str) -> None:
        settings = await self.store.chat_settings(chat_id)
        await self.store.set_chat_settings(chat_id, "", {**settings, "language": language})
        self._languages[chat_id] = language

    def moved(self, old: int, new: int) -> None:
        """A group got a new id."""
        if old in self._languages:
            self._languages[new] = self._languages.pop(old)
