"""Small things that people read: what an action names, what is said once, what is right for every number."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.views import hand, log, result, scores
from bot.views import table as table_view
from bot.views import tiles as t
from bot.views.content import CAPTION, caption, plain_length
from bot.words import LANGUAGES, words
from engine import Action, Event, Result, Sheet, games
from engine.melds import Meld
from engine.results import Step
from engine.settlement import Transfer
from engine.tiles import pack, unpack
from storage import ScoreLine
from tests.pictures import scenes

from .stage import Stage, open_table


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


def test_a_hand_is_said_by_suits_with_the_drawn_tile_apart() -> None:
    game, own = games.get("sichuan"), words("zh_Hans")
    tiles = tuple(map(game.tiles.glyphs.index, ("五筒", "一万", "三万", "五筒", "二万")))
    assert t.hand(game, own, pack(tiles)) == "一二三万 五五筒"
    assert t.hand(game, own, pack(tiles), tiles[0]) == "一二三万 五筒 ┆ 五筒"
    assert t.hand(game, own, pack(tiles), game.tiles.glyphs.index("九条")) == "一二三万 五五筒", "gone already"


def test_a_meld_stands_in_brackets_and_equal_tiles_are_counted() -> None:
    game, own = games.get("nantong"), words("zh_Hans")
    first, second, third = map(game.tiles.glyphs.index, ("一万", "二万", "三万"))
    assert t.meld(game, own, Meld("kong", (first,) * 4)) == "[一万×4]"
    assert t.meld(game, own, Meld("run", (first, second, third))) == "[一万 二万 三万]"
    assert t.meld(game, own, Meld("kong", (-1,) * 4)) == "[▮ ▮ ▮ ▮]", "how many, not which"


def test_a_caption_has_as_many_of_the_newest_lines_as_it_takes() -> None:
    def lines(most: int) -> list[str]:
        return ["<b>head</b>", *(f"{number} <i>{'牌' * 290}</i>" for number in range(6 - most, 6))]

    text = caption(lines)
    assert [line.split()[0] for line in text.splitlines()] == ["<b>head</b>", "3", "4", "5"]
    assert plain_length(text) <= CAPTION < plain_length("\n".join(lines(4)))
    assert caption(lambda most: ["head", *("a" * 100 for _ in range(most))], 2).count("a" * 100) == 2


@pytest.mark.parametrize(("language", "label"), [("zh_Hans", "顿飞"), ("en", "Put out a fly")])
def test_a_fly_is_put_out_once(language: str, label: str) -> None:
    game = games.get("three_player")
    fly = game.tiles.glyphs.index("飞")
    assert hand.label(game, Action.of("put_fly", (fly,)), words(language)) == label
    assert log.lines(game, [Event("put_fly", 0, (fly,))], str, words(language)) == [f"0: {label}"]


def ended_with(game: str, *sheets: Sheet) -> Any:
    made = scenes.ended(game, 3)
    assert made.round is not None
    made.round.result = Result("win", tuple(s.seat for s in sheets), sheets, (), (0,) * made.spec.seats, 0)
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.ids())
def test_a_result_in_words_opens_every_hand(game: str, language: str) -> None:
    for made in (*(scenes.ended(game, seed) for seed in range(10)), *scenes.contested(game)):
        assert made.round is not None
        assert made.round.result is not None
        text = result.result(made, words(language)).text
        assert len(text) <= result.LIMIT
        view = made.round.view(None)
        scored = {sheet.seat for sheet in made.round.result.sheets}
        for seat in range(view.seats):
            opened = t.compact(made.spec, words(language), unpack(view.shown[seat]))
            assert f"<b>{made.name_of(seat)}</b>: {opened}" in text or seat in scored
            assert all(t.meld(made.spec, words(language), meld) in text for meld in view.melds[seat])


def test_a_result_that_is_too_long_loses_the_calculation_first(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet(0, "self", 0, -1, (("平胡", 1),), (Step("fan", 1, note="平胡"),), 3, 0, "平胡")
    made = ended_with("sichuan", sheet)
    whole = result.result(made, words("en")).text
    monkeypatch.setattr(result, "LIMIT", len(whole) - 1)
    without = result.result(made, words("en")).text
    assert "<blockquote" in whole
    assert "<blockquote" not in without
    assert f"<b>{made.name_of(1)}</b>: " in without
    monkeypatch.setattr(result, "LIMIT", len(without) - 1)
    assert f"<b>{made.name_of(1)}</b>: " not in result.result(made, words("en")).text


def test_a_result_in_words_says_who_pays_whom() -> None:
    """What is paid for the same reason is one sum; where nothing is paid nothing is said of it."""
    made = ended_with("sichuan", Sheet(0, "self", 0))
    assert "Payments" not in result.result(made, words("en")).text
    paid = (Transfer(2, 0, 3, "win"), Transfer(1, 0, 3, "win"), Transfer(2, 0, 2, "win"), Transfer(2, 0, 1, "kong"))
    made.round.result = replace(made.round.result, transfers=paid)
    told = result.result(made, words("en")).text.partition("Payments")[2].splitlines()[1:4]
    first, second, winner = (made.name_of(seat) for seat in (2, 1, 0))
    assert [line[: line.index("</b>")] for line in told] == [
        f"{first} → {winner}: <b>5", f"{second} → {winner}: <b>3", f"{first} → {winner}: <b>1",
    ]  # fmt: skip


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def test_a_result_in_words_ends_with_gains_scores_and_who_deals_next() -> None:
    made = ended_with("sichuan", Sheet(0, "self", 0))
    made.round.result = replace(made.round.result, net=(6, -6, 0, 0), next_dealer=1)
    made.scores = [106, -16, 0, -90]
    told = plain(result.result(made, words("en")).text).partition("Scores\n")[2].splitlines()
    assert told == ["小明: +6 → +106", "🎯 🤖2: -6 → -16", "阿强: 0 → 0", "Mei: 0 → -90"]


def test_a_panel_in_words_shows_what_everybody_sees_of_each_seat() -> None:
    made = scenes.played("sichuan", 40)
    assert made.round is not None
    made.scores = [10, -10, 0, 0]
    view = made.round.view(None)
    assert view.last is not None
    text = table_view.panel(made, words("en")).text
    head, *seats = plain(text).split("\n\n")[0:2]
    assert head == f"Sichuan mahjong · round 3 · wall {made.round.wall_left}"
    lines = seats[0].splitlines()
    named = [line for line in lines if "▮" in line]
    assert named == [
        f"{mark}{made.name_of(seat)} · ▮×{view.hand_sizes[seat]} · {score}"
        for seat, (mark, score) in enumerate((("", "+10"), ("▶️ ", "-10"), ("", "+0"), ("🎯 ", "+0")))
    ]
    assert lines[1].strip() == "[2B×3]"
    rivers = [line.split() for line in lines if line.startswith("  ") and "[" not in line]
    assert [len(river) for river in rivers] == [len(river) for river in view.rivers]
    assert rivers[1] == ["3C", "1D", "4D", "4C", "5D", "1B", "7C", "4D"]
    assert re.findall(r"<u><b>(.*?)</b></u>", text) == [rivers[view.last[1]][-1]], "the newest discard"
    assert "⏳ 🤖2 to play" in plain(text)


@pytest.mark.parametrize("private", [False, True])
def test_the_newest_of_what_has_happened_stands_below_the_table(private: bool) -> None:
    made = scenes.played("sichuan", 40, private=private)
    made.events = [Event("discard", number % 4, (number,)) for number in range(9)]
    said = words("zh_Hans")
    text = hand.content(made, 1, said, {}).text if private else table_view.panel(made, said).text
    told = [line for line in text.splitlines() if "打" in line]
    assert [plain(line).split()[-1] for line in told][-3:] == ["七万", "八万", "九万"]
    assert len(told) < 9
    if not private:
        assert "打" not in hand.content(made, 1, said, {}).text, "beside the group's panel it would be said twice"


@pytest.mark.parametrize(("game", "fact"), [("paohuzi", "your huxi on the table 6"), ("three_player", "Flies 2")])
def test_what_only_the_player_may_know_stands_with_the_hand(game: str, fact: str) -> None:
    made = scenes.played(game, 30)
    assert fact in hand.content(made, 1, words("en"), {}).text.splitlines()
    assert fact not in table_view.panel(made, words("en")).text


def test_a_panel_says_when_the_table_is_paused_or_somebody_wants_to_end_it() -> None:
    made = scenes.played("sichuan", 40)
    made.setup["paused"] = True
    made.votes.add(1)
    told = plain(table_view.panel(made, words("en")).text)
    assert "Paused" in told
    assert "to play" not in told
    assert "Votes to end this table (/endgame): 1" in told


def test_a_void_suit_stands_with_the_hand_that_may_have_it() -> None:
    made = scenes.ended("sichuan", 3)
    made.round.voids = (0, 1, 2, 1)  # type: ignore[union-attr]
    told = result.result(made, words("zh_Hans")).text.splitlines()
    assert [line.rsplit(" · ")[-1] for line in told if line.startswith("<b>")] == [f"定缺 {s}" for s in "万筒条筒"]


def test_a_label_that_is_how_it_was_won_is_not_said_again() -> None:
    made = scenes.ended("sichuan", 3)
    head = result.sheet_head(made, Sheet(0, "self", 0, label="自摸"), words("zh_Hans"))
    assert head.count("自摸") == 1
    assert "对对胡" in result.sheet_head(made, Sheet(0, "self", 0, label="对对胡"), words("zh_Hans"))


def test_patterns_are_said_once() -> None:
    steps = (Step("fan", 2, note="对对胡"), Step("fan", 1, note="杠"), Step("points", 3))
    sheet = Sheet(0, "discard", 0, 1, (("对对胡", 2), ("杠", 1)), steps, 3, 0, "对对胡")
    made = ended_with("sichuan", sheet)
    assert result.result(made, words("en")).text.count("All triplets 2") == 1
    uncounted = result.sheet_lines(made, made.round.result, sheet, words("en"), counted=False)
    assert uncounted[-1].strip() == "All triplets 2 + Kong 1"


def test_a_pattern_that_the_calculation_does_not_name_has_its_own_line() -> None:
    sheet = Sheet(0, "self", 0, -1, (("对对胡", 2), ("杠", 1)), (Step("fan", 2, note="对对胡"), Step("points", 3)), 3)
    told = result.result(ended_with("sichuan", sheet), words("en")).text.splitlines()
    assert "All triplets 2 + Kong 1" in [line.strip() for line in told]


def test_english_is_right_for_one() -> None:
    said = words("en")
    assert said("{count} tiles left", count=1) == "wall 1"
    assert said("{count} live tiles", count=1) == "live tiles: 1"
    assert said.term("sichuan", "step.points").format(value=1) == "→ points 1"


@pytest.mark.parametrize("private", [False, True])
def test_what_the_table_shows_is_not_logged_as_well(private: bool) -> None:
    made = scenes.played("nantong", 0, private=private)
    assert made.round is not None
    made.events = list(made.round.opening_events)
    said = words("zh_Hans")
    text = hand.content(made, 0, said, {}).text if private else table_view.panel(made, said).text
    assert text.count("翻将") == 1
    assert log.lines(made.spec, made.events, made.name_of, said), "without the fact it is told"


def test_medals_are_for_scores_above_zero() -> None:
    lines = [ScoreLine(1, 1, "A", 5, 1, 1), ScoreLine(2, 2, "B", 0, 1, 0), ScoreLine(3, 3, "C", -5, 1, 0)]
    told = scores.leaderboard(-1, lines, 3, 0, None, words("en")).text.splitlines()[2:]
    assert [line.split()[0] for line in told] == ["🥇", "2.", "3."]
    tied = [ScoreLine(1, 1, "A", 7, 1, 1), ScoreLine(1, 2, "B", 7, 1, 1)]
    assert scores.leaderboard(-1, tied, 2, 0, None, words("en")).text.count("🥇") == 2
    below = [ScoreLine(1, 1, "A", -32, 1, 0), ScoreLine(1, 2, "B", -32, 1, 0)]
    assert scores.leaderboard(-1, below, 2, 0, below[0], words("en")).text.count("🥇") == 0


async def test_hand_and_back_are_answered_in_the_group(on_stage: Stage) -> None:
    people = await on_stage.world.people("Alice", "Bob", language_code="en")
    group = await on_stage.world.group("Friends", people)
    await open_table(on_stage, group, people, "sichuan")
    await people[1].write(group, "/hand")
    await group.wait_for_text("Bob: your hand is in your private chat.")
    await people[1].write(group, "/leave")
    await group.wait_for_text("Bob has left the table")
    await people[1].write(group, "/back")
    await group.wait_for_text("Bob: Welcome back.")
