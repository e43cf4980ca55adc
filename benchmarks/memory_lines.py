"""Memory of idle tables: restored from a database and shown once, with all that a table keeps between decisions."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from benchmarks.lines import Line, apart, at_most
from benchmarks.stand import fill_database
from bot.delivery import Outbox, Slot
from bot.delivery.budget import Budget
from bot.people import People
from bot.presenter import Presenter
from bot.tables import Host, InlineBrain
from bot.views.content import Content
from storage import Store, open_engine

TABLES = 1_000
ACTIONS = 30
KILO = 1024


class _Nowhere:
    """A sender that takes everything at once; messages get ids in order."""

    def __init__(self) -> None:
        self.sent = 0

    async def send(self, slot: Slot, content: Content) -> int:
        self.sent += 1
        return self.sent

    async def edit(self, slot: Slot, message_id: int, content: Content, had_photo: bool) -> None:
        return None

    async def delete(self, slot: Slot, message_id: int) -> None:
        return None


class _Whispers:
    """Nobody looks at a hand in the group."""

    def want(self, slot: Slot, content: Content) -> None:
        return None


async def _front(store: Store) -> tuple[Host, Presenter]:
    people = People(store)
    presenter = Presenter(people)
    host = Host(store, InlineBrain(), presenter)

    async def nothing(*_: object) -> None:
        return None

    presenter.host = host
    presenter.outbox = Outbox(_Nowhere(), nothing, nothing, nothing)
    presenter.whispers = _Whispers()  # type: ignore[assignment]
    presenter.outbox.overall = Budget(gap=0.0)  # every chat shows one thing, which its own budget allows
    return host, presenter


async def _restore(url: str) -> tuple[int, int, int]:
    """(tables, bytes after the restore, bytes after all is shown) of a database, counted from an empty host."""
    store = Store(open_engine(url))
    host, presenter = await _front(store)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0
    await host.restore()
    ids = [s.user_id for t in host.tables.values() for _, s in t.people() if s.user_id is not None]
    for start in range(0, len(ids), 500):
        await presenter.people.load(ids[start : start + 500])
    gc.collect()
    restored = tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0
    sending = asyncio.create_task(presenter.outbox.run())
    for table in host.tables.values():
        await presenter.changed(table)
        await asyncio.sleep(0)
    await presenter.outbox.flush(60)
    sending.cancel()
    missing = [slot for slot, message in presenter.outbox._messages.items() if message.message_id is None]
    if missing:
        raise RuntimeError(f"{len(missing)} messages were not shown")
    gc.collect()
    shown = tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0
    count = len(host.tables)
    await store.close()
    return count, restored - before, shown - before


def measure(url: str) -> tuple[int, int, int]:
    """The figures of a database that has been restored once before: what all tables share (the games' caches) is
    there."""
    asyncio.run(_restore(url))
    tracemalloc.start()
    return asyncio.run(_restore(url))


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        url = f"sqlite:///{Path(folder, 'many')}.db"
        asyncio.run(fill_database(url, TABLES, actions=ACTIONS))
        count, restored, shown = apart(measure, url)
    each = restored / count / KILO
    yield Line(
        "memory, tables", f"{count:,} idle tables, {ACTIONS} actions into a round", "KB each", each, at_most(20),
        note="all seats people",
    )  # fmt: skip
    yield Line(
        "memory, shown", "with what every chat shows", "KB each", shown / count / KILO, at_most(20),
        note="the outbox remembers panel and hands",
    )  # fmt: skip


GROUPS = {"memory": lines}
