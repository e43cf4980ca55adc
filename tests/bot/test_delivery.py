"""The outbox: newest state wins, budgets, floods, lost answers. Over HTTP where Telegram's behaviour matters."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.delivery import Budget, Outbox, Priority, Slot
from bot.delivery.budget import group_budget, private_budget
from bot.delivery.wire import TryLater
from bot.tables import Table
from bot.views.content import Content
from emulator.client import Person

from .stage import Stage, answer_one, open_table, quiet, stage, until

rng = random.Random(3)


# --- budgets ----------------------------------------------------------------------------------------------------


def calls_in(budget: Budget, seconds: float) -> list[float]:
    """When calls are made by somebody who always has one to make."""
    now, made = 0.0, []
    while now < seconds:
        now = budget.free_at(now)
        budget.take(now)
        made.append(now)
    return made


def test_a_group_never_gets_more_than_twenty_in_any_minute() -> None:
    made = calls_in(group_budget(), 600)
    for start in made:
        assert sum(1 for t in made if start <= t < start + 60) <= 20
    assert len(made) >= 194, "and nearly all of what is allowed is used"


def test_a_rested_group_is_answered_at_once() -> None:
    budget = group_budget()
    budget.take(0.0)
    assert budget.free_at(100.0) == 100.0


def test_private_chats_take_short_bursts() -> None:
    budget = private_budget()
    assert [budget.free_at(0.0) for _ in range(3) if not budget.take(0.0)][:2] == [0.0, 0.0]
    assert budget.free_at(0.0) >= 1.0


def test_a_blocked_budget_waits() -> None:
    budget = Budget(gap=0.0)
    budget.block(30.0)
    assert budget.free_at(10.0) == 30.0


# --- order ------------------------------------------------------------------------------------------------------


class Wire:
    """A sender that notes what it is told; ``fail`` is raised by the next call."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Slot, object]] = []
        self.fail: list[Exception] = []
        self.gate: asyncio.Event | None = None
        self._next = 100

    async def _note(self, what: str, slot: Slot, detail: object) -> None:
        if self.gate is not None:
            await self.gate.wait()
        self.calls.append((what, slot, detail))
        if self.fail:
            raise self.fail.pop(0)

    async def send(self, slot: Slot, content: Content) -> int:
        await self._note("send", slot, content.text)
        self._next += 1
        return self._next

    async def edit(self, slot: Slot, message_id: int, content: Content, had_photo: bool) -> None:
        await self._note("edit", slot, content.text)

    async def delete(self, slot: Slot, message_id: int) -> None:
        await self._note("delete", slot, message_id)


def outbox_on(wire: Wire) -> tuple[Outbox, asyncio.Task[None]]:
    async def nothing(*_: object) -> None:
        return None

    box = Outbox(wire, nothing, nothing, nothing)
    return box, asyncio.create_task(box.run())


async def test_only_the_newest_of_several_versions_is_sent() -> None:
    wire = Wire()
    box, task = outbox_on(wire)
    slot = Slot(5, "t1")
    for text in "abc":
        box.show(slot, Content(text), Priority.PANEL)
    await box.flush()
    assert [c[2] for c in wire.calls] == ["c"]
    wire.gate = asyncio.Event()
    box.show(slot, Content("d"), Priority.PANEL)
    await asyncio.sleep(0.02)
    for text in "efg":
        box.show(slot, Content(text), Priority.PANEL)
    wire.gate.set()
    await box.flush()
    assert [c[2] for c in wire.calls] == ["c", "d", "g"]
    box.show(slot, Content("g"), Priority.PANEL)
    await box.flush()
    assert len(wire.calls) == 3, "what is shown already is not sent again"
    task.cancel()


async def test_private_prompts_go_first_then_what_was_asked_for_then_panels_then_the_rest() -> None:
    wire = Wire()
    box, task = outbox_on(wire)
    box.overall = Budget(gap=0.01)
    box.show(Slot(-1, "say"), Content("rest"), Priority.REST)
    box.show(Slot(-3, "say"), Content("asked"), Priority.ASKED)
    box.show(Slot(-2, "t2"), Content("panel"), Priority.PANEL)
    box.show(Slot(7, "h2"), Content("prompt"), Priority.PROMPT)
    await box.flush()
    assert [c[2] for c in wire.calls] == ["prompt", "asked", "panel", "rest"]
    task.cancel()


async def test_a_flood_in_one_chat_holds_up_that_chat_alone() -> None:
    wire = Wire()
    box, task = outbox_on(wire)
    wire.fail.append(TryLater(0.4, flood=True))
    box.show(Slot(1, "a"), Content("first"), Priority.PROMPT)
    await until(lambda: wire.calls)
    began = asyncio.get_running_loop().time()
    box.show(Slot(2, "a"), Content("other"), Priority.PANEL)
    await until(lambda: len(wire.calls) == 2)
    assert asyncio.get_running_loop().time() - began < 0.3
    assert wire.calls[1][1].chat_id == 2
    await until(lambda: len(wire.calls) == 3)
    assert wire.calls[2][2] == "first", "and it is sent in the end"
    assert box.figures.floods == 1
    task.cancel()


