"""What the bot has done: counts and times for tests and benchmarks."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

KEPT_CALLS = 50_000


class Statistics:
    """Calls by method and chat, refusals by code, bytes of pictures."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Start counting anew."""
        self.by_method: Counter[str] = Counter()
        self.by_chat: dict[int, Counter[str]] = {}
        self.by_code: Counter[int] = Counter()
        self.photo_bytes = 0
        self.photos = 0
        self.flood_refusals = 0
        #: Real seconds from each press to its answer.
        self.answer_seconds: deque[float] = deque(maxlen=KEPT_CALLS)
        #: (time, method, chat id or None, answer code), newest last.
        self.calls: deque[tuple[float, str, int | None, int]] = deque(maxlen=KEPT_CALLS)

    def note_call(self, when: float, method: str, chat_id: int | None, code: int) -> None:
        """Count one answered call."""
        self.by_method[method] += 1
        self.by_code[code] += 1
        if code == 429:
            self.flood_refusals += 1
        if chat_id is not None:
            self.by_chat.setdefault(chat_id, Counter())[method] += 1
        self.calls.append((when, method, chat_id, code))

    def note_photo(self, size: int) -> None:
        """Count an uploaded picture."""
        self.photos += 1
        self.photo_bytes += size

    def note_answer(self, seconds: float) -> None:
        """Count an answered press."""
        self.answer_seconds.append(seconds)

    def summary(self) -> dict[str, Any]:
        """All counts as JSON."""
        return {
            "by_method": dict(self.by_method),
            "by_chat": {str(chat): dict(counts) for chat, counts in self.by_chat.items()},
            "by_code": {str(code): count for code, count in self.by_code.items()},
            "refused_429": self.flood_refusals,
            "photos": self.photos,
            "photo_bytes": self.photo_bytes,
            "total": sum(self.by_method.values()),
            "answers": self._answers(),
        }

    def _answers(self) -> dict[str, float]:
        """How long people waited after a press."""
        ordered = sorted(self.answer_seconds)
        if not ordered:
            return {"count": 0}
        last = len(ordered) - 1
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        return {"count": len(ordered), **{name: ordered[round(last * share)] for name, share in shares.items()}}

    def log(self, limit: int, method: str | None = None, chat_id: int | None = None) -> list[dict[str, Any]]:
        """The newest calls, oldest first, optionally of one method or chat."""
        picked = [
            {"time": when, "method": name, "chat_id": chat, "code": code}
            for when, name, chat, code in self.calls
            if (method is None or name == method) and (chat_id is None or chat == chat_id)
        ]
        return picked[-limit:]
