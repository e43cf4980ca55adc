"""Reading rule cases strictly: a key that is not known is refused, never skipped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def take(
    given: Mapping[str, Any], required: Iterable[str] = (), optional: Iterable[str] = ()
) -> Mapping[str, Any]:
    """``given`` itself, when it has every ``required`` key and no key outside both lists; else ValueError."""
    needed = set(required)
    missing = needed - given.keys()
    if missing:
        raise ValueError(f"missing: {', '.join(sorted(missing))}")
    unknown = given.keys() - needed - set(optional)
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    return given


def one_of(value: Any, allowed: Iterable[Any], what: str) -> Any:
    """``value`` when it is allowed; else ValueError."""
    choices = list(allowed)
    if value not in choices:
        raise ValueError(f"{what} is one of {', '.join(map(str, choices))}, not {value!r}")
    return value
