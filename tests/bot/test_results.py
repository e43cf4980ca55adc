"""The end of a round over HTTP: the table's picture becomes the result's, in words where words are wanted or needed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.tables.table import BETWEEN
from emulator.client import Message
from engine import games

from .stage import Stage, open_table, play_out, quiet, site, until
from .test_pictures import panel_of, seated


def rng() -> random.Random:
    return random.Random(3)


async def played(stage: Stage, *names: str, game: str = "sichuan"):  # type: ignore[no-untyped-def]
    """A table whose round is over, the panel of before, and the result."""
    people, group, table = await seated(stage, *names, game=game)
    before = await panel_of(group)
    await play_out(people, table, rng().choice)
    await quiet(stage)
    return people, group, table, before, await group.wait_for_button("Next round")


def is_result(message: Message) -> bool:
    return "🏁" in message.text


async def test_the_panel_becomes_the_result_in_place(on_stage: Stage) -> None:
    people, group, _, before, result = await played(on_stage, "Alice", "Bob")
    assert result.message_id == before.message_id
    assert result.photo
    assert result.photo != before.photo
    assert len(await on_stage.world.calls(method="sendPhoto", chat=group.id)) == 1
    assert is_result(result)
    assert "Scores" not in result.text, "the picture has them"
    for person in people:
        private = await person.dm.wait_for(is_result)
        assert private.photo
        assert not private.keyboard
        assert len([m for m in await person.dm.messages() if m.photo]) == 1, "the hand was edited"
    assert {c["code"] for c in await on_stage.world.calls()} == {200}, "Telegram refused nothing"


@pytest.mark.parametrize("game", games.ids())
async def test_the_caption_has_what_the_picture_does_not_show(on_stage: Stage, game: str) -> None:
    _, _, table, _, result = await played(on_stage, "Alice", game=game)
    assert table.round.result is not None
    for sheet in table.round.result.sheets:
        assert table.name_of(sheet.seat) in result.text
        if sheet.steps:
            assert result.entities_of("expandable_blockquote")
    if table.round.result.transfers:
        assert "Payments" in result.text


async def test_a_caption_that_is_too_long_becomes_the_whole_text(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.result.CAPTION", 20)
    people, group, _, before, result = await played(on_stage, "Alice")
    assert not result.photo
    assert "Scores" in result.text
    await group.wait_gone(before)
    assert "Scores" in (await people[0].dm.wait_for(is_result)).text
    assert not [m for m in await group.messages() if m.photo]
    await people[0].tap(result, "Next round")
    assert (await panel_of(group)).photo, "the next round is in pictures again"


async def test_who_reads_words_gets_the_result_in_words(on_stage: Stage) -> None:
    people, group, table = await seated(on_stage, "Alice", "Bob")
    alice, bob = people
    await on_stage.desk.people.set_setting(alice.id, "pictures", False)
    await play_out(people, table, rng().choice)
    await quiet(on_stage)
    assert (await group.wait_for_button("Next round")).photo
    mine = await alice.dm.wait_for(is_result)
    assert not mine.photo
    assert "Scores" in mine.text
    assert (await bob.dm.wait_for(is_result)).photo


async def test_a_table_in_words_shows_pictures_to_those_who_want_them(on_stage: Stage) -> None:
    people, group, table = await seated(on_stage, "Alice", "Bob", pictures=False)
    await on_stage.desk.people.set_setting(people[1].id, "pictures", True)
    await play_out(people, table, rng().choice)
    await quiet(on_stage)
    assert not (await group.wait_for_button("Next round")).photo
    assert not (await people[0].dm.wait_for(is_result)).photo
    assert (await people[1].dm.wait_for(is_result)).photo


async def test_table_shows_the_result_again(on_stage: Stage) -> None:
    (alice,), group, _, _, result = await played(on_stage, "Alice")
    await alice.write(group, "/table")
    again = await group.wait_for(lambda m: m.button("Next round") and m.message_id > result.message_id)
    assert again.photo
    assert again.text == result.text
    await group.wait_gone(result)


async def test_a_solo_table_ends_in_a_picture(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    await alice.start()
    await alice.write(None, "/newgame paohuzi")
    await alice.tap(await alice.dm.wait_for_button("Start"), "Start")
    table = on_stage.table(alice)
    await until(lambda: table.round is not None and table.waiting_for())
    await quiet(on_stage)
    hand = await alice.dm.wait_for(lambda m: m.button("Hint"))
    await play_out([alice], table, rng().choice)
    result = await alice.dm.wait_for_button("Next round")
    assert result.message_id == hand.message_id
    assert result.photo


async def test_without_the_right_to_send_photos_the_result_is_words(on_stage: Stage) -> None:
    people, group, table = await seated(on_stage, "Alice")
    await group.forbid_bot_photos()
    await play_out(people, table, rng().choice)
    await quiet(on_stage)
    result = await group.wait_for_button("Next round")
    assert not result.photo
    assert "Scores" in result.text
    assert (await people[0].dm.wait_for(is_result)).photo, "private chats are not the group's"


async def test_a_result_that_cannot_be_drawn_becomes_words(on_stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot import pictures
    from bot.pictures import ResultScene

    def broken(scene: object) -> bytes:
        if isinstance(scene, ResultScene):
            raise OSError("no font")
        return pictures.draw(scene)  # type: ignore[arg-type]

    monkeypatch.setattr("bot.delivery.painter.draw", broken)
    _, group, table, _, _ = await played(on_stage, "Alice")
    assert table.setup["no_picture"]
    await group.wait_for(lambda m: m.button("Next round") and "Scores" in m.text and not m.photo)


@pytest.mark.parametrize("fits", [True, False])
async def test_after_a_restart_between_rounds_the_same_message_is_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fits: bool
) -> None:
    if not fits:
        monkeypatch.setattr("bot.views.result.CAPTION", 20)
    async with site(tmp_path) as place:
        people = await place.world.people("Alice", "Bob", language_code="en")
        group = await place.world.group("Friends", people)
        async with place.bot() as stage:
            desk = stage.desk
            table = await open_table(stage, group, people[:1], "guilin", pictures=True)
            await play_out(people[:1], table, rng().choice)
            await quiet(stage)
            result = await group.wait_for_button("Next round")
            assert bool(result.photo) is fits
        async with place.bot() as stage:
            desk = stage.desk
            after = desk.host.tables[table.id]
            assert after.state == BETWEEN
            held = after.seats[0]
            assert held is not None
            held.name = "Alicia"
            await desk.presenter.changed(after)
            await quiet(stage)
            shown = await group.wait_for(lambda m: m.button("Next round") and m.message_id == result.message_id)
            assert bool(shown.photo) is fits
            assert shown.photo != result.photo if fits else "Alicia" in shown.text
            assert len([m for m in await group.messages() if m.button("Next round")]) == 1
            assert {c["code"] for c in await place.world.calls(chat=group.id)} == {200}
