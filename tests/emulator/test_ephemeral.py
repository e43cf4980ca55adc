"""Ephemeral messages of Bot API 10.3: seen by one member, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, EndPointNotFound

from emulator.client import EmulatorClient
from tests.emulator.conftest import Table, png

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Hand", callback_data="hand")]])


async def send_private(bot: Bot, chat_id: int, receiver: int, **parameters: Any) -> dict[str, Any]:
    result = await bot.do_api_request(
        "sendMessage",
        {
            "chat_id": chat_id, "text": "1 2 3 万", "reply_markup": KEYS,
            "ephemeral_message_parameters": {"receiver_user_id": receiver, **parameters},
        },
    )  # fmt: skip
    assert isinstance(result, dict)
    return result


async def pressed(bot: Bot, table: Table) -> str:
    """Bob presses a button of a public panel."""
    await bot.send_message(table.group.id, "panel", reply_markup=KEYS)
    answer = await table.bob.tap(await table.group.last(), "Hand", wait=False)
    assert answer.query is not None
    return answer.query


async def test_after_a_press_only_the_receiver_sees_it(bot: Bot, table: Table) -> None:
    query = await pressed(bot, table)
    sent = await send_private(bot, table.group.id, table.bob.id, callback_query_id=query)
    assert sent["message_id"] == 0
    assert sent["ephemeral_message_id"] > 0
    assert sent["receiver_user"]["id"] == table.bob.id
    seen = await table.group.seen_by(table.bob).last()
    assert (seen.text, seen.ephemeral) == ("1 2 3 万", True)
    assert [m.text for m in await table.group.messages()][-1] == "panel"


async def test_a_press_on_it_names_it(bot: Bot, table: Table) -> None:
    sent = await send_private(bot, table.group.id, table.bob.id, callback_query_id=await pressed(bot, table))
    await table.bob.tap(await table.group.seen_by(table.bob).last(), "Hand", wait=False)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    assert query.message is not None
    assert query.message.message_id == 0
    assert query.message.api_kwargs["ephemeral_message_id"] == sent["ephemeral_message_id"]


async def test_without_a_press_it_takes_an_admin(bot: Bot, table: Table, world: EmulatorClient) -> None:
    with pytest.raises(BadRequest, match="Not enough rights to send ephemeral messages"):
        await send_private(bot, table.group.id, table.bob.id)
    query = await pressed(bot, table)
    await world.advance(16)
    with pytest.raises(BadRequest, match="Query is too old"):
        await send_private(bot, table.group.id, table.bob.id, callback_query_id=query)
    fresh = await pressed(bot, table)
    with pytest.raises(BadRequest, match="Query is too old"):
        await send_private(bot, table.group.id, table.alice.id, callback_query_id=fresh)
    await table.group.promote_bot()
    await send_private(bot, table.group.id, table.alice.id)
    assert (await table.group.last()).ephemeral
    await table.bob.leave(table.group)
    with pytest.raises(BadRequest, match="Receiver is not a member of the chat"):
        await send_private(bot, table.group.id, table.bob.id)


async def test_editing_and_deleting(bot: Bot, table: Table) -> None:
    await table.group.promote_bot()
    sent = await send_private(bot, table.group.id, table.bob.id)
    mine = {
        "chat_id": table.group.id, "receiver_user_id": table.bob.id,
        "ephemeral_message_id": sent["ephemeral_message_id"],
    }  # fmt: skip
    seen = table.group.seen_by(table.bob)
    assert await bot.do_api_request("editEphemeralMessageText", {**mine, "text": "4 5 6 万"}) is True
    assert (await seen.last()).text == "4 5 6 万"
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.do_api_request("editEphemeralMessageText", {**mine, "text": "4 5 6 万"})
    with pytest.raises(BadRequest, match="Message is too long"):
        await bot.do_api_request("editEphemeralMessageText", {**mine, "text": "x" * 1025})
    await bot.do_api_request("editEphemeralMessageReplyMarkup", {**mine, "reply_markup": KEYS})
    assert (await seen.last()).labels == ["Hand"]
    photo = await bot.send_photo(table.group.id, png())
    media = {"type": "photo", "media": photo.photo[-1].file_id, "caption": "picture"}
    await bot.do_api_request("editEphemeralMessageMedia", {**mine, "media": media})
    await bot.do_api_request("editEphemeralMessageCaption", {**mine, "caption": "hand"})
    shown = next(m for m in await seen.messages() if m.ephemeral)
    assert (shown.text, shown.photo is not None) == ("hand", True)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.do_api_request(
            "editEphemeralMessageCaption", {**mine, "receiver_user_id": table.alice.id, "caption": "x"}
        )
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(table.group.id, sent["ephemeral_message_id"])
    assert await bot.do_api_request("deleteEphemeralMessage", mine) is True
    assert not any(message.ephemeral for message in await seen.messages())


async def test_in_place_of_the_pressed_message(bot: Bot, table: Table) -> None:
    query = await pressed(bot, table)
    sent = await send_private(
        bot, table.group.id, table.bob.id, callback_query_id=query, replace_callback_query_message=True
    )
    assert [m.text for m in await table.group.seen_by(table.bob).messages()][-1] == "1 2 3 万"
    assert "panel" not in [m.text for m in await table.group.seen_by(table.bob).messages()]
    assert (await table.group.last()).text == "panel"
    await bot.do_api_request(
        "deleteEphemeralMessage",
        {
            "chat_id": table.group.id, "receiver_user_id": table.bob.id,
            "ephemeral_message_id": sent["ephemeral_message_id"],
        },
    )  # fmt: skip
    assert (await table.group.seen_by(table.bob).last()).text == "panel"


async def test_a_private_command_and_the_reply_to_it(bot: Bot, table: Table) -> None:
    commands = [{"command": "hand", "description": "Show my hand", "is_ephemeral": True}]
    await bot.do_api_request("setMyCommands", {"commands": commands})
    written = await table.bob.write(table.group, "/hand")
    assert written.ephemeral
    assert "/hand" not in [m.text for m in await table.group.messages()]
    message = (await bot.get_updates())[-1].message
    assert message is not None
    ephemeral_id = message.api_kwargs["ephemeral_message_id"]
    await bot.do_api_request(
        "sendMessage",
        {
            "chat_id": table.group.id, "text": "yours",
            "reply_parameters": {"ephemeral_message_id": ephemeral_id},
            "ephemeral_message_parameters": {"receiver_user_id": table.bob.id},
        },
    )  # fmt: skip
    assert (await table.group.seen_by(table.bob).last()).text == "yours"


async def test_servers_that_do_not_know_them(bot: Bot, table: Table, world: EmulatorClient) -> None:
    await table.group.promote_bot()
    await world.settings(ephemeral="refuse")
    with pytest.raises(BadRequest, match=r"(?i)unknown field"):
        await send_private(bot, table.group.id, table.bob.id)
    with pytest.raises(EndPointNotFound):
        await bot.do_api_request(
            "deleteEphemeralMessage",
            {"chat_id": table.group.id, "receiver_user_id": table.bob.id, "ephemeral_message_id": 1},
        )
    await world.settings(ephemeral="ignore")
    shown_to_all = await send_private(bot, table.group.id, table.bob.id)
    assert shown_to_all["message_id"] > 0
    assert (await table.group.seen_by(table.alice).last()).text == "1 2 3 万"
