"""Case files that make no sense: every bad case differs, the others are still asked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cases import check
from engine.games.paohuzi.cases import KINDS

GOOD = {"kind": "kong", "input": {"kong": "kong", "seat": 1, "from": 3}, "expected": {"payments": [0, 1, 0, -1]}}

BAD: list[Any] = [
    None,
    1,
    "score",
    {**GOOD, "kind": []},
    {**GOOD, "input": None},
    {**GOOD, "input": {**GOOD["input"], "from": 10**30}},  # type: ignore[dict-item]
    {**GOOD, "expected": None},
    {**GOOD, "expected": {}},
    {**GOOD, "expected": 5.0},
    {**GOOD, "expected": "payments"},
    {**GOOD, "clauses": [None], "expected": {"payment": []}},
    {**GOOD, "remark": "no such key"},
]


@pytest.mark.parametrize("case", BAD)
def test_a_bad_case_differs(case: Any) -> None:
    good = {**GOOD, "id": "good"}
    found = dict(check({"game": "sichuan", "cases": [case, good]}))
    assert found.pop("good") == []
    assert [len(differences) for differences in found.values()] == [1]


@pytest.mark.parametrize("document", [[], 5, {}, {"game": "sichuan"}, {"game": "sichuan", "cases": {}}])
def test_no_case_file(document: Any) -> None:
    with pytest.raises(ValueError, match="not a case file"):
        list(check(document))


def test_sets_within_sets_have_no_order() -> None:
    """PH-25: neither the options of an eating nor the sets laid with it have an order in a case."""
    given = {"hand": ["x1", "x2", "x2", "x3", "x3", "x4", "x7", "x10"], "card": "x2"}
    answer = KINDS["chi"](given)["options"]
    assert any(len(further) == 2 for _, further in answer)
    turned = [[eaten, further[::-1]] for eaten, further in reversed(answer)]
    case = {"id": "a", "kind": "chi", "input": given, "expected": {"options": turned}}
    short = {**case, "id": "b", "expected": {"options": turned[1:]}}
    found = dict(check({"game": "paohuzi", "cases": [case, short]}))
    assert (found["a"], len(found["b"])) == ([], 1)
