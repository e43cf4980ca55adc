"""Content: what a message shows, before anybody knows how it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Button(NamedTuple):
    """``data``: callback data (1–64 bytes), or ``url``; ``style``: empty, ``primary``, ``success`` or ``danger``."""

    text: str
    data: str = ""
    url: str = ""
    style: str = ""


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True)
class Content:
    """A message: HTML ``text`` (the caption when there is a ``photo``), buttons, and an encoded picture or None."""

    text: str
    keyboard: Keyboard = ()
    photo: bytes | None = None


def rows_of(buttons: list[Button], width: int) -> Keyboard:
    """Buttons in rows of at most ``width``, as even as they get."""
    if not buttons:
        return ()
    count = -(-len(buttons) // width)
    base, extra = divmod(len(buttons), count)
    rows: list[tuple[Button, ...]] = []
    start = 0
    for i in range(count):
        n = base + (i < extra)
        rows.append(tuple(buttons[start : start + n]))
        start += n
    return tuple(rows)
