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