async def test_a_message_is_edited_where_it_is_until_it_is_renewed_dropped_or_gone() -> None:
    wire = Wire()
    box, task = outbox_on(wire)
    box.budget_for = lambda _: Budget(gap=0.0)
    slot = Slot(5, "t1")

    async def told(text: str = "") -> list[tuple[str, object]]:
        if text:
            box.show(slot, Content(text), Priority.PANEL)
        await box.flush()
        made = [(what, detail) for what, _, detail in wire.calls]
        wire.calls.clear()
        return made

    box.adopt(slot, 50, had_photo=False)
    assert (box.message_id(slot), box.had_photo(slot)) == (50, False)
    assert await told("as before a restart") == [("edit", "as before a restart")]
    box.renew(slot, Content("below"), Priority.PANEL)
    assert sorted(await told(), key=str) == [("delete", 50), ("send", "below")]
    assert box.message_id(slot) == 101
    box.gone(5, 101)
    assert await told("again") == [("send", "again")]
    box.drop(slot)
    assert await told() == [("delete", 102)]
    assert box.message_id(slot) is None
    box.show(slot, Content("never"), Priority.PANEL)
    box.drop(slot)
    assert await told() == []
    box.adopt(slot, 60, had_photo=True)
    assert box.had_photo(slot)
    assert await told("words for a picture") == [("send", "words for a picture"), ("delete", 60)]
    box.forget(slot)
    assert await told("another") == [("send", "another")]
    task.cancel()


class Clocked:
    """A group whose time the test tells: an outbox that takes ``CALL`` seconds for each call."""

    CALL = 0.1
    STEP = 0.02
    PANEL = Slot(-1, "t1")

    def __init__(self) -> None:
        self.now = 1000.0
        self.sent: list[float] = []
        self.done: dict[str, float] = {}

        async def nothing(*_: object) -> None:
            return None

        self.box = Outbox(self, nothing, nothing, nothing, lambda: self.now)
        self._ends: dict[float, asyncio.Event] = {}

    async def send(self, slot: Slot, content: Content) -> int:
        await self.edit(slot, 0, content, False)
        return len(self.sent)

    async def edit(self, slot: Slot, message_id: int, content: Content, had_photo: bool) -> None:
        self.sent.append(self.now)
        end = self._ends.setdefault(self.now + self.CALL, asyncio.Event())
        await end.wait()
        self.done[content.text] = self.now

    async def delete(self, slot: Slot, message_id: int) -> None:
        raise AssertionError("nothing is deleted here")

    async def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        while self.now < end:
            self.box._dispatch()
            await asyncio.sleep(0)
            self.now += self.STEP
            for at in [a for a in self._ends if a <= self.now]:
                self._ends.pop(at).set()
            for _ in range(3):
                await asyncio.sleep(0)


@pytest.mark.parametrize("pace", [0.4, 1.0, 2.0, 2.3, 2.6, 2.9, 4.0, "uneven"])
async def test_a_panel_is_hardly_ever_more_than_three_seconds_behind(pace: float | str) -> None:
    """Never at a decision every two seconds; where changes come all the time, 20 edits a minute are one in three
    seconds, and the edit itself takes its time."""
    group = Clocked()
    dice = random.Random(1)
    made = 0
    end = group.now + 150
    while group.now < end:
        group.box.show(group.PANEL, Content(str(made)), Priority.PANEL)
        made += 1
        await group.wait(dice.expovariate(0.5) if isinstance(pace, str) else pace)
    await group.wait(5)
    assert group.done[str(made - 1)], "the last state is shown"
    assert group.box.figures.oldest <= (3.0 if pace == 2.0 else 3.2)
    for start in group.sent:
        assert sum(1 for t in group.sent if start <= t < start + 60) <= 20


async def test_what_is_asked_for_in_a_lively_group_comes_at_once() -> None:
    group = Clocked()
    for second in range(0, 120, 2):
        group.box.show(group.PANEL, Content(f"panel {second}"), Priority.PANEL)
        if second % 14 == 12:
            group.box.show(Slot(-1, f"say{second}"), Content(f"said {second}"), Priority.ASKED)
            await group.wait(1.2)
            assert f"said {second}" in group.done
            await group.wait(0.8)
        else:
            await group.wait(2)
    assert group.box.figures.oldest <= 3
    for start in group.sent:
        assert sum(1 for t in group.sent if start <= t < start + 60) <= 20


async def test_the_sixth_extra_call_in_a_minute_waits_its_turn() -> None:
    group = Clocked()
    for number in range(8):
        group.box.show(Slot(-1, f"say{number}"), Content(str(number)), Priority.ASKED)
    await group.wait(5.5)
    assert len(group.done) == 6, "five extra ones, a second apart, and the even one"
    await group.wait(3)
    assert len(group.done) == 7
    assert not group.box.spend(-1), "and a call outside the outbox is refused"
    await group.wait(70)
    assert group.box.spend(-1)


