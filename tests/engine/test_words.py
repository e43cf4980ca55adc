"""Every code that Nantong and three-player can emit has its word in all three languages."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest
from babel.messages.pofile import read_po

from ai.players import choose
from bot.words import DOMAIN, LANGUAGES, LOCALES, words
from engine import Round, games
from engine.games.nantong.scoring import BASE
from engine.games.three_player.cases import NAMES

from .mahjong_tables import random_step

GAMES = ("nantong", "three_player")
SETTING = {"x", "+", "="}
QUIET = {"deal", "hand", "draw", "pay", "end", "show"}
"""Events that a panel shows without a word."""
NAMED = {
    "nantong": {
        *BASE, "qinghu", "piaohu", "piaohu_double", "tazihu", "wenqian", "zimo", "after_kong", "edge", "menpiao",
        "sanlao", "tianhu", "dihu", "haidilao", "baoting", "won.initial", "won.self", "won.discard", "won.rob_kong",
        "reason.hu_difference", "lao_jiang", "flip", "exact", "set_hu", "raw_hu", "run", "identical", "pair",
    },
    "three_player": {
        *NAMES, "jihu", "false_chow", "false_pong", "put_fly", "redeem", "bonus", "reason.win", "reason.flies",
        "won.self", "won.discard", "won.rob_kong", "fly_as", "paid_fan", "run", "triplet", "pair",
    },
}  # fmt: skip
"""Codes that random play reaches too seldom to be met below."""


def entries(language: str, domain: str) -> set[str]:
    """The codes that have a text in a catalogue."""
    with (LOCALES / language / f"{domain}.po").open("rb") as source:
        return {str(message.id) for message in read_po(source, locale=language) if message.string}


def option_codes(game: str) -> set[str]:
    spec = games.get(game)
    found = {f"preset.{p}" for p in spec.presets}
    for field in fields(spec.options):
        found.add(f"option.{field.name}")
        found |= {f"option.{field.name}.{c}" for c in field.metadata["choices"] if isinstance(c, str)}
    return found


def codes_of_a_round(r: Any, step: Any) -> set[str]:
    """What one round says: actions, events, facts, phases of a result."""
    found: set[str] = set()

    def hear(events: Any) -> None:
        found.update(e.kind for e in events if e.kind not in QUIET)

    hear(r.opening_events)
    while r.result is None:
        for actions in r.prompts.values():
            found.update(a.kind for a in actions)
        for seat in (*range(r.seats), None):
            facts = r.spec.facts(r.view(seat))
            for fact in (*facts.table, *facts.own, *(f for seat_facts in facts.seats for f in seat_facts)):
                found.add(fact.code)
                found |= {fact.value} if isinstance(fact.value, str) else set()
        hear(step(r))
    for sheet in r.result.sheets:
        found |= {name for name, _ in sheet.patterns} | {s.key for s in sheet.steps}
        found |= {s.note for s in sheet.steps if s.note not in SETTING}
        found |= {f"won.{sheet.how}"} if sheet.how else set()
        found |= {sheet.label}
    found |= {f"reason.{t.reason}" for t in r.result.transfers}
    return found - {""}


def standard_step(r: Any) -> Any:
    seat = min(r.prompts)
    return r.act(seat, choose("standard", r.view(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_every_code_has_a_word(game: str) -> None:
    rng = random.Random(8)
    met = set(NAMED[game]) | {"game.name", "game.about", "game.rules"} | option_codes(game)
    for number in range(40):
        met |= codes_of_a_round(Round.deal(game, {}, bytes([number]), number % 3), lambda r: random_step(r, rng))
    for number in range(6):
        met |= codes_of_a_round(Round.deal(game, {}, bytes([number]), number % 3), standard_step)
    for language in LANGUAGES:
        own, shared = entries(language, game), entries(language, DOMAIN)
        assert sorted(code for code in met if code not in own and f"term.{code}" not in shared) == [], language


@pytest.mark.parametrize("game", GAMES)
def test_the_three_languages_differ(game: str) -> None:
    """A catalogue copied from another language would pass the test above."""
    texts = [words(language).term(game, "game.rules") for language in LANGUAGES]
    assert len(set(texts)) == 3
    assert all(len(text) < 2000 for text in texts)
