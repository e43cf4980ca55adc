"""Faults on demand: the next calls of a method go wrong in a chosen way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from emulator.errors import ControlError, Refusal, too_many_requests

KINDS = ("429", "500", "error", "slow", "lost")


@dataclass
class Fault:
    """What happens to the next `times` calls that match.

    kind: "429" (with retry_after), "500", "error" (any code and description), "slow" (seconds, then
    normal), "lost" (the call is carried out, then the answer never comes: how="hang" or "close").
    """

    kind: str
    method: str | None = None
    chat_id: int | None = None
    times: int = 1
    retry_after: int = 5
    seconds: float = 1.0
    code: int = 400
    description: str = "Bad Request"
    how: str = "close"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ControlError(f"unknown fault {self.kind!r}; one of {', '.join(KINDS)}")
        if self.how not in ("close", "hang"):
            raise ControlError("how must be 'close' or 'hang'")

    def matches(self, method: str, chat_id: int | None) -> bool:
        """Is this call meant? Method names compare without case, as the Bot API does."""
        right_method = self.method is None or self.method.lower() == method.lower()
        return right_method and (self.chat_id is None or self.chat_id == chat_id)

    def refusal(self) -> Refusal | None:
        """The refusal to answer with before doing anything, if this kind refuses."""
        if self.kind == "429":
            return too_many_requests(self.retry_after)
        if self.kind == "500":
            return Refusal(500, "Internal Server Error")
        if self.kind == "error":
            return Refusal(self.code, self.description)
        return None


class FaultPlan:
    """Faults waiting to strike, in the order they were planned."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def plan(self, fault: Fault) -> None:
        """Add a fault."""
        self._faults.append(fault)

    def clear(self) -> None:
        """Remove all faults."""
        self._faults.clear()

    def strike(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault for this call, used up by one."""
        if not self._faults:
            return None
        for fault in self._faults:
            if fault.matches(method, chat_id):
                fault.times -= 1
                if fault.times <= 0:
                    self._faults.remove(fault)
                return fault
        return None

    def pending(self) -> list[dict[str, Any]]:
        """What has not struck yet."""
        return [vars(fault).copy() for fault in self._faults]
