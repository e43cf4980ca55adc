"""The emulator's time: real seconds plus whatever a test has skipped."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Wall-clock time that can be advanced, so that limits and time-outs need no waiting.

    `source` gives the underlying seconds; a test that wants frozen time passes a constant.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._skipped = 0.0

    def now(self) -> float:
        """Seconds since the epoch, as the emulated Telegram sees them."""
        return self._source() + self._skipped

    def advance(self, seconds: float) -> float:
        """Skip ahead and return the new time. Time never runs backwards."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        self._skipped += seconds
        return self.now()


class FrozenClock(Clock):
    """A clock that stands still until advanced."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        super().__init__(lambda: start)
