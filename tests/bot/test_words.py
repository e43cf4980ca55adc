"""Languages: nothing is missing, nothing is left in English, placeholders are the same everywhere."""

from __future__ import annotations

import ast
import string
from dataclasses import fields
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.words import LANGUAGES, LOCALES, clean_name, language_of, words
from engine import games

ROOT = Path(__file__).parent.parent.parent
SPEAKING = {"words", "Refusal", "said", "own", "close", "closed", "sentence"}
"""Calls whose string arguments are sentences of the catalogue."""


def sentences() -> set[str]:
    """Every sentence that the bot's code says."""
    found: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in SPEAKING:
                for argument in node.args:
                    parts = [argument] if isinstance(argument, ast.Constant) else list(ast.walk(argument))
                    found |= {p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}
    from bot.presenter import MISSING

    found |= set(MISSING.values())
    return {s for s in found if " " in s or s.isalpha()} - set(LANGUAGES)


def catalogue(language: str, domain: str) -> dict[str, str]:
    with (LOCALES / language / f"{domain}.po").open("rb") as source:
        return {str(m.id): str(m.string) for m in read_po(source) if m.id}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_is_in_every_catalogue(language: str) -> None:
    said = sentences()
    assert len(said) > 80
    have = catalogue(language, "paiju")
    assert not {s for s in said if not have.get(s)}


@pytest.mark.parametrize("domain", ["paiju", *games.ids()])
def test_the_three_catalogues_have_the_same_entries_and_placeholders(domain: str) -> None:
    reference = catalogue("en", domain)
    assert reference
    for language in LANGUAGES:
        have = catalogue(language, domain)
        assert have.keys() == reference.keys(), language
        for key, text in have.items():
            assert text.strip(), f"{language} {domain}: {key} is empty"
            assert placeholders(text) == placeholders(reference[key]), f"{language} {domain}: {key}"


@pytest.mark.parametrize("domain", ["paiju", *games.ids()])
def test_chinese_is_chinese(domain: str) -> None:
    english = catalogue("en", domain)
    allowed = {"AI", "OK"}
    for language in ("zh_Hans", "zh_Hant"):
        for key, text in catalogue(language, domain).items():
            letters = [c for c in text if c.isalpha()]
            if not letters or text in allowed:
                continue
            assert any("\u4e00" <= c <= "\u9fff" for c in text), f"{language} {domain}: {key} -> {text}"
            assert text != english[key], f"{language} {domain}: {key} is untranslated"


SIMPLIFIED_ONLY = "东车马鸟龙门问间闲顺战场张边对红点买卖龄开关汉无仅决时头见话说请让谁还这来过样实么头听写图"


def test_traditional_is_not_simplified() -> None:
    for domain in ["paiju", *games.ids()]:
        for key, text in catalogue("zh_Hant", domain).items():
            wrong = [c for c in text if c in SIMPLIFIED_ONLY and c not in "么"]
            assert not wrong, f"{domain}: {key} -> {text}: {wrong}"


@pytest.mark.parametrize("game", games.ids())
def test_every_option_and_value_has_words(game: str) -> None:
    spec = games.get(game)
    have = catalogue("zh_Hans", game)
    for field in fields(spec.options):
        assert have.get(f"option.{field.name}"), field.name
        for choice in field.metadata["choices"]:
            if isinstance(choice, str):
                assert have.get(f"option.{field.name}.{choice}"), (field.name, choice)
    for preset in spec.presets:
        assert have.get(f"preset.{preset}"), preset
    for key in ("game.name", "game.about", "game.rules"):
        assert have.get(key), key


def test_languages_from_telegram_codes() -> None:
    codes = ("zh-hans", "zh", "zh-CN", "zh_TW", "zh-hk", "zh-hant-MO", "en", "fr", None, "")
    expected = ["zh_Hans"] * 3 + ["zh_Hant"] * 3 + ["en"] * 4
    assert [language_of(code) for code in codes] == expected
    assert words("xx").language == "en"


def test_names_are_cleaned() -> None:
    assert clean_name("<x />") == "<x />"
    assert clean_name("a\u202eb\nc\u200b") == "abc"
    assert clean_name("\u202e\u200f") == "?"
    assert len(clean_name("长" * 80)) == 16
