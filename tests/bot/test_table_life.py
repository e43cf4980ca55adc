"""What happens to a table from its lobby to its end: each event of its life over HTTP."""

from __future__ import annotations

import asyncio
import random

import pytest

from .stage import Stage, answer_one, data_of, friends, join_by_link, open_table, play_out, quiet, until

rng = random.Random(8)


# --- lobby ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "said"), [("en", "AI takes the empty seats"), ("zh-hans", "空位由 AI 补上")])
async def test_a_group_that_adds_the_bot_is_told_how_to_begin(on_stage: Stage, language: str, said: str) -> None:
    people = await on_stage.world.people("Alice", language_code=language)
    group = await on_stage.world.group("Friends", people)
    hello = await group.wait_for_text("/newgame")
    assert said in hello.text
    await quiet(on_stage)
    assert len([m for m in await group.messages() if m.from_bot and "/newgame" in m.text]) == 1


async def test_options_by_buttons_and_the_groups_last_choice_is_remembered(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/newgame sichuan")
    await join_by_link(alice, group)
    table = on_stage.table(group)

    async def tap(label: str) -> None:
        message = await group.wait_for_button(label)
        answer = await alice.tap(message, label)
        assert not answer.text, answer
        await quiet(on_stage)

    await tap("⚙️ Options")
    await tap("ordinary")
    assert table.options.changed()["mode"] == "normal"
    await tap("Base: 1")
    await tap("5")
    assert table.options.base == 5
    await tap("60 s")
    assert table.clock == 120
    await tap("standard")
    assert table.level == "novice"
    await tap("Back")
    await tap("▶️ Start")
    await until(lambda: table.state == "playing")
    await alice.write(group, "/endgame")
    await group.wait_for_text("closed")
    await alice.write(group, "/newgame")
    await until(lambda: on_stage.desk.host.table_in(group.id))
    again = on_stage.table(group)
    assert (again.row.game, again.options, again.clock, again.level) == ("sichuan", table.options, 120, "novice")


async def test_joining_leaving_and_filling_the_lobby(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    await alice.write(group, "/newgame sichuan")
    await join_by_link(alice, group)
    await join_by_link(bob, group)
    table = on_stage.table(group)
    await until(lambda: len(table.people()) == 2)
    lobby = await group.wait_for_button("Fill with AI")
    assert "already" in (await bob.tap(lobby, "Join")).text
    await alice.tap(lobby, "Fill with AI")
    await until(lambda: all(table.seats))
    lobby = await group.wait_for_button("Remove AI")
    await alice.tap(lobby, "Remove AI")
    await until(lambda: not all(table.seats))
    await bob.tap(lobby, "Leave")
    await until(lambda: len(table.people()) == 1)
    await alice.tap(lobby, "Leave")
    await group.wait_for_text("Everybody has left")
    assert on_stage.desk.host.table_in(group.id) is None


async def test_an_abandoned_lobby_expires_with_a_word(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_button("Start")
    table = on_stage.table(group)
    assert table.row.deadline is not None
    table.row.deadline = on_stage.desk.host.now() - 1
    await on_stage.desk.host.tick()
    await group.wait_for_text("Nobody started")
    assert on_stage.desk.host.table_in(group.id) is None


async def test_a_second_table_in_the_same_chat_is_refused(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_button("Start")
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_text("There is already a table here")
    await alice.write(group, "/newgame chess")
    await group.wait_for_text("No game is called chess")


# --- who deals --------------------------------------------------------------------------------------------------


async def test_gl9_the_seat_of_the_opener_deals_first_in_guilin(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice, bob], "guilin")
    assert table.seat_of(alice.id) == 0
    assert table.row.dealer == 0


@pytest.mark.parametrize("game", ["sichuan", "paohuzi", "nantong"])
async def test_sc67_ph11_other_players_begin_a_new_session(on_stage: Stage, game: str) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice], game)
    await play_out([alice], table, rng.choice)
    host = on_stage.desk.host
    kept = game == "nantong"
    for change in (host.join(table, bob.id, "Bob"), host.leave(table, bob.id)):
        table.row.dealer, table.row.carry = 1, {"huang": 2}
        await change
        assert (table.row.dealer, table.row.carry) == ((1, {"huang": 2}) if kept else (None, {}))


# --- absence ----------------------------------------------------------------------------------------------------


async def test_leave_hands_the_seat_to_ai_and_the_person_may_come_back(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice, bob], "sichuan")
    await bob.write(group, "/leave")
    await group.wait_for_text("Bob has left the table")
    held = table.seats[1]
    assert held is not None
    assert held.is_ai
    assert 1 not in table.waiting_for()
    await bob.write(group, "/back")
    await until(lambda: not held.is_ai)
    assert table.seat_of(bob.id) == 1