async def test_what_is_over_is_forgotten() -> None:
    """A bot runs for weeks: a message that nobody will change, and a chat without any, leave nothing behind."""
    group = Clocked()
    box = group.box
    for slot, chat in ((group.PANEL, "panel"), (Slot(-2, "say1"), "said"), (Slot(-3, "t2"), "stays")):
        box.show(slot, Content(chat), Priority.PANEL)
    box.retire(group.PANEL)
    box.retire(Slot(-2, "say1"))
    box.retire(Slot(-9, "never there"))
    await group.wait(0.04)
    assert len(group.sent) == 3, "under way"
    box.show(group.PANEL, Content("really the last"), Priority.PANEL)
    await group.wait(5)
    assert group.done.keys() == {"panel", "said", "stays", "really the last"}
    assert list(box._messages) == [Slot(-3, "t2")]
    box._sweep(group.now)
    assert box._lanes.keys() == {-1, -2, -3}, "their budgets are not rested yet"
    await group.wait(70)
    box._sweep(group.now)
    assert box._lanes.keys() == {-3}


async def soon(person: Person, table: Table) -> None:
    """Answer the person's next question as soon as it is on the screen."""
    for _ in range(200):
        if table.state != "playing" or await answer_one(person, table, rng.choice):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no question comes")


# --- over HTTP --------------------------------------------------------------------------------------------------


async def test_retry_after_is_honoured_and_the_game_goes_on(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice])
    table = await open_table(on_stage, group, [alice], "sichuan")
    await until(lambda: table.waiting_for())
    await quiet(on_stage)
    await on_stage.world.fault("429", chat_id=group.id, times=1, retry_after=2)
    calls = len(await group.calls())
    for _ in range(2):
        await soon(alice, table)  # the private chat is not held up
    await asyncio.sleep(0.5)
    assert len(await group.calls()) <= calls + 1, "nothing is sent to the group while it must wait"
    await until(lambda: on_stage.desk.outbox.figures.floods == 1)
    await group.wait_for(lambda m: m.edited, timeout=6)


async def test_a_passing_server_error_is_tried_again(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice])
    await on_stage.world.fault("500", method="sendMessage", times=2)
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_button("Start", timeout=12)


@pytest.mark.parametrize("how", ["hang", "close"])
async def test_a_panel_whose_answer_was_lost_is_not_posted_twice(on_stage: Stage, how: str) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice], kind="supergroup")
    await group.wait_for_text("AI takes the empty seats")
    await alice.write(group, "/help")
    await group.wait_for_text("/endgame")
    await on_stage.desk.outbox.flush()
    await on_stage.world.fault("lost", method="sendMessage", chat_id=group.id, times=1, how=how, seconds=30)
    await alice.write(group, "/newgame sichuan")
    await group.wait_for_button("Start", timeout=15)
    await until(lambda: on_stage.desk.outbox.message_id(Slot(group.id, f"t{on_stage.table(group).id}")), timeout=20)
    lobbies = [m for m in await group.messages() if m.button("Start")]
    assert len(lobbies) == 1
    assert on_stage.desk.outbox.figures.repaired == 1
    await alice.tap(lobbies[0], "Fill with AI")


async def test_under_real_limits_nobody_meets_a_429(tmp_path: Path) -> None:
    async with stage(tmp_path, limits=True) as made:
        (alice,) = await made.world.people("Alice", language_code="en")
        group = await made.world.group("Friends", [alice])
        table = await open_table(made, group, [alice], "sichuan")
        end = asyncio.get_running_loop().time() + 12
        while asyncio.get_running_loop().time() < end and table.state == "playing":
            await answer_one(alice, table, rng.choice)
            await asyncio.sleep(0.2)
        stats = await made.world.stats()
        assert made.desk.outbox.figures.floods == 0, stats
        assert table.seq > 8


async def test_the_clock_counts_itself_down(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice])
    table = await open_table(on_stage, group, [alice], "sichuan")
    for chat in (group, alice.dm):
        message = await chat.wait_for(lambda m: m.entities_of("date_time"))
        (entity,) = message.entities_of("date_time")
        assert entity["date_time_format"] == "r"
        assert 0 <= entity["unix_time"] - (table.row.deadline or 0) < 1


async def test_a_server_that_knows_no_times_gets_words(on_stage: Stage) -> None:
    (alice,) = await on_stage.world.people("Alice", language_code="en")
    group = await on_stage.world.group("Friends", [alice])
    said = 'Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 40'
    table = await open_table(on_stage, group, [alice], "sichuan")
    await on_stage.world.fault("error", method="editMessageText", code=400, description=said)
    in_words = {group.id: False, alice.id: False}
    for _ in range(100):
        if all(in_words.values()) or table.state != "playing":
            break
        await answer_one(alice, table, lambda data: data[-1])
        for chat in (group, alice.dm):
            newest = (await chat.messages())[-1]
            in_words[chat.id] |= "s a decision" in newest.text and not newest.entities_of("date_time")
        await asyncio.sleep(0.02)
    assert all(in_words.values())
