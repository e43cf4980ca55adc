"""The commit of one action, against a bare sqlite3 insert into the same table with the same durability."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.lines import Line, at_most
from storage import Move, RoundRow, Store, TableRow, migrate, open_engine

BLOCK = 100
"""Inserts in a row, ours and bare ones turn about."""
BLOCKS = 12
TOGETHER = 200
INSERT = 'INSERT INTO actions (round_id, seq, seat, action, "by", at) VALUES (?, ?, ?, ?, ?, ?)'


def _bare(path: Path) -> sqlite3.Connection:
    """The peer: autocommit off, as sqlite3 comes, and the pragmas that the store sets."""
    connection = sqlite3.connect(path)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


async def _round(url: str) -> tuple[Store, int]:
    migrate(url)
    store = Store(open_engine(url))
    row = TableRow(0, -5, 0, "sichuan", {}, {}, "playing", 1)
    row.id = await store.create_table(row)
    made = RoundRow(0, row.id, 1, "sichuan", 1, {}, b"seed", 0, {})
    return store, await store.start_round(row, made, 0.0)


async def measure(folder: Path) -> tuple[list[float], list[float], float]:
    """Seconds of each of our commits and of each bare one, and of one when ``TOGETHER`` wait at once."""
    store, ours = await _round(f"sqlite:///{folder}/ours.db")
    other, theirs = await _round(f"sqlite:///{folder}/bare.db")
    await other.close()
    bare = _bare(folder / "bare.db")
    mine: list[float] = []
    bares: list[float] = []
    for block in range(BLOCKS):
        for seq in range(block * BLOCK, (block + 1) * BLOCK):
            began = perf_counter()
            await store.append(ours, [Move(seq, 0, "discard 5m", 101)], 1.0)
            mine.append(perf_counter() - began)
        for seq in range(block * BLOCK, (block + 1) * BLOCK):
            began = perf_counter()
            bare.execute(INSERT, (theirs, seq, 0, "discard 5m", 101, 1.0))
            bare.commit()
            bares.append(perf_counter() - began)
    first = BLOCK * BLOCKS
    began = perf_counter()
    moves = [Move(first + n, 0, "discard 5m", 101) for n in range(TOGETHER)]
    await asyncio.gather(*(store.append(ours, [move], 1.0) for move in moves))
    together = (perf_counter() - began) / TOGETHER
    bare.close()
    await store.close()
    return mine, bares, together


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        mine, bares, together = asyncio.run(measure(Path(folder)))
    yield Line(
        "commit", "one action on disk, SQLite", "ms", statistics.median(mine) * 1e3, None, "sqlite3",
        statistics.median(bares) * 1e3, at_most(1.5), note=f"{together * 1e3:.3f} ms each when {TOGETHER} wait",
    )  # fmt: skip


GROUPS = {"commit": lines}
