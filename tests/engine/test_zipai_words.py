"""Everything that the character-card games can say has words in the three languages."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engine import Round, games

LOCALES = Path(__file__).parent.parent.parent / "bot" / "locales"
LANGUAGES = ("en", "zh_Hans", "zh_Hant")
SHOWN_OTHERWISE = {"deal", "hand", "pay", "show", "end"}
"""Events that no panel tells in words of their own."""
SHARED = {"win", "won.self", "won.discard"}
"""Words that stand in the bot's own catalogue for all games."""
SETS = ("chi", "peng", "kan", "jiang", "run", "mixed", "lay", "liang", "draw", "discard", "pass")
FACTS = ("table_xi", "own_xi", "stale", "dead_hand", "won.draw", "won.deal")
TYPES = ("pinghu", "zimo", "fangpao", "tianhu", "dihu", "sanlong")
SAID = {
    "paohuzi": {
        *(*SETS, *FACTS, "wei", "chouwei", "pao", "ti", "chouhu", "huang", "reason.hu"),
        *("honghu", "zhendian", "jiadian", "hongwu", "wuhu", "duidui", "da", "xiao", "pinghu"),
        *("tianhu", "tianhu35", "zimo", "haidi", "xi", "doubled", "base", "fan", "fans", "pay"),
    },
    "guilin": {
        *(*SETS, *FACTS, *TYPES, "sao", "guosao", "kaizhao", "saochuan", "xing"),
        *("hu", "zi", "bonus_zi", "flip", "fan", "unit", "discarder_pays"),
        *(f"reason.{t}" for t in TYPES),
    },
}


def catalogue(language: str, domain: str) -> set[str]:
    with (LOCALES / language / f"{domain}.po").open("rb") as source:
        return {str(m.id) for m in read_po(source) if m.id and m.string}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SAID))
def test_every_code_has_words(game, language):
    assert not SAID[game] - catalogue(language, game)
    assert {code.removeprefix("term.") for code in catalogue(language, "paiju")} >= SHARED


def codes_of(r: Round) -> set[str]:
    assert r.result is not None
    found = {f"reason.{t.reason}" for t in r.result.transfers}
    for sheet in r.result.sheets:
        found |= {sheet.label, f"won.{sheet.how}", *(name for name, _ in sheet.patterns)}
        found |= {step.key for step in sheet.steps} | {step.note for step in sheet.steps} - {"", "x", "+"}
    facts = games.get(r.game).facts
    for seat in (None, 0, 1, 2):
        shown = facts(r.view(seat))
        for fact in (*shown.table, *shown.own, *(f for seat_facts in shown.seats for f in seat_facts)):
            found.add(fact.code)
    return found


@pytest.mark.parametrize("game", sorted(SAID))
def test_what_play_says_is_in_the_list(game):
    rng = random.Random(1)
    said: set[str] = set()
    options = ({}, {"bonus": "plus1"}) if game == "guilin" else ({}, {"no_discard": "break_kan"})
    for number in range(500):
        r = Round.deal(game, options[number % 2], number.to_bytes(2, "big"), 0, carry={"huang": number % 3})
        said |= {e.kind for e in r.opening_events}
        while r.result is None:
            seat = min(r.prompts)
            said |= {a.kind for a in r.prompts[seat]}
            said |= {e.kind for e in r.act(seat, rng.choice(r.prompts[seat]))}
        said |= codes_of(r)
    assert len(said) > 25
    assert not said - SAID[game] - SHOWN_OTHERWISE - SHARED
