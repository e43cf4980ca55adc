"""Refusals: what Telegram says when it will not do something."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """An answer with `ok: false`. `code` is both the HTTP status and the `error_code`."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def payload(self) -> dict[str, Any]:
        """The JSON body Telegram sends."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(reason: str, **parameters: Any) -> Refusal:
    """400 in Telegram's form."""
    return Refusal(400, f"Bad Request: {reason}", **parameters)


def forbidden(reason: str) -> Refusal:
    """403 in Telegram's form."""
    return Refusal(403, f"Forbidden: {reason}")


def not_found() -> Refusal:
    """404: a malformed token or a method that does not exist."""
    return Refusal(404, "Not Found")


def unauthorized() -> Refusal:
    """401: a well-formed token that belongs to no bot."""
    return Refusal(401, "Unauthorized")


def conflict(reason: str) -> Refusal:
    """409: two receivers for one token."""
    return Refusal(409, f"Conflict: {reason}")


def too_many_requests(retry_after: int) -> Refusal:
    """429: flood control."""
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


class ControlError(Exception):
    """A control call that makes no sense (an unknown person, a button that is not there)."""

    def __init__(self, message: str, code: int = 400) -> None:
        super().__init__(message)
        self.code = code
