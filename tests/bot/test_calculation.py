"""Calculations as people read them: a sum looks like one, a factor like one, and the end says who gets what."""

from __future__ import annotations

import re
from itertools import pairwise
from math import prod

import pytest

from bot.pictures import Chip
from bot.views import calculation, result
from bot.views.scene import result_scene
from bot.words import LANGUAGES, words
from engine import Result, Sheet, games
from engine.results import Step
from engine.settlement import Transfer
from tests.pictures import scenes


def told(game: str, sheet: Sheet, paid: tuple[Transfer, ...] = (), language: str = "zh_Hans", **facts: object) -> str:
    ended = Result("win", (sheet.seat,), (sheet,), paid, (0,) * games.get(game).seats, 0, facts=facts)
    return "\n".join(calculation.lines(games.get(game), words(language), sheet, ended))


def three_pay(amount: int, reason: str = "win", seats: int = 4) -> tuple[Transfer, ...]:
    return tuple(Transfer(seat, 0, amount, reason) for seat in range(1, seats))


SICHUAN = Sheet(
    0,
    "self",
    steps=(Step("fan", 2, note="对对胡"), Step("fan", 1, note="杠"), Step("points", 3), Step("base", 1)),
    points=9,
)


def test_sichuan_ends_with_what_everybody_pays_together() -> None:
    assert told("sichuan", SICHUAN, three_pay(3)) == "对对胡 2 番 + 杠 1 番 → 3 分 × 底分 1 → 3 家共收 9"
    assert told("sichuan", SICHUAN, three_pay(3), "zh_Hant").endswith("3 家共收 9")
    english = "All triplets 2 fan + Kong 1 fan → points 3 × base 1 → collects 9 from 3 players"
    assert told("sichuan", SICHUAN, three_pay(3), "en") == english


def test_one_payer_is_not_several() -> None:
    assert told("sichuan", SICHUAN, (Transfer(2, 0, 9, "win"), Transfer(1, 0, 1, "kong"))).endswith("→ 共收 9")
    assert told("sichuan", SICHUAN, (Transfer(2, 0, 9, "win"),), "en").endswith("collects 9 in all")


def test_who_left_early_and_forfeits_does_not_collect() -> None:
    assert told("sichuan", SICHUAN, (), forfeited=(0,)).endswith("提前离开，9 分不收")


def test_a_factor_after_a_sum_multiplies_all_of_it() -> None:
    kind = games.get("guilin").tiles.glyphs.index
    steps = (
        Step("sao", 3, (kind("三"),) * 3), Step("run", 0, tuple(map(kind, "四五六"))), Step("hu", 12), Step("zi", 2),
        Step("flip", 5, (kind("玖"),), "+"), Step("flip", 4, (kind("伍"),), "+"), Step("xing", 9, note="+"),
        Step("fan", 2, note="zimo"), Step("unit", 22),
    )  # fmt: skip
    line = told("guilin", Sheet(0, "self", steps=steps, points=44), three_pay(22, "zimo", 3))
    assert line == (
        "扫 [三×3] 3 + 顺 [四 五 六] 0 = 胡数 12 → (2 子 + 翻 玖 5 醒 + 翻 伍 4 醒) × 自摸 2 番 = 每家 22 → 2 家共收 44"
    )


def test_a_factor_of_one_set_multiplies_that_set_alone() -> None:
    kind = games.get("nantong").tiles.glyphs.index
    steps = (
        Step("run", None, tuple(map(kind, ("一万", "二万", "三万")))), Step("pong", 2, (kind("九条"),) * 3),
        Step("lao_jiang", 2, (), "x"), Step("flip", 2, (kind("白"),), "x"), Step("set_hu", 8, (), "="),
        Step("pong", 2, (kind("二饼"),) * 3), Step("base_hu", 10, (), "="), Step("zimo", 10, (), "+"),
        Step("sanlao", 2, (), "x"), Step("raw_hu", 40, (), "="), Step("rounded", 40, (), "="),
    )  # fmt: skip
    line = told("nantong", Sheet(0, "self", steps=steps, points=40))
    assert line == (
        "顺子 [一二三万]\n"
        "碰 [九条×3] 2 × 老将 2 × 翻将 白 2 + 碰 [二饼×3] 2 = (底胡 10 + 自摸 10) × 三老聚会 2 = 合计 40 "
        "→ 进到整十 → 计 40 胡"
    )


