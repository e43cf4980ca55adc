"""Small things that people read: what an action names, what is said once, what is right for every number."""

from __future__ import annotations

import pytest

from bot.views import hand, log
from bot.words import words
from engine import Action, Event, games


@pytest.mark.parametrize(
    ("language", "label", "logged"),
    [
        ("zh_Hans", "定缺 筒", "定缺 筒 筒 万 条"),
        ("zh_Hant", "定缺 筒", "定缺 筒 筒 萬 條"),
        ("en", "Void suit dots", "Void suits dots dots characters bamboos"),
    ],
)
def test_a_void_suit_is_a_suit_and_no_tile(language: str, label: str, logged: str) -> None:
    game, own = games.get("sichuan"), words(language)
    assert hand.label(game, Action.of("void", (9,)), own) == label
    assert log.lines(game, [Event("voids", -1, (9, 9, 0, 18))], str, own) == [logged]
    assert "1" in hand.label(game, Action.of("pong", (9, 9)), words("en")), "elsewhere a tile is a tile"


@pytest.mark.parametrize(("language", "label"), [("zh_Hans", "顿飞"), ("en", "Put out a fly")])
def test_a_fly_is_put_out_once(language: str, label: str) -> None:
    game = games.get("three_player")
    fly = game.tiles.glyphs.index("飞")
    assert hand.label(game, Action.of("put_fly", (fly,)), words(language)) == label
    assert log.lines(game, [Event("put_fly", 0, (fly,))], str, words(language)) == [f"0: {label}"]
