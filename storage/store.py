"""Queries: everything the bot asks of the database, one short transaction each.

Rows go in and out as plain values, so that nothing outside this package knows SQLAlchemy.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Case, Integer, bindparam, case, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import sqlite_connector
from .journal import Journal, Statement, Step
from .models import Chat, Ledger, PlayedAction, Round, Table, User


@dataclass(slots=True)
class TableRow:
    """A table as stored; see :class:`storage.models.Table`."""

    id: int
    chat_id: int
    topic_id: int
    game: str
    options: dict[str, Any]
    setup: dict[str, Any]
    state: str
    host_id: int
    round_id: int | None = None
    round_number: int = 0
    dealer: int | None = None
    carry: dict[str, Any] = field(default_factory=dict)
    deadline: float | None = None
    seats: list[dict[str, Any]] = field(default_factory=list)
    messages: dict[str, Any] = field(default_factory=dict)
    created: float = 0.0
    updated: float = 0.0


@dataclass(frozen=True)
class RoundRow:
    """A round as stored, with its actions as (seat, text)."""

    id: int
    table_id: int
    number: int
    game: str
    version: int
    options: dict[str, Any]
    seed: bytes
    dealer: int
    carry: dict[str, Any]
    actions: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class UserRow:
    """A person as stored."""

    id: int
    name: str = ""
    username: str = ""
    dm_open: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)


class ScoreLine(NamedTuple):
    """One line of a leaderboard. ``rank`` counts from 1, equal scores share it."""

    rank: int
    user_id: int
    name: str
    score: int
    rounds: int
    wins: int


class Move(NamedTuple):
    """One action to append: its place in the round, who played it (None: AI)."""

    seq: int
    seat: int
    action: str
    by: int | None


class Store:
    """All queries over one engine. Methods commit before they return."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
        self._upsert: Any = dialect.insert
        self._turn = asyncio.Lock()
        connect = sqlite_connector(engine)
        self._journal = Journal(connect, self._turn) if connect is not None else None

    async def close(self) -> None:
        if self._journal is not None:
            await self._journal.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end. On SQLite writers take turns."""
        async with self._turn if self._journal is not None else nullcontext(), self._engine.begin() as db:
            yield db

    async def _write(self, *steps: Step) -> Any:
        """All steps in one commit: what the last one with RETURNING has returned. IntegrityError when a row is refused:
        then nothing of it is stored. On SQLite this way is much the shorter; what tables do all the time takes it."""
        if self._journal is not None:
            return await self._journal.write(*steps)
        returned = None
        async with self._engine.begin() as db:
            for statement, rows in steps:
                if rows:
                    made = await db.execute(statement.clause, rows)
                    if made.returns_rows and (found := made.scalar()) is not None:
                        returned = found
        return returned

    # --- people and chats ---------------------------------------------------------------------------------------

    async def remember_user(self, user_id: int, name: str, username: str, dm_open: bool | None = None) -> None:
        """Create or refresh a person; ``dm_open`` None leaves it as it is."""
        values: dict[str, Any] = {"name": name, "username": username}
        if dm_open is not None:
            values["dm_open"] = dm_open
        statement = self._upsert(User).values(id=user_id, settings={}, **({"dm_open": False} | values))
        async with self._writing() as db:
            await db.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))

    async def set_dm(self, user_id: int, is_open: bool) -> None:
        async with self._writing() as db:
            await db.execute(update(User).where(User.id == user_id).values(dm_open=is_open))

    async def user(self, user_id: int) -> UserRow | None:
        async with self._engine.connect() as db:
            row = (await db.execute(select(User.__table__).where(User.id == user_id))).mappings().first()
        return UserRow(**row) if row else None

    async def users(self, ids: Iterable[int]) -> dict[int, UserRow]:
        wanted = list(ids)
        found: dict[int, UserRow] = {}
        async with self._engine.connect() as db:
            for start in range(0, len(wanted), 500):
                some = select(User.__table__).where(User.id.in_(wanted[start : start + 500]))
                found |= {r["id"]: UserRow(**r) for r in (await db.execute(some)).mappings()}
        return found

    async def set_user_settings(self, user_id: int, settings: Mapping[str, Any]) -> None:
        async with self._writing() as db:
            await db.execute(update(User).where(User.id == user_id).values(settings=dict(settings)))

    async def chat_settings(self, chat_id: int) -> dict[str, Any]:
        async with self._engine.connect() as db:
            found = (await db.execute(select(Chat.settings).where(Chat.id == chat_id))).scalar()
        return dict(found or {})

    async def set_chat_settings(self, chat_id: int, title: str, settings: Mapping[str, Any]) -> None:
        values = {"title": title, "settings": dict(settings)}
        statement = self._upsert(Chat).values(id=chat_id, **values)
        async with self._writing() as db:
            await db.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))

    async def migrate_chat(self, old: int, new: int) -> None:
        """A group became a supergroup: its settings, tables and scores follow it."""
        async with self._writing() as db:
            row = (await db.execute(select(Chat.title, Chat.settings).where(Chat.id == old))).first()
            if row is not None:
                statement = self._upsert(Chat).values(id=new, title=row.title, settings=row.settings)
                await db.execute(statement.on_conflict_do_nothing(index_elements=["id"]))
                await db.execute(delete(Chat).where(Chat.id == old))
            await db.execute(update(Table).where(Table.chat_id == old).values(chat_id=new))
            await db.execute(update(Ledger).where(Ledger.chat_id == old).values(chat_id=new))

    # --- tables and rounds --------------------------------------------------------------------------------------

    async def create_table(self, row: TableRow) -> int:
        """Insert a table (its ``id`` is ignored); returns the new id."""
        return int(await self._write((_CREATE, [_values(row)])))

    async def save_table(self, row: TableRow) -> None:
        await self._write((_SAVE, [_values(row)]))

    async def open_tables(self) -> list[TableRow]:
        """Every table that is not closed."""
        async with self._engine.connect() as db:
            rows = (await db.execute(select(Table.__table__).where(Table.state != "closed"))).mappings().all()
        return [TableRow(**r) for r in rows]

    async def table(self, table_id: int) -> TableRow | None:
        async with self._engine.connect() as db:
            row = (await db.execute(select(Table.__table__).where(Table.id == table_id))).mappings().first()
        return TableRow(**row) if row else None

    async def start_round(self, row: TableRow, made: RoundRow, at: float) -> int:
        """Insert the round (its ``id`` is ignored) and save the table that now plays it; returns the round's id."""
        round_ = {f: getattr(made, f) for f in _ROUND_FIELDS} | {"started": at}
        row.round_id = int(await self._write((_START, [round_]), (_SAVE_STARTED, [_values(row)])))
        return row.round_id

    async def rounds(self, ids: Sequence[int]) -> dict[int, RoundRow]:
        """Rounds with their actions, by id."""
        columns = [getattr(Round, f) for f in RoundRow.__dataclass_fields__ if f != "actions"]
        found: dict[int, RoundRow] = {}
        async with self._engine.connect() as db:
            for start in range(0, len(ids), 500):
                some = list(ids[start : start + 500])
                played: dict[int, list[tuple[int, str]]] = {}
                actions = select(PlayedAction.round_id, PlayedAction.seat, PlayedAction.action).where(
                    PlayedAction.round_id.in_(some)
                )
                for round_id, seat, text in await db.execute(
                    actions.order_by(PlayedAction.round_id, PlayedAction.seq)
                ):
                    played.setdefault(round_id, []).append((seat, text))
                for row in (await db.execute(select(*columns).where(Round.id.in_(some)))).mappings():
                    found[row["id"]] = RoundRow(**row, actions=tuple(played.get(row["id"], ())))
        return found

    async def append(self, round_id: int, moves: Sequence[Move], at: float | None = None) -> None:
        """Append actions to a round in one commit. IntegrityError when a place is taken."""
        await self._write((_APPEND, _played(round_id, moves, time.time() if at is None else at)))

    async def end_round(
        self,
        row: TableRow,
        moves: Sequence[Move],
        outcome: str,
        scores: Sequence[tuple[int, int | None, int, bool]],
        at: float,
    ) -> None:
        """The last actions, the ledger and the table in one commit.

        ``scores``: (seat, user or None for AI, score, won) of every seat; ValueError when they do not sum to zero.
        """
        if sum(score for _, _, score, _ in scores):
            raise ValueError("the scores of a round sum to zero")
        round_id = row.round_id
        entry = {"round_id": round_id, "chat_id": row.chat_id, "game": row.game, "at": at}
        await self._write(
            (_APPEND, _played(round_id, moves, at)),
            (_END, [{"which": round_id, "ended": at, "outcome": outcome}]),
            (_GAIN, [{**entry, "seat": s, "user_id": u, "score": score, "won": won} for s, u, score, won in scores]),
            (_SAVE, [_values(row)]),
        )

    # --- scores -------------------------------------------------------------------------------------------------

    async def leaderboard(
        self, chat_id: int, game: str | None = None, limit: int = 10, offset: int = 0
    ) -> tuple[list[ScoreLine], int]:
        """Lines ``offset …`` of the chat's leaderboard, best first, and how many people are on it."""
        board = _board(chat_id, game)
        async with self._engine.connect() as db:
            total = (await db.execute(select(func.count()).select_from(board))).scalar_one()
            rows = await db.execute(
                select(board, User.name)
                .join(User, User.id == board.c.user_id, isouter=True)
                .order_by(board.c.rank, board.c.user_id)
                .limit(limit)
                .offset(offset)
            )
            lines = [_line(r._mapping) for r in rows]
        return lines, int(total)

    async def standing(self, chat_id: int, user_id: int, game: str | None = None) -> ScoreLine | None:
        """One person's line of the leaderboard."""
        board = _board(chat_id, game)
        async with self._engine.connect() as db:
            row = (
                await db.execute(
                    select(board, User.name)
                    .join(User, User.id == board.c.user_id, isouter=True)
                    .where(board.c.user_id == user_id)
                )
            ).first()
        return _line(row._mapping) if row else None

    async def table_scores(self, ids: Sequence[int]) -> dict[int, dict[tuple[int, int | None], int]]:
        """Running scores of tables by seat and person (None: AI), over all their rounds; a table without a finished
        round is left out."""
        found: dict[int, dict[tuple[int, int | None], int]] = {}
        async with self._engine.connect() as db:
            for start in range(0, len(ids), 500):
                rows = await db.execute(
                    select(Round.table_id, Ledger.seat, Ledger.user_id, func.sum(Ledger.score))
                    .join(Round, Round.id == Ledger.round_id)
                    .where(Round.table_id.in_(list(ids[start : start + 500])))
                    .group_by(Round.table_id, Ledger.seat, Ledger.user_id)
                )
                for table_id, seat, user, total in rows:
                    found.setdefault(table_id, {})[seat, user] = int(total)
        return found