async def test_being_removed_from_the_group_hands_the_seat_to_ai(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice, bob], "sichuan")
    await group.set_member(bob, "kicked", by=alice.id)
    await until(lambda: table.seats[1] is not None and table.seats[1].is_ai)
    assert table.state == "playing"


async def test_two_turns_missed_then_im_back(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice, bob], "sichuan")
    held = table.seats[1]
    assert held is not None
    for _ in range(400):
        if held.away or table.state != "playing":
            break
        if 1 in table.waiting_for() and 0 not in table.waiting_for():
            table.row.deadline = on_stage.desk.host.now() - 1
            await on_stage.desk.host.tick()
            await quiet(on_stage)
        elif await answer_one(alice, table, rng.choice) is None:
            await asyncio.sleep(0.01)
    assert held.away
    back = await bob.dm.wait_for_button("I'm back")
    answer = await bob.tap(back, "🙋 I'm back")
    assert "Welcome back" in answer.text
    assert not held.away
    assert held.missed == 0


async def test_a_warning_before_the_clock_ends(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    table.row.deadline = on_stage.desk.host.now() + 8
    await on_stage.desk.host.tick()
    await alice.dm.wait_for_text("10 seconds left")


# --- ending -----------------------------------------------------------------------------------------------------


async def test_endgame_by_vote_voids_the_unfinished_round(on_stage: Stage) -> None:
    (host, bob, cleo), group = await friends(on_stage, "Host", "Bob", "Cleo")
    table = await open_table(on_stage, group, [host, bob, cleo], "sichuan")
    await bob.write(group, "/endgame")
    await group.wait_for_text("1 of 2 votes")
    await bob.write(group, "/endgame")
    await quiet(on_stage)
    assert table.state == "playing", "the same person votes once"
    await cleo.write(group, "/endgame")
    await group.wait_for_text("An unfinished round does not count")
    assert (await on_stage.desk.store.leaderboard(group.id))[1] == 0
    assert on_stage.desk.host.table_in(group.id) is None


async def test_a_spectator_cannot_vote_and_an_admin_ends_at_once(on_stage: Stage) -> None:
    alice, admin, zoe = await on_stage.world.people("Alice", "Ada", "Zoe", language_code="en")
    group = await on_stage.world.group("Friends", [alice, admin, zoe], admins=[admin.id])
    table = await open_table(on_stage, group, [alice], "sichuan")
    await zoe.write(group, "/endgame")
    await group.wait_for_text("Only people at the table can vote")
    assert table.state == "playing"
    await admin.write(group, "/endgame")
    await group.wait_for_text("The table is closed")


async def test_rematch_keeps_the_seats_and_others_may_take_ai_seats(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await play_out([alice], table, rng.choice)
    await quiet(on_stage)
    await join_by_link(bob, group)
    await until(lambda: table.seat_of(bob.id) is not None)
    assert table.seat_of(alice.id) == 0
    result = await group.wait_for_button("Next round")
    first = result.message_id
    await bob.tap(result, "▶️ Next round")
    await until(lambda: table.state == "playing")
    await quiet(on_stage)
    panel = await group.wait_for_button("My hand")
    assert panel.message_id > first, "the result stays in the chat"
    assert table.row.round_number == 2


async def test_an_idle_table_expires_after_a_round(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await play_out([alice], table, rng.choice)
    await quiet(on_stage)
    table.row.deadline = on_stage.desk.host.now() - 1
    await on_stage.desk.host.tick()
    await group.wait_for_text("Nobody went on")


# --- from round to round ----------------------------------------------------------------------------------------


async def test_a_closed_table_leaves_the_last_result_in_the_private_chats(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "guilin")
    await play_out([alice], table, lambda labels: labels[0])
    await quiet(on_stage)
    await alice.write(group, "/endgame")
    await group.wait_for(lambda m: m.text.endswith("The table is closed."))
    await quiet(on_stage)
    assert "Scores" in (await alice.dm.last()).text
    assert any("Scores" in m.text for m in await group.messages())


async def test_buttons_of_an_old_result_do_nothing_in_the_next_round(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice, bob], "guilin")
    await play_out([alice, bob], table, rng.choice)
    await quiet(on_stage)
    result = await group.wait_for_button("Next round")
    await bob.tap(result, "▶️ Next round")
    await until(lambda: table.state == "playing")
    for label in ("⏹ Close", "🚪 Leave", "🪑 Join", "▶️ Next round"):
        answer = await alice.tap(result, label)
        assert "another time" in answer.text, label
    assert table.state == "playing"
    assert len(table.people()) == 2


async def test_who_joins_between_rounds_has_not_played_the_last_one(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    table = await open_table(on_stage, group, [alice], "guilin")
    await play_out([alice], table, rng.choice)
    await quiet(on_stage)
    result = await group.wait_for_button("Next round")
    table.scores = [-10, 4, 6]
    await join_by_link(bob, group)
    await group.wait_for_text("Bob plays from the next round on.")
    await quiet(on_stage)
    shown = next(m for m in await group.messages() if m.message_id == result.message_id)
    assert "Bob" not in shown.text
    assert not [m for m in await bob.dm.messages() if "round 1" in m.text]
    await alice.tap(result, "▶️ Next round")
    await until(lambda: table.state == "playing")
    place = table.seat_of(bob.id)
    assert place is not None
    assert table.scores[place] == 0
    assert table.scores[0] == -10
    assert table.name_of(place) == "Bob"


async def test_the_table_begins_below_its_lobby(on_stage: Stage) -> None:
    (alice, bob), group = await friends(on_stage, "Alice", "Bob")
    await alice.write(group, "/newgame sichuan")
    lobby = await group.wait_for_button("Start")
    await join_by_link(alice, group)
    await bob.write(group, "wait for me")
    await alice.tap(lobby, "Start")
    panel = await group.wait_for_button("My hand")
    assert panel.message_id > lobby.message_id + 1
    await group.wait_gone(lobby)


@pytest.mark.parametrize(("pace", "soon"), [(20.0, True), (2.0, False)])
async def test_a_played_hand_is_seen_soon_unless_its_owner_is_asked_again_before(
    on_stage: Stage, pace: float, soon: bool
) -> None:
    people, group = await friends(on_stage, "Alice", "Bob", "Cleo", "Dan")
    table = await open_table(on_stage, group, people, "sichuan")
    presenter, outbox = on_stage.desk.presenter, on_stage.desk.outbox
    presenter.afterthought = 60.0
    await until(lambda: table.waiting_for())
    await on_stage.desk.host.settle_down()
    place = table.waiting_for()[0]
    person = next(p for p in people if table.seat_of(p.id) == place)
    slot = presenter.hand_slot(table, person.id)
    await until(lambda: outbox.message_id(slot))
    presenter._pace[table.id] = (table.stamp, asyncio.get_running_loop().time() - pace, pace)
    asked = table.asked[place]
    await answer_one(person, table, lambda data: data[0])
    await on_stage.desk.host.settle_down()
    assert (outbox._messages[slot].due < outbox._now() + 1) == soon
    if soon:
        await person.dm.wait_for(lambda m: "wall" in m.text and not any(f".{asked}." in d for d in data_of(m)))


async def test_a_closed_table_leaves_nothing_in_memory(on_stage: Stage) -> None:
    alice, bob = await on_stage.world.people("Alice", "Bob", language_code="en")
    group = await on_stage.world.group("Friends", [alice, bob])
    table = await open_table(on_stage, group, [alice, bob], "guilin")
    await play_out([alice, bob], table, lambda data: data[-1])
    await alice.write(alice.dm, "/settings")
    settings = await alice.dm.wait_for_button("简体中文")
    await alice.tap(settings, "简体中文")
    await group.wait_for_button("Close")
    await alice.tap(await group.wait_for_button("Close"), "Close")
    await until(lambda: not on_stage.desk.host.tables)
    await quiet(on_stage)
    presenter = on_stage.desk.presenter
    assert on_stage.desk.outbox._messages == {}
    kept = (presenter.pages, presenter.choosing, presenter._shown_round, presenter._waits)
    assert kept == ({}, {}, {}, {})


async def test_asked_in_private_all_hands_come_again(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    other = await on_stage.world.group("Others", [alice])
    await open_table(on_stage, group, [alice], "sichuan")
    await alice.write(other, "/newgame nantong")
    lobby = await other.wait_for_button("Start")
    await alice.tap(lobby, "Start")
    await alice.dm.wait_for_text("Nantong")
    await quiet(on_stage)
    asked = await alice.write(None, "/hand")
    for game in ("Sichuan", "Nantong"):
        await alice.dm.wait_for(lambda m, game=game: game in m.text and m.message_id > asked.message_id)
    again = await alice.start("hand")
    await alice.dm.wait_for(lambda m: "Sichuan" in m.text and m.message_id > again.message_id)
