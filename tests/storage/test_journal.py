"""The journal: writes that wait together are one commit, and each stands or falls alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from threading import current_thread, main_thread
from threading import enumerate as threads

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from storage.journal import Journal, Statement
from storage.models import Chat

CHAT = Statement(insert(Chat))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE chats (id INTEGER PRIMARY KEY, title TEXT NOT NULL, settings JSON NOT NULL)")
    db.close()
    return path


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


@pytest.fixture(params=["quick disk", "slow disk"])
async def journal(path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Journal]:
    made = Journal(lambda: opened(path), asyncio.Lock())
    made._usual = 0.0 if request.param == "quick disk" else 1e9
    yield made
    await made.close()


def row(number: int) -> dict[str, object]:
    return {"id": number, "title": f"chat {number}", "settings": {"n": [number]}}


def stored(path: Path) -> list[int]:
    db = sqlite3.connect(path)
    try:
        return [n for (n,) in db.execute("SELECT id FROM chats ORDER BY id")]
    finally:
        db.close()


async def test_what_has_returned_is_there_for_everybody(journal: Journal, path: Path) -> None:
    await journal.write((CHAT, [row(1), row(2)]))
    assert stored(path) == [1, 2]
    db = sqlite3.connect(path)
    assert db.execute("SELECT settings FROM chats WHERE id = 2").fetchone() == ('{"n": [2]}',)
    db.close()


async def test_a_refused_write_takes_no_other_along(journal: Journal, path: Path) -> None:
    await journal.write((CHAT, [row(5)]))
    outcomes = await asyncio.gather(
        journal.write((CHAT, [row(1)])),
        journal.write((CHAT, [row(2), row(5)])),
        *(journal.write((CHAT, [row(n)])) for n in range(10, 40)),
        return_exceptions=True,
    )
    assert [type(o) for o in outcomes if o is not None] == [IntegrityError]
    assert isinstance(outcomes[1], IntegrityError)
    assert stored(path) == [1, 5, *range(10, 40)]


async def test_the_steps_of_a_write_stand_or_fall_together_and_what_is_returned_comes_back(
    journal: Journal, path: Path
) -> None:
    made = Statement(insert(Chat).returning(Chat.id))
    assert await journal.write((made, [row(7)]), (CHAT, [row(8), row(9)])) == 7
    assert await journal.write((CHAT, [row(10)])) is None
    other = asyncio.create_task(journal.write((made, [row(30)])))
    with pytest.raises(IntegrityError):
        await journal.write((made, [row(20)]), (CHAT, [row(21), row(8)]))
    assert await other == 30
    assert stored(path) == [7, 8, 9, 10, 30]


async def test_a_cancelled_writer_loses_no_other_write(journal: Journal, path: Path) -> None:
    for turn in range(20):
        first = asyncio.create_task(journal.write((CHAT, [row(100 + turn)])))
        second = asyncio.create_task(journal.write((CHAT, [row(200 + turn)])))
        await asyncio.sleep(0)
        first.cancel()
        await second
        assert 200 + turn in stored(path)


async def test_writers_take_turns(path: Path) -> None:
    turn = asyncio.Lock()
    journal = Journal(lambda: opened(path), turn)
    async with turn:
        waiting = [asyncio.create_task(journal.write((CHAT, [row(n)]))) for n in (1, 2)]
        await asyncio.sleep(0.02)
        assert stored(path) == []
    await asyncio.gather(*waiting)
    assert stored(path) == [1, 2]
    await journal.close()


async def test_a_broken_file_fails_every_waiting_write_and_is_opened_again(path: Path) -> None:
    broken = [True]

    def connect() -> sqlite3.Connection:
        if broken:
            broken.pop()
            raise sqlite3.OperationalError("disk I/O error")
        return opened(path)

    turn = asyncio.Lock()
    journal = Journal(connect, turn)
    async with turn:
        waiting = [asyncio.create_task(journal.write((CHAT, [row(n)]))) for n in (1, 2)]
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(o, sqlite3.OperationalError) for o in outcomes)
    await journal.write((CHAT, [row(3)]))
    assert stored(path) == [3]
    await journal.close()


async def test_a_closed_journal_keeps_neither_file_nor_thread(path: Path) -> None:
    connections: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        connections.append(opened(path))
        return connections[-1]

    journal = Journal(connect, asyncio.Lock())
    journal._usual = 1e9  # a slow disk: in the thread
    before = set(threads())
    await journal.write((CHAT, [row(1)]))
    (thread,) = set(threads()) - before
    await journal.close()
    assert not thread.is_alive()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connections[0].execute("SELECT 1")


async def test_after_a_failure_in_the_middle_nothing_of_it_is_stored_and_the_next_is(path: Path) -> None:
    """A file that fails within a transaction is left and opened again, so the half of it is rolled back."""
    with closing(opened(path)) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON chats WHEN NEW.id = 2 BEGIN SELECT disk(); END")
    answers = [lambda: 1 / 0, lambda: 0]  # of the first and of the second connection

    def connect() -> sqlite3.Connection:
        db = opened(path)
        db.create_function("disk", 0, answers.pop(0))
        return db

    journal = Journal(connect, asyncio.Lock())
    with pytest.raises(sqlite3.OperationalError):
        await journal.write((CHAT, [row(1), row(2)]))
    assert stored(path) == []
    await journal.write((CHAT, [row(3), row(4)]))
    assert stored(path) == [3, 4]
    await journal.close()


async def test_a_disk_that_hangs_holds_up_nobody_else_for_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(lambda: opened(path), asyncio.Lock())
    journal._usual = 0.0
    took = [0.0]
    where: list[bool] = []
    store = Journal._store

    def noted(self: Journal, *words: object) -> None:
        where.append(current_thread() is main_thread())
        store(self, *words)  # type: ignore[arg-type]

    monkeypatch.setattr("storage.journal.perf_counter", lambda: took[0] * len(where))
    monkeypatch.setattr(Journal, "_store", noted)
    for number in range(40):
        took[0] = 0.2 if 10 <= number < 15 else 0.0
        await journal.write((CHAT, [row(number)]))
    assert where[:10] == [True] * 10
    assert where[11:30] == [False] * 19, "after one slow commit the thread takes over"
    assert stored(path) == list(range(40))
    await journal.close()


async def test_the_log_does_not_grow_without_bound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.journal.CHECKPOINT", 20)
    with closing(opened(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
    journal = Journal(lambda: opened(path), asyncio.Lock())
    for number in range(400):
        await journal.write((CHAT, [row(number)]))
    grown = path.with_name(path.name + "-wal").stat().st_size
    await journal.close()
    assert grown < 200 * 4096, "400 commits of at least one page each"
    assert stored(path) == list(range(400))
