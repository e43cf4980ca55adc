"""Presses that are stale, forged, doubled or from strangers: a toast, never an exception and never an action."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from bot.views import presses

from .stage import Stage, answer_one, buttons, join_by_link, my_message, open_table, play_out, quiet, until


async def playing(stage: Stage, count: int = 1):  # type: ignore[no-untyped-def]
    people = await stage.world.people(*("Alice", "Bob", "Cleo", "Dan")[:count], language_code="en")
    group = await stage.world.group("Friends", people)
    table = await open_table(stage, group, people, "sichuan")
    table.seats[0].missed = 0
    await until(lambda: table.waiting_for())
    await stage.desk.host.settle_down()
    return people, group, table


async def own_message(person, table):  # type: ignore[no-untyped-def]
    for _ in range(300):
        message = await my_message(person, table)
        if message is not None:
            return message
        await asyncio.sleep(0.01)
    raise AssertionError("nothing is asked")


async def test_a_stale_button_is_a_toast(on_stage: Stage) -> None:
    (alice,), _, table = await playing(on_stage)
    message = await own_message(alice, table)
    old = buttons(message, table)[0]
    await alice.tap(message, data=old)
    await on_stage.desk.host.settle_down()
    await until(lambda: table.waiting_for() or table.state != "playing")
    seq = table.seq
    answer = await alice.press(message, old)
    assert answer.answered
    assert "moved on" in answer.text or "not your turn" in answer.text
    assert table.seq == seq


async def test_last_rounds_keyboard_does_nothing_in_the_next_round(on_stage: Stage) -> None:
    (alice,), group, table = await playing(on_stage)
    message = await own_message(alice, table)
    old = buttons(message, table)
    await play_out([alice], table, lambda data: data[-1])
    await on_stage.desk.host.settle_down()
    result = await group.wait_for_button("Next round")
    await alice.tap(result, "▶️ Next round")
    await until(lambda: table.state == "playing" and table.waiting_for())
    await on_stage.desk.host.settle_down()
    before = [a for s, a in table.round.actions() if s == 0]
    for data in old:
        answer = await alice.press(message, data)
        assert "moved on" in answer.text or "not your turn" in answer.text
    assert [a for s, a in table.round.actions() if s == 0] == before


async def test_the_same_press_twice_acts_once(on_stage: Stage) -> None:
    (alice,), _, table = await playing(on_stage)
    message = await own_message(alice, table)
    data = buttons(message, table)[0]
    tile = message.button(next(b["text"] for r in message.keyboard for b in r if b.get("data") == data))
    assert tile is not None
    seq = table.seq
    first, second = await asyncio.gather(alice.press(message, data), alice.press(message, data))
    assert first.answered
    assert second.answered
    texts = {first.text, second.text}
    assert any("moved on" in t or "not your turn" in t for t in texts)
    again = await alice.press_again(first)
    assert again is not None
    await on_stage.desk.host.settle_down()
    rows = await on_stage.desk.store.rounds([table.row.round_id or 0])
    mine = [a for s, a in rows[table.row.round_id or 0].actions[seq:] if s == 0]
    assert len(mine) == 1


async def test_two_quick_taps_on_different_tiles_play_one(on_stage: Stage) -> None:
    (alice,), _, table = await playing(on_stage)
    message = await own_message(alice, table)
    one, two = buttons(message, table)[:2]
    await asyncio.gather(alice.press(message, one), alice.press(message, two))
    await on_stage.desk.host.settle_down()
    rows = await on_stage.desk.store.rounds([table.row.round_id or 0])
    assert len([a for s, a in rows[table.row.round_id or 0].actions if s == 0]) == 1


@pytest.mark.parametrize(
    "data",
    [
        "", ".", "a", "a.", "a.x.y.z", "a.1", "a.1.0.9999", "a.1.0.-1", "a.999999.0.0", "g.1.-.win", "g.1.zzzz.win",
        "g.1", "t.1", "t.1.nope", "t.1.opt.nope.0", "t.1.set.clock.7", "t.1.game.nope", "t.1.page.option.nope",
        "c.1.0.exchange.x", "c.1.0.nope", "c.1.0.discard.0", "s.1.0", "s.x.y", "u.lang.xx", "u.x", "zzz", "€.€",
        "a.1.0.0.0.0",
        "t.1.opt.mode.99", "t.1.preset.nope", "t.1.start.1.2.3", "t.1.set.level.expert", "t.1.set.pictures.9",
    ],
)  # fmt: skip
async def test_forged_data_is_a_toast(on_stage: Stage, data: str) -> None:
    _, group, table = await playing(on_stage)
    mallory = await on_stage.world.person("Mallory", language_code="en")
    await mallory.join(group)
    panel = await group.last()
    before = (table.seq, table.state, table.options, dict(table.setup), [s.to_row() for s in table.seats if s])
    answer = await mallory.press(panel, data.replace("1", str(table.id), 1) if data[1:2] == "." else data)
    assert answer.answered, "every press is answered"
    assert answer.text, "and says something"
    await on_stage.desk.host.settle_down()
    assert (
        table.seq,
        table.state,
        table.options,
        dict(table.setup),
        [s.to_row() for s in table.seats if s],
    ) == before


async def test_a_stranger_and_another_player_cannot_play_a_hand(on_stage: Stage) -> None:
    (alice, bob), group, table = await playing(on_stage, 2)
    mallory = await on_stage.world.person("Mallory", language_code="en")
    await mallory.join(group)
    asked = alice if table.waiting_for() == [0] else bob
    other = bob if asked is alice else alice
    message = await own_message(asked, table)
    data = buttons(message, table)[0]
    seq = table.seq
    panel = await group.wait_for_button("My hand")
    assert "not at this table" in (await mallory.press(panel, data)).text
    assert (await other.press(panel, data)).text
    assert table.seq == seq
    answer = await mallory.tap(panel, "My hand")
    assert "not at this table" in answer.text


async def test_the_constant_row_is_the_same_for_everybody_and_toasts_when_it_does_not_apply(on_stage: Stage) -> None:
    (alice,), group, table = await playing(on_stage)
    panel = await group.wait_for_button("My hand")
    labels = panel.labels
    for label in ("Win", "Pong", "Kong", "Pass"):
        assert label in labels
    open_to_her = {a.kind for a in table.round.prompts.get(0, ())}  # by chance she may be asked about a pong
    answer = await alice.tap(panel, next(k for k in ("Pong", "Kong", "Win") if k.lower() not in open_to_her))
    assert "cannot do that now" in answer.text or "moved on" in answer.text
    assert not answer.alert
    message = await own_message(alice, table)
    await alice.tap(message, data=buttons(message, table)[0])
    await quiet(on_stage)
    newest = await group.last()
    if table.state == "playing":
        assert newest.labels == labels


async def test_only_host_and_admins_manage_a_lobby(on_stage: Stage) -> None:
    alice, bob, admin = await on_stage.world.people("Alice", "Bob", "Ada", language_code="en")
    group = await on_stage.world.group("Friends", [alice, bob, admin], admins=[admin.id])
    await bob.write(group, "/newgame sichuan")
    await join_by_link(bob, group)
    outsider = await on_stage.world.person("Zoe", language_code="en")
    await outsider.join(group)
    lobby = await group.wait_for_button("Start")
    for label in ("Start", "Fill with AI", "⚙️ Options", "🀄 Game"):
        assert "Only the host or an admin" in (await outsider.tap(lobby, label)).text
    await admin.tap(lobby, "Fill with AI")
    table = on_stage.table(group)
    await until(lambda: all(table.seats))
    await admin.tap(lobby, "Start")
    await until(lambda: table.state == "playing")


async def test_nothing_happens_that_could_not_be_stored(on_stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second write fails, people's moves, AI's moves and the end of the round alike: a person is told and
    presses again, AI tries again, and what is stored in the end is what was played."""
    (alice,), _, table = await playing(on_stage)
    host = on_stage.desk.host
    host.try_again = 0.0
    failed = {"append": 0, "end_round": 0}
    for name in failed:
        write = getattr(on_stage.desk.store, name)
        calls = count()

        async def unsteady(*words, name=name, write=write, calls=calls):  # type: ignore[no-untyped-def]
            if next(calls) % 2 == 0:
                failed[name] += 1
                raise OSError("no space left on device")
            return await write(*words)

        monkeypatch.setattr(on_stage.desk.store, name, unsteady)
    told = 0
    for _ in range(300):
        if table.state != "playing":
            break
        seq, scores = table.seq, list(table.scores)
        answer = await answer_one(alice, table, lambda data: data[-1])
        if answer is not None and "nothing is lost" in answer.text:
            told += 1
            assert (table.seq, table.scores) == (seq, scores)
        await asyncio.sleep(0.01)
    await host.settle_down()
    assert table.state == "between"
    assert told > 3
    assert failed["end_round"] == 1
    stored = (await on_stage.desk.store.rounds([table.row.round_id]))[table.row.round_id]
    assert [s for s, _ in stored.actions] == [s for s, _ in table.round.actions()]
    assert sum(table.scores) == 0
    assert table.scores == list(table.round.result.net)


def test_callback_data_fits() -> None:
    with pytest.raises(ValueError, match="64"):
        presses.write("a", "x" * 63)
    assert presses.read(presses.write("a", 1, 2, 3)).fields == ("1", "2", "3")
