"""Whole rounds over real HTTP: everybody plays through the buttons that the bot shows them."""

from __future__ import annotations

import asyncio
import random

import pytest

from engine import PASS, WIN, Round, games
from engine.tiles import unpack

from .stage import Stage, answer_one, my_message, open_table, play_out, until

FOUR = ("小明", "Alice", "阿强", "Mei")


@pytest.mark.parametrize("game", games.ids())
async def test_one_person_with_ai_plays_to_the_result_and_the_scores(on_stage: Stage, game: str) -> None:
    (person,) = await on_stage.world.people("小明", language_code="zh-hans")
    group = await on_stage.world.group("牌友", [person])
    table = await open_table(on_stage, group, [person], game)
    await play_out([person], table, random.Random(2).choice)
    shown = await group.wait_for(lambda m: m.button("下一局"))
    assert "积分" in shown.text
    assert table.round is not None
    assert table.round.result is not None
    assert table.scores == list(table.round.result.net)
    await person.write(group, "/score")
    board = await group.wait_for_text("本群积分榜")
    seat = table.seat_of(person.id)
    assert seat is not None
    assert f"{table.scores[seat]:+d}" in board.text
    private = await person.dm.wait_for_text("🏁")
    assert not private.labels, "the private message of a finished round has no buttons"


@pytest.mark.parametrize("game", games.ids())
async def test_people_in_every_seat_play_a_round(on_stage: Stage, game: str) -> None:
    seats = games.get(game).seats
    people = await on_stage.world.people(*FOUR[:seats], language_code="en")
    group = await on_stage.world.group("Friends", people)
    table = await open_table(on_stage, group, people, game)
    assert [s.user_id for s in table.seats if s] == [p.id for p in people]
    await play_out(people, table, random.Random(5).choice)
    assert sum(table.scores) == 0
    rows = await on_stage.desk.store.rounds([table.row.round_id or 0])
    stored = rows[table.row.round_id or 0]
    assert len(stored.actions) == table.seq, "every action is in the database"


async def test_private_hands_are_seen_by_nobody_else(on_stage: Stage) -> None:
    people = await on_stage.world.people(*FOUR, language_code="zh-hans")
    group = await on_stage.world.group("牌友", people)
    table = await open_table(on_stage, group, people, "sichuan")
    await until(lambda: table.round)
    assert table.round is not None
    for seat, person in enumerate(people):
        hand = await person.dm.wait_for_text("🎴")
        glyphs = table.spec.tiles.glyphs
        for kind in set(unpack(table.round.hands[seat])):
            assert glyphs[kind][0] in hand.text
    for message in await group.messages():
        assert "🎴" not in message.text


async def test_a_solo_table_in_the_private_chat(on_stage: Stage) -> None:
    (person,) = await on_stage.world.people("Alice", language_code="en")
    await person.start()
    await person.write(None, "/newgame sichuan")
    lobby = await person.dm.wait_for_button("Start")
    await person.tap(lobby, "Start")
    table = on_stage.table(person)
    await until(lambda: table.round is not None and table.waiting_for())
    message = await person.dm.wait_for(lambda m: m.button("Hint"))
    hint = await person.tap(message, "Hint")
    assert hint.alert
    assert "💡" in hint.text
    await play_out([person], table, random.Random(4).choice)
    await person.dm.wait_for_button("Next round")


async def test_a_claim_race_goes_to_the_win_whoever_taps_first(on_stage: Stage) -> None:
    people = await on_stage.world.people(*FOUR, language_code="zh-hans")
    group = await on_stage.world.group("牌友", people)
    table = await open_table(on_stage, group, people, "sichuan")
    await set_up_race(table)
    await on_stage.desk.presenter.changed(table)
    discard = await until_asked(people[0], table)
    await people[0].tap(discard, data=f"a.{table.id}.{table.asked[0]}.{index_of(table, 0, 'discard', '5p')}")
    pong = await until_asked(people[1], table)
    win = await until_asked(people[3], table)
    first = await people[1].tap(pong, "碰 五筒")
    assert first.answered
    assert table.round is not None
    assert table.round.window is not None, "the pong waits for the seat that could win"
    await people[3].tap(win, "胡")
    await until(lambda: table.round is not None and table.round.out()[3])
    assert table.round.melds[1] == ()
    await group.wait_for(lambda m: "五筒" in m.text and "Mei: 胡" in m.text)


