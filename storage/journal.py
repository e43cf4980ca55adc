"""Journal: small writes to SQLite; those that wait together are one commit.

SQLAlchemy's asyncio layer hands every step of a transaction to another thread and back, which costs more than the
commit itself. Here a whole transaction is one hand-over; and on a disk so quick that the hand-over is most of it, none.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from sqlalchemy import UpdateBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

QUICK = 0.001
"""Seconds: a commit that usually takes less is made where it is asked for. It stops the program's other work, but for
no longer than the thread's fight for the interpreter would: in a busy bot that costs 0.3 ms and more."""
MEMORY = 8
"""What a commit usually takes is a mean over about so many of the last: one that hangs sends those that follow to the
thread."""

CHECKPOINT = 500
"""Commits after which the write-ahead log is brought into the database: by the thread, for SQLite would do it within
whichever commit fills the log, and that one would take ten times as long as the others."""


class Statement:
    """A SQLAlchemy insert or update as SQLite's driver takes it, compiled once. ``clause``: for other databases."""

    def __init__(self, clause: UpdateBase) -> None:
        self.clause = clause
        compiled: Any = clause.compile(dialect=sqlite.dialect())
        self.sql = str(compiled)
        self._names: tuple[str, ...] = tuple(compiled.positiontup)

    def row(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in the statement's order; lists and objects as JSON."""
        return tuple(json.dumps(v) if isinstance(v := values[n], (dict, list)) else v for n in self._names)


Step = tuple[Statement, Sequence[Mapping[str, Any]]]
"""A statement and the rows it is executed with, one after the other."""


class _Job:
    """One write: all its steps or none, each with its rows as the driver takes them. ``error``: why it is not stored;
    ``returned``: what a statement that returns something has returned."""

    __slots__ = ("done", "error", "returned", "steps")

    def __init__(self, steps: Iterable[Step]) -> None:
        self.steps = [(statement.sql, statement.row(values)) for statement, rows in steps for values in rows]
        self.done = False
        self.error: Exception | None = None
        self.returned: Any = None

    def execute(self, db: sqlite3.Connection) -> None:
        """As far as no row is refused."""
        for sql, row in self.steps:
            try:
                if found := db.execute(sql, row).fetchall():
                    self.returned = found[0][0]
            except sqlite3.IntegrityError as error:
                self.error = IntegrityError(sql, row, error)
                return


class Journal:
    """``connect`` opens the database; ``turn`` is held while writing, by this journal and by every other writer of the
    program, so that SQLite never refuses one as busy."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], turn: asyncio.Lock) -> None:
        self._connect = connect
        self._turn = turn
        # A queue of our own: an executor's futures would take as long again as the rest of the hand-over.
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._db: sqlite3.Connection | None = None
        self._waiting: list[_Job] = []
        self._since_checkpoint = 0
        self._tidying: asyncio.Task[None] | None = None
        self._usual = 2 * QUICK  # seconds for a commit; a disk is slow until it has shown otherwise

    async def write(self, *steps: Step) -> Any:
        """Returns when all of it is on disk: what the last statement with RETURNING has returned, if any.
        IntegrityError when a row is refused: then nothing of it is stored."""
        job = _Job(steps)
        self._waiting.append(job)
        async with self._turn:
            # Whoever gets the turn commits for all who wait, and they find it done.
            if not job.done:
                await asyncio.sleep(0)  # others who are about to write
                jobs, self._waiting = self._waiting, []
                if self._usual < QUICK:
                    self._commit(jobs)
                else:
                    await self._in_thread(partial(self._commit, jobs))
                self._since_checkpoint += 1
                if self._since_checkpoint >= CHECKPOINT:
                    self._since_checkpoint = 0
                    self._tidying = asyncio.create_task(self._tidy())
        if job.error is not None:
            raise job.error
        return job.returned

    async def _tidy(self) -> None:
        """In its turn, for beside a writer that never rests the log would never be done with; the rest of the program
        goes on."""
        async with self._turn:
            await self._in_thread(self._checkpoint)

    async def close(self) -> None:
        if self._tidying is not None:
            await self._tidying
        async with self._turn:
            if self._thread is not None:
                await self._in_thread(self._close)
                self._work.put(None)
                self._thread.join()
                self._thread = None

    async def _in_thread(self, work: Callable[[], None]) -> None:
        """Wait for ``work`` in the thread. It is done even if the caller is cancelled: others' rows are among it."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="journal", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done = loop.create_future()

        def finish() -> None:
            if not done.done():
                done.set_result(None)

        def both() -> None:
            work()
            with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits
                loop.call_soon_threadsafe(finish)

        self._work.put(both)
        await done

    # --- in the thread, or by whoever has the turn --------------------------------------------------------------

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    def _commit(self, jobs: list[_Job]) -> None:
        began = perf_counter()
        try:
            if self._db is None:
                self._db = self._connect()
                self._db.execute("PRAGMA wal_autocheckpoint=0")
            self._store(self._db, jobs)
        except Exception as error:  # the disk is full, the file is gone: nothing of this commit is stored
            for job in jobs:
                job.error = job.error or error
            self._close()  # rolls back; the next commit opens the file again
        finally:
            for job in jobs:
                job.done = True
            self._usual += (perf_counter() - began - self._usual) / MEMORY

    def _store(self, db: sqlite3.Connection, jobs: list[_Job]) -> None:
        if len(jobs) == 1 and len(jobs[0].steps) == 1:  # mostly; a statement alone is a transaction of its own
            jobs[0].execute(db)
            return
        db.execute("BEGIN IMMEDIATE")
        for job in jobs:
            db.execute("SAVEPOINT job")
            job.execute(db)
            if job.error is not None:
                db.execute("ROLLBACK TO job")
            db.execute("RELEASE job")
        db.execute("COMMIT")

    def _checkpoint(self) -> None:
        """What cannot be done now, because somebody reads, is done the next time."""
        with contextlib.suppress(sqlite3.Error):
            if self._db is not None:
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
