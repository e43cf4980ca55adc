"""Updates to a real Application: long polling, webhooks, and two receivers for one token."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest, Conflict
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from emulator.client import EmulatorClient
from emulator.server import EmulatorServer
from tests.emulator.conftest import Table

Context = ContextTypes.DEFAULT_TYPE
KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="join", style="success")]])


async def on_start(update: Update, context: Context) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_text(f"welcome {' '.join(context.args or [])}".strip())


async def on_new(update: Update, context: Context) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_text("Table 1", reply_markup=KEYS)


async def on_press(update: Update, context: Context) -> None:
    query = update.callback_query
    assert query is not None
    # python-telegram-bot gives a Message here too, never an InaccessibleMessage.
    if query.message is not None and not query.message.is_accessible:
        await query.answer("that table is gone", show_alert=True)
        return
    if query.data != "join":
        await query.answer(f"unknown {query.data}")
        return
    await query.answer(url=f"https://t.me/{context.bot.username}?start=join_1")
    await query.edit_message_text(f"{query.from_user.first_name} joins", reply_markup=KEYS)


@asynccontextmanager
async def running_bot(server: EmulatorServer) -> AsyncIterator[Application[Any, Any, Any, Any, Any, Any]]:
    builder = ApplicationBuilder().token(server.token).base_url(server.base_url).base_file_url(server.base_file_url)
    app = builder.build()
    app.add_handler(CommandHandler("start", on_start))
    app.add_handler(CommandHandler("newgame", on_new))
    app.add_handler(CallbackQueryHandler(on_press))
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0, timeout=5)
        try:
            yield app
        finally:
            await app.updater.stop()
            await app.stop()


async def test_a_game_begins_by_polling(server: EmulatorServer, table: Table) -> None:
    async with running_bot(server):
        await table.alice.write(table.group, "/newgame@paiju_bot")
        panel = await table.group.wait_for_button("Join")
        answer = await table.bob.tap(panel, "Join")
        assert answer.url == "https://t.me/paiju_bot?start=join_1"
        edited = await table.group.wait_for_text("Bob joins")
        assert edited.key == panel.key
        assert edited.edited
        waited = (await table.group.emulator.stats())["answers"]
        assert waited["count"] == 1
        assert 0 < waited["p50"] == waited["max"] < 5
        await table.bob.follow(answer.url)
        assert (await table.bob.dm.wait_for_text("welcome")).text == "welcome join_1"


async def test_presses_that_are_forged_repeated_or_late(server: EmulatorServer, table: Table) -> None:
    async with running_bot(server):
        await table.alice.write(table.group, "/newgame")
        panel = await table.group.wait_for_button("Join")
        forged = await table.bob.press(panel, "v1:somebody-else")
        assert forged.text == "unknown v1:somebody-else"
        again = await table.bob.press_again(forged, wait=True)
        assert again.query == forged.query
        await table.group.delete(panel)
        late = await table.bob.press(panel, "join")
        assert (late.text, late.alert) == ("that table is gone", True)
        toasts = await table.bob.toasts()
        assert [toast["text"] for toast in toasts] == ["unknown v1:somebody-else", "that table is gone"]


async def test_the_same_press_has_a_new_update_id(bot: Bot, table: Table) -> None:
    await bot.send_message(table.group.id, "a", reply_markup=KEYS)
    answer = await table.bob.tap(await table.group.last(), "Join", wait=False)
    await table.bob.press_again(answer)
    updates = await bot.get_updates(allowed_updates=["callback_query"])
    presses = [update for update in updates if update.callback_query]
    assert len({update.update_id for update in presses}) == len(presses) == 2
    assert len({update.callback_query.id for update in presses if update.callback_query}) == 1


async def test_getting_acknowledges(bot: Bot, table: Table) -> None:
    updates = await bot.get_updates()
    assert updates
    assert [u.update_id for u in await bot.get_updates()] == [u.update_id for u in updates]
    assert await bot.get_updates(offset=updates[-1].update_id + 1) == ()
    waiting = asyncio.create_task(bot.get_updates(offset=updates[-1].update_id + 1, timeout=5))
    await asyncio.sleep(0.05)
    await table.alice.write(table.group, "/late")
    (late,) = await waiting
    assert late.message is not None
    assert late.message.text == "/late"


async def test_kinds_that_must_be_asked_for(bot: Bot, table: Table) -> None:
    await table.group.promote_bot()
    await table.bob.leave(table.group)
    kinds = {kind for update in await bot.get_updates() for kind in update.to_dict() if kind != "update_id"}
    assert kinds == {"message", "my_chat_member"}
    await bot.get_updates(offset=-1, allowed_updates=["chat_member"])
    await table.bob.join(table.group)
    newest = (await bot.get_updates())[-1]
    assert newest.chat_member is not None
    assert newest.chat_member.new_chat_member.status == "member"


async def test_privacy_mode(bot: Bot, table: Table) -> None:
    sent = await bot.send_message(table.group.id, "panel")
    await table.alice.write(table.group, "just chatting")
    await table.alice.write(table.group, "/rules@another_bot")
    await table.alice.write(table.group, "a reply", reply_to=str(sent.message_id))
    await table.alice.write(table.group, "/rules")
    texts = [u.message.text for u in await bot.get_updates() if u.message is not None and u.message.text]
    assert texts == ["a reply", "/rules"]


async def test_two_pollers(bot: Bot, server: EmulatorServer, make_bot: Callable[[EmulatorServer], Bot]) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=5))
    await asyncio.sleep(0.1)
    # A Bot has one connection for polling, so a second copy of the bot is needed.
    async with make_bot(server) as copy:
        assert await copy.get_updates(timeout=0) == ()
    with pytest.raises(Conflict, match=r"(?i)terminated by other getupdates request"):
        await first


async def test_a_webhook_ends_a_poll(bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=5))
    await asyncio.sleep(0.1)
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with pytest.raises(Conflict, match=r"(?i)terminated by setWebhook request"):
        await poll


async def test_an_anonymous_admin(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    group = await world.group("Secret", [alice], anonymous=[alice.id])
    await alice.write(group, "/newgame")
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert message.from_user is not None
    assert message.sender_chat is not None
    assert (message.from_user.id, message.sender_chat.id) == (1087968824, group.id)
    await bot.send_message(group.id, "a", reply_markup=KEYS)
    await alice.tap(await group.last(), "Join", wait=False)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    assert query.from_user.id == alice.id


@asynccontextmanager
async def webhook(answers: list[int]) -> AsyncIterator[tuple[str, list[tuple[dict[str, Any], str | None]]]]:
    """A receiver that answers with the given codes, then with 200."""
    got: list[tuple[dict[str, Any], str | None]] = []

    async def receive(request: Request) -> Response:
        got.append((await request.json(), request.headers.get("x-telegram-bot-api-secret-token")))
        return Response(status_code=answers.pop(0) if answers else 200)

    config = uvicorn.Config(Starlette(routes=[Route("/hook", receive, methods=["POST"])]), port=0, log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/hook", got
    finally:
        server.should_exit = True
        await task


async def eventually(condition: Any) -> None:
    for _ in range(300):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("did not happen in time")


async def test_webhook_delivers_in_order_and_again_until_answered(bot: Bot, table: Table) -> None:
    await bot.get_updates(offset=-1)
    async with webhook([500, 503]) as (url, got):
        await bot.set_webhook(url, secret_token="s3cret", drop_pending_updates=True)
        for number in range(4):
            await table.alice.write(table.group, f"/n{number}")
        await eventually(lambda: len(got) == 6)
        assert [body["message"]["text"] for body, _ in got] == ["/n0", "/n0", "/n0", "/n1", "/n2", "/n3"]
        assert len({body["update_id"] for body, _ in got}) == 4
        assert {secret for _, secret in got} == {"s3cret"}
        info = await bot.get_webhook_info()
        assert (info.url, info.pending_update_count) == (url, 0)
        assert info.last_error_message == "Wrong response from the webhook: 503 Service Unavailable"
        with pytest.raises(Conflict, match=r"(?i)can't use getUpdates method while webhook is active"):
            await bot.get_updates()
        await bot.delete_webhook()
    await table.alice.write(table.group, "/polled")
    assert [u.message.text for u in await bot.get_updates() if u.message] == ["/polled"]


async def test_a_game_begins_by_webhook(server: EmulatorServer, table: Table) -> None:
    app = ApplicationBuilder().token(server.token).base_url(server.base_url).build()
    app.add_handler(CommandHandler("newgame", on_new))
    app.add_handler(CallbackQueryHandler(on_press))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_webhook(
            listen="127.0.0.1", port=port, url_path="hook", webhook_url=f"http://127.0.0.1:{port}/hook",
            secret_token="s3cret", drop_pending_updates=True,
        )  # fmt: skip
        await table.alice.write(table.group, "/newgame")
        panel = await table.group.wait_for_button("Join")
        assert (await table.bob.tap(panel, "Join")).url == "https://t.me/paiju_bot?start=join_1"
        await table.group.wait_for_text("Bob joins")
        await app.updater.stop()
        await app.stop()


async def test_a_webhook_that_is_down_keeps_its_updates(bot: Bot, table: Table) -> None:
    await bot.get_updates(offset=-1)
    await bot.set_webhook("http://127.0.0.1:9/hook", drop_pending_updates=True)
    await table.alice.write(table.group, "/kept")
    await asyncio.sleep(0.1)
    assert (await bot.get_webhook_info()).pending_update_count == 1
    await bot.delete_webhook()
    assert [u.message.text for u in await bot.get_updates() if u.message] == ["/kept"]


async def test_a_public_webhook_must_be_https(bot: Bot) -> None:
    with pytest.raises(BadRequest, match=r"(?i)an HTTPS URL must be provided for webhook"):
        await bot.set_webhook("http://bot.example.org/hook")
