"""Press to answerCallbackQuery over HTTP: the bot with 1 and with 200 busy tables, an echo bot under the same presses.

The emulator, with the people in it, is this process; the bots are processes of their own, one after the other.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.lines import PEER_PYTHON, Line, at_most, share
from benchmarks.stand import (
    Mirror,
    bot_process,
    copy_of,
    echo_process,
    emulator,
    fill_database,
    first_poll,
    group_of,
    mirrors,
    person_of,
    press,
    until,
)
from emulator.world import World
from storage import Store, open_engine

WARM = 2.0
"""Seconds of presses that are not counted."""
SECONDS = 8.0
ONE_GAP = 0.02
"""With one table: seconds between an answer and the next press."""
EVERY = 2.0
"""With many: seconds from one decision at a table to the next."""
REPEATS = 5
Times = list[float]


class Crowd:
    """People who press at every table until told to stop. ``mirrors``: none for the echo bot, any button does there."""

    def __init__(self, world: World, tables: int, known: list[Mirror], store: Store | None) -> None:
        self.world = world
        self.tables = tables
        self.known = known
        self.store = store
        self.refused = 0
        self.presses = 0

    async def press_for(self, seconds: float) -> Times:
        """Seconds from press to answer of everything pressed in that time."""
        self.world.stats.answer_seconds.clear()
        # This process is full of what other lines have left in caches; a collection in the middle would count as a
        # late answer.
        gc.collect()
        gc.disable()
        try:
            end = asyncio.get_running_loop().time() + seconds
            await asyncio.gather(*(self._at_table(n, end) for n in range(self.tables)))
        finally:
            gc.enable()
        return list(self.world.stats.answer_seconds)

    async def _at_table(self, number: int, end: float) -> None:
        clock = asyncio.get_running_loop().time
        rng = Random(number)
        pause = rng.random() * EVERY if self.tables > 1 else 0.0
        while clock() + pause < end:
            await asyncio.sleep(pause)
            began = clock()
            if self.known:
                await self._decide(self.known[number], rng)
            else:
                await self._press(person_of(number, 0), group_of(number), "a.1.1.1")
            pause = max(0.0, EVERY - (clock() - began)) if self.tables > 1 else ONE_GAP

    async def _decide(self, mirror: Mirror, rng: Random) -> None:
        question = mirror.question(rng)
        if question is None:
            await self._press(person_of(mirror.number, 0), group_of(mirror.number), f"t.{mirror.table.id}.start")
            assert self.store is not None
            await mirror.reload(self.store)
            return
        seat, data, action = question
        user = person_of(mirror.number, seat)
        said = await self._press(user, user, data)
        if said.startswith(("Too late", "It is not", "这", "晚", "太")):
            self.refused += 1
            return
        mirror.play(seat, action)

    async def _press(self, user: int, chat: int, data: str) -> str:
        query = press(self.world, user, chat, data)
        self.presses += 1
        await asyncio.wait_for(query.answered.wait(), 30)
        return str((query.answer or {}).get("text", ""))


async def echo_times(tables: int) -> Times:
    async with emulator(tables) as server:
        polled = first_poll(server.world)
        async with echo_process(server.url):
            await until(polled, 30, "the echo bot's first poll")
            crowd = Crowd(server.world, tables, [], None)
            await crowd.press_for(WARM)
            return await crowd.press_for(SECONDS)


async def bot_times(database: str, tables: int, seconds: float = SECONDS) -> Times:
    known = await mirrors(database)
    store = Store(open_engine(database))
    try:
        async with emulator(tables) as server:
            polled = first_poll(server.world)
            async with bot_process(server.url, database):
                await until(polled, 30, "the bot's first poll")
                crowd = Crowd(server.world, tables, known, store)
                await crowd.press_for(WARM)
                times = await crowd.press_for(seconds)
                if crowd.refused > crowd.presses // 50:
                    raise RuntimeError(f"{crowd.refused} of {crowd.presses} presses were refused")
                return times
    finally:
        await store.close()


def _lines_for(tables: int, folder: Path) -> Iterator[Line]:
    full = folder / f"{tables}.db"
    asyncio.run(fill_database(f"sqlite:///{full}", tables))
    ours: list[Times] = []
    echo: list[Times] = []
    for number in range(REPEATS):
        if PEER_PYTHON.exists():
            echo.append(asyncio.run(echo_times(tables)))
        ours.append(asyncio.run(bot_times(copy_of(full, folder / f"{tables}-{number}.db"), tables)))
    presses = sum(map(len, ours))
    for name, part, bound in (("p50", 0.5, 1.5), ("p99", 0.99, 2.0)):
        mine = [share(t, part) * 1e3 for t in ours]
        peer = [share(t, part) * 1e3 for t in echo]
        note = f"{presses} presses, runs {min(mine):.1f} to {max(mine):.1f} ms"
        if peer:
            note += f", echo bot {min(peer):.1f} to {max(peer):.1f}"
        yield Line(
            f"answer, {tables} busy, {name}", "press to answerCallbackQuery", "ms", statistics.median(mine), None,
            "echo bot", statistics.median(peer) if peer else None, at_most(bound), note=note,
        )  # fmt: skip


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        for tables in (1, 200):
            yield from _lines_for(tables, Path(folder))


GROUPS = {"answer": lines}