def _columns(names: Iterable[str]) -> dict[str, Any]:
    return {name: bindparam(name) for name in names}


def _values(row: TableRow) -> dict[str, Any]:
    """A table as the statements below take it; ``which`` it is."""
    return {f: getattr(row, f) for f in _TABLE_FIELDS} | {"which": row.id}


def _played(round_id: int | None, moves: Sequence[Move], at: float) -> list[dict[str, Any]]:
    return [{"round_id": round_id, **m._asdict(), "at": at} for m in moves]


_TABLE_FIELDS = tuple(f for f in TableRow.__dataclass_fields__ if f != "id")
_ROUND_FIELDS = tuple(f for f in RoundRow.__dataclass_fields__ if f not in ("id", "actions"))
_THIS_TABLE = Table.id == bindparam("which")
_NEWEST = select(func.max(Round.id)).where(Round.table_id == bindparam("which")).scalar_subquery()

_CREATE = Statement(insert(Table).values(_columns(_TABLE_FIELDS)).returning(Table.id))
_SAVE = Statement(update(Table).where(_THIS_TABLE).values(_columns(_TABLE_FIELDS)))
_SAVE_STARTED = Statement(update(Table).where(_THIS_TABLE).values(_columns(_TABLE_FIELDS) | {"round_id": _NEWEST}))
_START = Statement(insert(Round).values(_columns((*_ROUND_FIELDS, "started"))).returning(Round.id))
_APPEND = Statement(insert(PlayedAction))
_END = Statement(update(Round).where(Round.id == bindparam("which")).values(_columns(("ended", "outcome"))))
_GAIN = Statement(
    insert(Ledger).values(_columns(("round_id", "seat", "chat_id", "game", "user_id", "score", "won", "at")))
)


def _board(chat_id: int, game: str | None) -> Any:
    won: Case[int] = case((Ledger.won, 1), else_=0)
    score = func.sum(Ledger.score)
    query = (
        select(
            Ledger.user_id.label("user_id"),
            score.label("score"),
            func.count().label("rounds"),
            func.sum(won, type_=Integer).label("wins"),
            func.rank().over(order_by=score.desc()).label("rank"),
        )
        .where(Ledger.chat_id == chat_id, Ledger.user_id.is_not(None))
        .group_by(Ledger.user_id)
    )
    if game is not None:
        query = query.where(Ledger.game == game)
    return query.subquery()


def _line(row: Any) -> ScoreLine:
    return ScoreLine(
        int(row["rank"]), row["user_id"], row["name"] or "", int(row["score"]), int(row["rounds"]), int(row["wins"])
    )