def test_paohuzi_names_the_product() -> None:
    kind = games.get("paohuzi").tiles.glyphs.index
    steps = (
        Step("kan", 6, (kind("拾"),) * 3), Step("xi", 22), Step("base", 3), Step("zimo", 1, note="+"),
        Step("fan", 8, note="xiao"), Step("fan", 2, note="honghu"), Step("haidi", 2, note="+"),
        Step("fans", 12, note="x"), Step("pay", 48),
    )  # fmt: skip
    line = told("paohuzi", Sheet(0, "self", steps=steps, points=96), three_pay(48, "hu", 3))
    assert line == (
        "坎 [拾×3] 6 = 胡息 22 → 底 3 + 自摸 1 · 小字胡 8 番 + 红胡 2 番 + 海底胡 2 番 · 共 12 番 · "
        "底 × 番 = 每家付 48 → 2 家共收 96"
    )


def test_three_player_multiplies_base_and_shares() -> None:
    steps = (
        Step("spring", 1, (), "+"), Step("self_draw", 1, (), "+"), Step("total_fan", 2, (), "="),
        Step("base", 1, (), "x"), Step("shares", 4, (), "x"), Step("winnings", 8, (), "="),
    )  # fmt: skip
    line = told("three_player", Sheet(0, "self", steps=steps, points=8), three_pay(4, "win", 3), "en")
    assert line == "Spring 1 + Self-draw 1 → 2 fan × base 1 × shares 4 → collects 8 from 2 players"


def test_patterns_that_double_are_shown_as_factors() -> None:
    made = scenes.ended("nantong", 1)
    sheet = Sheet(0, "self", patterns=(("zimo", 10), ("sanlao", 2)), steps=(Step("sanlao", 2, (), "x"),))
    assert result.patterns(made, sheet, words("zh_Hans")) == "自摸 10 · 三老聚会 ×2"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.ids())
def test_real_rounds_are_told_in_words_without_codes_or_templates(game: str, language: str) -> None:
    for made in (*(scenes.ended(game, seed) for seed in range(20)), *scenes.contested(game)):
        assert made.round is not None
        assert made.round.result is not None
        for sheet in made.round.result.sheets:
            lines = calculation.lines(made.spec, words(language), sheet, made.round.result)
            for line in lines:
                assert not re.search(r"[{}&–_]|step\.|sheet\.", line), line
                assert line[0] not in "+×=→·", line
                assert "  " not in line, line
            if sheet.steps:
                assert str(sheet.points) in lines[-1]


@pytest.mark.parametrize("game", games.ids())
def test_sums_and_products_of_real_rounds_are_right(game: str) -> None:
    """Every ``a + b × c = d`` of a line comes to ``d`` (→ is worth, not equal)."""
    checked = 0
    for made in (*(scenes.ended(game, seed) for seed in range(60)), *scenes.contested(game)):
        assert made.round is not None
        assert made.round.result is not None
        for sheet in made.round.result.sheets:
            said = calculation.lines(made.spec, words("zh_Hans"), sheet, made.round.result)
            for chain in re.split(r" → | · ", said[-1] if said else ""):
                sides = chain.split(" = ")
                if len(sides) > 1 and not sides[0].startswith("底 ×"):
                    for one, other in pairwise(sides):
                        assert _value(one) == _first(other), chain
                        checked += 1
    assert checked or game in ("sichuan", "three_player")


def _value(side: str) -> int:
    side = re.sub(r"\[[^]]*\]", "", side)
    if side.startswith("("):
        inner, _, rest = side[1:].partition(")")
        return _value(inner) * prod(_number(x) for x in rest.split(" × ")[1:])
    return sum(prod(_number(x) for x in term.split(" × ")) for term in side.split(" + "))


def _number(text: str) -> int:
    return int(re.findall(r"\d+", text)[-1])


def _first(side: str) -> int:
    """The number that an outcome begins with, before what is added to it."""
    return _number(re.split(r" \+ | × |\)", side)[0])


def test_the_picture_shows_the_same_in_chips() -> None:
    def chips(game: str) -> list[tuple[Chip, ...]]:
        scenes_of = (result_scene(made, words("zh_Hans")) for made in scenes.contested(game))
        return [end.chips for scene in scenes_of for end in scene.ends if end.winner]

    for worth in chips("guilin"):
        assert any(chip.label.startswith("胡数") for chip in worth)
        assert not any("每家" in chip.label for chip in worth)
    for worth in chips("sichuan"):
        assert worth
        assert all(chip.value for chip in worth)


def test_payments_of_a_caption_stand_together_where_they_are_the_same() -> None:
    made = scenes.ended("sichuan", 0)
    paid = (*three_pay(3), *three_pay(1, "kong"), Transfer(2, 1, 16, "huazhu"))
    ended = Result("win", (0,), (), paid, (12, 12, -20, -4), 0)
    assert result.shared_payments(made, ended, words("en")) == [
        "🤖2, 阿强, Mei → 小明: <b>3</b> each, win",
        "🤖2, 阿强, Mei → 小明: <b>1</b> each, kong",
        "阿强 → 🤖2: <b>16</b> three suits",
    ]
