"""Budgets: how often a chat, and the whole bot, may be sent to (TELEGRAM.md, limits).

A budget is a spacing between calls, a few calls that may come faster, and a cap in a sliding window.
"""

from __future__ import annotations

from collections import deque


class Budget:
    """``gap``: seconds between calls in the long run; ``burst``: calls that may be made at once after a rest;
    ``cap`` calls in any ``window`` seconds at most (0: no cap)."""

    def __init__(self, gap: float, burst: int = 1, cap: int = 0, window: float = 60.0) -> None:
        self.gap = gap
        self.burst = burst
        self.cap = cap
        self.window = window
        self.blocked_until = 0.0
        self._ready = float("-inf")  # when the full burst is available again
        self._calls: deque[float] | None = deque(maxlen=cap) if cap else None

    def free_at(self, now: float) -> float:
        """The earliest time, not before ``now``, at which the next call fits."""
        at = max(now, self.blocked_until, self._ready - (self.burst - 1) * self.gap)
        if self._calls is not None and len(self._calls) == self.cap:
            at = max(at, self._calls[0] + self.window)
        return at

    def take(self, now: float) -> None:
        """A call is made."""
        self._ready = max(self._ready, now) + self.gap
        if self._calls is not None:
            self._calls.append(now)

    def block(self, until: float) -> None:
        """The server said to wait (``retry_after``)."""
        self.blocked_until = max(self.blocked_until, until)


def group_budget() -> Budget:
    """20 a minute, evenly: nearly one every three seconds, so that no panel waits for longer than that."""
    return Budget(gap=3.02, burst=1, cap=20, window=60.4)


def private_budget() -> Budget:
    """About one a second, short bursts tolerated."""
    return Budget(gap=1.0, burst=3)


def global_budget() -> Budget:
    """30 a second for the whole bot, with a margin for answers that are not ours to time."""
    return Budget(gap=1 / 28, burst=14)
