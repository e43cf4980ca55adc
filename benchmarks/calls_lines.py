"""API calls for each human decision, and how old panels get, through the real budgets and the emulator's flood control.

Fifteen tables at once for a bounded time: in each game a group with people in every seat and a person alone against AI,
one decision every two seconds at each; and a group that takes six seconds for one. The bot runs in this process, so
that its state says who is asked; calls go over HTTP.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ai.players import choose
from benchmarks.lines import Line, at_most
from benchmarks.stand import TOKEN, emulator, game_of, group_of, person_of, press
from bot.app import running as bot_running
from bot.config import Settings
from bot.desk import Desk
from bot.tables import ProcessBrain, Table
from bot.tables.table import BETWEEN
from emulator.state import User
from emulator.world import World
from engine import games

SECONDS = 150.0
EVERY = 2.0
SLOWLY = 6.0
SOLO = 500
"""Numbers of people who play alone begin here."""
FREE = {"answerCallbackQuery", "getUpdates"}


@dataclass
class Seen:
    """What a kind of table comes to with a decision ``every`` so many seconds. ``chats``: those whose calls count."""

    every: float
    decisions: int = 0
    rounds: int = 0
    chats: set[int] = field(default_factory=set)


class Game:
    """One table and the people who play it, at a steady pace."""

    def __init__(self, desk: Desk, world: World, table: Table, seen: Seen, rng: Random) -> None:
        self.desk = desk
        self.world = world
        self.table = table
        self.seen = seen
        self.rng = rng
        seen.chats |= {table.row.chat_id, *(s.user_id for _, s in table.people() if s.user_id is not None)}

    async def play(self, end: float) -> None:
        clock = asyncio.get_running_loop().time
        every = self.seen.every
        await asyncio.sleep(self.rng.random() * every)
        while clock() < end:
            began = clock()
            await self._decide()
            await asyncio.sleep(max(0.0, every - (clock() - began)))

    async def _decide(self) -> None:
        """Somebody who is asked answers from their private chat; nothing while AI thinks."""
        table = self.table
        if table.state == BETWEEN:
            self.seen.rounds += 1
            _, seat = table.people()[0]
            assert seat.user_id is not None
            await self._press(seat.user_id, table.row.chat_id, f"t.{table.id}.start")
            return
        waiting = table.waiting_for()
        round_ = table.round
        if not waiting or round_ is None:
            return
        place = self.rng.choice(waiting)
        action = choose("novice", round_.view(place), self.rng.randrange(65536))
        held = table.seats[place]
        assert held is not None
        assert held.user_id is not None
        index = round_.prompts[place].index(action)
        await self._press(held.user_id, held.user_id, f"a.{table.id}.{table.asked[place]}.{index}")

    async def _press(self, user: int, chat: int, data: str) -> None:
        query = press(self.world, user, chat, data)
        await asyncio.wait_for(query.answered.wait(), 30)
        self.seen.decisions += 1


async def _seat(desk: Desk, number: int, alone: bool) -> Table:
    """A table of the game of that number, dealt."""
    spec = games.get(game_of(number))
    people = [person_of(SOLO + number, 0)] if alone else [person_of(number, s) for s in range(spec.seats)]
    for user in people:
        await desk.people.meet(user, f"P{user}", "", "zh-hans", True)
    chat = people[0] if alone else group_of(number)
    table = await desk.host.open_table(chat, 0, people[0], f"P{people[0]}", spec.id, {}, {"clock": 0})
    for user in people[1:]:
        await desk.host.join(table, user, f"P{user}")
    await desk.host.start(table)
    return table


def _calls(world: World, chats: set[int]) -> int:
    """Calls to these chats besides answers."""
    counted: Counter[str] = Counter()
    for chat in chats:
        counted += world.stats.by_chat.get(chat, Counter())
    return sum(n for method, n in counted.items() if method not in FREE)


async def measure(folder: Path, seconds: float) -> dict[str, Any]:
    group, slow, solo = Seen(EVERY), Seen(SLOWLY), Seen(EVERY)
    count = len(games.ids())
    async with emulator(2 * count) as server:
        for number in range(count):
            server.world.add_user(User(person_of(SOLO + number, 0), f"Solo {number}", started=True))
        settings = Settings(
            _env_file=None, bot_token=TOKEN, bot_api_url=server.url,
            database_url=f"sqlite:///{folder}/calls.db", log_level="error",
        )  # fmt: skip
        async with bot_running(settings, ProcessBrain(1)) as desk:
            players = []
            for number in range(count):
                for seen, which in ((group, number), (slow, count + number), (solo, number)):
                    table = await _seat(desk, which, alone=seen is solo)
                    players.append(Game(desk, server.world, table, seen, Random(which)))
                    await asyncio.sleep(0.5)  # fifteen tables do not begin in the same second
            end = asyncio.get_running_loop().time() + seconds
            await asyncio.gather(*(player.play(end) for player in players))
            await asyncio.sleep(4)  # what the last decisions still bring
            return {
                "panels": _calls(server.world, {c for c in group.chats if c < 0}) / group.decisions,
                "group": _calls(server.world, group.chats) / group.decisions,
                "slow": _calls(server.world, slow.chats) / slow.decisions,
                "solo": _calls(server.world, solo.chats) / solo.decisions,
                "seen": {"group": group, "slow": slow, "solo": solo},
                "refused": server.world.stats.flood_refusals,
                "oldest": desk.outbox.figures.oldest,
            }


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        found = asyncio.run(measure(Path(folder), SECONDS))
    for name, what, bound in (
        ("group", "people in every seat", at_most(2)),
        ("slow", "people in every seat, six seconds for one", None),
        ("solo", "one person and AI", at_most(2)),
    ):
        seen = found["seen"][name]
        note = f"{seen.decisions} decisions, {seen.rounds} rounds ended, all games"
        note += f", {found['panels']:.2f} of them to the group" if name == "group" else ""
        yield Line(f"calls, {name}", f"API calls a decision: {what}", "", found[name], bound, note=note)
    yield Line("429s", "refusals at one decision every two seconds", "", float(found["refused"]), at_most(0))
    yield Line("panel age", "oldest panel of a group at that pace", "s", found["oldest"], at_most(3))


GROUPS = {"calls": lines}
