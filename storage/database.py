"""Opening the database and bringing its schema up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_ASYNC = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_SYNC = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


class DatabaseError(ValueError):
    """The database address cannot be used; the message says why."""


def _with_driver(url: str, drivers: dict[str, str]) -> str:
    try:
        parsed = make_url(url)
    except Exception as error:
        raise DatabaseError(f"{url!r} is not a database address: {error}") from None
    family = parsed.drivername.partition("+")[0]
    if family not in drivers:
        raise DatabaseError(f"databases are sqlite or postgresql, not {family!r}")
    return parsed.set(drivername=drivers[family]).render_as_string(hide_password=False)


def open_engine(url: str) -> AsyncEngine:
    """An async engine for a ``sqlite:///file`` or ``postgresql://…`` address. DatabaseError when it is neither."""
    full = _with_driver(url, _ASYNC)
    if full.startswith("sqlite"):
        # One connection: SQLite has one writer anyway, and a commit is then never refused as busy.
        engine = create_async_engine(full, pool_size=1, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(full, pool_size=10, max_overflow=10, pool_pre_ping=True)


def _prepare_sqlite(connection: Any, _: object) -> None:
    """WAL, and FULL because an action that has been announced must survive a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def sqlite_connector(engine: AsyncEngine) -> Callable[[], sqlite3.Connection] | None:
    """Opens a further connection to the engine's SQLite file, in autocommit mode, for threads that take turns; None for
    other databases."""
    if engine.dialect.name != "sqlite":
        return None
    return partial(_connect_sqlite, engine.url.database or ":memory:")


def _connect_sqlite(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    _prepare_sqlite(connection, None)
    return connection


MIGRATIONS = Path(__file__).parent / "migrations"


def newest_revision() -> str:
    """The newest migration: their files are called by number."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def migrate(url: str, revision: str = "head") -> None:
    """Bring the schema to ``revision``, creating the database file if it is missing."""
    engine = _sync_engine(url)
    try:
        # Importing Alembic takes longer than anything else that happens here; nearly every start finds nothing to do.
        if revision == "head" and _revision_of(engine) == newest_revision():
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    finally:
        engine.dispose()


def current_revision(url: str) -> str | None:
    """The schema revision of the database, None for an empty one."""
    engine = _sync_engine(url)
    try:
        return _revision_of(engine)
    finally:
        engine.dispose()


def _revision_of(engine: Engine) -> str | None:
    """What Alembic has noted in the database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found


def _sync_engine(url: str) -> Engine:
    full = _with_driver(url, _SYNC)
    parsed = make_url(full)
    if full.startswith("sqlite") and parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    return create_engine(full)
