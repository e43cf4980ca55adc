"""Lanes: a chat's messages that wait, and which chat is next.

There may be thousands of chats with something pending, mostly for later, so nobody looks through them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from bot.views.content import Content

from .budget import Budget
from .wire import Priority, Slot

Wish = Content | Callable[[], Content | None]
"""What a slot should show, or how to find out when its turn has come (None: nothing any more)."""


@dataclass(slots=True)
class Message:
    """What a slot shows (``message_id``; ``shown``: its content's hash, for there are thousands) and should show
    (``wanted`` at ``due``). ``flying``: a call for it is under way; ``last``: nobody will want anything else of it."""

    message_id: int | None = None
    shown: int | None = None
    had_photo: bool = False
    wanted: Wish | None = None
    due: float = 0.0
    since: float = 0.0
    priority: Priority = Priority.REST
    doomed: bool = False
    flying: bool = False
    last: bool = False
    uncertain_after: int | None = None
    failures: int = 0


@dataclass(slots=True)
class Lane:
    """One chat: its budget and its slots with something pending."""

    budget: Budget
    pending: dict[Slot, Message] = field(default_factory=dict)
    busy: bool = False
    newest_seen: int = 0
    plan: int = 0

    def next(self, now: float) -> tuple[float, Slot] | None:
        """When the chat's next call can begin, not before ``now``, and for which slot; None while a call is under way
        or nothing is pending."""
        if self.busy or not self.pending:
            return None
        free = self.budget.free_at(now)
        extra = self.budget.free_at(now, extra=True)
        best: tuple[float, Priority, float, Slot] | None = None
        for slot, message in self.pending.items():
            at = extra if message.priority is Priority.ASKED else free
            at = max(now if message.doomed else at, message.due)  # deleting is free of the limits
            if best is None or (at, message.priority, message.due) < best[:3]:
                best = (at, message.priority, message.due, slot)
        assert best is not None
        return best[0], best[3]


class Schedule:
    """Lanes in the order of their next calls: those whose time has come by priority, the others by time.

    Entries of a lane that has changed since (its ``plan`` is another) stay behind and are skipped when they come up.
    """

    def __init__(self) -> None:
        self._later: list[tuple[float, int, int, Lane]] = []
        self._ready: list[tuple[Priority, float, int, int, Lane]] = []
        self._count = count()  # decides between equals

    def changed(self, lane: Lane, now: float) -> None:
        """Something of the lane is different: what is pending, its budget, or a call has ended."""
        lane.plan += 1
        found = lane.next(now)
        if found is not None:
            heappush(self._later, (found[0], next(self._count), lane.plan, lane))

    def pop(self, now: float) -> tuple[Lane, Slot] | None:
        """Whose turn it is; None: nobody's yet. The lane is in the schedule again once it has :meth:`changed`."""
        while self._later and self._later[0][0] <= now:
            _, _, plan, lane = heappop(self._later)
            found = lane.next(now) if plan == lane.plan else None
            if found is None:
                continue
            message = lane.pending[found[1]]
            heappush(self._ready, (message.priority, message.due, next(self._count), plan, lane))
        while self._ready:
            *_, plan, lane = heappop(self._ready)
            found = lane.next(now) if plan == lane.plan else None
            if found is None:
                continue
            if found[0] <= now:
                return lane, found[1]
            self.changed(lane, now)  # its budget has been spent elsewhere
        return None

    def has_ready(self) -> bool:
        """Whether somebody's time has come already."""
        return bool(self._ready)

    def soonest(self) -> float | None:
        """When to look again; None: not until something changes."""
        return self._later[0][0] if self._later else None
