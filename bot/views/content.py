"""Content: what a message shows, before anybody knows how it is sent."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures import Scene

CAPTION = 1024
"""Characters that a caption may have, tags apart."""


class Button(NamedTuple):
    """``data``: callback data (1–64 bytes), or ``url``; ``style``: empty, ``primary``, ``success`` or ``danger``."""

    text: str
    data: str = ""
    url: str = ""
    style: str = ""


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True)
class Content:
    """A message: HTML ``text`` (the caption when there is a ``photo``), buttons, and what the picture shows, or None.
    The picture itself is drawn when it is sent: equal scenes are equal pictures."""

    text: str
    keyboard: Keyboard = ()
    photo: Scene | None = None


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


def plain_length(text: str) -> int:
    """Length of HTML as Telegram counts it: UTF-16 units without tags."""
    return len(html.unescape(re.sub(r"<[^>]*>", "", text)).encode("utf-16-le")) // 2


def caption(lines: Callable[[int], Sequence[str]], most: int = 6) -> str:
    """The text of ``lines(n)`` with as many of the newest ``n`` log lines (at most ``most``) as a caption takes."""
    text = ""
    for n in range(most, -1, -1):
        text = "\n".join(lines(n))
        if plain_length(text) <= CAPTION:
            break
    return text
