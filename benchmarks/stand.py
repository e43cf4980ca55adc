"""The stand for everything over HTTP: an emulator in this process, the bot or an echo bot in another, people who press.

Loopback only. The tables of the bot are put into its database before it starts, so nothing waits for lobbies.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.lines import PEER_PYTHON, PEERS, ROOT
from bot.tables import Host, InlineBrain, Table
from emulator import people
from emulator.groups import create_group
from emulator.server import EmulatorServer, running
from emulator.state import Query, User
from emulator.world import World
from engine import Action, games
from storage import Move, Store, migrate, open_engine

TOKEN = "7700000001:token-for-benchmarks-only"
FIRST_GROUP = -1_001_000_100_000
FIRST_PERSON = 10_000


class _NoFront:
    """Shows nobody anything."""

    async def changed(self, table: Table) -> None:
        return None

    async def warn(self, table: Table, seats: list[int], seconds: int) -> None:
        return None

    async def closed(self, table: Table, reason: str) -> None:
        return None


def group_of(number: int) -> int:
    """The chat of table ``number`` (from 0)."""
    return FIRST_GROUP - number


def person_of(number: int, seat: int) -> int:
    """The person at a seat of table ``number``."""
    return FIRST_PERSON + 10 * number + seat


def game_of(number: int) -> str:
    """The games in turn, Sichuan first."""
    return sorted(games.ids(), key=lambda g: g != "sichuan")[number % len(games.ids())]


async def fill_database(url: str, tables: int, people_at_each: int = 9, actions: int = 0) -> None:
    """A database with ``tables`` tables in play, ``people_at_each`` people at most at each (AI in the other seats),
    ``actions`` random actions after the deal, nobody's clock running."""
    migrate(url)
    store = Store(open_engine(url))
    host = Host(store, InlineBrain(), _NoFront())
    rng = Random(5)
    for number in range(tables):
        spec = games.get(game_of(number))
        people_here = [person_of(number, s) for s in range(min(people_at_each, spec.seats))]
        for user in people_here:
            await store.remember_user(user, f"P{user}", "", True)
        await store.set_chat_settings(group_of(number), f"Table {number}", {"language": "en"})
        setup = {"clock": 0, "pictures": False}
        table = await host.open_table(group_of(number), 0, people_here[0], f"P{people_here[0]}", spec.id, {}, setup)
        for user in people_here[1:]:
            await host.join(table, user, f"P{user}")
        await host.start(table)
        await host.settle_down()
        await store.append(table.row.round_id or 0, _played(table, actions, rng))
    await store.close()


def _played(table: Table, actions: int, rng: Random) -> list[Move]:
    """Random actions from the deal on, short of the end."""
    round_ = table.round
    moves: list[Move] = []
    while round_ is not None and round_.prompts and len(moves) < actions:
        seat = min(round_.prompts)
        action = rng.choice(round_.prompts[seat])
        round_ = round_.copy()
        round_.act(seat, action)
        if round_.result is not None:
            break
        moves.append(Move(len(moves), seat, action.write(table.spec.tiles), None))
    return moves


def populate(world: World, tables: int) -> None:
    """The groups and people of :func:`fill_database`, every private chat open."""
    for number in range(tables):
        seats = games.get(game_of(number)).seats
        for seat in range(seats):
            user = User(person_of(number, seat), f"P{person_of(number, seat)}", started=True)
            world.add_user(user)
        create_group(world, f"Table {number}", [person_of(number, s) for s in range(seats)], chat_id=group_of(number))
    world.updates.drop()


@asynccontextmanager
async def emulator(tables: int, limits: bool = True) -> AsyncIterator[EmulatorServer]:
    """The emulator with the people of so many tables."""
    async with running(token=TOKEN, limits=limits) as server:
        populate(server.world, tables)
        logging.getLogger("emulator").setLevel(logging.CRITICAL)  # bots that stop hang up in the middle of a call
        yield server


def first_poll(world: World) -> asyncio.Event:
    """Set when the bot first asks for updates."""
    polled = asyncio.Event()
    queue: Any = world.updates
    poll = queue.poll

    async def noticing(*words: Any, **named: Any) -> Any:
        polled.set()
        return await poll(*words, **named)

    queue.poll = noticing
    return polled


@asynccontextmanager
async def bot_process(url: str, database: str) -> AsyncIterator[subprocess.Popen[bytes]]:
    """``paiju run`` in a process of its own."""
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": url, "DATABASE_URL": database, "LOG_LEVEL": "error"}
    async with _process([sys.executable, "-m", "bot", "run"], settings) as process:
        yield process


@asynccontextmanager
async def echo_process(url: str) -> AsyncIterator[subprocess.Popen[bytes]]:
    """The peer: a bot that does nothing but answer presses."""
    async with _process([str(PEER_PYTHON), str(PEERS), "echo", url, TOKEN], {}) as process:
        yield process


@asynccontextmanager
async def _process(command: list[str], settings: dict[str, str]) -> AsyncIterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings})
    try:
        yield process
    finally:
        process.terminate()  # the emulator goes on answering: the bot says good-bye
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(process.wait, 20)
        if process.poll() is None:
            process.kill()
            process.wait()


def press(world: World, user: int, chat: int, data: str) -> Query:
    """A person presses a button of the newest message of a chat, whatever it is."""
    messages = world.chat(chat).messages
    person, where = world.user(user), world.chat(chat)
    if messages:
        return people.press(world, person, where, messages[next(reversed(messages))], data)
    return people.press_gone(world, person, where, 1, data)


class Mirror:
    """What the bot holds in memory, followed from outside: a table of people only, read from the database once, then
    kept up by playing the same actions."""

    def __init__(self, number: int, table: Table) -> None:
        self.number = number
        self.table = table

    def question(self, rng: Random) -> tuple[int, str, Action] | None:
        """Somebody who is asked, their button, and what it does; None when the round is over."""
        round_ = self.table.round
        if round_ is None or round_.result is not None:
            return None
        seat = rng.choice(sorted(round_.prompts))
        index = rng.randrange(len(round_.prompts[seat]))
        asked = self.table.asked[seat]
        return seat, f"a.{self.table.id}.{asked}.{index}", round_.prompts[seat][index]

    def play(self, seat: int, action: Action) -> None:
        round_ = self.table.round
        assert round_ is not None
        new = round_.copy()
        self.table.advance(new, seat, new.act(seat, action))


    async def reload(self, store: Store) -> None:
        """Another round has been dealt."""
        row = await store.table(self.table.id)
        assert row is not None
        assert row.round_id is not None
        made = (await store.rounds([row.round_id]))[row.round_id]
        self.table = Table.from_row(row, made, {})


async def mirrors(url: str) -> list[Mirror]:
    """All tables of a database."""
    store = Store(open_engine(url))
    rows = await store.open_tables()
    rounds = await store.rounds([r.round_id for r in rows if r.round_id is not None])
    await store.close()
    return [Mirror(i, Table.from_row(row, rounds.get(row.round_id or 0), {})) for i, row in enumerate(rows)]


def copy_of(database: Path, to: Path) -> str:
    """A copy of a database file (with what its WAL holds); returns the copy's address."""
    with sqlite3.connect(database) as source, sqlite3.connect(to) as target:
        source.backup(target)
    return f"sqlite:///{to}"


async def until(event: asyncio.Event, seconds: float, what: str) -> None:
    """Wait for an event; RuntimeError says what did not happen."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        raise RuntimeError(f"not in {seconds} s: {what}") from None


def since(began: float) -> float:
    return time.perf_counter() - began
