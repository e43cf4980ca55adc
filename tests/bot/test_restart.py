"""Stop the bot in the middle of a round and start it again: tables, clocks, panels and scores go on."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from emulator.client import ChatClient, Person

from .stage import Site, answer_one, open_table, play_out, quiet, site, until


async def test_a_round_goes_on_after_a_restart(tmp_path: Path) -> None:
    rng = random.Random(1)
    async with site(tmp_path) as place:
        people = await place.world.people("小明", "Alice", language_code="zh-hans")
        group = await place.world.group("牌友", people)
        async with place.bot() as stage:
            desk = stage.desk
            table = await open_table(stage, group, people, "sichuan")
            await play_out(people, table, rng.choice)
            between = await group.wait_for_button("下一局")
            await people[1].tap(between, "下一局")
            await until(lambda: table.state == "playing" and table.round is not None and table.round.result is None)
            for _ in range(6):
                for person in people:
                    await answer_one(person, table, rng.choice)
            await quiet(stage)
            before = table
            panel = before.row.messages["panel"]
        assert before.round is not None
        async with place.bot() as stage:
            desk = stage.desk
            after = desk.host.tables[before.id]
            assert after.round is not None
            assert [after.round.view(s) for s in range(4)] == [before.round.view(s) for s in range(4)]
            assert after.asked == before.asked
            assert after.mark() == before.mark()
            assert after.scores == before.scores
            assert after.row.deadline == before.row.deadline
            assert [s.user_id for s in after.seats if s] == [s.user_id for s in before.seats if s]
            await quiet(stage)
            assert after.row.messages["panel"] == panel, "the old panel is edited, not posted again"
            panels = [m for m in await group.messages() if m.button("我的手牌")]
            assert [m.message_id for m in panels] == [panel]
            # a keyboard from before the restart still works
            await play_out(people, after, rng.choice)
            assert after.row.round_number == 2
            await group.wait_for_button("下一局")


async def seated_alone(place: Site) -> tuple[Person, ChatClient]:
    (person,) = await place.world.people("小明", language_code="zh-hans")
    return person, await place.world.group("牌友", [person])


async def test_a_clock_that_ran_out_while_the_bot_was_down_is_acted_on(tmp_path: Path) -> None:
    async with site(tmp_path) as place:
        person, group = await seated_alone(place)
        async with place.bot() as stage:
            table = await open_table(stage, group, [person], "sichuan")
            await until(lambda: table.waiting_for())
            await stage.desk.host.settle_down()
            seq = table.seq
            table.row.deadline = stage.desk.host.now() - 5
            await stage.desk.store.save_table(table.to_row())
        async with place.bot() as stage:
            desk = stage.desk
            after = desk.host.tables[table.id]
            await until(lambda: after.seq > seq)
            held = after.seats[0]
            assert held is not None
            assert held.missed >= 1


async def test_a_result_is_shown_again_after_a_restart(tmp_path: Path) -> None:
    async with site(tmp_path) as place:
        person, group = await seated_alone(place)
        async with place.bot() as stage:
            desk = stage.desk
            table = await open_table(stage, group, [person], "sichuan")
            await play_out([person], table, random.Random(1).choice)
            await quiet(stage)
            shown = await group.wait_for_button("下一局")
        async with place.bot() as stage:
            desk = stage.desk
            await person.write(group, "/table")
            again = await group.wait_for(lambda m: m.button("下一局") and m.message_id > shown.message_id)
            assert again.text == shown.text
            await person.tap(again, "下一局")
            await until(lambda: desk.host.tables[table.id].row.round_number == 2)


async def test_a_round_of_other_rules_is_closed_with_a_word(tmp_path: Path) -> None:
    async with site(tmp_path) as place:
        person, group = await seated_alone(place)
        async with place.bot() as stage:
            table = await open_table(stage, group, [person], "sichuan")
            await until(lambda: table.waiting_for())
            await stage.desk.host.settle_down()
        with closing(sqlite3.connect(tmp_path / "paiju.db")) as db:
            db.execute("UPDATE rounds SET version = 999")
            db.commit()
        async with place.bot() as stage:
            desk = stage.desk
            assert desk.host.tables == {}
            await group.wait_for_text("规则已经更新")
