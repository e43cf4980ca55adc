"""What happens to chats while a table stands there: messages deleted, the bot removed or muted, topics, names."""

from __future__ import annotations

import random

import pytest

from .stage import Stage, answer_one, data_of, friends, join_by_link, open_table, play_out, quiet, until

rng = random.Random(8)


async def test_a_deleted_panel_is_posted_again(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    panel = await group.wait_for_button("My hand")
    await group.delete(panel)
    assert await answer_one(alice, table, rng.choice)
    again = await group.wait_for(lambda m: m.button("My hand") and m.message_id != panel.message_id)
    assert again.message_id > panel.message_id


async def test_a_hand_deleted_by_its_owner_is_sent_again(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    hand = await alice.dm.last()
    await alice.dm.delete(hand)
    await alice.write(group, "/hand")
    await alice.dm.wait_for(lambda m: m.message_id > hand.message_id and m.labels)


async def test_table_posts_the_panel_at_the_bottom(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    panel = await group.wait_for_button("My hand")
    await alice.write(group, "/table")
    again = await group.wait_for(lambda m: m.button("My hand") and m.message_id > panel.message_id)
    await group.wait_gone(panel)
    assert again.labels == panel.labels


async def test_a_group_that_migrates_takes_the_table_along(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice", kind="group")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    new = await group.migrate()
    await until(lambda: table.row.chat_id == new.id)
    await new.wait_for_button("My hand")
    await play_out([alice], table, rng.choice)
    await new.wait_for_button("Next round")
    assert (await on_stage.desk.store.leaderboard(new.id))[1] == 1


async def test_a_kicked_bot_pauses_that_table_and_the_others_go_on(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    other = await on_stage.world.group("Other", [alice])
    table = await open_table(on_stage, group, [alice], "sichuan")
    await alice.write(other, "/newgame nantong")
    lobby = await other.wait_for_button("Start")
    await alice.tap(lobby, "Join")
    await alice.tap(lobby, "Start")
    second = on_stage.table(other)
    await until(lambda: second.state == "playing")
    await group.kick_bot()
    await until(lambda: table.setup.get("paused") == "kicked")
    await play_out([alice], second, rng.choice)
    assert second.state == "between"
    assert table.state == "playing"
    await group.restore_bot()
    await until(lambda: not table.setup.get("paused"))
    await group.wait_for_button("My hand")


async def test_a_muted_bot_waits_until_it_may_speak(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await group.mute_bot()
    await until(lambda: table.setup.get("paused"))
    assert table.setup["paused"] == "muted"
    await alice.dm.wait_for_text("The missing right: send messages")
    await group.restore_bot()
    await until(lambda: not table.setup.get("paused"))
    await quiet(on_stage)
    assert len([m for m in await group.messages() if "AI takes the empty seats" in m.text]) == 1, "greeted once"


async def test_a_missing_right_is_named_to_the_host(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    await group.set_permissions(can_send_messages=False)
    await answer_one(alice, table, rng.choice)
    await alice.dm.wait_for_text("The missing right: send messages")
    assert table.setup.get("paused") == "muted"


async def test_somebody_who_blocked_the_bot_plays_from_the_group(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await alice.block()
    await until(lambda: not on_stage.desk.people.dm_open(alice.id))
    panel = await group.wait_for_button("My hand")
    answer = await alice.tap(panel, "🎴 My hand")
    assert answer.answered
    whisper = await group.wait_for(lambda m: m.ephemeral and any(b.startswith("a.") for b in data_of(m)))
    seq = table.seq
    await alice.tap(whisper, data=next(b for b in data_of(whisper) if b.startswith("a.")))
    await until(lambda: table.seq > seq)
    await until(lambda: table.waiting_for())
    await alice.unblock()
    asked = f"a.{table.id}.{table.asked[table.seat_of(alice.id)]}."
    await alice.dm.wait_for(lambda m: any(b.startswith(asked) for b in data_of(m)))


@pytest.mark.parametrize("mode", ["refuse", "ignore"])
async def test_without_ephemeral_messages_the_hand_is_a_popup_and_never_public(on_stage: Stage, mode: str) -> None:
    await on_stage.world.settings(ephemeral=mode)
    (alice,), group = await friends(on_stage, "Alice")
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    panel = await group.wait_for_button("My hand")
    for _ in range(2):
        answer = await alice.tap(panel, "🎴 My hand")
        assert answer.alert
        assert 0 < len(answer.text) <= 200
        tile = next(iter(table.round.prompts[0])).tiles[0]  # type: ignore[union-attr]
        assert str(tile % 9 + 1) in answer.text
    for message in await group.messages():
        assert not [b for b in data_of(message) if b.startswith("a.")]
        assert "🎴 <" not in message.text
        assert "┆" not in message.text


async def test_forum_topics_keep_their_tables_apart(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice", kind="supergroup", forum=True)
    topic = await group.open_topic("Mahjong")
    await alice.write(group, "/newgame sichuan", thread=topic)
    await until(lambda: on_stage.desk.host.table_in(group.id, topic))
    lobby = await group.wait_for_button("Start")
    assert lobby.thread_id == topic
    await alice.write(group, "/newgame nantong")
    await until(lambda: on_stage.desk.host.table_in(group.id, 0))
    general = await group.wait_for(lambda m: m.button("Start") and m.thread_id != topic)
    assert general.thread_id is None


async def test_an_anonymous_admin_opens_a_table_and_plays_as_a_person(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice], kind="supergroup", anonymous=[alice.id])
    await alice.write(group, "/newgame sichuan", anonymous=True)
    await join_by_link(alice, group)
    table = on_stage.table(group)
    await until(lambda: table.seat_of(alice.id) is not None)
    lobby = await group.wait_for_button("Start")
    await alice.tap(lobby, "▶️ Start")
    await until(lambda: table.state == "playing")


async def test_one_person_at_several_tables(on_stage: Stage) -> None:
    (alice,), group = await friends(on_stage, "Alice")
    other = await on_stage.world.group("Other", [alice])
    first = await open_table(on_stage, group, [alice], "sichuan")
    await alice.write(other, "/newgame three_player")
    lobby = await other.wait_for_button("Start")
    await alice.tap(lobby, "Join")
    await alice.tap(lobby, "Start")
    second = on_stage.table(other)
    await until(lambda: second.state == "playing")
    await play_out([alice], second, rng.choice)
    await play_out([alice], first, rng.choice)
    assert {first.state, second.state} == {"between"}


async def test_names_that_would_break_html(on_stage: Stage) -> None:
    alice, bob = await on_stage.world.people("<x />&\u202egnp", "\u200f", language_code="en")
    group = await on_stage.world.group("Friends", [alice, bob])
    table = await open_table(on_stage, group, [alice, bob], "sichuan")
    await play_out([alice, bob], table, rng.choice)
    shown = await group.wait_for_button("Next round")
    assert "<x />" in shown.text
    await alice.write(group, "/score")
    await group.wait_for_text("Scores of this group")
