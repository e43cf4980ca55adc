"""Flood control and the sizes Telegram accepts."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from emulator.errors import bad_request, too_many_requests

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
EPHEMERAL_EDIT_LIMIT = 1024
CALLBACK_DATA_LIMIT = 64
CALLBACK_ANSWER_LIMIT = 200
BUTTONS_PER_ROW = 8
BUTTONS_PER_KEYBOARD = 100
COPY_TEXT_LIMIT = 256
PHOTO_BYTES_LIMIT = 10 * 1024 * 1024
START_PAYLOAD_LIMIT = 64
QUERY_LIFETIME = 15.0
DELETE_WINDOW = 48 * 3600


@dataclass
class FloodSettings:
    """How much a bot may send. The numbers are the ones bot authors observe."""

    enabled: bool = True
    group_messages: int = 20
    group_window: float = 60.0
    chat_rate: float = 1.0
    chat_burst: int = 5
    total_rate: float = 30.0
    total_burst: int = 30


@dataclass
class TokenBucket:
    """Allows `burst` at once and `rate` a second after that."""

    rate: float
    burst: float
    level: float
    updated: float

    def wait(self, now: float) -> float:
        """Seconds until one more is allowed (0: now)."""
        self.level = min(self.burst, self.level + max(0.0, now - self.updated) * self.rate)
        self.updated = now
        # The epsilon keeps a refill of exactly one token from being lost to rounding.
        return 0.0 if self.level >= 1 - 1e-9 else (1 - self.level) / self.rate

    def take(self, count: int) -> None:
        """Use some; the level may go below zero, and then takes longer to come back."""
        self.level -= count


@dataclass
class _ChatFlow:
    bucket: TokenBucket
    sent: deque[float] = field(default_factory=deque)
    blocked_until: float = 0.0


class FloodControl:
    """Counts sends and edits and refuses with 429 what is over the limit.

    A chat that was refused stays refused until its `retry_after` has passed, as Telegram does:
    trying earlier does not help.
    """

    def __init__(self, settings: FloodSettings | None = None) -> None:
        self.settings = settings or FloodSettings()
        self._chats: dict[int, _ChatFlow] = {}
        self._total: TokenBucket | None = None

    def reset(self) -> None:
        """Forget all traffic."""
        self._chats.clear()
        self._total = None

    def admit(self, chat_id: int, now: float, count: int = 1) -> None:
        """Count a message to the chat (or an album of `count`), or raise the 429."""
        settings = self.settings
        if not settings.enabled:
            return
        flow = self._chats.get(chat_id)
        if flow is None:
            bucket = TokenBucket(settings.chat_rate, settings.chat_burst, settings.chat_burst, now)
            flow = self._chats[chat_id] = _ChatFlow(bucket)
        if self._total is None:
            self._total = TokenBucket(settings.total_rate, settings.total_burst, settings.total_burst, now)
        wait = max(flow.blocked_until - now, flow.bucket.wait(now), self._total.wait(now))
        if chat_id < 0:
            wait = max(wait, self._group_wait(flow, now))
        if wait > 0:
            seconds = max(1, math.ceil(wait))
            flow.blocked_until = max(flow.blocked_until, now + seconds)
            raise too_many_requests(seconds)
        flow.bucket.take(count)
        self._total.take(count)
        if chat_id < 0:
            flow.sent.extend([now] * count)

    def _group_wait(self, flow: _ChatFlow, now: float) -> float:
        window = self.settings.group_window
        while flow.sent and flow.sent[0] <= now - window:
            flow.sent.popleft()
        if len(flow.sent) < self.settings.group_messages:
            return 0.0
        return flow.sent[0] + window - now


def utf16_length(text: str) -> int:
    """Length as Telegram counts it: UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def check_text(text: str) -> None:
    """A message's text after entity parsing."""
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > TEXT_LIMIT:
        raise bad_request("message is too long")


def check_caption(text: str) -> None:
    """A caption after entity parsing."""
    if utf16_length(text) > CAPTION_LIMIT:
        raise bad_request("message caption is too long")
