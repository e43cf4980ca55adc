"""Outbox: messages as desired state.

A :class:`Slot` is a place in a chat that shows one message. :meth:`Outbox.show` says what it should show now; at most
one version is pending, and when the chat's budget allows, the newest is sent or edited in. Private prompts go before
what was asked for, that before group panels, panels before the rest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.views.content import Content

from .budget import budget_for, global_budget
from .lanes import Lane, Message, Schedule, Wish
from .wire import Gone, Moved, Priority, Sender, Slot, TryLater, Uncertain, Unreachable

log = structlog.get_logger()

PATIENCE = 2.6
"""Seconds that a change of a group's panel may wait for the next one, when the chat's budget makes it wait anyway: at
a lively table two changes then share an edit, and the budget has a call to spare when it is needed."""
SOON = 0.5
"""Seconds of waiting for the budget that are not worth more waiting."""

SWEEP = 600.0
"""Seconds between two looks for chats that can be forgotten."""


@dataclass
class Figures:
    """Counts for the benchmark and the log. ``oldest``: seconds that a group's panel was behind its table at most,
    or an answer behind its question."""

    calls: int = 0
    floods: int = 0
    repaired: int = 0
    oldest: float = 0.0


class Outbox:
    """Every message of the bot that can wait its turn.

    ``placed(slot, message_id)`` is told where a slot's message is (None: nowhere); ``failed(slot, reason)`` when a
    chat refuses; ``moved(old, new)`` when a group got a new id.
    """

    def __init__(
        self,
        sender: Sender,
        placed: Callable[[Slot, int | None], Awaitable[None]],
        failed: Callable[[Slot, str], Awaitable[None]],
        moved: Callable[[int, int], Awaitable[None]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sender = sender
        self._placed = placed
        self._failed = failed
        self._moved = moved
        self._now = now
        self._lanes: dict[int, Lane] = {}
        self._messages: dict[Slot, Message] = {}
        self.budget_for = budget_for
        self.overall = global_budget()
        self._schedule = Schedule()
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.figures = Figures()

    # --- what to show -------------------------------------------------------------------------------------------

    def adopt(self, slot: Slot, message_id: int, had_photo: bool = False) -> None:
        """A slot's message from before a restart."""
        self._messages[slot] = Message(message_id, had_photo=had_photo)

    def show(self, slot: Slot, wish: Wish, priority: Priority, delay: float = 0.0) -> None:
        """``slot`` should show ``wish``; older wishes for it are forgotten. ``delay``: seconds it may wait for a newer
        one. While an older one waits, a wish that is a function is not asked before its turn."""
        message = self._messages.setdefault(slot, Message())
        now = self._now()
        if message.wanted is None:
            content = wish() if callable(wish) else wish
            if content is None or (hash(content) == message.shown and not message.doomed):
                return
            wish = content
            message.since = now
            if priority is Priority.PANEL and self._lane(slot.chat_id).budget.free_at(now) > now + SOON:
                delay = max(delay, PATIENCE)
            message.due = now + delay
        else:
            message.due = min(message.due, now + delay) if delay else now
        message.doomed = False
        message.wanted = wish
        message.priority = priority
        self._enqueue(slot, message)

    def drop(self, slot: Slot) -> None:
        """Delete the slot's message."""
        message = self._messages.get(slot)
        if message is None:
            return
        message.wanted = None
        if message.message_id is None:
            self._messages.pop(slot, None)
            self._lane(slot.chat_id).pending.pop(slot, None)
            return
        message.doomed = True
        message.priority = Priority.REST
        message.due = self._now()
        self._enqueue(slot, message)

    def renew(self, slot: Slot, content: Content, priority: Priority) -> None:
        """Post ``content`` as a new message at the bottom of the chat; the slot's old one is deleted."""
        old = self._messages.pop(slot, None)
        self._lane(slot.chat_id).pending.pop(slot, None)
        if old is not None and old.message_id is not None:
            buried = Slot(slot.chat_id, f"{slot.name}/old{old.message_id}", slot.topic)
            self._messages[buried] = Message(old.message_id)
            self.drop(buried)
        self.show(slot, content, priority)

    def forget(self, slot: Slot) -> None:
        """The slot's message is left as it is and belongs to nobody."""
        self._messages.pop(slot, None)
        self._lane(slot.chat_id).pending.pop(slot, None)

    def retire(self, slot: Slot) -> None:
        """What the slot should show is the last; when it is shown the message belongs to nobody."""
        message = self._messages.get(slot)
        if message is None:
            return
        message.last = True
        if not message.flying and slot not in self._lane(slot.chat_id).pending:
            self._messages.pop(slot)

    def message_id(self, slot: Slot) -> int | None:
        """Where the slot's message is, as far as known."""
        found = self._messages.get(slot)
        return found.message_id if found is not None else None

    def had_photo(self, slot: Slot) -> bool:
        """Whether the slot's message is a photo."""
        found = self._messages.get(slot)
        return found is not None and found.had_photo

    def noticed(self, chat_id: int, message_id: int) -> None:
        """A message of the chat has been seen; later ones have higher ids."""
        if chat_id in self._lanes:
            lane = self._lanes[chat_id]
            lane.newest_seen = max(lane.newest_seen, message_id)

    def spend(self, chat_id: int) -> bool:
        """Somebody asked for a call that is made at once, outside the outbox: whether the budgets allow it. It is
        counted then."""
        now = self._now()
        lane = self._lane(chat_id)
        if max(lane.budget.free_at(now, extra=True), self.overall.free_at(now)) > now:
            return False
        lane.budget.take(now, extra=True)
        self.overall.take(now)
        return True

    def gone(self, chat_id: int, message_id: int) -> None:
        """A message is known to be deleted: the slot posts again when next shown."""
        for slot, message in self._messages.items():
            if slot.chat_id == chat_id and message.message_id == message_id:
                message.message_id = None
                message.shown = None

    # --- sending ------------------------------------------------------------------------------------------------

    def _lane(self, chat_id: int) -> Lane:
        lane = self._lanes.get(chat_id)
        if lane is None:
            lane = self._lanes[chat_id] = Lane(self.budget_for(chat_id))
        return lane

    def _enqueue(self, slot: Slot, message: Message) -> None:
        lane = self._lane(slot.chat_id)
        lane.pending[slot] = message
        self._changed(lane)

    def _changed(self, lane: Lane) -> None:
        self._schedule.changed(lane, self._now())
        self._wake.set()

    async def run(self) -> None:
        """Send until cancelled."""
        swept = self._now()
        while True:
            self._wake.clear()
            wait = self._dispatch()
            if self._now() > swept + SWEEP:
                swept = self._now()
                self._sweep(swept)
            try:
                await asyncio.wait_for(self._wake.wait(), wait)
            except TimeoutError:
                continue

    def _sweep(self, now: float) -> None:
        """Chats that nobody has spoken to for a while, and where nothing stands that may change, are forgotten."""
        used = {slot.chat_id for slot in self._messages}
        for chat_id, lane in list(self._lanes.items()):
            if chat_id not in used and not lane.busy and not lane.pending and lane.budget.is_rested(now):
                del self._lanes[chat_id]

    def _dispatch(self) -> float | None:
        """Start every send that is due and allowed; returns seconds until the next one, None when nothing is
        pending."""
        while True:
            now = self._now()
            free = self.overall.free_at(now)
            soonest = self._schedule.soonest()
            if free > now:  # whoever is next, it is not yet
                if self._schedule.has_ready():
                    return free - now
                return None if soonest is None else max(free, soonest) - now
            turn = self._schedule.pop(now)
            if turn is None:
                soonest = self._schedule.soonest()
                return None if soonest is None else max(0.0, soonest - now)
            lane, slot = turn
            if self._has_news(lane, slot):
                self._start(lane, slot, now)
            else:
                self._schedule.changed(lane, now)

    def _has_news(self, lane: Lane, slot: Slot) -> bool:
        """Whether the slot shows something else than it should; if not, it is pending no more."""
        message = lane.pending[slot]
        if message.doomed:
            return True
        try:
            content = message.wanted() if callable(message.wanted) else message.wanted
        except Exception:
            log.exception("cannot be shown", chat=slot.chat_id, slot=slot.name)
            content = None
        message.wanted = content
        if content is None or hash(content) == message.shown:
            message.wanted = None
            del lane.pending[slot]
            if message.last:
                self._messages.pop(slot, None)
            return False
        return True

    def _start(self, lane: Lane, slot: Slot, now: float) -> None:
        message = lane.pending.pop(slot)
        lane.busy = message.flying = True
        if not message.doomed:
            lane.budget.take(now, extra=message.priority is Priority.ASKED)
            self.overall.take(now)
        content = message.wanted
        assert not callable(content)
        message.wanted = None  # from here on a wish is a newer one
        task = asyncio.create_task(self._deliver(slot, message, content, lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, slot: Slot, message: Message, content: Content | None, lane: Lane) -> None:
        since = message.since
        try:
            await self._call(slot, message, content, lane)
            message.failures = 0
            if message.priority in (Priority.ASKED, Priority.PANEL) and slot.chat_id < 0:
                self.figures.oldest = max(self.figures.oldest, self._now() - since)
        except TryLater as error:
            self._later(slot, message, content, lane, error)
        except Gone:
            message.message_id = None
            message.shown = None
            if slot.receiver:
                self._messages.pop(slot, None)
            else:
                self._again(slot, message, content)
        except Uncertain:
            message.uncertain_after = lane.newest_seen
            self._later(slot, message, content, lane, TryLater(0))
        except Unreachable as error:
            log.info("chat refuses", chat=slot.chat_id, slot=slot.name, reason=error.reason)
            await self._failed(slot, error.reason)
        except Moved as error:
            await self._moved(slot.chat_id, error.new_chat)
        except Exception:
            log.exception("delivery failed", chat=slot.chat_id, slot=slot.name)
        finally:
            lane.busy = message.flying = False
            if message.last and slot not in lane.pending and self._messages.get(slot) is message:
                self._messages.pop(slot)
            self._changed(lane)

    async def _call(self, slot: Slot, message: Message, content: Content | None, lane: Lane) -> None:
        self.figures.calls += 1
        if message.doomed:
            if message.message_id is not None:
                await self._sender.delete(slot, message.message_id)
            self._messages.pop(slot, None)
            return
        if content is None or hash(content) == message.shown:
            return
        if message.uncertain_after is not None and await self._find_lost(slot, message, content, lane):
            return
        wrong_kind = message.had_photo != (content.photo is not None)
        if message.message_id is not None and not wrong_kind:
            await self._sender.edit(slot, message.message_id, content, message.had_photo)
            message.shown = hash(content)
            return
        old = message.message_id
        made = await self._sender.send(slot, content)
        await self._now_at(slot, message, made, content, lane)
        if old is not None:
            with suppress(TryLater):  # two panels of one table would confuse, but the new one stands
                await self._sender.delete(slot, old)

    async def _now_at(self, slot: Slot, message: Message, message_id: int, content: Content, lane: Lane) -> None:
        lane.newest_seen = max(lane.newest_seen, message_id)
        message.message_id = message_id
        message.shown = hash(content)
        message.had_photo = content.photo is not None
        await self._placed(slot, message_id)

    async def _find_lost(self, slot: Slot, message: Message, content: Content, lane: Lane) -> bool:
        """A send timed out. If it arrived it is the next message after the newest that was known; only our own
        messages can be edited, so editing the candidate tells, and makes it right at once."""
        after = message.uncertain_after
        message.uncertain_after = None
        if after is None or slot.chat_id > 0 or not after:
            return False  # ids of private chats are not consecutive: there is no candidate
        taken = {m.message_id for s, m in self._messages.items() if s.chat_id == slot.chat_id}
        for candidate in range(after + 1, after + 4):
            if candidate in taken:
                continue
            try:
                await self._sender.edit(slot, candidate, content, content.photo is not None)
            except Gone:
                continue
            self.figures.repaired += 1
            await self._now_at(slot, message, candidate, content, lane)
            return True
        return False

    def _later(self, slot: Slot, message: Message, content: Content | None, lane: Lane, error: TryLater) -> None:
        now = self._now()
        message.failures += 1
        if error.flood:
            self.figures.floods += 1
            lane.budget.block(now + error.seconds)
        else:
            lane.budget.block(now + min(30.0, 0.5 * 2**message.failures))
        self._again(slot, message, content)

    def _again(self, slot: Slot, message: Message, content: Content | None) -> None:
        """Put a message back, unless a newer wish has come meanwhile."""
        if self._messages.get(slot) is not message:
            return
        if message.wanted is None and not message.doomed:
            message.wanted = content
        message.due = self._now()
        self._enqueue(slot, message)

    async def finish(self, timeout: float) -> None:
        """Wait for the calls under way; once :meth:`run` has been cancelled nothing new begins."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout)

    async def flush(self, timeout: float = 10.0) -> None:
        """Wait until nothing is pending (at shutdown, in tests)."""
        end = self._now() + timeout
        while (self._tasks or any(lane.pending for lane in self._lanes.values())) and self._now() < end:
            await asyncio.sleep(0.01)
