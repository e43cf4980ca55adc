"""Telegram's refusals, as python-telegram-bot sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyKeyboardMarkup,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter

from emulator.client import EmulatorClient
from emulator.server import EmulatorServer
from tests.emulator.conftest import Table, png


def keyboard(*rows: list[str]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data=data) for data in row] for row in rows])


async def refuse(server: EmulatorServer, method: str, **values: Any) -> tuple[int, str]:
    async with httpx.AsyncClient(trust_env=False) as http:
        answer = await http.post(f"{server.base_url}{server.token}/{method}", json=values)
    assert answer.json()["ok"] is False
    assert answer.status_code == answer.json()["error_code"]
    return answer.status_code, answer.json()["description"]


async def test_a_person_who_never_started_or_has_blocked(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(alice.id, "hello")
    await alice.start()
    assert (await bot.send_message(alice.id, "hello")).text == "hello"
    await alice.block()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(alice.id, "hello")
    await alice.unblock()
    await bot.send_message(alice.id, "again")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(999, "nobody")


async def test_an_edit_that_changes_nothing(bot: Bot, table: Table) -> None:
    sent = await bot.send_message(table.group.id, "<b>a</b>", parse_mode="HTML", reply_markup=keyboard(["1"]))
    with pytest.raises(BadRequest, match="specified new message content and reply markup are exactly the same"):
        await sent.edit_text("<strong>a</strong>", parse_mode="HTML", reply_markup=keyboard(["1"]))
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_reply_markup(keyboard(["1"]))
    edited = await sent.edit_text("a", reply_markup=keyboard(["1"]))
    assert isinstance(edited, type(sent))
    assert edited.edit_date is not None


async def test_messages_that_are_gone_or_not_ours(bot: Bot, table: Table) -> None:
    sent = await bot.send_message(table.group.id, "a")
    theirs = await table.alice.write(table.group, "/mine")
    await sent.delete()
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await sent.edit_text("b")
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await sent.delete()
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("b", table.group.id, theirs.message_id)
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(table.group.id, theirs.message_id)
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(table.group.id, "b", reply_parameters=ReplyParameters(sent.message_id))


async def test_old_messages_cannot_be_deleted(bot: Bot, table: Table, world: EmulatorClient) -> None:
    sent = await bot.send_message(table.group.id, "a")
    await world.advance(48 * 3600 + 1)
    with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
        await sent.delete()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([["牌" * 22]], "BUTTON_DATA_INVALID"),
        ([[""]], "BUTTON_DATA_INVALID"),
        ([["x"] * 9], "REPLY_MARKUP_TOO_LONG"),
        ([["x"] * 8] * 13, "REPLY_MARKUP_TOO_LONG"),
    ],
)
async def test_keyboards_over_the_limit(
    server: EmulatorServer, table: Table, rows: list[list[str]], words: str
) -> None:
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": data} for data in row] for row in rows]}
    refusal = await refuse(server, "sendMessage", chat_id=table.group.id, text="a", reply_markup=markup)
    assert refusal == (400, f"Bad Request: {words}")


async def test_keyboards_at_the_limit(bot: Bot, table: Table) -> None:
    await bot.send_message(table.group.id, "a", reply_markup=keyboard(*[["牌" * 21] * 8] * 12, ["x"] * 4))
    shown = await table.group.last()
    assert len(shown.labels) == 100


async def test_lengths_count_after_entities(bot: Bot, table: Table) -> None:
    await bot.send_message(table.group.id, "<b>x</b>" * 4096, parse_mode="HTML")
    with pytest.raises(BadRequest, match="Message is too long"):
        await bot.send_message(table.group.id, "x" * 4097)
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await bot.send_photo(table.group.id, png(), caption="x" * 1025)
    with pytest.raises(BadRequest, match="Message text is empty"):
        await bot.send_message(table.group.id, "<b> </b>", parse_mode="HTML")


async def test_editing_the_wrong_kind(bot: Bot, table: Table) -> None:
    photo = await bot.send_photo(table.group.id, png())
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await photo.edit_text("a")
    text = await bot.send_message(table.group.id, "a")
    with pytest.raises(BadRequest, match="There is no caption in the message to edit"):
        await text.edit_caption("a")
    with pytest.raises(BadRequest, match="Inline keyboard expected"):
        await text.edit_text("b", reply_markup=ReplyKeyboardMarkup([["yes"]]))  # type: ignore[arg-type]
    turned = await text.edit_media(InputMediaPhoto(png("blue"), caption="now a picture"))
    assert not isinstance(turned, bool)
    assert turned.photo


async def test_pictures_telegram_does_not_take(bot: Bot, table: Table) -> None:
    with pytest.raises(BadRequest, match=r"(?i)IMAGE_PROCESS_FAILED"):
        await bot.send_photo(table.group.id, b"not a picture")
    with pytest.raises(BadRequest, match=r"(?i)PHOTO_INVALID_DIMENSIONS"):
        await bot.send_photo(table.group.id, png(size=(2100, 100)))
    with pytest.raises(BadRequest, match=r"(?i)is too big for a photo; the maximum size is 10485760 bytes"):
        await bot.send_photo(table.group.id, png() + b"0" * (10 * 1024 * 1024))
    with pytest.raises(BadRequest, match=r"(?i)wrong file identifier/HTTP URL specified"):
        await bot.send_photo(table.group.id, "file-unknown")


async def test_rights_in_a_group(bot: Bot, table: Table) -> None:
    await table.group.forbid_bot_photos()
    await bot.send_message(table.group.id, "words are fine")
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await bot.send_photo(table.group.id, png())
    await table.group.mute_bot()
    with pytest.raises(BadRequest, match=r"(?i)CHAT_WRITE_FORBIDDEN"):
        await bot.send_message(table.group.id, "x")
    await table.group.restore_bot()
    await table.group.set_permissions(can_send_messages=False)
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await bot.send_message(table.group.id, "x")
    await table.group.promote_bot()
    await bot.send_message(table.group.id, "admins may")
    await table.group.kick_bot()
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(table.group.id, "x")


async def test_kicked_from_a_basic_group(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    group = await world.group("Small", [alice], kind="group")
    await group.kick_bot()
    with pytest.raises(Forbidden, match="bot was kicked from the group chat"):
        await bot.send_message(group.id, "x")


async def test_a_group_that_became_a_supergroup(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    group = await world.group("Small", [alice], kind="group")
    fresh = await group.migrate()
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(group.id, "x")
    assert migrated.value.new_chat_id == fresh.id
    await bot.send_message(fresh.id, "here")
    assert (await fresh.last()).text == "here"


async def test_topics(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    forum = await world.group("Forum", [alice], forum=True)
    thread = await forum.open_topic("Mahjong")
    sent = await bot.send_message(forum.id, "here", message_thread_id=thread)
    assert (sent.message_thread_id, sent.is_topic_message) == (thread, True)
    general = await bot.send_message(forum.id, "general")
    assert general.message_thread_id is None
    for wrong in (1, 4711):
        with pytest.raises(BadRequest, match="Message thread not found"):
            await bot.send_message(forum.id, "x", message_thread_id=wrong)
    await world.post("topic", chat=forum.id, thread=thread, closed=True)
    with pytest.raises(BadRequest, match=r"(?i)TOPIC_CLOSED"):
        await bot.send_message(forum.id, "x", message_thread_id=thread)
    with pytest.raises(BadRequest, match="Not enough rights to create a topic"):
        await bot.create_forum_topic(forum.id, "Cards")
    await forum.promote_bot()
    made = await bot.create_forum_topic(forum.id, "Cards")
    await bot.send_message(forum.id, "x", message_thread_id=made.message_thread_id)


async def test_wrong_tokens(server: EmulatorServer) -> None:
    async with httpx.AsyncClient(trust_env=False) as http:
        wrong = await http.get(f"{server.base_url}123:abc/getMe")
        malformed = await http.get(f"{server.base_url}nonsense/getMe")
    assert (wrong.status_code, wrong.json()["description"]) == (401, "Unauthorized")
    assert malformed.status_code == 404
    with pytest.raises(InvalidToken):
        await Bot("123:abc", base_url=server.base_url).initialize()


async def test_calls_that_make_no_sense_are_never_ignored(server: EmulatorServer, table: Table) -> None:
    chat = table.group.id
    assert await refuse(server, "sendMesage", chat_id=chat) == (404, "Not Found")
    assert await refuse(server, "sendMessage", chat_id=chat) == (400, "Bad Request: message text is empty")
    assert await refuse(server, "sendMessage", text="a") == (400, "Bad Request: chat_id is empty")
    code, words = await refuse(server, "sendMessage", chat_id=chat, text="a", parsemode="HTML")
    assert (code, 'unknown field "parsemode" in sendMessage' in words) == (400, True)
    code, words = await refuse(
        server, "sendMessage", chat_id=chat, text="a",
        reply_markup={"inline_keyboard": [[{"text": "a", "callback": "b"}]]},
    )  # fmt: skip
    assert (code, 'unknown field "callback" in InlineKeyboardButton' in words) == (400, True)
    code, words = await refuse(server, "editMessageText", chat_id=chat, message_id="first", text="a")
    assert (code, words) == (400, "Bad Request: invalid message_id specified")
    code, words = await refuse(server, "sendMessage", chat_id=chat, text="a", reply_markup="{nonsense")
    assert (code, words) == (400, "Bad Request: can't parse reply keyboard markup JSON object")
    code, words = await refuse(server, "sendMessage", chat_id=chat, text="a", reply_markup={"inline_keyboard": "x"})
    assert (code, "expected an Array" in words) == (400, True)
    code, words = await refuse(
        server, "sendMessage", chat_id=chat, text="a", entities=[{"type": "bold", "offset": "x", "length": 1}]
    )
    assert (code, 'Field "offset" must be a Number' in words) == (400, True)


async def test_too_many_messages(limited_server: EmulatorServer, make_bot: Callable[[EmulatorServer], Bot]) -> None:
    async with EmulatorClient(limited_server.url) as world, make_bot(limited_server) as bot:
        alice, bob = await world.people("Alice", "Bob")
        group = await world.group("Friends", [alice, bob])
        panel = await bot.send_message(group.id, "panel", reply_markup=keyboard(["go"]))
        for number in range(4):
            await panel.edit_text(str(number), reply_markup=keyboard(["go"]))
        with pytest.raises(RetryAfter) as refusal:
            await bot.send_message(group.id, "one too many")
        assert refusal.value.retry_after in (1, refusal.value.retry_after)
        answer = await alice.tap(await group.last(), data="go", wait=False)
        assert answer.query is not None
        # Answers to presses are free, and so is deleting.
        await bot.answer_callback_query(answer.query, "free")
        await world.advance(1)
        await bot.send_message(group.id, "now it goes")
        stats = await world.stats()
        assert stats["refused_429"] == 1
        assert stats["by_method"]["answerCallbackQuery"] == 1


async def test_twenty_a_minute_over_http(
    limited_server: EmulatorServer, make_bot: Callable[[EmulatorServer], Bot]
) -> None:
    async with EmulatorClient(limited_server.url) as world, make_bot(limited_server) as bot:
        alice = await world.person("Alice")
        group = await world.group("Friends", [alice])
        for number in range(20):
            await bot.send_message(group.id, str(number))
            await world.advance(1.5)
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "the twenty-first")
        assert len(await group.messages()) == 22
        await world.settings(flood={"enabled": False})
        await bot.send_message(group.id, "without limits")


async def test_answers_to_presses(bot: Bot, table: Table, world: EmulatorClient) -> None:
    sent = await bot.send_message(table.group.id, "a", reply_markup=keyboard(["go"]))
    shown = await table.group.last()
    assert shown.message_id == sent.message_id

    async def press() -> str:
        return (await table.bob.tap(shown, data="go", wait=False)).query or ""

    first = await press()
    with pytest.raises(BadRequest, match=r"(?i)MESSAGE_TOO_LONG"):
        await bot.answer_callback_query(first, "x" * 201)
    await bot.answer_callback_query(first, "x" * 200)
    with pytest.raises(BadRequest, match=r"(?i)query is too old and response timeout expired or query id is invalid"):
        await bot.answer_callback_query(first)
    with pytest.raises(BadRequest, match=r"(?i)URL_INVALID"):
        await bot.answer_callback_query(await press(), url="https://example.org/")
    late = await press()
    await world.advance(16)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(late)
