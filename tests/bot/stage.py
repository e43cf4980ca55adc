"""A stage for whole games over real HTTP: the emulator, the bot as it polls, and people who write and tap."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import running as bot_running
from bot.config import Settings
from bot.delivery import Budget
from bot.desk import Desk
from bot.tables import InlineBrain, Table
from emulator.client import ChatClient, EmulatorClient, Message, Person, TapAnswer
from emulator.server import EmulatorServer, running

TOKEN = "7700000001:token-for-tests-only"


@dataclass
class Stage:
    """``world``: the people's side; ``desk``: the bot's inside, for assertions about state only."""

    server: EmulatorServer
    world: EmulatorClient
    desk: Desk

    def table(self, chat: ChatClient | Person) -> Table:
        """The open table of a chat."""
        found = self.desk.host.table_in(chat.id)
        assert found is not None, "no table is open there"
        return found


def settings_for(server: EmulatorServer, folder: Path) -> Settings:
    return Settings(
        _env_file=None,
        bot_token=TOKEN,
        bot_api_url=server.url,
        database_url=f"sqlite:///{folder}/paiju.db",
        log_level="warning",
    )


@dataclass
class Site:
    """An emulator that outlives bots; they have one database, so each goes on where the last one stopped."""

    server: EmulatorServer
    world: EmulatorClient
    folder: Path
    limits: bool

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[Stage]:
        """A bot that runs until the end of the block."""
        async with bot_running(settings_for(self.server, self.folder), InlineBrain()) as desk:
            if not self.limits:
                unhurried(desk)
            yield Stage(self.server, self.world, desk)


@asynccontextmanager
async def site(folder: Path, limits: bool = False) -> AsyncIterator[Site]:
    """The emulator and its people, no bot yet."""
    async with running(token=TOKEN, limits=limits) as server, EmulatorClient(server.url) as world:
        yield Site(server, world, folder, limits)


@asynccontextmanager
async def stage(folder: Path, limits: bool = False) -> AsyncIterator[Stage]:
    """Emulator and bot, both running."""
    async with site(folder, limits) as place, place.bot() as made:
        yield made


def unhurried(desk: Desk) -> None:
    """Tests that are not about budgets do not wait for them."""
    desk.outbox.budget_for = lambda _: Budget(gap=0.0)
    desk.outbox.overall = Budget(gap=0.0)
    desk.presenter.afterthought = 0.0


async def until(condition: Callable[[], Any], timeout: float = 10.0) -> Any:
    """The first true value of ``condition``."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError(f"not true in time: {condition}")


async def friends(stage: Stage, *names: str, **facts: Any) -> tuple[list[Person], ChatClient]:
    """English-speaking people and their group."""
    people = await stage.world.people(*names, language_code="en")
    group = await stage.world.group("Friends", people, **facts)
    return people, group


async def quiet(stage: Stage) -> None:
    """Nothing is going on any more, and everything has been sent."""
    await stage.desk.host.settle_down()
    await stage.desk.outbox.flush()


async def join_by_link(person: Person, group: ChatClient) -> None:
    """Join the group's lobby as somebody who has never opened the bot."""
    lobby = await group.seen_by(person).wait_for(lambda m: m.button("Join") or m.button("加入"))
    label = "Join" if lobby.button("Join") else "加入"
    answer = await person.tap(lobby, label)
    assert answer.url, f"expected a link, got {answer}"
    await person.follow(answer.url)


async def open_table(stage: Stage, group: ChatClient, people: list[Person], game: str, pictures: bool = False) -> Table:
    """``/newgame`` by the first person, all join, the host starts. In words unless with ``pictures``: tests read."""
    await people[0].write(group, f"/newgame {game}")
    for person in people:
        await join_by_link(person, group)
    table = stage.table(group)
    table.setup["pictures"] = pictures
    await until(lambda: len(table.people()) == len(people))
    lobby = await group.wait_for(lambda m: m.button("Start") or m.button("开始"))
    await people[0].tap(lobby, "Start" if lobby.button("Start") else "开始")
    await until(lambda: table.round is not None)
    return table


async def my_message(person: Person, table: Table) -> Message | None:
    """The newest message of a private chat that has buttons for the question now open, or None."""
    seat = table.seat_of(person.id)
    if seat is None or table.round is None or seat not in table.round.prompts:
        return None
    tags = tuple(f"{kind}.{table.id}.{table.asked[seat]}." for kind in "ac")
    for message in reversed(await person.dm.messages(10)):
        if any((b.get("data") or "").startswith(tags) for row in message.keyboard for b in row):
            return message
    return None


def data_of(message: Message) -> list[str]:
    """Callback data of all its buttons."""
    return [b.get("data") or "" for row in message.keyboard for b in row]


def buttons(message: Message, table: Table) -> list[str]:
    """Callback data of the action buttons of a hand."""
    return [
        b["data"]
        for row in message.keyboard
        for b in row
        if (b.get("data") or "").startswith(("a.", "c.")) and len(b["data"].split(".")) > 3
    ]


async def answer_one(person: Person, table: Table, pick: Callable[[list[str]], str]) -> TapAnswer | None:
    """Answer the open question of a person by a button of their private chat; None when nothing is asked."""
    message = await my_message(person, table)
    if message is None:
        return None
    data = pick(buttons(message, table))
    answer = await person.tap(message, data=data)
    if data.startswith("c."):
        # the next step of the choice stands in the same message
        for _ in range(8):
            await asyncio.sleep(0.03)
            again = await my_message(person, table)
            if again is None or buttons(again, table) == buttons(message, table):
                continue
            message = again
            data = pick(buttons(message, table))
            answer = await person.tap(message, data=data)
            if data.startswith("a."):
                break
    return answer


async def play_out(people: list[Person], table: Table, pick: Callable[[list[str]], str], limit: float = 60.0) -> None:
    """Everybody answers through their private chat until the round is over."""
    end = time.monotonic() + limit
    while table.state == "playing":
        assert time.monotonic() < end, "the round does not end"
        for person in people:
            if table.state == "playing":
                await answer_one(person, table, pick)
        await asyncio.sleep(0.005)