async def test_a_blood_battle_goes_on_after_the_first_win(on_stage: Stage) -> None:
    people = await on_stage.world.people(*FOUR, language_code="zh-hans")
    group = await on_stage.world.group("牌友", people)
    table = await open_table(on_stage, group, people, "sichuan")
    await set_up_race(table)
    await on_stage.desk.presenter.changed(table)
    discard = await until_asked(people[0], table)
    await people[0].tap(discard, data=f"a.{table.id}.{table.asked[0]}.{index_of(table, 0, 'discard', '5p')}")
    assert table.round is not None
    answers = 0
    while table.state == "playing" and answers < 400:
        for person in people:
            seat = table.seat_of(person.id)
            assert seat is not None
            prompt = table.round.prompts.get(seat, ())
            wins = [i for i, a in enumerate(prompt) if a is WIN]
            passes = [i for i, a in enumerate(prompt) if a is PASS]
            index = wins[0] if wins else passes[0] if passes else len(prompt) - 1
            if prompt and await answer_one(person, table, lambda data, i=index: pick_index(data, i)):  # type: ignore[misc]
                answers += 1
    assert table.state == "between"
    result = table.round.result
    assert result is not None
    assert 3 in result.winners
    assert sum(result.net) == 0
    assert (await group.wait_for(lambda m: m.button("下一局"))).text.count("🏆") == len(result.winners)


async def test_when_the_clock_runs_out_ai_plays_that_turn(on_stage: Stage) -> None:
    (person,) = await on_stage.world.people("小明", language_code="zh-hans")
    group = await on_stage.world.group("牌友", [person])
    table = await open_table(on_stage, group, [person], "sichuan")
    await until(lambda: table.waiting_for() and table.row.deadline)
    before = table.seq
    for expected in (1, 2):
        await until(lambda: table.waiting_for() and table.row.deadline)
        table.row.deadline = on_stage.desk.host.now() - 1
        await on_stage.desk.host.tick()
        await on_stage.desk.host.settle_down()
        held = table.seats[0]
        assert held is not None
        assert held.missed == expected
    assert table.seq > before
    assert table.seat_of(person.id) == 0
    assert held is not None
    assert held.away, "two in a row: AI keeps the seat"


async def set_up_race(table: object) -> None:
    """Replace the dealt round by one in which seat 0 can discard 5p, seat 1 can pong it and seat 3 can win on it."""
    from bot.tables import Table
    from tests.engine.sichuan_tables import table as build

    assert isinstance(table, Table)
    hands = {
        0: "5p 11m 258s 369s 47m 99m 1s",
        1: "55p 147m 258m 369s 14s",
        3: "123m 456m 789m 11p 46p",
    }
    round_: Round = build(hands)
    table.begin(round_)


def index_of(table: object, seat: int, kind: str, tile: str) -> int:
    from bot.tables import Table

    assert isinstance(table, Table)
    assert table.round is not None
    wanted = table.spec.tiles.kind(tile)
    return next(i for i, a in enumerate(table.round.prompts[seat]) if a.kind == kind and a.tiles == (wanted,))


async def until_asked(person: object, table: object):  # type: ignore[no-untyped-def]
    for _ in range(500):
        message = await my_message(person, table)  # type: ignore[arg-type]
        if message is not None:
            return message
        await asyncio.sleep(0.01)
    raise AssertionError("the person is not asked")


def pick_index(data: list[str], index: int) -> str:
    return next((d for d in data if d.split(".")[3] == str(index)), data[-1])


@pytest.mark.parametrize("game", ["paohuzi", "guilin"])
async def test_a_round_that_the_deal_itself_ends(on_stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """三提五坎 and 三笼五坎 win at once: nobody is ever asked, and the table must not wait for anybody."""
    from bot.tables import host

    monkeypatch.setattr(host.secrets, "token_bytes", lambda n: (935).to_bytes(n, "big"))
    monkeypatch.setattr(host.secrets, "randbelow", lambda n: 0)
    assert Round.deal(game, {}, (935).to_bytes(16, "big"), 0).result is not None
    (person,) = await on_stage.world.people("小明", language_code="zh-hans")
    group = await on_stage.world.group("牌友", [person])
    table = await open_table(on_stage, group, [person], game)
    await until(lambda: table.state == "between")
    assert table.round is not None
    assert table.round.result is not None
    assert table.scores == list(table.round.result.net)
    assert any(table.scores)
    await group.wait_for(lambda m: m.button("下一局"))
    assert (await on_stage.desk.store.leaderboard(group.id))[1] == 1
