"""Cold start: from starting the process until the emulator sees the first getUpdates."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.lines import Line, at_most
from benchmarks.stand import bot_process, copy_of, emulator, fill_database, first_poll, since, until

TABLES = 1_000
ACTIONS = 30
"""Played at each of the tables that are restored."""
REPEATS = 5


async def start_once(database: str, tables: int) -> float:
    """Seconds of one start."""
    async with emulator(tables) as server:
        polled = first_poll(server.world)
        began = time.perf_counter()
        async with bot_process(server.url, database):
            await until(polled, 60, "the bot's first poll")
            return since(began)


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        # As on every start but the first ever: the schema is there.
        full, empty = Path(folder, "full.db"), Path(folder, "empty.db")
        asyncio.run(fill_database(f"sqlite:///{empty}", 0))
        asyncio.run(fill_database(f"sqlite:///{full}", TABLES, actions=ACTIONS))
        plain = [asyncio.run(start_once(f"sqlite:///{empty}", 0)) for _ in range(REPEATS)]
        restored = []
        for number in range(3):
            database = copy_of(full, Path(folder, f"{number}.db"))
            restored.append(asyncio.run(start_once(database, TABLES)))
    spread = f"{min(plain):.2f}–{max(plain):.2f} s"
    yield Line("cold start", "process start to first poll", "s", statistics.median(plain), at_most(1.5), note=spread)
    note = f"{min(restored):.2f}–{max(restored):.2f} s, {ACTIONS} actions replayed at each"
    middle = statistics.median(restored)
    yield Line("cold start, 1,000 tables", "process start to first poll", "s", middle, at_most(5), note=note)


GROUPS = {"start": lines}
