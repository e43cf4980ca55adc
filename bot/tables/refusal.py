"""Refusal: what a person asked for cannot be done; they are told why and nothing has changed."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """``reason``: a sentence of the catalogue (English); ``values``: what goes into its braces."""

    def __init__(self, reason: str, **values: Any) -> None:
        super().__init__(reason.format(**values) if values else reason)
        self.reason = reason
        self.values = values
