"""Rule cases of Paohuzi and Guilin zipai (tests/cases/*.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import games

CASES = Path(__file__).parent.parent / "cases"
ALL = [
    pytest.param(game, case, id=case["id"])
    for game in ("paohuzi", "guilin")
    for case in json.loads((CASES / f"{game}.json").read_text(encoding="utf-8"))["cases"]
]


def in_any_order(value: Any) -> Any:
    """Ways to eat compare as sets, and so do the further sets of each."""
    return sorted((eaten, sorted(further)) for eaten, further in value)


@pytest.mark.parametrize(("game", "case"), ALL)
def test_case(game: str, case: dict[str, Any]):
    answer = json.loads(json.dumps(games.get(game).case_kinds[case["kind"]](case["input"])))
    for key, wanted in case["expected"].items():
        got = answer[key]
        if case["kind"] == "chi" and key == "options":
            got, wanted = in_any_order(got), in_any_order(wanted)
        assert got == wanted, key


def test_ladder_cases_may_show_more_than_four_of_a_kind():
    """Section 0.8: seats are written independently, so two may hold a pair of the card, or a fourth beside a 碰."""
    chi = [{"type": "chi", "cards": ["x7", "x8", "x9"]}] * 4
    pair = {"hand": ["x6", "x6", "D1", "D1", "D8", "D8", "D10", "x3"], "melds": chi}
    event = {"type": "discard", "seat": 0, "card": "x6"}
    for game, four in (("paohuzi", "pao"), ("guilin", "kaizhao")):
        run = games.get(game).case_kinds["ladder"]
        assert run({"players": [pair, pair, pair], "event": event})["ladder"][:2] == [["peng", 1], ["peng", 2]]
        melds = [{"type": "peng", "cards": ["x6"] * 3}, *chi[:3]]
        single = {"hand": ["x6", "D1", "D1", "D8", "D8", "D10", "x3", "x3"], "melds": melds}
        drawn = {**event, "type": "draw"}
        other = {"hand": ["D4"] * 2, "melds": chi}
        assert run({"players": [other, single, other], "event": drawn})["ladder"] == [[four, 1]]
