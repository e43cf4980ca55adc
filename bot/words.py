"""Words in the language of the person or group: gettext catalogues, one domain for the bot and one for each game.

``bot/locales/<language>/paiju.po`` has sentences, keyed by the English one; ``<game>.po`` has the game's terms,
keyed by the code that the engine uses.
"""

from __future__ import annotations

import html
import io
import unicodedata
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

LANGUAGES = ("zh_Hans", "zh_Hant", "en")
LANGUAGE_NAMES = {"zh_Hans": "简体中文", "zh_Hant": "繁體中文", "en": "English"}
TELEGRAM_CODES = {"zh_Hans": "zh", "zh_Hant": "zh-hant", "en": "en"}
"""How Telegram names the languages; command descriptions take two-letter codes only, so zh-hant is set for people
alone."""
DOMAIN = "paiju"
LOCALES = Path(__file__).parent / "locales"


@cache
def catalogue(language: str, domain: str) -> NullTranslations:
    """The catalogue of a language and domain, compiled in memory; an empty one where there is none."""
    path = LOCALES / language / f"{domain}.po"
    if not path.exists():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as source:
        messages = read_po(source, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)


class Words:
    """Everything the bot says, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"

    def __call__(self, text: str, /, **values: Any) -> str:
        """A sentence of the bot, its braces filled from ``values`` as they are (escape names first)."""
        said = catalogue(self.language, DOMAIN).gettext(text)
        return said.format(**values) if values else said

    def term(self, game: str, code: str) -> str:
        """A word of a game; words that all games share stand in the bot's catalogue as ``term.<code>``."""
        said = catalogue(self.language, game).gettext(code)
        if said != code:
            return said
        shared = f"term.{code}"
        said = catalogue(self.language, DOMAIN).gettext(shared)
        return said if said != shared else code


@cache
def words(language: str) -> Words:
    """The words of a language; English for one we do not have."""
    return Words(language)


def language_of(code: str | None) -> str:
    """Our language for a Telegram ``language_code``."""
    code = (code or "").lower().replace("_", "-")
    if not code.startswith("zh"):
        return "en"
    return "zh_Hant" if any(part in code for part in ("hant", "tw", "hk", "mo")) else "zh_Hans"


NAME_LENGTH = 16


def clean_name(name: str) -> str:
    """A person's name without what breaks a line: control and direction marks, line ends, more than
    :data:`NAME_LENGTH` characters. Never empty."""
    kept = "".join(
        c
        for c in unicodedata.normalize("NFC", name)
        if unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
    )
    kept = " ".join(kept.split())
    return (kept[: NAME_LENGTH - 1] + "…" if len(kept) > NAME_LENGTH else kept) or "?"


def capital(text: str) -> str:
    """As a button or a sentence begins."""
    return text[:1].upper() + text[1:]


def esc(text: object) -> str:
    """Text for HTML."""
    return html.escape(str(text), quote=False)
