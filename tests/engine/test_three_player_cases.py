"""The rule cases of three-player mahjong, and clauses that the files do not reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cases import check
from engine.games.three_player.cases import KINDS, meld_of, tiles_of

CASES = json.loads((Path(__file__).parent.parent / "cases" / "three_player.json").read_text(encoding="utf-8"))


def test_every_case() -> None:
    differences = [d for _, found in check(CASES) for d in found]
    assert differences == []
    assert {case["kind"] for case in CASES["cases"]} == set(KINDS)


BAD: list[tuple[str, dict[str, Any]]] = [
    ("bonus", {"seat": 0, "bonus": "f9"}),
    ("bonus", {"seat": 0, "bonus": "f1", "wind": 1}),
    ("kong", {"tile": "E", "hand": "EX"}),
    ("redeem", {"meld": "pon:E", "drawn": "E", "opts": {"redeem": "never"}}),
    ("redeem", {"meld": "chi:357p", "drawn": "5p"}),
    ("settle", {"result": {"type": "win", "winner": 1, "pay_fan": 5, "by": "discard"}}),
    ("resolve", {"discarder": 0, "claims": {"1": "hu"}}),
    ("dealer", {"dealer": 0, "result": {"type": "abandoned"}}),
]


@pytest.mark.parametrize(("kind", "given"), BAD)
def test_unknown_words_are_refused(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        KINDS[kind](given)


def test_tile_text() -> None:
    assert tiles_of("123p 55p EEE CJ") == [0, 1, 2, 4, 4, 9, 9, 9, 13, 16]
    assert tiles_of("f4 a1 c c") == [20, 25, 29, 29]


def test_false_chow_keeps_the_place_of_its_fly() -> None:
    assert meld_of("chi:345p-3").tiles == (16, 3, 4)
    assert meld_of("chi:345p-4").tiles == (2, 16, 4)
    assert meld_of("chi:345p-5").tiles == (2, 3, 16)


def score(concealed: str, win: str, by: str = "self", melds: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    opts = more.pop("opts", {})
    return KINDS["score"](
        {
            "concealed": concealed,
            "win": win,
            "melds": list(melds),
            "by": by,
            "ctx": {"seat": 1, "bonus": "a1", **more},
            "opts": opts,
        }
    )


def test_fifth_copy() -> None:
    """TP-26: a fly may be a fifth copy: E E E E J is a triplet and the pair."""
    made = score("EEEE J 123p 456p 78p", "9p", "discard")
    assert made["shape"]
    assert ["三个东", 1] in made["fans"]


def test_flies_alone_as_a_set_and_as_the_pair() -> None:
    """TP-26: JJJ is any triplet, JJ any pair."""
    assert score("123p 456p 789p 5p JJJ", "5p")["limits"] == []
    assert score("123p 456p 789p NN J J", "N")["shape"]


def test_small_four_winds_and_all_honours() -> None:
    """TP-46, TP-48: limits are listed together and do not add."""
    made = score("EEE SSS WWW N CCC", "N", "discard")
    assert sorted(made["limits"]) == ["全大炮", "小四喜"]
    assert (made["fan"], made["pay_fan"]) == (10, 20)


def test_four_concealed_kongs() -> None:
    """TP-49, TP-50: 暗杠 keep the hand closed."""
    made = score("9p", "9p", melds=("ankong:1p", "ankong:3p", "ankong:5p", "ankong:N"))
    assert set(made["limits"]) == {"十八罗汉", "坎坎胡"}


def test_terminals_with_dragons() -> None:
    """TP-62: all honours by default, winds alone with the option."""
    hand = ("111p 999p EEE C", "C", "discard", ("pon:N",))
    assert ["幺九筒", 2] in score(*hand)["fans"]
    assert ["幺九筒", 2] not in score(*hand, opts={"yaojiu_honours": "winds"})["fans"]


def test_pinghu_comes_before_all_dots_of_the_same_sum() -> None:
    """TP-58, TP-66: 111222333p as runs."""
    made = score("111222333p 567p 9p", "9p", "discard")
    assert made["fans"] == [["猫", 1], ["平胡", 4]]


def test_inclusive_pinghu() -> None:
    """TP-65: value − 1 and the win fan beside it."""
    made = score("123p 456p 789p 234p 5p", "5p", "discard", opts={"value_style": "inclusive"})
    assert made["fans"] == [["猫", 1], ["平胡", 3], ["吃胡", 1]]


def test_dunfei_replacement_with_the_option() -> None:
    """TP-60."""
    hand = ("123p 456p 789p EEE 5p", "5p")
    with_option = score(*hand, replacement="dunfei", dunfei=1, opts={"dunfei_is_flower_draw": True})
    assert ["花上自摸", 2] in with_option["fans"]
    assert ["花上自摸", 2] not in score(*hand, replacement="dunfei", dunfei=1)["fans"]


def test_claimed_tile_in_a_pair_with_a_fly_but_also_elsewhere() -> None:
    """TP-27: another reading keeps the claimed tile out of that pair: 4–J–6 and 55."""
    assert score("123p 456p 789p NNN J", "5p", "discard")["shape"]
    assert not score("123p 456p 789p NNN J", "S", "discard")["shape"]
    assert score("123p 456p 789p NN JJ", "S", "discard")["shape"]  # NN and S J J


def test_pure_nine_gates() -> None:
    """TP-44: with the option the thirteen tiles before the win must be the pattern; a fly may fill it."""
    pure = {"nine_gates_pure_only": True}
    assert "九子连环" in score("1112345678999p", "5p", opts=pure)["limits"]
    assert "九子连环" in score("111234567899p J", "3p", "discard", opts=pure)["limits"]
    assert "九子连环" not in score("1112344567899p", "9p", opts=pure)["limits"]
    assert "九子连环" in score("1112344567899p", "9p")["limits"]


@pytest.mark.parametrize(("tie", "winner"), [("nearest", 2), ("farthest", 0)])
def test_false_pongs_around_the_table(tie: str, winner: int) -> None:
    """TP-21."""
    given = {"discarder": 1, "claims": {"0": "falsepon", "2": "falsepon"}, "opts": {"false_pon_tie": tie}}
    assert KINDS["resolve"](given) == {"winners": [winner]}


def test_true_pong_before_false_and_both_before_chow() -> None:
    """TP-20, TP-21."""
    resolve = KINDS["resolve"]
    assert resolve({"discarder": 0, "claims": {"1": "falsepon", "2": "pon"}}) == {"winners": [2]}
    assert resolve({"discarder": 0, "claims": {"1": "chi", "2": "falsepon"}}) == {"winners": [2]}
    assert resolve({"discarder": 0, "claims": {"1": "falsechi", "2": "kong"}}) == {"winners": [2]}


def test_only_the_next_seat_chows_and_only_dots() -> None:
    """TP-13, TP-23."""
    claims = KINDS["claims"]
    hand = {"hand": "4p 6p J E S", "tile": "5p"}
    assert claims({**hand, "is_next": False}) == {"claims": []}
    assert claims({**hand, "is_next": True, "wall_left": 0}) == {"claims": []}
    assert claims({**hand, "is_next": True, "opts": {"max_flies_in_chi": 0}}) == {"claims": ["chi:456p"]}
    assert claims({"hand": "E W J", "tile": "S", "is_next": True}) == {"claims": []}
