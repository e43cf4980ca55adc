"""Budgets: how often a chat, and the whole bot, may be sent to (TELEGRAM.md, limits).

A budget is a spacing between calls, a few calls that may come faster, and a cap in a sliding window.
"""

from __future__ import annotations


class Budget:
    """``gap``: seconds between calls in the long run; ``burst``: calls that may be made at once after a rest, where a
    part of a call lets one come early by that part of the gap; ``cap`` calls in any ``window`` seconds at most (0: no
    cap); ``extra``: calls in a window that need not keep the spacing, only a second from the one before."""

    def __init__(self, gap: float, burst: float = 1, cap: int = 0, window: float = 60.0, extra: int = 0) -> None:
        self.gap = gap
        self.burst = burst
        self.cap = cap
        self.window = window
        self.blocked_until = 0.0
        self._ready = float("-inf")  # when the full burst is available again
        self._last = float("-inf")
        self.extra = extra
        self._calls: list[float] = []  # the last ``cap`` of them
        self._extras: list[float] = []  # the last ``extra``

    def free_at(self, now: float, extra: bool = False) -> float:
        """The earliest time, not before ``now``, at which the next call fits. ``extra``: it may be an extra one."""
        at = self._ready - (self.burst - 1) * self.gap
        if extra and self.extra:
            at = max(min(at, self._extra_at()), self._last + 1)
        if self.cap and len(self._calls) == self.cap:
            at = max(at, self._calls[0] + self.window)
        return max(now, self.blocked_until, at)

    def take(self, now: float, extra: bool = False) -> None:
        """A call is made; an ``extra`` one leaves the spacing of the others as it was, while there are some left."""
        if extra and self.extra and self._extra_at() <= now:
            self._extras = [*self._extras, now][-self.extra :]
        else:
            self._ready = max(self._ready, now) + self.gap
        self._last = now
        if self.cap:
            self._calls = [*self._calls, now][-self.cap :]

    def _extra_at(self) -> float:
        """When the next extra call fits, but for the second after the last call."""
        return self._extras[0] + self.window if len(self._extras) == self.extra else float("-inf")

    def is_rested(self, now: float) -> bool:
        """Whether it is as good as new."""
        return self._last + max(self.window, self.gap * self.burst) < now and self.blocked_until < now

    def block(self, until: float) -> None:
        """The server said to wait (``retry_after``)."""
        self.blocked_until = max(self.blocked_until, until)


def group_budget() -> Budget:
    """20 a minute, evenly, for a panel that finds a minute's calls spent in its first seconds would wait for the rest
    of it. After a rest one call may come half a second early, so that a change right after an edit is still shown
    within three seconds: 60.4 s and that half are just less than 20 gaps. A panel at a lively table leaves five of
    the 20; they are for what people ask for in the group."""
    return Budget(gap=3.06, burst=1.16, cap=20, window=60.4, extra=5)


def private_budget() -> Budget:
    """About one a second, short bursts tolerated."""
    return Budget(gap=1.0, burst=3)


def global_budget() -> Budget:
    """30 a second for the whole bot, with a margin for answers that are not ours to time."""
    return Budget(gap=1 / 28, burst=14)


def budget_for(chat_id: int) -> Budget:
    """Groups have negative ids."""
    return group_budget() if chat_id < 0 else private_budget()
