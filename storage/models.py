"""Tables of the database. Times are seconds since the epoch (UTC); JSON columns hold plain values."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012 - SQLAlchemy's own form


class Chat(Base):
    """A Telegram chat. ``settings``: language, the group's last table choices and so on."""

    __tablename__ = "chats"
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(default="")
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)


class User(Base):
    """A person. ``dm_open``: has started the bot and not blocked it since."""

    __tablename__ = "users"
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(default="")
    username: Mapped[str] = mapped_column(default="")
    dm_open: Mapped[bool] = mapped_column(default=False)
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)


class Table(Base):
    """One table. ``state``: lobby, playing, between or closed; ``topic_id``: 0 outside forums; ``deadline``: when the
    clock of the open prompts runs out, or when an idle table expires; ``panel``: where its message is."""

    __tablename__ = "tables"
    id: Mapped[int] = mapped_column(primary_key=True)
    chat_id: Mapped[int] = mapped_column(BigInteger, index=True)
    topic_id: Mapped[int] = mapped_column(BigInteger, default=0)
    game: Mapped[str]
    options: Mapped[dict[str, Any]] = mapped_column(default=dict)
    setup: Mapped[dict[str, Any]] = mapped_column(default=dict)
    state: Mapped[str] = mapped_column(index=True)
    host_id: Mapped[int] = mapped_column(BigInteger)
    round_id: Mapped[int | None]
    round_number: Mapped[int] = mapped_column(default=0)
    dealer: Mapped[int | None]
    carry: Mapped[dict[str, Any]] = mapped_column(default=dict)
    deadline: Mapped[float | None]
    seats: Mapped[list[Any]] = mapped_column(default=list)
    messages: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created: Mapped[float]
    updated: Mapped[float]


class Round(Base):
    """One hand: everything but its actions."""

    __tablename__ = "rounds"
    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    number: Mapped[int]
    game: Mapped[str]
    version: Mapped[int]
    options: Mapped[dict[str, Any]]
    seed: Mapped[bytes] = mapped_column(LargeBinary)
    dealer: Mapped[int]
    carry: Mapped[dict[str, Any]]
    started: Mapped[float]
    ended: Mapped[float | None]
    outcome: Mapped[str | None]


class PlayedAction(Base):
    """Append-only: the ``seq``-th action of a round. ``by``: the user, or null when AI played."""

    __tablename__ = "actions"
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id"), primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    action: Mapped[str]
    by: Mapped[int | None] = mapped_column(BigInteger)
    at: Mapped[float]


class Ledger(Base):
    """What a seat won or lost in a round; each round sums to zero. ``user_id`` is null for AI."""

    __tablename__ = "ledger"
    __table_args__ = (
        UniqueConstraint("round_id", "seat"),
        Index("ledger_by_chat", "chat_id", "user_id", "score", "won"),
        Index("ledger_by_user", "user_id", "chat_id"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id"))
    seat: Mapped[int]
    chat_id: Mapped[int] = mapped_column(BigInteger)
    game: Mapped[str]
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    score: Mapped[int]
    won: Mapped[bool]
    at: Mapped[float]
