"""The bot put together: an ordinary python-telegram-bot application, polling or by webhook."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import TelegramError
from telegram.ext import Application, ApplicationBuilder

from bot.config import Settings
from bot.delivery import Outbox, TelegramSender
from bot.delivery.whispers import Whispers
from bot.desk import Desk
from bot.handlers import register
from bot.handlers.commands import COMMANDS, describe
from bot.handlers.register import ALLOWED_UPDATES
from bot.people import People
from bot.presenter import Presenter
from bot.tables import Brain, Host, ProcessBrain
from bot.words import LANGUAGES, TELEGRAM_CODES, words
from storage import Store, migrate, open_engine

log = structlog.get_logger()

App = Application[Any, Any, Any, Any, Any, Any]
CONNECTIONS = 64
"""Connections to the Bot API kept open: presses must not wait for panels being sent."""
LAST_WORDS = 3.0
"""Seconds that moves and calls under way have to end when the bot stops."""


def build(settings: Settings, brain: Brain | None = None) -> App:
    """The application, not started. The database is opened (and migrated) here, so that a bad address fails at once."""
    migrate(settings.database_url)
    base = settings.bot_api_url.rstrip("/")
    builder = (
        ApplicationBuilder()
        .token(settings.bot_token)
        .base_url(f"{base}/bot")
        .base_file_url(f"{base}/file/bot")
        .concurrent_updates(256)
        .connection_pool_size(CONNECTIONS)
        .pool_timeout(10)
        .post_init(lambda app: _start_for_good(app, settings, brain))
        .post_stop(_stop)
    )
    app = builder.build()
    register(app)
    return app


async def _start_for_good(app: App, settings: Settings, brain: Brain | None) -> None:
    """Start in a process that is the bot's alone. What has been loaded stays: the collector need not look at it
    again, which would stop every table for tenths of a second."""
    await _start(app, settings, brain)
    gc.freeze()


async def _start(app: App, settings: Settings, brain: Brain | None) -> None:
    store = Store(open_engine(settings.database_url))
    people = People(store)
    presenter = Presenter(people)
    host = Host(store, brain or ProcessBrain(settings.ai_workers), presenter)
    outbox = Outbox(TelegramSender(app.bot, presenter.painter), presenter.placed, presenter.failed, presenter.moved)
    presenter.outbox, presenter.host = outbox, host
    presenter.whispers = Whispers(app.bot, outbox)
    desk = Desk(app.bot, store, host, outbox, presenter, people)
    app.bot_data["desk"] = desk
    began = time.perf_counter()
    count = await host.restore()
    await people.load([s.user_id for t in host.tables.values() for _, s in t.people() if s.user_id is not None])
    for table in host.tables.values():
        presenter.adopt(table)
    desk.tasks = [
        asyncio.create_task(outbox.run()),
        asyncio.create_task(host.watch()),
        asyncio.create_task(_introduce(app)),
    ]
    host.resume()
    log.info("ready", bot=app.bot.username, tables=count, seconds=round(time.perf_counter() - began, 2))


async def _stop(app: App) -> None:
    desk: Desk = app.bot_data["desk"]
    for task in desk.tasks:
        task.cancel()
    await asyncio.gather(*desk.tasks, return_exceptions=True)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(desk.host.settle_down(), LAST_WORDS)
    await desk.outbox.finish(LAST_WORDS)
    await desk.host.brain.close()
    desk.presenter.painter.close()
    await desk.store.close()


async def _introduce(app: App) -> None:
    """Commands and descriptions in every language, told to Telegram in the background of each start."""
    try:
        for language in LANGUAGES:
            said = words(language)
            commands = [BotCommand(name, text[:256]) for name, text in describe(said).items() if name in COMMANDS]
            code = TELEGRAM_CODES[language]
            short = said("Sichuan mahjong, changpai, paohuzi, zipai and three-player mahjong for your group.")
            long = said(
                "I host Chinese tile and card games in groups: add me to one and send /newgame there. Or "
                "play here against AI: /newgame."
            )
            for where in ("", code) if language == "en" else (code,):
                if len(where) > 2:
                    continue  # Telegram takes two-letter codes; Traditional Chinese readers get the Chinese of "zh"
                for scope in (BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats()):
                    await app.bot.set_my_commands(commands, scope=scope, language_code=where or None)
                await app.bot.set_my_short_description(short, language_code=where or None)
                await app.bot.set_my_description(long, language_code=where or None)
    except TelegramError as error:
        log.warning("commands not set", error=str(error))


@asynccontextmanager
async def running(settings: Settings, brain: Brain | None = None) -> AsyncIterator[Desk]:
    """The bot, polling, inside a program that has its own event loop (tests, benchmarks)."""
    app = build(settings, brain)
    async with app:
        await _start(app, settings, brain)
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(allowed_updates=ALLOWED_UPDATES, poll_interval=0, bootstrap_retries=0)
        try:
            yield app.bot_data["desk"]
        finally:
            await app.updater.stop()
            await app.stop()
            await _stop(app)
