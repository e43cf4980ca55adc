"""How cost grows: the answer with the tables that are busy, the start with the tables to restore, the commit with the
actions that are stored already. Rows without targets; report.py draws them."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.lines import Line, share
from benchmarks.stand import copy_of, fill_database
from benchmarks.start_lines import ACTIONS, start_once
from benchmarks.telegram_lines import bot_times
from storage import Move, RoundRow, Store, TableRow, migrate, open_engine

BUSY = (1, 50, 100, 200)
RESTORED = (0, 250, 500, 1000)
STORED = (0, 50_000, 200_000)
"""Actions in the database before; a round has 60 to 100."""
A_ROUND = 80
SECONDS = 6.0


async def commits(url: str) -> Iterator[tuple[int, float]]:
    """(actions stored before, median seconds of a commit) for each of STORED."""
    migrate(url)
    store = Store(open_engine(url))
    row = TableRow(0, -5, 0, "sichuan", {}, {}, "playing", 1)
    row.id = await store.create_table(row)
    found = []
    stored = number = 0
    for goal in STORED:
        while stored < goal:
            number += 1
            made = RoundRow(0, row.id, number, "sichuan", 1, {}, b"seed", 0, {})
            round_id = await store.start_round(row, made, 0.0)
            await store.append(round_id, [Move(n, n % 4, "discard 5m", 101) for n in range(A_ROUND)], 1.0)
            stored += A_ROUND
        number += 1
        last = await store.start_round(row, RoundRow(0, row.id, number, "sichuan", 1, {}, b"seed", 0, {}), 0.0)
        times = []
        for n in range(200):
            began = perf_counter()
            await store.append(last, [Move(n, 0, "discard 5m", 101)], 1.0)
            times.append(perf_counter() - began)
        stored += len(times)
        found.append((goal, statistics.median(times)))
    await store.close()
    return iter(found)


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as name:
        folder = Path(name)
        for tables in BUSY:
            url = f"sqlite:///{folder}/busy{tables}.db"
            asyncio.run(fill_database(url, tables))
            middle = share(asyncio.run(bot_times(url, tables, SECONDS)), 0.5) * 1e3
            yield Line(f"growth answer {tables}", f"p50 with {tables} busy tables", "ms", middle)
        full = folder / "full.db"
        for tables in RESTORED:
            asyncio.run(fill_database(f"sqlite:///{folder}/idle{tables}.db", tables, actions=ACTIONS))
            full = Path(f"{folder}/idle{tables}.db")
            copies = [copy_of(full, folder / f"idle{tables}-{n}.db") for n in range(2)]
            took = min(asyncio.run(start_once(url, tables)) for url in copies)
            yield Line(f"growth start {tables}", f"start with {tables} tables to restore", "s", took)
        for stored, took in asyncio.run(commits(f"sqlite:///{folder}/stored.db")):
            yield Line(f"growth commit {stored}", f"commit after {stored:,} stored actions", "ms", took * 1e3)


GROUPS = {"growth": lines}
