"""The rule cases of Nantong changpai, and that unknown words are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cases import check
from engine.games.nantong.cases import KINDS

CASES = json.loads((Path(__file__).parent.parent / "cases" / "nantong.json").read_text(encoding="utf-8"))


def test_every_case() -> None:
    differences = [d for _, found in check(CASES) for d in found]
    assert differences == []
    assert {case["kind"] for case in CASES["cases"]} == set(KINDS)


BAD: list[tuple[str, dict[str, Any]]] = [
    ("group_value", {"form": "peng", "tile": "2m", "flips": ["2s", "3m"], "colour": 1}),
    ("group_value", {"form": "chi", "tile": "2m", "flips": ["2s", "3m"]}),
    ("group_value", {"form": "peng", "tile": "0m", "flips": ["2s", "3m"]}),
    ("settle", {"raw": [1, 2, 3], "opts": {"angang_visible": False}}),
    ("settle", {"raw": [1, 2, 3], "opts": {"tianhu_is_zimo": 1}}),
    ("waits", {"concealed": ["1m"], "melds": [{"type": "peng", "tile": "1s", "from": 2}]}),
]


@pytest.mark.parametrize(("kind", "given"), BAD)
def test_unknown_words_are_refused(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        KINDS[kind](given)


def test_not_a_winning_hand() -> None:
    """NT-7: then no other key is given."""
    players = [{"concealed": ["1m"] * 2 + ["2m"] * 20}, {"concealed": []}, {"concealed": []}]
    given = {"flips": ["2s", "3m"], "players": players, "winner": 0, "ctx": {"source": "self", "tile": "9p"}}
    assert KINDS["hand"](given) == {"error": "not a winning hand"}


def test_drawn_hand() -> None:
    """NT-48: totals and net alone."""
    players = [{"concealed": ["H"] * 3}, {"concealed": ["2m"] * 3}, {"concealed": []}]
    assert KINDS["hand"]({"flips": ["3p", "Q"], "players": players}) == {
        "totals": [20, 10, 0],
        "net": [30, 0, -30],
    }


def test_nothing_doubles_a_drawn_hand() -> None:
    """NT-48: no doubles, 三老聚会 of NT-O4 neither."""
    players = [{"concealed": [*"HHHBBBQQQ"]}, {"concealed": ["2m"] * 3}, {"concealed": []}]
    given = {"flips": ["3p", "4m"], "players": players, "opts": {"sanlao_for_losers": True}}
    assert KINDS["hand"](given) == {"totals": [30, 10, 0], "net": [50, -10, -40]}


def test_turn_of_a_locked_seat() -> None:
    """NT-26: a win, and the drawn card; no kong even with four in hand."""
    player = {
        "concealed": [f"{r}{s}" for s in "ms" for r in range(1, 10)] + ["7p", "8p", "H", "H"],
        "baoting": True,
    }
    assert KINDS["turn"]({"player": player, "drawn": "9p", "stock_left": 5}) == {
        "options": [["hu", "9p"], ["discard_only", "9p"]]
    }


def test_claims_on_an_empty_stock() -> None:
    """NT-27: a pong, no kong; NT-26: nothing for a locked seat."""
    players = [
        {"concealed": []},
        {"concealed": ["9p"] * 3 + ["1m"]},
        {"concealed": ["9p"] * 3 + ["1m"], "baoting": True},
    ]
    given = {"players": players, "discarder": 0, "tile": "9p"}
    assert KINDS["claims"]({**given, "stock_left": 0}) == {"ladder": [["peng", 1]]}
    assert KINDS["claims"]({**given, "stock_left": 1}) == {"ladder": [["minggang", 1], ["peng", 1]]}
