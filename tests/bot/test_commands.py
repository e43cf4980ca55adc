"""Commands in groups and in private, and the languages they answer in."""

from __future__ import annotations

import random

import pytest

from .stage import Stage, friends, open_table, until

rng = random.Random(8)


async def test_languages_of_person_and_group(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_button("Start")
    await alice.write(group, "/language")
    choose = await group.wait_for_button("繁體中文")
    await alice.tap(choose, "繁體中文")
    await group.wait_for_button("▶️ 開始")
    await alice.start()
    await alice.write(None, "/language")
    mine = await alice.dm.wait_for_button("简体中文")
    await alice.tap(mine, "简体中文")
    await alice.dm.wait_for_text("已切换为简体中文")
    assert on_stage.desk.people.words(alice.id).language == "zh_Hans"


@pytest.mark.parametrize(
    "command", ["start", "help", "rules", "score", "hand", "table", "leave", "endgame", "language"]
)
async def test_every_command_says_something_everywhere(on_stage: Stage, command: str) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    for chat in (group, alice.dm):
        asked = await alice.write(chat if chat is group else None, f"/{command}")
        await chat.wait_for(lambda m, after=asked.message_id: m.from_bot and m.text and m.message_id > after)  # type: ignore[misc]


async def test_rules_of_every_game(on_stage: Stage) -> None:
    from engine import games

    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/rules")
    menu = await group.wait_for_button("Sichuan mahjong")
    assert len(menu.labels) == len(games.ids())
    await alice.tap(menu, "Sichuan mahjong")
    shown = await group.wait_for_text("seven pairs")
    assert len(shown.labels) == len(games.ids()) - 1


async def test_games_are_named_as_people_name_them(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/newgame 三人")
    await until(lambda: on_stage.desk.host.table_in(group.id))
    assert on_stage.table(group).row.game == "three_player"
    await alice.write(group, "/rules 南通长牌")
    await group.wait_for_text("120 cards")
    await alice.write(group, "/endgame")
    await group.wait_for(lambda m: m.text.endswith("The table is closed."))
    await alice.write(group, "/newgame Chess")
    await group.wait_for_text("No game is called Chess. There are: Guilin")
    await alice.write(None, "/start j_²")
    await alice.dm.wait_for_text("Paiju")


async def test_the_language_changes_on_the_settings_page_and_in_the_hand(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await open_table(on_stage, group, [alice], "sichuan")
    await alice.dm.wait_for_text("round 1")
    await alice.write(None, "/settings")
    page = await alice.dm.wait_for_button("繁體中文")
    await alice.tap(page, "繁體中文")
    page = await alice.dm.wait_for_button("✅ 繁體中文")
    assert page.button("圖片"), "the page stays a page"
    await alice.dm.wait_for_text("第 1 局")
